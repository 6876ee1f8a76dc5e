//! The sensors of a world: their models, their states, and when they are due.

mod classes;
mod own;
mod pending_reading;
mod plane;
mod sense;
mod sensor_tracer;

pub(crate) use classes::{MakeSensor, SensorPlan, built_in_sensors};
pub use pending_reading::PendingReading;
pub(crate) use plane::PlanePlan;
pub use plane::RawMaps;
pub use sensor_tracer::SensorTracer;

use crate::build::count;
use crate::extension::{ExtensionMemory, OwnSensor};
use crate::model::Model;
use crate::state::{Presence, State};
use serde::{Deserialize, Serialize};
use skidpad_math::{NoiseAddress, stream_of};
use skidpad_messages::{DepthTopics, SensorEntry, SensorKind, VehicleId};
use skidpad_sensors::camera::CameraOptics;
use skidpad_sensors::cone_detector::ConeDetectorModel;
use skidpad_sensors::gnss::GnssModel;
use skidpad_sensors::imu::{ImuModel, ImuState, VehicleMotion};
use skidpad_sensors::laser::LaserModel;
use skidpad_sensors::lidar3d::{LidarModel, SweepState};
use skidpad_sensors::rgbd::DepthCamera;
use skidpad_sensors::schedule::Schedule;
use skidpad_world::Place;
use skidpad_world::description::{self, Sensor, WorldDescription};
use std::sync::Arc;

/// A sensor, as far as stepping does not change it.
#[derive(Debug, Clone)]
pub struct SensorModel {
    /// The vehicle it sits on.
    pub vehicle: Option<VehicleId>,
    /// When it takes readings.
    pub schedule: Schedule,
    /// Where its random numbers come from.
    pub stream: u64,
    /// What it is.
    pub device: Device,
    /// Where in the description it stands: the vehicle, if any, and its place in that list of sensors.
    described: (Option<usize>, usize),
    /// Its place among those that remember something.
    pub(crate) memory: Option<usize>,
}

/// What a sensor is, with all that its measurements depend on.
#[derive(Debug, Clone)]
pub enum Device {
    /// A laser scanner that sees outlines in its plane.
    PlanarLaser(Arc<PlanarLaser>),
    /// What casts rays in space.
    Spatial(Arc<SpatialDevice>),
    /// An inertial measurement unit.
    Imu(ImuModel),
    /// A satellite receiver.
    Gnss(GnssModel),
    /// A detector of cones.
    ConeDetector(ConeDetectorModel),
    /// A sensor of a program's own. It may cast rays.
    Own(Arc<OwnSensor>),
}

/// A laser scanner that sees outlines in its plane.
#[derive(Debug, Clone)]
pub struct PlanarLaser {
    /// Beams and noise.
    pub model: LaserModel,
    /// Whether bodies are seen, or grids only.
    pub sees_bodies: bool,
}

/// A sensor that casts rays in space.
#[derive(Debug, Clone)]
pub enum SpatialDevice {
    /// A laser scanner.
    Laser {
        /// Beams and noise.
        model: LaserModel,
        /// Whether it looks through its own vehicle.
        ignores_own_vehicle: bool,
    },
    /// A spinning lidar.
    Lidar3d {
        /// Beams and noise.
        model: LidarModel,
        /// Whether it looks through its own vehicle.
        ignores_own_vehicle: bool,
    },
    /// A colour camera.
    Camera {
        /// Picture size and projection.
        optics: CameraOptics,
        /// Deviation of a colour value, of 255.
        noise: f64,
    },
    /// A colour and depth camera.
    Rgbd {
        /// The depth camera, if it has one.
        depth: Option<DepthCamera>,
        /// The colour camera, if it has one.
        colour: Option<CameraOptics>,
        /// Deviation of a colour value, of 255.
        noise: f64,
        /// Where the colour camera sits in the sensor's frame.
        colour_in_sensor: skidpad_math::Pose3,
    },
}

impl SpatialDevice {
    /// Whether its rays start from where the vehicle was while it turned.
    fn is_moved_along(&self) -> bool {
        match self {
            SpatialDevice::Lidar3d { model, .. } => model.sweep_s.is_some(),
            SpatialDevice::Camera { optics, .. } => optics.readout_s > 0.0,
            SpatialDevice::Rgbd { depth, colour, .. } => {
                let depth = depth.as_ref().map(|depth| &depth.optics);
                depth.into_iter().chain(colour).any(|optics| optics.readout_s > 0.0)
            }
            SpatialDevice::Laser { .. } => false,
        }
    }
}

