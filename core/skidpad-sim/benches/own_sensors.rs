//! What does a sensor of a program's own cost beside a built-in one that does the same? CPU time of one core.
//!
//! `cargo bench -p skidpad-sim --bench own_sensors`: one line per sensor, microseconds per reading.
//! `-- count SENSOR READINGS` only takes that many readings, for tools that count instructions.
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "a benchmark needs a clock")]

use skidpad_math::{Vec3, sin_cos};
use skidpad_messages::{ArraysReading, ImuReading, NamedArray, ReadingData, Scan, SensorId, SensorKind};
use skidpad_scene::Assets;
use skidpad_sensors::range::Ranging;
use skidpad_sim::extension::{Rays, SensorClass, SensorModel, SensorView};
use skidpad_sim::{BuildOptions, Extensions, SensorTracer, Simulation};
use skidpad_world::{ExpandOptions, MapFiles};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A robot between 25 blocks, with the sensors in question.
fn world_text() -> String {
    let block = |index: u32| {
        let (x, y) = (3.0 * f64::from(index % 5) - 6.5, 3.0 * f64::from(index / 5) - 6.5);
        format!(
            "<block name='b{index}'><static>true</static><zmin>0</zmin><zmax>2</zmax>\
             <geometry type='box' lx='1' ly='1' lz='2'/><init_pose>{x} {y} {}</init_pose></block>",
            10 * index
        )
    };
    let blocks: String = (0..25).map(block).collect();
    format!(
        "<mvsim_world><vehicle name='r1'><init_pose>0 0 10</init_pose><dynamics class='differential'/>
         <sensor class='laser' name='laser'><fov_degrees>270</fov_degrees><nrays>541</nrays>
           <raytrace_3d>true</raytrace_3d><max_range>20</max_range><range_std_noise>0.01</range_std_noise>
           <angle_std_noise_deg>0</angle_std_noise_deg></sensor>
         <sensor class='own_laser' name='own_laser'/>
         <sensor class='imu' name='imu'/><sensor class='own_imu' name='own_imu'/>
         <sensor class='altimeter' name='altimeter'/></vehicle>{blocks}</mvsim_world>"
    )
}

/// The laser of `scan_space`, through the door.
struct OwnLaser {
    directions: Vec<Vec3>,
    ranging: Ranging,
    angle_min_rad: f64,
    step_rad: f64,
}

impl OwnLaser {
    fn new() -> OwnLaser {
        let (count, field_rad) = (541_u32, 270_f64.to_radians());
        let (angle_min_rad, step_rad) = (-0.5 * field_rad, field_rad / f64::from(count - 1));
        let direction = |index: u32| {
            let (sin, cos) = sin_cos(angle_min_rad + f64::from(index) * step_rad);
            Vec3::new(cos, sin, 0.0)
        };
        let ranging = Ranging { min_m: 0.01, max_m: 20.0, noise_m: 0.01 };
        OwnLaser { directions: (0..count).map(direction).collect(), ranging, angle_min_rad, step_rad }
    }
}

impl SensorModel for OwnLaser {
    fn read(&self, at: &SensorView<'_>, rays: &Rays<'_>, _: &[f64]) -> ReadingData {
        let mut scan = Scan {
            angle_min_rad: self.angle_min_rad,
            angle_increment_rad: self.step_rad,
            scan_time_s: 0.1,
            range_min_m: self.ranging.min_m,
            range_max_m: self.ranging.max_m,
            ranges_m: Vec::with_capacity(self.directions.len()),
            intensities: Vec::with_capacity(self.directions.len()),
        };
        let hits = rays.cast_all(&self.directions, self.ranging.max_m);
        for (hit, index) in hits.iter().zip(0..) {
            let distance_m = hit.as_ref().map(|hit| hit.range_m);
            let range_m = self.ranging.reported_m(distance_m, at.noise, 2 * index);
            let strength = hit.as_ref().filter(|_| range_m.is_finite());
            let strength = strength.map_or(0.0, |hit| hit.reflectivity * hit.incidence_cos);
            scan.ranges_m.push(range_m as f32);
            scan.intensities.push(strength as f32);
        }
        ReadingData::Scan(scan)
    }
}

/// An inertial unit at rest, with as many random numbers as the built-in one.
struct OwnImu;

