//! What a recording stores of a world, so that its run can be repeated: facts, files, the first state, and what does not
//! move.
//!
//! The program and the web page record alike with it; the library reads the world back.
//!
//! ```
//! use skidpad_assets::{AssetStore, DiskFiles, WorldFiles};
//! use skidpad_provenance::{WorldRead, provenance};
//! use skidpad_sim::{BuildOptions, Simulation};
//! use skidpad_world::{ExpandOptions, load};
//! use std::collections::BTreeMap;
//!
//! let text = r#"<mvsim_world><vehicle name="r1"><dynamics class="differential"/></vehicle></mvsim_world>"#;
//! let given = BTreeMap::from([("one.world.xml".to_string(), text.as_bytes().to_vec())]);
//! let files = WorldFiles { files: DiskFiles::in_memory(given), world: "one.world.xml".to_string() };
//! let loaded = load(&files.world, &files.files, &ExpandOptions::default());
//! let sim = Simulation::build(&loaded.description, &Default::default(), &BuildOptions::default())?;
//! let world = WorldRead {
//!     loaded: &loaded,
//!     assets: &Default::default(),
//!     store: &AssetStore::new(&files, None),
//!     files: &files,
//!     given: &BTreeMap::new(),
//! };
//! let stored = provenance(&world, &sim, "one 1.0")?;
//! assert_eq!(stored.facts.vehicles, ["r1"]);
//! assert_eq!(stored.world_files["one.world.xml"], text.as_bytes());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

use skidpad_assets::{AssetKind, AssetStore, WorldFiles, needed_assets, texture_key};
use skidpad_math::{StateHash, Vec2, Vec3};
use skidpad_record::{LaterFiles, Outline, Provenance, RunFacts, Scenery};
use skidpad_rosmsg::VehicleShape;
use skidpad_rosmsg::msg::{Header, MapMetaData, OccupancyGrid, Pose};
use skidpad_scene::polygon::convex_hull;
use skidpad_scene::{Assets, Cell, ObjectClass};
use skidpad_sim::{Simulation, SnapshotProblem};
use skidpad_world::Loaded;
use skidpad_world::description::Compat;
use skidpad_world::files::Files;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Most corners of outlines that are stored.
const MOST_CORNERS: usize = 20_000;

/// Longest world file that is stored [bytes].
const LONGEST_FILE: usize = 64 << 20;

/// Longest picture that is stored, and all of them together [bytes]. Other surfaces have plain colours in the viewer.
const LONGEST_PICTURE: usize = 2 << 20;
const MOST_PICTURES: usize = 8 << 20;

/// A world that has been read, as far as a recording needs it.
#[derive(Clone, Copy)]
pub struct WorldRead<'a> {
    /// Its content, and the texts that it was read from.
    pub loaded: &'a Loaded,
    /// Its meshes, images and grids, decoded.
    pub assets: &'a Assets,
    /// Where its assets are looked up.
    pub store: &'a AssetStore,
    /// The files it may read.
    pub files: &'a WorldFiles,
    /// The texts that it was read from where they are not files.
    pub given: &'a BTreeMap<String, Vec<u8>>,
}

