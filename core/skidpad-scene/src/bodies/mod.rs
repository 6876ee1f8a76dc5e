//! Shapes for what has no mesh of its own: chassis, wheels, walls, floors, terrain, people.
//!
//! Each function gives a mesh in the frame that its comment names; colours come after, by
//! [`painted`], except where a shape has several.

mod figure;
mod ground;
mod prism;
mod scattered;
mod wall;
mod wheel;

pub use figure::{Limb, figure, swing_rad};
pub use ground::{plane, terrain};
pub use prism::prism;
pub use scattered::{cloud, grid_walls};
pub use wall::{Opening, panel_count, wall};
pub use wheel::wheel;

use crate::{Affine, Material, Mesh};

/// The whole mesh in one material, its own forgotten.
pub fn painted(mesh: &Mesh, material: &Material) -> Mesh {
    let mut out = Mesh::default();
    out.append_painted(mesh, &Affine::IDENTITY, Some(material));
    out
}

/// A plain colour as a material.
pub fn colour(rgba: [f32; 4]) -> Material {
    Material { rgba, ..Material::default() }
}

/// Add a square of four corners, counter-clockwise seen from outside, with its own vertices.
fn add_quad(mesh: &mut Mesh, corners: [[f64; 3]; 4]) {
    let base = mesh.positions.len() as u32;
    mesh.positions.extend(corners.map(|p| p.map(|value| value as f32)));
    mesh.triangles.extend([[base, base + 1, base + 2], [base, base + 2, base + 3]]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Bvh, Ray};
    use std::collections::BTreeMap;

    /// Six times the volume is the sum of a · (b × c); positive if the triangles face outward.
    pub(super) fn volume_m3(mesh: &Mesh) -> f64 {
        let six = |[a, b, c]: [[f64; 3]; 3]| {
            a[0] * (b[1] * c[2] - b[2] * c[1])
                + a[1] * (b[2] * c[0] - b[0] * c[2])
                + a[2] * (b[0] * c[1] - b[1] * c[0])
        };
        mesh.triangle_corners().map(|t| six(t.map(|p| p.map(f64::from)))).sum::<f64>() / 6.0
    }

    /// Every edge is met once in each direction, vertices at the same place being one.
    pub(super) fn is_closed(mesh: &Mesh) -> bool {
        let mut edges = BTreeMap::new();
        let key = |p: [f32; 3]| p.map(|value| (value + 0.0).to_bits());
        for [a, b, c] in mesh.triangle_corners() {
            for (from, to) in [(a, b), (b, c), (c, a)] {
                *edges.entry((key(from), key(to))).or_insert(0) += 1;
            }
        }
        edges.iter().all(|(&(a, b), count)| edges.get(&(b, a)) == Some(count))
    }

    pub(super) fn range_m(mesh: &Mesh, origin_m: [f32; 3], direction: [f32; 3]) -> Option<f32> {
        let ray = Ray { origin_m, direction, t_max: f32::INFINITY };
        Bvh::build(mesh).first_hit(&ray).map(|hit| hit.t)
    }

    #[test]
    fn paint_covers_everything_and_keeps_the_shape() {
        let floor = plane([-1.0, 1.0], [-1.0, 1.0], [2.0, 2.0]);
        let red = painted(&floor, &colour([1.0, 0.0, 0.0, 1.0]));
        assert!(red.is_consistent());
        assert_eq!((red.positions, red.uvs), (floor.positions, floor.uvs));
        assert_eq!(red.triangle_materials, [0, 0]);
    }
}
