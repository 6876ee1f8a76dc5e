//! Rows of static walls.

use super::{AssetUri, Color};
use crate::place::Place;
use skidpad_math::Vec2;

/// A row of static walls; each pair of points is one wall.
#[derive(Debug, Clone, PartialEq)]
pub struct Walls {
    /// Position in the expanded document, counted over all world-level objects.
    pub document_index: u32,
    /// Where the pairs of points come from.
    pub source: WallSource,
    /// Homogeneous transformation of the points, row by row.
    pub transformation: [[f64; 4]; 4],
    /// Thickness [m].
    pub thickness_m: f64,
    /// Height [m].
    pub height_m: f64,
    /// Scale of the points.
    pub scale: f64,
    /// Colour.
    pub color: Color,
    /// Where this was written.
    pub place: Place,
}

/// Length of a wall [m]; `None` when its ends are too close to give it a direction.
pub fn wall_length_m(start: Vec2, end: Vec2) -> Option<f64> {
    const SHORTEST_M: f64 = 1e-9;
    let along = end - start;
    let length_m = (along.x * along.x + along.y * along.y).sqrt();
    (length_m > SHORTEST_M).then_some(length_m)
}

/// Where the pairs of points come from.
#[derive(Debug, Clone, PartialEq)]
pub enum WallSource {
    /// Points 1–2, 3–4, … [m].
    Points(Vec<Vec2>),
    /// Segments of a mesh.
    Model(AssetUri),
}
