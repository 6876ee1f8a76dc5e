//! Joints between bodies that the world names.

use super::Builder;
use crate::planar::{self, BodyId as PlanarId};
use skidpad_messages::VehicleId;
use skidpad_world::description::{Joint, JointKind};
use std::collections::BTreeMap;

/// What a joint finds under a name.
struct Named {
    vehicle: Option<VehicleId>,
    body: Option<PlanarId>,
}

impl Builder<'_> {
    /// Add the joints of a world, once all bodies are there.
    pub(super) fn add_joints(&mut self, joints: &[Joint]) {
        if joints.is_empty() {
            return;
        }
        let bodies = self.bodies_by_name();
        for joint in joints {
            self.add_joint(joint, &bodies);
        }
    }

    fn add_joint(&mut self, joint: &Joint, bodies: &BTreeMap<String, Named>) {
        // What has no body was reported before: by the rules of joints, or where the object was refused.
        let (Some(on_a), Some(on_b)) = (bodies.get(&joint.body_a), bodies.get(&joint.body_b)) else { return };
        let (Some(a), Some(b)) = (on_a.body, on_b.body) else { return };
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
        for (named, anchor_m) in [(on_a, anchor_in_a_m), (on_b, anchor_in_b_m)] {
            if let Some(id) = named.vehicle {
                let vehicle = &mut self.model.vehicles[id.index()];
                vehicle.hitch_m = vehicle.hitch_m.or(Some(anchor_m));
            }
        }
    }

    /// Every vehicle and block by its name; of those alike the first, vehicles before blocks.
    fn bodies_by_name(&self) -> BTreeMap<String, Named> {
        let mut bodies = BTreeMap::new();
        let vehicles = self.model.roster.vehicles.iter().zip(&self.model.vehicles);
        for (number, (entry, model)) in (0..).zip(vehicles) {
            let named = Named { vehicle: Some(VehicleId(number)), body: Some(model.body) };
            bodies.entry(entry.name.clone()).or_insert(named);
        }
        for (name, model) in self.model.roster.blocks.iter().zip(&self.model.blocks) {
            bodies.entry(name.clone()).or_insert(Named { vehicle: None, body: model.body });
        }
        bodies
    }
}
