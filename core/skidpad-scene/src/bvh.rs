//! A bounding-volume hierarchy over the triangles of one mesh: what does this ray hit first?
//!
//! Built once per mesh, the same for the same mesh everywhere. Traversal is scalar, nearest child
//! first. A hit lies inside the ray's way through the triangle's own box, and boxes of nodes are
//! judged by the same arithmetic, which is monotonic: so no order of looking can lose or change it.

use crate::Mesh;
use crate::pair::Pair;
use crate::ray::{Hit, PreparedRay, Ray};
use crate::tree::{Bounds, Tree};
use crate::wide::{WideStack, WideTree};
use skidpad_lanes::{LANE_COUNT, Lanes32, Plain32};

/// A node with at most this many pairs of triangles need not be split, and what visiting it costs, in
/// tests of pairs. Both by measurement.
const SMALL: (usize, f32) = (1, 0.0);
/// The same for a mesh whose tree no cache holds: nodes come from memory then.
const LARGE: (usize, f32) = (4, 2.0);
/// Pairs of a large mesh.
const LARGE_PAIRS: usize = 300_000;

/// The hierarchy, with its own copy of the triangles in the order it needs them.
#[derive(Clone, Debug, Default)]
pub struct Bvh {
    /// None without triangles.
    pub(crate) wide: Option<WideTree>,
    /// In the order of the leaves.
    pub(crate) pairs: Vec<Pair>,
}

impl Bvh {
    /// Build the hierarchy of a consistent mesh.
    pub fn build(mesh: &Mesh) -> Bvh {
        let mut pairs = Pair::all_of(mesh);
        let (leaf_size, node_cost) = if pairs.len() < LARGE_PAIRS { SMALL } else { LARGE };
        let tree = Tree::build(pairs.iter().map(Pair::bounds), leaf_size, node_cost);
        let wide = WideTree::new(&tree);
        if pairs.len() < LARGE_PAIRS {
            // A copy is quicker, and thousands of them lie in memory without holes.
            pairs = tree.order.iter().map(|&number| pairs[number as usize]).collect();
        } else {
            put_in_order(&mut pairs, tree.order);
        }
        Bvh { wide, pairs }
    }

    /// The first triangle along a ray; of several at the same distance, that with the smallest number.
    pub fn first_hit(&self, ray: &Ray) -> Option<Hit> {
        let prepared = PreparedRay::new(ray, self.bounds()?)?;
        let mut best = None;
        self.walk::<Plain32>(&prepared, ray.t_max, &mut WideStack::new(), |hit, _, limit| {
            if best.is_none_or(|best| hit.is_before(&best)) {
                best = Some(hit);
                *limit = hit.t;
            }
            false
        });
        best
    }

    /// Show every triangle that the ray may meet before the limit to `meets`, with the place of its pair, which
    /// may lower the limit, and ends the walk by saying true.
    #[inline(always)]
    pub(crate) fn walk<V: Lanes32>(
        &self,
        ray: &PreparedRay,
        t_max: f32,
        stack: &mut WideStack,
        mut meets: impl FnMut(Hit, u32, &mut f32) -> bool,
    ) {
        let Some(tree) = &self.wide else {
            return;
        };
        let mut limit = t_max;
        let bottom = stack.depth();
        let mut node = 0_u32;
        'nodes: loop {
            let (entered, enters) = ray.enter_children::<V>(&tree.nodes[node as usize], limit);
            let mut next = stack.enter(node, entered, &enters, bottom, |_| {});
            while let Some(waiting) = next {
                if waiting.enters <= limit {
                    let parent = &tree.nodes[(waiting.child / LANE_COUNT as u32) as usize];
                    let slot = waiting.child as usize % LANE_COUNT;
                    let (first, count) = (parent.first[slot], parent.count[slot]);
                    if count == 0 {
                        node = first;
                        continue 'nodes;
                    }
                    for (place, pair) in (first..).zip(&self.pairs[first as usize..(first + count) as usize])
                    {
                        for which in 0..2 {
                            if let Some(number) = pair.number(which)
                                && let Some(hit) = ray.meet(&pair.triangle(which), number)
                                && hit.t <= limit
                                && meets(hit, place, &mut limit)
                            {
                                stack.cut(bottom);
                                return;
                            }
                        }
                    }
                }
                next = stack.pop_above(bottom);
            }
            return;
        }
    }

    /// The box around everything; none without triangles.
    pub(crate) fn bounds(&self) -> Option<&Bounds> {
        self.wide.as_ref().map(|tree| &tree.bounds)
    }

    /// Smallest and largest corner [m]; none without triangles.
    pub fn bounds_m(&self) -> Option<([f32; 3], [f32; 3])> {
        self.bounds().map(|bounds| (bounds.low, bounds.high))
    }
}

