//! What models written in Python may know: copies, since nothing of Python may hold on to a world that steps.

use super::values::{Body, Command, numbered};
use crate::arrays::vector;
use crate::pose::{Pose, Twist};
use numpy::PyArray1;
use pyo3::prelude::*;
use skidpad::extension;
use skidpad::math::{NoiseAddress, Twist2};
use skidpad::messages::Observations;

/// Random numbers with addresses: the same index always gives the same number in this step.
#[pyclass(frozen, module = "skidpad.extension")]
#[derive(Clone, Copy)]
pub(crate) struct Noise {
    address: NoiseAddress,
}

#[pymethods]
impl Noise {
    /// A number with mean 0 and standard deviation 1.
    fn normal(&self, index: u64) -> f64 {
        self.address.normal(index)
    }

    /// A number from 0 to less than 1.
    fn uniform(&self, index: u64) -> f64 {
        self.address.uniform(index)
    }

    /// ``normal(first)``, ``normal(first + 1)`` and so on.
    fn normals(&self, py: Python<'_>, first: u64, count: usize) -> Py<PyArray1<f64>> {
        let mut numbers = vec![0.0; count];
        self.address.normals(first, 1, &mut numbers);
        vector(py, numbers)
    }
}

/// The bodies of a world.
#[derive(Default)]
struct Bodies {
    vehicles: Vec<Body>,
    blocks: Vec<Body>,
    actors: Vec<Body>,
}

impl From<&Observations> for Bodies {
    fn from(seen: &Observations) -> Self {
        let vehicles = seen.vehicles.iter();
        let blocks = seen.blocks.iter();
        let actors = seen.actors.iter();
        let ahead = |speed_mps| Twist2::new(speed_mps, 0.0, 0.0);
        Bodies {
            vehicles: vehicles
                .map(|it| Body::new(it.is_present, it.pose_in_world.into(), it.twist_in_vehicle.into()))
                .collect(),
            blocks: blocks
                .map(|it| Body::new(it.is_present, it.pose_in_world.into(), it.twist_in_block.into()))
                .collect(),
            actors: actors
                .map(|it| Body::new(true, it.pose_in_world.into(), ahead(it.speed_mps).into()))
                .collect(),
        }
    }
}

/// What a sensor may know when it measures.
#[pyclass(frozen, module = "skidpad.extension")]
pub(crate) struct SensorView {
    /// Simulated time [ns].
    #[pyo3(get)]
    time_ns: u64,
    /// Simulated time [s].
    #[pyo3(get)]
    time_s: f64,
    /// Length of a step [s].
    #[pyo3(get)]
    dt_s: f64,
    /// Where the sensor is.
    #[pyo3(get)]
    sensor_in_world: Pose,
    /// Where it sits on its vehicle.
    #[pyo3(get)]
    sensor_in_vehicle: Pose,
    /// The number of the vehicle that carries it; none for a sensor that stands in the world.
    #[pyo3(get)]
    vehicle: Option<u32>,
    /// Its own velocity along the world's axes [m/s].
    #[pyo3(get)]
    velocity_in_world_mps: (f64, f64, f64),
    /// Its random numbers.
    #[pyo3(get)]
    noise: Noise,
    bodies: Bodies,
}

impl SensorView {
    pub(super) fn new(at: &extension::SensorView<'_>) -> SensorView {
        let velocity = at.own_velocity();
        SensorView {
            time_ns: at.time_ns,
            time_s: at.time_ns as f64 * 1e-9,
            dt_s: at.dt_s,
            sensor_in_world: at.sensor_in_world.into(),
            sensor_in_vehicle: at.sensor_in_vehicle.into(),
            vehicle: at.vehicle.map(|id| id.0),
            velocity_in_world_mps: (velocity.x, velocity.y, velocity.z),
            noise: Noise { address: at.noise },
            bodies: at.seen.into(),
        }
    }
}

#[pymethods]
impl SensorView {
    /// The vehicles of the world, by number: ground truth.
    #[getter]
    fn vehicles(&self) -> Vec<Body> {
        self.bodies.vehicles.clone()
    }

    /// The blocks.
    #[getter]
    fn blocks(&self) -> Vec<Body> {
        self.bodies.blocks.clone()
    }

    /// The people.
    #[getter]
    fn actors(&self) -> Vec<Body> {
        self.bodies.actors.clone()
    }
}

/// What an element may know when a step begins.
#[pyclass(frozen, module = "skidpad.extension")]
pub(crate) struct ElementView {
    /// Simulated time [ns].
    #[pyo3(get)]
    time_ns: u64,
    /// Simulated time [s].
    #[pyo3(get)]
    time_s: f64,
    /// Length of the step [s].
    #[pyo3(get)]
    dt_s: f64,
    /// Its random numbers of this step.
    #[pyo3(get)]
    noise: Noise,
    bodies: Bodies,
}

impl ElementView {
    pub(super) fn new(at: &extension::ElementView<'_>) -> ElementView {
        ElementView {
            time_ns: at.time_ns,
            time_s: at.time_ns as f64 * 1e-9,
            dt_s: at.dt_s,
            noise: Noise { address: at.noise },
            bodies: at.seen.into(),
        }
    }
}

#[pymethods]
impl ElementView {
    /// The vehicles of the world, by number, after the last step.
    #[getter]
    fn vehicles(&self) -> Vec<Body> {
        self.bodies.vehicles.clone()
    }

    /// The blocks.
    #[getter]
    fn blocks(&self) -> Vec<Body> {
        self.bodies.blocks.clone()
    }

    /// The people.
    #[getter]
    fn actors(&self) -> Vec<Body> {
        self.bodies.actors.clone()
    }
}

