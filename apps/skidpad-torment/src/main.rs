//! `skidpad-torment`: hostile files and clients for trying a skidpad.
#![forbid(unsafe_code)]

use clap::{Parser, Subcommand};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

#[derive(Parser)]
#[command(version, about = "Hostile files and hostile clients for trying skidpad")]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Write hostile worlds, each in a folder of its own
    Files {
        /// Folder to write into
        folder: PathBuf,
        /// Only worlds whose name contains this
        #[arg(long, default_value = "")]
        only: String,
    },
    /// Attack the viewer's server of a running skidpad with every kind of hostile client at once
    Clients {
        /// Its address, such as 127.0.0.1:8080
        address: SocketAddr,
        /// How long [s]
        #[arg(long, default_value_t = 10)]
        seconds: u64,
    },
}

fn main() -> ExitCode {
    match run(&Arguments::parse().command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("skidpad-torment: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn run(command: &Command) -> Result<(), String> {
    match command {
        Command::Files { folder, only } => {
            for make in skidpad_torment::files::hostile_worlds() {
                let case = make();
                if case.name.contains(only) {
                    let path =
                        case.write(folder).map_err(|problem| format!("{}: {problem}", folder.display()))?;
                    println!("{} {} bytes", path.display(), case.size_bytes());
                }
            }
            Ok(())
        }
        Command::Clients { address, seconds } => {
            let report = skidpad_torment::clients::torment(*address, Duration::from_secs(*seconds));
            println!(
                "{} hostile connections; {} of {} ordinary requests answered, the slowest after {} ms",
                report.connection_count,
                report.answered_count,
                report.asked_count,
                report.longest_wait.as_millis()
            );
            if report.leaks.is_empty() {
                Ok(())
            } else {
                Err(format!("answered: {}", report.leaks.join("; ")))
            }
        }
    }
}