impl WorldRead<'_> {
    /// The texts that the world was read from, by logical path, as they were then, whatever has become of the files.
    /// Those longer than so many bytes are left out.
    pub fn texts(&self, longest: usize) -> BTreeMap<String, Vec<u8>> {
        let sources = &self.loaded.sources;
        let parsed = |path: &str| {
            let (id, _) = sources.iter().find(|(_, name)| *name == path)?;
            Some(sources.text(id).as_bytes().to_vec())
        };
        let text = |path: &String| {
            let bytes = self.given.get(path).cloned().or_else(|| parsed(path));
            // What is not parsed as a text of the world is read again.
            let bytes = bytes.or_else(|| self.files.files.read(path, longest).ok())?;
            Some((path.clone(), bytes)).filter(|(_, bytes)| bytes.len() <= longest)
        };
        self.loaded.files_read.iter().filter_map(text).collect()
    }

    /// A hash of the world after includes, loops and variables, and of the files that affect its physics.
    pub fn hash(&self) -> String {
        self.hash_with(&self.physical_assets())
    }

    fn hash_with(&self, assets: &BTreeMap<String, Vec<u8>>) -> String {
        let mut hash = StateHash::new();
        let mut add = |bytes: &[u8]| {
            hash.integer(bytes.len() as u64);
            hash.bytes(bytes);
        };
        let tree = self.loaded.tree.as_ref().map(skidpad_world::write::write).unwrap_or_default();
        add(tree.as_bytes());
        for (uri, bytes) in assets {
            add(uri.as_bytes());
            add(bytes);
        }
        format!("{:016x}", hash.finish())
    }

    /// The files that affect the physics: all that were read, except pictures and point clouds, which are read only where
    /// something looks at them.
    fn physical_assets(&self) -> BTreeMap<String, Vec<u8>> {
        let needed = needed_assets(&self.loaded.description);
        let is_seen_only = |kind| matches!(kind, AssetKind::Picture | AssetKind::PointCloud);
        let (seen, others): (Vec<_>, Vec<_>) =
            needed.into_iter().partition(|needed| is_seen_only(needed.kind));
        let others: BTreeSet<String> = others.into_iter().map(|needed| needed.uri).collect();
        let mut left_out = self.texture_names();
        left_out.extend(seen.into_iter().map(|needed| needed.uri));
        let answered = self.store.answered();
        let kept = answered.into_iter().filter(|uri| others.contains(uri) || !left_out.contains(uri));
        kept.filter_map(|uri| Some((uri.clone(), self.store.read(&uri).ok()?))).collect()
    }

    /// The files of the textures of the world and of its meshes.
    fn texture_names(&self) -> BTreeSet<String> {
        let mut named = BTreeSet::new();
        for needed in needed_assets(&self.loaded.description) {
            match needed.kind {
                AssetKind::Picture => {
                    named.insert(needed.uri);
                }
                AssetKind::Mesh => {
                    let materials =
                        self.assets.meshes.get(&needed.uri).into_iter().flat_map(|mesh| &mesh.materials);
                    let textures = materials.filter_map(|material| material.texture_uri.as_deref());
                    // A texture inside a mesh file is stored with the mesh.
                    let beside = textures.filter(|name| !name.starts_with('#'));
                    named.extend(beside.map(|name| texture_key(&needed.uri, name)));
                }
                _ => {}
            }
        }
        named
    }

    /// Textures of the world and of its meshes, for the viewer: the first that fit.
    fn pictures(&self) -> BTreeMap<String, Vec<u8>> {
        let mut room = MOST_PICTURES;
        let kept = self.texture_names().into_iter().filter_map(|uri| {
            let bytes =
                self.store.read(&uri).ok().filter(|bytes| bytes.len() <= LONGEST_PICTURE.min(room))?;
            room -= bytes.len();
            Some((uri, bytes))
        });
        kept.collect()
    }
}

/// Everything that is needed to repeat a run that begins now. Facts that the world does not know (how it was opened, its
/// seed, variables and budget, the command line) have their defaults.
pub fn provenance(
    world: &WorldRead<'_>,
    sim: &Simulation,
    version: &str,
) -> Result<Provenance, SnapshotProblem> {
    let assets = world.physical_assets();
    let facts = RunFacts {
        version: version.to_string(),
        world: world.files.world.clone(),
        world_file: world.files.world.clone(),
        step_ns: sim.step_ns(),
        is_mvsim_compatible: world.loaded.description.settings.compat == Compat::Mvsim,
        world_hash: world.hash_with(&assets),
        environment: world.loaded.environment_read.clone(),
        vehicles: sim.roster().vehicles.iter().map(|entry| entry.name.clone()).collect(),
        outlines: outlines(world.assets, sim),
        ..RunFacts::default()
    };
    Ok(Provenance {
        facts,
        world_files: world.texts(LONGEST_FILE),
        assets: world.pictures().into_iter().chain(assets).collect(),
        snapshot: sim.snapshot()?.to_bytes()?,
    })
}

/// What does not move in a world, for its recording.
pub fn scenery(assets: &Assets, sim: &Simulation) -> Scenery {
    let shape = |vehicle: &skidpad_sim::vehicle::VehicleModel| VehicleShape {
        outline_m: vehicle.chassis.corners_m.iter().map(|&[x, y]| Vec2::new(x, y)).collect(),
        z_m: vehicle.chassis.z_m,
        wheels_m: vehicle.wheels.iter().map(|wheel| [wheel.diameter_m, wheel.width_m]).collect(),
    };
    Scenery {
        roster: Arc::new(sim.roster().clone()),
        shapes: sim.model().vehicles.iter().map(shape).collect(),
        maps: assets.grids.values().map(|grid| map(grid)).collect(),
        step_ns: sim.step_ns(),
    }
}

