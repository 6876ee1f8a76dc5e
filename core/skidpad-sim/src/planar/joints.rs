//! Joints between two bodies: a hinge with limits, and a distance kept between two lengths.

use rapier2d_f64::prelude::*;
use serde::{Deserialize, Serialize};

use super::shapes::Point;
use super::solver::rotation;

/// How two bodies hang together. Joined bodies do not collide with each other.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Joint {
    /// Both anchors stay at one place, as on a trailer's hitch.
    Revolute {
        /// The hinge in body a [m].
        anchor_in_a_m: Point,
        /// The hinge in body b [m].
        anchor_in_b_m: Point,
        /// Yaw of b minus yaw of a where the hinge reads zero; MVSim takes that of the start.
        reference_angle_rad: f64,
        /// Smallest and largest reading of the hinge.
        limits_rad: Option<[f64; 2]>,
    },
    /// The anchors stay between two distances; a spring may pull them towards the larger one.
    Distance {
        /// Where the rope is fixed to body a [m].
        anchor_in_a_m: Point,
        /// Where the rope is fixed to body b [m].
        anchor_in_b_m: Point,
        /// The anchors come no nearer than this; 0 for a rope.
        min_length_m: f64,
        /// The anchors go no farther apart than this.
        max_length_m: f64,
        /// Spring towards `max_length_m` [N/m]; 0 for none.
        stiffness_npm: f64,
        /// Damping along the line between the anchors [N·s/m].
        damping_nspm: f64,
    },
}

fn frame([x, y]: Point, yaw_rad: f64) -> Pose {
    Pose::from_parts(Vector::new(x, y), rotation(yaw_rad))
}

impl Joint {
    /// Whether it may give back energy: springs, and struts between two lengths.
    pub(super) const fn may_store_energy(&self) -> bool {
        matches!(self, Joint::Distance { .. })
    }

    /// The constraint that the solver keeps.
    pub(super) fn build(&self) -> GenericJoint {
        let mut joint = match *self {
            Joint::Revolute { anchor_in_a_m, anchor_in_b_m, reference_angle_rad, limits_rad } => {
                let mut joint = GenericJoint::new(JointAxesMask::LOCKED_REVOLUTE_AXES);
                joint.set_local_frame1(frame(anchor_in_a_m, reference_angle_rad));
                joint.set_local_frame2(frame(anchor_in_b_m, 0.0));
                if let Some(limits_rad) = limits_rad {
                    joint.set_limits(JointAxis::AngX, limits_rad);
                }
                joint
            }
            Joint::Distance {
                anchor_in_a_m,
                anchor_in_b_m,
                max_length_m,
                stiffness_npm,
                damping_nspm,
                ..
            } => {
                let mut joint = GenericJoint::new(JointAxesMask::empty());
                joint.coupled_axes = JointAxesMask::LIN_AXES;
                joint.set_local_frame1(frame(anchor_in_a_m, 0.0));
                joint.set_local_frame2(frame(anchor_in_b_m, 0.0));
                joint.set_limits(JointAxis::LinX, [0.0, max_length_m]);
                if stiffness_npm > 0.0 || damping_nspm > 0.0 {
                    joint.set_motor_model(JointAxis::LinX, MotorModel::ForceBased);
                    joint.set_motor_position(JointAxis::LinX, max_length_m, stiffness_npm, damping_nspm);
                }
                joint
            }
        };
        joint.set_contacts_enabled(false);
        joint
    }

    /// A second constraint that keeps the anchors at least `min_length_m` apart, where the joint asks for it.
    /// The solver has no lower limit on a distance: a stiff, well damped spring takes its place while the anchors are
    /// too near, and is switched off otherwise.
    pub(super) fn build_strut(&self, reduced_mass_kg: f64, dt_s: f64) -> Option<GenericJoint> {
        let &Joint::Distance { anchor_in_a_m, anchor_in_b_m, min_length_m, .. } = self else { return None };
        if min_length_m <= 0.0 {
            return None;
        }
        let mut strut = GenericJoint::new(JointAxesMask::empty());
        strut.coupled_axes = JointAxesMask::LIN_AXES;
        strut.set_local_frame1(frame(anchor_in_a_m, 0.0));
        strut.set_local_frame2(frame(anchor_in_b_m, 0.0));
        strut.set_motor_model(JointAxis::LinX, MotorModel::ForceBased);
        let (stiffness, damping) = (reduced_mass_kg / (dt_s * dt_s), 2.0 * reduced_mass_kg / dt_s);
        strut.set_motor_position(JointAxis::LinX, min_length_m, stiffness, damping);
        strut.set_contacts_enabled(false);
        Some(strut)
    }

    /// Both anchors, in their bodies.
    pub(super) fn anchors(&self) -> [Point; 2] {
        match *self {
            Joint::Revolute { anchor_in_a_m, anchor_in_b_m, .. }
            | Joint::Distance { anchor_in_a_m, anchor_in_b_m, .. } => [anchor_in_a_m, anchor_in_b_m],
        }
    }

    /// The smallest distance of the anchors.
    pub(super) fn min_length_m(&self) -> f64 {
        match *self {
            Joint::Distance { min_length_m, .. } => min_length_m,
            Joint::Revolute { .. } => 0.0,
        }
    }
}
