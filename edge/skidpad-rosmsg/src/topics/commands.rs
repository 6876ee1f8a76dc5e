//! What a run hears: set points of vehicles, and the time after which they are forgotten.

use crate::msg::{AckermannDriveStamped, Twist, TwistStamped};
use crate::{Description, Message, VehicleNames};
use skidpad_messages::{Command, Drive, Refusal, Request, VehicleId};
use std::collections::BTreeSet;

/// A topic that a run hears.
#[derive(Debug, Clone, PartialEq)]
pub struct Subscription {
    /// Its place in [`RunTopics::subscriptions`](super::RunTopics::subscriptions).
    pub id: usize,
    /// Its full name.
    pub topic: String,
    /// Whom it commands.
    pub vehicle: VehicleId,
    /// What its messages are.
    pub kind: CommandTopic,
}

/// A kind of topic that commands a vehicle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CommandTopic {
    /// `cmd_vel` as `Twist`.
    Twist,
    /// `cmd_vel` as `TwistStamped`.
    TwistStamped,
    /// `ackermann_cmd`.
    Ackermann,
}

impl CommandTopic {
    /// All of them.
    pub const ALL: [CommandTopic; 3] =
        [CommandTopic::Twist, CommandTopic::TwistStamped, CommandTopic::Ackermann];

    /// Its full name.
    pub fn topic(self, names: &VehicleNames) -> String {
        names.topic(match self {
            CommandTopic::Twist | CommandTopic::TwistStamped => "cmd_vel",
            CommandTopic::Ackermann => "ackermann_cmd",
        })
    }

    /// Its message type.
    pub fn description(self) -> &'static Description {
        match self {
            CommandTopic::Twist => Twist::DESCRIPTION,
            CommandTopic::TwistStamped => TwistStamped::DESCRIPTION,
            CommandTopic::Ackermann => AckermannDriveStamped::DESCRIPTION,
        }
    }
}

/// A message that commands a vehicle. Its numbers may be anything.
#[derive(Debug, Clone, PartialEq)]
pub enum CommandMessage {
    /// A velocity: forward, sideways and turning.
    Twist(Twist),
    /// A speed and a steering angle.
    Ackermann(AckermannDriveStamped),
}

impl CommandMessage {
    /// The set point.
    pub fn drive(&self) -> Drive {
        match self {
            CommandMessage::Twist(twist) => Drive::Twist(twist.planar()),
            CommandMessage::Ackermann(it) => Drive::SpeedAndSteer {
                speed_mps: f64::from(it.drive.speed),
                steer_rad: f64::from(it.drive.steering_angle),
            },
        }
    }
}

/// Turns messages into checked commands. A vehicle that has been commanded stops when no message has come for a while.
#[derive(Debug, Clone)]
pub struct DriveRequests {
    timeout_s: Option<f64>,
    /// Vehicles that have been told the timeout.
    told: BTreeSet<VehicleId>,
}

impl Default for DriveRequests {
    /// A timeout of one second of simulated time, as MVSim has it.
    fn default() -> Self {
        DriveRequests::with_timeout(Some(1.0))
    }
}

impl DriveRequests {
    /// With this timeout in simulated time [s]; `None` for commands that hold until they are replaced.
    pub fn with_timeout(timeout_s: Option<f64>) -> Self {
        DriveRequests { timeout_s, told: BTreeSet::new() }
    }

    /// Change the timeout.
    pub fn set_timeout(&mut self, timeout_s: Option<f64>) {
        *self = DriveRequests::with_timeout(timeout_s);
    }

    /// The commands that a message means, checked. With the first one, the vehicle is told the timeout.
    pub fn take(&mut self, vehicle: VehicleId, message: &CommandMessage) -> Result<Vec<Command>, Refusal> {
        let drive = Request::Drive { vehicle, drive: message.drive() }.check()?;
        let mut commands = Vec::with_capacity(2);
        if !self.told.contains(&vehicle) {
            commands.push(Request::SetTimeout { vehicle, timeout_s: self.timeout_s }.check()?);
            self.told.insert(vehicle);
        }
        commands.push(drive);
        Ok(commands)
    }
}
