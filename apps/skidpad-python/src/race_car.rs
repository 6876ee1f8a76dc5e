//! The race car alone, without a world.

use crate::arrays::{matrix, vector};
use crate::errors::{other_error, value_error};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use skidpad::dynamics::race_car::{
    self as car, CONTROL_NAMES, Controls, Integrator, Manoeuvre, Parameters, Radau, Row, STATE_NAMES, State,
    Value, eigenvalues,
};

/// The race car: four wheels, load transfer, tyres with or without spinning wheels.
///
/// ``parameters`` replaces numbers of the preset by their names; ``tyre`` is ``"constant"``, ``"load"``, ``"combined"``
/// or ``"linear"``.
///
/// >>> import skidpad
/// >>> car = skidpad.RaceCar("ariane")
/// >>> turn = car.steady_turn(speed_mps=10.0, radius_m=20.0)
/// >>> model = car.linearise(turn.state, turn.controls)
/// >>> model.a.shape, model.b.shape
/// ((11, 11), (11, 5))
#[pyclass(frozen, module = "skidpad")]
pub(crate) struct RaceCar {
    car: car::RaceCar,
    /// What it was made from, for pickling.
    preset: String,
    tyre: Option<String>,
    given: Vec<(String, Value)>,
}

/// A steady turn on a circle.
#[pyclass(frozen, get_all, module = "skidpad")]
pub(crate) struct SteadyTurn {
    /// Speed of the centre of gravity [m/s].
    speed_mps: f64,
    /// Radius of its path; negative turns right [m].
    radius_m: f64,
    /// Steering angle [rad].
    steer_rad: f64,
    /// Angle from the car's axis to its velocity [rad].
    sideslip_rad: f64,
    /// Torque on each wheel [N·m].
    torque_nm: f64,
    /// Largest real part of the eigenvalues of the velocities; negative where the turn is stable [1/s].
    growth_radps: f64,
    /// The state, in the order of ``RaceCar.state_names``.
    state: Py<PyArray1<f64>>,
    /// The controls, in the order of ``RaceCar.control_names``.
    controls: Py<PyArray1<f64>>,
    /// Load of each wheel [N].
    load_n: Py<PyArray1<f64>>,
    /// Slip angle of each wheel [rad].
    slip_angle_rad: Py<PyArray1<f64>>,
}

/// A linear model: x' = A x + B u, or the same over a step.
#[pyclass(frozen, get_all, module = "skidpad")]
pub(crate) struct Linearisation {
    /// A: 11 × 11, or 15 × 15 with spinning wheels.
    a: Py<PyArray2<f64>>,
    /// B: 11 × 5 or 15 × 5.
    b: Py<PyArray2<f64>>,
    /// The derivative of the state at the operating point, or the state after the step.
    value: Py<PyArray1<f64>>,
    /// Eigenvalues of A as rows of real and imaginary parts.
    eigenvalues: Py<PyArray2<f64>>,
}

fn state_of(numbers: &[f64]) -> PyResult<State<f64>> {
    let numbers: [f64; 15] = numbers.try_into().map_err(|_| {
        value_error(&format!("a state has {} numbers; {} were given", STATE_NAMES.len(), numbers.len()))
    })?;
    let state = State::from_array(&numbers);
    if state.is_finite() { Ok(state) } else { Err(value_error(&"the state is not finite")) }
}

fn controls_of(numbers: &[f64]) -> PyResult<Controls<f64>> {
    let numbers: [f64; 5] = numbers.try_into().map_err(|_| {
        value_error(&format!("controls have {} numbers; {} were given", CONTROL_NAMES.len(), numbers.len()))
    })?;
    let controls = Controls::from_array(&numbers);
    if controls.is_finite() { Ok(controls) } else { Err(value_error(&"the controls are not finite")) }
}

fn integrator_of(name: &str) -> PyResult<Integrator> {
    match name {
        "rk4" => Ok(Integrator::Rk4),
        "radau" => Ok(Integrator::Radau(Radau::default())),
        "euler" => Ok(Integrator::Euler),
        _ => Err(value_error(&format!("integrator is {name:?}; it must be \"rk4\", \"radau\" or \"euler\""))),
    }
}

fn rows_of(numbers: &[Vec<f64>], py: Python<'_>) -> PyResult<Py<PyArray2<f64>>> {
    let columns = numbers.first().map_or(0, Vec::len);
    matrix(py, numbers.concat(), [numbers.len(), columns])
}

