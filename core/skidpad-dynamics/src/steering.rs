//! Ackermann steering: each front wheel points so that all wheels turn about one centre.

use serde::{Deserialize, Serialize};
use skidpad_math::Real;

/// Steering geometry of a vehicle with two steered front wheels.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Steering {
    /// Distance l from the rear axle to the front axle \[m\].
    pub wheelbase_m: f64,
    /// Distance w between the front wheels \[m\].
    pub front_track_m: f64,
    /// Largest steering angle of the middle of the front axle, either way \[rad\].
    pub max_steer_rad: f64,
}

impl Steering {
    /// Directions (left, right) of the front wheels for a steering angle δ, limited first:
    ///
    /// cot δ_outer = cot|δ| + w/2l,  cot δ_inner = cot|δ| − w/2l
    ///
    /// written as tan δ_left = tan δ/(1 − tan δ·w/2l), tan δ_right = tan δ/(1 + tan δ·w/2l), which needs no
    /// case for δ = 0. MVSim, *Physics: Ackermann*. Leaves out: steering rate, compliance.
    #[inline(always)]
    pub fn wheel_angles<R: Real>(&self, steer_rad: R) -> (R, R) {
        let tan = self.limited(steer_rad).tan();
        let offset = tan * R::from(0.5 * self.front_track_m / self.wheelbase_m);
        let one = R::from(1.0);
        (turned(tan, one - offset), turned(tan, one + offset))
    }

    /// The steering angle within its limits \[rad\].
    #[inline(always)]
    pub fn limited<R: Real>(&self, steer_rad: R) -> R {
        steer_rad.clamp(R::from(-self.max_steer_rad), R::from(self.max_steer_rad))
    }

    /// Steering angle that turns at `yaw_rate_radps` while driving at `speed_mps`: δ = atan(l·ω/v), and 0
    /// where ω is 0. At v = 0 it is a quarter turn, to be limited.
    #[inline(always)]
    pub fn angle_for_twist<R: Real>(&self, speed_mps: R, yaw_rate_radps: R) -> R {
        let zero = R::from(0.0);
        let turns = yaw_rate_radps.lt(zero) | yaw_rate_radps.gt(zero);
        let tangent = R::from(self.wheelbase_m) * yaw_rate_radps / speed_mps;
        R::select(turns, R::select(turns, tangent, zero).atan(), zero)
    }

    /// Turning rate of a car that drives at `speed_mps` with a steering angle: ω = v·tan δ/l.
    #[inline(always)]
    pub fn yaw_rate<R: Real>(&self, speed_mps: R, steer_rad: R) -> R {
        speed_mps * steer_rad.tan() * R::from(1.0 / self.wheelbase_m)
    }
}

/// The angle with tangent `tan / forward` that lies on the side of `tan`, less than half a turn.
#[inline(always)]
fn turned<R: Real>(tan: R, forward: R) -> R {
    tan.atan2(forward)
}

#[cfg(test)]
mod tests {
    use super::*;
    use skidpad_math::{NoiseAddress, tan};

    const CAR: Steering = Steering { wheelbase_m: 1.3, front_track_m: 1.8, max_steer_rad: 0.52 };

    #[test]
    fn all_wheels_turn_about_one_point_of_the_rear_axle() {
        for k in 0..1_000 {
            let steer = 1.04 * (NoiseAddress { seed: 1, stream: 1, step: k }.uniform(0) - 0.5);
            let (left, right) = CAR.wheel_angles(steer);
            let centre_y = 1.3 / tan(steer);
            // The wheel at (l, ±w/2) is perpendicular to its line to (0, centre_y).
            assert!((tan(left) * (centre_y - 0.9) - 1.3).abs() < 1e-9 * centre_y.abs().max(1.0));
            assert!((tan(right) * (centre_y + 0.9) - 1.3).abs() < 1e-9 * centre_y.abs().max(1.0));
        }
    }

    #[test]
    fn the_inner_wheel_turns_further() {
        let (left, right) = CAR.wheel_angles(0.3);
        assert!(left > 0.3 && 0.3 > right && right > 0.0);
        let (left_back, right_back) = CAR.wheel_angles(-0.3);
        assert_eq!((left, right), (-right_back, -left_back));
        assert_eq!(CAR.wheel_angles(0.0), (0.0, 0.0));
    }

    #[test]
    fn steering_is_limited() {
        assert_eq!(CAR.wheel_angles(1.4), CAR.wheel_angles(0.52));
    }

    #[test]
    fn twist_and_steering_agree() {
        let steer = CAR.angle_for_twist(-2.0, 0.4);
        assert!(steer < 0.0, "backing up to the left needs the wheel to the right");
        assert!((CAR.yaw_rate(-2.0, steer) - 0.4).abs() < 1e-15);
        assert_eq!(CAR.angle_for_twist(0.0, 0.0), 0.0);
        assert_eq!(CAR.angle_for_twist(0.0, -1.0), -std::f64::consts::FRAC_PI_2);
    }
}
