//! Vehicles and blocks in the scene while it is being built.

use super::frames::FramePlace;
use super::lines::prism_lines;
use super::surfaces::{faces, paint};
use super::{lamp, rgb};
use crate::build::count;
use crate::model::{BlockModel, LightModel};
use crate::sensors::SensorModel;
use crate::vehicle::VehicleModel;
use skidpad_math::Pose3;
use skidpad_messages::{ActorId, BlockId, BodyId, LightEntry, NewBlock, VehicleId};
use skidpad_scene::bodies::{painted, prism, wheel};
use skidpad_scene::{
    Affine, Assets, Faces, FrameOwner, Mesh, ObjectClass, SceneDescription, SceneGlow, SceneObject, Solid,
    Visibility,
};
use skidpad_world::description::{
    Block, Color, Controller, TimedPoint, Vehicle, Visual, Wheel, WorldDescription,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Leaves a mesh its own colours.
const WHITE: Color = Color::rgb(255, 255, 255);
/// Colour of a block added while running: that of a block of a world file by default.
const BLUE: Color = Color::rgb(0, 0, 255);
/// Colour of what stands in for a mesh that could not be read.
const NEUTRAL: Color = Color::rgb(168, 168, 172);
/// Colour of the way that a vehicle is to follow.
const TRAJECTORY: Color = Color::rgb(255, 200, 0);

/// A scene in the making.
pub(super) struct SceneBuilder<'a> {
    pub(super) scene: SceneDescription,
    pub(super) places: Vec<FramePlace>,
    pub(super) assets: &'a Assets,
    /// Meshes of files by address and colour, each once.
    meshes: BTreeMap<(String, [u8; 4]), u32>,
    instance_count: u32,
    /// Groups of lights, by the numbers of their switches.
    lights: &'a [LightEntry],
    /// The same by body and name; of those alike the first.
    switches: BTreeMap<(BodyId, &'a str), u32>,
}

/// A mesh with the place of its own origin: numbers of the mesh stay small wherever the world lies.
pub(super) struct Placed {
    pub(super) mesh: Mesh,
    pub(super) in_frame: Affine,
}

/// What the objects of one thing have in common.
#[derive(Clone, Copy)]
pub(super) struct Thing<'a> {
    pub(super) name: &'a str,
    pub(super) frame: u32,
    pub(super) instance: u32,
    pub(super) class: ObjectClass,
}

