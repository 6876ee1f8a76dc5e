//! The topics on which objects tell their poses.

use super::objects::Seen;
use crate::client::{ClientError, Publication};
use crate::messages::TimeStampedPose;
use crate::world::World;
use skidpad_messages::Step;

/// A topic of poses that a world file asks for with `<publish>`.
#[derive(Clone, Debug, PartialEq)]
pub struct PoseTopic {
    /// Name of the topic.
    pub topic: String,
    /// Name of the object that publishes.
    pub object: String,
    /// Simulated time between two messages [ns].
    pub period_ns: u64,
    /// Which poses.
    pub content: PoseContent,
}

/// Which poses a topic has.
#[derive(Clone, Debug, PartialEq)]
pub enum PoseContent {
    /// Where the object is in the world.
    InWorld,
    /// Where other objects are, seen from this one: one message for each of these names.
    Others(Vec<String>),
}

/// Topics of poses, advertised.
#[derive(Debug, Default)]
pub(super) struct PoseTopics {
    /// Each topic once, also where several objects publish on it.
    publications: Vec<Publication<TimeStampedPose>>,
    entries: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    /// Place among the publications.
    publication: usize,
    topic: PoseTopic,
    /// Simulated time of the last message [ns].
    published_ns: Option<u64>,
}

impl PoseTopics {
    pub(super) fn advertise(world: &World, topics: &[PoseTopic]) -> Result<Self, ClientError> {
        let mut all = PoseTopics::default();
        for topic in topics {
            let known = all.publications.iter().position(|publication| publication.topic() == topic.topic);
            let publication = match known {
                Some(index) => index,
                None => {
                    all.publications.push(world.advertise(&topic.topic)?);
                    all.publications.len() - 1
                }
            };
            all.entries.push(Entry { publication, topic: topic.clone(), published_ns: None });
        }
        Ok(all)
    }

    /// Publish the poses that are due and that someone subscribes to.
    pub(super) fn publish(&mut self, step: &Step, unix_start_ns: u64) {
        let time_ns = step.time_ns();
        for entry in &mut self.entries {
            let publication = &self.publications[entry.publication];
            // A reset sets time back.
            let is_due = |published: u64| time_ns < published || time_ns - published >= entry.topic.period_ns;
            if publication.subscriber_count() > 0 && entry.published_ns.is_none_or(is_due) {
                entry.published_ns = Some(time_ns);
                let unix_s = unix_start_ns.saturating_add(time_ns) as f64 * 1e-9;
                for message in entry.topic.messages(&Seen::of(step), unix_s) {
                    publication.publish(&message);
                }
            }
        }
    }
}

impl PoseTopic {
    /// The messages of a step; objects that are not there have none.
    fn messages(&self, seen: &Seen, unix_s: f64) -> Vec<TimeStampedPose> {
        let Some(object) = seen.present(&self.object) else { return Vec::new() };
        match &self.content {
            PoseContent::InWorld => {
                vec![TimeStampedPose::in_world(unix_s, object.name, object.pose_in_world)]
            }
            PoseContent::Others(names) => {
                let others = names.iter().filter_map(|name| seen.present(name));
                let viewer = (object.name, object.pose_in_world);
                others
                    .map(|other| TimeStampedPose::relative(unix_s, (other.name, other.pose_in_world), viewer))
                    .collect()
            }
        }
    }
}
