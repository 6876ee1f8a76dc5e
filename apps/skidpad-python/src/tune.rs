//! PID gains for a vehicle class.

use crate::errors::raised;
use pyo3::prelude::*;
use skidpad::WorldOptions;
use skidpad::tune::TuneOptions;
use std::path::PathBuf;

/// Proposed gains of a vehicle's speed controller, and how the vehicle responds with them.
#[pyclass(frozen, get_all, module = "skidpad")]
pub(crate) struct Tuning {
    /// Torque at which a tyre begins to slip [N·m].
    slip_torque_nm: f64,
    /// Torque of the test [N·m].
    test_torque_nm: f64,
    /// Steady speed per torque [m/s per N·m].
    gain_mps_per_nm: f64,
    /// Time constant of the vehicle [s].
    time_constant_s: f64,
    /// Proportional gain [N·m·s/m].
    kp: f64,
    /// Integral gain [N·m/m].
    ki: f64,
    /// Largest torque [N·m].
    max_torque_nm: f64,
    /// Time to 90 % of a set point [s]; ``None`` if never reached.
    rise_s: Option<f64>,
    /// Time after which the speed stays within 2 % [s]; ``None`` if it does not.
    settling_s: Option<f64>,
    /// Largest speed beyond the set point, as a fraction of it [-].
    overshoot: f64,
}

/// Propose PID gains for a vehicle class of a definition file, from a test with a step of torque.
///
/// ``aggressiveness`` is the time constant of the closed loop as a fraction of the vehicle's own.
#[pyfunction]
#[pyo3(signature = (file, vehicle_class, *, torque_nm=None, duration_s=5.0, step_s=1e-3, aggressiveness=0.25))]
pub(crate) fn tune(
    py: Python<'_>,
    file: PathBuf,
    vehicle_class: &str,
    torque_nm: Option<f64>,
    duration_s: f64,
    step_s: f64,
    aggressiveness: f64,
) -> PyResult<Tuning> {
    let options = TuneOptions { torque_nm, duration_s, step_s, aggressiveness };
    let reading = WorldOptions::from_environment();
    let tuned = py.detach(|| skidpad::tune::tune(&file, vehicle_class, &options, &reading));
    let tuned = tuned.map_err(raised)?;
    Ok(Tuning {
        slip_torque_nm: tuned.slip_torque_nm,
        test_torque_nm: tuned.test_torque_nm,
        gain_mps_per_nm: tuned.plant.gain_mps_per_nm,
        time_constant_s: tuned.plant.time_constant_s,
        kp: tuned.gains.kp,
        ki: tuned.gains.ki,
        max_torque_nm: tuned.gains.max_torque_nm,
        rise_s: tuned.response.rise_s,
        settling_s: tuned.response.settling_s,
        overshoot: tuned.response.overshoot,
    })
}
