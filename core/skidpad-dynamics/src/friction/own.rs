//! Friction by a model that a program brought along.

use super::{Axle, Contact, GroundForce};
use crate::wheel::WheelModel;
use serde::{Deserialize, Serialize};
use skidpad_math::Real;
use std::fmt;
use std::sync::Arc;

/// How a wheel slips on the ground, in the wheel's axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slip {
    /// Velocity of the wheel's centre along its rolling direction \[m/s\].
    pub vx_mps: f64,
    /// Velocity of the wheel's centre to its left \[m/s\].
    pub vy_mps: f64,
    /// Spin ω \[rad/s\].
    pub spin_radps: f64,
    /// Weight N on the ground \[N\].
    pub load_n: f64,
    /// Radius of the wheel \[m\].
    pub radius_m: f64,
    /// Friction coefficient of the ground here, where a region of the world gives one.
    pub ground_mu: Option<f64>,
    /// Step \[s\].
    pub dt_s: f64,
}

impl Slip {
    /// Slip ratio (ωR − v_x)/max(|ωR|, |v_x|), within ±1; 0 at rest.
    pub fn ratio(&self) -> f64 {
        let rim_mps = self.spin_radps * self.radius_m;
        let reference = rim_mps.abs().max(self.vx_mps.abs());
        if reference < 1e-5 { 0.0 } else { ((rim_mps - self.vx_mps) / reference).clamp(-1.0, 1.0) }
    }

    /// Slip angle between the wheel and its velocity, −atan(v_y/|v_x|): a positive one pushes left; 0 at rest \[rad\].
    pub fn angle_rad(&self) -> f64 {
        let is_moving = self.vx_mps.abs() > 1e-3 || self.vy_mps.abs() > 1e-3;
        if is_moving { -skidpad_math::atan2(self.vy_mps, self.vx_mps.abs()) } else { 0.0 }
    }
}

/// What the ground gives a slipping wheel.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Grip {
    /// At most these forces along and across the wheel: within them, the ground cancels the slip within the step, as
    /// the built-in models do. This is stable at every step length.
    Limits {
        /// Most along the rolling direction \[N\], 0 or greater.
        along_n: f64,
        /// Most across \[N\], 0 or greater.
        across_n: f64,
    },
    /// Exactly this force. A steep curve needs a short step.
    Force {
        /// Force along the rolling direction \[N\].
        fx_n: f64,
        /// Force to the left \[N\].
        fy_n: f64,
    },
}

/// A tyre: from slip to what the ground gives.
///
/// It has no memory: the same slip always gives the same grip.
pub trait TyreModel: Send + Sync {
    /// What the ground gives.
    fn grip(&self, slip: &Slip) -> Grip;
}

/// Friction by a tyre that a program brought along.
#[derive(Clone, Serialize, Deserialize)]
pub struct OwnFriction {
    /// The tyre; none after a description of it was read back, which gives no grip.
    #[serde(skip)]
    pub tyre: Option<Arc<dyn TyreModel>>,
    /// Damping and rolling resistance of the axle.
    pub axle: Axle,
}

impl fmt::Debug for OwnFriction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OwnFriction").field("axle", &self.axle).finish_non_exhaustive()
    }
}

/// Two are equal if they are the same tyre.
impl PartialEq for OwnFriction {
    fn eq(&self, other: &Self) -> bool {
        let is_same = match (&self.tyre, &other.tyre) {
            (Some(own), Some(other)) => Arc::ptr_eq(own, other),
            (own, other) => own.is_none() && other.is_none(),
        };
        is_same && self.axle == other.axle
    }
}

/// Limits along and across, whether they are a force instead, and that force.
type Numbers<R> = [R; 5];

impl OwnFriction {
    /// Force of the ground on a wheel during a step, and the spin after it.
    #[inline(never)]
    pub fn force<R: Real>(&self, wheel: &WheelModel, contact: &Contact<R>) -> GroundForce<R> {
        let [along_n, across_n, is_force, fx_n, fy_n] = self.grip(wheel, contact);
        let is_force = is_force.gt(R::from(0.5));
        let free = self.axle.free_roll(wheel, contact);
        let demand = self.axle.resisted(wheel, contact, free, along_n);
        let demand = self.axle.slipping(wheel, contact, demand, along_n);
        let side_n = contact.lateral_demand().clamp(-across_n, across_n);
        let drive_n = R::select(is_force, fx_n, demand.force_n.clamp(-along_n, along_n));
        let held_n = R::select(is_force, fx_n, contact.hold_slope(&self.axle, drive_n, along_n));
        let rolling = GroundForce {
            fx_n: held_n,
            fy_n: R::select(is_force, fy_n, side_n),
            spin_radps: contact.spin_after(wheel, &demand, drive_n),
        };
        contact.or_locked(rolling, (along_n, across_n))
    }

