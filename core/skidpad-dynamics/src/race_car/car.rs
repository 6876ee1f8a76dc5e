//! The car that steps: it chooses the model, moves the actuators, integrates, and says what the wheels do.

use std::fmt;

use skidpad_math::Real;

use super::actuators::{Actuators, Inputs};
use super::combined_slip::CombinedSlip;
use super::explicit::{EULER, Method, RK4, advance, advance_apart};
use super::forces::{self, Balance, CombinedLaw, ConstantLaw, LinearLaw, LoadLaw};
use super::magic_formula::MagicFormula;
use super::motion::{self, Drive, Kinematic, Moving, Rolling, Spinning};
use super::parameters::{ParameterProblem, Parameters, Tyre};
use super::radau::Radau;
use super::state::{Controls, Ground, PerWheel, State, WHEEL_COUNT};

/// How a step is integrated. All work on the same equations.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Integrator {
    /// Classical Runge-Kutta with substeps by the stiffness of the moment. The default.
    #[default]
    Rk4,
    /// Radau IIA collocation.
    Radau(Radau),
    /// Explicit Euler on the substeps of `Rk4`: for comparison, not for use.
    Euler,
}

/// A race car: checked parameters, ready to step. It holds no state.
///
/// ```
/// use skidpad_dynamics::race_car::{Controls, Ground, Integrator, Parameters, RaceCar, State};
/// let car = RaceCar::new(Parameters::ariane()).unwrap();
/// let ground = Ground::level(9.81);
/// let mut state = State { v_x_mps: 10.0, ..State::at_rest() };
/// let controls = Controls::even(0.02, car.parameters().cruise_torque_nm(10.0));
/// for _ in 0..300 {
///     state = car.step(Integrator::Rk4, &state, &controls, &ground, 0.01).unwrap();
/// }
/// // Neutral steer: the yaw rate is v δ/L, here less a little for the drive of the front wheels.
/// assert!((state.yaw_rate_radps - 10.0 * 0.02 / 1.5706).abs() < 2e-3);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct RaceCar {
    parameters: Parameters,
    combined: CombinedSlip,
    rear_combined: CombinedSlip,
    /// The lateral formula of the rear axle, where it differs.
    rear_lateral: Option<MagicFormula<f64>>,
    side_stiffness: f64,
    yaw_stiffness: f64,
    slip_stiffness: f64,
}

/// Why a step has no result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StepError {
    /// The state or the controls held a number that is not finite.
    NotFiniteBefore,
    /// The step made a number that is not finite.
    NotFiniteAfter,
}

impl fmt::Display for StepError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotFiniteBefore => "the race car was given a number that is not finite",
            Self::NotFiniteAfter => "the race car's step gave a number that is not finite",
        })
    }
}

impl std::error::Error for StepError {}

impl RaceCar {
    /// Checks the parameters and prepares the car.
    ///
    /// # Errors
    /// All problems of the parameters.
    pub fn new(parameters: Parameters) -> Result<Self, Vec<ParameterProblem>> {
        parameters.check()?;
        let combined = CombinedSlip::new(parameters.longitudinal, parameters.lateral)
            .ok_or_else(|| vec![ParameterProblem::NoPeak])?;
        let (rear_longitudinal, rear_lateral) = (parameters.rear_longitudinal(), parameters.rear_lateral());
        let rear_combined = CombinedSlip::new(rear_longitudinal, rear_lateral)
            .ok_or_else(|| vec![ParameterProblem::NoPeak])?;
        let lateral = match parameters.tyre {
            Tyre::Load => parameters.lateral_by_load.b1,
            Tyre::Constant | Tyre::Combined | Tyre::Linear => {
                parameters.lateral.stiffness().max(rear_lateral.stiffness())
            }
        };
        let slip_stiffness = parameters.longitudinal.stiffness().max(rear_longitudinal.stiffness());
        let rear_lateral = (rear_lateral != parameters.lateral).then_some(rear_lateral);
        let levers_m2 = parameters.front_axle_m * parameters.rear_axle_m;
        let yaw = parameters.mass_kg * levers_m2 / parameters.yaw_inertia_kgm2;
        Ok(Self {
            parameters,
            combined,
            rear_combined,
            rear_lateral,
            side_stiffness: lateral,
            yaw_stiffness: lateral * yaw,
            slip_stiffness,
        })
    }

