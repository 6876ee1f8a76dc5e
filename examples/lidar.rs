//! Read a laser scanner and turn away from whatever is near.

use skidpad::messages::{Commands, ReadingData, Scan};

/// Nothing should come closer than this [m].
const CLEARANCE_M: f32 = 1.5;

fn main() -> Result<(), skidpad::Error> {
    let mut sim = skidpad::Simulation::load("worlds/warehouse.world.xml")?.build()?;
    let names: Vec<String> = sim.roster().sensors.iter().map(|sensor| sensor.name.clone()).collect();
    println!("sensors: {}", names.join(", "));
    let robot = sim.vehicle("jackal")?;
    let laser = sim.sensor("jackal/scanner1")?;
    for _ in 0..100 {
        let ReadingData::Scan(scan) = sim.read(laser).data else { continue };
        let (nearest_m, is_left) = nearest(&scan);
        let yaw_rate_radps = if nearest_m > CLEARANCE_M {
            0.0
        } else if is_left {
            -0.8
        } else {
            0.8
        };
        sim.run_for_s(0.1, &Commands::from([robot.drive(0.8, yaw_rate_radps)]));
    }
    let vehicle = sim.observations().vehicle(robot);
    let pose = vehicle.pose_in_world;
    println!("after {:.1} s at ({:.2}, {:.2}) m", sim.time_s(), pose.x_m, pose.y_m);
    println!("touched something: {}", if vehicle.had_collision { "yes" } else { "no" });
    Ok(())
}

/// The shortest range [m], and whether it is on the left. Beams go from right to left.
fn nearest(scan: &Scan) -> (f32, bool) {
    let ranges = scan.ranges_m.iter().copied().enumerate();
    let nearest = ranges.filter(|(_, range_m)| range_m.is_finite()).min_by(|a, b| a.1.total_cmp(&b.1));
    nearest.map_or((f32::INFINITY, false), |(beam, range_m)| (range_m, beam > scan.ranges_m.len() / 2))
}
