//! An elevation map: heights on a square grid, two flat triangles per cell.

use serde::{Deserialize, Serialize};

/// Heights at grid points. Row index runs along +x, column index along +y, as in MVSim.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct HeightField {
    /// Points along x.
    pub rows: u32,
    /// Points along y.
    pub columns: u32,
    /// `rows · columns` heights [m], the columns of row 0 first.
    pub heights_m: Vec<f32>,
    /// Distance between neighbouring points [m], the same along x and y.
    pub resolution_m: f64,
    /// Where point (0, 0) lies [m], before the placement.
    pub corner_m: [f64; 2],
    /// Where the map's own frame lies in the world.
    pub placement: Placement,
}

/// A frame that stands upright in the world: shifted, and turned about z.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Placement {
    /// Its origin in the world [m].
    pub origin_m: [f64; 3],
    /// Cosine of its yaw.
    pub cos_yaw: f64,
    /// Sine of its yaw.
    pub sin_yaw: f64,
}

impl Placement {
    /// The world's own frame.
    pub const IDENTITY: Placement = Placement { origin_m: [0.0; 3], cos_yaw: 1.0, sin_yaw: 0.0 };

    /// A point of the world, seen in this frame [m].
    pub fn local_m(&self, x_m: f64, y_m: f64) -> [f64; 2] {
        let (dx, dy) = (x_m - self.origin_m[0], y_m - self.origin_m[1]);
        [self.cos_yaw * dx + self.sin_yaw * dy, self.cos_yaw * dy - self.sin_yaw * dx]
    }

    /// A point of this frame, seen in the world [m].
    pub fn world_m(&self, p: [f64; 3]) -> [f64; 3] {
        [
            self.origin_m[0] + self.cos_yaw * p[0] - self.sin_yaw * p[1],
            self.origin_m[1] + self.sin_yaw * p[0] + self.cos_yaw * p[1],
            self.origin_m[2] + p[2],
        ]
    }
}

impl Default for Placement {
    fn default() -> Placement {
        Placement::IDENTITY
    }
}

impl HeightField {
    /// The corner that centres a map of this size on its own origin [m].
    pub fn centred_corner_m(rows: u32, columns: u32, resolution_m: f64) -> [f64; 2] {
        [rows, columns].map(|count| -0.5 * f64::from(count.saturating_sub(1)) * resolution_m)
    }

    /// Extent along x and y [m] in the map's own frame.
    pub fn extent_m(&self) -> [f64; 2] {
        [self.rows, self.columns].map(|n| f64::from(n.saturating_sub(1)) * self.resolution_m)
    }

    /// Height of the ground [m] under a point of the world; none beside the map.
    ///
    /// The cell is split along the diagonal from its lowest to its highest corner in (x, y);
    /// each half is a plane through three grid points.
    pub fn height_at(&self, x_m: f64, y_m: f64) -> Option<f64> {
        let [x, y] = self.placement.local_m(x_m, y_m);
        let u = (x - self.corner_m[0]) / self.resolution_m;
        let v = (y - self.corner_m[1]) / self.resolution_m;
        let (row, column) = (u.floor(), v.floor());
        let is_inside = row >= 0.0
            && column >= 0.0
            && row + 1.0 < f64::from(self.rows)
            && column + 1.0 < f64::from(self.columns);
        if !is_inside {
            return None;
        }
        let (fx, fy) = (u - row, v - column);
        let (row, column) = (row as usize, column as usize);
        let z =
            |i: usize, j: usize| f64::from(self.heights_m[(row + i) * self.columns as usize + column + j]);
        let (low, high) = (z(0, 0), z(1, 1));
        let height = if fy >= fx {
            let side = z(0, 1);
            low + fy * (side - low) + fx * (high - side)
        } else {
            let side = z(1, 0);
            low + fx * (side - low) + fy * (high - side)
        };
        Some(self.placement.origin_m[2] + height)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field() -> HeightField {
        HeightField {
            rows: 3,
            columns: 2,
            heights_m: vec![0.0, 1.0, 2.0, 3.0, 4.0, 9.0],
            resolution_m: 2.0,
            corner_m: [-1.0, 5.0],
            placement: Placement::IDENTITY,
        }
    }

    #[test]
    fn rows_run_along_x_and_columns_along_y() {
        let field = field();
        assert_eq!(field.extent_m(), [4.0, 2.0]);
        assert_eq!(field.height_at(-1.0, 5.0), Some(0.0));
        assert_eq!(field.height_at(1.0, 5.0), Some(2.0));
        let near_column_one = field.height_at(-1.0, 7.0 - 1e-9).unwrap();
        assert!((near_column_one - 1.0).abs() < 1e-8);
    }

    #[test]
    fn each_half_of_a_cell_is_a_plane_through_its_corners() {
        let field = field();
        // Second cell: corners 2 (low), 3 (+y), 4 (+x), 9 (high).
        assert_eq!(field.height_at(2.0, 6.0), Some(5.5), "on the diagonal");
        assert_eq!(field.height_at(1.5, 6.0), Some(2.0 + 0.5 * 1.0 + 0.25 * 6.0));
        assert_eq!(field.height_at(2.0, 5.5), Some(2.0 + 0.5 * 2.0 + 0.25 * 5.0));
    }

    #[test]
    fn beside_the_map_there_is_no_ground() {
        let field = field();
        for (x, y) in [(-1.01, 5.5), (3.0, 5.5), (0.0, 4.99), (0.0, 7.0), (f64::NAN, 6.0)] {
            assert_eq!(field.height_at(x, y), None, "({x}, {y})");
        }
        assert_eq!(HeightField::default().height_at(0.0, 0.0), None);
    }

    #[test]
    fn a_turned_and_lifted_map_keeps_its_shape() {
        let mut field = field();
        field.placement = Placement { origin_m: [10.0, 20.0, 1.5], cos_yaw: 0.6, sin_yaw: 0.8 };
        let [x, y, _] = field.placement.world_m([1.5, 6.0, 0.0]);
        let height = field.height_at(x, y).unwrap();
        assert!((height - (1.5 + 2.0 + 0.5 + 1.5)).abs() < 1e-9);
    }

    #[test]
    fn a_centred_map_lies_evenly_about_its_origin() {
        assert_eq!(HeightField::centred_corner_m(5, 3, 0.5), [-1.0, -0.5]);
    }
}
