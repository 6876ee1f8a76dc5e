//! Names that people bring along from ROS, SDF, URDF and Stage, and what they are called here.

use crate::schema::Element;
use crate::tree::Node;

/// A name of another format, and the names here that may be meant.
const FOREIGN: &[(&str, &[&str])] = &[
    ("update_period", &["sensor_period"]),
    ("samples", &["nrays", "horz_nrays"]),
    ("ray", &["nrays", "horz_nrays"]),
    ("lidar", &["nrays", "horz_nrays"]),
    ("scan", &["nrays", "horz_nrays"]),
    ("num_samples", &["nrays", "horz_nrays"]),
    ("num_beams", &["nrays", "horz_nrays"]),
    ("beam_count", &["nrays", "horz_nrays"]),
    ("beams", &["nrays", "horz_nrays"]),
    ("max_distance", &["max_range"]),
    ("min_distance", &["min_range"]),
    ("image", &["ncols", "rgb_ncols"]),
    ("range", &["max_range"]),
    ("fov", &["fov_degrees", "vert_fov_degrees", "fx", "rgb_fx"]),
    ("fov_deg", &["fov_degrees", "vert_fov_degrees", "fx", "rgb_fx"]),
    ("fov_degrees", &["fx", "rgb_fx"]),
    ("horizontal_fov", &["fov_degrees", "fx", "rgb_fx"]),
    ("min_angle", &["fov_degrees"]),
    ("max_angle", &["fov_degrees"]),
    ("angle_min", &["fov_degrees"]),
    ("angle_max", &["fov_degrees"]),
    ("gyroscope_noise", &["angular_velocity_white_noise_std_noise"]),
    ("gyro_noise", &["angular_velocity_white_noise_std_noise"]),
    ("accelerometer_noise", &["linear_acceleration_white_noise_std_noise"]),
    ("accel_noise", &["linear_acceleration_white_noise_std_noise"]),
    ("noise_std", &["range_std_noise"]),
    ("stddev", &["range_std_noise"]),
    ("noise", &["range_std_noise", "horizontal_std_noise", "image_noise_std"]),
    ("angular_velocity", GYROSCOPE),
    ("linear_acceleration", ACCELEROMETER),
    ("camera", &["ncols", "rgb_ncols"]),
    ("resolution", &["ncols", "rgb_ncols"]),
    ("hfov", &["fov_degrees", "fx", "rgb_fx"]),
    ("hfov_deg", &["fov_degrees", "fx", "rgb_fx"]),
    ("angle_increment", &["nrays"]),
    ("physics", &["simul_timestep"]),
    ("person", &["actor"]),
    ("pedestrian", &["actor"]),
    ("human", &["actor"]),
    ("ground", &["element"]),
    ("terrain", &["element"]),
    ("floorplan", &["element"]),
    ("wheel_left", &["l_wheel"]),
    ("wheel_right", &["r_wheel"]),
    ("near", &["clip_min", "rgb_clip_min"]),
    ("far", &["clip_max", "rgb_clip_max"]),
    ("clip", &["clip_min", "rgb_clip_min"]),
    ("topic", &["publish"]),
    ("origin", &["init_pose", "pose_3d"]),
    ("pose", &["init_pose", "pose_3d"]),
    ("position", &["init_pose", "pose_3d", "pos", "vehicle"]),
    ("orientation", &["init_pose", "pose_3d"]),
    ("x", &["init_pose", "pose_3d", "pos"]),
    ("y", &["init_pose", "pose_3d", "pos"]),
    ("yaw", &["init_pose", "pose_3d"]),
    ("theta", &["init_pose", "pose_3d"]),
    ("width", &["ncols", "rgb_ncols"]),
    ("height", &["nrows", "rgb_nrows"]),
    ("image_width", &["ncols"]),
    ("image_height", &["nrows"]),
    ("mesh", &["model_uri"]),
    ("uri", &["model_uri"]),
    ("mu", &["friction"]),
    ("size", &["geometry"]),
    ("box", &["block"]),
    ("cylinder", &["block"]),
    ("model", &["block"]),
    ("object", &["block"]),
    ("obstacle", &["block"]),
    ("robot", &["vehicle"]),
    ("car", &["vehicle"]),
    ("wall", &["walls"]),
    ("map", &["element"]),
    ("floor", &["element"]),
    ("ground_plane", &["element"]),
];

