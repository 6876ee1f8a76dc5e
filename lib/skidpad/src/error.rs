//! Why a world could not be opened or run.

use skidpad_world::{DiagnosticRecord, Diagnostics, Sources};
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
    /// The file has errors.
    World(Vec<DiagnosticRecord>),
    /// The file has no errors, but the world cannot run.
    Build(Vec<DiagnosticRecord>),
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
    /// The errors of a world file.
    pub(crate) fn of_world(diagnostics: &Diagnostics, sources: &Sources) -> Self {
        Error::World(error_records(diagnostics, sources))
    }

    /// The reasons why a world cannot run.
    pub(crate) fn of_build(diagnostics: &Diagnostics, sources: &Sources) -> Self {
        Error::Build(error_records(diagnostics, sources))
    }
}

fn error_records(diagnostics: &Diagnostics, sources: &Sources) -> Vec<DiagnosticRecord> {
    diagnostics.errors().map(|error| error.record(sources)).collect()
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Unopened { path, reason } => write!(f, "{}: {reason}", path.display()),
            Error::World(errors) | Error::Build(errors) => {
                let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
                f.write_str(&lines.join("\n"))
            }
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
