//! Poses, twists, and the messages that the node `World` publishes.

use serde::{Deserialize, Serialize};
use skidpad_math::{Pose3, Twist2};

/// Position and attitude.
#[derive(Clone, Copy, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Pose {
    /// x [m].
    #[prost(double, required, tag = "1")]
    pub x: f64,
    /// y [m].
    #[prost(double, required, tag = "2")]
    pub y: f64,
    /// z [m].
    #[prost(double, required, tag = "3")]
    pub z: f64,
    /// Rotation about z, applied first [rad].
    #[prost(double, required, tag = "4")]
    pub yaw: f64,
    /// Rotation about y, applied second [rad].
    #[prost(double, required, tag = "5")]
    pub pitch: f64,
    /// Rotation about x, applied last [rad].
    #[prost(double, required, tag = "6")]
    pub roll: f64,
}

/// Linear and angular velocity.
#[derive(Clone, Copy, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Twist {
    /// Along x [m/s].
    #[prost(double, required, tag = "1")]
    pub vx: f64,
    /// Along y [m/s].
    #[prost(double, required, tag = "2")]
    pub vy: f64,
    /// Along z [m/s].
    #[prost(double, required, tag = "3")]
    pub vz: f64,
    /// About x [rad/s].
    #[prost(double, required, tag = "4")]
    pub wx: f64,
    /// About y [rad/s].
    #[prost(double, required, tag = "5")]
    pub wy: f64,
    /// About z [rad/s].
    #[prost(double, required, tag = "6")]
    pub wz: f64,
}

/// Where an object is, and since when.
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TimeStampedPose {
    /// Seconds since 1970-01-01 UTC [s].
    #[prost(double, required, tag = "1")]
    pub unix_timestamp: f64,
    /// Name of the object.
    #[prost(string, required, tag = "2")]
    pub object_id: String,
    /// Its pose.
    #[prost(message, required, tag = "3")]
    pub pose: Pose,
    /// The object that the pose is relative to; the world if absent.
    #[prost(string, optional, tag = "4")]
    pub relative_to_object_id: Option<String>,
}

/// A reading of any sensor, as MRPT writes it.
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct GenericObservation {
    /// Seconds since 1970-01-01 UTC [s]; the same instant as in the observation.
    #[prost(double, required, tag = "1")]
    pub unix_timestamp: f64,
    /// Name of the vehicle that carries the sensor.
    #[prost(string, required, tag = "2")]
    pub source_object_id: String,
    /// One serialised MRPT object; see [`crate::mrpt`].
    #[prost(bytes = "vec", required, tag = "3")]
    #[serde(with = "super::base64")]
    pub mrpt_serialized_observation: Vec<u8>,
}

/// A scan of a planar lidar.
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ObservationLidar2D {
    /// Seconds since 1970-01-01 UTC [s].
    #[prost(double, required, tag = "1")]
    pub unix_timestamp: f64,
    /// Name of the vehicle that carries the sensor.
    #[prost(string, required, tag = "2")]
    pub source_object_id: String,
    /// Ranges [m]; the maximum range where a ray hit nothing.
    #[prost(float, repeated, packed = "false", tag = "3")]
    #[serde(default)]
    pub scan_ranges: Vec<f32>,
    /// Whether each ray hit something.
    #[prost(bool, repeated, packed = "false", tag = "4")]
    #[serde(default)]
    pub valid_ranges: Vec<bool>,
    /// Angle between the first ray and the last [rad].
    #[prost(float, required, tag = "5")]
    pub aperture: f32,
    /// Whether rays turn counter-clockwise.
    #[prost(bool, required, tag = "6")]
    pub ccw: bool,
    /// Maximum range [m].
    #[prost(float, required, tag = "7")]
    pub max_range: f32,
    /// Pose of the sensor on its vehicle.
    #[prost(message, required, tag = "8")]
    pub sensor_pose: Pose,
}

impl From<Pose3> for Pose {
    fn from(pose: Pose3) -> Self {
        let Pose3 { x_m: x, y_m: y, z_m: z, yaw_rad: yaw, pitch_rad: pitch, roll_rad: roll } = pose;
        Pose { x, y, z, yaw, pitch, roll }
    }
}

impl From<Pose> for Pose3 {
    fn from(pose: Pose) -> Self {
        Pose3::new(pose.x, pose.y, pose.z, pose.yaw, pose.pitch, pose.roll)
    }
}

impl From<Twist2> for Twist {
    fn from(twist: Twist2) -> Self {
        Twist { vx: twist.vx_mps, vy: twist.vy_mps, wz: twist.yaw_rate_radps, ..Twist::default() }
    }
}

impl From<Twist> for Twist2 {
    /// What lies in the plane.
    fn from(twist: Twist) -> Self {
        Twist2 { vx_mps: twist.vx, vy_mps: twist.vy, yaw_rate_radps: twist.wz }
    }
}

impl TimeStampedPose {
    /// Where an object is in the world.
    pub fn in_world(unix_timestamp: f64, object_id: &str, object_in_world: Pose3) -> Self {
        let (object_id, pose) = (object_id.to_string(), object_in_world.into());
        TimeStampedPose { unix_timestamp, object_id, pose, relative_to_object_id: None }
    }

    /// Where an object is, seen from another one.
    pub fn relative(
        unix_timestamp: f64,
        (object_id, object_in_world): (&str, Pose3),
        (viewer_id, viewer_in_world): (&str, Pose3),
    ) -> Self {
        let object_in_viewer = viewer_in_world.inverse() * object_in_world;
        let relative_to_object_id = Some(viewer_id.to_string());
        TimeStampedPose {
            relative_to_object_id,
            ..TimeStampedPose::in_world(unix_timestamp, object_id, object_in_viewer)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_relative_pose_is_seen_from_the_viewer() {
        let quarter = std::f64::consts::FRAC_PI_2;
        let viewer_in_world = Pose3::new(1.0, 2.0, 0.0, quarter, 0.0, 0.0);
        let object_in_world = Pose3::new(1.0, 5.0, 0.0, quarter, 0.0, 0.0);
        let message = TimeStampedPose::relative(1.0, ("r2", object_in_world), ("r1", viewer_in_world));
        assert!((message.pose.x - 3.0).abs() < 1e-12 && message.pose.y.abs() < 1e-12);
        assert!(message.pose.yaw.abs() < 1e-12);
        assert_eq!((message.object_id.as_str(), message.relative_to_object_id()), ("r2", "r1"));
    }
}
