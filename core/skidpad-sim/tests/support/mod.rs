//! Worlds from text, for all tests and benchmarks of this crate.
#![allow(dead_code)] // Not every test uses everything.

use skidpad_scene::Assets;
use skidpad_sim::{BuildOptions, Simulation};
use skidpad_world::{Diagnostics, ExpandOptions, Loaded, MapFiles};

/// A world around some content, with steps of 5 ms.
pub(crate) fn wrap(content: &str) -> String {
    format!("<mvsim_world version=\"1.0\"><simul_timestep>0.005</simul_timestep>{content}</mvsim_world>")
}

/// Read a world from its text, whatever is wrong with it.
pub(crate) fn load(text: &str) -> Loaded {
    let files = MapFiles::from_texts([("worlds/test.world.xml", text)]);
    skidpad_world::load("worlds/test.world.xml", &files, &ExpandOptions::default())
}

/// Build a world from its text, whatever is wrong with it.
pub(crate) fn build(text: &str) -> Result<Simulation, Diagnostics> {
    Simulation::build(&load(text).description, &Assets::default(), &BuildOptions::default())
}

/// Build a world from its text. Panics with the reason if it cannot run.
pub(crate) fn world(text: &str) -> Simulation {
    world_with(text, &Assets::default(), &BuildOptions::default())
}

/// As [`world`], with files and options.
pub(crate) fn world_with(text: &str, assets: &Assets, options: &BuildOptions) -> Simulation {
    let loaded = load(text);
    assert!(!loaded.diagnostics.has_errors(), "{}", loaded.diagnostics.render(&loaded.sources));
    Simulation::build(&loaded.description, assets, options).unwrap_or_else(|problems| panic!("{problems}"))
}
