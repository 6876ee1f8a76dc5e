//! Sensors, on vehicles or standing in the world by themselves.

use super::Absent::{IsAnError, Leaves, Means};
use super::Allowed::{Any, Between, Inside, NonNegative, Positive};
use super::object::VISUAL;
use super::{Element, Family, Group, Kind, Param, Selector, attribute, child, single};

/// Formulas of lens distortion.
pub(crate) const LENS_MODELS: &[&str] = &["plumb_bob", "kannala_brandt"];

/// Encodings of depth images.
pub(crate) const DEPTH_ENCODINGS: &[&str] = &["16UC1", "32FC1"];

const fn coefficient(name: &'static str) -> Param {
    child(name, Kind::Number(""), Leaves("0, or that of `distortion`"), Any, "Coefficient of the lens distortion.")
}

const LENS_MODEL: Param = child("distortion_model", Kind::Choice(LENS_MODELS), Means("plumb_bob"), Any,
    "Formula of the lens: `plumb_bob` has k1 k2 p1 p2 k3 (Brown–Conrady), `kannala_brandt` has k1 k2 k3 k4 (fisheye, θ·(1 + k1·θ² + k2·θ⁴ + k3·θ⁶ + k4·θ⁸)).");
const IMAGE_NOISE: Param = child("image_noise_std", Kind::Number(""), Means("0"), Between(0.0, 255.0),
    "Standard deviation of a colour value, of 255.");

/// A sensor.
pub(super) static SENSOR: Family = Family {
    tag: "sensor",
    aliases: &[],
    selector: Some(Selector { attribute: "class", aliases: &["type"], default: None }),
    repeats: true,
    variants: &[&LASER, &LIDAR_3D, &CAMERA, &RGBD_CAMERA, &IMU, &GNSS, &CONE_DETECTOR],
    doc: "A sensor, on a vehicle or standing in the world by itself.",
};

/// What a class of a program's own has besides its own parameters.
pub(super) const OWN: super::Common = (&[POSE, pose_3d("0 0 0 0 0 0")], &[&EVERY], &[]);

static EVERY: Group = Group {
    title: "Every sensor",
    params: &[
        attribute("name", Kind::Text, Leaves("a name made from the class and a count"), Any, "Name, unique on its vehicle.").attribute_only(),
        child("sensor_period", Kind::Number("s"), Means("0.1"), Positive, "Time between two readings."),
        child("sensor_phase", Kind::Number("s"), Means("0"), NonNegative, "Delay of the first reading after one period.").ours(),
        child("preview_win_visible", Kind::Flag, Means("true"), Any, "Whether a viewer opens a preview of its images."),
    ],
    children: &[&PUBLISH, &VISUAL],
};

static PUBLISH: Family = single("publish", false, "The topic of the sensor's readings.", &[&Element {
    names: &[],
    doc: "The topic of the sensor's readings.",
    text: None,
    params: &[
        attribute("enabled", Kind::Flag, Means("true"), Any, "`false` silences the topic."),
        child("publish_topic", Kind::Text, Means(""), Any, "The topic."),
    ],
    groups: &[],
    children: &[],
}]);

const POSE: Param = child("pose", Kind::Pose2, Leaves("`pose_3d`"), Any,
    "Pose on the vehicle, at height 0. Of `pose`, `pose_3d` and `height` a later one changes what an earlier one said.");
const RANGE_NOISE: Param =
    child("range_std_noise", Kind::Number("m"), Means("0.01"), NonNegative, "Standard deviation of a range.");
const IGNORE_PARENT: Param =
    child("ignore_parent_body", Kind::Flag, Means("false"), Any, "Whether it looks through its own vehicle.");
const POINT_SIZE: Param = child("viz_pointSize", Kind::Number("px"), Means("3"), Positive, "Size of drawn points.");

const fn pose_3d(default: &'static str) -> Param {
    child("pose_3d", Kind::Pose3, Means(default), Any, "Pose on the vehicle.")
}

