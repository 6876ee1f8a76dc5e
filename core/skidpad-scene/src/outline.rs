//! The collision outline of meshes: what they cover of the plane between two heights.
//!
//! MVSim draws triangle edges on a coarse grid and reduces the contour to twelve vertices
//! (world-format §6.4). Here triangles are cut exactly at the window's heights and covered as
//! areas; where the result is convex, the outline is the exact hull of the cut triangles, else
//! the contour of a bitmap twice as fine as MVSim's, simplified without ever cutting into it.

use crate::polygon::{LONGEST_COMPARED, Point, Simplification, area_m2, convex_hull, simplified_outward};
use crate::raster::Raster;
use crate::{Affine, Mesh};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A prism around an object.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outline {
    /// Counter-clockwise, simple, not always convex [m].
    pub polygon: Vec<[f64; 2]>,
    /// Lowest point of the object inside the window [m].
    pub z_min_m: f64,
    /// Highest point of the object inside the window [m].
    pub z_max_m: f64,
}

/// How an outline is taken.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OutlineOptions {
    /// Only what lies between these heights is used [m].
    pub z_window_m: [f64; 2],
    /// Cells of the bitmap along the diagonal of the bounding box.
    pub cells_per_diagonal: u32,
    /// At most this many vertices, at least three.
    pub max_vertices: usize,
}

impl Default for OutlineOptions {
    fn default() -> OutlineOptions {
        OutlineOptions {
            z_window_m: [f64::NEG_INFINITY, f64::INFINITY],
            cells_per_diagonal: 200,
            max_vertices: 12,
        }
    }
}

/// A share of the hull this small may be empty and the hull still is the outline.
const CONVEX_SHARE: f64 = 0.99;
/// Below this volume there is nothing to bump into [m³].
const MIN_VOLUME_M3: f64 = 1e-8;
/// More cells than this along the diagonal would cost memory, not precision.
const MAX_CELLS_PER_DIAGONAL: u32 = 2_000;

/// An outline would take more work than is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutOfWork;

/// Take so many steps of what is left of some work.
fn take_work(left: &mut u64, steps: usize) -> Result<(), OutOfWork> {
    *left = left.checked_sub(steps as u64).ok_or(OutOfWork)?;
    Ok(())
}

/// Steps of work for cutting a triangle at the heights of the window, and sorting its corners into the hull.
const STEPS_PER_TRIANGLE: usize = 100;
/// Steps of work for each row of the bitmap that an edge passes.
const STEPS_PER_ROW: usize = 3;
/// Steps of work for a cell of the bitmap: filling holes, finding what hangs together, comparing with the hull.
const STEPS_PER_CELL: usize = 10;
/// Steps of work for comparing a corner with another one until the outline is simple enough.
const STEPS_PER_CORNER: usize = 60;

/// The outline of several meshes together, each moved to its place. None if nothing lies in
/// the window or the prism has no volume. Parts that do not hang together share their hull.
pub fn outline(parts: &[(&Mesh, Affine)], options: &OutlineOptions) -> Option<Outline> {
    outline_within(parts, options, &mut { u64::MAX }).ok().flatten()
}

/// The same, with no more steps of work than are left.
fn outline_within(
    parts: &[(&Mesh, Affine)],
    options: &OutlineOptions,
    work_left: &mut u64,
) -> Result<Option<Outline>, OutOfWork> {
    take_work(work_left, parts.iter().map(|(mesh, _)| STEPS_PER_TRIANGLE * mesh.triangles.len()).sum())?;
    let Some(slices) = Slices::cut(parts, options.z_window_m) else { return Ok(None) };
    let [width, depth] = [0, 1].map(|axis| slices.high_m[axis] - slices.low_m[axis]);
    let diagonal = (width * width + depth * depth).sqrt();
    if !(diagonal > 0.0 && diagonal.is_finite()) {
        return Ok(None);
    }
    let cells = options.cells_per_diagonal.clamp(10, MAX_CELLS_PER_DIAGONAL);
    let cell_m = diagonal / f64::from(cells);
    let low = [slices.low_m[0], slices.low_m[1]];
    let mut raster = Raster::new(low, [slices.high_m[0], slices.high_m[1]], cell_m);
    for piece in slices.pieces() {
        take_work(work_left, STEPS_PER_ROW * raster.cover(piece))?;
    }
    let hull = convex_hull(&slices.points);
    take_work(work_left, STEPS_PER_CELL * raster.cell_count() + raster.row_count() * hull.len())?;
    raster.fill_holes();
    let is_convex = !raster.is_connected() || raster.covered_share(&hull) >= CONVEX_SHARE;
    let (exact, tolerance_m) = if is_convex { (hull, 1e-6 * diagonal) } else { (raster.contour(), cell_m) };
    take_work(work_left, STEPS_PER_CORNER * exact.len().min(LONGEST_COMPARED) * exact.len())?;
    let polygon =
        simplified_outward(&exact, Simplification { tolerance_m, max_vertices: options.max_vertices });
    let (z_min_m, z_max_m) = (slices.low_m[2], slices.high_m[2]);
    let volume_m3 = area_m2(&polygon) * (z_max_m - z_min_m);
    let is_solid = polygon.len() >= 3 && volume_m3 >= MIN_VOLUME_M3;
    Ok(is_solid.then_some(Outline { polygon, z_min_m, z_max_m }))
}

