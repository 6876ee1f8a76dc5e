//! `nav_msgs` and `ackermann_msgs`.

use super::{Header, Pose, PoseWithCovariance, Time, TwistWithCovariance};
use crate::field::message;

message!(Odometry = "nav_msgs/msg/Odometry" {
    header: Header,
    child_frame_id: String,
    pose: PoseWithCovariance,
    twist: TwistWithCovariance,
});

message!(MapMetaData = "nav_msgs/msg/MapMetaData" {
    map_load_time: Time,
    resolution: f32,
    width: u32,
    height: u32,
    origin: Pose,
});

message!(OccupancyGrid = "nav_msgs/msg/OccupancyGrid" {
    header: Header,
    info: MapMetaData,
    data: Vec<i8>,
});

message!(AckermannDrive = "ackermann_msgs/msg/AckermannDrive" {
    steering_angle: f32,
    steering_angle_velocity: f32,
    speed: f32,
    acceleration: f32,
    jerk: f32,
});

message!(AckermannDriveStamped = "ackermann_msgs/msg/AckermannDriveStamped" {
    header: Header,
    drive: AckermannDrive,
});