/// Names of other formats whose meaning is certain, and the names here: their values are taken.
const CERTAIN: &[(&str, &[&str])] = &[
    ("update_period", &["sensor_period"]),
    ("samples", &["nrays"]),
    ("num_samples", &["nrays"]),
    ("num_beams", &["nrays"]),
    ("beam_count", &["nrays"]),
    ("max_distance", &["max_range"]),
    ("min_distance", &["min_range"]),
    ("gyroscope_noise", GYROSCOPE),
    ("gyro_noise", GYROSCOPE),
    ("gyro_noise_std", GYROSCOPE),
    ("gyro_std_noise", GYROSCOPE),
    ("gyroscope_noise_std", GYROSCOPE),
    ("gyroscope_std_noise", GYROSCOPE),
    ("accelerometer_noise", ACCELEROMETER),
    ("accel_noise", ACCELEROMETER),
    ("accel_noise_std", ACCELEROMETER),
    ("accel_std_noise", ACCELEROMETER),
    ("accelerometer_noise_std", ACCELEROMETER),
    ("accelerometer_std_noise", ACCELEROMETER),
    ("noise_std", &["range_std_noise"]),
    ("range_noise", &["range_std_noise"]),
    ("image_width", &["ncols", "depth_ncols", "rgb_ncols"]),
    ("image_height", &["nrows", "depth_nrows", "rgb_nrows"]),
    ("width", &["ncols", "depth_ncols", "rgb_ncols"]),
    ("height", &["nrows", "depth_nrows", "rgb_nrows"]),
    ("mesh", &["model_uri"]),
    ("mesh_uri", &["model_uri"]),
    ("uri", &["model_uri"]),
    ("scale", &["model_scale"]),
    ("timestep", STEP),
    ("time_step", STEP),
    ("sim_timestep", STEP),
    ("sim_time_step", STEP),
    ("simul_time_step", STEP),
    ("max_step_size", STEP),
    ("step_size", STEP),
    ("dt", STEP),
    ("max_effort", &["max_torque"]),
    ("torque_limit", &["max_torque"]),
    ("noise", &["range_std_noise"]),
    ("p_gain", &["KP"]),
    ("i_gain", &["KI"]),
    ("d_gain", &["KD"]),
    ("kp", &["KP"]),
    ("ki", &["KI"]),
    ("kd", &["KD"]),
];

const STEP: &[&str] = &["simul_timestep"];
const GYROSCOPE: &[&str] = &["angular_velocity_white_noise_std_noise"];
const ACCELEROMETER: &[&str] = &["linear_acceleration_white_noise_std_noise"];

/// Names of a deviation in an element that describes noise: `<gyroscope_noise><noise_std>0.001</noise_std> …`.
const DEVIATIONS: &[&str] = &["noise_std", "stddev", "std", "std_dev"];

/// The node whose text is the value of a child with a name of another format: the child, or the deviation in it.
pub(super) fn value_of(child: &Node) -> Option<&Node> {
    if child.children.is_empty() {
        return Some(child);
    }
    child.children.iter().find(|inner| DEVIATIONS.contains(&inner.name.as_str()))
}

/// What an element in such a child is called here, if it is called anything.
pub(super) fn inner_name_here(element: &Element, child: &str, inner: &str) -> Option<&'static str> {
    let is_walk = inner.contains("drift") || inner.contains("walk");
    let walk = match certain_names(element, child).first().copied() {
        Some(here) if GYROSCOPE.contains(&here) => "angular_velocity_random_walk_std_noise",
        Some(here) if ACCELEROMETER.contains(&here) => "linear_acceleration_random_walk_std_noise",
        _ => return None,
    };
    is_walk.then_some(walk)
}

/// The parameters of an element that a name of another format certainly means.
pub(super) fn certain_names(element: &Element, written: &str) -> Vec<&'static str> {
    let meant = CERTAIN.iter().find(|(foreign, _)| *foreign == written);
    let known = meant.into_iter().flat_map(|(_, here)| *here).filter_map(|here| element.param(here));
    known.map(|param| param.name).collect()
}

/// The names of other formats that certainly mean a parameter of an element.
pub(super) fn foreign_names_of(element: &'static Element, here: &str) -> impl Iterator<Item = &'static str> {
    let certain = CERTAIN.iter().filter(move |(_, names)| names.contains(&here));
    certain.map(|(foreign, _)| *foreign).filter(|foreign| element.param(foreign).is_none())
}

/// A number of another format that certainly means a parameter, in another measure.
pub(super) struct Conversion {
    /// What it is called elsewhere.
    pub(super) names: &'static [&'static str],
    /// What it is called here.
    pub(super) here: &'static str,
    /// Its value here.
    pub(super) convert: fn(f64) -> f64,
    /// What the parameter is, for the message.
    pub(super) meaning: &'static str,
}

const CONVERSIONS: &[Conversion] = &[
    Conversion {
        names: &["rate_hz", "rate", "update_rate", "updateRate", "update_rate_hz", "frequency", "hz", "fps"],
        here: "sensor_period",
        convert: |rate_hz| 1.0 / rate_hz,
        meaning: "the time between two readings [s]",
    },
    Conversion {
        names: &["radius", "wheel_radius"],
        here: "diameter",
        convert: |radius_m| 2.0 * radius_m,
        meaning: "twice the radius",
    },
];

