//! Everything a world refers to, decoded, handed to the simulation as one argument.

use crate::{Clip, HeightField, Image, Mesh, OccupancyGrid, PointCloud};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The decoded assets of one world.
///
/// Meshes and pictures are keyed by their URI exactly as the world's description has it, so that
/// objects share them. What a file means as a grid, terrain or cloud depends on the element that
/// names it (resolution, heights, offsets), so those are keyed by the element's index in document order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Assets {
    /// Meshes of visuals and walls, by URI.
    pub meshes: BTreeMap<String, Arc<Mesh>>,
    /// The clips of meshes that actors play, by the mesh's URI.
    pub clips: BTreeMap<String, Vec<Arc<Clip>>>,
    /// Textures of planes, terrains and skyboxes, and those the meshes name, by URI.
    /// A texture of a mesh is keyed by the mesh's URI with its last part replaced.
    pub images: BTreeMap<String, Arc<Image>>,
    /// Occupancy grids, by element index.
    pub grids: BTreeMap<usize, Arc<OccupancyGrid>>,
    /// Elevation maps, by element index.
    pub height_fields: BTreeMap<usize, Arc<HeightField>>,
    /// Point clouds, by element index.
    pub point_clouds: BTreeMap<usize, Arc<PointCloud>>,
    /// Assets that could not be read, in the order of the requests; objects that need them get a placeholder.
    pub missing: Vec<MissingAsset>,
}

/// An asset that the world names but that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MissingAsset {
    /// As the world's description has it.
    pub uri: String,
    /// Why, as a sentence for the user.
    pub reason: String,
}

impl Assets {
    /// Whether this URI was requested and could not be read.
    pub fn is_missing(&self, uri: &str) -> bool {
        self.missing.iter().any(|asset| asset.uri == uri)
    }
}
