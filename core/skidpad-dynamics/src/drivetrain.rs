//! Drivetrains: how one engine's torque reaches four wheels through open or Torsen differentials.

use serde::{Deserialize, Serialize};
use skidpad_math::Real;

use crate::MAX_WHEELS;

/// Sides slower than this stand still: below it, speeds are what rounding left \[rad/s\].
const STANDING_RADPS: f64 = 1e-6;

/// Relative difference of speeds from which a differential with a bias ratio locks as much as it can.
const LOCKED_FROM: f64 = 0.05;

/// What a differential does with unequal speeds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum DifferentialKind {
    /// Splits torque in a fixed ratio.
    Open,
    /// Sends torque to the slower side, by MVSim's formula.
    #[default]
    Torsen,
    /// Sends torque to the slower side up to a torque bias ratio (`law="bias_ratio"`).
    BiasRatio,
}

/// One differential.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Differential {
    /// What it does with unequal speeds.
    pub kind: DifferentialKind,
    /// Share of the torque k that goes to the left (or front) side at equal speeds \[-\].
    pub split: f64,
    /// Ratio of speeds b that a Torsen tolerates before it moves torque; the torque bias ratio of
    /// [`DifferentialKind::BiasRatio`] \[-\].
    pub bias: f64,
}

impl Default for Differential {
    fn default() -> Self {
        Self { kind: DifferentialKind::Torsen, split: 0.5, bias: 1.5 }
    }
}

/// Which axles the engine drives.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum DrivenAxles {
    /// The front axle through a differential.
    Front(Differential),
    /// The rear axle through a differential.
    Rear(Differential),
    /// Both, through a centre differential and one per axle.
    All {
        /// Between front (first) and rear (second).
        center: Differential,
        /// Between the front wheels.
        front: Differential,
        /// Between the rear wheels.
        rear: Differential,
    },
}

impl Differential {
    /// Shares of torque (first, second) for the speeds of its sides.
    ///
    /// Torsen: with M = max|ω|, m = min|ω|, δ = max(0, (M − b·m)/M), the faster side gets k(1 − δ), the
    /// slower (1 − k)(1 + δ), scaled to sum to one; the split alone where both stand still.
    ///
    /// MVSim, *Drivetrain: Torsen*, with its formula divided by ω_max (the older text multiplies). Known
    /// difference: MVSim falls back to the split as soon as one side stands still, which is where a Torsen
    /// matters most. Leaves out: friction inside the gears, direction of rotation.
    ///
    /// Bias ratio: gears rub on each other with a torque in proportion to the input, so that the slower side gets
    /// up to b times the torque of the faster one (at an even split): the locking torque is
    /// (b − 1)/(b + 1)·|T| as soon as the sides differ by 5 %, and proportionally less below.
    /// S. Chocholek, *The development of a differential for the improvement of traction control*, IMechE C368/88, 1988.
    #[inline(always)]
    pub fn shares<R: Real>(&self, first_radps: R, second_radps: R) -> (R, R) {
        let split = (R::from(self.split), R::from(1.0 - self.split));
        match self.kind {
            DifferentialKind::Open => split,
            DifferentialKind::BiasRatio => {
                let (zero, one) = (R::from(0.0), R::from(1.0));
                let (first, second) = (first_radps.abs(), second_radps.abs());
                let fast = first.max(second);
                let full = (fast * R::from(LOCKED_FROM)).max(R::from(STANDING_RADPS));
                // −1 where the first side is slower, 1 where the second is.
                let locked = ((first - second) / full).clamp(-one, one);
                let more = R::from(self.bias - 1.0);
                let a = split.0 * (one + more * (-locked).max(zero));
                let b = split.1 * (one + more * locked.max(zero));
                let per_sum = one / (a + b);
                (a * per_sum, b * per_sum)
            }
            DifferentialKind::Torsen => {
                let (zero, one) = (R::from(0.0), R::from(1.0));
                let (first, second) = (first_radps.abs(), second_radps.abs());
                let (fast, slow) = (first.max(second), first.min(second));
                let moves = fast.gt(R::from(STANDING_RADPS));
                let divisor = R::select(moves, fast, one);
                let locked = ((fast - R::from(self.bias) * slow) / divisor).max(zero);
                let to_second = R::select(first.gt(second), locked, -locked);
                let (a, b) = (split.0 * (one - to_second), split.1 * (one + to_second));
                let sum = a + b;
                let works = moves & sum.gt(zero);
                let per_sum = one / R::select(works, sum, one);
                (R::select(works, a * per_sum, split.0), R::select(works, b * per_sum, split.1))
            }
        }
    }
}

