//! `skidpad bench`: how fast a world runs on this machine.

use crate::world_args::WorldArgs;
use crate::{Outcome, failed, print};
use clap::Args;
use skidpad::Simulation;
use skidpad::bench::{BenchFigures, BenchOptions, bench};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// Measure how fast a world runs on one core
///
/// Every sensor is read whenever it is due, unless --no-sensors is given.
#[derive(Args)]
pub(crate) struct Bench {
    /// World file
    world: PathBuf,
    /// Steps to measure, repeated until the measurement takes a tenth of a second
    #[arg(long, default_value_t = 20_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    steps: u64,
    /// Command every vehicle to drive a circle at 1 m/s and 0.3 rad/s, instead of what the world says
    #[arg(long)]
    drive: bool,
    /// Only step; read no sensor
    #[arg(long)]
    no_sensors: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    args: WorldArgs,
}

impl Bench {
    pub(crate) fn run(&self) -> Outcome {
        let started = Instant::now();
        let Some(world) = self.args.read_or_report(&self.world, false)? else {
            return Ok(ExitCode::from(1));
        };
        let mut sim = match Simulation::build(&world) {
            Ok(sim) => sim,
            Err(problem) => return failed(problem),
        };
        let load_s = started.elapsed().as_secs_f64();
        let (drives_circles, reads_sensors) = (self.drive, !self.no_sensors);
        let options = BenchOptions { step_count: self.steps, drives_circles, reads_sensors };
        let figures = BenchFigures { load_s, ..bench(&mut sim, &options)? };
        let text =
            if self.json { serde_json::to_string_pretty(&figures)? + "\n" } else { figures.to_string() };
        print(text.as_bytes())?;
        Ok(ExitCode::SUCCESS)
    }
}