    /// The numbers of this car.
    #[inline(always)]
    pub fn parameters(&self) -> &Parameters {
        &self.parameters
    }

    /// The combined-slip law of this car's front axle.
    #[inline(always)]
    pub fn combined(&self) -> &CombinedSlip {
        &self.combined
    }

    /// The combined-slip law of a wheel's axle.
    #[inline(always)]
    pub(super) fn combined_of(&self, wheel: usize) -> &CombinedSlip {
        if wheel < 2 { &self.combined } else { &self.rear_combined }
    }

    /// The lateral formula of the rear axle, where it differs from that of the front.
    #[inline(always)]
    pub(super) fn other_rear_lateral(&self) -> Option<&MagicFormula<f64>> {
        self.rear_lateral.as_ref()
    }

    /// The larger of the axles' longitudinal stiffnesses per load \[-\].
    #[inline(always)]
    pub(super) fn slip_stiffness(&self) -> f64 {
        self.slip_stiffness
    }

    /// Whether these wheel loads are those of a car that tips: both wheels of a side or of an axle are off the
    /// ground.
    pub fn is_tipping(load_n: &PerWheel<f64>) -> bool {
        forces::is_tipping(load_n)
    }

    /// Rate at which sideslip settles, times speed, per unit of acceleration into the ground \[1/rad\].
    #[inline(always)]
    pub(super) fn side_stiffness(&self) -> f64 {
        self.side_stiffness
    }

    /// The same of yaw.
    #[inline(always)]
    pub(super) fn yaw_stiffness(&self) -> f64 {
        self.yaw_stiffness
    }

    /// Level ground with this car's gravity.
    pub fn level_ground(&self) -> Ground<f64> {
        Ground::level(self.parameters.gravity_mps2)
    }

    /// Chooses the model for the coming step from the speed, and puts a car that changes to the kinematic
    /// model, or is in it, on its constraint: v_x stays, v_y and ω follow from v_x and δ.
    #[inline(always)]
    pub fn choose_model<R: Real>(&self, state: &State<R>) -> (State<R>, R::Mask) {
        let (zero, one) = (R::from(0.0), R::from(1.0));
        let is_dynamic = self.goes_dynamic(state);
        let mut chosen = *state;
        if R::any(!is_dynamic) {
            let inputs = resting_inputs(state);
            let [v_x, v_y, omega] = self.rolling_twist(&inputs, state.v_x_mps);
            let projected = State { v_x_mps: v_x, v_y_mps: v_y, yaw_rate_radps: omega, ..*state };
            let projected =
                State { spin_radps: self.rolling_spins(&inputs, &[v_x, v_y, omega]), ..projected };
            chosen = State::select(is_dynamic, state, &projected);
        }
        chosen.is_dynamic = R::select(is_dynamic, one, zero);
        (chosen, is_dynamic)
    }

    /// Does the dynamic model drive the coming step?
    #[inline(always)]
    pub(super) fn goes_dynamic<R: Real>(&self, state: &State<R>) -> R::Mask {
        let was_dynamic = state.is_dynamic.gt(R::from(0.5));
        let up = R::from(self.parameters.switch_speed_mps);
        let down = R::from(self.parameters.switch_down_mps());
        state.speed_mps().gt(R::select(was_dynamic, down, up))
    }

    /// Body twist of a car that rolls without slip: v_y = v_x (l_R/L) tan δ, ω = v_x tan δ/L.
    #[inline(always)]
    pub(super) fn rolling_twist<R: Real>(&self, inputs: &Inputs<R>, v_x: R) -> [R; 3] {
        let turn = v_x * (inputs.sin / inputs.cos) / R::from(self.parameters.wheelbase_m());
        [v_x, turn * R::from(self.parameters.rear_axle_m), turn]
    }

    /// Spin of wheels that roll \[rad/s\].
    #[inline(always)]
    fn rolling_spins<R: Real>(&self, inputs: &Inputs<R>, twist: &[R; 3]) -> PerWheel<R> {
        let radius = R::from(self.parameters.wheel_radius_m);
        let mut spins = inputs.torque_nm;
        for (spin, wheel) in spins.iter_mut().zip(self.wheel_motion(inputs, twist)) {
            *spin = wheel.rolling_mps / radius;
        }
        spins
    }

