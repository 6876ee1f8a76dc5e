//! An occupancy grid prepared for rays: how far is free, cell by cell.

use super::walk::{Met, Walk};
use super::{Directions, ROW};
use crate::{Cell, OccupancyGrid};
use skidpad_lanes::dispatch64;

/// The grid with how far it is free.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlanarGrid {
    resolution_m: f64,
    corner_m: [f64; 2],
    pub(super) width: i32,
    pub(super) height: i32,
    /// For rays to the right and up, to the left and up, to the right and down, to the left and down:
    /// the side of the largest free square that has the cell in the corner where they come from,
    /// 0 in an occupied cell.
    pub(super) leaps: [Vec<u8>; 4],
}

/// Beams of one quadrant that start inside the grid; lengths in cells.
struct Row<'a> {
    from: [f64; 2],
    cell: [i32; 2],
    directions: &'a [[f64; 2]; 4],
    limit: f64,
}

impl PlanarGrid {
    /// Prepare a grid. What is unknown or outside is no wall.
    pub fn new(grid: &OccupancyGrid) -> PlanarGrid {
        let is_wall = |x: u32, y: u32| grid.cell(x, y) == Cell::Occupied;
        PlanarGrid {
            resolution_m: grid.resolution_m,
            corner_m: [grid.x_min_m, grid.y_min_m],
            width: grid.width as i32,
            height: grid.height as i32,
            leaps: [[true, true], [false, true], [true, false], [false, false]]
                .map(|[is_right, is_up]| free_squares(grid.width, grid.height, is_right, is_up, is_wall)),
        }
    }

    /// Distance [m] to the edge of the first occupied cell along a unit direction; 0 from inside one.
    pub fn cast(&self, origin_m: [f64; 2], direction: [f64; 2], max_range_m: f64) -> Option<f64> {
        self.meet(origin_m, direction, max_range_m).map(|(range_m, _)| range_m)
    }

    /// The same, with the cosine of the angle of incidence.
    ///
    /// A cell holds its lower and left edge. The walk goes from edge to edge of free squares; each
    /// place is taken from the origin anew, so that nothing adds up.
    pub(super) fn meet(
        &self,
        origin_m: [f64; 2],
        direction: [f64; 2],
        max_range_m: f64,
    ) -> Option<(f64, f64)> {
        let limit = max_range_m / self.resolution_m;
        let [gx, gy] = [0, 1].map(|k| (origin_m[k] - self.corner_m[k]) / self.resolution_m);
        // Adding zero makes a negative zero positive.
        let [dx, dy] = direction.map(|value| value + 0.0);
        let (inverse_x, inverse_y) = (1.0 / dx, 1.0 / dy);
        let (is_right, is_up) = (dx >= 0.0, dy >= 0.0);
        let leaps = &self.leaps[quadrant(&direction)];
        // From a cell to the next, and from there to the edge between them.
        let (step_x, to_edge_x) = if is_right { (1, 0) } else { (-1, 1) };
        let (step_y, to_edge_y) = if is_up { (1, 0) } else { (-1, 1) };
        let (mut x, mut y) = (floor(gx), floor(gy));
        let mut t = 0.0;
        let mut incidence_cos = 1.0;
        if !self.holds(x, y) {
            let side;
            (t, x, y, side) = self.enter([gx, gy], [dx, dy])?;
            incidence_cos = side.map_or(1.0, |side| [dx, dy][side]);
        }
        while self.holds(x, y) && t <= limit {
            let leap = i32::from(leaps[(y * self.width + x) as usize]);
            if leap == 0 {
                return Some((t * self.resolution_m, incidence_cos.abs()));
            }
            let (next_x, next_y) = (x + step_x * leap, y + step_y * leap);
            let t_x = (f64::from(next_x + to_edge_x) - gx) * inverse_x;
            let t_y = (f64::from(next_y + to_edge_y) - gy) * inverse_y;
            // The place along the edge may round over a corner of the square; it cannot be there.
            if t_x <= t_y {
                (t, incidence_cos) = (t_x, dx);
                let last_y = next_y - step_y;
                (x, y) = (next_x, floor(gy + t * dy).max(y.min(last_y)).min(y.max(last_y)));
            } else {
                (t, incidence_cos) = (t_y, dy);
                let last_x = next_x - step_x;
                (x, y) = (floor(gx + t * dx).max(x.min(last_x)).min(x.max(last_x)), next_y);
            }
        }
        None
    }

