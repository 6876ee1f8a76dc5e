//! Static transforms of a recording: every message has all of its topic, because a late reader gets the last one only.

use super::channels::Channels;
use mcap::McapResult;
use skidpad_rosmsg::msg::{TFMessage, TransformStamped};
use std::collections::{BTreeMap, BTreeSet};
use std::io::{Seek, Write};

/// The static transforms of each topic.
#[derive(Debug, Default)]
pub(super) struct StaticFrames {
    topics: BTreeMap<String, Vec<TransformStamped>>,
    /// Topics whose transforms have changed since their last message.
    changed: BTreeSet<String>,
    /// Depth cameras that have said where their colour camera is.
    with_colour: BTreeSet<u32>,
}

impl StaticFrames {
    /// Add transforms to a topic; one of a frame that it has takes the place of the old one.
    pub(super) fn set(&mut self, topic: &str, transforms: TFMessage) {
        let all = self.topics.entry(topic.to_string()).or_default();
        for new in transforms.transforms {
            match all.iter_mut().find(|old| old.child_frame_id == new.child_frame_id) {
                Some(old) if old.header.frame_id == new.header.frame_id && old.transform == new.transform => {
                    continue;
                }
                Some(old) => *old = new,
                None => all.push(new),
            }
            self.changed.insert(topic.to_string());
        }
    }

    /// The same for the frames of a sensor.
    pub(super) fn set_of_sensor(
        &mut self,
        sensor: u32,
        has_colour: bool,
        topic: &str,
        transforms: TFMessage,
    ) {
        if has_colour {
            self.with_colour.insert(sensor);
        }
        self.set(topic, transforms);
    }

    /// Whether a depth camera has said where its colour camera is.
    pub(super) fn knows_colour_of(&self, sensor: u32) -> bool {
        self.with_colour.contains(&sensor)
    }

    /// Write the topics that have changed, whole.
    pub(super) fn write<W: Write + Seek>(
        &mut self,
        channels: &mut Channels<W>,
        stamp_ns: u64,
    ) -> McapResult<()> {
        for topic in std::mem::take(&mut self.changed) {
            let transforms = self.topics.get(&topic).cloned().unwrap_or_default();
            channels.send(&topic, stamp_ns, &TFMessage { transforms })?;
        }
        Ok(())
    }
}