    /// The most that the ground gives a locked wheel, along and across \[N\].
    #[inline(never)]
    pub(crate) fn locked_limits<R: Real>(&self, contact: &Contact<R>) -> (R, R) {
        let locked = Contact { spin_radps: R::from(0.0), ..*contact };
        let [along_n, across_n, ..] = self.grip_at(1.0, &locked);
        (along_n, across_n)
    }

    fn grip<R: Real>(&self, wheel: &WheelModel, contact: &Contact<R>) -> Numbers<R> {
        self.grip_at(wheel.radius_m, contact)
    }

    fn grip_at<R: Real>(&self, radius_m: f64, contact: &Contact<R>) -> Numbers<R> {
        let Some(tyre) = &self.tyre else { return [R::from(0.0); 5] };
        let (ground_mu, dt_s) = (contact.ground_mu, contact.dt_s);
        let one = |[vx_mps, vy_mps, spin_radps, load_n]: [f64; 4]| {
            let slip = Slip { vx_mps, vy_mps, spin_radps, load_n, radius_m, ground_mu, dt_s };
            match tyre.grip(&slip) {
                Grip::Limits { along_n, across_n } => [along_n, across_n, 0.0, 0.0, 0.0],
                Grip::Force { fx_n, fy_n } => [fx_n.abs(), fy_n.abs(), 1.0, fx_n, fy_n],
            }
        };
        R::each([contact.vx_mps, contact.vy_mps, contact.spin_radps, contact.load_n], &one)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::friction::fixture::{RESTING, WHEEL, random_contact};
    use crate::friction::{Friction, SimpleFriction};
    use skidpad_math::Dual;

    /// The `default` friction, as a tyre of one's own.
    struct Coulomb(f64);

    impl TyreModel for Coulomb {
        fn grip(&self, slip: &Slip) -> Grip {
            let limit_n = slip.ground_mu.unwrap_or(self.0) * slip.load_n;
            Grip::Limits { along_n: limit_n, across_n: limit_n }
        }
    }

    fn own(mu: f64) -> Friction {
        Friction::Own(OwnFriction { tyre: Some(Arc::new(Coulomb(mu))), axle: Axle::default() })
    }

    #[test]
    fn a_tyre_with_coulombs_limits_is_the_default_friction_to_the_bit() {
        let built_in = Friction::Simple(SimpleFriction { mu: 0.8, ..SimpleFriction::default() });
        for k in 0..10_000 {
            let contact = random_contact(k);
            assert_eq!(own(0.8).force(&WHEEL, &contact), built_in.force(&WHEEL, &contact), "{k}");
        }
    }

    /// A linear tyre: F_y = C·α.
    struct Linear;

    impl TyreModel for Linear {
        fn grip(&self, slip: &Slip) -> Grip {
            Grip::Force { fx_n: 0.0, fy_n: 1000.0 * slip.angle_rad() }
        }
    }

    #[test]
    fn a_force_of_its_own_is_taken_as_it_is_and_has_derivatives() {
        let friction = OwnFriction { tyre: Some(Arc::new(Linear)), axle: Axle::default() };
        let contact = Contact { vx_mps: 10.0, vy_mps: 0.2, spin_radps: 100.0, ..RESTING };
        let force = friction.force(&WHEEL, &contact);
        assert_eq!(force.fy_n, -1000.0 * skidpad_math::atan2(0.2, 10.0));
        let dual = |value: f64| Dual::<1>::from(value);
        let sliding = Contact::<Dual<1>> {
            vx_mps: dual(10.0),
            vy_mps: Dual::variable(0.2, 0),
            spin_radps: dual(100.0),
            torque_nm: dual(0.0),
            slope_n: None,
            mass_kg: dual(5.0),
            load_n: dual(49.05),
            lateral_share: dual(1.0),
            side_s: 0.005,
            spin_share: 1.0,
            held: false,
            hold_share: 1.0,
            brake_nm: None,
            ground_mu: None,
            ground_rolling_resistance: None,
            dt_s: 0.005,
        };
        let slope = friction.force(&WHEEL, &sliding).fy_n.partials[0];
        let exact = -1000.0 * 10.0 / (10.0 * 10.0 + 0.2 * 0.2);
        assert!((slope - exact).abs() < 1e-5 * exact.abs(), "{slope} {exact}");
    }

    fn slip(vx_mps: f64, vy_mps: f64, rim_mps: f64) -> Slip {
        let radius_m = 0.25;
        Slip {
            vx_mps,
            vy_mps,
            spin_radps: rim_mps / radius_m,
            load_n: 50.0,
            radius_m,
            ground_mu: None,
            dt_s: 0.005,
        }
    }

    /// (ωR − v)/max(|ωR|, |v|): +1 spins on the spot, −1 is locked, and both directions are alike.
    #[test]
    fn the_slip_ratio_counts_by_the_faster_of_rim_and_ground() {
        for (v, rim, ratio) in [
            (2.0, 2.5, 0.2),
            (2.5, 2.0, -0.2),
            (-2.0, -2.5, -0.2),
            (-2.5, -2.0, 0.2),
            (2.0, 0.0, -1.0),
            (0.0, 2.0, 1.0),
            (2.0, -2.0, -1.0),
            (-2.0, 2.0, 1.0),
            (0.0, 0.9e-5, 0.0),
            (0.9e-5, 0.0, 0.0),
            (0.0, -1.1e-5, -1.0),
        ] {
            assert!(
                (slip(v, 0.0, rim).ratio() - ratio).abs() < 1e-12,
                "{v} {rim}: {}",
                slip(v, 0.0, rim).ratio()
            );
        }
    }

    /// −atan(v_y/|v_x|), a quarter turn at most, from a millimetre per second on.
    #[test]
    fn the_slip_angle_points_against_the_side_speed() {
        let quarter = std::f64::consts::FRAC_PI_2;
        for (vx, vy, angle) in [
            (2.0, 2.0, -0.5 * quarter),
            (-2.0, 2.0, -0.5 * quarter),
            (-2.0, -2.0, 0.5 * quarter),
            (0.0, 0.002, -quarter),
            (0.0, -0.002, quarter),
            (0.0009, -0.0009, 0.0),
            (-0.0009, 0.0009, 0.0),
        ] {
            assert!((slip(vx, vy, 0.0).angle_rad() - angle).abs() < 1e-12, "{vx} {vy}");
        }
        for vx in [0.002, -0.002] {
            let angle = skidpad_math::atan2(0.0009, 0.002);
            assert!((slip(vx, 0.0009, 0.0).angle_rad() + angle).abs() < 1e-12);
        }
    }

    #[test]
    fn friction_is_equal_to_that_with_the_same_tyre_and_axle() {
        let with = |tyre: Option<Arc<dyn TyreModel>>, axle: Axle| OwnFriction { tyre, axle };
        let tyre: Arc<dyn TyreModel> = Arc::new(Coulomb(0.8));
        let (usual, smooth) = (Axle::default(), Axle { damping_nms: 0.0, ..Axle::default() });
        assert_eq!(with(Some(tyre.clone()), usual), with(Some(tyre.clone()), usual));
        assert_ne!(with(Some(tyre.clone()), usual), with(Some(tyre.clone()), smooth));
        assert_ne!(
            with(Some(tyre.clone()), usual),
            with(Some(Arc::new(Coulomb(0.8))), usual),
            "another tyre"
        );
        assert_ne!(with(Some(tyre), usual), with(None, usual));
        assert_eq!(with(None, usual), with(None, usual));
    }

    /// A tyre that gives a force holds a locked wheel with the size of it, whatever its signs.
    #[test]
    fn a_force_of_its_own_limits_a_locked_wheel() {
        struct Fixed;
        impl TyreModel for Fixed {
            fn grip(&self, _: &Slip) -> Grip {
                Grip::Force { fx_n: -30.0, fy_n: -20.0 }
            }
        }
        let friction = OwnFriction { tyre: Some(Arc::new(Fixed)), axle: Axle::default() };
        for (vx_mps, vy_mps, expected) in
            [(3.0, 0.0, (-30.0, 0.0)), (0.0, 3.0, (0.0, -20.0)), (-3.0, 0.0, (30.0, 0.0))]
        {
            let force = friction.force(&WHEEL, &Contact { held: true, vx_mps, vy_mps, ..RESTING });
            assert!(
                (force.fx_n - expected.0).abs() < 1e-12 && (force.fy_n - expected.1).abs() < 1e-12,
                "{force:?}"
            );
        }
    }
}
