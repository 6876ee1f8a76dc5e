//! Recordings in the MCAP format, with the messages of ROS 2.

mod channels;
mod durable;
mod queue;
mod read;
mod recorder;
mod run_log;
mod scribe;

pub use channels::Compression;
pub use durable::DurableFile;
pub use read::{ChannelFacts, Ending, Entry, ReadProblem, read_run};
pub use recorder::{Recorder, RecordingOptions, RecordingSummary, StepRecord, StepSeen};
pub use run_log::{LogEntry, RunLog};
pub use scribe::{Scenery, Scribe};
