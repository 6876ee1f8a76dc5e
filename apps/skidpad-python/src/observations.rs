//! What can be seen of a world after a step.

use crate::arrays::{matrix, vector};
use crate::errors::raised;
use crate::pose::{Pose, Twist, numbers_of};
use crate::simulation::Simulation;
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use skidpad::messages::{self, Gait, WheelObservation};

/// A vehicle after a step.
#[pyclass(frozen, get_all, module = "skidpad")]
pub(crate) struct VehicleObservation {
    /// False once it is removed, or stopped as non-finite.
    is_present: bool,
    /// True pose of its reference point.
    pose_in_world: Pose,
    /// True velocity of its reference point, in its own frame.
    twist_in_vehicle: Twist,
    /// Change of the reference point's velocity during the step, along the world's axes [m/s²].
    acceleration_in_world_mps2: (f64, f64),
    /// Something is closer than the world's collision threshold, or touches.
    is_in_collision: bool,
    /// There was a collision since the start or the last reset.
    had_collision: bool,
    /// Where its odometry believes it is, seen from its start.
    odometry_in_start: Pose,
    /// Velocity estimated from the spin of its wheels.
    odometry_twist: Twist,
    /// Its two speed controllers, left and right; only the first is used where there is one engine.
    speed_loops: (SpeedLoop, SpeedLoop),
}

impl From<&messages::VehicleObservation> for VehicleObservation {
    fn from(seen: &messages::VehicleObservation) -> Self {
        let [left, right] = seen.speed_loops;
        VehicleObservation {
            is_present: seen.is_present,
            pose_in_world: seen.pose_in_world.into(),
            twist_in_vehicle: seen.twist_in_vehicle.into(),
            acceleration_in_world_mps2: (
                seen.acceleration_in_world_mps2.x,
                seen.acceleration_in_world_mps2.y,
            ),
            is_in_collision: seen.is_in_collision,
            had_collision: seen.had_collision,
            odometry_in_start: seen.odometry_in_start.into(),
            odometry_twist: seen.odometry_twist.into(),
            speed_loops: (left.into(), right.into()),
        }
    }
}

/// A speed controller during a step.
#[pyclass(frozen, get_all, module = "skidpad")]
#[derive(Clone, Copy)]
pub(crate) struct SpeedLoop {
    /// Speed asked for, after the reference filter [m/s].
    set_point_mps: f64,
    /// Speed measured from the spin of the wheels [m/s].
    measured_mps: f64,
    /// Torque given [N·m]; positive drives forward.
    torque_nm: f64,
    /// Part of it that is fed forward against the slope [N·m].
    feedforward_nm: f64,
}

impl From<messages::SpeedLoop> for SpeedLoop {
    fn from(it: messages::SpeedLoop) -> Self {
        let messages::SpeedLoop { set_point_mps, measured_mps, torque_nm, feedforward_nm } = it;
        SpeedLoop { set_point_mps, measured_mps, torque_nm, feedforward_nm }
    }
}

/// The wheels of a vehicle, one entry each. Numbers of the step are NaN before the first step.
#[pyclass(frozen, get_all, module = "skidpad")]
pub(crate) struct Wheels {
    /// Places on the vehicle, (wheels, 2) [m].
    position_in_vehicle_m: Py<PyArray2<f64>>,
    /// Spins after the step [rad/s].
    spin_radps: Py<PyArray1<f64>>,
    /// Angles turned [rad].
    rotation_rad: Py<PyArray1<f64>>,
    /// Directions on the vehicle: mounting plus steering [rad].
    steer_rad: Py<PyArray1<f64>>,
    /// Motor torques [N·m]; positive drives forward.
    torque_nm: Py<PyArray1<f64>>,
    /// Ground forces in the vehicle's frame, (wheels, 2) [N].
    force_in_vehicle_n: Py<PyArray2<f64>>,
    /// Velocities of the wheels' centres in the vehicle's frame, (wheels, 2) [m/s].
    velocity_in_vehicle_mps: Py<PyArray2<f64>>,
    /// Loads [N].
    load_n: Py<PyArray1<f64>>,
    /// Ground forces along and across each wheel, (wheels, 2) [N].
    force_in_wheel_n: Py<PyArray2<f64>>,
    /// Slip angles, where the friction model has them [rad].
    slip_angle_rad: Py<PyArray1<f64>>,
    /// Slip ratios, where the friction model has them [-].
    slip_ratio: Py<PyArray1<f64>>,
}

impl Wheels {
    fn new(py: Python<'_>, wheels: &[WheelObservation]) -> PyResult<Wheels> {
        let numbers =
            |of: fn(&WheelObservation) -> f64| vector(py, wheels.iter().map(of).collect::<Vec<f64>>());
        let pairs = |of: fn(&WheelObservation) -> skidpad::math::Vec2| {
            let pairs = wheels.iter().map(of).flat_map(|pair| [pair.x, pair.y]).collect();
            matrix(py, pairs, [wheels.len(), 2])
        };
        Ok(Wheels {
            position_in_vehicle_m: pairs(|wheel| wheel.position_in_vehicle_m)?,
            spin_radps: numbers(|wheel| wheel.spin_radps),
            rotation_rad: numbers(|wheel| wheel.rotation_rad),
            steer_rad: numbers(|wheel| wheel.steer_rad),
            torque_nm: numbers(|wheel| wheel.torque_nm),
            force_in_vehicle_n: pairs(|wheel| wheel.force_in_vehicle_n)?,
            velocity_in_vehicle_mps: pairs(|wheel| wheel.velocity_in_vehicle_mps)?,
            load_n: numbers(|wheel| wheel.load_n),
            force_in_wheel_n: pairs(|wheel| wheel.force_in_wheel_n)?,
            slip_angle_rad: numbers(|wheel| wheel.slip_angle_rad),
            slip_ratio: numbers(|wheel| wheel.slip_ratio),
        })
    }
}

