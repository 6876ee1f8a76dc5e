//! Motors and steering: lags and a rate limit, solved in closed form for targets held over a step.

use skidpad_math::{FourLanes, Real};

use super::parameters::Parameters;
use super::state::{Controls, PerWheel, State};

/// Actuators on their way from where they were to targets held from time 0 on.
///
/// τ̇ = (u − τ)/t_τ, so τ(t) = u + (τ₀ − u) exp(−t/t_τ).
/// δ̇ = clamp((u − δ)/t_δ, ±rate), so δ ramps until |u − δ| = t_δ·rate, then decays exponentially.
/// Evaluated inside the right-hand side they leave no millisecond stiffness for the integrator.
#[derive(Clone, Copy, Debug)]
pub struct Actuators<R> {
    steer_target_rad: R,
    /// What is left to steer when the ramp ends, with its sign \[rad\].
    steer_decay_rad: R,
    /// When the ramp ends \[s\].
    ramp_end_s: R,
    steer_rate_max_radps: f64,
    steer_lag_s: f64,
    torque_target_nm: PerWheel<R>,
    torque_gap_nm: PerWheel<R>,
    torque_lag_s: f64,
}

/// Where the actuators are at one time, as the equations of motion want it.
#[derive(Clone, Copy, Debug)]
pub struct Inputs<R> {
    /// δ \[rad\].
    pub steer_rad: R,
    /// sin δ.
    pub sin: R,
    /// cos δ.
    pub cos: R,
    /// δ̇ \[rad/s\].
    pub steer_rate_radps: R,
    /// τ of each wheel \[N m\].
    pub torque_nm: PerWheel<R>,
    /// Largest distance of a torque from its target \[N m\].
    pub torque_gap_nm: R,
}

impl<R: Real> Actuators<R> {
    /// Actuators that start where `state` has them; targets are limited to what the car can do.
    #[inline(always)]
    pub fn new(car: &Parameters, state: &State<R>, controls: &Controls<R>) -> Self {
        let limit = |value: R, largest: f64| value.clamp(R::from(-largest), R::from(largest));
        let steer_target_rad = limit(controls.steer_rad, car.steer_max_rad);
        let gap = steer_target_rad - state.steer_rad;
        let band = R::from(car.steer_lag_s * car.steer_rate_max_radps);
        let beyond = (gap.abs() - band).max(R::from(0.0));
        let torque_target_nm = controls.torque_nm.map(|torque| limit(torque, car.torque_max_nm));
        Self {
            steer_target_rad,
            steer_decay_rad: gap.clamp(-band, band),
            ramp_end_s: beyond / R::from(car.steer_rate_max_radps),
            steer_rate_max_radps: car.steer_rate_max_radps,
            steer_lag_s: car.steer_lag_s,
            torque_target_nm,
            torque_gap_nm: std::array::from_fn(|i| torque_target_nm[i] - state.torque_nm[i]),
            torque_lag_s: car.torque_lag_s,
        }
    }

    /// The actuators `time_s` after the start.
    #[inline(always)]
    pub fn at(&self, time_s: R) -> Inputs<R> {
        if R::IS_WIDE { self.at_in_place(time_s) } else { self.at_apart(time_s) }
    }

    #[inline(never)]
    fn at_apart(&self, time_s: R) -> Inputs<R> {
        self.at_in_place(time_s)
    }

    #[inline(always)]
    fn at_in_place(&self, time_s: R) -> Inputs<R> {
        let zero = R::from(0.0);
        let past_ramp_s = time_s - self.ramp_end_s;
        let decay = fading(self.steer_decay_rad, -past_ramp_s.max(zero) * R::from(1.0 / self.steer_lag_s));
        let to_ramp = (-past_ramp_s).max(zero) * R::from(self.steer_rate_max_radps);
        let left_rad = self.steer_decay_rad * decay;
        let steer_rad = self.steer_target_rad - left_rad - to_ramp.copysign(left_rad);
        let (sin, cos) = steer_rad.sin_cos();
        let [a, b, c, d] = self.torque_gap_nm;
        let largest_nm = (a.abs().max(b.abs())).max(c.abs().max(d.abs()));
        let fade = fading(largest_nm, -time_s * R::from(1.0 / self.torque_lag_s));
        let mut torque_nm = self.torque_target_nm;
        for (torque, gap) in torque_nm.iter_mut().zip(self.torque_gap_nm) {
            *torque -= gap * fade;
        }
        Inputs {
            steer_rad,
            sin,
            cos,
            steer_rate_radps: left_rad * R::from(1.0 / self.steer_lag_s),
            torque_nm,
            torque_gap_nm: largest_nm * fade,
        }
    }

