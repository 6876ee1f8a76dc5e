//! Sensors.

use skidpad_math::Pose3;

use super::extension::extension_use;
use super::object;
use super::problem::ReadingProblem;
use super::reader::Reader;
use crate::check::Implausible;
use crate::description::{
    Camera, CameraIntrinsics, ConeDetector, FixType, Gnss, GnssEvent, Imu, Laser, Lens, Lidar3d, RgbdCamera,
    Sensor, SensorKind,
};

/// A sensor, if there may still be one.
pub(super) fn sensor(reader: &Reader<'_>) -> Option<Sensor> {
    if !reader.sink().may_sense(reader.place()) {
        return None;
    }
    let own = extension_use(reader);
    let (pose_in_vehicle, kind) = match reader.variant() {
        _ if let Some(own) = own => (pose(reader, &["pose", "pose_3d"]), SensorKind::Extension(own)),
        "laser" => (pose(reader, &["pose", "pose_3d", "height"]), SensorKind::Laser(laser(reader))),
        "lidar3d" => (pose(reader, &["pose_3d"]), SensorKind::Lidar3d(lidar3d(reader))),
        "camera" => (pose(reader, &["pose_3d"]), SensorKind::Camera(camera(reader))),
        "rgbd_camera" => (pose(reader, &["pose_3d"]), SensorKind::Rgbd(rgbd_camera(reader))),
        "imu" => (pose(reader, &["pose", "pose_3d"]), SensorKind::Imu(imu(reader))),
        "cone_detector" => {
            (pose(reader, &["pose", "pose_3d"]), SensorKind::ConeDetector(cone_detector(reader)))
        }
        _ => (pose(reader, &["pose", "pose_3d"]), SensorKind::Gnss(gnss(reader))),
    };
    Some(Sensor {
        name: reader.text("name"),
        pose_in_vehicle,
        period_s: reader.number("sensor_period"),
        phase_s: reader.number("sensor_phase"),
        publish_topic: publish_topic(reader),
        preview_window: reader.flag("preview_win_visible"),
        visuals: object::visuals(reader),
        kind,
        place: reader.place(),
    })
}

/// The pose parameters, applied in the order in which they are written.
fn pose(reader: &Reader<'_>, names: &[&'static str]) -> Pose3 {
    let mut pose = None;
    for name in reader.given_in_order(names) {
        if name == "height" {
            let unmoved = pose.unwrap_or_else(|| reader.default_pose3("pose_3d"));
            pose = Some(Pose3 { z_m: reader.optional_number(name).unwrap_or(unmoved.z_m), ..unmoved });
        } else {
            pose = reader.pose3(name).or(pose);
        }
    }
    pose.unwrap_or_else(|| reader.default_pose3("pose_3d"))
}

fn publish_topic(reader: &Reader<'_>) -> String {
    let publish = reader.one("publish");
    publish
        .filter(|publish| publish.flag("enabled"))
        // `/${PARENT_NAME}/${NAME}` of a sensor that stands by itself.
        .map(|publish| publish.text("publish_topic").replace("//", "/"))
        .unwrap_or_default()
}

/// Shortest and longest range; the first must be less.
fn ranges(reader: &Reader<'_>) -> (f64, f64) {
    let (low_m, high_m) = (reader.number("min_range"), reader.number("max_range"));
    reader.refuse_empty_interval(["min_range", "max_range"], [low_m, high_m]);
    (low_m, high_m)
}

fn laser(reader: &Reader<'_>) -> Laser {
    let (min_range_m, max_range_m) = ranges(reader);
    Laser {
        field_of_view_rad: reader.radians("fov_degrees"),
        ray_count: reader.count("nrays"),
        range_noise_m: reader.number("range_std_noise"),
        angle_noise_rad: reader.radians("angle_std_noise_deg"),
        min_range_m,
        max_range_m,
        bodies_visible: reader.flag("bodies_visible"),
        raytrace_3d: reader.flag("raytrace_3d"),
        ignore_parent_body: reader.flag("ignore_parent_body"),
        show_points: reader.optional_flag("viz_visiblePoints"),
        show_plane: reader.flag("viz_visiblePlane"),
        show_lines: reader.flag("viz_visibleLines"),
        point_size_px: reader.number("viz_pointSize"),
        points_color: reader.optional_color("viz_pointsColor"),
        plane_color: reader.optional_color("viz_planeColor"),
    }
}

/// Beams or pixels of one reading at most: some hundred megabytes.
const MOST_PER_READING: u64 = 1 << 24;

/// A reading must fit into memory.
fn check_size(reader: &Reader<'_>, name: &str, what: &'static str, [columns, rows]: [u32; 2]) {
    let count = u64::from(columns) * u64::from(rows);
    if count > MOST_PER_READING {
        reader.error_at(name, Implausible::ReadingTooLarge { what, count, most: MOST_PER_READING });
    }
}

