//! `geometry_msgs` and `tf2_msgs`.

use super::Header;
use crate::field::message;
use skidpad_math::{Pose3, Quat, Twist2, Vec3};

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

impl Twist {
    /// The part in the plane: forward, sideways and turning.
    pub fn planar(&self) -> Twist2 {
        Twist2::new(self.linear.x, self.linear.y, self.angular.z)
    }
}

impl Pose {
    /// The pose, if its numbers are finite and its orientation is one.
    pub fn to_pose3(&self) -> Option<Pose3> {
        let (at, q) = (&self.position, &self.orientation);
        let norm = (q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w).sqrt();
        let numbers = [at.x, at.y, at.z, norm];
        if numbers.iter().any(|number| !number.is_finite()) || norm < 1e-6 {
            return None;
        }
        let unit = Quat { x: q.x / norm, y: q.y / norm, z: q.z / norm, w: q.w / norm };
        let (yaw, pitch, roll) = unit.rotation().yaw_pitch_roll();
        Some(Pose3::new(at.x, at.y, at.z, yaw, pitch, roll))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pose_comes_back_and_nonsense_does_not() {
        let pose = Pose3::new(1.0, -2.0, 0.5, 0.3, 0.1, -0.2);
        let mut message = Pose::from(&pose);
        message.orientation.w *= 2.0;
        message.orientation.x *= 2.0;
        message.orientation.y *= 2.0;
        message.orientation.z *= 2.0;
        let back = message.to_pose3().expect("a pose");
        for (found, expected) in [
            (back.x_m, pose.x_m),
            (back.yaw_rad, pose.yaw_rad),
            (back.pitch_rad, pose.pitch_rad),
            (back.roll_rad, pose.roll_rad),
        ] {
            assert!((found - expected).abs() < 1e-12, "{found} {expected}");
        }
        assert_eq!(Pose::default().to_pose3(), None);
        message.position.x = f64::NAN;
        assert_eq!(message.to_pose3(), None);
    }
}
