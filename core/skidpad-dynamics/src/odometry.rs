//! Odometry: where a vehicle believes to be, from how its wheels turned.

use serde::{Deserialize, Serialize};
use skidpad_math::{NoiseAddress, Pose2, Real, Vec2, sin_cos};

use crate::wheel::{WheelModel, WheelState};

/// Motion of the vehicle as its first two wheels tell it, forward and turning.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WheelTwist<R = f64> {
    /// Forward speed of the reference point \[m/s\].
    pub vx_mps: R,
    /// Turning rate \[rad/s\].
    pub yaw_rate_radps: R,
}

/// The twist that wheels 0 (left) and 1 (right) would have without slip:
///
/// ω = (ω_r·R_r − ω_l·R_l)/(y_l − y_r),  v = ω_l·R_l + ω·y_l
///
/// MVSim, *Odometry from wheel spin* (its text has the sign of the divisor wrong, its code not). Leaves
/// out: side slip, other wheels.
#[inline(always)]
pub fn twist_from_wheels<R: Real>(wheels: &[WheelModel], states: &[WheelState<R>]) -> WheelTwist<R> {
    let (left, right) = (&wheels[0], &wheels[1]);
    let left_mps = states[0].spin_radps * R::from(left.radius_m);
    let right_mps = states[1].spin_radps * R::from(right.radius_m);
    let track_m = left.position_m.y - right.position_m.y;
    let yaw_rate_radps = (right_mps - left_mps) * R::from(1.0 / track_m);
    WheelTwist { vx_mps: left_mps + yaw_rate_radps * R::from(left.position_m.y), yaw_rate_radps }
}

/// What odometry is made from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum OdometrySource {
    /// Wheel encoders: it drifts when wheels slip, as real odometry does.
    #[default]
    Encoders,
    /// The true motion, as MVSim gives it (`source="truth"`).
    Truth,
}

/// How a vehicle's odometry is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Odometry {
    /// What it is made from.
    pub source: OdometrySource,
    /// Scale of forward increments \[-\].
    pub x_multiplier: f64,
    /// Scale of sideways increments \[-\].
    pub y_multiplier: f64,
    /// Scale of turns \[-\].
    pub yaw_multiplier: f64,
    /// Random part of distances: standard deviation after one metre, growing with the root of the way.
    pub noise_m_per_sqrt_m: f64,
    /// Random part of turns: standard deviation after one radian, growing with the root of the turn.
    pub noise_rad_per_sqrt_rad: f64,
}

impl Default for Odometry {
    /// Perfect encoders.
    fn default() -> Self {
        Self {
            source: OdometrySource::Encoders,
            x_multiplier: 1.0,
            y_multiplier: 1.0,
            yaw_multiplier: 1.0,
            noise_m_per_sqrt_m: 0.0,
            noise_rad_per_sqrt_rad: 0.0,
        }
    }
}

/// The pose that odometry believes, starting at the origin.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct OdometryState {
    /// Believed pose, seen from where the vehicle started.
    pub pose: Pose2,
}

impl Odometry {
    /// Standard deviation of a multiplier that is not given in the world [-].
    pub const MULTIPLIER_DEVIATION: f64 = 0.02;

    /// A multiplier that is not given in the world: drawn once per vehicle from N(1, 0.02), as in MVSim.
    /// `axis` is 0 for x, 1 for y, 2 for yaw.
    pub fn drawn_multiplier(noise: NoiseAddress, axis: u64) -> f64 {
        1.0 + Self::MULTIPLIER_DEVIATION * noise.normal(axis)
    }

    /// One step: adds the increment that the wheels or the true motion tell.
    ///
    /// `encoders` is [`twist_from_wheels`]; `true_increment` is the new pose seen from the old one.
    pub fn step(
        &self,
        state: &mut OdometryState,
        encoders: WheelTwist,
        true_increment: Pose2,
        dt_s: f64,
        noise: NoiseAddress,
    ) {
        let seen = match self.source {
            OdometrySource::Encoders => arc(encoders.vx_mps * dt_s, encoders.yaw_rate_radps * dt_s),
            OdometrySource::Truth => true_increment,
        };
        let mut increment = Pose2::new(
            self.x_multiplier * seen.x_m,
            self.y_multiplier * seen.y_m,
            self.yaw_multiplier * seen.yaw_rad,
        );
        if self.noise_m_per_sqrt_m != 0.0 {
            let way_m = seen.position().norm();
            increment.x_m += self.noise_m_per_sqrt_m * way_m.sqrt() * noise.normal(0);
        }
        if self.noise_rad_per_sqrt_rad != 0.0 {
            increment.yaw_rad += self.noise_rad_per_sqrt_rad * seen.yaw_rad.abs().sqrt() * noise.normal(1);
        }
        state.pose = state.pose * increment;
    }
}

