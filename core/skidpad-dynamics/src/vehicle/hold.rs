//! What holds a vehicle where it stands: the parking brake on slopes and on moving ground, and pressed brakes.

use skidpad_math::Real;

use super::{Surroundings, VehicleModel, VehicleState};
use crate::controllers::{Controller, Setpoint};
use crate::friction::Hold;
use crate::wheel::WheelState;

/// Wheels slower than this stand \[m/s\].
const STANDING_MPS: f64 = 0.05;

impl VehicleModel {
    /// Whether a parking brake holds the vehicle where it stands.
    #[inline(always)]
    pub(crate) fn holds(&self) -> bool {
        self.parts.friction.axle().hold == Hold::Standing
    }

    /// Where nothing is commanded: torques of exactly zero, or a set speed of zero.
    #[inline(always)]
    pub(super) fn is_idle<R: Real>(&self, state: &VehicleState<R>) -> R::Mask {
        let zero = R::from(0.0);
        let below = match &self.parts.controller {
            Controller::TwistPid(control) | Controller::SteerPid(control) => control.zero_threshold_mps,
            Controller::Raw | Controller::TwistIdeal => 0.0,
        };
        let size = match state.setpoint {
            Setpoint::Twist { vx_mps, yaw_rate_radps, .. } => vx_mps.abs().max(yaw_rate_radps.abs()),
            Setpoint::Steer { speed_mps, .. } => speed_mps.abs(),
            Setpoint::Torques { left_nm, right_nm, .. } => left_nm.abs().max(right_nm.abs()),
            Setpoint::Engine { torque_nm, .. } => torque_nm.abs(),
        };
        size.le(R::from(below).max(zero))
    }

    /// Whether the parking brake holds a wheel during this step.
    ///
    /// It takes hold on a slope, where the wheel stands and nothing drives it, and lets go when the wheel is
    /// driven: a wheel that slides stays locked. Standing means slower than the controller's threshold, or than
    /// what the slope gives within a step, so that no step misses the moment. Ground that can move is held on to
    /// by a wheel that does not turn. On level ground that cannot there is nothing to hold, and wheels roll freely.
    #[inline(always)]
    pub(super) fn update_held<R: Real>(
        &self,
        wheel: &mut WheelState<R>,
        around: &Surroundings<R>,
        undriven: R::Mask,
        (vx, vy): (R, R),
        rim_mps: Option<R>,
    ) -> R::Mask {
        let was_held = wheel.held.gt(R::from(0.5));
        if !self.holds() || (around.slope.is_none() && rim_mps.is_none() && !R::any(was_held)) {
            return R::mask(false);
        }
        let stop_mps = match &self.parts.controller {
            Controller::TwistPid(control) | Controller::SteerPid(control) => {
                control.stop_threshold_mps.max(STANDING_MPS)
            }
            Controller::Raw | Controller::TwistIdeal => STANDING_MPS,
        };
        let turns_not = match rim_mps {
            None => R::mask(false),
            Some(rim_mps) => rim_mps.abs().le(R::from(stop_mps)),
        };
        let stands = match &around.slope {
            None => R::mask(false),
            Some(slope) => {
                let pull = (slope.down.0 * slope.down.0 + slope.down.1 * slope.down.1).sqrt();
                let slow = R::from(stop_mps) + pull * R::from(around.gravity_mps2 * around.dt_s);
                (vx * vx + vy * vy).le(slow * slow)
            }
        };
        let held = undriven & (was_held | stands | turns_not);
        wheel.held = R::select(held, R::from(1.0), R::from(0.0));
        held
    }

    /// Where a wheel is held whatever it takes, and the torque of its brake: that of the pedal or the lever, and
    /// where the vehicle is parked that of the parking brake. A vehicle without brakes is parked by friction
    /// alone.
    #[inline(always)]
    pub(super) fn brake_of<R: Real>(
        &self,
        wheel: usize,
        around: &Surroundings<R>,
        held: R::Mask,
    ) -> (R::Mask, Option<R>) {
        match (&self.parts.brakes, around.brake_nm) {
            (None, None) => (held, None),
            (None, Some(pressed_nm)) => (held, Some(R::from(pressed_nm[wheel]))),
            (Some(_), None) if !R::any(held) => (held, None),
            (Some(brakes), pressed_nm) => {
                let pressed_nm = pressed_nm.map_or(0.0, |torques_nm| torques_nm[wheel]);
                let parked = R::from(pressed_nm.max(brakes.parking_nm[wheel]));
                (R::mask(false), Some(R::select(held, parked, R::from(pressed_nm))))
            }
        }
    }
}
