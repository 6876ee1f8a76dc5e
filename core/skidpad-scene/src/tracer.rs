//! The ray tracer's two levels: a tree per mesh, built once, and a tree over objects, built for
//! each posed scene.

use crate::non_opaque::NonOpaque;
use crate::ray::{PreparedRay, Ray, larger, smaller};
use crate::tree::{Bounds, Tree};
use crate::wide::{WideStack, WideTree};
use crate::{
    Affine, Bvh, Faces, Image, Mesh, Observer, PosedLamp, SceneDescription, SceneFrame, SceneLamp,
    SceneObject,
};
use skidpad_lanes::{LANE_COUNT, Plain32};
use skidpad_math::Pose3;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A scene prepared for rays: what never changes while things move.
#[derive(Clone, Debug)]
pub struct Tracer {
    pub(crate) meshes: Vec<TracedMesh>,
    pub(crate) objects: Vec<SceneObject>,
    frames: Vec<SceneFrame>,
    lamps: Vec<SceneLamp>,
}

/// A mesh with its tree and its pictures.
#[derive(Clone, Debug)]
pub(crate) struct TracedMesh {
    pub(crate) mesh: Arc<Mesh>,
    pub(crate) bvh: Arc<Bvh>,
    /// One per material.
    pub(crate) textures: Vec<Option<Arc<Image>>>,
    /// One per material.
    pub(crate) normal_maps: Vec<Option<Arc<Image>>>,
    /// Light passes through some of it.
    pub(crate) is_transparent: bool,
    /// Some of its texels are fully transparent; rays pass through them.
    pub(crate) has_holes: bool,
}

/// From where and by what a scene is observed.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// The point of the world that rays count from [m]; near the sensor, so that 32 bits suffice.
    pub origin_in_world_m: [f64; 3],
    /// What observes.
    pub observer: Observer,
    /// What it does not see.
    pub excluded: Excluded,
}

/// What a sensor does not see, although it is visible to others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Excluded {
    /// A vehicle with its wheels and the meshes of its sensors: the sensor's own.
    pub vehicle: Option<u32>,
    /// Everything but this vehicle.
    pub all_but: Option<u32>,
    /// Single frames: the sensor's own mesh.
    pub frames: Vec<u32>,
    /// Switches of lamps and glowing surfaces that are off.
    pub switches_off: Vec<u32>,
}

impl Excluded {
    fn hides(&self, number: u32, frame: &SceneFrame) -> bool {
        let of = frame.owner.vehicle();
        self.frames.contains(&number)
            || (self.vehicle.is_some() && self.vehicle == of)
            || (self.all_but.is_some() && self.all_but != of)
    }
}

/// A scene with its frames in their places. Rays start from the view's origin, in the directions of the world's axes.
#[derive(Clone, Debug)]
pub struct PosedScene<'a> {
    pub(crate) tracer: &'a Tracer,
    pub(crate) instances: Vec<Instance>,
    /// None where nothing is.
    pub(crate) top: Option<WideTree>,
    /// Instances in the order of the leaves.
    pub(crate) order: Vec<u32>,
    /// Objects with holes, or of which only one side is seen; they are in no leaf above.
    pub(crate) non_opaque: Option<NonOpaque>,
    pub(crate) has_transparency: bool,
    /// Whether faces are seen from their other side: light travels against the rays that look for it.
    pub(crate) sees_other_side: bool,
    /// What throws shadows, where that is not simply everything.
    shadow_casters: Option<Box<PosedScene<'a>>>,
    /// Lamps that are on.
    pub(crate) lamps: Vec<PosedLamp>,
    pub(crate) switches_off: Vec<u32>,
}

/// An object at its place.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    pub(crate) object: u32,
    pub(crate) mesh: u32,
    /// From the view's frame to the mesh's: linear part, row by row, and shift.
    pub(crate) linear: [[f32; 3]; 3],
    pub(crate) shift: [f32; 3],
    /// In the view's frame, wide enough for any rounding on the way into the mesh's frame.
    pub(crate) bounds: Bounds,
}

