//! What a client wants to see, and how often.

use skidpad_messages::SensorId;
use std::collections::BTreeSet;
use std::time::Duration;

/// What a client wants to see.
#[derive(Debug, Clone, PartialEq)]
pub struct Interest {
    /// How often.
    pub rate: FrameRate,
    /// Which sensors, besides the state of the world.
    pub sensors: SensorChoice,
}

/// How often a client wants a frame.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum FrameRate {
    /// Never: it only asks.
    Never,
    /// After every step.
    EveryStep,
    /// At most once in this much time on the wall. For people who watch: a reading that takes long comes with a later frame.
    EveryWall(Duration),
    /// Once in this much simulated time [ns]. For programs: the run waits until their readings are made.
    EverySimulated(u64),
}

/// Which sensors a client wants. A sensor that nobody wants is not evaluated.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SensorChoice {
    /// None.
    None,
    /// All of them.
    All,
    /// These.
    These(BTreeSet<SensorId>),
}

/// When a reading is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wanted {
    /// When it is made; the run goes on meanwhile.
    Soon,
    /// Before the next step.
    Now,
}

impl FrameRate {
    /// When those who look this often want readings.
    pub(crate) fn wanted(self) -> Option<Wanted> {
        match self {
            FrameRate::Never => None,
            FrameRate::EveryWall(_) => Some(Wanted::Soon),
            FrameRate::EveryStep | FrameRate::EverySimulated(_) => Some(Wanted::Now),
        }
    }
}

impl Interest {
    /// Frames after every step, no sensors.
    pub fn every_step() -> Self {
        Interest { rate: FrameRate::EveryStep, sensors: SensorChoice::None }
    }

    /// About this many frames per second on the wall, no sensors.
    pub fn per_second(frames: f64) -> Self {
        let period = Duration::try_from_secs_f64(1.0 / frames).unwrap_or(Duration::from_secs(1));
        Interest { rate: FrameRate::EveryWall(period), sensors: SensorChoice::None }
    }

    /// The same, with these sensors.
    pub fn with_sensors(self, sensors: SensorChoice) -> Self {
        Interest { sensors, ..self }
    }
}

impl SensorChoice {
    /// Whether a sensor is among them.
    pub fn has(&self, sensor: SensorId) -> bool {
        match self {
            SensorChoice::None => false,
            SensorChoice::All => true,
            SensorChoice::These(sensors) => sensors.contains(&sensor),
        }
    }
}
