//! Radau IIA collocation: implicit, stiffly accurate, of order 2s − 1 with s stages.

use super::actuators::Inputs;
use super::explicit::{self, Rk4, pose_rate};
use super::motion::{Differentiable, Motion, Moving};

/// Settings of the implicit integrator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Radau {
    /// How many stages.
    pub stages: Stages,
    /// Into how many equal internal steps a step is cut, besides the cut at the steering kink.
    pub internal_steps: u32,
    /// Keep one Jacobian for a whole step (true), or refresh it in every Newton iteration (false).
    pub reuse_jacobian: bool,
}

/// How many stages the method has; its order is 2s − 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stages {
    /// Order 3.
    Two,
    /// Order 5.
    Three,
    /// Order 7.
    Four,
}

impl Default for Radau {
    /// Four stages and ten internal steps, as brains2 has them; the Jacobian is reused.
    fn default() -> Self {
        Self { stages: Stages::Four, internal_steps: 10, reuse_jacobian: true }
    }
}

/// Coefficients of one method: nodes c and matrix A; the weights are the last row of A.
struct Table<const S: usize> {
    nodes: [f64; S],
    matrix: [[f64; S]; S],
}

const TWO: Table<2> = Table {
    nodes: [1.0 / 3.0, 1.0],
    matrix: [[0.416_666_666_666_666_7, -0.083_333_333_333_333_33], [0.75, 0.25]],
};

const THREE: Table<3> = Table {
    nodes: [0.155_051_025_721_682_2, 0.644_948_974_278_317_8, 1.0],
    matrix: [
        [0.196_815_477_223_660_44, -0.065_535_425_850_198_39, 0.023_770_974_348_220_15],
        [0.394_424_314_739_087_3, 0.292_073_411_665_228_43, -0.041_548_752_125_997_93],
        [0.376_403_062_700_467_3, 0.512_485_826_188_421_6, 0.111_111_111_111_111_1],
    ],
};

const FOUR: Table<4> = Table {
    nodes: [0.088_587_959_512_703_94, 0.409_466_864_440_734_7, 0.787_659_461_760_847_1, 1.0],
    matrix: [
        [
            0.112_999_479_323_156_2,
            -0.040_309_220_723_522_21,
            0.025_802_377_420_336_392,
            -0.009_904_676_507_266_424,
        ],
        [
            0.234_383_995_747_400_26,
            0.206_892_573_935_358_9,
            -0.047_857_128_048_540_72,
            0.016_047_422_806_516_273,
        ],
        [
            0.216_681_784_623_250_33,
            0.406_123_263_867_373_3,
            0.189_036_518_170_056_34,
            -0.024_182_104_899_832_94,
        ],
        [0.220_462_211_176_768_37, 0.388_193_468_843_171_9, 0.328_844_319_980_059_75, 0.0625],
    ],
};

/// Newton stops when the stages move less than this, relative to 1 + |speed|.
const TOLERANCE: f64 = 1e-12;
/// Newton gives up after so many iterations; then the step is halved.
const ITERATIONS: usize = 12;
/// A step is halved at most so often; then RK4 takes it.
const HALVINGS: u32 = 5;
/// Largest number of unknowns: four stages of seven speeds.
const LARGEST: usize = 28;

impl Radau {
    /// Advances by `dt_s`.
    pub(super) fn advance<const N: usize>(
        &self,
        motion: &impl Differentiable<N>,
        start: &Moving<f64, N>,
        dt_s: f64,
    ) -> Moving<f64, N> {
        match self.stages {
            Stages::Two => {
                Solver::new(motion, &TWO, self.reuse_jacobian).advance(start, dt_s, self.internal_steps)
            }
            Stages::Three => {
                Solver::new(motion, &THREE, self.reuse_jacobian).advance(start, dt_s, self.internal_steps)
            }
            Stages::Four => {
                Solver::new(motion, &FOUR, self.reuse_jacobian).advance(start, dt_s, self.internal_steps)
            }
        }
    }
}

/// One call's worth of scratch: the factorised Newton matrix and what it was made for.
struct Solver<'a, M, const N: usize, const S: usize> {
    motion: &'a M,
    table: &'a Table<S>,
    reuse: bool,
    jacobian: Option<[[f64; N]; N]>,
    factors: Factors,
    factored_step_s: f64,
    /// Weights that continue the polynomial through the stage rates of one step to the stages of the next.
    ahead: [[f64; S]; S],
}