/// How a number of another format becomes that of a parameter of an element.
pub(super) fn conversion_to(here: &str) -> Option<&'static Conversion> {
    CONVERSIONS.iter().find(|conversion| conversion.here == here)
}

/// How a number with a name of another format is read in an element.
pub(super) fn conversion_of(element: &Element, written: &str) -> Option<&'static Conversion> {
    let conversion = CONVERSIONS.iter().find(|conversion| conversion.names.contains(&written))?;
    (element.param(written).is_none() && element.param(conversion.here).is_some()).then_some(conversion)
}

/// Classes of other formats, and the class here.
const FOREIGN_CLASSES: &[(&str, &str)] = &[
    ("lidar2d", "laser"),
    ("laser_scanner", "laser"),
    ("laserscan", "laser"),
    ("laser_scan", "laser"),
    ("rplidar", "laser"),
    ("hokuyo", "laser"),
    ("ranger", "laser"),
    ("velodyne", "lidar3d"),
    ("ouster", "lidar3d"),
    ("lidar_3d", "lidar3d"),
    ("pointcloud", "lidar3d"),
    ("rgb_camera", "camera"),
    ("image", "camera"),
    ("depth", "rgbd_camera"),
    ("depth_camera", "rgbd_camera"),
    ("rgbd", "rgbd_camera"),
    ("gps", "gnss"),
    ("navsat", "gnss"),
    ("imu_sensor", "imu"),
    ("diff_drive", "differential"),
    ("differential_drive", "differential"),
    ("skid_steer", "differential_4_wheels"),
    ("diffdrive", "differential"),
    ("unicycle", "differential"),
    ("differential_6_wheels", "differential_4_wheels"),
    ("ackermann_drive", "ackermann"),
    ("ackermann_steering", "ackermann"),
    ("bicycle", "ackermann"),
    ("car", "ackermann"),
    ("skid_steer_drive", "differential_4_wheels"),
    ("pid", "twist_pid"),
    ("twist", "twist_pid"),
    ("velocity", "twist_pid"),
    ("cmd_vel", "twist_pid"),
    ("diff_drive_controller", "twist_pid"),
    ("ideal", "twist_ideal"),
    ("ackermann_steering_controller", "twist_front_steer_pid"),
    ("pure_pursuit", "trajectory"),
    ("coulomb", "default"),
];

/// Classes of other formats that are one of two here.
const ONE_OF_TWO: &[&str] = &["lidar", "ray", "gpu_lidar", "gpu_ray"];

/// Vehicles of other formats that move sideways.
const SIDEWAYS: &[&str] =
    &["mecanum", "omni", "omnidirectional", "holonomic", "planar_move", "mecanum_drive"];

/// What a class of another format is called here.
pub(super) fn class_here(written: &str, is_class: impl Fn(&str) -> bool) -> Option<&'static str> {
    let written = written.trim();
    if ONE_OF_TWO.iter().any(|foreign| foreign.eq_ignore_ascii_case(written)) && is_class("lidar3d") {
        // Quoted as a whole.
        return Some("laser\" (one plane of beams) or \"lidar3d");
    }
    if SIDEWAYS.iter().any(|foreign| foreign.eq_ignore_ascii_case(written)) && is_class("differential") {
        // Quoted as a whole.
        return Some("differential\" with the controller \"twist_ideal");
    }
    let known = FOREIGN_CLASSES.iter().find(|(foreign, _)| foreign.eq_ignore_ascii_case(written));
    known.map(|(_, class)| *class).filter(|class| is_class(class))
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
    let is_written = |foreign: &str| foreign.eq_ignore_ascii_case(written.trim());
    CERTAIN_CLASSES.iter().find(|(foreign, _)| is_written(foreign)).map(|(_, class)| *class)
}

/// Words of other formats for a choice, and the word here.
const FOREIGN_WORDS: &[(&str, &str)] = &[
    ("fisheye", "kannala_brandt"),
    ("equidistant", "kannala_brandt"),
    ("radtan", "plumb_bob"),
    ("brown_conrady", "plumb_bob"),
    ("autonomous", "gps"),
    ("single", "gps"),
    ("fix", "gps"),
    ("rtk", "rtk_fixed"),
];

/// What a word of another format is called among those of a choice.
pub(super) fn word_here(written: &str, words: &[&'static str]) -> Option<&'static str> {
    let (_, here) = FOREIGN_WORDS.iter().find(|(foreign, _)| foreign.eq_ignore_ascii_case(written))?;
    words.iter().copied().find(|word| word == here)
}

/// What a name of another format is called in this element.
pub(super) fn name_here(element: &Element, written: &str) -> Option<&'static str> {
    if let Some(conversion) = conversion_of(element, written) {
        return Some(conversion.here);
    }
    let (_, names) = FOREIGN.iter().find(|(foreign, _)| *foreign == written)?;
    names.iter().copied().find(|name| element.param(name).is_some() || element.family(name).is_some())
}
