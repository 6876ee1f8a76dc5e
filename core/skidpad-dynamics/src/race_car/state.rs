//! What the race car is at one instant, what it is told, and the ground it stands on.

use serde::{Deserialize, Serialize};
use skidpad_math::Real;

/// How many wheels; the order is front left, front right, rear left, rear right everywhere.
pub const WHEEL_COUNT: usize = 4;

/// One value per wheel: front left, front right, rear left, rear right.
pub type PerWheel<R> = [R; WHEEL_COUNT];

/// The state of the car. Body frame: x forward, y left, z up (ISO 8855).
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct State<R> {
    /// X, position of the centre of gravity in the world \[m\].
    pub x_m: R,
    /// Y, position of the centre of gravity in the world \[m\].
    pub y_m: R,
    /// φ, heading; not wrapped \[rad\].
    pub yaw_rad: R,
    /// v_x, forward speed of the centre of gravity in the body frame \[m/s\].
    pub v_x_mps: R,
    /// v_y, leftward speed of the centre of gravity in the body frame \[m/s\].
    pub v_y_mps: R,
    /// ω, yaw rate, positive to the left \[rad/s\].
    pub yaw_rate_radps: R,
    /// δ, steering angle of both front wheels, positive to the left \[rad\].
    pub steer_rad: R,
    /// τ, torque at each wheel after the motor lag \[N m\].
    pub torque_nm: PerWheel<R>,
    /// Spin of each wheel. Integrated with the `combined` tyre, rolling without slip elsewhere \[rad/s\].
    pub spin_radps: PerWheel<R>,
    /// 1 where the dynamic model drove last, 0 where the kinematic one did: the memory of the hysteresis.
    pub is_dynamic: R,
}

/// Targets for the actuators, held over a step.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Controls<R> {
    /// Target steering angle \[rad\].
    pub steer_rad: R,
    /// Target torque of each wheel; negative brakes \[N m\].
    pub torque_nm: PerWheel<R>,
}

/// The ground under the car and the brakes at its wheels, held over a step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ground<R> {
    /// Grip of the surface under each wheel: scales the tyre's force; 1 is the tyre's own \[-\].
    pub grip: PerWheel<R>,
    /// Gravity along the body's x axis; positive downhill ahead \[m/s²\].
    pub gravity_x_mps2: R,
    /// Gravity along the body's y axis \[m/s²\].
    pub gravity_y_mps2: R,
    /// Gravity into the ground \[m/s²\].
    pub gravity_into_ground_mps2: R,
    /// Rolling resistance of the surface under each wheel per load, C_rr, where there is any besides the car's
    /// own \[-\].
    pub rolling_resistance: Option<PerWheel<R>>,
    /// Torque with which the brake of each wheel resists its turning, where any is pressed \[N m\].
    pub brake_nm: Option<PerWheel<R>>,
}

/// How many numbers [`State::to_array`] gives.
pub const STATE_COUNT: usize = 15;
/// How many of them describe the car without spinning wheels.
pub const ROLLING_STATE_COUNT: usize = 11;
/// How many numbers [`Controls::to_array`] gives.
pub const CONTROL_COUNT: usize = 5;

/// Names of the entries of [`State::to_array`], as in the reference files.
pub const STATE_NAMES: [&str; STATE_COUNT] = [
    "X", "Y", "phi", "v_x", "v_y", "omega", "delta", "tau_FL", "tau_FR", "tau_RL", "tau_RR", "spin_FL",
    "spin_FR", "spin_RL", "spin_RR",
];
/// Names of the entries of [`Controls::to_array`], as in the reference files.
pub const CONTROL_NAMES: [&str; CONTROL_COUNT] = ["u_delta", "u_tau_FL", "u_tau_FR", "u_tau_RL", "u_tau_RR"];

impl<R: Real> State<R> {
    /// At rest at the origin, facing along X.
    pub fn at_rest() -> Self {
        Self::from_array(&[R::from(0.0); STATE_COUNT])
    }

    /// The state as numbers in the order of [`STATE_NAMES`].
    pub fn to_array(&self) -> [R; STATE_COUNT] {
        let [t0, t1, t2, t3] = self.torque_nm;
        let [s0, s1, s2, s3] = self.spin_radps;
        let (x, y, yaw) = (self.x_m, self.y_m, self.yaw_rad);
        let (v_x, v_y, omega) = (self.v_x_mps, self.v_y_mps, self.yaw_rate_radps);
        [x, y, yaw, v_x, v_y, omega, self.steer_rad, t0, t1, t2, t3, s0, s1, s2, s3]
    }

