//! What all points of a triangle share, cached from ray to ray: neighbouring rays often hit the same triangle.

use crate::ObjectClass;
use crate::tracer::{PosedScene, SceneHit};

/// What all points of a triangle have in common.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Facet {
    /// At right angles to the triangle, on the side from which its corners run counter-clockwise; a unit vector
    /// along the world's axes.
    pub normal: [f32; 3],
    /// Colour and opacity, 0 to 1, where they are the same everywhere: where there is no texture.
    pub rgba: Option<[f32; 4]>,
    /// Light and shadow fall on it.
    pub is_lit: bool,
    /// The mesh has normals of its own, or a picture of them, for shading.
    pub is_shaded: bool,
    /// Light that it gives off itself, red green blue.
    pub glow: [f32; 3],
    /// Share of a laser's light that comes back, 0 to 1.
    pub reflectivity: f32,
    /// Label of the whole thing.
    pub instance: u32,
    /// What kind of thing it is.
    pub class: ObjectClass,
}

/// What a sensor knows of the triangles that it met last.
pub struct Facets<'a, T> {
    posed: &'a PosedScene<'a>,
    take: fn(&Facet) -> T,
    /// With the numbers of instance and triangle.
    known: Vec<([u32; 2], T)>,
}

/// Triangles that are remembered: a power of two.
const KNOWN: usize = 1024;

impl<'a, T: Copy + Default> Facets<'a, T> {
    /// With nothing remembered. `take` takes what the sensor needs: the less, the more stays in fast memory.
    pub fn new(posed: &'a PosedScene<'a>, take: fn(&Facet) -> T) -> Facets<'a, T> {
        Facets { posed, take, known: vec![([u32::MAX; 2], T::default()); KNOWN] }
    }

    /// The triangle that a ray has met.
    #[inline(always)]
    pub fn at(&mut self, hit: &SceneHit) -> &T {
        let name = [hit.instance, hit.triangle];
        // Neighbours in a mesh have neighbouring numbers.
        let place = (hit.triangle.wrapping_add(hit.instance.wrapping_mul(37))) as usize % KNOWN;
        let (known, value) = &mut self.known[place];
        if *known != name {
            (*known, *value) = (name, (self.take)(&facet(self.posed, hit)));
        }
        value
    }
}

#[inline(never)]
fn facet(posed: &PosedScene<'_>, hit: &SceneHit) -> Facet {
    let (mesh, object) = (posed.met(hit).1, posed.object(hit));
    let material = mesh.mesh.triangle_materials.get(hit.triangle as usize);
    let is_plain = material.is_none_or(|&index| mesh.textures[index as usize].is_none());
    let has_normal_map = material.is_some_and(|&index| mesh.normal_maps[index as usize].is_some());
    Facet {
        normal: posed.wound_normal(hit),
        rgba: is_plain.then(|| posed.rgba(hit)),
        is_lit: posed.material(hit).is_none_or(|material| material.is_lit),
        is_shaded: !mesh.mesh.normals.is_empty() || has_normal_map,
        glow: object.glow_unless(&posed.switches_off),
        reflectivity: object.reflectivity,
        instance: object.instance,
        class: object.class,
    }
}