/// The triangles of some meshes, cut at two heights: convex pieces with up to five corners.
struct Slices {
    points: Vec<Point>,
    /// Where each piece ends in `points`.
    ends: Vec<usize>,
    low_m: [f64; 3],
    high_m: [f64; 3],
}

impl Slices {
    fn cut(parts: &[(&Mesh, Affine)], [bottom, top]: [f64; 2]) -> Option<Slices> {
        let mut slices = Slices {
            points: Vec::new(),
            ends: Vec::new(),
            low_m: [f64::INFINITY; 3],
            high_m: [f64::NEG_INFINITY; 3],
        };
        for (mesh, placement) in parts {
            for corners in mesh.triangle_corners() {
                let triangle = corners.map(|p| placement.apply(p.map(f64::from)));
                if triangle.iter().all(|p| p[2] >= bottom && p[2] <= top) {
                    slices.push(&triangle);
                    continue;
                }
                let above = cut_below(&triangle, bottom, 1.0);
                slices.push(&cut_below(&above, -top, -1.0));
            }
        }
        (!slices.points.is_empty()).then_some(slices)
    }

    fn push(&mut self, piece: &[[f64; 3]]) {
        if piece.is_empty() || piece.iter().flatten().any(|value| !value.is_finite()) {
            return;
        }
        for p in piece {
            for (axis, &value) in p.iter().enumerate() {
                self.low_m[axis] = self.low_m[axis].min(value);
                self.high_m[axis] = self.high_m[axis].max(value);
            }
            self.points.push([p[0], p[1]]);
        }
        self.ends.push(self.points.len());
    }

    fn pieces(&self) -> impl Iterator<Item = &[Point]> {
        let starts = std::iter::once(&0).chain(&self.ends);
        starts.zip(&self.ends).map(|(&start, &end)| &self.points[start..end])
    }
}

/// The part of a convex polygon with `sign · z ≥ limit` (Sutherland–Hodgman).
fn cut_below(polygon: &[[f64; 3]], limit: f64, sign: f64) -> Vec<[f64; 3]> {
    let mut kept = Vec::with_capacity(polygon.len() + 1);
    let Some(&last) = polygon.last() else {
        return kept;
    };
    let height = |p: [f64; 3]| sign * p[2] - limit;
    let mut before = last;
    for &p in polygon {
        let (h0, h1) = (height(before), height(p));
        if (h0 >= 0.0) != (h1 >= 0.0) {
            let t = h0 / (h0 - h1);
            let mut cut = [0, 1, 2].map(|axis| before[axis] + t * (p[axis] - before[axis]));
            cut[2] = sign * limit;
            kept.push(cut);
        }
        if h1 >= 0.0 {
            kept.push(p);
        }
        before = p;
    }
    kept
}

