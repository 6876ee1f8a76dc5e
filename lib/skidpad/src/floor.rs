//! What pictures show and sensors do not see. Lines have no surface that a ray could hit, so each becomes a flat ribbon
//! slightly above the ground. Where a world describes no ground, vehicles drive at height zero, and a plain floor is
//! drawn there.

use skidpad_scene::bodies::{colour, painted, plane};
use skidpad_scene::{Affine, Faces, Mesh, ObjectClass, SceneDescription, SceneObject, Sky, Visibility};

/// Half the side of the square in the middle of a floor [m].
const FLOOR_MIDDLE_M: f64 = 40.0;
/// Frames around that square, up to the horizon.
const FLOOR_FRAMES: u32 = 4;
/// Each frame is this many times larger than the one inside it.
const FLOOR_GROWTH: f64 = 4.0;
/// A floor is this much below height zero, or below the planes of a world at about that height [m].
const FLOOR_DEPTH_M: f64 = 5e-3;
/// Ground deeper than this would be hidden by a floor [m].
const VALLEY_M: f64 = 0.05;
/// Ribbons are this much above their lines [m].
const LINE_LIFT_M: f64 = 5e-3;
/// A world that begins this much above height zero needs no floor [m].
const HIGH_ABOVE_M: f64 = 20.0;
const FLOOR_RGBA: [f32; 4] = [0.66, 0.67, 0.66, 1.0];

/// The scene with ribbons of this width [m] for its lines, and, if a height is given, a floor around its middle.
pub(crate) fn with_floor(
    scene: &SceneDescription,
    floor_z_m: Option<f64>,
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
    if let Some(floor_z_m) = floor_z_m {
        let mesh = seen.add_mesh(painted(&floor(), &colour(FLOOR_RGBA)));
        seen.objects.push(SceneObject {
            name: "floor".into(),
            frame: 0,
            mesh,
            mesh_in_frame: Affine::translation(middle_m[0], middle_m[1], floor_z_m),
            instance: 0,
            class: ObjectClass::Ground,
            reflectivity: 0.5,
            visibility: Visibility::VIEWER_ONLY,
            faces: Faces::Both,
            glow: None,
            casts_shadows: true,
        });
    }
    seen
}

/// A floor to the horizon. Its pieces are small near the middle: on a large triangle, positions are so inaccurate that
/// the floor would be in its own shadow.
fn floor() -> Mesh {
    let mut mesh = Mesh::default();
    let mut add = |x_m: [f64; 2], y_m: [f64; 2]| {
        mesh.append(&plane(x_m, y_m, [1.0; 2]), &Affine::IDENTITY);
    };
    let mut near = FLOOR_MIDDLE_M;
    for [i, j] in [[-1.0, -1.0], [-1.0, 0.0], [0.0, -1.0], [0.0, 0.0]] {
        add([near * i, near * (i + 1.0)], [near * j, near * (j + 1.0)]);
    }
    for _ in 0..FLOOR_FRAMES {
        let far = near * FLOOR_GROWTH;
        add([-far, far], [near, far]);
        add([-far, far], [-far, -near]);
        add([-far, -near], [-near, near]);
        add([near, far], [-near, near]);
        near = far;
    }
    mesh
}

/// Height of the floor [m], about zero. `None` if it would hide ground below it, if the world begins high above it, or
/// if a sky box surrounds the world.
pub(crate) fn floor_height_m(
    scene: &SceneDescription,
    ground_z_min_m: Option<f64>,
    things_z_min_m: f64,
) -> Option<f64> {
    let lowest_m = ground_z_min_m.unwrap_or(0.0).min(0.0);
    let has_surroundings = ground_z_min_m.is_some() && matches!(scene.sky, Sky::Box(_));
    let is_wanted = lowest_m >= -VALLEY_M && !has_surroundings && things_z_min_m < HIGH_ABOVE_M;
    is_wanted.then_some(lowest_m - FLOOR_DEPTH_M)
}

/// Each line as a rectangle, as level as the line allows.
fn ribbons(lines: &Mesh, width_m: f64) -> Mesh {
    let mut mesh = Mesh::default();
    for [a, b] in lines.segments.iter().map(|ends| ends.map(|end| lines.positions[end as usize])) {
        let along = [0, 1, 2].map(|k| f64::from(b[k]) - f64::from(a[k]));
        let level_m = along[0].hypot(along[1]);
        // A vertical line has its width along x.
        let across = if level_m > 0.0 { [-along[1] / level_m, along[0] / level_m] } else { [1.0, 0.0] };
        let [dx, dy] = across.map(|value| (0.5 * width_m * value) as f32);
        let base = mesh.positions.len() as u32;
        let beside = |p: [f32; 3], side: f32| [p[0] + side * dx, p[1] + side * dy, p[2] + LINE_LIFT_M as f32];
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
        assert!(mesh.positions.iter().all(|p| p[2] > 0.0), "nothing lies in the floor");
        let areas: Vec<f32> = mesh.triangle_corners().map(area).collect();
        for (area, expected) in areas.iter().zip([1.25, 1.25, 0.25, 0.25]) {
            assert!((area - expected).abs() < 1e-6, "{areas:?}");
        }
    }

    #[test]
    fn a_floor_is_drawn_where_things_stand_on_none() {
        let scene = SceneDescription::default();
        assert!(floor_height_m(&scene, None, 0.0).is_some(), "nothing but robots");
        assert!(floor_height_m(&scene, Some(0.0), 0.0).is_some(), "planes that end somewhere");
        assert!(floor_height_m(&scene, Some(-0.005), 0.0).unwrap() < -0.006, "planes a little lower");
        assert_eq!(floor_height_m(&scene, Some(-1.5), 0.0), None, "a valley would be hidden");
        assert_eq!(floor_height_m(&scene, Some(400.0), 400.0), None, "hills high above");
        assert_eq!(with_floor(&scene, None, [0.0; 2], 0.01).objects, []);
        let floor = with_floor(&scene, Some(-0.005), [3.0, 4.0], 0.01);
        assert!(floor.is_consistent() && floor.objects[0].visibility == Visibility::VIEWER_ONLY);
        let area_m2: f32 = (floor.meshes[0].triangle_corners())
            .map(|[a, b, c]| 0.5 * ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])))
            .sum();
        let side_m = (2.0 * FLOOR_MIDDLE_M * FLOOR_GROWTH.powi(FLOOR_FRAMES as i32)) as f32;
        assert!((area_m2 / (side_m * side_m) - 1.0).abs() < 1e-5, "no holes, nothing twice");
    }
}
