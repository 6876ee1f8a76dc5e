//! Replays a table of controls and gives the table of what the car did, with the columns of the references.

use std::fmt;

use super::car::{Integrator, RaceCar, StepError};
use super::forces::Balance;
use super::parameters::Tyre;
use super::state::{CONTROL_NAMES, Controls, Ground, ROLLING_STATE_COUNT, STATE_COUNT, STATE_NAMES, State};

/// Controls that act from one time on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimedControls {
    /// When they begin to act \[s\].
    pub time_s: f64,
    /// The targets.
    pub controls: Controls<f64>,
}

/// The car at one time: the state as the coming step begins with it, and the forces there.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Time \[s\].
    pub time_s: f64,
    /// Controls that act from here on.
    pub controls: Controls<f64>,
    /// The state, after projection where the model changes.
    pub state: State<f64>,
    /// Forces, loads, slips and accelerations at that state.
    pub forces: Balance<f64>,
}

impl Row {
    /// Does the dynamic model drive the coming step?
    pub fn is_dynamic(&self) -> bool {
        self.state.is_dynamic > 0.5
    }
}

/// Columns after time, controls and state.
const FORCE_COLUMNS: [&str; 11] = [
    "a_x", "a_y", "Fz_FL", "Fz_FR", "Fz_RL", "Fz_RR", "alpha_FL", "alpha_FR", "alpha_RL", "alpha_RR", "model",
];
/// Columns that only the `combined` tyre adds.
const SPIN_COLUMNS: [&str; 8] =
    ["spin_FL", "spin_FR", "spin_RL", "spin_RR", "kappa_FL", "kappa_FR", "kappa_RL", "kappa_RR"];

/// Drives the car on level ground: row k's controls act from its time to that of row k + 1.
///
/// # Errors
/// If a step has no result; with the time at which it began.
pub fn replay(
    car: &RaceCar,
    integrator: Integrator,
    start: &State<f64>,
    inputs: &[TimedControls],
) -> Result<Vec<Row>, (f64, StepError)> {
    let ground = car.level_ground();
    let mut rows = Vec::with_capacity(inputs.len());
    let mut state = *start;
    for (index, input) in inputs.iter().enumerate() {
        let row = row_at(car, input.time_s, &state, &input.controls, &ground);
        rows.push(row);
        if let Some(next) = inputs.get(index + 1) {
            let dt_s = next.time_s - input.time_s;
            state = car
                .step(integrator, &row.state, &input.controls, &ground, dt_s)
                .map_err(|error| (input.time_s, error))?;
        }
    }
    Ok(rows)
}

/// The row of a state: the model is chosen, the state projected if need be, the forces evaluated.
pub fn row_at(
    car: &RaceCar,
    time_s: f64,
    state: &State<f64>,
    controls: &Controls<f64>,
    ground: &Ground<f64>,
) -> Row {
    let (state, _) = car.choose_model(state);
    Row { time_s, controls: *controls, state, forces: car.observe(&state, controls, ground) }
}

/// Reads a table with the columns t, u_delta, u_tau_* and, for the first row, the state. The order is free;
/// other columns are ignored; the wheels roll unless spin_* columns say otherwise.
///
/// # Errors
/// The line and what is wrong with it.
pub fn parse_inputs(car: &RaceCar, text: &str) -> Result<(State<f64>, Vec<TimedControls>), TableProblem> {
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let (_, header) = lines.next().ok_or(TableProblem::Empty)?;
    let names: Vec<&str> = header.split(',').map(str::trim).collect();
    let column = |name: &'static str| {
        names.iter().position(|found| *found == name).ok_or(TableProblem::MissingColumn { name })
    };
    let time_column = column("t")?;
    let mut control_columns = [0; CONTROL_NAMES.len()];
    for (place, name) in control_columns.iter_mut().zip(CONTROL_NAMES) {
        *place = column(name)?;
    }
    let mut state_columns = [0; ROLLING_STATE_COUNT];
    for (place, name) in state_columns.iter_mut().zip(STATE_NAMES) {
        *place = column(name)?;
    }
    let spin_columns: Result<Vec<usize>, _> =
        STATE_NAMES[ROLLING_STATE_COUNT..].iter().copied().map(column).collect();

    let mut start = None;
    let mut inputs: Vec<TimedControls> = Vec::new();
    for (index, line) in lines {
        let cells: Vec<&str> = line.split(',').map(str::trim).collect();
        let number = |column: usize| {
            let text = cells.get(column).copied().unwrap_or("");
            let value = text.parse().ok().filter(|value: &f64| value.is_finite());
            value.ok_or_else(|| TableProblem::NotANumber {
                line: index + 1,
                column: names[column].to_owned(),
                text: text.to_owned(),
            })
        };
        let time_s = number(time_column)?;
        if inputs.last().is_some_and(|last| last.time_s >= time_s) {
            return Err(TableProblem::TimeRunsBack { line: index + 1 });
        }
        let mut controls = [0.0; CONTROL_NAMES.len()];
        for (value, column) in controls.iter_mut().zip(control_columns) {
            *value = number(column)?;
        }
        if start.is_none() {
            let mut numbers = [0.0; STATE_COUNT];
            for (value, column) in numbers.iter_mut().zip(state_columns) {
                *value = number(column)?;
            }
            let mut state = car.with_rolling_wheels(&State::from_array(&numbers));
            if let Ok(columns) = &spin_columns {
                for (spin, column) in state.spin_radps.iter_mut().zip(columns) {
                    *spin = number(*column)?;
                }
            }
            start = Some(state);
        }
        inputs.push(TimedControls { time_s, controls: Controls::from_array(&controls) });
    }
    Ok((start.ok_or(TableProblem::Empty)?, inputs))
}

