//! The scene of a world: built from its description and files, with the poses of its frames.
//!
//! The scene is built on first use and shared by all clones of a world.

mod actors;
mod elements;
mod frames;
mod lines;
mod objects;
mod runtime_objects;
mod surfaces;

pub(crate) use elements::{POINT_M_PER_PX, plane_length_m, plane_openings};
pub(crate) use frames::FramePlace;
pub use frames::FramePlaces;
pub(crate) use lines::ground_grid_lines;
pub(crate) use runtime_objects::section_of;
pub(crate) use surfaces::openings;

use crate::model::Model;
use crate::state::{Spawned, State};
use objects::SceneBuilder;
use skidpad_math::{Pose3, cos};
use skidpad_messages::RuntimeObject;
use skidpad_scene::{Assets, FrameOwner, Image, Light, LightCone, SceneDescription, SceneLamp, Sky, SkyBox};
use skidpad_world::description::{Color, ElementKind, Lamp, Lights, WorldDescription};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

/// The scene of a world, or what it will be made from.
#[derive(Clone)]
pub(crate) struct SceneHolder {
    source: Arc<SceneSource>,
    /// What it was before anything was inserted.
    unextended: Option<Arc<SceneSource>>,
    /// Without the objects that are only seen.
    base: Arc<OnceLock<BuiltScene>>,
    with_objects: Arc<OnceLock<BuiltScene>>,
    /// The pictures of these objects.
    object_pictures: BTreeMap<String, Arc<Image>>,
}

