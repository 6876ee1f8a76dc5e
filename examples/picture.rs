//! A picture of a world after some driving, traced by the processor: no display, no GPU.

use skidpad::messages::Commands;
use skidpad::picture::{Shot, Viewpoint, picture};
use skidpad::{Simulation, World, WorldOptions};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let options = WorldOptions { with_pictures: true, ..WorldOptions::from_environment() };
    let world = World::read("worlds/warehouse.world.xml", &options)?.without_errors()?;
    let mut sim = Simulation::build(&world)?;
    let robot = sim.vehicle("jackal")?;
    sim.run_for_s(2.0, &Commands::from([robot.drive(1.0, 0.3)]));

    let viewpoint = Viewpoint::Follow(robot);
    let shot = Shot { viewpoint, width: 640, height: 360, field_of_view_rad: None, samples: 2 };
    let picture = picture(sim.core(), &world.description().gui, &shot, None);
    let folder = std::env::temp_dir().join(format!("skidpad-example-picture-{}", std::process::id()));
    std::fs::create_dir_all(&folder)?;
    let path = folder.join("warehouse.png");
    skidpad::record::write_picture(&path, &picture)?;
    println!("{}", path.display());
    Ok(())
}