/// Writes rows as text with the columns of the references; numbers read back to the same bits.
pub fn write_rows(car: &RaceCar, rows: &[Row]) -> String {
    use fmt::Write;
    let spins = car.parameters().tyre == Tyre::Combined;
    let mut names = vec!["t"];
    names.extend(CONTROL_NAMES);
    names.extend(&STATE_NAMES[..ROLLING_STATE_COUNT]);
    names.extend(FORCE_COLUMNS);
    if spins {
        names.extend(SPIN_COLUMNS);
    }
    let mut text = names.join(",");
    text.push('\n');
    for row in rows {
        let mut numbers = vec![row.time_s];
        numbers.extend(row.controls.to_array());
        numbers.extend(&row.state.to_array()[..ROLLING_STATE_COUNT]);
        numbers.extend([row.forces.a_x_mps2, row.forces.a_y_mps2]);
        numbers.extend(row.forces.load_n);
        numbers.extend(row.forces.slip_angle_rad);
        for number in numbers {
            // Writing to a String cannot fail.
            let _ = write!(text, "{number},");
        }
        text.push_str(if row.is_dynamic() { "dyn" } else { "kin" });
        if spins {
            for number in row.state.spin_radps.iter().chain(&row.forces.slip_ratio) {
                let _ = write!(text, ",{number}");
            }
        }
        text.push('\n');
    }
    text
}

/// Why a table of controls cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TableProblem {
    /// No header or no row.
    Empty,
    /// A column that must be there is not.
    MissingColumn {
        /// Its name.
        name: &'static str,
    },
    /// A cell is not a finite number.
    NotANumber {
        /// Line in the text, from 1.
        line: usize,
        /// Name of the column.
        column: String,
        /// What stands there.
        text: String,
    },
    /// A row is not later than the one before.
    TimeRunsBack {
        /// Line in the text, from 1.
        line: usize,
    },
}

impl fmt::Display for TableProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("the table needs a header and at least one row"),
            Self::MissingColumn { name } => write!(f, "line 1: there is no column \"{name}\""),
            Self::NotANumber { line, column, text } => {
                write!(f, "line {line}: {column} is \"{text}\"; it must be a finite number")
            }
            Self::TimeRunsBack { line } => write!(f, "line {line}: t must be later than in the row before"),
        }
    }
}

impl std::error::Error for TableProblem {}

#[cfg(test)]
mod tests {
    use super::super::parameters::Parameters;
    use super::*;

    const HEADER: &str = "t,u_delta,u_tau_FL,u_tau_FR,u_tau_RL,u_tau_RR,X,Y,phi,v_x,v_y,omega,delta,tau_FL,tau_FR,tau_RL,tau_RR,more";

    fn car() -> RaceCar {
        RaceCar::new(Parameters::ariane()).unwrap()
    }

    fn check_problem(text: &str, expected: &str) {
        assert_eq!(parse_inputs(&car(), text).unwrap_err().to_string(), expected);
    }

    #[test]
    fn problems_name_their_line() {
        check_problem("", "the table needs a header and at least one row");
        check_problem("t,u_delta\n", "line 1: there is no column \"u_tau_FL\"");
        check_problem(HEADER, "the table needs a header and at least one row");
        let zeros = "0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,x";
        check_problem(
            &format!("{HEADER}\n{zeros}\n{zeros}"),
            "line 3: t must be later than in the row before",
        );
        let nan = zeros.replacen("0,0", "0,nan", 1);
        check_problem(&format!("{HEADER}\n{nan}"), "line 2: u_delta is \"nan\"; it must be a finite number");
        check_problem(&format!("{HEADER}\n0,1"), "line 2: u_tau_FL is \"\"; it must be a finite number");
    }

    #[test]
    fn what_is_written_reads_back_to_the_same_bits() {
        let car = RaceCar::new(Parameters { tyre: Tyre::Combined, ..Parameters::ariane_rear() }).unwrap();
        let start = car.with_rolling_wheels(&State { v_x_mps: 7.0, y_m: 1.0 / 3.0, ..State::at_rest() });
        let inputs: Vec<_> = (0..20)
            .map(|k| TimedControls { time_s: f64::from(k) * 0.01, controls: Controls::even(0.05, 60.0) })
            .collect();
        let rows = replay(&car, Integrator::Rk4, &start, &inputs).unwrap();
        let text = write_rows(&car, &rows);
        let (start_again, inputs_again) = parse_inputs(&car, &text).unwrap();
        assert_eq!(inputs_again, inputs);
        assert_eq!(start_again.to_array(), start.to_array());
        let text_again =
            write_rows(&car, &replay(&car, Integrator::Rk4, &start_again, &inputs_again).unwrap());
        assert_eq!(text_again, text);
    }
}
