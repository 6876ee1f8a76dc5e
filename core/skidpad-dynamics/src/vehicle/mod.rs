//! A whole vehicle: controller, wheels and body put together into one step.
//!
//! [`VehicleModel`] never changes while stepping; [`VehicleState`] is all that a snapshot saves. One step of
//! free motion is [`VehicleModel::step`]; a simulation with contacts calls its parts itself:
//!
//! ```text
//! step_forces ─► forces ─► push ─► velocities ─► (contacts) ─► body.advance ─► finish
//! ```
//!
//! # What keeps the step stable
//!
//! Each wheel asks for the force that cancels its own slip within the step. That is exact for one wheel and
//! too much for several on a short body: together they would turn it back by ΣM·x²/I_z of its rate. Where
//! that ratio exceeds one, side demands are scaled by its inverse (x is a wheel's lever from the centre of
//! mass along its rolling direction). What remains of the same effect, with flywheels or a centre of mass far
//! from the wheels, is found once when the vehicle is built and scales every demand.
//! With both, no step without motors raises the energy on level ground. Ordinary vehicles have shares of 1.
//!
//! Where the step is too long for a speed controller, or for wheels that drag each other sideways, controller,
//! wheels and velocities advance in equal parts of it (`substeps.rs`); the forces of the step are their mean.

mod controller;
mod forces;
mod ground;
mod hold;
mod ideal_motion;
mod motors;
mod parts;

use serde::{Deserialize, Serialize};
use skidpad_math::{Pose2, Real, Twist2, sin_cos};

use crate::MAX_WHEELS;
use crate::body::BodyState;
use crate::caster;
use crate::controllers::{Controller, Setpoint, SpeedChannel, ideal};
use crate::loads::LoadShares;
use crate::odometry::{WheelTwist, twist_from_wheels};
use crate::slip_share::slip_share;
use crate::substeps::StepDivision;
use crate::wheel::{WheelModel, WheelState};

pub use forces::{GroundPatch, Surroundings, VehicleForces, WheelForces};
use parts::check;
pub use parts::{Drive, VehicleParts, VehicleProblem};

/// A vehicle that can be stepped: checked parts, and what follows from them.
#[derive(Clone, Debug, PartialEq)]
pub struct VehicleModel {
    parts: VehicleParts,
    loads: LoadShares,
    /// Sine and cosine of each wheel's mounting direction.
    mounted: [(f64, f64); MAX_WHEELS],
    slip_share: f64,
    /// Share of their speed that held wheels may cancel per step: min(1, I_z/ΣM·r²).
    hold_share: f64,
    mean_radius_m: f64,
    division: StepDivision,
}

/// All that changes while a vehicle moves.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct VehicleState<R = f64> {
    /// Pose and velocity.
    pub body: BodyState<R>,
    /// The wheels; those that the vehicle does not have stay at zero.
    pub wheels: [WheelState<R>; MAX_WHEELS],
    /// Memory of the speed controllers (left, right; an engine uses the first).
    pub channels: [SpeedChannel<R>; 2],
    /// The command in force.
    pub setpoint: Setpoint<R>,
    /// Acceleration that the tyres gave in the last step, forward and left \[m/s²\].
    pub tyre_acceleration_mps2: (R, R),
}

impl VehicleModel {
    /// Checks the parts and puts them together.
    pub fn build(parts: VehicleParts) -> Result<Self, VehicleProblem> {
        check(&parts)?;
        let wheels = &parts.wheels;
        let mut mounted = [(0.0, 1.0); MAX_WHEELS];
        for (direction, wheel) in mounted.iter_mut().zip(wheels) {
            *direction = sin_cos(wheel.yaw_rad);
        }
        let mean_radius_m = wheels.iter().map(|wheel| wheel.radius_m).sum::<f64>() / wheels.len() as f64;
        let loads = LoadShares::new(
            &parts.loads,
            parts.chassis_mass_kg,
            parts.chassis_centre_m,
            parts.body.mass_kg,
            wheels,
        );
        let carried_kg =
            std::array::from_fn(|i| wheels.get(i).map_or(0.0, |wheel| loads.chassis_kg[i] + wheel.mass_kg));
        let slip_share = slip_share(&parts.body, wheels, &carried_kg, parts.drive.steering());
        let turning_kgm2: f64 = wheels
            .iter()
            .zip(carried_kg)
            .map(|(wheel, mass_kg)| {
                let lever = wheel.position_m - parts.body.centre_of_mass_m;
                mass_kg * lever.dot(lever)
            })
            .sum();
        let hold_share = (parts.body.inertia_kgm2 / turning_kgm2).min(1.0);
        let division = StepDivision::new(&parts, &carried_kg);
        Ok(Self { loads, mounted, slip_share, hold_share, mean_radius_m, division, parts })
    }

