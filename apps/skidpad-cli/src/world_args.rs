//! What every command that opens a world understands, and how its problems are shown.

use clap::Args;
use skidpad::description::Compat;
use skidpad::{Diagnostic, DiagnosticRecord, Severity, Simulation, World, WorldOptions};
use std::error::Error;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// Options of every command that opens a world.
#[derive(Args)]
pub(crate) struct WorldArgs {
    /// Seed of everything random
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(crate) seed: u64,
    /// Set a variable of the world; wins over the file's own
    #[arg(long = "var", value_name = "NAME=VALUE", value_parser = parse_variable)]
    variables: Vec<(String, String)>,
    /// Repeat MVSim where we differ on purpose: its law of slopes and weight
    #[arg(long, value_name = "PROGRAM", value_parser = ["mvsim"])]
    compat: Option<String>,
    /// Look for included files and assets in this folder too
    #[arg(long, value_name = "DIR")]
    search: Vec<PathBuf>,
    /// The folder that the world may read; its own folder's parent unless given
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// Folder of assets from the web
    #[arg(long, value_name = "DIR")]
    store: Option<PathBuf>,
    /// Treat warnings as errors
    #[arg(long)]
    pub(crate) strict: bool,
}

fn parse_variable(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_string(), value.to_string())),
        _ => Err("write NAME=VALUE".to_string()),
    }
}

impl WorldArgs {
    /// The same, as the library wants it.
    pub(crate) fn options(&self) -> WorldOptions {
        let defaults = WorldOptions::from_environment();
        WorldOptions {
            seed: self.seed,
            variables: self.variables.iter().cloned().collect(),
            root: self.root.clone(),
            search: self.search.clone(),
            compat: self.compat.as_ref().map(|_| Compat::Mvsim),
            store: self.store.clone().or_else(|| defaults.store.clone()),
            ..defaults
        }
    }

    /// Read a world, whatever is wrong with it.
    pub(crate) fn read(&self, world: &Path) -> Result<World, Box<dyn Error>> {
        World::read(world, &self.options()).map_err(|error| format!("{}: {error}", world.display()).into())
    }

    /// Read a world and show its problems on standard error. `None` when it cannot be used.
    pub(crate) fn read_or_report(&self, world: &Path) -> Result<Option<World>, Box<dyn Error>> {
        let mut read = self.read(world)?;
        // Whoever wants no warnings wants none of textures either.
        if self.strict {
            read.read_pictures();
        }
        self.report(world, read)
    }

    /// The same with its textures.
    pub(crate) fn read_with_pictures(&self, world: &Path) -> Result<Option<World>, Box<dyn Error>> {
        let mut read = self.read(world)?;
        read.read_pictures();
        self.report(world, read)
    }

    fn report(&self, opened_as: &Path, read: World) -> Result<Option<World>, Box<dyn Error>> {
        report(&read, opened_as, read.diagnostics().iter());
        Ok((!self.refuses(&read)).then_some(read))
    }

    /// Whether a world cannot be used: it has errors, or warnings under `--strict`.
    pub(crate) fn refuses(&self, world: &World) -> bool {
        world.diagnostics().has_errors() || (self.strict && world.diagnostics().count(Severity::Warning) > 0)
    }
}

/// ScenePage problems of a world on standard error, but for mere notes.
pub(crate) fn report<'a>(world: &World, opened_as: &Path, problems: impl Iterator<Item = &'a Diagnostic>) {
    let is_colored = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    for problem in problems.filter(|problem| problem.severity != Severity::Note) {
        eprintln!("{}", show(world, opened_as, &problem.record(world.sources()), is_colored));
    }
}

/// Build a world that was read and show what cannot be on standard error. `None` when it cannot run.
pub(crate) fn build_or_report(world: &World) -> Option<Simulation> {
    Simulation::build(world).map_err(|problems| eprintln!("{problems}")).ok()
}

/// ScenePage on standard error what building a world noticed.
pub(crate) fn report_notes(world: &World, opened_as: &Path, sim: &Simulation) {
    for note in sim.notes() {
        let file = file_as_opened(world, opened_as, world.sources().name(note.place.file));
        eprintln!("{file}:{}:{}: note: {}", note.place.line, note.place.column, note.what);
    }
}

/// A diagnostic as a line, with file names that work from the current folder.
pub(crate) fn show(world: &World, opened_as: &Path, record: &DiagnosticRecord, is_colored: bool) -> String {
    let (color, word) = match record.severity {
        Severity::Error => ("31", ""),
        Severity::Warning => ("33", "warning: "),
        Severity::Note => ("36", "note: "),
    };
    let place = match (&record.file, record.line, record.column) {
        (Some(file), Some(line), Some(column)) => {
            format!("{}:{line}:{column}: ", file_as_opened(world, opened_as, file))
        }
        _ => String::new(),
    };
    if is_colored {
        format!("\x1b[1m{place}\x1b[0m\x1b[{color}m{word}\x1b[0m{}", record.message)
    } else {
        format!("{place}{word}{}", record.message)
    }
}

/// A logical file name as a path from the current folder: the main world as it was named on the
/// command line, others beside it.
pub(crate) fn file_as_opened(world: &World, opened_as: &Path, logical: &str) -> String {
    let main = &world.files.world;
    if logical == main {
        return opened_as.display().to_string();
    }
    let depth = main.matches('/').count();
    let mut root = opened_as.parent().unwrap_or(Path::new("")).to_path_buf();
    for folder in main.rsplit('/').skip(1).take(depth) {
        let ends_with_it = root.file_name().is_some_and(|name| name == folder);
        root =
            if ends_with_it { root.parent().unwrap_or(Path::new("")).to_path_buf() } else { root.join("..") };
    }
    let on_disk = root.join(logical);
    if on_disk.exists() { on_disk.display().to_string() } else { logical.to_string() }
}