impl<'a> SceneBuilder<'a> {
    pub(super) fn new(assets: &'a Assets, lights: &'a [LightEntry]) -> SceneBuilder<'a> {
        let scene = SceneDescription { images: assets.images.clone(), ..SceneDescription::default() };
        let mut switches = BTreeMap::new();
        for (number, entry) in (0..).zip(lights) {
            switches.entry((entry.body, entry.group.as_str())).or_insert(number);
        }
        SceneBuilder {
            scene,
            places: vec![FramePlace::Still(Pose3::default())],
            assets,
            meshes: BTreeMap::new(),
            instance_count: 0,
            lights,
            switches,
        }
    }

    pub(super) fn frame(&mut self, name: String, owner: FrameOwner, place: FramePlace) -> u32 {
        self.places.push(place);
        self.scene.add_frame(name, owner)
    }

    pub(super) fn instance(&mut self) -> u32 {
        self.instance_count += 1;
        self.instance_count
    }

    fn object(
        &mut self,
        thing: Thing,
        mesh: u32,
        mesh_in_frame: Affine,
        visibility: Visibility,
        faces: Faces,
    ) {
        self.scene.objects.push(SceneObject {
            name: thing.name.to_owned(),
            frame: thing.frame,
            mesh,
            mesh_in_frame,
            instance: thing.instance,
            class: thing.class,
            reflectivity: 1.0,
            visibility,
            faces,
            glow: None,
            casts_shadows: true,
        });
    }

    /// A mesh of a visual, with the light that it gives off.
    pub(super) fn visual_object(&mut self, thing: Thing, mesh: u32, mesh_in_frame: Affine, visual: &Visual) {
        self.object(thing, mesh, mesh_in_frame, Visibility::ALL, faces(visual.cull_faces));
        let owner = self.scene.frames[thing.frame as usize].owner;
        let glow = visual.glow.as_ref().map(|glow| SceneGlow {
            rgb: rgb(glow.color),
            switch: glow.group.as_ref().and_then(|group| self.switch_of(owner, group)),
        });
        if let Some(object) = self.scene.objects.last_mut() {
            (object.glow, object.casts_shadows) = (glow, visual.casts_shadows);
        }
    }

    /// The switch of a group of lights on the body that a frame belongs to.
    fn switch_of(&self, owner: FrameOwner, group: &str) -> Option<u32> {
        self.switches.get(&(body_of(owner)?, group)).copied()
    }

    /// The lamps of all groups, each on the frame of its body.
    pub(super) fn add_lamps(&mut self, groups: &[LightModel]) {
        let mut frames = BTreeMap::new();
        for (index, frame) in self.scene.frames.iter().enumerate() {
            let is_main = matches!(
                frame.owner,
                FrameOwner::Vehicle(_) | FrameOwner::Block(_) | FrameOwner::Actor { limb: 0, .. }
            );
            if let Some(body) = body_of(frame.owner).filter(|_| is_main) {
                frames.entry(body).or_insert(index);
            }
        }
        for (index, (group, entry)) in groups.iter().zip(self.lights).enumerate() {
            let Some(&frame) = frames.get(&entry.body) else { continue };
            let lamps = group.lamps.iter().map(|it| lamp(it, count(frame), Some(count(index))));
            self.scene.lamps.extend(lamps);
        }
    }

    /// The way that a vehicle is to follow, for people to see.
    pub(super) fn add_trajectory(&mut self, vehicle: &Vehicle) {
        let Some(Controller::Trajectory(way)) = vehicle.dynamics.controller() else { return };
        let first = way.waypoints[0].point_m;
        let corner = |point: &TimedPoint| {
            [(point.point_m.x - first.x) as f32, (point.point_m.y - first.y) as f32, 0.0]
        };
        let positions: Vec<[f32; 3]> = way.waypoints.iter().map(corner).collect();
        let last = count(positions.len()) - 1;
        let segments = (0..last).map(|k| [k, k + 1]).collect();
        let mesh = Mesh { positions, segments, materials: vec![paint(TRAJECTORY)], ..Mesh::default() };
        let name = format!("{}/trajectory", vehicle.object.name);
        let thing = Thing { name: &name, frame: 0, instance: 0, class: ObjectClass::Marker };
        let in_frame = Affine::translation(first.x, first.y, way.drawn_at_m);
        self.placed(thing, Placed { mesh, in_frame }, Visibility::VIEWER_ONLY);
    }

    pub(super) fn placed(&mut self, thing: Thing, placed: Placed, visibility: Visibility) {
        self.placed_faces(thing, placed, visibility, Faces::Both);
    }

    /// The same for something of which some faces may be left out.
    pub(super) fn placed_faces(
        &mut self,
        thing: Thing,
        placed: Placed,
        visibility: Visibility,
        faces: Faces,
    ) {
        if placed.mesh.positions.is_empty() {
            return;
        }
        let mesh = self.scene.add_mesh(placed.mesh);
        self.object(thing, mesh, placed.in_frame, visibility, faces);
    }

    pub(super) fn body(&mut self, thing: Thing, mesh: Mesh) {
        self.placed(thing, Placed { mesh, in_frame: Affine::IDENTITY }, Visibility::ALL);
    }

    /// A mesh of a file in the scene, in a colour that replaces its own unless it is white; none if it is missing.
    pub(super) fn file_mesh(&mut self, uri: &str, color: Color) -> Option<u32> {
        let mesh = self.assets.meshes.get(uri)?;
        Some(self.shared_mesh(uri, uri, mesh, color))
    }

    /// The same for a mesh of a file that holds several; `key` tells them apart.
    pub(super) fn shared_mesh(&mut self, key: &str, uri: &str, mesh: &Arc<Mesh>, color: Color) -> u32 {
        let key = (key.to_owned(), [color.red, color.green, color.blue, color.alpha]);
        if let Some(&known) = self.meshes.get(&key) {
            return known;
        }
        let has_texture = mesh.materials.iter().any(|material| material.texture_uri.is_some());
        let mesh = if color != WHITE {
            Arc::new(painted(mesh, &paint(color)))
        } else if has_texture {
            let mut own = Mesh::clone(mesh);
            for material in &mut own.materials {
                material.texture_uri = material.texture_uri.take().map(|name| texture_key(uri, &name));
            }
            Arc::new(own)
        } else {
            mesh.clone()
        };
        self.scene.meshes.push(mesh);
        let number = count(self.scene.meshes.len()) - 1;
        self.meshes.insert(key, number);
        number
    }

    /// The meshes of an object; false if none of them could be read.
    fn visuals<'v>(
        &mut self,
        thing: Thing,
        visuals: impl IntoIterator<Item = &'v Visual>,
        scale: Option<f64>,
    ) -> bool {
        let mut is_any = false;
        for visual in visuals {
            let Some(mesh) = self.file_mesh(&visual.model.uri, visual.color) else { continue };
            let placement = Affine::from_pose(&visual.pose_in_object, scale.unwrap_or(visual.scale));
            self.visual_object(thing, mesh, placement, visual);
            is_any = true;
        }
        is_any
    }

    /// The outline that a thing collides with, where its visuals ask to see it.
    fn outline(&mut self, thing: Thing, visuals: &[Visual], corners_m: &[[f64; 2]], z_m: [f64; 2]) {
        if visuals.iter().any(|visual| visual.show_bounding_box) {
            let lines = Placed { mesh: prism_lines(corners_m, z_m), in_frame: Affine::IDENTITY };
            self.placed(Thing { class: ObjectClass::Marker, ..thing }, lines, Visibility::VIEWER_ONLY);
        }
    }

    pub(super) fn add_vehicle(&mut self, index: usize, vehicle: &Vehicle, model: &VehicleModel) {
        let number = count(index);
        let name = model.name.as_str();
        let frame = self.frame(name.to_owned(), FrameOwner::Vehicle(number), FramePlace::Vehicle(number));
        let thing = Thing { name, frame, instance: self.instance(), class: ObjectClass::Vehicle };
        let is_steered = |visual: &&Visual| linked_wheel(vehicle, visual).is_some();
        let fixed = vehicle.object.visuals.iter().filter(|visual| !is_steered(visual));
        let mut has_mesh = self.visuals(thing, fixed, None);
        for visual in vehicle.object.visuals.iter().filter(is_steered) {
            has_mesh |= self.steered_visual(thing, number, vehicle, visual);
        }
        let (corners_m, z_m) = (&model.chassis.corners_m, model.chassis.z_m);
        if !has_mesh {
            let color = stand_in_color(&vehicle.object.visuals, vehicle.chassis.color);
            self.body(thing, painted(&prism(corners_m, z_m[0], z_m[1]), &paint(color)));
        }
        self.outline(thing, &vehicle.object.visuals, corners_m, z_m);
        for (wheel_number, wheel) in (0..).zip(&vehicle.wheels) {
            self.add_wheel(thing, [number, wheel_number], wheel);
        }
    }

    fn add_wheel(&mut self, of: Thing, [vehicle, number]: [u32; 2], described: &Wheel) {
        let place = FramePlace::Wheel { vehicle, wheel: number, radius_m: 0.5 * described.diameter_m };
        let name = format!("{}/{}", of.name, described.name);
        let frame = self.frame(name, FrameOwner::Wheel { vehicle, wheel: number }, place);
        let thing = Thing { frame, class: ObjectClass::Wheel, ..of };
        if !self.visuals(thing, &described.visuals, None) {
            let tyre = paint(stand_in_color(&described.visuals, described.color));
            self.body(thing, wheel(described.diameter_m, described.width_m, &tyre));
        }
    }

    /// A visual that turns with a wheel's steering: its own yaw is replaced.
    fn steered_visual(&mut self, of: Thing, vehicle: u32, described: &Vehicle, visual: &Visual) -> bool {
        let Some((wheel, offset_rad)) = linked_wheel(described, visual) else { return false };
        let pose = visual.pose_in_object;
        let position_m = [pose.x_m, pose.y_m, pose.z_m];
        let place = FramePlace::Steered { vehicle, wheel, position_m, offset_rad };
        let name = format!("{}/{}", of.name, visual.name);
        let frame = self.frame(name, FrameOwner::Wheel { vehicle, wheel }, place);
        let tilt = Pose3 { pitch_rad: pose.pitch_rad, roll_rad: pose.roll_rad, ..Pose3::default() };
        let Some(mesh) = self.file_mesh(&visual.model.uri, visual.color) else { return false };
        let placement = Affine::from_pose(&tilt, visual.scale);
        self.visual_object(Thing { frame, ..of }, mesh, placement, visual);
        true
    }

    pub(super) fn add_block(&mut self, index: usize, name: &str, block: &Block, model: &BlockModel) {
        let number = count(index);
        let frame = self.frame(name.to_owned(), FrameOwner::Block(number), FramePlace::Block(number));
        let thing = Thing { name, frame, instance: self.instance(), class: ObjectClass::Block };
        let mut has_mesh = self.visuals(thing, &block.object.visuals, block.visual_scale);
        if let Some(geometry) = &block.geometry {
            self.body(thing, painted(&geometry.mesh(), &paint(block.color)));
            has_mesh = true;
        }
        if !has_mesh {
            let body = prism(&model.footprint.corners_m, model.z_m[0], model.z_m[1]);
            let color = stand_in_color(&block.object.visuals, block.color);
            self.body(thing, painted(&body, &paint(color)));
        }
        self.outline(thing, &block.object.visuals, &model.footprint.corners_m, model.z_m);
    }

    pub(super) fn add_spawned_block(&mut self, index: usize, block: &NewBlock) {
        let number = count(index);
        let frame = self.frame(block.name.clone(), FrameOwner::Block(number), FramePlace::Block(number));
        let thing = Thing { name: &block.name, frame, instance: self.instance(), class: ObjectClass::Block };
        let corners_m: Vec<[f64; 2]> = block.outline_m.iter().map(|corner| [corner.x, corner.y]).collect();
        let body = prism(&corners_m, block.z_min_m, block.z_max_m);
        self.body(thing, painted(&body, &paint(BLUE)));
    }

    /// The name and instance of every vehicle that has something to see on its first frame.
    fn vehicles_in_scene(&self) -> BTreeMap<u32, (String, u32)> {
        let mut instances = BTreeMap::new();
        for object in &self.scene.objects {
            instances.entry(object.frame as usize).or_insert(object.instance);
        }
        let mut vehicles = BTreeMap::new();
        for (index, frame) in self.scene.frames.iter().enumerate() {
            let FrameOwner::Vehicle(vehicle) = frame.owner else { continue };
            let instance = instances.get(&index);
            vehicles.entry(vehicle).or_insert_with(|| Some((frame.name.clone(), *instance?)));
        }
        vehicles.into_iter().filter_map(|(vehicle, it)| Some((vehicle, it?))).collect()
    }

    /// Housings of sensors that have meshes.
    pub(super) fn add_sensor_housings(&mut self, description: &WorldDescription, sensors: &[SensorModel]) {
        let vehicles = self.vehicles_in_scene();
        for (number, sensor) in (0..).zip(sensors) {
            let described = sensor.description(description);
            if described.visuals.is_empty() {
                continue;
            }
            let vehicle = sensor.vehicle.map(|vehicle| vehicle.0);
            let pose = described.pose_in_vehicle;
            let place = match vehicle {
                Some(vehicle) => FramePlace::OnVehicle { vehicle, in_vehicle: pose },
                None => FramePlace::Still(pose),
            };
            let of = vehicle.and_then(|vehicle| vehicles.get(&vehicle).cloned());
            let (name, instance) = match of {
                Some((vehicle, instance)) => (format!("{vehicle}/{}", described.name), instance),
                None => (described.name.clone(), self.instance()),
            };
            let frame = self.frame(name.clone(), FrameOwner::Sensor { vehicle, sensor: number }, place);
            let thing = Thing { name: &name, frame, instance, class: ObjectClass::Sensor };
            self.visuals(thing, &described.visuals, None);
        }
    }
}

