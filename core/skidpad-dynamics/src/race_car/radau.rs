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

#[cfg(test)]
mod tests {
    use super::super::motion::{Differentiable, Motion};
    use super::*;
    use skidpad_math::Real;
    use std::marker::PhantomData;

    /// ẏ = J·(y − 1), and a kink that changes nothing.
    struct Linear<R, const N: usize> {
        matrix: [[f64; N]; N],
        kink_s: f64,
        kind: PhantomData<R>,
    }

    impl<R: Real, const N: usize> Motion<R, N> for Linear<R, N> {
        fn inputs(&self, _: R) -> Inputs<R> {
            let zero = R::from(0.0);
            Inputs {
                steer_rad: zero,
                sin: zero,
                cos: R::from(1.0),
                steer_rate_radps: zero,
                torque_nm: [zero; 4],
                torque_gap_nm: zero,
            }
        }

        fn rates(&self, _: &Inputs<R>, speeds: &[R; N]) -> [R; N] {
            let mut rates = [R::from(0.0); N];
            for (rate, row) in rates.iter_mut().zip(&self.matrix) {
                for (speed, entry) in speeds.iter().zip(row) {
                    *rate += R::from(*entry) * (*speed - R::from(1.0));
                }
            }
            rates
        }

        fn twist(&self, _: &Inputs<R>, speeds: &[R; N]) -> [R; 3] {
            [speeds[0], R::from(0.0), R::from(0.0)]
        }

        fn longest_step_s(&self, _: &Inputs<R>, _: &[R; N], _: &[R; N]) -> R {
            R::from(1e9)
        }

        fn kink_s(&self) -> R {
            R::from(self.kink_s)
        }
    }

    impl<const N: usize> Differentiable<N> for Linear<f64, N> {
        type In<R: Real> = Linear<R, N>;

        fn lift<R: Real>(&self) -> Linear<R, N> {
            Linear { matrix: self.matrix, kink_s: self.kink_s, kind: PhantomData }
        }

        fn later(&self, by_s: f64) -> Self {
            Linear { kink_s: self.kink_s - by_s, ..self.lift() }
        }

        fn jacobian(&self, _: &Inputs<f64>, _: &[f64; N]) -> [[f64; N]; N] {
            self.matrix
        }
    }

    fn every_method() -> impl Iterator<Item = Radau> {
        let stages = [Stages::Two, Stages::Three, Stages::Four].into_iter();
        stages.flat_map(|stages| {
            [true, false].map(|reuse_jacobian| Radau { stages, internal_steps: 10, reuse_jacobian })
        })
    }

    /// Seven speeds that push each other, left and right in different ways.
    fn coupled(rate: f64) -> [[f64; 7]; 7] {
        std::array::from_fn(|i| {
            std::array::from_fn(|j| {
                if i == j {
                    -rate * (1.0 + 0.3 * i as f64)
                } else {
                    rate * 0.1 * ((3 * i + 5 * j) % 4) as f64 - 0.15 * rate
                }
            })
        })
    }

    /// A process that settles in a thousandth of a step has settled at its end: only Newton's iteration with the right
    /// derivatives gets there.
    #[test]
    fn stiff_speeds_settle_at_once() {
        for radau in every_method() {
            for kink_s in [0.0, 0.013] {
                let motion = Linear::<f64, 7> { matrix: coupled(1e6), kink_s, kind: PhantomData };
                let start = Moving { pose: [0.0; 3], speeds: [3.0, -2.0, 5.0, 0.0, 2.0, 7.0, -4.0] };
                let end = radau.advance(&motion, &start, 0.1);
                for speed in end.speeds {
                    assert!((speed - 1.0).abs() < 1e-3, "{radau:?}: {end:?}");
                }
            }
        }
    }

