//! Lock-step: the run makes steps only when its controlling client asks for them, with the commands for them.

use crate::LinkProblem;
use skidpad_messages::{Command, Observations, Reading, Request, Roster, SensorId};
use std::sync::Arc;

/// Most commands, and most sensors, of one [`Advance`].
const MOST_AT_ONCE: usize = 1000;

/// Steps that the controlling client asks for, and the commands that the first of them applies.
#[derive(Debug, Clone, PartialEq)]
pub struct Advance {
    pub(crate) step_count: u32,
    pub(crate) commands: Vec<Command>,
    pub(crate) sensors: Vec<SensorId>,
}

impl Advance {
    /// Check the requests. The first one that is refused refuses all.
    pub fn new(
        step_count: u32,
        requests: Vec<Request>,
        sensors: Vec<SensorId>,
    ) -> Result<Advance, LinkProblem> {
        if requests.len() > MOST_AT_ONCE || sensors.len() > MOST_AT_ONCE {
            let what = "number of commands or sensors";
            return Err(LinkProblem::OutOfRange { what, allowed: "at most 1000" });
        }
        let commands = requests.into_iter().map(Request::check).collect::<Result<_, _>>()?;
        Ok(Advance { step_count, commands, sensors })
    }

    /// How many steps, from 1 to 1000000.
    pub fn step_count(&self) -> u32 {
        self.step_count
    }

    /// Sensors to read after the last step, whether a reading is due or not.
    pub fn sensors(&self) -> &[SensorId] {
        &self.sensors
    }

    /// The commands, and the sensors.
    pub fn into_parts(self) -> (Vec<Command>, Vec<SensorId>) {
        (self.commands, self.sensors)
    }
}

/// The world after the steps of an [`Advance`].
#[derive(Debug, Clone, PartialEq)]
pub struct Advanced {
    /// What is seen.
    pub observations: Arc<Observations>,
    /// Names.
    pub roster: Arc<Roster>,
    /// Readings of the sensors that were asked for, in that order.
    pub readings: Vec<Arc<Reading>>,
    /// Hash of the state.
    pub state_hash: u64,
    /// Why commands were not followed.
    pub refusals: Vec<String>,
    /// How often the time limit has passed since the start, so that steps were made without the client.
    pub missed_count: u64,
}
