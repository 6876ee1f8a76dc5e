//! A ray, a box and a triangle: the watertight test.

use crate::tree::Bounds;
use crate::wide::WideNode;
use skidpad_lanes::{LANE_COUNT, Lanes32, Mask32};
use std::array::from_fn;

/// A half line. The direction need not have length one; distances count in its length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// Where it starts [m].
    pub origin_m: [f32; 3],
    /// Where it goes.
    pub direction: [f32; 3],
    /// It ends here, in lengths of `direction`; infinity for a ray without end.
    pub t_max: f32,
}

/// Where a ray meets a triangle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// Distance from the origin, in lengths of the direction.
    pub t: f32,
    /// Which triangle.
    pub triangle: u32,
    /// Weights of the triangle's second and third corner at the point; the first has the rest.
    pub weights: [f32; 2],
}

/// A ray prepared for the boxes and triangles of one tree.
///
/// Boxes: the slab test, widened by the rounding that the triangle test may suffer, so that a box
/// is never missed whose triangle is met. A direction of zero gets a huge reciprocal instead of an
/// infinite one: nothing becomes a non-number, and rays along an axis cost what others cost.
///
/// Triangles: Woop, Benthin, Wald, *Watertight Ray/Triangle Intersection*, JCGT 2(1), 2013, with
/// their widening of boxes in §3.3. The triangle is sheared so that the ray runs along +z from the
/// origin; the signs of the three edge functions then decide, and a shared edge has the same value,
/// up to its sign, in both triangles. Edge functions that come out as zero are taken again in
/// double precision. The distance is kept inside the ray's way through the triangle's box: at
/// grazing angles that is the better number, and it is what makes every traversal find the same.
/// Leaves out: culling of faces, which belongs to objects that are seen in part (`non_opaque`).
#[derive(Clone, Copy, Debug)]
pub(crate) struct PreparedRay {
    origin: [f32; 3],
    /// Axes in the order x, y, z of the sheared frame; z is where the ray runs most.
    axes: [usize; 3],
    shear: [f32; 3],
    /// The origin, moved so that boxes are entered a little early and left a little late.
    near_origin: [f32; 3],
    far_origin: [f32; 3],
    inverse: [f32; 3],
    is_backward: [bool; 3],
}

/// Widening of boxes, in parts of the distance to their far corners.
pub(crate) const WIDENING: f32 = 6.0 * f32::EPSILON;
/// Directions smaller than this are none: their reciprocal would leave the range of numbers.
pub(crate) const MIN_DIRECTION: f32 = 1e-20;

impl PreparedRay {
    /// For a tree inside `root`. None for a ray without a direction, or with values that are not numbers.
    #[inline(always)]
    pub(crate) fn new(ray: &Ray, root: &Bounds) -> Option<PreparedRay> {
        let (o, d) = (ray.origin_m, ray.direction);
        let is_sound = o.iter().chain(&d).all(|value| value.is_finite());
        let mut z = 0;
        for axis in 1..3 {
            if d[axis].abs() > d[z].abs() {
                z = axis;
            }
        }
        if !is_sound || d[z] == 0.0 || ray.t_max.is_nan() {
            return None;
        }
        let (mut x, mut y) = ((z + 1) % 3, (z + 2) % 3);
        if d[z] < 0.0 {
            // Keeps the winding of triangles.
            std::mem::swap(&mut x, &mut y);
        }
        let reach: [f32; 3] =
            from_fn(|axis| larger((root.low[axis] - o[axis]).abs(), (root.high[axis] - o[axis]).abs()));
        let farthest = larger(larger(reach[0], reach[1]), reach[2]);
        let inverse = d.map(reciprocal);
        let is_backward = inverse.map(|value| value < 0.0);
        let shift: [f32; 3] = from_fn(|axis| {
            let wide = WIDENING * (reach[axis] + farthest);
            if is_backward[axis] { -wide } else { wide }
        });
        Some(PreparedRay {
            origin: o,
            axes: [x, y, z],
            shear: [d[x] / d[z], d[y] / d[z], 1.0 / d[z]],
            near_origin: from_fn(|axis| o[axis] + shift[axis]),
            far_origin: from_fn(|axis| o[axis] - shift[axis]),
            inverse,
            is_backward,
        })
    }

    /// Where the ray enters and leaves a box; it misses the box where the first is the larger.
    #[inline(always)]
    pub(crate) fn span(&self, bounds: &Bounds) -> (f32, f32) {
        let (mut enters, mut leaves) = (0.0_f32, f32::INFINITY);
        for axis in 0..3 {
            let (low, high) = (bounds.low[axis], bounds.high[axis]);
            let (near, far) = if self.is_backward[axis] { (high, low) } else { (low, high) };
            enters = larger(enters, (near - self.near_origin[axis]) * self.inverse[axis]);
            leaves = smaller(leaves, (far - self.far_origin[axis]) * self.inverse[axis]);
        }
        (enters, leaves)
    }