impl<'a, M: Differentiable<N>, const N: usize, const S: usize> Solver<'a, M, N, S> {
    fn new(motion: &'a M, table: &'a Table<S>, reuse: bool) -> Self {
        let factors = Factors::new(N * S);
        let ahead = extrapolation(&table.nodes);
        Self { motion, table, reuse, jacobian: None, factors, factored_step_s: 0.0, ahead }
    }

    fn advance(&mut self, start: &Moving<f64, N>, dt_s: f64, internal_steps: u32) -> Moving<f64, N> {
        let mut now = *start;
        let kink_s = self.motion.kink_s();
        let count = internal_steps.max(1);
        let step_s = dt_s / f64::from(count);
        let mut guess = [[0.0; N]; S];
        for index in 0..count {
            let from_s = f64::from(index) * step_s;
            let to_s = if index + 1 == count { dt_s } else { f64::from(index + 1) * step_s };
            if kink_s > from_s && kink_s < to_s {
                now = self.internal_step(&now, from_s, kink_s - from_s, &mut guess, 0);
                guess = [guess[S - 1]; S];
                now = self.internal_step(&now, kink_s, to_s - kink_s, &mut guess, 0);
                guess = [guess[S - 1]; S];
            } else {
                now = self.internal_step(&now, from_s, step_s, &mut guess, 0);
                guess = self.continued(&guess);
            }
        }
        now
    }

    /// Stage rates of the next step, guessed from those of this one.
    fn continued(&self, rates: &[[f64; N]; S]) -> [[f64; N]; S] {
        std::array::from_fn(|j| {
            std::array::from_fn(|n| {
                self.ahead[j].iter().zip(rates).map(|(weight, rate)| weight * rate[n]).sum()
            })
        })
    }

    /// One internal step; `rates` holds a guess of the stage rates, and gets the rates found.
    fn internal_step(
        &mut self,
        from: &Moving<f64, N>,
        time_s: f64,
        step_s: f64,
        rates: &mut [[f64; N]; S],
        halvings: u32,
    ) -> Moving<f64, N> {
        let inputs: [_; S] =
            std::array::from_fn(|j| self.motion.inputs(time_s + self.table.nodes[j] * step_s));
        if let Some(stages) = self.solve_stages(from, &inputs, step_s, rates) {
            return self.close_step(from, &inputs, step_s, &stages);
        }
        self.jacobian = None;
        *rates = [[0.0; N]; S];
        if halvings < HALVINGS {
            let half_s = 0.5 * step_s;
            let middle = self.internal_step(from, time_s, half_s, rates, halvings + 1);
            return self.internal_step(&middle, time_s + half_s, half_s, rates, halvings + 1);
        }
        explicit::advance::<Rk4, _, _>(&Later { motion: self.motion, by_s: time_s }, from, step_s).0
    }

    /// Newton on Z_i = h Σ a_ij f(y + Z_j): the stage speeds, or `None` without convergence.
    fn solve_stages(
        &mut self,
        from: &Moving<f64, N>,
        inputs: &[Inputs<f64>; S],
        step_s: f64,
        rates: &mut [[f64; N]; S],
    ) -> Option<[[f64; N]; S]> {
        let mut speeds: [[f64; N]; S] = std::array::from_fn(|i| {
            std::array::from_fn(|n| from.speeds[n] + step_s * self.weigh(i, |j| rates[j][n]))
        });
        let mut before = 1.0;
        for iteration in 0..ITERATIONS {
            *rates = std::array::from_fn(|j| self.motion.rates(&inputs[j], &speeds[j]));
            if self.reuse {
                self.keep_factors(&inputs[0], &from.speeds, step_s, iteration);
            } else {
                self.refresh_factors(inputs, &speeds, step_s);
            }
            let mut change = [0.0; LARGEST];
            for i in 0..S {
                for n in 0..N {
                    let wanted = from.speeds[n] + step_s * self.weigh(i, |j| rates[j][n]);
                    change[i * N + n] = wanted - speeds[i][n];
                }
            }
            self.factors.solve(&mut change);
            let mut largest: f64 = 0.0;
            for i in 0..S {
                for n in 0..N {
                    let step = change[i * N + n];
                    speeds[i][n] += step;
                    largest = largest.max(step.abs() / (1.0 + speeds[i][n].abs()));
                }
            }
            if !largest.is_finite() {
                return None;
            }
            // Newton converges by a factor that shows: stop when what is left is below the tolerance.
            let factor = if iteration == 0 { 1.0 } else { largest / before };
            if largest < TOLERANCE || (factor < 0.5 && largest * factor < TOLERANCE) {
                return Some(speeds);
            }
            before = largest;
        }
        None
    }

