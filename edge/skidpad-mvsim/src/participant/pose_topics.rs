//! The topics on which objects tell their poses.

use super::objects::Seen;
use crate::client::{ClientError, Publication};
use crate::messages::TimeStampedPose;
use crate::world::World;
use skidpad_messages::{PoseContent, PoseTopic, Roster, Step};

/// Topics of poses, advertised.
#[derive(Debug, Default)]
pub(super) struct PoseTopics {
    /// Each topic once, also where several objects publish on it.
    publications: Vec<Publication<TimeStampedPose>>,
    entries: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    /// Place among the publications; none where the topic could not be advertised.
    publication: Option<usize>,
    topic: PoseTopic,
    /// Simulated time of the last message [ns].
    published_ns: Option<u64>,
}

impl PoseTopics {
    /// Advertise the topics of a roster, those that are known already apart. A topic that cannot be advertised is left
    /// out, and the problems are returned.
    pub(super) fn advertise(&mut self, world: &World, roster: &Roster) -> Vec<ClientError> {
        let is_same = |(entry, topic): (&Entry, &PoseTopic)| entry.topic == *topic;
        let known = self.entries.iter().zip(&roster.pose_topics).take_while(|pair| is_same(*pair)).count();
        // What was added is gone, or something else was added instead.
        self.entries.truncate(known);
        let mut problems = Vec::new();
        for topic in &roster.pose_topics[known..] {
            let mut publication = self.publications.iter().position(|it| it.topic() == topic.topic);
            if publication.is_none() {
                match world.advertise(&topic.topic) {
                    Ok(new) => {
                        publication = Some(self.publications.len());
                        self.publications.push(new);
                    }
                    Err(problem) => problems.push(problem),
                }
            }
            self.entries.push(Entry { publication, topic: topic.clone(), published_ns: None });
        }
        problems
    }

    /// Publish the poses that are due and that someone subscribes to.
    pub(super) fn publish(&mut self, step: &Step, unix_start_ns: u64) {
        let time_ns = step.time_ns();
        for entry in &mut self.entries {
            let Some(publication) = entry.publication.map(|index| &self.publications[index]) else {
                continue;
            };
            // A reset sets time back.
            let is_due = |published: u64| time_ns < published || time_ns - published >= entry.topic.period_ns;
            if publication.subscriber_count() > 0 && entry.published_ns.is_none_or(is_due) {
                entry.published_ns = Some(time_ns);
                let unix_s = unix_start_ns.saturating_add(time_ns) as f64 * 1e-9;
                for message in messages(&entry.topic, &Seen::of(step), unix_s) {
                    publication.publish(&message);
                }
            }
        }
    }
}

/// The messages of a step; objects that are not there have none.
fn messages(topic: &PoseTopic, seen: &Seen, unix_s: f64) -> Vec<TimeStampedPose> {
    let mut objects = seen.objects().filter(|object| object.is_present);
    let Some(object) = objects.find(|object| object.body == Some(topic.body)) else { return Vec::new() };
    match &topic.content {
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
