//! A summary of what a recording contains.

use super::read::{Ending, Entry, ReadProblem, read_run};
use crate::RunFacts;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// A summary of what a recording contains.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct RecordingInfo {
    /// The file.
    pub file: String,
    /// The program that wrote it.
    pub library: String,
    /// Whether the file is complete.
    pub is_whole: bool,
    /// How the file ends.
    pub ending: String,
    /// Recorded time [s].
    pub duration_s: f64,
    /// Number of messages.
    pub message_count: u64,
    /// The world.
    pub world: String,
    /// Seed of everything random.
    pub seed: u64,
    /// Version of the program that made the run.
    pub version: String,
    /// Names of vehicles.
    pub vehicles: Vec<String>,
    /// Attached files.
    pub attachments: Vec<AttachmentInfo>,
    /// Topics by name.
    pub topics: BTreeMap<String, TopicInfo>,
}

/// A file attached to a recording.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AttachmentInfo {
    /// Its name.
    pub name: String,
    /// Its size in bytes.
    pub bytes: usize,
}

/// A topic of a recording.
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
pub struct TopicInfo {
    /// Its type.
    #[serde(rename = "type")]
    pub type_name: String,
    /// Hash of its type.
    pub type_hash: String,
    /// Number of messages.
    pub message_count: u64,
    /// Bytes of its messages.
    pub bytes: u64,
    /// Time of the first message [s].
    pub first_s: f64,
    /// Time of the last message [s].
    pub last_s: f64,
}

impl TopicInfo {
    /// Messages per second, if there are at least two.
    pub fn rate_hz(&self) -> Option<f64> {
        let span_s = self.last_s - self.first_s;
        (self.message_count > 1 && span_s > 0.0).then(|| (self.message_count - 1) as f64 / span_s)
    }
}

impl RecordingInfo {
    /// Read a recording.
    pub fn read(path: &Path) -> Result<RecordingInfo, ReadProblem> {
        let file = File::open(path).map_err(ReadProblem::Io)?;
        let mut summary = RecordingInfo { file: path.display().to_string(), ..RecordingInfo::default() };
        let mut end_ns = 0;
        let ending = read_run(BufReader::new(file), &mut |entry| match entry {
            Entry::Header { library, .. } => summary.library = library.to_string(),
            Entry::Attachment { name, bytes } => {
                if name == "skidpad/run.json"
                    && let Ok(facts) = serde_json::from_slice::<RunFacts>(bytes)
                {
                    summary.world = facts.world;
                    summary.seed = facts.seed;
                    summary.version = facts.version;
                    summary.vehicles = facts.vehicles;
                }
                summary.attachments.push(AttachmentInfo { name: name.to_string(), bytes: bytes.len() });
            }
            Entry::Message { channel, log_time_ns, data, .. } => {
                summary.message_count += 1;
                end_ns = end_ns.max(log_time_ns);
                let time_s = log_time_ns as f64 * 1e-9;
                let topic = summary.topics.entry(channel.topic.clone()).or_insert_with(|| TopicInfo {
                    type_name: channel.type_name.clone(),
                    type_hash: channel.type_hash.clone(),
                    first_s: time_s,
                    ..TopicInfo::default()
                });
                topic.message_count += 1;
                topic.bytes += data.len() as u64;
                topic.last_s = time_s;
            }
        })?;
        summary.duration_s = end_ns as f64 * 1e-9;
        summary.is_whole = ending == Ending::Whole;
        summary.ending = match ending {
            Ending::Whole => "complete".to_string(),
            Ending::CutShort => "cut short; everything before is readable".to_string(),
            Ending::Damaged(why) => format!("damaged ({why}); everything before is readable"),
        };
        Ok(summary)
    }
}

impl fmt::Display for RecordingInfo {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let summary = self;
        writeln!(out, "{}", summary.file)?;
        writeln!(out, "  written by  {}", summary.library)?;
        writeln!(out, "  file        {}", summary.ending)?;
        writeln!(out, "  world       {}, seed {}", summary.world, summary.seed)?;
        writeln!(out, "  vehicles    {}", summary.vehicles.join(", "))?;
        writeln!(out, "  duration    {:.3} s, {} messages", summary.duration_s, summary.message_count)?;
        writeln!(out, "  attachments")?;
        for attachment in &summary.attachments {
            writeln!(out, "    {} ({} bytes)", attachment.name, attachment.bytes)?;
        }
        let (logs, topics): (Vec<_>, Vec<_>) =
            summary.topics.iter().partition(|(topic, _)| topic.contains("/log/"));
        writeln!(out, "  topics")?;
        for (topic, it) in topics {
            let rate = it.rate_hz().map_or_else(String::new, |rate_hz| format!(", {rate_hz:.1} Hz"));
            writeln!(out, "    {topic} ({}): {} messages{rate}", it.type_name, it.message_count)?;
        }
        if !logs.is_empty() {
            let count: u64 = logs.iter().map(|(_, it)| it.message_count).sum();
            writeln!(out, "  log columns {} topics, {count} messages", logs.len())?;
        }
        Ok(())
    }
}
