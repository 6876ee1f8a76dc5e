//! Everything that changes when a world steps: all that a snapshot saves.

use crate::actor::ActorState;
use crate::drive::DriveState;
use crate::extension::{ExtensionMemory, OwnState};
use crate::planar::BodyMotion;
use crate::powertrain::PowertrainState;
use crate::sensors::SensorState;
use serde::{Deserialize, Serialize};
use skidpad_dynamics::odometry::OdometryState;
use skidpad_math::{Pose3, Vec2, wrap_angle};
use skidpad_messages::{BlockId, Insertion, NewBlock, RuntimeObject, VehicleId};

/// The state of a world.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct State {
    /// Steps made.
    pub step: u64,
    /// Pose in the plane, height and velocity of every body, in the order of the document.
    pub bodies: Vec<BodyMotion>,
    /// Vehicles.
    pub vehicles: Vec<VehicleState>,
    /// Blocks.
    pub blocks: Vec<BlockState>,
    /// People.
    pub actors: Vec<ActorState>,
    /// Pairs of bodies that touched in the last step.
    pub touching: Vec<[u32; 2]>,
    /// What was added while running, in order.
    pub spawned: Vec<Spawned>,
    /// What sensors remember, those that remember something. A snapshot and a hash take it in by themselves,
    /// so that worlds without such sensors keep theirs.
    #[serde(skip)]
    pub sensors: Vec<SensorState>,
    /// Objects that are only seen; a removed one leaves a gap. Saved and hashed by themselves too.
    #[serde(skip)]
    pub objects: Vec<Option<RuntimeObject>>,
    /// Which groups of lights shine; as the objects, by themselves.
    #[serde(skip)]
    pub lights: Vec<bool>,
    /// What elements of a program's own remember; as the objects, by themselves.
    #[serde(skip)]
    pub elements: Vec<ExtensionMemory>,
}

/// Whether a thing takes part.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Presence {
    /// It does.
    #[default]
    Present,
    /// It was removed.
    Removed,
    /// It became non-finite and stands still.
    Quarantined,
}

/// The state of a vehicle besides its body's motion.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct VehicleState {
    /// Whether it takes part.
    pub presence: Presence,
    /// Attitude, from the ground under its wheels [rad].
    pub pitch_rad: f64,
    /// Attitude, from the ground under its wheels [rad].
    pub roll_rad: f64,
    /// Velocity of the reference point, along the world's axes [m/s].
    pub velocity_in_world_mps: Vec2,
    /// Change of that velocity during the last step [m/s²].
    pub acceleration_in_world_mps2: Vec2,
    /// Wheels, controllers, set point.
    pub drive: DriveState,
    /// Where its odometry believes it is.
    pub odometry: OdometryState,
    /// Touches something now.
    pub is_in_collision: bool,
    /// Touched something since the start.
    pub had_collision: bool,
    /// Step at which the last set point came.
    pub commanded_at_step: u64,
    /// A set point older than this many steps stops the vehicle.
    pub timeout_steps: Option<u64>,
    /// Brakes and battery, where it has any. A snapshot and a hash take it in by themselves, so that worlds without
    /// keep theirs.
    #[serde(skip)]
    pub powertrain: Option<PowertrainState>,
    /// What a controller or dynamics of a program's own remember; as the above, by itself.
    #[serde(skip)]
    pub own: Option<Box<OwnState>>,
}

/// The state of a block besides its body's motion.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct BlockState {
    /// Whether it takes part.
    pub presence: Presence,
    /// Its full pose; the plane's part follows its body.
    pub pose_in_world: Pose3,
    /// Touches something now.
    pub is_in_collision: bool,
    /// Touched something since the start.
    pub had_collision: bool,
}

/// What models of a program's own remember, besides sensors.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub(crate) struct OwnMemories {
    pub(crate) vehicles: Vec<(u32, OwnState)>,
    pub(crate) elements: Vec<ExtensionMemory>,
}

impl OwnMemories {
    pub(crate) fn is_empty(&self) -> bool {
        self.vehicles.is_empty() && self.elements.is_empty()
    }
}

/// Something added while running.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Spawned {
    /// A vehicle.
    Vehicle {
        /// The vehicle it is like.
        like: VehicleId,
        /// Its name.
        name: String,
        /// Where it was put.
        pose_in_world: Pose3,
    },
    /// A block.
    Block(NewBlock),
    /// What a piece of a world file describes.
    Inserted(Insertion),
    /// A block like another one.
    CopiedBlock {
        /// The block it is like.
        like: BlockId,
        /// Its name.
        name: String,
        /// Where it was put.
        pose_in_world: Pose3,
    },
    /// A plane that was put somewhere else: the last time only.
    MovedElement {
        /// Number of the element.
        element: u32,
        /// Where it is.
        pose_in_world: Pose3,
    },
}

impl State {
    /// What brakes and batteries remember, with the numbers of their vehicles.
    pub(crate) fn powertrains(&self) -> Vec<(u32, PowertrainState)> {
        let numbered = (0u32..).zip(&self.vehicles);
        numbered.filter_map(|(number, vehicle)| Some((number, vehicle.powertrain?))).collect()
    }

    /// What models of a program's own remember: those of vehicles, with their numbers, and elements.
    pub(crate) fn own_memories(&self) -> OwnMemories {
        let numbered = (0u32..).zip(&self.vehicles);
        let own = numbered.filter_map(|(number, vehicle)| Some((number, (**vehicle.own.as_ref()?).clone())));
        OwnMemories { vehicles: own.collect(), elements: self.elements.clone() }
    }
}

impl VehicleState {
    /// The vehicle's full pose, with its body's motion.
    pub fn pose(&self, motion: &BodyMotion) -> Pose3 {
        Pose3 {
            x_m: motion.x_m,
            y_m: motion.y_m,
            z_m: motion.z_m,
            yaw_rad: wrap_angle(motion.yaw_rad),
            pitch_rad: self.pitch_rad,
            roll_rad: self.roll_rad,
        }
    }

    /// Whether every number is one.
    pub fn is_finite(&self) -> bool {
        let (velocity, acceleration) = (self.velocity_in_world_mps, self.acceleration_in_world_mps2);
        let odometry = &self.odometry.pose;
        let sum = self.pitch_rad + self.roll_rad + velocity.x + velocity.y + acceleration.x + acceleration.y;
        let believed = odometry.x_m + odometry.y_m + odometry.yaw_rad;
        let powertrain = self.powertrain.is_none_or(|it| it.is_finite());
        (sum + believed).is_finite() && self.drive.is_finite() && powertrain
    }
}