/// A sensor that cannot be made of what a world says about it.
pub(crate) struct RefusedSensor {
    pub(crate) sensor: String,
    pub(crate) place: Place,
    pub(crate) reason: String,
}

/// What a sensor remembers from step to step.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum SensorState {
    /// Biases and motion of an inertial measurement unit.
    Imu(ImuState),
    /// Where the vehicle of a turning lidar, or of a camera with a rolling shutter, was.
    Sweep(SweepState),
    /// What a sensor of a program's own remembers.
    Extension(ExtensionMemory),
}

impl SensorModel {
    /// Its lines in the world's description.
    pub(crate) fn description<'a>(&self, world: &'a WorldDescription) -> &'a Sensor {
        match self.described {
            (Some(vehicle), index) => &world.vehicles[vehicle].sensors[index],
            (None, index) => &world.sensors[index],
        }
    }
}

/// Add the sensors of a described vehicle, or those that stand in the world, for `vehicle`.
pub(crate) fn add_sensors(
    model: &mut Model,
    state: &mut State,
    sensors: &[Sensor],
    described: Option<usize>,
    vehicle: Option<VehicleId>,
) -> Vec<RefusedSensor> {
    let vehicle_name = vehicle.map_or("", |id| model.vehicles[id.index()].name.as_str());
    let mut refused = Vec::new();
    for (index, sensor) in sensors.iter().enumerate() {
        let schedule = Schedule::new(sensor.period_s, sensor.phase_s, model.dt_ns);
        // No step takes two readings.
        let period_s = schedule.period_ns.max(model.dt_ns) as f64 * 1e-9;
        let device = match model.extensions.build_sensor(&SensorPlan { sensor, period_s }) {
            Ok(device) => device,
            Err(reason) => {
                refused.push(RefusedSensor { sensor: sensor.name.clone(), place: sensor.place, reason });
                continue;
            }
        };
        let memory = device.fresh_memory();
        let stream = stream_of(&[vehicle_name, &sensor.name]);
        model.roster.sensors.push(SensorEntry {
            name: sensor.name.clone(),
            vehicle,
            kind: kind(&device),
            period_ns: schedule.period_ns,
            phase_ns: schedule.phase_ns,
            publish_topic: sensor.publish_topic.clone(),
            sensor_in_vehicle: sensor.pose_in_vehicle,
            depth_topics: match &sensor.kind {
                description::SensorKind::Rgbd(it) => DepthTopics {
                    has_image: it.publish_depth_image,
                    has_coloured_points: it.publish_colored_pointcloud,
                    has_float_image: it.has_float_depth,
                },
                _ => DepthTopics::default(),
            },
        });
        model.sensors.push(SensorModel {
            vehicle,
            schedule,
            stream,
            device,
            described: (described, index),
            memory: memory.is_some().then_some(state.sensors.len()),
        });
        state.sensors.extend(memory);
    }
    refused
}

/// The sensors of a vehicle that is like another, for a vehicle added while running.
pub(crate) fn add_sensors_like(
    model: &mut Model,
    memory_count: &mut usize,
    like: VehicleId,
    vehicle: VehicleId,
) {
    let name = model.vehicles[vehicle.index()].name.clone();
    let like_name = model.vehicles[like.index()].name.clone();
    for index in 0..model.sensors.len() {
        if model.sensors[index].vehicle != Some(like) {
            continue;
        }
        let entry = &model.roster.sensors[index];
        let publish_topic = topic_like(&entry.publish_topic, &like_name, &name).unwrap_or_default();
        let entry = SensorEntry { vehicle: Some(vehicle), publish_topic, ..entry.clone() };
        let mut sensor = model.sensors[index].clone();
        sensor.vehicle = Some(vehicle);
        sensor.stream = stream_of(&[&name, &entry.name]);
        sensor.memory = sensor.memory.map(|_| *memory_count);
        *memory_count += usize::from(sensor.memory.is_some());
        model.sensors.push(sensor);
        model.roster.sensors.push(entry);
    }
}

/// The topic of something that is like another: named after this one as the other's is after the other. None if the
/// other's topic is not named after it.
pub(crate) fn topic_like(topic: &str, like_name: &str, name: &str) -> Option<String> {
    let renamed = topic.replacen(&format!("/{like_name}/"), &format!("/{name}/"), 1);
    (renamed != topic).then_some(renamed)
}

