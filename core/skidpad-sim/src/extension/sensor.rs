//! Sensors of a program's own.

use super::guard::{guarded, refuse_non_finite};
use super::memory::ExtensionMemory;
use crate::sensors::{Device, MakeSensor};
use skidpad_math::{NoiseAddress, Pose3, Rotation3, Vec3};
use skidpad_messages::{
    ActorId, ArraysReading, BlockId, BodyId, Observations, ReadingData, SensorKind, VehicleId,
};
use skidpad_scene::{FrameOwner, PosedScene, Ray, RayList, SceneDescription, SceneHit};
use skidpad_world::Param;
use skidpad_world::description::{SensorKind as SensorDescription, Values};
use std::fmt;
use std::sync::Arc;

/// What a sensor measures. One value serves all sensors of one line in a world file; what changes is in the memory.
///
/// `read` may be called on any thread, at any time, or not at all: a sensor is read when someone asks for it. Its
/// result must follow from its arguments alone.
pub trait SensorModel: Send + Sync + 'static {
    /// One reading, of the kind that the class declares.
    fn read(&self, at: &SensorView<'_>, rays: &Rays<'_>, memory: &[f64]) -> ReadingData;

    /// What it remembers at the start: as many numbers as it ever needs.
    fn memory(&self) -> Vec<f64> {
        Vec::new()
    }

    /// Take in a step. It is called after every step, read or not, for sensors with a memory.
    fn advance(&self, at: &SensorView<'_>, memory: &mut [f64]) {
        let _ = (at, memory);
    }

    /// Whether it casts rays. A sensor that does not is spared the preparation for them.
    fn casts_rays(&self) -> bool {
        true
    }
}

/// What a sensor may know when it measures.
#[derive(Debug, Clone, Copy)]
pub struct SensorView<'a> {
    /// Simulated time [ns].
    pub time_ns: u64,
    /// Length of a step [s].
    pub dt_s: f64,
    /// Where the sensor is.
    pub sensor_in_world: Pose3,
    /// Where it sits on its vehicle.
    pub sensor_in_vehicle: Pose3,
    /// The vehicle that carries it; none for a sensor that stands in the world.
    pub vehicle: Option<VehicleId>,
    /// Poses and motions of everything in the world: ground truth.
    pub seen: &'a Observations,
    /// Its random numbers: the same index always gives the same number in this reading.
    pub noise: NoiseAddress,
}

impl SensorView<'_> {
    /// Velocity of a body at a point, along the world's axes [m/s]; zero for what never moves.
    pub fn velocity_of(&self, body: BodyId, point_in_world_m: Vec3) -> Vec3 {
        let (pose, twist) = match body {
            BodyId::Vehicle(id) => match self.seen.vehicles.get(id.index()) {
                Some(it) => (it.pose_in_world, it.twist_in_vehicle),
                None => return Vec3::default(),
            },
            BodyId::Block(id) => match self.seen.blocks.get(id.index()) {
                Some(it) => (it.pose_in_world, it.twist_in_block),
                None => return Vec3::default(),
            },
            BodyId::Actor(id) => match self.seen.actors.get(id.0 as usize) {
                Some(it) => {
                    let along = it.pose_in_world.rotation();
                    return along.rotate(Vec3::new(it.speed_mps, 0.0, 0.0));
                }
                None => return Vec3::default(),
            },
            _ => return Vec3::default(),
        };
        let rotation = pose.rotation();
        let arm = point_in_world_m - pose.position();
        let moving = rotation.rotate(Vec3::new(twist.vx_mps, twist.vy_mps, 0.0));
        let rate = twist.yaw_rate_radps;
        Vec3::new(moving.x - rate * arm.y, moving.y + rate * arm.x, moving.z)
    }

    /// Velocity of the sensor itself, along the world's axes [m/s].
    pub fn own_velocity(&self) -> Vec3 {
        let at = self.sensor_in_world.position();
        self.vehicle.map_or_else(Vec3::default, |id| self.velocity_of(BodyId::Vehicle(id), at))
    }
}

/// What a ray meets.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RayHit {
    /// Distance from the sensor [m].
    pub range_m: f64,
    /// Where [m].
    pub point_in_world_m: Vec3,
    /// Cosine of the angle between the ray and the surface's normal, 0 to 1.
    pub incidence_cos: f64,
    /// Share of a laser's light that comes back, 0 to 1.
    pub reflectivity: f64,
    /// What carries the surface; none for what never moves.
    pub body: Option<BodyId>,
}

