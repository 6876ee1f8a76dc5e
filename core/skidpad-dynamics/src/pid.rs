//! A PID controller with output limit, anti-windup, integrator limit and filtered derivative.

use serde::{Deserialize, Serialize};
use skidpad_math::Real;

/// Gains and limits.
///
/// u = KP·e + I + D + u_ff
/// I ← I + KI·e·Δt, |I| ≤ KI·I_max
/// D = KD·(e − e_prev)/Δt, or filtered by a first-order lag of bandwidth N where N > 0
/// u limited to ±u_max; anti-windup moves I by (KI/KP)·(u_limited − u)·Δt
///
/// K. Åström and R. Murray, *Feedback Systems*, ch. 10; MVSim, *Controllers*. Known differences: where N is
/// given, MVSim low-passes KD·e instead of the derivative; MVSim documents I_max but has none.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Pid {
    /// KP, output per error.
    pub kp: f64,
    /// KI, output per error and second.
    pub ki: f64,
    /// KD, output per rate of error.
    pub kd: f64,
    /// N, bandwidth of the derivative's filter; 0 takes the plain difference \[1/s\].
    pub derivative_filter_hz: f64,
    /// u_max, limit of the output; 0 or less for none.
    pub max_output: f64,
    /// I_max, limit of ∫e dt, if there is one.
    pub max_integral: Option<f64>,
    /// Lets the integrator back off while the output is limited.
    pub has_anti_windup: bool,
}

/// What a PID remembers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PidState<R = f64> {
    /// KI·∫e dt.
    pub integral: R,
    /// Filtered derivative part D.
    pub derivative: R,
    /// Error of the last step.
    pub previous_error: R,
    /// 1 once there is a last step, else 0.
    pub has_previous: R,
}

impl Default for Pid {
    fn default() -> Self {
        Self {
            kp: 10.0,
            ki: 0.0,
            kd: 0.0,
            derivative_filter_hz: 0.0,
            max_output: 100.0,
            max_integral: None,
            has_anti_windup: false,
        }
    }
}

impl Pid {
    /// One step: the output for an error, with a feed-forward added before the limits.
    #[inline(always)]
    pub fn step<R: Real>(&self, state: &mut PidState<R>, error: R, feedforward: R, dt_s: f64) -> R {
        let proportional = R::from(self.kp) * error;
        state.integral = self.limited_integral(state.integral + R::from(self.ki * dt_s) * error);
        let derivative = self.derivative(state, error, dt_s);
        let rest = proportional + derivative + feedforward;
        let output = rest + state.integral;
        if self.max_output <= 0.0 {
            return output;
        }
        let limit = R::from(self.max_output);
        let limited = output.clamp(-limit, limit);
        if !(self.has_anti_windup && self.kp > 1e-12) {
            return limited;
        }
        let back_off = R::from(self.ki / self.kp * dt_s) * (limited - output);
        state.integral = self.limited_integral(state.integral + back_off);
        (rest + state.integral).clamp(-limit, limit)
    }

    #[inline(always)]
    fn limited_integral<R: Real>(&self, integral: R) -> R {
        match self.max_integral {
            Some(max) => {
                let limit = R::from((self.ki * max).abs());
                integral.clamp(-limit, limit)
            }
            None => integral,
        }
    }

    #[inline(always)]
    fn derivative<R: Real>(&self, state: &mut PidState<R>, error: R, dt_s: f64) -> R {
        if self.kd == 0.0 {
            return R::from(0.0);
        }
        let change = (error - state.previous_error) * state.has_previous;
        state.previous_error = error;
        state.has_previous = R::from(1.0);
        let n = self.derivative_filter_hz;
        state.derivative = if n > 0.0 {
            // Backward Euler of D' = N·(KD·e' − D), stable for every step.
            (state.derivative + R::from(n * self.kd) * change) * R::from(1.0 / (1.0 + n * dt_s))
        } else {
            R::from(self.kd / dt_s) * change
        };
        state.derivative
    }
}

impl<R: Real> PidState<R> {
    /// A controller that has seen nothing.
    #[inline(always)]
    pub fn new() -> Self {
        let zero = R::from(0.0);
        Self { integral: zero, derivative: zero, previous_error: zero, has_previous: zero }
    }

