//! Limits beyond which a file is refused.

use crate::AssetProblem;
use skidpad_world::files::FileProblem;
use skidpad_world::{Resource, Spending};

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
    /// Most steps of work, of decoders whose work grows faster than their file.
    pub work: u64,
    /// Most bytes of what a file becomes besides vertices and triangles: materials, tracks of clips.
    pub decoded_bytes: u64,
}

/// Steps of work that a file costs which cannot be decoded: what came of it does not show how long it took to find
/// out.
pub(crate) const WORK_OF_FAILURE: u64 = 50_000_000;

/// Steps of work that a file costs which is not there.
pub(crate) const WORK_OF_MISSING: u64 = 50_000;

/// Names what of a load has run out, where a file was refused for a limit that is what was left of it.
pub(crate) fn blamed(
    problem: AssetProblem,
    limits: &Limits,
    own: &Limits,
    spending: &Spending,
) -> AssetProblem {
    let limit = match problem {
        AssetProblem::TooMany { limit, .. } => limit,
        AssetProblem::File(FileProblem::TooLarge { limit }) => limit as u64,
        _ => return problem,
    };
    let is_left = |left: u64, own: u64| left == limit && left < own;
    let triangles = spending.left(Resource::Triangles);
    let resource = if limit == limits.work {
        Resource::Work
    } else if [triangles, triangles / TRIANGLES_PER_POINT, triangles / TRIANGLES_PER_CELL].contains(&limit) {
        Resource::Triangles
    } else if limit == limits.decoded_bytes
        || is_left(limits.file_bytes as u64, own.file_bytes as u64)
        || is_left(limits.image_bytes, own.image_bytes)
        || is_left(limits.triangle_count as u64, own.triangle_count as u64)
        || is_left(limits.point_count as u64, own.point_count as u64)
        || is_left(limits.cell_count as u64, own.cell_count as u64)
    {
        Resource::DecodedBytes
    } else {
        return problem;
    };
    spending.over(resource).into()
}

/// Bytes that a cell takes while its grid is decoded.
const BYTES_PER_CELL: u64 = 4;
/// Bytes that a height takes while its map is decoded: the picture, its brightness, the height.
const BYTES_PER_HEIGHT: u64 = 16;
/// Triangles that a cell of an elevation map becomes.
const TRIANGLES_PER_CELL: u64 = 2;
/// Triangles that a point of a cloud becomes.
const TRIANGLES_PER_POINT: u64 = 8;
/// Bytes that a triangle takes in a mesh whose triangles share no corners.
const BYTES_PER_TRIANGLE: u64 = 112;

impl Limits {
    /// The same for an elevation map, which is seen as triangles.
    pub(crate) fn of_heights(&self, spending: &Spending) -> Limits {
        let most = (spending.left(Resource::Triangles) / TRIANGLES_PER_CELL)
            .min(spending.left(Resource::DecodedBytes) / BYTES_PER_HEIGHT);
        Limits { cell_count: self.cell_count.min(usize::try_from(most).unwrap_or(usize::MAX)), ..*self }
    }

    /// The same for a file of a load of which this much has been spent: never more than what is left.
    pub(crate) fn within(&self, spending: &Spending) -> Limits {
        let bytes = spending.left(Resource::DecodedBytes);
        let triangles = spending.left(Resource::Triangles).min(bytes / BYTES_PER_TRIANGLE);
        let least = |limit: usize, left: u64| limit.min(usize::try_from(left).unwrap_or(usize::MAX));
        Limits {
            file_bytes: least(self.file_bytes, bytes),
            image_bytes: self.image_bytes.min(bytes),
            triangle_count: least(self.triangle_count, triangles),
            cell_count: least(self.cell_count, bytes / BYTES_PER_CELL),
            point_count: least(self.point_count, triangles / TRIANGLES_PER_POINT),
            // Nothing but the budget limits these.
            work: spending.left(Resource::Work),
            decoded_bytes: bytes,
            ..*self
        }
    }
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
            work: 2_000_000_000,
            decoded_bytes: 400_000_000,
        }
    }
}
