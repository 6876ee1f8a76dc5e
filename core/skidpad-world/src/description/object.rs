//! What vehicles, blocks, actors and planes have in common: a name, a pose, pictures, things to publish.

use crate::place::Place;
use skidpad_math::{Pose3, Twist2, Vec2, Vec3};

/// A file or web address as the expanded world names it: relative to the world's folder, absolute, or a URL.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct AssetUri {
    /// The text.
    pub uri: String,
    /// Where it was written.
    pub place: Place,
}

/// A colour with opacity, 0 to 255 each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Color {
    /// Red.
    pub red: u8,
    /// Green.
    pub green: u8,
    /// Blue.
    pub blue: u8,
    /// Opacity; 255 is opaque.
    pub alpha: u8,
}

impl Color {
    /// An opaque colour.
    pub const fn rgb(red: u8, green: u8, blue: u8) -> Self {
        Color { red, green, blue, alpha: 0xFF }
    }

    /// A colour with opacity.
    pub const fn rgba(red: u8, green: u8, blue: u8, alpha: u8) -> Self {
        Color { red, green, blue, alpha }
    }
}

/// A closed outline in the plane [m], at least three corners.
pub type Polygon = Vec<Vec2>;

/// What every placed thing has.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Object {
    /// Its name; unique among vehicles and among actors.
    pub name: String,
    /// Position in the expanded document, counted over all world-level objects.
    pub document_index: u32,
    /// Pose at time zero, before it is set on the ground.
    pub pose_in_world: Pose3,
    /// Whether the height of the pose is kept instead of being replaced by the ground's.
    pub skip_elevation_adjust: bool,
    /// Velocity at time zero, in the body frame.
    pub velocity_in_body: Twist2,
    /// Topics on which it publishes its pose.
    pub publish: Publish,
    /// Motion along keyframes, if any.
    pub animation: Option<Animation>,
    /// Meshes to draw it with.
    pub visuals: Vec<Visual>,
    /// Lights that can be switched.
    pub light_groups: Vec<LightGroup>,
    /// Where it was written.
    pub place: Place,
}

/// Lights on an object that are switched together.
#[derive(Debug, Clone, PartialEq)]
pub struct LightGroup {
    /// Name.
    pub name: String,
    /// Whether they shine at time zero.
    pub initially_on: bool,
    /// The lights.
    pub lamps: Vec<Lamp>,
}

/// A light with a place.
#[derive(Debug, Clone, PartialEq)]
pub struct Lamp {
    /// Where it is, in the object's frame [m].
    pub position_m: Vec3,
    /// Colour of its light.
    pub color: Color,
    /// How bright surfaces become at no distance.
    pub diffuse: f64,
    /// Attenuation: constant, per metre, per square metre.
    pub attenuation: [f64; 3],
    /// It shines no farther than this [m].
    pub range_m: Option<f64>,
    /// Whether things throw shadows in its light.
    pub casts_shadows: bool,
    /// The cone into which it shines; none for a light that shines all around.
    pub beam: Option<Beam>,
}

/// The cone of a light.
#[derive(Debug, Clone, PartialEq)]
pub struct Beam {
    /// Where it points, in the object's frame; of any length.
    pub direction: Vec3,
    /// Within this angle from the middle it shines fully [rad].
    pub inner_rad: f64,
    /// Beyond this angle it is dark [rad].
    pub outer_rad: f64,
}

/// The light that a surface gives off itself; it lights nothing else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Glow {
    /// Its colour.
    pub color: Color,
    /// The group of lights with which it is switched; none for one that always glows.
    pub group: Option<String>,
}

/// Topics on which an object publishes its pose.
#[derive(Debug, Clone, PartialEq)]
pub struct Publish {
    /// Topic of the absolute pose; empty for none.
    pub pose_topic: String,
    /// Time between two messages [s].
    pub pose_period_s: f64,
    /// Topic of poses relative to other objects; empty for none.
    pub relative_pose_topic: String,
    /// The other objects.
    pub relative_pose_objects: Vec<String>,
}

impl Default for Publish {
    fn default() -> Self {
        Publish {
            pose_topic: String::new(),
            pose_period_s: 0.1,
            relative_pose_topic: String::new(),
            relative_pose_objects: Vec::new(),
        }
    }
}

/// Motion along keyframes, repeated for ever, relative to the initial pose.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Animation {
    /// Keyframes in order of time.
    pub keyframes: Vec<Keyframe>,
}

/// One pose at one time.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Keyframe {
    /// Time since the start of the loop [s].
    pub time_s: f64,
    /// Pose relative to the object's initial pose.
    pub pose_in_start: Pose3,
}

/// A mesh that draws an object or a part of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Visual {
    /// Name by which a wheel can link to it.
    pub name: String,
    /// The mesh.
    pub model: AssetUri,
    /// Uniform scale.
    pub scale: f64,
    /// Pose of the mesh in the object.
    pub pose_in_object: Pose3,
    /// Colour that replaces the mesh's own, unless it is white.
    pub color: Color,
    /// Which faces are left out.
    pub cull_faces: super::CullFace,
    /// Tile size for sorting transparent triangles [m]; 0 for none.
    pub split_size_m: f64,
    /// Whether the collision outline is first shown.
    pub show_bounding_box: bool,
    /// Light that it gives off itself.
    pub glow: Option<Glow>,
    /// Whether it throws shadows.
    pub casts_shadows: bool,
    /// Where this was written.
    pub place: Place,
}
