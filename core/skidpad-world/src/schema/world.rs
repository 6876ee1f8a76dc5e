//! The root element: settings, gui, lights, georeference, walls, joints, markers, named poses.

use super::Absent::{IsAnError, Leaves, Means};
use super::Allowed::{Any, Between, Inside, NonNegative, Positive};
use super::actor::ACTOR;
use super::block::BLOCK;
use super::element::ELEMENT;
use super::object::{POINT, POINT_LIGHT, SPOT_LIGHT};
use super::sensor::SENSOR;
use super::vehicle::VEHICLE;
use super::{Element, Family, Kind, Selector, attribute, child, single};

/// Whose laws a world follows.
pub(crate) const COMPATS: &[&str] = &["none", "mvsim"];

/// The root element of a world.
pub static WORLD: Family = Family {
    tag: "mvsim_world",
    aliases: &["world"],
    selector: None,
    repeats: false,
    variants: &[&WORLD_ELEMENT],
    doc: "A world.",
};

static WORLD_ELEMENT: Element = Element {
    names: &[],
    doc: "A world. What stands in it is built in the order in which it is written.",
    text: None,
    params: &[
        attribute("version", Kind::Text, Means("1.0"), Any, "Version of the format, `int.int`."),
        child("simul_timestep", Kind::Number("s"), Means("0"), NonNegative,
            "Fixed physics step. 0 takes the smaller of 5 ms and the shortest sensor period."),
        child("gravity", Kind::Number("m/s²"), Means("9.81"), NonNegative, "Magnitude of gravity."),
        child("b2d_vel_iters", Kind::Integer, Means("8"), Between(1.0, 1000.0), "Velocity iterations of the contact solver."),
        child("b2d_pos_iters", Kind::Integer, Means("3"), Between(0.0, 1000.0), "Position iterations of the contact solver."),
        child("collision_threshold", Kind::Number("m"), Means("0.03"), NonNegative,
            "Two shapes closer than this count as in collision."),
        child("joystick_enabled", Kind::Flag, Means("false"), Any, "Whether a gamepad may drive."),
        child("server_address", Kind::Text, Means("localhost"), Any, "Host of the message broker."),
        child("save_to_rawlog", Kind::Text, Means(""), Any,
            "File name of recordings in MRPT's format: all readings and the odometry of each vehicle, one file per vehicle."),
        child("rawlog_odometry_rate", Kind::Number("Hz"), Means("10"), Positive, "Odometry entries per second of these recordings."),
        child("save_ground_truth_trajectory", Kind::Text, Means(""), Any,
            "File name of the true trajectories in TUM format, one file per vehicle."),
        child("ground_truth_rate", Kind::Number("Hz"), Means("50"), Positive, "Rows per second of these trajectories."),
        child("command_timeout", Kind::Number("s"), Leaves("commands hold until replaced"), Positive,
            "A vehicle whose last command is older than this stops.").ours(),
        child("compat", Kind::Choice(COMPATS), Means("none"), Any,
            "`mvsim` repeats MVSim on slopes: friction cancels the slope also in motion, the whole weight presses on the ground, and wheels roll as on a level plane.").ours(),
        child("max_slope_to_collide", Kind::Number(""), Means("0.30"), Any, "Kept for old worlds.")
            .ignored("MVSim reads it and never uses it"),
        child("min_slope_to_collide", Kind::Number(""), Means("-0.50"), Any, "Kept for old worlds.")
            .ignored("MVSim reads it and never uses it"),
    ],
    groups: &[],
    children: &[&GUI, &LIGHTS, &GEOREFERENCE, &ELEMENT, &VEHICLE, &BLOCK, &WALLS, &ACTOR, &SENSOR, &JOINT, &MARKER, &NAMED_POSE],
};

