//! What the services of a node need beyond the steps of its run: who reads worlds provides it.

use skidpad_math::Pose3;
use skidpad_messages::Insertion;
use std::collections::{BTreeMap, BTreeSet};

/// Knows the world of a run, what can be added to it, and other worlds. Its methods may read files and take long; they
/// are called on threads that may wait.
pub trait WorldLibrary: Send + Sync {
    /// Make an entity ready to be added to the run.
    fn prepare(&self, asked: &EntityRequest) -> Result<PreparedEntity, SpawnProblem>;

    /// Definitions that can be spawned: those of the program, and those in these folders.
    fn spawnables(&self, sources: &[String]) -> Result<Vec<ResourceEntry>, String>;

    /// World files beside the one that runs, and in these folders; and the folders that could not be read.
    fn worlds(&self, sources: &[String]) -> (Vec<ResourceEntry>, Vec<String>);

    /// The world that runs; `None` if it was unloaded.
    fn current_world(&self) -> Option<ResourceEntry>;

    /// Why the run cannot get another world; `None` if it can.
    fn keeps_world(&self) -> Option<String> {
        Some("this run keeps its world".to_string())
    }

    /// Make another world ready for the run: it is read and built. Returns its number for
    /// [`Control::NextWorld`](skidpad_link::Control::NextWorld).
    fn read_world(&self, _asked: &WorldRequest) -> Result<u64, WorldProblem> {
        Err(WorldProblem::Unbuildable(self.keeps_world().unwrap_or_default()))
    }

    /// Places that the world file names.
    fn named_poses(&self) -> Vec<NamedPlace>;

    /// How large the entities are that the world has from the start, by name.
    fn boxes(&self) -> BTreeMap<String, BoundingBox>;
}

/// An entity to be spawned.
#[derive(Debug, Clone, PartialEq)]
pub struct EntityRequest {
    /// What it is.
    pub source: EntitySource,
    /// The name that it should have; empty for the one in its source.
    pub name: String,
    /// Whether it may get another name if that one is taken or missing.
    pub may_be_renamed: bool,
    /// Names that are taken.
    pub taken: BTreeSet<String>,
    /// Where it should be.
    pub pose_in_world: Pose3,
}

/// Where an entity is described.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EntitySource {
    /// In a file.
    Uri(String),
    /// In this text.
    Text(String),
}

/// An entity that can be added to the run.
#[derive(Debug, Clone, PartialEq)]
pub struct PreparedEntity {
    /// The request.
    pub insertion: Insertion,
    /// Its name.
    pub name: String,
    /// How large it is.
    pub bounds: BoundingBox,
}

/// Why an entity cannot be spawned; the texts are for users.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SpawnProblem {
    /// Its name is taken.
    NameTaken(String),
    /// It has no name, or one that cannot be used.
    BadName(String),
    /// What describes it has another format.
    Format(String),
    /// The file is not there, or must not be read.
    NotFound(String),
    /// What describes it cannot be read.
    Unreadable(String),
    /// A file that it needs is missing.
    MissingAsset(String),
}

/// Another world for a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WorldRequest {
    /// Where it is described.
    pub source: WorldSource,
    /// Whether elements that are not known make it fail, instead of being left out.
    pub refuses_unknown_elements: bool,
    /// Whether files that are missing or cannot be read make it fail, instead of being left out.
    pub refuses_missing_assets: bool,
}

/// Where a world is described.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WorldSource {
    /// In a file.
    Uri(String),
    /// In this text, which is read as if it were a file beside the world that runs.
    Text(String),
    /// Nowhere: a world without anything in it.
    Nothing,
}

/// Why a world cannot be loaded; the texts are for users.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum WorldProblem {
    /// There is no such file, or it must not be read.
    NotFound(String),
    /// It has another format.
    Format(String),
    /// It has errors.
    Unreadable(String),
    /// A file that it needs is missing or cannot be read.
    MissingAsset(String),
    /// It has elements that are not known.
    UnknownElement(String),
    /// It can be read, but not run.
    Unbuildable(String),
}

/// A world, or a definition, that can be named.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ResourceEntry {
    /// Its name.
    pub name: String,
    /// Where it is.
    pub uri: String,
    /// What it is, in a sentence.
    pub description: String,
}

