//! Exact linear models around a state: ẋ = A x + B u, and the same over one step.

use skidpad_math::{Dual, Real};

use super::actuators::Actuators;
use super::car::RaceCar;
use super::derivatives::{Seeded, differentiate};
use super::forces::{ConstantLaw, LinearLaw, LoadLaw};
use super::motion;
use super::parameters::Tyre;
use super::state::{CONTROL_COUNT, Controls, Ground, ROLLING_STATE_COUNT, STATE_COUNT, State};

/// A linear model: rows of A (state by state) and B (state by control), in the order of the name tables.
#[derive(Clone, Debug, PartialEq)]
pub struct Linearisation {
    /// ∂ẋ/∂x, or ∂x′/∂x over a step: 11 × 11, or 15 × 15 with spinning wheels.
    pub a: Vec<Vec<f64>>,
    /// ∂ẋ/∂u, or ∂x′/∂u over a step: 11 × 5 or 15 × 5.
    pub b: Vec<Vec<f64>>,
    /// The value itself: ẋ, or x′.
    pub value: Vec<f64>,
}

/// All variables: states, then controls.
const VARIABLE_COUNT: usize = STATE_COUNT + CONTROL_COUNT;

impl RaceCar {
    /// ẋ of the whole state, actuators as differential equations: the right-hand side that
    /// linearisation differentiates. The model is the one `state.is_dynamic` names.
    ///
    /// In the kinematic model v_y and ω have the rates that keep them on the constraint.
    pub fn rate<R: Real>(&self, state: &State<R>, controls: &Controls<R>, ground: &Ground<R>) -> State<R> {
        let car = self.parameters();
        let mut inputs = Actuators::new(car, state, controls).at(R::from(0.0));
        inputs.torque_nm = state.torque_nm;
        let is_dynamic = state.is_dynamic.gt(R::from(0.5));
        let twist = [state.v_x_mps, state.v_y_mps, state.yaw_rate_radps];
        let zero = R::from(0.0);
        let [s0, s1, s2, s3] = state.spin_radps;
        let rolling_speeds = |[a, b, c]: [R; 3]| [a, b, c, zero, zero, zero, zero];
        let sliding = match car.tyre {
            Tyre::Constant => {
                rolling_speeds(motion::rolling_rates(ConstantLaw, self, &inputs, ground, &twist))
            }
            Tyre::Load => rolling_speeds(motion::rolling_rates(LoadLaw, self, &inputs, ground, &twist)),
            Tyre::Linear => rolling_speeds(motion::rolling_rates(LinearLaw, self, &inputs, ground, &twist)),
            Tyre::Combined => {
                let speeds = [twist[0], twist[1], twist[2], s0, s1, s2, s3];
                motion::spinning_rates(self, &inputs, ground, &speeds)
            }
        };
        let rolling = self.observe_kinematic(&inputs, ground, state.v_x_mps);
        let [_, v_y, omega] = self.rolling_twist(&inputs, state.v_x_mps);
        let rolling = [
            rolling.a_x_mps2 + v_y * omega,
            rolling.a_y_mps2 - state.v_x_mps * omega,
            rolling.yaw_acceleration_radps2,
            zero,
            zero,
            zero,
            zero,
        ];
        let speeds: [R; 7] = std::array::from_fn(|i| R::select(is_dynamic, sliding[i], rolling[i]));
        let [x, y, yaw] = super::explicit::pose_rate(state.yaw_rad, &twist);
        let lag = R::from(car.torque_lag_s);
        let most = R::from(car.torque_max_nm);
        State {
            x_m: x,
            y_m: y,
            yaw_rad: yaw,
            v_x_mps: speeds[0],
            v_y_mps: speeds[1],
            yaw_rate_radps: speeds[2],
            steer_rad: inputs.steer_rate_radps,
            torque_nm: std::array::from_fn(|i| {
                (controls.torque_nm[i].clamp(-most, most) - state.torque_nm[i]) / lag
            }),
            spin_radps: [speeds[3], speeds[4], speeds[5], speeds[6]],
            is_dynamic: zero,
        }
    }

    /// The continuous linear model at a state, exact by dual numbers.
    pub fn linearise(
        &self,
        state: &State<f64>,
        controls: &Controls<f64>,
        ground: &Ground<f64>,
    ) -> Linearisation {
        let (state, _) = self.choose_model(state);
        let ground = ground.lift();
        self.collect(&state, controls, |state, controls| self.rate(state, controls, &ground))
    }