    /// A copy of the state whose wheels roll: where a car that starts with the `combined` tyre begins.
    pub fn with_rolling_wheels(&self, state: &State<f64>) -> State<f64> {
        let twist = [state.v_x_mps, state.v_y_mps, state.yaw_rate_radps];
        State { spin_radps: self.rolling_spins(&resting_inputs(state), &twist), ..*state }
    }

    /// Advances one car by `dt_s`.
    ///
    /// # Errors
    /// If a number that goes in or comes out is not finite.
    pub fn step(
        &self,
        integrator: Integrator,
        state: &State<f64>,
        controls: &Controls<f64>,
        ground: &Ground<f64>,
        dt_s: f64,
    ) -> Result<State<f64>, StepError> {
        if !(state.is_finite() && controls.is_finite() && dt_s.is_finite()) {
            return Err(StepError::NotFiniteBefore);
        }
        let next = match integrator {
            Integrator::Rk4 => self.step_rk4(state, controls, ground, dt_s),
            Integrator::Euler => self.step_with(&EULER, state, controls, ground, dt_s),
            Integrator::Radau(radau) => self.step_radau(radau, state, controls, ground, dt_s),
        };
        if next.is_finite() { Ok(next) } else { Err(StepError::NotFiniteAfter) }
    }

    /// Advances by `dt_s` with `rk4`: one car, or one with derivatives. Checks nothing.
    pub fn step_rk4<R: Real>(
        &self,
        state: &State<R>,
        controls: &Controls<R>,
        ground: &Ground<R>,
        dt_s: R,
    ) -> State<R> {
        self.step_with(&RK4, state, controls, ground, dt_s)
    }

    #[inline(always)]
    fn step_with<R: Real>(
        &self,
        method: &Method,
        state: &State<R>,
        controls: &Controls<R>,
        ground: &Ground<R>,
        dt_s: R,
    ) -> State<R> {
        let (state, is_dynamic) = self.choose_model(state);
        let drive = self.drive(&state, controls, ground);
        let mut next = state;
        if R::any(is_dynamic) {
            let moved = match self.parameters.tyre {
                Tyre::Constant => {
                    let rolling = Rolling(drive, ConstantLaw);
                    let (end, inputs) = advance_apart(method, &rolling, &rolling_start(&state), dt_s);
                    self.close_rolling(&state, &inputs, &end)
                }
                Tyre::Load => {
                    let rolling = Rolling(drive, LoadLaw);
                    let (end, inputs) = advance_apart(method, &rolling, &rolling_start(&state), dt_s);
                    self.close_rolling(&state, &inputs, &end)
                }
                Tyre::Linear => {
                    let rolling = Rolling(drive, LinearLaw);
                    let (end, inputs) = advance_apart(method, &rolling, &rolling_start(&state), dt_s);
                    self.close_rolling(&state, &inputs, &end)
                }
                Tyre::Combined => {
                    let spinning = Spinning(drive);
                    let (end, inputs) = advance_apart(method, &spinning, &spinning_start(&state), dt_s);
                    self.close_spinning(&state, &inputs, &end)
                }
            };
            next = State::select(is_dynamic, &moved, &next);
        }
        if R::any(!is_dynamic) {
            let (end, inputs) = advance_apart(method, &Kinematic(drive), &kinematic_start(&state), dt_s);
            let moved = self.close_kinematic(&state, &inputs, &end);
            next = State::select(is_dynamic, &next, &moved);
        }
        next
    }

    /// One `rk4` step of cars that all have the constant tyre and are in the dynamic model.
    #[inline(always)]
    pub(super) fn step_sliding<R: Real>(
        &self,
        state: &State<R>,
        controls: &Controls<R>,
        ground: &Ground<R>,
        dt_s: R,
    ) -> State<R> {
        let drive = self.drive(state, controls, ground);
        let (end, inputs) = advance(&RK4, &Rolling(drive, ConstantLaw), &rolling_start(state), dt_s);
        self.close_rolling(state, &inputs, &end)
    }

