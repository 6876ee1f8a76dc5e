//! Options of every command that opens a world, and how its problems are printed.

use clap::Args;
use skidpad::description::Compat;
use skidpad::{Budget, DiagnosticRecord, Error, Resource, Severity, World, WorldOptions, sim, told_once};
use std::io::IsTerminal;
use std::path::{Path, PathBuf};

/// Options of every command that opens a world.
#[derive(Args)]
pub(crate) struct WorldArgs {
    /// Seed of everything random
    #[arg(long, default_value_t = 0, value_name = "N")]
    pub(crate) seed: u64,
    /// Set a variable of the world; takes precedence over the file
    #[arg(long = "var", value_name = "NAME=VALUE", value_parser = parse_variable)]
    variables: Vec<(String, String)>,
    /// Follow MVSim where skidpad differs on purpose: its law of slopes and weight
    #[arg(long, value_name = "PROGRAM", value_parser = ["mvsim"])]
    compat: Option<String>,
    /// Also look for included files and assets in this folder
    #[arg(long, value_name = "DIR")]
    search: Vec<PathBuf>,
    /// Where a ROS package is, for `package://NAME`, `$(ros2 pkg prefix NAME)`, `$(rospack find NAME)` and
    /// `$(find NAME)`; nothing is run
    #[arg(long = "package", value_name = "NAME=DIR", value_parser = parse_package)]
    packages: Vec<(String, PathBuf)>,
    /// Folder that the world may read [default: the parent of its own folder]
    #[arg(long, value_name = "DIR")]
    root: Option<PathBuf>,
    /// Folder of downloaded assets
    #[arg(long, value_name = "DIR")]
    store: Option<PathBuf>,
    /// Most that the whole load may take of something: bytes, triangles, rectangles, corners, pairs or work
    #[arg(long = "budget", value_name = "NAME=N", value_parser = parse_budget)]
    budget: Vec<(String, u64)>,
    /// Treat warnings as errors
    #[arg(long)]
    pub(crate) strict: bool,
}

fn parse_variable(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_string(), value.to_string())),
        _ => Err("expected NAME=VALUE".to_string()),
    }
}

fn parse_budget(text: &str) -> Result<(String, u64), String> {
    let (name, number) = text.split_once('=').ok_or("expected NAME=N")?;
    let limit = number.parse().map_err(|_| format!("\"{number}\" is not a whole number"))?;
    if !Budget::default().set(name, limit) {
        let names: Vec<&str> = Resource::ALL.into_iter().map(Resource::name).collect();
        return Err(format!("\"{name}\" is none of {}", names.join(", ")));
    }
    Ok((name.to_string(), limit))
}

fn parse_package(text: &str) -> Result<(String, PathBuf), String> {
    match text.split_once('=') {
        Some((name, folder)) if !name.is_empty() && !name.contains('/') => {
            Ok((name.to_string(), folder.into()))
        }
        _ => Err("expected NAME=DIR".to_string()),
    }
}

impl WorldArgs {
    /// The same as a type of the library.
    pub(crate) fn options(&self) -> WorldOptions {
        let defaults = WorldOptions::from_environment();
        let mut budget = Budget::default();
        for (name, limit) in &self.budget {
            budget.set(name, *limit);
        }
        WorldOptions {
            seed: self.seed,
            variables: self.variables.iter().cloned().collect(),
            root: self.root.clone(),
            search: self.search.clone(),
            packages: self.packages.iter().cloned().collect(),
            compat: self.compat.as_ref().map(|_| Compat::Mvsim),
            budget,
            store: self.store.clone().or_else(|| defaults.store.clone()),
            ..defaults
        }
    }

    /// Read a world, even if it has errors, with its textures if wanted.
    pub(crate) fn read(&self, world: &Path, with_pictures: bool) -> Result<World, Error> {
        World::read(world, &WorldOptions { with_pictures, ..self.options() })
    }

    /// Read a world and print its problems to standard error. `None` if it cannot be used.
    pub(crate) fn read_or_report(&self, world: &Path, with_pictures: bool) -> Result<Option<World>, Error> {
        self.read_by_or_report(world, &|options| World::read(world, options), with_pictures)
    }

    /// The same, for a world that is read in this way and called `world` in messages.
    pub(crate) fn read_by_or_report(
        &self,
        world: &Path,
        read: &dyn Fn(&WorldOptions) -> Result<World, Error>,
        with_pictures: bool,
    ) -> Result<Option<World>, Error> {
        // With --strict, warnings about textures matter too.
        let read = read(&WorldOptions { with_pictures: with_pictures || self.strict, ..self.options() })?;
        report(&read, world, &read.diagnostics().records(read.sources()));
        Ok((!self.refuses(&read)).then_some(read))
    }

    /// Whether a world cannot be used: it has errors, or warnings under `--strict`.
    pub(crate) fn refuses(&self, world: &World) -> bool {
        world.diagnostics().has_errors() || (self.strict && world.diagnostics().count(Severity::Warning) > 0)
    }
}

/// Print errors and warnings of a world to standard error.
fn report(world: &World, opened_as: &Path, problems: &[DiagnosticRecord]) {
    let is_colored = std::io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    for problem in told_once(problems).iter().filter(|problem| problem.severity != Severity::Note) {
        eprintln!("{}", show(world, opened_as, problem, is_colored));
    }
}

/// Print the warnings of building a world to standard error.
pub(crate) fn report_build(world: &World, opened_as: &Path, sim: &sim::Simulation) {
    report(world, opened_as, &sim.diagnostics().records(world.sources()));
}

/// A diagnostic as a line, with file names that work from the current folder.
pub(crate) fn show(world: &World, opened_as: &Path, record: &DiagnosticRecord, is_colored: bool) -> String {
    let file = record.file.as_deref().map(|file| file_as_opened(world, opened_as, file));
    let record = DiagnosticRecord { file, ..record.clone() };
    let line = record.to_string();
    if !is_colored {
        return line;
    }
    let color = match record.severity {
        Severity::Error => "31",
        Severity::Warning => "33",
        Severity::Note => "36",
    };
    let word = record.severity.prefix();
    let place = &line[..line.len() - record.message.len() - word.len()];
    format!("\x1b[1m{place}\x1b[0m\x1b[{color}m{word}\x1b[0m{}", record.message)
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
