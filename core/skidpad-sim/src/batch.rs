//! Many copies of one world, stepped side by side.
//!
//! Each world has its own seed and its own commands. Worlds share nothing while they step, so the number
//! of threads and the number of worlds change no bit of any of them.

use crate::Simulation;
use rayon::ThreadPool;
use rayon::prelude::*;
use skidpad_messages::{Commands, Observations};

/// Worlds that step together.
#[derive(Clone)]
pub struct Batch {
    worlds: Vec<Simulation>,
}

impl Batch {
    /// One copy of a world per seed.
    pub fn new(world: &Simulation, seeds: impl IntoIterator<Item = u64>) -> Self {
        Batch { worlds: seeds.into_iter().map(|seed| world.with_seed(seed)).collect() }
    }

    /// Number of worlds.
    pub fn len(&self) -> usize {
        self.worlds.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.worlds.is_empty()
    }

    /// The worlds.
    pub fn worlds(&self) -> &[Simulation] {
        &self.worlds
    }

    /// The worlds, to snapshot or restore one of them.
    pub fn worlds_mut(&mut self) -> &mut [Simulation] {
        &mut self.worlds
    }

    /// One step of every world, on the threads of `pool`; `commands` has one entry per world.
    ///
    /// # Panics
    /// If there are more or fewer entries than worlds.
    pub fn step(&mut self, commands: &[Commands], pool: &ThreadPool) {
        assert_eq!(commands.len(), self.worlds.len(), "one list of commands per world");
        pool.install(|| {
            self.worlds.par_iter_mut().zip(commands).for_each(|(world, commands)| {
                world.step(commands);
            });
        });
    }

    /// Several steps of every world under the same commands: fewer meetings of the threads.
    ///
    /// # Panics
    /// If there are more or fewer entries than worlds.
    pub fn step_many(&mut self, commands: &[Commands], step_count: u64, pool: &ThreadPool) {
        assert_eq!(commands.len(), self.worlds.len(), "one list of commands per world");
        pool.install(|| {
            self.worlds.par_iter_mut().zip(commands).for_each(|(world, commands)| {
                let none = Commands::NONE;
                for step in 0..step_count {
                    world.step(if step == 0 { commands } else { &none });
                }
            });
        });
    }

    /// What was seen of every world after its last step.
    pub fn observations(&self) -> impl Iterator<Item = &Observations> {
        self.worlds.iter().map(Simulation::observations)
    }
}