fn lidar3d(reader: &Reader<'_>) -> Lidar3d {
    let (min_range_m, max_range_m) = ranges(reader);
    check_size(reader, "horz_nrays", "beams", [reader.count("horz_nrays"), reader.count("vert_nrays")]);
    Lidar3d {
        range_noise_m: reader.number("range_std_noise"),
        min_range_m,
        max_range_m,
        ring_elevations_rad: ring_elevations(reader),
        column_count: reader.count("horz_nrays"),
        horizontal_resolution_factor: reader.number("horz_resolution_factor"),
        vertical_resolution_factor: reader.number("vert_resolution_factor"),
        max_vertical_relative_depth: reader.number("max_vert_relative_depth_to_interpolate"),
        max_horizontal_relative_depth: reader.number("max_horz_relative_depth_to_interpolate"),
        generate_intensity: reader.flag("generate_intensity"),
        ignore_parent_body: reader.flag("ignore_parent_body"),
        motion_distortion: reader.flag("motion_distortion"),
        dual_return: reader.flag("dual_return"),
        point_size_px: reader.number("viz_pointSize"),
    }
}

/// The given angles, sorted, or rings spread evenly over the field of view, lowest first.
fn ring_elevations(reader: &Reader<'_>) -> Vec<f64> {
    let count = reader.count("vert_nrays");
    if !reader.sink().may_ring(reader.place(), count as usize) {
        return Vec::new();
    }
    let half_rad = 0.5 * reader.radians("vert_fov_degrees");
    if let Some(mut degrees) = reader.numbers("vertical_ray_angles") {
        degrees.sort_by(f64::total_cmp);
        let given = degrees.len();
        degrees.dedup();
        if degrees.len() != given {
            reader.error_at("vertical_ray_angles", Implausible::RepeatedRayAngles);
        } else if given != count as usize {
            reader.error_at("vertical_ray_angles", Implausible::RayAngleCount { given, wanted: count });
        }
        return degrees.into_iter().map(f64::to_radians).collect();
    }
    let step_rad = 2.0 * half_rad / f64::from(count.max(2) - 1);
    (0..count).map(|ring| f64::from(ring) * step_rad - half_rad).collect()
}

fn camera(reader: &Reader<'_>) -> Camera {
    let intrinsics = lens(reader, intrinsics(reader, str::to_owned));
    Camera {
        intrinsics,
        antialias: reader.count("antialias"),
        image_noise: reader.number("image_noise_std"),
        readout_time_s: reader.number("readout_time"),
    }
}

/// Picture size and projection; `named` gives the full names of the parameters.
fn intrinsics(reader: &Reader<'_>, named: impl Fn(&str) -> String) -> CameraIntrinsics {
    let number = |name: &str| reader.number(&named(name));
    let (clip_near_m, clip_far_m) = (number("clip_min"), number("clip_max"));
    let size = [reader.count(&named("ncols")), reader.count(&named("nrows"))];
    check_size(reader, &named("ncols"), "pixels", size);
    note_off_centre(reader, size[0], &named("ncols"), &named("cx"), number("cx"));
    note_off_centre(reader, size[1], &named("nrows"), &named("cy"), number("cy"));
    reader.refuse_empty_interval([&named("clip_min"), &named("clip_max")], [clip_near_m, clip_far_m]);
    CameraIntrinsics {
        column_count: reader.count(&named("ncols")),
        row_count: reader.count(&named("nrows")),
        cx_px: number("cx"),
        cy_px: number("cy"),
        fx_px: number("fx"),
        fy_px: number("fy"),
        clip_near_m,
        clip_far_m,
        lens: Lens::BrownConrady,
        distortion: reader.five_numbers(&named("distortion")),
    }
}

/// A picture with a size of its own, but with the principal point of another size.
fn note_off_centre(reader: &Reader<'_>, count: u32, size: &str, point: &str, point_px: f64) {
    let middle_px = 0.5 * f64::from(count);
    if reader.has(size) && !reader.has(point) && (point_px - middle_px).abs() > 0.1 * f64::from(count) {
        let place = reader.place_of(size);
        let (size, point) = (size.to_owned(), point.to_owned());
        let problem = Implausible::OffCentre { size, count, point, point_px, middle_px };
        reader.sink().warning(place, problem);
    }
}

