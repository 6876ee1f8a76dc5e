//! Steady turns on the skid pad, against equilibria computed by an independent implementation.
#![allow(clippy::disallowed_methods)] // Tests read files.

use std::path::Path;

use skidpad_dynamics::race_car::{Parameters, RaceCar, Tyre};

fn check(file: &str, tolerance: f64, columns: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/reference/race-car");
    let text = std::fs::read_to_string(folder.join(file)).unwrap();
    let mut count = 0;
    for line in text.lines().skip(1) {
        let (preset, numbers) = line.split_once(',').unwrap();
        let expected: Vec<f64> = numbers.split(',').map(|cell| cell.parse().unwrap()).collect();
        let mut parameters =
            if preset.ends_with('A') { Parameters::ariane() } else { Parameters::ariane_rear() };
        if preset.starts_with("LS") {
            parameters.tyre = Tyre::Load;
        }
        let turn = RaceCar::new(parameters).unwrap().steady_turn(expected[0], expected[1]).unwrap();
        let forces = turn.forces;
        let mut got = vec![turn.speed_mps, turn.radius_m, turn.steer_rad, turn.sideslip_rad, turn.torque_nm];
        got.extend([forces.a_x_mps2, forces.a_y_mps2]);
        got.extend(forces.load_n);
        got.extend(forces.slip_angle_rad);
        got.extend(forces.leftward_n);
        got.push(turn.growth_radps);
        for (column, (got, expected)) in got.iter().zip(&expected).enumerate().take(columns) {
            let error = (got - expected).abs() / (1.0 + expected.abs());
            assert!(error < tolerance, "{preset} {numbers}, column {column}: {got} is not {expected}");
        }
        count += 1;
    }
    assert!(count >= 7, "{file} has only {count} rows");
}

#[test]
fn the_constant_tyre_holds_the_skid_pad() {
    check("d_skidpad_steady.csv", 1e-8, 20);
}

#[test]
fn the_load_dependent_tyre_holds_the_skid_pad() {
    // The file keeps twelve digits and ends with slip angles.
    check("LSA_d_skidpad_steady.csv", 1e-8, 15);
    check("LSB_d_skidpad_steady.csv", 1e-8, 15);
}
