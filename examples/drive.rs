//! Load a world, drive a robot in a circle, print where it is once per second.

use skidpad::messages::Commands;

fn main() -> Result<(), skidpad::Error> {
    let mut sim = skidpad::Simulation::load("worlds/two_robots.world.xml")?.seed(7).build()?;
    let robot = sim.vehicle("r1")?;
    let mut drive = Commands::from([robot.drive(0.5, 0.2)]);
    for second in 1..=10 {
        let seen = sim.run_for_s(1.0, &drive);
        let pose = seen.vehicle(robot).pose_in_world;
        println!("{second:>2} s: x {:.3} m, y {:.3} m, yaw {:.3} rad", pose.x_m, pose.y_m, pose.yaw_rad);
        // A set point holds until it is replaced.
        drive.clear();
    }
    println!("state hash {:016x}", sim.state_hash());
    Ok(())
}