/// What a ray meets first.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SceneHit {
    /// Distance from the ray's origin, in lengths of its direction.
    pub t: f32,
    /// Which object.
    pub object: u32,
    /// Which triangle of its mesh.
    pub triangle: u32,
    /// Weights of the triangle's second and third corner at the point; the first has the rest.
    pub weights: [f32; 2],
    /// Place of the object in the posed scene.
    pub(crate) instance: u32,
    /// Place of the triangle and its partner in the mesh's tree.
    pub(crate) pair: u32,
}

impl SceneHit {
    /// Nearer, or as near with smaller numbers: the order of looking never shows.
    pub(crate) fn is_before(&self, other: &SceneHit) -> bool {
        self.t < other.t
            || (self.t == other.t && (self.object, self.triangle) < (other.object, other.triangle))
    }
}

impl Tracer {
    /// Prepare a consistent scene: a tree for each of its meshes.
    pub fn new(scene: &SceneDescription) -> Tracer {
        Tracer::renewed(scene, None)
    }

    /// The same for a scene that has changed: meshes that both share keep their trees.
    pub fn renewed(scene: &SceneDescription, before: Option<&Tracer>) -> Tracer {
        let known = |mesh: &Arc<Mesh>| {
            let old = before?.meshes.iter().find(|old| Arc::ptr_eq(&old.mesh, mesh))?;
            Some(old.bvh.clone())
        };
        let trace = |mesh: &Arc<Mesh>| {
            let bvh = known(mesh).unwrap_or_else(|| Arc::new(Bvh::build(mesh)));
            TracedMesh::new(mesh.clone(), bvh, &scene.images)
        };
        Tracer {
            meshes: scene.meshes.iter().map(trace).collect(),
            objects: scene.objects.clone(),
            frames: scene.frames.clone(),
            lamps: scene.lamps.clone(),
        }
    }

    /// The scene with its frames at these poses, one per frame of the scene.
    pub fn posed(&self, frames_in_world: &[Pose3], view: &View) -> PosedScene<'_> {
        let [x, y, z] = view.origin_in_world_m;
        let to_view = Affine::translation(-x, -y, -z);
        let frames: Vec<Affine> =
            (frames_in_world.iter()).map(|pose| to_view.after(&Affine::from_pose(pose, 1.0))).collect();
        let mut posed = self.posed_objects(&frames, view, false);
        if view.observer != Observer::RangeSensor {
            let is_on =
                |lamp: &&SceneLamp| lamp.switch.is_none_or(|it| !view.excluded.switches_off.contains(&it));
            let lamps = self.lamps.iter().filter(is_on);
            posed.lamps = lamps
                .filter_map(|lamp| Some(PosedLamp::new(lamp, frames.get(lamp.frame as usize)?)))
                .collect();
            posed.switches_off.clone_from(&view.excluded.switches_off);
            let is_special = |object: &SceneObject| object.faces != Faces::Both || !object.casts_shadows;
            if self.objects.iter().any(is_special) {
                posed.shadow_casters = Some(Box::new(self.posed_objects(&frames, view, true)));
            }
        }
        posed
    }

    /// Objects in their places: those that are seen, or those that throw shadows.
    fn posed_objects(&self, frames: &[Affine], view: &View, for_shadows: bool) -> PosedScene<'_> {
        let mut instances = Vec::with_capacity(self.objects.len());
        let mut non_opaque = Vec::new();
        for (number, object) in (0..).zip(&self.objects) {
            let frame = object.frame as usize;
            if object.visibility.is_visible_to(view.observer)
                && (object.casts_shadows || !for_shadows)
                && !view.excluded.hides(object.frame, &self.frames[frame])
                && let Some(frame_in_view) = frames.get(frame)
                && let traced = &self.meshes[object.mesh as usize]
                && let Some(bounds) = traced.bvh.bounds()
            {
                let is_whole = object.faces == Faces::Both && !traced.has_holes;
                let list = if is_whole { &mut instances } else { &mut non_opaque };
                list.extend(Instance::new(number, object, frame_in_view, bounds));
            }
        }
        let tree = Tree::build(instances.iter().map(|instance| instance.bounds), 1, 1.0);
        let non_opaque = NonOpaque::add(&mut instances, non_opaque);
        let has_transparency =
            instances.iter().any(|instance| self.meshes[instance.mesh as usize].is_transparent);
        let top = WideTree::new(&tree);
        PosedScene {
            tracer: self,
            instances,
            top,
            order: tree.order,
            non_opaque,
            has_transparency,
            sees_other_side: for_shadows,
            shadow_casters: None,
            lamps: Vec::new(),
            switches_off: Vec::new(),
        }
    }
}

