//! How objects look that are added while running.

use super::BuiltScene;
use super::frames::FramePlace;
use crate::build::count;
use skidpad_math::{Primitive, Vec3, sin_cos};
use skidpad_messages::{ObjectPoints, ObjectShape, RuntimeObject};
use skidpad_scene::bodies::{colour, painted, prism};
use skidpad_scene::polygon::triangulated;
use skidpad_scene::{
    Affine, Faces, FrameOwner, Image, Material, Mesh, ObjectClass, SceneDescription, SceneObject, Solid,
    Visibility,
};
use std::collections::BTreeMap;
use std::f64::consts::TAU;
use std::sync::Arc;

/// Sides of round objects.
const SIDES: u32 = 32;

/// A scene with these objects besides.
pub(super) fn with_objects(
    base: &BuiltScene,
    objects: &[Option<RuntimeObject>],
    pictures: &BTreeMap<String, Arc<Image>>,
) -> BuiltScene {
    let mut scene = SceneDescription::clone(&base.description);
    scene.images.extend(pictures.iter().map(|(uri, picture)| (uri.clone(), Arc::clone(picture))));
    let mut places = base.places.clone();
    let mut instance = scene.objects.iter().map(|object| object.instance).max().unwrap_or(0);
    for (number, object) in (0..).zip(objects) {
        let Some(object) = object else { continue };
        let frame = scene.add_frame(object.name.clone(), FrameOwner::Object(number));
        places.push(FramePlace::Object(number));
        let texture = object.texture.as_ref().filter(|uri| pictures.contains_key(*uri));
        let mesh = match texture {
            Some(uri) => textured(&mesh_of(object), object.rgba[3], uri),
            None => mesh_of(object),
        };
        if mesh.positions.is_empty() {
            continue;
        }
        let mesh = scene.add_mesh(mesh);
        instance += 1;
        scene.objects.push(SceneObject {
            name: object.name.clone(),
            frame,
            mesh,
            mesh_in_frame: Affine::IDENTITY,
            instance,
            class: if matches!(object.shape, ObjectShape::Lines(_)) {
                ObjectClass::Marker
            } else {
                ObjectClass::Other
            },
            reflectivity: 1.0,
            visibility: if object.is_seen_by_sensors { Visibility::ALL } else { Visibility::VIEWER_ONLY },
            faces: Faces::Both,
            glow: None,
            casts_shadows: true,
        });
    }
    BuiltScene { description: Arc::new(scene), places }
}

/// What a horizontal plane at a height over the middle of an upright object cuts out of it; none of flat things.
pub(crate) fn section_of(object: &RuntimeObject, z_m: f64) -> Option<Vec<[f64; 2]>> {
    let [lx, ly, lz] = object.size_m;
    if z_m.abs() > 0.5 * lz || lz <= 0.0 {
        return None;
    }
    match &object.shape {
        ObjectShape::Box => Some(rectangle(lx, ly).to_vec()),
        ObjectShape::Cylinder => Some(ellipse(lx, ly)),
        ObjectShape::Sphere => {
            let share = (1.0 - (2.0 * z_m / lz) * (2.0 * z_m / lz)).max(0.0).sqrt();
            Some(ellipse(lx * share, ly * share))
        }
        ObjectShape::Polygon { corners_m } => Some(corners_m.iter().map(|p| [p.x, p.y]).collect()),
        ObjectShape::Rectangle | ObjectShape::Disk | ObjectShape::Triangles(_) | ObjectShape::Lines(_) => {
            None
        }
    }
}

