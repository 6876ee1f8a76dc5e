//! Ranges in a plane.

use serde::{Deserialize, Serialize};

/// One turn of a planar laser scanner. Beam i looks at `angle_min_rad + i · angle_increment_rad`,
/// counter-clockwise seen from above the sensor.
///
/// Ranges follow REP 117: +∞ where nothing was met up to `range_max_m`, −∞ where something is nearer
/// than `range_min_m`.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Scan {
    /// Direction of the first beam [rad].
    pub angle_min_rad: f64,
    /// Angle between neighbouring beams [rad].
    pub angle_increment_rad: f64,
    /// Time between two scans [s].
    pub scan_time_s: f64,
    /// Shortest range measured [m].
    pub range_min_m: f64,
    /// Longest range measured [m].
    pub range_max_m: f64,
    /// Distance along each beam [m].
    pub ranges_m: Vec<f32>,
    /// Strength of each return, 0 to 1; 0 without a return.
    pub intensities: Vec<f32>,
}

impl Scan {
    /// Direction of a beam [rad].
    pub fn angle_rad(&self, beam: usize) -> f64 {
        self.angle_min_rad + beam as f64 * self.angle_increment_rad
    }

    /// Direction of the last beam [rad].
    pub fn angle_max_rad(&self) -> f64 {
        self.angle_rad(self.ranges_m.len().saturating_sub(1))
    }
}
