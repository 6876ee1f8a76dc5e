//! From the distance to a surface to the range that a sensor reports.

use skidpad_math::NoiseAddress;
use skidpad_scene::{Facet, Facets, PosedScene, SceneHit};

/// Limits and noise of ranges.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ranging {
    /// Shortest range [m].
    pub min_m: f64,
    /// Longest range [m].
    pub max_m: f64,
    /// Deviation of a range [m].
    pub noise_m: f64,
}

impl Ranging {
    /// The range reported for a true distance, with the values of REP 117: +∞ without a return within reach,
    /// −∞ for something too near.
    #[inline]
    pub fn reported_m(&self, distance_m: Option<f64>, noise: NoiseAddress, index: u64) -> f64 {
        let is_noisy = distance_m.is_some() && self.noise_m > 0.0;
        self.reported_with_m(distance_m, if is_noisy { noise.normal(index) } else { 0.0 })
    }

    /// The same with a random number of the normal law.
    #[inline]
    pub(crate) fn reported_with_m(&self, distance_m: Option<f64>, normal: f64) -> f64 {
        let Some(distance_m) = distance_m else { return f64::INFINITY };
        let range_m = if self.noise_m > 0.0 { distance_m + self.noise_m * normal } else { distance_m };
        if range_m > self.max_m {
            f64::INFINITY
        } else if range_m < self.min_m {
            f64::NEG_INFINITY
        } else {
            range_m
        }
    }

    /// How far rays need to look [m]: noise may bring something from beyond the limit into reach.
    pub fn reach_m(&self) -> f64 {
        self.max_m + 9.0 * self.noise_m
    }
}

/// What a beam needs to know of a triangle.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Echo {
    normal: [f32; 3],
    reflectivity: f32,
    /// Where it is the same everywhere, 0 to 1.
    brightness: Option<f32>,
}

impl Echo {
    pub(crate) fn of(facet: &Facet) -> Echo {
        let brightness = facet.rgba.map(|[r, g, b, _]| brightness([r, g, b]));
        Echo { normal: facet.normal, reflectivity: facet.reflectivity, brightness }
    }
}

/// Strength of a return, 0 to 1: ρ·|cos θ| with the surface's reflectivity times its brightness for ρ and the
/// angle of incidence θ (Lambert), for a beam along the unit vector `d`. Leaves out: the loss with distance, which
/// lidars compensate.
#[inline(always)]
pub(crate) fn intensity(
    posed: &PosedScene<'_>,
    echoes: &mut Facets<'_, Echo>,
    d: [f32; 3],
    hit: &SceneHit,
) -> f32 {
    let Echo { normal, reflectivity, brightness } = *echoes.at(hit);
    let cos = (normal[0] * d[0] + normal[1] * d[1] + normal[2] * d[2]).abs();
    let brightness = brightness.unwrap_or_else(|| brightness_at(posed, hit));
    (reflectivity * brightness * cos).clamp(0.0, 1.0)
}

#[inline(never)]
fn brightness_at(posed: &PosedScene<'_>, hit: &SceneHit) -> f32 {
    let [r, g, b, _] = posed.rgba(hit);
    brightness([r, g, b])
}

/// Y = 0.299 R + 0.587 G + 0.114 B (ITU-R BT.601).
pub fn brightness([r, g, b]: [f32; 3]) -> f32 {
    0.299 * r + 0.587 * g + 0.114 * b
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_follow_rep_117() {
        let ranging = Ranging { min_m: 0.2, max_m: 10.0, noise_m: 0.0 };
        let noise = NoiseAddress { seed: 0, stream: 0, step: 0 };
        let seen = [None, Some(0.1), Some(5.0), Some(10.5)].map(|d| ranging.reported_m(d, noise, 0));
        assert_eq!(seen, [f64::INFINITY, f64::NEG_INFINITY, 5.0, f64::INFINITY]);
    }

    /// Mean and deviation over 20 seeds, within five standard errors.
    #[test]
    fn range_noise_has_its_deviation() {
        let ranging = Ranging { min_m: 0.0, max_m: 80.0, noise_m: 0.03 };
        for seed in 0..20 {
            let noise = NoiseAddress { seed, stream: 9, step: 4 };
            let errors: Vec<f64> =
                (0..2_000).map(|i| (ranging.reported_m(Some(7.0), noise, i) - 7.0) / 0.03).collect();
            let mean = errors.iter().sum::<f64>() / 2_000.0;
            let variance = errors.iter().map(|x| x * x).sum::<f64>() / 2_000.0;
            assert!(mean.abs() < 5.0 / 2_000_f64.sqrt(), "{mean}");
            assert!((variance - 1.0).abs() < 5.0 * (2.0 / 2_000_f64).sqrt(), "{variance}");
        }
    }
}