impl<'a> PosedScene<'a> {
    /// What throws shadows, to be asked for the light along rays towards it.
    pub fn shadow_casters(&self) -> &PosedScene<'a> {
        self.shadow_casters.as_deref().unwrap_or(self)
    }

    /// Lamps that are on.
    pub fn lamps(&self) -> &[PosedLamp] {
        &self.lamps
    }

    /// Whether something glows by itself.
    pub fn has_glow(&self) -> bool {
        self.tracer.objects.iter().any(|object| object.glow_unless(&self.switches_off) != [0.0; 3])
    }
}

impl TracedMesh {
    fn new(mesh: Arc<Mesh>, bvh: Arc<Bvh>, images: &BTreeMap<String, Arc<Image>>) -> TracedMesh {
        let textures: Vec<Option<Arc<Image>>> = (mesh.materials.iter())
            .map(|material| images.get(material.texture_uri.as_ref()?).cloned())
            .collect();
        let normal_maps = (mesh.materials.iter())
            .map(|material| images.get(material.normal_map_uri.as_ref()?).cloned())
            .collect();
        let least_opacities = mesh.materials.iter().zip(&textures).map(|(material, texture)| {
            let of_texture = texture.as_ref().map_or(1.0, |image| image.least_opacity());
            material.alpha_mode.opacity(material.rgba[3] * of_texture)
        });
        let least_opacity = least_opacities.fold(1.0, f32::min);
        let (is_transparent, has_holes) = (least_opacity < 1.0, least_opacity <= 0.0);
        TracedMesh { mesh, bvh, textures, normal_maps, is_transparent, has_holes }
    }
}

impl Instance {
    /// Boxes of objects are widened by this part of their size and distance.
    const WIDENING: f64 = 4e-6;

    /// None for an object that is nowhere, or that is scaled flat.
    fn new(number: u32, object: &SceneObject, frame_in_view: &Affine, bounds: &Bounds) -> Option<Instance> {
        let mesh_in_view = frame_in_view.after(&object.mesh_in_frame);
        let view_in_mesh = mesh_in_view.inverse()?;
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        for corner in 0..8 {
            let pick = |axis: usize| {
                f64::from(if corner >> axis & 1 == 0 { bounds.low[axis] } else { bounds.high[axis] })
            };
            let p = mesh_in_view.apply([pick(0), pick(1), pick(2)]);
            for axis in 0..3 {
                low[axis] = low[axis].min(p[axis]);
                high[axis] = high[axis].max(p[axis]);
            }
        }
        let reach = low.iter().chain(&high).fold(0.0_f64, |most, value| most.max(value.abs()));
        let bounds = Bounds {
            low: low.map(|value| (value - Instance::WIDENING * reach) as f32),
            high: high.map(|value| (value + Instance::WIDENING * reach) as f32),
        };
        let linear = view_in_mesh.linear.map(|row| row.map(|value| value as f32));
        let shift = view_in_mesh.translation_m.map(|value| value as f32);
        let is_sound = linear.iter().flatten().chain(&shift).all(|value| value.is_finite())
            && bounds.low.iter().chain(&bounds.high).all(|value| value.is_finite());
        is_sound.then_some(Instance { object: number, mesh: object.mesh, linear, shift, bounds })
    }

    /// A ray of the view, in the mesh's frame. Distances along it stay the same.
    pub(crate) fn local(&self, ray: &Ray) -> Ray {
        let (o, d) = (ray.origin_m, ray.direction);
        let turn = |row: &[f32; 3], p: [f32; 3]| row[0] * p[0] + row[1] * p[1] + row[2] * p[2];
        let [a, b, c] = &self.linear;
        Ray {
            origin_m: [turn(a, o) + self.shift[0], turn(b, o) + self.shift[1], turn(c, o) + self.shift[2]],
            direction: [turn(a, d), turn(b, d), turn(c, d)],
            t_max: ray.t_max,
        }
    }
}

