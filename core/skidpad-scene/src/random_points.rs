//! Random points for tests.

use skidpad_math::SplitMix64;

/// A sequence of points.
pub(crate) struct Random(SplitMix64);

impl Random {
    /// The sequence of a seed.
    pub(crate) fn new(seed: u64) -> Self {
        Random(SplitMix64::new(seed))
    }

    /// Evenly from −1 to 1.
    pub(crate) fn signed(&mut self) -> f32 {
        self.0.between(-1.0, 1.0) as f32
    }

    /// A point of a cube around the origin, by half its side.
    pub(crate) fn point(&mut self, half_side: f32) -> [f32; 3] {
        [self.signed(), self.signed(), self.signed()].map(|value| value * half_side)
    }
}