    /// When the steering rate leaves its limit, if it was at it: the one time at which the motion is
    /// not smooth \[s\].
    #[inline(always)]
    pub fn kink_s(&self) -> R {
        self.ramp_end_s
    }
}

/// eˣ, as a factor of something; without the work where that is zero in every lane.
#[inline(always)]
fn fading<R: Real>(of: R, x: R) -> R {
    let is_needed = !R::IS_PLAIN || R::any(of.abs().gt(R::from(0.0)));
    if is_needed { x.exp() } else { R::from(1.0) }
}

impl<R: Copy> Inputs<R> {
    /// The same inputs with every number replaced.
    #[inline(always)]
    pub(super) fn map<S>(&self, f: impl Fn(&R) -> S) -> Inputs<S> {
        let [a, b, c, d] = &self.torque_nm;
        Inputs {
            steer_rad: f(&self.steer_rad),
            sin: f(&self.sin),
            cos: f(&self.cos),
            steer_rate_radps: f(&self.steer_rate_radps),
            torque_nm: [f(a), f(b), f(c), f(d)],
            torque_gap_nm: f(&self.torque_gap_nm),
        }
    }
}

impl Inputs<FourLanes> {
    /// Replaces the inputs of one lane.
    pub(super) fn set_lane(&mut self, index: usize, one: &Inputs<f64>) {
        self.steer_rad.set_lane(index, one.steer_rad);
        self.sin.set_lane(index, one.sin);
        self.cos.set_lane(index, one.cos);
        self.steer_rate_radps.set_lane(index, one.steer_rate_radps);
        for (lanes, torque_nm) in self.torque_nm.iter_mut().zip(one.torque_nm) {
            lanes.set_lane(index, torque_nm);
        }
        self.torque_gap_nm.set_lane(index, one.torque_gap_nm);
    }
}

impl Actuators<f64> {
    /// The same actuators as numbers of another kind.
    #[inline(always)]
    pub(super) fn lift<R: Real>(&self) -> Actuators<R> {
        Actuators {
            steer_target_rad: R::from(self.steer_target_rad),
            steer_decay_rad: R::from(self.steer_decay_rad),
            ramp_end_s: R::from(self.ramp_end_s),
            steer_rate_max_radps: self.steer_rate_max_radps,
            steer_lag_s: self.steer_lag_s,
            torque_target_nm: self.torque_target_nm.map(R::from),
            torque_gap_nm: self.torque_gap_nm.map(R::from),
            torque_lag_s: self.torque_lag_s,
        }
    }
}

