//! Poses, twists, and the messages that the node `World` publishes.

use serde::{Deserialize, Serialize};

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