impl PosedScene<'_> {
    /// What a ray meets first.
    pub fn first_hit(&self, ray: &Ray) -> Option<SceneHit> {
        let mut best: Option<SceneHit> = None;
        self.walk(
            ray,
            |_| true,
            |hit, limit| {
                if best.is_none_or(|best| hit.is_before(&best)) {
                    best = Some(hit);
                    *limit = hit.t;
                }
                false
            },
        );
        best
    }

    /// True if no light passes along the ray.
    pub fn is_blocked(&self, ray: &Ray) -> bool {
        self.light_through(ray) == 0.0
    }

    /// The share of light that passes along the ray: 0 behind anything opaque, else the product of
    /// what each surface on the way lets through.
    pub fn light_through(&self, ray: &Ray) -> f32 {
        if self.is_opaque_on(ray) { 0.0 } else { self.light_through_transparent(ray) }
    }

    /// True if something that is opaque throughout lies on the ray.
    pub(crate) fn is_opaque_on(&self, ray: &Ray) -> bool {
        let mut is_blocked = false;
        self.walk(
            ray,
            |mesh| !mesh.is_transparent,
            |_, _| {
                is_blocked = true;
                true
            },
        );
        is_blocked
    }

    /// The same, of what is not opaque throughout.
    pub(crate) fn light_through_transparent(&self, ray: &Ray) -> f32 {
        let mut light = 1.0;
        if self.has_transparency {
            self.walk(
                ray,
                |mesh| mesh.is_transparent,
                |hit, _| {
                    light *= 1.0 - self.rgba(&hit)[3].clamp(0.0, 1.0);
                    light == 0.0
                },
            );
        }
        light
    }

    /// Show every surface that the ray meets before the limit, in meshes that are asked for, to
    /// `meets`, which may lower the limit, and ends the walk by saying true.
    fn walk(
        &self,
        ray: &Ray,
        is_wanted: impl Fn(&TracedMesh) -> bool,
        mut meets: impl FnMut(SceneHit, &mut f32) -> bool,
    ) {
        let mut limit = ray.t_max;
        if let Some(top) = &self.top
            && self.walk_tree(top, &self.order, ray, &mut limit, &is_wanted, &mut meets)
        {
            return;
        }
        if let Some(NonOpaque { top, order }) = &self.non_opaque {
            self.walk_tree(top, order, ray, &mut limit, &is_wanted, &mut meets);
        }
    }

    /// The same for the objects of one tree; true if the walk is over.
    pub(crate) fn walk_tree(
        &self,
        top: &WideTree,
        order: &[u32],
        ray: &Ray,
        limit: &mut f32,
        is_wanted: &impl Fn(&TracedMesh) -> bool,
        meets: &mut impl FnMut(SceneHit, &mut f32) -> bool,
    ) -> bool {
        let Some(prepared) = PreparedRay::new(ray, &top.bounds) else {
            return false;
        };
        let mut stack = WideStack::new();
        let mut node = 0_u32;
        'nodes: loop {
            let (entered, enters) = prepared.enter_children::<Plain32>(&top.nodes[node as usize], *limit);
            let mut next = stack.enter(node, entered, &enters, 0, |_| {});
            while let Some(waiting) = next {
                if waiting.enters <= *limit {
                    let parent = &top.nodes[(waiting.child / LANE_COUNT as u32) as usize];
                    let slot = waiting.child as usize % LANE_COUNT;
                    let (first, count) = (parent.first[slot], parent.count[slot]);
                    if count == 0 {
                        node = first;
                        continue 'nodes;
                    }
                    for &number in &order[first as usize..(first + count) as usize] {
                        let traced = &self.tracer.meshes[self.instances[number as usize].mesh as usize];
                        if is_wanted(traced) && self.visit(number, ray, &prepared, limit, &mut stack, meets) {
                            return true;
                        }
                    }
                }
                next = stack.pop_above(0);
            }
            return false;
        }
    }

    /// The same for one object; true if the walk is over.
    fn visit(
        &self,
        number: u32,
        ray: &Ray,
        prepared: &PreparedRay,
        limit: &mut f32,
        stack: &mut WideStack,
        meets: &mut impl FnMut(SceneHit, &mut f32) -> bool,
    ) -> bool {
        let instance = &self.instances[number as usize];
        let bvh = &self.tracer.meshes[instance.mesh as usize].bvh;
        let (enters, leaves) = prepared.span(&instance.bounds);
        let reach = smaller(leaves, *limit);
        let local_ray = instance.local(ray);
        let local = bvh.bounds().filter(|_| enters <= reach);
        let Some(local) = local.and_then(|bounds| PreparedRay::new(&local_ray, bounds)) else {
            return false;
        };
        let mut is_over = false;
        bvh.walk::<Plain32>(&local, reach, stack, |hit, pair, mesh_limit| {
            // Inside the object's box as well, for the same reason as inside the triangle's.
            let t = larger(hit.t, enters);
            let (object, triangle, weights) = (instance.object, hit.triangle, hit.weights);
            let hit = SceneHit { t, object, triangle, weights, instance: number, pair };
            if !self.shows(&hit, &local_ray) {
                return false;
            }
            is_over = meets(hit, limit);
            *mesh_limit = smaller(*mesh_limit, *limit);
            is_over
        });
        is_over
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AlphaMode, FrameOwner, Material, ObjectClass, Primitive, RayList, Solid, Visibility};

    fn object(name: &str, frame: u32, mesh: u32, place: Affine) -> SceneObject {
        SceneObject {
            name: name.into(),
            frame,
            mesh,
            mesh_in_frame: place,
            instance: frame + 100,
            class: ObjectClass::Block,
            reflectivity: 0.5,
            visibility: Visibility::ALL,
            faces: Faces::Both,
            glow: None,
            casts_shadows: true,
        }
    }

    fn view(origin_in_world_m: [f64; 3]) -> View {
        View { origin_in_world_m, observer: Observer::RangeSensor, excluded: Excluded::default() }
    }

    fn ray(origin_m: [f32; 3], direction: [f32; 3]) -> Ray {
        Ray { origin_m, direction, t_max: f32::INFINITY }
    }

    /// A cube of one metre per block, side by side along x; block 1 belongs to vehicle 0, block 2 is
    /// of glass, block 3 is for people only.
    fn row() -> SceneDescription {
        let mut scene = SceneDescription::default();
        let cube = Primitive::Box { lx_m: 1.0, ly_m: 1.0, lz_m: 1.0 }.mesh();
        let plain = scene.add_mesh(cube.clone());
        let material = Material { rgba: [0.0, 0.5, 1.0, 0.25], ..Material::default() };
        let mut painted = Mesh::default();
        painted.append_painted(&cube, &Affine::IDENTITY, Some(&material));
        let glass = scene.add_mesh(painted);
        let owners =
            [FrameOwner::Block(0), FrameOwner::Vehicle(0), FrameOwner::Block(2), FrameOwner::Block(3)];
        for (number, owner) in (1..).zip(owners) {
            scene.add_frame(format!("f{number}"), owner);
            let mesh = if number == 3 { glass } else { plain };
            scene.objects.push(object("cube", number, mesh, Affine::translation(-0.5, -0.5, -0.5)));
        }
        scene.objects[3].visibility = Visibility::VIEWER_ONLY;
        scene
    }

    fn poses(x0_m: f64) -> Vec<Pose3> {
        let at = |k: u32| Pose3 {
            x_m: x0_m + 3.0 * f64::from(k),
            yaw_rad: 0.5 * f64::from(k - 1),
            ..Pose3::default()
        };
        std::iter::once(Pose3::default()).chain((1..=4).map(at)).collect()
    }

    #[test]
    fn objects_are_met_at_their_places_and_hidden_ones_are_not() {
        let tracer = Tracer::new(&row());
        let poses = poses(0.0);
        let along = ray([0.0; 3], [1.0, 0.0, 0.0]);
        let posed = tracer.posed(&poses, &view([0.0; 3]));
        let hit = posed.first_hit(&along).unwrap();
        assert_eq!((hit.t, hit.object), (2.5, 0));
        let surface = posed.surface(&along, &hit);
        assert_eq!((surface.position_m, surface.normal), ([2.5, 0.0, 0.0], [-1.0, 0.0, 0.0]));
        assert_eq!((surface.instance, surface.class), (101, ObjectClass::Block));
        assert_eq!(surface.rgba, [0.7, 0.7, 0.7, 1.0]);

        let from_second = ray([4.0, 0.0, 0.0], [2.0, 0.0, 0.0]);
        let hit = posed.first_hit(&from_second).unwrap();
        assert_eq!(hit.object, 1);
        // The face of a cube turned by half a radian, met along its middle.
        let expected = (2.0 - 0.5 / skidpad_math::cos(0.5)) / 2.0;
        assert!((f64::from(hit.t) - expected).abs() < 1e-6, "distances count in the direction's length");

        let excluding = View {
            excluded: Excluded { vehicle: Some(0), frames: vec![1], ..Excluded::default() },
            ..view([0.0; 3])
        };
        assert_eq!(tracer.posed(&poses, &excluding).first_hit(&along).unwrap().object, 2);
        let beyond = ray([10.0, 0.0, 0.0], [1.0, 0.0, 0.0]);
        assert_eq!(posed.first_hit(&beyond), None, "for people only");
        let people = View { observer: Observer::Viewer, ..view([0.0; 3]) };
        assert_eq!(tracer.posed(&poses, &people).first_hit(&beyond).unwrap().object, 3);
    }

    #[test]
    fn a_scene_in_utm_coordinates_keeps_its_millimetres() {
        let tracer = Tracer::new(&row());
        let far = 4_400_000.0;
        let posed = tracer.posed(&poses(far), &view([far, 0.0, 0.0]));
        let hit = posed.first_hit(&ray([0.125, 0.1, 0.2], [1.0, 0.0, 0.0])).unwrap();
        assert_eq!(hit.t, 2.375);
    }

    #[test]
    fn light_passes_through_glass_and_not_through_stone() {
        let tracer = Tracer::new(&row());
        let posed = tracer.posed(&poses(0.0), &view([0.0; 3]));
        let through_glass = ray([7.5, 0.1, 0.2], [1.0, 0.0, 0.0]);
        assert_eq!(posed.light_through(&through_glass), 0.75 * 0.75, "in and out again");
        assert!(!posed.is_blocked(&through_glass));
        assert!(posed.is_blocked(&ray([0.0; 3], [1.0, 0.0, 0.0])));
        assert!(!posed.is_blocked(&Ray { t_max: 2.4, ..ray([0.0; 3], [1.0, 0.0, 0.0]) }));
        let hit = posed.first_hit(&through_glass).unwrap();
        assert_eq!(posed.rgba(&hit), [0.0, 0.5, 1.0, 0.25]);
    }

    #[test]
    fn a_picture_lets_through_what_its_material_says() {
        // The left half of the picture is nearly clear, or clear.
        let check = |left: u8, alpha_mode: AlphaMode, expected: [f32; 2]| {
            let picture = Image { width: 2, height: 1, rgba: [9, 9, 9, left, 9, 9, 9, 255].to_vec() };
            let mut scene = SceneDescription::default();
            scene.images.insert("leaf.png".into(), Arc::new(picture));
            let texture_uri = Some("leaf.png".to_owned());
            scene.add_mesh(Mesh {
                positions: vec![[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [0.0, 1.0, 0.0]],
                triangles: vec![[0, 1, 2], [0, 2, 3]],
                uvs: vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]],
                triangle_materials: vec![0; 2],
                materials: vec![Material { texture_uri, alpha_mode, ..Material::default() }],
                ..Mesh::default()
            });
            scene.objects.push(object("leaf", 0, 0, Affine::IDENTITY));
            let tracer = Tracer::new(&scene);
            let posed = tracer.posed(&[Pose3::default()], &view([0.0; 3]));
            let down = [0.25, 0.75].map(|x| ray([x, 0.5, 5.0], [0.0, 0.0, -1.0]));
            let hits = down.map(|ray| posed.first_hit(&ray));
            assert_eq!(hits.map(|hit| hit.map_or(0.0, |hit| posed.rgba(&hit)[3])), expected);
            assert_eq!(hits.map(|hit| hit.is_some()), expected.map(|it| it > 0.0), "nothing is in a hole");
            let (mut together, mut distances) = (Vec::new(), Vec::new());
            let list: RayList = down.iter().collect();
            posed.first_hits(&list, &mut together);
            posed.distances_of_rows(&list, 2, &mut distances);
            assert_eq!(together, hits);
            assert_eq!(distances, hits.map(|hit| hit.map_or(f32::INFINITY, |hit| hit.t)));
            let light = expected.map(|opacity| 1.0 - opacity);
            assert_eq!(down.map(|ray| posed.light_through(&ray)), light, "{alpha_mode:?}");
        };
        check(51, AlphaMode::Blend, [0.2, 1.0]);
        check(51, AlphaMode::Opaque, [1.0, 1.0]);
        check(51, AlphaMode::Mask(0.5), [0.0, 1.0]);
        check(51, AlphaMode::Mask(0.1), [1.0, 1.0]);
        check(0, AlphaMode::Blend, [0.0, 1.0]);
    }

    #[test]
    fn scaled_and_mirrored_visuals_keep_their_normals() {
        let mut scene = SceneDescription::default();
        let mut mesh = Primitive::Ramp { lx_m: 1.0, ly_m: 1.0, lz_m: 1.0 }.mesh();
        mesh.normals = vec![[-1.0, 0.0, 1.0].map(|v: f32| v * 0.5_f32.sqrt()); mesh.positions.len()];
        mesh.uvs = mesh.positions.iter().map(|p| [p[0], p[1]]).collect();
        scene.add_mesh(mesh);
        let stretched =
            Affine { linear: [[-4.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 1.0]], ..Affine::IDENTITY };
        scene.objects.push(object("ramp", 0, 0, stretched));
        let tracer = Tracer::new(&scene);
        let posed = tracer.posed(&[Pose3::default()], &view([0.0; 3]));
        let down = ray([-1.0, 0.2, 5.0], [0.0, 0.0, -1.0]);
        let hit = posed.first_hit(&down).unwrap();
        assert!((hit.t - 4.75).abs() < 1e-6);
        let surface = posed.surface(&down, &hit);
        // The slope rises by one over four, towards −x.
        let expected = [1.0, 0.0, 4.0].map(|v: f32| v / 17.0_f32.sqrt());
        for (k, &expected) in expected.iter().enumerate() {
            assert!((surface.normal[k] - expected).abs() < 1e-6, "{surface:?}");
            assert!((surface.shading_normal[k] - expected).abs() < 1e-6, "{surface:?}");
        }
        assert!((surface.uv[0] - 0.25).abs() < 1e-6 && (surface.uv[1] - 0.1).abs() < 1e-6);
    }

    #[test]
    fn what_is_nowhere_or_flat_or_empty_is_left_out() {
        let mut scene = row();
        let empty = scene.add_mesh(Mesh::default());
        scene.objects.push(object("empty", 0, empty, Affine::IDENTITY));
        scene.objects.push(object("flat", 0, 0, Affine::scale(0.0)));
        let mut poses = poses(0.0);
        poses[1].x_m = f64::NAN;
        let tracer = Tracer::new(&scene);
        let posed = tracer.posed(&poses, &view([0.0; 3]));
        assert_eq!(posed.first_hit(&ray([0.0; 3], [1.0, 0.0, 0.0])).unwrap().object, 1);
        let nothing = Tracer::new(&SceneDescription::default());
        let posed = nothing.posed(&[Pose3::default()], &view([0.0; 3]));
        assert_eq!(posed.first_hit(&ray([0.0; 3], [1.0, 0.0, 0.0])), None);
        assert_eq!(posed.light_through(&ray([0.0; 3], [1.0, 0.0, 0.0])), 1.0);
    }
}