static LASER: Element = Element {
    names: &["laser"],
    doc: "A planar laser scanner. Its beams go from right to left.",
    text: None,
    params: &[
        POSE,
        pose_3d("0 0 0.05 0 0 0"),
        child("height", Kind::Number("m"), Leaves("z of the pose"), Any, "z on the vehicle."),
        child("fov_degrees", Kind::Degrees("deg"), Means("180"), Between(0.0, 360.0), "Field of view.").also(&["fov_deg"]),
        child("nrays", Kind::Integer, Means("181"), Between(2.0, 1_000_000.0), "Number of beams.").also(&["ray_count", "num_rays"]),
        RANGE_NOISE,
        child("angle_std_noise_deg", Kind::Degrees("deg"), Means("0.01"), NonNegative, "Standard deviation of a bearing."),
        child("min_range", Kind::Number("m"), Means("0"), NonNegative, "Shortest range.").also(&["range_min"]).ours(),
        child("max_range", Kind::Number("m"), Means("80"), Positive, "Longest range.").also(&["range_max"]),
        child("bodies_visible", Kind::Flag, Means("true"), Any, "Whether it sees bodies, or grids only; without effect in `raytrace_3d` mode."),
        child("raytrace_3d", Kind::Flag, Means("false"), Any, "Whether its beams meet the world in three dimensions."),
        IGNORE_PARENT,
        child("viz_visiblePoints", Kind::Flag, Leaves("points are drawn"), Any, "Whether a viewer draws points."),
        child("viz_visiblePlane", Kind::Flag, Means("false"), Any, "Whether a viewer draws the swept plane."),
        child("viz_visibleLines", Kind::Flag, Means("true"), Any, "Whether a viewer draws the beams."),
        POINT_SIZE,
        child("viz_pointsColor", Kind::Color, Leaves("the viewer's colour of the vehicle, as does a blank value"), Any, "Colour of drawn points."),
        child("viz_planeColor", Kind::Color, Leaves("the viewer's colour of the vehicle, as does a blank value"), Any, "Colour of the drawn plane."),
    ],
    groups: &[&EVERY],
    children: &[],
};

static LIDAR_3D: Element = Element {
    names: &["lidar3d"],
    doc: "A lidar with several rings, turning once per period.",
    text: None,
    params: &[
        pose_3d("0 0 0 0 0 0"),
        RANGE_NOISE,
        child("min_range", Kind::Number("m"), Means("0.01"), NonNegative, "Shortest range.").also(&["range_min"]),
        child("max_range", Kind::Number("m"), Means("80"), Positive, "Longest range.").also(&["range_max"]),
        child("vert_fov_degrees", Kind::Degrees("deg"), Means("30"), Inside(0.0, 180.0), "Vertical field of view, half of it below the horizon."),
        child("vert_nrays", Kind::Integer, Means("16"), Between(2.0, 65536.0), "Number of rings."),
        child("vertical_ray_angles", Kind::Numbers, Leaves("rings spread evenly over `vert_fov_degrees`"), Any,
            "Elevation of each ring in degrees; as many as `vert_nrays`."),
        child("horz_nrays", Kind::Integer, Means("180"), Between(2.0, 1_000_000.0), "Columns in a full turn."),
        child("horz_resolution_factor", Kind::Number(""), Means("1.0"), Positive, "Oversampling in MVSim; every ray is exact here."),
        child("vert_resolution_factor", Kind::Number(""), Means("1.0"), Positive, "Oversampling in MVSim; every ray is exact here."),
        child("max_vert_relative_depth_to_interpolate", Kind::Number(""), Means("0.30"), NonNegative, "Interpolation in MVSim; every ray is exact here."),
        child("max_horz_relative_depth_to_interpolate", Kind::Number(""), Means("0.10"), NonNegative, "Interpolation in MVSim; every ray is exact here."),
        child("generate_intensity", Kind::Flag, Means("true"), Any, "Whether points carry intensity."),
        IGNORE_PARENT,
        child("motion_distortion", Kind::Flag, Means("false"), Any, "Whether columns are taken one after the other while the vehicle moves.").ours(),
        child("dual_return", Kind::Flag, Means("false"), Any, "Whether a second return is reported.").ours(),
        POINT_SIZE,
    ],
    groups: &[&EVERY],
    children: &[],
};

const fn pixels(name: &'static str, default: &'static str, doc: &'static str) -> Param {
    child(name, Kind::Integer, Means(default), Between(1.0, 16384.0), doc)
}

const fn principal(name: &'static str, default: &'static str) -> Param {
    child(name, Kind::Number("px"), Means(default), Any, "Principal point.")
}

const fn focal(name: &'static str) -> Param {
    child(name, Kind::Number("px"), Means("500"), Positive, "Focal length.")
}

const fn distortion(name: &'static str) -> Param {
    child(name, Kind::FiveNumbers, Means("0 0 0 0 0"), Any, "Brown–Conrady distortion k1 k2 p1 p2 k3.").ours()
}

const fn clip(name: &'static str, default: &'static str, doc: &'static str) -> Param {
    child(name, Kind::Number("m"), Means(default), Positive, doc)
}

const READOUT_TIME: Param = child("readout_time", Kind::Number("s"), Means("0"), NonNegative,
    "Rolling shutter: time from the first row to the last, at most the time between two pictures. Rows are taken one after \
     the other while the vehicle moves, the last one at the time of the picture.").ours();

