//! What a viewer is told about a world besides its scene: plain data, filled by whoever opens the world.

use serde::Serialize;
use skidpad_math::Pose3;

/// A world in words and numbers.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct About {
    /// Name and version of the program.
    pub program: String,
    /// Grows when something is added to the world or taken away.
    pub revision: u64,
    /// The world.
    pub world: WorldName,
    /// Length of a step [ns].
    pub step_ns: u64,
    /// How the world wants to be looked at first.
    pub gui: GuiAbout,
    /// How sharp its shadows are, and how far they reach.
    pub shadows: ShadowAbout,
    /// Vehicles, in the order of their numbers.
    pub vehicles: Vec<VehicleAbout>,
    /// Sensors, in the order of their numbers.
    pub sensors: Vec<SensorAbout>,
    /// Collision shapes.
    pub shapes: Vec<ShapeAbout>,
    /// Regions with properties of their own.
    pub regions: Vec<RegionAbout>,
    /// Drawn lines.
    pub markers: Vec<MarkerAbout>,
    /// Connections between bodies.
    pub joints: Vec<JointAbout>,
    /// What can be picked.
    pub bodies: Vec<BodyAbout>,
    /// What was said while the world was read.
    pub warnings: Vec<String>,
    /// What can be asked for: `control`, `rewind`, `edit`, `drive`, `csv`, `mcap`.
    pub can: Vec<&'static str>,
}

/// The name of a world and of its file.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct WorldName {
    /// Such as `warehouse`.
    pub name: String,
    /// Such as `warehouse.world.xml`.
    pub file: String,
}

/// How a world wants to be looked at first.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct GuiAbout {
    /// Without perspective.
    pub is_orthographic: bool,
    /// Whether wheel forces are drawn.
    pub show_forces: bool,
    /// Whether sensor points are drawn.
    pub show_sensor_points: bool,
    /// Length of a drawn force [m/N].
    pub force_scale_m_per_n: f64,
    /// Field of view [rad].
    pub field_of_view_rad: f64,
    /// Vehicle that the camera follows; empty for none.
    pub follow_vehicle: String,
    /// Nothing nearer than this is drawn [m].
    pub clip_near_m: f64,
    /// Nothing further than this is drawn [m].
    pub clip_far_m: f64,
    /// Distance of the camera [m]; none where the world file does not care.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub camera_distance_m: Option<f64>,
    /// Its azimuth [rad].
    pub camera_azimuth_rad: f64,
    /// Its elevation [rad].
    pub camera_elevation_rad: f64,
    /// The point it looks at [m]; none where the world file does not care.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub camera_target_m: Option<[f64; 3]>,
}

/// Shadows, as a viewer with a shadow map draws them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize)]
pub struct ShadowAbout {
    /// Texels per side of the map.
    pub map_size: u32,
    /// Nothing nearer to the light than this throws a shadow [m].
    pub near_m: f64,
    /// Nothing further than this [m].
    pub far_m: f64,
    /// By how much a surface has to lie behind another to be in its shadow, in units of the map.
    pub bias: f64,
    /// The same along the surface's normal.
    pub normal_bias: f64,
    /// How wide the map is, as a multiple of the eye's distance.
    pub reach_per_distance: f64,
    /// How wide it is at least [m].
    pub least_reach_m: f64,
}

/// A vehicle.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct VehicleAbout {
    /// Its name.
    pub name: String,
    /// The kind of set point its controller takes, as the protocol calls it: `twist`, `speed_and_steer` …
    pub drive: &'static str,
    /// Whether it steers its wheels.
    pub steers: bool,
    /// The set point it begins with; empty for none.
    pub set_point: Vec<f64>,
    /// Largest steering angle [rad].
    pub max_steer_rad: Option<f64>,
    /// Centre of mass in its frame [m].
    pub com_m: [f64; 3],
    /// Mass [kg].
    pub mass_kg: f64,
    /// Where it starts.
    pub start: Pose3,
    /// Its wheels.
    pub wheels: Vec<WheelAbout>,
}

