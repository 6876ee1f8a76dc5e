//! Rolling resistance: a torque that slows a rolling wheel and lets it come to rest.

use skidpad_math::Real;

/// Rolling-resistance torque on a wheel \[N·m\], to be subtracted from the driving torque.
///
/// T = C_rr·N·R·tanh(100·ω), but never more than `stopping_nm`, the torque that would stop the wheel
/// (and what rolls with it) within this step, and nothing where that would push the other way.
///
/// MVSim's friction models with the parameter `C_rr`. Known difference: MVSim has no limit, so its
/// wheels chatter about rest once 100·C_rr·N·R·Δt exceeds the inertia that rolls; it also sets T to zero
/// below 10⁻⁴ rad/s, where the limit already lets the wheel stop. Leaves out: speed dependence.
#[inline(always)]
pub fn rolling_resistance<R: Real>(
    coefficient: R,
    load_n: R,
    radius_m: f64,
    spin_radps: R,
    stopping_nm: R,
) -> R {
    let torque_nm = coefficient * load_n * R::from(radius_m) * (R::from(100.0) * spin_radps).tanh();
    let zero = R::from(0.0);
    torque_nm.clamp(stopping_nm.min(zero), stopping_nm.max(zero))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fast_wheels_feel_the_full_torque() {
        assert!((rolling_resistance(0.05, 40.0, 0.1, 3.0, 9.0) - 0.2).abs() < 1e-15);
        assert!((rolling_resistance(0.05, 40.0, 0.1, -3.0, -9.0) + 0.2).abs() < 1e-15);
    }

    #[test]
    fn it_stops_but_never_reverses() {
        assert_eq!(rolling_resistance(0.05, 40.0, 0.1, 0.5, 0.03), 0.03);
        assert_eq!(rolling_resistance(0.05, 40.0, 0.1, 0.5, -0.03), 0.0);
        assert_eq!(rolling_resistance(0.05, 40.0, 0.1, 0.0, 1.0), 0.0);
    }
}
