//! Meshes of world elements: floors, walls with openings, terrain, grids, clouds, lines.

use super::shapes::{append_convex_prism, paint, painted};
use crate::build::{Doorway, StandingBox};
use skidpad_scene::{Affine, HeightField, Material, Mesh, OccupancyGrid, PointCloud};
use skidpad_world::description::{Color, Elevation, GroundGrid, HorizontalPlane, VerticalPlane};
use std::collections::BTreeMap;

/// A mesh with the place of its own origin: numbers of the mesh stay small wherever the world lies.
pub(super) struct Placed {
    pub(super) mesh: Mesh,
    pub(super) in_frame: Affine,
}

/// A surface with a texture if it has one, else in its colour.
pub(super) fn surface(color: Color, texture: Option<&str>) -> Material {
    match texture {
        Some(uri) => Material { rgba: [1.0; 4], texture_uri: Some(uri.to_owned()), ..Material::default() },
        None => paint(color),
    }
}

/// A floor of two triangles.
pub(super) fn floor(plane: &HorizontalPlane) -> Placed {
    let (lx, ly) = (plane.x_max_m - plane.x_min_m, plane.y_max_m - plane.y_min_m);
    let corners = [[0.0, 0.0], [lx, 0.0], [lx, ly], [0.0, ly]];
    let repeat = |length: f64, size: f64| if size > 0.0 { length / size } else { 1.0 };
    let uv = |[x, y]: [f64; 2]| [repeat(x, plane.texture_size_x_m), repeat(y, plane.texture_size_y_m)];
    let mesh = Mesh {
        positions: corners.map(|[x, y]| [x as f32, y as f32, 0.0]).to_vec(),
        triangles: vec![[0, 1, 2], [0, 2, 3]],
        uvs: corners.map(|corner| uv(corner).map(|value| value as f32)).to_vec(),
        ..Mesh::default()
    };
    let texture = plane.texture.as_ref().map(|texture| texture.uri.as_str());
    Placed {
        mesh: painted(mesh, surface(plane.color, texture)),
        in_frame: Affine::translation(plane.x_min_m, plane.y_min_m, plane.z_m),
    }
}

/// The openings of a plane through which one can look: doors and windows.
pub(crate) fn openings(plane: &VerticalPlane) -> Vec<Doorway> {
    (plane.openings.iter())
        .map(|opening| Doorway {
            position: opening.position,
            width_m: opening.width_m,
            z_m: [opening.z_min_m, opening.z_max_m],
        })
        .collect()
}

/// Standing boxes as one mesh. Texture coordinates run along the wall from `start_m` and up from zero height.
pub(super) fn standing_boxes(
    boxes: &[StandingBox],
    start_m: [f64; 2],
    texture_size_m: [f64; 2],
    material: Material,
) -> Placed {
    let mut mesh = Mesh::default();
    for it in boxes {
        let corners = it.corners_m.map(|[x, y]| [x - start_m[0], y - start_m[1]]);
        append_faces(&mut mesh, &corners, [it.z_min_m, it.z_max_m], texture_size_m);
    }
    Placed { mesh: painted(mesh, material), in_frame: Affine::translation(start_m[0], start_m[1], 0.0) }
}

/// The six faces of an upright box with their own corners, so that each has its own texture coordinates.
fn append_faces(mesh: &mut Mesh, corners: &[[f64; 2]; 4], [low, high]: [f64; 2], [size_x, size_y]: [f64; 2]) {
    let length = |[x, y]: [f64; 2]| (x * x + y * y).sqrt();
    let u = |along: f64| if size_x > 0.0 { along / size_x } else { along };
    let v = |up: f64| if size_y > 0.0 { up / size_y } else { up };
    let mut face = |points: [([f64; 2], f64); 4], uvs: [[f64; 2]; 4]| {
        let base = mesh.positions.len() as u32;
        mesh.positions.extend(points.map(|([x, y], z)| [x as f32, y as f32, z as f32]));
        mesh.uvs.extend(uvs.map(|uv| uv.map(|value| value as f32)));
        mesh.triangles.extend([[base, base + 1, base + 2], [base, base + 2, base + 3]]);
    };
    for k in 0..4 {
        let (a, b) = (corners[k], corners[(k + 1) % 4]);
        let (from, to) = (length(a), length(b));
        face(
            [(a, low), (b, low), (b, high), (a, high)],
            [[u(from), v(low)], [u(to), v(low)], [u(to), v(high)], [u(from), v(high)]],
        );
    }
    let flat = corners.map(|[x, y]| [u(x), v(y)]);
    let [a, b, c, d] = *corners;
    face([(a, high), (b, high), (c, high), (d, high)], flat);
    face([(d, low), (c, low), (b, low), (a, low)], [flat[3], flat[2], flat[1], flat[0]]);
}

/// Occupied cells as walls. `z_m` must be finite.
pub(super) fn grid_walls(grid: &OccupancyGrid, [low, high]: [f64; 2]) -> Placed {
    let mut mesh = Mesh::default();
    for rectangle in grid.merged_rectangles() {
        let along = |cells: u32| f64::from(cells) * grid.resolution_m;
        let (x0, y0) = (along(rectangle.x), along(rectangle.y));
        let (x1, y1) = (along(rectangle.x + rectangle.width), along(rectangle.y + rectangle.height));
        append_convex_prism(&mut mesh, &[[x0, y0], [x1, y0], [x1, y1], [x0, y1]], [low, high]);
    }
    let wall = Material { rgba: [0.45, 0.45, 0.48, 1.0], ..Material::default() };
    Placed { mesh: painted(mesh, wall), in_frame: Affine::translation(grid.x_min_m, grid.y_min_m, 0.0) }
}

