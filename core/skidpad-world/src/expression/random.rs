//! The one sequential stream of random numbers that a world file draws from, in document order.

use skidpad_math::{cos, ln};

/// A seeded generator (SplitMix64: Steele, Lea, Flood, *Fast splittable pseudorandom number generators*, 2014).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Random {
    state: u64,
}

impl Random {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        Random { state: seed }
    }

    /// Start again with the stream of another seed.
    pub fn reseed(&mut self, seed: f64) {
        // A whole number means the same seed however it is written; -0 is 0.
        self.state =
            if seed.fract() == 0.0 && seed.abs() < 9e18 { seed as i64 as u64 } else { seed.to_bits() };
    }

    fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.state;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// Uniform in [0, 1), a multiple of 2⁻⁵³.
    pub fn uniform(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1u64 << 53) as f64
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
    fn mean_and_variance_are_those_of_the_distributions() {
        let mut random = Random::new(7);
        let count = 20_000;
        let moments = |draws: &[f64]| {
            let mean = draws.iter().sum::<f64>() / draws.len() as f64;
            (mean, draws.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / draws.len() as f64)
        };
        let uniform: Vec<f64> = (0..count).map(|_| random.uniform()).collect();
        let normal: Vec<f64> = (0..count).map(|_| random.normal()).collect();
        assert!(uniform.iter().all(|x| (0.0..1.0).contains(x)));
        // Five standard errors.
        let (mean, variance) = moments(&uniform);
        assert!((mean - 0.5).abs() < 0.011 && (variance - 1.0 / 12.0).abs() < 0.003, "{mean} {variance}");
        let (mean, variance) = moments(&normal);
        assert!(mean.abs() < 0.036 && (variance - 1.0).abs() < 0.05, "{mean} {variance}");
    }

    #[test]
    fn a_seed_gives_its_stream() {
        // First output of SplitMix64 for seed 0, from the paper's reference code.
        assert_eq!(Random::new(0).next(), 0xE220_A839_7B1D_CDAF);
        let mut random = Random::new(1);
        let first = random.uniform();
        random.reseed(1.0);
        assert_eq!(random.uniform(), first);
        random.reseed(f64::NAN);
        random.uniform();
    }
}
