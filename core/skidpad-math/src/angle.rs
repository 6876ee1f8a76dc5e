//! Angles on the circle.

use std::f64::consts::{PI, TAU};

/// The same direction as an angle in (−π, π].
///
/// Angles already there are returned unchanged, bit for bit.
pub fn wrap_angle(angle_rad: f64) -> f64 {
    if angle_rad > -PI && angle_rad <= PI {
        return angle_rad;
    }
    // The remainder of IEEE division is exact on every platform.
    let within_a_turn = angle_rad % TAU;
    if within_a_turn > PI {
        within_a_turn - TAU
    } else if within_a_turn <= -PI {
        within_a_turn + TAU
    } else {
        within_a_turn
    }
}

/// How far to turn, the short way, from one direction to another, in (−π, π].
pub fn angle_between(from_rad: f64, to_rad: f64) -> f64 {
    wrap_angle(to_rad - from_rad)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(angle_rad: f64, expected_rad: f64) {
        let got = wrap_angle(angle_rad);
        assert!((got - expected_rad).abs() < 1e-11, "{angle_rad} gave {got}");
    }

    #[test]
    fn wraps_into_the_half_open_circle() {
        check(0.3, 0.3);
        check(PI, PI);
        check(-PI, PI);
        check(3.5 * PI, -0.5 * PI);
        check(-7.5 * PI, 0.5 * PI);
        check(1e4 * TAU + 1.0, 1.0);
        assert!(wrap_angle(f64::INFINITY).is_nan());
    }

    #[test]
    fn the_short_way_crosses_the_back() {
        assert!((angle_between(3.0, -3.0) - (TAU - 6.0)).abs() < 1e-12);
    }
}