/// The world to cast rays through, from the sensor's place. The sensor's own vehicle is not seen.
///
/// ```
/// use skidpad_math::Vec3;
/// use skidpad_messages::{ArraysReading, NamedArray, ReadingData};
/// use skidpad_sim::extension::{Rays, SensorModel, SensorView};
///
/// /// Three beams ahead.
/// struct Whiskers;
///
/// impl SensorModel for Whiskers {
///     fn read(&self, _: &SensorView<'_>, rays: &Rays<'_>, _: &[f64]) -> ReadingData {
///         let directions = [Vec3::new(0.8, 0.6, 0.0), Vec3::new(1.0, 0.0, 0.0), Vec3::new(0.8, -0.6, 0.0)];
///         let hits = rays.cast_all(&directions, 2.0);
///         let ranges_m = hits.iter().map(|hit| hit.map_or(f64::INFINITY, |hit| hit.range_m)).collect();
///         let arrays = vec![NamedArray::new("range_m", "m", ranges_m)];
///         ReadingData::Arrays(ArraysReading { arrays, ..ArraysReading::default() })
///     }
/// }
/// ```
pub struct Rays<'a> {
    place: Option<RaysFrom<'a>>,
}

/// A world that is ready to be looked at, and from where.
struct RaysFrom<'a> {
    posed: PosedScene<'a>,
    scene: &'a SceneDescription,
    origin_m: Vec3,
    rotation: Rotation3,
}

impl<'a> Rays<'a> {
    /// For a sensor that casts none.
    pub(crate) const NONE: Rays<'static> = Rays { place: None };

    pub(crate) fn new(posed: PosedScene<'a>, scene: &'a SceneDescription, sensor_in_world: &Pose3) -> Self {
        let (origin_m, rotation) = (sensor_in_world.position(), sensor_in_world.rotation());
        Rays { place: Some(RaysFrom { posed, scene, origin_m, rotation }) }
    }

    /// What a ray meets first within a distance. The direction is in the sensor's frame and has length one.
    pub fn cast(&self, direction: Vec3, max_range_m: f64) -> Option<RayHit> {
        let place = self.place.as_ref()?;
        let ray = place.ray(direction, max_range_m);
        place.posed.first_hit(&ray).map(|hit| place.hit(&ray, &hit))
    }

    /// The same for many rays, which are traced eight at a time.
    pub fn cast_all(&self, directions: &[Vec3], max_range_m: f64) -> Vec<Option<RayHit>> {
        let Some(place) = self.place.as_ref() else { return vec![None; directions.len()] };
        let mut rays = RayList::default();
        directions.iter().for_each(|direction| rays.push(&place.ray(*direction, max_range_m)));
        let mut hits = Vec::new();
        place.posed.first_hits(&rays, &mut hits);
        let found = |(index, hit): (usize, &Option<SceneHit>)| {
            hit.as_ref().map(|hit| place.hit(&rays.get(index), hit))
        };
        hits.iter().take(directions.len()).enumerate().map(found).collect()
    }
}

impl RaysFrom<'_> {
    fn ray(&self, direction: Vec3, max_range_m: f64) -> Ray {
        let d = self.rotation.rotate(direction);
        Ray { origin_m: [0.0; 3], direction: [d.x as f32, d.y as f32, d.z as f32], t_max: max_range_m as f32 }
    }

    fn hit(&self, ray: &Ray, hit: &SceneHit) -> RayHit {
        let [x, y, z] = ray.direction.map(f64::from);
        let [nx, ny, nz] = self.posed.normal(ray, hit).map(f64::from);
        let range_m = f64::from(hit.t);
        let object = &self.scene.objects[hit.object as usize];
        let owner = self.scene.frames.get(object.frame as usize).map(|frame| frame.owner);
        let body = match owner {
            Some(FrameOwner::Vehicle(vehicle) | FrameOwner::Wheel { vehicle, .. }) => {
                Some(BodyId::Vehicle(VehicleId(vehicle)))
            }
            Some(FrameOwner::Block(block)) => Some(BodyId::Block(BlockId(block))),
            Some(FrameOwner::Actor { actor, .. }) => Some(BodyId::Actor(ActorId(actor))),
            _ => None,
        };
        RayHit {
            range_m,
            point_in_world_m: self.origin_m + Vec3::new(x, y, z) * range_m,
            incidence_cos: (x * nx + y * ny + z * nz).abs().min(1.0),
            reflectivity: f64::from(object.reflectivity),
            body,
        }
    }
}

/// Makes the model of one sensor from its values, or says why there can be none.
type MakeSensorModel = dyn Fn(&Values) -> Result<Box<dyn SensorModel>, String> + Send + Sync;

/// A class of sensors: what a world file may say about it, and how a sensor is made of that.
#[derive(Clone)]
pub struct SensorClass {
    pub(super) doc: String,
    pub(super) parameters: Vec<Param>,
    gives: SensorKind,
    make: Arc<MakeSensorModel>,
}

impl SensorClass {
    /// A class with a sentence about it, its parameters, and what makes a sensor of their values.
    ///
    /// Its readings are named arrays unless it says otherwise with [`gives`](SensorClass::gives).
    pub fn new<M: SensorModel>(
        doc: &str,
        parameters: &[Param],
        make: impl Fn(&Values) -> Result<M, String> + Send + Sync + 'static,
    ) -> SensorClass {
        let make = move |values: &Values| make(values).map(|model| Box::new(model) as Box<dyn SensorModel>);
        SensorClass {
            doc: doc.to_owned(),
            parameters: parameters.to_vec(),
            gives: SensorKind::Arrays,
            make: Arc::new(make),
        }
    }

