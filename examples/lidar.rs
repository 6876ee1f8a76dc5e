//! Read a laser scanner: slow down before obstacles and turn towards the free side.

use skidpad::messages::{Commands, ReadingData, Scan};

fn main() -> Result<(), skidpad::Error> {
    let mut sim = skidpad::Simulation::load("worlds/gridmap.world.xml")?.build()?;
    let names: Vec<String> = sim.roster().sensors.iter().map(|sensor| sensor.name.clone()).collect();
    println!("sensors: {}", names.join(", "));
    let robot = sim.vehicle("r1")?;
    let laser = sim.sensor("r1/laser1")?;
    for _ in 0..100 {
        let ReadingData::Scan(scan) = sim.read(laser).data else { continue };
        let [right_m, ahead_m, left_m] = nearest_m(&scan);
        let speed_mps = (0.5 * (ahead_m - 0.8)).clamp(0.0, 0.8);
        let free_side = if left_m > right_m { 1.0 } else { -1.0 };
        let yaw_rate_radps = if ahead_m < 2.5 { 0.8 * free_side } else { 0.0 };
        sim.run_for_s(0.1, &Commands::from([robot.drive(speed_mps, yaw_rate_radps)]));
    }
    let vehicle = sim.observations().vehicle(robot);
    let pose = vehicle.pose_in_world;
    println!("after {:.1} s at ({:.2}, {:.2}) m", sim.time_s(), pose.x_m, pose.y_m);
    println!("touched something: {}", if vehicle.had_collision { "yes" } else { "no" });
    Ok(())
}

/// Shortest range [m] on the right, ahead and on the left. Beams go from right to left.
fn nearest_m(scan: &Scan) -> [f64; 3] {
    let third = scan.ranges_m.len().div_ceil(3).max(1);
    let mut nearest_m = [f64::INFINITY; 3];
    for (nearest_m, ranges_m) in nearest_m.iter_mut().zip(scan.ranges_m.chunks(third)) {
        *nearest_m = ranges_m.iter().copied().map(f64::from).fold(f64::INFINITY, f64::min);
    }
    nearest_m
}
