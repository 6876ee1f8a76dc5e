//! Explicit integrators with a step rule: classical Runge-Kutta, and Euler for comparison in class.

use skidpad_math::Real;

use super::actuators::Inputs;
use super::motion::{Motion, Moving};

/// An explicit method.
pub(super) struct Method {
    /// The stages, each of which needs the slope of the one before alone.
    stages: &'static [Stage],
    /// Sum of the weights.
    weight: f64,
}

/// One stage of a method.
struct Stage {
    /// The inputs it sees: of the start, the middle or the end of the substep.
    sees: usize,
    /// Its weight in the mean slope.
    weight: f64,
    /// How far its slope leads to the next stage, in substeps.
    reach: f64,
}

/// The classical method of Runge and Kutta, order 4.
pub(super) const RK4: Method = Method {
    stages: &[
        Stage { sees: 0, weight: 1.0, reach: 0.5 },
        Stage { sees: 1, weight: 2.0, reach: 0.5 },
        Stage { sees: 1, weight: 2.0, reach: 1.0 },
        Stage { sees: 2, weight: 1.0, reach: 0.0 },
    ],
    weight: 6.0,
};
/// Euler's method, order 1.
pub(super) const EULER: Method =
    Method { stages: &[Stage { sees: 0, weight: 1.0, reach: 0.0 }], weight: 1.0 };

/// Advances by `dt_s`; gives the end and the inputs there.
///
/// The step is cut into substeps that the motion asks for and at its kink. Lanes that are done earlier
/// than others take substeps of zero length, which leave them as they are.
#[inline(always)]
pub(super) fn advance<R: Real, const N: usize>(
    method: &Method,
    motion: &impl Motion<R, N>,
    start: &Moving<R, N>,
    dt_s: R,
) -> (Moving<R, N>, Inputs<R>) {
    let zero = R::from(0.0);
    let kink_s = motion.kink_s();
    let mut now = *start;
    let mut time_s = zero;
    let first = motion.inputs(time_s);
    let mut inputs = [first, first, first];
    while R::any(time_s.lt(dt_s)) {
        let (mut step_s, mut end_s) = (zero, zero);
        let mut at = now;
        let mut sum = Moving { pose: [zero; 3], speeds: [zero; N] };
        for stage in method.stages {
            let slope = slope(motion, &inputs[stage.sees], &at);
            if stage.sees == 0 {
                (step_s, end_s) = next_step(motion, &inputs[0], &now, &slope, time_s, kink_s, dt_s);
                inputs[1] = motion.inputs(time_s + step_s * R::from(0.5));
                inputs[2] = motion.inputs(time_s + step_s);
            }
            let (weight, reach_s) = (R::from(stage.weight), step_s * R::from(stage.reach));
            for i in 0..3 {
                sum.pose[i] += slope.pose[i] * weight;
                at.pose[i] = now.pose[i] + slope.pose[i] * reach_s;
            }
            for i in 0..N {
                sum.speeds[i] += slope.speeds[i] * weight;
                at.speeds[i] = now.speeds[i] + slope.speeds[i] * reach_s;
            }
        }
        let share_s = step_s * R::from(1.0 / method.weight);
        for i in 0..3 {
            now.pose[i] += sum.pose[i] * share_s;
        }
        for i in 0..N {
            now.speeds[i] += sum.speeds[i] * share_s;
        }
        inputs[0] = inputs[2];
        time_s = end_s;
    }
    (now, inputs[0])
}

/// [`advance`] as a function of its own, which all callers with the same kind of motion share.
#[inline(never)]
pub(super) fn advance_apart<R: Real, const N: usize>(
    method: &Method,
    motion: &impl Motion<R, N>,
    start: &Moving<R, N>,
    dt_s: R,
) -> (Moving<R, N>, Inputs<R>) {
    advance(method, motion, start, dt_s)
}

/// Length and end of the substep that begins with this slope.
#[inline(always)]
fn next_step<R: Real, const N: usize>(
    motion: &impl Motion<R, N>,
    inputs: &Inputs<R>,
    now: &Moving<R, N>,
    slope: &Moving<R, N>,
    time_s: R,
    kink_s: R,
    dt_s: R,
) -> (R, R) {
    let target_s = R::select(time_s.lt(kink_s), kink_s.min(dt_s), dt_s);
    let left_s = target_s - time_s;
    let longest_s = motion.longest_step_s(inputs, &now.speeds, &slope.speeds);
    // Two equal substeps instead of a long one and a sliver.
    let halved_s = R::select(left_s.le(longest_s + longest_s), left_s * R::from(0.5), longest_s);
    let is_last = left_s.le(longest_s);
    let step_s = R::select(is_last, left_s, halved_s);
    (step_s, R::select(is_last, target_s, time_s + step_s))
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
