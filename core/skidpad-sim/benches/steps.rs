//! How many steps a second? One number per line: world, vehicles, steps per CPU-second on one core.
//!
//! `cargo bench -p skidpad-sim --bench steps`; `-- curve` adds the curve up to 10 000 vehicles.
//! `-- count WORLD STEPS` only runs that many steps, for tools that count instructions.
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "a benchmark needs a clock")]

#[path = "../tests/support/mod.rs"]
mod support;

use skidpad_messages::{Commands, VehicleId};
use skidpad_scene::{Assets, OccupancyGrid};
use skidpad_sim::{BuildOptions, Simulation};
use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};
use support::world_with;

const VEHICLE: &str = r#"
    <dynamics class="differential">
      <l_wheel pos="0 0.3" mass="1.0" width="0.05" diameter="0.2" />
      <r_wheel pos="0 -0.3" mass="1.0" width="0.05" diameter="0.2" />
      <chassis mass="15.0" zmin="0.05" zmax="0.4"><shape>
        <pt>-0.3 -0.25</pt><pt>-0.3 0.25</pt><pt>0.3 0.25</pt><pt>0.3 -0.25</pt></shape></chassis>
      <controller class="twist_pid"><KP>4</KP><KI>3</KI><KD>0</KD><max_torque>20</max_torque></controller>
    </dynamics>
    <friction class="default"><mu>0.8</mu><C_damping>0.05</C_damping></friction>"#;

const GRID: &str = r#"<element class="occupancy_grid"><file>room.png</file></element>"#;

/// `count` differential robots in rows, each turned by 7° more than the last.
fn world(count: u32, spacing_m: f64, has_grid: bool) -> Simulation {
    let columns = f64::from(count).sqrt().ceil() as u32;
    let mut text = String::from("<mvsim_world version=\"1.0\"><simul_timestep>0.005</simul_timestep>");
    if has_grid {
        text.push_str(GRID);
    }
    for i in 0..count {
        let (x, y) = (f64::from(i % columns) * spacing_m, f64::from(i / columns) * spacing_m);
        let yaw = (7 * i) % 360;
        writeln!(text, "<vehicle name=\"r{i}\">{VEHICLE}<init_pose>{x} {y} {yaw}</init_pose></vehicle>")
            .unwrap();
    }
    text.push_str("</mvsim_world>");
    let mut assets = Assets::default();
    if has_grid {
        assets.grids.insert(0, Arc::new(room(f64::from(columns) * spacing_m)));
    }
    world_with(&text, &assets, &BuildOptions::default())
}

/// A room of 0.1 m cells with walls around and pillars inside, between the robots.
fn room(side_m: f64) -> OccupancyGrid {
    let resolution_m = 0.1;
    let width = ((side_m + 4.0) / resolution_m) as u32;
    let mut free = vec![255; (width * width) as usize];
    for y in 0..width {
        for x in 0..width {
            let is_wall = x < 3 || y < 3 || x >= width - 3 || y >= width - 3;
            let is_pillar = x % 34 == 15 && y % 34 == 15;
            if is_wall || is_pillar {
                free[(y * width + x) as usize] = 0;
            }
        }
    }
    OccupancyGrid { resolution_m, x_min_m: -2.0, y_min_m: -2.0, width, height: width, free }
}

/// Time that this thread has spent on a processor; the clock on the wall where the system does not tell.
fn cpu_time(start: Instant) -> Duration {
    let spent = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let spent_ns = spent.and_then(|text| text.split_whitespace().next()?.parse().ok());
    spent_ns.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// Steps per CPU-second, driving at 0.3 m/s in circles.
fn measure(simulation: Simulation, budget: Duration) -> f64 {
    measure_at(simulation, 0.3, budget)
}

/// Command every vehicle to drive in circles of half a metre, and let it start.
fn start_driving(simulation: &mut Simulation, speed_mps: f64) {
    let count = simulation.roster().vehicles.len() as u32;
    let drive: Commands = (0..count).map(|i| VehicleId(i).drive(speed_mps, 2.0 * speed_mps)).collect();
    simulation.step(&drive);
    for _ in 0..20 {
        simulation.step(&Commands::NONE);
    }
}

/// Run the named world for a number of steps.
fn count_steps(name: &str, steps: u64) {
    let (mut simulation, speed_mps) = match name {
        "1diff" => (world(1, 3.0, false), 0.3),
        "100diff" => (world(100, 3.0, false), 0.3),
        "100diff_grid" => (world(100, 1.7, true), 0.3),
        "100diff_grid_parked" => (world(100, 1.7, true), 0.0),
        other => panic!("no world {other}"),
    };
    start_driving(&mut simulation, speed_mps);
    for _ in 0..steps {
        simulation.step(&Commands::NONE);
    }
}

/// Steps per CPU-second, driving in circles of half a metre.
fn measure_at(mut simulation: Simulation, speed_mps: f64, budget: Duration) -> f64 {
    start_driving(&mut simulation, speed_mps);
    let start = Instant::now();
    let begin = cpu_time(start);
    let mut steps = 0u64;
    while cpu_time(start) - begin < budget {
        for _ in 0..20 {
            simulation.step(&Commands::NONE);
        }
        steps += 20;
    }
    steps as f64 / (cpu_time(start) - begin).as_secs_f64()
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let Some(at) = arguments.iter().position(|argument| argument == "count") {
        return count_steps(&arguments[at + 1], arguments[at + 2].parse().expect("a number of steps"));
    }
    // `cargo test` runs benchmarks once to see that they work.
    let is_test = std::env::args().any(|argument| argument == "--test");
    let budget = Duration::from_millis(if is_test { 20 } else { 2000 });
    let say = |name: &str, count: u32, steps: f64| println!("{name},{count},{steps:.0}");
    say("1diff", 1, measure(world(1, 3.0, false), budget));
    say("100diff", 100, measure(world(100, 3.0, false), budget));
    // Between pillars 3.4 m apart, robots that drive run into pillars and each other.
    say("100diff_grid", 100, measure(world(100, 1.7, true), budget));
    say("100diff_grid_parked", 100, measure_at(world(100, 1.7, true), 0.0, budget));
    if std::env::args().any(|argument| argument == "curve") {
        for count in [1, 10, 100, 1_000, 10_000] {
            let steps = measure(world(count, 3.0, false), budget);
            say("curve", count, steps);
            say("curve_vehicle_steps", count, steps * f64::from(count));
        }
    }
}
