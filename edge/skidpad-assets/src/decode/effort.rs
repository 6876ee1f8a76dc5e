//! Work and memory of decoders that grow faster than their file: what one node of a scene graph names can be named by
//! thousands.

use crate::{AssetProblem, Limits};
use skidpad_scene::Material;
use std::cell::Cell;

/// Steps of work that a decoder may take, and how many it took; bytes that it may hold, and how many it holds.
pub(crate) struct Effort {
    limit: u64,
    spent: Cell<u64>,
    byte_limit: u64,
    held_bytes: Cell<u64>,
}

/// Steps for visiting an element of a scene graph.
pub(crate) const STEPS_PER_ELEMENT: usize = 40;
/// Steps for adding a part to a mesh, besides its vertices.
pub(crate) const STEPS_PER_PART: usize = 200;
/// Steps for comparing a material with another one, besides its names.
const STEPS_PER_MATERIAL: usize = 4;
/// Bytes of a name that are compared in a step.
const BYTES_PER_STEP: usize = 64;
/// Steps for a vertex or a corner.
pub(crate) const STEPS_PER_CORNER: usize = 4;

/// Bytes of a material.
pub(crate) fn material_bytes(material: &Material) -> usize {
    size_of::<Material>() + name_bytes(material)
}

fn name_bytes(material: &Material) -> usize {
    material.name.len() + material.texture_uri.as_ref().map_or(0, String::len)
}

impl Effort {
    /// As much as the limits allow.
    pub(crate) fn new(limits: &Limits) -> Effort {
        let (spent, held_bytes) = (Cell::new(0), Cell::new(0));
        Effort { limit: limits.work, spent, byte_limit: limits.decoded_bytes, held_bytes }
    }

    /// Take the steps for looking for a material among so many: their names may differ at their ends only.
    pub(crate) fn look_for(&self, material: Option<&Material>, among: usize) -> Result<(), AssetProblem> {
        let steps = STEPS_PER_MATERIAL + material.map_or(0, name_bytes) / BYTES_PER_STEP;
        self.take(steps.saturating_mul(among))
    }

    /// Take memory for what a file becomes besides vertices and triangles, or say that it is too much.
    pub(crate) fn hold(&self, bytes: usize) -> Result<(), AssetProblem> {
        let held = self.held_bytes.get().saturating_add(bytes as u64);
        if held > self.byte_limit {
            let what = "bytes of materials and clips";
            return Err(AssetProblem::TooMany { what, limit: self.byte_limit });
        }
        self.held_bytes.set(held);
        Ok(())
    }

    /// Give back memory that is no longer held.
    pub(crate) fn release(&self, bytes: usize) {
        self.held_bytes.set(self.held_bytes.get().saturating_sub(bytes as u64));
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
