//! Steady turning: the steering, sideslip and torque that hold a speed on a circle.

use skidpad_math::{Real, atan};

use super::car::{RaceCar, resting_inputs};
use super::derivatives::{Derivatives, differentiate};
use super::eigenvalues::eigenvalues;
use super::forces::{Balance, ConstantLaw, LinearLaw, LoadLaw};
use super::motion;
use super::parameters::Tyre;
use super::state::{Controls, Ground, State};

/// An equilibrium on a circle.
#[derive(Clone, Copy, Debug)]
pub struct SteadyTurn {
    /// Speed of the centre of gravity \[m/s\].
    pub speed_mps: f64,
    /// Radius of the path of the centre of gravity; positive to the left \[m\].
    pub radius_m: f64,
    /// δ \[rad\].
    pub steer_rad: f64,
    /// β, angle from the car's axis to its velocity \[rad\].
    pub sideslip_rad: f64,
    /// Torque on each of the four wheels \[N m\].
    pub torque_nm: f64,
    /// The state: at the origin, heading along X.
    pub state: State<f64>,
    /// Forces there.
    pub forces: Balance<f64>,
    /// Largest real part of the eigenvalues of the velocity states; negative where the turn is stable \[1/s\].
    pub growth_radps: f64,
}

/// Why there is no equilibrium to report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SteadyProblem {
    /// Speed and radius must be finite, the speed above the switch speed, the radius not zero.
    Unusable,
    /// The equations have no solution near a turn with little slip: the tyres do not give it.
    NoSolution,
    /// The solution needs more steering or torque than the car has.
    BeyondLimits,
}

impl std::fmt::Display for SteadyProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Unusable => "speed must be above the switch speed, radius finite and not zero",
            Self::NoSolution => "no steady turn found: the tyres cannot hold this speed on this radius",
            Self::BeyondLimits => "the steady turn needs more steering or torque than the car has",
        })
    }
}

impl std::error::Error for SteadyProblem {}

/// Unknowns: δ, β, τ and the slip ratio of each wheel.
const UNKNOWNS: usize = 7;
/// Newton solves at speeds that rise to the one asked for in so many parts.
const PARTS: u32 = 16;

impl RaceCar {
    /// Equal torques and a steering angle that hold `speed_mps` on a circle of `radius_m` on level ground.
    ///
    /// # Errors
    /// Where there is none.
    pub fn steady_turn(&self, speed_mps: f64, radius_m: f64) -> Result<SteadyTurn, SteadyProblem> {
        let car = self.parameters();
        let is_usable = speed_mps.is_finite() && radius_m.is_finite() && radius_m != 0.0;
        if !is_usable || speed_mps <= car.switch_speed_mps {
            return Err(SteadyProblem::Unusable);
        }
        let start = self.gentle_turn(speed_mps / f64::from(PARTS), radius_m);
        let mut unknowns = self.solve_turn(speed_mps / f64::from(PARTS), radius_m, start).unwrap_or(start);
        for part in 2..=PARTS {
            let speed = speed_mps * f64::from(part) / f64::from(PARTS);
            match self.solve_turn(speed, radius_m, unknowns) {
                Some(solved) => unknowns = solved,
                None if part == PARTS => return Err(SteadyProblem::NoSolution),
                None => {}
            }
        }
        let turn = self.describe(speed_mps, radius_m, &unknowns);
        if turn.steer_rad.abs() > car.steer_max_rad || turn.torque_nm.abs() > car.torque_max_nm {
            return Err(SteadyProblem::BeyondLimits);
        }
        Ok(turn)
    }

    /// The turn of a car that does not slip.
    fn gentle_turn(&self, speed_mps: f64, radius_m: f64) -> [f64; UNKNOWNS] {
        let car = self.parameters();
        let torque_nm = car.cruise_torque_nm(speed_mps);
        // The middle of the rear axle runs on a circle of radius ρ: R² = ρ² + l_R².
        let squared = radius_m * radius_m - car.rear_axle_m * car.rear_axle_m;
        let rear_radius_m = squared.max(0.04 * radius_m * radius_m).sqrt().copysign(radius_m);
        let steer_rad = atan(car.wheelbase_m() / rear_radius_m);
        let sideslip_rad = atan(car.rear_axle_m / rear_radius_m);
        [steer_rad, sideslip_rad, torque_nm, 0.0, 0.0, 0.0, 0.0]
    }