    /// The same for a row of beams from one place. Where nothing is met the range is infinite.
    pub(super) fn meet_row(&self, origin_m: [f64; 2], directions: &Directions, max_range_m: f64) -> Met {
        let from = [0, 1].map(|k| (origin_m[k] - self.corner_m[k]) / self.resolution_m);
        let (cell, limit) = (from.map(floor), max_range_m / self.resolution_m);
        let walk = Walk { grid: self, from, cell, directions, limit, resolution_m: self.resolution_m };
        if self.holds(cell[0], cell[1])
            && let Ok(met) = dispatch64(walk)
        {
            return met;
        }
        self.meet_row_plain(origin_m, directions, max_range_m)
    }

    /// The same with the instructions of every processor.
    ///
    /// Four beams of one quadrant are walked turn by turn: while one waits for its next square the others go on.
    fn meet_row_plain(&self, origin_m: [f64; 2], directions: &Directions, max_range_m: f64) -> Met {
        let from = [0, 1].map(|k| (origin_m[k] - self.corner_m[k]) / self.resolution_m);
        let cell = from.map(floor);
        let is_outside = !self.holds(cell[0], cell[1]);
        let limit = max_range_m / self.resolution_m;
        let mut met = Met { ranges_m: [f64::INFINITY; ROW], incidence_cos: [0.0; ROW] };
        for first in (0..ROW).step_by(4) {
            let directions: [[f64; 2]; 4] = std::array::from_fn(|k| directions.get(first + k));
            let row = Row { from, cell, directions: &directions, limit };
            let number = quadrant(&directions[0]);
            let is_mixed = directions.iter().any(|direction| quadrant(direction) != number);
            let leaps = &self.leaps[number];
            let found = match number {
                _ if is_outside || is_mixed => {
                    directions.map(|direction| self.meet(origin_m, direction, max_range_m))
                }
                0 => self.walk_four::<1, 1>(&row, leaps),
                1 => self.walk_four::<-1, 1>(&row, leaps),
                2 => self.walk_four::<1, -1>(&row, leaps),
                _ => self.walk_four::<-1, -1>(&row, leaps),
            };
            for (k, (range_m, incidence_cos)) in
                found.into_iter().enumerate().filter_map(|(k, it)| Some((k, it?)))
            {
                (met.ranges_m[first + k], met.incidence_cos[first + k]) = (range_m, incidence_cos);
            }
        }
        met
    }

    /// Each beam as [`PlanarGrid::meet`] walks it. `X` and `Y` are the steps from a cell to the next.
    #[inline(always)]
    fn walk_four<const X: i32, const Y: i32>(&self, row: &Row<'_>, leaps: &[u8]) -> [Option<(f64, f64)>; 4] {
        let [gx, gy] = row.from;
        let directions = row.directions.map(|direction| direction.map(|value| value + 0.0));
        let inverses = directions.map(|direction| direction.map(|value| 1.0 / value));
        let (mut cells, mut t, mut found) = ([row.cell; 4], [0.0; 4], [None; 4]);
        let mut incidence_cos = [1.0; 4];
        // A bit for each beam that goes on.
        let mut open = 0b1111_u32;
        while open != 0 {
            for k in 0..4 {
                if open >> k & 1 == 0 {
                    continue;
                }
                let [x, y] = cells[k];
                let leap = i32::from(leaps[(y * self.width + x) as usize]);
                if leap == 0 {
                    found[k] = Some((t[k] * self.resolution_m, f64::abs(incidence_cos[k])));
                    open &= !(1 << k);
                    continue;
                }
                let (next_x, next_y) = (x + X * leap, y + Y * leap);
                let t_x = (f64::from(next_x + (1 - X) / 2) - gx) * inverses[k][0];
                let t_y = (f64::from(next_y + (1 - Y) / 2) - gy) * inverses[k][1];
                let [x, y] = if t_x <= t_y {
                    (t[k], incidence_cos[k]) = (t_x, directions[k][0]);
                    [next_x, between::<Y>(floor(gy + t_x * directions[k][1]), y, next_y - Y)]
                } else {
                    (t[k], incidence_cos[k]) = (t_y, directions[k][1]);
                    [between::<X>(floor(gx + t_y * directions[k][0]), x, next_x - X), next_y]
                };
                cells[k] = [x, y];
                let goes_on = self.holds(x, y) && t[k] <= row.limit;
                open &= !(u32::from(!goes_on) << k);
            }
        }
        found
    }

