//! A floor plan in cells, each free, occupied or unknown: walls for bodies and for range sensors.

use serde::{Deserialize, Serialize};

/// Cells of equal size, row by row; row 0 lies at `y_min_m`, x runs fastest.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct OccupancyGrid {
    /// Edge of a cell [m].
    pub resolution_m: f64,
    /// Left edge of the first column [m].
    pub x_min_m: f64,
    /// Lower edge of the first row [m].
    pub y_min_m: f64,
    /// Columns, along x.
    pub width: u32,
    /// Rows, along y.
    pub height: u32,
    /// `width · height` probabilities of being free, 0 surely occupied, 255 surely free.
    pub free: Vec<u8>,
}

/// What is known of one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// A wall: the probability of being free is at most one half.
    Occupied,
    /// Nothing is known: the probability is within 0.01 of one half. Neither wall nor free.
    Unknown,
    /// Free floor.
    Free,
}

/// A rectangle of whole cells: columns `x` to `x + width`, rows `y` to `y + height`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Rectangle {
    /// First column.
    pub x: u32,
    /// First row.
    pub y: u32,
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

/// Highest stored probability that means a wall. From 125 to 130 it is within 0.01 of one half.
const MAX_OCCUPIED: u8 = 124;
/// Lowest stored probability that means free floor.
const MIN_FREE: u8 = 131;

impl Cell {
    /// What a stored probability of being free means.
    pub fn of(free: u8) -> Cell {
        match free {
            0..=MAX_OCCUPIED => Cell::Occupied,
            MIN_FREE.. => Cell::Free,
            _ => Cell::Unknown,
        }
    }
}

impl OccupancyGrid {
    /// The cell in column `x`, row `y`, both inside the grid.
    pub fn cell(&self, x: u32, y: u32) -> Cell {
        Cell::of(self.free[y as usize * self.width as usize + x as usize])
    }

    /// Column and row of a point; none outside the grid.
    pub fn cell_at(&self, x_m: f64, y_m: f64) -> Option<(u32, u32)> {
        let column = ((x_m - self.x_min_m) / self.resolution_m).floor();
        let row = ((y_m - self.y_min_m) / self.resolution_m).floor();
        let is_inside =
            column >= 0.0 && row >= 0.0 && column < f64::from(self.width) && row < f64::from(self.height);
        is_inside.then_some((column as u32, row as u32))
    }

    /// True if the point lies in a wall. Unknown cells and everything outside are not walls.
    pub fn is_occupied(&self, x_m: f64, y_m: f64) -> bool {
        (self.cell_at(x_m, y_m)).is_some_and(|(x, y)| self.cell(x, y) == Cell::Occupied)
    }

    /// Lower left and upper right corner [m] of a rectangle of cells.
    pub fn corners_m(&self, rectangle: &Rectangle) -> [[f64; 2]; 2] {
        let x_m = |column: u32| self.x_min_m + f64::from(column) * self.resolution_m;
        let y_m = |row: u32| self.y_min_m + f64::from(row) * self.resolution_m;
        [
            [x_m(rectangle.x), y_m(rectangle.y)],
            [x_m(rectangle.x + rectangle.width), y_m(rectangle.y + rectangle.height)],
        ]
    }

    /// The occupied cells as few rectangles that do not overlap: each occupied cell is in exactly
    /// one, no other cell is in any.
    ///
    /// Greedy: the first uncovered cell grows as far as it can along one axis, then along the
    /// other. Both orders are tried and the one with fewer rectangles wins, rows first on a tie.
    pub fn merged_rectangles(&self) -> Vec<Rectangle> {
        self.merged_rectangles_within(usize::MAX).unwrap_or_default()
    }

    /// The same, or none if there are more than this many.
    pub fn merged_rectangles_within(&self, most: usize) -> Option<Vec<Rectangle>> {
        let [width, height] = [self.width as usize, self.height as usize];
        let is_wall: Vec<bool> = self.free.iter().map(|&free| free <= MAX_OCCUPIED).collect();
        let along_y = merge(transposed(&is_wall, width, height), height, most);
        let along_x = merge(is_wall, width, most);
        match (along_x, along_y) {
            (Some(along_x), along_y) if along_y.as_ref().is_none_or(|it| it.len() >= along_x.len()) => {
                Some(along_x)
            }
            (_, None) => None,
            (_, Some(mut along_y)) => {
                for Rectangle { x, y, width, height } in &mut along_y {
                    (*x, *y, *width, *height) = (*y, *x, *height, *width);
                }
                Some(along_y)
            }
        }
    }
}

/// Rows become columns.
fn transposed(cells: &[bool], width: usize, height: usize) -> Vec<bool> {
    // Squares of this many cells stay in fast memory.
    const SQUARE: usize = 64;
    let mut turned = vec![false; cells.len()];
    for top in (0..height).step_by(SQUARE) {
        for left in (0..width).step_by(SQUARE) {
            for y in top..height.min(top + SQUARE) {
                for x in left..width.min(left + SQUARE) {
                    turned[x * height + y] = cells[y * width + x];
                }
            }
        }
    }
    turned
}

