//! Connects a run to MVSim's network.

use super::MvsimNetwork;
use crate::World;
use skidpad_link::RunHandle;
use skidpad_messages::Roster;
use skidpad_mvsim::{StartError, WorldParticipant};
use std::sync::Arc;

impl MvsimNetwork {
    /// Start the broker and the node `World`.
    pub(super) fn start(
        &self,
        world: &World,
        roster: &Roster,
        run: &RunHandle,
    ) -> Result<WorldParticipant, StartError> {
        let (MvsimNetwork::Required(settings) | MvsimNetwork::IfPossible(settings)) = self;
        let inserter = world.inserter();
        let read_text = move |text: &str, base: Option<&str>| {
            inserter.read(text, base).map(|prepared| (prepared.insertion, prepared.names))
        };
        WorldParticipant::start(settings, roster, run, Some(Arc::new(read_text)))
    }
}
