//! Cones that were seen beside a race track.

use crate::BlockId;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The cones that a detector reports, nearest first.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ConeReading {
    /// The cones.
    pub cones: Vec<SeenCone>,
    /// Variance of a range [m²].
    pub range_variance_m2: f64,
    /// Variance of a bearing [rad²].
    pub bearing_variance_rad2: f64,
}

/// A cone as a detector reports it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct SeenCone {
    /// Distance in the plane of the sensor's x and y axes [m].
    pub range_m: f64,
    /// Direction in that plane [rad], from the x axis to the left.
    pub bearing_rad: f64,
    /// The colour that is reported.
    pub color: ConeColor,
    /// Which cone it is; none for a cone that is not there. Ground truth.
    pub block: Option<BlockId>,
}

/// Colours of the cones of a track.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ConeColor {
    /// On the left of the track.
    Blue,
    /// On the right of the track.
    Yellow,
    /// At start and finish.
    Orange,
}

impl ConeColor {
    /// All of them.
    pub const ALL: [ConeColor; 3] = [ConeColor::Blue, ConeColor::Yellow, ConeColor::Orange];

    /// Its number in messages: 0 for blue, 1 for yellow, 2 for orange.
    pub fn number(self) -> u8 {
        self as u8
    }
}

impl fmt::Display for ConeColor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ConeColor::Blue => "blue",
            ConeColor::Yellow => "yellow",
            ConeColor::Orange => "orange",
        })
    }
}
