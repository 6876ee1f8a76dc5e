//! Non-opaque objects: rays pass through their front or back faces, or through transparent texels of their
//! textures. They are few or none, so they have a tree of their own, which is traversed ray by ray after the packets.

use crate::Faces;
use crate::ray::Ray;
use crate::ray_list::RaySlice;
use crate::tracer::{Instance, PosedScene, SceneHit, TracedMesh};
use crate::tree::Tree;
use crate::wide::WideTree;

/// The tree over such objects.
#[derive(Clone, Debug)]
pub(crate) struct NonOpaque {
    pub(crate) top: WideTree,
    /// Instances in the order of the leaves.
    pub(crate) order: Vec<u32>,
}

impl NonOpaque {
    /// Put such objects after the others of a posed scene; none if there are none.
    pub(crate) fn add(instances: &mut Vec<Instance>, non_opaque: Vec<Instance>) -> Option<NonOpaque> {
        let tree = Tree::build(non_opaque.iter().map(|instance| instance.bounds), 1, 1.0);
        let top = WideTree::new(&tree)?;
        let base = instances.len() as u32;
        instances.extend(non_opaque);
        Some(NonOpaque { top, order: tree.order.iter().map(|number| base + number).collect() })
    }
}

impl PosedScene<'_> {
    /// Is there something to see where a ray, given in the mesh's frame, meets a triangle, on this side of it?
    #[inline]
    pub(crate) fn shows(&self, hit: &SceneHit, local: &Ray) -> bool {
        let wanted = self.object(hit).faces;
        let TracedMesh { mesh, has_holes, .. } = self.met(hit).1;
        let shows_side = wanted == Faces::Both || {
            let corners = mesh.triangles[hit.triangle as usize].map(|index| mesh.positions[index as usize]);
            (wanted == side_met(corners, local.direction)) != self.sees_other_side
        };
        shows_side && !(*has_holes && self.rgba(hit)[3] <= 0.0)
    }

    /// Put nearer hits with such objects in place of those that rays have.
    pub(crate) fn meet_partly_seen(&self, rays: RaySlice<'_>, hits: &mut [Option<SceneHit>]) {
        let Some(NonOpaque { top, order }) = &self.non_opaque else { return };
        for (place, best) in hits.iter_mut().enumerate() {
            let ray = rays.get(place);
            let mut limit = best.map_or(ray.t_max, |best| best.t);
            self.walk_tree(top, order, &ray, &mut limit, &|_| true, &mut |hit, limit| {
                if best.is_none_or(|best| hit.is_before(&best)) {
                    *best = Some(hit);
                    *limit = hit.t;
                }
                false
            });
        }
    }

    /// Put nearer distances of such objects in place of those that rays have.
    pub(crate) fn near_partly_seen(&self, rays: RaySlice<'_>, distances: &mut [f32]) {
        let Some(NonOpaque { top, order }) = &self.non_opaque else { return };
        for (place, nearest) in distances.iter_mut().enumerate() {
            let ray = rays.get(place);
            let mut limit = nearest.min(ray.t_max);
            self.walk_tree(top, order, &ray, &mut limit, &|_| true, &mut |hit, limit| {
                if hit.t < *nearest {
                    (*nearest, *limit) = (hit.t, hit.t);
                }
                false
            });
        }
    }

    /// Take the light from rays that such an object blocks, if it is opaque.
    pub(crate) fn block_partly_seen(&self, rays: RaySlice<'_>, lights: &mut [f32]) {
        let Some(NonOpaque { top, order }) = &self.non_opaque else { return };
        for (place, light) in lights.iter_mut().enumerate().filter(|(_, light)| **light > 0.0) {
            let ray = rays.get(place);
            let mut limit = ray.t_max;
            if self.walk_tree(top, order, &ray, &mut limit, &|mesh| !mesh.is_transparent, &mut |_, _| true) {
                *light = 0.0;
            }
        }
    }
}

/// The side of a triangle that a ray along `direction` meets: n·d with n = (b − a) × (c − a) tells.
fn side_met(corners: [[f32; 3]; 3], direction: [f32; 3]) -> Faces {
    let [a, b, c] = corners.map(|corner| corner.map(f64::from));
    let d = direction.map(f64::from);
    let (e, f) = ([b[0] - a[0], b[1] - a[1], b[2] - a[2]], [c[0] - a[0], c[1] - a[1], c[2] - a[2]]);
    let n = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
    if n[0] * d[0] + n[1] * d[1] + n[2] * d[2] <= 0.0 { Faces::Front } else { Faces::Back }
}

#[cfg(test)]
mod tests {
    use crate::{
        Affine, Excluded, Faces, ObjectClass, Observer, Primitive, Ray, RayList, SceneDescription,
        SceneObject, Solid, Tracer, View, Visibility,
    };
    use skidpad_math::Pose3;

