//! A reading that is still to be traced: everything that its rays need, so that the world can go on meanwhile.

use super::{Device, SensorState, SensorTracer, SpatialDevice};
use crate::Simulation;
use crate::extension::{ExtensionMemory, OwnSensor, Rays, SensorView};
use crate::scene::housing_of;
use skidpad_math::{NoiseAddress, Pose3, Rotation3, Vec3};
use skidpad_messages::{Cloud, Observations, Reading, ReadingData, RgbdReading, SensorId, VehicleId};
use skidpad_scene::{Excluded, Observer, PosedScene, SceneDescription, Tracer, View};
use skidpad_sensors::lidar3d::{LidarModel, Surroundings, SweepState};
use skidpad_sensors::rgbd::OPTICAL_IN_SENSOR;
use skidpad_sensors::{Workers, add_image_noise};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A reading of a sensor that casts rays in space. The result does not depend on when and on which thread it is
/// traced.
#[derive(Debug, Clone)]
pub struct PendingReading {
    device: PendingDevice,
    context: ReadingContext,
    /// The scene, and the poses of its frames.
    scene: Arc<SceneDescription>,
    frames_in_world: Vec<Pose3>,
    /// Where the vehicle was in the steps before; empty unless the sensor sweeps.
    sweep: SweepState,
    dt_s: f64,
    /// Switches of lights that are off.
    switches_off: Vec<u32>,
}

/// What measures.
#[derive(Debug, Clone)]
enum PendingDevice {
    Spatial(Arc<SpatialDevice>),
    Own(Arc<OwnSensor>, Box<OwnContext>),
}

/// What a sensor of a program's own may know besides.
#[derive(Debug, Clone, Default)]
struct OwnContext {
    seen: Observations,
    memory: ExtensionMemory,
}

/// Which sensor, when and where.
#[derive(Debug, Clone)]
pub(super) struct ReadingContext {
    pub(super) id: SensorId,
    pub(super) stamp_ns: u64,
    pub(super) sensor_in_vehicle: Pose3,
    pub(super) sensor_in_world: Pose3,
    pub(super) noise: NoiseAddress,
    /// The vehicle that carries it.
    pub(super) vehicle: Option<VehicleId>,
}

impl ReadingContext {
    /// What a sensor of a program's own may know.
    pub(super) fn own_view<'a>(&self, seen: &'a Observations, dt_s: f64) -> SensorView<'a> {
        SensorView {
            time_ns: self.stamp_ns,
            dt_s,
            sensor_in_world: self.sensor_in_world,
            sensor_in_vehicle: self.sensor_in_vehicle,
            vehicle: self.vehicle,
            seen,
            noise: self.noise,
        }
    }

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
    /// Whether a sensor casts rays in space: lidars, cameras, lasers in `raytrace_3d` mode, and those of a program's
    /// own that say so.
    ///
    /// # Panics
    /// If the id is of another world.
    pub fn casts_rays_in_space(&self, id: SensorId) -> bool {
        match &self.model.sensors[id.index()].device {
            Device::Spatial(_) => true,
            Device::Own(own) => own.casts_rays(),
            _ => false,
        }
    }

    /// A reading of the world as it is now; none of sensors that cast no rays in space, which are quick to
    /// [`sense`](Simulation::sense).
    ///
    /// # Panics
    /// If the id is of another world.
    pub fn pending_reading(&self, id: SensorId) -> Option<PendingReading> {
        match &self.model.sensors[id.index()].device {
            Device::Spatial(device) => Some(self.pending_reading_by(device, self.context(id))),
            Device::Own(own) if own.casts_rays() => {
                let (seen, memory) = (self.seen.clone(), self.own_memory(id).cloned().unwrap_or_default());
                let known = Box::new(OwnContext { seen, memory });
                Some(self.pending(PendingDevice::Own(Arc::clone(own), known), self.context(id)))
            }
            _ => None,
        }
    }

    pub(super) fn pending_reading_by(
        &self,
        device: &Arc<SpatialDevice>,
        context: ReadingContext,
    ) -> PendingReading {
        self.pending(PendingDevice::Spatial(Arc::clone(device)), context)
    }

    /// A reading of a sensor of a program's own, taken at once: nothing of the world is copied for it but where its
    /// rays begin and end.
    pub(super) fn sense_own(
        &self,
        own: &Arc<OwnSensor>,
        context: ReadingContext,
        tracer: &SensorTracer,
    ) -> Reading {
        let nothing = ExtensionMemory::default();
        let memory = self.own_memory(context.id).unwrap_or(&nothing);
        if !own.casts_rays() {
            let data = own.read(&context.own_view(&self.seen, self.model.dt_s), &Rays::NONE, memory);
            return context.reading(data);
        }
        let pending = self.pending(PendingDevice::Own(Arc::clone(own), Box::default()), context);
        pending.context.reading(pending.measure_own(own, &self.seen, memory, tracer))
    }

    fn own_memory(&self, id: SensorId) -> Option<&ExtensionMemory> {
        match self.memory_of(id) {
            Some(SensorState::Extension(memory)) => Some(memory),
            _ => None,
        }
    }

    fn pending(&self, device: PendingDevice, context: ReadingContext) -> PendingReading {
        let mut frames_in_world = Vec::new();
        self.frames_in_world(&mut frames_in_world);
        let sweep = match self.memory_of(context.id) {
            Some(SensorState::Sweep(sweep)) => sweep.clone(),
            _ => SweepState::default(),
        };
        let scene = self.scene();
        let (dt_s, switches_off) = (self.model.dt_s, self.switches_off());
        PendingReading { device, context, scene, frames_in_world, sweep, dt_s, switches_off }
    }
}

