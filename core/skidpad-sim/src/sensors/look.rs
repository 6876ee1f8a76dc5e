//! A look at a world: all that rays need to know of one moment. The world may go on while they are cast.

use super::{Device, Eyes, SensorState, SpatialDevice};
use crate::Simulation;
use crate::scene::housing_of;
use skidpad_math::{NoiseAddress, Pose3};
use skidpad_messages::{Reading, ReadingData, RgbdReading, SensorId, VehicleId};
use skidpad_scene::{Eye, Hidden, Moment, SceneDescription};
use skidpad_sensors::Workers;
use skidpad_sensors::lidar3d::SweepState;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A look of a sensor that casts rays in space. What it gives does not depend on when and on which thread it is
/// followed up.
#[derive(Debug, Clone)]
pub struct Look {
    device: Arc<SpatialDevice>,
    stance: Stance,
    /// What the world looks like, and where its frames are.
    pub(super) scene: Arc<SceneDescription>,
    pub(super) frames_in_world: Vec<Pose3>,
    /// Where the vehicle was in the steps before; empty where nobody needs it.
    sweep: SweepState,
    dt_s: f64,
}

/// Which sensor, when and where.
#[derive(Debug, Clone)]
pub(super) struct Stance {
    pub(super) id: SensorId,
    pub(super) stamp_ns: u64,
    pub(super) sensor_in_vehicle: Pose3,
    pub(super) sensor_in_world: Pose3,
    pub(super) noise: NoiseAddress,
    /// The vehicle that carries it.
    pub(super) vehicle: Option<VehicleId>,
}

impl Stance {
    pub(super) fn reading(&self, data: ReadingData) -> Reading {
        Reading {
            sensor: self.id,
            stamp_ns: self.stamp_ns,
            sensor_in_vehicle: self.sensor_in_vehicle,
            sensor_in_world: self.sensor_in_world,
            data,
        }
    }
}

impl Simulation {
    /// A sensor's look at the world as it is now; none of sensors that cast no rays in space, which are quick to
    /// [`sense`](Simulation::sense).
    ///
    /// # Panics
    /// If the id is of another world.
    pub fn look(&self, id: SensorId) -> Option<Look> {
        let Device::Spatial(device) = &self.model.sensors[id.index()].device else { return None };
        Some(self.look_by(device, self.stance(id)))
    }

    pub(super) fn look_by(&self, device: &Arc<SpatialDevice>, stance: Stance) -> Look {
        let mut frames_in_world = Vec::new();
        self.frames_in_world(&mut frames_in_world);
        let sweep = match self.memory_of(stance.id) {
            Some(SensorState::Sweep(sweep)) => sweep.clone(),
            _ => SweepState::default(),
        };
        let (device, scene) = (Arc::clone(device), self.scene());
        Look { device, stance, scene, frames_in_world, sweep, dt_s: self.model.dt_s }
    }
}

impl Look {
    /// The sensor that looks.
    pub fn sensor(&self) -> SensorId {
        self.stance.id
    }

    /// What it sees.
    pub fn reading(&self, eyes: &mut Eyes) -> Reading {
        let pool = eyes.pool();
        self.measure(eyes, Workers { pool: pool.as_deref(), called_off: None })
    }

    /// The same, unless it is called off meanwhile: a large picture may take longer than somebody wants to wait
    /// for the end of a run.
    pub fn reading_unless(&self, called_off: &AtomicBool, eyes: &mut Eyes) -> Option<Reading> {
        let pool = eyes.pool();
        let reading = self.measure(eyes, Workers { pool: pool.as_deref(), called_off: Some(called_off) });
        (!called_off.load(Ordering::Relaxed)).then_some(reading)
    }

    fn measure(&self, eyes: &mut Eyes, workers: Workers<'_>) -> Reading {
        let (at, noise) = (&self.stance.sensor_in_world, self.stance.noise);
        let SceneDescription { light, sky, .. } = &*self.scene;
        self.stance.reading(match &*self.device {
            SpatialDevice::Laser { model, ignores_own_vehicle } => {
                let moment = self.moment(eyes, at, Eye::RangeSensor, *ignores_own_vehicle);
                ReadingData::Scan(model.scan_space(at, &moment, noise, workers))
            }
            SpatialDevice::Lidar3d { model, ignores_own_vehicle } => {
                let moment = self.moment(eyes, at, Eye::RangeSensor, *ignores_own_vehicle);
                let pose_at = |time_s: f64| self.pose_at(time_s);
                ReadingData::Cloud(model.sweep(pose_at, at.position(), &moment, noise, workers))
            }
            SpatialDevice::Camera(eye) => {
                let moment = self.moment(eyes, at, Eye::Camera, false);
                ReadingData::Image(eye.picture(at, &moment, light, sky, workers))
            }
            SpatialDevice::Rgbd { depth, colour, colour_in_sensor } => {
                let depth = depth.as_ref().map(|depth| {
                    let moment = self.moment(eyes, at, Eye::RangeSensor, false);
                    depth.picture(at, &moment, noise, workers)
                });
                let colour = colour.as_ref().map(|eye| {
                    let optical = *at * *colour_in_sensor;
                    let moment = self.moment(eyes, &optical, Eye::Camera, false);
                    eye.picture(&optical, &moment, light, sky, workers)
                });
                ReadingData::Rgbd(RgbdReading { depth, colour, colour_in_sensor: *colour_in_sensor })
            }
        })
    }

    /// The world as it was, seen from a place. A sensor sees neither its own housing nor, where asked, its vehicle.
    fn moment<'e>(
        &self,
        eyes: &'e mut Eyes,
        from: &Pose3,
        eye: Eye,
        ignores_own_vehicle: bool,
    ) -> Moment<'e> {
        let hidden = Hidden {
            vehicle: self.stance.vehicle.filter(|_| ignores_own_vehicle).map(|id| id.0),
            frames: housing_of(&self.scene, self.stance.id.0).into_iter().collect(),
        };
        eyes.moment(self, from.position(), eye, hidden)
    }

    /// Where the sensor was at a time before the stamp.
    fn pose_at(&self, time_s: f64) -> Pose3 {
        let carrier = if time_s < 0.0 { self.sweep.at(time_s, self.dt_s) } else { None };
        carrier.map_or(self.stance.sensor_in_world, |carrier| carrier * self.stance.sensor_in_vehicle)
    }
}