static GUI: Family = single("gui", false, "How a viewer first shows the world.", &[&Element {
    names: &[],
    doc: "How a viewer first shows the world.",
    text: None,
    params: &[
        child("win_w", Kind::Integer, Means("800"), Between(1.0, 65535.0), "Window width in pixels."),
        child("win_h", Kind::Integer, Means("600"), Between(1.0, 65535.0), "Window height in pixels."),
        child("start_maximized", Kind::Flag, Means("true"), Any, "Whether the window opens maximised."),
        child("refresh_fps", Kind::Integer, Means("20"), Between(1.0, 1000.0), "Frames per second."),
        child("ortho", Kind::Flag, Means("false"), Any, "Orthographic instead of perspective view."),
        child("show_forces", Kind::Flag, Means("false"), Any, "Whether wheel forces are drawn."),
        child("show_sensor_points", Kind::Flag, Means("true"), Any, "Whether sensor points are drawn."),
        child("show_trajectories", Kind::Flag, Means("true"), Any, "Whether the waypoints of `trajectory` controllers are drawn."),
        child("show_sensor_previews", Kind::Flag, Means("true"), Any, "Whether a viewer opens previews of images."),
        child("show_gui_panels", Kind::Flag, Means("true"), Any, "Whether a viewer shows its panels at the start.")
            .spare("the panels of the page are closed until one is opened"),
        child("force_scale", Kind::Number("m/N"), Means("0.01"), NonNegative, "Length of a drawn force."),
        child("fov_deg", Kind::Degrees("deg"), Means("60"), Inside(0.0, 180.0), "Field of view."),
        child("follow_vehicle", Kind::Text, Means(""), Any, "Vehicle that the camera follows."),
        child("headless", Kind::Flag, Means("false"), Any, "Whether the world asks for no window."),
        child("clip_plane_min", Kind::Number("m"), Means("0.05"), Positive, "Near clipping distance."),
        child("clip_plane_max", Kind::Number("m"), Means("10000"), Positive, "Far clipping distance."),
        child("cam_distance", Kind::Number("m"), Leaves("80 if another `cam_` value is given, else the viewer chooses"), Positive, "Distance of the camera from the point it looks at."),
        child("cam_azimuth", Kind::Degrees("deg"), Leaves("45 if another `cam_` value is given, else the viewer chooses"), Any, "Azimuth of the camera."),
        child("cam_elevation", Kind::Degrees("deg"), Leaves("40 if another `cam_` value is given, else the viewer chooses"), Any, "Elevation of the camera."),
        child("cam_point_to", Kind::Point3, Leaves("0 0 0 if another `cam_` value is given, else the viewer chooses"), Any, "The point the camera looks at."),
    ],
    groups: &[],
    children: &[],
}]);

