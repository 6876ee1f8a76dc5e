//! Who is in a world: names and numbers, for those who write headers, topics and lists.

use crate::{ActorId, BlockId, BodyId, SensorId, VehicleId};
use serde::{Deserialize, Serialize};
use skidpad_math::Pose3;
use std::fmt;

/// The names of a world's things, in the order of their numbers. Removed things keep their line.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Roster {
    /// Vehicles.
    pub vehicles: Vec<VehicleEntry>,
    /// Names of blocks.
    pub blocks: Vec<String>,
    /// Names of actors.
    pub actors: Vec<String>,
    /// Sensors: those of the first vehicle, of the next, then those that stand by themselves, then those of
    /// vehicles added while running.
    pub sensors: Vec<SensorEntry>,
    /// Names of the objects that are only seen, in the order of their observations; empty where one was removed.
    #[serde(default)]
    pub objects: Vec<String>,
    /// Groups of lights that can be switched.
    #[serde(default)]
    pub lights: Vec<LightEntry>,
    /// Topics on which objects publish their poses.
    #[serde(default)]
    pub pose_topics: Vec<PoseTopic>,
    /// Vehicles that have brakes, in the order of their numbers.
    #[serde(default)]
    pub brakes: Vec<VehicleId>,
    /// Vehicles whose wheels are joints of ros2_control, in the order of their numbers.
    #[serde(default)]
    pub joints: Vec<VehicleJoints>,
    /// How the odometry of each vehicle errs; those beyond the end of the list do not.
    #[serde(default)]
    pub odometry: Vec<OdometryNoise>,
}

/// The wheels of a vehicle as joints of ros2_control.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct VehicleJoints {
    /// Which vehicle.
    pub vehicle: VehicleId,
    /// What joints are commanded with.
    pub interface: JointInterface,
    /// A joint for each wheel.
    pub joints: Vec<WheelJoint>,
    /// Distance between left and right wheels [m].
    pub track_m: f64,
    /// Largest torque of a wheel [N·m]; 0 for no limit.
    pub max_torque_nm: f64,
    /// Whether the ROS node describes the robot.
    pub has_description: bool,
}

/// A wheel as a joint.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct WheelJoint {
    /// Its name.
    pub name: String,
    /// Rolling radius of the wheel [m].
    pub radius_m: f64,
    /// The side whose motor turns it; none for a caster.
    pub side: Option<WheelSide>,
}

/// A side of a vehicle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[allow(missing_docs, reason = "the names say it")]
pub enum WheelSide {
    Left,
    Right,
}

/// What joints are commanded with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum JointInterface {
    /// A spin [rad/s].
    Velocity,
    /// A torque [N·m].
    Effort,
}

/// How odometry errs, as its maker knows it: deviations, not the errors of this run.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct OdometryNoise {
    /// Standard deviation of the scale of distances [-].
    pub distance_scale: f64,
    /// Standard deviation of the scale of turns [-].
    pub turn_scale: f64,
    /// Standard deviation of the way after one metre; it grows with the root of the way [m/√m].
    pub per_sqrt_m: f64,
    /// Standard deviation of the heading after one radian; it grows with the root of the turn [rad/√rad].
    pub per_sqrt_rad: f64,
}

/// A group of lights that can be switched.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LightEntry {
    /// What carries the lights.
    pub body: BodyId,
    /// Name of the group, unique on its body.
    pub group: String,
    /// Whether it shines now.
    pub is_on: bool,
}

/// A topic of poses that a world file asks for with `<publish>`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PoseTopic {
    /// Name of the topic.
    pub topic: String,
    /// The object that publishes: a vehicle, block or actor.
    pub body: BodyId,
    /// Simulated time between two messages [ns].
    pub period_ns: u64,
    /// Which poses.
    pub content: PoseContent,
}

/// Which poses a topic has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum PoseContent {
    /// Where the object is in the world.
    InWorld,
    /// Where other objects are, seen from this one: one message for each of these names.
    Others(Vec<String>),
}

/// A sensor's line in the roster.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SensorEntry {
    /// Its name; unique on its vehicle.
    pub name: String,
    /// The vehicle it sits on; none for a sensor that stands in the world.
    pub vehicle: Option<VehicleId>,
    /// What it measures with.
    pub kind: SensorKind,
    /// Time between two readings [ns].
    pub period_ns: u64,
    /// Delay of the first reading after one period [ns].
    pub phase_ns: u64,
    /// Topic of its readings; empty for none.
    pub publish_topic: String,
    /// Where it sits on its vehicle, or stands in the world.
    pub sensor_in_vehicle: Pose3,
    /// What of a depth camera's readings is published; nothing to other sensors.
    #[serde(default)]
    pub depth_topics: DepthTopics,
}

