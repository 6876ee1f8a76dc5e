//! Connects a run to a ROS 2 network.

use super::ros2_library::Ros2Library;
use super::world_reader::WorldReader;
use crate::{World, provenance};
use skidpad_link::RunHandle;
use skidpad_ros2::{Ros2Participant, Ros2Settings, StartError, Value};
use skidpad_sim::Simulation;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};

/// What a run knows of its node after the start.
pub(super) struct Ros2Node {
    pub(super) participant: Ros2Participant,
    /// What the bridge reports while the run goes on.
    pub(super) reports: Receiver<String>,
}

/// Start the node of a run.
pub(super) fn start(
    settings: &Ros2Settings,
    world: &World,
    sim: &Simulation,
    reader: &Arc<WorldReader>,
    has_viewer: bool,
    run: &RunHandle,
) -> Result<Ros2Node, StartError> {
    let mut node = settings.node.clone();
    node.arguments.or_parameter("world_file", Value::Text(world.opened_as.clone()));
    node.arguments.or_parameter("headless", Value::Bool(!has_viewer));
    let (sender, reports) = channel();
    let report = Box::new(move |text| {
        // The run is over if nobody listens.
        let _ = sender.send(text);
    });
    let scenery = provenance::scenery(world, sim);
    let file = PathBuf::from(&world.opened_as);
    let library = Arc::new(Ros2Library::new(world, sim, file, false, Arc::clone(reader)));
    let participant = Ros2Participant::start(node, scenery, library, run, settings.connector(), report)?;
    Ok(Ros2Node { participant, reports })
}
