//! What a recording stores of a world of this library, and the world that is stored in a recording.

use crate::{World, WorldOptions};
use skidpad_provenance::WorldRead;
use skidpad_record::{LaterFiles, Provenance, Scenery};
use skidpad_sim::{Extensions, Simulation, SnapshotProblem};
use skidpad_world::description::Compat;
use skidpad_world::{Budget, Resource};
use std::collections::BTreeMap;
use std::sync::Arc;

impl World {
    /// The parts that a recording needs.
    pub(crate) fn read_parts(&self) -> WorldRead<'_> {
        let World { loaded, assets, files, store, given, .. } = self;
        WorldRead { loaded, assets, store, files, given }
    }
}

/// Everything that is needed to repeat a run that begins now.
pub fn provenance(
    world: &World,
    sim: &Simulation,
    version: &str,
    command_line: Vec<String>,
) -> Result<Provenance, SnapshotProblem> {
    let mut stored = skidpad_provenance::provenance(&world.read_parts(), sim, version)?;
    let facts = &mut stored.facts;
    facts.world.clone_from(&world.opened_as);
    facts.seed = world.seed();
    facts.variables.clone_from(&world.options.variables);
    facts.budget = world.options.budget.changed().map(|(name, limit)| (name.to_string(), limit)).collect();
    facts.command_line = command_line;
    Ok(stored)
}

/// Whether the world of a recording is the one that ran; true for old recordings, which do not say.
pub(crate) fn is_same_world(provenance: &Provenance, world: &World) -> bool {
    let recorded = &provenance.facts.world_hash;
    recorded.is_empty() || *recorded == world.read_parts().hash()
}

/// A recording is a file of a stranger: it may ask for so many times the default budget and no more.
const LARGEST_BUDGET: u64 = 4;

/// The budget of a recorded run, as far as it goes.
fn recorded_budget(recorded: &BTreeMap<String, u64>) -> Budget {
    let mut budget = Budget::default();
    for resource in Resource::ALL {
        let most = LARGEST_BUDGET.saturating_mul(Budget::default().limit(resource));
        if let Some(&limit) = recorded.get(resource.name()) {
            budget.set(resource.name(), limit.min(most));
        }
    }
    budget
}

/// The world that is stored in a recording, with its textures if wanted. Nothing is read from disk. A recording has no
/// code, so the classes that the world uses besides the built-in ones are handed over.
pub fn recorded_world(provenance: &Provenance, with_pictures: bool, extensions: &Arc<Extensions>) -> World {
    let facts = &provenance.facts;
    let environment = facts.environment.iter();
    let options = WorldOptions {
        seed: facts.seed,
        variables: facts.variables.clone(),
        environment: environment.filter_map(|(name, value)| Some((name.clone(), value.clone()?))).collect(),
        with_pictures,
        budget: recorded_budget(&facts.budget),
        compat: facts.is_mvsim_compatible.then_some(Compat::Mvsim),
        extensions: Arc::clone(extensions),
        ..WorldOptions::default()
    };
    World::from_files(&facts.world_file, provenance.world_files.clone(), provenance.assets.clone(), &options)
}

/// What does not move in a world, for its recording.
pub fn scenery(world: &World, sim: &Simulation) -> Scenery {
    skidpad_provenance::scenery(&world.assets, sim)
}

/// The files that the world has asked for by the time that they are read.
pub(crate) fn later_files(world: &World) -> LaterFiles {
    skidpad_provenance::later_files(&world.store)
}
