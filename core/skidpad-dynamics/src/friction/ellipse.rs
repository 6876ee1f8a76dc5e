//! The `ellipse` friction: limits that grow with slip and saturate, each lowered by the other's slip.

use serde::{Deserialize, Serialize};
use skidpad_math::Real;

use super::{Axle, Contact, GroundForce};
use crate::wheel::WheelModel;

/// Below this ground speed the limits fade over to those of a wheel at rest \[m/s\].
const HOLD_SPEED_MPS: f64 = 0.05;
/// Speeds below this have no direction \[m/s\].
const NO_DIRECTION_MPS: f64 = 1e-3;
/// Peripheral speeds below this count as this in the slip ratio \[m/s\].
const NO_ROLL_MPS: f64 = 1e-5;

/// Slip-dependent limits on a friction ellipse.
///
/// F_x,max = N·C_s·sat(|s|)·√(1 − C_sα·(sat(|α|)/α_s)²)
/// F_y,max = N·C_α·sat(|α|)·√(1 − C_αs·(sat(|s|)/s_s)²)
///
/// with the slip angle α between the wheel and its velocity, the slip ratio s = (ωR − v_x)/|ωR| within
/// ±1, and sat(·) limited to α_s and s_s. Within the limits, forces are those of
/// [`super::SimpleFriction`]: what cancels slip within the step.
///
/// MVSim, *Physics: ellipse friction model*. Known differences, all defects there: MVSim subtracts the
/// steering angle twice, lets limits carry the sign of the slip (so that clamping to them is undefined for
/// negative slip), and gives a resting wheel nothing to hold with. Here limits are magnitudes, and below
/// 0.05 m/s each axis fades over to its saturated limit, so that a vehicle stops and stays.
/// Leaves out: μ, which this model does not use; load sensitivity.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct EllipseFriction {
    /// Damping and rolling resistance of the axle.
    pub axle: Axle,
    /// C_α, side force per slip angle and load \[1/rad\].
    pub c_alpha: f64,
    /// C_s, drive force per slip ratio and load \[-\].
    pub c_s: f64,
    /// α_s, slip angle where the side force saturates \[rad\].
    pub slip_angle_saturation_rad: f64,
    /// s_s, slip ratio where the drive force saturates \[-\].
    pub slip_ratio_saturation: f64,
    /// C_αs, how much slip ratio lowers the side force \[-\].
    pub c_alpha_s: f64,
    /// C_sα, how much slip angle lowers the drive force \[-\].
    pub c_s_alpha: f64,
}

impl Default for EllipseFriction {
    fn default() -> Self {
        Self {
            axle: Axle::default(),
            c_alpha: 8.5,
            c_s: 7.5,
            slip_angle_saturation_rad: 0.1,
            slip_ratio_saturation: 0.1,
            c_alpha_s: 0.5,
            c_s_alpha: 0.5,
        }
    }
}

impl EllipseFriction {
    /// Force of the ground on a wheel during a step, and the spin after it.
    #[inline(always)]
    pub fn force<R: Real>(&self, wheel: &WheelModel, contact: &Contact<R>) -> GroundForce<R> {
        let (drive_limit_n, side_limit_n) = self.limits(wheel, contact);
        let free = self.axle.free_roll(wheel, contact);
        let demand = self.axle.resisted(wheel, contact, free, drive_limit_n);
        let demand = self.axle.slipping(wheel, contact, demand, drive_limit_n);
        let drive_n = demand.force_n.clamp(-drive_limit_n, drive_limit_n);
        let rolling = GroundForce {
            fx_n: contact.hold_slope(&self.axle, drive_n, drive_limit_n),
            fy_n: contact.lateral_demand().clamp(-side_limit_n, side_limit_n),
            spin_radps: contact.spin_after(wheel, &demand, drive_n),
        };
        contact.or_locked(rolling, self.locked_limits(contact))
    }

    /// The most that the ground gives a locked wheel, along and across \[N\].
    #[inline(always)]
    pub(crate) fn locked_limits<R: Real>(&self, contact: &Contact<R>) -> (R, R) {
        let along_n = contact.load_n * R::from(self.c_s * self.slip_ratio_saturation);
        let across_n = contact.load_n * R::from(self.c_alpha * self.slip_angle_saturation_rad);
        (along_n, across_n)
    }