/// The files that the world has asked for by the time that they are read.
pub fn later_files(store: &Arc<AssetStore>) -> LaterFiles {
    let store = Arc::clone(store);
    LaterFiles(Arc::new(move || {
        let read = |uri: String| store.read(&uri).ok().map(|bytes| (uri, bytes));
        store.answered().into_iter().filter_map(read).collect()
    }))
}

/// A map in the convention of ROS: 0 free, 100 occupied, −1 unknown; the lowest row first.
fn map(grid: &skidpad_scene::OccupancyGrid) -> OccupancyGrid {
    let cells: [i8; 256] = std::array::from_fn(|free| match Cell::of(free as u8) {
        Cell::Unknown => -1,
        Cell::Free | Cell::Occupied => (100.0 * (1.0 - free as f64 / 255.0)).round() as i8,
    });
    let mut origin = Pose::from(&skidpad_math::Pose3::default());
    (origin.position.x, origin.position.y) = (grid.x_min_m, grid.y_min_m);
    OccupancyGrid {
        header: Header::new(0, "map"),
        info: MapMetaData {
            resolution: grid.resolution_m as f32,
            width: grid.width,
            height: grid.height,
            origin,
            ..MapMetaData::default()
        },
        data: grid.free.iter().map(|&free| cells[usize::from(free)]).collect(),
    }
}

/// Outlines of the objects in the world, seen from above.
fn outlines(assets: &Assets, sim: &Simulation) -> Vec<Outline> {
    let mut outlines = Vec::new();
    let roster = sim.roster();
    for (vehicle, entry) in sim.model().vehicles.iter().zip(&roster.vehicles) {
        let corners_m = vehicle.chassis.corners_m.clone();
        outlines.push(Outline { kind: "vehicle".to_string(), name: entry.name.clone(), corners_m });
    }
    for ((block, name), seen) in sim.model().blocks.iter().zip(&roster.blocks).zip(&sim.observations().blocks)
    {
        let pose = seen.pose_in_world.pose2();
        let corner = |&[x, y]: &[f64; 2]| {
            let at = pose.transform(Vec2::new(x, y));
            [at.x, at.y]
        };
        let corners_m = block.footprint.corners_m.iter().map(corner).collect();
        outlines.push(Outline { kind: "block".to_string(), name: name.clone(), corners_m });
    }
    for grid in assets.grids.values() {
        for rectangle in grid.merged_rectangles() {
            let [[x0, y0], [x1, y1]] = grid.corners_m(&rectangle);
            let corners_m = vec![[x0, y0], [x1, y0], [x1, y1], [x0, y1]];
            outlines.push(Outline { kind: "map".to_string(), name: String::new(), corners_m });
        }
    }
    outlines.extend(wall_outlines(sim));
    let mut corner_count = 0;
    outlines.retain(|outline| {
        corner_count += outline.corners_m.len();
        corner_count <= MOST_CORNERS
    });
    outlines
}

/// Hulls of walls and planes at their current poses.
fn wall_outlines(sim: &Simulation) -> Vec<Outline> {
    let scene = sim.scene();
    let mut frames_in_world = Vec::new();
    sim.frames_in_world(&mut frames_in_world);
    let walls = scene.objects.iter().filter(|object| object.class == ObjectClass::Wall);
    walls
        .filter_map(|object| {
            let frame_in_world = frames_in_world.get(object.frame as usize)?;
            let mesh = scene.meshes.get(object.mesh as usize)?;
            let above = |point: &[f32; 3]| {
                let [x, y, z] = object.mesh_in_frame.apply(point.map(f64::from));
                let at = frame_in_world.transform(Vec3::new(x, y, z));
                [at.x, at.y]
            };
            let corners_m = convex_hull(&mesh.positions.iter().map(above).collect::<Vec<_>>());
            Some(Outline { kind: "wall".to_string(), name: object.name.clone(), corners_m })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_have_the_numbers_of_ros() {
        let free = vec![255, 128, 0, 191];
        let (resolution_m, x_min_m, y_min_m) = (0.05, -1.0, -2.0);
        let grid = skidpad_scene::OccupancyGrid { resolution_m, x_min_m, y_min_m, width: 2, height: 2, free };
        let map = map(&grid);
        assert_eq!(map.data, [0, -1, 100, 25]);
        assert_eq!((map.info.origin.position.x, map.info.origin.position.y), (-1.0, -2.0));
    }
}
