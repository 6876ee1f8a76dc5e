//! What a run reports while it goes on.

use std::fmt;
use std::time::Duration;

/// Something that a person should know about a run while it goes on.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum RunNote {
    /// A recording was begun because a client asked for it.
    RecordingBegun {
        /// Its file.
        file: String,
    },
    /// A participant failed: its files are incomplete, and the run goes on without it.
    ParticipantFailed {
        /// Its name; the file, for those that write one.
        name: String,
        /// Why.
        reason: String,
    },
    /// The run had to wait for the disk.
    WaitedForDisk {
        /// The recording.
        file: String,
        /// How long.
        waited: Duration,
    },
    /// The world asks for something that this program does not do.
    NotDone {
        /// What, and what to do instead.
        what: String,
    },
}

impl RunNote {
    /// Whether files are incomplete because of this.
    pub fn is_failure(&self) -> bool {
        matches!(self, RunNote::ParticipantFailed { .. })
    }
}

impl fmt::Display for RunNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunNote::RecordingBegun { file } => write!(f, "recording {file}"),
            RunNote::ParticipantFailed { name, reason } => {
                write!(f, "{name}: {reason}; it stops here, the simulation goes on")
            }
            RunNote::WaitedForDisk { file, waited } => write!(
                f,
                "note: the run waited {:.1} s for {file}; --topics or --log-rate make it smaller",
                waited.as_secs_f64()
            ),
            RunNote::NotDone { what } => write!(f, "warning: {what}"),
        }
    }
}
