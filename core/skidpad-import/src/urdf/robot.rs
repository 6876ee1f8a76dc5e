//! URDF text as links and joints.

use crate::findings::Report;
use crate::geometry::{Dialect, Part, shape};
use crate::problem::ImportProblem;
use crate::values::{needed, of_attribute, origin, vec3};
use skidpad_math::{Pose3, Vec3};
use skidpad_world::{Node, Place};
use std::collections::{BTreeMap, BTreeSet};

/// A robot as its file has it.
pub(super) struct Robot<'a> {
    pub(super) name: String,
    pub(super) place: Place,
    pub(super) links: Vec<Link>,
    pub(super) joints: Vec<Joint>,
    /// `<gazebo>` elements and the link that each refers to.
    pub(super) gazebo: Vec<(Option<&'a str>, &'a Node)>,
}

/// A rigid body.
pub(super) struct Link {
    pub(super) name: String,
    pub(super) place: Place,
    pub(super) mass_kg: Option<f64>,
    pub(super) visuals: Vec<Part>,
    pub(super) collisions: Vec<Part>,
}

/// What connects two links.
pub(super) struct Joint {
    pub(super) name: String,
    pub(super) place: Place,
    pub(super) kind: JointKind,
    pub(super) parent: String,
    pub(super) child: String,
    pub(super) child_in_parent: Pose3,
    /// In the frame of the child.
    pub(super) axis: Vec3,
    /// Smallest and largest angle or way [rad or m].
    pub(super) limits: Option<[f64; 2]>,
    /// Largest torque or force [N·m or N].
    pub(super) effort: Option<f64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum JointKind {
    Fixed,
    /// Turns without end.
    Continuous,
    /// Turns between limits.
    Revolute,
    /// Any other motion.
    Other,
}

/// Elements of a robot that say nothing about its motion on the ground.
const SILENT: [&str; 4] = ["material", "transmission", "ros2_control", "gazebo"];

/// Read a robot; what is wrong is reported.
pub(super) fn robot<'a>(root: &'a Node, report: &mut Report) -> Option<Robot<'a>> {
    if root.name != "robot" {
        let element = root.name.to_string();
        let expected = "a robot in URDF starts with <robot>";
        report.error(root.place, &ImportProblem::WrongRoot { element, expected });
        return None;
    }
    refuse_xacro(root, report);
    if report.has_errors() {
        return None;
    }
    let colors = materials(root, report);
    let name = root.attribute("name").map_or("robot", |name| name.value.trim()).to_owned();
    let mut robot =
        Robot { name, place: root.place, links: Vec::new(), joints: Vec::new(), gazebo: Vec::new() };
    for node in &root.children {
        match node.name.as_str() {
            "link" => robot.links.extend(link(node, &colors, report)),
            "joint" => robot.joints.extend(joint(node, report)),
            "gazebo" => {
                let link = node.attribute("reference").map(|reference| reference.value.trim());
                robot.gazebo.push((link, node));
            }
            name if SILENT.contains(&name) => {}
            name => report.not_taken(node.place, format!("<{name}>"), "it is not known here"),
        }
    }
    repeated(robot.links.iter().map(|link| (&link.name, link.place)), "link", report);
    repeated(robot.joints.iter().map(|joint| (&joint.name, joint.place)), "joint", report);
    Some(robot)
}

fn repeated<'a>(named: impl Iterator<Item = (&'a String, Place)>, kind: &'static str, report: &mut Report) {
    let mut seen = BTreeSet::new();
    for (name, place) in named {
        if !seen.insert(name) {
            report.error(place, &ImportProblem::DuplicateName { kind, name: name.clone() });
        }
    }
}

/// A file that xacro has still to expand would be read wrongly: its numbers are formulas.
fn refuse_xacro(root: &Node, report: &mut Report) {
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        if node.name.starts_with("xacro:") {
            return report.error(node.place, &ImportProblem::Xacro { what: format!("<{}>", node.name) });
        }
        for attribute in &node.attributes {
            if attribute.value.contains("${") || attribute.value.contains("$(") {
                let what = format!(
                    "{}=\"{}\"",
                    attribute.name,
                    attribute.value.chars().take(60).collect::<String>()
                );
                return report.error(attribute.value_place, &ImportProblem::Xacro { what });
            }
        }
        open.extend(node.children.iter().rev());
    }
}

/// Colours that the robot defines once and its visuals name.
fn materials(root: &Node, report: &mut Report) -> BTreeMap<String, [f64; 4]> {
    let named = root.children_named("material").filter_map(|node| {
        let name = node.attribute("name")?.value.clone();
        Some((name, of_attribute(report, node.child("color")?, "rgba")?))
    });
    named.collect()
}

fn link(node: &Node, colors: &BTreeMap<String, [f64; 4]>, report: &mut Report) -> Option<Link> {
    let name = needed(report, node, "name")?.to_owned();
    let mass = node.child("inertial").and_then(|inertial| inertial.child("mass"));
    let mass_kg = mass.and_then(|mass| of_attribute::<1>(report, mass, "value")).map(|[mass_kg]| mass_kg);
    if let (Some(mass_kg), Some(node)) = (mass_kg, mass)
        && mass_kg < 0.0
    {
        report.error(node.place, &ImportProblem::NotPositive { what: "mass", value: mass_kg });
    }
    let mut parts = |tag: &str| -> Vec<Part> {
        (node.children_named(tag))
            .filter_map(|node| {
                let shape = shape(report, node.child("geometry")?, Dialect::Urdf)?;
                let rgba = node.child("material").and_then(|material| match material.child("color") {
                    Some(color) => of_attribute(report, color, "rgba"),
                    None => colors.get(&material.attribute("name")?.value).copied(),
                });
                Some(Part { place: node.place, pose_in_link: origin(report, node), shape, rgba })
            })
            .collect()
    };
    let (visuals, collisions) = (parts("visual"), parts("collision"));
    Some(Link { name, place: node.place, mass_kg, visuals, collisions })
}

fn joint(node: &Node, report: &mut Report) -> Option<Joint> {
    let name = needed(report, node, "name")?.to_owned();
    let kind = match needed(report, node, "type")? {
        "fixed" => JointKind::Fixed,
        "continuous" => JointKind::Continuous,
        "revolute" => JointKind::Revolute,
        _ => JointKind::Other,
    };
    let mut link = |tag: &str| -> Option<String> {
        match node.child(tag) {
            Some(child) => needed(report, child, "link").map(str::to_owned),
            None => {
                let (element, what) = ("joint".to_owned(), format!("<{tag} link=\"…\"/>"));
                report.error(node.place, &ImportProblem::Missing { element, what });
                None
            }
        }
    };
    let (parent, child) = (link("parent")?, link("child")?);
    // REP 103 would say z; URDF's default is x.
    let axis =
        node.child("axis").and_then(|axis| of_attribute(report, axis, "xyz")).unwrap_or([1.0, 0.0, 0.0]);
    let length = vec3(axis).norm();
    let axis = if length > 1e-9 { vec3(axis) * (1.0 / length) } else { vec3([1.0, 0.0, 0.0]) };
    let limit = node.child("limit");
    let mut of_limit =
        |name| limit.and_then(|limit| of_attribute::<1>(report, limit, name)).map(|[value]| value);
    let (lower, upper, effort) = (of_limit("lower"), of_limit("upper"), of_limit("effort"));
    let limits = lower.zip(upper).map(|(lower, upper)| [lower, upper]);
    let child_in_parent = origin(report, node);
    Some(Joint { name, place: node.place, kind, parent, child, child_in_parent, axis, limits, effort })
}
