//! World-level values: settings, gui, lights, georeference, walls, joints, markers, named poses.

use skidpad_math::{Vec2, Vec3};

use super::object;
use super::problem::ReadingProblem;
use super::reader::Reader;
use crate::check::Implausible;
use crate::description::{
    Color, Compat, Georeference, Gui, GuiCamera, Joint, JointKind, Lights, Marker, NamedPose, Settings,
    WallSource, Walls, wall_length_m,
};

pub(super) fn settings(world: &Reader<'_>) -> Settings {
    check_version(world);
    Settings {
        timestep_s: world.number("simul_timestep"),
        timestep_place: world.has("simul_timestep").then(|| world.place_of("simul_timestep")),
        gravity_mps2: world.number("gravity"),
        velocity_iterations: world.count("b2d_vel_iters"),
        position_iterations: world.count("b2d_pos_iters"),
        collision_threshold_m: world.number("collision_threshold"),
        joystick_enabled: world.flag("joystick_enabled"),
        server_address: world.text("server_address"),
        save_to_rawlog: world.text("save_to_rawlog"),
        rawlog_odometry_rate_hz: world.number("rawlog_odometry_rate"),
        save_ground_truth_trajectory: world.text("save_ground_truth_trajectory"),
        ground_truth_rate_hz: world.number("ground_truth_rate"),
        command_timeout_s: world.optional_number("command_timeout"),
        compat: if world.choice("compat") == "mvsim" { Compat::Mvsim } else { Compat::None },
        max_slope_to_collide: world.number("max_slope_to_collide"),
        min_slope_to_collide: world.number("min_slope_to_collide"),
    }
}

/// `int.int`, which nothing depends on.
fn check_version(world: &Reader<'_>) {
    let version = world.text("version");
    let is_count = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !version.split_once('.').is_some_and(|(major, minor)| is_count(major) && is_count(minor)) {
        let problem = ReadingProblem::BadValue {
            parameter: "version".to_owned(),
            value: version,
            expected: "two whole numbers such as 1.0".to_owned(),
            nearest: None,
        };
        world.error_at("version", problem);
    }
}

pub(super) fn gui(gui: &Reader<'_>) -> Gui {
    Gui {
        window_width_px: gui.count("win_w"),
        window_height_px: gui.count("win_h"),
        start_maximized: gui.flag("start_maximized"),
        refresh_fps: gui.count("refresh_fps"),
        is_orthographic: gui.flag("ortho"),
        show_forces: gui.flag("show_forces"),
        show_sensor_points: gui.flag("show_sensor_points"),
        show_trajectories: gui.flag("show_trajectories"),
        show_sensor_previews: gui.flag("show_sensor_previews"),
        force_scale_m_per_n: gui.number("force_scale"),
        field_of_view_rad: gui.radians("fov_deg"),
        follow_vehicle: gui.text("follow_vehicle"),
        is_headless: gui.flag("headless"),
        clip_near_m: gui.number("clip_plane_min"),
        clip_far_m: gui.number("clip_plane_max"),
        camera: gui_camera(gui),
    }
}

/// One value that is given brings the defaults of the others.
fn gui_camera(gui: &Reader<'_>) -> Option<GuiCamera> {
    let is_given = ["cam_distance", "cam_azimuth", "cam_elevation", "cam_point_to"].map(|name| gui.has(name));
    if !is_given.contains(&true) {
        return None;
    }
    let usual = GuiCamera::default();
    let radians = |name| gui.optional_number(name).map(f64::to_radians);
    Some(GuiCamera {
        distance_m: gui.optional_number("cam_distance").unwrap_or(usual.distance_m),
        azimuth_rad: radians("cam_azimuth").unwrap_or(usual.azimuth_rad),
        elevation_rad: radians("cam_elevation").unwrap_or(usual.elevation_rad),
        target: gui.point3("cam_point_to"),
    })
}

pub(super) fn lights(lights: &Reader<'_>) -> Lights {
    Lights {
        enable_shadows: lights.flag("enable_shadows"),
        shadow_map_size: lights.count("shadow_map_size"),
        azimuth_rad: lights.radians("light_azimuth_deg"),
        elevation_rad: lights.radians("light_elevation_deg"),
        clip_near_m: lights.number("light_clip_plane_min"),
        clip_far_m: lights.number("light_clip_plane_max"),
        color: lights.color("light_color"),
        ambient: lights.number("light_ambient"),
        diffuse: lights.optional_number("light_diffuse"),
        hemisphere: hemisphere(lights),
        lamps: object::lamps(lights),
        shadow_bias: lights.number("shadow_bias"),
        shadow_bias_cam2frag: lights.number("shadow_bias_cam2frag"),
        shadow_bias_normal: lights.number("shadow_bias_normal"),
        eye_distance_to_shadow_map_extension: lights.number("eye_distance_to_shadow_map_extension"),
        minimum_shadow_map_extension_ratio: lights.number("minimum_shadow_map_extension_ratio"),
    }
}

