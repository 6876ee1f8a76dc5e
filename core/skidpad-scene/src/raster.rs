//! A small bitmap over the plane: what flat convex pieces cover, and the contour around it.

use crate::polygon::{Point, crossings};

/// Square cells; a cell is covered if any piece touches it.
pub(crate) struct Raster {
    origin_m: Point,
    cell_m: f64,
    width: usize,
    height: usize,
    is_covered: Vec<bool>,
    /// Smallest and largest x of the piece being drawn, in each of its rows [cells].
    extents: Vec<(f64, f64)>,
}

/// One step along the cell edges: east, north, west, south.
const STEPS: [[isize; 2]; 4] = [[1, 0], [0, 1], [-1, 0], [0, -1]];

impl Raster {
    /// An empty bitmap over a box, with one and a half cells of margin.
    pub(crate) fn new(low_m: Point, high_m: Point, cell_m: f64) -> Raster {
        let count = |axis: usize| ((high_m[axis] - low_m[axis]) / cell_m).ceil() as usize + 3;
        let (width, height) = (count(0), count(1));
        Raster {
            origin_m: [low_m[0] - 1.5 * cell_m, low_m[1] - 1.5 * cell_m],
            cell_m,
            width,
            height,
            is_covered: vec![false; width * height],
            extents: vec![NOWHERE; height],
        }
    }

    /// How many cells there are.
    pub(crate) fn cell_count(&self) -> usize {
        self.is_covered.len()
    }

    /// Cover every cell that a convex piece (a point, a segment, a polygon) touches. Returns how many rows its edges
    /// passed, each row once per edge.
    pub(crate) fn cover(&mut self, piece: &[Point]) -> usize {
        let (origin, cell_m) = (self.origin_m, self.cell_m);
        let local = |p: &Point| [(p[0] - origin[0]) / cell_m, (p[1] - origin[1]) / cell_m];
        let (low, high) = (piece.iter().map(local))
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), p| (l.min(p[1]), h.max(p[1])));
        let Some(last) = piece.last().filter(|_| low <= high) else { return 0 };
        let lowest = (low.max(0.0) as usize).min(self.height - 1);
        let highest = (high.max(0.0) as usize).min(self.height - 1);
        self.extents[lowest..=highest].fill(NOWHERE);
        let mut before = local(last);
        let mut passed = 0;
        for p in piece {
            let p = local(p);
            passed += widen(&mut self.extents[..=highest], lowest, [before, p]);
            before = p;
        }
        for row in lowest..=highest {
            let (left, right) = self.extents[row];
            let first = left.max(0.0) as usize;
            let last = (right.max(0.0) as usize).min(self.width - 1);
            let start = row * self.width;
            if left <= right && first <= last {
                self.is_covered[start + first..=start + last].fill(true);
            }
        }
        passed
    }

    /// Cover what the covered cells enclose.
    pub(crate) fn fill_holes(&mut self) {
        // The margin is never covered, so the corner is outside.
        let is_outside = self.flood(0, |raster, index| !raster.is_covered[index]);
        for (covered, outside) in self.is_covered.iter_mut().zip(&is_outside) {
            *covered = !outside;
        }
    }

    /// True if all covered cells hang together by their sides.
    pub(crate) fn is_connected(&self) -> bool {
        let Some(first) = self.is_covered.iter().position(|&covered| covered) else {
            return false;
        };
        let reached = self.flood(first, |raster, index| raster.is_covered[index]);
        reached == self.is_covered
    }

    /// The cells reached from `start` through the sides of cells that `is_open`.
    fn flood(&self, start: usize, is_open: impl Fn(&Raster, usize) -> bool) -> Vec<bool> {
        let mut is_reached = vec![false; self.is_covered.len()];
        let mut waiting = vec![start];
        is_reached[start] = true;
        while let Some(index) = waiting.pop() {
            let (x, y) = (index % self.width, index / self.width);
            let neighbours = [
                (x + 1 < self.width).then(|| index + 1),
                (x > 0).then(|| index - 1),
                (y + 1 < self.height).then(|| index + self.width),
                (y > 0).then(|| index - self.width),
            ];
            for next in neighbours.into_iter().flatten() {
                if !is_reached[next] && is_open(self, next) {
                    is_reached[next] = true;
                    waiting.push(next);
                }
            }
        }
        is_reached
    }

    fn is_covered_at(&self, x: isize, y: isize) -> bool {
        let is_inside = x >= 0 && y >= 0 && (x as usize) < self.width && (y as usize) < self.height;
        is_inside && self.is_covered[y as usize * self.width + x as usize]
    }

    /// The outline of the first covered region, counter-clockwise along cell edges, corners only.
    /// The region must have no holes.
    pub(crate) fn contour(&self) -> Vec<Point> {
        let Some(first) = self.is_covered.iter().position(|&covered| covered) else {
            return Vec::new();
        };
        let start = [(first % self.width) as isize, (first / self.width) as isize];
        let (mut at, mut heading) = (start, 0);
        let mut corners = Vec::new();
        loop {
            let [dx, dy] = STEPS[heading];
            at = [at[0] + dx, at[1] + dy];
            let before = heading;
            // Left first: cells that meet at a corner only are not joined.
            heading = [1, 0, 3]
                .map(|turn| (before + turn) % 4)
                .into_iter()
                .find(|&next| self.is_border(at, next))
                .unwrap_or((before + 2) % 4);
            if heading != before {
                corners.push(self.corner_m(at));
            }
            if at == start && heading == 0 {
                return corners;
            }
        }
    }

    /// True if a step from this corner has a covered cell on its left and none on its right.
    fn is_border(&self, [x, y]: [isize; 2], heading: usize) -> bool {
        let (left, right) = match heading {
            0 => ([x, y], [x, y - 1]),
            1 => ([x - 1, y], [x, y]),
            2 => ([x - 1, y - 1], [x - 1, y]),
            _ => ([x, y - 1], [x - 1, y - 1]),
        };
        self.is_covered_at(left[0], left[1]) && !self.is_covered_at(right[0], right[1])
    }

    fn corner_m(&self, [x, y]: [isize; 2]) -> Point {
        [self.origin_m[0] + x as f64 * self.cell_m, self.origin_m[1] + y as f64 * self.cell_m]
    }

    /// Share of the cells with their centre inside the polygon that are covered, 0 to 1.
    pub(crate) fn covered_share(&self, polygon: &[Point]) -> f64 {
        let (mut inside, mut covered) = (0_u32, 0_u32);
        for (y, row) in self.is_covered.chunks_exact(self.width).enumerate() {
            let y_m = self.corner_m([0, y as isize])[1] + 0.5 * self.cell_m;
            let crossings: Vec<f64> = crossings(polygon, y_m).collect();
            if crossings.is_empty() {
                continue;
            }
            for (x, &is_covered) in row.iter().enumerate() {
                let x_m = self.corner_m([x as isize, y as isize])[0] + 0.5 * self.cell_m;
                if crossings.iter().filter(|&&crossing| x_m < crossing).count() % 2 == 1 {
                    inside += 1;
                    covered += u32::from(is_covered);
                }
            }
        }
        if inside == 0 { 1.0 } else { f64::from(covered) / f64::from(inside) }
    }

    /// How many rows of cells there are.
    pub(crate) fn row_count(&self) -> usize {
        self.height
    }
}