    #[inline(always)]
    fn weigh(&self, row: usize, value: impl Fn(usize) -> f64) -> f64 {
        let mut sum = 0.0;
        for j in 0..S {
            sum += self.table.matrix[row][j] * value(j);
        }
        sum
    }

    /// Factorises for one Jacobian per call, and again where Newton is slow or the step length is another.
    fn keep_factors(&mut self, inputs: &Inputs<f64>, speeds: &[f64; N], step_s: f64, iteration: usize) {
        let is_slow = iteration == 5;
        let is_other_step = (self.factored_step_s - step_s).abs() > 1e-9 * step_s;
        if self.jacobian.is_some() && !is_slow && !is_other_step {
            return;
        }
        let jacobian = match self.jacobian {
            Some(jacobian) if !is_slow => jacobian,
            _ => self.motion.jacobian(inputs, speeds),
        };
        self.jacobian = Some(jacobian);
        self.factored_step_s = step_s;
        self.factorise(step_s, |_| &jacobian);
    }

    /// Factorises with the Jacobian of every stage as it is now.
    fn refresh_factors(&mut self, inputs: &[Inputs<f64>; S], speeds: &[[f64; N]; S], step_s: f64) {
        let jacobians: [_; S] = std::array::from_fn(|j| self.motion.jacobian(&inputs[j], &speeds[j]));
        self.factorise(step_s, |j| &jacobians[j]);
    }

    /// 1 − h A ⊗ J.
    fn factorise<'j>(&mut self, step_s: f64, jacobian: impl Fn(usize) -> &'j [[f64; N]; N]) {
        for i in 0..S {
            for j in 0..S {
                let scale = -step_s * self.table.matrix[i][j];
                for (n, row) in jacobian(j).iter().enumerate() {
                    for (m, slope) in row.iter().enumerate() {
                        let one = if i == j && n == m { 1.0 } else { 0.0 };
                        self.factors.matrix[i * N + n][j * N + m] = one + scale * slope;
                    }
                }
            }
        }
        self.factors.factorise();
    }

    /// The pose follows the stages by the same collocation; the last stage is the end of the step.
    fn close_step(
        &self,
        from: &Moving<f64, N>,
        inputs: &[Inputs<f64>; S],
        step_s: f64,
        speeds: &[[f64; N]; S],
    ) -> Moving<f64, N> {
        let twists: [_; S] = std::array::from_fn(|j| self.motion.twist(&inputs[j], &speeds[j]));
        let travel: [_; S] = std::array::from_fn(|i| {
            let yaw_rad = from.pose[2] + step_s * self.weigh(i, |j| twists[j][2]);
            pose_rate(yaw_rad, &twists[i])
        });
        let pose = std::array::from_fn(|k| from.pose[k] + step_s * self.weigh(S - 1, |j| travel[j][k]));
        Moving { pose, speeds: speeds[S - 1] }
    }
}

/// Lagrange's weights: the value at 1 + c_j of the polynomial through values at c_k.
fn extrapolation<const S: usize>(nodes: &[f64; S]) -> [[f64; S]; S] {
    std::array::from_fn(|j| {
        std::array::from_fn(|k| {
            let others = (0..S).filter(|&m| m != k);
            others.map(|m| (1.0 + nodes[j] - nodes[m]) / (nodes[k] - nodes[m])).product()
        })
    })
}

/// A motion seen from a later time.
struct Later<'a, M> {
    motion: &'a M,
    by_s: f64,
}

