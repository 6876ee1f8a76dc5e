//! Poses as SDF writes them.

use crate::findings::Report;
use crate::values::read;
use skidpad_math::{Pose3, Quat, Vec3};
use skidpad_world::Node;

/// The pose of an element in the frame around it; the identity where it has none.
pub(super) fn pose_of(report: &mut Report, node: &Node) -> Pose3 {
    let Some(pose) = node.child("pose") else { return Pose3::default() };
    let attribute = |name: &str| pose.attribute(name).map(|attribute| attribute.value.trim());
    if let Some(frame) =
        attribute("relative_to").filter(|frame| !frame.is_empty() && !frame.starts_with("__"))
    {
        let why = "poses are read in the frame of what they stand in; it is placed there";
        report.not_taken(pose.place, format!("relative_to=\"{frame}\""), why);
    }
    if attribute("rotation_format") == Some("quat_xyzw") {
        let [x, y, z, qx, qy, qz, qw] =
            read(report, pose.text(), pose.text_place()).unwrap_or([0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0]);
        let quat = Quat { w: qw, x: qx, y: qy, z: qz }.normalized();
        return Pose3::from_parts(Vec3::new(x, y, z), &quat.rotation());
    }
    let text = if pose.text().is_empty() { "0 0 0 0 0 0" } else { pose.text() };
    let [x, y, z, roll, pitch, yaw] = read(report, text, pose.text_place()).unwrap_or_default();
    let angle = |value: f64| if attribute("degrees") == Some("true") { value.to_radians() } else { value };
    Pose3::new(x, y, z, angle(yaw), angle(pitch), angle(roll))
}
