//! A vehicle as URDF, so that RViz can show it: chassis, wheels and sensors as plain shapes.
//!
//! Links have the names of the frames that the simulator publishes. Its chassis is the box around the outline,
//! because URDF has no prisms.

use super::joints::ros2_control_tag;
use crate::{VehicleNames, VehicleShape};
use skidpad_messages::{Roster, VehicleId, VehicleJoints};
use std::fmt::Write;

/// The edge of the cubes that stand for sensors [m].
const SENSOR_M: f64 = 0.05;

/// A vehicle as URDF. Frames of sensors on a moving vehicle are fixed to `base_link`. `control` is for vehicles whose
/// wheels are joints of ros2_control.
pub fn robot_description(
    roster: &Roster,
    vehicle: VehicleId,
    shape: Option<&VehicleShape>,
    control: Option<(&VehicleJoints, &VehicleNames)>,
) -> String {
    let name = roster.vehicles.get(vehicle.index()).map_or("vehicle", |entry| entry.name.as_str());
    let mut text = String::from("<?xml version=\"1.0\"?>\n");
    let _ = writeln!(text, "<robot name=\"{}\">", escaped(name));
    text.push_str(concat!(
        "  <material name=\"chassis\"><color rgba=\"0.9 0.45 0.1 1\"/></material>\n",
        "  <material name=\"wheel\"><color rgba=\"0.15 0.15 0.15 1\"/></material>\n",
        "  <material name=\"sensor\"><color rgba=\"0.2 0.4 0.8 1\"/></material>\n",
    ));
    text.push_str(&chassis(shape));
    text.push_str("  <link name=\"base_footprint\"/>\n");
    text.push_str(&fixed("base_footprint", [0.0; 3], [0.0; 3]));
    for (number, wheel_m) in (1..).zip(shape.map_or(&[][..], |shape| &shape.wheels_m)) {
        let joint =
            control.and_then(|(joints, _)| joints.joints.get(number - 1)).map(|joint| joint.name.as_str());
        text.push_str(&wheel(number, *wheel_m, joint));
    }
    for sensor in roster.sensors.iter().filter(|sensor| sensor.vehicle == Some(vehicle)) {
        let (frame, pose) = (crate::ros_name(&sensor.name), sensor.sensor_in_vehicle);
        let cube = format!("<box size=\"{SENSOR_M} {SENSOR_M} {SENSOR_M}\"/>");
        text.push_str(&link(&frame, [0.0; 3], [0.0; 3], &cube, "sensor"));
        let place = [pose.x_m, pose.y_m, pose.z_m];
        text.push_str(&fixed(&frame, place, [pose.roll_rad, pose.pitch_rad, pose.yaw_rad]));
    }
    if let Some((joints, names)) = control {
        text.push_str(&ros2_control_tag(joints, names));
    }
    text.push_str("</robot>\n");
    text
}

/// The box around the outline.
fn chassis(shape: Option<&VehicleShape>) -> String {
    let outline = shape.map_or(&[][..], |shape| &shape.outline_m);
    let (Some(shape), Some(first)) = (shape, outline.first()) else {
        return "  <link name=\"base_link\"/>\n".to_string();
    };
    let (mut low, mut high) = (*first, *first);
    for corner in outline {
        (low.x, low.y) = (low.x.min(corner.x), low.y.min(corner.y));
        (high.x, high.y) = (high.x.max(corner.x), high.y.max(corner.y));
    }
    let [z_low, z_high] = shape.z_m;
    let size = [high.x - low.x, high.y - low.y, z_high - z_low];
    let centre = [(low.x + high.x) / 2.0, (low.y + high.y) / 2.0, (z_low + z_high) / 2.0];
    let shape = format!("<box size=\"{}\"/>", numbers(size));
    link("base_link", centre, [0.0; 3], &shape, "chassis")
}

/// A wheel: its frame is at its centre and turns about y. The place is that of the published frame.
fn wheel(number: usize, [diameter_m, width_m]: [f64; 2], joint: Option<&str>) -> String {
    let name = format!("wheel_{number}");
    let joint = escaped(joint.unwrap_or(&name));
    let shape = format!("<cylinder radius=\"{}\" length=\"{width_m}\"/>", diameter_m / 2.0);
    let quarter_turn = [std::f64::consts::FRAC_PI_2, 0.0, 0.0];
    let mut text = link(&name, [0.0; 3], quarter_turn, &shape, "wheel");
    let _ = write!(
        text,
        "  <joint name=\"{joint}\" type=\"continuous\">\n    <parent link=\"base_link\"/>\n    \
         <child link=\"{name}\"/>\n    <axis xyz=\"0 1 0\"/>\n  </joint>\n"
    );
    text
}

fn link(name: &str, place: [f64; 3], rpy: [f64; 3], shape: &str, material: &str) -> String {
    format!(
        "  <link name=\"{}\">\n    <visual>\n      <origin xyz=\"{}\" rpy=\"{}\"/>\n      \
         <geometry>{shape}</geometry>\n      <material name=\"{material}\"/>\n    </visual>\n  </link>\n",
        escaped(name),
        numbers(place),
        numbers(rpy),
    )
}

fn fixed(child: &str, place: [f64; 3], rpy: [f64; 3]) -> String {
    let child = escaped(child);
    format!(
        "  <joint name=\"{child}_joint\" type=\"fixed\">\n    <parent link=\"base_link\"/>\n    \
         <child link=\"{child}\"/>\n    <origin xyz=\"{}\" rpy=\"{}\"/>\n  </joint>\n",
        numbers(place),
        numbers(rpy),
    )
}

fn numbers(values: [f64; 3]) -> String {
    values.map(|value| format!("{value}")).join(" ")
}

pub(super) fn escaped(name: &str) -> String {
    name.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}
