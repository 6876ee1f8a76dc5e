//! Motors in a vehicle: what they give of the torques asked for, and no wheel driven beyond their speed.

use skidpad_math::Real;

use super::{Drive, Surroundings, VehicleForces, VehicleModel, VehicleState};
use crate::MAX_WHEELS;
use crate::body::LocalTwist;
use crate::motor::Motor;

impl VehicleModel {
    /// Rolls the wheels under the torques that the motors give of those asked for.
    ///
    /// A motor gives what its curve has at the speed of its wheel, and no more than brings the vehicle to its top
    /// speed within the step. A wheel that slips gets less, so that it ends the step at that speed at most; the
    /// step is taken again with what is left.
    ///
    /// Not inlined: most vehicles have no motors, and their steps are shorter without this.
    #[inline(never)]
    #[allow(clippy::too_many_arguments, reason = "those of roll_on_ground, and the motor")]
    pub(super) fn roll_with_motor<R: Real>(
        &self,
        motor: &Motor,
        state: &mut VehicleState<R>,
        around: &Surroundings<R>,
        twist: &LocalTwist<R>,
        (asked_nm, directions): (&[R; MAX_WHEELS], &[(R, R); MAX_WHEELS]),
        scrub_s: Option<f64>,
        forces: &mut VehicleForces<R>,
    ) {
        let given_nm = self.given_torques(motor, state, around, asked_nm);
        let before = *state;
        self.roll_on_ground(state, around, twist, (&given_nm, directions), scrub_s, forces);
        if let Some(left_nm) = self.torques_within_speed(motor, state, around.dt_s, &given_nm) {
            *state = before;
            *forces = VehicleForces::none(forces.heading);
            self.roll_on_ground(state, around, twist, (&left_nm, directions), scrub_s, forces);
        }
    }

    /// What the motors give of the torques asked for.
    fn given_torques<R: Real>(
        &self,
        motor: &Motor,
        state: &VehicleState<R>,
        around: &Surroundings<R>,
        asked_nm: &[R; MAX_WHEELS],
    ) -> [R; MAX_WHEELS] {
        let mut given_nm = *asked_nm;
        let parts = self.parts();
        if let Some(speed_shares) = self.engine_speed_shares() {
            let [torque, speed] = engine(&speed_shares, asked_nm, state);
            let inertia = parts.wheels.iter().map(|wheel| wheel.inertia_kgm2).sum();
            let radius_m = parts.wheels[0].radius_m;
            let limited = motor.limited(torque, speed, around.may_drive);
            let limited =
                towards_top(motor, limited, speed, parts.body.mass_kg, inertia, radius_m, around.dt_s);
            scale(&mut given_nm, limited, torque);
            return given_nm;
        }
        let driven_count = match &parts.drive {
            Drive::Ackermann { drive, .. } => drive.wheel_count(),
            Drive::Differential | Drive::Drivetrain { .. } => {
                if parts.wheels.len() == 4 {
                    4
                } else {
                    2
                }
            }
        };
        let mass_kg = parts.body.mass_kg / driven_count as f64;
        for (i, wheel) in parts.wheels.iter().enumerate() {
            let spin = state.wheels[i].spin_radps;
            let limited = motor.limited(asked_nm[i], spin, around.may_drive);
            given_nm[i] =
                towards_top(motor, limited, spin, mass_kg, wheel.inertia_kgm2, wheel.radius_m, around.dt_s);
        }
        given_nm
    }

    /// Smaller torques, where these have driven a wheel beyond the speed of its motor.
    fn torques_within_speed<R: Real>(
        &self,
        motor: &Motor,
        after: &VehicleState<R>,
        dt_s: f64,
        given_nm: &[R; MAX_WHEELS],
    ) -> Option<[R; MAX_WHEELS]> {
        let (zero, top) = (R::from(0.0), motor.wheel_speed_radps());
        if !top.is_finite() {
            return None;
        }
        let is_over = |speed: R, torque: R| speed.abs().gt(R::from(top)) & (speed * torque).gt(zero);
        let less = |speed: R, torque: R, inertia: R| {
            let too_much = (speed.abs() - R::from(top)) * inertia * R::from(1.0 / dt_s);
            let left = (torque.abs() - too_much).max(zero).copysign(torque);
            R::select(is_over(speed, torque), left, torque)
        };
        let mut left_nm = *given_nm;
        if let Some(speed_shares) = self.engine_speed_shares() {
            let [torque, speed] = engine(&speed_shares, given_nm, after);
            if !R::any(is_over(speed, torque)) {
                return None;
            }
            // Change of the engine's speed per torque, if every wheel slips.
            let mut answer = zero;
            let one = R::select(torque.abs().gt(zero), torque, R::from(1.0));
            for (i, wheel) in self.parts().wheels.iter().enumerate() {
                answer += given_nm[i] / one * R::from(speed_shares[i] / wheel.inertia_kgm2);
            }
            let inertia = R::from(1.0) / answer.max(R::from(f64::MIN_POSITIVE));
            scale(&mut left_nm, less(speed, torque, inertia), torque);
            return Some(left_nm);
        }
        let mut any = R::mask(false);
        for (i, wheel) in self.parts().wheels.iter().enumerate() {
            let spin = after.wheels[i].spin_radps;
            any = any | is_over(spin, given_nm[i]);
            left_nm[i] = less(spin, given_nm[i], R::from(wheel.inertia_kgm2));
        }
        R::any(any).then_some(left_nm)
    }

    /// How much each wheel's speed adds to the engine's, where one engine drives several wheels.
    fn engine_speed_shares(&self) -> Option<[f64; MAX_WHEELS]> {
        match &self.parts().drive {
            Drive::Drivetrain { axles, .. } => Some(axles.speed_shares()),
            Drive::Differential | Drive::Ackermann { .. } => None,
        }
    }
}

/// Torque and speed of the engine that gives these torques to the wheels.
fn engine<R: Real>(
    speed_shares: &[f64; MAX_WHEELS],
    torques_nm: &[R; MAX_WHEELS],
    state: &VehicleState<R>,
) -> [R; 2] {
    let (mut torque, mut speed) = (R::from(0.0), R::from(0.0));
    for i in 0..MAX_WHEELS {
        torque += torques_nm[i];
        speed += state.wheels[i].spin_radps * R::from(speed_shares[i]);
    }
    [torque, speed]
}

/// Torques of the wheels, whose sum was `before`, with the sum `after`.
fn scale<R: Real>(torques_nm: &mut [R; MAX_WHEELS], after: R, before: R) {
    let is_some = before.abs().gt(R::from(0.0));
    let share = R::select(is_some, after / R::select(is_some, before, R::from(1.0)), R::from(0.0));
    for torque in torques_nm {
        *torque *= share;
    }
}

/// A driving torque that brings a wheel, and the mass that it moves while it grips, to the motor's top speed
/// within the step, and no farther.
fn towards_top<R: Real>(
    motor: &Motor,
    torque_nm: R,
    spin_radps: R,
    mass_kg: f64,
    inertia_kgm2: f64,
    radius_m: f64,
    dt_s: f64,
) -> R {
    let top = motor.wheel_speed_radps();
    if !top.is_finite() {
        return torque_nm;
    }
    let moved = R::from((inertia_kgm2 + mass_kg * radius_m * radius_m) / dt_s);
    let most = ((R::from(top) - spin_radps.abs()) * moved).max(R::from(0.0));
    let drives = (torque_nm * spin_radps).ge(R::from(0.0));
    R::select(drives, torque_nm.clamp(-most, most), torque_nm)
}
