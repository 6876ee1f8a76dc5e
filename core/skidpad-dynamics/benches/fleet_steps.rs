//! How many vehicle-steps per second does one core make? One line per case: name and number.
//!
//! `cargo bench -p skidpad-dynamics --bench fleet_steps`. Figures are per second of processor time, the
//! best of several repetitions.
#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "a benchmark reads the clock")]

#[path = "../tests/common/mod.rs"]
mod common;

use std::time::Instant;

use common::{every_vehicle, random_setpoint};
use skidpad_dynamics::fleet::Fleet;
use skidpad_dynamics::vehicle::{Surroundings, VehicleModel};
use skidpad_math::{NoiseAddress, Pose2, Twist2, instruction_set};

const VEHICLES: usize = 1_024;
const STEPS: usize = 400;
const REPETITIONS: usize = 12;
const DT: f64 = 0.005;
const G: f64 = 9.81;

/// Time that this thread has spent on a processor \[s\], where the system tells (Linux); else wall time.
/// Other programs on the machine do not count.
fn processor_time_s(since: Instant) -> f64 {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = told.as_deref().and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    nanoseconds.map_or_else(|| since.elapsed().as_secs_f64(), |ns| 1e-9 * ns)
}

/// Vehicle-steps per second of processor time of the fastest repetition.
fn best(mut run: impl FnMut()) -> f64 {
    let clock = Instant::now();
    let mut fastest_s = f64::INFINITY;
    for _ in 0..REPETITIONS {
        let start_s = processor_time_s(clock);
        run();
        fastest_s = fastest_s.min(processor_time_s(clock) - start_s);
    }
    (VEHICLES * STEPS) as f64 / fastest_s
}

fn commanded(model: &VehicleModel) -> Fleet {
    let mut fleet = Fleet::new(model.clone(), VEHICLES, &model.state_at(Pose2::default(), Twist2::default()));
    for i in 0..VEHICLES {
        let noise = NoiseAddress { seed: 1, stream: 2, step: i as u64 };
        fleet.command(i, random_setpoint(model, noise));
    }
    fleet
}

fn main() {
    // `cargo test --benches` runs this too; then there is nothing to measure.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    println!("instruction set: {}", instruction_set());
    let wanted = [
        "two wheels, raw, default",
        "two wheels, pid, default",
        "four wheels, raw, default",
        "four wheels, pid, default",
        "four wheels, pid, wardiagnemma",
        "four wheels, pid, rolling",
        "ackermann front, raw, default",
        "ackermann front, pid, default",
        "drivetrain all, raw, default",
        "drivetrain all, pid, default",
    ];
    for (name, model) in every_vehicle() {
        if !wanted.contains(&name.as_str()) {
            continue;
        }
        let mut fleet = commanded(&model);
        let lanes = best(|| (0..STEPS).for_each(|_| fleet.step(DT, G)));
        println!("fleet_steps_per_s {name}: {lanes:.0}");
        if name == "four wheels, pid, default" {
            let mut states: Vec<_> = (0..VEHICLES).map(|i| commanded(&model).state(i)).collect();
            let around = Surroundings::level(DT, G);
            let alone = best(|| {
                for _ in 0..STEPS {
                    for state in &mut states {
                        model.step(state, &around);
                    }
                }
            });
            println!("single_steps_per_s {name}: {alone:.0}");
        }
    }
}
