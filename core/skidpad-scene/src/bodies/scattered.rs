//! Maps as shapes: occupancy grids as walls, point clouds as small solids.

use super::{add_quad, colour};
use crate::{Affine, Cell, Mesh, OccupancyGrid, PointCloud};
use std::collections::BTreeMap;

/// The occupied cells of a grid as walls of a height, from the grid's lower left corner at the origin.
///
/// Faces stand only between a wall and what is none, drawn out over straight runs; the tops are
/// the merged rectangles.
pub fn grid_walls(grid: &OccupancyGrid, height_m: f64) -> Mesh {
    let mut mesh = Mesh::default();
    let is_wall = |x: i64, y: i64| {
        x >= 0
            && y >= 0
            && x < i64::from(grid.width)
            && y < i64::from(grid.height)
            && grid.cell(x as u32, y as u32) == Cell::Occupied
    };
    let m = |cells: i64| cells as f64 * grid.resolution_m;
    let (width, height) = (i64::from(grid.width), i64::from(grid.height));
    // Faces across y, between row `y − 1` and row `y`, then faces across x.
    for y in 0..=height {
        for (from, to, side) in runs(width, |x| (is_wall(x, y - 1), is_wall(x, y))) {
            let (a, b) = if side == Side::Lower { (m(to), m(from)) } else { (m(from), m(to)) };
            let edge = m(y);
            add_quad(&mut mesh, [[a, edge, 0.0], [b, edge, 0.0], [b, edge, height_m], [a, edge, height_m]]);
        }
    }
    for x in 0..=width {
        for (from, to, side) in runs(height, |y| (is_wall(x - 1, y), is_wall(x, y))) {
            let (a, b) = if side == Side::Lower { (m(from), m(to)) } else { (m(to), m(from)) };
            let edge = m(x);
            add_quad(&mut mesh, [[edge, a, 0.0], [edge, b, 0.0], [edge, b, height_m], [edge, a, height_m]]);
        }
    }
    for rectangle in grid.merged_rectangles() {
        let [x0, y0] = [rectangle.x, rectangle.y].map(|cells| m(i64::from(cells)));
        let [x1, y1] =
            [rectangle.x + rectangle.width, rectangle.y + rectangle.height].map(|c| m(i64::from(c)));
        let z = height_m;
        add_quad(&mut mesh, [[x0, y0, z], [x1, y0, z], [x1, y1, z], [x0, y1, z]]);
    }
    mesh
}

/// On which side of a face the wall is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Lower,
    Upper,
}

/// Runs of faces that look the same way, as first and end.
fn runs(count: i64, cells: impl Fn(i64) -> (bool, bool)) -> Vec<(i64, i64, Side)> {
    let side = |k: i64| match cells(k) {
        (true, false) => Some(Side::Lower),
        (false, true) => Some(Side::Upper),
        _ => None,
    };
    let mut out: Vec<(i64, i64, Side)> = Vec::new();
    for k in 0..count {
        let Some(here) = side(k) else {
            continue;
        };
        match out.last_mut() {
            Some((_, end, known)) if *end == k && *known == here => *end = k + 1,
            _ => out.push((k, k + 1, here)),
        }
    }
    out
}

/// Every point as an octahedron of this width. Colours are rounded to sixteen steps, so that
/// there are few materials.
pub fn cloud(points: &PointCloud, width_m: f64) -> Mesh {
    let half = 0.5 * width_m as f32;
    let mut by_colour: BTreeMap<[u8; 3], Mesh> = BTreeMap::new();
    for (k, p) in points.points.iter().enumerate() {
        let rgb = points.colours.get(k).map_or([0x7; 3], |rgb| rgb.map(|value| value >> 4));
        let mesh = by_colour.entry(rgb).or_default();
        let base = mesh.positions.len() as u32;
        for axis in 0..3 {
            for sign in [-half, half] {
                let mut tip = *p;
                tip[axis] += sign;
                mesh.positions.push(tip);
            }
        }
        for octant in 0..8_u32 {
            let [x, y, z] = [octant & 1, 2 + (octant >> 1 & 1), 4 + (octant >> 2)].map(|tip| base + tip);
            // An odd number of minus signs turns the corner inside out.
            let is_even = (octant.count_ones() % 2) == 1;
            mesh.triangles.push(if is_even { [x, y, z] } else { [x, z, y] });
        }
    }
    let mut out = Mesh::default();
    for (rgb, mesh) in &by_colour {
        let [r, g, b] = rgb.map(|step| f32::from(step) / 15.0);
        out.append_painted(mesh, &Affine::IDENTITY, Some(&colour([r, g, b, 1.0])));
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::tests::{is_closed, range_m, volume_m3};
    use super::*;
    use crate::PlanarGrid;
    use skidpad_math::{NoiseAddress, sin_cos};

    #[test]
    fn walls_of_a_grid_stop_rays_where_its_cells_do() {
        let noise = NoiseAddress { seed: 4, stream: 1, step: 0 };
        let grid = OccupancyGrid {
            resolution_m: 0.25,
            width: 24,
            height: 18,
            free: (0..24 * 18).map(|k| if noise.uniform(k) < 0.1 { 0 } else { 255 }).collect(),
            ..OccupancyGrid::default()
        };
        let mesh = grid_walls(&grid, 2.0);
        assert!(mesh.is_consistent());
        let planar = PlanarGrid::new(&grid);
        let mut hits = 0;
        for k in 0..300 {
            let origin = [3.0 + noise.uniform(1_000 + 3 * k), 2.0 + noise.uniform(1_001 + 3 * k)];
            if grid.is_occupied(origin[0], origin[1]) {
                continue;
            }
            let (sin, cos) = sin_cos(6.3 * noise.uniform(1_002 + 3 * k));
            let flat = planar.cast(origin, [cos, sin], f64::INFINITY);
            let [x, y, dx, dy] = [origin[0], origin[1], cos, sin].map(|value| value as f32);
            let solid = range_m(&mesh, [x, y, 1.0], [dx, dy, 0.0]);
            assert_eq!(flat.is_some(), solid.is_some());
            if let (Some(flat), Some(solid)) = (flat, solid) {
                assert!((flat - f64::from(solid)).abs() < 1e-5, "{flat} {solid}");
                hits += 1;
            }
        }
        assert!(hits > 100);
        let cells = grid.free.iter().filter(|&&p| p == 0).count() as f64;
        // The bottom is open and at z = 0: it adds nothing.
        assert!((volume_m3(&mesh) - cells * 0.0625 * 2.0).abs() < 1e-3);
    }

    #[test]
    fn points_are_closed_solids_in_their_colours() {
        let points = PointCloud {
            origin_m: [0.0; 3],
            points: vec![[1.0, 2.0, 3.0], [-4.0, 0.0, 0.0], [2.0, 0.0, 0.0]],
            colours: vec![[255, 0, 0], [0, 0, 255], [250, 1, 2]],
        };
        let mesh = cloud(&points, 0.2);
        assert!(mesh.is_consistent() && is_closed(&mesh));
        assert_eq!((mesh.triangles.len(), mesh.materials.len()), (24, 2));
        assert!((volume_m3(&mesh) - 3.0 * 4.0 / 3.0 * 0.001).abs() < 1e-6);
        assert!(cloud(&PointCloud { colours: Vec::new(), ..points }, 0.1).is_consistent());
    }
}
