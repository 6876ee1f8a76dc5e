//! `skidpad bench`: the figures of this machine.

use crate::summary::peak_memory_mb;
use crate::world_args::{WorldArgs, build_or_report};
use crate::{Outcome, print};
use clap::Args;
use serde::Serialize;
use skidpad::messages::{Commands, Reading, ReadingData, SensorId, VehicleId};
use skidpad::sim::SensorTracer;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// Measure how fast a world runs on one core
///
/// Every sensor is read whenever it is due, unless --no-sensors.
#[derive(Args)]
pub(crate) struct Bench {
    /// World file
    world: PathBuf,
    /// Steps to measure; as often again as it takes for a tenth of a second
    #[arg(long, default_value_t = 20_000, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    steps: u64,
    /// Tell every vehicle to drive a circle, 1 m/s and 0.3 rad/s, instead of what the world lets it do
    #[arg(long)]
    drive: bool,
    /// Step only, without looking through any sensor
    #[arg(long)]
    no_sensors: bool,
    /// As JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    args: WorldArgs,
}

/// A shorter time than this is not measured well [s].
const SHORTEST_S: f64 = 0.1;

/// What was measured. Rates are per second of CPU time.
#[derive(Serialize)]
struct Figures {
    steps_per_cpu_s: f64,
    vehicle_steps_per_cpu_s: f64,
    /// Sensor readings.
    observations_per_cpu_s: f64,
    /// Beams and pixels that the readings took; shadows, reflections and see-through surfaces not counted.
    rays_per_cpu_s: f64,
    /// Points that lidars and lasers returned.
    points_per_cpu_s: f64,
    /// Pictures of cameras; colour and depth of one camera are one.
    frames_per_cpu_s: f64,
    peak_rss_mb: Option<f64>,
    load_s: f64,
}

impl Bench {
    pub(crate) fn run(&self) -> Outcome {
        let started = Instant::now();
        let Some(world) = self.args.read_or_report(&self.world)? else { return Ok(ExitCode::from(1)) };
        let Some(mut sim) = build_or_report(&world, &self.world) else { return Ok(ExitCode::from(1)) };
        let load_s = started.elapsed().as_secs_f64();
        let vehicle_count = sim.roster().vehicles.len();
        if self.drive {
            // A controller that takes no twist stays as it is.
            let circle = |index| VehicleId(index).drive(1.0, 0.3);
            sim.step(&(0..).take(vehicle_count).map(circle).collect::<Commands>());
        }
        let mut tracer = SensorTracer::new();
        let mut looks = Looks::default();
        let mut due: Vec<SensorId> = Vec::new();
        let mut go = |step_count: u64, looks: &mut Looks| {
            for _ in 0..step_count {
                sim.step(&Commands::NONE);
                if !self.no_sensors {
                    due.clear();
                    due.extend(sim.due());
                    due.iter().for_each(|&id| looks.add(&sim.sense(id, &mut tracer)));
                }
            }
        };
        // A tenth of the steps warms caches and buffers.
        go(self.steps / 10, &mut Looks::default());
        let before_s = cpu_time_s().ok_or("this system does not tell the CPU time of a process")?;
        let (mut step_count, mut cpu_s) = (0, 0.0);
        while cpu_s < SHORTEST_S {
            go(self.steps, &mut looks);
            step_count += self.steps;
            cpu_s = cpu_time_s().unwrap_or(f64::INFINITY) - before_s;
        }
        let steps_per_cpu_s = step_count as f64 / cpu_s;
        let figures = Figures {
            steps_per_cpu_s,
            vehicle_steps_per_cpu_s: steps_per_cpu_s * vehicle_count as f64,
            observations_per_cpu_s: looks.readings as f64 / cpu_s,
            rays_per_cpu_s: looks.rays as f64 / cpu_s,
            points_per_cpu_s: looks.points as f64 / cpu_s,
            frames_per_cpu_s: looks.frames as f64 / cpu_s,
            peak_rss_mb: peak_memory_mb(),
            load_s,
        };
        if self.json {
            print(format!("{}\n", serde_json::to_string_pretty(&figures)?).as_bytes())?;
        } else {
            print(figures.text(step_count).as_bytes())?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// What was seen through sensors.
#[derive(Default)]
struct Looks {
    readings: usize,
    rays: usize,
    points: usize,
    frames: usize,
}

impl Looks {
    fn add(&mut self, reading: &Reading) {
        self.readings += 1;
        match &reading.data {
            ReadingData::Scan(scan) => {
                self.rays += scan.ranges_m.len();
                self.points += scan.ranges_m.iter().filter(|range_m| range_m.is_finite()).count();
            }
            ReadingData::Cloud(cloud) => {
                self.rays += cloud.points.len();
                self.points += cloud.returns().count();
            }
            ReadingData::Image(picture) => {
                self.rays += picture.camera.pixel_count();
                self.frames += 1;
            }
            ReadingData::Rgbd(rgbd) => {
                let cameras =
                    [rgbd.depth.as_ref().map(|it| &it.camera), rgbd.colour.as_ref().map(|it| &it.camera)];
                self.rays += cameras.iter().flatten().map(|camera| camera.pixel_count()).sum::<usize>();
                self.frames += 1;
            }
            ReadingData::Imu(_) | ReadingData::Gnss(_) => {}
        }
    }
}

impl Figures {
    fn text(&self, steps: u64) -> String {
        let mut text = format!(
            "{:.0} steps per CPU-second ({steps} steps measured)\n{:.0} vehicle-steps per CPU-second\n{:.4} s to load\n",
            self.steps_per_cpu_s, self.vehicle_steps_per_cpu_s, self.load_s
        );
        if self.observations_per_cpu_s > 0.0 {
            text.push_str(&format!("{:.1} readings per CPU-second\n", self.observations_per_cpu_s));
        }
        if self.rays_per_cpu_s > 0.0 {
            let (rays, points) = (self.rays_per_cpu_s, self.points_per_cpu_s);
            text.push_str(&format!("{rays:.0} rays per CPU-second\n{points:.0} points per CPU-second\n"));
        }
        if self.frames_per_cpu_s > 0.0 {
            text.push_str(&format!("{:.2} frames per CPU-second\n", self.frames_per_cpu_s));
        }
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