impl DrivenAxles {
    /// Torque at each wheel (rear left, rear right, front left, front right) for an engine torque and the
    /// wheels' spins. The centre differential compares the sums of its axles.
    #[inline(always)]
    pub fn wheel_torques<R: Real>(&self, torque_nm: R, spins_radps: &[R; MAX_WHEELS]) -> [R; MAX_WHEELS] {
        let zero = R::from(0.0);
        let [rear_left, rear_right, front_left, front_right] = *spins_radps;
        match self {
            Self::Front(front) => {
                let (left, right) = front.shares(front_left, front_right);
                [zero, zero, torque_nm * left, torque_nm * right]
            }
            Self::Rear(rear) => {
                let (left, right) = rear.shares(rear_left, rear_right);
                [torque_nm * left, torque_nm * right, zero, zero]
            }
            Self::All { center, front, rear } => {
                let (to_front, to_rear) = center.shares(front_left + front_right, rear_left + rear_right);
                let (rear_l, rear_r) = rear.shares(rear_left, rear_right);
                let (front_l, front_r) = front.shares(front_left, front_right);
                let (at_front, at_rear) = (torque_nm * to_front, torque_nm * to_rear);
                [at_rear * rear_l, at_rear * rear_r, at_front * front_l, at_front * front_r]
            }
        }
    }

    /// How much each wheel's speed (rear left, rear right, front left, front right) adds to the engine's:
    /// ω_e = Σ k_i·ω_i with the shares k of open differentials.
    pub fn speed_shares(&self) -> [f64; MAX_WHEELS] {
        match self {
            Self::Front(front) => [0.0, 0.0, front.split, 1.0 - front.split],
            Self::Rear(rear) => [rear.split, 1.0 - rear.split, 0.0, 0.0],
            Self::All { center, front, rear } => {
                let (to_front, to_rear) = (center.split, 1.0 - center.split);
                let (left, right) = (front.split, 1.0 - front.split);
                [to_rear * rear.split, to_rear * (1.0 - rear.split), to_front * left, to_front * right]
            }
        }
    }

