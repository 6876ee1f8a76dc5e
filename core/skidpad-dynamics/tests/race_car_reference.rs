//! Every reference run of the corrected race-car model, reproduced by each integrator within its tolerance.
//!
//! The references come from an independent implementation (DOP853 at rtol 1e-12); see
//! `testdata/reference/race-car/README.md`. Run with `--nocapture` for the table of worst errors.
#![allow(clippy::disallowed_methods)] // Tests read files.

use std::fs;
use std::path::{Path, PathBuf};

use skidpad_dynamics::race_car::{
    Integrator, Parameters, RaceCar, Radau, Row, Stages, Tyre, parse_inputs, replay, write_rows,
};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/reference/race-car")
}

/// The runs, sorted by name, without the tables of steady states.
fn runs() -> Vec<PathBuf> {
    let mut paths: Vec<_> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|end| end == "csv"))
        .filter(|path| !name_of(path).contains("steady"))
        .collect();
    paths.sort();
    paths
}

fn name_of(path: &Path) -> String {
    path.file_stem().unwrap().to_string_lossy().into_owned()
}

fn car_of(name: &str) -> RaceCar {
    let (letters, _) = name.split_once('_').unwrap();
    let mut parameters = match letters {
        "A" | "LSA" => Parameters::ariane(),
        "B" | "LSB" => Parameters::ariane_rear(),
        _ => panic!("no preset for {name}"),
    };
    if letters.starts_with("LS") {
        parameters.tyre = Tyre::Load;
    }
    RaceCar::new(parameters).unwrap()
}

/// Largest differences of a run from its reference.
#[derive(Default)]
struct Errors {
    position_m: f64,
    yaw_rad: f64,
    speed_mps: f64,
    yaw_rate_radps: f64,
    steer_rad: f64,
    torque_nm: f64,
    acceleration_mps2: f64,
    load_n: f64,
    slip_rad: f64,
}

const COLUMNS: usize = 27;

fn errors(rows: &[Row], reference: &str) -> Errors {
    let mut worst = Errors::default();
    let mut lines = reference.lines();
    let header: Vec<&str> = lines.next().unwrap().split(',').collect();
    assert_eq!(header.len(), COLUMNS + 1);
    for (row, line) in rows.iter().zip(lines) {
        let cells: Vec<&str> = line.split(',').collect();
        let expected: Vec<f64> = cells[..COLUMNS].iter().map(|cell| cell.parse().unwrap()).collect();
        assert_eq!(if row.is_dynamic() { "dyn" } else { "kin" }, cells[COLUMNS], "model at t = {}", cells[0]);
        let got = row.state.to_array();
        let state = |i: usize| (got[i] - expected[6 + i]).abs();
        let grow = |worst: &mut f64, error: f64| *worst = worst.max(error);
        grow(&mut worst.position_m, state(0).max(state(1)));
        grow(&mut worst.yaw_rad, state(2));
        grow(&mut worst.speed_mps, state(3).max(state(4)));
        grow(&mut worst.yaw_rate_radps, state(5));
        grow(&mut worst.steer_rad, state(6));
        for i in 0..4 {
            grow(&mut worst.torque_nm, state(7 + i));
            grow(&mut worst.load_n, (row.forces.load_n[i] - expected[19 + i]).abs());
            grow(&mut worst.slip_rad, (row.forces.slip_angle_rad[i] - expected[23 + i]).abs());
        }
        grow(&mut worst.acceleration_mps2, (row.forces.a_x_mps2 - expected[17]).abs());
        grow(&mut worst.acceleration_mps2, (row.forces.a_y_mps2 - expected[18]).abs());
    }
    worst
}

/// Replays every run and compares; `tolerance` is in m/s and rad/s, by whether it is an e run.
fn check_all(
    label: &str,
    integrator: Integrator,
    tolerance: impl Fn(bool) -> f64,
    position: impl Fn(bool) -> f64,
) {
    println!(
        "\n| {label} | position m | yaw rad | v_x, v_y m/s | yaw rate rad/s | a_x, a_y m/s² | F_z N | α rad |"
    );
    println!("|---|---|---|---|---|---|---|---|");
    let mut count = 0;
    for path in runs() {
        let name = name_of(&path);
        let text = fs::read_to_string(&path).unwrap();
        let car = car_of(&name);
        let (start, inputs) = parse_inputs(&car, &text).unwrap();
        assert_eq!(inputs.len() + 1, text.lines().count());
        let rows = replay(&car, integrator, &start, &inputs).unwrap();
        let worst = errors(&rows, &text);
        println!(
            "| {name} | {:.0e} | {:.0e} | {:.0e} | {:.0e} | {:.0e} | {:.0e} | {:.0e} |",
            worst.position_m,
            worst.yaw_rad,
            worst.speed_mps,
            worst.yaw_rate_radps,
            worst.acceleration_mps2,
            worst.load_n,
            worst.slip_rad
        );
        let is_start_or_stop = name.contains("_e");
        let allowed = tolerance(is_start_or_stop);
        assert!(worst.speed_mps <= allowed, "{name}: speed {:e} m/s", worst.speed_mps);
        assert!(worst.yaw_rate_radps <= allowed, "{name}: yaw rate {:e} rad/s", worst.yaw_rate_radps);
        assert!(worst.position_m <= position(is_start_or_stop), "{name}: position {:e} m", worst.position_m);
        assert!(worst.steer_rad <= 1e-13 && worst.torque_nm <= 1e-10, "{name}: actuators");
        count += 1;
    }
    assert!(count >= 33, "only {count} reference runs found");
}

fn radau(stages: Stages, reuse_jacobian: bool) -> Integrator {
    Integrator::Radau(Radau { stages, reuse_jacobian, ..Radau::default() })
}

#[test]
fn radau_reproduces_every_run() {
    let tolerance = |starts| if starts { 1e-6 } else { 1e-8 };
    let position = |starts| if starts { 1e-6 } else { 1e-7 };
    check_all("radau, 4 stages", radau(Stages::Four, true), tolerance, position);
}

#[test]
fn radau_with_fresh_jacobians_gives_the_same() {
    let tolerance = |starts| if starts { 1e-6 } else { 1e-8 };
    let position = |starts| if starts { 1e-6 } else { 1e-7 };
    check_all("radau, fresh Jacobians", radau(Stages::Four, false), tolerance, position);
}

#[test]
fn three_stages_come_closer_than_two() {
    check_all("radau, 3 stages", radau(Stages::Three, true), |_| 1e-6, |_| 1e-6);
}

#[test]
fn two_stages_come_close() {
    check_all("radau, 2 stages", radau(Stages::Two, true), |_| 1e-4, |_| 1e-4);
}

#[test]
fn rk4_reproduces_every_run() {
    let tolerance = |starts| if starts { 1e-5 } else { 1e-6 };
    check_all("rk4", Integrator::Rk4, tolerance, tolerance);
}

#[test]
fn euler_is_the_same_car_seen_coarsely() {
    check_all("euler", Integrator::Euler, |_| 0.2, |_| 0.5);
}

#[test]
fn the_output_has_the_columns_of_the_reference() {
    let text = fs::read_to_string(folder().join("B_e3_coast_to_stop.csv")).unwrap();
    let car = car_of("B_e3");
    let (start, inputs) = parse_inputs(&car, &text).unwrap();
    let written = write_rows(&car, &replay(&car, Integrator::Rk4, &start, &inputs).unwrap());
    assert_eq!(written.lines().next(), text.lines().next());
    assert_eq!(written.lines().count(), text.lines().count());
}
