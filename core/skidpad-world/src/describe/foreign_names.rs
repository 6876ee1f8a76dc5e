//! Names that people bring along from ROS, SDF, URDF and Stage, and what they are called here.

use crate::schema::Element;
use crate::tree::Node;

/// A name of another format, and the names here that may be meant.
const FOREIGN: &[(&str, &[&str])] = &[
    ("update_period", &["sensor_period"]),
    ("samples", &["nrays", "horz_nrays"]),
    ("range", &["max_range"]),
    ("fov", &["fov_degrees", "vert_fov_degrees"]),
    ("horizontal_fov", &["fov_degrees", "fx"]),
    ("gyroscope_noise", &["angular_velocity_white_noise_std_noise"]),
    ("gyro_noise", &["angular_velocity_white_noise_std_noise"]),
    ("accelerometer_noise", &["linear_acceleration_white_noise_std_noise"]),
    ("accel_noise", &["linear_acceleration_white_noise_std_noise"]),
    ("noise_std", &["range_std_noise"]),
    ("stddev", &["range_std_noise"]),
    ("origin", &["init_pose", "pose_3d"]),
    ("pose", &["init_pose", "pose_3d"]),
    ("position", &["init_pose"]),
    ("width", &["ncols"]),
    ("height", &["nrows"]),
    ("image_width", &["ncols"]),
    ("image_height", &["nrows"]),
    ("mesh", &["model_uri"]),
    ("uri", &["model_uri"]),
    ("mu", &["friction"]),
    ("size", &["shape"]),
];

/// Names of other formats whose meaning is certain, and the names here: their values are taken.
const CERTAIN: &[(&str, &str)] = &[
    ("update_period", "sensor_period"),
    ("samples", "nrays"),
    ("gyroscope_noise", "angular_velocity_white_noise_std_noise"),
    ("gyro_noise", "angular_velocity_white_noise_std_noise"),
    ("accelerometer_noise", "linear_acceleration_white_noise_std_noise"),
    ("accel_noise", "linear_acceleration_white_noise_std_noise"),
    ("noise_std", "range_std_noise"),
    ("range_noise", "range_std_noise"),
    ("image_width", "ncols"),
    ("image_height", "nrows"),
    ("mesh", "model_uri"),
    ("mesh_uri", "model_uri"),
];

/// The parameter of an element that a name of another format certainly means.
pub(super) fn certain_name(element: &Element, written: &str) -> Option<&'static str> {
    let (_, here) = CERTAIN.iter().find(|(foreign, _)| *foreign == written)?;
    element.param(here).map(|param| param.name)
}

/// The names of other formats that certainly mean a parameter.
pub(super) fn foreign_names_of(here: &str) -> impl Iterator<Item = &'static str> {
    CERTAIN.iter().filter(move |(_, name)| *name == here).map(|(foreign, _)| *foreign)
}

/// Names of a rate [Hz] where `sensor_period` [s] is meant.
const RATES: &[&str] = &["rate_hz", "rate", "update_rate", "frequency"];

/// The rate that a child of another format gives [Hz].
pub(super) fn rate_hz(child: &Node) -> Option<f64> {
    let text = child.text.as_ref().filter(|_| RATES.contains(&&*child.name))?;
    text.value.trim().parse().ok().filter(|rate_hz| (1e-3..=1e6).contains(rate_hz))
}

/// Classes of other formats, and the class here.
const FOREIGN_CLASSES: &[(&str, &str)] = &[
    ("lidar", "laser"),
    ("lidar2d", "laser"),
    ("ray", "laser"),
    ("ranger", "laser"),
    ("gpu_lidar", "lidar3d"),
    ("gpu_ray", "lidar3d"),
    ("depth", "rgbd_camera"),
    ("depth_camera", "rgbd_camera"),
    ("rgbd", "rgbd_camera"),
    ("gps", "gnss"),
    ("navsat", "gnss"),
    ("diff_drive", "differential"),
    ("differential_drive", "differential"),
];

/// What a class of another format is called here.
pub(super) fn class_here(written: &str) -> Option<&'static str> {
    FOREIGN_CLASSES.iter().find(|(foreign, _)| *foreign == written.trim()).map(|(_, class)| *class)
}

/// Classes of other formats whose meaning is certain, and the class here.
const CERTAIN_CLASSES: &[(&str, &str)] = &[
    ("depth_camera", "rgbd_camera"),
    ("rgbd", "rgbd_camera"),
    ("gps", "gnss"),
    ("navsat", "gnss"),
    ("diff_drive", "differential"),
    ("differential_drive", "differential"),
];

/// The class here that a class of another format certainly means.
pub(super) fn certain_class(written: &str) -> Option<&'static str> {
    CERTAIN_CLASSES.iter().find(|(foreign, _)| *foreign == written.trim()).map(|(_, class)| *class)
}

/// What a name of another format is called in this element.
pub(super) fn name_here(element: &Element, written: &str) -> Option<&'static str> {
    if RATES.contains(&written) && element.param("sensor_period").is_some() {
        return Some("sensor_period");
    }
    let (_, names) = FOREIGN.iter().find(|(foreign, _)| *foreign == written)?;
    names.iter().copied().find(|name| element.param(name).is_some() || element.family(name).is_some())
}
