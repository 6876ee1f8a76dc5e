//! What a world takes of its load's budget: corners, rectangles, pairs, work, and the triangles that it will show.

use super::Builder;
use super::walls::StandingBox;
use crate::ground::{WORK_PER_BLOCK, WORK_PER_CORNER, WORK_PER_SURFACE};
use crate::scene::{ground_grid_lines, plane_length_m, plane_openings};
use skidpad_math::Primitive;
use skidpad_scene::{Affine, Assets, Clip, Crowds, Layers, Mesh, PointCloud, bodies};
use skidpad_world::description::{
    Actor, Element, ElementKind, Object, VerticalPlane, Visual, WallSource, Walls, WorldDescription,
};
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
/// Triangles of a panel of a vertical plane: both sides.
const PANEL_TRIANGLES: u64 = 4;
/// Steps of work for comparing a panel, and those around it, with an opening.
const WORK_PER_OPENING: u64 = 5;
/// Steps of work for an edge of a mesh that gives walls: it may be that of several triangles.
const WORK_PER_EDGE: u64 = 100;
/// Rectangles that a grid counts as besides its own: it is a body.
const RECTANGLES_PER_GRID: u64 = 4;
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
/// The same in a thing whose mesh has a tree of its own.
const OBJECT_LAYERS: f64 = 20.0;
/// Triangles of one size that every mesh may have in one place: the poles of finely cut spheres have many.
const FREE_CROWD: f64 = 1_000.0;
/// Things that may be in one place.
const FREE_OBJECTS: f64 = 20.0;
/// Buckets that places are sorted into, to find crowds.
const CROWDS: usize = 1 << 16;
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
    crowds_standing: Crowds,
    /// The walls or the plane with most boxes, and how many.
    most_boxes: (Place, usize),
    /// All things that are drawn.
    seen: Layers,
    crowds_seen: Crowds,
    /// What made the largest crowd of them.
    most_seen: (Place, f64),
    /// Lamps that throw shadows: from each surface a ray goes to each of them.
    shadow_lamps: u64,
}

/// How many lamps of a world throw shadows.
fn shadow_lamps(description: &WorldDescription) -> u64 {
    let objects = (description.vehicles.iter().map(|it| &it.object))
        .chain(description.blocks.iter().map(|it| &it.object))
        .chain(description.actors.iter().map(|it| &it.object));
    let in_groups = objects.flat_map(|object| &object.light_groups).flat_map(|group| &group.lamps);
    description.lights.lamps.iter().chain(in_groups).filter(|lamp| lamp.casts_shadows).count() as u64
}

/// Steps of work for looking at so many layers.
fn work_of_layers(layer_count: f64) -> u64 {
    (WORK_PER_LAYER * (layer_count - FREE_LAYERS).max(0.0)) as u64
}