static CAMERA: Element = Element {
    names: &["camera"],
    doc: "A colour camera; its z axis looks forward, so a pose usually ends in `-90 0 -90`.",
    text: None,
    params: &[
        pose_3d("0 0 0.5 90 0 90"),
        pixels("ncols", "640", "Columns."),
        pixels("nrows", "480", "Rows."),
        principal("cx", "320"),
        principal("cy", "240"),
        focal("fx"),
        focal("fy"),
        clip("clip_min", "0.01", "Near clipping distance."),
        clip("clip_max", "10000", "Far clipping distance."),
        distortion("distortion"),
        LENS_MODEL,
        coefficient("k1"), coefficient("k2"), coefficient("k3"), coefficient("k4"), coefficient("p1"), coefficient("p2"),
        IMAGE_NOISE,
        READOUT_TIME,
        child("antialias", Kind::Integer, Means("1"), Between(1.0, 8.0), "Rays per side of a pixel.").ours(),
    ],
    groups: &[&EVERY],
    children: &[],
};

static RGBD_CAMERA: Element = Element {
    names: &["rgbd_camera"],
    doc: "A colour and depth camera; the x axis of its pose looks forward.",
    text: None,
    params: &[
        pose_3d("0 0 0.5 90 0 90"),
        child("relativePoseIntensityWRTDepth", Kind::Pose3, Means("0 0 0 0 0 0"), Any,
            "Pose of the colour camera in the frame of the depth camera; usually `0 0 0 -90 0 -90`."),
        child("sense_depth", Kind::Flag, Means("true"), Any, "Whether it gives depth."),
        child("sense_rgb", Kind::Flag, Means("true"), Any, "Whether it gives colour."),
        pixels("depth_ncols", "640", "Columns of the depth image."),
        pixels("depth_nrows", "480", "Rows of the depth image."),
        principal("depth_cx", "320"),
        principal("depth_cy", "240"),
        focal("depth_fx"),
        focal("depth_fy"),
        clip("depth_clip_min", "0.1", "Smallest depth."),
        clip("depth_clip_max", "15", "Largest depth."),
        distortion("depth_distortion"),
        pixels("rgb_ncols", "640", "Columns of the colour image."),
        pixels("rgb_nrows", "480", "Rows of the colour image."),
        principal("rgb_cx", "320"),
        principal("rgb_cy", "240"),
        focal("rgb_fx"),
        focal("rgb_fy"),
        clip("rgb_clip_min", "0.01", "Near clipping distance."),
        clip("rgb_clip_max", "10000", "Far clipping distance."),
        distortion("rgb_distortion"),
        child("depth_resolution", Kind::Number("m"), Means("1e-3"), Positive, "Metres per unit of the depth image."),
        child("depth_noise_sigma", Kind::Number("m"), Means("1e-3"), NonNegative, "Standard deviation of a depth."),
        child("depth_noise_growth", Kind::Number("1/m"), Means("0"), NonNegative, "Growth of the deviation with the square of the depth.").ours(),
        LENS_MODEL,
        coefficient("k1"), coefficient("k2"), coefficient("k3"), coefficient("k4"), coefficient("p1"), coefficient("p2"),
        IMAGE_NOISE,
        child("ros_depth_image_encoding", Kind::Choice(DEPTH_ENCODINGS), Leaves("16UC1 where the unit is 1 mm, else 32FC1"), Any,
            "Encoding of the published depth image: millimetres in 16 bits, or metres in 32."),
        child("preview_depth", Kind::Flag, Means("false"), Any, "Whether a preview shows the depth instead of the colours."),
        READOUT_TIME,
        child("show_3d_pointcloud", Kind::Flag, Means("false"), Any, "Whether a viewer draws the points."),
        child("publish_ros_depth_image", Kind::Flag, Means("true"), Any, "Whether the depth image is published."),
        child("publish_ros_colored_pointcloud", Kind::Flag, Means("false"), Any, "Whether a coloured cloud is published."),
    ],
    groups: &[&EVERY],
    children: &[],
};

