//! Joints between bodies that the world names.

use super::Builder;
use crate::planar::{self, BodyId as PlanarId};
use skidpad_world::description::{Joint, JointKind};

impl Builder<'_> {
    pub(super) fn add_joint(&mut self, joint: &Joint) {
        let (Some(a), Some(b)) = (self.body_named(&joint.body_a), self.body_named(&joint.body_b)) else {
            return;
        };
        let anchor_in_a_m = [joint.anchor_in_a.x, joint.anchor_in_a.y];
        let anchor_in_b_m = [joint.anchor_in_b.x, joint.anchor_in_b.y];
        let kind = match joint.kind {
            JointKind::Revolute { limits_rad } => planar::Joint::Revolute {
                anchor_in_a_m,
                anchor_in_b_m,
                reference_angle_rad: self.state.bodies[b.index()].yaw_rad
                    - self.state.bodies[a.index()].yaw_rad,
                limits_rad: limits_rad.map(|(low, high)| [low, high]),
            },
            JointKind::Distance { min_length_m, max_length_m, stiffness_npm, damping_nspm } => {
                planar::Joint::Distance {
                    anchor_in_a_m,
                    anchor_in_b_m,
                    min_length_m,
                    max_length_m,
                    stiffness_npm,
                    damping_nspm,
                }
            }
        };
        if let Err(problem) = self.planar.add_joint(a, b, kind) {
            self.refuse(&joint.body_b, joint.place, &problem);
            return;
        }
        // A two-wheeled vehicle rests on its first joint as well.
        for (name, anchor_m) in [(&joint.body_a, anchor_in_a_m), (&joint.body_b, anchor_in_b_m)] {
            if let Some(id) = self.model.roster.vehicle(name) {
                let vehicle = &mut self.model.vehicles[id.index()];
                vehicle.hitch_m = vehicle.hitch_m.or(Some(anchor_m));
            }
        }
    }

    /// The body of a vehicle or block. What has none was reported before: by the rules of joints, or where the
    /// object was refused.
    fn body_named(&self, name: &str) -> Option<PlanarId> {
        if let Some(id) = self.model.roster.vehicle(name) {
            return Some(self.model.vehicles[id.index()].body);
        }
        let id = self.model.roster.block(name)?;
        self.model.blocks[id.index()].body
    }
}