    fn solve_turn(&self, speed_mps: f64, radius_m: f64, start: [f64; UNKNOWNS]) -> Option<[f64; UNKNOWNS]> {
        let mut unknowns = start;
        for _ in 0..40 {
            let residual = differentiate(&unknowns, |at| self.turn_residual(speed_mps, radius_m, at));
            let step = solve(&residual)?;
            // No more than 0.05 in an angle or a slip at once keeps the iteration on its branch.
            let largest = [0, 1, 3, 4, 5, 6].map(|i| step[i].abs()).into_iter().fold(0.0, f64::max);
            let share = if largest > 0.05 { 0.05 / largest } else { 1.0 };
            for (unknown, change) in unknowns.iter_mut().zip(step) {
                *unknown -= share * change;
            }
            if step.iter().zip(unknowns).all(|(change, at)| change.abs() <= 1e-13 * (1.0 + at.abs())) {
                break;
            }
        }
        let settled: [f64; UNKNOWNS] = self.turn_residual(speed_mps, radius_m, &unknowns);
        (settled.iter().all(|rate| rate.abs() < 1e-9) && unknowns[0].abs() < 1.5 && unknowns[1].abs() < 1.0)
            .then_some(unknowns)
    }

    /// Rates that vanish in a steady turn.
    fn turn_residual<R: Real>(
        &self,
        speed_mps: f64,
        radius_m: f64,
        unknowns: &[R; UNKNOWNS],
    ) -> [R; UNKNOWNS] {
        let state = self.turn_state(speed_mps, radius_m, unknowns);
        let twist = [state.v_x_mps, state.v_y_mps, state.yaw_rate_radps];
        let inputs = resting_inputs(&state);
        let ground = Ground::level(self.parameters().gravity_mps2);
        let rolling = |[a, b, c]: [R; 3]| [a, b, c, unknowns[3], unknowns[4], unknowns[5], unknowns[6]];
        match self.parameters().tyre {
            Tyre::Constant => rolling(motion::rolling_rates(ConstantLaw, self, &inputs, &ground, &twist)),
            Tyre::Load => rolling(motion::rolling_rates(LoadLaw, self, &inputs, &ground, &twist)),
            Tyre::Linear => rolling(motion::rolling_rates(LinearLaw, self, &inputs, &ground, &twist)),
            Tyre::Combined => {
                let [s0, s1, s2, s3] = state.spin_radps;
                let speeds = [twist[0], twist[1], twist[2], s0, s1, s2, s3];
                motion::spinning_rates(self, &inputs, &ground, &speeds)
            }
        }
    }

    /// The state that the unknowns describe, at the origin.
    fn turn_state<R: Real>(&self, speed_mps: f64, radius_m: f64, unknowns: &[R; UNKNOWNS]) -> State<R> {
        let [steer_rad, sideslip_rad, torque_nm, ..] = *unknowns;
        let (sin, cos) = sideslip_rad.sin_cos();
        let speed = R::from(speed_mps);
        let state = State {
            v_x_mps: speed * cos,
            v_y_mps: speed * sin,
            yaw_rate_radps: R::from(speed_mps / radius_m),
            steer_rad,
            torque_nm: [torque_nm; 4],
            is_dynamic: R::from(1.0),
            ..State::at_rest()
        };
        let car = self.parameters();
        let twist = [state.v_x_mps, state.v_y_mps, state.yaw_rate_radps];
        let wheels = self.wheel_motion(&resting_inputs(&state), &twist);
        let spin = |i: usize| {
            let rolling = wheels[i].rolling_mps;
            let ahead = rolling.abs().max(R::from(car.ratio_cutoff_mps));
            (rolling + unknowns[3 + i] * ahead) / R::from(car.wheel_radius_m)
        };
        State { spin_radps: std::array::from_fn(spin), ..state }
    }

    fn describe(&self, speed_mps: f64, radius_m: f64, unknowns: &[f64; UNKNOWNS]) -> SteadyTurn {
        let [steer_rad, sideslip_rad, torque_nm, ..] = *unknowns;
        let state = self.turn_state(speed_mps, radius_m, unknowns);
        let controls = Controls::even(steer_rad, torque_nm);
        let ground = self.level_ground();
        let model = self.linearise(&state, &controls, &ground);
        let kept: Vec<usize> = (3..6).chain(11..model.a.len()).collect();
        let velocities: Vec<Vec<f64>> =
            kept.iter().map(|&row| kept.iter().map(|&column| model.a[row][column]).collect()).collect();
        let growth_radps = eigenvalues(&velocities).iter().map(|value| value.re).fold(f64::MIN, f64::max);
        let forces = self.observe(&state, &controls, &ground);
        SteadyTurn { speed_mps, radius_m, steer_rad, sideslip_rad, torque_nm, state, forces, growth_radps }
    }
}

