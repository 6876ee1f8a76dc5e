//! Trees with eight children per node: a ray, or a beam of rays, is tested against all of them at once.

use crate::tree::{Bounds, Tree};
use skidpad_lanes::LANE_COUNT;
use std::mem::replace;

/// Children per node.
const WIDTH: usize = LANE_COUNT;
/// A binary tree of 72 levels leaves at most this many children waiting; a scene has two.
const WIDE_STACK_SIZE: usize = 2 * (72 * (WIDTH - 1) + 1);

/// The tree. Leaves are ranges of places, as in the binary tree that it was made from.
#[derive(Clone, Debug)]
pub(crate) struct WideTree {
    pub(crate) nodes: Vec<WideNode>,
    /// The box around everything.
    pub(crate) bounds: Bounds,
}

/// Eight boxes and what is in them. Unused ones are inside out, so that no ray enters them.
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(crate) struct WideNode {
    /// Faces by child: lower and upper ones along x, then along y, then along z.
    pub(crate) faces: [[f32; WIDTH]; 6],
    /// First place of a leaf, or number of a node.
    pub(crate) first: [u32; WIDTH],
    /// Places in a leaf; 0 for a node.
    pub(crate) count: [u32; WIDTH],
}

/// A child that waits to be visited.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Waiting {
    /// Distance at which it is entered.
    pub(crate) enters: f32,
    /// Its node's number times eight, plus its own.
    pub(crate) child: u32,
}

/// Memory for the children that wait, made once for many rays.
pub(crate) struct WideStack {
    waiting: [Waiting; WIDE_STACK_SIZE],
    depth: usize,
}

impl WideNode {
    const EMPTY: WideNode = WideNode {
        faces: {
            let (low, high) = ([f32::INFINITY; WIDTH], [f32::NEG_INFINITY; WIDTH]);
            [low, high, low, high, low, high]
        },
        first: [0; WIDTH],
        count: [0; WIDTH],
    };

    #[inline(always)]
    pub(crate) fn bounds(&self, slot: usize) -> Bounds {
        let [x, a, y, b, z, c] = &self.faces;
        Bounds { low: [x[slot], y[slot], z[slot]], high: [a[slot], b[slot], c[slot]] }
    }
}

impl WideTree {
    /// Join the levels of a binary tree: each node takes the children with the largest surfaces
    /// apart until it has eight. None for an empty tree.
    pub(crate) fn new(tree: &Tree) -> Option<WideTree> {
        let root = tree.nodes.first()?;
        let mut wide = WideTree { nodes: vec![WideNode::EMPTY], bounds: root.bounds };
        // Binary nodes to join, with their places among ours.
        let mut open = vec![(0_u32, 0_usize)];
        while let Some((index, place)) = open.pop() {
            let node = &tree.nodes[index as usize];
            // A tree of one leaf is a node with one child.
            let mut children = [index; WIDTH];
            let mut count = 1;
            if node.count == 0 {
                (children[0], children[1], count) = (node.first, node.first + 1, 2);
            }
            while count < WIDTH {
                let area = |k: usize| {
                    let child = &tree.nodes[children[k] as usize];
                    if child.count == 0 { child.bounds.half_area() } else { -1.0 }
                };
                let mut largest = 0;
                for k in 1..count {
                    if area(k) > area(largest) {
                        largest = k;
                    }
                }
                let child = &tree.nodes[children[largest] as usize];
                if child.count > 0 {
                    break;
                }
                (children[largest], children[count]) = (child.first, child.first + 1);
                count += 1;
            }
            for (slot, &child) in children[..count].iter().enumerate() {
                let node = &tree.nodes[child as usize];
                let first = if node.count > 0 { node.first } else { wide.nodes.len() as u32 };
                if node.count == 0 {
                    open.push((child, wide.nodes.len()));
                    wide.nodes.push(WideNode::EMPTY);
                }
                let ours = &mut wide.nodes[place];
                for axis in 0..3 {
                    ours.faces[2 * axis][slot] = node.bounds.low[axis];
                    ours.faces[2 * axis + 1][slot] = node.bounds.high[axis];
                }
                (ours.first[slot], ours.count[slot]) = (first, node.count);
            }
        }
        wide.nodes.shrink_to_fit();
        Some(wide)
    }
}

impl WideStack {
    pub(crate) fn new() -> WideStack {
        WideStack { waiting: [Waiting::default(); WIDE_STACK_SIZE], depth: 0 }
    }

    #[inline(always)]
    pub(crate) fn depth(&self) -> usize {
        self.depth
    }

    /// Forget what waits above a depth.
    #[inline(always)]
    pub(crate) fn cut(&mut self, depth: usize) {
        self.depth = depth;
    }

    /// The nearest of those that wait above a depth.
    #[inline(always)]
    pub(crate) fn pop_above(&mut self, bottom: usize) -> Option<Waiting> {
        if self.depth <= bottom {
            return None;
        }
        self.depth -= 1;
        Some(self.waiting[self.depth])
    }

    /// The nearest of a node's entered children, or else what waits above a depth. The others wait,
    /// the nearest on top. `announce` is told of all of them at once.
    #[inline(always)]
    pub(crate) fn enter(
        &mut self,
        node: u32,
        mut entered: u32,
        enters: &[f32; WIDTH],
        bottom: usize,
        announce: impl Fn(usize),
    ) -> Option<Waiting> {
        if entered == 0 {
            return self.pop_above(bottom);
        }
        let mut take = || {
            let slot = entered.trailing_zeros();
            entered &= entered - 1;
            announce(slot as usize % WIDTH);
            let child = Waiting { enters: enters[slot as usize % WIDTH], child: node * WIDTH as u32 + slot };
            (child, entered != 0)
        };
        let (mut nearest, mut has_more) = take();
        let first = self.depth;
        while has_more {
            let other;
            (other, has_more) = take();
            let farther = if other.enters < nearest.enters { replace(&mut nearest, other) } else { other };
            let mut place = self.depth;
            while place > first && self.waiting[place - 1].enters < farther.enters {
                self.waiting[place] = self.waiting[place - 1];
                place -= 1;
            }
            self.waiting[place] = farther;
            self.depth += 1;
        }
        Some(nearest)
    }
}
