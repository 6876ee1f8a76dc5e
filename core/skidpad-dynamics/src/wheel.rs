//! A wheel: where it is, how fast its centre moves, how its spin answers to torques.

use std::f64::consts::TAU;

use serde::{Deserialize, Serialize};
use skidpad_math::{Real, Vec2};

use crate::body::LocalTwist;

/// Beyond this rolling angle the count of whole turns is dropped \[rad\].
const WRAP_RAD: f64 = 1e4;

/// Damping takes at most this share of the spin per step \[-\].
pub(crate) const DAMPED_PER_STEP: f64 = 0.5;

/// Shape and mass of a wheel, and where it is mounted.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WheelModel {
    /// Centre of the wheel, seen from the vehicle's reference point \[m\].
    pub position_m: Vec2,
    /// Direction in which it rolls when not steered, from the vehicle's x \[rad\].
    pub yaw_rad: f64,
    /// Rolling radius R \[m\].
    pub radius_m: f64,
    /// Width \[m\].
    pub width_m: f64,
    /// Mass m \[kg\].
    pub mass_kg: f64,
    /// Moment of inertia about the axle, I_yy \[kg·m²\].
    pub inertia_kgm2: f64,
}

/// What a wheel does at the moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WheelState<R = f64> {
    /// Spin about the axle ω, positive rolling forward \[rad/s\].
    pub spin_radps: R,
    /// Rolling angle φ, for drawing \[rad\].
    pub angle_rad: R,
    /// Direction in which it rolls, from the vehicle's x; changes with steering \[rad\].
    pub yaw_rad: R,
    /// 1 while the parking brake holds it, else 0.
    pub held: R,
}

impl WheelModel {
    /// Inertia of a wheel whose mass fills its disc: I_yy = ½·m·R².
    pub fn disc_inertia_kgm2(mass_kg: f64, radius_m: f64) -> f64 {
        0.5 * mass_kg * radius_m * radius_m
    }

    /// Velocity of the wheel's centre in the vehicle's axes: (v_x − ω·y, v_y + ω·x).
    #[inline(always)]
    pub fn velocity<R: Real>(&self, twist: &LocalTwist<R>) -> (R, R) {
        let (x, y) = (R::from(self.position_m.x), R::from(self.position_m.y));
        (twist.vx_mps - twist.yaw_rate_radps * y, twist.vy_mps + twist.yaw_rate_radps * x)
    }

    /// The state of this wheel at rest.
    pub fn at_rest(&self) -> WheelState {
        WheelState { spin_radps: 0.0, angle_rad: 0.0, yaw_rad: self.yaw_rad, held: 0.0 }
    }
}

impl<R: Real> WheelState<R> {
    /// φ ← φ + ω·Δt with the new ω; from 10⁴ rad on, whole turns are dropped.
    #[inline(always)]
    pub fn roll(&mut self, dt_s: f64) {
        let angle = self.angle_rad + self.spin_radps * R::from(dt_s);
        let far = angle.abs().gt(R::from(WRAP_RAD));
        self.angle_rad = angle;
        if R::any(far) {
            // Truncation towards zero of |φ|/2π, exact below 2⁵¹ turns.
            const ROUND: f64 = 6_755_399_441_055_744.0;
            let turns = angle.abs() * R::from(1.0 / TAU);
            let nearest = (turns + R::from(ROUND)) - R::from(ROUND);
            let whole = R::select(nearest.gt(turns), nearest - R::from(1.0), nearest);
            let within = (angle.abs() - whole * R::from(TAU)).max(R::from(0.0)).copysign(angle);
            self.angle_rad = R::select(far, within, angle);
        }
    }
}

/// Torque of the axle's damping over a step of `dt_s` \[N·m\], to be subtracted: C·ω.
///
/// The explicit step ω − Δt·C·ω/I overdoes it where C·Δt nears the inertia I that moves with the wheel:
/// I_yy + M·R² while it grips, I_yy while it slips. There the implicit form is taken, C·ω′ with
///
/// ω′ = (ω + Δt·τ/I) / (1 + C·Δt/I)
///
/// the spin at the end of the step under the other torque τ. It never turns a wheel back, and its steady state
/// is C·ω = τ at every step.
#[inline(always)]
pub fn damping_torque<R: Real>(
    damping_nms: f64,
    inertia_kgm2: R,
    dt_s: f64,
    spin_radps: R,
    torque_nm: R,
) -> R {
    let (damping, one) = (R::from(damping_nms), R::from(1.0));
    let per_inertia = R::from(dt_s) / inertia_kgm2;
    let ratio = damping * per_inertia;
    let implicit = damping * (spin_radps + torque_nm * per_inertia) / (one + ratio);
    R::select(ratio.le(R::from(DAMPED_PER_STEP)), damping * spin_radps, implicit)
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHEEL: WheelModel = WheelModel {
        position_m: Vec2::new(0.2, -0.3),
        yaw_rad: 0.0,
        radius_m: 0.1,
        width_m: 0.05,
        mass_kg: 1.0,
        inertia_kgm2: 0.005,
    };

    #[test]
    fn a_disc_has_half_m_r_squared() {
        assert!((WheelModel::disc_inertia_kgm2(6.0, 0.31) - 0.2883).abs() < 1e-15);
    }

    #[test]
    fn the_outer_wheel_is_faster() {
        let twist = LocalTwist { vx_mps: 1.0, vy_mps: 0.0, yaw_rate_radps: 0.5 };
        let (vx, vy) = WHEEL.velocity(&twist);
        assert!((vx - 1.15).abs() < 1e-15 && (vy - 0.1).abs() < 1e-15);
    }

    #[test]
    fn the_angle_advances_and_wraps_without_changing_direction() {
        let mut wheel = WheelState { spin_radps: 20.0, angle_rad: 9_999.95, yaw_rad: 0.0, held: 0.0 };
        wheel.roll(0.005);
        let expected = 10_000.05 % TAU;
        assert!((wheel.angle_rad - expected).abs() < 1e-9, "{wheel:?}");
        let mut back = WheelState { spin_radps: -20.0, angle_rad: -9_999.95, yaw_rad: 0.0, held: 0.0 };
        back.roll(0.005);
        assert_eq!(back.angle_rad, -wheel.angle_rad);
        let mut near = WheelState { spin_radps: 1.0, angle_rad: 12.0, yaw_rad: 0.0, held: 0.0 };
        near.roll(0.5);
        assert_eq!(near.angle_rad, 12.5);
    }

    #[test]
    fn damping_never_reverses_a_wheel() {
        for (damping, inertia, dt) in [(0.05, 0.005, 0.005), (5.0, 0.005, 0.005), (1e6, 1e-6, 0.1)] {
            let left = 1.0 - damping_torque(damping, inertia, dt, 1.0, 0.0) * dt / inertia;
            assert!((0.0..1.0).contains(&left), "{left}");
        }
    }

    #[test]
    fn ordinary_damping_is_c_times_omega() {
        assert_eq!(damping_torque(0.05, 0.005, 0.005, 3.0, 7.0), 0.05 * 3.0);
    }

    /// Where the wheel turns at τ/C, damping takes the whole torque at every step.
    #[test]
    fn the_steady_spin_is_torque_over_damping() {
        for dt in [1e-4, 1e-3, 1e-2, 0.1] {
            let torque = damping_torque(5.0, 0.005, dt, 0.4, 2.0);
            assert!((torque - 2.0).abs() < 1e-12, "{dt}: {torque}");
        }
    }
}
