//! What is recorded, and how.

use clap::{Args, ValueEnum};
use skidpad::record::{
    Compression, DurableFile, Provenance, Recorder, RecordingOptions, Scenery, TopicChoice,
};
use skidpad::rosmsg::{FrameStyle, Naming};
use skidpad::sim::Simulation;
use skidpad::{Roster, World, WorldOptions, recording};
use std::path::{Path, PathBuf};

/// Options of a recording.
#[derive(Args)]
pub(crate) struct RecordArgs {
    /// Record everything as an MCAP file of ROS 2 messages
    #[arg(long, value_name = "FILE.mcap")]
    pub(crate) record: Option<PathBuf>,
    /// Topics to record, by patterns between commas: `/odom,/*/scan,!**/image_raw`
    #[arg(long, value_name = "PATTERNS", default_value = "", requires = "record")]
    topics: String,
    /// How the recording is made smaller
    #[arg(long, value_enum, default_value_t = CompressionName::Lz4, requires = "record")]
    compression: CompressionName,
    /// How the frames of several vehicles are kept apart: a tf topic each, or prefixes
    #[arg(long, value_enum, default_value_t = FrameStyleName::Namespaced, requires = "record")]
    frames: FrameStyleName,
    /// Rows per second of the log columns in the recording; every step unless given
    #[arg(long, value_name = "HZ", value_parser = parse_rate, requires = "record")]
    log_rate: Option<f64>,
}

/// What a recording begins with. In a world with large maps it takes a while to put together.
pub(crate) struct Opening {
    provenance: Provenance,
    scenery: Scenery,
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

fn parse_rate(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(rate_hz) if (1e-3..=1e6).contains(&rate_hz) => Ok(rate_hz),
        _ => Err("a number from 0.001 to 1e6".to_string()),
    }
}

impl RecordArgs {
    fn options(&self) -> RecordingOptions {
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
                always_namespaced: false,
            },
            log_period_ns: self.log_rate.map_or(0, |rate_hz| (1e9 / rate_hz).round() as u64),
            ..RecordingOptions::default()
        }
    }

    /// Which sensors are recorded from the start, one answer each.
    pub(crate) fn wanted_sensors(&self, roster: &Roster) -> Vec<bool> {
        match self.record {
            Some(_) => self.options().wanted_sensors(roster),
            None => vec![false; roster.sensors.len()],
        }
    }

    /// What a recording begins with, of the world as it is now.
    pub(crate) fn opening(
        &self,
        world: &World,
        sim: &Simulation,
        opened_as: &Path,
        given: &WorldOptions,
    ) -> Result<Opening, String> {
        let command_line = std::env::args().collect();
        let opened_as = opened_as.display().to_string();
        let mut provenance =
            recording::provenance(world, sim, given, &opened_as, crate::VERSION, command_line)
                .map_err(|problem| problem.to_string())?;
        provenance.facts.topics = self.options().topics.to_string();
        Ok(Opening { provenance, scenery: recording::scenery(world, sim) })
    }

    /// Begin a recording.
    pub(crate) fn start(&self, path: &Path, may_replace: bool, opening: Opening) -> Result<Recorder, String> {
        let at = |error: std::io::Error| format!("{}: {error}", path.display());
        let create = if may_replace { DurableFile::create } else { DurableFile::create_new };
        let file = create(path).map_err(at)?;
        Recorder::start_file(file, opening.provenance, opening.scenery, self.options()).map_err(at)
    }
}
