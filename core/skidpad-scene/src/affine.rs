//! An affine map of space: what a mesh file's nodes, a visual's scale and offsets, and a pose add up to.

use serde::{Deserialize, Serialize};
use skidpad_math::Pose3;

/// p ↦ linear · p + translation.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Affine {
    /// Rows of the linear part: rotation, scale, shear.
    pub linear: [[f64; 3]; 3],
    /// Where the origin goes [m].
    pub translation_m: [f64; 3],
}

impl Affine {
    /// Every point stays where it is.
    pub const IDENTITY: Affine = Affine::scale(1.0);

    /// The same scale along every axis.
    pub const fn scale(factor: f64) -> Affine {
        Affine {
            linear: [[factor, 0.0, 0.0], [0.0, factor, 0.0], [0.0, 0.0, factor]],
            translation_m: [0.0; 3],
        }
    }

    /// A shift without rotation.
    pub const fn translation(x_m: f64, y_m: f64, z_m: f64) -> Affine {
        Affine { translation_m: [x_m, y_m, z_m], ..Affine::IDENTITY }
    }

    /// A pose after a uniform scale: how a `<visual>` is placed on its object.
    pub fn from_pose(pose: &Pose3, scale: f64) -> Affine {
        Affine {
            linear: pose.rotation().rows.map(|row| row.map(|value| value * scale)),
            translation_m: [pose.x_m, pose.y_m, pose.z_m],
        }
    }

    /// From sixteen numbers, row by row, as scene files and `<transformation>` write a 4×4 matrix.
    /// The last row is taken to be 0 0 0 1.
    pub fn from_rows(m: &[f64; 16]) -> Affine {
        Affine {
            linear: [[m[0], m[1], m[2]], [m[4], m[5], m[6]], [m[8], m[9], m[10]]],
            translation_m: [m[3], m[7], m[11]],
        }
    }

    /// Where a point goes.
    pub fn apply(&self, p: [f64; 3]) -> [f64; 3] {
        let mut moved = self.translation_m;
        for (row, out) in self.linear.iter().zip(&mut moved) {
            *out += row[0] * p[0] + row[1] * p[1] + row[2] * p[2];
        }
        moved
    }

    /// First `inner`, then this map.
    pub fn after(&self, inner: &Affine) -> Affine {
        let mut linear = [[0.0; 3]; 3];
        for (row, out) in self.linear.iter().zip(&mut linear) {
            for (column, value) in out.iter_mut().enumerate() {
                *value = (0..3).map(|k| row[k] * inner.linear[k][column]).sum();
            }
        }
        Affine { linear, translation_m: self.apply(inner.translation_m) }
    }

    /// Volume scale; negative for a mirror.
    pub fn determinant(&self) -> f64 {
        let [a, b, c] = self.linear;
        a[0] * (b[1] * c[2] - b[2] * c[1]) - a[1] * (b[0] * c[2] - b[2] * c[0])
            + a[2] * (b[0] * c[1] - b[1] * c[0])
    }

    /// The map back; none where this one flattens space.
    pub fn inverse(&self) -> Option<Affine> {
        let [a, b, c] = self.linear;
        let cross = |u: [f64; 3], v: [f64; 3]| {
            [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
        };
        let determinant = self.determinant();
        if determinant == 0.0 || !determinant.is_finite() {
            return None;
        }
        // The rows of the inverse are the columns of the cofactors.
        let cofactors = [cross(b, c), cross(c, a), cross(a, b)];
        let linear = std::array::from_fn(|row| std::array::from_fn(|k| cofactors[k][row] / determinant));
        let back = Affine { linear, translation_m: [0.0; 3] };
        let translation_m = back.apply(self.translation_m.map(|value| -value));
        Some(Affine { linear, translation_m })
    }
}

impl Default for Affine {
    fn default() -> Affine {
        Affine::IDENTITY
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A quarter turn to the left about z.
    const TURN: Affine =
        Affine { linear: [[0.0, -1.0, 0.0], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0]], translation_m: [0.0; 3] };

    #[test]
    fn after_applies_the_inner_map_first() {
        let shift_then_turn = TURN.after(&Affine::translation(1.0, 0.0, 0.0));
        assert_eq!(shift_then_turn.apply([0.0; 3]), [0.0, 1.0, 0.0]);
        let turn_then_shift = Affine::translation(1.0, 0.0, 0.0).after(&TURN);
        assert_eq!(turn_then_shift.apply([1.0, 0.0, 2.0]), [1.0, 1.0, 2.0]);
    }

    #[test]
    fn a_rolled_visual_stands_up() {
        let pose = Pose3 { z_m: 1.0, roll_rad: std::f64::consts::FRAC_PI_2, ..Pose3::default() };
        let up = Affine::from_pose(&pose, 2.0).apply([0.0, 1.0, 0.0]);
        assert!(up[1].abs() < 1e-12 && (up[2] - 3.0).abs() < 1e-12, "{up:?}");
    }

    #[test]
    fn the_inverse_leads_back() {
        let map = Affine {
            linear: [[1.0, 2.0, 0.5], [-0.3, 1.5, 0.0], [0.2, -1.0, -2.0]],
            translation_m: [5.0, -3.0, 2.0],
        };
        let back = map.inverse().unwrap().apply(map.apply([0.7, 0.1, -4.0]));
        assert!(back.iter().zip([0.7, 0.1, -4.0]).all(|(a, b)| (a - b).abs() < 1e-14), "{back:?}");
        assert_eq!(Affine::scale(0.0).inverse(), None);
    }

    #[test]
    fn determinant_is_the_volume_scale() {
        assert_eq!(Affine::scale(2.0).determinant(), 8.0);
        assert_eq!(TURN.determinant(), 1.0);
        let mirror = Affine::from_rows(&[
            -1.0, 0.0, 0.0, 5.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0,
        ]);
        assert_eq!(mirror.determinant(), -1.0);
        assert_eq!(mirror.apply([0.0; 3]), [5.0, 0.0, 0.0]);
    }
}
