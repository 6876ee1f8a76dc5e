//! A run without clients, and its hashes: what a page and a program are compared by.

use crate::world::{PageWorld, WorldProblems};
use serde::Serialize;
use skidpad_messages::{CommandScript, Commands, ScriptProblem};

/// Hashes after a number of steps, as `skidpad launch --hash` prints them.
#[derive(Debug, PartialEq, Serialize)]
pub struct Hashes {
    /// Steps made.
    pub steps: u64,
    /// Length of a step [ns].
    pub step_ns: u64,
    /// Hash of the state, 16 hex digits.
    pub state: String,
    /// Hash of the last observations, 16 hex digits.
    pub observed: String,
}

/// Why there are none.
#[derive(Debug)]
pub(crate) enum NoHashes {
    World(WorldProblems),
    Commands(Vec<ScriptProblem>),
}

/// Build a world, play a file of commands, make so many steps.
pub(crate) fn hashes(world: &PageWorld, steps: u64, commands: &str) -> Result<Hashes, NoHashes> {
    let (mut sim, _) = world.build().map_err(NoHashes::World)?;
    let script = CommandScript::parse(commands).and_then(|script| script.cast(sim.roster()));
    let mut player = script.map_err(NoHashes::Commands)?;
    let mut due = Commands::NONE;
    for _ in 0..steps {
        due.clear();
        player.play(sim.time_ns(), &mut due);
        sim.step(&due);
    }
    Ok(Hashes {
        steps,
        step_ns: sim.step_ns(),
        state: format!("{:016x}", sim.state_hash()),
        observed: format!("{:016x}", sim.observation_hash()),
    })
}