    /// The linear model of one `rk4` step of `dt_s`, exact by dual numbers.
    pub fn linearise_step(
        &self,
        state: &State<f64>,
        controls: &Controls<f64>,
        ground: &Ground<f64>,
        dt_s: f64,
    ) -> Linearisation {
        let ground = ground.lift();
        self.collect(state, controls, |state, controls| {
            self.step_rk4(state, controls, &ground, Dual::constant(dt_s))
        })
    }

    /// Differentiates `value` by every state and control, a few at a time.
    fn collect(
        &self,
        state: &State<f64>,
        controls: &Controls<f64>,
        value: impl Fn(&State<Seeded>, &Controls<Seeded>) -> State<Seeded>,
    ) -> Linearisation {
        let count = match self.parameters().tyre {
            Tyre::Combined => STATE_COUNT,
            Tyre::Constant | Tyre::Load | Tyre::Linear => ROLLING_STATE_COUNT,
        };
        let mut variables = [0.0; VARIABLE_COUNT];
        variables[..STATE_COUNT].copy_from_slice(&state.to_array());
        variables[STATE_COUNT..].copy_from_slice(&controls.to_array());
        let found = differentiate(&variables, |seeded: &[Seeded; VARIABLE_COUNT]| {
            let numbers = std::array::from_fn(|i| seeded[i]);
            let targets = std::array::from_fn(|i| seeded[STATE_COUNT + i]);
            let is_dynamic = Dual::constant(state.is_dynamic);
            value(&State { is_dynamic, ..State::from_array(&numbers) }, &Controls::from_array(&targets))
                .to_array()
        });
        let rows = &found.jacobian[..count];
        Linearisation {
            a: rows.iter().map(|row| row[..count].to_vec()).collect(),
            b: rows.iter().map(|row| row[STATE_COUNT..].to_vec()).collect(),
            value: found.value[..count].to_vec(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::car::Integrator;
    use super::super::eigenvalues::eigenvalues;
    use super::super::parameters::Parameters;
    use super::*;

    fn car(tyre: Tyre) -> RaceCar {
        RaceCar::new(Parameters { tyre, ..Parameters::ariane_rear() }).unwrap()
    }

    fn turning(car: &RaceCar) -> (State<f64>, Controls<f64>) {
        let state = State {
            yaw_rad: 0.7,
            v_x_mps: 9.0,
            v_y_mps: 0.2,
            yaw_rate_radps: 0.6,
            steer_rad: 0.05,
            torque_nm: [30.0, 35.0, 40.0, 45.0],
            is_dynamic: 1.0,
            ..State::at_rest()
        };
        let controls = Controls { steer_rad: 0.056, torque_nm: [32.0, 36.0, 41.0, 44.0] };
        (car.with_rolling_wheels(&state), controls)
    }

    /// Central differences of `value` by every state and control, against the linear model.
    fn check(
        model: &Linearisation,
        state: &State<f64>,
        controls: &Controls<f64>,
        tolerance: f64,
        value: impl Fn(&State<f64>, &Controls<f64>) -> State<f64>,
    ) {
        let count = model.a.len();
        for variable in 0..count + CONTROL_COUNT {
            let moved = |by: f64| {
                let (mut x, mut u) = (state.to_array(), controls.to_array());
                if variable < count {
                    x[variable] += by;
                } else {
                    u[variable - count] += by;
                }
                let moved = State { is_dynamic: state.is_dynamic, ..State::from_array(&x) };
                value(&moved, &Controls::from_array(&u)).to_array()
            };
            let step = 1e-5;
            let (up, down) = (moved(step), moved(-step));
            for row in 0..count {
                let exact =
                    if variable < count { model.a[row][variable] } else { model.b[row][variable - count] };
                let difference = (up[row] - down[row]) / (2.0 * step);
                let scale = 1.0 + exact.abs();
                assert!(
                    (exact - difference).abs() < tolerance * scale,
                    "row {row}, variable {variable}: {exact} {difference}"
                );
            }
        }
    }

    #[test]
    fn the_continuous_model_agrees_with_differences() {
        for tyre in [Tyre::Constant, Tyre::Load, Tyre::Combined, Tyre::Linear] {
            let car = car(tyre);
            let (state, controls) = turning(&car);
            let ground = car.level_ground();
            let model = car.linearise(&state, &controls, &ground);
            check(&model, &state, &controls, 1e-6, |x, u| car.rate(x, u, &ground));
        }
    }

    #[test]
    fn the_discrete_model_agrees_with_differences() {
        for tyre in [Tyre::Constant, Tyre::Load, Tyre::Combined, Tyre::Linear] {
            let car = car(tyre);
            let (state, controls) = turning(&car);
            let ground = car.level_ground();
            let model = car.linearise_step(&state, &controls, &ground, 0.01);
            check(&model, &state, &controls, 1e-5, |x, u| {
                car.step(Integrator::Rk4, x, u, &ground, 0.01).unwrap()
            });
        }
    }

    #[test]
    fn the_kinematic_model_keeps_its_constraint() {
        let car = car(Tyre::Constant);
        let ground = car.level_ground();
        let state = State { v_x_mps: 0.08, steer_rad: 0.2, torque_nm: [20.0; 4], ..State::at_rest() };
        let controls = Controls::even(0.21, 20.0);
        let (state, _) = car.choose_model(&state);
        let rate = car.rate(&state, &controls, &ground);
        let dt_s = 1e-6;
        let next = car.step(Integrator::Rk4, &state, &controls, &ground, dt_s).unwrap();
        assert!(((next.v_y_mps - state.v_y_mps) / dt_s - rate.v_y_mps).abs() < 1e-4);
        assert!(((next.yaw_rate_radps - state.yaw_rate_radps) / dt_s - rate.yaw_rate_radps).abs() < 1e-4);
    }

    /// §5, check 3: with downforce, −40.3615 and −28.6244 /s at 10 m/s, −25.0748 and −17.7831 at 20 m/s.
    #[test]
    fn eigenvalues_are_those_of_the_linear_bicycle() {
        let car = RaceCar::new(Parameters::ariane()).unwrap();
        for (speed, first, second) in [(10.0, -40.3615, -28.6244), (20.0, -25.0748, -17.7831)] {
            let cruise = car.parameters().cruise_torque_nm(speed);
            let state = State { v_x_mps: speed, torque_nm: [cruise; 4], ..State::at_rest() };
            let model = car.linearise(&state, &Controls::even(0.0, cruise), &car.level_ground());
            let values = eigenvalues(&model.a);
            for expected in [first, second, -1000.0, -50.0] {
                assert!(
                    values.iter().any(|v| (v.re - expected).abs() < 1e-4 && v.im.abs() < 1e-6),
                    "{expected} not in {values:?}"
                );
            }
            // Yaw rate per steering angle in the steady state: v/L.
            let (a, b) = (&model.a, &model.a);
            let determinant = a[4][4] * a[5][5] - a[4][5] * a[5][4];
            let gain = (-b[5][6] * a[4][4] + b[4][6] * a[5][4]) / determinant;
            // With drive at the front the gain is a little above v/L: 1 + q, q = F_xF/C_F.
            let q = 2.0 * 4.95 * cruise
                / (37.817376553446 * (230.0 * 9.81 + 0.5 * 3.96864 * speed * speed) / 2.0);
            assert!((gain - speed / 1.5706 * (1.0 + q)).abs() < 1e-9, "{gain}");
        }
    }

    /// A car on its constraint changes its speed by the balance of power, and torques follow targets within limits.
    #[test]
    fn the_rate_of_a_rolling_car_is_that_of_its_power() {
        let car = RaceCar::new(Parameters::ariane()).unwrap();
        let p = car.parameters();
        let state = State { v_x_mps: 3.0, steer_rad: 0.3, torque_nm: [20.0; 4], ..State::at_rest() };
        let controls = Controls { steer_rad: 0.31, torque_nm: [50.0, -50.0, 1e4, -1e4] };
        let rate = car.rate(&state, &controls, &car.level_ground());
        let mut inputs = Actuators::new(p, &state, &controls).at(0.0);
        inputs.torque_nm = state.torque_nm;
        let expected = motion::kinematic_rate(&car, &inputs, &car.level_ground(), 3.0);
        assert!((rate.v_x_mps - expected).abs() < 1e-12, "{} {expected}", rate.v_x_mps);
        let targets = [50.0, -50.0, p.torque_max_nm, -p.torque_max_nm];
        for (got, target) in rate.torque_nm.iter().zip(targets) {
            assert!((got - (target - 20.0) / p.torque_lag_s).abs() < 1e-6);
        }
        assert!((rate.steer_rad - 0.01 / p.steer_lag_s).abs() < 1e-12);
    }
}