    /// Which children of a node the ray enters not after `limit`, and where.
    #[inline(always)]
    pub(crate) fn enter_children<V: Lanes32>(&self, node: &WideNode, limit: f32) -> (u32, [f32; LANE_COUNT]) {
        let mut enters = V::splat(0.0);
        let mut leaves = V::splat(limit);
        for axis in 0..3 {
            let side = 2 * axis + usize::from(self.is_backward[axis]);
            let (near, far) = (V::from_array(&node.faces[side]), V::from_array(&node.faces[side ^ 1]));
            let inverse = V::splat(self.inverse[axis]);
            enters = enters.larger((near - V::splat(self.near_origin[axis])) * inverse);
            leaves = leaves.smaller((far - V::splat(self.far_origin[axis])) * inverse);
        }
        (enters.le(leaves).bits(), enters.to_array())
    }

    /// The hit with one triangle, however far.
    #[inline(always)]
    pub(crate) fn meet(&self, corners: &[[f32; 3]; 3], triangle: u32) -> Option<Hit> {
        let [x, y, z] = self.axes;
        let [sx, sy, sz] = self.shear;
        let sheared = corners.map(|p| {
            let q = [p[0] - self.origin[0], p[1] - self.origin[1], p[2] - self.origin[2]];
            [q[x] - sx * q[z], q[y] - sy * q[z], q[z]]
        });
        let [a, b, c] = sheared;
        let mut edges = [c[0] * b[1] - c[1] * b[0], a[0] * c[1] - a[1] * c[0], b[0] * a[1] - b[1] * a[0]];
        if is_outside(edges) {
            return None;
        }
        if edges.contains(&0.0) {
            edges = exact_edges([a[0], a[1]], [b[0], b[1]], [c[0], c[1]]);
            if is_outside(edges) {
                return None;
            }
        }
        let [u, v, w] = edges;
        let inverse = 1.0 / (u + v + w);
        let t = (u * a[2] + v * b[2] + w * c[2]) * sz * inverse;
        let (enters, leaves) = self.span(&Bounds::around(corners));
        // A triangle seen from its edge has no surface to hit: its inverse is no number.
        ((0.0..f32::INFINITY).contains(&t) && enters <= leaves).then(|| Hit {
            t: smaller(larger(t, enters), leaves),
            triangle,
            weights: [v * inverse, w * inverse],
        })
    }
}

/// The reciprocal of a direction, huge for one that is none.
#[inline(always)]
pub(crate) fn reciprocal(direction: f32) -> f32 {
    let is_none = direction.abs() < MIN_DIRECTION;
    1.0 / if is_none { MIN_DIRECTION.copysign(direction) } else { direction }
}

/// Signs that differ: the ray passes outside.
#[inline(always)]
pub(crate) fn is_outside([u, v, w]: [f32; 3]) -> bool {
    (u < 0.0 || v < 0.0 || w < 0.0) && (u > 0.0 || v > 0.0 || w > 0.0)
}

/// The edge functions of a sheared triangle, each rounded once.
pub(crate) fn exact_edges(a: [f32; 2], b: [f32; 2], c: [f32; 2]) -> [f32; 3] {
    let edge = |p: [f32; 2], q: [f32; 2]| {
        (f64::from(p[0]) * f64::from(q[1]) - f64::from(p[1]) * f64::from(q[0])) as f32
    };
    [edge(c, b), edge(a, c), edge(b, a)]
}

/// The larger of two, as vector instructions choose it.
#[inline(always)]
pub(crate) fn larger(a: f32, b: f32) -> f32 {
    if a > b { a } else { b }
}

/// The smaller of two, as vector instructions choose it.
#[inline(always)]
pub(crate) fn smaller(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

impl Hit {
    /// Nearer, or as near with a smaller number: the order in which triangles are met never shows.
    pub(crate) fn is_before(&self, other: &Hit) -> bool {
        self.t < other.t || (self.t == other.t && self.triangle < other.triangle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TRIANGLE: [[f32; 3]; 3] = [[0.0, 0.0, 2.0], [4.0, 0.0, 2.0], [0.0, 4.0, 2.0]];

    fn meet(origin_m: [f32; 3], direction: [f32; 3]) -> Option<Hit> {
        let ray = Ray { origin_m, direction, t_max: f32::INFINITY };
        PreparedRay::new(&ray, &Bounds::of_triangle(&TRIANGLE))?.meet(&TRIANGLE, 7)
    }

    #[test]
    fn distance_and_weights() {
        let hit = meet([1.0, 2.0, 0.0], [0.0, 0.0, 0.5]).unwrap();
        assert_eq!((hit.t, hit.triangle, hit.weights), (4.0, 7, [0.25, 0.5]));
        let from_behind = meet([1.0, 2.0, 5.0], [0.0, 0.0, -1.0]).unwrap();
        assert_eq!((from_behind.t, from_behind.weights), (3.0, [0.25, 0.5]));
    }

    #[test]
    fn what_is_behind_or_beside_is_not_met() {
        assert_eq!(meet([1.0, 1.0, 3.0], [0.0, 0.0, 1.0]), None);
        assert_eq!(meet([5.0, 1.0, 0.0], [0.0, 0.0, 1.0]), None);
        assert_eq!(meet([1.0, 1.0, 2.0], [1.0, 0.0, 0.0]), None, "in its plane");
        for direction in [[0.0; 3], [f32::NAN, 0.0, 0.0], [f32::INFINITY, 0.0, 0.0]] {
            assert_eq!(meet([0.0; 3], direction), None);
        }
    }
}
