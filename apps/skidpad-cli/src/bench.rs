//! `skidpad bench`: the figures of this machine.

use crate::summary::peak_memory_mb;
use crate::world_args::WorldArgs;
use crate::{Outcome, print};
use clap::Args;
use serde::Serialize;
use skidpad::Simulation;
use skidpad::messages::{Commands, VehicleId};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// Measure how fast a world runs on one core
#[derive(Args)]
pub(crate) struct Bench {
    /// World file
    world: PathBuf,
    /// Steps to measure
    #[arg(long, default_value_t = 20_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    steps: u64,
    /// Tell every vehicle to drive a circle, 1 m/s and 0.3 rad/s, instead of what the world lets it do
    #[arg(long)]
    drive: bool,
    /// As JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    args: WorldArgs,
}

/// What was measured. Rates are per second of CPU time.
#[derive(Serialize)]
struct Figures {
    steps_per_cpu_s: f64,
    vehicle_steps_per_cpu_s: f64,
    /// Sensor readings; `None` until the simulation evaluates sensors.
    observations_per_cpu_s: Option<f64>,
    /// Rays cast; `None` until the simulation evaluates sensors.
    rays_per_cpu_s: Option<f64>,
    peak_rss_mb: Option<f64>,
    load_s: f64,
}

impl Bench {
    pub(crate) fn run(&self) -> Outcome {
        let started = Instant::now();
        let Some(world) = self.args.read_or_report(&self.world)? else { return Ok(ExitCode::from(1)) };
        let mut sim = Simulation::build(&world).map_err(|problems| problems.to_string())?;
        let load_s = started.elapsed().as_secs_f64();
        let vehicle_count = sim.roster().vehicles.len();
        if self.drive {
            // A controller that takes no twist stays as it is.
            let circle = |index| VehicleId(index).drive(1.0, 0.3);
            sim.step(&(0..).take(vehicle_count).map(circle).collect::<Commands>());
        }
        // A tenth of the steps warms caches and buffers.
        for _ in 0..self.steps / 10 {
            sim.step(&Commands::NONE);
        }
        let before_s = cpu_time_s().ok_or("this system does not tell the CPU time of a process")?;
        for _ in 0..self.steps {
            sim.step(&Commands::NONE);
        }
        let cpu_s = cpu_time_s().unwrap_or(before_s) - before_s;
        let steps_per_cpu_s = self.steps as f64 / cpu_s.max(1e-9);
        let figures = Figures {
            steps_per_cpu_s,
            vehicle_steps_per_cpu_s: steps_per_cpu_s * vehicle_count as f64,
            observations_per_cpu_s: None,
            rays_per_cpu_s: None,
            peak_rss_mb: peak_memory_mb(),
            load_s,
        };
        if self.json {
            print(format!("{}\n", serde_json::to_string_pretty(&figures)?).as_bytes())?;
        } else {
            print(figures.text(self.steps).as_bytes())?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

impl Figures {
    fn text(&self, steps: u64) -> String {
        let mut text = format!(
            "{:.0} steps per CPU-second ({steps} steps measured)\n{:.0} vehicle-steps per CPU-second\n{:.4} s to load\n",
            self.steps_per_cpu_s, self.vehicle_steps_per_cpu_s, self.load_s
        );
        if let Some(peak_mb) = self.peak_rss_mb {
            text.push_str(&format!("{peak_mb:.1} MB peak memory\n"));
        }
        text
    }
}

/// CPU time of this thread so far [s], from the kernel's scheduler.
fn cpu_time_s() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds * 1e-9)
}