    #[inline(always)]
    pub(super) fn drive<R: Real>(
        &self,
        state: &State<R>,
        controls: &Controls<R>,
        ground: &Ground<R>,
    ) -> Drive<'_, R> {
        let actuators = Actuators::new(&self.parameters, state, controls);
        Drive { car: self, actuators, ground: *ground, begins_s: 0.0 }
    }

    fn step_radau(
        &self,
        radau: Radau,
        state: &State<f64>,
        controls: &Controls<f64>,
        ground: &Ground<f64>,
        dt_s: f64,
    ) -> State<f64> {
        let (state, is_dynamic) = self.choose_model(state);
        let drive = self.drive(&state, controls, ground);
        let inputs = drive.actuators.at(dt_s);
        if !is_dynamic {
            let end = radau.advance(&Kinematic(drive), &kinematic_start(&state), dt_s);
            return self.close_kinematic(&state, &inputs, &end);
        }
        match self.parameters.tyre {
            Tyre::Constant => {
                let end = radau.advance(&Rolling(drive, ConstantLaw), &rolling_start(&state), dt_s);
                self.close_rolling(&state, &inputs, &end)
            }
            Tyre::Load => {
                let end = radau.advance(&Rolling(drive, LoadLaw), &rolling_start(&state), dt_s);
                self.close_rolling(&state, &inputs, &end)
            }
            Tyre::Linear => {
                let end = radau.advance(&Rolling(drive, LinearLaw), &rolling_start(&state), dt_s);
                self.close_rolling(&state, &inputs, &end)
            }
            Tyre::Combined => {
                let end = radau.advance(&Spinning(drive), &spinning_start(&state), dt_s);
                self.close_spinning(&state, &inputs, &end)
            }
        }
    }

    #[inline(always)]
    fn close_rolling<R: Real>(&self, from: &State<R>, inputs: &Inputs<R>, end: &Moving<R, 3>) -> State<R> {
        closed(from, inputs, end.pose, end.speeds, self.rolling_spins(inputs, &end.speeds))
    }

    #[inline(always)]
    fn close_spinning<R: Real>(&self, from: &State<R>, inputs: &Inputs<R>, end: &Moving<R, 7>) -> State<R> {
        let [v_x, v_y, omega, s0, s1, s2, s3] = end.speeds;
        closed(from, inputs, end.pose, [v_x, v_y, omega], [s0, s1, s2, s3])
    }

    #[inline(always)]
    fn close_kinematic<R: Real>(&self, from: &State<R>, inputs: &Inputs<R>, end: &Moving<R, 1>) -> State<R> {
        let twist = self.rolling_twist(inputs, end.speeds[0]);
        closed(from, inputs, end.pose, twist, self.rolling_spins(inputs, &twist))
    }

    /// Forces, loads, slips and accelerations at a state that [`RaceCar::choose_model`] has looked at.
    ///
    /// In the kinematic model a_x = v̇_x − v_y ω and a_y = v̇_y + v_x ω follow from the constraint; slips and
    /// side forces are not defined there and read zero.
    pub fn observe<R: Real>(
        &self,
        state: &State<R>,
        controls: &Controls<R>,
        ground: &Ground<R>,
    ) -> Balance<R> {
        let mut inputs = Actuators::new(&self.parameters, state, controls).at(R::from(0.0));
        inputs.torque_nm = state.torque_nm;
        let is_dynamic = state.is_dynamic.gt(R::from(0.5));
        let rolling = self.observe_kinematic(&inputs, ground, state.v_x_mps);
        if !R::any(is_dynamic) {
            return rolling;
        }
        let twist = [state.v_x_mps, state.v_y_mps, state.yaw_rate_radps];
        let spins = &state.spin_radps;
        let sliding = match self.parameters.tyre {
            Tyre::Constant => self.balance(ConstantLaw, &inputs, ground, &twist, spins),
            Tyre::Load => self.balance(LoadLaw, &inputs, ground, &twist, spins),
            Tyre::Linear => self.balance(LinearLaw, &inputs, ground, &twist, spins),
            Tyre::Combined => self.balance(CombinedLaw, &inputs, ground, &twist, spins),
        };
        let pick = |a: R, b: R| R::select(is_dynamic, a, b);
        let pick_each = |a: PerWheel<R>, b: PerWheel<R>| std::array::from_fn(|i| pick(a[i], b[i]));
        Balance {
            a_x_mps2: pick(sliding.a_x_mps2, rolling.a_x_mps2),
            a_y_mps2: pick(sliding.a_y_mps2, rolling.a_y_mps2),
            yaw_acceleration_radps2: pick(sliding.yaw_acceleration_radps2, rolling.yaw_acceleration_radps2),
            load_n: pick_each(sliding.load_n, rolling.load_n),
            slip_angle_rad: pick_each(sliding.slip_angle_rad, rolling.slip_angle_rad),
            slip_ratio: pick_each(sliding.slip_ratio, rolling.slip_ratio),
            forward_n: pick_each(sliding.forward_n, rolling.forward_n),
            leftward_n: pick_each(sliding.leftward_n, rolling.leftward_n),
        }
    }

    pub(super) fn observe_kinematic<R: Real>(
        &self,
        inputs: &Inputs<R>,
        ground: &Ground<R>,
        v_x: R,
    ) -> Balance<R> {
        let [_, v_y, omega] = self.rolling_twist(inputs, v_x);
        let rate = motion::kinematic_rate(self, inputs, ground, v_x);
        let tan = inputs.sin / inputs.cos;
        let turning = rate * tan + v_x * inputs.steer_rate_radps / (inputs.cos * inputs.cos);
        let length = R::from(self.parameters.wheelbase_m());
        let a_x = rate - v_y * omega;
        let a_y = R::from(self.parameters.rear_axle_m) * turning / length + v_x * omega;
        Balance {
            a_x_mps2: a_x,
            a_y_mps2: a_y,
            yaw_acceleration_radps2: turning / length,
            load_n: self.loads(ground, v_x, a_x, a_y),
            slip_angle_rad: [R::from(0.0); WHEEL_COUNT],
            slip_ratio: [R::from(0.0); WHEEL_COUNT],
            forward_n: motion::rolling_forces(self, inputs, ground, v_x),
            leftward_n: [R::from(0.0); WHEEL_COUNT],
        }
    }

    /// Kinetic energy \[J\]; spinning wheels count with the `combined` tyre.
    pub fn kinetic_energy_j(&self, state: &State<f64>) -> f64 {
        let car = &self.parameters;
        let moving = car.mass_kg * (state.v_x_mps * state.v_x_mps + state.v_y_mps * state.v_y_mps);
        let turning = car.yaw_inertia_kgm2 * state.yaw_rate_radps * state.yaw_rate_radps;
        let spinning: f64 = match car.tyre {
            Tyre::Combined => state.spin_radps.iter().map(|spin| car.wheel_inertia_kgm2 * spin * spin).sum(),
            Tyre::Constant | Tyre::Load | Tyre::Linear => 0.0,
        };
        0.5 * (moving + turning + spinning)
    }

    /// Share of the friction ellipse that each wheel uses: 1 on its edge. The constant and the load tyre
    /// let the drive force leave it.
    pub fn ellipse_use(&self, forces: &Balance<f64>) -> PerWheel<f64> {
        std::array::from_fn(|i| {
            let load_n = forces.load_n[i];
            if load_n <= 0.0 {
                return 0.0;
            }
            self.combined_of(i).ellipse_use((forces.forward_n[i] / load_n, forces.leftward_n[i] / load_n))
        })
    }
}

