//! Brakes: a torque that stops a wheel and never turns it the other way.

use serde::{Deserialize, Serialize};
use skidpad_math::Real;

use crate::MAX_WHEELS;
use crate::friction::{Contact, Friction, GroundForce};
use crate::wheel::WheelModel;

/// The brakes of a vehicle: the largest torque at each wheel, those that it does not have at zero.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Brakes {
    /// With the pedal fully pressed \[N·m\].
    pub pedal_nm: [f64; MAX_WHEELS],
    /// With the hand brake fully pulled \[N·m\].
    pub hand_nm: [f64; MAX_WHEELS],
    /// Of the parking brake, which holds a vehicle that stands on a slope without a command \[N·m\].
    pub parking_nm: [f64; MAX_WHEELS],
}

impl Brakes {
    /// Largest torque that resists each wheel with both brakes pressed so far, from 0 to 1 \[N·m\].
    ///
    /// Pedal and lever press the same pads: the stronger of the two acts.
    pub fn torques_nm(&self, pedal: f64, hand: f64) -> [f64; MAX_WHEELS] {
        std::array::from_fn(|i| (self.pedal_nm[i] * pedal).max(self.hand_nm[i] * hand))
    }
}

impl Friction {
    /// Force of the ground on a wheel whose brake resists with up to `brake_nm`.
    ///
    /// A brake is dry friction: it gives the torque that keeps the wheel from turning as far as it can, and its
    /// largest torque against the turning beyond that. First the locked wheel is tried. It needs the torque
    ///
    /// T = τ − R·F + I·(ω − v_x/R)/Δt
    ///
    /// with the force F that stops it on the ground within the step, or T = τ − R·F + I·ω/Δt where friction
    /// cannot give that force and the wheel slides. Within the brake's limit it is locked. Else it rolls under
    /// the torque τ ∓ T_max.
    ///
    /// Leaves out: temperature, fading, the pads' wear, a difference between static and sliding pads.
    #[inline(always)]
    pub(crate) fn braked<const OWN: bool, R: Real>(
        &self,
        wheel: &WheelModel,
        contact: &Contact<R>,
        brake_nm: R,
    ) -> GroundForce<R> {
        let zero = R::from(0.0);
        let (radius, per_step) = (R::from(wheel.radius_m), R::from(wheel.inertia_kgm2 / contact.dt_s));
        let (along_n, across_n) = self.locked_limits::<OWN, R>(contact);
        let (locked, slides) = contact.locked(along_n, across_n);
        let spin = contact.spin_radps;
        let lag = (spin - contact.vx_mps * R::from(1.0 / wheel.radius_m)) * R::from(contact.spin_share);
        let stopping_nm = per_step * R::select(slides, spin, lag);
        let needed_nm = contact.torque_nm - radius * locked.fx_n + stopping_nm;
        let is_pressed = brake_nm.gt(zero);
        let held = contact.held | (is_pressed & needed_nm.abs().le(brake_nm));
        let torque_nm = contact.torque_nm - brake_nm.copysign(needed_nm);
        let ground = self.rolling_or_held::<OWN, R>(wheel, &Contact { held, torque_nm, ..*contact });
        // What damps the wheel besides may not turn it past rest together with the brake.
        let turned = (ground.spin_radps * spin).lt(zero)
            & (needed_nm * spin).gt(zero)
            & (contact.vx_mps * spin).ge(zero)
            & is_pressed;
        GroundForce { spin_radps: R::select(turned, zero, ground.spin_radps), ..ground }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::friction::fixture::{RESTING, WHEEL, random_contact};
    use crate::friction::{Axle, EllipseFriction, SimpleFriction, WardIagnemmaFriction};

    fn models() -> [Friction; 3] {
        [
            Friction::Simple(SimpleFriction::default()),
            Friction::WardIagnemma(WardIagnemmaFriction::default()),
            Friction::Ellipse(EllipseFriction::default()),
        ]
    }

    #[test]
    fn a_rolling_wheel_is_slowed_by_torque_over_radius() {
        let rolling = Contact { vx_mps: 2.0, spin_radps: 20.0, brake_nm: Some(1.5), ..RESTING };
        let force = Friction::default().force(&WHEEL, &rolling);
        let damping_n = 0.01 * 20.0 / 0.1;
        assert!((force.fx_n + 15.0 + damping_n).abs() < 1e-9, "{force:?}");
        assert!((force.spin_radps - 20.0).abs() < 1e-9);
    }

    #[test]
    fn too_much_brake_locks_the_wheel_and_the_ground_gives_its_limit() {
        let mut contact = Contact { vx_mps: 2.0, spin_radps: 20.0, brake_nm: Some(50.0), ..RESTING };
        for _ in 0..20 {
            let force = Friction::default().force(&WHEEL, &contact);
            assert!((force.fx_n + 0.8 * contact.load_n).abs() < 1e-9, "{force:?}");
            contact.spin_radps = force.spin_radps;
        }
        assert_eq!(contact.spin_radps, 0.0);
    }

    #[test]
    fn a_brake_holds_against_a_motor_up_to_its_torque() {
        let with = |torque_nm: f64| {
            let contact = Contact { torque_nm, brake_nm: Some(3.0), ..RESTING };
            Friction::default().force(&WHEEL, &contact)
        };
        assert_eq!((with(2.9).fx_n, with(2.9).spin_radps), (0.0, 0.0));
        assert!((with(3.5).fx_n - 5.0).abs() < 1e-9, "{:?}", with(3.5));
    }

    /// A locked wheel slides against its motion, with friction in all: no direction is privileged.
    #[test]
    fn a_locked_wheel_slides_against_its_velocity() {
        let contact = Contact { vx_mps: 3.0, vy_mps: -4.0, spin_radps: 0.0, brake_nm: Some(50.0), ..RESTING };
        let force = Friction::default().force(&WHEEL, &contact);
        let limit_n = 0.8 * contact.load_n;
        assert!((force.fx_n + 0.6 * limit_n).abs() < 1e-9 && (force.fy_n - 0.8 * limit_n).abs() < 1e-9);
    }

    #[test]
    fn no_brake_turns_a_wheel_back_or_pushes_with_the_motion() {
        for model in models() {
            for k in 0..20_000 {
                let mut contact = Contact { torque_nm: 0.0, slope_n: None, ..random_contact(k) };
                // Wheels that turn with the ground, or too fast or slowly for it.
                contact.spin_radps = contact.spin_radps.abs().copysign(contact.vx_mps);
                contact.brake_nm = Some([0.1, 3.0, 1e3][(k % 3) as usize]);
                let force = model.force(&WHEEL, &contact);
                assert!(force.spin_radps * contact.spin_radps >= 0.0, "{contact:?} {force:?}");
                let unbraked = model.force(&WHEEL, &Contact { brake_nm: None, ..contact });
                assert!(force.spin_radps.abs() <= unbraked.spin_radps.abs() + 1e-9, "{contact:?} {force:?}");
            }
        }
    }

    #[test]
    fn pedal_and_lever_press_the_same_pads() {
        let brakes =
            Brakes { pedal_nm: [4.0; MAX_WHEELS], hand_nm: [0.0, 0.0, 6.0, 6.0], ..Brakes::default() };
        assert_eq!(brakes.torques_nm(0.5, 0.5), [2.0, 2.0, 3.0, 3.0]);
        assert_eq!(brakes.torques_nm(0.0, 0.0), [0.0; MAX_WHEELS]);
    }

    fn mirrored(contact: &Contact, side: f64, brake_nm: f64) -> Contact {
        Contact {
            vx_mps: side * contact.vx_mps,
            spin_radps: side * contact.spin_radps,
            torque_nm: side * contact.torque_nm,
            brake_nm: Some(brake_nm),
            ..*contact
        }
    }

    /// T = τ − R·F + I·(ω − v/R)/Δt stops a wheel with the ground, T = τ − R·F + I·ω/Δt one that slides: a brake that
    /// gives a little less lets it turn.
    #[test]
    fn a_brake_locks_from_the_torque_of_the_balance_on() {
        let wheel = WheelModel { radius_m: 0.13, inertia_kgm2: 0.011, ..WHEEL };
        let bare = SimpleFriction {
            axle: Axle { damping_nms: 0.0, ..Axle::default() },
            ..SimpleFriction::default()
        };
        let slow = Contact {
            vx_mps: 0.01,
            spin_radps: 0.5,
            torque_nm: 0.9,
            mass_kg: 6.5,
            load_n: 61.0,
            spin_share: 0.8,
            hold_share: 0.7,
            dt_s: 0.004,
            ..RESTING
        };
        let stopping_n = 0.01 * 6.5 * 0.7 / 0.004;
        let gripping_nm = 0.9 + 0.13 * stopping_n + 0.011 / 0.004 * (0.5 - 0.01 / 0.13) * 0.8;
        let fast = Contact { vx_mps: 1.7, spin_radps: 12.0, ..slow };
        let sliding_nm = 0.9 + 0.13 * 0.8 * 61.0 + 0.011 / 0.004 * 12.0;
        for (contact, needed_nm, locked_n) in
            [(slow, gripping_nm, stopping_n), (fast, sliding_nm, 0.8 * 61.0)]
        {
            for side in [1.0, -1.0] {
                let with = |brake_nm: f64| {
                    let turned = mirrored(&contact, side, brake_nm);
                    Friction::Simple(bare).force(&wheel, &turned)
                };
                let locked = with(needed_nm * (1.0 + 1e-9));
                assert_eq!(locked.spin_radps, 0.0);
                assert!((side * locked.fx_n + locked_n).abs() < 1e-9, "{locked:?}");
                assert!(side * with(needed_nm * (1.0 - 1e-9)).spin_radps > 0.0);
            }
        }
    }

    /// A wheel that is just locked slides aslant as any locked one, with μ·N in all.
    #[test]
    fn a_wheel_that_is_just_locked_has_no_more_grip_than_its_circle() {
        let smooth = SimpleFriction {
            axle: Axle { damping_nms: 0.0, ..Axle::default() },
            ..SimpleFriction::default()
        };
        let sliding = Contact { vx_mps: 2.0, vy_mps: 2.0, spin_radps: 12.0, ..RESTING };
        let limit_n = 0.8 * RESTING.load_n;
        let needed_nm = 0.1 * limit_n * 0.5f64.sqrt() + 0.005 * 12.0 / 0.005;
        let with = |brake_nm: f64| {
            let braked = mirrored(&sliding, 1.0, brake_nm);
            Friction::Simple(smooth).force(&WHEEL, &braked)
        };
        let locked = with(1.001 * needed_nm);
        assert!((skidpad_math::hypot(locked.fx_n, locked.fy_n) - limit_n).abs() < 1e-9, "{locked:?}");
        assert!(
            skidpad_math::hypot(with(0.999 * needed_nm).fx_n, with(0.999 * needed_nm).fy_n) > 1.4 * limit_n
        );
    }
}