fn mesh_of(object: &RuntimeObject) -> Mesh {
    let [lx, ly, lz] = object.size_m;
    let paint = surface(object.rgba);
    match &object.shape {
        ObjectShape::Box => painted(&upright(&rectangle(lx, ly), lz), &paint),
        ObjectShape::Cylinder => painted(&upright(&ellipse(lx, ly), lz), &paint),
        ObjectShape::Sphere => painted(&ellipsoid(object.size_m), &paint),
        ObjectShape::Rectangle => painted(&upright(&rectangle(lx, ly), 0.0), &paint),
        ObjectShape::Disk => painted(&upright(&ellipse(lx, ly), 0.0), &paint),
        ObjectShape::Polygon { corners_m } => {
            let corners: Vec<[f64; 2]> = corners_m.iter().map(|p| [p.x, p.y]).collect();
            painted(&upright(&corners, lz), &paint)
        }
        ObjectShape::Triangles(points) => triangles(points, object.rgba),
        ObjectShape::Lines(points) => {
            let last = count(points.points_m.len());
            let segments = (0..last / 2).map(|k| [2 * k, 2 * k + 1]).collect();
            Mesh { positions: positions(points), segments, materials: vec![paint], ..Mesh::default() }
        }
    }
}

/// A mesh with a picture on each of its sides as seen from outside, stretched over the whole mesh. A side faces along
/// the axis that its triangles face most. The colour of the picture is its own; the opacity is the object's, too.
fn textured(mesh: &Mesh, opacity: u8, uri: &str) -> Mesh {
    let range = |axis: usize| {
        let values = mesh.positions.iter().map(|position| position[axis]);
        values.fold([f32::INFINITY, f32::NEG_INFINITY], |[low, high], v| [low.min(v), high.max(v)])
    };
    let ranges = [0, 1, 2].map(range);
    let share = |position: [f32; 3], axis: usize| {
        let [low, high] = ranges[axis];
        if high > low { (position[axis] - low) / (high - low) } else { 0.5 }
    };
    let mut material = surface([255, 255, 255, opacity]);
    material.texture_uri = Some(uri.to_owned());
    let mut out = Mesh { materials: vec![material], ..Mesh::default() };
    for triangle in &mesh.triangles {
        let corners = triangle.map(|index| mesh.positions[index as usize]);
        let (across, up, is_mirrored) = axes_of_side(corners);
        let base = count(out.positions.len());
        out.positions.extend(corners);
        out.uvs.extend(corners.map(|corner| {
            let u = share(corner, across);
            [if is_mirrored { 1.0 - u } else { u }, share(corner, up)]
        }));
        out.triangles.push([base, base + 1, base + 2]);
    }
    out.triangle_materials = vec![0; out.triangles.len()];
    out
}

