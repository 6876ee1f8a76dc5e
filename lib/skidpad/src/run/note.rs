//! What a run reports before its end.

use skidpad_ros1::NodeEvent;
use std::fmt;
use std::time::Duration;

/// Something that a user should know before the run has ended.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum RunNote {
    /// The run goes on with another world.
    WorldChanged {
        /// The world; `None` if the one before was unloaded.
        world: Option<String>,
    },
    /// A recording was started by a client.
    RecordingBegun {
        /// Its file.
        file: String,
    },
    /// A participant failed: its files are incomplete, and the run continues without it.
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
    /// The run does not take part in MVSim's network, as it was to if possible.
    NoMvsim {
        /// Why.
        reason: String,
    },
    /// What became of the ROS 1 node: registered, waiting for the master, asked to end.
    Ros1 {
        /// What happened.
        event: NodeEvent,
    },
    /// A bridge to another network has failed and starts again, or cannot offer something.
    Bridge {
        /// What happened.
        what: String,
    },
    /// No client asked for steps in time, in lock-step.
    ControllerLate {
        /// How long the run waited.
        waited: Duration,
        /// Whether the run ends; otherwise it goes on without the client.
        ends: bool,
    },
    /// A pattern of topics to record matches no topic of the world.
    NoSuchTopic {
        /// The pattern.
        pattern: String,
    },
    /// The world asks for something that skidpad does not support.
    NotDone {
        /// What, and what to do instead.
        what: String,
    },
}

impl RunNote {
    /// Whether files are incomplete.
    pub fn is_failure(&self) -> bool {
        matches!(self, RunNote::ParticipantFailed { .. })
    }
}

impl fmt::Display for RunNote {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RunNote::WorldChanged { world: Some(world) } => {
                write!(f, "the run goes on with {world}; files of the world before are closed")
            }
            RunNote::WorldChanged { world: None } => {
                f.write_str("the world was unloaded; its files are closed")
            }
            RunNote::RecordingBegun { file } => write!(f, "recording {file}"),
            RunNote::ParticipantFailed { name, reason } => {
                write!(f, "{name}: {reason}; the simulation continues without it")
            }
            RunNote::WaitedForDisk { file, waited } => write!(
                f,
                "note: the run waited {:.1} s for the disk to write {file}; --topics and --log-rate reduce its size",
                waited.as_secs_f64()
            ),
            RunNote::NoMvsim { reason } => write!(f, "note: MVSim's network is off: {reason}"),
            RunNote::Ros1 { event } => event.fmt(f),
            RunNote::Bridge { what } => write!(f, "warning: {what}"),
            RunNote::ControllerLate { waited, ends } => {
                let then = if *ends { "the run ends" } else { "the run goes on without it" };
                let waited_s = waited.as_secs_f64();
                write!(f, "lock-step: no client has sent advance for {waited_s:.1} s; {then}")
            }
            RunNote::NoSuchTopic { pattern } => write!(
                f,
                "warning: no topic of this world matches \"{pattern}\" of --topics; a recording made without --topics lists them with `skidpad info`"
            ),
            RunNote::NotDone { what } => write!(f, "warning: {what}"),
        }
    }
}