static IMU: Element = Element {
    names: &["imu"],
    doc: "An inertial measurement unit.",
    text: None,
    params: &[
        POSE,
        pose_3d("0 0 0 0 0 0"),
        child("measure_orientation", Kind::Flag, Means("false"), Any, "Whether it reports its orientation."),
        child("orientation_std_noise", Kind::Number("rad"), Means("0.005"), NonNegative, "Standard deviation of the orientation."),
        child("angular_velocity_white_noise_std_noise", Kind::Number("rad/s"), Means("2e-4"), NonNegative,
            "White noise of the gyroscope.").also(&["angular_velocity_std_noise"]),
        child("linear_acceleration_white_noise_std_noise", Kind::Number("m/s²"), Means("0.017"), NonNegative,
            "White noise of the accelerometer.").also(&["linear_acceleration_std_noise"]),
        child("angular_velocity_random_walk_std_noise", Kind::Number("rad/s/√s"), Means("0"), NonNegative,
            "Random walk of the gyroscope's bias."),
        child("linear_acceleration_random_walk_std_noise", Kind::Number("m/s²/√s"), Means("0"), NonNegative,
            "Random walk of the accelerometer's bias."),
        child("angular_velocity_saturation", Kind::Number("rad/s"), Means("inf"), Positive, "Largest rate it can report.").ours(),
        child("linear_acceleration_saturation", Kind::Number("m/s²"), Means("inf"), Positive, "Largest acceleration it can report.").ours(),
    ],
    groups: &[&EVERY],
    children: &[],
};

static GNSS: Element = Element {
    names: &["gnss"],
    doc: "A satellite receiver. The world needs a `georeference`.",
    text: None,
    params: &[
        POSE,
        pose_3d("0 0 0 0 0 0"),
        child("fix_type", Kind::Choice(FIX_TYPES), Means("gps"), Any,
            "Quality that the receiver reports; `no_fix` reports no position. The noise does not follow from it."),
        child("horizontal_std_noise", Kind::Number("m"), Means("2.0"), NonNegative, "Horizontal standard deviation."),
        child("vertical_std_noise", Kind::Number("m"), Means("4.0"), NonNegative, "Vertical standard deviation."),
    ],
    groups: &[&EVERY],
    children: &[&GNSS_EVENT],
};

static CONE_DETECTOR: Element = Element {
    names: &["cone_detector"],
    doc: "Finds the cones of a race track: range, bearing and colour of blocks with a `cone_color`. Nothing hides a cone from it. Unknown to MVSim.",
    text: None,
    params: &[
        POSE,
        pose_3d("0 0 0 0 0 0"),
        child("fov_degrees", Kind::Degrees("deg"), Means("120"), Between(0.0, 360.0), "Field of view, half of it to the left.").also(&["fov_deg"]).ours(),
        child("min_range", Kind::Number("m"), Means("0.5"), NonNegative, "Shortest range.").also(&["range_min"]).ours(),
        child("max_range", Kind::Number("m"), Means("20"), Positive, "Longest range.").also(&["range_max"]).ours(),
        child("range_std_noise", Kind::Number("m"), Means("0.05"), NonNegative, "Standard deviation of a range.").ours(),
        child("angle_std_noise_deg", Kind::Degrees("deg"), Means("0.5"), NonNegative, "Standard deviation of a bearing.").ours(),
        child("miss_rate", Kind::Number(""), Means("0.02"), Between(0.0, 1.0), "Probability that a cone in view is not reported.").ours(),
        child("color_error_rate", Kind::Number(""), Means("0.01"), Between(0.0, 1.0), "Probability that a cone is reported with one of the other colours.").ours(),
        child("false_positive_rate", Kind::Number(""), Means("0.01"), Between(0.0, 100.0), "Mean number of cones per reading that are not there.").ours(),
    ],
    groups: &[&EVERY],
    children: &[],
};

/// Qualities of a position, from none to centimetres.
pub(crate) const FIX_TYPES: &[&str] = &["no_fix", "gps", "dgps", "sbas", "rtk_float", "rtk_fixed"];

static GNSS_EVENT: Family = single("event", true, "A time in which the receiver is different.", &[&Element {
    names: &[],
    doc: "A time in which the receiver is different: an outage, another quality, a jump. Of several at once, the last that says something wins.",
    text: None,
    params: &[
        attribute("start", Kind::Number("s"), IsAnError, NonNegative, "When it starts."),
        attribute("end", Kind::Number("s"), Means("inf"), Positive, "When it ends."),
        attribute("fix_type", Kind::Choice(FIX_TYPES), Leaves("the receiver's"), Any, "Quality that is reported meanwhile."),
        attribute("horizontal_std_noise", Kind::Number("m"), Leaves("the receiver's"), NonNegative, "Horizontal standard deviation meanwhile."),
        attribute("vertical_std_noise", Kind::Number("m"), Leaves("the receiver's"), NonNegative, "Vertical standard deviation meanwhile."),
        attribute("outage", Kind::Flag, Means("false"), Any, "Whether there is no position at all."),
        attribute("offset", Kind::Point3, Means("0 0 0"), Any, "Error of the position meanwhile: east, north, up."),
    ],
    groups: &[],
    children: &[],
}]);
