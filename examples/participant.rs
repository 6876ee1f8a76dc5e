//! Your own code in a run: a participant that drives a square and keeps the path.

use skidpad::Run;
use skidpad::link::{Failure, NextStep, Participant, RunEnd};
use skidpad::messages::{Step, VehicleId};
use std::f64::consts::FRAC_PI_2;
use std::sync::{Arc, Mutex};

/// Drives two seconds straight on, then turns left for a second, again and again.
#[derive(Default)]
struct SquareDriver {
    path_m: Vec<[f64; 2]>,
}

impl Participant for SquareDriver {
    fn before_step(&mut self, next: &mut NextStep<'_>) {
        let is_turning = next.time_ns / 1_000_000_000 % 3 == 2;
        let (speed_mps, yaw_rate_radps) = if is_turning { (0.0, FRAC_PI_2) } else { (0.5, 0.0) };
        next.request(VehicleId(0).drive(speed_mps, yaw_rate_radps));
    }

    fn after_step(&mut self, step: &Step) -> Result<(), Failure> {
        if step.tick.is_multiple_of(200) {
            let pose = step.observations.vehicles[0].pose_in_world;
            self.path_m.push([pose.x_m, pose.y_m]);
        }
        Ok(())
    }

    fn finish(&mut self, end: &RunEnd) -> Result<(), Failure> {
        println!("{} steps, hash {:016x}", end.tick, end.state_hash);
        Ok(())
    }
}

fn main() -> Result<(), skidpad::Error> {
    // Shared, so that the path can be read after the run.
    let driver = Arc::new(Mutex::new(SquareDriver::default()));
    let run = Run::new("worlds/two_robots.world.xml").duration_s(12.0);
    let summary = run.with("square", Arc::clone(&driver)).go()?;
    for [x_m, y_m] in &driver.lock().expect("the run is over").path_m {
        println!("{x_m:7.3} {y_m:7.3}");
    }
    println!("{:.2} m driven", summary.vehicles[0].distance_m);
    Ok(())
}