/// A body that an element may push.
#[pyclass(frozen, get_all, module = "skidpad.extension")]
pub(crate) struct PushedBody {
    /// ``"vehicle"`` or ``"block"``.
    kind: &'static str,
    /// Its number.
    number: u32,
    /// Where it is.
    pose_in_world: Pose,
    /// How its reference point moves, in its own axes.
    twist: Twist,
    /// Its mass [kg].
    mass_kg: f64,
}

impl PushedBody {
    pub(super) fn new(body: &extension::PushedBody) -> PushedBody {
        let (kind, number) = numbered(body.body).unwrap_or(("none", 0));
        PushedBody {
            kind,
            number,
            pose_in_world: body.pose_in_world.into(),
            twist: body.twist.into(),
            mass_kg: body.mass_kg,
        }
    }
}

/// How a wheel slips on the ground, in the wheel's axes.
#[pyclass(frozen, get_all, module = "skidpad.extension")]
pub(crate) struct Slip {
    /// Velocity of the wheel's centre along its rolling direction [m/s].
    vx_mps: f64,
    /// Velocity of the wheel's centre to its left [m/s].
    vy_mps: f64,
    /// Spin [rad/s].
    spin_radps: f64,
    /// Weight on the ground [N].
    load_n: f64,
    /// Radius of the wheel [m].
    radius_m: f64,
    /// Friction coefficient of the ground here, where a region of the world gives one.
    ground_mu: Option<f64>,
    /// Step [s].
    dt_s: f64,
    /// Slip ratio within ±1; 0 at rest.
    ratio: f64,
    /// Slip angle [rad]: a positive one pushes left; 0 at rest.
    angle_rad: f64,
}

impl Slip {
    pub(super) fn new(slip: &extension::Slip) -> Slip {
        let extension::Slip { vx_mps, vy_mps, spin_radps, load_n, radius_m, ground_mu, dt_s } = *slip;
        let (ratio, angle_rad) = (slip.ratio(), slip.angle_rad());
        Slip { vx_mps, vy_mps, spin_radps, load_n, radius_m, ground_mu, dt_s, ratio, angle_rad }
    }
}

/// A wheel of a vehicle, and the ground under it.
#[pyclass(frozen, get_all, module = "skidpad.extension")]
#[derive(Clone)]
pub(crate) struct WheelView {
    /// Place on the vehicle [m].
    position_m: (f64, f64),
    /// Radius [m].
    radius_m: f64,
    /// Moment of inertia about its axle [kg·m²].
    inertia_kgm2: f64,
    /// Mass [kg].
    mass_kg: f64,
    /// Spin [rad/s].
    spin_radps: f64,
    /// Direction in the vehicle [rad].
    steer_rad: f64,
    /// Friction coefficient of the ground, where a region of the world gives one.
    ground_mu: Option<f64>,
    /// Rolling resistance of the ground, where a region of the world gives one.
    ground_rolling_resistance: Option<f64>,
    /// Velocity of the ground in the vehicle's axes, where it moves [m/s].
    ground_mps: Option<(f64, f64)>,
    /// Largest torque of its brake, while any is pressed [N·m].
    brake_nm: Option<f64>,
}

/// What a controller or a vehicle may know when a step begins.
#[pyclass(frozen, get_all, module = "skidpad.extension")]
pub(crate) struct DriveView {
    /// Simulated time [s].
    time_s: f64,
    /// Length of the step [s].
    dt_s: f64,
    /// Gravity [m/s²].
    gravity_mps2: f64,
    /// The command in force.
    command: Command,
    /// Where the vehicle is: ground truth.
    pose_in_world: Pose,
    /// How its reference point moves, in its own axes: ground truth.
    twist: Twist,
    /// Pitch [rad].
    pitch_rad: f64,
    /// Roll [rad].
    roll_rad: f64,
    /// Mass of the whole vehicle [kg].
    mass_kg: f64,
    /// Moment of inertia about the centre of mass [kg·m²].
    inertia_kgm2: f64,
    /// Centre of mass, seen from the reference point [m].
    centre_of_mass_m: (f64, f64),
    /// Its wheels, in the order of the world file.
    wheels: Vec<WheelView>,
    /// Whether there is energy for the motors.
    may_drive: bool,
    /// Its random numbers of this step.
    noise: Noise,
}

impl DriveView {
    pub(super) fn new(at: &extension::DriveView<'_>) -> DriveView {
        let wheel = |(index, it): (usize, &extension::WheelView)| {
            let ground = &at.ground[index];
            WheelView {
                position_m: (it.wheel.position_m.x, it.wheel.position_m.y),
                radius_m: it.wheel.radius_m,
                inertia_kgm2: it.wheel.inertia_kgm2,
                mass_kg: it.wheel.mass_kg,
                spin_radps: it.spin_radps,
                steer_rad: it.steer_rad,
                ground_mu: ground.mu,
                ground_rolling_resistance: ground.rolling_resistance,
                ground_mps: ground.surface_mps.map(|it| (it.x, it.y)),
                brake_nm: at.brake_nm.map(|brakes| brakes[index]),
            }
        };
        let [pitch_rad, roll_rad] = at.attitude_rad;
        DriveView {
            time_s: at.time_s,
            dt_s: at.dt_s,
            gravity_mps2: at.gravity_mps2,
            command: at.command.into(),
            pose_in_world: at.pose_in_world.into(),
            twist: at.twist.into(),
            pitch_rad,
            roll_rad,
            mass_kg: at.mass_kg,
            inertia_kgm2: at.inertia_kgm2,
            centre_of_mass_m: (at.centre_of_mass_m.x, at.centre_of_mass_m.y),
            wheels: at.wheels.iter().enumerate().map(wheel).collect(),
            may_drive: at.may_drive,
            noise: Noise { address: at.noise },
        }
    }
}
