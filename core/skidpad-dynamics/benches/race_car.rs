//! How long does a race car's step take? One line per figure; `cargo bench -p skidpad-dynamics --bench race_car`.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)] // A benchmark reads the clock.

use std::hint::black_box;
use std::time::Instant;

use skidpad_dynamics::race_car::{Controls, Integrator, Parameters, RaceCar, Radau, Stages, State, Tyre};
use skidpad_lanes::Lanes;
use skidpad_math::sin;

const DT_S: f64 = 0.01;
const STEPS: u32 = 400;
const CHUNK: usize = 10;
const REPETITIONS: u32 = 100;

/// 10 m/s with a sine on the steering, amplitude 0.05 rad at 0.5 Hz.
fn steer_rad(step: u32) -> f64 {
    0.05 * sin(std::f64::consts::PI * f64::from(step) * DT_S)
}

fn start(car: &RaceCar) -> State<f64> {
    let torque_nm = car.parameters().cruise_torque_nm(10.0);
    car.with_rolling_wheels(&State { v_x_mps: 10.0, torque_nm: [torque_nm; 4], ..State::at_rest() })
}

/// Drives the run; gives every state and the time that its fastest repetition takes per step \[µs\].
///
/// Each chunk of steps counts with its fastest repetition: disturbances by the machine only ever add.
fn run(car: &RaceCar, integrator: Integrator) -> (Vec<State<f64>>, f64) {
    let ground = car.level_ground();
    let mut state = start(car);
    let torque_nm = state.torque_nm[0];
    let mut states = Vec::new();
    let mut total_us = 0.0;
    for first in (0..STEPS).step_by(CHUNK) {
        let mut chunk = Vec::new();
        total_us += best_us(|| {
            let mut now = state;
            chunk.clear();
            for step in first..first + CHUNK as u32 {
                let controls = Controls::even(steer_rad(step), torque_nm);
                now = car.step(integrator, &now, &controls, &ground, DT_S).expect("the run is finite");
                chunk.push(now);
            }
        });
        state = *chunk.last().expect("a chunk has steps");
        states.extend(chunk);
    }
    (states, total_us / f64::from(STEPS))
}

fn best_us(mut work: impl FnMut()) -> f64 {
    let mut best = f64::INFINITY;
    for _ in 0..REPETITIONS {
        let begin = Instant::now();
        work();
        best = best.min(begin.elapsed().as_secs_f64() * 1e6);
    }
    best
}

fn worst_error(run: &[State<f64>], truth: &[State<f64>]) -> f64 {
    let differences = run.iter().zip(truth).flat_map(|(a, b)| {
        [a.v_x_mps - b.v_x_mps, a.v_y_mps - b.v_y_mps, a.yaw_rate_radps - b.yaw_rate_radps]
    });
    differences.map(f64::abs).fold(0.0, f64::max)
}

fn report(car: &RaceCar, name: &str, integrator: Integrator, truth: &[State<f64>]) {
    let (states, step_us) = run(car, integrator);
    println!("{name}: {step_us:.2} µs per 10 ms step, worst error {:.0e}", worst_error(&states, truth));
}

/// Eight cars at once. A car-step is one call for one car, however many substeps its error rule asks for:
/// one of the 1 ms step, two or so of the 10 ms step, whose error is that of `rk4` above.
fn report_eight(car: &RaceCar) {
    let one = start(car);
    let states = State {
        is_dynamic: Lanes::splat(one.is_dynamic),
        ..State::from_array(&one.to_array().map(Lanes::splat))
    };
    let ground = skidpad_dynamics::race_car::Ground::level(car.parameters().gravity_mps2);
    for (name, dt_s) in [("10 ms", 0.01), ("1 ms", 0.001)] {
        let mut now = states;
        let mut total_us = 0.0;
        for first in (0..STEPS).step_by(CHUNK) {
            let mut end = now;
            total_us += best_us(|| {
                end = now;
                for step in first..first + CHUNK as u32 {
                    let steer = Lanes::from_fn(|lane| steer_rad(step) * (0.5 + 0.1 * lane as f64));
                    let controls = Controls::even(steer, Lanes::splat(one.torque_nm[0]));
                    end = car.step_eight(black_box(&end), &controls, &ground, dt_s);
                }
            });
            now = end;
        }
        println!(
            "eight lanes, {name} steps with rk4: {:.2} M car-steps/s ({:.2} µs for eight)",
            8.0 * f64::from(STEPS) / total_us,
            total_us / f64::from(STEPS)
        );
    }
}

fn main() {
    let radau =
        |stages, reuse_jacobian| Integrator::Radau(Radau { stages, reuse_jacobian, ..Radau::default() });
    println!("instructions: {}", skidpad_lanes::instruction_set());
    let car = RaceCar::new(Parameters::ariane()).expect("the preset is sound");
    let fine = Integrator::Radau(Radau { internal_steps: 40, ..Radau::default() });
    let (truth, _) = run(&car, fine);
    report(&car, "rk4", Integrator::Rk4, &truth);
    report(&car, "radau, 4 stages, 10 internal steps, Jacobian reused", radau(Stages::Four, true), &truth);
    report(&car, "radau, 4 stages, 10 internal steps, Jacobian fresh", radau(Stages::Four, false), &truth);
    report(&car, "radau, 3 stages, 10 internal steps, Jacobian reused", radau(Stages::Three, true), &truth);
    report(&car, "euler", Integrator::Euler, &truth);
    let spinning = RaceCar::new(Parameters { tyre: Tyre::Combined, ..Parameters::ariane() }).expect("sound");
    let (spinning_truth, _) = run(&spinning, fine);
    report(&spinning, "rk4, combined tyre", Integrator::Rk4, &spinning_truth);
    report_eight(&car);
    println!(
        "for comparison, the same step elsewhere: acados 343 µs as shipped, 76 µs at its fairest; RK4 in C 11.5 µs"
    );
}
