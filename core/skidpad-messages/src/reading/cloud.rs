//! Points in space.

use serde::{Deserialize, Serialize};

/// One sweep of a spinning lidar. Each point is in the sensor's frame at the time it was taken, as a real
/// lidar gives it; where all are taken at once that is the stamp.
///
/// The points are organised: ring by ring from the lowest, `column_count` points each, in the order in
/// which the sensor turns. A beam without return has NaN coordinates.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Cloud {
    /// Rings.
    pub ring_count: u32,
    /// Directions in a turn.
    pub column_count: u32,
    /// Time that a sweep takes [s]; 0 where all points are taken at once.
    pub sweep_s: f64,
    /// Shortest range measured [m].
    pub range_min_m: f64,
    /// Longest range measured [m].
    pub range_max_m: f64,
    /// `ring_count · column_count` points: the first return of each beam.
    pub points: Vec<CloudPoint>,
    /// The last return of each beam, where the sensor reports two; empty otherwise.
    /// A beam with one return has it in both lists.
    pub last_returns: Vec<CloudPoint>,
}

/// A point of a cloud.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct CloudPoint {
    /// Place [m].
    pub x_m: f32,
    /// Place [m].
    pub y_m: f32,
    /// Place [m].
    pub z_m: f32,
    /// Strength of the return, 0 to 1.
    pub intensity: f32,
    /// When it was taken, counted from the stamp [s]: zero or before.
    pub time_s: f32,
    /// Its ring, 0 for the lowest.
    pub ring: u16,
}

impl CloudPoint {
    /// Whether the beam came back.
    pub fn is_return(&self) -> bool {
        self.x_m.is_finite()
    }

    /// Distance from the sensor's origin [m].
    pub fn range_m(&self) -> f32 {
        (self.x_m * self.x_m + self.y_m * self.y_m + self.z_m * self.z_m).sqrt()
    }
}

impl Cloud {
    /// The points of beams that came back, with 0 for a first return and 1 for a last one: first ones before last
    /// ones, and those that are both once.
    pub fn returns(&self) -> impl Iterator<Item = (u8, &CloudPoint)> {
        let last = self.points.iter().zip(&self.last_returns).filter(|(first, last)| first != last);
        let last = last.map(|(_, last)| (1, last));
        self.points.iter().map(|first| (0, first)).chain(last).filter(|(_, point)| point.is_return())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_beam_with_one_return_counts_once() {
        let at = |x_m: f32| CloudPoint { x_m, ..CloudPoint::default() };
        let (near, far, none) = (at(1.0), at(2.0), at(f32::NAN));
        let cloud =
            Cloud { points: vec![near, near, none], last_returns: vec![near, far, none], ..Cloud::default() };
        let seen: Vec<_> = cloud.returns().map(|(number, point)| (number, point.x_m)).collect();
        assert_eq!(seen, [(0, 1.0), (0, 1.0), (1, 2.0)]);
    }
}