    /// The same class, whose readings are those of a built-in kind of sensor: its topics, files and pictures are then
    /// those of that kind too.
    pub fn gives(self, kind: SensorKind) -> SensorClass {
        SensorClass { gives: kind, ..self }
    }

    /// What makes sensors of this class.
    pub(super) fn maker(self) -> Arc<MakeSensor> {
        Arc::new(move |plan| {
            let SensorDescription::Extension(used) = &plan.sensor.kind else { return plan.other_class() };
            let model = guarded(|| (self.make)(&used.values)).and_then(|made| made)?;
            let memory = guarded(|| model.memory())?;
            refuse_non_finite("memory", &memory)?;
            let (class, model) = (used.class.clone(), Arc::from(model));
            Ok(Device::Own(Arc::new(OwnSensor { class, model, gives: self.gives, memory })))
        })
    }
}

/// A sensor of a program's own, as far as stepping does not change it.
#[derive(Clone)]
pub struct OwnSensor {
    /// Its class.
    pub class: String,
    /// What it measures.
    model: Arc<dyn SensorModel>,
    /// The kind of its readings.
    pub gives: SensorKind,
    /// What it remembers at the start.
    memory: Vec<f64>,
}

impl fmt::Debug for OwnSensor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnSensor").field("class", &self.class).field("gives", &self.gives).finish()
    }
}

impl OwnSensor {
    pub(crate) fn casts_rays(&self) -> bool {
        self.model.casts_rays()
    }

    /// What it remembers at the start; none if it remembers nothing.
    pub(crate) fn fresh_memory(&self) -> Option<ExtensionMemory> {
        (!self.memory.is_empty()).then(|| ExtensionMemory::new(self.memory.clone()))
    }

    /// Take in a step. Returns why it failed, if it did just now.
    pub(crate) fn advance(&self, at: &SensorView<'_>, memory: &mut ExtensionMemory) -> Option<String> {
        if memory.failure.is_some() {
            return None;
        }
        let done = guarded(|| self.model.advance(at, &mut memory.numbers));
        let outcome = done.and_then(|()| refuse_non_finite("memory", &memory.numbers));
        if let Err(because) = outcome {
            *memory = ExtensionMemory { failure: Some(because), ..ExtensionMemory::new(self.memory.clone()) };
        }
        memory.failure.clone()
    }

    /// One reading, or arrays that say why there is none.
    pub(crate) fn read(&self, at: &SensorView<'_>, rays: &Rays<'_>, memory: &ExtensionMemory) -> ReadingData {
        let outcome = match &memory.failure {
            Some(because) => Err(because.clone()),
            None => {
                guarded(|| self.model.read(at, rays, &memory.numbers)).and_then(|data| self.checked(data))
            }
        };
        outcome.unwrap_or_else(|because| {
            let class = self.class.clone();
            ReadingData::Arrays(ArraysReading { class, arrays: Vec::new(), failure: Some(because) })
        })
    }

    /// A reading of the kind that the class declares, without NaN.
    fn checked(&self, mut data: ReadingData) -> Result<ReadingData, String> {
        if data.kind() != self.gives {
            let (gave, gives) = (data.kind(), self.gives);
            return Err(format!("its reading is that of {gave}, its class declares {gives}"));
        }
        if let Some(name) = name_of_nan(&data) {
            return Err(format!("its {name} has a value that is not a number"));
        }
        if let ReadingData::Arrays(arrays) = &mut data {
            arrays.class.clone_from(&self.class);
        }
        Ok(data)
    }
}

/// What of a reading is not a number. Infinity is one: it means that nothing was met.
fn name_of_nan(data: &ReadingData) -> Option<String> {
    let given = |name: &str, is_nan: bool| is_nan.then(|| name.to_owned());
    match data {
        ReadingData::Arrays(it) => {
            let nan = it.arrays.iter().find(|array| array.values.iter().any(|value| value.is_nan()));
            nan.map(|array| format!("array \"{}\"", array.name))
        }
        ReadingData::Scan(it) => {
            let mut numbers = it.ranges_m.iter().chain(&it.intensities);
            given("scan", numbers.any(|value| value.is_nan()))
        }
        ReadingData::Cloud(it) => {
            let mut points = it.points.iter().chain(&it.last_returns);
            given("cloud", points.any(|point| (point.x_m + point.y_m + point.z_m).is_nan()))
        }
        ReadingData::Imu(it) => {
            let (rate, force) = (it.angular_velocity_radps, it.linear_acceleration_mps2);
            given("measurement", (rate.x + rate.y + rate.z + force.x + force.y + force.z).is_nan())
        }
        ReadingData::Cones(it) => {
            given("cones", it.cones.iter().any(|cone| (cone.range_m + cone.bearing_rad).is_nan()))
        }
        // Pictures are whole numbers; a receiver without a fix has no position.
        ReadingData::Image(_) | ReadingData::Rgbd(_) | ReadingData::Gnss(_) => None,
    }
}
