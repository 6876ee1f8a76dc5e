//! Those who take part in a run besides clients: command files, recorders, progress bars.

use skidpad_link::{LogControl, RecordControl, RunStatus, Writing};
use skidpad_messages::{Commands, Observations, Reading, SensorId};
use skidpad_sim::Simulation;
use std::sync::Arc;

/// A step that was made.
pub struct StepMade<'a> {
    /// Steps made since the run began, this one included.
    pub tick: u64,
    /// What it was told to do.
    pub commands: &'a Commands,
    /// What was seen after it.
    pub seen: &'a Observations,
    /// Readings of the sensors that somebody wants and that were due.
    pub readings: &'a [Arc<Reading>],
    /// The world after it.
    pub sim: &'a Simulation,
    /// How the run goes.
    pub status: &'a RunStatus,
}

/// Takes part in a run. Unlike a client, it may hold the run up, and it loses nothing.
pub trait Crew {
    /// Add commands for the step about to be made.
    fn plan(&mut self, _tick: u64, _time_ns: u64, _commands: &mut Commands) {}

    /// Whether a reading of this sensor, due now, is wanted.
    fn wants(&self, _sensor: SensorId) -> bool {
        false
    }

    /// A step was made.
    fn note(&mut self, _made: &StepMade<'_>) {}

    /// The run waits: for the next step's time, or because it stands still. Called many times a second.
    fn idle(&mut self, _sim: &Simulation) {}

    /// Whether these are the bytes of a snapshot that somebody of the crew took of this very world. Only such snapshots,
    /// and those that the run itself handed out, are ever restored.
    fn knows(&self, _snapshot: &[u8]) -> bool {
        false
    }

    /// The world was put into the state of a snapshot, before the step with this number.
    fn restored(&mut self, _tick: u64, _snapshot: &[u8]) {}

    /// Something is asked of the CSV logs. The answer is for a person.
    fn log(&mut self, _control: LogControl) -> Result<(), String> {
        Err("this run writes no logs".to_string())
    }

    /// Something is asked of the recording, after this many steps. The answer is for a person.
    fn record(&mut self, _control: RecordControl, _tick: u64, _sim: &Simulation) -> Result<(), String> {
        Err("this run makes no recordings".to_string())
    }

    /// What is being written, for clients to show.
    fn writing(&self) -> Writing {
        Writing::default()
    }
}

/// No crew: only clients.
#[derive(Debug, Clone, Copy, Default)]
pub struct Nobody;

impl Crew for Nobody {}
