//! The files that a world description names, each once.

use crate::{AssetState, AssetStore, mesh_companions};
use skidpad_world::WorldDescription;
use skidpad_world::description::{
    AssetUri, ElementKind, ElevationSource, Object, Sensor, Visual, WallSource,
};
use skidpad_world::place::Place;
use std::collections::{BTreeMap, BTreeSet};

/// What an asset is used as.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AssetKind {
    /// Triangles or lines.
    Mesh,
    /// A texture.
    Picture,
    /// An occupancy grid; without it the world has other walls.
    Grid,
    /// An elevation map; without it the world has other ground.
    Elevation,
    /// A point cloud, which is only drawn.
    PointCloud,
    /// A file that a mesh names: materials, buffers, textures.
    Companion,
}

/// A file that a world names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NeededAsset {
    /// As written in the description; for a sky box, with the side filled in.
    pub uri: String,
    /// Where it is first named.
    pub place: Place,
    /// What it is used as.
    pub kind: AssetKind,
}

/// The sides of a sky box, as in the names of its files.
const SKYBOX_SIDES: [&str; 6] = ["Front", "Back", "Down", "Up", "Left", "Right"];

/// Sky boxes whose files are looked for. The last one whose files are there is seen.
const MOST_SKIES: usize = 100;

/// Every file a description names, each use once, in the order of the description's lists.
pub fn needed_assets(world: &WorldDescription) -> Vec<NeededAsset> {
    let skies = world.elements.iter().filter(|it| matches!(it.kind, ElementKind::Skybox(_))).count();
    let mut needed = Needed { skies_to_skip: skies.saturating_sub(MOST_SKIES), ..Needed::default() };
    for element in &world.elements {
        needed.element(&element.kind);
    }
    for vehicle in &world.vehicles {
        needed.object(&vehicle.object);
        vehicle.wheels.iter().for_each(|wheel| needed.visuals(&wheel.visuals));
        needed.sensors(&vehicle.sensors);
    }
    world.blocks.iter().for_each(|block| needed.object(&block.object));
    world.actors.iter().for_each(|actor| needed.object(&actor.object));
    needed.sensors(&world.sensors);
    for walls in &world.walls {
        if let WallSource::Model(model) = &walls.source {
            needed.add(model, AssetKind::Mesh);
        }
    }
    needed.found
}

/// The clips of one mesh that actors play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NeededClips<'a> {
    /// The mesh, as written in the description.
    pub(crate) uri: String,
    /// Where it is first named.
    pub(crate) place: Place,
    /// Names of the clips.
    pub(crate) names: BTreeSet<&'a str>,
}

/// Every mesh of an actor, once, with the names of the clips that actors play with it.
pub(crate) fn needed_clips(world: &WorldDescription) -> Vec<NeededClips<'_>> {
    let mut needed: Vec<NeededClips<'_>> = Vec::new();
    let mut index_of: BTreeMap<&str, usize> = BTreeMap::new();
    for actor in &world.actors {
        let names = [&actor.animation_idle, &actor.animation_walk, &actor.animation_run].map(String::as_str);
        for AssetUri { uri, place } in actor.object.visuals.iter().map(|visual| &visual.model) {
            let index = *index_of.entry(uri).or_insert(needed.len());
            match needed.get_mut(index) {
                Some(known) => known.names.extend(names),
                None => needed.push(NeededClips { uri: uri.clone(), place: *place, names: names.into() }),
            }
        }
    }
    needed
}

#[derive(Default)]
struct Needed {
    found: Vec<NeededAsset>,
    seen: BTreeSet<(String, AssetKind)>,
    /// Sky boxes that others will hide.
    skies_to_skip: usize,
}

impl Needed {
    fn add(&mut self, asset: &AssetUri, kind: AssetKind) {
        if !asset.uri.trim().is_empty() && self.seen.insert((asset.uri.clone(), kind)) {
            self.found.push(NeededAsset { uri: asset.uri.clone(), place: asset.place, kind });
        }
    }

    fn object(&mut self, object: &Object) {
        self.visuals(&object.visuals);
    }

    fn visuals(&mut self, visuals: &[Visual]) {
        visuals.iter().for_each(|visual| self.add(&visual.model, AssetKind::Mesh));
    }

    fn sensors(&mut self, sensors: &[Sensor]) {
        sensors.iter().for_each(|sensor| self.visuals(&sensor.visuals));
    }

    fn element(&mut self, element: &ElementKind) {
        let mut texture = |texture: &Option<AssetUri>| {
            texture.iter().for_each(|texture| self.add(texture, AssetKind::Picture));
        };
        match element {
            ElementKind::HorizontalPlane(plane) => {
                texture(&plane.texture);
                texture(&plane.normal_map);
            }
            ElementKind::VerticalPlane(plane) => {
                texture(&plane.texture);
                texture(&plane.normal_map);
            }
            ElementKind::ElevationMap(map) => {
                texture(&map.texture);
                texture(&map.normal_map);
                match &map.source {
                    ElevationSource::Image { file, .. } | ElevationSource::DemText { file, .. } => {
                        self.add(file, AssetKind::Elevation);
                    }
                    ElevationSource::Matrix(_) => {}
                }
            }
            ElementKind::OccupancyGrid(grid) => self.add(&grid.file, AssetKind::Grid),
            ElementKind::PointCloud(cloud) => self.add(&cloud.file, AssetKind::PointCloud),
            ElementKind::Skybox(_) if self.skies_to_skip > 0 => self.skies_to_skip -= 1,
            ElementKind::Skybox(skybox) => {
                for side in SKYBOX_SIDES {
                    let uri = skybox.textures.uri.replacen("%s", side, 1);
                    self.add(&AssetUri { uri, place: skybox.textures.place }, AssetKind::Picture);
                }
            }
            ElementKind::GroundGrid(_)
            | ElementKind::PropertyRegion(_)
            | ElementKind::ConeTrack(_)
            | ElementKind::Extension(_) => {}
        }
    }
}

/// A file that a world names, and whether it is available.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListedAsset {
    /// The file.
    pub needed: NeededAsset,
    /// Whether it is available, and from where.
    pub state: AssetState,
}

/// Every file a description names, with its state, each mesh followed by the files that it names itself.
pub fn list_assets(world: &WorldDescription, store: &AssetStore) -> Vec<ListedAsset> {
    let mut listed = Vec::new();
    let mut seen = BTreeSet::new();
    for needed in needed_assets(world) {
        let companions = match needed.kind {
            AssetKind::Mesh => mesh_companions(&needed.uri, store),
            _ => Vec::new(),
        };
        let place = needed.place;
        let companions =
            companions.into_iter().map(|uri| NeededAsset { uri, place, kind: AssetKind::Companion });
        for needed in std::iter::once(needed).chain(companions) {
            if needed.kind != AssetKind::Companion || seen.insert(needed.uri.clone()) {
                listed.push(ListedAsset { state: store.state(&needed.uri), needed });
            }
        }
    }
    listed
}