/// A place with a name.
#[derive(Debug, Clone, PartialEq)]
pub struct NamedPlace {
    /// Its name.
    pub name: String,
    /// What it is for.
    pub description: String,
    /// Words by which it can be chosen.
    pub tags: Vec<String>,
    /// Where it is.
    pub pose_in_world: Pose3,
    /// Radius of the free space around it [m]; 0 if nothing is known about it.
    pub radius_m: f64,
}

/// A box along the axes of an entity's own frame.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct BoundingBox {
    /// The corner with the smallest coordinates [m].
    pub low_m: [f64; 3],
    /// The corner with the largest coordinates [m].
    pub high_m: [f64; 3],
}

impl BoundingBox {
    /// The eight corners in the world of a box whose frame is there.
    fn corners(&self, pose_in_world: &Pose3) -> [[f64; 3]; 8] {
        std::array::from_fn(|corner| {
            let side = |axis: usize| {
                if corner >> axis & 1 == 0 { self.low_m[axis] } else { self.high_m[axis] }
            };
            let place = *pose_in_world * Pose3::new(side(0), side(1), side(2), 0.0, 0.0, 0.0);
            [place.x_m, place.y_m, place.z_m]
        })
    }

    /// Whether it reaches into a box along the axes of the world. The smallest box along those axes stands for it.
    pub fn overlaps_box(&self, pose_in_world: &Pose3, low_m: [f64; 3], high_m: [f64; 3]) -> bool {
        let corners = self.corners(pose_in_world);
        (0..3).all(|axis| {
            let along = corners.map(|corner| corner[axis]);
            let (low, high) =
                along.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), &it| (l.min(it), h.max(it)));
            low <= high_m[axis] && high >= low_m[axis]
        })
    }

    /// Whether it reaches into a ball.
    pub fn overlaps_ball(&self, pose_in_world: &Pose3, centre_m: [f64; 3], radius_m: f64) -> bool {
        let [x, y, z] = centre_m;
        let inside = pose_in_world.inverse() * Pose3::new(x, y, z, 0.0, 0.0, 0.0);
        let centre = [inside.x_m, inside.y_m, inside.z_m];
        let outside = |axis: usize| centre[axis] - centre[axis].clamp(self.low_m[axis], self.high_m[axis]);
        (0..3).map(|axis| outside(axis) * outside(axis)).sum::<f64>() <= radius_m * radius_m
    }
}

/// A library that knows nothing.
#[cfg(test)]
pub(crate) fn test_library() -> std::sync::Arc<dyn WorldLibrary> {
    struct NoLibrary;
    impl WorldLibrary for NoLibrary {
        fn prepare(&self, _: &EntityRequest) -> Result<PreparedEntity, SpawnProblem> {
            Err(SpawnProblem::NotFound("there is nothing".to_string()))
        }

        fn spawnables(&self, _: &[String]) -> Result<Vec<ResourceEntry>, String> {
            Ok(Vec::new())
        }

        fn worlds(&self, _: &[String]) -> (Vec<ResourceEntry>, Vec<String>) {
            (Vec::new(), Vec::new())
        }

        fn current_world(&self) -> Option<ResourceEntry> {
            None
        }

        fn named_poses(&self) -> Vec<NamedPlace> {
            Vec::new()
        }

        fn boxes(&self) -> BTreeMap<String, BoundingBox> {
            BTreeMap::new()
        }
    }
    std::sync::Arc::new(NoLibrary)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_overlap_where_they_are() {
        let robot = BoundingBox { low_m: [-1.0, -0.5, 0.0], high_m: [1.0, 0.5, 1.0] };
        let turned = Pose3::new(10.0, 0.0, 0.0, std::f64::consts::FRAC_PI_2, 0.0, 0.0);
        let near = |x: f64, y: f64| {
            let ball = robot.overlaps_ball(&turned, [x, y, 0.5], 0.1);
            let area = robot.overlaps_box(&turned, [x - 0.1, y - 0.1, 0.0], [x + 0.1, y + 0.1, 1.0]);
            assert_eq!(ball, area, "{x} {y}");
            ball
        };
        assert!(near(10.0, 0.95) && near(10.45, 0.0));
        assert!(!near(10.95, 0.0) && !near(0.0, 0.0));
    }
}