impl<M: Differentiable<N>, const N: usize> Motion<f64, N> for Later<'_, M> {
    fn inputs(&self, time_s: f64) -> Inputs<f64> {
        self.motion.inputs(self.by_s + time_s)
    }
    fn rates(&self, inputs: &Inputs<f64>, speeds: &[f64; N]) -> [f64; N] {
        self.motion.rates(inputs, speeds)
    }
    fn twist(&self, inputs: &Inputs<f64>, speeds: &[f64; N]) -> [f64; 3] {
        self.motion.twist(inputs, speeds)
    }
    fn longest_step_s(&self, inputs: &Inputs<f64>, speeds: &[f64; N]) -> f64 {
        self.motion.longest_step_s(inputs, speeds)
    }
    fn kink_s(&self) -> f64 {
        self.motion.kink_s() - self.by_s
    }
}

/// LU factors with row exchanges of the Newton matrix.
struct Factors {
    size: usize,
    matrix: [[f64; LARGEST]; LARGEST],
    exchanged: [usize; LARGEST],
}

impl Factors {
    fn new(size: usize) -> Self {
        Self { size, matrix: [[0.0; LARGEST]; LARGEST], exchanged: [0; LARGEST] }
    }

    fn factorise(&mut self) {
        for column in 0..self.size {
            let mut pivot = column;
            for row in column + 1..self.size {
                if self.matrix[row][column].abs() > self.matrix[pivot][column].abs() {
                    pivot = row;
                }
            }
            self.matrix.swap(column, pivot);
            self.exchanged[column] = pivot;
            let (above, below) = self.matrix.split_at_mut(column + 1);
            let pivot_row = &above[column];
            let inverse = 1.0 / pivot_row[column];
            for row in &mut below[..self.size - column - 1] {
                let factor = row[column] * inverse;
                row[column] = factor;
                for (entry, above) in
                    row[column + 1..self.size].iter_mut().zip(&pivot_row[column + 1..self.size])
                {
                    *entry -= factor * above;
                }
            }
        }
    }

    fn solve(&self, vector: &mut [f64; LARGEST]) {
        for row in 0..self.size {
            vector.swap(row, self.exchanged[row]);
        }
        for row in 1..self.size {
            let (known, rest) = vector.split_at_mut(row);
            rest[0] -= dot(&self.matrix[row][..row], known);
        }
        for row in (0..self.size).rev() {
            let (rest, known) = vector.split_at_mut(row + 1);
            let sum = dot(&self.matrix[row][row + 1..self.size], known);
            rest[row] = (rest[row] - sum) / self.matrix[row][row];
        }
    }
}

#[inline(always)]
fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Σ_j a_ij c_j^(k−1) = c_i^k / k for k ≤ s, and Σ_j b_j c_j^(k−1) = 1/k for k ≤ 2s − 1.
    fn check_order<const S: usize>(table: &Table<S>) {
        let power = |base: f64, exponent: usize| (0..exponent).map(|_| base).product::<f64>();
        for k in 1..2 * S {
            for (i, row) in table.matrix.iter().enumerate() {
                if k > S && i + 1 < S {
                    continue;
                }
                let sum: f64 = row.iter().zip(table.nodes).map(|(a, c)| a * power(c, k - 1)).sum();
                assert!(
                    (sum - power(table.nodes[i], k) / k as f64).abs() < 2e-16,
                    "{S} stages, row {i}, k {k}"
                );
            }
        }
    }

    #[test]
    fn coefficients_have_the_order_of_the_method() {
        check_order(&TWO);
        check_order(&THREE);
        check_order(&FOUR);
    }

    #[test]
    fn factors_solve_what_they_factorised() {
        let mut factors = Factors::new(3);
        let matrix = [[0.0, 2.0, 1.0], [1.0, -2.0, -3.0], [-1.0, 1.0, 2.0]];
        for (row, numbers) in matrix.iter().enumerate() {
            factors.matrix[row][..3].copy_from_slice(numbers);
        }
        factors.factorise();
        let mut vector = [0.0; LARGEST];
        vector[..3].copy_from_slice(&[-8.0, 0.0, 3.0]);
        factors.solve(&mut vector);
        for (got, expected) in vector.iter().zip([-4.0, -5.0, 2.0]) {
            assert!((got - expected).abs() < 1e-12);
        }
    }
}
