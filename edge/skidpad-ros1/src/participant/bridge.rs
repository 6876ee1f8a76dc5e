//! Turns steps into messages, on a thread of its own.

use super::rosout::Rosout;
use super::step_queue::StepQueue;
use crate::names::Names;
use crate::node::{Node, NodeEvent, Publication};
use crate::tcpros::TopicType;
use skidpad_messages::{SensorId, VehicleId};
use skidpad_rosmsg::msg::{AckermannDriveStamped, Float64, Ros1Log, Twist};
use skidpad_rosmsg::{CommandMessage, CommandTopic, CommandedPart, Message, RunSink, RunTopics, from_ros1};
use std::collections::{BTreeMap, BTreeSet};
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

/// The latest message to each part of a vehicle that no step has taken yet. Only the latest matters: a run may have
/// been paused while messages came.
#[derive(Debug, Default)]
pub(super) struct LatestMessages(Mutex<BTreeMap<(VehicleId, CommandedPart), CommandMessage>>);

impl LatestMessages {
    fn put(&self, vehicle: VehicleId, message: CommandMessage) {
        let key = (vehicle, message.part());
        self.0.lock().unwrap_or_else(PoisonError::into_inner).insert(key, message);
    }

    /// Take all of them. Never waits: those that are being changed are taken with the next step.
    pub(super) fn take(&self) -> BTreeMap<(VehicleId, CommandedPart), CommandMessage> {
        self.0.try_lock().map(|mut messages| std::mem::take(&mut *messages)).unwrap_or_default()
    }
}

/// The topics of a run on a node.
pub(super) struct Bridge {
    topics: RunTopics,
    /// By their places in the list of the run; none for what ROS 1 has in another way.
    publications: Vec<Option<Publication>>,
    heard_count: usize,
    queue_length: usize,
    messages: Arc<LatestMessages>,
    wanted: Arc<WantedSensors>,
    rosout: Arc<Rosout>,
    events: SyncSender<NodeEvent>,
}

impl Bridge {
    pub(super) fn new(
        topics: RunTopics,
        queue_length: usize,
        messages: Arc<LatestMessages>,
        wanted: Arc<WantedSensors>,
        rosout: Arc<Rosout>,
        events: SyncSender<NodeEvent>,
    ) -> Self {
        let (publications, heard_count) = (Vec::new(), 0);
        Bridge { topics, publications, heard_count, queue_length, messages, wanted, rosout, events }
    }

    /// Publish and subscribe to what the run has, as far as that is new.
    pub(super) fn meet(&mut self, node: &Node) {
        for reason in self.topics.take_conflicts() {
            self.rosout.say(Ros1Log::WARN, &reason);
            // Reports beyond the limit are lost.
            let _ = self.events.try_send(NodeEvent::Warning { reason });
        }
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
            let messages = Arc::clone(&self.messages);
            node.subscribe(&topic, TopicType::of(kind.description()), move |bytes| {
                if let Some(message) = command_message(kind, bytes) {
                    messages.put(vehicle, message);
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
            self.rosout.tell(&step.step);
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
        CommandTopic::Brake => from_ros1::<Float64>(bytes).ok().map(CommandMessage::Brake),
        CommandTopic::HandBrake => from_ros1::<Float64>(bytes).ok().map(CommandMessage::HandBrake),
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

#[cfg(test)]
mod tests {
    use super::*;
    use skidpad_rosmsg::msg::Vector3;

    #[test]
    fn only_the_latest_command_of_each_vehicle_is_kept() {
        let messages = LatestMessages::default();
        let drive = |x| {
            CommandMessage::Twist(Twist { linear: Vector3 { x, ..Vector3::default() }, ..Twist::default() })
        };
        for x in 0..1000 {
            messages.put(VehicleId(0), drive(f64::from(x)));
            messages.put(VehicleId(1), drive(-f64::from(x)));
        }
        // A brake does not displace a set point.
        let brake = CommandMessage::Brake(Float64 { data: 0.5 });
        messages.put(VehicleId(0), brake.clone());
        let taken = messages.take();
        assert_eq!(taken.into_values().collect::<Vec<_>>(), [drive(999.0), brake, drive(-999.0)]);
        assert!(messages.take().is_empty());
    }
}