/// The lens that `distortion_model` and its coefficients describe, for the colour picture.
fn lens(reader: &Reader<'_>, mut intrinsics: CameraIntrinsics) -> CameraIntrinsics {
    let given = ["k1", "k2", "k3", "k4", "p1", "p2"].map(|name| reader.optional_number(name));
    let is_fisheye = reader.choice("distortion_model") == "kannala_brandt";
    let [k1, k2, k3, k4, p1, p2] = given;
    let unused: &[&str] = if is_fisheye { &["p1", "p2"] } else { &["k4"] };
    for name in unused.iter().filter(|name| reader.has(name)) {
        let why = format!("\"{}\" has no such coefficient", reader.choice("distortion_model"));
        reader
            .sink()
            .warning(reader.place_of(name), ReadingProblem::NoEffect { name: (*name).to_owned(), why });
    }
    if is_fisheye {
        intrinsics.lens = Lens::KannalaBrandt;
        intrinsics.distortion = [k1, k2, k3, k4, None].map(Option::unwrap_or_default);
    } else {
        for (coefficient, given) in intrinsics.distortion.iter_mut().zip([k1, k2, p1, p2, k3]) {
            *coefficient = given.unwrap_or(*coefficient);
        }
    }
    intrinsics
}

fn rgbd_camera(reader: &Reader<'_>) -> RgbdCamera {
    RgbdCamera {
        sense_depth: reader.flag("sense_depth"),
        sense_rgb: reader.flag("sense_rgb"),
        rgb_in_depth: reader.pose3("relativePoseIntensityWRTDepth").unwrap_or_default(),
        depth: intrinsics(reader, |name| format!("depth_{name}")),
        rgb: lens(reader, intrinsics(reader, |name| format!("rgb_{name}"))),
        depth_resolution_m: reader.number("depth_resolution"),
        depth_noise_m: reader.number("depth_noise_sigma"),
        depth_noise_growth_per_m: reader.number("depth_noise_growth"),
        image_noise: reader.number("image_noise_std"),
        readout_time_s: reader.number("readout_time"),
        has_float_depth: reader.optional_choice("ros_depth_image_encoding").map(|word| word == "32FC1"),
        preview_depth: reader.flag("preview_depth"),
        show_3d_pointcloud: reader.flag("show_3d_pointcloud"),
        publish_depth_image: reader.flag("publish_ros_depth_image"),
        publish_colored_pointcloud: reader.flag("publish_ros_colored_pointcloud"),
    }
}

fn imu(reader: &Reader<'_>) -> Imu {
    Imu {
        measure_orientation: reader.flag("measure_orientation"),
        orientation_noise_rad: reader.number("orientation_std_noise"),
        gyro_noise_radps: reader.number("angular_velocity_white_noise_std_noise"),
        accel_noise_mps2: reader.number("linear_acceleration_white_noise_std_noise"),
        gyro_random_walk: reader.number("angular_velocity_random_walk_std_noise"),
        accel_random_walk: reader.number("linear_acceleration_random_walk_std_noise"),
        gyro_saturation_radps: reader.number("angular_velocity_saturation"),
        accel_saturation_mps2: reader.number("linear_acceleration_saturation"),
    }
}

fn gnss(reader: &Reader<'_>) -> Gnss {
    Gnss {
        fix_type: fix_type(reader.choice("fix_type")),
        events: reader.all("event").iter().map(gnss_event).collect(),
        horizontal_noise_m: reader.number("horizontal_std_noise"),
        vertical_noise_m: reader.number("vertical_std_noise"),
    }
}

fn cone_detector(reader: &Reader<'_>) -> ConeDetector {
    let (min_range_m, max_range_m) = ranges(reader);
    ConeDetector {
        field_of_view_rad: reader.radians("fov_degrees"),
        min_range_m,
        max_range_m,
        range_noise_m: reader.number("range_std_noise"),
        bearing_noise_rad: reader.radians("angle_std_noise_deg"),
        miss_rate: reader.number("miss_rate"),
        color_error_rate: reader.number("color_error_rate"),
        false_positive_rate: reader.number("false_positive_rate"),
    }
}

fn fix_type(word: &str) -> FixType {
    match word {
        "no_fix" => FixType::NoFix,
        "dgps" => FixType::Dgps,
        "sbas" => FixType::Sbas,
        "rtk_float" => FixType::RtkFloat,
        "rtk_fixed" => FixType::RtkFixed,
        _ => FixType::Gps,
    }
}

fn gnss_event(reader: &Reader<'_>) -> GnssEvent {
    let (start_s, end_s) = (reader.number("start"), reader.number("end"));
    if end_s <= start_s {
        reader.error_at("end", Implausible::EventEndsFirst { start_s, end_s });
    }
    let changes = ["fix_type", "horizontal_std_noise", "vertical_std_noise", "outage", "offset"];
    if !changes.into_iter().any(|name| reader.has(name)) {
        reader.sink().warning(reader.place(), Implausible::EmptyEvent);
    }
    GnssEvent {
        start_s,
        end_s,
        fix_type: reader.optional_choice("fix_type").map(fix_type),
        horizontal_noise_m: reader.optional_number("horizontal_std_noise"),
        vertical_noise_m: reader.optional_number("vertical_std_noise"),
        is_outage: reader.flag("outage"),
        offset_enu_m: reader.point3("offset"),
    }
}
