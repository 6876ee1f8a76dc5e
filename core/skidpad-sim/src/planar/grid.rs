//! Occupancy grids as obstacles: occupied cells merged into few rectangles.

/// A block of occupied cells, counted in cells from the grid's corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellRectangle {
    /// First column.
    pub column: usize,
    /// First row.
    pub row: usize,
    /// How many columns.
    pub column_count: usize,
    /// How many rows.
    pub row_count: usize,
}

/// Cover the occupied cells with disjoint rectangles: each grows right as far as it can, then up.
///
/// Cells are taken row by row, so the same grid always gives the same rectangles.
/// A cell that is surrounded by occupied ones on all eight sides can never be touched from outside; it is covered all
/// the same, because a fast body that got that deep should still be pushed out.
pub fn merge_cells(
    column_count: usize,
    row_count: usize,
    is_occupied: impl Fn(usize, usize) -> bool,
) -> Vec<CellRectangle> {
    let mut is_covered = vec![false; column_count * row_count];
    let mut rectangles = Vec::new();
    for row in 0..row_count {
        for column in 0..column_count {
            let is_free = |column: usize, row: usize, is_covered: &[bool]| {
                is_occupied(column, row) && !is_covered[row * column_count + column]
            };
            if !is_free(column, row, &is_covered) {
                continue;
            }
            let end_column =
                (column..column_count).find(|&c| !is_free(c, row, &is_covered)).unwrap_or(column_count);
            let end_row = (row + 1..row_count)
                .find(|&r| !(column..end_column).all(|c| is_free(c, r, &is_covered)))
                .unwrap_or(row_count);
            for r in row..end_row {
                is_covered[r * column_count + column..r * column_count + end_column].fill(true);
            }
            rectangles.push(CellRectangle {
                column,
                row,
                column_count: end_column - column,
                row_count: end_row - row,
            });
        }
    }
    rectangles
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every occupied cell is covered exactly once, no free cell is.
    fn check(picture: &[&str], rectangle_count: usize) {
        let occupied = |column: usize, row: usize| picture[row].as_bytes()[column] == b'#';
        let rectangles = merge_cells(picture[0].len(), picture.len(), occupied);
        assert_eq!(rectangles.len(), rectangle_count, "{rectangles:?}");
        for row in 0..picture.len() {
            for column in 0..picture[0].len() {
                let covering = rectangles
                    .iter()
                    .filter(|r| (r.column..r.column + r.column_count).contains(&column))
                    .filter(|r| (r.row..r.row + r.row_count).contains(&row))
                    .count();
                assert_eq!(covering, usize::from(occupied(column, row)));
            }
        }
    }

    #[test]
    fn a_room_is_four_walls() {
        check(&["#######", "#     #", "#     #", "#######"], 4);
    }

    #[test]
    fn a_cross_is_three_and_nothing_is_none() {
        check(&[" # ", "###", " # "], 3);
        check(&["   ", "   "], 0);
        check(&["##", "##"], 1);
    }
}