static LIGHTS: Family = Family { aliases: &["light"], ..single("lights", false, "The sun, lamps and their shadows.", &[&Element {
    names: &[],
    doc: "One directional light, lamps that stand in the world, and how shadows are drawn. `light_elevation_deg` of −90 with a `light_ambient` near 0 is a night.",
    text: None,
    params: &[
        child("enable_shadows", Kind::Flag, Means("true"), Any, "Whether things throw shadows."),
        child("shadow_map_size", Kind::Integer, Means("2048"), Between(1.0, 65536.0), "Texels per side of a shadow map."),
        child("light_azimuth_deg", Kind::Degrees("deg"), Means("45"), Any, "Azimuth of the light."),
        child("light_elevation_deg", Kind::Degrees("deg"), Means("70"), Any, "Elevation of the light."),
        child("light_clip_plane_min", Kind::Number("m"), Means("0.1"), Positive, "Near clipping distance of the shadow map."),
        child("light_clip_plane_max", Kind::Number("m"), Means("900"), Positive, "Far clipping distance of the shadow map."),
        child("light_color", Kind::Color, Means("#FFFFFF"), Any, "Colour of the light."),
        child("light_ambient", Kind::Number(""), Means("0.5"), Between(0.0, 1.0), "Ambient light."),
        child("light_diffuse", Kind::Number(""), Leaves("1 − `light_ambient`; 0.8 in MVSim"), NonNegative, "How bright the light makes surfaces that face it."),
        child("light_specular", Kind::Number(""), Means("0.6"), NonNegative, "How bright reflections of the light become.")
            .spare("surfaces have no reflections"),
        child("ambient_sky_color", Kind::Color, Leaves("`light_color` on all sides; #E0E8FF in MVSim"), Any, "Colour of the ambient light on surfaces that look up. With it or `ambient_ground_color` the ambient light changes from one to the other with the slope of the surface."),
        child("ambient_ground_color", Kind::Color, Leaves("`light_color` on all sides; #403A30 in MVSim"), Any, "Colour of the ambient light on surfaces that look down."),
        child("shadow_cascades", Kind::Integer, Means("4"), Between(1.0, 16.0), "Shadow maps of MVSim's window.")
            .spare("shadows are traced here, or have one map in the viewer"),
        child("sensor_shadow_cascades", Kind::Integer, Means("1"), Between(1.0, 16.0), "Shadow maps of MVSim's cameras.")
            .spare("shadows are traced here"),
        child("shadow_bias", Kind::Number(""), Means("1e-5"), NonNegative, "Shadow bias."),
        child("shadow_bias_cam2frag", Kind::Number(""), Means("1e-5"), NonNegative, "Shadow bias along the line of sight."),
        child("shadow_bias_normal", Kind::Number(""), Means("1e-4"), NonNegative, "Shadow bias along the normal."),
        child("eye_distance_to_shadow_map_extension", Kind::Number(""), Means("2.0"), Positive,
            "How far the shadow map reaches, as a multiple of the eye's distance."),
        child("minimum_shadow_map_extension_ratio", Kind::Number(""), Means("0.005"), Positive,
            "Smallest reach of the shadow map, as a fraction of the clipping distance."),
    ],
    groups: &[],
    children: &[&POINT_LIGHT, &SPOT_LIGHT],
}]) };

static GEOREFERENCE: Family = single("georeference", false, "Where on Earth the world lies.", &[&Element {
    names: &[],
    doc: "Where on Earth (WGS-84) the world's origin lies. GNSS receivers need it.",
    text: None,
    params: &[
        child("latitude", Kind::Degrees("deg"), Means("0"), Between(-90.0, 90.0), "Latitude of the origin."),
        child("longitude", Kind::Degrees("deg"), Means("0"), Between(-360.0, 360.0), "Longitude of the origin."),
        child("height", Kind::Number("m"), Means("0"), Any, "Height of the origin over the ellipsoid."),
        child("world_to_enu_rotation_deg", Kind::Degrees("deg"), Means("0"), Any,
            "Turn from world axes to east–north–up; 0 makes +x point east."),
        child("world_is_utm", Kind::Flag, Means("false"), Any, "Whether world coordinates are UTM coordinates."),
    ],
    groups: &[],
    children: &[],
}]);

static WALLS: Family = single("walls", true, "A row of static walls.", &[&Element {
    names: &[],
    doc: "Static walls between pairs of points: 1–2, 3–4 and so on. `shape` or `model_uri` gives the points.",
    text: None,
    params: &[
        child("model_uri", Kind::Uri, Leaves("`shape`"), Any, "Mesh whose edges are the walls."),
        child("transformation", Kind::Matrix, Means("[1 0 0 0; 0 1 0 0; 0 0 1 0; 0 0 0 1]"), Any,
            "Homogeneous transformation of the points, 4 × 4."),
        child("wallThickness", Kind::Number("m"), Means("0.10"), Positive, "Thickness."),
        child("wallHeight", Kind::Number("m"), Means("2.0"), Positive, "Height."),
        child("color", Kind::Color, Means("#323232"), Any, "Colour."),
        child("scale", Kind::Number(""), Means("1"), Positive, "Kept for old worlds.")
            .ignored("MVSim reads it and never uses it; scale in `transformation`"),
    ],
    groups: &[],
    children: &[&WALL_POINTS],
}]);

static WALL_POINTS: Family = single("shape", false, "The points of the walls.", &[&Element {
    names: &[],
    doc: "An even count of points, each pair the ends of a wall.",
    text: None,
    params: &[],
    groups: &[],
    children: &[&POINT],
}]);

