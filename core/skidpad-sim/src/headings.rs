//! Sines and cosines of the vehicles' headings, which several stages of a step need.

use skidpad_math::sin_cos;

/// The heading that each vehicle was last asked for, with its sine and cosine. Scratch memory: never saved.
#[derive(Debug, Clone, Default)]
pub(crate) struct Headings {
    known: Vec<Heading>,
}

#[derive(Debug, Clone, Copy)]
struct Heading {
    yaw_rad: f64,
    sin_cos: (f64, f64),
}

impl Headings {
    /// Sine and cosine of a vehicle's heading.
    #[inline]
    pub(crate) fn of(&mut self, vehicle: usize, yaw_rad: f64) -> (f64, f64) {
        match self.known.get(vehicle) {
            Some(heading) if heading.yaw_rad.to_bits() == yaw_rad.to_bits() => heading.sin_cos,
            _ => self.compute(vehicle, yaw_rad),
        }
    }

    fn compute(&mut self, vehicle: usize, yaw_rad: f64) -> (f64, f64) {
        if self.known.len() <= vehicle {
            self.known.resize(vehicle + 1, Heading { yaw_rad: 0.0, sin_cos: sin_cos(0.0) });
        }
        let sin_cos = sin_cos(yaw_rad);
        self.known[vehicle] = Heading { yaw_rad, sin_cos };
        sin_cos
    }
}