/// The extent of a row without anything in it.
const NOWHERE: (f64, f64) = (f64::INFINITY, f64::NEG_INFINITY);

/// Widen the extents in x of the rows that an edge touches, from row `lowest` on, so that they hold the edge. Rows are
/// one high and closed: an edge that ends between two of them touches both. Returns how many rows it touches.
fn widen(extents: &mut [(f64, f64)], lowest: usize, [p, q]: [Point; 2]) -> usize {
    let (a, b) = if p[1] <= q[1] { (p, q) } else { (q, p) };
    let first = ((a[1].ceil() - 1.0).max(0.0) as usize).max(lowest);
    let end = (b[1].max(0.0) as usize + 1).min(extents.len());
    if first >= end {
        return 0;
    }
    let is_rising = b[1] > a[1];
    let x_at = |y: f64| a[0] + (b[0] - a[0]) * ((y - a[1]) / (b[1] - a[1]));
    let mut entered = if is_rising { x_at(a[1].max(first as f64)) } else { a[0] };
    for (row, extent) in (first..end).zip(&mut extents[first..end]) {
        let left = if is_rising { x_at(b[1].min(row as f64 + 1.0)) } else { b[0] };
        *extent = (extent.0.min(entered).min(left), extent.1.max(entered).max(left));
        // A level edge lies in each of its rows as a whole.
        entered = if is_rising { left } else { a[0] };
    }
    end - first
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::polygon::{area_m2, contains, convex_hull};
    use crate::random_points::Random;

    #[test]
    fn a_triangle_covers_every_cell_it_touches() {
        let triangle = [[0.0, 0.0], [9.0, 1.0], [3.0, 7.0]];
        let mut raster = Raster::new([0.0, 0.0], [9.0, 7.0], 0.25);
        raster.cover(&triangle);
        for i in 0..=40 {
            for j in 0..=(40 - i) {
                let (u, v) = (f64::from(i) / 40.0, f64::from(j) / 40.0);
                let p = [9.0 * u + 3.0 * v, u + 7.0 * v];
                let cell = [0, 1].map(|k| ((p[k] - raster.origin_m[k]) / 0.25).floor() as isize);
                assert!(raster.is_covered_at(cell[0], cell[1]), "{p:?}");
            }
        }
        let covered = raster.is_covered.iter().filter(|&&c| c).count() as f64 * 0.0625;
        assert!(covered < 30.0 + 0.5 * 0.25 * 24.0 + 2.0, "not much more than its area: {covered}");
    }

    #[test]
    fn a_ring_is_filled_and_its_contour_goes_around_once() {
        let mut raster = Raster::new([0.0, 0.0], [10.0, 10.0], 1.0);
        let corners = [[0.2, 0.2], [9.8, 0.2], [9.8, 9.8], [0.2, 9.8]];
        for side in 0..4 {
            raster.cover(&[corners[side], corners[(side + 1) % 4]]);
        }
        raster.fill_holes();
        assert!(raster.is_connected());
        let contour = raster.contour();
        assert_eq!(contour.len(), 4);
        assert_eq!(area_m2(&contour), 121.0);
        assert!(corners.iter().all(|&p| contains(&contour, p)));
    }

    #[test]
    fn two_islands_are_not_connected() {
        let mut raster = Raster::new([0.0, 0.0], [10.0, 1.0], 0.5);
        raster.cover(&[[0.0, 0.0], [1.0, 0.5]]);
        raster.cover(&[[9.0, 0.0], [10.0, 0.5]]);
        assert!(!raster.is_connected());
    }

    /// Smallest and largest x of a convex piece between two heights, edge by edge.
    fn extent_in_band(piece: &[Point], low: f64, high: f64) -> Option<(f64, f64)> {
        let mut extent: Option<(f64, f64)> = None;
        for (k, &p) in piece.iter().enumerate() {
            let q = piece[(k + 1) % piece.len()];
            let (a, b) = if p[1] <= q[1] { (p, q) } else { (q, p) };
            if b[1] < low || a[1] > high {
                continue;
            }
            let x_at = |y: f64| a[0] + (b[0] - a[0]) * ((y - a[1]) / (b[1] - a[1]));
            let is_level = b[1] == a[1];
            let ends = if is_level { [a[0], b[0]] } else { [x_at(a[1].max(low)), x_at(b[1].min(high))] };
            for x in ends {
                let (left, right) = extent.unwrap_or((x, x));
                extent = Some((left.min(x), right.max(x)));
            }
        }
        extent
    }

    /// Row by row, every edge looked at in each: the cells are the same.
    #[test]
    fn pieces_cover_what_looking_at_every_row_covers() {
        let mut random = Random::new(21);
        for round in 0..300 {
            let corner_count = 1 + round % 5;
            let corners: Vec<Point> = (0..corner_count)
                .map(|_| {
                    let [x, y, _] = random.point(10.0).map(f64::from);
                    // Some on the lines between cells, some level with each other.
                    if round % 3 == 0 { [x, y].map(|v| 0.5 * v.round() + 0.25) } else { [x, y] }
                })
                .collect();
            let piece = if corner_count < 3 { corners } else { convex_hull(&corners) };
            let mut raster = Raster::new([-10.0, -10.0], [10.0, 10.0], 0.5);
            raster.cover(&piece);
            let local = piece.iter().map(|p| [0, 1].map(|k| (p[k] - raster.origin_m[k]) / 0.5));
            let local: Vec<Point> = local.collect();
            let rows = local.iter().map(|p| p[1] as usize);
            let (lowest, highest) = (rows.clone().min().unwrap(), rows.max().unwrap());
            for (index, &is_covered) in raster.is_covered.iter().enumerate() {
                let (x, y) = (index % raster.width, index / raster.width);
                let judged = (lowest..=highest).contains(&y)
                    && extent_in_band(&local, y as f64, y as f64 + 1.0)
                        .is_some_and(|(left, right)| (left as usize..=right as usize).contains(&x));
                assert_eq!(is_covered, judged, "round {round}: cell {x} {y} of {piece:?}");
            }
        }
    }

    #[test]
    fn the_share_is_that_of_the_cells_inside() {
        let mut raster = Raster::new([0.0, 0.0], [9.0, 7.0], 0.25);
        raster.cover(&[[0.0, 0.0], [9.0, 1.0], [3.0, 7.0]]);
        let notched = [[0.0, 0.0], [9.0, 0.0], [9.0, 7.0], [4.0, 2.0], [0.0, 7.0]];
        let (mut inside, mut covered) = (0, 0);
        for (index, &is_covered) in raster.is_covered.iter().enumerate() {
            let [x, y] = raster.corner_m([(index % raster.width) as isize, (index / raster.width) as isize]);
            if contains(&notched, [x + 0.125, y + 0.125]) {
                inside += 1;
                covered += u32::from(is_covered);
            }
        }
        assert!(inside > 500);
        assert_eq!(raster.covered_share(&notched), f64::from(covered) / f64::from(inside));
        assert_eq!(raster.covered_share(&[]), 1.0);
    }
}