impl SensorModel for OwnImu {
    fn read(&self, at: &SensorView<'_>, _: &Rays<'_>, _: &[f64]) -> ReadingData {
        let pose = &at.sensor_in_world;
        let up = pose.inverse_transform(pose.position() + Vec3::new(0.0, 0.0, 9.81));
        let noise = |first: u64| {
            let [x, y, z] = [first, first + 1, first + 2].map(|index| 1e-4 * at.noise.normal(index));
            Vec3::new(x, y, z)
        };
        ReadingData::Imu(ImuReading {
            angular_velocity_radps: noise(0),
            linear_acceleration_mps2: up + noise(3),
            orientation_in_enu: None,
            angular_velocity_variance: 1e-8,
            linear_acceleration_variance: 1e-8,
            orientation_variance: 0.0,
        })
    }

    fn casts_rays(&self) -> bool {
        false
    }
}

/// The sensor of the guide: one number in a named array.
struct Altimeter;

impl SensorModel for Altimeter {
    fn read(&self, at: &SensorView<'_>, _: &Rays<'_>, _: &[f64]) -> ReadingData {
        let height_m = at.sensor_in_world.z_m + 0.1 * at.noise.normal(0);
        let arrays = vec![NamedArray::new("height_m", "m", vec![height_m])];
        ReadingData::Arrays(ArraysReading { arrays, ..ArraysReading::default() })
    }

    fn casts_rays(&self) -> bool {
        false
    }
}

fn simulation() -> Simulation {
    let extensions = Extensions::new()
        .sensor(
            "own_laser",
            SensorClass::new("A laser.", &[], |_| Ok(OwnLaser::new())).gives(SensorKind::Laser),
        )
        .sensor("own_imu", SensorClass::new("A unit.", &[], |_| Ok(OwnImu)).gives(SensorKind::Imu))
        .sensor("altimeter", SensorClass::new("Measures its height.", &[], |_| Ok(Altimeter)));
    let files = MapFiles::from_texts([("worlds/bench.world.xml", world_text().as_str())]);
    let options = ExpandOptions { classes: extensions.classes().clone(), ..ExpandOptions::default() };
    let loaded = skidpad_world::load("worlds/bench.world.xml", &files, &options);
    assert!(!loaded.diagnostics.has_errors(), "{}", loaded.diagnostics.render(&loaded.sources));
    let options = BuildOptions { extensions: Arc::new(extensions), ..BuildOptions::default() };
    Simulation::build(&loaded.description, &Assets::default(), &options).expect("the world runs")
}

/// Time that this thread has spent on a processor; the clock on the wall where the system does not tell.
fn cpu_time(start: Instant) -> Duration {
    let spent = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let spent_ns = spent.and_then(|text| text.split_whitespace().next()?.parse().ok());
    spent_ns.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

fn read(sim: &Simulation, tracer: &mut SensorTracer, id: SensorId, count: u32) {
    for _ in 0..count {
        std::hint::black_box(sim.sense(id, tracer));
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let (sim, mut tracer) = (simulation(), SensorTracer::new());
    let of = |name: &str| {
        let names = (0..).map(SensorId).zip(sim.sensors());
        names.into_iter().find(|(_, entry)| entry.name == name).expect("a sensor of the bench").0
    };
    if let Some(at) = arguments.iter().position(|argument| argument == "count") {
        let count = arguments[at + 2].parse().expect("a number of readings");
        return read(&sim, &mut tracer, of(&arguments[at + 1]), count);
    }
    // `cargo test` runs benchmarks once to see that they work.
    let share = if arguments.iter().any(|argument| argument == "--test") { 100 } else { 1 };
    let start = Instant::now();
    let sensors = [
        ("laser", "built-in laser of 541 beams", 3_000),
        ("own_laser", "the same through the door", 3_000),
        ("imu", "built-in inertial unit", 300_000),
        ("own_imu", "the same through the door", 300_000),
        ("altimeter", "altimeter of the guide, in Rust", 300_000),
    ];
    let mut best_us = [f64::INFINITY; 5];
    for _ in 0..7 {
        for (best_us, (name, _, count)) in best_us.iter_mut().zip(sensors) {
            let (id, count) = (of(name), count / share);
            let begin = cpu_time(start);
            read(&sim, &mut tracer, id, count);
            let spent_us = 1e6 * (cpu_time(start) - begin).as_secs_f64() / f64::from(count);
            *best_us = best_us.min(spent_us);
        }
    }
    for (best_us, (_, what, _)) in best_us.iter().zip(sensors) {
        println!("{what:<34} {best_us:>9.3} µs per reading");
    }
}
