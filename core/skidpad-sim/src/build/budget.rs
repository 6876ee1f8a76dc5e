//! What a world takes of its load's budget: corners, rectangles, pairs, work, and the triangles that it will show.

use super::Builder;
use super::walls::StandingBox;
use crate::ground::{WORK_PER_BLOCK, WORK_PER_CORNER, WORK_PER_SURFACE};
use skidpad_math::Primitive;
use skidpad_scene::{Assets, Clip, Layers, Mesh, PointCloud};
use skidpad_world::description::{Actor, Object, Visual};
use skidpad_world::{BuildProblem, Place, Resource, Spending};
use std::collections::{BTreeMap, BTreeSet};

/// Steps of work per pair of corners of an outline: cutting it into triangles, and merging these.
const WORK_PER_CORNER_PAIR: u64 = 4;
/// Triangles of a wheel without visuals.
const WHEEL_TRIANGLES: u64 = 256;
/// Triangles of an actor without visuals.
const FIGURE_TRIANGLES: u64 = 2_000;
/// Triangles of a merged rectangle of a grid: its top, and its share of the sides.
const RECTANGLE_TRIANGLES: u64 = 10;
/// Triangles of a box that stands.
const BOX_TRIANGLES: u64 = 12;
/// Triangles of a point of a cloud.
const POINT_TRIANGLES: u64 = 8;
/// Layers of surfaces that every mesh may have; ordinary ones have fewer.
const FREE_LAYERS: f64 = 50.0;
/// Steps of work per layer beyond: every ray of a small picture looks at all of them.
const WORK_PER_LAYER: f64 = 10_000.0;
/// Triangles that a pose of a clip costs an actor: a frame and an object in the scene.
const POSE_TRIANGLES: u64 = 8;
/// Steps of work for comparing the name of a clip with those that an actor plays.
const WORK_PER_CLIP: u64 = 20;
/// Layers of triangles that a ray meets in a box that stands.
const BOX_LAYERS: f64 = 4.0;
/// The same in a point of a cloud, which is an octahedron.
const POINT_LAYERS: f64 = 4.0;

/// What is left of a budget, and what ran out.
pub(super) struct Account {
    pub(super) spending: Spending,
    /// What has run out was reported once.
    exhausted: Vec<Resource>,
    /// Meshes that are in the scene already, by address and colour: each is there once.
    seen_meshes: BTreeSet<(String, [u8; 4])>,
    /// The layers of each mesh, by address.
    layers: BTreeMap<String, Layers>,
    /// All walls and planes.
    standing: Layers,
    /// The walls or the plane with most boxes, and how many.
    most_boxes: (Place, usize),
}

/// Steps of work for looking at so many layers.
fn work_of_layers(layer_count: f64) -> u64 {
    (WORK_PER_LAYER * (layer_count - FREE_LAYERS).max(0.0)) as u64
}

impl Account {
    pub(super) fn new(spending: Spending) -> Account {
        Account {
            spending,
            exhausted: Vec::new(),
            seen_meshes: BTreeSet::new(),
            layers: BTreeMap::new(),
            standing: Layers::default(),
            most_boxes: (Place::default(), 0),
        }
    }

    /// The layers of a mesh, which is looked through once.
    pub(super) fn layers_of(&mut self, uri: &str, mesh: &Mesh) -> Layers {
        if let Some(known) = self.layers.get(uri) {
            return *known;
        }
        let layers = Layers::of_mesh(mesh);
        self.layers.insert(uri.to_owned(), layers);
        layers
    }
}

