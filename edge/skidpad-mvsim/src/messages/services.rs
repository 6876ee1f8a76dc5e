//! Requests and answers of the services that the node `World` offers.

use super::{Pose, Twist};
use serde::{Deserialize, Serialize};

/// Where is an object, and how does it move?
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SrvGetPose {
    /// Name of the object.
    #[prost(string, required, tag = "1")]
    pub object_id: String,
}

/// Answer to [`SrvGetPose`].
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SrvGetPoseAnswer {
    /// Whether there is such an object.
    #[prost(bool, required, tag = "1")]
    pub success: bool,
    /// Why not.
    #[prost(string, optional, tag = "2")]
    pub error_message: Option<String>,
    /// Pose in the world.
    #[prost(message, optional, tag = "3")]
    pub pose: Option<Pose>,
    /// Whether it touches another object.
    #[prost(bool, required, tag = "4")]
    pub object_is_in_collision: bool,
    /// Velocity in the frame of the object.
    #[prost(message, optional, tag = "5")]
    pub twist: Option<Twist>,
}

/// Put an object somewhere.
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SrvSetPose {
    /// Name of the object.
    #[prost(string, required, tag = "1")]
    pub object_id: String,
    /// The new pose in the world, or the increment.
    #[prost(message, required, tag = "2")]
    pub pose: Pose,
    /// Whether `pose` is relative to the present pose of the object.
    #[prost(bool, optional, tag = "3")]
    pub relative_increment: Option<bool>,
}

/// Answer to [`SrvSetPose`].
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SrvSetPoseAnswer {
    /// Whether the pose will be set.
    #[prost(bool, required, tag = "1")]
    pub success: bool,
    /// Why not.
    #[prost(string, optional, tag = "2")]
    pub error_message: Option<String>,
    /// Whether the object touched another one since this was last asked.
    #[prost(bool, required, tag = "4")]
    pub object_is_in_collision: bool,
    /// The new pose in the world, after an increment.
    #[prost(message, optional, tag = "5")]
    pub object_global_pose: Option<Pose>,
}

/// Pose and velocity together; MVSim defines this message and no service uses it.
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SrvSetPoseTwist {
    /// Name of the object.
    #[prost(string, required, tag = "1")]
    pub object_id: String,
    /// Pose in the world.
    #[prost(message, required, tag = "2")]
    pub pose: Pose,
    /// Velocity.
    #[prost(message, required, tag = "3")]
    pub twist: Twist,
}

/// Give the controller of a vehicle a set point; it holds until replaced.
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SrvSetControllerTwist {
    /// Name of the vehicle.
    #[prost(string, required, tag = "1")]
    pub object_id: String,
    /// The set point; `vx`, `vy` and `wz` are used.
    #[prost(message, required, tag = "2")]
    pub twist_set_point: Twist,
}

/// Answer to [`SrvSetControllerTwist`].
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SrvSetControllerTwistAnswer {
    /// Whether the controller took the set point.
    #[prost(bool, required, tag = "1")]
    pub success: bool,
    /// Why not.
    #[prost(string, optional, tag = "2")]
    pub error_message: Option<String>,
}

/// Ask the simulator to end.
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SrvShutdown {}

/// Answer to [`SrvShutdown`].
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SrvShutdownAnswer {
    /// Whether the simulator will end.
    #[prost(bool, required, tag = "1")]
    pub accepted: bool,
}

/// Add vehicles, blocks and other entities, written as in a world file.
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SrvInsertEntities {
    /// World-file text.
    #[prost(string, required, tag = "1")]
    pub xml: String,
    /// Folder that relative paths in the text start from.
    #[prost(string, optional, tag = "2")]
    pub base_path: Option<String>,
}

/// Answer to [`SrvInsertEntities`].
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SrvInsertEntitiesAnswer {
    /// Whether all entities were added; if not, none was.
    #[prost(bool, required, tag = "1")]
    pub success: bool,
    /// Why not.
    #[prost(string, optional, tag = "2")]
    pub error_message: Option<String>,
    /// Names of the new entities.
    #[prost(string, repeated, tag = "3")]
    #[serde(default)]
    pub names: Vec<String>,
}

/// Remove entities.
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SrvRemoveEntities {
    /// Their names.
    #[prost(string, repeated, tag = "1")]
    #[serde(default)]
    pub names: Vec<String>,
}

/// Answer to [`SrvRemoveEntities`].
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SrvRemoveEntitiesAnswer {
    /// Whether the request was carried out.
    #[prost(bool, required, tag = "1")]
    pub success: bool,
    /// Why not.
    #[prost(string, optional, tag = "2")]
    pub error_message: Option<String>,
    /// How many entities were removed.
    #[prost(uint32, optional, tag = "3")]
    pub num_removed: Option<u32>,
}

/// Add objects that are drawn and that sensors may see, but that nothing collides with.
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SrvSpawnObjects {
    /// The objects.
    #[prost(message, repeated, tag = "1")]
    #[serde(default)]
    pub objects: Vec<RuntimeObject>,
}

/// Answer to [`SrvSpawnObjects`].
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SrvSpawnObjectsAnswer {
    /// Whether all objects were added.
    #[prost(bool, required, tag = "1")]
    pub success: bool,
    /// Why not.
    #[prost(string, optional, tag = "2")]
    pub error_message: Option<String>,
}

/// Remove objects by name, by prefix, or both.
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SrvRemoveObjects {
    /// Their names.
    #[prost(string, repeated, tag = "1")]
    #[serde(default)]
    pub names: Vec<String>,
    /// All objects whose name starts with this.
    #[prost(string, optional, tag = "2")]
    pub prefix: Option<String>,
}

