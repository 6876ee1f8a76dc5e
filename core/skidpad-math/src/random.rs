//! A sequence of random numbers, for what happens in an order: `rand()` in a world file, and tests.

use crate::noise::{GOLDEN_RATIO, stir};

/// A seeded generator (SplitMix64: Steele, Lea, Flood, *Fast splittable pseudorandom number generators*, 2014).
///
/// Readings of sensors do not come from a sequence: see [`crate::NoiseAddress`].
///
/// ```
/// let mut random = skidpad_math::SplitMix64::new(7);
/// let die = 1 + random.below(6);
/// assert!((1..=6).contains(&die));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// The sequence of a seed.
    pub fn new(seed: u64) -> Self {
        SplitMix64 { state: seed }
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        let bits = stir(self.state);
        self.state = self.state.wrapping_add(GOLDEN_RATIO);
        bits
    }

    /// Evenly spread in [0, 1), a multiple of 2⁻⁵³.
    pub fn uniform(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Evenly spread between two numbers.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.uniform()
    }

    /// A whole number below `bound`, or 0 when that is 0. Slightly uneven for bounds near 2⁶⁴.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.bits() % bound.max(1) as u64) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_sequence_of_the_paper() {
        // The first outputs of the paper's reference code for seed 0.
        let mut random = SplitMix64::new(0);
        assert_eq!(random.bits(), 0xE220_A839_7B1D_CDAF);
        assert_eq!(random.bits(), 0x6E78_9E6A_A1B9_65F4);
        assert_eq!(random.bits(), 0x06C4_5D18_8009_454F);
    }

    #[test]
    fn draws_stay_in_their_ranges_and_fill_them() {
        let mut random = SplitMix64::new(7);
        let uniform: Vec<f64> = (0..20_000).map(|_| random.uniform()).collect();
        assert!(uniform.iter().all(|x| (0.0..1.0).contains(x)));
        let mean = uniform.iter().sum::<f64>() / 20_000.0;
        let variance = uniform.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / 20_000.0;
        // Five standard errors.
        assert!((mean - 0.5).abs() < 0.011 && (variance - 1.0 / 12.0).abs() < 0.003, "{mean} {variance}");
        let between: Vec<f64> = (0..1_000).map(|_| random.between(-2.0, 6.0)).collect();
        assert!(between.iter().all(|x| (-2.0..6.0).contains(x)) && between.iter().any(|&x| x > 5.9));
        let mut counts = [0; 6];
        (0..6_000).for_each(|_| counts[random.below(6)] += 1);
        assert!(counts.iter().all(|count| (850..1_150).contains(count)), "{counts:?}");
        assert_eq!(random.below(0), 0);
    }
}
