//! Eigenvalues of a small real matrix: Hessenberg form, then the shifted QR iteration in complex numbers.

use skidpad_math::hypot;

/// A complex number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Complex {
    /// Real part.
    pub re: f64,
    /// Imaginary part.
    pub im: f64,
}

impl Complex {
    fn real(re: f64) -> Self {
        Self { re, im: 0.0 }
    }
    fn add(self, other: Self) -> Self {
        Self { re: self.re + other.re, im: self.im + other.im }
    }
    fn sub(self, other: Self) -> Self {
        Self { re: self.re - other.re, im: self.im - other.im }
    }
    fn mul(self, other: Self) -> Self {
        Self { re: self.re * other.re - self.im * other.im, im: self.re * other.im + self.im * other.re }
    }
    fn scale(self, factor: f64) -> Self {
        Self { re: self.re * factor, im: self.im * factor }
    }
    fn conjugate(self) -> Self {
        Self { re: self.re, im: -self.im }
    }
    /// |z|.
    pub fn size(self) -> f64 {
        hypot(self.re, self.im)
    }
    /// The root with the non-negative real part.
    fn sqrt(self) -> Self {
        let size = self.size();
        let re = (0.5 * (size + self.re)).max(0.0).sqrt();
        let im = (0.5 * (size - self.re)).max(0.0).sqrt();
        Self { re, im: im.copysign(self.im) }
    }
}

/// Iterations after which an eigenvalue is taken as it stands; a handful is usual.
const ITERATIONS: usize = 200;

/// The eigenvalues of a square matrix given by rows, sorted by real part, then imaginary part.
///
/// Golub and Van Loan, *Matrix Computations*, 4th ed., §7.4 (Hessenberg form) and §7.5 (shifted QR),
/// here with Wilkinson's shift and complex rotations, which is shorter than the double shift.
pub fn eigenvalues(matrix: &[Vec<f64>]) -> Vec<Complex> {
    let hessenberg = hessenberg(matrix);
    let mut h: Vec<Vec<Complex>> =
        hessenberg.iter().map(|row| row.iter().map(|&value| Complex::real(value)).collect()).collect();
    let mut found = Vec::with_capacity(h.len());
    let mut active = h.len();
    while active > 0 {
        let last = active - 1;
        for iteration in 0..ITERATIONS {
            let start = split_point(&mut h, last);
            if start == last {
                break;
            }
            let shift =
                if iteration % 11 == 10 { exceptional_shift(&h, last) } else { wilkinson_shift(&h, last) };
            qr_sweep(&mut h, start, last, shift);
        }
        found.push(h[last][last]);
        active = last;
    }
    found.sort_by(|a, b| a.re.total_cmp(&b.re).then(a.im.total_cmp(&b.im)));
    found
}

/// The similar matrix with zeros below the first subdiagonal, by Householder reflections.
fn hessenberg(matrix: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let size = matrix.len();
    let mut h = matrix.to_vec();
    for column in 0..size.saturating_sub(2) {
        let length = (column + 1..size).map(|row| h[row][column] * h[row][column]).sum::<f64>().sqrt();
        if length == 0.0 {
            continue;
        }
        let mut normal: Vec<f64> =
            (0..size).map(|row| if row > column { h[row][column] } else { 0.0 }).collect();
        normal[column + 1] += length.copysign(normal[column + 1]);
        let norm2: f64 = normal.iter().map(|value| value * value).sum();
        let dots: Vec<f64> =
            (0..size).map(|j| (column + 1..size).map(|i| normal[i] * h[i][j]).sum()).collect();
        for (row, across) in h.iter_mut().zip(&normal).skip(column + 1) {
            for (entry, dot) in row.iter_mut().zip(&dots) {
                *entry -= 2.0 * dot / norm2 * across;
            }
        }
        for row in &mut h {
            let dot: f64 = (column + 1..size).map(|j| row[j] * normal[j]).sum();
            for j in column + 1..size {
                row[j] -= 2.0 * dot / norm2 * normal[j];
            }
        }
    }
    h
}

