//! `geometry_msgs` and `tf2_msgs`.

use super::Header;
use crate::field::message;
use skidpad_math::{Pose3, Quat, Vec3};

message!(Point = "geometry_msgs/msg/Point" {
    x: f64,
    y: f64,
    z: f64,
});

message!(Point32 = "geometry_msgs/msg/Point32" {
    x: f32,
    y: f32,
    z: f32,
});

message!(Vector3 = "geometry_msgs/msg/Vector3" {
    x: f64,
    y: f64,
    z: f64,
});

message!(Quaternion = "geometry_msgs/msg/Quaternion" {
    x: f64,
    y: f64,
    z: f64,
    w: f64,
});

message!(Pose = "geometry_msgs/msg/Pose" {
    position: Point,
    orientation: Quaternion,
});

message!(PoseStamped = "geometry_msgs/msg/PoseStamped" {
    header: Header,
    pose: Pose,
});

message!(PoseWithCovariance = "geometry_msgs/msg/PoseWithCovariance" {
    pose: Pose,
    covariance: [f64; 36],
});

message!(PoseWithCovarianceStamped = "geometry_msgs/msg/PoseWithCovarianceStamped" {
    header: Header,
    pose: PoseWithCovariance,
});

message!(PoseArray = "geometry_msgs/msg/PoseArray" {
    header: Header,
    poses: Vec<Pose>,
});

message!(Twist = "geometry_msgs/msg/Twist" {
    linear: Vector3,
    angular: Vector3,
});

message!(TwistStamped = "geometry_msgs/msg/TwistStamped" {
    header: Header,
    twist: Twist,
});

message!(TwistWithCovariance = "geometry_msgs/msg/TwistWithCovariance" {
    twist: Twist,
    covariance: [f64; 36],
});

message!(Transform = "geometry_msgs/msg/Transform" {
    translation: Vector3,
    rotation: Quaternion,
});

message!(TransformStamped = "geometry_msgs/msg/TransformStamped" {
    header: Header,
    child_frame_id: String,
    transform: Transform,
});

message!(Polygon = "geometry_msgs/msg/Polygon" {
    points: Vec<Point32>,
});

message!(PolygonStamped = "geometry_msgs/msg/PolygonStamped" {
    header: Header,
    polygon: Polygon,
});

message!(TFMessage = "tf2_msgs/msg/TFMessage" {
    transforms: Vec<TransformStamped>,
});

impl From<Quat> for Quaternion {
    fn from(q: Quat) -> Self {
        Quaternion { x: q.x, y: q.y, z: q.z, w: q.w }
    }
}

impl From<Vec3> for Vector3 {
    fn from(v: Vec3) -> Self {
        Vector3 { x: v.x, y: v.y, z: v.z }
    }
}

impl From<&Pose3> for Pose {
    fn from(pose: &Pose3) -> Self {
        Pose { position: Point { x: pose.x_m, y: pose.y_m, z: pose.z_m }, orientation: pose.quat().into() }
    }
}

impl From<&Pose3> for Transform {
    fn from(pose: &Pose3) -> Self {
        Transform { translation: pose.position().into(), rotation: pose.quat().into() }
    }
}