    /// The state from numbers in the order of [`STATE_NAMES`]; the dynamic model counts as not in use.
    pub fn from_array(n: &[R; STATE_COUNT]) -> Self {
        Self {
            x_m: n[0],
            y_m: n[1],
            yaw_rad: n[2],
            v_x_mps: n[3],
            v_y_mps: n[4],
            yaw_rate_radps: n[5],
            steer_rad: n[6],
            torque_nm: [n[7], n[8], n[9], n[10]],
            spin_radps: [n[11], n[12], n[13], n[14]],
            is_dynamic: R::from(0.0),
        }
    }

    /// The same state with every number replaced.
    #[inline(always)]
    pub(super) fn map<S>(&self, f: impl Fn(&R) -> S) -> State<S> {
        State {
            x_m: f(&self.x_m),
            y_m: f(&self.y_m),
            yaw_rad: f(&self.yaw_rad),
            v_x_mps: f(&self.v_x_mps),
            v_y_mps: f(&self.v_y_mps),
            yaw_rate_radps: f(&self.yaw_rate_radps),
            steer_rad: f(&self.steer_rad),
            torque_nm: map_wheels(&self.torque_nm, &f),
            spin_radps: map_wheels(&self.spin_radps, &f),
            is_dynamic: f(&self.is_dynamic),
        }
    }

    /// Speed of the centre of gravity \[m/s\].
    #[inline(always)]
    pub fn speed_mps(&self) -> R {
        (self.v_x_mps * self.v_x_mps + self.v_y_mps * self.v_y_mps).sqrt()
    }

    /// Takes `if_true` where the mask holds, else `if_false`.
    #[inline(always)]
    pub fn select(mask: R::Mask, if_true: &Self, if_false: &Self) -> Self {
        let pick = |a: R, b: R| R::select(mask, a, b);
        let pick_each = |a: &PerWheel<R>, b: &PerWheel<R>| std::array::from_fn(|i| pick(a[i], b[i]));
        Self {
            x_m: pick(if_true.x_m, if_false.x_m),
            y_m: pick(if_true.y_m, if_false.y_m),
            yaw_rad: pick(if_true.yaw_rad, if_false.yaw_rad),
            v_x_mps: pick(if_true.v_x_mps, if_false.v_x_mps),
            v_y_mps: pick(if_true.v_y_mps, if_false.v_y_mps),
            yaw_rate_radps: pick(if_true.yaw_rate_radps, if_false.yaw_rate_radps),
            steer_rad: pick(if_true.steer_rad, if_false.steer_rad),
            torque_nm: pick_each(&if_true.torque_nm, &if_false.torque_nm),
            spin_radps: pick_each(&if_true.spin_radps, &if_false.spin_radps),
            is_dynamic: pick(if_true.is_dynamic, if_false.is_dynamic),
        }
    }
}

impl State<f64> {
    /// The same state seen in a mirror along the body's x axis: left becomes right.
    pub fn mirrored(&self) -> Self {
        Self {
            y_m: -self.y_m,
            yaw_rad: -self.yaw_rad,
            v_y_mps: -self.v_y_mps,
            yaw_rate_radps: -self.yaw_rate_radps,
            steer_rad: -self.steer_rad,
            torque_nm: swap_sides(self.torque_nm),
            spin_radps: swap_sides(self.spin_radps),
            ..*self
        }
    }

    /// Is every number finite?
    pub fn is_finite(&self) -> bool {
        self.to_array().iter().all(|number| number.is_finite())
    }
}

impl<R: Real> Controls<R> {
    /// Steering straight, no torque.
    pub fn released() -> Self {
        Self { steer_rad: R::from(0.0), torque_nm: [R::from(0.0); WHEEL_COUNT] }
    }

    /// The same torque on every wheel.
    pub fn even(steer_rad: R, torque_nm: R) -> Self {
        Self { steer_rad, torque_nm: [torque_nm; WHEEL_COUNT] }
    }

    /// The same controls with every number replaced.
    #[inline(always)]
    pub(super) fn map<S>(&self, f: impl Fn(&R) -> S) -> Controls<S> {
        Controls { steer_rad: f(&self.steer_rad), torque_nm: map_wheels(&self.torque_nm, &f) }
    }