/// Puts the item of number `order[k]` in place k, cycle by cycle: a large mesh should not need memory for a second list.
fn put_in_order<T>(items: &mut [T], mut order: Vec<u32>) {
    for start in 0..items.len() {
        let mut place = start;
        while order[place] as usize != start {
            let from = order[place] as usize;
            items.swap(place, from);
            order[place] = place as u32;
            place = from;
        }
        order[place] = place as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random_points::Random;
    use crate::{Affine, Primitive, Solid};

    /// The judge: every triangle, one by one.
    fn brute_force(mesh: &Mesh, ray: &Ray) -> Option<Hit> {
        let mut bounds = Bounds::EMPTY;
        mesh.triangle_corners().flatten().for_each(|p| bounds.add(&p));
        let prepared = PreparedRay::new(ray, &bounds)?;
        (0..)
            .zip(mesh.triangle_corners())
            .filter_map(|(number, corners)| prepared.meet(&corners, number))
            .filter(|hit| hit.t <= ray.t_max)
            .fold(None, |best: Option<Hit>, hit| match best {
                Some(best) if !hit.is_before(&best) => Some(best),
                _ => Some(hit),
            })
    }

    /// A second judge of another kind, in double precision (Möller–Trumbore): the nearest distance.
    fn nearest_in_double(mesh: &Mesh, ray: &Ray) -> Option<f64> {
        let sub = |a: [f64; 3], b: [f64; 3]| [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
        let dot = |a: [f64; 3], b: [f64; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
        let cross = |a: [f64; 3], b: [f64; 3]| {
            [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
        };
        let (o, d) = (ray.origin_m.map(f64::from), ray.direction.map(f64::from));
        let meet = |corners: [[f32; 3]; 3]| {
            let [a, b, c] = corners.map(|p| p.map(f64::from));
            let (e1, e2, s) = (sub(b, a), sub(c, a), sub(o, a));
            let p = cross(d, e2);
            let determinant = dot(e1, p);
            let u = dot(s, p) / determinant;
            let q = cross(s, e1);
            let v = dot(d, q) / determinant;
            let t = dot(e2, q) / determinant;
            (determinant != 0.0 && u >= 0.0 && v >= 0.0 && u + v <= 1.0 && t >= 0.0).then_some(t)
        };
        mesh.triangle_corners().filter_map(meet).min_by(f64::total_cmp)
    }

    /// A few solids, and a heap of random triangles.
    fn scenes() -> Vec<Mesh> {
        let mut random = Random::new(7);
        let mut yard = Mesh::default();
        for k in 0..30 {
            let solids = [
                Primitive::Sphere { radius_m: 0.5, vertex_count: 12 },
                Primitive::Box { lx_m: 1.0, ly_m: 0.5, lz_m: 0.7 },
                Primitive::Ramp { lx_m: 1.0, ly_m: 1.0, lz_m: 0.3 },
            ];
            let [x, y, z] = random.point(5.0).map(f64::from);
            yard.append(&solids[k % 3].mesh(), &Affine::translation(x, y, z));
        }
        let mut heap = Mesh::default();
        for k in 0..700 {
            let base = random.point(5.0);
            heap.positions.push(base);
            for _ in 0..2 {
                let side = random.point(1.0);
                heap.positions.push([0, 1, 2].map(|axis| base[axis] + side[axis]));
            }
            heap.triangles.push([3 * k, 3 * k + 1, 3 * k + 2]);
        }
        // A flat floor of many equal squares: ties along every edge.
        let mut floor = Mesh::default();
        for i in 0..16_u8 {
            for j in 0..16_u8 {
                let tile = Primitive::Box { lx_m: 0.5, ly_m: 0.5, lz_m: 0.25 }.mesh();
                let place = Affine::translation(f64::from(i) * 0.5 - 4.0, f64::from(j) * 0.5 - 4.0, 0.0);
                floor.append(&tile, &place);
            }
        }
        vec![yard, heap, floor]
    }

    fn ray(random: &mut Random, k: usize) -> Ray {
        let origin_m = random.point(8.0);
        let mut direction = random.point(1.0);
        // Some along an axis or in a plane, from round coordinates: the hard ones.
        match k % 8 {
            0 => direction = [0.0, 0.0, -1.0],
            1 => direction = [1.0, 0.0, 0.0],
            2 => direction = [0.0, -1.0, 0.0],
            3 => direction[2] = 0.0,
            _ => {}
        }
        let origin_m = if k.is_multiple_of(3) { origin_m.map(|v| (v * 2.0).round() / 2.0) } else { origin_m };
        Ray { origin_m, direction, t_max: if k.is_multiple_of(5) { 4.0 } else { f32::INFINITY } }
    }

    /// More by night.
    #[allow(clippy::disallowed_methods)]
    fn ray_count() -> usize {
        if std::env::var_os("SKIDPAD_NIGHTLY").is_some() { 200_000 } else { 4_000 }
    }

    #[test]
    fn items_are_put_in_order() {
        let mut random = Random::new(3);
        for count in [0, 1, 2, 7, 500] {
            let mut keyed: Vec<(f32, u32)> = (0..count).map(|number| (random.signed(), number)).collect();
            keyed.sort_by(|a, b| a.0.total_cmp(&b.0));
            let order: Vec<u32> = keyed.iter().map(|&(_, number)| number).collect();
            let mut items: Vec<u32> = (0..count).map(|number| 1000 + number).collect();
            let expected: Vec<u32> = order.iter().map(|&number| items[number as usize]).collect();
            put_in_order(&mut items, order);
            assert_eq!(items, expected);
        }
    }

    #[test]
    fn the_tree_finds_what_looking_at_every_triangle_finds() {
        for (number, mesh) in scenes().iter().enumerate() {
            let bvh = Bvh::build(mesh);
            let mut random = Random::new(11 + number as u64);
            let mut hits = 0;
            for k in 0..ray_count() {
                let ray = ray(&mut random, k);
                let found = bvh.first_hit(&ray);
                assert_eq!(found, brute_force(mesh, &ray), "scene {number}: {ray:?}");
                hits += usize::from(found.is_some());
            }
            assert!(hits > ray_count() / 50, "scene {number} is hit {hits} times");
        }
    }

    #[test]
    fn distances_agree_with_double_precision() {
        let mesh = &scenes()[1];
        let bvh = Bvh::build(mesh);
        let mut random = Random::new(3);
        let (mut agreed, mut apart) = (0, 0);
        for _ in 0..5_000 {
            let ray = Ray { origin_m: random.point(8.0), direction: random.point(1.0), t_max: f32::INFINITY };
            match (bvh.first_hit(&ray), nearest_in_double(mesh, &ray)) {
                (None, None) => agreed += 1,
                (Some(hit), Some(t)) if (f64::from(hit.t) - t).abs() < 1e-4 * (1.0 + t) => agreed += 1,
                // A ray that grazes an edge may pass on either side.
                _ => apart += 1,
            }
        }
        assert!(apart <= 2, "{apart} of {} differ", agreed + apart);
    }

    /// From inside a closed mesh every ray hits, also those aimed at corners and edges.
    #[test]
    fn a_closed_mesh_does_not_leak() {
        let mesh = Primitive::Sphere { radius_m: 3.0, vertex_count: 40 }.mesh();
        let bvh = Bvh::build(&mesh);
        let mut random = Random::new(5);
        let mut check = |target: [f32; 3]| {
            let origin_m = random.point(1.0);
            let direction = [0, 1, 2].map(|axis| target[axis] - origin_m[axis]);
            let ray = Ray { origin_m, direction, t_max: f32::INFINITY };
            assert!(bvh.first_hit(&ray).is_some(), "{ray:?}");
        };
        for corners in mesh.triangle_corners() {
            for k in 0..3 {
                check(corners[k]);
                check([0, 1, 2].map(|axis| 0.5 * (corners[k][axis] + corners[(k + 1) % 3][axis])));
                check([0, 1, 2].map(|axis| 0.25 * corners[k][axis] + 0.75 * corners[(k + 1) % 3][axis]));
            }
        }
        let mut aim = Random::new(6);
        (0..ray_count()).for_each(|_| check(aim.point(10.0)));
    }

    #[test]
    fn equal_and_degenerate_triangles_make_a_tree_too() {
        let mut mesh =
            Mesh { positions: vec![[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]], ..Mesh::default() };
        mesh.triangles = vec![[0, 1, 2]; 1000];
        mesh.triangles.extend([[0, 0, 0]; 1000]);
        let bvh = Bvh::build(&mesh);
        let down = Ray { origin_m: [0.2, 0.2, 1.0], direction: [0.0, 0.0, -1.0], t_max: f32::INFINITY };
        let hit = bvh.first_hit(&down).unwrap();
        assert_eq!((hit.triangle, hit.t), (0, 1.0));
        assert_eq!(Bvh::build(&Mesh::default()).first_hit(&down), None);
        let far = Mesh {
            positions: vec![[3e38; 3], [-3e38; 3], [0.0; 3]],
            triangles: vec![[0, 1, 2]; 50],
            ..Mesh::default()
        };
        Bvh::build(&far).first_hit(&down);
    }
}
