//! Random numbers looked up by address, never drawn from a shared generator.

use std::f64::consts::TAU;

use serde::{Deserialize, Serialize};

use crate::elementary::{ln_of_eight, sin_cos_of};
use crate::{StateHash, ln, sin_cos};
use skidpad_lanes::{LANE_COUNT, LaneWork, Lanes, dispatch};

/// Where random numbers come from. The same address always gives the same numbers.
///
/// There is no generator state to save, no dependence on the order of threads, and a new reader does
/// not change what another reads.
///
/// ```
/// use skidpad_math::{NoiseAddress, stream_of};
/// let noise = NoiseAddress { seed: 7, stream: stream_of(&["robot1", "laser"]), step: 120 };
/// let range_m = 4.2 + 0.01 * noise.normal(17);
/// assert_eq!(noise.normal(17), noise.normal(17));
/// assert!((range_m - 4.2f64).abs() < 0.1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NoiseAddress {
    /// The run's seed.
    pub seed: u64,
    /// Whose numbers these are, from [`stream_of`].
    pub stream: u64,
    /// The step they belong to.
    pub step: u64,
}

impl NoiseAddress {
    /// 64 random bits. Each part of the address is stirred in by the finaliser of SplitMix64
    /// (Steele, Lea and Flood, *Fast splittable pseudorandom number generators*, 2014).
    pub fn bits(self, index: u64) -> u64 {
        let stirred = stir(stir(stir(self.seed) ^ self.stream) ^ self.step);
        stir(stir(stirred ^ index))
    }

    /// Evenly spread in [0, 1), a multiple of 2⁻⁵³.
    pub fn uniform(self, index: u64) -> f64 {
        (self.bits(index) >> 11) as f64 / 9_007_199_254_740_992.0
    }

    /// Normally spread, mean 0 and standard deviation 1 (Box and Muller, 1958); |value| < 8.6.
    pub fn normal(self, index: u64) -> f64 {
        let bits = self.bits(index);
        // 1 − u is in (0, 1], where the logarithm is finite.
        let radius = (-2.0 * ln(1.0 - (bits >> 11) as f64 / 9_007_199_254_740_992.0)).sqrt();
        let turn = (stir(bits) >> 11) as f64 / 9_007_199_254_740_992.0;
        radius * sin_cos(TAU * turn).1
    }

    /// Writes the numbers of [`normal`](NoiseAddress::normal) at `first`, `first + stride` and so on, eight at a time.
    pub fn normals(self, first: u64, stride: u64, numbers: &mut [f64]) {
        let stirred = stir(stir(stir(self.seed) ^ self.stream) ^ self.step);
        dispatch(Normals { stirred, first, stride, numbers });
    }
}

/// Random numbers to be written.
struct Normals<'a> {
    /// The address without the index.
    stirred: u64,
    first: u64,
    stride: u64,
    numbers: &'a mut [f64],
}

impl LaneWork for Normals<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let mut index = self.first;
        for numbers in self.numbers.chunks_mut(LANE_COUNT) {
            let (mut away, mut turn) = ([0.0; LANE_COUNT], [0.0; LANE_COUNT]);
            for lane in 0..LANE_COUNT {
                let bits = stir(stir(self.stirred ^ index));
                index = index.wrapping_add(self.stride);
                away[lane] = 1.0 - (bits >> 11) as f64 / 9_007_199_254_740_992.0;
                turn[lane] = (stir(bits) >> 11) as f64 / 9_007_199_254_740_992.0;
            }
            let radius = (Lanes::splat(-2.0) * ln_of_eight(Lanes::from_array(away))).sqrt();
            let value = radius * sin_cos_of(Lanes::splat(TAU) * Lanes::from_array(turn)).1;
            numbers.copy_from_slice(&value.to_array()[..numbers.len()]);
        }
    }
}

/// The stream of a thing, from its names outermost first: `stream_of(&["robot1", "laser"])`.
/// Renaming changes its noise; nothing else does.
pub fn stream_of(names: &[&str]) -> u64 {
    let mut hash = StateHash::new();
    for name in names {
        hash.bytes(name.as_bytes());
        // No UTF-8 text contains this byte, so ("ab", "c") is not ("a", "bc").
        hash.bytes(&[0xff]);
    }
    hash.finish()
}

/// What SplitMix64 adds to its state at each step: 2⁶⁴ over the golden ratio, odd.
pub(crate) const GOLDEN_RATIO: u64 = 0x9e37_79b9_7f4a_7c15;

