//! The `wardiagnemma` friction: Coulomb's law, and rolling resistance that grows with speed.

use serde::{Deserialize, Serialize};
use skidpad_math::Real;

use super::{Contact, GroundForce, SimpleFriction};
use crate::wheel::WheelModel;

/// Rolling resistance of Ward and Iagnemma on top of [`SimpleFriction`].
///
/// F_rr = −sign(v_x)·N·(R1·(1 − e^(−A·|v_x|)) + R2·|v_x|)
///
/// C. Ward and K. Iagnemma, *A dynamic-model-based wheel slip detector for mobile robots on outdoor
/// terrain*, IEEE Transactions on Robotics 24(4), 2008. The force slows the vehicle; it does not enter
/// the wheel's spin balance, and it is not friction, so the Coulomb limit does not apply to it.
///
/// Known difference: MVSim adds F_rr inside the Coulomb limit and the spin balance, where the wheel
/// gives it back in the next step; its coast-downs are not slowed. Ours follow
/// dv/dt = −g·(R1·(1 − e^(−A·v)) + R2·v)·M/(M + ΣI/R²). Near rest F_rr never reverses the motion.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct WardIagnemmaFriction {
    /// The friction underneath.
    pub simple: SimpleFriction,
    /// A_roll, how quickly resistance sets in \[s/m\].
    pub a_roll_spm: f64,
    /// R1, resistance at moderate speed \[-\].
    pub r1: f64,
    /// R2, growth with speed \[s/m\].
    pub r2_spm: f64,
}

impl Default for WardIagnemmaFriction {
    fn default() -> Self {
        Self { simple: SimpleFriction::default(), a_roll_spm: 50.0, r1: 0.0075, r2_spm: 0.02 }
    }
}

impl WardIagnemmaFriction {
    /// Force of the ground on a wheel during a step, and the spin after it.
    #[inline(always)]
    pub fn force<R: Real>(&self, wheel: &WheelModel, contact: &Contact<R>) -> GroundForce<R> {
        let ground = self.simple.force(wheel, contact);
        let speed = contact.vx_mps.abs();
        let coefficient = R::from(self.r1) * (R::from(1.0) - (speed * R::from(-self.a_roll_spm)).exp())
            + R::from(self.r2_spm) * speed;
        let stopping_n = contact.mass_kg * speed * R::from(1.0 / contact.dt_s);
        let resistance_n = (contact.load_n * coefficient).min(stopping_n);
        // A locked wheel does not roll.
        let resistance_n = R::select(contact.held, R::from(0.0), resistance_n);
        GroundForce { fx_n: ground.fx_n - resistance_n.copysign(contact.vx_mps), ..ground }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixture::{RESTING, WHEEL, random_contact};
    use super::*;

    #[test]
    fn resistance_at_speed_is_r1_plus_r2_v() {
        let model = WardIagnemmaFriction::default();
        let rolling = Contact { vx_mps: 2.0, spin_radps: 20.0, ..RESTING };
        let with = model.force(&WHEEL, &rolling);
        let without = model.simple.force(&WHEEL, &rolling);
        assert!((without.fx_n - with.fx_n - 49.05 * (0.0075 + 0.04)).abs() < 1e-9);
        assert_eq!(with.spin_radps, without.spin_radps);
    }

    #[test]
    fn it_opposes_the_motion_and_never_reverses_it() {
        let model = WardIagnemmaFriction { a_roll_spm: 1e6, r1: 5.0, ..WardIagnemmaFriction::default() };
        for k in 0..10_000 {
            let contact = random_contact(k);
            let resistance_n = model.simple.force(&WHEEL, &contact).fx_n - model.force(&WHEEL, &contact).fx_n;
            assert!(resistance_n * contact.vx_mps >= 0.0, "{contact:?}");
            let speed_lost = resistance_n.abs() * contact.dt_s / contact.mass_kg;
            assert!(speed_lost <= contact.vx_mps.abs() * (1.0 + 1e-9) + 1e-12, "{contact:?}");
        }
    }

    /// R1·(1 − e^(−A·v)) sets in with the speed: at v = 1/A, 63 % of it.
    #[test]
    fn resistance_sets_in_with_the_speed() {
        let model = WardIagnemmaFriction::default();
        for v in [0.02, -0.02] {
            let rolling = Contact { vx_mps: v, spin_radps: 10.0 * v, ..RESTING };
            let taken_n = model.simple.force(&WHEEL, &rolling).fx_n - model.force(&WHEEL, &rolling).fx_n;
            let expected = 49.05 * (0.0075 * (1.0 - skidpad_math::exp(-1.0)) + 0.02 * 0.02);
            assert!((taken_n - expected.copysign(v)).abs() < 1e-12, "{taken_n} {expected}");
        }
    }
}