    /// (F_x,max, F_y,max) \[N\].
    #[inline(always)]
    pub fn limits<R: Real>(&self, wheel: &WheelModel, contact: &Contact<R>) -> (R, R) {
        let (zero, one) = (R::from(0.0), R::from(1.0));
        let (vx, vy) = (contact.vx_mps, contact.vy_mps);
        let moves = vx.abs().gt(R::from(NO_DIRECTION_MPS)) | vy.abs().gt(R::from(NO_DIRECTION_MPS));
        let slip_angle = R::select(moves, vy.abs().atan2(vx.abs()), zero);
        let rim = contact.spin_radps * R::from(wheel.radius_m);
        let slip_ratio = (rim - vx).abs() / rim.abs().max(R::from(NO_ROLL_MPS));

        // Shares of saturation, 0 to 1.
        let angle_share = (slip_angle * R::from(1.0 / self.slip_angle_saturation_rad)).min(one);
        let ratio_share = (slip_ratio.min(one) * R::from(1.0 / self.slip_ratio_saturation)).min(one);
        let speed = (vx * vx + vy * vy).sqrt();
        let hold = (one - speed * R::from(1.0 / HOLD_SPEED_MPS)).max(zero);
        let drive_n = contact.load_n
            * R::from(self.c_s * self.slip_ratio_saturation)
            * ratio_share.max(hold)
            * lowered(self.c_s_alpha, angle_share);
        let side_n = contact.load_n
            * R::from(self.c_alpha * self.slip_angle_saturation_rad)
            * angle_share.max(hold)
            * lowered(self.c_alpha_s, ratio_share);
        (drive_n, side_n)
    }
}

/// √(1 − c·share²): what the slip of one axis leaves of the other's limit.
#[inline(always)]
fn lowered<R: Real>(coefficient: f64, share: R) -> R {
    (R::from(1.0) - R::from(coefficient) * share * share).max(R::from(0.0)).sqrt()
}

#[cfg(test)]
mod tests {
    use super::super::Hold;
    use super::super::fixture::{RESTING, WHEEL, random_contact};
    use super::*;

    const MODEL: EllipseFriction = EllipseFriction {
        axle: Axle { damping_nms: 0.0, rolling_resistance: 0.0, hold: Hold::Always, slip_velocity_mps: None },
        c_alpha: 8.5,
        c_s: 7.5,
        slip_angle_saturation_rad: 0.1,
        slip_ratio_saturation: 0.1,
        c_alpha_s: 0.5,
        c_s_alpha: 0.5,
    };

    #[test]
    fn small_slip_angles_give_c_alpha_times_angle() {
        let rolling = Contact { vx_mps: 2.0, vy_mps: 0.04, spin_radps: 20.0, ..RESTING };
        let (_, side_n) = MODEL.limits(&WHEEL, &rolling);
        assert!((side_n - 49.05 * 8.5 * skidpad_math::atan(0.02)).abs() < 1e-9);
        assert!(
            (MODEL.force(&WHEEL, &rolling).fy_n + side_n).abs() < 1e-12,
            "the side force opposes the slip"
        );
    }

    #[test]
    fn limits_are_the_same_forward_and_backward() {
        let forward = Contact { vx_mps: 2.0, vy_mps: 0.3, spin_radps: 25.0, ..RESTING };
        let backward = Contact { vx_mps: -2.0, vy_mps: -0.3, spin_radps: -25.0, ..RESTING };
        assert_eq!(MODEL.limits(&WHEEL, &forward), MODEL.limits(&WHEEL, &backward));
        let (a, b) = (MODEL.force(&WHEEL, &forward), MODEL.force(&WHEEL, &backward));
        assert!((a.fx_n + b.fx_n).abs() < 1e-12 && (a.fy_n + b.fy_n).abs() < 1e-12);
    }

    #[test]
    fn drive_slip_lowers_side_force() {
        let rolling = Contact { vx_mps: 2.0, vy_mps: 0.4, spin_radps: 20.0, ..RESTING };
        let spinning = Contact { spin_radps: 60.0, ..rolling };
        let (_, side_rolling_n) = MODEL.limits(&WHEEL, &rolling);
        let (_, side_spinning_n) = MODEL.limits(&WHEEL, &spinning);
        assert!((side_spinning_n / side_rolling_n - 0.5f64.sqrt()).abs() < 1e-12);
    }

    #[test]
    fn a_resting_wheel_holds_a_slope() {
        let on_slope = Contact { slope_n: Some((-10.0, 8.0)), ..RESTING };
        let force = MODEL.force(&WHEEL, &on_slope);
        assert!((force.fx_n - 10.0).abs() < 1e-12 && (force.fy_n + 8.0).abs() < 1e-12);
    }