    /// Where nothing is stiff, the end is that of fine steps, and the way is the integral of the speed.
    #[test]
    fn slow_speeds_follow_their_equation() {
        let matrix = coupled(2.0);
        let start = Moving { pose: [0.0; 3], speeds: [3.0, -2.0, 5.0, 0.0, 2.0, 7.0, -4.0] };
        let (mut speeds, mut way_m) = (start.speeds, 0.0);
        let rates = |speeds: &[f64; 7]| -> [f64; 7] {
            std::array::from_fn(|i| (0..7).map(|j| matrix[i][j] * (speeds[j] - 1.0)).sum())
        };
        let step_s = 0.1 / 20_000.0;
        for _ in 0..20_000 {
            let slope = rates(&speeds);
            let middle: [f64; 7] = std::array::from_fn(|i| speeds[i] + 0.5 * step_s * slope[i]);
            let slope = rates(&middle);
            way_m += step_s * middle[0];
            speeds = std::array::from_fn(|i| speeds[i] + step_s * slope[i]);
        }
        for radau in every_method() {
            let tolerance = if radau.stages == Stages::Two { 2e-5 } else { 1e-8 };
            for kink_s in [0.0, 0.013, 0.0725] {
                let motion = Linear::<f64, 7> { matrix, kink_s, kind: PhantomData };
                let end = radau.advance(&motion, &start, 0.1);
                for (got, expected) in end.speeds.iter().zip(speeds) {
                    assert!((got - expected).abs() < tolerance, "{radau:?}: {end:?} {speeds:?}");
                }
                assert!((end.pose[0] - way_m).abs() < tolerance, "{radau:?}: {end:?} {way_m}");
            }
        }
    }

    /// ẏ = −50·tanh(10⁵·(y − 20·t)): a speed that chases a line, and turns where it has reached it.
    struct Chasing<R>(PhantomData<R>);

    impl<R: Real> Motion<R, 1> for Chasing<R> {
        fn inputs(&self, time_s: R) -> Inputs<R> {
            let motion = Linear::<R, 1> { matrix: [[0.0]], kink_s: 0.0, kind: PhantomData };
            Inputs { steer_rad: time_s * R::from(20.0), ..motion.inputs(time_s) }
        }

        fn rates(&self, inputs: &Inputs<R>, speeds: &[R; 1]) -> [R; 1] {
            [R::from(-50.0) * (R::from(1e5) * (speeds[0] - inputs.steer_rad)).tanh()]
        }

        fn twist(&self, _: &Inputs<R>, speeds: &[R; 1]) -> [R; 3] {
            [speeds[0], R::from(0.0), R::from(0.0)]
        }

        fn longest_step_s(&self, _: &Inputs<R>, _: &[R; 1], _: &[R; 1]) -> R {
            R::from(1e9)
        }

        fn kink_s(&self) -> R {
            R::from(0.0)
        }
    }

    impl Differentiable<1> for Chasing<f64> {
        type In<R: Real> = Chasing<R>;

        fn lift<R: Real>(&self) -> Chasing<R> {
            Chasing(PhantomData)
        }

        fn later(&self, _: f64) -> Self {
            self.lift()
        }

        fn jacobian(&self, inputs: &Inputs<f64>, speeds: &[f64; 1]) -> [[f64; 1]; 1] {
            let tanh = skidpad_math::tanh(1e5 * (speeds[0] - inputs.steer_rad));
            [[-50.0 * 1e5 * (1.0 - tanh * tanh)]]
        }
    }

    /// Where Newton does not converge, steps are halved five times before RK4 takes them: it overshoots by no more than
    /// a step of a thirty-second.
    #[test]
    fn steps_that_do_not_converge_are_halved() {
        for internal_steps in [1, 2] {
            for start in [1.0, -1.0, 0.4] {
                let radau = Radau { stages: Stages::Three, internal_steps, reuse_jacobian: true };
                let from = Moving { pose: [0.0; 3], speeds: [start] };
                let end = radau.advance(&Chasing(PhantomData), &from, 0.1);
                assert!((end.speeds[0] - 2.0).abs() < 0.3, "{internal_steps} {start}: {end:?}");
            }
        }
    }
}