    /// What the vehicle is made of.
    pub const fn parts(&self) -> &VehicleParts {
        &self.parts
    }

    /// The vehicle at a pose, its reference point moving by a twist (in the vehicle's axes), wheels not
    /// turning, nothing commanded.
    pub fn state_at(&self, pose: Pose2, twist: Twist2) -> VehicleState {
        let mut state = VehicleState {
            body: BodyState::at(pose),
            wheels: [WheelState::default(); MAX_WHEELS],
            channels: [SpeedChannel::default(); 2],
            setpoint: self.idle_setpoint(),
            tyre_acceleration_mps2: (0.0, 0.0),
        };
        for (wheel, model) in state.wheels.iter_mut().zip(&self.parts.wheels) {
            *wheel = model.at_rest();
        }
        self.parts.body.set_twist(&mut state.body, twist);
        state
    }

    /// Lets every wheel spin as the ground under it moves.
    pub fn roll_wheels(&self, state: &mut VehicleState) {
        let heading = sin_cos(state.body.yaw_rad);
        let twist = self.parts.body.local_twist(&state.body, heading);
        self.roll_with(state, &twist);
    }

    /// The command of the controller's kind that does nothing.
    pub fn idle_setpoint(&self) -> Setpoint {
        match (&self.parts.controller, &self.parts.drive) {
            (Controller::TwistPid(_) | Controller::TwistIdeal, _) => Setpoint::twist(0.0, 0.0),
            (Controller::SteerPid(_), _) => Setpoint::Steer { speed_mps: 0.0, steer_rad: 0.0 },
            (Controller::Raw, Drive::Drivetrain { .. }) => {
                Setpoint::Engine { torque_nm: 0.0, steer_rad: 0.0 }
            }
            (Controller::Raw, _) => Setpoint::Torques { left_nm: 0.0, right_nm: 0.0, steer_rad: 0.0 },
        }
    }

    /// Whether the controller has speed channels.
    #[inline(always)]
    pub(crate) fn controls_speeds(&self) -> bool {
        matches!(self.parts.controller, Controller::TwistPid(_) | Controller::SteerPid(_))
    }

    /// Whether the controller understands a command of this kind. Others do nothing.
    pub fn accepts<R: Real>(&self, setpoint: &Setpoint<R>) -> bool {
        let kind = |setpoint| std::mem::discriminant::<Setpoint<f64>>(setpoint);
        let zero = match setpoint {
            Setpoint::Twist { .. } => Setpoint::twist(0.0, 0.0),
            Setpoint::Steer { .. } => Setpoint::Steer { speed_mps: 0.0, steer_rad: 0.0 },
            Setpoint::Torques { .. } => Setpoint::Torques { left_nm: 0.0, right_nm: 0.0, steer_rad: 0.0 },
            Setpoint::Engine { .. } => Setpoint::Engine { torque_nm: 0.0, steer_rad: 0.0 },
        };
        kind(&zero) == kind(&self.idle_setpoint())
    }

    /// One whole step of free motion: forces, velocities, pose, wheel angles.
    #[inline(always)]
    pub fn step<R: Real>(&self, state: &mut VehicleState<R>, around: &Surroundings<R>) -> VehicleForces<R> {
        let forces = self.step_forces(state, around);
        self.push(state, &forces, around.dt_s);
        self.parts.body.advance_turned(&mut state.body, forces.heading, around.dt_s);
        self.finish(state, around.dt_s);
        forces
    }

    /// Runs the controller and the wheels: their spins and steering move on, and the forces on the body are
    /// returned.
    #[inline(always)]
    pub fn step_forces<R: Real>(
        &self,
        state: &mut VehicleState<R>,
        around: &Surroundings<R>,
    ) -> VehicleForces<R> {
        let heading = state.body.yaw_rad.sin_cos();
        self.step_forces_turned(state, heading, around)
    }