/// Decodes a picture, given by its address as in a world file. The same address must give the same picture.
pub type LoadPicture = dyn Fn(&str) -> Option<Arc<Image>> + Send + Sync;

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
        let source = Arc::new(source);
        SceneHolder {
            source,
            unextended: None,
            base: Arc::default(),
            with_objects: Arc::default(),
            object_pictures: BTreeMap::new(),
        }
    }

    /// The scene, built now if this is its first use.
    pub(crate) fn built(&self, model: &Model, state: &State) -> &BuiltScene {
        let base = self.base.get_or_init(|| build(&self.source, model, &state.spawned));
        if state.objects.is_empty() {
            return base;
        }
        self.with_objects
            .get_or_init(|| runtime_objects::with_objects(base, &state.objects, &self.object_pictures))
    }

    /// Things were added or taken away: the scene has to be made anew.
    pub(crate) fn forget(&mut self) {
        self.base = Arc::default();
        self.forget_objects();
    }

    /// Objects that are only seen were added or taken away.
    pub(crate) fn forget_objects(&mut self) {
        self.with_objects = Arc::default();
    }

    /// Have the pictures of these objects, and no others.
    pub(crate) fn know_pictures(&mut self, objects: &[Option<RuntimeObject>], load: Option<&LoadPicture>) {
        let wanted = objects.iter().flatten().filter_map(|object| object.texture.as_ref());
        let wanted: BTreeSet<&String> = wanted.collect();
        self.object_pictures.retain(|uri, _| wanted.contains(uri));
        for uri in wanted {
            if !self.object_pictures.contains_key(uri) {
                let picture = load.and_then(|load| load(uri));
                self.object_pictures.extend(picture.map(|picture| (uri.clone(), picture)));
            }
        }
    }

    /// The scene of this world with more in it.
    pub(crate) fn joined(&self, added: &WorldDescription, more: &Assets) -> SceneHolder {
        let mut source = SceneSource::clone(&self.source);
        let SceneSource { description, assets } = &mut source;
        let first = description.elements.len();
        let renumbered = |index: &usize| first + index;
        description.elements.extend(added.elements.iter().cloned());
        description.vehicles.extend(added.vehicles.iter().cloned());
        description.blocks.extend(added.blocks.iter().cloned());
        description.walls.extend(added.walls.iter().cloned());
        description.actors.extend(added.actors.iter().cloned());
        for (uri, mesh) in &more.meshes {
            assets.meshes.entry(uri.clone()).or_insert_with(|| Arc::clone(mesh));
        }
        for (uri, clips) in &more.clips {
            assets.clips.entry(uri.clone()).or_insert_with(|| clips.clone());
        }
        for (uri, image) in &more.images {
            assets.images.entry(uri.clone()).or_insert_with(|| Arc::clone(image));
        }
        assets.grids.extend(more.grids.iter().map(|(index, it)| (renumbered(index), Arc::clone(it))));
        let fields = more.height_fields.iter();
        assets.height_fields.extend(fields.map(|(index, it)| (renumbered(index), Arc::clone(it))));
        let clouds = more.point_clouds.iter();
        assets.point_clouds.extend(clouds.map(|(index, it)| (renumbered(index), Arc::clone(it))));
        assets.missing.extend(more.missing.iter().cloned());
        let unextended = self.unextended.clone().or_else(|| Some(Arc::clone(&self.source)));
        let source = Arc::new(source);
        let object_pictures = self.object_pictures.clone();
        SceneHolder {
            source,
            unextended,
            base: Arc::default(),
            with_objects: Arc::default(),
            object_pictures,
        }
    }

    /// The scene of this world with a plane at another pose.
    pub(crate) fn with_element_at(&self, element: usize, pose: &Pose3) -> SceneHolder {
        let mut source = SceneSource::clone(&self.source);
        if let Some(it) = source.description.elements.get_mut(element) {
            it.place_at(*pose);
        }
        SceneHolder {
            source: Arc::new(source),
            unextended: self.unextended.clone().or_else(|| Some(Arc::clone(&self.source))),
            base: Arc::default(),
            with_objects: Arc::default(),
            object_pictures: self.object_pictures.clone(),
        }
    }

    /// Whether something was inserted, or a plane moved.
    pub(crate) fn is_extended(&self) -> bool {
        self.unextended.is_some()
    }

    /// Back to what was described first.
    pub(crate) fn forget_extension(&mut self) {
        if let Some(source) = self.unextended.take() {
            self.source = source;
        }
        self.forget();
    }

    /// The description and the files.
    pub(crate) fn parts(&self) -> (&WorldDescription, &Assets) {
        (&self.source.description, &self.source.assets)
    }

    pub(crate) fn give_pictures(&mut self, images: &BTreeMap<String, Arc<Image>>) {
        let known = &self.source.assets.images;
        if images.iter().all(|(name, image)| known.get(name).is_some_and(|known| Arc::ptr_eq(known, image))) {
            return;
        }
        for source in std::iter::once(&mut self.source).chain(&mut self.unextended) {
            let source = Arc::make_mut(source);
            for (name, image) in images {
                source.assets.images.insert(name.clone(), image.clone());
            }
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
    let mut builder = SceneBuilder::new(assets, &model.roster.lights);
    builder.scene.light = light(&description.lights);
    builder.scene.sky = plain_sky(&description.lights);
    builder.scene.lamps.extend(description.lights.lamps.iter().map(|it| lamp(it, 0, None)));
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
    let mut spawned_blocks = spawned.iter().filter_map(|it| match it {
        Spawned::Block(block) => Some(block),
        _ => None,
    });
    for (index, (block, described)) in model.blocks.iter().zip(&model.described_blocks).enumerate() {
        match described {
            Some(described) => {
                // A copy has a name of its own.
                let name = model.roster.blocks[index].as_str();
                builder.add_block(index, name, &description.blocks[*described], block);
            }
            None => spawned_blocks.by_ref().take(1).for_each(|it| builder.add_spawned_block(index, it)),
        }
    }
    for (index, (vehicle, described)) in model.vehicles.iter().zip(&model.described_vehicles).enumerate() {
        builder.add_vehicle(index, &description.vehicles[*described], vehicle);
    }
    for (index, actor) in description.actors.iter().enumerate() {
        builder.add_actor(index, actor);
    }
    for marker in &description.markers {
        builder.add_marker(marker);
    }
    builder.add_sensor_housings(description, &model.sensors);
    builder.add_lamps(&model.lights);
    if description.gui.show_trajectories {
        for described in &model.described_vehicles {
            builder.add_trajectory(&description.vehicles[*described]);
        }
    }
    BuiltScene { description: Arc::new(builder.scene), places: builder.places }
}

fn light(lights: &Lights) -> Light {
    Light {
        direction: Light::direction_of(lights.azimuth_rad, lights.elevation_rad),
        rgb: rgb(lights.color),
        ambient: lights.ambient as f32,
        diffuse: lights.diffuse.map_or(1.0 - lights.ambient as f32, |diffuse| diffuse as f32),
        hemisphere_rgb: lights.hemisphere.map(|colors| colors.map(rgb)),
        has_shadows: lights.enable_shadows,
    }
}

/// The sky without pictures: it is as dark as the light that a world asks for.
fn plain_sky(lights: &Lights) -> Sky {
    let (sky, Some(diffuse)) = (Sky::default(), lights.diffuse) else { return Sky::default() };
    let share = (lights.ambient + diffuse).min(1.0) as f32;
    match sky {
        Sky::Colours { horizon_rgb, zenith_rgb } => Sky::Colours {
            horizon_rgb: horizon_rgb.map(|value| value * share),
            zenith_rgb: zenith_rgb.map(|value| value * share),
        },
        Sky::Box(_) => sky,
    }
}

/// Red, green and blue of a colour, 0 to 1.
fn rgb(color: Color) -> [f32; 3] {
    [color.red, color.green, color.blue].map(|value| f32::from(value) / 255.0)
}

/// A lamp of a world file, on a frame.
fn lamp(lamp: &Lamp, frame: u32, switch: Option<u32>) -> SceneLamp {
    let cone = lamp.beam.as_ref().map(|beam| {
        let length = beam.direction.norm().max(1e-9);
        let axis = [beam.direction.x, beam.direction.y, beam.direction.z].map(|value| value / length);
        let [cos_inner, cos_outer] = [beam.inner_rad, beam.outer_rad].map(|it| cos(it) as f32);
        LightCone { axis, cos_inner, cos_outer }
    });
    SceneLamp {
        frame,
        position_m: [lamp.position_m.x, lamp.position_m.y, lamp.position_m.z],
        rgb: rgb(lamp.color).map(|value| value * lamp.diffuse as f32),
        attenuation: lamp.attenuation.map(|value| value as f32),
        range_m: lamp.range_m.map_or(f32::INFINITY, |range_m| range_m as f32),
        has_shadows: lamp.casts_shadows,
        cone,
        switch,
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
