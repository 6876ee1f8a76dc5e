//! What a run hears: set points and brakes of vehicles, and the time after which set points are forgotten.

use crate::msg::{AckermannDriveStamped, Float64, JointState, Twist, TwistStamped};
use crate::{Description, Message, VehicleNames};
use skidpad_messages::{Brake, Command, Drive, Refusal, Request, VehicleId};
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
    /// `brake_cmd`: how far the pedal is pressed, from 0 to 1.
    Brake,
    /// `hand_brake_cmd`: the same of the hand brake.
    HandBrake,
    /// `robot_joint_commands`: joints of ros2_control.
    Joints,
}

impl CommandTopic {
    /// All of them.
    pub const ALL: [CommandTopic; 6] = [
        CommandTopic::Twist,
        CommandTopic::TwistStamped,
        CommandTopic::Ackermann,
        CommandTopic::Joints,
        CommandTopic::Brake,
        CommandTopic::HandBrake,
    ];

    /// Whether a vehicle hears it.
    pub(super) fn is_for(self, has_brakes: bool, has_joints: bool) -> bool {
        match self {
            CommandTopic::Brake | CommandTopic::HandBrake => has_brakes,
            CommandTopic::Joints => has_joints,
            CommandTopic::Twist | CommandTopic::TwistStamped | CommandTopic::Ackermann => !has_joints,
        }
    }

    /// Its full name.
    pub fn topic(self, names: &VehicleNames) -> String {
        names.topic(match self {
            CommandTopic::Twist | CommandTopic::TwistStamped => "cmd_vel",
            CommandTopic::Ackermann => "ackermann_cmd",
            CommandTopic::Brake => "brake_cmd",
            CommandTopic::HandBrake => "hand_brake_cmd",
            CommandTopic::Joints => "robot_joint_commands",
        })
    }

    /// Its message type.
    pub fn description(self) -> &'static Description {
        match self {
            CommandTopic::Twist => Twist::DESCRIPTION,
            CommandTopic::TwistStamped => TwistStamped::DESCRIPTION,
            CommandTopic::Ackermann => AckermannDriveStamped::DESCRIPTION,
            CommandTopic::Brake | CommandTopic::HandBrake => Float64::DESCRIPTION,
            CommandTopic::Joints => JointState::DESCRIPTION,
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
    /// How far the brake pedal is pressed.
    Brake(Float64),
    /// How far the hand brake is pulled.
    HandBrake(Float64),
}

impl CommandMessage {
    /// What it asks of a vehicle.
    pub fn request(&self, vehicle: VehicleId) -> Request {
        match self {
            CommandMessage::Twist(twist) => Request::Drive { vehicle, drive: Drive::Twist(twist.planar()) },
            CommandMessage::Ackermann(it) => {
                let (speed_mps, steer_rad) = (f64::from(it.drive.speed), f64::from(it.drive.steering_angle));
                Request::Drive { vehicle, drive: Drive::SpeedAndSteer { speed_mps, steer_rad } }
            }
            CommandMessage::Brake(it) => Request::Brake { vehicle, brake: Brake::Pedal(it.data) },
            CommandMessage::HandBrake(it) => Request::Brake { vehicle, brake: Brake::Hand(it.data) },
        }
    }

    /// Which part of a vehicle it moves; a later message to the same part takes its place.
    pub fn part(&self) -> CommandedPart {
        match self {
            CommandMessage::Twist(_) | CommandMessage::Ackermann(_) => CommandedPart::Drive,
            CommandMessage::Brake(_) => CommandedPart::Brake,
            CommandMessage::HandBrake(_) => CommandedPart::HandBrake,
        }
    }
}

/// A part of a vehicle that has commands of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CommandedPart {
    /// Its controller.
    Drive,
    /// Its brake pedal.
    Brake,
    /// Its hand brake.
    HandBrake,
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

    /// The commands that a message means, checked. With the first set point, the vehicle is told the timeout; brakes
    /// stay pressed.
    pub fn take(&mut self, vehicle: VehicleId, message: &CommandMessage) -> Result<Vec<Command>, Refusal> {
        let command = message.request(vehicle).check()?;
        let mut commands = Vec::with_capacity(2);
        if message.part() == CommandedPart::Drive && !self.told.contains(&vehicle) {
            commands.push(Request::SetTimeout { vehicle, timeout_s: self.timeout_s }.check()?);
            self.told.insert(vehicle);
        }
        commands.push(command);
        Ok(commands)
    }
}