    /// As [`VehicleModel::step_forces`], where the sine and cosine of the heading are already known.
    #[inline(always)]
    pub fn step_forces_turned<R: Real>(
        &self,
        state: &mut VehicleState<R>,
        heading: (R, R),
        around: &Surroundings<R>,
    ) -> VehicleForces<R> {
        let mut forces = VehicleForces::none(heading);
        if let Some(commanded) = self.ideal_twist(state) {
            self.follow_ideally(state, &commanded, around, &mut forces);
            return forces;
        }
        let scrub_s = self.division.scrub_s(&self.parts.friction, around.gravity_mps2);
        match self.division.count(around, scrub_s) {
            1 => self.roll(state, around, scrub_s, &mut forces),
            count => self.roll_in_parts(state, around, scrub_s, count, &mut forces),
        }
        forces
    }

    /// Controller, caster, motors and wheels, once; `forces` holds none yet.
    #[inline(always)]
    fn roll<R: Real>(
        &self,
        state: &mut VehicleState<R>,
        around: &Surroundings<R>,
        scrub_s: Option<f64>,
        forces: &mut VehicleForces<R>,
    ) {
        let twist = match &around.slope {
            None => self.parts.body.local_twist(&state.body, forces.heading),
            Some(slope) => self.parts.body.twist_on_slope(&state.body, forces.heading, slope),
        };
        let (torques_nm, mut directions) = self.run_controller(state, around);
        if let Some(trail_m) = self.parts.caster_trail_m {
            let pivot_mps = self.parts.wheels[2].velocity(&twist);
            let wheel = &mut state.wheels[2];
            wheel.yaw_rad =
                caster::follow(wheel.yaw_rad, pivot_mps, twist.yaw_rate_radps, trail_m, around.dt_s);
            directions[2] = wheel.yaw_rad.sin_cos();
        }
        let asked = (&torques_nm, &directions);
        match &self.parts.motor {
            None => self.roll_on_ground(state, around, &twist, asked, scrub_s, forces),
            Some(motor) => self.roll_with_motor(motor, state, around, &twist, asked, scrub_s, forces),
        }
    }

    /// The same in equal parts of the step, while the pose waits; the forces are their mean.
    #[inline(always)]
    fn roll_in_parts<R: Real>(
        &self,
        state: &mut VehicleState<R>,
        around: &Surroundings<R>,
        scrub_s: Option<f64>,
        count: u32,
        forces: &mut VehicleForces<R>,
    ) {
        let divided = Surroundings { dt_s: around.dt_s / f64::from(count), ..*around };
        let before = state.body;
        for _ in 0..count {
            let mut part = VehicleForces::none(forces.heading);
            self.roll(state, &divided, scrub_s, &mut part);
            self.parts.body.push_turned(&mut state.body, &part.body, part.heading, divided.dt_s);
            forces.add(&part, 1.0 / f64::from(count));
        }
        // The caller moves the body by the mean of the forces.
        state.body = before;
    }

    /// Velocities after the forces of a step (or as an ideal controller wants them).
    #[inline(always)]
    pub fn push<R: Real>(&self, state: &mut VehicleState<R>, forces: &VehicleForces<R>, dt_s: f64) {
        match self.ideal_twist(state) {
            Some(commanded) => ideal::impose_twist(&self.parts.body, &mut state.body, &commanded, dt_s),
            None => self.parts.body.push_turned(&mut state.body, &forces.body, forces.heading, dt_s),
        }
    }

    /// After the body has its new pose: wheel angles, and the velocity that an ideal controller reports.
    #[inline(always)]
    pub fn finish<R: Real>(&self, state: &mut VehicleState<R>, dt_s: f64) {
        for wheel in state.wheels.iter_mut().take(self.parts.wheels.len()) {
            wheel.roll(dt_s);
        }
        if let Some(commanded) = self.ideal_twist(state) {
            ideal::set_velocity(&self.parts.body, &mut state.body, &commanded);
        }
    }

    /// The twist that the wheels tell, for odometry.
    pub fn wheel_twist(&self, state: &VehicleState) -> WheelTwist {
        twist_from_wheels(&self.parts.wheels, &state.wheels)
    }

    /// Energy of motion of body and wheels \[J\].
    pub fn kinetic_energy_j(&self, state: &VehicleState) -> f64 {
        let spin = |(wheel, state): (&WheelModel, &WheelState)| {
            0.5 * wheel.inertia_kgm2 * state.spin_radps * state.spin_radps
        };
        let spins: f64 = self.parts.wheels.iter().zip(&state.wheels).map(spin).sum();
        self.parts.body.kinetic_energy_j(&state.body) + spins
    }
}
