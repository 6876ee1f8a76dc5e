//! What models written in Python give, and small things that they see.

use crate::arrays::{matrix, vector};
use crate::pose::{Pose, Twist};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use skidpad::extension::{DriveMotion, RayHit, SensorView as RustSensorView};
use skidpad::math::{Twist2, Vec2};
use skidpad::messages::{BodyId, Drive};

/// A body of the world.
#[pyclass(frozen, get_all, module = "skidpad.extension")]
#[derive(Clone, Copy)]
pub(crate) struct Body {
    /// False once it is removed.
    is_present: bool,
    /// Where it is.
    pose_in_world: Pose,
    /// How its reference point moves, in its own axes.
    twist: Twist,
}

impl Body {
    pub(super) fn new(is_present: bool, pose_in_world: Pose, twist: Twist) -> Body {
        Body { is_present, pose_in_world, twist }
    }
}

/// What the rays of a sensor met, an entry for each.
#[pyclass(frozen, get_all, module = "skidpad.extension")]
pub(crate) struct Hits {
    /// Distance [m]; infinite where nothing was met.
    range_m: Py<PyArray1<f64>>,
    /// Where, along the world's axes, (rays, 3) [m]; infinite where nothing was met.
    point_in_world_m: Py<PyArray2<f64>>,
    /// How the surface moves there, along the world's axes, (rays, 3) [m/s].
    velocity_in_world_mps: Py<PyArray2<f64>>,
    /// Cosine of the angle between ray and normal, 0 to 1.
    incidence_cos: Py<PyArray1<f64>>,
    /// Share of a laser's light that comes back, 0 to 1.
    reflectivity: Py<PyArray1<f64>>,
    /// ``("vehicle", 0)``, ``("block", 3)`` or ``("actor", 1)`` with the number of what was met; ``None`` for what never
    /// moves and where nothing was met.
    bodies: Vec<Option<(&'static str, u32)>>,
}

impl Hits {
    pub(super) fn new(py: Python<'_>, at: &RustSensorView<'_>, hits: &[Option<RayHit>]) -> PyResult<Hits> {
        let numbers = |of: fn(&RayHit) -> f64, none: f64| {
            vector(py, hits.iter().map(|hit| hit.as_ref().map_or(none, of)).collect::<Vec<f64>>())
        };
        let triples = |of: &dyn Fn(&RayHit) -> [f64; 3], none: f64| {
            let all = hits.iter().flat_map(|hit| hit.as_ref().map_or([none; 3], of)).collect();
            matrix(py, all, [hits.len(), 3])
        };
        let velocity = |hit: &RayHit| {
            let moving = hit.body.map(|body| at.velocity_of(body, hit.point_in_world_m));
            moving.map_or([0.0; 3], |velocity| [velocity.x, velocity.y, velocity.z])
        };
        let place = |hit: &RayHit| {
            let point = hit.point_in_world_m;
            [point.x, point.y, point.z]
        };
        Ok(Hits {
            range_m: numbers(|hit| hit.range_m, f64::INFINITY),
            point_in_world_m: triples(&place, f64::INFINITY)?,
            velocity_in_world_mps: triples(&velocity, 0.0)?,
            incidence_cos: numbers(|hit| hit.incidence_cos, 0.0),
            reflectivity: numbers(|hit| hit.reflectivity, 0.0),
            bodies: hits.iter().map(|hit| hit.as_ref().and_then(|hit| hit.body).and_then(numbered)).collect(),
        })
    }
}

/// The kind and the number of a body that moves.
pub(super) fn numbered(body: BodyId) -> Option<(&'static str, u32)> {
    match body {
        BodyId::Vehicle(id) => Some(("vehicle", id.0)),
        BodyId::Block(id) => Some(("block", id.0)),
        BodyId::Actor(id) => Some(("actor", id.0)),
        _ => None,
    }
}

/// The command in force. What its kind does not have is 0.
#[pyclass(frozen, get_all, module = "skidpad.extension")]
#[derive(Clone, Copy, Default)]
pub(crate) struct Command {
    /// ``"twist"``, ``"torques"``, ``"torques_and_steer"``, ``"engine_and_steer"``, ``"speed_and_steer"`` or
    /// ``"wheel_torques_and_steer"``.
    kind: &'static str,
    /// Forward, also the speed of ``"speed_and_steer"`` [m/s].
    vx_mps: f64,
    /// To the left [m/s].
    vy_mps: f64,
    /// Turning rate [rad/s].
    yaw_rate_radps: f64,
    /// Torque on the left, also that of an engine [N·m].
    left_nm: f64,
    /// Torque on the right [N·m].
    right_nm: f64,
    /// Steering angle [rad].
    steer_rad: f64,
    /// Torques of four wheels [N·m].
    torques_nm: (f64, f64, f64, f64),
}

/// The word for a kind of command.
pub(super) fn command_kind(drive: &Drive) -> &'static str {
    match drive {
        Drive::Twist(_) => "twist",
        Drive::Torques { .. } => "torques",
        Drive::TorquesAndSteer { .. } => "torques_and_steer",
        Drive::EngineAndSteer { .. } => "engine_and_steer",
        Drive::SpeedAndSteer { .. } => "speed_and_steer",
        Drive::WheelTorquesAndSteer { .. } => "wheel_torques_and_steer",
    }
}

