//! `skidpad racecar`: the four-wheel race car alone, without a world.

use crate::{Outcome, print};
use clap::{Args, Subcommand, ValueEnum};
use skidpad::dynamics::race_car::{
    CONTROL_NAMES, Controls, Integrator, Manoeuvre, Parameters, RaceCar, Radau, STATE_NAMES, State, Tyre,
    eigenvalues, parse_inputs, replay, write_rows,
};
use skidpad::manoeuvre_plot;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Run the race car model alone, without a world
#[derive(Args)]
pub(crate) struct RaceCarCommand {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    Replay(Replay),
    Steady(Steady),
    Linearise(Linearise),
    Manoeuvre(Drive),
}

impl RaceCarCommand {
    pub(crate) fn run(&self) -> Outcome {
        match &self.what {
            What::Replay(command) => command.run(),
            What::Steady(command) => command.run(),
            What::Linearise(command) => command.run(),
            What::Manoeuvre(command) => command.run(),
        }
    }
}

#[derive(Clone, Copy, ValueEnum)]
enum TyreName {
    Constant,
    Load,
    Combined,
    Linear,
}

#[derive(Clone, Copy, ValueEnum)]
enum IntegratorName {
    Rk4,
    Radau,
    Euler,
}

/// Which car.
#[derive(Args)]
struct CarArgs {
    /// Preset (ariane, ariane_rear) or parameter file
    #[arg(long, global = true, default_value = "ariane", value_name = "NAME|FILE")]
    preset: String,
    /// Tyre model [default: that of the preset]
    #[arg(long, global = true)]
    tyre: Option<TyreName>,
    /// Speed in m/s above which the dynamic model is used
    #[arg(long, global = true, value_name = "MPS")]
    switch_speed: Option<f64>,
}

impl CarArgs {
    fn build(&self) -> Result<RaceCar, Box<dyn std::error::Error>> {
        let mut parameters = match Parameters::preset(&self.preset) {
            Ok(preset) => preset,
            Err(_) if Path::new(&self.preset).exists() => read_parameters(Path::new(&self.preset))?,
            Err(problem) => return Err(format!("{problem}, and there is no file with this name").into()),
        };
        match self.tyre {
            Some(TyreName::Constant) => parameters.tyre = Tyre::Constant,
            Some(TyreName::Load) => parameters.tyre = Tyre::Load,
            Some(TyreName::Combined) => parameters.tyre = Tyre::Combined,
            Some(TyreName::Linear) => parameters.tyre = Tyre::Linear,
            None => {}
        }
        if let Some(speed_mps) = self.switch_speed {
            parameters.switch_speed_mps = speed_mps;
        }
        RaceCar::new(parameters).map_err(|problems| lines(problems.iter().map(ToString::to_string)).into())
    }
}

fn read_parameters(path: &Path) -> Result<Parameters, Box<dyn std::error::Error>> {
    let text = read_text(path)?;
    Parameters::parse(&text).map_err(|problems| {
        lines(problems.iter().map(|problem| format!("{}:{problem}", path.display()))).into()
    })
}

