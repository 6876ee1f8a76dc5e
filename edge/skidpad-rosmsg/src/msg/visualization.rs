//! `visualization_msgs`.

use super::{ColorRGBA, CompressedImage, Duration, Header, Point, Pose, Vector3};
use crate::field::message;

message!(UVCoordinate = "visualization_msgs/msg/UVCoordinate" {
    u: f32,
    v: f32,
});

message!(MeshFile = "visualization_msgs/msg/MeshFile" {
    filename: String,
    data: Vec<u8>,
});

message!(Marker = "visualization_msgs/msg/Marker" {
    header: Header,
    ns: String,
    id: i32,
    r#type: i32,
    action: i32,
    pose: Pose,
    scale: Vector3,
    color: ColorRGBA,
    lifetime: Duration,
    frame_locked: bool,
    points: Vec<Point>,
    colors: Vec<ColorRGBA>,
    texture_resource: String,
    texture: CompressedImage,
    uv_coordinates: Vec<UVCoordinate>,
    text: String,
    mesh_resource: String,
    mesh_file: MeshFile,
    mesh_use_embedded_materials: bool,
} with {
    ARROW: i32 = 0,
    CUBE: i32 = 1,
    SPHERE: i32 = 2,
    CYLINDER: i32 = 3,
    LINE_STRIP: i32 = 4,
    LINE_LIST: i32 = 5,
    CUBE_LIST: i32 = 6,
    SPHERE_LIST: i32 = 7,
    POINTS: i32 = 8,
    TEXT_VIEW_FACING: i32 = 9,
    MESH_RESOURCE: i32 = 10,
    TRIANGLE_LIST: i32 = 11,
    ADD: i32 = 0,
    MODIFY: i32 = 0,
    DELETE: i32 = 2,
    DELETEALL: i32 = 3,
});

message!(MarkerArray = "visualization_msgs/msg/MarkerArray" {
    markers: Vec<Marker>,
});