static JOINT: Family = Family {
    tag: "joint",
    aliases: &[],
    selector: Some(Selector { attribute: "type", aliases: &[], default: None }),
    repeats: true,
    variants: &[&DISTANCE, &REVOLUTE],
    doc: "A connection between two bodies, which then do not collide with each other.",
};

static JOINED: super::Group = super::Group {
    title: "Bodies and anchors",
    params: &[
        attribute("body_a", Kind::Text, IsAnError, Any, "Name of the first body: a vehicle or a block."),
        attribute("body_b", Kind::Text, IsAnError, Any, "Name of the second body."),
        attribute("anchor_a", Kind::Point2, IsAnError, Any, "Anchor in the frame of the first body."),
        attribute("anchor_b", Kind::Point2, IsAnError, Any, "Anchor in the frame of the second body."),
    ],
    children: &[],
};

static DISTANCE: Element = Element {
    names: &["distance", "rope"],
    doc: "The anchors stay between two distances; with a stiffness they are also pulled towards the longest.",
    text: None,
    params: &[
        attribute("min_length", Kind::Number("m"), Means("0"), NonNegative, "Shortest distance."),
        attribute("max_length", Kind::Number("m"), Means("5.0"), Positive, "Longest distance, and rest length of the spring."),
        attribute("stiffness", Kind::Number("N/m"), Means("0"), NonNegative, "Stiffness of the spring; 0 for a rope."),
        attribute("damping", Kind::Number("N·s/m"), Means("0"), NonNegative, "Damping of the spring."),
    ],
    groups: &[&JOINED],
    children: &[],
};

static REVOLUTE: Element = Element {
    names: &["revolute", "pin"],
    doc: "The anchors coincide; the bodies turn about them.",
    text: None,
    params: &[
        attribute("enable_limit", Kind::Flag, Means("false"), Any, "Whether the relative angle is limited."),
        attribute("lower_angle_deg", Kind::Degrees("deg"), Means("0"), Any, "Smallest relative angle."),
        attribute("upper_angle_deg", Kind::Degrees("deg"), Means("0"), Any, "Largest relative angle."),
    ],
    groups: &[&JOINED],
    children: &[],
};

static NAMED_POSE: Family = single("named_pose", true, "A place with a name.", &[&Element {
    names: &[],
    doc: "A place with a name, for programs that spawn things or choose goals: the service `get_named_poses` lists it. Ours; MVSim ignores it.",
    text: None,
    params: &[
        attribute("name", Kind::Text, IsAnError, Any, "Name of the place.").ours(),
        attribute("description", Kind::Text, Means(""), Any, "What the place is for.").ours(),
        attribute("tags", Kind::Names, Means(""), Any, "Words by which programs choose places.").ours(),
        attribute("radius", Kind::Number("m"), Means("0"), NonNegative, "Radius of the free space around it; 0 if it is not known.").ours(),
        child("pose", Kind::Pose2, Leaves("`pose3d`, or the origin"), Any, "Where it is.").ours(),
        child("pose3d", Kind::Pose3, Leaves("`pose`, or the origin"), Any,
            "Where it is, with height, pitch and roll. Not read where `pose` is given.").ours(),
    ],
    groups: &[],
    children: &[],
}]);

static MARKER: Family = Family {
    tag: "marker",
    aliases: &[],
    selector: Some(Selector { attribute: "type", aliases: &[], default: None }),
    repeats: true,
    variants: &[&LINE_STRIP],
    doc: "Something to look at; sensors and bodies do not notice it.",
};

static LINE_STRIP: Element = Element {
    names: &["line_strip"],
    doc: "A line through points.",
    text: None,
    params: &[
        child("color", Kind::Color, Means("#FFFFFF"), Any, "Colour of the line."),
        child("translation", Kind::Point3, Means("0 0 0"), Any, "Moves the points."),
        child("points", Kind::Rows, IsAnError, Any, "The points, one `x y z` a line."),
    ],
    groups: &[],
    children: &[],
};