/// One colour that is given brings MVSim's default of the other.
fn hemisphere(lights: &Reader<'_>) -> Option<[Color; 2]> {
    let sky = lights.optional_color("ambient_sky_color");
    let ground = lights.optional_color("ambient_ground_color");
    (sky.is_some() || ground.is_some()).then(|| {
        [sky.unwrap_or(Color::rgb(0xE0, 0xE8, 0xFF)), ground.unwrap_or(Color::rgb(0x40, 0x3A, 0x30))]
    })
}

pub(super) fn georeference(reader: &Reader<'_>) -> Georeference {
    let read = Georeference {
        latitude_rad: reader.radians("latitude"),
        longitude_rad: reader.radians("longitude"),
        height_m: reader.number("height"),
        world_to_enu_rotation_rad: reader.radians("world_to_enu_rotation_deg"),
        world_is_utm: reader.flag("world_is_utm"),
        place: reader.place(),
    };
    if read.world_is_utm && read.world_to_enu_rotation_rad != 0.0 {
        reader.error_at("world_to_enu_rotation_deg", Implausible::RotatedUtm);
    }
    if read.world_is_utm && read.latitude_rad == 0.0 && read.longitude_rad == 0.0 {
        reader.error_at("world_is_utm", Implausible::UtmWithoutReference);
    }
    read
}

pub(super) fn walls(reader: &Reader<'_>, document_index: u32) -> Option<Walls> {
    let source = match (reader.one("shape"), reader.uri("model_uri")) {
        (Some(shape), _) => WallSource::Points(wall_points(&shape)),
        (None, Some(model)) => WallSource::Model(model),
        (None, None) => {
            reader.sink().error(reader.place(), Implausible::WallsWithoutPoints);
            return None;
        }
    };
    Some(Walls {
        document_index,
        source,
        transformation: transformation(reader),
        thickness_m: reader.number("wallThickness"),
        height_m: reader.number("wallHeight"),
        scale: reader.number("scale"),
        color: reader.color("color"),
        place: reader.place(),
    })
}

/// Pairs of points that are apart; a last point without a partner is dropped.
fn wall_points(shape: &Reader<'_>) -> Vec<Vec2> {
    let corners: Vec<(Vec2, _)> = shape
        .all("pt")
        .iter()
        .filter_map(|point| Some((point.text_numbers()?, point.place())))
        .map(|(n, place)| (Vec2::new(n[0], n[1]), place))
        .collect();
    if corners.len() % 2 == 1 || corners.is_empty() {
        shape.sink().error(shape.place(), Implausible::OddWallPoints { count: corners.len() });
    }
    let mut points = Vec::with_capacity(corners.len());
    for pair in corners.chunks_exact(2) {
        if wall_length_m(pair[0].0, pair[1].0).is_none() {
            shape.sink().error(pair[1].1, Implausible::WallWithoutLength);
        } else {
            points.extend([pair[0].0, pair[1].0]);
        }
    }
    points
}

fn transformation(reader: &Reader<'_>) -> [[f64; 4]; 4] {
    let rows = reader.matrix("transformation").unwrap_or_default();
    let rows: Option<Vec<[f64; 4]>> = rows.into_iter().map(|row| row.try_into().ok()).collect();
    match rows.and_then(|rows| rows.try_into().ok()) {
        Some(matrix) => matrix,
        None => {
            let expected = "four rows of four numbers";
            reader.error_at(
                "transformation",
                Implausible::MatrixSize { parameter: "transformation", expected },
            );
            std::array::from_fn(|row| std::array::from_fn(|column| f64::from(row == column)))
        }
    }
}

pub(super) fn joint(reader: &Reader<'_>, document_index: u32) -> Joint {
    let kind = if reader.variant() == "distance" {
        JointKind::Distance {
            min_length_m: reader.number("min_length"),
            max_length_m: reader.number("max_length"),
            stiffness_npm: reader.number("stiffness"),
            damping_nspm: reader.number("damping"),
        }
    } else {
        let limits = (reader.radians("lower_angle_deg"), reader.radians("upper_angle_deg"));
        JointKind::Revolute { limits_rad: reader.flag("enable_limit").then_some(limits) }
    };
    Joint {
        document_index,
        body_a: reader.text("body_a"),
        body_b: reader.text("body_b"),
        anchor_in_a: reader.point2("anchor_a"),
        anchor_in_b: reader.point2("anchor_b"),
        kind,
        place: reader.place(),
    }
}

pub(super) fn named_pose(reader: &Reader<'_>) -> NamedPose {
    let pose = reader.pose3(if reader.has("pose") { "pose" } else { "pose3d" });
    NamedPose {
        name: reader.text("name"),
        description: reader.text("description"),
        tags: reader.names("tags").unwrap_or_default(),
        pose_in_world: pose.unwrap_or_default(),
        radius_m: reader.number("radius"),
        place: reader.place(),
    }
}

pub(super) fn marker(reader: &Reader<'_>) -> Option<Marker> {
    let rows = reader.matrix("points")?;
    if rows.first().is_none_or(|row| row.len() != 3) {
        let expected = "lines of three numbers x y z";
        reader.error_at("points", Implausible::MatrixSize { parameter: "points", expected });
        return None;
    }
    Some(Marker {
        color: reader.color("color"),
        translation: reader.point3("translation"),
        points: rows.iter().map(|row| Vec3::new(row[0], row[1], row[2])).collect(),
        place: reader.place(),
    })
}
