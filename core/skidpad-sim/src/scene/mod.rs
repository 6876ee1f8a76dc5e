//! The scene of a world: built from its description and files, with the poses of its frames.
//!
//! The scene is built on first use and shared by all clones of a world.

mod elements;
mod frames;
mod lines;
mod objects;
mod surfaces;

pub(crate) use frames::FramePlace;
pub use frames::FramePlaces;
pub(crate) use surfaces::openings;

use crate::model::Model;
use crate::state::Spawned;
use objects::SceneBuilder;
use skidpad_scene::{Assets, FrameOwner, Image, Light, SceneDescription, Sky, SkyBox};
use skidpad_world::description::{ElementKind, Lights, WorldDescription};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// The scene of a world, or what it will be made from.
#[derive(Clone)]
pub(crate) struct SceneHolder {
    source: Arc<SceneSource>,
    built: Arc<OnceLock<BuiltScene>>,
}

/// What a scene is made from.
#[derive(Clone)]
struct SceneSource {
    description: WorldDescription,
    assets: Assets,
}

/// A scene and what moves its frames.
pub(crate) struct BuiltScene {
    pub(crate) description: Arc<SceneDescription>,
    pub(crate) places: Vec<FramePlace>,
}

impl SceneHolder {
    pub(crate) fn new(description: &WorldDescription, assets: &Assets) -> SceneHolder {
        let source = SceneSource { description: description.clone(), assets: assets.clone() };
        SceneHolder { source: Arc::new(source), built: Arc::default() }
    }

    /// The scene, built now if this is its first use.
    pub(crate) fn built(&self, model: &Model, spawned: &[Spawned]) -> &BuiltScene {
        self.built.get_or_init(|| build(&self.source, model, spawned))
    }

    /// Things were added or taken away: the scene has to be made anew.
    pub(crate) fn forget(&mut self) {
        self.built = Arc::default();
    }

    pub(crate) fn give_pictures(&mut self, images: &BTreeMap<String, Arc<Image>>) {
        let known = &self.source.assets.images;
        if images.iter().all(|(name, image)| known.get(name).is_some_and(|known| Arc::ptr_eq(known, image))) {
            return;
        }
        let source = Arc::make_mut(&mut self.source);
        for (name, image) in images {
            source.assets.images.insert(name.clone(), image.clone());
        }
        self.forget();
    }

    /// The world as it was described.
    pub(crate) fn description(&self) -> &WorldDescription {
        &self.source.description
    }

    /// The files of the world.
    pub(crate) fn assets(&self) -> &Assets {
        &self.source.assets
    }
}

/// Every thing of a world, in the order of its lists.
fn build(source: &SceneSource, model: &Model, spawned: &[Spawned]) -> BuiltScene {
    let SceneSource { description, assets } = source;
    let mut builder = SceneBuilder::new(assets);
    builder.scene.light = light(&description.lights);
    for (index, element) in description.elements.iter().enumerate() {
        builder.add_element(index, element);
        if let ElementKind::Skybox(skybox) = &element.kind
            && let Some(sky) = sky(&skybox.textures.uri, assets)
        {
            builder.scene.sky = sky;
        }
    }
    for walls in &description.walls {
        builder.add_walls(walls);
    }
    for (index, block) in description.blocks.iter().enumerate() {
        builder.add_block(index, block, &model.blocks[index]);
    }
    for (index, vehicle) in description.vehicles.iter().enumerate() {
        builder.add_vehicle(index, vehicle, &model.vehicles[index]);
    }
    for (index, actor) in description.actors.iter().enumerate() {
        builder.add_actor(index, actor);
    }
    for marker in &description.markers {
        builder.add_marker(marker);
    }
    let (mut blocks, mut vehicles) = (description.blocks.len(), description.vehicles.len());
    // Which described vehicle each vehicle looks like.
    let mut described_as: Vec<usize> = (0..vehicles).collect();
    for it in spawned {
        match it {
            Spawned::Block(block) => {
                builder.add_spawned_block(blocks, block);
                blocks += 1;
            }
            Spawned::Vehicle { like, .. } => {
                let like = described_as[like.index()];
                builder.add_vehicle(vehicles, &description.vehicles[like], &model.vehicles[vehicles]);
                described_as.push(like);
                vehicles += 1;
            }
        }
    }
    builder.add_sensor_housings(description, &model.sensors);
    BuiltScene { description: Arc::new(builder.scene), places: builder.places }
}

fn light(lights: &Lights) -> Light {
    let share = |value: u8| f32::from(value) / 255.0;
    Light {
        direction: Light::direction_of(lights.azimuth_rad, lights.elevation_rad),
        rgb: [share(lights.color.red), share(lights.color.green), share(lights.color.blue)],
        ambient: lights.ambient as f32,
        has_shadows: lights.enable_shadows,
    }
}

/// Six pictures, if all are there.
fn sky(pattern: &str, assets: &Assets) -> Option<Sky> {
    let side = |name: &str| assets.images.get(&pattern.replacen("%s", name, 1)).cloned();
    Some(Sky::Box(Box::new(SkyBox {
        front: side("Front")?,
        back: side("Back")?,
        down: side("Down")?,
        up: side("Up")?,
        left: side("Left")?,
        right: side("Right")?,
    })))
}

/// The frame of a sensor's housing, if it has one.
pub(crate) fn housing_of(scene: &SceneDescription, number: u32) -> Option<u32> {
    let is_it = |owner: &FrameOwner| matches!(owner, FrameOwner::Sensor { sensor, .. } if *sensor == number);
    let index = scene.frames.iter().position(|frame| is_it(&frame.owner))?;
    u32::try_from(index).ok()
}
