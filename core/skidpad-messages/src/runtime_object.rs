//! Objects that are added while a world runs: they are seen, and nothing collides with them.

use serde::{Deserialize, Serialize};
use skidpad_math::{Pose3, Vec2, Vec3};

/// An object that is seen but never hit: a mark, a sign, a ghost. It stays where it is put.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RuntimeObject {
    /// Its name; nothing else in the world has it.
    pub name: String,
    /// Its shape.
    pub shape: ObjectShape,
    /// Where its middle is. If `is_on_ground`, z is replaced when the object is put there.
    pub pose_in_world: Pose3,
    /// Size along its x, y and z [m].
    pub size_m: [f64; 3],
    /// Red, green, blue, opacity.
    pub rgba: [u8; 4],
    /// The picture on its sides instead of its colour: a file by its address, as in a world file. Lines have none.
    pub texture: Option<String>,
    /// Whether cameras, lidars and lasers see it; viewers always do.
    pub is_seen_by_sensors: bool,
    /// Whether it is put on the ground below its pose.
    pub is_on_ground: bool,
}

impl Default for RuntimeObject {
    /// A red box of ten centimetres without a name.
    fn default() -> Self {
        RuntimeObject {
            name: String::new(),
            shape: ObjectShape::Box,
            pose_in_world: Pose3::default(),
            size_m: [0.1; 3],
            rgba: [255, 0, 0, 255],
            texture: None,
            is_seen_by_sensors: true,
            is_on_ground: false,
        }
    }
}

/// The shape of a [`RuntimeObject`], around its pose.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum ObjectShape {
    /// A box.
    Box,
    /// A cylinder along z; its base is an ellipse.
    Cylinder,
    /// A ball, or an ellipsoid.
    Sphere,
    /// A flat rectangle; its height does not matter.
    Rectangle,
    /// A flat disc; its height does not matter.
    Disk,
    /// A polygon drawn up to its height, half of it below its pose. Its length and width do not matter.
    Polygon {
        /// Corners [m], 3 to 1024.
        corners_m: Vec<Vec2>,
    },
    /// Triangles, three points each. Its size does not matter.
    Triangles(ObjectPoints),
    /// Line segments, two points each, for viewers: no ray meets a line. Its size does not matter.
    Lines(ObjectPoints),
}

/// The points of triangles or lines.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct ObjectPoints {
    /// The points, in the object's frame [m].
    pub points_m: Vec<Vec3>,
    /// One colour per point, or none: red, green, blue, opacity. A triangle has the colour of its first point.
    pub rgba: Vec<[u8; 4]>,
}

impl ObjectShape {
    /// How far below its pose the shape reaches [m], for an object that stands on the ground.
    pub fn depth_m(&self, size_m: [f64; 3]) -> f64 {
        match self {
            ObjectShape::Box | ObjectShape::Cylinder | ObjectShape::Sphere | ObjectShape::Polygon { .. } => {
                0.5 * size_m[2]
            }
            ObjectShape::Rectangle | ObjectShape::Disk => 0.0,
            ObjectShape::Triangles(points) | ObjectShape::Lines(points) => {
                let lowest_m = points.points_m.iter().map(|point| point.z).fold(f64::INFINITY, f64::min);
                if lowest_m.is_finite() { -lowest_m } else { 0.0 }
            }
        }
    }
}