fn read_text(path: &Path) -> Result<String, String> {
    skidpad::read_text(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write_text(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

fn lines(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join("\n")
}

#[derive(Args)]
struct IntegratorArgs {
    /// Integration method
    #[arg(long, global = true, default_value = "rk4")]
    integrator: IntegratorName,
}

impl IntegratorArgs {
    fn get(&self) -> Integrator {
        match self.integrator {
            IntegratorName::Rk4 => Integrator::Rk4,
            IntegratorName::Radau => Integrator::Radau(Radau::default()),
            IntegratorName::Euler => Integrator::Euler,
        }
    }
}

/// Replay a table of controls
///
/// INPUT has the columns t, u_delta, u_tau_FL … u_tau_RR, and in its first row the state
/// X, Y, phi, v_x, v_y, omega, delta, tau_FL … tau_RR; other columns are ignored.
#[derive(Args)]
struct Replay {
    /// Table of controls
    input: PathBuf,
    #[command(flatten)]
    car: CarArgs,
    #[command(flatten)]
    integrator: IntegratorArgs,
    /// Output file, as CSV [default: standard output]
    #[arg(long)]
    out: Option<PathBuf>,
}

impl Replay {
    fn run(&self) -> Outcome {
        let car = self.car.build()?;
        let text = read_text(&self.input)?;
        let said = |error: &dyn std::fmt::Display| format!("{}: {error}", self.input.display());
        let (start, inputs) = parse_inputs(&car, &text).map_err(|problem| said(&problem))?;
        let rows = replay(&car, self.integrator.get(), &start, &inputs)
            .map_err(|(time_s, error)| said(&format!("at {time_s} s: {error}")))?;
        put(self.out.as_deref(), &write_rows(&car, &rows))
    }
}

fn put(path: Option<&Path>, text: &str) -> Outcome {
    match path {
        Some(path) => write_text(path, text)?,
        None => print(text.as_bytes())?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Find the steady turn at a given speed and radius
#[derive(Args)]
struct Steady {
    /// Speed of the centre of gravity in m/s
    #[arg(long, value_name = "MPS")]
    speed: f64,
    /// Radius of the path in m; negative turns right
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    radius: f64,
    #[command(flatten)]
    car: CarArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Steady {
    fn run(&self) -> Outcome {
        let car = self.car.build()?;
        let turn = car.steady_turn(self.speed, self.radius)?;
        let forces = &turn.forces;
        let per_wheel = |name: &'static str, values: [f64; 4]| {
            ["FL", "FR", "RL", "RR"]
                .into_iter()
                .zip(values)
                .map(move |(wheel, value)| (format!("{name}_{wheel}"), value))
        };
        let mut figures: Vec<(String, f64)> = vec![
            ("speed_mps".into(), turn.speed_mps),
            ("radius_m".into(), turn.radius_m),
            ("steer_rad".into(), turn.steer_rad),
            ("sideslip_rad".into(), turn.sideslip_rad),
            ("torque_nm".into(), turn.torque_nm),
            ("yaw_rate_radps".into(), turn.state.yaw_rate_radps),
            ("a_x_mps2".into(), forces.a_x_mps2),
            ("a_y_mps2".into(), forces.a_y_mps2),
            ("growth_radps".into(), turn.growth_radps),
        ];
        figures.extend(per_wheel("load_n", forces.load_n));
        figures.extend(per_wheel("slip_angle_rad", forces.slip_angle_rad));
        figures.extend(per_wheel("slip_ratio", forces.slip_ratio));
        figures.extend(per_wheel("ellipse_use", car.ellipse_use(forces)));
        let text = if self.json {
            let object: serde_json::Map<_, _> =
                figures.into_iter().map(|(name, value)| (name, value.into())).collect();
            format!("{}\n", serde_json::to_string_pretty(&object)?)
        } else {
            figures.iter().fold(String::new(), |text, (name, value)| format!("{text}{name:<20} {value}\n"))
        };
        put(None, &text)
    }
}

/// Linearise the model: A, B and the eigenvalues of A
///
/// The operating point is straight driving at --speed with the torque that holds it, or the steady turn with --radius.
#[derive(Args)]
struct Linearise {
    /// Speed in m/s
    #[arg(long, value_name = "MPS")]
    speed: f64,
    /// Radius of a steady turn in m; negative turns right
    #[arg(long, value_name = "M", allow_negative_numbers = true)]
    radius: Option<f64>,
    /// Length of a step in s for a discrete model, instead of the continuous one
    #[arg(long, value_name = "S")]
    step: Option<f64>,
    #[command(flatten)]
    car: CarArgs,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Linearise {
    fn run(&self) -> Outcome {
        let car = self.car.build()?;
        let (state, controls) = match self.radius {
            Some(radius_m) => {
                let turn = car.steady_turn(self.speed, radius_m)?;
                (turn.state, Controls::even(turn.steer_rad, turn.torque_nm))
            }
            None => {
                let torque_nm = car.parameters().cruise_torque_nm(self.speed);
                let state = State { v_x_mps: self.speed, torque_nm: [torque_nm; 4], ..State::at_rest() };
                (car.with_rolling_wheels(&state), Controls::even(0.0, torque_nm))
            }
        };
        let ground = car.level_ground();
        let model = match self.step {
            Some(step_s) if step_s > 0.0 && step_s <= 1.0 => {
                car.linearise_step(&state, &controls, &ground, step_s)
            }
            Some(_) => return Err("--step must be greater than 0 and at most 1 s".into()),
            None => car.linearise(&state, &controls, &ground),
        };
        if model.a.iter().chain(&model.b).flatten().any(|entry| !entry.is_finite()) {
            return Err("the linear model is not finite at this operating point".into());
        }
        let values = eigenvalues(&model.a);
        let states = &STATE_NAMES[..model.a.len()];
        if self.json {
            let pairs: Vec<[f64; 2]> = values.iter().map(|value| [value.re, value.im]).collect();
            let object = serde_json::json!({
                "states": states, "controls": CONTROL_NAMES, "a": model.a, "b": model.b, "eigenvalues": pairs,
            });
            return put(None, &format!("{}\n", serde_json::to_string_pretty(&object)?));
        }
        let mut text = String::new();
        write_matrix(&mut text, "A", states, &model.a)?;
        write_matrix(&mut text, "B", &CONTROL_NAMES, &model.b)?;
        text.push_str("eigenvalues of A\n");
        for value in values {
            writeln!(text, "{:14.6} {:+14.6}i", value.re, value.im)?;
        }
        put(None, &text)
    }
}

fn write_matrix(text: &mut String, name: &str, columns: &[&str], rows: &[Vec<f64>]) -> std::fmt::Result {
    write!(text, "{name:<8}")?;
    columns.iter().try_for_each(|column| write!(text, " {column:>13}"))?;
    text.push('\n');
    for (row, state) in rows.iter().zip(STATE_NAMES) {
        write!(text, "{state:<8}")?;
        row.iter().try_for_each(|value| write!(text, " {value:>13.6}"))?;
        text.push('\n');
    }
    Ok(())
}

/// Drive a test manoeuvre and write or plot the result
#[derive(Args)]
struct Drive {
    #[command(subcommand)]
    manoeuvre: ManoeuvreName,
    #[command(flatten)]
    car: CarArgs,
    #[command(flatten)]
    integrator: IntegratorArgs,
    /// Duration in s [default: depends on the manoeuvre]
    #[arg(long, global = true, value_name = "S")]
    duration: Option<f64>,
    /// Time between rows in s
    #[arg(long, global = true, default_value_t = 0.01, value_name = "S")]
    step: f64,
    /// Output file, as CSV [default: standard output, unless --plot is given]
    #[arg(long, global = true)]
    out: Option<PathBuf>,
    /// Plot to write, as SVG
    #[arg(long, global = true)]
    plot: Option<PathBuf>,
}

#[derive(Subcommand)]
enum ManoeuvreName {
    /// Straight driving, then a step of the steering target at 0.5 s
    StepSteer {
        /// Speed in m/s
        #[arg(long, default_value_t = 10.0)]
        speed: f64,
        /// Steering target in rad
        #[arg(long, default_value_t = 0.05, allow_negative_numbers = true)]
        steer: f64,
    },
    /// One period of a 0.7 Hz sine of steering with a dwell of 0.5 s
    SineDwell {
        /// Speed in m/s
        #[arg(long, default_value_t = 80.0 / 3.6)]
        speed: f64,
        /// Amplitude in rad
        #[arg(long, default_value_t = 0.05, allow_negative_numbers = true)]
        steer: f64,
    },
    /// A steady turn
    Skidpad {
        /// Speed in m/s
        #[arg(long, default_value_t = 10.0)]
        speed: f64,
        /// Radius in m; negative turns right
        #[arg(long, default_value_t = 9.125, allow_negative_numbers = true)]
        radius: f64,
    },
    /// From rest, with the same torque on all wheels
    Accelerate {
        /// Torque of each wheel in N m
        #[arg(long, default_value_t = 150.0)]
        torque: f64,
    },
    /// From a speed to rest
    Brake {
        /// Speed in m/s
        #[arg(long, default_value_t = 20.0)]
        speed: f64,
        /// Brake torque of each wheel in N m
        #[arg(long, default_value_t = 150.0)]
        torque: f64,
    },
}

impl Drive {
    fn run(&self) -> Outcome {
        let car = self.car.build()?;
        let (title, manoeuvre) = match self.manoeuvre {
            ManoeuvreName::StepSteer { speed: speed_mps, steer: steer_rad } => {
                ("step steer", Manoeuvre::StepSteer { speed_mps, steer_rad })
            }
            ManoeuvreName::SineDwell { speed: speed_mps, steer: steer_rad } => {
                ("sine with dwell", Manoeuvre::SineDwell { speed_mps, steer_rad })
            }
            ManoeuvreName::Skidpad { speed: speed_mps, radius: radius_m } => {
                ("skid pad", Manoeuvre::Skidpad { speed_mps, radius_m })
            }
            ManoeuvreName::Accelerate { torque: torque_nm } => {
                ("acceleration", Manoeuvre::Accelerate { torque_nm })
            }
            ManoeuvreName::Brake { speed: speed_mps, torque: torque_nm } => {
                ("braking", Manoeuvre::Brake { speed_mps, torque_nm })
            }
        };
        let duration_s = self.duration.unwrap_or(manoeuvre.usual_duration_s());
        let rows = manoeuvre.drive(&car, self.integrator.get(), duration_s, self.step)?;
        if let Some(path) = &self.plot {
            write_text(path, &manoeuvre_plot(&format!("race car, {title}"), &car, &rows))?;
        }
        if self.out.is_none() && self.plot.is_some() {
            return Ok(ExitCode::SUCCESS);
        }
        put(self.out.as_deref(), &write_rows(&car, &rows))
    }
}
