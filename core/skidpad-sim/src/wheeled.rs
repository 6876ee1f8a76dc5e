//! Vehicles that roll on MVSim's wheels: differential, Ackermann, drivetrain.

use crate::drive::{Pedals, StepContext, Turned, body_state, is_touched, slope_of};
use crate::extension::{Control, DriveView, OwnController, OwnState};
use crate::own_drive::{ground_under, wheel_views};
use crate::planar::BodyMotion;
use serde::{Deserialize, Serialize};
use skidpad_dynamics::MAX_WHEELS;
use skidpad_dynamics::body::BodyModel;
use skidpad_dynamics::controllers::{Controller, Setpoint, Trajectory};
use skidpad_dynamics::friction::Friction;
use skidpad_dynamics::odometry::WheelTwist;
use skidpad_dynamics::slope::Slope;
use skidpad_dynamics::vehicle::{self as wheeled, Surroundings, VehicleForces};
use skidpad_math::{NoiseAddress, Pose2, Twist2, Vec2, wrap_angle};
use skidpad_messages::{Drive, SpeedLoop, VehicleObservation, WheelObservation};

/// Wheels, grip and controller, as far as stepping does not change them.
#[derive(Debug, Clone)]
pub struct WheeledModel {
    /// Wheels, grip and controller.
    pub wheeled: wheeled::VehicleModel,
    /// Set point before the first command.
    pub initial: Setpoint,
    /// The way that it follows by itself; commands are then refused.
    pub trajectory: Option<Trajectory>,
    /// A controller of a program's own: it gives the torques that a raw controller is given.
    pub own_controller: Option<Box<OwnController>>,
    /// Where that controller's random numbers come from.
    pub(crate) stream: u64,
}

/// What wheels and controllers remember between steps, and the set point in force.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct WheeledState {
    /// Wheels, controllers, set point. Its body follows the body in the plane.
    pub wheeled: wheeled::VehicleState,
}

impl WheeledModel {
    /// Mass, centre of mass and damping.
    pub fn body(&self) -> &BodyModel {
        &self.wheeled.parts().body
    }

    /// A drive at rest.
    pub(crate) fn at_rest(&self, pose: Pose2) -> WheeledState {
        let mut wheeled = self.wheeled.state_at(pose, Twist2::default());
        wheeled.setpoint = self.initial;
        WheeledState { wheeled }
    }

    /// Take a new set point; false if the controller takes another kind.
    pub(crate) fn take(&self, state: &mut WheeledState, drive: &Drive) -> bool {
        let setpoint = match *drive {
            Drive::Twist(twist) => Setpoint::Twist {
                vx_mps: twist.vx_mps,
                vy_mps: twist.vy_mps,
                yaw_rate_radps: twist.yaw_rate_radps,
            },
            Drive::Torques { left_nm, right_nm } => Setpoint::Torques { left_nm, right_nm, steer_rad: 0.0 },
            Drive::TorquesAndSteer { left_nm, right_nm, steer_rad } => {
                Setpoint::Torques { left_nm, right_nm, steer_rad }
            }
            Drive::EngineAndSteer { torque_nm, steer_rad } => Setpoint::Engine { torque_nm, steer_rad },
            Drive::SpeedAndSteer { speed_mps, steer_rad } => Setpoint::Steer { speed_mps, steer_rad },
            Drive::WheelTorquesAndSteer { .. } => return false,
        };
        let is_understood = self.trajectory.is_none() && self.wheeled.accepts(&setpoint);
        if is_understood {
            state.wheeled.setpoint = setpoint;
        }
        is_understood
    }

    /// Tell the controller to stop.
    pub(crate) fn stop(&self, state: &mut WheeledState) {
        state.wheeled.setpoint = state.wheeled.setpoint.stopped();
    }

    /// Let every wheel spin as the ground under it moves.
    pub(crate) fn roll_wheels(&self, state: &mut WheeledState, motion: &BodyMotion) {
        state.wheeled.body = body_state(motion);
        self.wheeled.roll_wheels(&mut state.wheeled);
    }

