//! Things drawn for people alone: outlines, floor grids.

use skidpad_scene::Mesh;
use skidpad_world::description::GroundGrid;

/// Lines of a floor grid along one axis at most.
const MOST_LINES: f64 = 2_000.0;

/// The edges of a prism.
pub(super) fn prism_lines(corners_m: &[[f64; 2]], [low, high]: [f64; 2]) -> Mesh {
    let n = corners_m.len() as u32;
    let at = |z: f64| corners_m.iter().map(move |[x, y]| [*x as f32, *y as f32, z as f32]);
    let around = (0..n).map(|k| [k, (k + 1) % n]);
    let segments =
        around.clone().chain(around.map(|[a, b]| [a + n, b + n])).chain((0..n).map(|k| [k, k + n]));
    Mesh { positions: at(low).chain(at(high)).collect(), segments: segments.collect(), ..Mesh::default() }
}

/// Lines of a floor grid along one axis.
fn line_count(low: f64, high: f64, interval_m: f64) -> u32 {
    let gaps = if interval_m > 0.0 { (high - low) / interval_m } else { 0.0 };
    gaps.floor().clamp(0.0, MOST_LINES) as u32 + 1
}

/// How many lines a floor grid has.
pub(crate) fn ground_grid_lines(grid: &GroundGrid) -> u64 {
    let count = |low: f64, high: f64| u64::from(line_count(low, high, grid.interval_m));
    count(grid.x_min_m, grid.x_max_m) + count(grid.y_min_m, grid.y_max_m)
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
        let count = line_count(low, high, grid.interval_m);
        (0..count).map(move |k| low + f64::from(k) * grid.interval_m)
    };
    for x in places(grid.x_min_m, grid.x_max_m) {
        line([x, grid.y_min_m], [x, grid.y_max_m]);
    }
    for y in places(grid.y_min_m, grid.y_max_m) {
        line([grid.x_min_m, y], [grid.x_max_m, y]);
    }
    mesh.materials = vec![super::surfaces::paint(grid.color)];
    mesh
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prism_has_three_edges_per_corner() {
        let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        let mesh = prism_lines(&square, [0.0, 2.0]);
        assert!(mesh.is_consistent());
        assert_eq!((mesh.positions.len(), mesh.segments.len()), (8, 12));
    }
}