/// The actuators of a state that nobody steers.
#[inline(always)]
pub(super) fn resting_inputs<R: Real>(state: &State<R>) -> Inputs<R> {
    let (sin, cos) = state.steer_rad.sin_cos();
    let zero = R::from(0.0);
    Inputs {
        steer_rad: state.steer_rad,
        sin,
        cos,
        steer_rate_radps: zero,
        torque_nm: state.torque_nm,
        torque_gap_nm: zero,
    }
}

#[inline(always)]
fn pose_of<R: Real>(state: &State<R>) -> [R; 3] {
    [state.x_m, state.y_m, state.yaw_rad]
}

#[inline(always)]
fn rolling_start<R: Real>(state: &State<R>) -> Moving<R, 3> {
    Moving { pose: pose_of(state), speeds: [state.v_x_mps, state.v_y_mps, state.yaw_rate_radps] }
}

#[inline(always)]
fn spinning_start<R: Real>(state: &State<R>) -> Moving<R, 7> {
    let [s0, s1, s2, s3] = state.spin_radps;
    Moving {
        pose: pose_of(state),
        speeds: [state.v_x_mps, state.v_y_mps, state.yaw_rate_radps, s0, s1, s2, s3],
    }
}

#[inline(always)]
fn kinematic_start<R: Real>(state: &State<R>) -> Moving<R, 1> {
    Moving { pose: pose_of(state), speeds: [state.v_x_mps] }
}

