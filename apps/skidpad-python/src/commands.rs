//! Commands: set points, places, and what is added and removed.

use crate::errors::{raised, value_error};
use crate::pose::{Pose, Twist};
use crate::simulation::Simulation;
use pyo3::prelude::*;
use skidpad::math::Vec2;
use skidpad::messages::{BodyId, Brake, Drive, NewBlock, Request};

impl Simulation {
    /// The vehicle or block with this name.
    fn body(&self, name: &str) -> PyResult<BodyId> {
        match (self.sim.vehicle(name), self.sim.block(name)) {
            (Ok(vehicle), _) => Ok(BodyId::Vehicle(vehicle)),
            (_, Ok(block)) => Ok(BodyId::Block(block)),
            (Err(unknown), _) => Err(raised(unknown)),
        }
    }

    fn set_point(&mut self, vehicle: &str, drive: Drive) -> PyResult<()> {
        let vehicle = self.sim.vehicle(vehicle).map_err(raised)?;
        self.ask(Request::Drive { vehicle, drive })
    }
}

#[pymethods]
impl Simulation {
    /// Drive forward at a speed [m/s] while turning left at a yaw rate [rad/s].
    #[pyo3(signature = (vehicle, *, speed_mps=0.0, yaw_rate_radps=0.0))]
    fn drive(&mut self, vehicle: &str, speed_mps: f64, yaw_rate_radps: f64) -> PyResult<()> {
        self.twist(
            vehicle,
            Twist::from(skidpad::math::Twist2 { vx_mps: speed_mps, vy_mps: 0.0, yaw_rate_radps }),
        )
    }

    /// Follow a twist in the vehicle's frame, sideways speed included.
    fn twist(&mut self, vehicle: &str, twist: Twist) -> PyResult<()> {
        self.set_point(vehicle, Drive::Twist(twist.into()))
    }

    /// Drive forward at a speed [m/s] with a steering angle [rad], positive to the left.
    #[pyo3(signature = (vehicle, *, speed_mps=0.0, steer_rad=0.0))]
    fn steer(&mut self, vehicle: &str, speed_mps: f64, steer_rad: f64) -> PyResult<()> {
        self.set_point(vehicle, Drive::SpeedAndSteer { speed_mps, steer_rad })
    }

    /// Torques of the left and right motors [N·m]; positive drives forward.
    ///
    /// With a steering angle [rad] they are the torques of the two driven wheels of a car.
    #[pyo3(signature = (vehicle, *, left_nm=0.0, right_nm=0.0, steer_rad=None))]
    fn torques(
        &mut self,
        vehicle: &str,
        left_nm: f64,
        right_nm: f64,
        steer_rad: Option<f64>,
    ) -> PyResult<()> {
        self.set_point(
            vehicle,
            match steer_rad {
                None => Drive::Torques { left_nm, right_nm },
                Some(steer_rad) => Drive::TorquesAndSteer { left_nm, right_nm, steer_rad },
            },
        )
    }

    /// Torque of the engine [N·m], positive drives forward, and a steering angle [rad].
    #[pyo3(signature = (vehicle, *, torque_nm=0.0, steer_rad=0.0))]
    fn engine(&mut self, vehicle: &str, torque_nm: f64, steer_rad: f64) -> PyResult<()> {
        self.set_point(vehicle, Drive::EngineAndSteer { torque_nm, steer_rad })
    }

    /// Torque of each wheel of a race car [N·m] (front left, front right, rear left, rear right), positive drives
    /// forward, and a steering angle [rad].
    #[pyo3(signature = (vehicle, *, torques_nm, steer_rad=0.0))]
    fn wheel_torques(&mut self, vehicle: &str, torques_nm: [f64; 4], steer_rad: f64) -> PyResult<()> {
        self.set_point(vehicle, Drive::WheelTorquesAndSteer { torques_nm, steer_rad })
    }