    /// Controller, wheels, ground: the body's velocity after the forces of a step.
    pub(crate) fn push(
        &self,
        context: &StepContext,
        state: &mut WheeledState,
        own: Option<&mut OwnState>,
        pedals: &Pedals,
        motion: &mut BodyMotion,
        seen: &mut VehicleObservation,
    ) {
        let mut around = self.surroundings(context, motion);
        (around.brake_nm, around.may_drive) = (pedals.brake_nm, pedals.may_drive);
        let it = &mut state.wheeled;
        it.body = body_state(motion);
        if let (Some(controller), Some(own)) = (&self.own_controller, own) {
            it.setpoint = self.controlled(controller, own, context, it, around);
        }
        if let Some(trajectory) = &self.trajectory {
            let pose = Pose2::new(motion.x_m, motion.y_m, motion.yaw_rad);
            let twist = trajectory.twist(context.time_s, pose);
            it.setpoint = Setpoint::twist(twist.vx_mps, twist.yaw_rate_radps);
        }
        let spins_before = it.wheels.map(|wheel| wheel.spin_radps);
        let measured = self.wheeled.wheel_twist(it);
        let forces = self.wheeled.step_forces_turned(it, context.heading, &around);
        self.wheeled.push(it, &forces, context.dt_s);
        (motion.vx_mps, motion.vy_mps) = (it.body.vx_mps, it.body.vy_mps);
        motion.yaw_rate_radps = it.body.yaw_rate_radps;
        self.observe_wheels(it, &forces, &spins_before, context.dt_s, seen);
        let feedforward_nm = self.wheeled.slope_feedforward_nm(&around);
        self.observe_control(it, &forces, &measured, feedforward_nm, seen);
    }

    /// After the plane has moved the body: wheel angles, and the velocity that an ideal controller keeps.
    #[inline]
    pub(crate) fn finish(
        &self,
        state: &mut WheeledState,
        sent: &BodyMotion,
        turned: Option<&Turned>,
        motion: &mut BodyMotion,
        dt_s: f64,
    ) {
        let it = &mut state.wheeled;
        let is_touched = is_touched(sent, motion);
        if let Some(turned) = turned {
            motion.yaw_rate_radps *= turned.yaw_rate_factor;
        }
        it.body = body_state(motion);
        self.wheeled.finish(it, dt_s);
        if is_touched {
            it.body = body_state(motion);
        } else {
            (motion.vx_mps, motion.vy_mps) = (it.body.vx_mps, it.body.vy_mps);
            motion.yaw_rate_radps = it.body.yaw_rate_radps;
        }
    }

    /// Energy of motion of body and wheels [J].
    pub(crate) fn kinetic_energy_j(
        &self,
        state: &WheeledState,
        motion: &BodyMotion,
        slope: Option<&Slope>,
    ) -> f64 {
        let body = body_state(motion);
        let flat_j = self.wheeled.kinetic_energy_j(&wheeled::VehicleState { body, ..state.wheeled });
        let model = self.body();
        slope.map_or(flat_j, |slope| {
            flat_j - model.kinetic_energy_j(&body) + model.kinetic_energy_on_slope_j(&body, slope)
        })
    }

    /// The twist that the wheels tell.
    pub(crate) fn wheel_twist(&self, state: &WheeledState) -> WheelTwist {
        self.wheeled.wheel_twist(&state.wheeled)
    }

