//! Topics on which objects publish their poses.

use super::Builder;
use crate::model::Model;
use crate::sensors::topic_like;
use skidpad_messages::{BodyId, PoseContent, PoseTopic};
use skidpad_world::description::Object;

impl Builder<'_> {
    pub(super) fn add_pose_topics(&mut self, body: BodyId, object: &Object) {
        let publish = &object.publish;
        let period_ns = (publish.pose_period_s * 1e9).round() as u64;
        let topic = |topic: &str, content| PoseTopic { topic: topic.to_string(), body, period_ns, content };
        let others = PoseContent::Others(publish.relative_pose_objects.clone());
        let both =
            [topic(&publish.pose_topic, PoseContent::InWorld), topic(&publish.relative_pose_topic, others)];
        let named = both.into_iter().filter(|topic| !topic.topic.is_empty());
        self.model.roster.pose_topics.extend(named);
    }
}

/// The topics of a vehicle that is like another: those that are named after the other one are named after this one.
pub(crate) fn add_pose_topics_like(model: &mut Model, like: BodyId, body: BodyId) {
    let (like_name, name) = (model.roster.name_of(like), model.roster.name_of(body));
    let of_like: Vec<PoseTopic> =
        model.roster.pose_topics.iter().filter(|topic| topic.body == like).cloned().collect();
    for topic in of_like {
        if let Some(renamed) = topic_like(&topic.topic, &like_name, &name) {
            model.roster.pose_topics.push(PoseTopic { topic: renamed, body, ..topic });
        }
    }
}
