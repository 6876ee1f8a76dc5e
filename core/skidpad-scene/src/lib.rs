//! What a world is made of, as plain data: meshes, images, occupancy grids, elevation maps,
//! point clouds, and queries on them.
//!
//! Nothing here opens a file. `skidpad-assets` decodes bytes into these types, `skidpad-sim`
//! takes them as an argument and never knows where they came from.
//!
//! ```
//! use skidpad_scene::OccupancyGrid;
//!
//! // Two by two cells of half a metre, the lower right one a wall.
//! let grid = OccupancyGrid {
//!     resolution_m: 0.5,
//!     x_min_m: 0.0,
//!     y_min_m: 0.0,
//!     width: 2,
//!     height: 2,
//!     free: vec![255, 0, 255, 255],
//! };
//! assert!(grid.is_occupied(0.75, 0.25));
//! assert_eq!(grid.merged_rectangles().len(), 1);
//! ```
#![forbid(unsafe_code)]

mod affine;
mod assets;
mod batch;
pub mod bodies;
#[cfg(test)]
mod brute_force_tests;
mod bvh;
mod clip;
mod description;
pub mod ear_clipping;
mod facets;
mod height_field;
mod image;
mod lamp;
mod layers;
mod mesh;
mod non_opaque;
mod occupancy_grid;
mod outline;
mod packet;
mod packet_walk;
mod pair;
mod planar;
mod point_cloud;
pub mod polygon;
mod primitive;
#[cfg(test)]
mod random_points;
mod raster;
mod ray;
mod ray_list;
mod surface;
mod tiles;
mod tracer;
mod tree;
mod wide;

pub use affine::Affine;
pub use assets::{Assets, MissingAsset};
pub use bvh::Bvh;
pub use clip::Clip;
pub use description::{
    Faces, FrameOwner, Light, ObjectClass, Observer, SceneDescription, SceneFrame, SceneObject, Sky, SkyBox,
    Visibility,
};
pub use facets::{Facet, Facets};
pub use height_field::{HeightField, Placement};
pub use image::Image;
pub use lamp::{LampLight, LightCone, PosedLamp, SceneGlow, SceneLamp};
pub use layers::{Crowds, Layers};
pub use mesh::{AlphaMode, Material, Mesh};
pub use occupancy_grid::{Cell, OccupancyGrid, Rectangle};
pub use outline::{OutOfWork, Outline, OutlineCache, OutlineOptions, outline};
pub use planar::{Directions, PlanarBody, PlanarCaster, PlanarGrid, PlanarHit, PlanarRow, PlanarTarget};
pub use point_cloud::PointCloud;
pub use primitive::Solid;
pub use ray::{Hit, Ray};
pub use ray_list::RayList;
pub use skidpad_math::Primitive;
pub use surface::Surface;
pub use tracer::{Excluded, PosedScene, SceneHit, Tracer, View};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
