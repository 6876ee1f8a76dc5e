//! An occupancy grid prepared for rays: how far is free in every direction, cell by cell.

use crate::{Cell, OccupancyGrid};

/// The grid with its distance field.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PlanarGrid {
    resolution_m: f64,
    corner_m: [f64; 2],
    width: i32,
    height: i32,
    /// Chebyshev distance to the nearest occupied cell: 0 in it, 1 beside it. A square of cells
    /// around, with one less to each side, is free.
    leaps: Vec<u8>,
}

impl PlanarGrid {
    /// Prepare a grid. What is unknown or outside is no wall.
    pub fn new(grid: &OccupancyGrid) -> PlanarGrid {
        let (width, height) = (grid.width as usize, grid.height as usize);
        let cells = (0..grid.height).flat_map(|y| (0..grid.width).map(move |x| (x, y)));
        let mut leaps: Vec<u8> =
            cells.map(|(x, y)| if grid.cell(x, y) == Cell::Occupied { 0 } else { u8::MAX }).collect();
        // Two sweeps with the eight neighbours give this distance exactly (Rosenfeld and Pfaltz 1968).
        for y in 0..height {
            for x in 0..width {
                let here = y * width + x;
                let mut near = leaps[here];
                if x > 0 {
                    near = near.min(leaps[here - 1].saturating_add(1));
                }
                if y > 0 {
                    let from = here - width - usize::from(x > 0);
                    let to = here - width + usize::from(x + 1 < width);
                    let above =
                        leaps[from..=to].iter().min().map_or(u8::MAX, |least| least.saturating_add(1));
                    near = near.min(above);
                }
                leaps[here] = near;
            }
        }
        for y in (0..height).rev() {
            for x in (0..width).rev() {
                let here = y * width + x;
                let mut near = leaps[here];
                if x + 1 < width {
                    near = near.min(leaps[here + 1].saturating_add(1));
                }
                if y + 1 < height {
                    let from = here + width - usize::from(x > 0);
                    let to = here + width + usize::from(x + 1 < width);
                    let below =
                        leaps[from..=to].iter().min().map_or(u8::MAX, |least| least.saturating_add(1));
                    near = near.min(below);
                }
                leaps[here] = near;
            }
        }
        PlanarGrid {
            resolution_m: grid.resolution_m,
            corner_m: [grid.x_min_m, grid.y_min_m],
            width: grid.width as i32,
            height: grid.height as i32,
            leaps,
        }
    }

    /// Distance [m] to the edge of the first occupied cell along a unit direction; 0 from inside one.
    ///
    /// A cell holds its lower and left edge. The walk goes from edge to edge of free squares; each
    /// place is taken from the origin anew, so that nothing adds up.
    pub fn cast(&self, origin_m: [f64; 2], direction: [f64; 2], max_range_m: f64) -> Option<f64> {
        let limit = max_range_m / self.resolution_m;
        let [gx, gy] = [0, 1].map(|k| (origin_m[k] - self.corner_m[k]) / self.resolution_m);
        // Adding zero makes a negative zero positive.
        let [dx, dy] = direction.map(|value| value + 0.0);
        let (inverse_x, inverse_y) = (1.0 / dx, 1.0 / dy);
        let (is_right, is_up) = (dx >= 0.0, dy >= 0.0);
        let (mut x, mut y) = (floor(gx), floor(gy));
        let mut t = 0.0;
        if !self.holds(x, y) {
            (t, x, y) = self.enter([gx, gy], [dx, dy])?;
        }
        while self.holds(x, y) && t <= limit {
            let leap = i32::from(self.leaps[(y * self.width + x) as usize]);
            if leap == 0 {
                return Some(t * self.resolution_m);
            }
            let edge_x = if is_right { x + leap } else { x - leap + 1 };
            let edge_y = if is_up { y + leap } else { y - leap + 1 };
            let t_x = (f64::from(edge_x) - gx) * inverse_x;
            let t_y = (f64::from(edge_y) - gy) * inverse_y;
            // The place along the edge may round over a corner of the square; it cannot be there.
            if t_x <= t_y {
                t = t_x;
                y = floor(gy + t * dy).clamp(y - leap + 1, y + leap - 1);
                x = if is_right { edge_x } else { edge_x - 1 };
            } else {
                t = t_y;
                x = floor(gx + t * dx).clamp(x - leap + 1, x + leap - 1);
                y = if is_up { edge_y } else { edge_y - 1 };
            }
        }
        None
    }

    fn holds(&self, x: i32, y: i32) -> bool {
        x >= 0 && y >= 0 && x < self.width && y < self.height
    }

    /// Where a ray from outside comes in: the way in cells, and the cell.
    fn enter(&self, from: [f64; 2], direction: [f64; 2]) -> Option<(f64, i32, i32)> {
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
        (enters < leaves).then_some((enters, cell[0], cell[1]))
    }
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
        for direction in [[f64::NAN, 0.0], [0.0, 0.0], [f64::INFINITY, 1.0]] {
            grid.cast([1.0, 1.0], direction, 9.0);
            grid.cast([f64::NAN, 1.0], direction, 9.0);
        }
    }

    #[test]
    fn the_distance_field_is_the_true_one() {
        let grid = random_grid(31, 0.03);
        let prepared = PlanarGrid::new(&grid);
        for y in 0..grid.height {
            for x in 0..grid.width {
                let cells = (0..grid.height).flat_map(|b| (0..grid.width).map(move |a| (a, b)));
                let walls = cells.filter(|&(a, b)| grid.cell(a, b) == Cell::Occupied);
                let nearest = walls.map(|(a, b)| a.abs_diff(x).max(b.abs_diff(y))).min().unwrap();
                assert_eq!(u32::from(prepared.leaps[(y * grid.width + x) as usize]), nearest);
            }
        }
    }
}
