//! Decoders from bytes to scene types. Every decoder takes all its bytes and the limits, and returns a value or
//! a problem; none reads a file, panics on any input, or uses more memory than the limits allow.

mod bytes;
pub mod collada;
mod collada_geometry;
mod collada_material;
mod colours;
pub(crate) mod effort;
pub mod elevation;
mod face;
pub mod gltf_clips;
mod gltf_elements;
mod gltf_json;
pub mod gltf_mesh;
mod gltf_skin;
pub mod gridmap;
pub mod mesh;
pub mod obj;
pub mod occupancy_image;
pub mod picture;
pub mod ply;
pub mod point_text;
pub mod ros_map;
pub mod stl;
mod tiff_counts;
mod xml_tree;
