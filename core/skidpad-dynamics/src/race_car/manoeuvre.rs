//! Test manoeuvres of vehicle dynamics, as pure functions from a car to a time series.

use skidpad_math::sin;

use super::car::{Integrator, RaceCar, StepError};
use super::replay::{Row, row_at};
use super::state::{Controls, State};
use super::steady::SteadyProblem;

/// What is driven. Each starts at the origin along X; torques are those that hold the speed on a straight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Manoeuvre {
    /// Straight, then a steering target that jumps.
    StepSteer {
        /// Speed at the start \[m/s\].
        speed_mps: f64,
        /// The target \[rad\].
        steer_rad: f64,
    },
    /// One sine of the steering with a dwell after three quarters of it (as FMVSS 126 does it).
    SineDwell {
        /// Speed at the start \[m/s\].
        speed_mps: f64,
        /// Amplitude of the steering \[rad\].
        steer_rad: f64,
    },
    /// A circle, from its steady state on.
    Skidpad {
        /// Speed \[m/s\].
        speed_mps: f64,
        /// Radius of the path of the centre of gravity \[m\].
        radius_m: f64,
    },
    /// From rest with one torque on all wheels.
    Accelerate {
        /// Torque of each wheel \[N m\].
        torque_nm: f64,
    },
    /// From a speed to rest with one brake torque on all wheels.
    Brake {
        /// Speed at the start \[m/s\].
        speed_mps: f64,
        /// Size of the brake torque of each wheel \[N m\].
        torque_nm: f64,
    },
}

/// When the steering or the torque begins to act \[s\].
const BEGIN_S: f64 = 0.5;
/// Frequency of the sine with dwell \[Hz\].
const SINE_HZ: f64 = 0.7;
/// Length of the dwell \[s\].
const DWELL_S: f64 = 0.5;

/// Why a manoeuvre has no result.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ManoeuvreProblem {
    /// The circle cannot be held.
    Steady(SteadyProblem),
    /// A step has no result; with the time at which it began \[s\].
    Step(f64, StepError),
    /// The step must be positive and the duration at most this many steps long.
    Length,
}

impl std::fmt::Display for ManoeuvreProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Steady(problem) => problem.fmt(f),
            Self::Step(time_s, error) => write!(f, "at {time_s} s: {error}"),
            Self::Length => {
                write!(f, "the step must be positive, and the run at most {MOST_STEPS} steps long")
            }
        }
    }
}

impl std::error::Error for ManoeuvreProblem {}

/// No run is longer than this.
const MOST_STEPS: f64 = 1e6;

impl Manoeuvre {
    /// The state at the start and the cruise torque that belongs to it.
    fn start(&self, car: &RaceCar) -> Result<(State<f64>, Controls<f64>), ManoeuvreProblem> {
        let straight = |speed_mps: f64| {
            let torque_nm = car.parameters().cruise_torque_nm(speed_mps);
            let state = State { v_x_mps: speed_mps, torque_nm: [torque_nm; 4], ..State::at_rest() };
            (car.with_rolling_wheels(&state), Controls::even(0.0, torque_nm))
        };
        Ok(match *self {
            Self::StepSteer { speed_mps, .. }
            | Self::SineDwell { speed_mps, .. }
            | Self::Brake { speed_mps, .. } => straight(speed_mps),
            Self::Accelerate { .. } => (State::at_rest(), Controls::released()),
            Self::Skidpad { speed_mps, radius_m } => {
                let turn = car.steady_turn(speed_mps, radius_m).map_err(ManoeuvreProblem::Steady)?;
                (turn.state, Controls::even(turn.steer_rad, turn.torque_nm))
            }
        })
    }

    /// The targets at a time, given those of the start.
    fn controls(&self, time_s: f64, start: &Controls<f64>) -> Controls<f64> {
        let since_s = time_s - BEGIN_S;
        // Half a nanosecond of grace, so that a row that says 0.5 s begins whatever its rounding.
        if since_s < -5e-10 {
            return *start;
        }
        match *self {
            Self::StepSteer { steer_rad, .. } => Controls { steer_rad, ..*start },
            Self::SineDwell { steer_rad, .. } => {
                Controls { steer_rad: steer_rad * sine_with_dwell(since_s), ..*start }
            }
            Self::Skidpad { .. } => *start,
            Self::Accelerate { torque_nm } => Controls::even(0.0, torque_nm),
            Self::Brake { torque_nm, .. } => Controls::even(0.0, -torque_nm.abs()),
        }
    }

    /// How long it usually takes \[s\].
    pub fn usual_duration_s(&self) -> f64 {
        match self {
            Self::SineDwell { .. } | Self::Accelerate { .. } | Self::Brake { .. } => 4.0,
            Self::StepSteer { .. } | Self::Skidpad { .. } => 3.0,
        }
    }

    /// Drives it: one row every `dt_s`, from 0 to `duration_s`.
    ///
    /// # Errors
    /// If the circle cannot be held, the run is too long, or a step has no result.
    pub fn drive(
        &self,
        car: &RaceCar,
        integrator: Integrator,
        duration_s: f64,
        dt_s: f64,
    ) -> Result<Vec<Row>, ManoeuvreProblem> {
        let steps = duration_s / dt_s;
        if !(dt_s > 0.0 && (0.0..=MOST_STEPS).contains(&steps)) {
            return Err(ManoeuvreProblem::Length);
        }
        let (mut state, at_start) = self.start(car)?;
        let ground = car.level_ground();
        let count = (steps + 0.5) as u32;
        let mut rows = Vec::with_capacity(count as usize + 1);
        for index in 0..=count {
            let time_s = f64::from(index) * dt_s;
            let controls = self.controls(time_s, &at_start);
            let row = row_at(car, time_s, &state, &controls, &ground);
            rows.push(row);
            if index < count {
                state = car
                    .step(integrator, &row.state, &controls, &ground, dt_s)
                    .map_err(|error| ManoeuvreProblem::Step(time_s, error))?;
            }
        }
        Ok(rows)
    }
}

