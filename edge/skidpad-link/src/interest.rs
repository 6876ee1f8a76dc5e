//! Which steps and readings a client wants.

use skidpad_messages::SensorId;
use std::collections::BTreeSet;
use std::time::Duration;

/// Which steps and readings a client wants.
#[derive(Debug, Clone, PartialEq)]
pub struct Interest {
    /// How often it receives a step.
    pub rate: StepRate,
    /// Which sensors it wants, besides the state of the world.
    pub sensors: SensorChoice,
}

/// How often a client receives a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum StepRate {
    /// Never: the client only sends requests.
    Never,
    /// After every step.
    EveryStep,
    /// At most once per this much wall time. For viewers: a reading that takes long comes with a later step.
    EveryWall(Duration),
    /// Once per this much simulated time [ns]. For programs: the run waits for their readings.
    EverySimulated(u64),
}

/// A selection of sensors. A sensor that no client or participant selects is not evaluated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SensorChoice {
    /// None.
    None,
    /// All of them.
    All,
    /// These.
    These(BTreeSet<SensorId>),
}

/// How soon a reading is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wanted {
    /// Whenever it is ready; the run continues meanwhile.
    Soon,
    /// Before the next step.
    Now,
}

impl StepRate {
    /// How soon a client with this rate wants readings.
    pub(crate) fn wanted(self) -> Option<Wanted> {
        match self {
            StepRate::Never => None,
            StepRate::EveryWall(_) => Some(Wanted::Soon),
            StepRate::EveryStep | StepRate::EverySimulated(_) => Some(Wanted::Now),
        }
    }
}

impl Interest {
    /// Every step, no sensors.
    pub fn every_step() -> Self {
        Interest { rate: StepRate::EveryStep, sensors: SensorChoice::None }
    }

    /// About this many steps per second of wall time, no sensors.
    pub fn per_second(steps: f64) -> Self {
        let period = Duration::try_from_secs_f64(1.0 / steps).unwrap_or(Duration::from_secs(1));
        Interest { rate: StepRate::EveryWall(period), sensors: SensorChoice::None }
    }

    /// The same, with these sensors.
    pub fn with_sensors(self, sensors: SensorChoice) -> Self {
        Interest { sensors, ..self }
    }
}

impl SensorChoice {
    /// Whether a sensor is selected.
    pub fn has(&self, sensor: SensorId) -> bool {
        match self {
            SensorChoice::None => false,
            SensorChoice::All => true,
            SensorChoice::These(sensors) => sensors.contains(&sensor),
        }
    }
}
