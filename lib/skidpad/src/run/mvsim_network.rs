//! Connects a run to MVSim's network.

use super::MvsimNetwork;
use crate::World;
use skidpad_link::RunHandle;
use skidpad_messages::Roster;
use skidpad_mvsim::{FileAccess, StartError, WorldParticipant};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

impl MvsimNetwork {
    /// The same network at this port.
    pub(super) fn at_port(mut self, port: u16) -> MvsimNetwork {
        let (MvsimNetwork::Required(settings) | MvsimNetwork::IfPossible(settings)) = &mut self;
        settings.broker.port = port;
        settings.broker.other_ports.clear();
        self
    }

    /// Start the broker and the node `World`; what it reports later comes through the channel.
    pub(super) fn start(
        &self,
        world: &World,
        roster: &Roster,
        run: &RunHandle,
    ) -> Result<(WorldParticipant, Receiver<String>), StartError> {
        let (MvsimNetwork::Required(settings) | MvsimNetwork::IfPossible(settings)) = self;
        let inserter = world.inserter();
        let pictures = inserter.clone();
        let read_text = move |text: &str, base: Option<&str>| {
            inserter.read(text, base).map(|prepared| (prepared.insertion, prepared.names))
        };
        let check_picture = move |uri: &str| pictures.check_picture(uri);
        let files = FileAccess { read_text: Arc::new(read_text), check_picture: Arc::new(check_picture) };
        let (sender, reports) = channel();
        let report = Box::new(move |text| {
            // The run is over if nobody listens.
            let _ = sender.send(text);
        });
        let participant = WorldParticipant::start(settings, roster, run, Some(files), report)?;
        Ok((participant, reports))
    }
}
