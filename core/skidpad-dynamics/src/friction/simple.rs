//! The `default` friction: Coulomb's law on each axis of the wheel.

use serde::{Deserialize, Serialize};
use skidpad_math::Real;

use super::{Axle, Contact, FrictionLimit, GroundForce};
use crate::wheel::WheelModel;

/// Coulomb friction that cancels slip within a step, as far as it reaches.
///
/// F_max = μ·N
/// F_y = clamp(−v_y·M/Δt − s_y, ±F_max)
/// F_x = clamp((τ_e − I·α_d)/R, ±F_max), then − clamp(s_x, ±(F_max − |F_x|))
/// ω ← ω + Δt·(τ_e − R·F_x)/I
///
/// MVSim, *Physics: default friction model*. Known difference: none where [`Contact::lateral_share`] is 1
/// and rolling resistance does not stop the wheel. Leaves out: slip curves, load sensitivity, camber.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct SimpleFriction {
    /// Friction coefficient μ \[-\].
    pub mu: f64,
    /// Damping and rolling resistance of the axle.
    pub axle: Axle,
    /// How the limits of the two axes belong together.
    pub limit: FrictionLimit,
}

impl Default for SimpleFriction {
    fn default() -> Self {
        Self { mu: 0.8, axle: Axle::default(), limit: FrictionLimit::default() }
    }
}

impl SimpleFriction {
    /// Force of the ground on a wheel during a step, and the spin after it.
    #[inline(always)]
    pub fn force<R: Real>(&self, wheel: &WheelModel, contact: &Contact<R>) -> GroundForce<R> {
        let limit_n = contact.load_n * R::from(contact.ground_mu.unwrap_or(self.mu));
        let free = self.axle.free_roll(wheel, contact);
        let side_n = contact.lateral_demand();
        let (along_limit_n, side_n) = match self.limit {
            FrictionLimit::Independent => (limit_n, side_n.clamp(-limit_n, limit_n)),
            FrictionLimit::Circle => {
                let along_n =
                    contact.held_slope(&self.axle).map_or(free.force_n, |slope| free.force_n - slope);
                on_a_circle(along_n, side_n, limit_n)
            }
        };
        let demand = self.axle.resisted(wheel, contact, free, along_limit_n);
        let demand = self.axle.slipping(wheel, contact, demand, along_limit_n);
        let drive_n = demand.force_n.clamp(-along_limit_n, along_limit_n);
        let rolling = GroundForce {
            fx_n: contact.hold_slope(&self.axle, drive_n, along_limit_n),
            fy_n: side_n,
            spin_radps: contact.spin_after(wheel, &demand, drive_n),
        };
        contact.or_locked(rolling, (limit_n, limit_n))
    }

    /// The most that the ground gives a locked wheel, along and across \[N\].
    #[inline(always)]
    pub(crate) fn locked_limits<R: Real>(&self, contact: &Contact<R>) -> (R, R) {
        let limit_n = contact.load_n * R::from(contact.ground_mu.unwrap_or(self.mu));
        (limit_n, limit_n)
    }
}

/// Shortens a demanded force to the circle of radius `limit_n`; returns what may be used along the wheel, and
/// the force across.
#[inline(always)]
fn on_a_circle<R: Real>(along_n: R, side_n: R, limit_n: R) -> (R, R) {
    let zero = R::from(0.0);
    let size_n = (along_n * along_n + side_n * side_n).sqrt();
    let slips = size_n.gt(limit_n);
    let share = limit_n / R::select(slips, size_n, R::from(1.0));
    let left_n = (limit_n * limit_n - side_n * side_n).max(zero).sqrt();
    (R::select(slips, along_n.abs() * share, left_n), R::select(slips, side_n * share, side_n))
}

#[cfg(test)]
mod tests {
    use super::super::Hold;
    use super::super::fixture::{RESTING, WHEEL, random_contact};
    use super::*;

    const DRY: SimpleFriction = SimpleFriction {
        mu: 0.8,
        axle: Axle { damping_nms: 0.0, rolling_resistance: 0.0, hold: Hold::Always, slip_velocity_mps: None },
        limit: FrictionLimit::Independent,
    };
    const ROUND: SimpleFriction = SimpleFriction { limit: FrictionLimit::Circle, ..DRY };

    #[test]
    fn torque_over_radius_is_force_while_the_wheel_grips() {
        let force = DRY.force(&WHEEL, &Contact { torque_nm: 2.0, ..RESTING });
        assert!((force.fx_n - 20.0).abs() < 1e-12 && force.fy_n == 0.0);
        assert_eq!(force.spin_radps, 0.0);
    }

    #[test]
    fn too_much_torque_spins_the_wheel() {
        let force = DRY.force(&WHEEL, &Contact { torque_nm: 10.0, ..RESTING });
        assert!((force.fx_n - 0.8 * 49.05).abs() < 1e-12);
        // I·α = τ − R·F
        assert!((force.spin_radps - 0.005 * (10.0 - 3.924) / 0.005).abs() < 1e-9);
    }

    #[test]
    fn a_gripping_wheel_rolls_at_ground_speed() {
        let force = DRY.force(&WHEEL, &Contact { vx_mps: 0.1, spin_radps: 0.9, ..RESTING });
        assert!((force.spin_radps - 1.0).abs() < 1e-12);
        assert!(force.fx_n < 0.0, "spinning the wheel up costs the vehicle speed");
    }

    #[test]
    fn side_slip_is_cancelled_within_the_step() {
        let force = DRY.force(&WHEEL, &Contact { vy_mps: 0.01, ..RESTING });
        assert!((force.fy_n * 0.005 / 5.0 + 0.01).abs() < 1e-15);
    }

