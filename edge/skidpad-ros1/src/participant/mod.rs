//! Takes part in a run as a node of ROS 1.
//!
//! The stepping thread does three things: it chooses the sensors that someone subscribes to, adds the commands that
//! arrived, and puts steps into a queue. A thread of its own turns them into messages for topics that someone
//! subscribes to; the network's thread sends them. When these are too slow, messages are lost and the run goes on.

mod bridge;
mod params;
mod rosout;
mod services;
mod step_queue;

pub use params::NodeParams;

use crate::names::Names;
use crate::node::{Node, NodeError, NodeEvent, NodeSettings};
use bridge::{Bridge, LatestMessages, WantedSensors};
use rosout::Rosout;
use services::ServiceDesk;
use skidpad_link::{Failure, NextStep, Participant, RunEnd, RunHandle, SensorChoice};
use skidpad_messages::{Event, SensorId, Step, VehicleId};
use skidpad_rosmsg::msg::Ros1Log;
use skidpad_rosmsg::{DriveRequests, RunTopics, Scenery, StepFeed, robot_description};
use std::collections::BTreeSet;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use step_queue::StepQueue;

/// Most events that wait for the run to report them.
const WAITING_EVENTS: usize = 64;

/// How a run takes part in a ROS 1 graph.
#[derive(Debug, Clone)]
pub struct Ros1Settings {
    /// Name, master, host.
    pub node: NodeSettings,
    /// The node's parameters.
    pub params: NodeParams,
    /// Whether `rosnode kill` ends the run; otherwise only the node leaves the graph.
    pub ends_run: bool,
}

impl Ros1Settings {
    /// A node called `mvsim` at this master.
    pub fn at(master_uri: &str) -> Self {
        let names = Names::new("mvsim", "/", &[]).expect("the name is valid");
        Ros1Settings {
            node: NodeSettings::new(names, master_uri),
            params: NodeParams::default(),
            ends_run: false,
        }
    }
}

/// A run as a node of ROS 1. Dropping it leaves the graph.
pub struct Ros1Participant {
    feed: StepFeed,
    steps: Arc<StepQueue>,
    messages: Arc<LatestMessages>,
    drives: DriveRequests,
    timeout_s: Option<f64>,
    /// Vehicles whose commands were refused, so that this is reported once.
    refused: BTreeSet<VehicleId>,
    wanted: Arc<WantedSensors>,
    /// What was last asked of the run's sensors.
    sensors: BTreeSet<SensorId>,
    events: SyncSender<NodeEvent>,
    rosout: Arc<Rosout>,
    bridge: Option<JoinHandle<()>>,
    uri: String,
    node: Arc<Node>,
}

/// What the node reports, for the run to pass on.
pub type NodeEvents = Receiver<NodeEvent>;

