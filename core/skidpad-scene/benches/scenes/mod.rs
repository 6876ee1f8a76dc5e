//! The scenes that rays are measured in, made by code: a warehouse, a terrain, a room.

use skidpad_math::{NoiseAddress, sin};
use skidpad_scene::{
    Affine, Faces, HeightField, Mesh, ObjectClass, Primitive, SceneDescription, SceneObject, Solid,
    Visibility, bodies,
};

/// One mesh as a scene.
pub(crate) fn scene_of(mesh: Mesh) -> SceneDescription {
    let mut scene = SceneDescription::default();
    scene.add_mesh(mesh);
    scene.objects.push(SceneObject {
        name: "scene".into(),
        frame: 0,
        mesh: 0,
        mesh_in_frame: Affine::IDENTITY,
        instance: 1,
        class: ObjectClass::Other,
        reflectivity: 0.5,
        visibility: Visibility::ALL,
        faces: Faces::Both,
        glow: None,
        casts_shadows: true,
    });
    scene
}

fn add_box(mesh: &mut Mesh, low: [f64; 3], size: [f64; 3]) {
    let solid = Primitive::Box { lx_m: size[0], ly_m: size[1], lz_m: size[2] };
    mesh.append(&solid.mesh(), &Affine::translation(low[0], low[1], low[2]));
}

/// A hall of 72 × 40 × 9 m with racks full of cartons and drums, and a roof on trusses.
/// About 200 000 triangles.
pub(crate) fn warehouse() -> Mesh {
    let mut mesh = Mesh::default();
    let noise = NoiseAddress { seed: 1, stream: 1, step: 0 };
    let mut index = 0;
    let mut random = || {
        index += 1;
        noise.uniform(index)
    };
    add_box(&mut mesh, [-36.0, -20.0, -0.2], [72.0, 40.0, 0.2]);
    add_box(&mut mesh, [-36.0, -20.0, 9.0], [72.0, 40.0, 0.2]);
    for y in [-20.2, 20.0] {
        add_box(&mut mesh, [-36.0, y, 0.0], [72.0, 0.2, 9.0]);
    }
    for x in [-36.2, 36.0] {
        add_box(&mut mesh, [x, -20.0, 0.0], [0.2, 40.0, 9.0]);
    }
    for row in 0..10 {
        let y = -18.0 + 3.9 * f64::from(row);
        for bay in 0..23 {
            let x = -34.0 + 3.0 * f64::from(bay);
            // Leave cross aisles.
            if bay % 8 == 7 {
                continue;
            }
            for side in [0.0, 1.1] {
                add_box(&mut mesh, [x, y + side, 0.0], [0.1, 0.1, 7.5]);
                for level in 0..5 {
                    add_box(&mut mesh, [x, y + side, 0.4 + 1.6 * f64::from(level)], [3.0, 0.06, 0.12]);
                }
            }
            for level in 0..5 {
                let z = 0.52 + 1.6 * f64::from(level);
                add_box(&mut mesh, [x + 0.1, y, z], [2.8, 1.1, 0.03]);
                for column in 0..6 {
                    for deep in 0..2 {
                        let [w, d, h] = [0.25 + 0.18 * random(), 0.3 + 0.2 * random(), 0.2 + 0.9 * random()];
                        let at = [
                            x + 0.15 + 0.46 * f64::from(column),
                            y + 0.02 + 0.55 * f64::from(deep),
                            z + 0.03,
                        ];
                        if random() < 0.03 {
                            let drum =
                                Primitive::Cylinder { radius_m: 0.5 * w, length_m: h, vertex_count: 20 };
                            let place = Affine::translation(at[0] + 0.5 * w, at[1] + 0.5 * w, at[2]);
                            mesh.append(&drum.mesh(), &place);
                        } else if random() < 0.83 {
                            add_box(&mut mesh, at, [w, d, h]);
                        }
                    }
                }
            }
        }
    }
    for truss in 0..18 {
        let x = -34.0 + 4.0 * f64::from(truss);
        add_box(&mut mesh, [x, -20.0, 8.6], [0.15, 40.0, 0.15]);
        add_box(&mut mesh, [x, -20.0, 7.8], [0.15, 40.0, 0.15]);
        for strut in 0..40 {
            add_box(&mut mesh, [x + 0.03, -19.9 + f64::from(strut), 7.9], [0.08, 0.08, 0.7]);
        }
    }
    mesh
}

/// Hills of 500 × 500 m in cells of half a metre: two million triangles.
pub(crate) fn terrain() -> Mesh {
    let count = 1001_u32;
    let noise = NoiseAddress { seed: 2, stream: 1, step: 0 };
    let height = |k: u32| {
        let (x, y) = (f64::from(k / count) * 0.5, f64::from(k % count) * 0.5);
        let hills = 12.0 * sin(0.02 * x) * sin(0.017 * y + 1.0) + 3.0 * sin(0.11 * x + 0.5) * sin(0.13 * y);
        (hills + 0.4 * sin(0.9 * x) * sin(1.1 * y) + 0.05 * noise.uniform(u64::from(k))) as f32
    };
    let field = HeightField {
        rows: count,
        columns: count,
        heights_m: (0..count * count).map(height).collect(),
        resolution_m: 0.5,
        corner_m: [0.0; 2],
        ..HeightField::default()
    };
    let mut mesh = Mesh::default();
    mesh.append(&bodies::terrain(&field, [1.0, 1.0]), &Affine::translation(-250.0, -250.0, 0.0));
    mesh
}

/// A room of 6 × 5 × 2.7 m with a table, chairs, lamps and balls. About 5 000 triangles.
pub(crate) fn room() -> Mesh {
    let mut mesh = Mesh::default();
    add_box(&mut mesh, [-3.0, -2.5, -0.1], [6.0, 5.0, 0.1]);
    add_box(&mut mesh, [-3.0, -2.5, 2.7], [6.0, 5.0, 0.1]);
    for (low, size) in [
        ([-3.1, -2.5, 0.0], [0.1, 5.0, 2.7]),
        ([3.0, -2.5, 0.0], [0.1, 5.0, 2.7]),
        ([-3.0, -2.6, 0.0], [6.0, 0.1, 2.7]),
        ([-3.0, 2.5, 0.0], [6.0, 0.1, 2.7]),
        ([-0.8, -0.5, 0.7], [1.6, 1.0, 0.04]),
    ] {
        add_box(&mut mesh, low, size);
    }
    for x in [-1.6, 1.2] {
        for y in [-0.8, 0.4] {
            add_box(&mut mesh, [x, y, 0.42], [0.4, 0.4, 0.03]);
            add_box(&mut mesh, [x, y, 0.45], [0.03, 0.4, 0.45]);
            for leg in 0..4_u8 {
                let (right, back) = (f64::from(leg % 2), f64::from(leg / 2));
                add_box(&mut mesh, [x + 0.37 * right, y + 0.37 * back, 0.0], [0.03, 0.03, 0.42]);
                add_box(&mut mesh, [-0.75 + 1.45 * right, -0.45 + 0.85 * back, 0.0], [0.05, 0.05, 0.7]);
            }
        }
    }
    let ball = Primitive::Sphere { radius_m: 0.15, vertex_count: 26 }.mesh();
    for k in 0..6 {
        let place = Affine::translation(-2.4 + 0.9 * f64::from(k), 2.0, 0.15 + 0.3 * f64::from(k % 3));
        mesh.append(&ball, &place);
    }
    mesh
}