    #[test]
    fn friction_holds_a_slope_up_to_its_limit() {
        let on_slope = |slope_x| Contact { slope_n: Some((slope_x, 10.0)), ..RESTING };
        let held = DRY.force(&WHEEL, &on_slope(-30.0));
        assert!((held.fx_n - 30.0).abs() < 1e-12 && (held.fy_n + 10.0).abs() < 1e-12);
        assert_eq!(held.spin_radps, 0.0);
        assert!((DRY.force(&WHEEL, &on_slope(-60.0)).fx_n - 39.24).abs() < 1e-12);
        let free = SimpleFriction { axle: Axle { hold: Hold::Never, ..DRY.axle }, ..DRY };
        assert_eq!(free.force(&WHEEL, &on_slope(-30.0)).fx_n, 0.0);
    }

    /// μ = 0.8 holds tan θ = 0.8 in every direction, not more: a circle.
    #[test]
    fn a_held_wheel_uses_a_circle() {
        let held = |x_n: f64, y_n: f64| {
            DRY.force(&WHEEL, &Contact { held: true, slope_n: Some((x_n, y_n)), ..RESTING })
        };
        let limit_n = 0.8 * 49.05;
        for direction in 0..8 {
            let (sin, cos) = skidpad_math::sin_cos(f64::from(direction) * std::f64::consts::FRAC_PI_4);
            let within = held(0.99 * limit_n * cos, 0.99 * limit_n * sin);
            assert!((within.fx_n + 0.99 * limit_n * cos).abs() < 1e-12);
            assert!((within.fy_n + 0.99 * limit_n * sin).abs() < 1e-12);
            let beyond = held(1.5 * limit_n * cos, 1.5 * limit_n * sin);
            assert!((skidpad_math::hypot(beyond.fx_n, beyond.fy_n) - limit_n).abs() < 1e-12);
        }
    }

    /// A locked wheel slides: it does not turn, and the ground gives μ·N against the motion.
    #[test]
    fn a_held_wheel_that_slides_does_not_turn() {
        let sliding = Contact { held: true, vx_mps: 3.0, vy_mps: 4.0, spin_radps: 30.0, ..RESTING };
        let force = DRY.force(&WHEEL, &sliding);
        let limit_n = 0.8 * 49.05;
        assert!((force.fx_n + 0.6 * limit_n).abs() < 1e-12 && (force.fy_n + 0.8 * limit_n).abs() < 1e-12);
        assert_eq!(force.spin_radps, 0.0);
    }

    #[test]
    fn ice_overrides_the_tyre() {
        let force = DRY.force(&WHEEL, &Contact { torque_nm: 10.0, ground_mu: Some(0.05), ..RESTING });
        assert!((force.fx_n - 0.05 * 49.05).abs() < 1e-12);
    }

    #[test]
    fn no_axis_exceeds_mu_n_and_slip_is_opposed() {
        for k in 0..10_000 {
            let contact = random_contact(k);
            let force = DRY.force(&WHEEL, &contact);
            let limit_n = contact.ground_mu.unwrap_or(DRY.mu) * contact.load_n * (1.0 + 1e-12);
            assert!(force.fx_n.abs() <= limit_n && force.fy_n.abs() <= limit_n, "{contact:?} {force:?}");
            assert!(force.spin_radps.is_finite());
            if contact.slope_n.is_none() {
                assert!(force.fy_n * contact.vy_mps <= 0.0);
            }
        }
    }

    #[test]
    fn the_circle_limits_the_whole_force() {
        for k in 0..10_000 {
            let contact = random_contact(k);
            let force = ROUND.force(&WHEEL, &contact);
            let limit_n = contact.ground_mu.unwrap_or(ROUND.mu) * contact.load_n;
            let size_n = skidpad_math::hypot(force.fx_n, force.fy_n);
            assert!(size_n <= limit_n * (1.0 + 1e-12), "{contact:?} {force:?}");
            assert!(force.spin_radps.is_finite());
        }
    }

    #[test]
    fn a_spinning_wheel_loses_side_grip_on_the_circle() {
        let sliding = Contact { vy_mps: 0.05, torque_nm: 20.0, ..RESTING };
        let square = DRY.force(&WHEEL, &sliding);
        let circle = ROUND.force(&WHEEL, &sliding);
        assert!(circle.fy_n.abs() < 0.5 * square.fy_n.abs());
        let gentle = Contact { vy_mps: 0.01, torque_nm: 1.0, ..RESTING };
        let (square, circle) = (DRY.force(&WHEEL, &gentle), ROUND.force(&WHEEL, &gentle));
        assert!((square.fx_n - circle.fx_n).abs() < 1e-12 && (square.fy_n - circle.fy_n).abs() < 1e-12);
    }

    /// What holds the slope counts in the circle: a wheel that drives uphill has less left for its side.
    #[test]
    fn on_a_circle_the_slope_takes_its_part() {
        let steep = Contact { torque_nm: 1.0, slope_n: Some((-40.0, 5.0)), ..RESTING };
        let force = ROUND.force(&WHEEL, &steep);
        let limit_n = 0.8 * 49.05;
        let size_n = skidpad_math::hypot(10.0 + 40.0, 5.0);
        assert!((force.fy_n + 5.0 * limit_n / size_n).abs() < 1e-12, "{force:?}");
        assert!((force.fx_n - 50.0 * limit_n / size_n).abs() < 1e-12, "{force:?}");
    }
}