/// A sine of 0.7 Hz that waits half a second at its second peak; zero before and after.
fn sine_with_dwell(since_s: f64) -> f64 {
    let period_s = 1.0 / SINE_HZ;
    let dwell_from_s = 0.75 * period_s;
    let turn = |time_s: f64| sin(std::f64::consts::TAU * SINE_HZ * time_s);
    if since_s < dwell_from_s {
        turn(since_s)
    } else if since_s < dwell_from_s + DWELL_S {
        -1.0
    } else if since_s < period_s + DWELL_S {
        turn(since_s - DWELL_S)
    } else {
        0.0
    }
}

#[cfg(test)]
mod tests {
    use super::super::parameters::Parameters;
    use super::*;

    fn drive(manoeuvre: Manoeuvre) -> Vec<Row> {
        let car = RaceCar::new(Parameters::ariane()).unwrap();
        manoeuvre.drive(&car, Integrator::Rk4, manoeuvre.usual_duration_s(), 0.01).unwrap()
    }

    #[test]
    fn a_step_of_the_steering_settles_at_the_yaw_gain() {
        let rows = drive(Manoeuvre::StepSteer { speed_mps: 10.0, steer_rad: 0.01 });
        assert_eq!(rows.len(), 301);
        assert_eq!(rows[49].controls.steer_rad, 0.0);
        assert_eq!(rows[50].controls.steer_rad, 0.01);
        let last = rows[300].state;
        assert!((last.yaw_rate_radps / 0.01 - last.v_x_mps / 1.5706).abs() < 0.15);
    }

    #[test]
    fn the_sine_dwells_at_its_second_peak() {
        assert!((sine_with_dwell(0.25 / 0.7) - 1.0).abs() < 1e-12);
        assert_eq!(sine_with_dwell(0.75 / 0.7 + 0.3), -1.0);
        assert!(sine_with_dwell(1.0 / 0.7 + 0.4999).abs() < 1e-3);
        assert_eq!(sine_with_dwell(2.0), 0.0);
    }

    #[test]
    fn the_skid_pad_is_a_circle() {
        let rows = drive(Manoeuvre::Skidpad { speed_mps: 9.0, radius_m: 9.125 });
        let first = rows[0].state;
        // The centre lies to the left of the velocity, which is turned by the sideslip.
        let (v, r) = (first.speed_mps(), 9.125);
        let centre = (-r * first.v_y_mps / v, r * first.v_x_mps / v);
        for row in &rows {
            let distance_m = skidpad_math::hypot(row.state.x_m - centre.0, row.state.y_m - centre.1);
            assert!((distance_m - r).abs() < 1e-9, "{distance_m}");
        }
    }

    #[test]
    fn brakes_stop_the_car_and_do_not_drive_it_back() {
        let rows = drive(Manoeuvre::Brake { speed_mps: 15.0, torque_nm: 150.0 });
        let last = rows.last().unwrap().state;
        assert!(last.v_x_mps.abs() < 1e-6);
        assert!(rows.windows(2).all(|pair| pair[1].state.x_m >= pair[0].state.x_m - 1e-12));
    }

    #[test]
    fn runs_without_end_or_circles_without_grip_are_refused() {
        let car = RaceCar::new(Parameters::ariane()).unwrap();
        let skidpad = Manoeuvre::Skidpad { speed_mps: 40.0, radius_m: 9.125 };
        let problem = skidpad.drive(&car, Integrator::Rk4, 1.0, 0.01).unwrap_err();
        assert_eq!(
            problem.to_string(),
            "no steady turn found: the tyres cannot hold this speed on this radius"
        );
        for (duration_s, dt_s) in [(1.0, 0.0), (f64::NAN, 0.01), (1e9, 0.01), (-1.0, 0.01)] {
            let brake = Manoeuvre::Brake { speed_mps: 5.0, torque_nm: 10.0 };
            assert_eq!(
                brake.drive(&car, Integrator::Rk4, duration_s, dt_s).unwrap_err(),
                ManoeuvreProblem::Length
            );
        }
    }

    /// Half a second after the start the steering follows the sine, which goes on after the dwell.
    #[test]
    fn the_sine_scales_with_its_amplitude_and_returns_to_zero() {
        let manoeuvre = Manoeuvre::SineDwell { speed_mps: 10.0, steer_rad: 0.2 };
        let start = Controls::even(0.0, 5.0);
        for (since_s, share) in [
            (0.1, sin(std::f64::consts::TAU * 0.07)),
            (0.75 / 0.7 + 0.2, -1.0),
            (0.75 / 0.7 + 0.5 + 0.1, sin(std::f64::consts::TAU * (0.75 + 0.07))),
            (2.0, 0.0),
        ] {
            let controls = manoeuvre.controls(0.5 + since_s, &start);
            assert!((controls.steer_rad - 0.2 * share).abs() < 1e-12, "{since_s}: {controls:?}");
            assert_eq!(controls.torque_nm, start.torque_nm);
        }
        assert_eq!(manoeuvre.controls(0.49, &start), start);
    }

    #[test]
    fn a_brake_torque_brakes_whatever_its_sign() {
        for torque_nm in [80.0, -80.0] {
            let brake = Manoeuvre::Brake { speed_mps: 10.0, torque_nm };
            assert_eq!(brake.controls(1.0, &Controls::released()), Controls::even(0.0, -80.0));
        }
    }
}
