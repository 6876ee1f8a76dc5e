//! What a world is made of: everything that stepping does not change.
//!
//! Spawning appends to the lists; removing leaves a gap that the state marks.

use crate::actor::ActorModel;
use crate::animation::Animation;
use crate::build::body_moving;
use crate::extension::{Extensions, OwnElement};
use crate::ground::{Floor, Footprint};
use crate::planar::{BodyId as PlanarId, BodyMotion};
use crate::property_region::PropertyRegions;
use crate::sensors::SensorModel;
use crate::vehicle::VehicleModel;
use skidpad_math::{Pose3, Twist2, Vec2};
use skidpad_messages::{BodyId, ConeColor, Roster};
use skidpad_scene::HeightField;
use skidpad_world::description::{Compat, Georeference, Lamp};
use std::sync::Arc;

/// A world that can run.
#[derive(Debug, Clone)]
pub struct Model {
    /// Length of a step [ns].
    pub dt_ns: u64,
    /// Length of a step [s].
    pub dt_s: f64,
    /// Gravity [m/s²].
    pub gravity_mps2: f64,
    /// Whose laws hold on slopes.
    pub compat: Compat,
    /// Where all randomness comes from.
    pub seed: u64,
    /// Vehicles.
    pub vehicles: Vec<VehicleModel>,
    /// Blocks.
    pub blocks: Vec<BlockModel>,
    /// People.
    pub actors: Vec<ActorEntry>,
    /// Sensors.
    pub sensors: Vec<SensorModel>,
    /// Elevation maps.
    pub maps: Vec<Arc<HeightField>>,
    /// Floors.
    pub floors: Vec<FloorModel>,
    /// Vertical planes that move.
    pub sliding_walls: Vec<SlidingWall>,
    /// Regions with other properties.
    pub regions: PropertyRegions,
    /// Whose body each planar body is.
    pub owners: Vec<BodyId>,
    /// Names.
    pub roster: Roster,
    /// Which vehicle of the description each vehicle is made after.
    pub described_vehicles: Vec<usize>,
    /// Which block of the description each block is; none for one added by itself.
    pub described_blocks: Vec<Option<usize>>,
    /// Groups of lights, in the order of the roster.
    pub lights: Vec<LightModel>,
    /// Where on Earth the world is.
    pub georeference: Option<Georeference>,
    /// Elements of classes that came with the program.
    pub own_elements: Vec<OwnElement>,
    /// The classes that came with the program.
    pub extensions: Arc<Extensions>,
    /// How much of the lists above was there at the start.
    pub built: Counts,
}

/// Lengths of the lists that spawning appends to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Counts {
    /// Vehicles.
    pub vehicles: usize,
    /// Blocks.
    pub blocks: usize,
    /// Planar bodies.
    pub bodies: usize,
    /// Sensors.
    pub sensors: usize,
    /// Groups of lights.
    pub lights: usize,
    /// Topics of poses.
    pub pose_topics: usize,
}

/// Lights on a body that are switched together.
#[derive(Debug, Clone, PartialEq)]
pub struct LightModel {
    /// Whether they shine at the start.
    pub initially_on: bool,
    /// The lights, in the body's frame.
    pub lamps: Arc<[Lamp]>,
}

/// A block.
#[derive(Debug, Clone, PartialEq)]
pub struct BlockModel {
    /// Its body; none for an intangible block.
    pub body: Option<PlanarId>,
    /// What wheels find on top of it.
    pub footprint: Footprint,
    /// Lower and upper end in its own frame [m].
    pub z_m: [f64; 2],
    /// Whether wheels stand on it.
    pub is_drivable: bool,
    /// Whether it can be pushed.
    pub is_movable: bool,
    /// Linear damping [1/s].
    pub linear_damping_hz: f64,
    /// Angular damping [1/s].
    pub angular_damping_hz: f64,
    /// Centre of mass in the block's frame [m].
    pub com_m: [f64; 2],
    /// Motion along keyframes.
    pub animation: Option<Animation>,
    /// Its colour, if it is a cone of a track.
    pub cone_color: Option<ConeColor>,
}

impl BlockModel {
    /// Its body at a pose, its reference point moving with a twist in the block's frame.
    pub(crate) fn motion_at(&self, pose: &Pose3, twist: Twist2) -> BodyMotion {
        let velocity = pose.pose2().rotate(twist.velocity_at(Vec2::new(self.com_m[0], self.com_m[1])));
        body_moving(pose, velocity, twist.yaw_rate_radps)
    }

    /// Whether it may ever be somewhere else than at the start, teleports aside.
    pub fn can_move(&self) -> bool {
        self.is_movable || self.animation.is_some()
    }
}

/// A person and their body.
#[derive(Debug, Clone, PartialEq)]
pub struct ActorEntry {
    /// Path and speeds.
    pub walk: ActorModel,
    /// Their body.
    pub body: Option<PlanarId>,
    /// Motion along keyframes, for an actor without a path.
    pub animation: Option<Animation>,
}

/// A floor that may be a lift.
#[derive(Debug, Clone, PartialEq)]
pub struct FloorModel {
    /// Its place among the elements.
    pub element: u32,
    /// Its rectangle.
    pub floor: Floor,
    /// Its motion.
    pub animation: Option<Animation>,
}

/// A vertical plane that moves along keyframes.
#[derive(Debug, Clone, PartialEq)]
pub struct SlidingWall {
    /// Its place among the elements.
    pub element: u32,
    /// Its body.
    pub body: PlanarId,
    /// Its motion.
    pub animation: Animation,
}

impl Model {
    /// Time at a step [ns].
    pub fn time_ns(&self, step: u64) -> u64 {
        step.saturating_mul(self.dt_ns)
    }

    /// Whether the ground may be anything but flat at height zero.
    pub fn has_ground(&self) -> bool {
        !(self.maps.is_empty() && self.floors.is_empty() && self.blocks.is_empty())
    }
}