/// First row of the block that ends in `last` and does not fall apart; negligible couplings become zero.
fn split_point(h: &mut [Vec<Complex>], last: usize) -> usize {
    for row in (1..=last).rev() {
        let neighbours = h[row][row].size() + h[row - 1][row - 1].size();
        let scale = if neighbours > 0.0 { neighbours } else { 1.0 };
        if h[row][row - 1].size() <= f64::EPSILON * scale {
            h[row][row - 1] = Complex::real(0.0);
            return row;
        }
    }
    0
}

/// The eigenvalue of the last 2×2 block that is nearer to its corner.
fn wilkinson_shift(h: &[Vec<Complex>], last: usize) -> Complex {
    let (a, b) = (h[last - 1][last - 1], h[last - 1][last]);
    let (c, d) = (h[last][last - 1], h[last][last]);
    let half = a.sub(d).scale(0.5);
    let root = half.mul(half).add(b.mul(c)).sqrt();
    let middle = a.add(d).scale(0.5);
    let (one, other) = (middle.add(root), middle.sub(root));
    if one.sub(d).size() < other.sub(d).size() { one } else { other }
}

/// A shift off the beaten track, for matrices on which the usual one walks in circles.
fn exceptional_shift(h: &[Vec<Complex>], last: usize) -> Complex {
    h[last][last].add(Complex { re: h[last][last - 1].size(), im: 0.5 * h[last][last - 1].size() })
}

