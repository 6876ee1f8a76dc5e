//! Planes of a world, put somewhere else while it runs.

use crate::build::body_motion;
use crate::simulation::Simulation;
use crate::state::Spawned;
use skidpad_math::{Pose3, Twist2};
use skidpad_messages::{BodyId, RefusedBecause};
use std::sync::Arc;

impl Simulation {
    /// Put a floor or a wall elsewhere. Whatever stands on it notices with the next step.
    pub(crate) fn move_element(&mut self, element: u32, pose: &Pose3) -> Result<(), RefusedBecause> {
        let described = self.scene.description().elements.get(element as usize);
        let pose_now = described.ok_or(RefusedBecause::NoSuchBody)?.placeable_pose();
        pose_now.ok_or(RefusedBecause::CannotMove)?;
        self.scene = self.scene.with_element_at(element as usize, pose);
        for it in self.model.floors.iter_mut().filter(|it| it.element == element) {
            it.floor.pose_in_world = *pose;
        }
        if let Some(body) = self.model.owners.iter().position(|owner| *owner == BodyId::Element(element)) {
            self.state.bodies[body] = body_motion(pose, Twist2::default());
        }
        self.plane_plan = Arc::default();
        self.scratch.settle.blocks = None;
        let is_same =
            |it: &Spawned| matches!(it, Spawned::MovedElement { element: it, .. } if *it == element);
        self.state.spawned.retain(|it| !is_same(it));
        self.state.spawned.push(Spawned::MovedElement { element, pose_in_world: *pose });
        Ok(())
    }
}
