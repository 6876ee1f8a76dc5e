//! Connects a run to MVSim's network.

use super::MvsimNetwork;
use crate::World;
use skidpad_link::RunHandle;
use skidpad_messages::Roster;
use skidpad_mvsim::{StartError, WorldParticipant};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

impl MvsimNetwork {
    /// Start the broker and the node `World`; what it reports later comes through the channel.
    pub(super) fn start(
        &self,
        world: &World,
        roster: &Roster,
        run: &RunHandle,
    ) -> Result<(WorldParticipant, Receiver<String>), StartError> {
        let (MvsimNetwork::Required(settings) | MvsimNetwork::IfPossible(settings)) = self;
        let inserter = world.inserter();
        let read_text = move |text: &str, base: Option<&str>| {
            inserter.read(text, base).map(|prepared| (prepared.insertion, prepared.names))
        };
        let (sender, reports) = channel();
        let report = Box::new(move |text| {
            // The run is over if nobody listens.
            let _ = sender.send(text);
        });
        let participant = WorldParticipant::start(settings, roster, run, Some(Arc::new(read_text)), report)?;
        Ok((participant, reports))
    }
}
