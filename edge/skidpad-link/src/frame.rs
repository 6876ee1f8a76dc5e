//! What clients are shown.

use crate::Pace;
use skidpad_messages::{Observations, Reading};
use std::sync::Arc;
use std::time::Duration;

/// The world after a step, as one client is shown it. Its parts are shared between clients.
#[derive(Debug, Clone)]
pub struct Frame {
    /// What was seen.
    pub observations: Arc<Observations>,
    /// The newest reading of each sensor that the client wants and that was due since its last frame.
    pub readings: Vec<Arc<Reading>>,
    /// How the run goes.
    pub status: RunStatus,
}

/// How a run goes.
#[derive(Debug, Clone, PartialEq)]
pub struct RunStatus {
    /// Steps made since the run began. Unlike the world's own step, a reset does not set it back.
    pub tick: u64,
    /// Time on the wall since the run began.
    pub wall: Duration,
    /// The pace asked for.
    pub pace: Pace,
    /// Whether the run stands still.
    pub is_paused: bool,
    /// Simulated seconds per second on the wall, lately.
    pub realtime_factor: f64,
    /// Steps that began more than one step late.
    pub missed_deadline_count: u64,
    /// Clients connected.
    pub client_count: u32,
    /// What is being written of it.
    pub writing: Writing,
}

/// What is being written of a run.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Writing {
    /// CSV logs that get a row per step.
    pub logs: Option<Arc<WrittenFiles>>,
    /// The recording being made.
    pub recording: Option<Arc<WrittenFiles>>,
}

/// Files being written together.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WrittenFiles {
    /// The first of them, as the run names it.
    pub first: String,
    /// How many there are.
    pub count: usize,
}

impl Frame {
    /// About how much memory it takes.
    pub fn weight_bytes(&self) -> usize {
        let seen = &self.observations;
        let wheels: usize = seen.vehicles.iter().map(|vehicle| vehicle.wheels.len()).sum();
        let state = 400 * seen.vehicles.len() + 160 * wheels + 100 * seen.blocks.len();
        let rest = 100 * (seen.actors.len() + seen.planes.len() + seen.events.len());
        256 + state + rest + self.readings.iter().map(|reading| reading.weight_bytes()).sum::<usize>()
    }
}
