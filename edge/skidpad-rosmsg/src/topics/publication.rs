//! A topic that a run publishes.

use super::VehicleTopic;
use crate::{Description, Message, ReadingPart};
use skidpad_messages::{Roster, SensorId, VehicleId};

/// A topic that a run publishes.
#[derive(Debug, Clone, PartialEq)]
pub struct Publication {
    /// Its place in [`RunTopics::publications`](super::RunTopics::publications).
    pub id: usize,
    /// Its full name.
    pub topic: String,
    /// The type of its messages.
    pub description: &'static Description,
    /// How it behaves.
    pub class: TopicClass,
    /// Simulated time between two messages [ns]; `None` for messages without a period.
    pub period_ns: Option<u64>,
    pub(super) source: Source,
}

/// How a topic behaves; protocols choose their quality of service from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TopicClass {
    /// The clock: only the latest message matters.
    Clock,
    /// Transforms: many publishers, long queues.
    Transforms,
    /// The state of a vehicle, or of the run.
    State,
    /// A sensor's readings; may be large.
    Sensor,
    /// Kept for those who come later: the latest message.
    Latched,
}

impl TopicClass {
    /// Whether those who come later receive the latest message.
    pub fn is_latched(self) -> bool {
        self == TopicClass::Latched
    }
}

/// What the messages of a publication are made of.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Source {
    Clock,
    Diagnostics,
    Objects,
    Maps,
    MapMetaData,
    /// Transforms of every vehicle in the list, in one message.
    Transforms(Vec<VehicleId>),
    /// Frames that do not move: of these vehicles, and of sensors that stand in the world.
    StaticTransforms {
        vehicles: Vec<VehicleId>,
        has_world: bool,
    },
    RobotDescription(VehicleId),
    ChassisPolygon(VehicleId),
    Vehicle(VehicleId, VehicleTopic),
    /// Joints of ros2_control.
    Joints(VehicleId),
    PoseColumn(VehicleId, usize),
    WheelColumn {
        vehicle: VehicleId,
        wheel: usize,
        column: usize,
    },
    Reading(SensorId, ReadingPart),
}

impl Source {
    /// The one vehicle that it belongs to.
    pub(super) fn vehicle(&self, roster: &Roster) -> Option<VehicleId> {
        match self {
            Source::RobotDescription(vehicle)
            | Source::ChassisPolygon(vehicle)
            | Source::Vehicle(vehicle, _)
            | Source::Joints(vehicle)
            | Source::PoseColumn(vehicle, _)
            | Source::WheelColumn { vehicle, .. } => Some(*vehicle),
            Source::Reading(sensor, _) => roster.sensors.get(sensor.index())?.vehicle,
            _ => None,
        }
    }
}

impl Publication {
    /// The sensor whose readings it publishes.
    pub fn sensor(&self) -> Option<SensorId> {
        match self.source {
            Source::Reading(sensor, _) => Some(sensor),
            _ => None,
        }
    }
}

/// Receives the messages of a run.
pub trait RunSink {
    /// Whether messages of this publication are to be made. Latched ones are always made.
    fn wants(&self, publication: &Publication) -> bool;

    /// Send a message.
    fn send<M: Message>(&mut self, publication: &Publication, stamp_ns: u64, message: &M);
}
