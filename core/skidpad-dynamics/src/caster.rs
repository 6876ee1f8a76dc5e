//! A caster: a wheel that turns freely about a vertical pivot and trails behind it.

use skidpad_math::Real;

/// Beyond this, tan(θ/2) counts as this: a caster that points exactly backwards finds a side to turn to.
const BACKWARD: f64 = 1e3;

/// Direction of a caster after a step \[rad\], from the vehicle's x.
///
/// A light wheel whose contact is a trail t behind its pivot takes no side force, because T = −t·F_y turns it at
/// once; it moves so that its contact does not slip sideways. With the pivot's velocity v, at an angle θ to the
/// wheel's direction, and the vehicle's turning rate ω, the wheel turns in the world by
///
/// dθ/dt = −v/t·sin θ,  whose solution is tan(θ/2) = tan(θ₀/2)·e^(−v·Δt/t),
///
/// and in the vehicle by ω·Δt less. This is the tractrix: after a way of t a small angle has fallen to 1/e. Leaves
/// out: the inertia of the fork, friction of the pivot, scrub of the tyre.
#[inline(always)]
pub(crate) fn follow<R: Real>(
    yaw_rad: R,
    (vx_mps, vy_mps): (R, R),
    yaw_rate_radps: R,
    trail_m: f64,
    dt_s: f64,
) -> R {
    let one = R::from(1.0);
    let speed = (vx_mps * vx_mps + vy_mps * vy_mps).sqrt();
    let theta = yaw_rad - vy_mps.atan2(vx_mps);
    let (sin, cos) = theta.sin_cos();
    let limit = R::from(BACKWARD);
    // tan(θ/2) = sin θ/(1 + cos θ) = (1 − cos θ)/sin θ, whichever divides by the larger number.
    let across = sin.abs().max(R::from(1.0 / BACKWARD)).copysign(sin);
    let ahead = cos.gt(R::from(0.0));
    let half = R::select(ahead, sin, one - cos) / R::select(ahead, one + cos, across);
    let half = half.clamp(-limit, limit);
    let faded = half * (speed * R::from(-dt_s / trail_m)).exp();
    let two = R::from(2.0);
    let turned = two * faded.atan2(one) - two * half.atan2(one);
    yaw_rad + turned - yaw_rate_radps * R::from(dt_s)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Straight ahead from across: tan(θ/2) falls with e^(−way/trail), whatever the step.
    #[test]
    fn it_follows_the_tractrix() {
        for dt_s in [0.001, 0.02, 0.2] {
            let mut yaw_rad = 1.5;
            for _ in 0..(0.4f64 / dt_s).round() as u32 {
                yaw_rad = follow(yaw_rad, (0.5, 0.0), 0.0, 0.05, dt_s);
            }
            let expected = 2.0 * skidpad_math::atan(skidpad_math::tan(0.75) * skidpad_math::exp(-0.2 / 0.05));
            assert!((yaw_rad - expected).abs() < 1e-9, "{dt_s}: {yaw_rad} {expected}");
        }
    }

    #[test]
    fn it_stays_where_nothing_moves_and_turns_round_when_pushed_backwards() {
        assert_eq!(follow(0.7, (0.0, 0.0), 0.0, 0.05, 0.005), 0.7);
        let mut yaw_rad = 0.0;
        for _ in 0..2_000 {
            yaw_rad = follow(yaw_rad, (-0.5, 0.0), 0.0, 0.05, 0.001);
        }
        assert!((skidpad_math::cos(yaw_rad) + 1.0).abs() < 1e-6, "{yaw_rad}");
    }

    /// dθ/dt = −v/t·sin θ in the world, θ counted from the pivot's velocity: fine steps of it, from every side.
    #[test]
    fn one_step_solves_its_differential_equation() {
        for start_rad in [-3.0, -2.0, -0.4, 0.3, 1.2, 1.9, 2.9] {
            let ((vx, vy), rate, trail_m, dt_s): (_, f64, f64, f64) = ((0.3, -0.4), 0.7, 0.06, 0.05);
            let towards = skidpad_math::atan2(vy, vx);
            let pieces = 20_000;
            let mut theta = start_rad - towards;
            for _ in 0..pieces {
                let slope = |theta: f64| -0.5 / trail_m * skidpad_math::sin(theta);
                let piece_s = dt_s / f64::from(pieces);
                theta += piece_s * slope(theta + 0.5 * piece_s * slope(theta));
            }
            let expected = towards + theta - rate * dt_s;
            let yaw_rad = follow(start_rad, (vx, vy), rate, trail_m, dt_s);
            assert!((yaw_rad - expected).abs() < 1e-8, "{start_rad}: {yaw_rad} {expected}");
        }
    }

    /// A small angle falls to e^(−way/trail), however small.
    #[test]
    fn small_angles_fade_too() {
        for start_rad in [1e-3, -1e-4, 1e-8] {
            let yaw_rad = follow(start_rad, (0.5, 0.0), 0.0, 0.05, 0.05);
            assert!(
                (yaw_rad / (start_rad * skidpad_math::exp(-0.5)) - 1.0).abs() < 1e-6,
                "{start_rad}: {yaw_rad}"
            );
        }
    }
}
