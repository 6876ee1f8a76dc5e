//! `skidpad tune`: PID gains for a vehicle.

use crate::world_args::WorldArgs;
use crate::{Outcome, print};
use clap::Args;
use skidpad::tune::{Response, TuneOptions, Tuning, tune};
use std::fmt::Write as _;
use std::path::PathBuf;
use std::process::ExitCode;

/// Propose PID gains for a vehicle class, and test them
#[derive(Args)]
pub(crate) struct Tune {
    /// Definition file of the vehicle
    #[arg(value_name = "VEHICLE.xml")]
    vehicle: PathBuf,
    /// Name of the vehicle class in that file
    class: String,
    /// Torque of the identification test [N·m] [default: half of the torque at which the tyres slip]
    #[arg(short, long, value_name = "NM")]
    torque: Option<f64>,
    /// Length of the identification test [s]
    #[arg(short, long, default_value_t = 5.0, value_name = "S")]
    duration: f64,
    /// Step of the simulation [s]
    #[arg(short, long, default_value_t = 0.001, value_name = "S")]
    step: f64,
    /// Time constant of the closed loop as a fraction of the vehicle's own
    #[arg(short, long, default_value_t = 0.25, value_name = "A")]
    aggressiveness: f64,
    #[command(flatten)]
    args: WorldArgs,
}

impl Tune {
    pub(crate) fn run(&self) -> Outcome {
        let is_positive = |value: f64| value > 0.0 && value.is_finite();
        if !is_positive(self.aggressiveness) || !is_positive(self.duration) || !is_positive(self.step) {
            return Err("aggressiveness, duration and step must be greater than 0".into());
        }
        if !(1e-5..=0.1).contains(&self.step) || self.duration > 600.0 {
            return Err("step must be from 1e-5 to 0.1 s, duration at most 600 s".into());
        }
        let options = TuneOptions {
            torque_nm: self.torque,
            duration_s: self.duration,
            step_s: self.step,
            aggressiveness: self.aggressiveness,
        };
        match tune(&self.vehicle, &self.class, &options, &self.args.options()) {
            Ok(tuning) => {
                print(text(&tuning).as_bytes())?;
                Ok(ExitCode::SUCCESS)
            }
            Err(error) => {
                eprintln!("{error}");
                Ok(ExitCode::from(1))
            }
        }
    }
}

fn text(tuning: &Tuning) -> String {
    let Tuning { slip_torque_nm, test_torque_nm, plant, gains, response } = tuning;
    let mut text = format!(
        "tyres slip at {slip_torque_nm:.4} N·m; tested with {test_torque_nm:.4} N·m\n\
         plant: {:.6} m/s per N·m, time constant {:.4} s\n",
        plant.gain_mps_per_nm, plant.time_constant_s
    );
    let seconds =
        |time: Option<f64>| time.map_or_else(|| "never".to_string(), |time_s| format!("{time_s:.3} s"));
    let _ = writeln!(
        text,
        "1 m/s: 90 % after {}, within 2 % after {}, overshoot {:.1} %, steady error {:.4} m/s",
        seconds(response.rise_s),
        seconds(response.settling_s),
        response.overshoot * 100.0,
        response.steady_error_mps
    );
    let _ = writeln!(
        text,
        "stop: at rest after {}, rebound {:.4} m/s",
        seconds(response.stop_settling_s),
        response.rebound_mps
    );
    for warning in warnings(response) {
        let _ = writeln!(text, "warning: {warning}");
    }
    let _ = write!(
        text,
        "\n<KP>{:.4}</KP>\n<KI>{:.4}</KI>\n<KD>0</KD>\n<max_torque>{:.4}</max_torque>\n",
        gains.kp, gains.ki, gains.max_torque_nm
    );
    text
}

/// What the user should check before using the gains.
fn warnings(response: &Response) -> Vec<&'static str> {
    let checks = [
        (response.overshoot > 0.2, "overshoot above 20 %: try a larger --aggressiveness"),
        (response.steady_error_mps.abs() > 0.05, "steady error above 0.05 m/s"),
        (response.rebound_mps > 0.01, "the vehicle rolls back at more than 0.01 m/s when it stops"),
        (
            response.rise_s.is_none_or(|rise_s| rise_s > 2.0),
            "90 % takes more than 2 s: try a smaller --aggressiveness",
        ),
    ];
    checks.into_iter().filter_map(|(applies, text)| applies.then_some(text)).collect()
}
