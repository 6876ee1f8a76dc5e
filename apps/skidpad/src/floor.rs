//! What pictures show of lines: they have no surface that a ray could meet, so each becomes a flat ribbon; and
//! a world with lines on its ground, but no ground, gets a plain one to stand on.

use skidpad_scene::bodies::{colour, painted, plane};
use skidpad_scene::{Affine, Faces, Mesh, ObjectClass, SceneDescription, SceneObject, Sight};

/// From the middle to each side: to the horizon [m].
const FLOOR_REACH_M: f64 = 5_000.0;
/// A floor lies this much below its lines [m].
const FLOOR_DEPTH_M: f64 = 2e-3;
const FLOOR_RGBA: [f32; 4] = [0.66, 0.67, 0.66, 1.0];

/// The scene with ribbons of this width [m] for its lines, and a floor around a place where one is missing.
pub(crate) fn with_floor(
    scene: &SceneDescription,
    middle_m: [f64; 2],
    line_width_m: f64,
) -> SceneDescription {
    let mut seen = scene.clone();
    for object in &mut seen.objects {
        let mesh = &seen.meshes[object.mesh as usize];
        if object.class == ObjectClass::Marker && !mesh.segments.is_empty() {
            let drawn = ribbons(mesh, line_width_m);
            seen.meshes.push(drawn.into());
            object.mesh = (seen.meshes.len() - 1) as u32;
        }
    }
    let has_grid = scene.objects.iter().any(|it| it.frame == 0 && lies_on_ground(scene, it));
    let has_ground =
        scene.objects.iter().any(|it| matches!(it.class, ObjectClass::Ground | ObjectClass::Terrain));
    if has_grid && !has_ground {
        let sides = [-FLOOR_REACH_M, FLOOR_REACH_M];
        let mesh = seen.add_mesh(painted(&plane(sides, sides, [1.0; 2]), &colour(FLOOR_RGBA)));
        seen.objects.push(SceneObject {
            name: "floor".into(),
            frame: 0,
            mesh,
            mesh_in_frame: Affine::translation(middle_m[0], middle_m[1], -FLOOR_DEPTH_M),
            instance: 0,
            class: ObjectClass::Ground,
            reflectivity: 0.5,
            sight: Sight::VIEWER_ONLY,
            faces: Faces::Both,
        });
    }
    seen
}

/// Lines at height zero, such as a ground grid's.
fn lies_on_ground(scene: &SceneDescription, object: &SceneObject) -> bool {
    let mesh = &scene.meshes[object.mesh as usize];
    let height_m = |p: &[f32; 3]| object.mesh_in_frame.apply(p.map(f64::from))[2];
    object.class == ObjectClass::Marker
        && !mesh.segments.is_empty()
        && mesh.positions.iter().all(|p| height_m(p) == 0.0)
}

/// Each line as a rectangle, as level as the line allows.
fn ribbons(lines: &Mesh, width_m: f64) -> Mesh {
    let mut mesh = Mesh::default();
    for [a, b] in lines.segments.iter().map(|ends| ends.map(|end| lines.positions[end as usize])) {
        let along = [0, 1, 2].map(|k| f64::from(b[k]) - f64::from(a[k]));
        let level_m = along[0].hypot(along[1]);
        // A line straight up shows its width along x.
        let across = if level_m > 0.0 { [-along[1] / level_m, along[0] / level_m] } else { [1.0, 0.0] };
        let [dx, dy] = across.map(|value| (0.5 * width_m * value) as f32);
        let base = mesh.positions.len() as u32;
        let beside = |p: [f32; 3], side: f32| [p[0] + side * dx, p[1] + side * dy, p[2]];
        mesh.positions.extend([beside(a, -1.0), beside(b, -1.0), beside(b, 1.0), beside(a, 1.0)]);
        mesh.triangles.extend([[base, base + 1, base + 2], [base, base + 2, base + 3]]);
    }
    mesh.materials = lines.materials.clone();
    if !mesh.materials.is_empty() {
        mesh.triangle_materials = vec![0; mesh.triangles.len()];
    }
    mesh
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_becomes_a_rectangle_of_its_width() {
        let lines = Mesh {
            positions: vec![[1.0, 2.0, 0.0], [4.0, 6.0, 0.0], [0.0; 3], [0.0, 0.0, 1.0]],
            segments: vec![[0, 1], [2, 3]],
            materials: vec![colour([1.0, 0.0, 0.0, 1.0])],
            ..Mesh::default()
        };
        let mesh = ribbons(&lines, 0.5);
        assert!(mesh.is_consistent());
        let area = |[a, b, c]: [[f32; 3]; 3]| {
            let (e, f) = ([0, 1, 2].map(|k| b[k] - a[k]), [0, 1, 2].map(|k| c[k] - a[k]));
            let n = [e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]];
            0.5 * n.iter().map(|v| v * v).sum::<f32>().sqrt()
        };
        let areas: Vec<f32> = mesh.triangle_corners().map(area).collect();
        for (area, expected) in areas.iter().zip([1.25, 1.25, 0.25, 0.25]) {
            assert!((area - expected).abs() < 1e-6, "{areas:?}");
        }
    }
}
