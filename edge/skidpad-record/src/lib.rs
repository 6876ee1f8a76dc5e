//! Runs as files: traces, logs and trajectories as text, readings as files, everything as MCAP.
//!
//! Every writer is a participant of a run and reads its [`Step`](skidpad_messages::Step), so that all files of a run show
//! the same numbers. Numbers are written with enough digits to read the same bits back.
//! A world can name its log files; they stay below the output folder that the program sets.
//!
//! A [`Recorder`] writes on a thread of its own. If the disk fails, the recording ends with an error and the run
//! continues; everything up to the last flush can be read.
#![forbid(unsafe_code)]

mod dump;
mod fault;
#[doc(hidden)]
pub mod fuzzing;
mod log;
mod names;
mod output;
mod provenance;
mod reading_lines;
mod recording;
mod sessions;
mod topics;
mod trace;
mod trajectory;

pub use dump::{Dump, write_picture};
pub use fault::Fault;
pub use log::VehicleLogs;
pub use names::{OutputFolder, RefusedPath, VehicleFiles};
pub use output::{check_output, create_output};
pub use provenance::{Outline, Provenance, RunFacts};
pub use reading_lines::ReadingLines;
pub use recording::{
    AttachmentInfo, ChannelFacts, Compression, DurableFile, Ending, Entry, LaterFiles, LogEntry, McapWriter,
    ReadProblem, Recorder, RecorderMonitor, RecordingInfo, RecordingOptions, RecordingSummary, RunLog,
    Scenery, TopicInfo, read_run,
};
pub use sessions::{LogProblem, LogSessions};
pub use topics::TopicChoice;
pub use trace::{STANDARD_OUTPUT, TraceFiles};
pub use trajectory::{TrajectoryFiles, trajectory_row};
