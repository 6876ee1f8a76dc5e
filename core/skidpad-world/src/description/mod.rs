//! What a world file says, as plain typed data: SI units and radians, defaults filled in,
//! classes and loops resolved. Nothing here knows XML, and nothing here has been simulated yet.
//!
//! Every object keeps the place where it was written, for messages that come later
//! (a mesh that cannot be read, a joint whose bodies do not move).

mod actor;
mod block;
mod dynamics;
mod element;
mod extension;
mod object;
mod places;
mod powertrain;
mod sensor;
mod vehicle;
mod wall;

pub use actor::{Actor, Gait, Waypoint};
pub use block::{Block, ConeColor};
pub use dynamics::{
    Controller, Differential, Drive, Driven, Drivetrain, Dynamics, JointInterface, RaceCar, RaceDriver,
    RawTorques, SpeedControl, TimedPoint, Trajectory, TwoWayDifferential,
};
pub use element::{
    ConeTrack, CullFace, Element, ElementKind, Elevation, ElevationSource, GeoCorner, GridSource, GroundGrid,
    HorizontalPlane, OccupancyGridElement, Opening, OpeningKind, PointCloudElement, PropertyRegion,
    PropertyValue, Skybox, VerticalPlane,
};
pub use extension::{ExtensionUse, Value, Values};
pub use object::{
    Animation, AssetUri, Beam, Color, Glow, Keyframe, Lamp, LightGroup, Object, Polygon, Publish, Visual,
};
pub use powertrain::{Battery, Brake, Motor};
pub use sensor::{
    Camera, CameraIntrinsics, ConeDetector, FixType, Gnss, GnssEvent, Imu, Laser, Lens, Lidar3d, RgbdCamera,
    Sensor, SensorKind,
};
pub use vehicle::{
    Aero, Chassis, ChassisShape, Friction, FrictionLimit, FrictionModel, Hold, LoadTransfer, Odometry,
    OdometrySource, Vehicle, Wheel,
};
pub use wall::{WallSource, Walls, wall_length_m};

use crate::place::Place;
use skidpad_math::{Pose3, Vec2, Vec3};

/// Everything one world file describes.
///
/// The lists are in document order; `Object::document_index` orders objects of different lists among each other.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct WorldDescription {
    /// Time step, gravity, logging and the other world-level values.
    pub settings: Settings,
    /// How a viewer first shows the world.
    pub gui: Gui,
    /// The sun and its shadows.
    pub lights: Lights,
    /// Where on Earth the world's origin lies, if the file says so.
    pub georeference: Option<Georeference>,
    /// Terrain, planes, grids, regions and other things that are neither vehicles nor blocks.
    pub elements: Vec<Element>,
    /// Vehicles, with their sensors.
    pub vehicles: Vec<Vehicle>,
    /// Obstacles and things to push.
    pub blocks: Vec<Block>,
    /// Rows of static walls.
    pub walls: Vec<Walls>,
    /// People who walk along paths.
    pub actors: Vec<Actor>,
    /// Sensors that stand in the world by themselves.
    pub sensors: Vec<Sensor>,
    /// Connections between bodies.
    pub joints: Vec<Joint>,
    /// Lines to look at.
    pub markers: Vec<Marker>,
    /// Places with names.
    pub named_poses: Vec<NamedPose>,
}

/// The longest automatic step [s].
const LONGEST_AUTOMATIC_STEP_S: f64 = 0.005;

impl WorldDescription {
    /// The step of a run [s] that asks for `asked_s`. 0 asks for the automatic one: the smaller of 5 ms and the
    /// shortest period of a sensor on a vehicle.
    pub fn step_s(&self, asked_s: f64) -> f64 {
        if asked_s != 0.0 {
            return asked_s;
        }
        let sensors = self.vehicles.iter().flat_map(|vehicle| &vehicle.sensors);
        let periods = sensors.map(|sensor| sensor.period_s).filter(|&period_s| period_s > 0.0);
        periods.fold(LONGEST_AUTOMATIC_STEP_S, f64::min)
    }
}

