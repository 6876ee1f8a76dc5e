//! Why a world could not be opened or run.

use skidpad_sim::BuildProblems;
use skidpad_world::Sources;
use std::fmt;
use std::path::PathBuf;

/// Why a world could not be opened or run.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The file could not be opened.
    Unopened {
        /// The file.
        path: PathBuf,
        /// Why.
        reason: std::io::Error,
    },
    /// The file has errors, one `file:line:column: message` each.
    World(Vec<String>),
    /// The world is well written but cannot run, one reason each.
    Build(Vec<String>),
    /// No vehicle has this name.
    UnknownVehicle {
        /// The name.
        name: String,
        /// The most similar name there is.
        nearest: Option<String>,
    },
    /// A vehicle could not be tuned.
    Tuning(String),
}

impl Error {
    /// The reasons why a world cannot run, each with its place.
    pub(crate) fn of_build(problems: &BuildProblems, sources: &Sources) -> Self {
        Error::Build(problems.problems.iter().map(|problem| problem.message(sources)).collect())
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Unopened { path, reason } => write!(f, "{}: {reason}", path.display()),
            Error::World(lines) | Error::Build(lines) => f.write_str(&lines.join("\n")),
            Error::UnknownVehicle { name, nearest: Some(nearest) } => {
                write!(f, "there is no vehicle {name:?}; did you mean {nearest:?}?")
            }
            Error::UnknownVehicle { name, nearest: None } => write!(f, "there is no vehicle {name:?}"),
            Error::Tuning(reason) => f.write_str(reason),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Unopened { reason, .. } => Some(reason),
            _ => None,
        }
    }
}
