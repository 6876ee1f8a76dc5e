//! `scene.json`: what is in a world, names and numbers. Meshes and textures are in `scene.glb`.

use super::{DriveKind, Parameter, Pose};
use serde::Serialize;

/// The content of `scene.json`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SceneFile {
    /// Version of this protocol.
    pub protocol: u32,
    /// Increases when something is added to the scene or removed from it; fetch both files again.
    pub revision: u64,
    /// Name and version of the program.
    pub program: String,
    /// The name of the world and of its file.
    pub world: WorldName,
    /// Length of a step [ns].
    pub step_ns: u64,
    /// The point [m] that every 32-bit position is relative to, so that worlds in UTM coordinates stay sharp.
    pub origin_m: [f64; 3],
    /// How the world file asks to be shown at first (`<gui>`).
    pub gui: Gui,
    /// The sun (`<lights>`).
    pub light: Light,
    /// Lights with a place that are on.
    pub lamps: Vec<Lamp>,
    /// The sky.
    pub sky: Sky,
    /// Coordinate frames that move; frame 0 is the world.
    pub frames: Vec<Frame>,
    /// What is drawn.
    pub objects: Vec<SceneObject>,
    /// Vehicles, in the order of their numbers.
    pub vehicles: Vec<Vehicle>,
    /// Sensors, in the order of their numbers.
    pub sensors: Vec<Sensor>,
    /// Collision shapes.
    pub shapes: Vec<Shape>,
    /// Property regions.
    pub regions: Vec<Region>,
    /// Drawn lines.
    pub markers: Vec<Marker>,
    /// Connections between bodies.
    pub joints: Vec<Joint>,
    /// Bodies that can be picked; `select` asks for more about one.
    pub bodies: Vec<Body>,
    /// Warnings and notes about the world file.
    pub warnings: Vec<String>,
}

/// The name of a world and of its file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct WorldName {
    /// Such as `warehouse`.
    pub name: String,
    /// Such as `warehouse.world.xml`.
    pub file: String,
}

/// How a world file asks to be shown at first.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Gui {
    /// Whether the projection is orthographic.
    pub is_orthographic: bool,
    /// Whether wheel forces are drawn.
    pub show_forces: bool,
    /// Whether sensor points are drawn.
    pub show_sensor_points: bool,
    /// Length of a drawn force [m/N].
    pub force_scale_m_per_n: f64,
    /// Vertical field of view [rad].
    pub field_of_view_rad: f64,
    /// Name of the vehicle that the camera follows; empty for none.
    pub follow_vehicle: String,
    /// Near clipping distance [m].
    pub clip_near_m: f64,
    /// Far clipping distance [m].
    pub clip_far_m: f64,
    /// Distance of the camera from its target [m]. The four values of the camera are missing where the file does not
    /// mention it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub camera_distance_m: Option<f64>,
    /// Azimuth of the camera [rad].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub camera_azimuth_rad: Option<f64>,
    /// Elevation of the camera [rad].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub camera_elevation_rad: Option<f64>,
    /// The point of the world that the camera looks at [m], not relative to `origin_m`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub camera_target_m: Option<[f64; 3]>,
}

/// The sun and the ambient light.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Light {
    /// Azimuth of the sun [rad].
    pub azimuth_rad: f32,
    /// Elevation of the sun [rad].
    pub elevation_rad: f32,
    /// Red, green, blue, 0 to 1.
    pub color: [f32; 3],
    /// Share of ambient light, 0 to 1.
    pub ambient: f32,
    /// How bright the sun makes surfaces that face it; missing where the file does not say.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diffuse: Option<f32>,
    /// Colour of the ambient light from above; missing for that of the sun.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sky_color: Option<[f32; 3]>,
    /// Colour of the ambient light from below; missing for that of the sun.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ground_color: Option<[f32; 3]>,
    /// Whether things cast shadows.
    pub shadows: bool,
    /// The shadow map.
    pub shadow: Shadow,
}

