//! Ear clipping in time that grows with the square of the corners: always the first ear of the ring is cut.
//!
//! What is an ear is up to the caller. A corner that is none waits for one vertex that blocks it, and is looked at
//! again only when that vertex is cut off or when a neighbour is. Looking goes on after the vertex that blocked, so
//! that each triangle passes over the ring once.

use std::collections::BTreeSet;

/// Whether a corner may be cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Corner {
    /// Whatever else there is.
    Always,
    /// Unless another vertex blocks it.
    Unblocked,
    /// Not as it is.
    Never,
}

/// The rules of one polygon. Vertices are numbered in their order.
pub trait EarRules {
    /// Whether the corner in the middle of three neighbours may be cut off.
    fn corner(&self, corner: [usize; 3]) -> Corner;
    /// Whether another vertex keeps it from being cut off.
    fn blocks(&self, corner: [usize; 3], vertex: usize) -> bool;
}

/// The vertices that have not been cut off.
pub struct Ring<R> {
    rules: R,
    before: Vec<usize>,
    after: Vec<usize>,
    is_cut: Vec<bool>,
    /// Those that are left, in order, and some of those that are not.
    kept: Vec<usize>,
    count: usize,
    ears: BTreeSet<usize>,
    /// For each vertex, the corners that it was found to block.
    blocked_by: Vec<Vec<usize>>,
    /// For each corner, the vertex it waits for.
    waits_for: Vec<Option<usize>>,
}

impl<R: EarRules> Ring<R> {
    /// All vertices.
    pub fn new(vertex_count: usize, rules: R) -> Ring<R> {
        let last = vertex_count.saturating_sub(1);
        let mut ring = Ring {
            rules,
            before: (0..vertex_count).map(|k| if k == 0 { last } else { k - 1 }).collect(),
            after: (0..vertex_count).map(|k| if k == last { 0 } else { k + 1 }).collect(),
            is_cut: vec![false; vertex_count],
            kept: (0..vertex_count).collect(),
            count: vertex_count,
            ears: BTreeSet::new(),
            blocked_by: vec![Vec::new(); vertex_count],
            waits_for: vec![None; vertex_count],
        };
        (0..vertex_count).for_each(|vertex| ring.look(vertex, 0));
        ring
    }

    /// How many vertices are left.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The vertices that are left, in order.
    pub fn left(&self) -> impl Iterator<Item = usize> {
        self.kept.iter().copied().filter(|&vertex| !self.is_cut[vertex])
    }

    /// A vertex between its neighbours.
    pub fn corner(&self, vertex: usize) -> [usize; 3] {
        [self.before[vertex], vertex, self.after[vertex]]
    }

    /// The first ear, in the order of the vertices.
    pub fn first_ear(&self) -> Option<usize> {
        self.ears.first().copied()
    }

    /// Cut a vertex off.
    pub fn cut(&mut self, vertex: usize) {
        let [before, _, after] = self.corner(vertex);
        (self.after[before], self.before[after]) = (after, before);
        self.is_cut[vertex] = true;
        self.count -= 1;
        if 2 * self.count < self.kept.len() {
            let is_cut = &self.is_cut;
            self.kept.retain(|&vertex| !is_cut[vertex]);
        }
        self.ears.remove(&vertex);
        for blocked in std::mem::take(&mut self.blocked_by[vertex]) {
            if self.waits_for[blocked] == Some(vertex) && !self.is_cut[blocked] {
                self.look(blocked, vertex + 1);
            }
        }
        for neighbour in [before, after] {
            self.ears.remove(&neighbour);
            self.look(neighbour, 0);
        }
    }

    /// Find out whether a corner is an ear; vertices before `from` are known not to block it.
    fn look(&mut self, vertex: usize, from: usize) {
        let corner = self.corner(vertex);
        self.waits_for[vertex] = None;
        let blocker = match self.rules.corner(corner) {
            Corner::Never => return,
            Corner::Always => None,
            Corner::Unblocked => {
                let rest = self.kept.partition_point(|&other| other < from);
                let mut others = self.kept[rest..].iter().copied();
                others.find(|&other| !self.is_cut[other] && self.rules.blocks(corner, other))
            }
        };
        match blocker {
            Some(blocker) => {
                self.blocked_by[blocker].push(vertex);
                self.waits_for[vertex] = Some(blocker);
            }
            None => {
                self.ears.insert(vertex);
            }
        }
    }
}
