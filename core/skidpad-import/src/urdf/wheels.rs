//! Which links are wheels: children of joints that turn about y without end.

use super::robot::{Joint, JointKind, Robot};
use super::tree::LinkTree;
use crate::findings::Report;
use crate::geometry::{Part, extent_about};
use crate::options::ImportOptions;
use skidpad_math::{Pose3, Vec3};
use skidpad_world::Place;
use std::f64::consts::TAU;

/// A wheel, in the frame of the root link.
#[derive(Debug, Clone)]
pub(super) struct FoundWheel {
    /// Index of its link.
    pub(super) link: usize,
    /// Name of its joint.
    pub(super) joint: String,
    pub(super) place: Place,
    /// Its middle.
    pub(super) centre: Vec3,
    pub(super) radius_m: f64,
    pub(super) width_m: f64,
    pub(super) mass_kg: Option<f64>,
    pub(super) max_torque_nm: Option<f64>,
    pub(super) mount: Mount,
}

/// What is between a wheel and the body.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Mount {
    /// Nothing that turns.
    Straight,
    /// A joint that steers, up to this angle [rad] where it says so.
    Steered(Option<f64>),
    /// A joint that swivels freely, and how far the wheel is behind it [m].
    Swivel { trail_m: f64, pivot: Vec3 },
}

/// An axis this close to another one is the same.
const ALIGNED: f64 = 0.9;

/// Whether a joint turns without end.
fn is_endless(joint: &Joint) -> bool {
    joint.kind == JointKind::Continuous
        || (joint.kind == JointKind::Revolute
            && joint.limits.is_some_and(|[lower, upper]| upper - lower > 2.0 * TAU))
}

/// Every wheel that a robot has.
pub(super) fn wheels(
    robot: &Robot,
    tree: &LinkTree,
    options: &ImportOptions,
    report: &mut Report,
) -> Vec<FoundWheel> {
    let mut found = Vec::new();
    for link in 0..robot.links.len() {
        let Some(joint) = tree.joint_above[link].map(|number| &robot.joints[number]) else { continue };
        if is_endless(joint) && tree.axis_in_root(link, joint).y.abs() > ALIGNED {
            found.extend(wheel(robot, tree, link, joint, options, report));
        }
    }
    found
}

/// The wheel below a joint, whatever its axis; none where it has no size, which is reported.
pub(super) fn wheel(
    robot: &Robot,
    tree: &LinkTree,
    link: usize,
    joint: &Joint,
    options: &ImportOptions,
    report: &mut Report,
) -> Option<FoundWheel> {
    let in_root = tree.link_in_root[link]?;
    let axis = tree.axis_in_root(link, joint);
    // Rims and tyres may be links of their own, fixed to the wheel.
    let members: Vec<usize> = (0..robot.links.len())
        .filter(|&other| tree.link_in_root[other].is_some() && tree.moving_link(robot, other) == link)
        .collect();
    let mut extent = |collisions: bool| -> Option<(f64, [f64; 2])> {
        let mut whole: Option<(f64, [f64; 2])> = None;
        for &member in &members {
            let member_in_root = tree.link_in_root[member]?;
            for part in parts_of(robot, member, collisions) {
                let placed = member_in_root * part.pose_in_link;
                if let Some((radius, [low, high])) =
                    extent_about(report, part, &placed, (in_root.position(), axis), options)
                {
                    let (most, [lowest, highest]) = whole.unwrap_or((0.0, [low, high]));
                    whole = Some((most.max(radius), [lowest.min(low), highest.max(high)]));
                }
            }
        }
        whole
    };
    let Some((radius_m, [low, high])) = extent(true).or_else(|| extent(false)) else {
        report.not_taken(
            joint.place,
            format!("the wheel of joint \"{}\"", joint.name),
            "its link has no solid that gives it a size",
        );
        return None;
    };
    let masses: Vec<f64> =
        members.iter().filter_map(|&member| robot.links[member].mass_kg).filter(|&mass| mass > 0.0).collect();
    Some(FoundWheel {
        link,
        joint: joint.name.clone(),
        place: joint.place,
        centre: in_root.position() + axis * (0.5 * (low + high)),
        radius_m,
        // A ball has no width of its own; a quarter of its diameter touches the ground.
        width_m: (high - low).min(2.0 * radius_m).max(0.005),
        mass_kg: (!masses.is_empty()).then(|| masses.iter().sum()),
        max_torque_nm: joint.effort.filter(|&effort| effort > 0.0),
        mount: mount(robot, tree, link, in_root),
    })
}

fn parts_of<'a>(robot: &'a Robot, link: usize, collisions: bool) -> &'a [Part] {
    if collisions { &robot.links[link].collisions } else { &robot.links[link].visuals }
}

fn mount(robot: &Robot, tree: &LinkTree, link: usize, wheel_in_root: Pose3) -> Mount {
    for (above, joint) in tree.joints_above(robot, link).skip(1) {
        if joint.kind == JointKind::Fixed || tree.axis_in_root(above, joint).z.abs() < ALIGNED {
            continue;
        }
        if joint.kind == JointKind::Revolute {
            let limit = joint.limits.map(|[lower, upper]| lower.abs().max(upper.abs()));
            return Mount::Steered(limit.filter(|&angle| angle > 0.01 && angle < 1.55));
        }
        if joint.kind == JointKind::Continuous {
            let pivot = tree.link_in_root[above].map_or_else(Vec3::default, |pose| pose.position());
            let offset = wheel_in_root.position() - pivot;
            return Mount::Swivel { trail_m: skidpad_math::hypot(offset.x, offset.y), pivot };
        }
    }
    Mount::Straight
}
