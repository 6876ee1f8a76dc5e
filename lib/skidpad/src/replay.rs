//! A recorded run made again, and compared with what was recorded.

use crate::recording::recorded_world;
use crate::{Error, Simulation};
use skidpad_messages::Commands;
use skidpad_record::{LogEntry, RunLog};
use skidpad_sim::{Snapshot, SnapshotProblem};
use std::fmt;

/// A recorded run about to be made again.
pub struct Replay {
    log: RunLog,
    sim: Simulation,
}

/// What a repetition came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// Steps made.
    pub tick_count: u64,
    /// Hashes compared.
    pub hash_count: u64,
    /// Where it first differed from the recording.
    pub difference: Option<Difference>,
}

/// Where a repetition first differed from its recording.
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
    /// It ends before all that a repetition needs.
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
                "the recording has no world or no first state: it ends too early, or another program wrote it",
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
        let provenance = &log.provenance;
        if provenance.world_files.is_empty() || provenance.snapshot.is_empty() {
            return Err(ReplayProblem::Incomplete);
        }
        let world = recorded_world(provenance);
        if world.diagnostics().has_errors() {
            return Err(ReplayProblem::World(Error::of_world(world.diagnostics(), world.sources())));
        }
        let mut sim = Simulation::build(&world).map_err(ReplayProblem::World)?;
        sim.restore(&Snapshot::from_bytes(&provenance.snapshot)?)?;
        Ok(Replay { log, sim })
    }

    /// What the recording says.
    pub fn log(&self) -> &RunLog {
        &self.log
    }

    /// The world.
    pub fn sim(&self) -> &Simulation {
        &self.sim
    }

    /// Make the run again, up to this many steps. Ends at the first difference when `is_checked`.
    /// `each` sees the world after every step.
    pub fn run(
        &mut self,
        until_tick: Option<u64>,
        is_checked: bool,
        each: &mut dyn FnMut(u64, &Commands, &Simulation),
    ) -> Result<Verdict, ReplayProblem> {
        let end = until_tick.unwrap_or(u64::MAX).min(self.log.last_tick());
        let mut verdict = Verdict { tick_count: 0, hash_count: 0, difference: None };
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
