//! The surface at a hit: position, normal, colour and labels.

use crate::tracer::{Instance, PosedScene, SceneHit, TracedMesh};
use crate::{Material, ObjectClass, Ray, SceneObject};
use std::array::from_fn;

/// A point of a surface, as a sensor sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surface {
    /// In the view's frame [m].
    pub position_m: [f32; 3],
    /// At right angles to the triangle, towards the ray; a unit vector along the world's axes.
    pub normal: [f32; 3],
    /// The mesh's own normal, blended between corners, on the same side; `normal` where it has none.
    pub shading_normal: [f32; 3],
    /// Texture coordinate; zero where the mesh has none.
    pub uv: [f32; 2],
    /// Colour and opacity, 0 to 1: the material's, times its texture's.
    pub rgba: [f32; 4],
    /// Share of a laser's light that comes back, 0 to 1.
    pub reflectivity: f32,
    /// Label of the whole thing.
    pub instance: u32,
    /// What kind of thing it is.
    pub class: ObjectClass,
}

/// The colour of what has no material.
const UNPAINTED: [f32; 4] = [0.7, 0.7, 0.7, 1.0];

impl PosedScene<'_> {
    /// Everything about the point where `ray` met something.
    pub fn surface(&self, ray: &Ray, hit: &SceneHit) -> Surface {
        let object = self.object(hit);
        let normal = self.normal(ray, hit);
        Surface {
            position_m: from_fn(|axis| ray.origin_m[axis] + hit.t * ray.direction[axis]),
            normal,
            shading_normal: self.shading_normal(normal, hit),
            uv: self.uv(hit),
            rgba: self.rgba(hit),
            reflectivity: object.reflectivity,
            instance: object.instance,
            class: object.class,
        }
    }

    /// The object that was met.
    pub fn object(&self, hit: &SceneHit) -> &SceneObject {
        &self.tracer.objects[hit.object as usize]
    }

    /// The unit normal of the triangle, on the side that the ray came from.
    pub fn normal(&self, ray: &Ray, hit: &SceneHit) -> [f32; 3] {
        let normal = self.wound_normal(hit);
        let d = ray.direction;
        let is_away = normal[0] * d[0] + normal[1] * d[1] + normal[2] * d[2] > 0.0;
        if is_away { normal.map(|value| -value) } else { normal }
    }

    /// The unit normal of the triangle, on the side from which its corners run counter-clockwise.
    pub(crate) fn wound_normal(&self, hit: &SceneHit) -> [f32; 3] {
        let (instance, traced) = self.met(hit);
        // Not from the mesh: the tree has the corners together, and has just been there.
        let pair = &traced.bvh.pairs[hit.pair as usize];
        let [a, b, c] = pair.triangle(usize::from(pair.number(0) != Some(hit.triangle)));
        let (e, f): ([f32; 3], [f32; 3]) = (from_fn(|k| b[k] - a[k]), from_fn(|k| c[k] - a[k]));
        let across = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
        unit(instance.turn_normal(across))
    }

    /// The mesh's own unit normal at the point, on the side of the geometric one given.
    pub fn shading_normal(&self, normal: [f32; 3], hit: &SceneHit) -> [f32; 3] {
        let (instance, traced) = self.met(hit);
        let smooth = self.smooth_normal(normal, hit);
        match self.slopes(hit) {
            Some(slopes) => tilted(smooth, slopes, instance, traced, hit).unwrap_or(smooth),
            None => smooth,
        }
    }

    /// The small slopes at the point, if its material has a picture of them: along the texture, across it, and up.
    fn slopes(&self, hit: &SceneHit) -> Option<[f32; 3]> {
        let traced = self.met(hit).1;
        let material = *traced.mesh.triangle_materials.get(hit.triangle as usize)?;
        let [r, g, b, _] = traced.normal_maps[material as usize].as_ref()?.sample(self.uv(hit));
        Some([r, g, b].map(|value| 2.0 * value - 1.0))
    }

    fn smooth_normal(&self, normal: [f32; 3], hit: &SceneHit) -> [f32; 3] {
        let (instance, traced) = self.met(hit);
        if traced.mesh.normals.is_empty() {
            return normal;
        }
        let corners =
            traced.mesh.triangles[hit.triangle as usize].map(|index| traced.mesh.normals[index as usize]);
        let own = unit(instance.turn_normal(blend(corners, hit.weights)));
        let side = own[0] * normal[0] + own[1] * normal[1] + own[2] * normal[2];
        match side {
            side if side > 0.0 => own,
            side if side < 0.0 => own.map(|value| -value),
            _ => normal,
        }
    }

    /// The texture coordinate at the point; zero where the mesh has none.
    pub fn uv(&self, hit: &SceneHit) -> [f32; 2] {
        let (_, traced) = self.met(hit);
        if traced.mesh.uvs.is_empty() {
            return [0.0; 2];
        }
        blend(traced.mesh.triangles[hit.triangle as usize].map(|i| traced.mesh.uvs[i as usize]), hit.weights)
    }

    /// The material at the point; none where the mesh has none.
    pub fn material(&self, hit: &SceneHit) -> Option<&Material> {
        let mesh = &self.met(hit).1.mesh;
        let index = mesh.triangle_materials.get(hit.triangle as usize)?;
        mesh.materials.get(*index as usize)
    }

    /// Colour and opacity at the point, 0 to 1: the material's, times its texture's.
    pub fn rgba(&self, hit: &SceneHit) -> [f32; 4] {
        let traced = self.met(hit).1;
        let Some(&index) = traced.mesh.triangle_materials.get(hit.triangle as usize) else {
            return UNPAINTED;
        };
        let material = &traced.mesh.materials[index as usize];
        let mut rgba = material.rgba;
        if let Some(image) = &traced.textures[index as usize] {
            let texture = image.sample(self.uv(hit));
            rgba = from_fn(|k| rgba[k] * texture[k]);
        }
        rgba[3] = material.alpha_mode.opacity(rgba[3]);
        rgba
    }

    pub(crate) fn met(&self, hit: &SceneHit) -> (&Instance, &TracedMesh) {
        let instance = &self.instances[hit.instance as usize];
        (instance, &self.tracer.meshes[instance.mesh as usize])
    }
}