/// Memories at the start, for sensors that have none yet.
pub(crate) fn fresh_memories(model: &Model, state: &mut State) {
    for sensor in &model.sensors {
        if sensor.memory.is_some_and(|memory| memory >= state.sensors.len()) {
            state.sensors.extend(sensor.device.fresh_memory());
        }
    }
}

/// How many memories a list of sensors has.
pub(crate) fn memory_count(sensors: &[SensorModel]) -> usize {
    sensors.iter().filter(|sensor| sensor.memory.is_some()).count()
}

/// A world begins with level vehicles, as MVSim's do; those on a slope lie down on it within so many steps. That is
/// no motion.
const SETTLING_STEPS: u64 = 2;

/// Let every memory take in the step that was just made.
pub(crate) fn remember(model: &Model, state: &mut State) {
    if state.sensors.is_empty() {
        return;
    }
    let step = state.step;
    for sensor in &model.sensors {
        let Some(memory) = sensor.memory else { continue };
        let is_due = sensor.schedule.is_due(step, model.dt_ns);
        if let (SensorState::Imu(imu), Device::Imu(device), true) =
            (&mut state.sensors[memory], &sensor.device, is_due)
        {
            imu.walk(device, NoiseAddress { seed: model.seed, stream: sensor.stream, step });
        }
        let Some(vehicle) = sensor.vehicle else { continue };
        let it = &state.vehicles[vehicle.index()];
        if it.presence != Presence::Present {
            continue;
        }
        let motion = &state.bodies[model.vehicles[vehicle.index()].body.index()];
        let pose_in_world = it.pose(motion);
        match &mut state.sensors[memory] {
            SensorState::Imu(imu) => {
                let is_level = it.pitch_rad == 0.0 && it.roll_rad == 0.0;
                if step <= SETTLING_STEPS && !is_level {
                    imu.forget_motion();
                }
                let motion = VehicleMotion {
                    pose_in_world,
                    velocity_in_world_mps: it.velocity_in_world_mps,
                    yaw_rate_radps: motion.yaw_rate_radps,
                };
                imu.advance(&motion, model.dt_s);
            }
            SensorState::Sweep(sweep) => {
                let steps = sensor.schedule.period_ns.div_ceil(model.dt_ns) as usize + 1;
                sweep.advance(pose_in_world, steps);
            }
            // They take in a step once it can be seen.
            SensorState::Extension(_) => {}
        }
    }
}

/// A vehicle jumped: its sensors forget how it moved.
pub(crate) fn forget_motion(model: &Model, state: &mut State, vehicle: VehicleId) {
    for sensor in model.sensors.iter().filter(|sensor| sensor.vehicle == Some(vehicle)) {
        match sensor.memory.and_then(|memory| state.sensors.get_mut(memory)) {
            Some(SensorState::Imu(imu)) => imu.forget_motion(),
            Some(SensorState::Sweep(sweep)) => sweep.forget(),
            Some(SensorState::Extension(_)) | None => {}
        }
    }
}

fn kind(device: &Device) -> SensorKind {
    match device {
        Device::PlanarLaser(_) => SensorKind::Laser,
        Device::Spatial(device) => match &**device {
            SpatialDevice::Laser { .. } => SensorKind::Laser,
            SpatialDevice::Lidar3d { .. } => SensorKind::Lidar3d,
            SpatialDevice::Camera { .. } => SensorKind::Camera,
            SpatialDevice::Rgbd { .. } => SensorKind::Rgbd,
        },
        Device::Imu(_) => SensorKind::Imu,
        Device::Gnss(_) => SensorKind::Gnss,
        Device::ConeDetector(_) => SensorKind::ConeDetector,
        Device::Own(own) => own.gives,
    }
}

impl Device {
    /// What it remembers at the start, if it remembers anything.
    fn fresh_memory(&self) -> Option<SensorState> {
        match self {
            Device::Imu(_) => Some(SensorState::Imu(ImuState::default())),
            Device::Spatial(device) if device.is_moved_along() => {
                Some(SensorState::Sweep(SweepState::default()))
            }
            Device::Own(own) => own.fresh_memory().map(SensorState::Extension),
            _ => None,
        }
    }
}

/// The place of a sensor that is `index`-th in a list.
pub(crate) fn sensor_id(index: usize) -> skidpad_messages::SensorId {
    skidpad_messages::SensorId(count(index))
}
