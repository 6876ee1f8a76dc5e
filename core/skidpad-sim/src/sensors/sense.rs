//! From the state of a world to what its sensors measure.

use super::{Device, Eyes, SensorModel, SensorState};
use crate::Simulation;
use crate::scene::housing_of;
use crate::state::Presence;
use skidpad_math::{NoiseAddress, Pose3, Vec3};
use skidpad_messages::{Reading, ReadingData, RgbdReading, SensorEntry, SensorId, VehicleId};
use skidpad_scene::{Eye, Hidden, SceneDescription};
use skidpad_sensors::Workers;
use skidpad_sensors::geodesy::Geodetic;
use skidpad_sensors::gnss::Georeference;
use skidpad_sensors::imu::ImuState;
use skidpad_world::description::PropertyValue;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

impl Simulation {
    /// The sensors, in the order of their numbers.
    pub fn sensors(&self) -> &[SensorEntry] {
        &self.model.roster.sensors
    }

    /// The sensors that take a reading at the end of the step just made. Those of vehicles that are gone take none.
    pub fn due(&self) -> impl Iterator<Item = SensorId> + '_ {
        let (step, dt_ns) = (self.state.step, self.model.dt_ns);
        (self.model.sensors.iter().enumerate())
            .filter(move |(_, sensor)| sensor.schedule.is_due(step, dt_ns) && self.is_there(sensor.vehicle))
            .map(|(index, _)| super::sensor_id(index))
    }

    /// What a sensor measures now, due or not. The world does not change by being looked at.
    ///
    /// # Panics
    /// If the id is of another world.
    pub fn sense(&self, id: SensorId, eyes: &mut Eyes) -> Reading {
        let look = self.look(id);
        let pool = eyes.pool();
        look.reading(eyes, Workers { pool: pool.as_deref(), called_off: None })
    }

    /// The same, unless it is called off meanwhile: a large picture may take longer than somebody wants to wait
    /// for the end of a run.
    ///
    /// # Panics
    /// If the id is of another world.
    pub fn sense_unless(&self, id: SensorId, eyes: &mut Eyes, called_off: &AtomicBool) -> Option<Reading> {
        let look = self.look(id);
        let pool = eyes.pool();
        let reading = look.reading(eyes, Workers { pool: pool.as_deref(), called_off: Some(called_off) });
        (!called_off.load(Ordering::Relaxed)).then_some(reading)
    }

    fn look(&self, id: SensorId) -> Look<'_> {
        let sensor = &self.model.sensors[id.index()];
        let sensor_in_vehicle = self.model.roster.sensors[id.index()].sensor_in_vehicle;
        let sensor_in_world = self.carrier_in_world(sensor.vehicle) * sensor_in_vehicle;
        let noise = NoiseAddress { seed: self.model.seed, stream: sensor.stream, step: self.state.step };
        Look { world: self, id, sensor, sensor_in_vehicle, sensor_in_world, noise }
    }

    fn is_there(&self, vehicle: Option<VehicleId>) -> bool {
        vehicle.is_none_or(|id| self.state.vehicles[id.index()].presence == Presence::Present)
    }

    /// Where what carries a sensor is.
    fn carrier_in_world(&self, vehicle: Option<VehicleId>) -> Pose3 {
        vehicle.map_or_else(Pose3::default, |id| self.seen.vehicles[id.index()].pose_in_world)
    }

    fn georeference(&self) -> Option<Georeference> {
        let it = self.model.georeference.as_ref()?;
        // MVSim takes zero for "not given".
        (it.latitude_rad != 0.0 || it.longitude_rad != 0.0).then_some(Georeference {
            origin: Geodetic {
                latitude_rad: it.latitude_rad,
                longitude_rad: it.longitude_rad,
                height_m: it.height_m,
            },
            world_to_enu_rad: it.world_to_enu_rotation_rad,
            is_utm: it.world_is_utm,
        })
    }
}

/// One sensor looking at one world.
struct Look<'a> {
    world: &'a Simulation,
    id: SensorId,
    sensor: &'a SensorModel,
    sensor_in_vehicle: Pose3,
    sensor_in_world: Pose3,
    noise: NoiseAddress,
}