/// H ← R Q + s with Q R = H − s, on rows and columns `start` to `last`, by Givens rotations.
fn qr_sweep(h: &mut [Vec<Complex>], start: usize, last: usize, shift: Complex) {
    for (i, row) in h.iter_mut().enumerate().take(last + 1).skip(start) {
        row[i] = row[i].sub(shift);
    }
    let mut rotations = Vec::with_capacity(last - start);
    for k in start..last {
        let (a, b) = (h[k][k], h[k + 1][k]);
        let length = hypot(a.size(), b.size());
        let (cos, sin) = if length > 0.0 {
            (a.scale(1.0 / length), b.scale(1.0 / length))
        } else {
            (Complex::real(1.0), Complex::real(0.0))
        };
        let (upper, lower) = h.split_at_mut(k + 1);
        for (top, bottom) in upper[k][k..=last].iter_mut().zip(&mut lower[0][k..=last]) {
            let (x, y) = (*top, *bottom);
            *top = cos.conjugate().mul(x).add(sin.conjugate().mul(y));
            *bottom = cos.mul(y).sub(sin.mul(x));
        }
        rotations.push((cos, sin));
    }
    for (index, (cos, sin)) in rotations.into_iter().enumerate() {
        let k = start + index;
        for row in h.iter_mut().take((k + 2).min(last + 1)).skip(start) {
            let (x, y) = (row[k], row[k + 1]);
            row[k] = x.mul(cos).add(y.mul(sin));
            row[k + 1] = y.mul(cos.conjugate()).sub(x.mul(sin.conjugate()));
        }
    }
    for (i, row) in h.iter_mut().enumerate().take(last + 1).skip(start) {
        row[i] = row[i].add(shift);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(matrix: &[&[f64]], expected: &[(f64, f64)], tolerance: f64) {
        let rows: Vec<Vec<f64>> = matrix.iter().map(|row| row.to_vec()).collect();
        let got = eigenvalues(&rows);
        assert_eq!(got.len(), expected.len());
        for (re, im) in expected {
            let nearest =
                got.iter().map(|value| hypot(value.re - re, value.im - im)).fold(f64::MAX, f64::min);
            assert!(nearest < tolerance, "({re}, {im}) is not among {got:?}");
        }
    }

    #[test]
    fn known_matrices() {
        check(&[&[3.0]], &[(3.0, 0.0)], 1e-15);
        check(&[&[0.0, -2.0], &[2.0, 0.0]], &[(0.0, 2.0), (0.0, -2.0)], 1e-14);
        check(&[&[2.0, 1.0], &[1.0, 2.0]], &[(1.0, 0.0), (3.0, 0.0)], 1e-14);
        // The companion matrix of (x − 1)(x − 2)(x − 3)(x − 4).
        check(
            &[
                &[10.0, -35.0, 50.0, -24.0],
                &[1.0, 0.0, 0.0, 0.0],
                &[0.0, 1.0, 0.0, 0.0],
                &[0.0, 0.0, 1.0, 0.0],
            ],
            &[(1.0, 0.0), (2.0, 0.0), (3.0, 0.0), (4.0, 0.0)],
            1e-10,
        );
        // A cyclic shift has the roots of unity.
        check(
            &[&[0.0, 0.0, 1.0], &[1.0, 0.0, 0.0], &[0.0, 1.0, 0.0]],
            &[(1.0, 0.0), (-0.5, 0.866_025_403_784_438_6), (-0.5, -0.866_025_403_784_438_6)],
            1e-14,
        );
    }

    #[test]
    fn trace_and_count_agree_for_random_matrices() {
        let mut numbers = super::super::test_numbers::Numbers::new(3);
        for size in 1..14 {
            let matrix: Vec<Vec<f64>> =
                (0..size).map(|_| (0..size).map(|_| numbers.between(-1.0, 1.0)).collect()).collect();
            let values = eigenvalues(&matrix);
            let trace: f64 = (0..size).map(|i| matrix[i][i]).sum();
            let square: f64 =
                (0..size).map(|i| (0..size).map(|j| matrix[i][j] * matrix[j][i]).sum::<f64>()).sum();
            let sum: f64 = values.iter().map(|value| value.re).sum();
            let sum_of_squares: f64 =
                values.iter().map(|value| value.re * value.re - value.im * value.im).sum();
            assert!((sum - trace).abs() < 1e-11 && (sum_of_squares - square).abs() < 1e-10, "{size}");
        }
    }

    #[test]
    fn a_root_squared_is_the_number() {
        for (re, im) in
            [(3.0, 4.0), (3.0, -4.0), (-3.0, 4.0), (-3.0, -4.0), (9.0, 0.0), (-9.0, 0.0), (0.0, 2.0)]
        {
            let root = Complex { re, im }.sqrt();
            let square = root.mul(root);
            assert!((square.re - re).abs() < 1e-14 && (square.im - im).abs() < 1e-14, "{re} {im}: {root:?}");
            assert!(root.re >= 0.0);
        }
    }

    fn block(entries: [[f64; 2]; 2]) -> Vec<Vec<Complex>> {
        entries.iter().map(|row| row.iter().map(|&entry| Complex::real(entry)).collect()).collect()
    }

    /// (5 ± √5)/2 are the eigenvalues of this block; the nearer one shifts it.
    #[test]
    fn the_shift_is_the_eigenvalue_nearer_to_the_corner() {
        for (corner, other, expected) in
            [(3.0, 2.0, 2.5 + 0.5 * 5f64.sqrt()), (2.0, 3.0, 2.5 - 0.5 * 5f64.sqrt())]
        {
            let shift = wilkinson_shift(&block([[other, 1.0], [1.0, corner]]), 1);
            assert!((shift.re - expected).abs() < 1e-14 && shift.im == 0.0, "{shift:?}");
        }
    }

    /// A coupling is negligible against its neighbours on the diagonal, or against one where they are zero.
    #[test]
    fn small_couplings_fall_apart() {
        let e = f64::EPSILON;
        let start = |entries: [[f64; 2]; 2]| split_point(&mut block(entries), 1);
        assert_eq!(start([[1.0, 1.0], [1.5 * e, -1.0]]), 1);
        assert_eq!(start([[1.0, 1.0], [2.5 * e, -1.0]]), 0);
        assert_eq!(start([[1e6, 1.0], [1e6 * e, 1e6]]), 1);
        assert_eq!(start([[1e-6, 1.0], [e, 1e-6]]), 0);
        assert_eq!(start([[0.0, 1.0], [0.5 * e, 0.0]]), 1);
        assert_eq!(start([[0.0, 1.0], [2.0 * e, 0.0]]), 0);
    }
}
