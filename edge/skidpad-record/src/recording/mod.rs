//! Recordings in the MCAP format, with the messages of ROS 2.

mod channels;
mod durable;
mod info;
mod mcap_writer;
mod pose_topics;
mod read;
mod recorder;
mod run_log;
mod static_frames;

pub use channels::Compression;
pub use durable::DurableFile;
pub use info::{AttachmentInfo, RecordingInfo, TopicInfo};
pub use mcap_writer::{LaterFiles, McapWriter};
pub use read::{ChannelFacts, Ending, Entry, ReadProblem, read_run};
pub use recorder::{Recorder, RecorderMonitor, RecordingOptions, RecordingSummary};
pub use run_log::{LogEntry, RunLog};
pub use skidpad_rosmsg::Scenery;
