//! Poses that a world file asks to publish, in recordings.

use super::channels::Channels;
use mcap::McapResult;
use skidpad_math::Pose3;
use skidpad_messages::{Observations, PoseContent, PoseTopic, Roster};
use skidpad_rosmsg::{pose_stamped, relative_transforms};
use std::io::{Seek, Write};

/// When each topic of poses was last written.
#[derive(Debug, Default)]
pub(super) struct PoseTopics {
    written_ns: Vec<Option<u64>>,
}

impl PoseTopics {
    /// Write the poses that are due. `map` is the frame of the world.
    pub(super) fn write<W: Write + Seek>(
        &mut self,
        channels: &mut Channels<W>,
        seen: &Observations,
        roster: &Roster,
        map: &str,
    ) -> McapResult<()> {
        self.written_ns.resize(roster.pose_topics.len(), None);
        for (topic, written_ns) in roster.pose_topics.iter().zip(&mut self.written_ns) {
            let time_ns = seen.time_ns;
            // A reset sets time back.
            let is_due = |written: u64| time_ns < written || time_ns - written >= topic.period_ns;
            if !written_ns.is_none_or(is_due) {
                continue;
            }
            let Some(pose) = seen.pose_of(topic.body) else { continue };
            *written_ns = Some(time_ns);
            write_topic(channels, seen, roster, topic, &pose, map)?;
        }
        Ok(())
    }
}

fn write_topic<W: Write + Seek>(
    channels: &mut Channels<W>,
    seen: &Observations,
    roster: &Roster,
    topic: &PoseTopic,
    pose: &Pose3,
    map: &str,
) -> McapResult<()> {
    let name = format!("/{}", topic.topic.trim_start_matches('/'));
    let time_ns = seen.time_ns;
    match &topic.content {
        PoseContent::InWorld => channels.send(&name, time_ns, &pose_stamped(time_ns, map, pose)),
        PoseContent::Others(others) => {
            let from = pose.inverse();
            let find = |name: &str| roster.bodies_named(name).find_map(|body| seen.pose_of(body));
            let others = others.iter().filter_map(|name| Some((name.as_str(), from * find(name)?)));
            let others: Vec<(&str, Pose3)> = others.collect();
            channels.send(&name, time_ns, &relative_transforms(time_ns, &roster.name_of(topic.body), &others))
        }
    }
}