/// The rotation and the place of a pose.
fn parts(pose: &Pose3) -> (Rotation3, Vec3) {
    (pose.rotation(), pose.position())
}

impl PendingReading {
    /// The sensor.
    pub fn sensor(&self) -> SensorId {
        self.context.id
    }

    /// Simulated time of the reading [ns].
    pub fn stamp_ns(&self) -> u64 {
        self.context.stamp_ns
    }

    /// Trace the rays.
    pub fn reading(&self, tracer: &mut SensorTracer) -> Reading {
        let pool = tracer.pool();
        self.measure(tracer, Workers { pool: pool.as_deref(), called_off: None })
    }

    /// The same, unless it is called off meanwhile: a large picture may take longer than the end of a run should
    /// wait for.
    pub fn reading_unless(&self, called_off: &AtomicBool, tracer: &mut SensorTracer) -> Option<Reading> {
        let pool = tracer.pool();
        let reading = self.measure(tracer, Workers { pool: pool.as_deref(), called_off: Some(called_off) });
        (!called_off.load(Ordering::Relaxed)).then_some(reading)
    }

    fn measure(&self, tracer: &SensorTracer, workers: Workers<'_>) -> Reading {
        self.context.reading(match &self.device {
            PendingDevice::Spatial(device) => self.measure_by(device, &tracer.tracer(&self.scene), workers),
            PendingDevice::Own(own, known) => self.measure_own(own, &known.seen, &known.memory, tracer),
        })
    }

    fn measure_by(&self, device: &SpatialDevice, tracer: &Tracer, workers: Workers<'_>) -> ReadingData {
        let (at, noise) = (&self.context.sensor_in_world, self.context.noise);
        let SceneDescription { light, sky, .. } = &*self.scene;
        match device {
            SpatialDevice::Laser { model, ignores_own_vehicle } => {
                let posed =
                    self.posed(tracer, at, Observer::RangeSensor, self.own_vehicle(*ignores_own_vehicle));
                ReadingData::Scan(model.scan_space(at, &posed, noise, workers))
            }
            SpatialDevice::Lidar3d { model, ignores_own_vehicle } => {
                ReadingData::Cloud(self.sweep(model, tracer, *ignores_own_vehicle, workers))
            }
            SpatialDevice::Camera { optics, noise: deviation } => {
                let posed = self.posed(tracer, at, Observer::Camera, Excluded::default());
                let path = |time_s: f64| parts(&self.pose_at(time_s));
                let mut picture = optics.picture_along(&path, &posed, light, sky, workers);
                add_image_noise(&mut picture, *deviation, noise);
                ReadingData::Image(picture)
            }
            SpatialDevice::Rgbd { depth, colour, noise: deviation, colour_in_sensor } => {
                let depth = depth.as_ref().map(|depth| {
                    let posed = self.posed(tracer, at, Observer::RangeSensor, Excluded::default());
                    let path = |time_s: f64| {
                        let (rotation, place) = parts(&self.pose_at(time_s));
                        (rotation * OPTICAL_IN_SENSOR, place)
                    };
                    depth.picture_along(&path, &posed, noise, workers)
                });
                let colour = colour.as_ref().map(|optics| {
                    let optical = *at * *colour_in_sensor;
                    let posed = self.posed(tracer, &optical, Observer::Camera, Excluded::default());
                    let path = |time_s: f64| parts(&(self.pose_at(time_s) * *colour_in_sensor));
                    let mut picture = optics.picture_along(&path, &posed, light, sky, workers);
                    add_image_noise(&mut picture, *deviation, noise);
                    picture
                });
                ReadingData::Rgbd(RgbdReading { depth, colour, colour_in_sensor: *colour_in_sensor })
            }
        }
    }