/// Terrain, cell by cell as wheels find it.
pub(super) fn terrain(field: &HeightField, elevation: &Elevation, texture: Option<&str>) -> Placed {
    let (rows, columns) = (field.rows, field.columns);
    let point = |i: u32, j: u32| {
        let z = field.heights_m[(i * columns + j) as usize];
        [(f64::from(i) * field.resolution_m) as f32, (f64::from(j) * field.resolution_m) as f32, z]
    };
    let indices = || (0..rows).flat_map(move |i| (0..columns).map(move |j| (i, j)));
    let mut mesh = Mesh { positions: indices().map(|(i, j)| point(i, j)).collect(), ..Mesh::default() };
    for i in 0..rows.saturating_sub(1) {
        for j in 0..columns.saturating_sub(1) {
            let at = |di: u32, dj: u32| (i + di) * columns + j + dj;
            mesh.triangles.push([at(0, 0), at(1, 0), at(1, 1)]);
            mesh.triangles.push([at(0, 0), at(1, 1), at(0, 1)]);
        }
    }
    if texture.is_some() {
        mesh.uvs = indices().map(|(i, j)| terrain_uv(field, elevation, i, j)).collect();
    }
    let placement = &field.placement;
    let turn = Affine {
        linear: [
            [placement.cos_yaw, -placement.sin_yaw, 0.0],
            [placement.sin_yaw, placement.cos_yaw, 0.0],
            [0.0, 0.0, 1.0],
        ],
        translation_m: placement.origin_m,
    };
    Placed {
        mesh: painted(mesh, surface(elevation.color, texture)),
        in_frame: turn.after(&Affine::translation(field.corner_m[0], field.corner_m[1], 0.0)),
    }
}

/// Where a grid point lies on the texture. Rows run down the picture as x grows, columns to the right as y grows,
/// as the heights of an elevation image do; then quarter turns.
fn terrain_uv(field: &HeightField, elevation: &Elevation, i: u32, j: u32) -> [f32; 2] {
    let [lx, ly] = field.extent_m();
    let (x, y) = (f64::from(i) * field.resolution_m, f64::from(j) * field.resolution_m);
    let share = |along: f64, extension: f64, whole: f64| {
        along / if extension > 0.0 { extension } else { whole.max(1e-9) }
    };
    let down = share(x, elevation.texture_extension_x_m, lx);
    let right = share(y, elevation.texture_extension_y_m, ly);
    let (u, v) = (right, 1.0 - down);
    let [u, v] = match elevation.texture_rotation_deg {
        90 => [v, 1.0 - u],
        -90 => [1.0 - v, u],
        180 | -180 => [1.0 - u, 1.0 - v],
        _ => [u, v],
    };
    [u as f32, v as f32]
}

/// Half the size of a point of a cloud that is drawn three pixels wide [m].
const POINT_RADIUS_M: f64 = 0.015;

/// A cloud as small tetrahedra.
pub(super) fn cloud(cloud: &PointCloud, point_size_px: f64) -> Mesh {
    let r = (POINT_RADIUS_M * point_size_px / 3.0) as f32;
    let corners = [[r, r, r], [r, -r, -r], [-r, r, -r], [-r, -r, r]];
    let mut mesh = Mesh::default();
    let mut known: BTreeMap<[u8; 3], u32> = BTreeMap::new();
    for (index, point) in cloud.points.iter().enumerate() {
        let base = mesh.positions.len() as u32;
        mesh.positions.extend(corners.map(|c| [point[0] + c[0], point[1] + c[1], point[2] + c[2]]));
        let faces: [[u32; 3]; 4] = [[0, 1, 2], [0, 3, 1], [0, 2, 3], [1, 3, 2]];
        mesh.triangles.extend(faces.map(|face| face.map(|k| base + k)));
        if let Some(&[red, green, blue]) = cloud.colours.get(index) {
            let number = *known.entry([red, green, blue]).or_insert_with(|| {
                mesh.materials.push(paint(Color::rgb(red, green, blue)));
                mesh.materials.len() as u32 - 1
            });
            mesh.triangle_materials.extend([number; 4]);
        }
    }
    if mesh.triangle_materials.len() == mesh.triangles.len() {
        mesh
    } else {
        painted(mesh, Material { rgba: [0.2, 0.2, 0.8, 1.0], ..Material::default() })
    }
}

/// Lines on the floor.
pub(super) fn ground_grid(grid: &GroundGrid) -> Mesh {
    let mut mesh = Mesh::default();
    let mut line = |from: [f64; 2], to: [f64; 2]| {
        let base = mesh.positions.len() as u32;
        mesh.positions.extend([from, to].map(|[x, y]| [x as f32, y as f32, 0.0]));
        mesh.segments.push([base, base + 1]);
    };
    let places = |low: f64, high: f64| {
        let count = if grid.interval_m > 0.0 {
            ((high - low) / grid.interval_m).floor().clamp(0.0, 2_000.0)
        } else {
            0.0
        };
        (0..=count as u32).map(move |k| low + f64::from(k) * grid.interval_m)
    };
    for x in places(grid.x_min_m, grid.x_max_m) {
        line([x, grid.y_min_m], [x, grid.y_max_m]);
    }
    for y in places(grid.y_min_m, grid.y_max_m) {
        line([grid.x_min_m, y], [grid.x_max_m, y]);
    }
    mesh.materials = vec![paint(grid.color)];
    mesh
}
