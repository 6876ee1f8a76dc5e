//! Options of lock-step: the run waits for the steps and commands of a client.

use crate::parse::parse_duration;
use clap::{Args, ValueEnum};
use skidpad::runner::{LockstepSettings, WhenLate};
use std::time::Duration;

/// Lock-step with a client.
#[derive(Args)]
pub(crate) struct LockstepArgs {
    /// Make steps only when a client asks for them over the viewer's WebSocket, as fast as possible unless
    /// --realtime-factor is given
    #[arg(long, conflicts_with = "headless")]
    lockstep: bool,
    /// How long a run in lock-step waits for its client
    #[arg(long, value_name = "S", value_parser = parse_duration, default_value = "60", requires = "lockstep")]
    lockstep_timeout: f64,
    /// What happens after that time: the run ends with exit code 3, or makes as many steps as the last time
    #[arg(long, value_name = "WHAT", default_value = "end", requires = "lockstep")]
    lockstep_late: Late,
}

#[derive(Clone, Copy, ValueEnum)]
enum Late {
    End,
    Continue,
}

impl LockstepArgs {
    /// The settings of lock-step, if it is asked for.
    pub(crate) fn settings(&self) -> Option<LockstepSettings> {
        let when_late = match self.lockstep_late {
            Late::End => WhenLate::End,
            Late::Continue => WhenLate::Continue,
        };
        let time_limit = Duration::from_secs_f64(self.lockstep_timeout);
        self.lockstep.then_some(LockstepSettings { time_limit, when_late })
    }
}
