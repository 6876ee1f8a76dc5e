//! How a run is going: its pace, how late it is, and which files it writes.

use std::sync::Arc;
use std::time::Duration;

/// How fast simulated time passes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Pace {
    /// As fast as the machine can.
    Max,
    /// This many simulated seconds per second of wall time.
    RealTime(f64),
}

/// How a run is going.
#[derive(Debug, Clone, PartialEq)]
pub struct RunStatus {
    /// Wall time since the run began.
    pub wall: Duration,
    /// The pace asked for.
    pub pace: Pace,
    /// Whether the run is paused.
    pub is_paused: bool,
    /// Simulated seconds per second of wall time, measured over the last half second.
    pub realtime_factor: f64,
    /// Steps that began more than one step late.
    pub missed_deadline_count: u64,
    /// Connected clients.
    pub client_count: u32,
    /// The files being written.
    pub writing: Writing,
    /// Where the wall time went.
    pub spent: TimeSpent,
}

/// Where the wall time of a run went, since it got its world.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TimeSpent {
    /// Computing steps.
    pub stepping: Duration,
    /// Waiting for readings of sensors.
    pub waiting_for_sensors: Duration,
    /// Making readings, by the number of the sensor: also those that were made beside the steps.
    pub sensors: Arc<Vec<Duration>>,
}

impl Default for RunStatus {
    fn default() -> Self {
        RunStatus {
            wall: Duration::ZERO,
            pace: Pace::Max,
            is_paused: false,
            realtime_factor: 0.0,
            missed_deadline_count: 0,
            client_count: 0,
            writing: Writing::default(),
            spent: TimeSpent::default(),
        }
    }
}

/// The files that a run is writing.
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
