//! Sensors of worlds on disk: MVSim's scans of a map, the sensors from the shelf, every sensor of every shipped world.

mod grid;
mod runtime_texture;
mod shelf;
mod shipped;

use skidpad::messages::{Commands, Reading, SensorId};
use skidpad::sim::SensorTracer;
use skidpad::{Simulation, World, WorldOptions};
use std::path::{Path, PathBuf};

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A world of this repository, textures included.
fn world(path: &str) -> Simulation {
    let options = WorldOptions { seed: 3, with_pictures: true, ..WorldOptions::default() };
    let world = World::read(repository().join(path), &options).expect("a world on disk");
    Simulation::build(&world).unwrap_or_else(|problem| panic!("{path}: {problem}"))
}

/// A world given as text, beside the shipped ones.
fn world_text(text: &str) -> Simulation {
    let neighbour = repository().join("worlds/sensors.world.xml");
    let world = World::read_text(&neighbour, text, &WorldOptions::default()).expect("a folder on disk");
    Simulation::build(&world).unwrap_or_else(|problem| panic!("{problem}"))
}

fn run(simulation: &mut Simulation, step_count: u32) {
    for _ in 0..step_count {
        simulation.step(&Commands::NONE);
    }
}

fn read(simulation: &Simulation, name: &str) -> Reading {
    let sensors = &simulation.roster().sensors;
    let index = sensors.iter().position(|sensor| sensor.name == name).expect("a sensor of that name");
    let id = SensorId(u32::try_from(index).expect("few sensors"));
    simulation.core().sense(id, &mut SensorTracer::new())
}