    /// Forgets everything where the mask holds.
    #[inline(always)]
    pub fn reset_where(&mut self, mask: R::Mask) {
        let zero = R::from(0.0);
        for part in
            [&mut self.integral, &mut self.derivative, &mut self.previous_error, &mut self.has_previous]
        {
            *part = R::select(mask, zero, *part);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PI: Pid = Pid {
        kp: 2.0,
        ki: 4.0,
        kd: 0.0,
        derivative_filter_hz: 0.0,
        max_output: 10.0,
        max_integral: None,
        has_anti_windup: false,
    };

    fn run(pid: &Pid, errors: impl IntoIterator<Item = f64>, dt_s: f64) -> (f64, PidState) {
        let mut state = PidState::new();
        let output = errors.into_iter().fold(0.0, |_, error| pid.step(&mut state, error, 0.0, dt_s));
        (output, state)
    }

    #[test]
    fn a_constant_error_integrates() {
        let (output, _) = run(&PI, [0.5; 100], 0.01);
        assert!((output - (2.0 * 0.5 + 4.0 * 0.5)).abs() < 1e-12);
    }

    #[test]
    fn the_output_is_limited_and_windup_is_not() {
        let (output, state) = run(&PI, [5.0; 1_000], 0.01);
        assert_eq!(output, 10.0);
        assert!((state.integral - 200.0).abs() < 1e-9);
    }

    #[test]
    fn anti_windup_settles_where_the_limit_is() {
        let (output, state) = run(&Pid { has_anti_windup: true, ..PI }, [4.0; 20_000], 0.01);
        assert_eq!(output, 10.0);
        // KI·e + (KI/KP)·(u_max − KP·e − I) = 0 gives I = u_max.
        assert!((state.integral - 10.0).abs() < 0.2, "{state:?}");
    }

    #[test]
    fn i_max_limits_the_integral_of_the_error() {
        let (output, state) = run(&Pid { max_integral: Some(0.25), ..PI }, [1.0; 1_000], 0.01);
        assert_eq!(state.integral, 1.0);
        assert_eq!(output, 3.0);
    }

    #[test]
    fn the_derivative_of_a_ramp_is_its_slope() {
        let ramp = (0..2_000).map(|k| 3.0 * 0.001 * f64::from(k));
        let plain = Pid { kp: 0.0, ki: 0.0, kd: 2.0, ..PI };
        assert!((run(&plain, ramp.clone(), 0.001).0 - 6.0).abs() < 1e-9);
        let filtered = Pid { derivative_filter_hz: 20.0, ..plain };
        assert!((run(&filtered, ramp, 0.001).0 - 6.0).abs() < 1e-6);
        // A lag of 1/N: after one time constant 63 % of a step in slope is seen.
        let start = (0..51).map(|k| 3.0 * 0.001 * f64::from(k));
        let seen = run(&filtered, start, 0.001).0 / 6.0;
        assert!((seen - 0.632).abs() < 0.01, "{seen}");
    }

    #[test]
    fn the_first_step_has_no_derivative() {
        assert_eq!(run(&Pid { kp: 0.0, ki: 0.0, kd: 2.0, ..PI }, [7.0], 0.01).0, 0.0);
    }

    #[test]
    fn a_reset_controller_is_a_new_one() {
        let (_, mut state) = run(&Pid { kd: 1.0, ..PI }, [1.0, 2.0, 3.0], 0.01);
        state.reset_where(false);
        assert_ne!(state, PidState::new());
        state.reset_where(true);
        assert_eq!(state, PidState::new());
    }

    /// |I| ≤ |KI|·I_max on both sides, and nothing below.
    #[test]
    fn i_max_limits_both_signs_and_leaves_what_is_less() {
        let limited = Pid { max_integral: Some(0.25), ..PI };
        assert_eq!(run(&limited, [-1.0; 1_000], 0.01).1.integral, -1.0);
        assert!((run(&limited, [-0.1; 10], 0.01).1.integral + 0.04).abs() < 1e-15);
        assert!((run(&limited, [0.1; 10], 0.01).1.integral - 0.04).abs() < 1e-15);
        let reversed = Pid { ki: -4.0, ..limited };
        assert_eq!(run(&reversed, [1.0; 1_000], 0.01).1.integral, -1.0);
    }
}
