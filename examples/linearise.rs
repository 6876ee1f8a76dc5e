//! The race car in a steady turn: its linear model for a controller, and how stable it is.

use skidpad::dynamics::race_car::{Controls, Parameters, RaceCar, STATE_NAMES, eigenvalues};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let car = RaceCar::new(Parameters::ariane()).expect("a preset is a valid car");
    let (speed_mps, radius_m) = (10.0, 20.0);
    let turn = car.steady_turn(speed_mps, radius_m)?;
    println!(
        "{speed_mps} m/s on {radius_m} m: steer {:.4} rad, {:.2} N·m per wheel",
        turn.steer_rad, turn.torque_nm
    );

    let controls = Controls::even(turn.steer_rad, turn.torque_nm);
    let model = car.linearise(&turn.state, &controls, &car.level_ground());
    println!("A has {} rows, B {} columns", model.a.len(), model.b[0].len());
    for (name, row) in STATE_NAMES.iter().zip(&model.a).skip(3).take(3) {
        println!("d{name}/dt: {}", row.iter().map(|entry| format!("{entry:9.3}")).collect::<String>());
    }
    let fastest = eigenvalues(&model.a).into_iter().map(|value| value.re).fold(f64::INFINITY, f64::min);
    println!("fastest mode decays at {fastest:.1} 1/s");
    Ok(())
}
