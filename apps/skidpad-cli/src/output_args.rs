//! Options for the files that a run writes.

use clap::{Args, ValueEnum};
use skidpad::Outputs;
use skidpad::record::{Compression, RecordingOptions, STANDARD_OUTPUT, TopicChoice};
use skidpad::rosmsg::{DepthCameraNames, FrameStyle, Naming};
use std::path::{Path, PathBuf};

/// The files that a run writes.
#[derive(Args)]
pub(crate) struct OutputArgs {
    /// Write one row per step; with several vehicles, one file each with the name before the extension. `-` is
    /// standard output, for one vehicle
    #[arg(long, value_name = "FILE.csv")]
    trace: Option<PathBuf>,
    /// Write pose and wheel logs of every vehicle into this folder
    #[arg(long, value_name = "DIR")]
    csv: Option<PathBuf>,
    /// Write every reading of every sensor into this folder, as files in common formats
    #[arg(long, value_name = "DIR")]
    dump: Option<PathBuf>,
    /// Write every reading of every sensor as a line of JSON
    #[arg(long, value_name = "FILE.jsonl")]
    readings: Option<PathBuf>,
    /// Record everything as an MCAP file of ROS 2 messages
    #[arg(long, value_name = "FILE.mcap")]
    record: Option<PathBuf>,
    /// Topics to record, as patterns separated by commas: `/odom,/*/scan,!**/image_raw`
    #[arg(long, value_name = "PATTERNS", default_value = "", requires = "record")]
    topics: String,
    /// Compression of the recording
    #[arg(long, value_enum, default_value_t = CompressionName::Lz4, requires = "record")]
    compression: CompressionName,
    /// How the frames of several vehicles are distinguished: one tf topic per vehicle, or prefixes
    #[arg(long, value_enum, default_value_t = FrameStyleName::Namespaced, requires = "record")]
    frames: FrameStyleName,
    /// Topics of depth cameras: `<rgbd>_rgb/image_raw` and so on, which MVSim publishes, or `<rgbd>_image` and so
    /// on, which its documentation lists
    #[arg(long, value_enum, default_value_t = DepthTopicsName::Published, requires = "record")]
    depth_topics: DepthTopicsName,
    /// Replace an existing recording
    #[arg(long)]
    force: bool,
    /// Record a topic for each log column too, for tools that plot plain numbers
    #[arg(long, requires = "record")]
    log_topics: bool,
    /// Rows per second of the log columns in the recording [default: every step]
    #[arg(long, value_name = "HZ", value_parser = parse_rate, requires = "record")]
    log_rate: Option<f64>,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum CompressionName {
    Lz4,
    Zstd,
    None,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum FrameStyleName {
    Namespaced,
    Prefixed,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum DepthTopicsName {
    Published,
    Documented,
}

fn parse_rate(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(rate_hz) if (1e-3..=1e6).contains(&rate_hz) => Ok(rate_hz),
        _ => Err("expected a number from 0.001 to 1e6".to_string()),
    }
}

impl OutputArgs {
    /// Whether these files show textures.
    pub(crate) fn show_textures(&self) -> bool {
        self.record.is_some() || self.dump.is_some() || self.readings.is_some()
    }

    /// Whether a trace goes to standard output.
    pub(crate) fn trace_is_printed(&self) -> bool {
        self.trace.as_deref() == Some(Path::new(STANDARD_OUTPUT))
    }

    /// The same as a type of the library.
    pub(crate) fn outputs(&self) -> Outputs {
        Outputs {
            trace: self.trace.clone(),
            csv: self.csv.clone(),
            dump: self.dump.clone(),
            readings: self.readings.clone(),
            record: self.record.clone(),
            recording: self.recording_options(),
            may_overwrite: self.force,
            ..Outputs::default()
        }
    }

    fn recording_options(&self) -> RecordingOptions {
        RecordingOptions {
            compression: match self.compression {
                CompressionName::Lz4 => Compression::Lz4,
                CompressionName::Zstd => Compression::Zstd,
                CompressionName::None => Compression::None,
            },
            topics: TopicChoice::parse(&self.topics),
            naming: Naming {
                frames: match self.frames {
                    FrameStyleName::Namespaced => FrameStyle::Namespaced,
                    FrameStyleName::Prefixed => FrameStyle::Prefixed,
                },
                depth_cameras: match self.depth_topics {
                    DepthTopicsName::Published => DepthCameraNames::Published,
                    DepthTopicsName::Documented => DepthCameraNames::Documented,
                },
                ..Naming::default()
            },
            has_log_topics: self.log_topics,
            log_period_ns: self.log_rate.map_or(0, |rate_hz| (1e9 / rate_hz).round() as u64),
            ..RecordingOptions::default()
        }
    }
}