/// Which axes run across and up a side as seen from outside, and whether the first one runs to the left.
fn axes_of_side([a, b, c]: [[f32; 3]; 3]) -> (usize, usize, bool) {
    let edge = |to: [f32; 3]| [0, 1, 2].map(|axis| to[axis] - a[axis]);
    let (p, q) = (edge(b), edge(c));
    let [x, y, z] = [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
    if z.abs() >= x.abs() && z.abs() >= y.abs() {
        (0, 1, z < 0.0)
    } else if x.abs() >= y.abs() {
        (1, 2, x < 0.0)
    } else {
        (0, 2, y > 0.0)
    }
}

fn surface(rgba: [u8; 4]) -> Material {
    colour(rgba.map(|value| f32::from(value) / 255.0))
}

fn rectangle(lx: f64, ly: f64) -> [[f64; 2]; 4] {
    let (x, y) = (0.5 * lx, 0.5 * ly);
    [[-x, -y], [x, -y], [x, y], [-x, y]]
}

fn ellipse(lx: f64, ly: f64) -> Vec<[f64; 2]> {
    let corner = |k: u32| {
        let (sin, cos) = sin_cos(TAU * f64::from(k) / f64::from(SIDES));
        [0.5 * lx * cos, 0.5 * ly * sin]
    };
    (0..SIDES).map(corner).collect()
}

/// An outline drawn from half its height below to half above; without a height, the flat outline.
fn upright(corners_m: &[[f64; 2]], height_m: f64) -> Mesh {
    if height_m > 0.0 {
        return prism(corners_m, -0.5 * height_m, 0.5 * height_m);
    }
    Mesh {
        positions: corners_m.iter().map(|[x, y]| [*x as f32, *y as f32, 0.0]).collect(),
        triangles: triangulated(corners_m),
        ..Mesh::default()
    }
}

fn ellipsoid(size_m: [f64; 3]) -> Mesh {
    let mut mesh = Primitive::Sphere { radius_m: 0.5, vertex_count: SIDES }.mesh();
    for position in &mut mesh.positions {
        *position = [0, 1, 2].map(|axis| (f64::from(position[axis]) * size_m[axis]) as f32);
    }
    // Those of a ball would be wrong.
    mesh.normals.clear();
    mesh
}

fn positions(points: &ObjectPoints) -> Vec<[f32; 3]> {
    points.points_m.iter().map(|Vec3 { x, y, z }| [*x as f32, *y as f32, *z as f32]).collect()
}

/// Triangles, each in the colour of its first point.
fn triangles(points: &ObjectPoints, rgba: [u8; 4]) -> Mesh {
    let triangle_count = count(points.points_m.len()) / 3;
    let mut mesh = Mesh {
        positions: positions(points),
        triangles: (0..triangle_count).map(|k| [3 * k, 3 * k + 1, 3 * k + 2]).collect(),
        ..Mesh::default()
    };
    let mut numbers: BTreeMap<[u8; 4], u32> = BTreeMap::new();
    for triangle in 0..triangle_count {
        let own = points.rgba.get(3 * triangle as usize).copied().unwrap_or(rgba);
        let next = count(mesh.materials.len());
        let number = *numbers.entry(own).or_insert(next);
        if number == next {
            mesh.materials.push(surface(own));
        }
        mesh.triangle_materials.push(number);
    }
    mesh
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_stands_upright_on_every_side_of_a_box() {
        let object = RuntimeObject { size_m: [2.0, 4.0, 6.0], ..RuntimeObject::default() };
        let mesh = textured(&mesh_of(&object), 128, "sign.png");
        assert_eq!(mesh.materials[0].texture_uri.as_deref(), Some("sign.png"));
        assert_eq!(mesh.materials[0].rgba[3], 128.0 / 255.0);
        assert_eq!((mesh.triangles.len(), mesh.uvs.len()), (12, 36));
        // Lower left and upper right of a side as seen from outside: front, back, left, right, top.
        let sides = [
            ([1.0, -2.0, -3.0], [1.0, 2.0, 3.0]),
            ([-1.0, 2.0, -3.0], [-1.0, -2.0, 3.0]),
            ([1.0, 2.0, -3.0], [-1.0, 2.0, 3.0]),
            ([-1.0, -2.0, -3.0], [1.0, -2.0, 3.0]),
            ([-1.0, -2.0, 3.0], [1.0, 2.0, 3.0]),
        ];
        for (lower_left, upper_right) in sides {
            for (corner, uv) in [(lower_left, [0.0, 0.0]), (upper_right, [1.0, 1.0])] {
                let mut at =
                    mesh.positions.iter().zip(&mesh.uvs).filter(|(position, _)| **position == corner);
                assert!(at.any(|(_, found)| *found == uv), "{corner:?} has no {uv:?}");
            }
        }
    }

    #[test]
    fn a_picture_that_is_not_there_leaves_the_colour() {
        let empty = BuiltScene { description: Arc::new(SceneDescription::default()), places: Vec::new() };
        let object = RuntimeObject { texture: Some("sign.png".to_string()), ..RuntimeObject::default() };
        let image = Arc::new(Image::default());
        for (pictures, texture) in
            [(BTreeMap::new(), None), (BTreeMap::from([("sign.png".to_string(), image)]), Some("sign.png"))]
        {
            let built = with_objects(&empty, &[Some(object.clone())], &pictures);
            let mesh = &built.description.meshes[0];
            assert_eq!(mesh.materials[0].texture_uri.as_deref(), texture);
            assert_eq!(built.description.images.contains_key("sign.png"), texture.is_some());
        }
    }
}
