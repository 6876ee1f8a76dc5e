//! Limits beyond which a file is refused.

/// Limits on what is read and decoded. Each is checked before memory is allocated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Longest file, and longest member of an archive [bytes].
    pub file_bytes: usize,
    /// Largest width or height of a picture [pixels].
    pub image_side_px: u32,
    /// Most memory a picture's decoder may take [bytes].
    pub image_bytes: u64,
    /// Most triangles, vertices or line segments of a mesh.
    pub triangle_count: usize,
    /// Most nodes of a scene graph, each instance counted.
    pub node_count: usize,
    /// Most cells of an occupancy grid or points of an elevation map.
    pub cell_count: usize,
    /// Most points of a cloud.
    pub point_count: usize,
    /// Most members of an archive.
    pub member_count: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            file_bytes: 256 << 20,
            image_side_px: 8_192,
            image_bytes: 256 << 20,
            triangle_count: 10_000_000,
            node_count: 100_000,
            cell_count: 8_192 * 8_192,
            point_count: 10_000_000,
            member_count: 100_000,
        }
    }
}