    /// A reading of a sensor of a program's own.
    fn measure_own(
        &self,
        own: &OwnSensor,
        seen: &Observations,
        memory: &ExtensionMemory,
        tracer: &SensorTracer,
    ) -> ReadingData {
        let at = self.context.own_view(seen, self.dt_s);
        let tracer = tracer.tracer(&self.scene);
        let from = &at.sensor_in_world;
        let posed = self.posed(&tracer, from, Observer::RangeSensor, self.own_vehicle(true));
        own.read(&at, &Rays::new(posed, &self.scene, from), memory)
    }

    /// A lidar's sweep. While it lasts, the sensor's own vehicle goes along with the sensor, and the rest stands.
    fn sweep(
        &self,
        model: &LidarModel,
        tracer: &Tracer,
        ignores_own_vehicle: bool,
        workers: Workers<'_>,
    ) -> Cloud {
        let at = &self.context.sensor_in_world;
        let goes_along = self.context.vehicle.filter(|_| model.sweep_s.is_some() && !ignores_own_vehicle);
        let excluded = self.own_vehicle(ignores_own_vehicle || goes_along.is_some());
        let rest = self.posed(tracer, at, Observer::RangeSensor, excluded);
        let own = goes_along.map(|id| {
            let excluded = Excluded { all_but: Some(id.0), ..Excluded::default() };
            self.posed(tracer, at, Observer::RangeSensor, excluded)
        });
        let origin_in_world_m = at.position();
        let (moves, stays) = (|time_s: f64| self.pose_at(time_s), |_: f64| *at);
        let mut around = vec![Surroundings { posed: &rest, origin_in_world_m, sensor_in_world: &moves }];
        let own =
            own.as_ref().map(|posed| Surroundings { posed, origin_in_world_m, sensor_in_world: &stays });
        around.extend(own);
        model.sweep(&around, self.context.noise, workers)
    }

    /// The sensor's own vehicle, if it is hidden from the sensor.
    fn own_vehicle(&self, is_hidden: bool) -> Excluded {
        Excluded { vehicle: self.context.vehicle.filter(|_| is_hidden).map(|id| id.0), ..Excluded::default() }
    }

    /// The scene as it was, seen from a pose. No sensor sees its own housing.
    fn posed<'t>(
        &self,
        tracer: &'t Tracer,
        from: &Pose3,
        observer: Observer,
        mut excluded: Excluded,
    ) -> PosedScene<'t> {
        excluded.switches_off.clone_from(&self.switches_off);
        excluded.frames.extend(housing_of(&self.scene, self.context.id.0));
        let Vec3 { x, y, z } = from.position();
        tracer.posed(&self.frames_in_world, &View { origin_in_world_m: [x, y, z], observer, excluded })
    }

    /// Where the sensor was at a time before the stamp.
    fn pose_at(&self, time_s: f64) -> Pose3 {
        let carrier = if time_s < 0.0 { self.sweep.at(time_s, self.dt_s) } else { None };
        carrier.map_or(self.context.sensor_in_world, |carrier| carrier * self.context.sensor_in_vehicle)
    }
}
