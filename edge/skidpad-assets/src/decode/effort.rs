//! Work of decoders that grows faster than their file: what one node of a scene graph names can be named by thousands.

use crate::{AssetProblem, Limits};
use std::cell::Cell;

/// Steps of work that a decoder may take, and how many it took.
pub(crate) struct Effort {
    limit: u64,
    spent: Cell<u64>,
}

/// Steps for visiting an element of a scene graph.
pub(crate) const STEPS_PER_ELEMENT: usize = 40;
/// Steps for adding a part to a mesh, besides its vertices.
pub(crate) const STEPS_PER_PART: usize = 200;
/// Steps for comparing a material with another one.
pub(crate) const STEPS_PER_MATERIAL: usize = 4;
/// Steps for a vertex or a corner.
pub(crate) const STEPS_PER_CORNER: usize = 4;

impl Effort {
    /// As much as the limits allow.
    pub(crate) fn new(limits: &Limits) -> Effort {
        Effort { limit: limits.work, spent: Cell::new(0) }
    }

    /// Take so many steps, or say that they are too many.
    pub(crate) fn take(&self, steps: usize) -> Result<(), AssetProblem> {
        let spent = self.spent.get().saturating_add(steps as u64);
        if spent > self.limit {
            return Err(AssetProblem::TooMany { what: "steps of work", limit: self.limit });
        }
        self.spent.set(spent);
        Ok(())
    }

    /// How many steps were taken.
    pub(crate) fn spent(&self) -> u64 {
        self.spent.get()
    }
}