impl Look<'_> {
    fn reading(&self, eyes: &mut Eyes, workers: Workers<'_>) -> Reading {
        Reading {
            sensor: self.id,
            stamp_ns: self.world.time_ns(),
            sensor_in_vehicle: self.sensor_in_vehicle,
            sensor_in_world: self.sensor_in_world,
            data: self.measure(eyes, workers),
        }
    }

    fn measure(&self, eyes: &mut Eyes, workers: Workers<'_>) -> ReadingData {
        let (world, noise) = (self.world, self.noise);
        let at = &self.sensor_in_world;
        match &*self.sensor.device {
            Device::Laser { model, is_spatial: true, ignores_own_vehicle, .. } => {
                let moment =
                    eyes.moment(world, at.position(), Eye::RangeSensor, self.hidden(*ignores_own_vehicle));
                ReadingData::Scan(model.scan_space(at, &moment, noise, workers))
            }
            Device::Laser { model, sees_bodies, .. } => {
                eyes.plane.place(world, at, self.sensor.vehicle, *sees_bodies);
                let plane = &eyes.plane;
                ReadingData::Scan(model.scan_plane(
                    at,
                    &plane.caster,
                    |target| plane.brightness(target),
                    noise,
                ))
            }
            Device::Lidar3d { model, ignores_own_vehicle } => {
                let moment =
                    eyes.moment(world, at.position(), Eye::RangeSensor, self.hidden(*ignores_own_vehicle));
                let pose_at = |time_s: f64| self.pose_at(time_s);
                ReadingData::Cloud(model.sweep(pose_at, at.position(), &moment, noise, workers))
            }
            Device::Camera(eye) => {
                let scene = world.scene();
                let moment = eyes.moment(world, at.position(), Eye::Camera, self.hidden(false));
                ReadingData::Image(eye.picture(at, &moment, &scene.light, &scene.sky, workers))
            }
            Device::Rgbd { depth, colour, colour_in_sensor } => {
                let depth = depth.as_ref().map(|depth| {
                    let moment = eyes.moment(world, at.position(), Eye::RangeSensor, self.hidden(false));
                    depth.picture(at, &moment, noise, workers)
                });
                let colour = colour.as_ref().map(|eye| {
                    let scene: Arc<SceneDescription> = world.scene();
                    let optical = *at * *colour_in_sensor;
                    let moment = eyes.moment(world, optical.position(), Eye::Camera, self.hidden(false));
                    eye.picture(&optical, &moment, &scene.light, &scene.sky, workers)
                });
                ReadingData::Rgbd(RgbdReading { depth, colour, colour_in_sensor: *colour_in_sensor })
            }
            Device::Imu(model) => {
                let still = ImuState::default();
                let state = match self.memory() {
                    Some(SensorState::Imu(state)) => state,
                    _ => &still,
                };
                let carrier = world.carrier_in_world(self.sensor.vehicle);
                let enu_rad =
                    world.model.georeference.as_ref().map_or(0.0, |it| it.world_to_enu_rotation_rad);
                ReadingData::Imu(model.sense(state, &carrier, world.model.gravity_mps2, enu_rad, noise))
            }
            Device::Gnss(model) => {
                let point_m = at.position();
                let georeference = world.georeference();
                let reading = model.sense(point_m, georeference.as_ref(), self.has_reception(point_m), noise);
                ReadingData::Gnss(reading)
            }
        }
    }

    fn memory(&self) -> Option<&SensorState> {
        self.world.state.sensors.get(self.sensor.memory?)
    }

    /// What it does not see: its own housing, and its own vehicle where asked.
    fn hidden(&self, ignores_own_vehicle: bool) -> Hidden {
        let scene = self.world.scene();
        Hidden {
            vehicle: self.sensor.vehicle.filter(|_| ignores_own_vehicle).map(|id| id.0),
            frames: housing_of(&scene, self.id.0).into_iter().collect(),
        }
    }

    /// Where the sensor was at a time before the stamp.
    fn pose_at(&self, time_s: f64) -> Pose3 {
        let carrier = match self.memory() {
            Some(SensorState::Sweep(sweep)) if time_s < 0.0 => sweep.at(time_s, self.world.model.dt_s),
            _ => None,
        };
        carrier.map_or(self.sensor_in_world, |carrier| carrier * self.sensor_in_vehicle)
    }

    /// Whether satellites are in view: no region of the world says otherwise.
    fn has_reception(&self, point_m: Vec3) -> bool {
        let value = self.world.model.regions.value("gps_no_coverage", [point_m.x, point_m.y, point_m.z]);
        !matches!(value, Some(PropertyValue::Flag(true)))
    }
}
