//! Eigenvalues of small symmetric matrices, by Jacobi's rotations.

/// Eigenvalues of a symmetric matrix, and its eigenvectors as the columns of a matrix.
///
/// Each rotation clears one pair off the diagonal (C. Jacobi, 1846; G. Golub and C. Van Loan, *Matrix
/// Computations*, §8.5). The number of sweeps is fixed, so the same matrix costs the same work: they
/// converge quadratically, and ten leave nothing off the diagonal of an 8 × 8.
pub(crate) fn symmetric_eigen<const N: usize>(mut a: [[f64; N]; N]) -> ([f64; N], [[f64; N]; N]) {
    let mut v = [[0.0; N]; N];
    for (i, row) in v.iter_mut().enumerate() {
        row[i] = 1.0;
    }
    for _ in 0..10 {
        for p in 0..N - 1 {
            for q in p + 1..N {
                if a[p][q] == 0.0 {
                    continue;
                }
                let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
                let t = 1f64.copysign(theta) / (theta.abs() + (theta * theta + 1.0).sqrt());
                let c = 1.0 / (t * t + 1.0).sqrt();
                let s = t * c;
                for row in a.iter_mut().chain(&mut v) {
                    (row[p], row[q]) = (c * row[p] - s * row[q], s * row[p] + c * row[q]);
                }
                let (row_p, row_q) = (a[p], a[q]);
                a[p] = std::array::from_fn(|k| c * row_p[k] - s * row_q[k]);
                a[q] = std::array::from_fn(|k| s * row_p[k] + c * row_q[k]);
            }
        }
    }
    (std::array::from_fn(|i| a[i][i]), v)
}

#[cfg(test)]
mod tests {
    use super::*;
    use skidpad_math::NoiseAddress;

    #[test]
    fn values_and_vectors_rebuild_the_matrix() {
        for k in 0..200 {
            let noise = NoiseAddress { seed: 1, stream: 2, step: k };
            let entry = |i: usize, j: usize| noise.normal((8 * i.max(j) + i.min(j)) as u64);
            let a: [[f64; 8]; 8] = std::array::from_fn(|i| std::array::from_fn(|j| entry(i, j)));
            let (values, vectors) = symmetric_eigen(a);
            for (i, row) in a.iter().enumerate() {
                for (j, &entry) in row.iter().enumerate() {
                    let sum: f64 = (0..8).map(|n| vectors[i][n] * values[n] * vectors[j][n]).sum();
                    assert!((sum - entry).abs() < 1e-12, "{k}: {sum} {entry}");
                }
            }
        }
    }
}
