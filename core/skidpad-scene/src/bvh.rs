//! A bounding-volume hierarchy over the triangles of one mesh: what does this ray hit first?
//!
//! Built once per mesh by the surface-area heuristic over sixteen bins, the same for the same
//! mesh everywhere. Traversal is scalar, nearest child first.

use crate::Mesh;
use crate::ray::{Hit, Ray, ShearedRay};

/// Bins of centres per axis.
const BINS: usize = 16;
/// A node with at most this many triangles is not split.
const LEAF_TRIANGLES: usize = 4;
/// From this depth on ranges are halved, so that no mesh makes a deeper tree than the stack holds.
const HALVING_DEPTH: u32 = 40;
/// Halving ends after 32 further levels at most.
const STACK_SIZE: usize = 80;

/// The hierarchy, with its own copy of the corners in the order it needs them.
#[derive(Clone, Debug, Default)]
pub struct Bvh {
    nodes: Vec<Node>,
    corners: Vec<[[f32; 3]; 3]>,
    /// Number in the mesh of each triangle in `corners`.
    numbers: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    low: [f32; 3],
    high: [f32; 3],
    /// First triangle of a leaf; of an inner node the left child, the right one follows it.
    first: u32,
    /// Triangles of a leaf, 0 for an inner node.
    count: u32,
}

/// An axis-aligned box.
#[derive(Clone, Copy)]
struct Bounds {
    low: [f32; 3],
    high: [f32; 3],
}

impl Bounds {
    const EMPTY: Bounds = Bounds { low: [f32::INFINITY; 3], high: [f32::NEG_INFINITY; 3] };

    fn add(&mut self, p: &[f32; 3]) {
        for (axis, &value) in p.iter().enumerate() {
            self.low[axis] = self.low[axis].min(value);
            self.high[axis] = self.high[axis].max(value);
        }
    }

    fn join(mut self, other: &Bounds) -> Bounds {
        self.add(&other.low);
        self.add(&other.high);
        self
    }

    /// Half the surface; zero for an empty box.
    fn half_area(&self) -> f32 {
        let [x, y, z] = [0, 1, 2].map(|axis| (self.high[axis] - self.low[axis]).max(0.0));
        x * y + y * z + z * x
    }
}

/// A triangle while the tree is built.
#[derive(Clone, Copy)]
struct Item {
    number: u32,
    bounds: Bounds,
    centre: [f32; 3],
}

impl Bvh {
    /// Build the hierarchy of a consistent mesh.
    pub fn build(mesh: &Mesh) -> Bvh {
        let corners: Vec<[[f32; 3]; 3]> = mesh.triangle_corners().collect();
        let mut items: Vec<Item> = (0..).zip(&corners).map(|(number, c)| Item::new(number, c)).collect();
        let mut bvh = Bvh::default();
        if items.is_empty() {
            return bvh;
        }
        bvh.nodes.push(Node { low: [0.0; 3], high: [0.0; 3], first: 0, count: 0 });
        // Node, its range of items, its depth.
        let mut waiting = vec![(0_usize, 0_usize, items.len(), 0_u32)];
        while let Some((node, start, end, depth)) = waiting.pop() {
            let range = &mut items[start..end];
            let bounds = range.iter().fold(Bounds::EMPTY, |sum, item| sum.join(&item.bounds));
            let middle = if depth < HALVING_DEPTH { split(range, &bounds) } else { halve(range) };
            let (first, count) = match middle {
                Some(middle) => {
                    let children = bvh.nodes.len();
                    let empty = Node { low: [0.0; 3], high: [0.0; 3], first: 0, count: 0 };
                    bvh.nodes.extend([empty; 2]);
                    waiting.push((children + 1, start + middle, end, depth + 1));
                    waiting.push((children, start, start + middle, depth + 1));
                    (children, 0)
                }
                None => (start, end - start),
            };
            bvh.nodes[node] =
                Node { low: bounds.low, high: bounds.high, first: first as u32, count: count as u32 };
        }
        bvh.corners = items.iter().map(|item| corners[item.number as usize]).collect();
        bvh.numbers = items.iter().map(|item| item.number).collect();
        bvh
    }

