//! Two triangles that share an edge: the leaves of a tree hold them together, and rays are tested against four
//! corners and five edges instead of six and six.

use crate::Mesh;
use crate::tree::Bounds;
use std::collections::VecDeque;

/// Triangles that wait for a partner at a time.
const WINDOW: usize = 4;
/// No triangle.
const NONE: u32 = u32::MAX;

/// Corners 0 1 2 are one triangle, 0 2 3 the other, both as their mesh winds them.
#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(align(64))]
pub(crate) struct Pair {
    pub(crate) corners: [[f32; 3]; 4],
    /// Their numbers in the mesh; the second may be missing.
    numbers: [u32; 2],
    /// Where in its list above each triangle's own first corner stands.
    starts: [u8; 2],
}

impl Pair {
    /// All triangles of a mesh: those that are near in its list together where they share an edge.
    pub(crate) fn all_of(mesh: &Mesh) -> Vec<Pair> {
        let mut pairs = Vec::with_capacity(mesh.triangles.len() / 2);
        let mut waiting: VecDeque<(u32, [[f32; 3]; 3])> = VecDeque::with_capacity(WINDOW + 1);
        for (number, corners) in (0..).zip(mesh.triangle_corners()) {
            // The latest first: most meshes list the halves of a quadrangle one after the other.
            let partner = (0..waiting.len()).rev().find_map(|place| {
                let (first, before) = &waiting[place];
                Some((place, Pair::of(*first, before, number, &corners)?))
            });
            match partner {
                Some((place, pair)) => {
                    waiting.remove(place);
                    pairs.push(pair);
                }
                None => waiting.push_back((number, corners)),
            }
            if waiting.len() > WINDOW {
                pairs.extend(waiting.pop_front().map(|(number, corners)| Pair::alone(number, &corners)));
            }
        }
        pairs.extend(waiting.iter().map(|(number, corners)| Pair::alone(*number, corners)));
        pairs
    }

    fn alone(number: u32, &[a, b, c]: &[[f32; 3]; 3]) -> Pair {
        Pair { corners: [a, b, c, c], numbers: [number, NONE], starts: [0; 2] }
    }

    /// None where they share no edge that both wind alike, or lie so that their box is mostly empty.
    fn of(first: u32, one: &[[f32; 3]; 3], second: u32, other: &[[f32; 3]; 3]) -> Option<Pair> {
        // The shared edge runs from corner `i` of the first triangle back to the one before it, and in the
        // other from `j` to the next.
        let mut places = (0..3_usize).flat_map(|i| (0..3_usize).map(move |j| (i, j)));
        let (i, j) = places.find(|&(i, j)| one[i] == other[j] && one[(i + 2) % 3] == other[(j + 1) % 3])?;
        let [a, b] = [one, other].map(Bounds::of_triangle);
        let is_tight = a.join(&b).half_area() <= 0.9 * (a.half_area() + b.half_area());
        is_tight.then(|| Pair {
            corners: [one[i], one[(i + 1) % 3], one[(i + 2) % 3], other[(j + 2) % 3]],
            numbers: [first, second],
            starts: [((3 - i) % 3) as u8, ((3 - j) % 3) as u8],
        })
    }

    /// The number of the first or second triangle in the mesh; none for a missing one.
    #[inline(always)]
    pub(crate) fn number(&self, which: usize) -> Option<u32> {
        Some(self.numbers[which]).filter(|&number| number != NONE)
    }

    /// In the order in which the mesh has the triangle's corners, from any three that are in ours.
    #[inline(always)]
    pub(crate) fn in_mesh_order<T: Copy>(&self, which: usize, [a, b, c]: [T; 3]) -> [T; 3] {
        match self.starts[which] {
            0 => [a, b, c],
            1 => [b, c, a],
            _ => [c, a, b],
        }
    }

    /// The corners of a triangle as its mesh has them.
    #[inline(always)]
    pub(crate) fn triangle(&self, which: usize) -> [[f32; 3]; 3] {
        let [a, b, c, d] = self.corners;
        self.in_mesh_order(which, if which == 0 { [a, b, c] } else { [a, c, d] })
    }

    pub(crate) fn bounds(&self) -> Bounds {
        let mut bounds = Bounds::EMPTY;
        self.corners.iter().for_each(|corner| bounds.add(corner));
        bounds
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Primitive, Solid};

    #[test]
    fn every_triangle_is_in_one_pair_as_its_mesh_has_it() {
        for solid in [
            Primitive::Sphere { radius_m: 1.0, vertex_count: 12 },
            Primitive::Box { lx_m: 1.0, ly_m: 2.0, lz_m: 3.0 },
            Primitive::Cylinder { radius_m: 1.0, length_m: 2.0, vertex_count: 9 },
        ] {
            let mut mesh = solid.mesh();
            // Other rotations of the same triangles, and a mirrored one, which finds no partner.
            for (k, triangle) in mesh.triangles.iter_mut().enumerate() {
                triangle.rotate_left(k / 2 % 3);
            }
            mesh.triangles.last_mut().unwrap().swap(0, 1);
            let expected: Vec<_> = mesh.triangle_corners().collect();
            let mut seen = vec![0; expected.len()];
            let pairs = Pair::all_of(&mesh);
            for pair in &pairs {
                for which in 0..2 {
                    let Some(number) = pair.number(which) else { continue };
                    seen[number as usize] += 1;
                    assert_eq!(pair.triangle(which), expected[number as usize]);
                }
            }
            assert!(seen.iter().all(|&count| count == 1), "{seen:?}");
            assert!(pairs.len() < expected.len() * 2 / 3, "{} of {}", pairs.len(), expected.len());
        }
    }
}
