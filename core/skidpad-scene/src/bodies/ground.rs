//! Floors: flat planes and elevation maps.

use crate::{HeightField, Mesh};

/// A flat rectangle at z = 0 that faces up, with one picture per `texture_size_m`.
pub fn plane(x_m: [f64; 2], y_m: [f64; 2], texture_size_m: [f64; 2]) -> Mesh {
    let mut mesh = Mesh::default();
    let ([x0, x1], [y0, y1]) = (x_m, y_m);
    super::add_quad(&mut mesh, [[x0, y0, 0.0], [x1, y0, 0.0], [x1, y1, 0.0], [x0, y1, 0.0]]);
    let size = texture_size_m.map(|size| if size > 0.0 { size } else { 1.0 });
    let (u, v) = ((x1 - x0) / size[0], (y1 - y0) / size[1]);
    mesh.uvs = [[0.0, 0.0], [u, 0.0], [u, v], [0.0, v]].map(|uv| uv.map(|value| value as f32)).to_vec();
    mesh.normals = vec![[0.0, 0.0, 1.0]; 4];
    mesh
}

/// An elevation map from its point (0, 0), before its placement: place it by a shift to the map's
/// corner, then by the placement. The same triangles as `HeightField::height_at`, with blended
/// normals and one picture per `texture_size_m`, whose lower left corner lies at point (0, 0).
pub fn terrain(field: &HeightField, texture_size_m: [f64; 2]) -> Mesh {
    let (rows, columns) = (field.rows as usize, field.columns as usize);
    let mut mesh = Mesh::default();
    if rows < 2 || columns < 2 || field.heights_m.len() != rows * columns {
        return mesh;
    }
    let size = texture_size_m.map(|size| if size > 0.0 { size } else { 1.0 });
    let height = |row: usize, column: usize| f64::from(field.heights_m[row * columns + column]);
    for row in 0..rows {
        for column in 0..columns {
            let (x, y) = (row as f64 * field.resolution_m, column as f64 * field.resolution_m);
            mesh.positions.push([x as f32, y as f32, height(row, column) as f32]);
            mesh.uvs.push([(x / size[0]) as f32, (y / size[1]) as f32]);
            // Slopes between the neighbours on both sides, or on one at the border.
            let (r0, r1) = (row.saturating_sub(1), (row + 1).min(rows - 1));
            let (c0, c1) = (column.saturating_sub(1), (column + 1).min(columns - 1));
            let slope_x = (height(r1, column) - height(r0, column)) / ((r1 - r0) as f64 * field.resolution_m);
            let slope_y = (height(row, c1) - height(row, c0)) / ((c1 - c0) as f64 * field.resolution_m);
            let length = (slope_x * slope_x + slope_y * slope_y + 1.0).sqrt();
            mesh.normals.push([-slope_x / length, -slope_y / length, 1.0 / length].map(|value| value as f32));
        }
    }
    for row in 0..rows - 1 {
        for column in 0..columns - 1 {
            let at = |i: usize, j: usize| ((row + i) * columns + column + j) as u32;
            mesh.triangles.extend([[at(0, 0), at(1, 0), at(1, 1)], [at(0, 0), at(1, 1), at(0, 1)]]);
        }
    }
    mesh
}

#[cfg(test)]
mod tests {
    use super::super::tests::range_m;
    use super::*;
    use crate::Placement;
    use skidpad_math::NoiseAddress;

    #[test]
    fn the_terrain_seen_is_the_terrain_driven_on() {
        let noise = NoiseAddress { seed: 3, stream: 1, step: 0 };
        let field = HeightField {
            rows: 9,
            columns: 7,
            heights_m: (0..63).map(|k| 2.0 * noise.uniform(k) as f32).collect(),
            resolution_m: 0.5,
            corner_m: [0.0, 0.0],
            placement: Placement::IDENTITY,
        };
        let mesh = terrain(&field, [1.0, 1.0]);
        assert!(mesh.is_consistent());
        for k in 0..200 {
            let (x, y) = (3.9 * noise.uniform(100 + 2 * k), 2.9 * noise.uniform(101 + 2 * k));
            let [xf, yf] = [x as f32, y as f32];
            let drop_m = range_m(&mesh, [xf, yf, 10.0], [0.0, 0.0, -1.0]).unwrap();
            let height_m = field.height_at(f64::from(xf), f64::from(yf)).unwrap();
            assert!((10.0 - f64::from(drop_m) - height_m).abs() < 1e-5, "at {x} {y}");
        }
    }

    #[test]
    fn a_slope_has_its_normal_and_faces_up() {
        let field = HeightField {
            rows: 3,
            columns: 3,
            heights_m: vec![0.0, 0.0, 0.0, 0.75, 0.75, 0.75, 1.5, 1.5, 1.5],
            resolution_m: 1.0,
            ..HeightField::default()
        };
        for normal in terrain(&field, [1.0, 1.0]).normals {
            assert_eq!(normal, [-0.6, 0.0, 0.8]);
        }
    }
}