    /// A cube of 2 m around the origin of which some faces are seen, placed so, and a floor below: distances to what
    /// is met first [mm], and which object.
    fn first_hits(
        faces: Faces,
        mesh_in_frame: Affine,
        observer: Observer,
        rays: &[Ray],
    ) -> Vec<Option<(u32, u32)>> {
        let mut scene = SceneDescription::default();
        scene.add_mesh(Primitive::Box { lx_m: 2.0, ly_m: 2.0, lz_m: 2.0 }.mesh());
        scene.add_mesh(crate::bodies::plane([-9.0, 9.0], [-9.0, 9.0], [1.0, 1.0]));
        for (mesh, mesh_in_frame, faces) in
            [(0, mesh_in_frame, faces), (1, Affine::translation(0.0, 0.0, -3.0), Faces::Both)]
        {
            scene.objects.push(SceneObject {
                name: "it".into(),
                frame: 0,
                mesh,
                mesh_in_frame,
                instance: 1,
                class: ObjectClass::Block,
                reflectivity: 1.0,
                visibility: Visibility::ALL,
                faces,
                glow: None,
                casts_shadows: true,
            });
        }
        let tracer = Tracer::new(&scene);
        let view = View { origin_in_world_m: [0.0; 3], observer, excluded: Excluded::default() };
        let posed = tracer.posed(&[Pose3::default()], &view);
        let list: RayList = rays.iter().collect();
        let (mut hits, mut distances) = (Vec::new(), Vec::new());
        posed.first_hits(&list, &mut hits);
        posed.distances_of_rows(&list, rays.len(), &mut distances);
        let of_hits: Vec<f32> = hits.iter().map(|hit| hit.map_or(f32::INFINITY, |hit| hit.t)).collect();
        assert_eq!(distances, of_hits);
        let alone: Vec<_> = rays.iter().map(|ray| posed.first_hit(ray)).collect();
        assert_eq!(hits, alone);
        let mut lights = Vec::new();
        posed.lights_through(&list, &mut lights);
        for ((light, hit), ray) in lights.iter().zip(&hits).zip(rays) {
            assert_eq!(*light == 0.0, hit.is_some(), "what is seen throws a shadow");
            assert_eq!(posed.is_blocked(ray), hit.is_some());
        }
        hits.iter().map(|hit| hit.map(|hit| ((1e3 * hit.t).round() as u32, hit.object))).collect()
    }

    fn ray(origin_m: [f32; 3], direction: [f32; 3]) -> Ray {
        Ray { origin_m, direction, t_max: f32::INFINITY }
    }

    #[test]
    fn one_looks_through_faces_that_are_left_out() {
        let down_from_above = ray([0.2, 0.1, 5.0], [0.0, 0.0, -1.0]);
        let down_from_inside = ray([0.2, 0.1, 0.0], [0.0, 0.0, -1.0]);
        let up_from_inside = ray([0.2, 0.1, 0.0], [0.0, 0.0, 1.0]);
        let rays = [down_from_above, down_from_inside, up_from_inside];
        let centred = Affine::translation(-1.0, -1.0, -1.0);
        let mirrored =
            Affine { linear: [[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0]], ..Affine::IDENTITY }
                .after(&centred);
        for place in [centred, mirrored] {
            for observer in [Observer::RangeSensor, Observer::Camera, Observer::Viewer] {
                let seen = |faces| first_hits(faces, place, observer, &rays);
                assert_eq!(seen(Faces::Both), [Some((4000, 0)), Some((1000, 0)), Some((1000, 0))]);
                assert_eq!(
                    seen(Faces::Front),
                    [Some((4000, 0)), Some((3000, 1)), None],
                    "in at no side, out at all"
                );
                assert_eq!(
                    seen(Faces::Back),
                    [Some((6000, 0)), Some((1000, 0)), Some((1000, 0))],
                    "the far side"
                );
            }
        }
    }

    #[test]
    fn nothing_else_needs_to_be_there() {
        let mut scene = SceneDescription::default();
        scene.add_mesh(crate::bodies::plane([-1.0, 1.0], [-1.0, 1.0], [1.0, 1.0]));
        scene.objects.push(SceneObject {
            name: "roof".into(),
            frame: 0,
            mesh: 0,
            mesh_in_frame: Affine::IDENTITY,
            instance: 1,
            class: ObjectClass::Ground,
            reflectivity: 1.0,
            visibility: Visibility::ALL,
            faces: Faces::Front,
            glow: None,
            casts_shadows: true,
        });
        let tracer = Tracer::new(&scene);
        let view =
            View { origin_in_world_m: [0.0; 3], observer: Observer::Camera, excluded: Excluded::default() };
        let posed = tracer.posed(&[Pose3::default()], &view);
        let (from_above, from_below) =
            (ray([0.3, 0.2, 2.0], [0.0, 0.0, -1.0]), ray([0.3, 0.2, -2.0], [0.0, 0.0, 1.0]));
        assert!(posed.first_hit(&from_above).is_some() && posed.first_hit(&from_below).is_none());
        assert!(posed.is_blocked(&from_above) && !posed.is_blocked(&from_below));
    }
}
