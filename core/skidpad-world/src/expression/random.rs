//! The one sequential stream of random numbers that a world file draws from, in document order.

use skidpad_math::{SplitMix64, cos, ln};

/// A seeded stream.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Random {
    sequence: SplitMix64,
}

impl Random {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        Random { sequence: SplitMix64::new(seed) }
    }

    /// Start again with the stream of another seed.
    pub fn reseed(&mut self, seed: f64) {
        // A whole number means the same seed however it is written; -0 is 0.
        let is_whole = seed.fract() == 0.0 && seed.abs() < 9e18;
        *self = Random::new(if is_whole { seed as i64 as u64 } else { seed.to_bits() });
    }

    /// Uniform in [0, 1), a multiple of 2⁻⁵³.
    pub fn uniform(&mut self) -> f64 {
        self.sequence.uniform()
    }

    /// Standard normal, by Box and Muller; each costs two uniform draws.
    pub fn normal(&mut self) -> f64 {
        let radius = (-2.0 * ln(1.0 - self.uniform())).sqrt();
        radius * cos(std::f64::consts::TAU * self.uniform())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_numbers_have_their_mean_and_variance() {
        let mut random = Random::new(7);
        let normal: Vec<f64> = (0..20_000).map(|_| random.normal()).collect();
        let mean = normal.iter().sum::<f64>() / 20_000.0;
        let variance = normal.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / 20_000.0;
        // Five standard errors.
        assert!(mean.abs() < 0.036 && (variance - 1.0).abs() < 0.05, "{mean} {variance}");
    }

    #[test]
    fn a_seed_gives_its_stream() {
        // The first output of SplitMix64 for seed 0 is 0xE220A8397B1DCDAF.
        assert_eq!(Random::new(0).uniform(), (0xE220_A839_7B1D_CDAF_u64 >> 11) as f64 / (1u64 << 53) as f64);
        let mut random = Random::new(1);
        let first = random.uniform();
        random.reseed(1.0);
        assert_eq!(random.uniform(), first);
        random.reseed(f64::NAN);
        random.uniform();
    }
}
