//! A hundred copies of one world, each with its own seed, stepped together on all cores.

use rayon::ThreadPoolBuilder;
use skidpad::messages::{Commands, VehicleId};
use skidpad::sim::Batch;
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let sim = skidpad::Simulation::load("worlds/two_robots.world.xml")?.build()?;
    let pool = ThreadPoolBuilder::new().build()?;
    let mut batch = Batch::new(sim.core(), 0..100);
    let drive: Vec<Commands> = (0..batch.len())
        .map(|index| Commands::from([VehicleId(0).drive(1.0, 0.01 * index as f64)]))
        .collect();
    batch.step_many(&drive, 400, &pool);

    // Odometry drifts differently with each seed; the truth does not depend on it.
    let drift_m: Vec<f64> = batch
        .observations()
        .map(|seen| {
            let vehicle = &seen.vehicles[0];
            let (truth, odometry) = (vehicle.pose_in_world, vehicle.odometry_in_start);
            truth.x_m.hypot(truth.y_m) - odometry.x_m.hypot(odometry.y_m)
        })
        .collect();
    let mean_m = drift_m.iter().sum::<f64>() / drift_m.len() as f64;
    println!("{} worlds, {} steps each, mean difference {mean_m:.4} m", batch.len(), 400);
    println!("hash of the first {:016x}", batch.worlds()[0].state_hash());
    Ok(())
}
