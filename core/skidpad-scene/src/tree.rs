//! The builder of bounding-volume hierarchies: boxes in, a binary tree out.
//!
//! The surface-area heuristic over sixteen bins; the same tree for the same boxes everywhere.

use crate::ray::{larger, smaller};

/// Bins of centres per axis.
const BINS: usize = 16;
/// From this depth on ranges are halved, so that no scene makes a deeper tree than a stack
/// holds: halving ends after 32 further levels at most.
const HALVING_DEPTH: u32 = 40;
/// A binary tree over boxes; node 0 is the root. No nodes without boxes.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tree {
    pub(crate) nodes: Vec<Node>,
    /// Numbers of the boxes in the order in which leaves hold them.
    pub(crate) order: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Node {
    pub(crate) bounds: Bounds,
    /// First place in `order` of a leaf; of an inner node the left child, the right one follows it.
    pub(crate) first: u32,
    /// Boxes of a leaf, 0 for an inner node.
    pub(crate) count: u32,
}

/// An axis-aligned box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Bounds {
    pub(crate) low: [f32; 3],
    pub(crate) high: [f32; 3],
}

impl Bounds {
    pub(crate) const EMPTY: Bounds = Bounds { low: [f32::INFINITY; 3], high: [f32::NEG_INFINITY; 3] };

    pub(crate) fn add(&mut self, p: &[f32; 3]) {
        for (axis, &value) in p.iter().enumerate() {
            self.low[axis] = self.low[axis].min(value);
            self.high[axis] = self.high[axis].max(value);
        }
    }

    pub(crate) fn of_triangle(corners: &[[f32; 3]; 3]) -> Bounds {
        let mut bounds = Bounds::EMPTY;
        corners.iter().for_each(|p| bounds.add(p));
        bounds
    }

    /// The same, as vector instructions choose.
    #[inline(always)]
    pub(crate) fn around(corners: &[[f32; 3]; 3]) -> Bounds {
        let [a, b, c] = corners;
        let mut bounds = Bounds { low: *a, high: *a };
        for axis in 0..3 {
            bounds.low[axis] = smaller(smaller(a[axis], b[axis]), c[axis]);
            bounds.high[axis] = larger(larger(a[axis], b[axis]), c[axis]);
        }
        bounds
    }

    /// The box around both; an empty one adds nothing.
    #[inline(always)]
    pub(crate) fn join(mut self, other: &Bounds) -> Bounds {
        for axis in 0..3 {
            self.low[axis] = smaller(self.low[axis], other.low[axis]);
            self.high[axis] = larger(self.high[axis], other.high[axis]);
        }
        self
    }

    /// Half the surface; zero for an empty box.
    pub(crate) fn half_area(&self) -> f32 {
        let [x, y, z] = [0, 1, 2].map(|axis| (self.high[axis] - self.low[axis]).max(0.0));
        x * y + y * z + z * x
    }
}

/// A box while the tree is built.
#[derive(Clone, Copy)]
struct Item {
    number: u32,
    bounds: Bounds,
    centre: [f32; 3],
}

impl Item {
    fn new(number: u32, bounds: Bounds) -> Item {
        let centre = [0, 1, 2].map(|axis| 0.5 * bounds.low[axis] + 0.5 * bounds.high[axis]);
        Item { number, bounds, centre }
    }
}

impl Tree {
    /// Build the tree; a leaf holds at most `leaf_size` boxes, and visiting a node costs as much as
    /// testing what is in `node_cost` of them.
    pub(crate) fn build(boxes: impl Iterator<Item = Bounds>, leaf_size: usize, node_cost: f32) -> Tree {
        let mut items: Vec<Item> =
            (0..).zip(boxes).map(|(number, bounds)| Item::new(number, bounds)).collect();
        let mut tree = Tree::default();
        if items.is_empty() {
            return tree;
        }
        const EMPTY: Node = Node { bounds: Bounds::EMPTY, first: 0, count: 0 };
        if leaf_size == 1 {
            // As many as there can be, at once: growing lists of thousands of meshes leave holes in memory.
            tree.nodes.reserve_exact(2 * items.len() - 1);
        }
        tree.nodes.push(EMPTY);
        // Node, its range of items, its depth.
        let mut waiting = vec![(0_usize, 0_usize, items.len(), 0_u32)];
        while let Some((node, start, end, depth)) = waiting.pop() {
            let range = &mut items[start..end];
            let bounds = range.iter().fold(Bounds::EMPTY, |sum, item| sum.join(&item.bounds));
            let middle = match depth {
                _ if range.len() == 1 => None,
                0..HALVING_DEPTH => split(range, &bounds, leaf_size, node_cost),
                _ if range.len() <= leaf_size => None,
                _ => Some(range.len() / 2),
            };
            let (first, count) = match middle {
                Some(middle) => {
                    let children = tree.nodes.len();
                    tree.nodes.extend([EMPTY; 2]);
                    waiting.push((children + 1, start + middle, end, depth + 1));
                    waiting.push((children, start, start + middle, depth + 1));
                    (children, 0)
                }
                None => (start, end - start),
            };
            tree.nodes[node] = Node { bounds, first: first as u32, count: count as u32 };
        }
        tree.order = items.iter().map(|item| item.number).collect();
        tree
    }
}

/// Where to split a range, its items sorted to both sides; none for a leaf.
///
/// The surface-area heuristic: the cost of a split is, for both sides, the chance that a ray
/// meets the side (its surface) times its boxes.
fn split(items: &mut [Item], bounds: &Bounds, leaf_size: usize, node_cost: f32) -> Option<usize> {
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
        Some((cost, axis, bin))
            if cost + node_cost * bounds.half_area() < as_leaf || items.len() > leaf_size =>
        {
            let middle = partition(items, |item| bin_of(item, &centres, axis) <= bin);
            if middle == 0 || middle == items.len() { Some(items.len() / 2) } else { Some(middle) }
        }
        // All centres in one point: only their number can be split.
        None if items.len() > leaf_size => Some(items.len() / 2),
        _ => None,
    }
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