/// Answer to [`SrvRemoveObjects`].
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SrvRemoveObjectsAnswer {
    /// Whether the request was carried out.
    #[prost(bool, required, tag = "1")]
    pub success: bool,
    /// Why not.
    #[prost(string, optional, tag = "2")]
    pub error_message: Option<String>,
    /// How many objects were removed.
    #[prost(uint32, optional, tag = "3")]
    pub num_removed: Option<u32>,
}

/// Where is everything?
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SrvGetAllPoses {
    /// Only objects whose name starts with this.
    #[prost(string, optional, tag = "1")]
    pub prefix: Option<String>,
}

/// Answer to [`SrvGetAllPoses`].
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SrvGetAllPosesAnswer {
    /// Whether the request was carried out.
    #[prost(bool, required, tag = "1")]
    pub success: bool,
    /// Why not.
    #[prost(string, optional, tag = "2")]
    pub error_message: Option<String>,
    /// Simulated time of the poses [s].
    #[prost(double, optional, tag = "3")]
    pub simul_time: Option<f64>,
    /// The objects, sorted by name.
    #[prost(message, repeated, tag = "4")]
    #[serde(default)]
    pub objects: Vec<NamedPose>,
}

/// An object and where it is.
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct NamedPose {
    /// Name of the object.
    #[prost(string, required, tag = "1")]
    pub name: String,
    /// Pose in the world.
    #[prost(message, required, tag = "2")]
    pub pose: Pose,
    /// Velocity in the frame of the object, if it can move.
    #[prost(message, optional, tag = "3")]
    pub twist: Option<Twist>,
}

/// Switch a group of lights.
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SrvSetLightState {
    /// Name of the object that carries the lights.
    #[prost(string, required, tag = "1")]
    pub object_id: String,
    /// Name of the group.
    #[prost(string, required, tag = "2")]
    pub light_group: String,
    /// Whether they shine.
    #[prost(bool, required, tag = "3")]
    pub on: bool,
}

/// Answer to [`SrvSetLightState`].
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SrvSetLightStateAnswer {
    /// Whether the lights were switched.
    #[prost(bool, required, tag = "1")]
    pub success: bool,
    /// Why not.
    #[prost(string, optional, tag = "2")]
    pub error_message: Option<String>,
}

/// Does a group of lights shine?
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SrvGetLightState {
    /// Name of the object that carries the lights.
    #[prost(string, required, tag = "1")]
    pub object_id: String,
    /// Name of the group.
    #[prost(string, required, tag = "2")]
    pub light_group: String,
}

/// Answer to [`SrvGetLightState`].
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SrvGetLightStateAnswer {
    /// Whether there is such a group.
    #[prost(bool, required, tag = "1")]
    pub success: bool,
    /// Why not.
    #[prost(string, optional, tag = "2")]
    pub error_message: Option<String>,
    /// Whether it shines.
    #[prost(bool, optional, tag = "3")]
    pub on: Option<bool>,
}

/// A drawn object that exists only while the simulation runs.
#[derive(Clone, PartialEq, prost::Message, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RuntimeObject {
    /// Its name, unique in the world.
    #[prost(string, required, tag = "1")]
    pub name: String,
    /// Its shape; a box if absent.
    #[prost(enumeration = "RuntimeShape", optional, tag = "2")]
    #[serde(with = "super::shape_name", default)]
    pub shape: Option<i32>,
    /// Its pose in the world; the origin if absent.
    #[prost(message, optional, tag = "3")]
    pub pose: Option<Pose>,
    /// Size along x [m]; 0.1 if absent.
    #[prost(double, optional, tag = "4", default = "0.1")]
    pub size_x: Option<f64>,
    /// Size along y [m]; 0.1 if absent.
    #[prost(double, optional, tag = "5", default = "0.1")]
    pub size_y: Option<f64>,
    /// Size along z [m]; 0.1 if absent.
    #[prost(double, optional, tag = "6", default = "0.1")]
    pub size_z: Option<f64>,
    /// Colour, 0xRRGGBBAA; opaque red if absent.
    #[prost(uint32, optional, tag = "7", default = "4278190335")]
    pub color: Option<u32>,
    /// Corners of a polygon: x, y, x, y … [m].
    #[prost(double, repeated, packed = "true", tag = "8")]
    #[serde(rename = "polygonXY", default)]
    pub polygon_xy: Vec<f64>,
    /// Points of triangles or lines: x, y, z, x, y, z … [m].
    #[prost(double, repeated, packed = "true", tag = "9")]
    #[serde(rename = "pointsXYZ", default)]
    pub points_xyz: Vec<f64>,
    /// One colour per point, 0xRRGGBBAA.
    #[prost(uint32, repeated, packed = "true", tag = "10")]
    #[serde(default)]
    pub point_colors: Vec<u32>,
    /// Image file drawn on it.
    #[prost(string, optional, tag = "11")]
    pub texture: Option<String>,
    /// Whether sensors see it; they do if absent.
    #[prost(bool, optional, tag = "12", default = "true")]
    pub visible_to_sensors: Option<bool>,
    /// Whether it is put on the ground below its pose; it is not if absent.
    #[prost(bool, optional, tag = "13", default = "false")]
    pub on_ground: Option<bool>,
}

/// Shapes of a [`RuntimeObject`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, prost::Enumeration)]
#[repr(i32)]
pub enum RuntimeShape {
    /// A box of the three sizes.
    Box = 0,
    /// An upright cylinder.
    Cylinder = 1,
    /// A ball.
    Sphere = 2,
    /// A flat rectangle.
    Rectangle = 3,
    /// A flat disc.
    Disk = 4,
    /// A flat polygon.
    Polygon = 5,
    /// Triangles, three points each.
    Triangles = 6,
    /// Line segments, two points each.
    Lines = 7,
}