    /// The first triangle along a ray; of several at the same distance, that with the smallest number.
    pub fn first_hit(&self, ray: &Ray) -> Option<Hit> {
        let sheared = ShearedRay::new(ray)?;
        let slabs = Slabs::new(ray);
        let mut best: Option<Hit> = None;
        // Nodes still to visit, with the distance at which the ray enters them.
        let mut stack = [(0_u32, 0.0_f32); STACK_SIZE];
        stack[0].1 = slabs.enter(self.nodes.first()?, ray.t_max)?;
        let mut depth = 1;
        while depth > 0 {
            depth -= 1;
            let (index, enters) = stack[depth];
            let limit = best.map_or(ray.t_max, |hit| hit.t);
            if enters > limit {
                continue;
            }
            let node = &self.nodes[index as usize];
            if node.count > 0 {
                let range = node.first as usize..(node.first + node.count) as usize;
                for (corners, &number) in self.corners[range.clone()].iter().zip(&self.numbers[range]) {
                    if let Some(hit) = sheared.meet(corners, number)
                        && best.is_none_or(|best| hit.is_before(&best))
                    {
                        best = Some(hit);
                    }
                }
                continue;
            }
            let children = [node.first, node.first + 1];
            let [left, right] =
                children.map(|child| Some((child, slabs.enter(&self.nodes[child as usize], limit)?)));
            // The nearer one goes on top.
            let is_left_nearer = left.zip(right).is_none_or(|(l, r)| l.1 <= r.1);
            let order = if is_left_nearer { [right, left] } else { [left, right] };
            for child in order.into_iter().flatten() {
                stack[depth] = child;
                depth += 1;
            }
        }
        best
    }

    /// Smallest and largest corner [m]; none without triangles.
    pub fn bounds_m(&self) -> Option<([f32; 3], [f32; 3])> {
        self.nodes.first().map(|root| (root.low, root.high))
    }
}

impl Item {
    fn new(number: u32, corners: &[[f32; 3]; 3]) -> Item {
        let mut bounds = Bounds::EMPTY;
        corners.iter().for_each(|p| bounds.add(p));
        let centre = [0, 1, 2].map(|axis| 0.5 * bounds.low[axis] + 0.5 * bounds.high[axis]);
        Item { number, bounds, centre }
    }
}

/// Where to split a range, its items sorted to both sides; none for a leaf.
///
/// The surface-area heuristic: the cost of a split is, for both sides, the chance that a ray
/// meets the side (its surface) times its triangles.
fn split(items: &mut [Item], bounds: &Bounds) -> Option<usize> {
    if items.len() <= LEAF_TRIANGLES {
        return None;
    }
    let mut centres = Bounds::EMPTY;
    items.iter().for_each(|item| centres.add(&item.centre));
    let mut best: Option<(f32, usize, usize)> = None;
    for axis in 0..3 {
        if let Some((cost, bin)) = best_bin(items, &centres, axis)
            && best.is_none_or(|(known, _, _)| cost < known)
        {
            best = Some((cost, axis, bin));
        }
    }
    let as_leaf = bounds.half_area() * items.len() as f32;
    match best {
        Some((cost, axis, bin)) if cost < as_leaf || items.len() > 4 * LEAF_TRIANGLES => {
            let middle = partition(items, |item| bin_of(item, &centres, axis) <= bin);
            if middle == 0 || middle == items.len() { halve(items) } else { Some(middle) }
        }
        Some(_) => None,
        // All centres in one point: only their number can be split.
        None => halve(items),
    }
}

/// Two halves in the order they are in; a leaf when there are few.
fn halve(items: &mut [Item]) -> Option<usize> {
    (items.len() > LEAF_TRIANGLES).then_some(items.len() / 2)
}

fn bin_of(item: &Item, centres: &Bounds, axis: usize) -> usize {
    let width = centres.high[axis] - centres.low[axis];
    let place = (item.centre[axis] - centres.low[axis]) / width * BINS as f32;
    // Rounding may reach the far end; casting takes care of what is not a number.
    (place as usize).min(BINS - 1)
}

