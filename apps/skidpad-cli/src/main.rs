//! The `skidpad` program: parses arguments, calls the library, prints.
//!
//! Exit codes: 0 done, 1 the world or the command file has errors, 2 could not run, 3 a check failed, 4 a file is
//! incomplete.

mod assets;
mod bench;
mod check;
mod completions;
mod console;
mod dataset;
mod definitions;
mod doctor;
mod expand;
mod import;
mod info;
mod launch;
mod launch_args;
mod lockstep_args;
mod man;
mod mvsim_args;
mod mvsim_tools;
mod output_args;
mod parse;
mod playground;
mod racecar;
mod render;
mod replay;
mod report;
mod ros1;
mod ros2;
mod ros2_args;
mod ros2_brains2;
mod ros2_doctor;
mod scenario_args;
mod schema;
mod summary_args;
mod tune;
mod view;
mod viewer_args;
mod world_args;

use clap::{CommandFactory, Parser, Subcommand};
use std::io::Write;
use std::process::ExitCode;

/// Simulator of ground vehicles and mobile robots.
#[derive(Parser)]
#[command(name = "skidpad", version = VERSION, long_version = LONG_VERSION, propagate_version = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

pub(crate) const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), " (", env!("SKIDPAD_COMMIT"), ")");

/// What `--version` prints; `-V` prints the version and the commit alone.
const LONG_VERSION: &str =
    concat!(env!("CARGO_PKG_VERSION"), " (", env!("SKIDPAD_COMMIT"), ")\nbuilt for ", env!("SKIDPAD_BUILD"));

#[derive(Subcommand)]
enum Command {
    Launch(Box<launch::Launch>),
    Ros1(ros1::Ros1Command),
    Replay(replay::ReplayCommand),
    View(view::View),
    Playground(playground::Playground),
    Report(report::Report),
    Check(check::Check),
    Info(info::Info),
    Expand(expand::Expand),
    Import(import::Import),
    Dataset(dataset::DatasetCommand),
    Assets(assets::Assets),
    Definitions(definitions::Definitions),
    Tune(tune::Tune),
    Bench(bench::Bench),
    Render(render::Render),
    #[command(name = "racecar")]
    RaceCar(racecar::RaceCarCommand),
    Ros2(Box<ros2::Ros2Command>),
    Server(mvsim_tools::ServerCommand),
    Node(mvsim_tools::NodeCommand),
    Topic(mvsim_tools::TopicCommand),
    Service(mvsim_tools::ServiceCommand),
    Schema(schema::Schema),
    Completions(completions::Completions),
    Man(man::ManCommand),
    Doctor(doctor::Doctor),
}

/// What a command returns.
type Outcome = Result<ExitCode, Box<dyn std::error::Error>>;

fn main() -> ExitCode {
    if let Err(problem) = skidpad::report_file_limit() {
        eprintln!("skidpad: {problem}");
    }
    let arguments = parse::separated(std::env::args_os(), &Cli::command());
    let outcome = match Cli::parse_from(arguments).command {
        Command::Launch(command) => command.run(),
        Command::Ros1(command) => command.run(),
        Command::Replay(command) => command.run(),
        Command::View(command) => command.run(),
        Command::Playground(command) => command.run(),
        Command::Report(command) => command.run(),
        Command::Check(command) => command.run(),
        Command::Info(command) => command.run(),
        Command::Expand(command) => command.run(),
        Command::Import(command) => command.run(),
        Command::Dataset(command) => command.run(),
        Command::Assets(command) => command.run(),
        Command::Definitions(command) => command.run(),
        Command::Tune(command) => command.run(),
        Command::Bench(command) => command.run(),
        Command::Render(command) => command.run(),
        Command::RaceCar(command) => command.run(),
        Command::Ros2(command) => command.run(),
        Command::Server(command) => command.run(),
        Command::Node(command) => command.run(),
        Command::Topic(command) => command.run(),
        Command::Service(command) => command.run(),
        Command::Schema(command) => command.run(),
        Command::Completions(command) => command.run(),
        Command::Man(command) => command.run(),
        Command::Doctor(command) => command.run(),
    };
    outcome.unwrap_or_else(|error| {
        eprintln!("skidpad: {error}");
        ExitCode::from(2)
    })
}

/// Report why a world could not be built or a run could not be prepared: exit code 1 if the world or the commands
/// have errors, else 2.
fn failed(problem: skidpad::Error) -> Outcome {
    match problem {
        problem @ (skidpad::Error::World(_)
        | skidpad::Error::Build(_)
        | skidpad::Error::Commands { .. }
        | skidpad::Error::Trajectory { .. }) => {
            eprintln!("{problem}");
            Ok(ExitCode::from(1))
        }
        problem => Err(problem.into()),
    }
}

/// Write to standard output. A closed pipe (`skidpad info … | head`) is not an error.
fn print(bytes: &[u8]) -> std::io::Result<()> {
    match std::io::stdout().write_all(bytes).and_then(|()| std::io::stdout().flush()) {
        Err(error) if error.kind() == std::io::ErrorKind::BrokenPipe => Ok(()),
        other => other,
    }
}
