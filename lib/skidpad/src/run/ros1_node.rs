//! Connects a run to a ROS 1 graph.

use super::RunNote;
use crate::{Error, World, provenance};
use skidpad_link::RunHandle;
use skidpad_ros1::participant::NodeEvents;
use skidpad_ros1::{Ros1Participant, Ros1Settings};
use skidpad_sim::Simulation;

/// The ROS 1 node of a run, as the run sees it.
pub(super) struct Ros1Node {
    /// The node's full name.
    pub(super) name: String,
    /// The address of its XML-RPC server.
    pub(super) uri: String,
    events: NodeEvents,
}

impl Ros1Node {
    /// Start the node.
    pub(super) fn start(
        settings: &Ros1Settings,
        world: &World,
        sim: &Simulation,
        run: &RunHandle,
    ) -> Result<(Ros1Node, Ros1Participant), Error> {
        let scenery = provenance::scenery(world, sim);
        let mut settings = settings.clone();
        if settings.params.world_file.is_empty() {
            settings.params.world_file = world.opened_as.clone();
        }
        let (participant, events) = Ros1Participant::start(&settings, scenery, run).map_err(Error::Ros1)?;
        let (name, uri) = (participant.name().to_string(), participant.uri().to_string());
        Ok((Ros1Node { name, uri, events }, participant))
    }

    /// What happened since the last call.
    pub(super) fn notes(&self) -> impl Iterator<Item = RunNote> {
        self.events.try_iter().map(|event| RunNote::Ros1 { event })
    }
}