    /// Press the brake pedal, the hand brake, or both, from 0 (released) to 1; they stay so until the next call.
    ///
    /// The vehicle needs a ``<brake>`` in its world file.
    #[pyo3(signature = (vehicle, *, pedal=None, hand=None))]
    fn brake(&mut self, vehicle: &str, pedal: Option<f64>, hand: Option<f64>) -> PyResult<()> {
        let vehicle = self.sim.vehicle(vehicle).map_err(raised)?;
        if pedal.is_none() && hand.is_none() {
            return Err(value_error(&"set pedal, hand, or both"));
        }
        for brake in [pedal.map(Brake::Pedal), hand.map(Brake::Hand)].into_iter().flatten() {
            self.ask(Request::Brake { vehicle, brake })?;
        }
        Ok(())
    }

    /// Stop the vehicle when its last set point is older than this [s]; ``None`` never stops it.
    #[pyo3(signature = (vehicle, timeout_s))]
    fn set_timeout(&mut self, vehicle: &str, timeout_s: Option<f64>) -> PyResult<()> {
        let vehicle = self.sim.vehicle(vehicle).map_err(raised)?;
        self.ask(Request::SetTimeout { vehicle, timeout_s })
    }

    /// Put a vehicle or a block somewhere else; it keeps its speed.
    fn teleport(&mut self, name: &str, pose_in_world: Pose) -> PyResult<()> {
        let body = self.body(name)?;
        self.ask(Request::Teleport { body, pose_in_world: pose_in_world.into() })
    }

    /// Give a vehicle or a block a velocity in its own frame.
    fn set_twist(&mut self, name: &str, twist_in_body: Twist) -> PyResult<()> {
        let body = self.body(name)?;
        self.ask(Request::SetTwist { body, twist_in_body: twist_in_body.into() })
    }

    /// Let every wheel of a vehicle spin as if the vehicle had been rolling.
    fn roll_wheels(&mut self, vehicle: &str) -> PyResult<()> {
        let vehicle = self.sim.vehicle(vehicle).map_err(raised)?;
        self.ask(Request::RollWheels { vehicle })
    }

    /// Add a vehicle of the same make as another one. It exists after the next step.
    fn spawn_vehicle(&mut self, name: String, like: &str, pose_in_world: Pose) -> PyResult<()> {
        let like = self.sim.vehicle(like).map_err(raised)?;
        self.ask(Request::SpawnVehicle { like, name, pose_in_world: pose_in_world.into() })
    }

    /// Add a block: a prism over an outline of 3 to 64 corners [m]. It exists after the next step.
    #[pyo3(signature = (name, pose_in_world, *, outline_m, z_min_m=0.0, z_max_m=1.0, mass_kg=30.0, is_static=false))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn spawn_block(
        &mut self,
        name: String,
        pose_in_world: Pose,
        outline_m: Vec<[f64; 2]>,
        z_min_m: f64,
        z_max_m: f64,
        mass_kg: f64,
        is_static: bool,
    ) -> PyResult<()> {
        if z_max_m <= z_min_m {
            return Err(value_error(&"z_max_m must be greater than z_min_m"));
        }
        let outline_m = outline_m.into_iter().map(|[x, y]| Vec2::new(x, y)).collect();
        let pose_in_world = pose_in_world.into();
        self.ask(Request::SpawnBlock(NewBlock {
            name,
            pose_in_world,
            outline_m,
            z_min_m,
            z_max_m,
            mass_kg,
            is_static,
        }))
    }

    /// Add the vehicles, blocks and other things of a piece of a world file: all of them or none. They exist after the
    /// next step. Classes and variables of the world's file can be used. Returns the names of what is added.
    fn insert(&mut self, py: Python<'_>, text: &str) -> PyResult<Vec<String>> {
        let inserter = self.world.inserter();
        let read = py.detach(|| inserter.read(text, None)).map_err(|problem| value_error(&problem))?;
        self.ask(Request::Insert(read.insertion))?;
        Ok(read.names)
    }

    /// Switch a group of lights of a vehicle or a block on or off in the next step.
    fn switch_lights(&mut self, name: &str, group: String, is_on: bool) -> PyResult<()> {
        let body = self.body(name)?;
        self.ask(Request::SwitchLights { body, group, is_on })
    }

    /// Take a vehicle or a block out of the world in the next step.
    fn remove(&mut self, name: &str) -> PyResult<()> {
        let body = self.body(name)?;
        self.ask(Request::Remove { body })
    }
}
