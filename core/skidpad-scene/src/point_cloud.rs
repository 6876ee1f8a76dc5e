//! Loose points, seen by cameras and range sensors but never touched.

use serde::{Deserialize, Serialize};

/// Points in the cloud's own frame.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PointCloud {
    /// What the points count from in that frame [m]: near them, so that 32 bits suffice.
    pub origin_m: [f64; 3],
    /// Where the points are [m].
    pub points: Vec<[f32; 3]>,
    /// One colour per point, or none at all.
    pub colours: Vec<[u8; 3]>,
}