/// World-level values.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Fixed physics step [s]; 0 asks for the automatic rule (the smaller of 5 ms and the shortest sensor period).
    pub timestep_s: f64,
    /// Where the step was given.
    pub timestep_place: Option<Place>,
    /// Magnitude of gravity [m/s²].
    pub gravity_mps2: f64,
    /// Velocity iterations of the contact solver.
    pub velocity_iterations: u32,
    /// Position iterations of the contact solver.
    pub position_iterations: u32,
    /// Two shapes closer than this count as in collision [m].
    pub collision_threshold_m: f64,
    /// Whether a gamepad may drive.
    pub joystick_enabled: bool,
    /// Host of the message broker.
    pub server_address: String,
    /// Rawlog file asked for; empty when none.
    pub save_to_rawlog: String,
    /// Odometry entries per second in the rawlog [Hz].
    pub rawlog_odometry_rate_hz: f64,
    /// File of the ground-truth trajectory (TUM format); empty when none.
    pub save_ground_truth_trajectory: String,
    /// Rows per second of the ground-truth trajectory [Hz].
    pub ground_truth_rate_hz: f64,
    /// A vehicle whose last command is older than this stops [s]; `None` holds commands until replaced.
    pub command_timeout_s: Option<f64>,
    /// Whose laws hold on slopes.
    pub compat: Compat,
    /// Accepted for compatibility; has no effect.
    pub max_slope_to_collide: f64,
    /// Accepted for compatibility; has no effect.
    pub min_slope_to_collide: f64,
}

/// Whose laws a world follows where ours differ on purpose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Compat {
    /// Ours.
    #[default]
    None,
    /// MVSim's on slopes: friction cancels the slope also in motion, the whole weight presses on the ground.
    Mvsim,
}

impl Default for Settings {
    fn default() -> Self {
        Settings {
            timestep_s: 0.0,
            timestep_place: None,
            gravity_mps2: 9.81,
            velocity_iterations: 8,
            position_iterations: 3,
            collision_threshold_m: 0.03,
            joystick_enabled: false,
            server_address: "localhost".to_string(),
            save_to_rawlog: String::new(),
            rawlog_odometry_rate_hz: 10.0,
            save_ground_truth_trajectory: String::new(),
            ground_truth_rate_hz: 50.0,
            command_timeout_s: None,
            compat: Compat::None,
            max_slope_to_collide: 0.30,
            min_slope_to_collide: -0.50,
        }
    }
}

/// How a viewer first shows the world.
#[derive(Debug, Clone, PartialEq)]
pub struct Gui {
    /// Window width [px].
    pub window_width_px: u32,
    /// Window height [px].
    pub window_height_px: u32,
    /// Whether the window opens maximised.
    pub start_maximized: bool,
    /// Frames per second.
    pub refresh_fps: u32,
    /// Orthographic instead of perspective view.
    pub is_orthographic: bool,
    /// Whether wheel forces are drawn.
    pub show_forces: bool,
    /// Whether sensor points are drawn.
    pub show_sensor_points: bool,
    /// Whether the waypoints of trajectories are drawn.
    pub show_trajectories: bool,
    /// Whether previews of images open.
    pub show_sensor_previews: bool,
    /// Length of a drawn force [m/N].
    pub force_scale_m_per_n: f64,
    /// Field of view [rad].
    pub field_of_view_rad: f64,
    /// Vehicle that the camera follows; empty for none.
    pub follow_vehicle: String,
    /// Whether the file asks for no window.
    pub is_headless: bool,
    /// Near clipping distance [m].
    pub clip_near_m: f64,
    /// Far clipping distance [m].
    pub clip_far_m: f64,
    /// The camera; none where the file does not mention it.
    pub camera: Option<GuiCamera>,
}

/// Where the camera of a viewer starts.
#[derive(Debug, Clone, PartialEq)]
pub struct GuiCamera {
    /// Distance from the point it looks at [m].
    pub distance_m: f64,
    /// Azimuth [rad].
    pub azimuth_rad: f64,
    /// Elevation [rad].
    pub elevation_rad: f64,
    /// The point it looks at [m].
    pub target: Vec3,
}

impl Default for GuiCamera {
    /// As in MVSim.
    fn default() -> Self {
        GuiCamera {
            distance_m: 80.0,
            azimuth_rad: 45f64.to_radians(),
            elevation_rad: 40f64.to_radians(),
            target: Vec3::default(),
        }
    }
}

impl Default for Gui {
    fn default() -> Self {
        Gui {
            window_width_px: 800,
            window_height_px: 600,
            start_maximized: true,
            refresh_fps: 20,
            is_orthographic: false,
            show_forces: false,
            show_sensor_points: true,
            show_trajectories: true,
            show_sensor_previews: true,
            force_scale_m_per_n: 0.01,
            field_of_view_rad: 60f64.to_radians(),
            follow_vehicle: String::new(),
            is_headless: false,
            clip_near_m: 0.05,
            clip_far_m: 10_000.0,
            camera: None,
        }
    }
}