#[pymethods]
impl RaceCar {
    /// Names of the numbers of a state.
    #[classattr]
    fn state_names() -> Vec<&'static str> {
        STATE_NAMES.to_vec()
    }

    /// Names of the numbers of controls.
    #[classattr]
    fn control_names() -> Vec<&'static str> {
        CONTROL_NAMES.to_vec()
    }

    #[new]
    #[pyo3(signature = (preset="ariane", *, tyre=None, parameters=None))]
    fn new(preset: &str, tyre: Option<&str>, parameters: Option<&Bound<'_, PyDict>>) -> PyResult<RaceCar> {
        let mut numbers = Parameters::preset(preset).map_err(|problem| value_error(&problem))?;
        let mut set =
            |name: &str, value: &Value| numbers.set(name, value).map_err(|problem| value_error(&problem));
        if let Some(tyre) = tyre {
            set("tyre", &Value::Word(tyre.to_string()))?;
        }
        let mut given = Vec::new();
        for (name, value) in parameters.into_iter().flatten() {
            let value = match (value.extract::<bool>(), value.extract::<f64>()) {
                (Ok(flag), _) => Value::Flag(flag),
                (_, Ok(number)) => Value::Number(number),
                _ => Value::Word(value.extract()?),
            };
            let name: String = name.extract()?;
            set(&name, &value)?;
            given.push((name, value));
        }
        let car = car::RaceCar::new(numbers).map_err(|problems| {
            let lines: Vec<String> = problems.iter().map(ToString::to_string).collect();
            value_error(&lines.join("\n"))
        })?;
        Ok(RaceCar { car, preset: preset.to_string(), tyre: tyre.map(str::to_string), given })
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<((&str,), Bound<'py, PyDict>)> {
        let (named, parameters) = (PyDict::new(py), PyDict::new(py));
        for (name, value) in &self.given {
            match value {
                Value::Number(number) => parameters.set_item(name, number)?,
                Value::Flag(flag) => parameters.set_item(name, flag)?,
                Value::Word(word) => parameters.set_item(name, word)?,
            }
        }
        named.set_item("tyre", &self.tyre)?;
        named.set_item("parameters", parameters)?;
        Ok(((&self.preset,), named))
    }

    /// Numbers of the car by name.
    #[getter]
    fn parameters<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let numbers = PyDict::new(py);
        for row in car::PARAMETERS {
            numbers.set_item(row.name, (row.read)(self.car.parameters()))?;
        }
        Ok(numbers)
    }

    /// The state of straight driving at a speed, and the controls that hold it.
    fn straight(&self, py: Python<'_>, speed_mps: f64) -> (Py<PyArray1<f64>>, Py<PyArray1<f64>>) {
        let torque_nm = self.car.parameters().cruise_torque_nm(speed_mps);
        let state = State { v_x_mps: speed_mps, torque_nm: [torque_nm; 4], ..State::at_rest() };
        let controls = Controls::even(0.0, torque_nm);
        let state = self.car.with_rolling_wheels(&state);
        (vector(py, state.to_array().to_vec()), vector(py, controls.to_array().to_vec()))
    }

    /// The steering angle and the torque that hold a speed on a circle; a negative radius turns right.
    #[pyo3(signature = (*, speed_mps, radius_m))]
    fn steady_turn(&self, py: Python<'_>, speed_mps: f64, radius_m: f64) -> PyResult<SteadyTurn> {
        let turn = self.car.steady_turn(speed_mps, radius_m).map_err(|problem| value_error(&problem))?;
        let controls = Controls::even(turn.steer_rad, turn.torque_nm);
        Ok(SteadyTurn {
            speed_mps: turn.speed_mps,
            radius_m: turn.radius_m,
            steer_rad: turn.steer_rad,
            sideslip_rad: turn.sideslip_rad,
            torque_nm: turn.torque_nm,
            growth_radps: turn.growth_radps,
            state: vector(py, turn.state.to_array().to_vec()),
            controls: vector(py, controls.to_array().to_vec()),
            load_n: vector(py, turn.forces.load_n.to_vec()),
            slip_angle_rad: vector(py, turn.forces.slip_angle_rad.to_vec()),
        })
    }

    /// The linear model at a state, exact: continuous, or with ``step_s`` over one step of this length [s].
    #[pyo3(signature = (state, controls, *, step_s=None))]
    fn linearise(
        &self,
        py: Python<'_>,
        state: Vec<f64>,
        controls: Vec<f64>,
        step_s: Option<f64>,
    ) -> PyResult<Linearisation> {
        let (state, controls) = (state_of(&state)?, controls_of(&controls)?);
        let ground = self.car.level_ground();
        let model = match step_s {
            None => self.car.linearise(&state, &controls, &ground),
            Some(step_s) if step_s > 0.0 && step_s <= 1.0 => {
                self.car.linearise_step(&state, &controls, &ground, step_s)
            }
            Some(_) => return Err(value_error(&"step_s must be greater than 0 and at most 1 s")),
        };
        if model.a.iter().chain(&model.b).flatten().any(|entry| !entry.is_finite()) {
            return Err(value_error(&"the linear model is not finite at this operating point"));
        }
        let values: Vec<Vec<f64>> =
            eigenvalues(&model.a).iter().map(|value| vec![value.re, value.im]).collect();
        Ok(Linearisation {
            a: rows_of(&model.a, py)?,
            b: rows_of(&model.b, py)?,
            value: vector(py, model.value),
            eigenvalues: rows_of(&values, py)?,
        })
    }

    /// The state after a time under constant controls.
    #[pyo3(signature = (state, controls, *, step_s, integrator="rk4"))]
    fn step(
        &self,
        py: Python<'_>,
        state: Vec<f64>,
        controls: Vec<f64>,
        step_s: f64,
        integrator: &str,
    ) -> PyResult<Py<PyArray1<f64>>> {
        let (state, controls) = (state_of(&state)?, controls_of(&controls)?);
        let after = self
            .car
            .step(integrator_of(integrator)?, &state, &controls, &self.car.level_ground(), step_s)
            .map_err(|problem| value_error(&problem))?;
        Ok(vector(py, after.to_array().to_vec()))
    }

    /// Replay a table of controls, the text of a CSV file with the columns t, u_delta, u_tau_FL … u_tau_RR and, in its
    /// first row, the state. Returns columns by name.
    #[pyo3(signature = (table, *, integrator="rk4"))]
    fn replay<'py>(&self, py: Python<'py>, table: &str, integrator: &str) -> PyResult<Bound<'py, PyDict>> {
        let integrator = integrator_of(integrator)?;
        let (start, inputs) = car::parse_inputs(&self.car, table).map_err(|problem| value_error(&problem))?;
        let rows = py.detach(|| car::replay(&self.car, integrator, &start, &inputs));
        columns(py, &rows.map_err(|(time_s, problem)| other_error(&format!("at {time_s} s: {problem}")))?)
    }

    /// Drive a test manoeuvre: ``"step-steer"``, ``"sine-dwell"``, ``"skidpad"``, ``"accelerate"`` or ``"brake"``.
    /// Returns columns by name.
    #[pyo3(signature = (
        name, *, speed_mps=10.0, steer_rad=0.05, radius_m=9.125, torque_nm=150.0, duration_s=None, step_s=0.01,
        integrator="rk4"
    ))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn manoeuvre<'py>(
        &self,
        py: Python<'py>,
        name: &str,
        speed_mps: f64,
        steer_rad: f64,
        radius_m: f64,
        torque_nm: f64,
        duration_s: Option<f64>,
        step_s: f64,
        integrator: &str,
    ) -> PyResult<Bound<'py, PyDict>> {
        let manoeuvre = match name {
            "step-steer" => Manoeuvre::StepSteer { speed_mps, steer_rad },
            "sine-dwell" => Manoeuvre::SineDwell { speed_mps, steer_rad },
            "skidpad" => Manoeuvre::Skidpad { speed_mps, radius_m },
            "accelerate" => Manoeuvre::Accelerate { torque_nm },
            "brake" => Manoeuvre::Brake { speed_mps, torque_nm },
            _ => {
                return Err(value_error(&format!(
                    "there is no manoeuvre {name:?}; there are step-steer, sine-dwell, skidpad, accelerate, brake"
                )));
            }
        };
        let integrator = integrator_of(integrator)?;
        let duration_s = duration_s.unwrap_or_else(|| manoeuvre.usual_duration_s());
        let rows = py.detach(|| manoeuvre.drive(&self.car, integrator, duration_s, step_s));
        columns(py, &rows.map_err(|problem| value_error(&problem))?)
    }
}

/// Rows as columns, under the names of the reference files.
fn columns<'py>(py: Python<'py>, rows: &[Row]) -> PyResult<Bound<'py, PyDict>> {
    let columns = PyDict::new(py);
    let add = |name: &str, of: &dyn Fn(&Row) -> f64| {
        columns.set_item(name, vector(py, rows.iter().map(of).collect::<Vec<f64>>()))
    };
    add("t", &|row| row.time_s)?;
    for (index, name) in CONTROL_NAMES.iter().enumerate() {
        add(name, &|row| row.controls.to_array()[index])?;
    }
    for (index, name) in STATE_NAMES.iter().enumerate() {
        add(name, &|row| row.state.to_array()[index])?;
    }
    add("a_x", &|row| row.forces.a_x_mps2)?;
    add("a_y", &|row| row.forces.a_y_mps2)?;
    for (index, wheel) in ["FL", "FR", "RL", "RR"].iter().enumerate() {
        add(&format!("Fz_{wheel}"), &|row| row.forces.load_n[index])?;
        add(&format!("alpha_{wheel}"), &|row| row.forces.slip_angle_rad[index])?;
        add(&format!("kappa_{wheel}"), &|row| row.forces.slip_ratio[index])?;
    }
    Ok(columns)
}
