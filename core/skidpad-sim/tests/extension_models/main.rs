//! Classes that a program brings along: what they do to a world, and what becomes of those that fail.

#[path = "../counting_allocator/mod.rs"]
mod counting_allocator;
mod door;
mod elements;
mod failing;
mod sensors;
mod vehicles;

use skidpad_messages::{Commands, Event, ReadingData};
use skidpad_scene::Assets;
use skidpad_sim::{BuildOptions, Extensions, Simulation};
use skidpad_world::{ExpandOptions, Loaded, MapFiles};
use std::sync::Arc;

fn load(content: &str, extensions: &Extensions) -> Loaded {
    let text = format!("<mvsim_world><simul_timestep>0.005</simul_timestep>\n{content}</mvsim_world>");
    let files = MapFiles::from_texts([("worlds/test.world.xml", text.as_str())]);
    let options = ExpandOptions { classes: extensions.classes().clone(), ..ExpandOptions::default() };
    skidpad_world::load("worlds/test.world.xml", &files, &options)
}

fn try_world(content: &str, extensions: Extensions) -> Result<Simulation, String> {
    let loaded = load(content, &extensions);
    assert!(!loaded.diagnostics.has_errors(), "{}", loaded.diagnostics.render(&loaded.sources));
    let options = BuildOptions { seed: 7, extensions: Arc::new(extensions), ..BuildOptions::default() };
    let built = Simulation::build(&loaded.description, &Assets::default(), &options);
    built.map_err(|problems| problems.render(&loaded.sources))
}

fn world(content: &str, extensions: Extensions) -> Simulation {
    try_world(content, extensions).unwrap_or_else(|problems| panic!("{problems}"))
}

/// A robot with these elements in it.
fn robot(inside: &str) -> String {
    format!(
        "<vehicle name=\"r1\"><init_pose>0 0 0</init_pose>\n{inside}<dynamics class=\"differential\">\
         <controller class=\"twist_ideal\"/></dynamics></vehicle>"
    )
}

/// What failed in a step, as its events say.
fn failures(events: &[Event]) -> Vec<String> {
    let failed = |event: &Event| match event {
        Event::ExtensionFailed { name, because } => Some(format!("{name}: {because}")),
        _ => None,
    };
    events.iter().filter_map(failed).collect()
}

/// The numbers of an array of a reading.
fn array(data: &ReadingData, name: &str) -> Vec<f64> {
    match data {
        ReadingData::Arrays(arrays) => arrays.array(name).unwrap_or_default().to_vec(),
        other => panic!("{other:?}"),
    }
}

/// How often memory is taken in these steps without commands.
fn allocations_of_steps(sim: &mut Simulation, step_count: u32) -> u64 {
    let nothing = Commands::default();
    let before = counting_allocator::allocation_count();
    for _ in 0..step_count {
        sim.step(&nothing);
    }
    counting_allocator::allocation_count() - before
}
