//! Radau IIA collocation: implicit, stiffly accurate, of order 2s − 1 with s stages.

use super::actuators::Inputs;
use super::at_stages::{AtStages, StagedMotion};
use super::explicit::pose_rate;
use super::motion::{Moving, mirrored_pairs};
use super::newton_matrix::NewtonMatrix;
use super::radau_tables::{FOUR, THREE, TWO, Table, extrapolation};

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

/// Newton stops when the stages move less than this, relative to 1 + |speed|.
const TOLERANCE: f64 = 1e-12;
/// Newton gives up after so many iterations; then the step is halved.
const ITERATIONS: usize = 12;
/// A step is halved at most so often; then RK4 takes it.
const HALVINGS: u32 = 5;

impl Radau {
    /// Advances by `dt_s`.
    pub(super) fn advance<const N: usize>(
        &self,
        motion: &dyn StagedMotion<N>,
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
struct Solver<'a, const N: usize, const S: usize> {
    motion: &'a dyn StagedMotion<N>,
    nodes: AtStages,
    /// The columns of A: what the rate of one stage adds to every stage.
    columns: [AtStages; S],
    /// The columns of weights that continue the polynomial through the stage rates of one step to the
    /// stages of the next.
    ahead: [AtStages; S],
    matrix: [[f64; S]; S],
    reuse: bool,
    jacobian: Option<[[f64; N]; N]>,
    factors: NewtonMatrix<N, S>,
    factored_step_s: f64,
}

impl<'a, const N: usize, const S: usize> Solver<'a, N, S> {
    fn new(motion: &'a dyn StagedMotion<N>, table: &Table<S>, reuse: bool) -> Self {
        let ahead = extrapolation(&table.nodes);
        Self {
            motion,
            nodes: AtStages::from_fn(|i| table.nodes[i.min(S - 1)]),
            columns: columns_of(&table.matrix),
            ahead: columns_of(&ahead),
            matrix: table.matrix,
            reuse,
            jacobian: None,
            factors: NewtonMatrix::new(),
            factored_step_s: 0.0,
        }
    }

    fn advance(&mut self, start: &Moving<f64, N>, dt_s: f64, internal_steps: u32) -> Moving<f64, N> {
        let mut now = *start;
        let kink_s = self.motion.kink_s();
        let count = internal_steps.max(1);
        let step_s = dt_s / f64::from(count);
        let mut guess = [AtStages::splat(0.0); N];
        for index in 0..count {
            let from_s = f64::from(index) * step_s;
            let to_s = if index + 1 == count { dt_s } else { f64::from(index + 1) * step_s };
            if kink_s > from_s && kink_s < to_s {
                now = self.internal_step(&now, from_s, kink_s - from_s, &mut guess, 0);
                guess = guess.map(|rates| AtStages::splat(rates.lane(S - 1)));
                now = self.internal_step(&now, kink_s, to_s - kink_s, &mut guess, 0);
                guess = guess.map(|rates| AtStages::splat(rates.lane(S - 1)));
            } else {
                now = self.internal_step(&now, from_s, step_s, &mut guess, 0);
                guess = guess.map(|rates| weigh(&self.ahead, rates));
            }
        }
        now
    }

    /// One internal step; `rates` holds a guess of the stage rates, and gets the rates found.
    fn internal_step(
        &mut self,
        from: &Moving<f64, N>,
        time_s: f64,
        step_s: f64,
        rates: &mut [AtStages; N],
        halvings: u32,
    ) -> Moving<f64, N> {
        if let Some(to) = self.newton(from, time_s, step_s, rates) {
            return to;
        }
        self.jacobian = None;
        *rates = [AtStages::splat(0.0); N];
        if halvings < HALVINGS {
            let half_s = 0.5 * step_s;
            let middle = self.internal_step(from, time_s, half_s, rates, halvings + 1);
            return self.internal_step(&middle, time_s + half_s, half_s, rates, halvings + 1);
        }
        self.motion.explicit_step(from, time_s, step_s)
    }