/// Topics of a depth camera that a world may choose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DepthTopics {
    /// Whether there is one of the depth image.
    pub has_image: bool,
    /// Whether the points have colours.
    pub has_coloured_points: bool,
    /// Whether the depth image has metres in 32 bits instead of millimetres in 16; none to choose by the unit.
    #[serde(default)]
    pub has_float_image: Option<bool>,
}

impl Default for DepthTopics {
    fn default() -> Self {
        DepthTopics { has_image: true, has_coloured_points: false, has_float_image: None }
    }
}

/// What a sensor is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum SensorKind {
    /// A planar laser scanner.
    Laser,
    /// A spinning lidar.
    Lidar3d,
    /// A colour camera.
    Camera,
    /// A colour and depth camera.
    Rgbd,
    /// An inertial measurement unit.
    Imu,
    /// A satellite receiver.
    Gnss,
    /// A detector of cones beside a track.
    ConeDetector,
    /// A sensor that a program brought along, with readings of its own kind.
    Arrays,
}

impl fmt::Display for SensorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SensorKind::Laser => "a laser scanner",
            SensorKind::Lidar3d => "a lidar",
            SensorKind::Camera => "a camera",
            SensorKind::Rgbd => "a depth camera",
            SensorKind::Imu => "an inertial measurement unit",
            SensorKind::Gnss => "a satellite receiver",
            SensorKind::ConeDetector => "a detector of cones",
            SensorKind::Arrays => "a sensor with arrays of its own",
        })
    }
}

/// A vehicle's line in the roster.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VehicleEntry {
    /// Its name.
    pub name: String,
    /// Number of its wheels.
    pub wheel_count: u32,
    /// Prefix of its log files.
    pub log_path: String,
    /// Whether it is logged from the start.
    pub auto_start_recording: bool,
}

impl Roster {
    /// The vehicle of this name.
    pub fn vehicle(&self, name: &str) -> Option<VehicleId> {
        let index = self.vehicles.iter().position(|vehicle| vehicle.name == name)?;
        u32::try_from(index).ok().map(VehicleId)
    }

    /// The first block of this name.
    pub fn block(&self, name: &str) -> Option<BlockId> {
        let index = self.blocks.iter().position(|block| block == name)?;
        u32::try_from(index).ok().map(BlockId)
    }

    /// The vehicles, blocks and actors of this name.
    pub fn bodies_named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = BodyId> + 'a {
        let vehicles = (0..).zip(&self.vehicles).filter(move |(_, it)| it.name == name);
        let blocks = (0..).zip(&self.blocks).filter(move |(_, it)| *it == name);
        let actors = (0..).zip(&self.actors).filter(move |(_, it)| *it == name);
        let vehicles = vehicles.map(|(index, _)| BodyId::Vehicle(VehicleId(index)));
        let blocks = blocks.map(|(index, _)| BodyId::Block(BlockId(index)));
        vehicles.chain(blocks).chain(actors.map(|(index, _)| BodyId::Actor(ActorId(index))))
    }

    /// The sensor of this name on a vehicle, or in the world.
    pub fn sensor(&self, vehicle: Option<VehicleId>, name: &str) -> Option<SensorId> {
        let index = self.sensors.iter().position(|it| it.vehicle == vehicle && it.name == name)?;
        u32::try_from(index).ok().map(SensorId)
    }

    /// The sensor of this full name: `vehicle/sensor`, or `sensor` for one that stands in the world.
    pub fn sensor_by_name(&self, name: &str) -> Option<SensorId> {
        (0..).map(SensorId).take(self.sensors.len()).find(|id| self.sensor_name(*id) == name)
    }

    /// What to call a sensor in a message or a list: its vehicle's name, a slash, its own.
    pub fn sensor_name(&self, SensorId(index): SensorId) -> String {
        let Some(sensor) = self.sensors.get(index as usize) else { return format!("sensor {index}") };
        match sensor.vehicle {
            Some(vehicle) => format!("{}/{}", self.name_of(BodyId::Vehicle(vehicle)), sensor.name),
            None => sensor.name.clone(),
        }
    }

    /// What to call a body in a message or a list.
    pub fn name_of(&self, body: BodyId) -> String {
        match body {
            BodyId::Vehicle(VehicleId(i)) => self.vehicles.get(i as usize).map(|v| v.name.clone()),
            BodyId::Block(BlockId(i)) => self.blocks.get(i as usize).cloned(),
            BodyId::Actor(ActorId(i)) => self.actors.get(i as usize).cloned(),
            BodyId::Wall(i) => Some(format!("wall_{:04}", i + 1)),
            BodyId::Element(i) => Some(format!("element_{i}")),
            BodyId::Terrain => Some("terrain".to_string()),
        }
        .unwrap_or_else(|| body.to_string())
    }
}
