//! Connects a run to MVSim's network.

use super::MvsimNetwork;
use crate::World;
use skidpad_link::RunHandle;
use skidpad_messages::Roster;
use skidpad_mvsim::participant::PoseContent;
use skidpad_mvsim::{PoseTopic, StartError, WorldParticipant};
use skidpad_world::description::Object;

impl MvsimNetwork {
    /// Start the broker and the node `World`.
    pub(super) fn start(
        &self,
        world: &World,
        roster: &Roster,
        run: &RunHandle,
    ) -> Result<WorldParticipant, StartError> {
        let (MvsimNetwork::Required(settings) | MvsimNetwork::IfPossible(settings)) = self;
        WorldParticipant::start(settings, &pose_topics(world), roster, run)
    }
}

/// The topics of poses that the world file asks for.
fn pose_topics(world: &World) -> Vec<PoseTopic> {
    let description = world.description();
    let vehicles = description.vehicles.iter().map(|it| &it.object);
    let blocks = description.blocks.iter().map(|it| &it.object);
    let actors = description.actors.iter().map(|it| &it.object);
    vehicles.chain(blocks).chain(actors).flat_map(topics_of).collect()
}

fn topics_of(object: &Object) -> impl Iterator<Item = PoseTopic> {
    let publish = &object.publish;
    let period_ns = (publish.pose_period_s * 1e9).round() as u64;
    let topic = |topic: &str, content| PoseTopic {
        topic: topic.to_string(),
        object: object.name.clone(),
        period_ns,
        content,
    };
    let others = PoseContent::Others(publish.relative_pose_objects.clone());
    let both =
        [topic(&publish.pose_topic, PoseContent::InWorld), topic(&publish.relative_pose_topic, others)];
    both.into_iter().filter(|topic| !topic.topic.is_empty())
}