/// The pose at the end of an arc of a given length and turn.
pub fn arc(length_m: f64, turn_rad: f64) -> Pose2 {
    let half = 0.5 * turn_rad;
    let (sin, cos) = sin_cos(half);
    // Chord over arc, sin(h)/h; its series where the division would lose digits.
    let chord = if half.abs() < 1e-4 { 1.0 - half * half / 6.0 } else { sin / half };
    let end = Vec2::new(cos, sin) * (length_m * chord);
    Pose2::new(end.x, end.y, turn_rad)
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOISE: NoiseAddress = NoiseAddress { seed: 1, stream: 2, step: 3 };

    fn wheel(y_m: f64) -> WheelModel {
        WheelModel {
            position_m: Vec2::new(0.0, y_m),
            yaw_rad: 0.0,
            radius_m: 0.1,
            width_m: 0.05,
            mass_kg: 1.0,
            inertia_kgm2: 0.005,
        }
    }

    fn spinning(radps: f64) -> WheelState {
        WheelState { spin_radps: radps, ..WheelState::default() }
    }

    #[test]
    fn equal_spins_go_straight_and_unequal_ones_turn() {
        let wheels = [wheel(0.3), wheel(-0.3)];
        let straight = twist_from_wheels(&wheels, &[spinning(10.0), spinning(10.0)]);
        assert_eq!(straight, WheelTwist { vx_mps: 1.0, yaw_rate_radps: 0.0 });
        let turning = twist_from_wheels(&wheels, &[spinning(7.0), spinning(13.0)]);
        assert!((turning.vx_mps - 1.0).abs() < 1e-15 && (turning.yaw_rate_radps - 1.0).abs() < 1e-15);
    }

    #[test]
    fn perfect_encoders_close_a_circle() {
        let mut state = OdometryState::default();
        let twist = WheelTwist { vx_mps: 1.0, yaw_rate_radps: std::f64::consts::TAU };
        for _ in 0..1_000 {
            Odometry::default().step(&mut state, twist, Pose2::default(), 0.001, NOISE);
        }
        assert!(state.pose.position().norm() < 1e-12, "{state:?}");
    }

    #[test]
    fn multipliers_scale_what_is_seen() {
        let wrong = Odometry { x_multiplier: 1.1, yaw_multiplier: 0.9, ..Odometry::default() };
        let mut state = OdometryState::default();
        wrong.step(&mut state, WheelTwist { vx_mps: 2.0, yaw_rate_radps: 0.0 }, Pose2::default(), 0.5, NOISE);
        assert!((state.pose.x_m - 1.1).abs() < 1e-15);
        wrong.step(&mut state, WheelTwist { vx_mps: 0.0, yaw_rate_radps: 1.0 }, Pose2::default(), 0.5, NOISE);
        assert!((state.pose.yaw_rad - 0.45).abs() < 1e-15);
    }

    #[test]
    fn truth_ignores_slipping_wheels() {
        let truth = Odometry { source: OdometrySource::Truth, ..Odometry::default() };
        let mut state = OdometryState::default();
        let slipping = WheelTwist { vx_mps: 9.0, yaw_rate_radps: 0.0 };
        truth.step(&mut state, slipping, Pose2::new(0.01, 0.002, 0.1), 0.01, NOISE);
        assert_eq!(state.pose, Pose2::new(0.01, 0.002, 0.1));
    }

    #[test]
    fn noise_grows_with_the_root_of_the_way() {
        let noisy = Odometry { noise_m_per_sqrt_m: 0.02, ..Odometry::default() };
        let end_m = |run: u64| {
            let mut state = OdometryState::default();
            for step in 0..400 {
                let noise = NoiseAddress { seed: run, stream: 1, step };
                noisy.step(
                    &mut state,
                    WheelTwist { vx_mps: 1.0, yaw_rate_radps: 0.0 },
                    Pose2::default(),
                    0.01,
                    noise,
                );
            }
            state.pose.x_m
        };
        let square: f64 = (0..500).map(|run| (end_m(run) - 4.0) * (end_m(run) - 4.0)).sum::<f64>() / 500.0;
        assert!((square.sqrt() - 0.04).abs() < 0.005, "{}", square.sqrt());
    }

    #[test]
    fn drawn_multipliers_scatter_by_two_percent() {
        let drawn = |seed| Odometry::drawn_multiplier(NoiseAddress { seed, ..NOISE }, 0);
        let spread: f64 =
            (0..2_000).map(|seed| (drawn(seed) - 1.0) * (drawn(seed) - 1.0)).sum::<f64>() / 2_000.0;
        assert!((spread.sqrt() - 0.02).abs() < 0.002);
    }

    #[test]
    fn noise_of_turns_grows_with_the_root_of_the_turn() {
        let noisy = Odometry { noise_rad_per_sqrt_rad: 0.03, ..Odometry::default() };
        let end_rad = |run: u64| {
            let mut state = OdometryState::default();
            for step in 0..400 {
                let noise = NoiseAddress { seed: run, stream: 1, step };
                let turning = WheelTwist { vx_mps: 0.0, yaw_rate_radps: -1.0 };
                noisy.step(&mut state, turning, Pose2::default(), 0.01, noise);
            }
            state.pose.yaw_rad
        };
        let off = |run: u64| skidpad_math::wrap_angle(end_rad(run) + 4.0);
        let square: f64 = (0..500).map(|run| off(run) * off(run)).sum::<f64>() / 500.0;
        assert!((square.sqrt() - 0.06).abs() < 0.007, "{}", square.sqrt());
    }

    /// Wheels of different sizes at different distances: each rim moves as its place on the turning vehicle does.
    #[test]
    fn uneven_wheels_tell_the_twist_that_rolls_them() {
        let wheels =
            [WheelModel { radius_m: 0.12, ..wheel(0.2) }, WheelModel { radius_m: 0.09, ..wheel(-0.5) }];
        let (v, rate) = (0.8, -0.6);
        let spins = [spinning((v - 0.2 * rate) / 0.12), spinning((v + 0.5 * rate) / 0.09)];
        let twist = twist_from_wheels(&wheels, &spins);
        assert!((twist.vx_mps - v).abs() < 1e-14 && (twist.yaw_rate_radps - rate).abs() < 1e-14, "{twist:?}");
    }

    #[test]
    fn sideways_increments_have_their_own_multiplier() {
        let wrong = Odometry { source: OdometrySource::Truth, y_multiplier: 1.2, ..Odometry::default() };
        let mut state = OdometryState::default();
        wrong.step(
            &mut state,
            WheelTwist { vx_mps: 0.0, yaw_rate_radps: 0.0 },
            Pose2::new(0.3, 0.2, 0.0),
            0.1,
            NOISE,
        );
        assert!((state.pose.x_m - 0.3).abs() < 1e-15 && (state.pose.y_m - 0.24).abs() < 1e-15);
    }

    /// sin(h)/h and its series meet where one takes over from the other, on either side.
    #[test]
    fn a_gentle_arc_is_no_other_than_a_sharp_one() {
        for turn in [1.9e-4, -1.9e-4, 2.1e-4, -2.1e-4, 0.8, -2.5] {
            let end = arc(3.0, turn);
            let radius = 3.0 / turn;
            let (sin, cos) = sin_cos(turn);
            assert!((end.x_m - radius * sin).abs() < 1e-11 && (end.y_m - radius * (1.0 - cos)).abs() < 1e-9);
            // The chord 2·r·sin(θ/2), whose square keeps the digits that 1 − cos θ loses.
            let chord = 2.0 * radius * skidpad_math::sin(0.5 * turn);
            assert!((end.position().norm() - chord).abs() < 1e-14);
        }
    }

    /// The number that an address gives is the same wherever it is used: it adds, and is not taken off.
    #[test]
    fn noise_is_that_of_its_address() {
        let noisy =
            Odometry { noise_m_per_sqrt_m: 0.02, noise_rad_per_sqrt_rad: 0.03, ..Odometry::default() };
        let mut state = OdometryState::default();
        noisy.step(&mut state, WheelTwist { vx_mps: 0.5, yaw_rate_radps: 0.2 }, Pose2::default(), 0.1, NOISE);
        let seen = arc(0.05, 0.02);
        let x_m = seen.x_m + 0.02 * seen.position().norm().sqrt() * NOISE.normal(0);
        assert!((state.pose.x_m - x_m).abs() < 1e-15);
        assert!((state.pose.yaw_rad - 0.02 - 0.03 * 0.02f64.sqrt() * NOISE.normal(1)).abs() < 1e-15);
        for axis in 0..3 {
            assert_eq!(Odometry::drawn_multiplier(NOISE, axis), 1.0 + 0.02 * NOISE.normal(axis));
        }
    }
}