/// A wheel.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct WheelAbout {
    /// Radius [m].
    pub radius_m: f64,
    /// Width [m].
    pub width_m: f64,
}

/// A sensor.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct SensorAbout {
    /// Its name.
    pub name: String,
    /// The vehicle that carries it.
    pub vehicle: Option<u32>,
    /// What it is, as the protocol calls it: `laser`, `lidar3d`, `camera`, `rgbd`, `imu`, `gnss`.
    pub kind: &'static str,
    /// Where it sits.
    pub sensor_in_vehicle: Pose3,
    /// Time between readings [s].
    pub period_s: f64,
    /// Horizontal field of view [rad].
    pub field_of_view_rad: Option<f64>,
    /// Vertical field of view [rad].
    pub vertical_field_of_view_rad: Option<f64>,
    /// Longest range [m].
    pub max_range_m: Option<f64>,
    /// Rings of a lidar.
    pub ring_count: Option<u32>,
    /// Whether its pictures are shown from the start.
    pub preview: bool,
    /// Whether points are drawn.
    pub show_points: bool,
    /// Whether the swept plane is drawn.
    pub show_plane: bool,
    /// Size of drawn points [px].
    pub point_size_px: Option<f64>,
    /// Colour of drawn points, red, green, blue, opacity, 0 to 1; none where the world file does not care.
    pub points_rgba: Option<[f32; 4]>,
    /// Colour of the drawn plane; none where the world file does not care.
    pub plane_rgba: Option<[f32; 4]>,
}

/// A collision shape: a prism on a body, or on the world.
#[derive(Debug, Clone, PartialEq)]
pub struct ShapeAbout {
    /// The body; the world for none.
    pub body: Option<(BodyKind, u32)>,
    /// Corners [m].
    pub outline_m: Vec<[f64; 2]>,
    /// Lower end [m].
    pub z_min_m: f64,
    /// Upper end [m].
    pub z_max_m: f64,
}

/// A region with properties of its own.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct RegionAbout {
    /// Its name.
    pub name: String,
    /// What it changes, in words.
    pub text: String,
    /// Corners [m].
    pub outline_m: Vec<[f64; 2]>,
    /// Height to draw it at [m].
    pub z_m: f64,
}

/// A drawn line.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct MarkerAbout {
    /// Red, green, blue, 0 to 1.
    pub rgb: [f32; 3],
    /// Corners [m].
    pub points_m: Vec<[f64; 3]>,
}

/// A connection between two bodies.
#[derive(Debug, Clone, PartialEq)]
pub struct JointAbout {
    /// The first body.
    pub a: (BodyKind, u32),
    /// The second.
    pub b: (BodyKind, u32),
    /// Anchor on the first [m].
    pub anchor_in_a_m: [f64; 2],
    /// Anchor on the second [m].
    pub anchor_in_b_m: [f64; 2],
    /// What it allows.
    pub kind: JointKind,
}

/// What a joint allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum JointKind {
    /// The anchors stay between two distances.
    Distance,
    /// The bodies turn about the anchors.
    Revolute,
}

/// What a body is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BodyKind {
    /// A vehicle.
    Vehicle,
    /// A block.
    Block,
    /// A person.
    Actor,
}

/// Something that can be picked.
#[derive(Debug, Clone, PartialEq)]
pub struct BodyAbout {
    /// What it is.
    pub kind: BodyKind,
    /// Its number.
    pub index: u32,
    /// Its name.
    pub name: String,
    /// Whether it can be put elsewhere.
    pub can_move: bool,
    /// Mass [kg], where it has one.
    pub mass_kg: Option<f64>,
    /// `file:line:column`.
    pub place: String,
    /// What the world file says about it.
    pub parameters: Vec<ParameterAbout>,
}

/// A line of a body's description.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ParameterAbout {
    /// Such as `mass`.
    pub name: String,
    /// Such as `30 kg`.
    pub value: String,
    /// `file:line:column`; empty when it is not written anywhere.
    pub place: String,
}