/// The cheapest split after one of the bins along an axis: its cost and the last bin on the left.
fn best_bin(items: &[Item], centres: &Bounds, axis: usize) -> Option<(f32, usize)> {
    let width = centres.high[axis] - centres.low[axis];
    if !(width > 0.0 && width.is_finite()) {
        return None;
    }
    let mut bins = [(Bounds::EMPTY, 0_usize); BINS];
    for item in items {
        let (bounds, count) = &mut bins[bin_of(item, centres, axis)];
        *bounds = bounds.join(&item.bounds);
        *count += 1;
    }
    let mut right_cost = [0.0_f32; BINS];
    let mut right = (Bounds::EMPTY, 0);
    for bin in (1..BINS).rev() {
        right = (right.0.join(&bins[bin].0), right.1 + bins[bin].1);
        right_cost[bin] = cost_of(&right);
    }
    let mut best: Option<(f32, usize)> = None;
    let mut left = (Bounds::EMPTY, 0);
    for bin in 0..BINS - 1 {
        left = (left.0.join(&bins[bin].0), left.1 + bins[bin].1);
        let cost = cost_of(&left) + right_cost[bin + 1];
        let is_split = left.1 > 0 && left.1 < items.len();
        if is_split && best.is_none_or(|(known, _)| cost < known) {
            best = Some((cost, bin));
        }
    }
    best
}

fn cost_of((bounds, count): &(Bounds, usize)) -> f32 {
    if *count == 0 { 0.0 } else { bounds.half_area() * *count as f32 }
}

/// Move the items that belong left to the front; how many there are.
fn partition(items: &mut [Item], is_left: impl Fn(&Item) -> bool) -> usize {
    let mut middle = 0;
    for index in 0..items.len() {
        if is_left(&items[index]) {
            items.swap(index, middle);
            middle += 1;
        }
    }
    middle
}

/// A ray prepared for many boxes.
struct Slabs {
    origin: [f32; 3],
    inverse: [f32; 3],
    /// Axes along which the ray does not move: there it is inside, faces included, or never.
    is_parallel: [bool; 3],
}

impl Slabs {
    /// Rounding may shift an exit by this factor: a box is left a little later rather than missed
    /// (Ize, *Robust BVH Ray Traversal*, JCGT 2(2), 2013).
    const EXIT_SLACK: f32 = 1.0 + 4.0 * f32::EPSILON;
    /// Directions smaller than this are none: their reciprocal would leave the range of numbers.
    const MIN_DIRECTION: f32 = 1e-20;

    fn new(ray: &Ray) -> Slabs {
        let is_parallel = ray.direction.map(|d| d.abs() < Slabs::MIN_DIRECTION);
        Slabs { origin: ray.origin_m, inverse: ray.direction.map(f32::recip), is_parallel }
    }

    /// The distance at which the ray enters a box, if it does before `limit`.
    fn enter(&self, node: &Node, limit: f32) -> Option<f32> {
        let (mut enters, mut leaves) = (0.0_f32, limit);
        for axis in 0..3 {
            let (low, high, origin) = (node.low[axis], node.high[axis], self.origin[axis]);
            if self.is_parallel[axis] {
                if origin < low || origin > high {
                    return None;
                }
                continue;
            }
            let a = (low - origin) * self.inverse[axis];
            let b = (high - origin) * self.inverse[axis];
            enters = enters.max(a.min(b));
            leaves = leaves.min(a.max(b) * Slabs::EXIT_SLACK);
        }
        (enters <= leaves).then_some(enters)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Affine, Primitive};

    struct Random(u64);

    impl Random {
        /// Evenly from −1 to 1.
        fn signed(&mut self) -> f32 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 >> 40) as f32 / (1_u64 << 23) as f32 - 1.0
        }

        fn point(&mut self, scale: f32) -> [f32; 3] {
            [self.signed(), self.signed(), self.signed()].map(|value| value * scale)
        }
    }

    /// The judge: every triangle, one by one.
    fn brute_force(mesh: &Mesh, ray: &Ray) -> Option<Hit> {
        let sheared = ShearedRay::new(ray)?;
        (0..)
            .zip(mesh.triangle_corners())
            .filter_map(|(number, corners)| sheared.meet(&corners, number))
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
        let mut random = Random(7);
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
    fn the_tree_finds_what_looking_at_every_triangle_finds() {
        for (number, mesh) in scenes().iter().enumerate() {
            let bvh = Bvh::build(mesh);
            let mut random = Random(11 + number as u64);
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
        let mut random = Random(3);
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
        let mut random = Random(5);
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
        let mut aim = Random(6);
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