impl Builder<'_> {
    /// Take this much of the budget; false, with an error at the object, if it is not there.
    pub(super) fn charge(&mut self, object: &str, place: Place, resource: Resource, amount: u64) -> bool {
        match self.account.spending.spend(resource, amount) {
            Ok(()) => true,
            Err(over) => {
                if !self.account.exhausted.contains(&resource) {
                    self.account.exhausted.push(resource);
                    self.error(place, BuildProblem::OverBudget { object: object.to_owned(), over });
                }
                false
            }
        }
    }

    /// An algorithm stopped where the work that is left was not enough: nothing is left for others to try with.
    pub(super) fn charge_all_work(&mut self, object: &str, place: Place) {
        self.account.spending.exhaust(Resource::Work);
        self.charge(object, place, Resource::Work, 1);
    }

    /// An outline that becomes convex pieces.
    pub(super) fn charge_outline(&mut self, object: &str, place: Place, corner_count: usize) -> bool {
        let corners = corner_count as u64;
        let work = corners.saturating_mul(corners).saturating_mul(WORK_PER_CORNER_PAIR);
        self.charge(object, place, Resource::Corners, corners)
            && self.charge(object, place, Resource::Work, work)
    }

    /// Boxes that stand, each four corners.
    pub(super) fn charge_boxes(&mut self, object: &str, place: Place, box_count: usize) -> bool {
        let count = box_count as u64;
        self.charge(object, place, Resource::Corners, 4 * count)
            && self.charge(object, place, Resource::Triangles, BOX_TRIANGLES * count)
    }

    /// Boxes that stand, for the layers that all of them make.
    pub(super) fn note_standing(&mut self, place: Place, boxes: &[StandingBox]) {
        for it in boxes {
            let ends = it.corners_m.into_iter().flat_map(|[x, y]| [[x, y, it.z_min_m], [x, y, it.z_max_m]]);
            self.account.standing.add(ends);
        }
        if boxes.len() > self.account.most_boxes.1 {
            self.account.most_boxes = (place, boxes.len());
        }
    }

    /// The work of looking at all walls and planes, once they are there.
    pub(super) fn charge_standing(&mut self) {
        let work = work_of_layers(BOX_LAYERS * self.account.standing.count());
        self.charge("walls", self.account.most_boxes.0, Resource::Work, work);
    }

    /// The merged rectangles of a grid.
    pub(super) fn charge_rectangles(&mut self, place: Place, rectangle_count: usize) -> bool {
        let count = rectangle_count as u64;
        self.charge("occupancy_grid", place, Resource::Rectangles, count)
            && self.charge(
                "occupancy_grid",
                place,
                Resource::Triangles,
                RECTANGLE_TRIANGLES.saturating_mul(count),
            )
    }

    /// The meshes of some visuals; false, and nothing, if none of them is there.
    fn charge_visuals(&mut self, object: &Object, visuals: &[Visual]) -> bool {
        let assets: &Assets = self.assets;
        let mut is_any = false;
        for visual in visuals {
            let Some(mesh) = assets.meshes.get(&visual.model.uri) else { continue };
            is_any = true;
            let work = work_of_layers(self.account.layers_of(&visual.model.uri, mesh).count());
            self.charge(&object.name, object.place, Resource::Work, work);
            let color = visual.color;
            let key = (visual.model.uri.clone(), [color.red, color.green, color.blue, color.alpha]);
            if self.account.seen_meshes.insert(key) {
                let count = mesh.triangles.len() as u64;
                self.charge(&object.name, object.place, Resource::Triangles, count);
            }
        }
        is_any
    }

    /// What an object shows: its visuals, or else a solid of this many triangles.
    pub(super) fn charge_seen(&mut self, object: &Object, solid_triangles: u64) {
        if !self.charge_visuals(object, &object.visuals) {
            self.charge(&object.name, object.place, Resource::Triangles, solid_triangles);
        }
    }

    /// What the wheels of a vehicle show.
    pub(super) fn charge_wheels(&mut self, vehicle: &skidpad_world::description::Vehicle) {
        for wheel in &vehicle.wheels {
            if !self.charge_visuals(&vehicle.object, &wheel.visuals) {
                let object = &vehicle.object;
                self.charge(&object.name, object.place, Resource::Triangles, WHEEL_TRIANGLES);
            }
        }
    }

    /// What an actor shows: its meshes, in every pose of the clips that it plays.
    pub(super) fn charge_figure(&mut self, actor: &Actor) {
        let object = &actor.object;
        let assets: &Assets = self.assets;
        let names = [&actor.animation_idle, &actor.animation_walk, &actor.animation_run];
        for visual in &object.visuals {
            let Some(clips) = assets.clips.get(&visual.model.uri) else { continue };
            if !self.charge(&object.name, object.place, Resource::Work, WORK_PER_CLIP * clips.len() as u64) {
                return;
            }
            let color = visual.color;
            for clip in names.into_iter().filter_map(|name| Clip::named(clips, name)) {
                // A copy in another colour is made for the first who has it.
                let key = format!("{}#{}", visual.model.uri, clip.name);
                let is_new = (self.account.seen_meshes)
                    .insert((key, [color.red, color.green, color.blue, color.alpha]));
                let copied: usize = clip.poses.iter().map(|pose| pose.triangles.len()).sum();
                let poses = POSE_TRIANGLES * clip.poses.len() as u64;
                let amount = poses + if is_new { copied as u64 } else { 0 };
                self.charge(&object.name, object.place, Resource::Triangles, amount);
            }
        }
        self.charge_seen(object, FIGURE_TRIANGLES);
    }

    /// The work of looking for the ground at a point below an object, as far as it is there; false if it is too much.
    pub(super) fn charge_ground(&mut self, object: &str, place: Place, at_m: [f64; 2]) -> bool {
        let surfaces = (self.model.maps.len() + self.model.floors.len()) as u64;
        let blocks = self.model.blocks.len() as u64;
        if !self.charge(object, place, Resource::Work, WORK_PER_SURFACE * surfaces + WORK_PER_BLOCK * blocks)
        {
            return false;
        }
        let corners = self.blocks_below(at_m).map(|(block, _)| block.footprint.corners_m.len() as u64);
        let work = WORK_PER_CORNER * corners.sum::<u64>();
        self.charge(object, place, Resource::Work, work)
    }

    /// The triangles of terrain and clouds.
    pub(super) fn charge_terrain(&mut self, place: Place, cell_count: usize) -> bool {
        self.charge("elevation_map", place, Resource::Triangles, 2 * cell_count as u64)
    }

    /// The triangles of a cloud, and the layers that they make.
    pub(super) fn charge_cloud(&mut self, place: Place, cloud: &PointCloud, width_m: f64) {
        let triangles = POINT_TRIANGLES * cloud.points.len() as u64;
        self.charge("point_cloud", place, Resource::Triangles, triangles);
        let mut layers = Layers::default();
        for point in &cloud.points {
            layers.add([-0.5, 0.5].map(|side| point.map(|value| f64::from(value) + side * width_m)));
        }
        let work = work_of_layers(POINT_LAYERS * layers.count());
        self.charge("point_cloud", place, Resource::Work, work);
    }

    /// Pairs that overlap as the world starts, each of which the solver keeps.
    pub(super) fn charge_pairs(&mut self) {
        let most = self.account.spending.left(Resource::Pairs);
        if let Some(body) = self.planar.first_beyond_pairs(most, &self.state.bodies) {
            let name = self.model.roster.name_of(self.model.owners[body]);
            let place = self.places.get(body).copied().unwrap_or_default();
            self.charge(&name, place, Resource::Pairs, most.saturating_add(1));
        }
    }
}

/// Triangles of the mesh of a primitive, never fewer than it has.
pub(super) fn primitive_triangles(primitive: &Primitive) -> u64 {
    match *primitive {
        Primitive::Box { .. } | Primitive::Ramp { .. } => BOX_TRIANGLES,
        Primitive::Cylinder { vertex_count, .. }
        | Primitive::Cone { vertex_count, .. }
        | Primitive::SemiCylinderBump { vertex_count, .. } => 4 * u64::from(vertex_count).max(3),
        Primitive::Sphere { vertex_count, .. } => 2 * u64::from(vertex_count).max(3).pow(2),
    }
}