    fn holds(&self, x: i32, y: i32) -> bool {
        x >= 0 && y >= 0 && x < self.width && y < self.height
    }

    /// Where a ray from outside comes in: the way in cells, the cell, and the axis across whose edge.
    fn enter(&self, from: [f64; 2], direction: [f64; 2]) -> Option<(f64, i32, i32, Option<usize>)> {
        let size = [self.width, self.height];
        let (mut enters, mut leaves, mut side) = (0.0_f64, f64::INFINITY, None);
        for k in 0..2 {
            let high = f64::from(size[k]);
            if direction[k] == 0.0 {
                if from[k] < 0.0 || from[k] >= high {
                    return None;
                }
                continue;
            }
            let (a, b) = ((0.0 - from[k]) / direction[k], (high - from[k]) / direction[k]);
            if a.min(b) > enters {
                (enters, side) = (a.min(b), Some(k));
            }
            leaves = leaves.min(a.max(b));
        }
        let cell = [0, 1].map(|k| {
            let last = size[k] - 1;
            match side {
                Some(side) if side == k => {
                    if direction[k] > 0.0 {
                        0
                    } else {
                        last
                    }
                }
                _ => floor(from[k] + enters * direction[k]).clamp(0, last),
            }
        });
        (enters < leaves).then_some((enters, cell[0], cell[1], side))
    }
}

/// The side of the largest free square with each cell in the corner that rays to the right or left,
/// and up or down, come from: one more than the smallest of the three neighbours ahead. Beyond the
/// grid all is free.
fn free_squares(
    width: u32,
    height: u32,
    is_right: bool,
    is_up: bool,
    is_wall: impl Fn(u32, u32) -> bool,
) -> Vec<u8> {
    let mut sides = vec![u8::MAX; width as usize * height as usize];
    // From the far corner back.
    for row in 0..height {
        let y = if is_up { height - 1 - row } else { row };
        for column in 0..width {
            let x = if is_right { width - 1 - column } else { column };
            let side_at = |x: u32, y: u32| sides[y as usize * width as usize + x as usize];
            let (ahead_x, ahead_y) = (
                if is_right { x + 1 } else { x.wrapping_sub(1) },
                if is_up { y + 1 } else { y.wrapping_sub(1) },
            );
            let mut side = u8::MAX;
            if column > 0 {
                side = side.min(side_at(ahead_x, y));
            }
            if row > 0 {
                side = side.min(side_at(x, ahead_y));
            }
            if column > 0 && row > 0 {
                side = side.min(side_at(ahead_x, ahead_y));
            }
            let side = if is_wall(x, y) { 0 } else { side.saturating_add(1) };
            sides[y as usize * width as usize + x as usize] = side;
        }
    }
    sides
}

/// Which of the grid's tables is for a direction.
#[inline(always)]
pub(super) fn quadrant([dx, dy]: &[f64; 2]) -> usize {
    let (is_right, is_up) = (*dx >= 0.0, *dy >= 0.0);
    usize::from(!is_right) + 2 * usize::from(!is_up)
}

/// The nearest value from `first` to `last`, which lies `STEP`wards of it.
#[inline(always)]
fn between<const STEP: i32>(value: i32, first: i32, last: i32) -> i32 {
    if STEP > 0 { value.max(first).min(last) } else { value.max(last).min(first) }
}

