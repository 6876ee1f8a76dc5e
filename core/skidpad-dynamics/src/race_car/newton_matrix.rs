//! The matrix of Newton's iteration over the stages of an implicit step, factorised once and used often.

/// LU factors with row exchanges of a matrix in `N` speeds at `S` stages.
///
/// An unknown is a speed at a stage, counted speed by speed. The matrix is kept by columns, so that
/// both factorising and solving run along them.
pub(super) struct NewtonMatrix<const N: usize, const S: usize> {
    columns: [[Unknowns<N, S>; S]; N],
    inverse_pivots: Unknowns<N, S>,
    /// Which row of what was set stands in each row of the factors.
    order: [[usize; S]; N],
}

/// One number for each speed and stage.
pub(super) type Unknowns<const N: usize, const S: usize> = [[f64; S]; N];

impl<const N: usize, const S: usize> NewtonMatrix<N, S> {
    pub(super) fn new() -> Self {
        let nothing = [[0.0; S]; N];
        Self { columns: [[nothing; S]; N], inverse_pivots: nothing, order: [[0; S]; N] }
    }

    /// The entry in the row of speed `n` at stage `i` and the column of speed `m` at stage `j`.
    pub(super) fn set(&mut self, (n, i): (usize, usize), (m, j): (usize, usize), value: f64) {
        self.columns[m][j][n][i] = value;
    }

    /// Factorises what was set. Rows are exchanged by the size of the pivot alone, so that a change of
    /// sign of some unknowns changes nothing else.
    pub(super) fn factorise(&mut self) {
        let columns = self.columns.as_flattened_mut();
        let inverse_pivots = self.inverse_pivots.as_flattened_mut();
        let order = self.order.as_flattened_mut();
        for (row, at) in order.iter_mut().enumerate() {
            *at = row;
        }
        for k in 0..N * S {
            let column = columns[k].as_flattened();
            let mut pivot = k;
            for row in k + 1..N * S {
                if column[row].abs() > column[pivot].abs() {
                    pivot = row;
                }
            }
            order.swap(k, pivot);
            for column in columns.iter_mut() {
                column.as_flattened_mut().swap(k, pivot);
            }
            let (done, rest) = columns.split_at_mut(k + 1);
            let factors = done[k].as_flattened_mut();
            inverse_pivots[k] = 1.0 / factors[k];
            for factor in &mut factors[k + 1..] {
                *factor *= inverse_pivots[k];
            }
            for column in rest {
                take_away(column.as_flattened_mut(), k, &factors[k + 1..]);
            }
        }
    }

    /// Replaces the right-hand side by the solution.
    #[inline(always)]
    pub(super) fn solve(&self, unknowns: &mut Unknowns<N, S>) {
        let columns = self.columns.as_flattened();
        let inverse_pivots = self.inverse_pivots.as_flattened();
        let given = *unknowns;
        let unknowns = unknowns.as_flattened_mut();
        for (unknown, &row) in unknowns.iter_mut().zip(self.order.as_flattened()) {
            *unknown = given.as_flattened()[row];
        }
        for (k, column) in columns.iter().enumerate() {
            take_away(unknowns, k, &column.as_flattened()[k + 1..]);
        }
        for k in (0..N * S).rev() {
            let value = unknowns[k] * inverse_pivots[k];
            for (above, factor) in unknowns[..k].iter_mut().zip(columns[k].as_flattened()) {
                *above -= factor * value;
            }
            unknowns[k] = value;
        }
    }
}

/// Takes row `k` times `factors` from the rows below it.
#[inline(always)]
fn take_away(column: &mut [f64], k: usize, factors: &[f64]) {
    let (above, below) = column.split_at_mut(k + 1);
    for (entry, factor) in below.iter_mut().zip(factors) {
        *entry -= factor * above[k];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn factors_solve_what_they_factorised() {
        let mut matrix = NewtonMatrix::<3, 1>::new();
        let entries = [[0.0, 2.0, 1.0], [1.0, -2.0, -3.0], [-1.0, 1.0, 2.0]];
        for (n, row) in entries.iter().enumerate() {
            for (m, value) in row.iter().enumerate() {
                matrix.set((n, 0), (m, 0), *value);
            }
        }
        matrix.factorise();
        let mut unknowns = [[-8.0], [0.0], [3.0]];
        matrix.solve(&mut unknowns);
        for (got, expected) in unknowns.iter().zip([-4.0, -5.0, 2.0]) {
            assert!((got[0] - expected).abs() < 1e-12);
        }
    }

    /// Rows change places where the diagonal is small, also between the stages of one speed, whatever the signs.
    #[test]
    fn the_largest_number_of_a_column_divides_it() {
        for (tiny, large) in [(0.0, 1.0), (0.0, -1.0), (1e-18, -1.0), (-1e-18, 1.0), (-1e-18, -1.0)] {
            let mut matrix = NewtonMatrix::<1, 2>::new();
            for (i, row) in [[tiny, 1.0], [large, 1.0]].iter().enumerate() {
                for (j, value) in row.iter().enumerate() {
                    matrix.set((0, i), (0, j), *value);
                }
            }
            matrix.factorise();
            let mut unknowns = [[3.0, 5.0]];
            matrix.solve(&mut unknowns);
            // x₁ = 3, but for tiny·x₀, and large·x₀ = 2.
            assert!((unknowns[0][0] - 2.0 / large).abs() < 1e-12, "{tiny} {large}: {unknowns:?}");
            assert!((unknowns[0][1] - 3.0).abs() < 1e-12, "{tiny} {large}: {unknowns:?}");
        }
    }

    #[test]
    fn a_large_negative_pivot_stays_where_it_is() {
        let mut matrix = NewtonMatrix::<1, 2>::new();
        for (i, row) in [[-1.0, 1.0], [1e-18, 1.0]].iter().enumerate() {
            for (j, value) in row.iter().enumerate() {
                matrix.set((0, i), (0, j), *value);
            }
        }
        matrix.factorise();
        let mut unknowns = [[5.0, 3.0]];
        matrix.solve(&mut unknowns);
        // x₁ = 3, and −x₀ + x₁ = 5.
        assert!((unknowns[0][0] + 2.0).abs() < 1e-12 && (unknowns[0][1] - 3.0).abs() < 1e-12, "{unknowns:?}");
    }
}
