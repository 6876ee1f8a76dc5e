//! What all points of a triangle have in common, remembered from ray to ray: neighbours often meet the same.

use crate::ObjectClass;
use crate::tracer::{Moment, SceneHit};

/// What all points of a triangle have in common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Facet {
    /// At right angles to the triangle, on the side from which its corners run counter-clockwise; a unit vector
    /// along the world's axes.
    pub normal: [f32; 3],
    /// Colour and opacity, 0 to 1, where they are the same everywhere: where there is no texture.
    pub rgba: Option<[f32; 4]>,
    /// The mesh has normals of its own, for shading.
    pub is_shaded: bool,
    /// Share of a laser's light that comes back, 0 to 1.
    pub reflectivity: f32,
    /// Label of the whole thing.
    pub instance: u32,
    /// What kind of thing it is.
    pub class: ObjectClass,
}

/// The triangles met last.
pub struct Facets<'a> {
    moment: &'a Moment<'a>,
    known: Vec<Option<([u32; 2], Facet)>>,
}

/// Triangles that are remembered: a power of two.
const KNOWN: usize = 256;

impl<'a> Facets<'a> {
    /// With nothing remembered.
    pub fn new(moment: &'a Moment<'a>) -> Facets<'a> {
        Facets { moment, known: vec![None; KNOWN] }
    }

    /// The triangle that a ray has met.
    #[inline]
    pub fn at(&mut self, hit: &SceneHit) -> &Facet {
        let name = [hit.instance, hit.triangle];
        // Neighbours in a mesh have neighbouring numbers.
        let place = (hit.triangle.wrapping_add(hit.instance.wrapping_mul(37))) as usize % KNOWN;
        let slot = &mut self.known[place];
        if slot.as_ref().is_none_or(|(known, _)| *known != name) {
            *slot = None;
        }
        &slot.get_or_insert_with(|| (name, facet(self.moment, hit))).1
    }
}

#[inline(never)]
fn facet(moment: &Moment<'_>, hit: &SceneHit) -> Facet {
    let (mesh, object) = (moment.met(hit).1, moment.object(hit));
    let material = mesh.mesh.triangle_materials.get(hit.triangle as usize);
    let is_plain = material.is_none_or(|&index| mesh.textures[index as usize].is_none());
    Facet {
        normal: moment.wound_normal(hit),
        rgba: is_plain.then(|| moment.rgba(hit)),
        is_shaded: !mesh.mesh.normals.is_empty(),
        reflectivity: object.reflectivity,
        instance: object.instance,
        class: object.class,
    }
}
