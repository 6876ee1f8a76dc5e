//! How long does a race car's step take? One line per figure; `cargo bench -p skidpad-dynamics --bench race_car`.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)] // A benchmark reads the clock.

use std::hint::black_box;
use std::time::Instant;

use skidpad_dynamics::race_car::{Controls, Integrator, Parameters, RaceCar, Radau, Stages, State, Tyre};
use skidpad_lanes::Lanes;
use skidpad_math::sin;

const DT_S: f64 = 0.01;
const STEPS: u32 = 2_000;

/// 10 m/s with a sine on the steering, amplitude 0.05 rad at 0.5 Hz.
fn steer_rad(step: u32) -> f64 {
    0.05 * sin(std::f64::consts::PI * f64::from(step) * DT_S)
}

fn start(car: &RaceCar) -> State<f64> {
    let torque_nm = car.parameters().cruise_torque_nm(10.0);
    car.with_rolling_wheels(&State { v_x_mps: 10.0, torque_nm: [torque_nm; 4], ..State::at_rest() })
}

/// Drives the run; gives every state.
fn run(car: &RaceCar, integrator: Integrator) -> Vec<State<f64>> {
    let ground = car.level_ground();
    let mut state = start(car);
    let torque_nm = state.torque_nm[0];
    (0..STEPS)
        .map(|step| {
            let controls = Controls::even(steer_rad(step), torque_nm);
            state = car.step(integrator, &state, &controls, &ground, DT_S).expect("the run is finite");
            state
        })
        .collect()
}

/// Best of seven: the machine's disturbances only ever add.
fn best_us(mut work: impl FnMut()) -> f64 {
    (0..7)
        .map(|_| {
            let begin = Instant::now();
            work();
            begin.elapsed().as_secs_f64() * 1e6
        })
        .fold(f64::INFINITY, f64::min)
}

fn worst_error(run: &[State<f64>], truth: &[State<f64>]) -> f64 {
    let differences = run.iter().zip(truth).flat_map(|(a, b)| {
        [a.v_x_mps - b.v_x_mps, a.v_y_mps - b.v_y_mps, a.yaw_rate_radps - b.yaw_rate_radps]
    });
    differences.map(f64::abs).fold(0.0, f64::max)
}

fn report(car: &RaceCar, name: &str, integrator: Integrator, truth: &[State<f64>]) {
    let step_us = best_us(|| {
        black_box(run(car, integrator));
    }) / f64::from(STEPS);
    println!(
        "{name}: {step_us:.2} µs per 10 ms step, worst error {:.0e}",
        worst_error(&run(car, integrator), truth)
    );
}

fn report_eight(car: &RaceCar) {
    let one = start(car);
    let states = State {
        is_dynamic: Lanes::splat(one.is_dynamic),
        ..State::from_array(&one.to_array().map(Lanes::splat))
    };
    let ground = skidpad_dynamics::race_car::Ground::level(car.parameters().gravity_mps2);
    for (name, dt_s) in [("10 ms", 0.01), ("1 ms", 0.001)] {
        let total_us = best_us(|| {
            let mut now = states;
            for step in 0..STEPS {
                let steer = Lanes::from_fn(|lane| steer_rad(step) * (0.5 + 0.1 * lane as f64));
                let controls = Controls::even(steer, Lanes::splat(one.torque_nm[0]));
                now = car.step_eight(&now, &controls, &ground, dt_s);
            }
            black_box(now);
        });
        println!("eight lanes, {name} steps: {:.2} M car-steps/s", 8.0 * f64::from(STEPS) / total_us);
    }
}

fn main() {
    let radau =
        |stages, reuse_jacobian| Integrator::Radau(Radau { stages, reuse_jacobian, ..Radau::default() });
    println!("instructions: {}", skidpad_lanes::instruction_set());
    let car = RaceCar::new(Parameters::ariane()).expect("the preset is sound");
    let fine = Integrator::Radau(Radau { internal_steps: 40, ..Radau::default() });
    let truth = run(&car, fine);
    report(&car, "rk4", Integrator::Rk4, &truth);
    report(&car, "radau, 4 stages, 10 internal steps, Jacobian reused", radau(Stages::Four, true), &truth);
    report(&car, "radau, 4 stages, 10 internal steps, Jacobian fresh", radau(Stages::Four, false), &truth);
    report(&car, "radau, 3 stages, 10 internal steps, Jacobian reused", radau(Stages::Three, true), &truth);
    report(&car, "euler", Integrator::Euler, &truth);
    let spinning = RaceCar::new(Parameters { tyre: Tyre::Combined, ..Parameters::ariane() }).expect("sound");
    let spinning_truth = run(&spinning, fine);
    report(&spinning, "rk4, combined tyre", Integrator::Rk4, &spinning_truth);
    report_eight(&car);
    println!(
        "for comparison, the same step elsewhere: acados 343 µs as shipped, 76 µs at its fairest; RK4 in C 11.5 µs"
    );
}
