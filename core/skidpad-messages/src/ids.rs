//! Numbers that stand for the things of a world, in the order in which the world lists them.

use crate::{Brake, Drive, Request};
use serde::{Deserialize, Serialize};
use skidpad_math::{Pose3, Twist2};
use std::fmt;

/// A vehicle: its place in the list of vehicles. Spawned vehicles follow; numbers are never used twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct VehicleId(pub u32);

/// A block: its place in the list of blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct BlockId(pub u32);

/// An actor: its place in the list of actors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ActorId(pub u32);

/// A sensor: its place in the list of sensors. Those of spawned vehicles follow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SensorId(pub u32);

/// Anything that can be hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum BodyId {
    /// A vehicle.
    Vehicle(VehicleId),
    /// A block.
    Block(BlockId),
    /// A walking person.
    Actor(ActorId),
    /// A wall, counted over all rows of walls.
    Wall(u32),
    /// A world element: a vertical plane or an occupancy grid.
    Element(u32),
    /// A step of the ground too high for a vehicle.
    Terrain,
}

impl fmt::Display for BodyId {
    /// The kind and the number, counted from 0; [`Roster::name_of`](crate::Roster::name_of) knows the name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BodyId::Vehicle(VehicleId(index)) => write!(f, "vehicle {index}"),
            BodyId::Block(BlockId(index)) => write!(f, "block {index}"),
            BodyId::Actor(ActorId(index)) => write!(f, "actor {index}"),
            BodyId::Wall(index) => write!(f, "wall {index}"),
            BodyId::Element(index) => write!(f, "element {index}"),
            BodyId::Terrain => f.write_str("the terrain"),
        }
    }
}

impl VehicleId {
    /// Place in lists of vehicles.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Drive forward at `speed_mps` [m/s], turning left at `yaw_rate_radps` [rad/s].
    pub fn drive(self, speed_mps: f64, yaw_rate_radps: f64) -> Request {
        self.twist(Twist2 { vx_mps: speed_mps, vy_mps: 0.0, yaw_rate_radps })
    }

    /// Follow a twist in the vehicle's frame, sideways speed included.
    pub fn twist(self, twist: Twist2) -> Request {
        Request::Drive { vehicle: self, drive: Drive::Twist(twist) }
    }

    /// Torques of the left and right motors [N·m]; positive drives forward.
    pub fn torques(self, left_nm: f64, right_nm: f64) -> Request {
        Request::Drive { vehicle: self, drive: Drive::Torques { left_nm, right_nm } }
    }

    /// Forward speed [m/s] and steering angle [rad].
    pub fn steer(self, speed_mps: f64, steer_rad: f64) -> Request {
        Request::Drive { vehicle: self, drive: Drive::SpeedAndSteer { speed_mps, steer_rad } }
    }

    /// Press the brake pedal, from 0 (released) to 1 (the largest torque of its `<brake>`).
    pub fn brake(self, share: f64) -> Request {
        Request::Brake { vehicle: self, brake: Brake::Pedal(share) }
    }

    /// Pull the hand brake, from 0 (released) to 1.
    pub fn hand_brake(self, share: f64) -> Request {
        Request::Brake { vehicle: self, brake: Brake::Hand(share) }
    }

    /// Put the vehicle somewhere else; it keeps its speed.
    pub fn teleport(self, pose_in_world: Pose3) -> Request {
        Request::Teleport { body: BodyId::Vehicle(self), pose_in_world }
    }
}

impl BlockId {
    /// Place in lists of blocks.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Put the block somewhere else; it keeps its speed.
    pub fn teleport(self, pose_in_world: Pose3) -> Request {
        Request::Teleport { body: BodyId::Block(self), pose_in_world }
    }
}

impl ActorId {
    /// Place in lists of actors.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl SensorId {
    /// Place in lists of sensors.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