/// One output of SplitMix64.
#[inline(always)]
pub(crate) fn stir(x: u64) -> u64 {
    let x = x.wrapping_add(GOLDEN_RATIO);
    let x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SAMPLES: u64 = 200_000;

    /// Mean, variance, third and fourth moment about the mean of the samples.
    fn moments(value: impl Fn(u64) -> f64) -> [f64; 4] {
        let n = SAMPLES as f64;
        let mean = (0..SAMPLES).map(&value).sum::<f64>() / n;
        let moment =
            |sample: &dyn Fn(f64) -> f64| (0..SAMPLES).map(|k| sample(value(k) - mean)).sum::<f64>() / n;
        [mean, moment(&|d| d * d), moment(&|d| d * d * d), moment(&|d| d * d * d * d)]
    }

    fn assert_near(value: f64, expected: f64, tolerance: f64) {
        assert!((value - expected).abs() < tolerance, "{value} is not {expected} ± {tolerance}");
    }

    #[test]
    fn normal_numbers_have_the_moments_of_the_normal_law() {
        // Tolerances are five standard errors of each moment.
        let noise = NoiseAddress { seed: 1, stream: 2, step: 3 };
        let by_step = |k| NoiseAddress { step: k, ..noise }.normal(0);
        for [mean, variance, third, fourth] in [moments(|k| noise.normal(k)), moments(by_step)] {
            assert_near(mean, 0.0, 0.0112);
            assert_near(variance, 1.0, 0.016);
            assert_near(third, 0.0, 0.044);
            assert_near(fourth, 3.0, 0.11);
        }
    }

    #[test]
    fn uniform_numbers_fill_the_interval_evenly() {
        let noise = NoiseAddress { seed: 5, stream: 6, step: 7 };
        let mut counts = [0u64; 64];
        for k in 0..SAMPLES {
            counts[(noise.uniform(k) * 64.0) as usize] += 1;
        }
        let expected = SAMPLES as f64 / 64.0;
        let chi_square: f64 =
            counts.iter().map(|&c| (c as f64 - expected) * (c as f64 - expected) / expected).sum();
        // 63 degrees of freedom: mean 63, standard deviation 11.
        assert!((20.0..120.0).contains(&chi_square), "{chi_square}");
    }

    #[test]
    fn neighbours_do_not_resemble_each_other() {
        let noise = NoiseAddress { seed: 0, stream: 0, step: 0 };
        let correlation = |other: &dyn Fn(u64) -> f64| {
            (0..SAMPLES).map(|k| noise.normal(k) * other(k)).sum::<f64>() / SAMPLES as f64
        };
        assert_near(correlation(&|k| noise.normal(k + 1)), 0.0, 0.0112);
        assert_near(correlation(&|k| NoiseAddress { step: 1, ..noise }.normal(k)), 0.0, 0.0112);
        assert_near(correlation(&|k| NoiseAddress { stream: 1, ..noise }.normal(k)), 0.0, 0.0112);
        assert_near(correlation(&|k| NoiseAddress { seed: 1, ..noise }.normal(k)), 0.0, 0.0112);
    }

    #[test]
    fn streams_follow_names_and_their_boundaries() {
        assert_ne!(stream_of(&["ab", "c"]), stream_of(&["a", "bc"]));
        assert_ne!(stream_of(&["robot1"]), stream_of(&["robot2"]));
        assert_eq!(stream_of(&["robot1", "laser"]), stream_of(&["robot1", "laser"]));
    }

    #[test]
    fn many_numbers_are_those_of_their_addresses() {
        for seed in 0..300 {
            let noise = NoiseAddress { seed, stream: 4, step: 9 };
            let (first, stride) = (seed % 7, 1 + seed % 3);
            let mut numbers = vec![0.0; (seed % 83) as usize];
            noise.normals(first, stride, &mut numbers);
            for (at, number) in (0..).zip(&numbers) {
                assert_eq!(number.to_bits(), noise.normal(first + stride * at).to_bits());
            }
        }
    }

    /// Recorded noise is part of recorded runs: these values never change.
    #[test]
    fn addresses_keep_their_numbers_between_versions() {
        let noise = NoiseAddress { seed: 7, stream: stream_of(&["robot1", "laser"]), step: 120 };
        let got = [noise.bits(0), noise.uniform(1).to_bits(), noise.normal(2).to_bits()];
        assert_eq!(got, [12_607_874_259_202_185_948, 4_605_612_609_830_172_266, 13_824_056_324_318_880_171]);
    }
}