/// A light with a place.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Lamp {
    /// Number of its frame.
    pub frame: u32,
    /// Its place in that frame [m].
    pub position_m: [f64; 3],
    /// Red, green, blue, times its strength.
    pub color: [f32; 3],
    /// Attenuation: constant, per metre, per square metre.
    pub attenuation: [f32; 3],
    /// It shines no farther [m]; missing for no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub range_m: Option<f32>,
    /// Axis of its cone in its frame; missing for one that shines all around.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub axis: Option<[f64; 3]>,
    /// Angle up to which a cone shines fully [rad].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub inner_rad: Option<f64>,
    /// Angle beyond which a cone is dark [rad].
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outer_rad: Option<f64>,
    /// Whether things cast shadows in its light.
    pub shadows: bool,
}

/// A shadow map, as the world file describes it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Shadow {
    /// Texels per side.
    pub map_size: u32,
    /// Near clipping distance, seen from the light [m].
    pub near_m: f64,
    /// Far clipping distance, seen from the light [m].
    pub far_m: f64,
    /// Depth bias, in units of the map.
    pub bias: f64,
    /// Bias along the normal of a surface.
    pub normal_bias: f64,
    /// Width of the map as a multiple of the camera's distance.
    pub reach_per_distance: f64,
    /// Smallest width of the map [m].
    pub least_reach_m: f64,
}

/// The sky. All keys are missing in a world without a sky box; the page then chooses the colours.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Sky {
    /// Colour overhead: red, green, blue, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub zenith: Option<[f64; 3]>,
    /// Colour at the horizon.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub horizon: Option<[f64; 3]>,
    /// Numbers of the images of the sky box in `scene.glb`: front (+x), back, left (+y), right, up, down.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub r#box: Option<[u32; 6]>,
}

/// A coordinate frame.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Frame {
    /// Such as `robot1` or `robot1/wheel_1`.
    pub name: String,
    /// What moves it.
    pub owner: FrameOwner,
    /// Its pose at first.
    pub pose: Pose,
}

/// What moves a frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum FrameOwner {
    /// Nothing: it is fixed to the world.
    World,
    /// A vehicle.
    Vehicle {
        /// Number of the vehicle.
        index: u32,
    },
    /// A wheel.
    Wheel {
        /// Number of its vehicle.
        vehicle: u32,
        /// Number of the wheel on it.
        index: u32,
    },
    /// A block.
    Block {
        /// Number of the block.
        index: u32,
    },
    /// A walking person.
    Actor {
        /// Number of the actor.
        index: u32,
    },
    /// A plane of the world that moves, such as an elevator.
    Plane {
        /// Number of the plane.
        index: u32,
    },
    /// A sensor.
    Sensor {
        /// Number of the sensor.
        index: u32,
    },
}

/// A mesh in a frame.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SceneObject {
    /// Its name in the world file.
    pub name: String,
    /// Number of its frame.
    pub frame: u32,
    /// Number of its mesh in `scene.glb`.
    pub mesh: u32,
    /// The mesh in its frame: three rows of four numbers.
    pub transform: [f64; 12],
    /// Whether it is drawn; false for what only collides.
    pub seen: bool,
    /// Which sides of its triangles are drawn.
    pub faces: Faces,
    /// Light that it gives off now, red, green, blue; missing for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub glow: Option<[f32; 3]>,
    /// Whether it casts shadows.
    pub casts_shadows: bool,
}

/// Sides of triangles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Faces {
    /// Both sides.
    Both,
    /// The front.
    Front,
    /// The back.
    Back,
}

/// A vehicle.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Vehicle {
    /// Its name.
    pub name: String,
    /// Number of its frame.
    pub frame: u32,
    /// The kind of set point that its controller takes.
    pub drive: DriveKind,
    /// Whether it steers its wheels, as a car does.
    pub steers: bool,
    /// The set point that it starts with; missing for a race car, which starts without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set_point: Option<Vec<f64>>,
    /// Largest steering angle [rad]; missing where there is no limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_steer_rad: Option<f64>,
    /// Whether it has brakes.
    pub has_brake: bool,
    /// Centre of mass in its frame [m].
    pub com_m: [f64; 3],
    /// Mass [kg].
    pub mass_kg: f64,
    /// Its pose when this file was written, where its odometry starts.
    pub start: Pose,
    /// Its wheels.
    pub wheels: Vec<Wheel>,
}

/// A wheel.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Wheel {
    /// Number of its frame.
    pub frame: u32,
    /// Radius [m].
    pub radius_m: f64,
    /// Width [m].
    pub width_m: f64,
}

