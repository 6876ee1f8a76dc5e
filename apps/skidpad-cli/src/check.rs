//! `skidpad check`: every problem of a world, with its place.

use crate::world_args::{WorldArgs, file_as_opened, show};
use crate::{Outcome, print};
use clap::{Args, ValueEnum};
use serde::Serialize;
use skidpad::{DiagnosticRecord, Severity, World, sim, told_once};
use std::fmt::Write as _;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Report every problem of worlds, with file, line and column
///
/// Exit code 0: no errors; 1: a world has errors, or with --strict warnings; 2: a world could not be opened.
#[derive(Args)]
pub(crate) struct Check {
    /// World files
    #[arg(required = true, value_name = "WORLD")]
    worlds: Vec<PathBuf>,
    /// Output format
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
    #[command(flatten)]
    args: WorldArgs,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// One line per problem, for people and editors
    Human,
    /// One JSON document, for programs
    Json,
}

/// The result for one world, as JSON.
#[derive(Serialize)]
struct Report {
    world: String,
    error_count: usize,
    warning_count: usize,
    problems: Vec<DiagnosticRecord>,
    /// Why the file could not be opened at all.
    #[serde(skip_serializing_if = "Option::is_none")]
    unopened: Option<String>,
}

impl Check {
    pub(crate) fn run(&self) -> Outcome {
        let mut reports = Vec::new();
        let mut text = String::new();
        let mut code = 0;
        let is_colored = std::io::stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        for path in &self.worlds {
            let (report, world_code) = match self.args.read(path, true) {
                Ok(world) => {
                    let mut problems = world.diagnostics().records(world.sources());
                    problems.extend(problems_of_building(&world));
                    for problem in &told_once(&problems) {
                        writeln!(text, "{}", show(&world, path, problem, is_colored))?;
                    }
                    let report = report(&world, path, problems);
                    let is_refused = report.error_count > 0 || (self.args.strict && report.warning_count > 0);
                    (report, u8::from(is_refused))
                }
                Err(error) => {
                    writeln!(text, "{error}")?;
                    (unopened(path, &error.to_string()), 2)
                }
            };
            if report.unopened.is_none() {
                writeln!(text, "{}: {}", path.display(), verdict(&report))?;
            }
            reports.push(report);
            code = code.max(world_code);
        }
        match self.format {
            Format::Human => print(text.as_bytes())?,
            Format::Json => print(format!("{}\n", serde_json::to_string_pretty(&reports)?).as_bytes())?,
        }
        Ok(ExitCode::from(code))
    }
}

/// What building a world without errors finds: why it cannot run, or what was replaced, left out or moved.
fn problems_of_building(world: &World) -> Vec<DiagnosticRecord> {
    if world.diagnostics().has_errors() {
        return Vec::new();
    }
    let options = sim::BuildOptions { budget: world.options.budget, ..sim::BuildOptions::default() };
    match sim::Simulation::build(world.description(), &world.assets, &options) {
        Ok(sim) => sim.diagnostics().records(world.sources()),
        Err(found) => found.records(world.sources()),
    }
}

fn report(world: &World, path: &Path, mut problems: Vec<DiagnosticRecord>) -> Report {
    for problem in &mut problems {
        problem.file = problem.file.as_deref().map(|file| file_as_opened(world, path, file));
    }
    let count = |severity| problems.iter().filter(|problem| problem.severity == severity).count();
    Report {
        world: path.display().to_string(),
        error_count: count(Severity::Error),
        warning_count: count(Severity::Warning),
        problems,
        unopened: None,
    }
}

fn unopened(path: &Path, error: &str) -> Report {
    Report {
        world: path.display().to_string(),
        error_count: 1,
        warning_count: 0,
        problems: Vec::new(),
        unopened: Some(error.to_string()),
    }
}

fn verdict(report: &Report) -> String {
    let plural = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    match (report.error_count, report.warning_count) {
        (0, 0) => "no problems".to_string(),
        (0, warnings) => plural(warnings, "warning"),
        (errors, 0) => plural(errors, "error"),
        (errors, warnings) => format!("{}, {}", plural(errors, "error"), plural(warnings, "warning")),
    }
}
