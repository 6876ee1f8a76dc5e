//! How long does a race car's step take? One line per figure; `cargo bench -p skidpad-dynamics --bench race_car`,
//! with `-- eight` for the lanes alone. `-- count NAME STEPS` only runs that many steps, for tools that count
//! instructions: `constant` or `combined` tyres with rk4, `eight` cars in lanes with rk4, or constant tyres with
//! `euler`, `radau3`, `radau4` or `radau4_fresh`.
#![allow(clippy::disallowed_methods, clippy::disallowed_types)] // A benchmark reads the clock.

use std::hint::black_box;
use std::time::Instant;

use skidpad_dynamics::race_car::{
    Controls, Ground, Integrator, Parameters, RaceCar, Radau, Stages, State, Tyre,
};
use skidpad_lanes::{LANE_COUNT, Lanes};
use skidpad_math::sin;

const DT_S: f64 = 0.01;
const STEPS: u32 = 400;
const CHUNK: usize = 10;
const REPETITIONS: u32 = 100;

/// 10 m/s with a sine on the steering, amplitude 0.05 rad at 0.5 Hz.
fn steer_rad(step: u32, dt_s: f64) -> f64 {
    0.05 * sin(std::f64::consts::PI * f64::from(step) * dt_s)
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
                let controls = Controls::even(steer_rad(step, DT_S), torque_nm);
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

/// The controls of eight cars: each steers by a sine of its own amplitude.
fn controls_of_eight(step: u32, dt_s: f64, torque_nm: f64) -> Controls<Lanes> {
    let steer = Lanes::from_fn(|lane| steer_rad(step, dt_s) * (0.5 + 0.1 * lane as f64));
    Controls::even(steer, Lanes::splat(torque_nm))
}

/// Eight cars at once. A car-step is one call for one car, however many substeps its error rule asks for:
/// two or three of the 10 ms step, one of the 1 ms step.
fn report_eight(car: &RaceCar, name: &str, dt_s: f64, fine: Integrator) {
    let one = start(car);
    let torque_nm = one.torque_nm[0];
    let level = Ground::level(car.parameters().gravity_mps2);
    let mut now = State {
        is_dynamic: Lanes::splat(one.is_dynamic),
        ..State::from_array(&one.to_array().map(Lanes::splat))
    };
    let mut truth = [one; LANE_COUNT];
    let (mut total_us, mut worst) = (0.0, 0.0_f64);
    for first in (0..STEPS).step_by(CHUNK) {
        let steps = first..first + CHUNK as u32;
        let controls: Vec<_> = steps.map(|step| controls_of_eight(step, dt_s, torque_nm)).collect();
        let mut end = now;
        total_us += best_us(|| {
            end = now;
            for controls in &controls {
                end = car.step_eight(black_box(&end), controls, &level, dt_s);
            }
        });
        now = end;
        for (lane, state) in truth.iter_mut().enumerate() {
            for controls in &controls {
                let ground = car.level_ground();
                *state =
                    car.step(fine, state, &controls.lane(lane), &ground, dt_s).expect("the run is finite");
            }
            worst = worst.max(worst_error(&[now.lane(lane)], &[*state]));
        }
    }
    let steps = f64::from(STEPS);
    println!(
        "eight lanes, {name} steps with rk4: {:.2} M car-steps/s ({:.2} µs for eight), worst error {worst:.0e}",
        8.0 * steps / total_us,
        total_us / steps
    );
}

fn radau(stages: Stages, reuse_jacobian: bool) -> Integrator {
    Integrator::Radau(Radau { stages, reuse_jacobian, ..Radau::default() })
}

/// Run a number of 10 ms steps, of a car with the tyre or the integrator named, or of eight cars at once.
fn count_steps(name: &str, steps: u32) {
    let (tyre, integrator) = match name {
        "combined" => (Tyre::Combined, Integrator::Rk4),
        "constant" | "eight" => (Tyre::Constant, Integrator::Rk4),
        "euler" => (Tyre::Constant, Integrator::Euler),
        "radau3" => (Tyre::Constant, radau(Stages::Three, true)),
        "radau4" => (Tyre::Constant, radau(Stages::Four, true)),
        "radau4_fresh" => (Tyre::Constant, radau(Stages::Four, false)),
        other => panic!("no car {other}"),
    };
    let car = RaceCar::new(Parameters { tyre, ..Parameters::ariane() }).expect("the preset is sound");
    let mut now = start(&car);
    let torque_nm = now.torque_nm[0];
    if name == "eight" {
        let level = Ground::level(car.parameters().gravity_mps2);
        let mut eight = State {
            is_dynamic: Lanes::splat(now.is_dynamic),
            ..State::from_array(&now.to_array().map(Lanes::splat))
        };
        for step in 0..steps {
            eight =
                car.step_eight(black_box(&eight), &controls_of_eight(step, DT_S, torque_nm), &level, DT_S);
        }
        return;
    }
    let ground = car.level_ground();
    for step in 0..steps {
        let controls = Controls::even(steer_rad(step, DT_S), torque_nm);
        now = car.step(integrator, black_box(&now), &controls, &ground, DT_S).expect("the run is finite");
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let Some(at) = arguments.iter().position(|argument| argument == "count") {
        return count_steps(&arguments[at + 1], arguments[at + 2].parse().expect("a number of steps"));
    }
    println!("instructions: {}", skidpad_lanes::instruction_set());
    let car = RaceCar::new(Parameters::ariane()).expect("the preset is sound");
    let fine = Integrator::Radau(Radau { internal_steps: 40, ..Radau::default() });
    if std::env::args().any(|argument| argument == "eight") {
        report_eight(&car, "10 ms", DT_S, fine);
        return report_eight(&car, "1 ms", 0.001, fine);
    }
    let (truth, _) = run(&car, fine);
    report(&car, "rk4", Integrator::Rk4, &truth);
    report(&car, "radau, 4 stages, 10 internal steps, Jacobian reused", radau(Stages::Four, true), &truth);
    report(&car, "radau, 4 stages, 10 internal steps, Jacobian fresh", radau(Stages::Four, false), &truth);
    report(&car, "radau, 3 stages, 10 internal steps, Jacobian reused", radau(Stages::Three, true), &truth);
    report(&car, "euler", Integrator::Euler, &truth);
    let spinning = RaceCar::new(Parameters { tyre: Tyre::Combined, ..Parameters::ariane() }).expect("sound");
    let (spinning_truth, _) = run(&spinning, fine);
    report(&spinning, "rk4, combined tyre", Integrator::Rk4, &spinning_truth);
    report_eight(&car, "10 ms", DT_S, fine);
    report_eight(&car, "1 ms", 0.001, fine);
    println!(
        "for comparison, the same step elsewhere: acados 343 µs as shipped, 76 µs at its fairest; RK4 in C 11.5 µs"
    );
}
