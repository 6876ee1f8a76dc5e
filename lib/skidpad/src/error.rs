//! Why a world could not be opened or run.

use skidpad_messages::ScriptProblem;
use skidpad_sim::SnapshotProblem;
use skidpad_world::DiagnosticRecord;
use std::fmt;
use std::path::PathBuf;

/// Why a world could not be opened or run.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The world file could not be opened.
    Unopened {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: std::io::Error,
    },
    /// The world has errors; each has its place.
    World(Vec<DiagnosticRecord>),
    /// The world is valid but cannot be built; each reason has its place.
    Build(Vec<DiagnosticRecord>),
    /// No vehicle, block or sensor has this name.
    UnknownName {
        /// What was looked for: `vehicle`, `block` or `sensor`.
        kind: &'static str,
        /// The name.
        name: String,
        /// The most similar existing name.
        nearest: Option<String>,
    },
    /// The commands have errors, or do not fit the world.
    Commands {
        /// Their file, if they come from one.
        path: Option<PathBuf>,
        /// The problems, in the order of lines.
        problems: Vec<ScriptProblem>,
    },
    /// The file of a trajectory has a mistake.
    Trajectory {
        /// The file.
        path: PathBuf,
        /// The mistake.
        problem: skidpad_sim::TrajectoryProblem,
    },
    /// A vehicle has no trajectory of its own.
    NoTrajectory {
        /// The vehicle.
        vehicle: String,
    },
    /// Expectations do not fit the world.
    Expectations(String),
    /// A run with expectations has no end.
    Endless,
    /// The world has already been read with another seed.
    SeedIsFixed {
        /// The seed it was read with.
        seed: u64,
    },
    /// A file or folder could not be created.
    Output {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        reason: std::io::Error,
    },
    /// A world names an output file outside the output folder.
    RefusedPath(skidpad_record::RefusedPath),
    /// The viewer's server could not listen.
    Listen {
        /// Its address.
        address: std::net::SocketAddr,
        /// Why.
        reason: std::io::Error,
    },
    /// The run could not take part in MVSim's network.
    Mvsim(skidpad_mvsim::StartError),
    /// The run cannot take part in a ROS 1 graph.
    Ros1(skidpad_ros1::NodeError),
    /// The run could not become a ROS 2 node.
    Ros2(skidpad_ros2::StartError),
    /// The state could not be saved or restored.
    Snapshot(SnapshotProblem),
    /// Another call of the system failed: threads, the handler of Ctrl-C.
    System(String),
    /// A vehicle could not be tuned.
    Tuning(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Unopened { path, reason } | Error::Output { path, reason } => {
                write!(f, "{}: {reason}", path.display())
            }
            Error::World(problems) | Error::Build(problems) => {
                write_lines(f, problems.iter().map(ToString::to_string))
            }
            Error::UnknownName { kind, name, nearest } => {
                write!(f, "there is no {kind} {name:?}")?;
                nearest.as_ref().map_or(Ok(()), |nearest| write!(f, "; did you mean {nearest:?}?"))
            }
            Error::Commands { path, problems } => {
                let path = path.as_ref().map_or_else(String::new, |path| format!("{}:", path.display()));
                let line = |it: &ScriptProblem| format!("{path}{}:{}: error: {}", it.line, it.column, it.message);
                write_lines(f, problems.iter().map(line))
            }
            Error::Trajectory { path, problem } => {
                let (line, column, message) = (problem.line, problem.column, &problem.message);
                write!(f, "{}:{line}:{column}: error: {message}", path.display())
            }
            Error::Expectations(reason) | Error::System(reason) | Error::Tuning(reason) => {
                f.write_str(reason)
            }
            Error::NoTrajectory { vehicle } => write!(
                f,
                "\"{vehicle}\" has no <controller class=\"trajectory\"> to follow; give --trajectory FILE"
            ),
            Error::Endless => f.write_str(
                "a run with expectations needs an end: set --duration, or duration_s in the file of expectations",
            ),
            Error::SeedIsFixed { seed } => {
                write!(f, "the world has already been read with seed {seed}; set the seed when it is read")
            }
            Error::RefusedPath(refused) => refused.fmt(f),
            Error::Listen { address, reason } => write!(f, "{address}: {reason}"),
            Error::Mvsim(problem) => write!(f, "MVSim's network: {problem}"),
            Error::Ros1(problem) => problem.fmt(f),
            Error::Ros2(problem) => write!(f, "ROS 2: {problem}"),
            Error::Snapshot(problem) => problem.fmt(f),
        }
    }
}

fn write_lines(f: &mut fmt::Formatter<'_>, lines: impl Iterator<Item = String>) -> fmt::Result {
    f.write_str(&lines.collect::<Vec<_>>().join("\n"))
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Unopened { reason, .. } | Error::Output { reason, .. } | Error::Listen { reason, .. } => {
                Some(reason)
            }
            Error::Mvsim(problem) => Some(problem),
            Error::Ros1(problem) => Some(problem),
            Error::Ros2(problem) => Some(problem),
            Error::Snapshot(problem) => Some(problem),
            _ => None,
        }
    }
}

impl From<SnapshotProblem> for Error {
    fn from(problem: SnapshotProblem) -> Self {
        Error::Snapshot(problem)
    }
}