/// The whole number below; much quicker than the library's without newer instructions.
#[inline]
fn floor(value: f64) -> i32 {
    let towards_zero = value as i32;
    if f64::from(towards_zero) > value { towards_zero.saturating_sub(1) } else { towards_zero }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skidpad_math::{NoiseAddress, sin_cos};

    fn random_grid(case: u64, share: f64) -> OccupancyGrid {
        let noise = NoiseAddress { seed: 5, stream: 1, step: case };
        let (width, height) = (7 + (case % 40) as u32, 5 + (case % 23) as u32);
        let cells = u64::from(width * height);
        OccupancyGrid {
            resolution_m: 0.05 + 0.1 * noise.uniform(cells),
            x_min_m: -2.0 + noise.uniform(cells + 1),
            y_min_m: 3.0 * noise.uniform(cells + 2),
            width,
            height,
            free: (0..cells).map(|k| if noise.uniform(k) < share { 0 } else { 255 }).collect(),
        }
    }

    /// The judge: the nearest way into any occupied cell's square.
    fn analytic(grid: &OccupancyGrid, origin_m: [f64; 2], direction: [f64; 2]) -> Option<f64> {
        let mut best: Option<f64> = None;
        for y in 0..grid.height {
            for x in 0..grid.width {
                if grid.cell(x, y) != Cell::Occupied {
                    continue;
                }
                let low = [
                    grid.x_min_m + f64::from(x) * grid.resolution_m,
                    grid.y_min_m + f64::from(y) * grid.resolution_m,
                ];
                let (mut enters, mut leaves) = (0.0_f64, f64::INFINITY);
                for k in 0..2 {
                    let a = (low[k] - origin_m[k]) / direction[k];
                    let b = (low[k] + grid.resolution_m - origin_m[k]) / direction[k];
                    enters = enters.max(a.min(b));
                    leaves = leaves.min(a.max(b));
                }
                if enters <= leaves && best.is_none_or(|best| enters < best) {
                    best = Some(enters);
                }
            }
        }
        best
    }

    #[test]
    fn every_beam_stops_at_the_edge_of_the_first_wall() {
        let (mut hits, mut apart) = (0, 0);
        for case in 0..60 {
            let grid = random_grid(case, [0.01, 0.05, 0.3][case as usize % 3]);
            let prepared = PlanarGrid::new(&grid);
            let noise = NoiseAddress { seed: 6, stream: 2, step: case };
            let size_m = [grid.width, grid.height].map(|n| f64::from(n) * grid.resolution_m);
            for k in 0..200 {
                let place = |axis: usize| (1.6 * noise.uniform(4 * k + axis as u64) - 0.3) * size_m[axis];
                let origin_m = [grid.x_min_m + place(0), grid.y_min_m + place(1)];
                let (sin, cos) = sin_cos(6.3 * noise.uniform(4 * k + 3));
                let found = prepared.cast(origin_m, [cos, sin], f64::INFINITY);
                match (found, analytic(&grid, origin_m, [cos, sin])) {
                    (Some(a), Some(b)) if (a - b).abs() < 1e-12 * (1.0 + b) => hits += 1,
                    (None, None) => {}
                    _ => apart += 1,
                }
            }
        }
        assert_eq!(apart, 0, "beside {hits} that agree");
        assert!(hits > 3_000, "{hits}");
    }

    #[test]
    fn beams_in_a_row_are_the_same_as_alone() {
        let mut hits = 0;
        for case in 0..60 {
            let grid = random_grid(case, [0.01, 0.05, 0.3][case as usize % 3]);
            let prepared = PlanarGrid::new(&grid);
            let noise = NoiseAddress { seed: 8, stream: 2, step: case };
            let size_m = [grid.width, grid.height].map(|n| f64::from(n) * grid.resolution_m);
            for k in 0..100 {
                let place = |axis: usize| (1.2 * noise.uniform(4 * k + axis as u64) - 0.1) * size_m[axis];
                let origin_m = [grid.x_min_m + place(0), grid.y_min_m + place(1)];
                let begin_rad = if k % 3 == 0 { 0.0 } else { 6.3 * noise.uniform(4 * k + 3) };
                let directions = Directions::from_fn(|beam| {
                    let (sin, cos) = sin_cos(begin_rad + 0.05 * beam as f64);
                    if k % 7 == 0 { [cos.round(), -sin.round()] } else { [cos, sin] }
                });
                for max_range_m in [0.8, f64::INFINITY] {
                    let alone: [[u64; 2]; ROW] = std::array::from_fn(|beam| {
                        let met = prepared.meet(origin_m, directions.get(beam), max_range_m);
                        hits += usize::from(met.is_some());
                        <[f64; 2]>::from(met.unwrap_or((f64::INFINITY, 0.0))).map(f64::to_bits)
                    });
                    let bits = |met: &Met| {
                        std::array::from_fn(|k| [met.ranges_m[k], met.incidence_cos[k]].map(f64::to_bits))
                    };
                    assert_eq!(bits(&prepared.meet_row(origin_m, &directions, max_range_m)), alone);
                    assert_eq!(bits(&prepared.meet_row_plain(origin_m, &directions, max_range_m)), alone);
                }
            }
        }
        assert!(hits > 5_000, "{hits}");
        let odd = [[f64::NAN, 0.0], [0.0, 0.0], [f64::INFINITY, 1.0], [1.0, 0.0]];
        let odd = Directions::from_fn(|beam| odd[(beam + beam / 4) % 4]);
        let grid = PlanarGrid::new(&random_grid(3, 0.05));
        for max_range_m in [9.0, f64::INFINITY] {
            grid.meet_row([-1.5, 1.5], &odd, max_range_m);
            grid.meet_row_plain([-1.5, 1.5], &odd, max_range_m);
        }
    }

    #[test]
    fn beams_along_the_axes_and_through_corners() {
        let mut free = vec![255; 100];
        free[5 * 10 + 8] = 0;
        free[8 * 10 + 8] = 0;
        let grid = PlanarGrid::new(&OccupancyGrid {
            resolution_m: 0.5,
            width: 10,
            height: 10,
            free,
            ..OccupancyGrid::default()
        });
        assert_eq!(grid.cast([1.0, 2.7], [1.0, 0.0], 9.0), Some(3.0));
        assert_eq!(grid.cast([1.0, 2.5], [1.0, -0.0], 9.0), Some(3.0), "its lower edge is part of it");
        assert_eq!(grid.cast([1.0, 3.0], [1.0, 0.0], 9.0), None, "its upper edge is not");
        assert_eq!(grid.cast([4.9, 2.7], [-1.0, 0.0], 9.0), Some(4.9 - 4.5));
        assert_eq!(grid.cast([4.2, -3.0], [0.0, 1.0], 9.0), Some(5.5));
        assert_eq!(grid.cast([4.2, 2.7], [0.6, 0.8], 9.0), Some(0.0), "inside");
        assert_eq!(grid.cast([1.0, 2.7], [1.0, 0.0], 2.99), None, "too far");
        let diagonal = grid.cast([1.0, 1.0], [0.5_f64.sqrt(); 2], 9.0).unwrap();
        assert!((diagonal - 3.0 * 2.0_f64.sqrt()).abs() < 1e-12);
        let met = |from: [f64; 2], direction: [f64; 2]| grid.meet(from, direction, 9.0).map(|(_, cos)| cos);
        assert_eq!(met([1.0, 2.6], [0.96, 0.28]), None, "over its corner");
        assert_eq!(met([3.0, 2.5], [0.96, 0.28]), Some(0.96), "its left side");
        assert_eq!(met([3.9, 2.2], [0.6, 0.8]), Some(0.8), "its lower side");
        assert_eq!(met([4.2, 2.7], [0.6, 0.8]), Some(1.0), "inside");
        for direction in [[f64::NAN, 0.0], [0.0, 0.0], [f64::INFINITY, 1.0]] {
            grid.cast([1.0, 1.0], direction, 9.0);
            grid.cast([f64::NAN, 1.0], direction, 9.0);
        }
    }

    #[test]
    fn free_squares_are_the_largest_ones() {
        let grid = random_grid(31, 0.03);
        let prepared = PlanarGrid::new(&grid);
        let is_free = |x: i64, y: i64| {
            let is_inside =
                (0..i64::from(grid.width)).contains(&x) && (0..i64::from(grid.height)).contains(&y);
            !is_inside || grid.cell(x as u32, y as u32) != Cell::Occupied
        };
        for (leaps, [right, up]) in prepared.leaps.iter().zip([[1, 1], [-1, 1], [1, -1], [-1, -1]]) {
            for y in 0..i64::from(grid.height) {
                for x in 0..i64::from(grid.width) {
                    // The cells that a square has more than the next smaller one.
                    let grows = |side: i64| {
                        let far = side - 1;
                        let is_free = |a: i64, b: i64| is_free(x + right * a, y + up * b);
                        (0..side).all(|near| is_free(near, far) && is_free(far, near))
                    };
                    let largest = (1..=255).take_while(|&side| grows(side)).last().unwrap_or(0);
                    assert_eq!(i64::from(leaps[(y * i64::from(grid.width) + x) as usize]), largest);
                }
            }
        }
    }
}