/// The sun and its shadows.
#[derive(Debug, Clone, PartialEq)]
pub struct Lights {
    /// Whether things throw shadows.
    pub enable_shadows: bool,
    /// Texels per side of a shadow map, for viewers that use one.
    pub shadow_map_size: u32,
    /// Azimuth of the light [rad].
    pub azimuth_rad: f64,
    /// Elevation of the light [rad].
    pub elevation_rad: f64,
    /// Near clipping distance of the shadow map [m].
    pub clip_near_m: f64,
    /// Far clipping distance of the shadow map [m].
    pub clip_far_m: f64,
    /// Colour of the light.
    pub color: Color,
    /// Ambient light, 0 to 1.
    pub ambient: f64,
    /// How bright the light makes surfaces that face it; none for what the ambient light leaves.
    pub diffuse: Option<f64>,
    /// Colours of the ambient light from above and from below; none for that of the light.
    pub hemisphere: Option<[Color; 2]>,
    /// Lamps that stand in the world.
    pub lamps: Vec<Lamp>,
    /// Shadow bias.
    pub shadow_bias: f64,
    /// Shadow bias along the line of sight.
    pub shadow_bias_cam2frag: f64,
    /// Shadow bias along the normal.
    pub shadow_bias_normal: f64,
    /// How far the shadow map reaches, as a multiple of the eye's distance.
    pub eye_distance_to_shadow_map_extension: f64,
    /// Smallest reach of the shadow map, as a fraction of the clipping distance.
    pub minimum_shadow_map_extension_ratio: f64,
}

impl Default for Lights {
    fn default() -> Self {
        Lights {
            enable_shadows: true,
            shadow_map_size: 2048,
            azimuth_rad: 45f64.to_radians(),
            elevation_rad: 70f64.to_radians(),
            clip_near_m: 0.1,
            clip_far_m: 900.0,
            color: Color::rgb(0xFF, 0xFF, 0xFF),
            ambient: 0.5,
            diffuse: None,
            hemisphere: None,
            lamps: Vec::new(),
            shadow_bias: 1e-5,
            shadow_bias_cam2frag: 1e-5,
            shadow_bias_normal: 1e-4,
            eye_distance_to_shadow_map_extension: 2.0,
            minimum_shadow_map_extension_ratio: 0.005,
        }
    }
}

/// Where on Earth the world lies.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Georeference {
    /// Latitude of the origin [rad], WGS-84.
    pub latitude_rad: f64,
    /// Longitude of the origin [rad], WGS-84.
    pub longitude_rad: f64,
    /// Height of the origin over the ellipsoid [m].
    pub height_m: f64,
    /// Turn from world axes to east–north–up [rad].
    pub world_to_enu_rotation_rad: f64,
    /// Whether world coordinates are UTM coordinates.
    pub world_is_utm: bool,
    /// Where this was written.
    pub place: Place,
}

/// A connection between two bodies.
#[derive(Debug, Clone, PartialEq)]
pub struct Joint {
    /// Position in the expanded document, counted over all world-level objects.
    pub document_index: u32,
    /// Name of the first body.
    pub body_a: String,
    /// Name of the second body.
    pub body_b: String,
    /// Anchor in the frame of the first body [m].
    pub anchor_in_a: Vec2,
    /// Anchor in the frame of the second body [m].
    pub anchor_in_b: Vec2,
    /// What the joint allows.
    pub kind: JointKind,
    /// Where this was written.
    pub place: Place,
}

/// What a joint allows.
#[derive(Debug, Clone, PartialEq)]
pub enum JointKind {
    /// The anchors stay between two distances.
    Distance {
        /// Shortest distance [m].
        min_length_m: f64,
        /// Longest distance [m]; also the rest length of the spring.
        max_length_m: f64,
        /// Spring stiffness [N/m]; 0 for a plain rope.
        stiffness_npm: f64,
        /// Spring damping [N·s/m].
        damping_nspm: f64,
    },
    /// The anchors coincide; the bodies turn about them.
    Revolute {
        /// Limits of the relative angle [rad], if any.
        limits_rad: Option<(f64, f64)>,
    },
}

/// A place with a name, for programs that spawn things or choose goals.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedPose {
    /// Its name.
    pub name: String,
    /// What it is for.
    pub description: String,
    /// Words by which it can be chosen.
    pub tags: Vec<String>,
    /// Where it is.
    pub pose_in_world: Pose3,
    /// Radius of the free space around it [m]; 0 if it is not known.
    pub radius_m: f64,
    /// Where this was written.
    pub place: Place,
}

/// A line to look at; sensors and bodies do not notice it.
#[derive(Debug, Clone, PartialEq)]
pub struct Marker {
    /// Colour of the line.
    pub color: Color,
    /// Moved by this much [m].
    pub translation: Vec3,
    /// Corner points [m].
    pub points: Vec<Vec3>,
    /// Where this was written.
    pub place: Place,
}