/// Solves J Δ = r for a residual that carries its Jacobian; `None` where J is singular.
fn solve<const N: usize>(residual: &Derivatives<N, N>) -> Option<[f64; N]> {
    let (mut vector, mut matrix) = (residual.value, residual.jacobian);
    for column in 0..N {
        let pivot =
            (column..N).max_by(|&a, &b| matrix[a][column].abs().total_cmp(&matrix[b][column].abs()))?;
        matrix.swap(column, pivot);
        vector.swap(column, pivot);
        let divisor = matrix[column][column];
        if !divisor.is_finite() || divisor == 0.0 {
            return None;
        }
        for row in column + 1..N {
            let factor = matrix[row][column] / divisor;
            let above = matrix[column];
            for (entry, above) in matrix[row].iter_mut().zip(above).skip(column) {
                *entry -= factor * above;
            }
            vector[row] -= factor * vector[column];
        }
    }
    for row in (0..N).rev() {
        for column in row + 1..N {
            vector[row] -= matrix[row][column] * vector[column];
        }
        vector[row] /= matrix[row][row];
    }
    Some(vector)
}

#[cfg(test)]
mod tests {
    use super::super::parameters::Parameters;
    use super::*;

    #[test]
    fn left_and_right_turns_mirror_each_other() {
        for tyre in [Tyre::Constant, Tyre::Load, Tyre::Combined] {
            let car = RaceCar::new(Parameters { tyre, ..Parameters::ariane_rear() }).unwrap();
            let (left, right) = (car.steady_turn(9.0, 9.125).unwrap(), car.steady_turn(9.0, -9.125).unwrap());
            assert!((left.steer_rad + right.steer_rad).abs() < 1e-12);
            assert!((left.torque_nm - right.torque_nm).abs() < 1e-9);
            assert!(left.growth_radps < 0.0);
        }
    }

    #[test]
    fn what_cannot_be_held_is_said() {
        let car = RaceCar::new(Parameters::ariane()).unwrap();
        assert_eq!(car.steady_turn(30.0, 9.125).unwrap_err(), SteadyProblem::NoSolution);
        assert_eq!(car.steady_turn(1.0, 2.7).unwrap_err(), SteadyProblem::BeyondLimits);
        assert_eq!(car.steady_turn(f64::NAN, 2.0).unwrap_err(), SteadyProblem::Unusable);
    }

    /// A right turn is refused where its mirror is.
    #[test]
    fn right_turns_have_the_limits_of_left_ones() {
        let car = RaceCar::new(Parameters::ariane()).unwrap();
        assert_eq!(car.steady_turn(30.0, -9.125).unwrap_err(), SteadyProblem::NoSolution);
        assert_eq!(car.steady_turn(1.0, -2.7).unwrap_err(), SteadyProblem::BeyondLimits);
    }

    #[test]
    fn equations_without_one_solution_are_said_to_have_none() {
        let singular = Derivatives { value: [1.0, 2.0], jacobian: [[1.0, 2.0], [2.0, 4.0]] };
        assert_eq!(solve(&singular), None);
        let broken = Derivatives { value: [1.0, 2.0], jacobian: [[f64::NAN, 2.0], [2.0, 4.0]] };
        assert_eq!(solve(&broken), None);
        let sound = Derivatives {
            value: [3.0, -1.0, 5.0],
            jacobian: [[1e-18, 1.0, 0.0], [-2.0, 0.0, 1.0], [-1.0, 1.0, 1.0]],
        };
        // y = 3, −2x + z = −1, −x + y + z = 5.
        let found = solve(&sound).expect("a solution");
        for (got, expected) in found.iter().zip([3.0, 3.0, 5.0]) {
            assert!((got - expected).abs() < 1e-12, "{found:?}");
        }
    }

    /// What is found is an equilibrium: the acceleration is v²/R towards the centre, at every speed up to the limit.
    #[test]
    fn every_turn_that_is_found_is_held() {
        for tyre in [Tyre::Constant, Tyre::Load, Tyre::Combined] {
            let car = RaceCar::new(Parameters { tyre, ..Parameters::ariane_rear() }).unwrap();
            let mut refused = 0;
            for step in 0..40 {
                let speed_mps = 5.0 + 0.25 * f64::from(step);
                let Ok(turn) = car.steady_turn(speed_mps, 9.125) else {
                    refused += 1;
                    continue;
                };
                let forces = &turn.forces;
                let size = skidpad_math::hypot(forces.a_x_mps2, forces.a_y_mps2);
                assert!(
                    (size * 9.125 / (speed_mps * speed_mps) - 1.0).abs() < 1e-6,
                    "{tyre:?} {speed_mps}: {turn:?}"
                );
                assert!(forces.yaw_acceleration_radps2.abs() < 1e-6, "{tyre:?} {speed_mps}: {turn:?}");
            }
            assert!(refused > 0 && refused < 30, "{tyre:?}: {refused}");
        }
    }
}