    /// What a controller of a program's own makes of the command in force.
    #[cold]
    fn controlled(
        &self,
        controller: &OwnController,
        own: &mut OwnState,
        context: &StepContext,
        it: &wheeled::VehicleState,
        around: Surroundings,
    ) -> Setpoint {
        let parts = self.wheeled.parts();
        let twist = parts.body.local_twist(&it.body, context.heading);
        let wheels =
            wheel_views(&parts.wheels, |index| (it.wheels[index].spin_radps, it.wheels[index].yaw_rad));
        let at = DriveView {
            time_s: context.time_s,
            dt_s: context.dt_s,
            gravity_mps2: context.gravity_mps2,
            command: own.command,
            pose_in_world: Pose2::new(it.body.x_m, it.body.y_m, wrap_angle(it.body.yaw_rad)),
            twist: Twist2::new(twist.vx_mps, twist.vy_mps, twist.yaw_rate_radps),
            attitude_rad: context.attitude_rad,
            mass_kg: parts.body.mass_kg,
            inertia_kgm2: parts.body.inertia_kgm2,
            centre_of_mass_m: parts.body.centre_of_mass_m,
            wheels: &wheels[..parts.wheels.len()],
            ground: around.ground,
            brake_nm: around.brake_nm,
            may_drive: around.may_drive,
            noise: NoiseAddress { seed: context.model.seed, stream: self.stream, step: context.step },
        };
        let Control { left_nm, right_nm, steer_rad } = controller.control(&at, &mut own.numbers);
        match parts.drive {
            wheeled::Drive::Drivetrain { .. } => {
                Setpoint::Engine { torque_nm: left_nm + right_nm, steer_rad }
            }
            wheeled::Drive::Differential | wheeled::Drive::Ackermann { .. } => {
                Setpoint::Torques { left_nm, right_nm, steer_rad }
            }
        }
    }

    /// The slope, and the ground under each wheel.
    fn surroundings(&self, context: &StepContext, motion: &BodyMotion) -> Surroundings {
        let mut around = Surroundings::level(context.dt_s, context.gravity_mps2);
        around.slope = slope_of(context.attitude_rad, context.compat);
        if context.regions.has_friction() || !context.moving.is_still() {
            around.ground = ground_under(context, &self.wheeled.parts().wheels, motion);
        }
        around
    }

    fn observe_wheels(
        &self,
        state: &wheeled::VehicleState,
        forces: &VehicleForces,
        spins_before: &[f64; MAX_WHEELS],
        dt_s: f64,
        seen: &mut VehicleObservation,
    ) {
        let parts = self.wheeled.parts();
        for (index, (model, seen)) in parts.wheels.iter().zip(&mut seen.wheels).enumerate() {
            let (force, wheel) = (&forces.wheels[index], &state.wheels[index]);
            seen.torque_nm = force.torque_nm;
            seen.force_in_vehicle_n = Vec2::new(force.fx_n, force.fy_n);
            seen.velocity_in_vehicle_mps = Vec2::new(force.vx_mps, force.vy_mps);
            seen.load_n = force.load_n;
            let (sin, cos) =
                if wheel.yaw_rad == 0.0 { (0.0, 1.0) } else { skidpad_math::sin_cos(wheel.yaw_rad) };
            let along = |x: f64, y: f64| Vec2::new(cos * x + sin * y, cos * y - sin * x);
            let velocity = along(force.vx_mps, force.vy_mps);
            seen.force_in_wheel_n = along(force.fx_n, force.fy_n);
            seen.alpha_radps2 = (wheel.spin_radps - spins_before[index]) / dt_s;
            seen.rolling_alpha_radps2 = (velocity.x / model.radius_m - spins_before[index]) / dt_s;
            observe_slip(&parts.friction, model.radius_m, spins_before[index], velocity, force.load_n, seen);
        }
    }

    /// Set points and measurements of the speed controllers, as MVSim logs them.
    fn observe_control(
        &self,
        state: &wheeled::VehicleState,
        forces: &VehicleForces,
        measured: &WheelTwist,
        feedforward_nm: f64,
        seen: &mut VehicleObservation,
    ) {
        let parts = self.wheeled.parts();
        let (Controller::TwistPid(control), Setpoint::Twist { vx_mps, yaw_rate_radps, .. }) =
            (&parts.controller, state.setpoint)
        else {
            return;
        };
        let half_track_m = match parts.drive {
            wheeled::Drive::Differential => {
                0.5 * (parts.wheels[0].position_m.y - parts.wheels[1].position_m.y)
            }
            wheeled::Drive::Ackermann { .. } | wheeled::Drive::Drivetrain { .. } => 0.0,
        };
        for (side, sign) in [(0, -1.0), (1, 1.0)] {
            let filtered = |commanded_mps: f64| match &control.reference_filter {
                None => commanded_mps,
                Some(filter) if filter.is_second_order => state.channels[side].filter.second,
                Some(_) => state.channels[side].filter.first,
            };
            seen.speed_loops[side] = SpeedLoop {
                set_point_mps: filtered(vx_mps + sign * yaw_rate_radps * half_track_m),
                measured_mps: measured.vx_mps + sign * measured.yaw_rate_radps * half_track_m,
                torque_nm: forces.wheels[side].torque_nm,
                feedforward_nm,
            };
        }
    }