    #[test]
    fn forces_stay_within_saturation_and_oppose_slip() {
        for k in 0..10_000 {
            let contact = random_contact(k);
            let force = MODEL.force(&WHEEL, &contact);
            assert!(force.fx_n.abs() <= 0.75 * contact.load_n * (1.0 + 1e-12), "{contact:?} {force:?}");
            assert!(force.fy_n.abs() <= 0.85 * contact.load_n * (1.0 + 1e-12), "{contact:?} {force:?}");
            assert!(force.spin_radps.is_finite());
            if contact.slope_n.is_none() {
                assert!(force.fy_n * contact.vy_mps <= 0.0);
            }
        }
    }

    /// A locked wheel slides against its motion with what each axis gives when it is saturated: an ellipse.
    #[test]
    fn a_locked_wheel_gives_its_saturated_limits() {
        let model = EllipseFriction { c_alpha: 6.5, slip_angle_saturation_rad: 0.12, ..MODEL };
        let (along_n, across_n) = (49.05 * 7.5 * 0.1, 49.05 * 6.5 * 0.12);
        let locked = |vx_mps: f64, vy_mps: f64| {
            model.force(&WHEEL, &Contact { held: true, vx_mps, vy_mps, spin_radps: 30.0, ..RESTING })
        };
        assert!((locked(3.0, 0.0).fx_n + along_n).abs() < 1e-9);
        assert!((locked(0.0, -3.0).fy_n - across_n).abs() < 1e-9);
        let aslant = locked(3.0, 4.0);
        let (x, y) = (aslant.fx_n / along_n, aslant.fy_n / across_n);
        assert!((x * x + y * y - 1.0).abs() < 1e-12 && x < 0.0 && y < 0.0, "{aslant:?}");
    }

    /// From a millimetre per second on, in either direction of either axis, a motion has a slip angle, which lowers
    /// the drive force.
    #[test]
    fn crawling_sideways_is_sliding_and_standing_is_not() {
        let drive_n =
            |vx_mps: f64, vy_mps: f64| MODEL.limits(&WHEEL, &Contact { vx_mps, vy_mps, ..RESTING }).0;
        let hold = |vx: f64, vy: f64| 1.0 - skidpad_math::hypot(vx, vy) / 0.05;
        for (vx, vy) in [(0.0005, 0.0005), (-0.0009, 0.0), (0.0, -0.0009), (0.0, 0.0)] {
            // The wheel does not turn: its slip ratio is saturated as soon as the vehicle moves.
            assert!(drive_n(vx, vy) >= 0.75 * 49.05 * hold(vx, vy) * (1.0 - 1e-12), "{vx} {vy}");
        }
        for (vx, vy) in [(0.0, 0.002), (0.0005, -0.002), (-0.002, 0.0009), (0.002, 0.002)] {
            assert!(drive_n(vx, vy) <= 0.75 * 49.05 * 0.5f64.sqrt() * (1.0 + 1e-12), "{vx} {vy}");
        }
    }

    /// N·C_s·|s| along and N·C_α·|α| across while both are small, whichever way the wheel rolls and slips.
    #[test]
    fn small_slips_give_their_stiffness_both_ways() {
        for (direction, slip, aside) in
            [(1.0, 0.02, 0.04), (-1.0, 0.02, -0.04), (1.0, -0.02, -0.04), (-1.0, -0.02, 0.04)]
        {
            let rim = direction * (2.0 + slip);
            let contact =
                Contact { vx_mps: direction * 2.0, vy_mps: aside, spin_radps: rim / 0.1, ..RESTING };
            let (drive_n, side_n) = MODEL.limits(&WHEEL, &contact);
            let (ratio, angle) = (0.02 / rim.abs(), skidpad_math::atan(0.02));
            let left = |share: f64| (1.0 - 0.5 * share * share / 0.01).sqrt();
            assert!(
                (drive_n - 49.05 * 7.5 * ratio * left(angle)).abs() < 1e-9,
                "{direction} {slip}: {drive_n}"
            );
            assert!(
                (side_n - 49.05 * 8.5 * angle * left(ratio)).abs() < 1e-9,
                "{direction} {slip}: {side_n}"
            );
        }
    }

    /// At 3 cm/s, sideways, two fifths of the way to a standstill are left to hold with.
    #[test]
    fn limits_fade_over_to_those_of_a_standing_wheel() {
        let (drive_n, side_n) = MODEL.limits(&WHEEL, &Contact { vy_mps: -0.03, ..RESTING });
        assert!((drive_n - 0.4 * 0.75 * 49.05 * 0.5f64.sqrt()).abs() < 1e-9, "{drive_n}");
        assert!((side_n - 0.85 * 49.05).abs() < 1e-9, "{side_n}");
    }
}