/// Rectangles that grow along the rows first; none if there are more than `most`.
fn merge(mut is_open: Vec<bool>, width: usize, most: usize) -> Option<Vec<Rectangle>> {
    let height = is_open.len() / width.max(1);
    let mut rectangles = Vec::new();
    for y in 0..height {
        let mut x = 0;
        while let Some(skipped) = is_open[y * width + x..(y + 1) * width].iter().position(|&is_open| is_open)
        {
            x += skipped;
            let rest = &is_open[y * width + x..(y + 1) * width];
            let long = rest.iter().position(|&is_open| !is_open).unwrap_or(rest.len());
            let row = |y: usize| y * width + x..y * width + x + long;
            let end = (y + 1..height).find(|&y| is_open[row(y)].contains(&false)).unwrap_or(height);
            (y..end).for_each(|y| is_open[row(y)].fill(false));
            let [x0, y0, width_cells, height_cells] = [x, y, long, end - y].map(|count| count as u32);
            if rectangles.len() == most {
                return None;
            }
            rectangles.push(Rectangle { x: x0, y: y0, width: width_cells, height: height_cells });
            x += long;
        }
    }
    Some(rectangles)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rows as drawn, the top row at the largest y; `#` wall, `?` unknown, anything else free.
    fn drawn(rows: &[&str]) -> OccupancyGrid {
        let bytes = rows.iter().rev().flat_map(|row| row.bytes());
        OccupancyGrid {
            resolution_m: 0.5,
            x_min_m: -1.0,
            y_min_m: 2.0,
            width: rows[0].len() as u32,
            height: rows.len() as u32,
            free: bytes
                .map(|byte| match byte {
                    b'#' => 0,
                    b'?' => 128,
                    _ => 255,
                })
                .collect(),
        }
    }

    /// How often each cell is covered.
    fn cover(grid: &OccupancyGrid, rectangles: &[Rectangle]) -> Vec<u32> {
        let mut count = vec![0; grid.free.len()];
        for r in rectangles {
            for y in r.y..r.y + r.height {
                for x in r.x..r.x + r.width {
                    count[(y * grid.width + x) as usize] += 1;
                }
            }
        }
        count
    }

    #[test]
    fn the_half_and_what_is_near_it() {
        let p_free = |value: u8| f64::from(value) / 255.0;
        let grid = OccupancyGrid {
            resolution_m: 1.0,
            width: 256,
            height: 1,
            free: (0..=255).collect(),
            ..OccupancyGrid::default()
        };
        for value in 0..=255_u8 {
            let expected = if (p_free(value) - 0.5).abs() < 0.01 {
                Cell::Unknown
            } else if p_free(value) <= 0.5 {
                Cell::Occupied
            } else {
                Cell::Free
            };
            assert_eq!(grid.cell(u32::from(value), 0), expected, "{value}");
        }
    }

    #[test]
    fn points_find_their_cells() {
        let grid = drawn(&["..#", "#?."]);
        assert!(grid.is_occupied(-1.0, 2.0));
        assert!(grid.is_occupied(0.49, 2.99));
        assert!(!grid.is_occupied(-0.4, 2.1), "unknown is no wall");
        assert!(!grid.is_occupied(0.5, 2.7), "the far edge is outside");
        assert!(!grid.is_occupied(-1.01, 2.0));
        assert!(!grid.is_occupied(f64::NAN, 2.0));
    }

    #[test]
    fn a_room_is_four_walls() {
        let grid = drawn(&["######", "#....#", "#....#", "######"]);
        let rectangles = grid.merged_rectangles();
        assert_eq!(rectangles.len(), 4);
        assert_eq!(grid.merged_rectangles_within(4).as_ref(), Some(&rectangles));
        assert_eq!(grid.merged_rectangles_within(3), None);
        let bottom = grid.corners_m(&rectangles[0]);
        assert_eq!(bottom, [[-1.0, 2.0], [2.0, 2.5]]);
    }

    #[test]
    fn the_better_axis_wins() {
        let comb = drawn(&["#.#.#", "#.#.#", "#####"]);
        assert_eq!(comb.merged_rectangles().len(), 4);
        let turned = drawn(&["###", "#..", "###", "#..", "###"]);
        assert_eq!(turned.merged_rectangles().len(), 4);
    }

    #[test]
    fn every_wall_cell_is_covered_once_and_no_other() {
        let mut random = skidpad_math::SplitMix64::new(1);
        for case in 0..200 {
            let (width, height) = (1 + case % 17, 1 + case % 11);
            let free = (0..width * height).map(|_| [0, 0, 128, 255][random.below(4)]).collect();
            let grid = OccupancyGrid { resolution_m: 1.0, width, height, free, ..OccupancyGrid::default() };
            let count = cover(&grid, &grid.merged_rectangles());
            for (index, &count) in count.iter().enumerate() {
                let is_wall = grid.free[index] == 0;
                assert_eq!(count, u32::from(is_wall));
            }
        }
    }
}