impl Account {
    pub(super) fn new(spending: Spending, description: &WorldDescription) -> Account {
        Account {
            spending,
            exhausted: Vec::new(),
            seen_meshes: BTreeSet::new(),
            layers: BTreeMap::new(),
            standing: Layers::default(),
            crowds_standing: Crowds::for_boxes(CROWDS),
            most_boxes: (Place::default(), 0),
            seen: Layers::default(),
            crowds_seen: Crowds::for_boxes(CROWDS),
            most_seen: (Place::default(), 0.0),
            shadow_lamps: shadow_lamps(description),
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

    /// The work of finding the edges of a mesh that gives walls.
    pub(super) fn charge_edges(&mut self, walls: &Walls) -> bool {
        let WallSource::Model(uri) = &walls.source else { return true };
        let assets: &Assets = self.assets;
        let Some(mesh) = assets.meshes.get(&uri.uri) else { return true };
        let edges = if mesh.segments.is_empty() { 3 * mesh.triangles.len() } else { mesh.segments.len() };
        self.charge("walls", walls.place, Resource::Work, WORK_PER_EDGE * edges as u64)
    }

    /// The panels into which the edges of its openings cut a plane: each is compared with all openings.
    pub(super) fn charge_panels(&mut self, place: Place, plane: &VerticalPlane) -> bool {
        let panels =
            bodies::panel_count(plane_length_m(plane), plane.height_m, &plane_openings(plane)) as u64;
        let work = (WORK_PER_OPENING * plane.openings.len() as u64).saturating_mul(panels);
        self.charge("vertical_plane", place, Resource::Work, work)
            && self.charge("vertical_plane", place, Resource::Triangles, PANEL_TRIANGLES * panels)
    }

    /// The lines of a grid on the floor, which are drawn.
    pub(super) fn charge_lines(&mut self, element: &Element) {
        if let ElementKind::GroundGrid(grid) = &element.kind {
            let lines = ground_grid_lines(grid);
            self.charge("ground_grid", element.place, Resource::Triangles, lines);
        }
    }

    /// Boxes that stand, for the layers that all of them make.
    pub(super) fn note_standing(&mut self, place: Place, boxes: &[StandingBox]) {
        for it in boxes {
            let ends = it.corners_m.into_iter().flat_map(|[x, y]| [[x, y, it.z_min_m], [x, y, it.z_max_m]]);
            self.account.standing.add_to(&mut self.account.crowds_standing, ends);
        }
        if boxes.len() > self.account.most_boxes.1 {
            self.account.most_boxes = (place, boxes.len());
        }
    }

    /// The work of looking at all walls and planes, once they are there.
    pub(super) fn charge_standing(&mut self) {
        let rays = 1 + self.account.shadow_lamps;
        let work = work_of_layers(BOX_LAYERS * self.account.standing.most(FREE_LAYERS)).saturating_mul(rays);
        self.charge("walls", self.account.most_boxes.0, Resource::Work, work);
    }

    /// A thing that is drawn, by points around it.
    pub(super) fn note_seen(&mut self, place: Place, points: impl IntoIterator<Item = [f64; 3]>) {
        let account = &mut self.account;
        account.seen.add_to(&mut account.crowds_seen, points);
        let most = account.seen.most(FREE_OBJECTS);
        if most > account.most_seen.1 {
            account.most_seen = (place, most);
        }
    }

    /// The work of looking at all things in one place.
    pub(super) fn charge_seen_things(&mut self) {
        let (place, rays) = (self.account.most_seen.0, 1 + self.account.shadow_lamps);
        let work = work_of_layers(OBJECT_LAYERS * self.account.seen.most(FREE_OBJECTS)).saturating_mul(rays);
        self.charge("this place", place, Resource::Work, work);
    }

    /// The merged rectangles of a grid.
    pub(super) fn charge_rectangles(&mut self, place: Place, rectangle_count: usize) -> bool {
        let count = rectangle_count as u64;
        self.charge("occupancy_grid", place, Resource::Rectangles, count.saturating_add(RECTANGLES_PER_GRID))
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
            let layers = self.account.layers_of(&visual.model.uri, mesh);
            let work = work_of_layers(layers.most(FREE_CROWD));
            self.charge(&object.name, object.place, Resource::Work, work);
            if let Some((low, high)) = layers.bounds_m() {
                let placed = Affine::from_pose(&object.pose_in_world, 1.0)
                    .after(&Affine::from_pose(&visual.pose_in_object, visual.scale));
                let corner =
                    |k: usize| [0, 1, 2].map(|axis| if k >> axis & 1 == 0 { low[axis] } else { high[axis] });
                self.note_seen(visual.place, (0..8).map(|k| placed.apply(corner(k))));
            }
            let color = visual.color;
            let key = (visual.model.uri.clone(), [color.red, color.green, color.blue, color.alpha]);
            if self.account.seen_meshes.insert(key) {
                let count = mesh.triangles.len() as u64;
                self.charge(&object.name, object.place, Resource::Triangles, count);
                let in_lamps = work.saturating_mul(self.account.shadow_lamps);
                self.charge(&object.name, object.place, Resource::Work, in_lamps);
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
        let (mut layers, mut crowds) = (Layers::default(), Crowds::for_boxes(cloud.points.len()));
        for point in &cloud.points {
            let ends = [-0.5, 0.5].map(|side| point.map(|value| f64::from(value) + side * width_m));
            layers.add_to(&mut crowds, ends);
        }
        let work = work_of_layers(POINT_LAYERS * layers.most(FREE_CROWD));
        self.charge("point_cloud", place, Resource::Work, work);
        if let Some((low, high)) = layers.bounds_m() {
            self.note_seen(place, [low, high]);
        }
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