    /// Factorises for one Jacobian per call, and again where Newton is slow or the step length is another.
    #[inline(always)]
    fn keep_factors(&mut self, time_s: f64, speeds: &[f64; N], step_s: f64, iteration: usize) {
        let is_slow = iteration == 5;
        let is_other_step = (self.factored_step_s - step_s).abs() > 1e-9 * step_s;
        if self.jacobian.is_none() || is_slow || is_other_step {
            self.renew_factors(time_s, speeds, step_s, is_slow);
        }
    }

    #[inline(never)]
    fn renew_factors(&mut self, time_s: f64, speeds: &[f64; N], step_s: f64, is_slow: bool) {
        let jacobian = match self.jacobian {
            Some(jacobian) if !is_slow => jacobian,
            _ => self.motion.jacobian(&self.motion.inputs(time_s), speeds),
        };
        self.jacobian = Some(jacobian);
        self.factored_step_s = step_s;
        self.factorise(step_s, &[jacobian; S]);
    }

    /// Factorises with the Jacobian of every stage as it is now.
    #[inline(never)]
    fn refresh_factors(&mut self, time_s: f64, speeds: &[AtStages; N], step_s: f64) {
        let jacobians = std::array::from_fn(|j| {
            let inputs = self.motion.inputs(time_s + self.nodes.lane(j) * step_s);
            self.motion.jacobian(&inputs, &speeds.map(|speed| speed.lane(j)))
        });
        self.factorise(step_s, &jacobians);
    }

    /// 1 − h A ⊗ J, in sums and differences of left and right.
    fn factorise(&mut self, step_s: f64, jacobians: &[[[f64; N]; N]; S]) {
        for (j, jacobian) in jacobians.iter().enumerate() {
            let jacobian = in_sums_and_differences(jacobian);
            for i in 0..S {
                let scale = -step_s * self.matrix[i][j];
                for (n, row) in jacobian.iter().enumerate() {
                    for (m, slope) in row.iter().enumerate() {
                        let one = if i == j && n == m { 1.0 } else { 0.0 };
                        self.factors.set((n, i), (m, j), one + scale * slope);
                    }
                }
            }
        }
        self.factors.factorise();
    }

    /// One internal step with Newton's iteration, all stages at once; `None` without convergence.
    fn newton(
        &mut self,
        from: &Moving<f64, N>,
        time_s: f64,
        step_s: f64,
        rates: &mut [AtStages; N],
    ) -> Option<Moving<f64, N>> {
        let h = AtStages::splat(step_s);
        let mut start = *rates;
        for (speed, value) in start.iter_mut().zip(from.speeds) {
            *speed = AtStages::splat(value);
        }
        let inputs = self.motion.inputs_at(AtStages::splat(time_s) + self.nodes * h);
        let mut speeds = start;
        for (speed, rate) in speeds.iter_mut().zip(rates.iter()) {
            *speed += h * weigh(&self.columns, *rate);
        }
        let mut before = 1.0;
        // Newton on Z_i = h Σ a_ij f(y + Z_j).
        for iteration in 0..ITERATIONS {
            *rates = self.motion.rates_at(&inputs, &speeds);
            if self.reuse {
                self.keep_factors(time_s, &from.speeds, step_s, iteration);
            } else {
                self.refresh_factors(time_s, &speeds, step_s);
            }
            let largest = self.correct(&start, h, rates, &mut speeds);
            if !largest.is_finite() {
                return None;
            }
            // Newton converges by a factor that shows: stop when what is left is below the tolerance.
            let factor = if iteration == 0 { 1.0 } else { largest / before };
            if largest < TOLERANCE || (factor < 0.5 && largest * factor < TOLERANCE) {
                return Some(close_step(self, from, &inputs, h, &speeds));
            }
            before = largest;
        }
        None
    }