/// A block after a step.
#[pyclass(frozen, get_all, module = "skidpad")]
pub(crate) struct BlockObservation {
    /// False once it is removed, or stopped as non-finite.
    is_present: bool,
    /// Its pose.
    pose_in_world: Pose,
    /// Its velocity, in its own frame.
    twist_in_block: Twist,
    /// Something is closer than the world's collision threshold, or touches.
    is_in_collision: bool,
    /// There was a collision since the start or the last reset.
    had_collision: bool,
}

/// A person after a step.
#[pyclass(frozen, get_all, module = "skidpad")]
pub(crate) struct ActorObservation {
    /// Where they are.
    pose_in_world: Pose,
    /// Speed along the path [m/s].
    speed_mps: f64,
    /// ``"idle"``, ``"walk"`` or ``"run"``.
    gait: &'static str,
}

#[pymethods]
impl Simulation {
    /// Names of the vehicles, in the order of rows of ``poses``. Removed ones keep their place.
    #[getter]
    fn vehicles(&self) -> Vec<String> {
        self.sim.roster().vehicles.iter().map(|vehicle| vehicle.name.clone()).collect()
    }

    /// Names of the blocks.
    #[getter]
    fn blocks(&self) -> Vec<String> {
        self.sim.roster().blocks.clone()
    }

    /// Names of the people.
    #[getter]
    fn actors(&self) -> Vec<String> {
        self.sim.roster().actors.clone()
    }

    /// Where a vehicle, a block or a person is.
    fn pose(&self, name: &str) -> PyResult<Pose> {
        let seen = self.sim.observations();
        let pose = match (self.sim.vehicle(name), self.sim.block(name)) {
            (Ok(id), _) => seen.vehicle(id).pose_in_world,
            (_, Ok(id)) => seen.block(id).pose_in_world,
            (Err(unknown), _) => match self.actor_index(name) {
                Some(index) => seen.actors[index].pose_in_world,
                None => return Err(raised(unknown)),
            },
        };
        Ok(pose.into())
    }

    /// Everything that is seen of a vehicle, except its wheels.
    fn vehicle(&self, name: &str) -> PyResult<VehicleObservation> {
        let id = self.sim.vehicle(name).map_err(raised)?;
        Ok(self.sim.observations().vehicle(id).into())
    }

    /// The wheels of a vehicle, as arrays.
    fn wheels(&self, py: Python<'_>, vehicle: &str) -> PyResult<Wheels> {
        let id = self.sim.vehicle(vehicle).map_err(raised)?;
        Wheels::new(py, &self.sim.observations().vehicle(id).wheels)
    }

    /// A block.
    fn block(&self, name: &str) -> PyResult<BlockObservation> {
        let id = self.sim.block(name).map_err(raised)?;
        let seen = self.sim.observations().block(id);
        Ok(BlockObservation {
            is_present: seen.is_present,
            pose_in_world: seen.pose_in_world.into(),
            twist_in_block: seen.twist_in_block.into(),
            is_in_collision: seen.is_in_collision,
            had_collision: seen.had_collision,
        })
    }

    /// A person.
    fn actor(&self, name: &str) -> PyResult<ActorObservation> {
        let index = self.actor_index(name).ok_or_else(|| {
            raised(skidpad::Error::UnknownName { kind: "actor", name: name.to_string(), nearest: None })
        })?;
        let seen = &self.sim.observations().actors[index];
        let gait = match seen.gait {
            Gait::Idle => "idle",
            Gait::Walk => "walk",
            Gait::Run => "run",
        };
        Ok(ActorObservation { pose_in_world: seen.pose_in_world.into(), speed_mps: seen.speed_mps, gait })
    }

    /// Poses of all vehicles: (vehicles, 6), positions [m], then yaw, pitch, roll [rad].
    fn poses(&self, py: Python<'_>) -> PyResult<Py<PyArray2<f64>>> {
        let vehicles = &self.sim.observations().vehicles;
        let numbers = vehicles.iter().flat_map(|vehicle| numbers_of(&vehicle.pose_in_world)).collect();
        matrix(py, numbers, [vehicles.len(), 6])
    }

    /// Velocities of all vehicles, each in its own frame: (vehicles, 3), forward and left [m/s], turning [rad/s].
    fn twists(&self, py: Python<'_>) -> PyResult<Py<PyArray2<f64>>> {
        let vehicles = &self.sim.observations().vehicles;
        let twist = |vehicle: &messages::VehicleObservation| {
            let twist = vehicle.twist_in_vehicle;
            [twist.vx_mps, twist.vy_mps, twist.yaw_rate_radps]
        };
        matrix(py, vehicles.iter().flat_map(twist).collect(), [vehicles.len(), 3])
    }
}

impl Simulation {
    fn actor_index(&self, name: &str) -> Option<usize> {
        self.sim.roster().actors.iter().position(|actor| actor == name)
    }
}
