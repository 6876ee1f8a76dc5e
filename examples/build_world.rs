//! A world made by a program: no file is read, obstacles are placed by a formula.

use skidpad::messages::Commands;
use skidpad::{Simulation, World, WorldOptions};
use std::f64::consts::TAU;

/// A robot of the definitions that come with the program, and one box to copy.
const START: &str = r#"
<mvsim_world>
  <include file="../definitions/jackal.vehicle.xml" controller="twist_pid" default_sensors="false"/>
  <vehicle name="r1" class="jackal"><init_pose>0 0 0</init_pose></vehicle>
  <block name="box">
    <init_pose>0 0 0</init_pose> <mass>40</mass> <zmax>0.5</zmax>
    <shape><pt>-0.2 -0.2</pt> <pt>0.2 -0.2</pt> <pt>0.2 0.2</pt> <pt>-0.2 0.2</pt></shape>
  </block>
</mvsim_world>"#;

fn main() -> Result<(), skidpad::Error> {
    let mut world = World::from_text(START, &WorldOptions::default()).without_errors()?;
    let description = world.description_mut();
    let model = description.blocks.remove(0);
    for index in 0..12 {
        let angle_rad = TAU * f64::from(index) / 12.0;
        let mut block = model.clone();
        block.object.name = format!("box_{index}");
        block.object.pose_in_world.x_m = 3.0 * angle_rad.cos();
        block.object.pose_in_world.y_m = 3.0 * angle_rad.sin();
        description.blocks.push(block);
    }

    let mut sim = Simulation::build(&world)?;
    let robot = sim.vehicle("r1")?;
    sim.run_for_s(5.0, &Commands::from([robot.drive(1.0, 0.0)]));
    let pushed = sim.observations().block(sim.block("box_0")?);
    println!("{} boxes; the one ahead was pushed to x = {:.2} m", 12, pushed.pose_in_world.x_m);
    Ok(())
}
