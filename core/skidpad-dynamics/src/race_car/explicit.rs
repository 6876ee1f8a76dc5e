//! Explicit integrators with a step rule: classical Runge-Kutta, and Euler for comparison in class.

use skidpad_math::Real;

use super::actuators::Inputs;
use super::motion::{Motion, Moving};

/// An explicit method, as a type: only its own formulas are compiled into a step.
pub(super) trait Method {
    /// One substep: the end of it, and the inputs there.
    fn substep<R: Real, const N: usize>(
        motion: &impl Motion<R, N>,
        inputs: &Inputs<R>,
        from: &Moving<R, N>,
        time_s: R,
        step_s: R,
    ) -> (Moving<R, N>, Inputs<R>);
}

/// The classical method of Runge and Kutta, order 4.
pub(super) struct Rk4;
/// Euler's method, order 1.
pub(super) struct Euler;

/// Advances by `dt_s`; gives the end and the inputs there.
///
/// The step is cut into substeps that the motion asks for and at its kink. Lanes that are done earlier
/// than others take substeps of zero length, which leave them as they are.
#[inline(always)]
pub(super) fn advance<M: Method, R: Real, const N: usize>(
    motion: &impl Motion<R, N>,
    start: &Moving<R, N>,
    dt_s: R,
) -> (Moving<R, N>, Inputs<R>) {
    let mut now = *start;
    let mut time_s = R::from(0.0);
    let mut inputs = motion.inputs(time_s);
    let kink_s = motion.kink_s();
    while R::any(time_s.lt(dt_s)) {
        let target_s = R::select(time_s.lt(kink_s), kink_s.min(dt_s), dt_s);
        let left_s = target_s - time_s;
        let longest_s = motion.longest_step_s(&inputs, &now.speeds);
        // Two equal substeps instead of a long one and a sliver.
        let halved_s = R::select(left_s.le(longest_s + longest_s), left_s * R::from(0.5), longest_s);
        let is_last = left_s.le(longest_s);
        let step_s = R::select(is_last, left_s, halved_s);
        (now, inputs) = M::substep(motion, &inputs, &now, time_s, step_s);
        time_s = R::select(is_last, target_s, time_s + step_s);
    }
    (now, inputs)
}

impl Method for Rk4 {
    #[inline(always)]
    fn substep<R: Real, const N: usize>(
        motion: &impl Motion<R, N>,
        inputs: &Inputs<R>,
        from: &Moving<R, N>,
        time_s: R,
        step_s: R,
    ) -> (Moving<R, N>, Inputs<R>) {
        let half_s = step_s * R::from(0.5);
        let [middle, end] = [half_s, step_s].map(|ahead_s| motion.inputs(time_s + ahead_s));
        let stages =
            [(inputs, half_s, 1.0), (&middle, half_s, 2.0), (&middle, step_s, 2.0), (&end, step_s, 1.0)];
        let mut at = *from;
        let mut sum = Moving { pose: [R::from(0.0); 3], speeds: [R::from(0.0); N] };
        for (inputs, reach_s, weight) in stages {
            let slope = slope(motion, inputs, &at);
            for i in 0..3 {
                sum.pose[i] += slope.pose[i] * R::from(weight);
                at.pose[i] = from.pose[i] + slope.pose[i] * reach_s;
            }
            for i in 0..N {
                sum.speeds[i] += slope.speeds[i] * R::from(weight);
                at.speeds[i] = from.speeds[i] + slope.speeds[i] * reach_s;
            }
        }
        let sixth_s = step_s / R::from(6.0);
        let to = Moving {
            pose: std::array::from_fn(|i| from.pose[i] + sum.pose[i] * sixth_s),
            speeds: std::array::from_fn(|i| from.speeds[i] + sum.speeds[i] * sixth_s),
        };
        (to, end)
    }
}

impl Method for Euler {
    #[inline(always)]
    fn substep<R: Real, const N: usize>(
        motion: &impl Motion<R, N>,
        inputs: &Inputs<R>,
        from: &Moving<R, N>,
        time_s: R,
        step_s: R,
    ) -> (Moving<R, N>, Inputs<R>) {
        let slope = slope(motion, inputs, from);
        let to = Moving {
            pose: std::array::from_fn(|i| from.pose[i] + slope.pose[i] * step_s),
            speeds: std::array::from_fn(|i| from.speeds[i] + slope.speeds[i] * step_s),
        };
        (to, motion.inputs(time_s + step_s))
    }
}

/// Rates of pose and speeds.
#[inline(always)]
fn slope<R: Real, const N: usize>(
    motion: &impl Motion<R, N>,
    inputs: &Inputs<R>,
    at: &Moving<R, N>,
) -> Moving<R, N> {
    let twist = motion.twist(inputs, &at.speeds);
    Moving { pose: pose_rate(at.pose[2], &twist), speeds: motion.rates(inputs, &at.speeds) }
}

/// (Ẋ, Ẏ, φ̇) of a body twist at heading φ.
#[inline(always)]
pub(super) fn pose_rate<R: Real>(yaw_rad: R, twist: &[R; 3]) -> [R; 3] {
    let (sin, cos) = yaw_rad.sin_cos();
    let [v_x, v_y, omega] = *twist;
    [v_x * cos - v_y * sin, v_x * sin + v_y * cos, omega]
}