/// A normal that leans as a picture of slopes says. The picture's axes on the surface follow from the texture
/// coordinates of the triangle's corners; none where these are on a line.
fn tilted(
    normal: [f32; 3],
    slopes: [f32; 3],
    instance: &Instance,
    traced: &TracedMesh,
    hit: &SceneHit,
) -> Option<[f32; 3]> {
    let corners = traced.mesh.triangles[hit.triangle as usize];
    if traced.mesh.uvs.is_empty() {
        return None;
    }
    let [a, b, c] = corners.map(|index| traced.mesh.positions[index as usize]);
    let [ta, tb, tc] = corners.map(|index| traced.mesh.uvs[index as usize]);
    let (e, f): ([f32; 3], [f32; 3]) = (from_fn(|k| b[k] - a[k]), from_fn(|k| c[k] - a[k]));
    let ([du1, dv1], [du2, dv2]) = ([tb[0] - ta[0], tb[1] - ta[1]], [tc[0] - ta[0], tc[1] - ta[1]]);
    let determinant = du1 * dv2 - du2 * dv1;
    if determinant == 0.0 {
        return None;
    }
    let along: [f32; 3] = from_fn(|k| (e[k] * dv2 - f[k] * dv1) / determinant);
    let across: [f32; 3] = from_fn(|k| (f[k] * du1 - e[k] * du2) / determinant);
    let dot = |a: [f32; 3], b: [f32; 3]| a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    // In the view, at right angles to the normal.
    let on_surface = |v: [f32; 3]| {
        let v = instance.turn_normal(v);
        let up = dot(v, normal);
        unit(from_fn(|k| v[k] - up * normal[k]))
    };
    let (along, across) = (on_surface(along), on_surface(across));
    Some(unit(from_fn(|k| slopes[0] * along[k] + slopes[1] * across[k] + slopes[2] * normal[k])))
}

impl Instance {
    /// A direction at right angles to a surface of the mesh, so in the view: it follows the
    /// transposed inverse, and our map leads from the view to the mesh.
    fn turn_normal(&self, n: [f32; 3]) -> [f32; 3] {
        let m = &self.linear;
        from_fn(|k| m[0][k] * n[0] + m[1][k] * n[1] + m[2][k] * n[2])
    }
}

fn blend<const N: usize>([a, b, c]: [[f32; N]; 3], [v, w]: [f32; 2]) -> [f32; N] {
    let u = 1.0 - v - w;
    from_fn(|k| u * a[k] + v * b[k] + w * c[k])
}

/// With length one; up for a vector without length.
fn unit(v: [f32; 3]) -> [f32; 3] {
    let length = (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]).sqrt();
    if length > 0.0 && length.is_finite() { v.map(|value| value / length) } else { [0.0, 0.0, 1.0] }
}