    /// What can be seen of wheels at rest, before any step.
    #[inline]
    pub(crate) fn observe_still(&self, state: &WheeledState, seen: &mut VehicleObservation) {
        let wheels = &self.wheeled.parts().wheels;
        seen.wheels.resize_with(wheels.len(), WheelObservation::default);
        for ((model, wheel), seen) in wheels.iter().zip(&state.wheeled.wheels).zip(&mut seen.wheels) {
            seen.position_in_vehicle_m = model.position_m;
            seen.spin_radps = wheel.spin_radps;
            seen.rotation_rad = wheel.angle_rad;
            seen.steer_rad = wheel.yaw_rad;
        }
    }

    /// Whether the wheels' directions ever change.
    pub(crate) fn is_steered(&self) -> bool {
        !matches!(self.wheeled.parts().drive, wheeled::Drive::Differential)
    }
}

impl WheeledState {
    /// Direction of a wheel in the vehicle [rad].
    pub(crate) fn wheel_yaw_rad(&self, wheel: usize) -> f64 {
        self.wheeled.wheels[wheel].yaw_rad
    }

    /// Whether every number is one.
    #[inline]
    pub(crate) fn is_finite(&self) -> bool {
        let it = &self.wheeled;
        let mut sum = it.tyre_acceleration_mps2.0 + it.tyre_acceleration_mps2.1;
        for wheel in &it.wheels {
            sum += wheel.spin_radps + wheel.angle_rad + wheel.yaw_rad + wheel.held;
        }
        for channel in &it.channels {
            let (pid, filter) = (&channel.pid, &channel.filter);
            sum += pid.integral + pid.derivative + pid.previous_error + pid.has_previous;
            sum += filter.first + filter.second;
        }
        sum += match it.setpoint {
            Setpoint::Twist { vx_mps, vy_mps, yaw_rate_radps } => vx_mps + vy_mps + yaw_rate_radps,
            Setpoint::Steer { speed_mps, steer_rad } => speed_mps + steer_rad,
            Setpoint::Torques { left_nm, right_nm, steer_rad } => left_nm + right_nm + steer_rad,
            Setpoint::Engine { torque_nm, steer_rad } => torque_nm + steer_rad,
        };
        sum.is_finite()
    }
}

/// The quantities that only some friction models have.
fn observe_slip(
    friction: &Friction,
    radius_m: f64,
    spin_radps: f64,
    velocity_in_wheel_mps: Vec2,
    load_n: f64,
    seen: &mut WheelObservation,
) {
    match friction {
        Friction::Simple(_) => {}
        Friction::WardIagnemma(model) => {
            let speed = velocity_in_wheel_mps.x.abs();
            let coefficient =
                model.r1 * (1.0 - skidpad_math::exp(-model.a_roll_spm * speed)) + model.r2_spm * speed;
            seen.rolling_resistance_n = -(load_n * coefficient).copysign(velocity_in_wheel_mps.x);
        }
        Friction::Ellipse(_) | Friction::Own(_) => {
            let rim_mps = spin_radps * radius_m;
            let Vec2 { x, y } = velocity_in_wheel_mps;
            let is_moving = x.abs() > 1e-3 || y.abs() > 1e-3;
            seen.slip_angle_rad = if is_moving { -skidpad_math::atan2(y, x.abs()) } else { 0.0 };
            seen.slip_ratio = ((rim_mps - x) / rim_mps.abs().max(1e-5)).clamp(-1.0, 1.0);
        }
    }
}
