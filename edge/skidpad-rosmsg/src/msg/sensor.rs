//! `sensor_msgs`.

use super::{Header, Quaternion, Vector3};
use crate::field::message;

message!(LaserScan = "sensor_msgs/msg/LaserScan" {
    header: Header,
    angle_min: f32,
    angle_max: f32,
    angle_increment: f32,
    time_increment: f32,
    scan_time: f32,
    range_min: f32,
    range_max: f32,
    ranges: Vec<f32>,
    intensities: Vec<f32>,
});

message!(PointField = "sensor_msgs/msg/PointField" {
    name: String,
    offset: u32,
    datatype: u8,
    count: u32,
} with {
    INT8: u8 = 1,
    UINT8: u8 = 2,
    INT16: u8 = 3,
    UINT16: u8 = 4,
    INT32: u8 = 5,
    UINT32: u8 = 6,
    FLOAT32: u8 = 7,
    FLOAT64: u8 = 8,
});

message!(PointCloud2 = "sensor_msgs/msg/PointCloud2" {
    header: Header,
    height: u32,
    width: u32,
    fields: Vec<PointField>,
    is_bigendian: bool,
    point_step: u32,
    row_step: u32,
    data: Vec<u8>,
    is_dense: bool,
});

message!(Image = "sensor_msgs/msg/Image" {
    header: Header,
    height: u32,
    width: u32,
    encoding: String,
    is_bigendian: u8,
    step: u32,
    data: Vec<u8>,
});

message!(CompressedImage = "sensor_msgs/msg/CompressedImage" {
    header: Header,
    format: String,
    data: Vec<u8>,
});

message!(RegionOfInterest = "sensor_msgs/msg/RegionOfInterest" {
    x_offset: u32,
    y_offset: u32,
    height: u32,
    width: u32,
    do_rectify: bool,
});

message!(CameraInfo = "sensor_msgs/msg/CameraInfo" {
    header: Header,
    height: u32,
    width: u32,
    distortion_model: String,
    d: Vec<f64> as D,
    k: [f64; 9] as K,
    r: [f64; 9] as R,
    p: [f64; 12] as P,
    binning_x: u32,
    binning_y: u32,
    roi: RegionOfInterest,
});

message!(Imu = "sensor_msgs/msg/Imu" {
    header: Header,
    orientation: Quaternion,
    orientation_covariance: [f64; 9],
    angular_velocity: Vector3,
    angular_velocity_covariance: [f64; 9],
    linear_acceleration: Vector3,
    linear_acceleration_covariance: [f64; 9],
});

message!(NavSatStatus = "sensor_msgs/msg/NavSatStatus" {
    status: i8,
    service: u16,
} with {
    STATUS_NO_FIX: i8 = -1,
    STATUS_FIX: i8 = 0,
    STATUS_SBAS_FIX: i8 = 1,
    STATUS_GBAS_FIX: i8 = 2,
    SERVICE_GPS: u16 = 1,
    SERVICE_GLONASS: u16 = 2,
    SERVICE_COMPASS: u16 = 4,
    SERVICE_GALILEO: u16 = 8,
});

message!(NavSatFix = "sensor_msgs/msg/NavSatFix" {
    header: Header,
    status: NavSatStatus,
    latitude: f64,
    longitude: f64,
    altitude: f64,
    position_covariance: [f64; 9],
    position_covariance_type: u8,
} with {
    COVARIANCE_TYPE_UNKNOWN: u8 = 0,
    COVARIANCE_TYPE_APPROXIMATED: u8 = 1,
    COVARIANCE_TYPE_DIAGONAL_KNOWN: u8 = 2,
    COVARIANCE_TYPE_KNOWN: u8 = 3,
});

message!(JointState = "sensor_msgs/msg/JointState" {
    header: Header,
    name: Vec<String>,
    position: Vec<f64>,
    velocity: Vec<f64>,
    effort: Vec<f64>,
});
