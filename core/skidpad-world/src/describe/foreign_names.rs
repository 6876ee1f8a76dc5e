//! Names that people bring along from ROS, SDF, URDF and Stage, and what they are called here.

use crate::schema::Element;

/// A name of another format, and the names here that may be meant.
const FOREIGN: &[(&str, &[&str])] = &[
    ("rate_hz", &["sensor_period"]),
    ("rate", &["sensor_period"]),
    ("update_rate", &["sensor_period"]),
    ("update_period", &["sensor_period"]),
    ("frequency", &["sensor_period"]),
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

/// What a name of another format is called in this element.
pub(super) fn name_here(element: &Element, written: &str) -> Option<&'static str> {
    let (_, names) = FOREIGN.iter().find(|(foreign, _)| *foreign == written)?;
    names.iter().copied().find(|name| element.param(name).is_some() || element.family(name).is_some())
}