    /// How many wheels are driven.
    pub const fn wheel_count(&self) -> usize {
        match self {
            Self::Front(_) | Self::Rear(_) => 2,
            Self::All { .. } => 4,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skidpad_math::NoiseAddress;

    const TORSEN: Differential = Differential { kind: DifferentialKind::Torsen, split: 0.5, bias: 1.5 };

    #[test]
    fn a_torsen_feeds_the_slower_wheel() {
        // M = 3, m = 1, δ = (3 − 1.5)/3 = ½: shares ½·½ to ½·3/2.
        let (fast, slow) = TORSEN.shares(3.0, 1.0);
        assert!((fast - 0.25).abs() < 1e-15 && (slow - 0.75).abs() < 1e-15);
        assert_eq!(TORSEN.shares(1.0, -3.0), (slow, fast));
    }

    #[test]
    fn within_the_bias_the_split_holds() {
        let uneven = Differential { split: 0.3, ..TORSEN };
        for (first, second) in [(1.0, 1.0), (1.4, 1.0), (0.0, 0.0)] {
            let (a, b) = uneven.shares(first, second);
            assert!((a - 0.3).abs() < 1e-15 && (b - 0.7).abs() < 1e-15);
        }
    }

    #[test]
    fn a_standing_wheel_gets_all_of_a_torsen_and_half_of_an_open_one() {
        assert_eq!(TORSEN.shares(0.0, 5.0), (1.0, 0.0));
        let open = Differential { kind: DifferentialKind::Open, ..TORSEN };
        assert_eq!(open.shares(0.0, 5.0), (0.5, 0.5));
    }

    /// The slower side gets at most b times the torque of the faster one; the locking torque is (b − 1)/(b + 1)·|T|.
    #[test]
    fn a_bias_ratio_is_reached_and_never_exceeded() {
        let law = Differential { kind: DifferentialKind::BiasRatio, split: 0.5, bias: 3.0 };
        for (first, second) in [(5.0, 1.0), (1.0, 0.9), (5.0, 0.0), (-4.0, 1.0)] {
            let (fast, slow) = law.shares(first, second);
            assert!((slow / fast - 3.0).abs() < 1e-12, "{first} {second}: {fast} {slow}");
            assert!((slow - fast - 2.0 / 4.0).abs() < 1e-12);
        }
        assert_eq!(law.shares(2.0, 2.0), (0.5, 0.5));
        assert_eq!(law.shares(0.0, 0.0), (0.5, 0.5));
        for k in 0..10_000 {
            let noise = NoiseAddress { seed: 5, stream: 3, step: k };
            let law = Differential {
                kind: DifferentialKind::BiasRatio,
                split: 0.1 + 0.8 * noise.uniform(0),
                bias: 1.0 + 4.0 * noise.uniform(1),
            };
            let (a, b) = law.shares(noise.normal(2), noise.normal(3) * noise.uniform(4));
            let ratio = (a / b) / (law.split / (1.0 - law.split));
            assert!(
                ratio <= law.bias * (1.0 + 1e-12) && ratio >= (1.0 - 1e-12) / law.bias,
                "{law:?} {ratio}"
            );
        }
    }

    #[test]
    fn shares_are_positive_and_sum_to_one() {
        for k in 0..10_000 {
            let noise = NoiseAddress { seed: 3, stream: 3, step: k };
            let differential = Differential {
                kind: [DifferentialKind::Torsen, DifferentialKind::Open, DifferentialKind::BiasRatio]
                    [(k % 3) as usize],
                split: noise.uniform(0),
                bias: 1.0 + noise.uniform(1),
            };
            let speed = |i| if noise.uniform(i) < 0.1 { 0.0 } else { 10.0 * noise.normal(i) };
            let (a, b) = differential.shares(speed(2), speed(3));
            assert!(a >= 0.0 && b >= 0.0 && (a + b - 1.0).abs() < 1e-14, "{differential:?} {a} {b}");
        }
    }

    #[test]
    fn four_wheel_drive_hands_out_the_whole_torque() {
        let axles = DrivenAxles::All { center: TORSEN, front: TORSEN, rear: TORSEN };
        let torques = axles.wheel_torques(100.0, &[5.0, 1.0, 9.0, 2.0]);
        assert!((torques.iter().sum::<f64>() - 100.0).abs() < 1e-12);
        assert!(torques[1] > torques[0] && torques[3] > torques[2]);
        let rear = DrivenAxles::Rear(TORSEN).wheel_torques(100.0, &[1.0, 1.0, 0.0, 0.0]);
        assert_eq!(rear, [50.0, 50.0, 0.0, 0.0]);
        assert_eq!(DrivenAxles::Front(TORSEN).wheel_count() + axles.wheel_count(), 6);
    }

    /// Below a difference of 5 % the locking torque grows in proportion, whatever the signs of the speeds.
    #[test]
    fn a_bias_ratio_is_reached_gradually() {
        let law = Differential { kind: DifferentialKind::BiasRatio, split: 0.3, bias: 3.0 };
        let close = |(a, b): (f64, f64), (first, second): (f64, f64)| {
            let sum = first + second;
            assert!((a - first / sum).abs() < 1e-12 && (b - second / sum).abs() < 1e-12, "{a} {b}");
        };
        // 2 % of the faster are 0.4 of 5 %: 1 + 0.4·(b − 1) = 1.8 times its share for the slower side.
        for (first, second) in [(1.0, 0.98), (-1.0, 0.98), (1.0, -0.98), (-1.0, -0.98)] {
            close(law.shares(first, second), (0.3, 0.7 * 1.8));
            close(law.shares(second, first), (0.3 * 1.8, 0.7));
        }
        // What is slower than a micro-radian per second stands.
        close(law.shares(4e-7, 0.0), (0.3, 0.7 * 1.8));
        close(law.shares(0.0, -4e-7), (0.3 * 1.8, 0.7));
    }

    #[test]
    fn a_torsen_that_stands_or_drives_one_side_alone_keeps_its_split() {
        let uneven = Differential { split: 0.3, ..TORSEN };
        assert_eq!(uneven.shares(4e-7, 0.0), (0.3, 0.7));
        let one_sided = Differential { split: 1.0, ..TORSEN };
        assert_eq!(one_sided.shares(5.0, 0.0), (1.0, 0.0), "there is no other side to lock to");
    }

    /// Power is kept: open differentials give the engine the speeds of the wheels by the shares of its torque.
    #[test]
    fn the_engine_turns_by_the_shares_of_its_torque() {
        let open = |split: f64| Differential { kind: DifferentialKind::Open, split, bias: 1.0 };
        for axles in [
            DrivenAxles::Front(open(0.3)),
            DrivenAxles::Rear(open(0.4)),
            DrivenAxles::All { center: open(0.2), front: open(0.3), rear: open(0.4) },
        ] {
            let torques = axles.wheel_torques(1.0, &[5.0, 1.0, 9.0, 2.0]);
            assert_eq!(axles.speed_shares(), torques);
            assert!((torques.iter().sum::<f64>() - 1.0).abs() < 1e-15);
        }
    }
}