#[inline(always)]
fn closed<R: Real>(
    from: &State<R>,
    inputs: &Inputs<R>,
    pose: [R; 3],
    twist: [R; 3],
    spin_radps: PerWheel<R>,
) -> State<R> {
    State {
        x_m: pose[0],
        y_m: pose[1],
        yaw_rad: pose[2],
        v_x_mps: twist[0],
        v_y_mps: twist[1],
        yaw_rate_radps: twist[2],
        steer_rad: inputs.steer_rad,
        torque_nm: inputs.torque_nm,
        spin_radps,
        is_dynamic: from.is_dynamic,
    }
}

#[cfg(test)]
mod tests {
    use super::super::parameters::TyreChange;
    use super::*;

    /// The stiffer axle settles first: BCD of the larger, times m·l_F·l_R/I_z for yaw.
    #[test]
    fn the_stiffer_axle_sets_the_rates() {
        let usual = Parameters::ariane_rear();
        for (share, side, slip) in [(0.5, 1.0, 1.0), (2.0, 2.0, 2.0)] {
            let changed = |b: f64| TyreChange { b: Some(share * b), ..TyreChange::default() };
            let car = RaceCar::new(Parameters {
                rear_lateral: changed(usual.lateral.b),
                rear_longitudinal: changed(usual.longitudinal.b),
                ..usual.clone()
            })
            .unwrap();
            let stiffness = side * usual.lateral.stiffness();
            assert!((car.side_stiffness - stiffness).abs() < 1e-9);
            assert!((car.slip_stiffness - slip * usual.longitudinal.stiffness()).abs() < 1e-9);
            let yaw =
                stiffness * usual.mass_kg * usual.front_axle_m * usual.rear_axle_m / usual.yaw_inertia_kgm2;
            assert!((car.yaw_stiffness - yaw).abs() < 1e-9);
        }
    }

    /// ½·(m·|v|² + I_z·ω² + I_w·Σω_i²), the last where wheels spin by themselves.
    #[test]
    fn energy_counts_what_moves_turns_and_spins() {
        let state = State {
            v_x_mps: 3.0,
            v_y_mps: -0.7,
            yaw_rate_radps: 1.3,
            spin_radps: [10.0, -11.0, 12.0, 13.0],
            ..State::at_rest()
        };
        let energy_j = |tyre: Tyre| {
            let car = RaceCar::new(Parameters { tyre, ..Parameters::ariane() }).unwrap();
            (car.kinetic_energy_j(&state), car.parameters().clone())
        };
        let (rolling_j, car) = energy_j(Tyre::Constant);
        let body_j = 0.5 * (car.mass_kg * (9.0 + 0.49) + car.yaw_inertia_kgm2 * 1.69);
        assert!((rolling_j - body_j).abs() < 1e-9, "{rolling_j} {body_j}");
        let (spinning_j, car) = energy_j(Tyre::Combined);
        let spins = 0.5 * car.wheel_inertia_kgm2 * (100.0 + 121.0 + 144.0 + 169.0);
        assert!((spinning_j - body_j - spins).abs() < 1e-9, "{spinning_j} {body_j} {spins}");
    }

    /// (F_x/D_x)² + (F_y/D_y)² over the square of the load; a wheel in the air uses nothing.
    #[test]
    fn each_wheel_uses_its_share_of_the_ellipse() {
        let car = RaceCar::new(Parameters::ariane_rear()).unwrap();
        let state = State { v_x_mps: 5.0, ..State::at_rest() };
        let (state, _) = car.choose_model(&state);
        let mut forces = car.observe(&state, &Controls::released(), &car.level_ground());
        let p = car.parameters();
        forces.load_n = [500.0, 400.0, 0.0, 300.0];
        forces.forward_n = [0.3 * 500.0 * p.longitudinal.d, 0.0, 10.0, -0.6 * 300.0 * p.longitudinal.d];
        forces.leftward_n =
            [0.4 * 500.0 * p.lateral.d, -400.0 * p.lateral.d, 10.0, 0.8 * 300.0 * p.lateral.d];
        let used = car.ellipse_use(&forces);
        for (got, expected) in used.iter().zip([0.5, 1.0, 0.0, 1.0]) {
            assert!((got - expected).abs() < 1e-12, "{used:?}");
        }
    }
}
