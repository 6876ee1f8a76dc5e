//! How fast a world runs on one core of this machine.

use crate::{Error, Simulation};
use serde::Serialize;
use skidpad_messages::{Commands, Reading, ReadingData, VehicleId};
use std::fmt;

/// Options of a measurement.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BenchOptions {
    /// Steps to measure; repeated until a tenth of a second has passed.
    pub step_count: u64,
    /// Whether every vehicle is commanded to drive a circle at 1 m/s and 0.3 rad/s, instead of what the world says.
    pub drives_circles: bool,
    /// Whether every sensor is read when it is due.
    pub reads_sensors: bool,
}

impl Default for BenchOptions {
    fn default() -> Self {
        BenchOptions { step_count: 20_000, drives_circles: false, reads_sensors: true }
    }
}

/// Shortest time that is measured reliably [s].
const SHORTEST_S: f64 = 0.1;

/// The measured figures. Rates are per second of CPU time.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct BenchFigures {
    /// Steps.
    pub steps_per_cpu_s: f64,
    /// Steps times vehicles.
    pub vehicle_steps_per_cpu_s: f64,
    /// Sensor readings.
    pub observations_per_cpu_s: f64,
    /// Beams and pixels of the readings; further rays for shadows, reflections and transparent surfaces are not counted.
    pub rays_per_cpu_s: f64,
    /// Points that lidars and lasers returned.
    pub points_per_cpu_s: f64,
    /// Pictures of cameras; colour and depth of one camera are one.
    pub frames_per_cpu_s: f64,
    /// Largest memory of the process so far [MB], if the system reports it.
    pub peak_rss_mb: Option<f64>,
    /// Time to read and build the world [s]; the caller sets it.
    pub load_s: f64,
    /// Steps that were measured.
    #[serde(skip)]
    pub measured_step_count: u64,
}

/// Measure a world. It keeps the state at the end of the measurement.
pub fn bench(sim: &mut Simulation, options: &BenchOptions) -> Result<BenchFigures, Error> {
    let vehicle_count = sim.roster().vehicles.len();
    if options.drives_circles {
        // A controller that accepts no twist keeps its set point.
        let circle = |index| VehicleId(index).drive(1.0, 0.3);
        sim.step(&(0..).take(vehicle_count).map(circle).collect::<Commands>());
    }
    let go = |sim: &mut Simulation, step_count: u64, counts: &mut Counts| {
        for _ in 0..step_count {
            sim.step(&Commands::NONE);
            if options.reads_sensors {
                sim.each_reading(&mut |reading| counts.add(&reading));
            }
        }
    };
    // A tenth of the steps warms caches and buffers.
    go(sim, options.step_count / 10, &mut Counts::default());
    let mut counts = Counts::default();
    let no_clock = || Error::System("this system does not report the CPU time of a thread".to_string());
    let before_s = cpu_time_s().ok_or_else(no_clock)?;
    let (mut step_count, mut cpu_s) = (0, 0.0);
    while cpu_s < SHORTEST_S {
        go(sim, options.step_count, &mut counts);
        step_count += options.step_count;
        cpu_s = cpu_time_s().unwrap_or(f64::INFINITY) - before_s;
    }
    let steps_per_cpu_s = step_count as f64 / cpu_s;
    Ok(BenchFigures {
        steps_per_cpu_s,
        vehicle_steps_per_cpu_s: steps_per_cpu_s * vehicle_count as f64,
        observations_per_cpu_s: counts.readings as f64 / cpu_s,
        rays_per_cpu_s: counts.rays as f64 / cpu_s,
        points_per_cpu_s: counts.points as f64 / cpu_s,
        frames_per_cpu_s: counts.frames as f64 / cpu_s,
        peak_rss_mb: peak_memory_mb(),
        load_s: 0.0,
        measured_step_count: step_count,
    })
}

/// Counts of sensor output.
#[derive(Default)]
struct Counts {
    readings: usize,
    rays: usize,
    points: usize,
    frames: usize,
}

impl Counts {
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
            ReadingData::Cones(it) => self.points += it.cones.len(),
            ReadingData::Arrays(it) => self.points += it.points_m().map_or(0, |points| points.len()),
            ReadingData::Imu(_) | ReadingData::Gnss(_) => {}
        }
    }
}

impl fmt::Display for BenchFigures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let steps = self.measured_step_count;
        writeln!(f, "{:.0} steps per CPU-second ({steps} steps measured)", self.steps_per_cpu_s)?;
        writeln!(f, "{:.0} vehicle-steps per CPU-second", self.vehicle_steps_per_cpu_s)?;
        writeln!(f, "{:.4} s to load", self.load_s)?;
        if self.observations_per_cpu_s > 0.0 {
            writeln!(f, "{:.1} readings per CPU-second", self.observations_per_cpu_s)?;
        }
        if self.rays_per_cpu_s > 0.0 {
            writeln!(f, "{:.0} rays per CPU-second", self.rays_per_cpu_s)?;
            writeln!(f, "{:.0} points per CPU-second", self.points_per_cpu_s)?;
        }
        if self.frames_per_cpu_s > 0.0 {
            writeln!(f, "{:.2} frames per CPU-second", self.frames_per_cpu_s)?;
        }
        self.peak_rss_mb.map_or(Ok(()), |peak_mb| writeln!(f, "{peak_mb:.1} MB peak memory"))
    }
}

/// The largest resident size of this process so far [MB], if the system reports it.
pub fn peak_memory_mb() -> Option<f64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: f64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes * 1024.0 / 1e6)
}

/// CPU time of this thread so far [s], from the kernel's scheduler.
fn cpu_time_s() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds * 1e-9)
}