impl Inputs<f64> {
    /// The same inputs as numbers of another kind.
    #[inline(always)]
    pub(super) fn lift<R: Real>(&self) -> Inputs<R> {
        self.map(|&number| R::from(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn actuators(steer_from: f64, steer_to: f64, torque_to: f64) -> Actuators<f64> {
        let state = State { steer_rad: steer_from, ..State::at_rest() };
        Actuators::new(&Parameters::ariane(), &state, &Controls::even(steer_to, torque_to))
    }

    #[test]
    fn torque_closes_the_gap_by_e_in_one_lag() {
        let after = actuators(0.0, 0.0, 100.0).at(1e-3);
        assert!((after.torque_nm[2] - 100.0 * (1.0 - 0.36787944117144233)).abs() < 1e-12);
        assert_eq!(actuators(0.0, 0.0, 1e6).at(1.0).torque_nm[0], 276.75);
    }

    #[test]
    fn steering_ramps_then_decays() {
        // 0.1 rad at 1 rad/s with a band of 0.02 rad: the ramp ends after 0.08 s.
        let way = actuators(0.0, 0.1, 0.0);
        assert!((way.kink_s() - 0.08).abs() < 1e-15);
        assert!((way.at(0.05).steer_rad - 0.05).abs() < 1e-15);
        assert!((way.at(0.05).steer_rate_radps - 1.0).abs() < 1e-12);
        assert!((way.at(0.10).steer_rad - (0.1 - 0.02 * 0.36787944117144233)).abs() < 1e-15);
        assert_eq!(actuators(0.0, 9.0, 0.0).at(10.0).steer_rad, 0.5);
    }

    #[test]
    fn the_closed_form_solves_its_differential_equation() {
        let car = Parameters::ariane();
        for (from, to) in [(0.0, 0.3), (0.4, -0.5), (0.1, 0.11), (0.2, 0.2)] {
            let way = actuators(from, to, 0.0);
            let (mut steer, step_s) = (from, 1e-5);
            for index in 0..20_000 {
                let rate = ((to - steer) / car.steer_lag_s).clamp(-1.0, 1.0);
                steer += step_s * rate;
                let time_s = f64::from(index + 1) * step_s;
                assert!((way.at(time_s).steer_rad - steer).abs() < 2e-5, "{from} to {to} at {time_s}");
            }
        }
    }

    #[test]
    fn left_and_right_are_the_same_to_the_bit() {
        for time_ms in 0..300 {
            let time_s = f64::from(time_ms) * 1e-3;
            let (left, right) =
                (actuators(0.03, 0.3, 5.0).at(time_s), actuators(-0.03, -0.3, 5.0).at(time_s));
            assert_eq!((left.steer_rad, left.sin, left.cos), (-right.steer_rad, -right.sin, right.cos));
        }
    }

    /// The largest gap is that of any wheel, whichever it is, and closes with all others.
    #[test]
    fn the_largest_gap_is_that_of_the_wheel_that_lags_most() {
        for wheel in 0..4 {
            for side in [1.0, -1.0] {
                let mut torque_nm = [10.0, -20.0, 5.0, -15.0];
                torque_nm[wheel] = 30.0 * side;
                let controls = Controls { steer_rad: 0.0, torque_nm };
                let way = Actuators::new(&Parameters::ariane(), &State::at_rest(), &controls);
                let lag_s = Parameters::ariane().torque_lag_s;
                let after = way.at(2.0 * lag_s);
                let fade = skidpad_math::exp(-2.0);
                assert!((after.torque_gap_nm - 30.0 * fade).abs() < 1e-12, "{wheel} {side}");
                for (got, target) in after.torque_nm.iter().zip(torque_nm) {
                    assert!((got - target * (1.0 - fade)).abs() < 1e-12);
                }
            }
        }
    }

    /// A steering of 2 rad/s has a band of 0.04 rad and ramps twice as fast.
    #[test]
    fn the_ramp_has_the_slope_of_the_rate_limit() {
        let car = Parameters { steer_rate_max_radps: 2.0, ..Parameters::ariane() };
        for side in [1.0, -1.0] {
            let way = Actuators::new(&car, &State::at_rest(), &Controls::even(side * 0.1, 0.0));
            assert!((way.kink_s() - 0.03).abs() < 1e-15);
            assert!((way.at(0.015).steer_rad - side * 0.03).abs() < 1e-15);
            assert!((way.at(0.015).steer_rate_radps - side * 2.0).abs() < 1e-12);
            let later = way.at(0.05);
            assert!((later.steer_rad - side * (0.1 - 0.04 * skidpad_math::exp(-1.0))).abs() < 1e-15);
            assert!((later.steer_rate_radps - side * 2.0 * skidpad_math::exp(-1.0)).abs() < 1e-12);
        }
    }

    /// Actuators that are at their targets still answer to a change of them: 1 − e^(−t/lag).
    #[test]
    fn resting_actuators_have_derivatives() {
        use skidpad_math::Dual;
        let car = Parameters::ariane();
        let (steer, torque) = (Dual::<2>::variable(0.0, 0), Dual::<2>::variable(0.0, 1));
        let way = Actuators::new(&car, &State::at_rest(), &Controls::even(steer, torque));
        let torque_nm = way.at(Dual::constant(car.torque_lag_s)).torque_nm[1];
        assert!((torque_nm.partials[1] - (1.0 - skidpad_math::exp(-1.0))).abs() < 1e-12);
        let steer_rad = way.at(Dual::constant(car.steer_lag_s)).steer_rad;
        assert!((steer_rad.partials[0] - (1.0 - skidpad_math::exp(-1.0))).abs() < 1e-12);
    }
}
