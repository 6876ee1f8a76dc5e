//! One step of a run, as everybody who takes part in the run reads it.

use crate::{Commands, Observations, Reading, Roster, RunStatus};
use std::sync::Arc;

/// One step of a run: what it was told to do and what came of it.
///
/// Recorders, viewers, checks and bridges all read this one value.
/// Its large parts are made once and shared, so a clone costs a few reference counts.
/// Tick 0 is the world as it was built, before the first step.
#[derive(Debug, Clone, Default)]
pub struct Step {
    /// Steps made since the run began, this one included. Unlike the world's own step count, a reset does not set
    /// it back.
    pub tick: u64,
    /// Commands that were applied in this step.
    pub commands: Arc<Commands>,
    /// The world after the step.
    pub observations: Arc<Observations>,
    /// Readings that came with the step.
    pub readings: Arc<[Arc<Reading>]>,
    /// Names of everything in the world.
    pub roster: Arc<Roster>,
    /// Pace, lateness, clients and files of the run.
    pub status: Arc<RunStatus>,
    /// Hash of the state after the step, where a participant asked for it.
    pub hash: Option<u64>,
    /// The snapshot that the world was restored from, where that happened just before this step.
    pub restored: Option<Arc<[u8]>>,
}

impl Step {
    /// Simulated time after the step [ns].
    pub fn time_ns(&self) -> u64 {
        self.observations.time_ns
    }

    /// Simulated time after the step [s].
    pub fn time_s(&self) -> f64 {
        self.observations.time_s()
    }

    /// Approximate memory that it keeps alive [bytes].
    pub fn weight_bytes(&self) -> usize {
        let seen = &*self.observations;
        let wheels: usize = seen.vehicles.iter().map(|vehicle| vehicle.wheels.len()).sum();
        let state = 400 * seen.vehicles.len() + 160 * wheels + 100 * seen.blocks.len();
        let rest = 100 * (seen.actors.len() + seen.planes.len() + seen.objects.len() + seen.events.len());
        256 + state + rest + self.readings.iter().map(|reading| reading.weight_bytes()).sum::<usize>()
    }
}