    /// The controls as numbers in the order of [`CONTROL_NAMES`].
    pub fn to_array(&self) -> [R; CONTROL_COUNT] {
        let [t0, t1, t2, t3] = self.torque_nm;
        [self.steer_rad, t0, t1, t2, t3]
    }

    /// The controls from numbers in the order of [`CONTROL_NAMES`].
    pub fn from_array(n: &[R; CONTROL_COUNT]) -> Self {
        Self { steer_rad: n[0], torque_nm: [n[1], n[2], n[3], n[4]] }
    }
}

impl Controls<f64> {
    /// The same controls seen in a mirror: left becomes right.
    pub fn mirrored(&self) -> Self {
        Self { steer_rad: -self.steer_rad, torque_nm: swap_sides(self.torque_nm) }
    }

    /// Is every number finite?
    pub fn is_finite(&self) -> bool {
        self.to_array().iter().all(|number| number.is_finite())
    }
}

impl<R: Real> Ground<R> {
    /// Level ground that offers the tyre's own grip.
    pub fn level(gravity_mps2: f64) -> Self {
        Self {
            grip: [R::from(1.0); WHEEL_COUNT],
            gravity_x_mps2: R::from(0.0),
            gravity_y_mps2: R::from(0.0),
            gravity_into_ground_mps2: R::from(gravity_mps2),
            rolling_resistance: None,
            brake_nm: None,
        }
    }
}

impl<R> Ground<R> {
    /// The same ground with every number replaced.
    #[inline(always)]
    pub(super) fn map<S>(&self, f: impl Fn(&R) -> S) -> Ground<S> {
        Ground {
            grip: map_wheels(&self.grip, &f),
            gravity_x_mps2: f(&self.gravity_x_mps2),
            gravity_y_mps2: f(&self.gravity_y_mps2),
            gravity_into_ground_mps2: f(&self.gravity_into_ground_mps2),
            rolling_resistance: match &self.rolling_resistance {
                Some(wheels) => Some(map_wheels(wheels, &f)),
                None => None,
            },
            brake_nm: match &self.brake_nm {
                Some(wheels) => Some(map_wheels(wheels, &f)),
                None => None,
            },
        }
    }
}

impl Ground<f64> {
    /// The same ground as numbers of another kind.
    #[inline(always)]
    pub(super) fn lift<R: Real>(&self) -> Ground<R> {
        self.map(|&number| R::from(number))
    }
}

#[inline(always)]
fn map_wheels<R, S>([a, b, c, d]: &PerWheel<R>, f: impl Fn(&R) -> S) -> PerWheel<S> {
    [f(a), f(b), f(c), f(d)]
}

fn swap_sides(wheels: PerWheel<f64>) -> PerWheel<f64> {
    [wheels[1], wheels[0], wheels[3], wheels[2]]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrays_keep_the_order_of_the_names() {
        let numbers: [f64; STATE_COUNT] = std::array::from_fn(|i| i as f64);
        let state = State::from_array(&numbers);
        assert_eq!(state.to_array(), numbers);
        assert_eq!((state.steer_rad, state.torque_nm[3], state.spin_radps[0]), (6.0, 10.0, 11.0));
        assert_eq!(STATE_NAMES[6], "delta");
    }

    #[test]
    fn mirroring_twice_changes_nothing() {
        let state = State::from_array(&std::array::from_fn(|i| 0.3 * i as f64 - 1.0));
        assert_eq!(state.mirrored().mirrored(), state);
        assert_ne!(state.mirrored(), state);
    }

    /// Left becomes right: what points to a side changes its sign, what stands on a side changes places.
    #[test]
    fn a_mirror_turns_signs_and_sides() {
        let seen = State::from_array(&std::array::from_fn(|i| i as f64 + 1.0)).mirrored();
        let expected = [1.0, -2.0, -3.0, 4.0, -5.0, -6.0, -7.0, 9.0, 8.0, 11.0, 10.0, 13.0, 12.0, 15.0, 14.0];
        assert_eq!(seen.to_array(), expected);
        let controls = Controls::from_array(&[1.0, 2.0, 3.0, 4.0, 5.0]).mirrored();
        assert_eq!(controls.to_array(), [-1.0, 3.0, 2.0, 5.0, 4.0]);
    }
}