impl From<Drive> for Command {
    fn from(drive: Drive) -> Self {
        let kind = command_kind(&drive);
        let none = Command { kind, ..Command::default() };
        match drive {
            Drive::Twist(Twist2 { vx_mps, vy_mps, yaw_rate_radps }) => {
                Command { vx_mps, vy_mps, yaw_rate_radps, ..none }
            }
            Drive::Torques { left_nm, right_nm } => Command { left_nm, right_nm, ..none },
            Drive::TorquesAndSteer { left_nm, right_nm, steer_rad } => {
                Command { left_nm, right_nm, steer_rad, ..none }
            }
            Drive::EngineAndSteer { torque_nm, steer_rad } => {
                Command { left_nm: torque_nm, steer_rad, ..none }
            }
            Drive::SpeedAndSteer { speed_mps, steer_rad } => Command { vx_mps: speed_mps, steer_rad, ..none },
            Drive::WheelTorquesAndSteer { torques_nm, steer_rad } => {
                Command { torques_nm: torques_nm.into(), steer_rad, ..none }
            }
        }
    }
}

/// What the ground gives a slipping wheel: ``Grip.limits(along_n, across_n)`` or ``Grip.force(fx_n, fy_n)``.
#[pyclass(frozen, from_py_object, module = "skidpad.extension")]
#[derive(Clone, Copy)]
pub(crate) struct Grip {
    pub(super) grip: skidpad::extension::Grip,
}

#[pymethods]
impl Grip {
    /// At most these forces along and across the wheel: within them, the ground cancels the slip within the step, which
    /// is stable at every step length.
    #[staticmethod]
    fn limits(along_n: f64, across_n: f64) -> Grip {
        Grip { grip: skidpad::extension::Grip::Limits { along_n, across_n } }
    }

    /// Exactly this force, along the rolling direction and to the left. A steep curve needs a short step.
    #[staticmethod]
    fn force(fx_n: f64, fy_n: f64) -> Grip {
        Grip { grip: skidpad::extension::Grip::Force { fx_n, fy_n } }
    }
}

/// A wheel after a step.
#[pyclass(frozen, get_all, from_py_object, module = "skidpad.extension")]
#[derive(Clone, Copy)]
pub(crate) struct WheelStep {
    /// Spin [rad/s].
    spin_radps: f64,
    /// Direction in the vehicle [rad].
    steer_rad: f64,
    /// Driving torque [N·m].
    torque_nm: f64,
    /// Force of the ground forward, in the vehicle's axes [N].
    fx_n: f64,
    /// Force of the ground to the left [N].
    fy_n: f64,
    /// Weight on the ground [N].
    load_n: f64,
}

#[pymethods]
impl WheelStep {
    /// Spin, direction in the vehicle, driving torque, force of the ground in the vehicle's axes, weight on the ground.
    #[new]
    #[pyo3(signature = (spin_radps=0.0, steer_rad=0.0, torque_nm=0.0, fx_n=0.0, fy_n=0.0, load_n=0.0))]
    fn new(spin_radps: f64, steer_rad: f64, torque_nm: f64, fx_n: f64, fy_n: f64, load_n: f64) -> Self {
        WheelStep { spin_radps, steer_rad, torque_nm, fx_n, fy_n, load_n }
    }
}

impl From<WheelStep> for skidpad::extension::WheelStep {
    fn from(it: WheelStep) -> Self {
        let WheelStep { spin_radps, steer_rad, torque_nm, fx_n, fy_n, load_n } = it;
        let force_n = Vec2::new(fx_n, fy_n);
        skidpad::extension::WheelStep { spin_radps, steer_rad, torque_nm, force_n, load_n }
    }
}

/// A vehicle that moves by forces in its own axes and their moment about the centre of mass. The pull of a slope comes
/// by itself.
#[pyclass(frozen, from_py_object, module = "skidpad.extension")]
#[derive(Clone)]
pub(crate) struct Forces {
    pub(super) step: GivenStep,
}

/// A vehicle that moves exactly with this velocity, unless something is in the way.
#[pyclass(frozen, from_py_object, module = "skidpad.extension")]
#[derive(Clone)]
pub(crate) struct Motion {
    pub(super) step: GivenStep,
}

/// What a step of dynamics does.
#[derive(Clone)]
pub(super) struct GivenStep {
    pub(super) motion: DriveMotion,
    /// Its wheels; those that are not given keep their spin and direction.
    pub(super) wheels: Vec<WheelStep>,
    pub(super) odometry: Option<Twist2>,
}

#[pymethods]
impl Forces {
    #[new]
    #[pyo3(signature = (fx_n=0.0, fy_n=0.0, moment_nm=0.0, *, wheels=vec![], odometry=None))]
    fn new(fx_n: f64, fy_n: f64, moment_nm: f64, wheels: Vec<WheelStep>, odometry: Option<Twist>) -> Self {
        let motion = DriveMotion::Forces { fx_n, fy_n, moment_nm };
        Forces { step: GivenStep { motion, wheels, odometry: odometry.map(Into::into) } }
    }
}

#[pymethods]
impl Motion {
    #[new]
    #[pyo3(signature = (twist, *, wheels=vec![], odometry=None))]
    fn new(twist: Twist, wheels: Vec<WheelStep>, odometry: Option<Twist>) -> Self {
        let motion = DriveMotion::Twist(twist.into());
        Motion { step: GivenStep { motion, wheels, odometry: odometry.map(Into::into) } }
    }
}
