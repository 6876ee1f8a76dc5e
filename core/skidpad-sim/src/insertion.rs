//! Pieces of world files, added to a world that runs.

use crate::build::{Extended, insert};
use crate::model::Model;
use crate::scene::LoadPicture;
use crate::simulation::Simulation;
use crate::state::Spawned;
use skidpad_messages::{
    ActorObservation, BlockId, BlockObservation, Event, Insertion, RefusedBecause, VehicleId,
    VehicleObservation,
};
use skidpad_scene::Assets;
use skidpad_world::description::{Object, WorldDescription};
use skidpad_world::{Classes, ExpandOptions, MapFiles, load};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Decodes the files that an inserted piece of a world names. The same description must give the same files.
pub type LoadAssets = dyn Fn(&WorldDescription) -> Assets + Send + Sync;

impl Simulation {
    /// Use these files for what is inserted. Without them, inserted things have no meshes, maps and pictures.
    pub fn set_asset_loader(&mut self, loader: Arc<LoadAssets>) {
        self.asset_loader = Some(loader);
    }

    /// Use these pictures for objects that are only seen. Without them, such objects have their plain colour.
    pub fn set_picture_loader(&mut self, loader: Arc<LoadPicture>) {
        self.picture_loader = Some(loader);
    }

    pub(crate) fn insert(&mut self, insertion: &Insertion) -> Result<(), RefusedBecause> {
        let added =
            described(insertion, self.model.extensions.classes()).ok_or(RefusedBecause::BadInsertion)?;
        self.check_room_for(added.vehicles.len() + added.blocks.len())?;
        let mut names = BTreeSet::new();
        let is_taken = |name: &str| self.is_name_of_body(name) || self.is_name_of_object(name);
        if objects(&added).any(|it| !names.insert(&it.name) || is_taken(&it.name)) {
            return Err(RefusedBecause::NameTaken);
        }
        let [vehicles, blocks] = counts(&self.model);
        self.extend(insertion, &added)?;
        let [more_vehicles, more_blocks] = counts(&self.model);
        let events = &mut self.seen.events;
        events.push(Event::Inserted);
        events.extend((vehicles..more_vehicles).map(|id| Event::VehicleSpawned { vehicle: VehicleId(id) }));
        events.extend((blocks..more_blocks).map(|id| Event::BlockSpawned { block: BlockId(id) }));
        Ok(())
    }

    /// Add what an insertion describes to model, state and scene, or leave all of them as they are.
    pub(crate) fn extend(
        &mut self,
        insertion: &Insertion,
        added: &WorldDescription,
    ) -> Result<(), RefusedBecause> {
        let assets = self.asset_loader.as_ref().map(|load| load(added)).unwrap_or_default();
        let joined = self.scene.joined(added, &assets);
        let (whole, assets) = joined.parts();
        let world =
            Extended { model: self.model.clone(), state: self.state.clone(), planar: self.planar.clone() };
        let built = insert(world, added, whole, assets).map_err(|_| RefusedBecause::BadInsertion)?;
        (self.model, self.state, self.planar) = (built.model, built.state, built.planar);
        self.state.spawned.push(Spawned::Inserted(insertion.clone()));
        self.scene = joined;
        self.plane_plan = Arc::default();
        self.scratch.settle.blocks = None;
        self.seen.vehicles.resize_with(self.model.vehicles.len(), VehicleObservation::default);
        self.seen.blocks.resize_with(self.model.blocks.len(), BlockObservation::default);
        self.seen.actors.resize_with(self.model.actors.len(), ActorObservation::default);
        Ok(())
    }

    fn is_name_of_object(&self, name: &str) -> bool {
        self.state.objects.iter().flatten().any(|object| object.name == name)
    }
}

/// What an insertion describes; none if it has errors.
///
/// Blocks on keyframes and actors keep the height that is written: where the ground is when they come is forgotten by
/// the time a snapshot is restored.
pub(crate) fn described(insertion: &Insertion, classes: &Classes) -> Option<WorldDescription> {
    let files = MapFiles::from_texts([(insertion.path.as_str(), insertion.text.as_str())]);
    let options = ExpandOptions { classes: classes.clone(), ..ExpandOptions::default() };
    let loaded = load(&insertion.path, &files, &options);
    if loaded.diagnostics.has_errors() {
        return None;
    }
    let mut described = loaded.description;
    for block in &mut described.blocks {
        block.object.skip_elevation_adjust |= block.object.animation.is_some();
    }
    for actor in &mut described.actors {
        actor.object.skip_elevation_adjust = true;
    }
    // What belongs to a whole world is not inserted.
    Some(WorldDescription {
        elements: described.elements,
        vehicles: described.vehicles,
        blocks: described.blocks,
        walls: described.walls,
        actors: described.actors,
        ..WorldDescription::default()
    })
}

fn objects(description: &WorldDescription) -> impl Iterator<Item = &Object> {
    let vehicles = description.vehicles.iter().map(|it| &it.object);
    let blocks = description.blocks.iter().map(|it| &it.object);
    vehicles.chain(blocks).chain(description.actors.iter().map(|it| &it.object))
}

fn counts(model: &Model) -> [u32; 2] {
    [model.vehicles.len(), model.blocks.len()].map(crate::build::count)
}
