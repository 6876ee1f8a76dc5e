//! `skidpad info RUN.mcap`: what is in a recording.

use crate::{Outcome, print};
use serde::Serialize;
use skidpad::record::{Ending, Entry, read_run};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::process::ExitCode;

/// What is in a recording, in numbers and names.
#[derive(Serialize, Default)]
struct RunSummary {
    file: String,
    library: String,
    is_whole: bool,
    ending: String,
    duration_s: f64,
    message_count: u64,
    world: String,
    seed: u64,
    version: String,
    vehicles: Vec<String>,
    attachments: Vec<AttachmentSummary>,
    topics: BTreeMap<String, TopicSummary>,
}

#[derive(Serialize)]
struct AttachmentSummary {
    name: String,
    bytes: usize,
}

#[derive(Serialize, Default)]
struct TopicSummary {
    #[serde(rename = "type")]
    type_name: String,
    type_hash: String,
    message_count: u64,
    bytes: u64,
    first_s: f64,
    last_s: f64,
}

impl TopicSummary {
    fn rate_hz(&self) -> Option<f64> {
        let span_s = self.last_s - self.first_s;
        (self.message_count > 1 && span_s > 0.0).then(|| (self.message_count - 1) as f64 / span_s)
    }
}

pub(crate) fn run(path: &Path, is_json: bool) -> Outcome {
    let at = |problem: &dyn std::fmt::Display| format!("{}: {problem}", path.display());
    let file = File::open(path).map_err(|error| at(&error))?;
    let mut summary = RunSummary { file: path.display().to_string(), ..RunSummary::default() };
    let mut end_ns = 0;
    let ending = read_run(BufReader::new(file), &mut |entry| match entry {
        Entry::Header { library, .. } => summary.library = library.to_string(),
        Entry::Attachment { name, bytes } => {
            if name == "skidpad/run.json"
                && let Ok(facts) = serde_json::from_slice::<skidpad::record::RunFacts>(bytes)
            {
                summary.world = facts.world;
                summary.seed = facts.seed;
                summary.version = facts.version;
                summary.vehicles = facts.vehicles;
            }
            summary.attachments.push(AttachmentSummary { name: name.to_string(), bytes: bytes.len() });
        }
        Entry::Message { channel, log_time_ns, data, .. } => {
            summary.message_count += 1;
            end_ns = end_ns.max(log_time_ns);
            let time_s = log_time_ns as f64 * 1e-9;
            let topic = summary.topics.entry(channel.topic.clone()).or_insert_with(|| TopicSummary {
                type_name: channel.type_name.clone(),
                type_hash: channel.type_hash.clone(),
                first_s: time_s,
                ..TopicSummary::default()
            });
            topic.message_count += 1;
            topic.bytes += data.len() as u64;
            topic.last_s = time_s;
        }
    })
    .map_err(|problem| at(&problem))?;
    summary.duration_s = end_ns as f64 * 1e-9;
    summary.is_whole = ending == Ending::Whole;
    summary.ending = match ending {
        Ending::Whole => "whole".to_string(),
        Ending::CutShort => "ends in the middle; everything before is readable".to_string(),
        Ending::Damaged(why) => format!("damaged ({why}); everything before is readable"),
    };
    if is_json {
        print(format!("{}\n", serde_json::to_string_pretty(&summary)?).as_bytes())?;
    } else {
        print(text(&summary).as_bytes())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn text(summary: &RunSummary) -> String {
    let mut out = format!("{}\n", summary.file);
    let _ = writeln!(out, "  written by  {}", summary.library);
    let _ = writeln!(out, "  file        {}", summary.ending);
    let _ = writeln!(out, "  world       {}, seed {}", summary.world, summary.seed);
    let _ = writeln!(out, "  vehicles    {}", summary.vehicles.join(", "));
    let _ = writeln!(out, "  duration    {:.3} s, {} messages", summary.duration_s, summary.message_count);
    let _ = writeln!(out, "  attachments");
    for attachment in &summary.attachments {
        let _ = writeln!(out, "    {} ({} bytes)", attachment.name, attachment.bytes);
    }
    let (logs, topics): (Vec<_>, Vec<_>) =
        summary.topics.iter().partition(|(topic, _)| topic.contains("/log/"));
    let _ = writeln!(out, "  topics");
    for (topic, it) in topics {
        let rate = it.rate_hz().map_or_else(String::new, |rate_hz| format!(", {rate_hz:.1} Hz"));
        let _ = writeln!(out, "    {topic} ({}): {} messages{rate}", it.type_name, it.message_count);
    }
    if !logs.is_empty() {
        let count: u64 = logs.iter().map(|(_, it)| it.message_count).sum();
        let _ = writeln!(out, "  log columns {} topics, {count} messages", logs.len());
    }
    out
}
