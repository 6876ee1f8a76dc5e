//! Controllers of differential-drive vehicles with two, three or four wheels.

use skidpad_math::Real;

use super::{SpeedChannel, SpeedControl};
use crate::MAX_WHEELS;
use crate::odometry::WheelTwist;

/// Torques of left and right wheels that track a twist: `twist_pid`.
///
/// Set points v_L = V − ω·D/2 and v_R = V + ω·D/2 with the track D; the same formula turns the twist that
/// the wheels tell into measured speeds. MVSim, *Controllers: differential twist_pid*.
#[inline(always)]
pub fn twist_pid<R: Real>(
    control: &SpeedControl,
    channels: &mut [SpeedChannel<R>; 2],
    command: &WheelTwist<R>,
    measured: &WheelTwist<R>,
    track_m: f64,
    feedforward_nm: R,
    dt_s: f64,
) -> (R, R) {
    let (commanded, measured) = (sides(command, track_m), sides(measured, track_m));
    let [left, right] = control.step(channels, commanded, measured, feedforward_nm, dt_s);
    (left, right)
}

/// Speeds of the left and the right side \[m/s\].
#[inline(always)]
fn sides<R: Real>(twist: &WheelTwist<R>, track_m: f64) -> [R; 2] {
    let half = twist.yaw_rate_radps * R::from(0.5 * track_m);
    [twist.vx_mps - half, twist.vx_mps + half]
}

/// Hands a left and a right torque to the wheels: both wheels of a side with four, none to a caster.
#[inline(always)]
pub fn wheel_torques<R: Real>((left_nm, right_nm): (R, R), wheel_count: usize) -> [R; MAX_WHEELS] {
    let zero = R::from(0.0);
    if wheel_count == 4 { [left_nm, right_nm, left_nm, right_nm] } else { [left_nm, right_nm, zero, zero] }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_left_turn_pushes_the_right_side() {
        let mut channels = [SpeedChannel::new(); 2];
        let standing = WheelTwist { vx_mps: 0.0, yaw_rate_radps: 0.0 };
        let command = WheelTwist { vx_mps: 0.0, yaw_rate_radps: 1.0 };
        let (left, right) =
            twist_pid(&SpeedControl::default(), &mut channels, &command, &standing, 0.6, 0.0, 0.005);
        assert!((left + 3.0).abs() < 1e-15 && (right - 3.0).abs() < 1e-15);
    }

    #[test]
    fn casters_are_not_driven() {
        assert_eq!(wheel_torques((1.0, 2.0), 3), [1.0, 2.0, 0.0, 0.0]);
        assert_eq!(wheel_torques((1.0, 2.0), 4), [1.0, 2.0, 1.0, 2.0]);
    }
}
