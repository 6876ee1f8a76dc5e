//! A four-wheel race car: magic-formula tyres, load transfer, lagging actuators, and a bicycle at low speed.
//!
//! The model is that of brains2's `sim` with its errata mended; `docs/race-car.md` has the equations.
//! Everything is a pure function of state, controls and parameters, generic over [`skidpad_math::Real`]:
//! `f64` drives one car, lanes drive eight, dual numbers give Jacobians.

mod actuators;
mod at_stages;
mod car;
mod combined_slip;
mod derivatives;
mod driver;
mod eigenvalues;
mod eight;
mod explicit;
mod forces;
mod linearise;
mod magic_formula;
mod manoeuvre;
mod motion;
mod newton_matrix;
mod parameter_file;
mod parameters;
mod racing_line;
mod radau;
mod radau_tables;
mod replay;
mod state;
mod steady;
mod track;

pub use actuators::{Actuators, Inputs};
pub use car::{Integrator, RaceCar, StepError};
pub use combined_slip::CombinedSlip;
pub use driver::{Driver, TorqueVectoring};
pub use eigenvalues::{Complex, eigenvalues};
pub use forces::Balance;
pub use linearise::Linearisation;
pub use magic_formula::{LateralLoadSet, LongitudinalLoadSet, MagicFormula};
pub use manoeuvre::{Manoeuvre, ManoeuvreProblem};
pub use motion::{Differentiable, Motion, Moving};
pub use parameter_file::{LineProblem, ParameterFileProblem};
pub use parameters::{PARAMETERS, ParameterProblem, ParameterRow, Parameters, Tyre, TyreChange, Value};
pub use racing_line::{Pace, RacingLine};
pub use radau::{Radau, Stages};
pub use replay::{Row, TableProblem, TimedControls, parse_inputs, replay, row_at, write_rows};
pub use state::{
    CONTROL_COUNT, CONTROL_NAMES, Controls, Ground, PerWheel, ROLLING_STATE_COUNT, STATE_COUNT, STATE_NAMES,
    State, WHEEL_COUNT,
};
pub use steady::{SteadyProblem, SteadyTurn};
pub use track::{Cone, ConeColor, LapTimer, Point, Track, TrackProblem};

#[cfg(test)]
mod test_numbers {
    //! Random numbers for tests.
    use skidpad_math::{NoiseAddress, exp};

    pub(super) struct Numbers {
        address: NoiseAddress,
        index: u64,
    }

    impl Numbers {
        pub(super) fn new(seed: u64) -> Self {
            Self { address: NoiseAddress { seed, stream: 0, step: 0 }, index: 0 }
        }

        pub(super) fn between(&mut self, low: f64, high: f64) -> f64 {
            self.index += 1;
            low + (high - low) * self.address.uniform(self.index)
        }

        pub(super) fn power_of_ten(&mut self, low: f64, high: f64) -> f64 {
            exp(self.between(low, high) * std::f64::consts::LN_10)
        }
    }
}