impl Ros1Participant {
    /// Start the node: it looks for the master from now on.
    pub fn start(
        settings: &Ros1Settings,
        scenery: Scenery,
        run: &RunHandle,
    ) -> Result<(Self, NodeEvents), NodeError> {
        let params = &settings.params;
        let (events, received_events) = sync_channel(WAITING_EVENTS);
        let (ender, on_event) = (Arc::new(Mutex::new(None::<Arc<ServiceDesk>>)), events.clone());
        let (end_run, ends_run) = (Arc::clone(&ender), settings.ends_run);
        let node = Node::start(settings.node.clone(), move |event| {
            let is_shutdown = matches!(event, NodeEvent::Shutdown { .. });
            // Reports beyond the limit are lost.
            let _ = on_event.try_send(event);
            if is_shutdown && ends_run {
                let desk = end_run.lock().unwrap_or_else(PoisonError::into_inner);
                desk.iter().for_each(|desk| desk.end_run());
            }
        })?;
        let node = Arc::new(node);
        let desk = ServiceDesk::open(&node, run).map_err(|problem| NodeError::Run(problem.to_string()))?;
        *ender.lock().unwrap_or_else(PoisonError::into_inner) = Some(desk);
        set_params(&node, params, &scenery);
        let topics = RunTopics::new(scenery, params.topics());
        let feed = StepFeed::new(topics.schedule());
        let messages = Arc::new(LatestMessages::default());
        let wanted = Arc::new(WantedSensors::default());
        let queue_length = usize::try_from(params.publisher_history_len).unwrap_or(1);
        let rosout = Arc::new(Rosout::new(&node));
        let mut bridge = Bridge::new(
            topics,
            queue_length,
            Arc::clone(&messages),
            Arc::clone(&wanted),
            Arc::clone(&rosout),
            events.clone(),
        );
        bridge.meet(&node);
        node.register();
        let steps = Arc::new(StepQueue::default());
        let (at_steps, at_node) = (Arc::clone(&steps), Arc::clone(&node));
        let thread = std::thread::Builder::new().name("ros1 messages".to_string());
        let thread = thread.spawn(move || bridge.run(&at_node, &at_steps))?;
        let timeout_s = Some(params.cmd_vel_timeout).filter(|&timeout_s| timeout_s > 0.0);
        let participant = Ros1Participant {
            feed,
            steps,
            messages,
            drives: DriveRequests::with_timeout(timeout_s),
            timeout_s,
            refused: BTreeSet::new(),
            wanted,
            sensors: BTreeSet::new(),
            events,
            rosout,
            bridge: Some(thread),
            uri: node.uri(),
            node,
        };
        Ok((participant, received_events))
    }

    /// The full name of the node.
    pub fn name(&self) -> &str {
        self.node.name()
    }

    /// The address of the node's XML-RPC server.
    pub fn uri(&self) -> &str {
        &self.uri
    }

    fn report_refusal(&mut self, vehicle: VehicleId, reason: &str) {
        if self.refused.insert(vehicle) {
            let reason = format!("a command was refused: {reason}");
            self.rosout.say(Ros1Log::WARN, &reason);
            let _ = self.events.try_send(NodeEvent::Refused { reason });
        }
    }
}

/// Parameters of the node, and those of the graph that it provides.
fn set_params(node: &Node, params: &NodeParams, scenery: &Scenery) {
    let set = |name: &str, value| {
        if let Ok(name) = node.names().resolve(name) {
            node.set_param(&name, value);
        }
    };
    for (name, value) in params.values() {
        set(&format!("~{name}"), value);
    }
    if !params.disable_sim_time_clock {
        set("/use_sim_time", true.into());
    }
    let names = params.topics().naming.of(&scenery.roster);
    for (id, names) in (0..).map(VehicleId).zip(&names) {
        let description = robot_description(&scenery.roster, id, scenery.shapes.get(id.index()), None);
        set(names.topic("robot_description").trim_start_matches('/'), description.into());
    }
}

impl Participant for Ros1Participant {
    fn before_step(&mut self, next: &mut NextStep<'_>) {
        if let Some(sensors) = self.wanted.change(&self.sensors) {
            *next.sensors = match sensors.is_empty() {
                true => SensorChoice::None,
                false => SensorChoice::These(sensors.clone()),
            };
            self.sensors = sensors;
        }
        for ((vehicle, _), message) in self.messages.take() {
            match self.drives.take(vehicle, &message) {
                Ok(commands) => commands.into_iter().for_each(|command| next.commands.add(command)),
                Err(refusal) => self.report_refusal(vehicle, &refusal.to_string()),
            }
        }
    }

    fn after_step(&mut self, step: &Step) -> Result<(), Failure> {
        let was_reset = step.observations.events.contains(&Event::Reset) || step.restored.is_some();
        if was_reset {
            // The vehicles have forgotten their timeouts.
            self.drives.set_timeout(self.timeout_s);
        }
        if let Some(step) = self.feed.pass_on(step) {
            self.steps.put(step);
        }
        Ok(())
    }

    fn finish(&mut self, _end: &RunEnd) -> Result<(), Failure> {
        self.steps.close();
        Ok(())
    }
}

impl Drop for Ros1Participant {
    fn drop(&mut self) {
        self.steps.close();
        if let Some(bridge) = self.bridge.take() {
            let _ = bridge.join();
        }
    }
}