/// The colour of a shape that stands in for meshes: neutral where these could not be read, its own where there are none.
fn stand_in_color(visuals: &[Visual], own: Color) -> Color {
    if visuals.is_empty() { own } else { NEUTRAL }
}

/// The body that a frame belongs to.
fn body_of(owner: FrameOwner) -> Option<BodyId> {
    match owner {
        FrameOwner::Block(block) => Some(BodyId::Block(BlockId(block))),
        FrameOwner::Actor { actor, .. } => Some(BodyId::Actor(ActorId(actor))),
        owner => owner.vehicle().map(|vehicle| BodyId::Vehicle(VehicleId(vehicle))),
    }
}

/// The wheel whose steering turns a visual, and the angle added.
fn linked_wheel(vehicle: &Vehicle, visual: &Visual) -> Option<(u32, f64)> {
    let is_linked = |wheel: &Wheel| !wheel.linked_yaw.is_empty() && wheel.linked_yaw == visual.name;
    let index = vehicle.wheels.iter().position(is_linked)?;
    Some((count(index), vehicle.wheels[index].linked_yaw_offset_rad))
}

/// Under which name `Assets::images` has a texture of a mesh: beside the mesh's file, or inside it.
fn texture_key(mesh_uri: &str, texture: &str) -> String {
    if texture.starts_with('#') {
        return format!("{mesh_uri}{texture}");
    }
    let name = texture.trim().replace('\\', "/");
    let name = name.strip_prefix("file://").unwrap_or(&name);
    let name = name.strip_prefix("./").unwrap_or(name);
    match mesh_uri.rfind('/') {
        Some(end) if !name.contains("://") && !name.starts_with('/') => {
            format!("{}/{name}", &mesh_uri[..end])
        }
        _ => name.to_owned(),
    }
}
