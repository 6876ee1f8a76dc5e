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
    texture_resource: String as _,
    texture: CompressedImage as _,
    uv_coordinates: Vec<UVCoordinate> as _,
    text: String,
    mesh_resource: String,
    mesh_file: MeshFile as _,
    mesh_use_embedded_materials: bool,
} with {
    ARROW: i32 as u8 = 0,
    CUBE: i32 as u8 = 1,
    SPHERE: i32 as u8 = 2,
    CYLINDER: i32 as u8 = 3,
    LINE_STRIP: i32 as u8 = 4,
    LINE_LIST: i32 as u8 = 5,
    CUBE_LIST: i32 as u8 = 6,
    SPHERE_LIST: i32 as u8 = 7,
    POINTS: i32 as u8 = 8,
    TEXT_VIEW_FACING: i32 as u8 = 9,
    MESH_RESOURCE: i32 as u8 = 10,
    TRIANGLE_LIST: i32 as u8 = 11,
    ADD: i32 as u8 = 0,
    MODIFY: i32 as u8 = 0,
    DELETE: i32 as u8 = 2,
    DELETEALL: i32 as u8 = 3,
});

message!(MarkerArray = "visualization_msgs/msg/MarkerArray" {
    markers: Vec<Marker>,
});
