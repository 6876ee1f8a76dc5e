//! Controllers of vehicles with two steered front wheels.

use serde::{Deserialize, Serialize};
use skidpad_math::Real;

use super::{SpeedChannel, SpeedControl};
use crate::MAX_WHEELS;
use crate::body::LocalTwist;
use crate::odometry::WheelTwist;
use crate::wheel::WheelModel;

/// Which wheels of a plain `ackermann` vehicle are driven (`drive=` on its controller).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum AckermannDrive {
    /// The front wheels, as MVSim's code does.
    #[default]
    Front,
    /// The rear wheels.
    Rear,
    /// All four; left and right sides each as one.
    All,
}

impl AckermannDrive {
    /// Indices of the left and right wheel whose speeds are controlled.
    pub const fn controlled_wheels(self) -> [usize; 2] {
        match self {
            Self::Front | Self::All => [2, 3],
            Self::Rear => [0, 1],
        }
    }

    /// How many wheels are driven.
    pub const fn wheel_count(self) -> usize {
        match self {
            Self::Front | Self::Rear => 2,
            Self::All => 4,
        }
    }

    /// Hands a left and a right torque to the driven wheels.
    #[inline(always)]
    pub fn wheel_torques<R: Real>(self, (left_nm, right_nm): (R, R)) -> [R; MAX_WHEELS] {
        let zero = R::from(0.0);
        match self {
            Self::Front => [zero, zero, left_nm, right_nm],
            Self::Rear => [left_nm, right_nm, zero, zero],
            Self::All => [left_nm, right_nm, left_nm, right_nm],
        }
    }
}

/// Speed of a wheel along its rolling direction (sin, cos) when the vehicle moves by (v, 0, ω) \[m/s\].
#[inline(always)]
pub fn rolling_speed<R: Real>(wheel: &WheelModel, twist: &WheelTwist<R>, (sin, cos): (R, R)) -> R {
    let local =
        LocalTwist { vx_mps: twist.vx_mps, vy_mps: R::from(0.0), yaw_rate_radps: twist.yaw_rate_radps };
    let (vx, vy) = wheel.velocity(&local);
    cos * vx + sin * vy
}

/// One driven wheel of [`twist_pid`]: which it is, where it points now and where it shall point.
pub struct SteeredWheel<'a, R> {
    /// The wheel.
    pub model: &'a WheelModel,
    /// Sine and cosine of its direction in the last step.
    pub direction_before: (R, R),
    /// Sine and cosine of its direction in this step.
    pub direction: (R, R),
}

/// Torques of a left and a right wheel that track a twist: `twist_front_steer_pid`.
///
/// Each wheel's set point is its rolling speed for the commanded twist in its new direction; its measured speed
/// is that of the twist which the rear wheels tell, in the direction left by the last step. MVSim,
/// *Controllers: Ackermann*. Known difference: beyond the steering lock the caller commands the yaw rate that
/// the lock allows, where MVSim keeps the commanded one and drives faster than asked.
#[inline(always)]
pub fn twist_pid<R: Real>(
    control: &SpeedControl,
    channels: &mut [SpeedChannel<R>; 2],
    command: &WheelTwist<R>,
    measured: &WheelTwist<R>,
    wheels: &[SteeredWheel<'_, R>; 2],
    feedforward_nm: R,
    dt_s: f64,
) -> (R, R) {
    let [left, right] = wheels;
    let set = [
        rolling_speed(left.model, command, left.direction),
        rolling_speed(right.model, command, right.direction),
    ];
    let seen = [
        rolling_speed(left.model, measured, left.direction_before),
        rolling_speed(right.model, measured, right.direction_before),
    ];
    let [left, right] = control.step(channels, set, seen, feedforward_nm, dt_s);
    (left, right)
}

#[cfg(test)]
mod tests {
    use super::*;
    use skidpad_math::{Vec2, sin_cos};

    #[test]
    fn a_steered_wheel_rolls_along_its_circle() {
        // At (1.3, 0.9) in a circle of radius 5 about (0, 5): the wheel is √(4.1² + 1.3²) from the centre.
        let wheel = WheelModel {
            position_m: Vec2::new(1.3, 0.9),
            yaw_rad: 0.0,
            radius_m: 0.3,
            width_m: 0.2,
            mass_kg: 6.0,
            inertia_kgm2: 0.3,
        };
        let steer = skidpad_math::atan2(1.3, 4.1);
        let speed = rolling_speed(&wheel, &WheelTwist { vx_mps: 2.5, yaw_rate_radps: 0.5 }, sin_cos(steer));
        assert!((speed - 0.5 * skidpad_math::hypot(4.1, 1.3)).abs() < 1e-14);
    }

    #[test]
    fn torque_reaches_the_driven_wheels_only() {
        assert_eq!(AckermannDrive::Front.wheel_torques((1.0, 2.0)), [0.0, 0.0, 1.0, 2.0]);
        assert_eq!(AckermannDrive::Rear.wheel_torques((1.0, 2.0)), [1.0, 2.0, 0.0, 0.0]);
        assert_eq!(AckermannDrive::All.wheel_torques((1.0, 2.0)), [1.0, 2.0, 1.0, 2.0]);
        for drive in [AckermannDrive::Front, AckermannDrive::Rear, AckermannDrive::All] {
            let driven = drive.wheel_torques((1.0, 1.0)).iter().filter(|&&torque| torque != 0.0).count();
            assert_eq!(driven, drive.wheel_count());
        }
    }
}
