//! A robot in URDF as a `<vehicle:class>`.

mod layout;
mod robot;
mod sensors;
mod tree;
mod vehicle;
mod wheels;

use crate::findings::{Imported, Report};
use crate::mapping::{Mapping, MappingValues};
use crate::options::ImportOptions;
use crate::problem::ImportProblem;
use crate::xml_writer::plain_name;
use layout::{DrivenJoints, layout};
use robot::Robot;
use skidpad_world::{Node, nearest};
use tree::LinkTree;
use wheels::{wheel, wheels};

/// A robot as a class of vehicles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UrdfVehicle {
    /// Name of the class.
    pub class_name: String,
    /// `<vehicle:class>` with everything in it: a file to include, or the start of a world.
    pub xml: String,
    /// Class of its dynamics.
    pub dynamics: String,
    /// Names of the joints of its wheels, in the order of the class's wheels.
    pub wheel_joints: Vec<String>,
    /// Number of its sensors.
    pub sensor_count: usize,
}

/// Turn a robot into a class of vehicles. `file` names the text in messages.
pub fn import_urdf(
    text: &str,
    file: &str,
    mapping: Option<&Mapping>,
    options: &ImportOptions,
) -> Imported<UrdfVehicle> {
    let mut report = Report::new(&options.limits);
    let vehicle = vehicle_of(text, file, mapping, options, &mut report);
    report.finish(vehicle)
}

fn vehicle_of(
    text: &str,
    file: &str,
    mapping: Option<&Mapping>,
    options: &ImportOptions,
    report: &mut Report,
) -> Option<UrdfVehicle> {
    let root = report.parse(text, file)?;
    let mapping = mapping.map(|mapping| MappingValues::read(mapping, report)).unwrap_or_default();
    let robot = robot::robot(&root, report)?;
    let tree = LinkTree::build(&robot, report)?;
    check_names(&robot, &mapping, report);
    if report.has_errors() {
        return None;
    }
    let mut found = wheels(&robot, &tree, options, report);
    // A mapping may name joints that do not look like those of wheels.
    for said in mapping.wheels.values() {
        let link = (0..robot.links.len())
            .find(|&link| tree.joint_above[link].is_some_and(|joint| robot.joints[joint].name == said.value));
        if let Some(link) = link
            && let Some(joint) = tree.joint_above[link].map(|number| &robot.joints[number])
            && found.iter().all(|wheel| wheel.joint != said.value)
        {
            found.extend(wheel(&robot, &tree, link, joint, options, report));
        }
    }
    let driven = driven_joints(&robot);
    let layout = layout(found, &driven, &mapping, robot.place, report)?;
    let class_name = mapping.name.as_ref().map_or(robot.name.as_str(), |said| &said.value);
    let source = file.rsplit('/').next().unwrap_or(file);
    let writer = vehicle::VehicleWriter {
        robot: &robot,
        tree: &tree,
        layout: &layout,
        mapping: &mapping,
        driven: &driven,
        options,
        class_name: plain_name(class_name),
        source,
    };
    let (xml, sensor_count) = writer.write(report);
    Some(UrdfVehicle {
        class_name: writer.class_name.clone(),
        xml,
        dynamics: layout.class.to_owned(),
        wheel_joints: layout.wheels.iter().map(|(_, wheel)| wheel.joint.clone()).collect(),
        sensor_count,
    })
}

/// Names in a mapping that the robot does not have are mistakes.
fn check_names(robot: &Robot, mapping: &MappingValues, report: &mut Report) {
    let joints: Vec<&str> = robot.joints.iter().map(|joint| joint.name.as_str()).collect();
    let links: Vec<&str> = robot.links.iter().map(|link| link.name.as_str()).collect();
    for said in mapping.wheels.values() {
        if !joints.contains(&said.value.as_str()) {
            let nearest = nearest(&said.value, joints.iter().copied());
            report.error(
                said.place,
                &ImportProblem::MappingName { kind: "joint", name: said.value.clone(), nearest },
            );
        }
    }
    for (link, said) in &mapping.sensors {
        if !links.contains(&link.as_str()) {
            let nearest = nearest(link, links.iter().copied());
            report
                .error(said.place, &ImportProblem::MappingName { kind: "link", name: link.clone(), nearest });
        }
    }
}

/// Tags in which plug-ins of Gazebo name the joints of driven wheels: of the old one, of the ROS 2 port, of the new one.
const JOINT_TAGS: [&str; 8] = [
    "leftJoint",
    "rightJoint",
    "left_joint",
    "right_joint",
    "leftFrontJoint",
    "rightFrontJoint",
    "leftRearJoint",
    "rightRearJoint",
];

fn driven_joints(robot: &Robot) -> DrivenJoints {
    let plugins = robot.gazebo.iter().flat_map(|(_, node)| node.children_named("plugin"));
    let named = plugins
        .flat_map(|plugin: &Node| plugin.children.iter())
        .filter(|node| JOINT_TAGS.contains(&node.name.as_str()));
    DrivenJoints(named.map(|node| node.text().to_owned()).collect())
}
