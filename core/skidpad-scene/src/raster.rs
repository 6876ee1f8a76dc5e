//! A small bitmap over the plane: what flat convex pieces cover, and the contour around it.

use crate::polygon::Point;

/// Square cells; a cell is covered if any piece touches it.
pub(crate) struct Raster {
    origin_m: Point,
    cell_m: f64,
    width: usize,
    height: usize,
    is_covered: Vec<bool>,
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
        }
    }

    /// How many cells there are.
    pub(crate) fn cell_count(&self) -> usize {
        self.is_covered.len()
    }

    /// Cover every cell that a convex piece (a point, a segment, a polygon) touches.
    pub(crate) fn cover(&mut self, piece: &[Point]) {
        let local =
            |p: &Point| [(p[0] - self.origin_m[0]) / self.cell_m, (p[1] - self.origin_m[1]) / self.cell_m];
        let piece: Vec<Point> = piece.iter().map(local).collect();
        let (low, high) =
            (piece.iter()).fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), p| (l.min(p[1]), h.max(p[1])));
        if low > high {
            return;
        }
        let last_row = (high.max(0.0) as usize).min(self.height - 1);
        for row in low.max(0.0) as usize..=last_row {
            let Some((left, right)) = extent_in_band(&piece, row as f64, row as f64 + 1.0) else {
                continue;
            };
            let first = left.max(0.0) as usize;
            let last = (right.max(0.0) as usize).min(self.width - 1);
            let start = row * self.width;
            if first <= last {
                self.is_covered[start + first..=start + last].fill(true);
            }
        }
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
    pub(crate) fn covered_share(&self, contains: impl Fn(Point) -> bool) -> f64 {
        let (mut inside, mut covered) = (0_u32, 0_u32);
        for (index, &is_covered) in self.is_covered.iter().enumerate() {
            let corner = self.corner_m([(index % self.width) as isize, (index / self.width) as isize]);
            if contains([corner[0] + 0.5 * self.cell_m, corner[1] + 0.5 * self.cell_m]) {
                inside += 1;
                covered += u32::from(is_covered);
            }
        }
        if inside == 0 { 1.0 } else { f64::from(covered) / f64::from(inside) }
    }
}

/// Smallest and largest x of a convex piece between two heights.
fn extent_in_band(piece: &[Point], low: f64, high: f64) -> Option<(f64, f64)> {
    let mut extent: Option<(f64, f64)> = None;
    let mut before = *piece.last()?;
    for &p in piece {
        let (a, b) = if before[1] <= p[1] { (before, p) } else { (p, before) };
        before = p;
        if b[1] < low || a[1] > high {
            continue;
        }
        let x_at = |y: f64| {
            if b[1] > a[1] { a[0] + (b[0] - a[0]) * ((y - a[1]) / (b[1] - a[1])) } else { a[0] }
        };
        let ends = if b[1] > a[1] { [x_at(a[1].max(low)), x_at(b[1].min(high))] } else { [a[0], b[0]] };
        for x in ends {
            let (left, right) = extent.unwrap_or((x, x));
            extent = Some((left.min(x), right.max(x)));
        }
    }
    extent
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::polygon::{area_m2, contains};

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
}
