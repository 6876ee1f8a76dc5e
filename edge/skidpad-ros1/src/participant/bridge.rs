//! Turns steps into messages, on a thread of its own.

use super::step_queue::StepQueue;
use crate::names::Names;
use crate::node::{Node, Publication};
use crate::tcpros::TopicType;
use skidpad_messages::{SensorId, VehicleId};
use skidpad_rosmsg::msg::{AckermannDriveStamped, Twist};
use skidpad_rosmsg::{CommandMessage, CommandTopic, Message, RunSink, RunTopics, from_ros1};
use std::collections::BTreeSet;
use std::sync::mpsc::SyncSender;
use std::sync::{Arc, Mutex, PoisonError};

/// Sensors that someone subscribes to.
#[derive(Debug, Default)]
pub(super) struct WantedSensors(Mutex<BTreeSet<SensorId>>);

impl WantedSensors {
    fn set(&self, sensors: BTreeSet<SensorId>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = sensors;
    }

    /// The sensors, if they differ from what was known. Never waits.
    pub(super) fn change(&self, known: &BTreeSet<SensorId>) -> Option<BTreeSet<SensorId>> {
        let sensors = self.0.try_lock().ok()?;
        (*sensors != *known).then(|| sensors.clone())
    }
}

/// A message to a vehicle.
pub(super) type VehicleMessage = (VehicleId, CommandMessage);

/// The topics of a run on a node.
pub(super) struct Bridge {
    topics: RunTopics,
    /// By their places in the list of the run; none for what ROS 1 has in another way.
    publications: Vec<Option<Publication>>,
    heard_count: usize,
    queue_length: usize,
    messages: SyncSender<VehicleMessage>,
    wanted: Arc<WantedSensors>,
}

impl Bridge {
    pub(super) fn new(
        topics: RunTopics,
        queue_length: usize,
        messages: SyncSender<VehicleMessage>,
        wanted: Arc<WantedSensors>,
    ) -> Self {
        Bridge { topics, publications: Vec::new(), heard_count: 0, queue_length, messages, wanted }
    }

    /// Publish and subscribe to what the run has, as far as that is new.
    pub(super) fn meet(&mut self, node: &Node) {
        for it in self.topics.publications().iter().skip(self.publications.len()) {
            // ROS 1 has the description of a robot as a parameter.
            let is_param = it.topic.ends_with("/robot_description");
            let topic = resolve(node.names(), &it.topic).filter(|_| !is_param);
            self.publications.push(topic.map(|topic| {
                let kind = TopicType::of(it.description);
                node.advertise(&topic, kind, it.class.is_latched(), self.queue_length)
            }));
        }
        for it in self.topics.subscriptions().iter().skip(self.heard_count) {
            self.heard_count += 1;
            let (vehicle, kind) = (it.vehicle, it.kind);
            // A topic has one type; in ROS 1 `cmd_vel` is a Twist.
            if kind == CommandTopic::TwistStamped {
                continue;
            }
            let Some(topic) = resolve(node.names(), &it.topic) else { continue };
            let messages = self.messages.clone();
            node.subscribe(&topic, TopicType::of(kind.description()), move |bytes| {
                if let Some(message) = command_message(kind, bytes) {
                    // Commands that come faster than steps take them are lost; the next one follows soon.
                    let _ = messages.try_send((vehicle, message));
                }
            });
        }
    }

    /// Publish steps until the run is over.
    pub(super) fn run(mut self, node: &Node, steps: &StepQueue) {
        while let Some(step) = steps.take() {
            if self.topics.update(&step.step.roster) {
                self.meet(node);
            }
            let mut sink = Sink { publications: &self.publications };
            self.topics.publish(&step, &mut sink);
            let publications = &self.publications;
            self.wanted.set(self.topics.wanted_sensors(|it| {
                publications.get(it.id).and_then(Option::as_ref).is_some_and(|it| it.subscriber_count() > 0)
            }));
        }
    }
}

/// Topics are relative to the node's namespace, except those of the whole graph.
fn resolve(names: &Names, topic: &str) -> Option<String> {
    let name = match topic {
        "/clock" | "/diagnostics" => topic,
        _ => topic.trim_start_matches('/'),
    };
    names.resolve(name).ok()
}

/// What a message means; `None` if its bytes are damaged.
fn command_message(kind: CommandTopic, bytes: &[u8]) -> Option<CommandMessage> {
    match kind {
        CommandTopic::Ackermann => {
            from_ros1::<AckermannDriveStamped>(bytes).ok().map(CommandMessage::Ackermann)
        }
        _ => from_ros1::<Twist>(bytes).ok().map(CommandMessage::Twist),
    }
}

struct Sink<'a> {
    publications: &'a [Option<Publication>],
}

impl Sink<'_> {
    fn publication(&self, it: &skidpad_rosmsg::Publication) -> Option<&Publication> {
        self.publications.get(it.id).and_then(Option::as_ref)
    }
}

impl RunSink for Sink<'_> {
    fn wants(&self, it: &skidpad_rosmsg::Publication) -> bool {
        self.publication(it).is_some_and(Publication::is_wanted)
    }

    fn send<M: Message>(&mut self, it: &skidpad_rosmsg::Publication, _stamp_ns: u64, message: &M) {
        if let Some(publication) = self.publication(it) {
            publication.publish(message);
        }
    }
}