    /// One correction of the speeds at all stages; gives the largest change, relative to 1 + |speed|.
    ///
    /// Compiled for the instructions that every processor has: with wider ones it is shorter, and slower, because
    /// the solver's single numbers wait for wide stores.
    #[inline(always)]
    fn correct(
        &self,
        start: &[AtStages; N],
        h: AtStages,
        rates: &[AtStages; N],
        speeds: &mut [AtStages; N],
    ) -> f64 {
        let mut change = [[0.0; S]; N];
        for (lack, ((start, rates), speed)) in
            change.iter_mut().zip(start.iter().zip(rates).zip(speeds.iter()))
        {
            let reached = *start + h * weigh(&self.columns, *rates);
            lack.copy_from_slice(&(reached - *speed).to_array()[..S]);
        }
        pairwise(&mut change, 1.0);
        self.factors.solve(&mut change);
        pairwise(&mut change, 0.5);
        let mut largest: f64 = 0.0;
        for (speed, change) in speeds.iter_mut().zip(&change) {
            let step = AtStages::from_fn(|i| change[i.min(S - 1)]);
            *speed += step;
            let relative = step.abs() / (AtStages::splat(1.0) + speed.abs());
            // A number that is none must not get lost in a maximum.
            for size in relative.to_array() {
                largest = if size < largest { largest } else { size };
            }
        }
        largest
    }
}

/// The pose follows the stages by the same collocation; the last stage is the end of the step.
#[inline(always)]
fn close_step<const N: usize, const S: usize>(
    solver: &Solver<'_, N, S>,
    from: &Moving<f64, N>,
    inputs: &Inputs<AtStages>,
    h: AtStages,
    speeds: &[AtStages; N],
) -> Moving<f64, N> {
    let twist = solver.motion.twist_at(inputs, speeds);
    let yaw_rad = AtStages::splat(from.pose[2]) + h * weigh(&solver.columns, twist[2]);
    let travel = pose_rate(yaw_rad, &twist);
    let pose = std::array::from_fn(|k| {
        (AtStages::splat(from.pose[k]) + h * weigh(&solver.columns, travel[k])).lane(S - 1)
    });
    Moving { pose, speeds: speeds.map(|speed| speed.lane(S - 1)) }
}

/// Σ_j of a column of weights times what stage j has.
#[inline(always)]
fn weigh<const S: usize>(columns: &[AtStages; S], at_stages: AtStages) -> AtStages {
    let mut sum = AtStages::splat(0.0);
    for (j, column) in columns.iter().enumerate() {
        sum += *column * AtStages::splat(at_stages.lane(j));
    }
    sum
}

fn columns_of<const S: usize>(matrix: &[[f64; S]; S]) -> [AtStages; S] {
    std::array::from_fn(|j| AtStages::from_fn(|i| matrix[i.min(S - 1)][j]))
}

/// Replaces each pair by its sum and its difference, times `scale`. Once more, with half of it, goes back.
///
/// In the mirrored car left and right change places: sums stay as they are and differences change sign, so
/// that elimination runs through the same numbers and the mirrored run has the same bits.
#[inline(always)]
fn pairwise<T: AsMut<[f64]>, const N: usize>(values: &mut [T; N], scale: f64) {
    for &(left, right) in mirrored_pairs(N) {
        let [a, b] = values.get_disjoint_mut([left, right]).expect("a wheel is not its own partner");
        for (a, b) in a.as_mut().iter_mut().zip(b.as_mut()) {
            (*a, *b) = ((*a + *b) * scale, (*a - *b) * scale);
        }
    }
}

/// T J T⁻¹ for the sums and differences T of [`pairwise`].
fn in_sums_and_differences<const N: usize>(jacobian: &[[f64; N]; N]) -> [[f64; N]; N] {
    let mut result = *jacobian;
    pairwise(&mut result, 1.0);
    for row in &mut result {
        for &(left, right) in mirrored_pairs(N) {
            (row[left], row[right]) = ((row[left] + row[right]) * 0.5, (row[left] - row[right]) * 0.5);
        }
    }
    result
}
