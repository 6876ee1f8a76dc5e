//! Repeats a recorded run and compares it with the recording.

use crate::provenance::{is_same_world, recorded_world};
use crate::simulation::build_core;
use crate::{Error, World};
use skidpad_messages::Commands;
use skidpad_record::{LogEntry, RunLog};
use skidpad_sim::{Extensions, Simulation, Snapshot, SnapshotProblem};
use std::fmt;
use std::sync::Arc;

/// A recorded run that is ready to be repeated.
pub struct Replay {
    log: RunLog,
    sim: Simulation,
    is_other_world: bool,
}

/// The result of a repetition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// Steps made.
    pub tick_count: u64,
    /// Hashes compared.
    pub hash_count: u64,
    /// The first difference from the recording.
    pub difference: Option<Difference>,
    /// Whether the recorded world is another one than the recording says it ran.
    pub is_other_world: bool,
}

/// The first difference between a repetition and its recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Difference {
    /// After this many steps.
    pub tick: u64,
    /// The last tick at which both agreed.
    pub agreed_tick: u64,
    /// The state's hash in the recording.
    pub recorded: u64,
    /// The state's hash now.
    pub found: u64,
}

/// Why a recording cannot be run again.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReplayProblem {
    /// It lacks the world or the first state.
    Incomplete,
    /// Its world has errors, or cannot be built.
    World(Error),
    /// Its first state does not fit its world.
    Snapshot(SnapshotProblem),
}

impl fmt::Display for ReplayProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayProblem::Incomplete => f.write_str(
                "the recording has no world or no first state: it is cut short, or another program wrote it",
            ),
            ReplayProblem::World(error) => write!(f, "the recorded world cannot be built: {error}"),
            ReplayProblem::Snapshot(problem) => write!(f, "the recorded first state: {problem}"),
        }
    }
}

impl std::error::Error for ReplayProblem {}

impl From<SnapshotProblem> for ReplayProblem {
    fn from(problem: SnapshotProblem) -> Self {
        ReplayProblem::Snapshot(problem)
    }
}

impl Replay {
    /// Build the recorded world and put it into its first state.
    pub fn new(log: RunLog) -> Result<Replay, ReplayProblem> {
        Replay::with_extensions(log, &Arc::default())
    }

    /// The same for a world that uses classes of a program's own: a recording has the file that names them, and no code.
    pub fn with_extensions(log: RunLog, extensions: &Arc<Extensions>) -> Result<Replay, ReplayProblem> {
        let (world, sim) = build_recorded(&log, false, extensions)?;
        let is_other_world = !is_same_world(&log.provenance, &world);
        Ok(Replay { log, sim, is_other_world })
    }

    /// Repeat a run with a simulation of its world that is in its first state.
    pub(crate) fn of(log: RunLog, sim: Simulation) -> Replay {
        Replay { log, sim, is_other_world: false }
    }

    /// The commands and hashes of the recording.
    pub fn log(&self) -> &RunLog {
        &self.log
    }

    /// The simulation.
    pub fn sim(&self) -> &Simulation {
        &self.sim
    }

    /// Repeat the run, up to this many steps. Ends at the first difference if `is_checked`.
    /// `each` is called after every step.
    pub fn run(
        &mut self,
        until_tick: Option<u64>,
        is_checked: bool,
        each: &mut dyn FnMut(u64, &Commands, &Simulation),
    ) -> Result<Verdict, ReplayProblem> {
        let end = until_tick.unwrap_or(u64::MAX).min(self.log.last_tick());
        let mut verdict =
            Verdict { tick_count: 0, hash_count: 0, difference: None, is_other_world: self.is_other_world };
        let mut commands = Commands::NONE;
        let mut agreed_tick = 0;
        for entry in &self.log.entries {
            let (LogEntry::Command { tick, .. }
            | LogEntry::Hash { tick, .. }
            | LogEntry::Restored { tick, .. }) = entry;
            if *tick > end {
                break;
            }
            while verdict.tick_count < *tick {
                self.sim.step(&commands);
                verdict.tick_count += 1;
                each(verdict.tick_count, &commands, &self.sim);
                commands.clear();
            }
            match entry {
                LogEntry::Command { command, .. } => commands.add(command.clone()),
                LogEntry::Restored { snapshot, .. } => self.sim.restore(&Snapshot::from_bytes(snapshot)?)?,
                LogEntry::Hash { tick, hash } => {
                    verdict.hash_count += 1;
                    let found = self.sim.state_hash();
                    if found == *hash {
                        agreed_tick = *tick;
                    } else if verdict.difference.is_none() {
                        verdict.difference =
                            Some(Difference { tick: *tick, agreed_tick, recorded: *hash, found });
                        if is_checked {
                            return Ok(verdict);
                        }
                    }
                }
            }
        }
        while verdict.tick_count < end {
            self.sim.step(&commands);
            verdict.tick_count += 1;
            each(verdict.tick_count, &commands, &self.sim);
            commands.clear();
        }
        Ok(verdict)
    }
}

/// The world of a recording and its simulation in the first state.
pub(crate) fn build_recorded(
    log: &RunLog,
    with_pictures: bool,
    extensions: &Arc<Extensions>,
) -> Result<(World, Simulation), ReplayProblem> {
    let provenance = &log.provenance;
    if provenance.world_files.is_empty() || provenance.snapshot.is_empty() {
        return Err(ReplayProblem::Incomplete);
    }
    let world = recorded_world(provenance, with_pictures, extensions);
    let world = world.without_errors().map_err(ReplayProblem::World)?;
    let mut sim = build_core(&world).map_err(ReplayProblem::World)?;
    sim.restore(&Snapshot::from_bytes(&provenance.snapshot)?)?;
    Ok((world, sim))
}