/// Outlines already taken, known by everything they depend on: which meshes, where each is
/// placed, the window, the options.
#[derive(Clone, Debug, Default)]
pub struct OutlineCache {
    known: BTreeMap<OutlineKey, Option<Arc<Outline>>>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct OutlineKey {
    parts: Vec<(String, [u64; 12])>,
    window: [u64; 2],
    cells_per_diagonal: u32,
    max_vertices: usize,
}

impl OutlineCache {
    /// As [`outline`], but the same question is answered once, and with no more steps of work than are left. The text
    /// names the mesh: two meshes of the same name are taken to be the same.
    pub fn outline(
        &mut self,
        parts: &[(&str, &Mesh, Affine)],
        options: &OutlineOptions,
        work_left: &mut u64,
    ) -> Result<Option<Arc<Outline>>, OutOfWork> {
        let key = OutlineKey {
            parts: (parts.iter())
                .map(|(name, _, placement)| ((*name).to_owned(), placement_bits(placement)))
                .collect(),
            window: options.z_window_m.map(f64::to_bits),
            cells_per_diagonal: options.cells_per_diagonal,
            max_vertices: options.max_vertices,
        };
        if let Some(known) = self.known.get(&key) {
            return Ok(known.clone());
        }
        let placed: Vec<(&Mesh, Affine)> = parts.iter().map(|(_, m, a)| (*m, *a)).collect();
        let found = outline_within(&placed, options, work_left)?.map(Arc::new);
        self.known.insert(key, found.clone());
        Ok(found)
    }
}

fn placement_bits(placement: &Affine) -> [u64; 12] {
    let [a, b, c] = placement.linear;
    let t = placement.translation_m;
    [a[0], a[1], a[2], b[0], b[1], b[2], c[0], c[1], c[2], t[0], t[1], t[2]].map(f64::to_bits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::polygon::contains;

    /// A closed box from corner to corner.
    fn cuboid(low: [f32; 3], high: [f32; 3]) -> Mesh {
        let corner =
            |bits: usize| [0, 1, 2].map(|axis| if bits >> axis & 1 == 1 { high[axis] } else { low[axis] });
        let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        Mesh {
            positions: (0..8).map(corner).collect(),
            triangles: (quads.iter()).flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect(),
            ..Mesh::default()
        }
    }

    fn of(meshes: &[&Mesh], options: &OutlineOptions) -> Option<Outline> {
        let parts: Vec<_> = meshes.iter().map(|m| (*m, Affine::IDENTITY)).collect();
        outline(&parts, options)
    }

    #[test]
    fn a_box_gives_its_rectangle_exactly() {
        let found = of(&[&cuboid([-1.0, -0.5, 0.25], [1.0, 0.5, 2.0])], &OutlineOptions::default()).unwrap();
        assert_eq!(found.polygon, [[-1.0, -0.5], [1.0, -0.5], [1.0, 0.5], [-1.0, 0.5]]);
        assert_eq!((found.z_min_m, found.z_max_m), (0.25, 2.0));
    }

    #[test]
    fn only_the_window_counts() {
        // A lamp: a thin foot below, a wide shade above.
        let foot = cuboid([-0.1, -0.1, 0.0], [0.1, 0.1, 1.5]);
        let shade = cuboid([-1.0, -1.0, 1.5], [1.0, 1.0, 2.0]);
        let low = OutlineOptions { z_window_m: [0.0, 1.0], ..OutlineOptions::default() };
        let found = of(&[&foot, &shade], &low).unwrap();
        assert!((area_m2(&found.polygon) - 0.04).abs() < 1e-6);
        assert_eq!((found.z_min_m, found.z_max_m), (0.0, 1.0));
        let all = of(&[&foot, &shade], &OutlineOptions::default()).unwrap();
        assert!((area_m2(&all.polygon) - 4.0).abs() < 1e-9);
        let above = OutlineOptions { z_window_m: [3.0, 4.0], ..low };
        assert_eq!(of(&[&foot, &shade], &above), None);
    }

    #[test]
    fn an_l_stays_an_l_and_covers_its_mesh() {
        let long = cuboid([0.0, 0.0, 0.0], [4.0, 1.0, 1.0]);
        let side = cuboid([0.0, 0.0, 0.0], [1.0, 3.0, 1.0]);
        let found = of(&[&long, &side], &OutlineOptions::default()).unwrap();
        assert_eq!(found.polygon.len(), 6, "{:?}", found.polygon);
        let area = area_m2(&found.polygon);
        // True area 6; a cell is 0.025 m wide and the perimeter 14 m long.
        assert!((6.0..6.0 + 2.0 * 0.025 * 14.0).contains(&area), "{area}");
        for p in [[0.01, 2.99], [3.99, 0.99], [0.01, 0.01], [0.99, 2.99], [3.99, 0.01]] {
            assert!(contains(&found.polygon, p), "{p:?}");
        }
        assert!(!contains(&found.polygon, [2.0, 2.0]));
    }

    #[test]
    fn many_sided_shapes_are_reduced_and_still_cover() {
        let mut ring = Mesh::default();
        let sides = 97_u32;
        // Points of a circle without trigonometry: x = (1 − t²)/(1 + t²), y = 2t/(1 + t²).
        for k in 0..sides {
            let t = -3.0 + 6.0 * f64::from(k) / f64::from(sides - 1);
            let (x, y) = ((1.0 - t * t) / (1.0 + t * t), 2.0 * t / (1.0 + t * t));
            ring.positions.push([x as f32, y as f32, 0.0]);
            ring.positions.push([x as f32, y as f32, 1.0]);
        }
        for k in 1..sides - 1 {
            ring.triangles.push([0, 2 * k, 2 * k + 2]);
            ring.triangles.push([1, 2 * k + 1, 2 * k + 3]);
        }
        let found = of(&[&ring], &OutlineOptions::default()).unwrap();
        assert!(found.polygon.len() <= 12);
        let grown: Vec<Point> = found.polygon.iter().map(|p| p.map(|v| v * (1.0 + 1e-9))).collect();
        assert!(ring.positions.iter().all(|p| contains(&grown, [f64::from(p[0]), f64::from(p[1])])));
        let exact = of(&[&ring], &OutlineOptions { max_vertices: 200, ..OutlineOptions::default() }).unwrap();
        let growth = area_m2(&found.polygon) / area_m2(&exact.polygon);
        assert!((1.0..1.03).contains(&growth), "{growth}");
    }

    #[test]
    fn separate_parts_share_their_hull() {
        let left = cuboid([0.0, 0.0, 0.0], [1.0, 1.0, 1.0]);
        let right = cuboid([4.0, 0.0, 0.0], [5.0, 1.0, 1.0]);
        let found = of(&[&left, &right], &OutlineOptions::default()).unwrap();
        assert_eq!(found.polygon, [[0.0, 0.0], [5.0, 0.0], [5.0, 1.0], [0.0, 1.0]]);
    }

    #[test]
    fn flat_or_empty_or_absurd_things_have_no_outline() {
        let options = OutlineOptions::default();
        assert_eq!(of(&[], &options), None);
        assert_eq!(of(&[&Mesh::default()], &options), None);
        let flat = cuboid([0.0, 0.0, 0.0], [1.0, 1.0, 0.0]);
        assert_eq!(of(&[&flat], &options), None);
        let mut broken = cuboid([0.0, 0.0, 0.0], [1.0, 1.0, 1.0]);
        broken.positions.fill([f32::NAN; 3]);
        assert_eq!(of(&[&broken], &options), None);
    }

    #[test]
    fn work_that_is_not_left_is_not_done() {
        let mesh = cuboid([0.0, 0.0, 0.0], [1.0, 1.0, 1.0]);
        let parts = [("box.obj", &mesh, Affine::IDENTITY)];
        let mut cache = OutlineCache::default();
        assert_eq!(cache.outline(&parts, &OutlineOptions::default(), &mut 1_000), Err(OutOfWork));
        let mut left = 1_000_000;
        assert!(cache.outline(&parts, &OutlineOptions::default(), &mut left).unwrap().is_some());
        assert!(left < 1_000_000);
        let before = left;
        assert!(cache.outline(&parts, &OutlineOptions::default(), &mut left).unwrap().is_some());
        assert_eq!(left, before, "a known outline costs nothing");
    }

    #[test]
    fn the_cache_knows_scale_and_window_apart() {
        let mesh = cuboid([0.0, 0.0, 0.0], [1.0, 1.0, 1.0]);
        let mut cache = OutlineCache::default();
        let mut area = |scale: f64, window: [f64; 2]| {
            let options = OutlineOptions { z_window_m: window, ..OutlineOptions::default() };
            let parts = [("box.obj", &mesh, Affine::scale(scale))];
            let found = cache.outline(&parts, &options, &mut 1_000_000_000).unwrap()?;
            Some((area_m2(&found.polygon), found.z_max_m))
        };
        assert_eq!(area(1.0, [0.0, 9.0]), Some((1.0, 1.0)));
        assert_eq!(area(2.0, [0.0, 9.0]), Some((4.0, 2.0)));
        assert_eq!(area(2.0, [0.0, 0.5]), Some((4.0, 0.5)));
        assert_eq!(area(1.0, [0.0, 9.0]), Some((1.0, 1.0)));
        assert_eq!(cache.known.len(), 3);
    }
}