/// A sensor.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Sensor {
    /// Its name, unique on its vehicle.
    pub name: String,
    /// Number of the vehicle that carries it; null for a sensor that stands in the world.
    pub vehicle: Option<u32>,
    /// What it measures with.
    pub kind: SensorKind,
    /// Number of the frame that carries it.
    pub frame: u32,
    /// Its pose in that frame.
    pub pose: Pose,
    /// Time between two readings [s].
    pub period_s: f64,
    /// Whether the world file asks for a preview of its pictures.
    pub preview: bool,
    /// Whether a preview shows the depth alone, for cameras that see depth and colours.
    pub preview_depth: bool,
    /// Whether its points are drawn.
    pub show_points: bool,
    /// Whether the plane that it sweeps is drawn.
    pub show_plane: bool,
    /// Horizontal field of view [rad], where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field_of_view_rad: Option<f64>,
    /// Vertical field of view [rad], where it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vertical_field_of_view_rad: Option<f64>,
    /// Longest range [m], where it is finite.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_range_m: Option<f64>,
    /// Number of rings of a 3D lidar.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ring_count: Option<u32>,
    /// Size of drawn points [px], for lasers and lidars.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub point_size_px: Option<f64>,
    /// Colour of drawn points: red, green, blue, opacity, 0 to 1; missing where the world file does not give one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points_rgba: Option<[f32; 4]>,
    /// Colour of the drawn plane; missing where the world file does not give one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plane_rgba: Option<[f32; 4]>,
}

/// What a sensor measures with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum SensorKind {
    /// A planar laser scanner.
    Laser,
    /// A spinning lidar.
    Lidar3d,
    /// A colour camera.
    Camera,
    /// A colour and depth camera.
    Rgbd,
    /// An inertial measurement unit.
    Imu,
    /// A satellite receiver.
    Gnss,
    /// A detector of cones beside a track; its cones are sent as a cloud.
    ConeDetector,
    /// A sensor that a program brought along; its arrays are sent as a reading, and as a cloud where they mean points.
    Arrays,
}

/// A collision shape: a prism in a frame.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Shape {
    /// Number of its frame.
    pub frame: u32,
    /// Corners [m].
    pub outline_m: Vec<[f64; 2]>,
    /// Lower end [m].
    pub z_min_m: f64,
    /// Upper end [m].
    pub z_max_m: f64,
}

/// A region of the world with properties of its own.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Region {
    /// The property that it changes.
    pub name: String,
    /// The property and its value.
    pub text: String,
    /// Corners relative to `origin_m` [m].
    pub outline_m: Vec<[f64; 2]>,
    /// Height to draw it at, relative to `origin_m` [m].
    pub z_m: f64,
}

/// A drawn line.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Marker {
    /// Red, green, blue, 0 to 1.
    pub color: [f32; 3],
    /// Points relative to `origin_m` [m].
    pub points_m: Vec<[f64; 3]>,
}

/// A connection between two bodies.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Joint {
    /// Number of the frame of the first body.
    pub frame_a: u32,
    /// Number of the frame of the second body.
    pub frame_b: u32,
    /// Anchor in the first frame [m].
    pub anchor_a_m: [f64; 3],
    /// Anchor in the second frame [m].
    pub anchor_b_m: [f64; 3],
    /// What it allows.
    pub kind: JointKind,
}

/// What a joint allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum JointKind {
    /// The distance of the anchors stays between two limits.
    Distance,
    /// The bodies turn about their common anchor.
    Revolute,
}

/// A body that can be picked.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Body {
    /// What it is.
    pub kind: BodyKind,
    /// Its number among those of its kind.
    pub index: u32,
    /// Its name.
    pub name: String,
    /// Number of its frame.
    pub frame: u32,
    /// Whether it can be moved.
    pub can_move: bool,
    /// Mass [kg]; missing for persons and for copies of vehicles.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mass_kg: Option<f64>,
    /// `file:line:column`; empty for what was added while running.
    pub place: String,
    /// What the world file says about it; sent in answer to `select`.
    #[serde(skip)]
    pub parameters: Vec<Parameter>,
}

/// What a body is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum BodyKind {
    /// A vehicle.
    Vehicle,
    /// A block.
    Block,
    /// A walking person.
    Actor,
    /// An element of the world: a floor or a wall.
    Element,
}
