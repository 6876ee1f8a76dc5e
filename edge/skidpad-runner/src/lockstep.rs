//! Lock-step: the run waits at a step boundary until its controlling client asks for steps.
//!
//! The first client that sends an [`Advance`] has control for as long as it stays connected. Requests of other clients
//! that would change the world are refused, so that the same client gives the same bits on every run.

use skidpad_link::{Advance, ClientId};
use skidpad_messages::{Command, SensorId};
use std::time::Duration;

/// Lock-step with a client, and what happens when it is late.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LockstepSettings {
    /// How long the run waits for an [`Advance`], the first one included.
    pub time_limit: Duration,
    /// What happens after that time.
    pub when_late: WhenLate,
}

/// What a run in lock-step does when no [`Advance`] comes in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WhenLate {
    /// It ends.
    End,
    /// It makes as many steps as the last time, one at first; set points hold.
    Continue,
}

/// What other clients are told.
pub(crate) const REFUSAL: &str = "the run is in lock-step: only its controlling client can change it";

/// Steps that are being made for a client.
pub(crate) struct Advancing {
    pub(crate) client: ClientId,
    pub(crate) number: u64,
    pub(crate) sensors: Vec<SensorId>,
    pub(crate) refusals: Vec<String>,
}

/// The state of a run in lock-step.
pub(crate) struct Lockstep {
    settings: LockstepSettings,
    controller: Option<ClientId>,
    pub(crate) advancing: Option<Advancing>,
    waiting_since: Duration,
    last_step_count: u32,
    pub(crate) missed_count: u64,
}

impl Lockstep {
    pub(crate) fn new(settings: LockstepSettings) -> Self {
        Lockstep {
            settings,
            controller: None,
            advancing: None,
            waiting_since: Duration::ZERO,
            last_step_count: 1,
            missed_count: 0,
        }
    }

    /// Begin the steps that a client asks for: their number and the commands for the first of them.
    pub(crate) fn begin(
        &mut self,
        client: ClientId,
        number: u64,
        advance: Advance,
        is_connected: impl Fn(ClientId) -> bool,
        sensor_count: usize,
    ) -> Result<(u32, Vec<Command>), String> {
        if self.controller.is_some_and(|controller| controller != client && is_connected(controller)) {
            return Err(REFUSAL.to_string());
        }
        if self.advancing.is_some() {
            return Err("the steps asked for before are not made yet; wait for the answer".to_string());
        }
        if let Some(SensorId(sensor)) = advance.sensors().iter().find(|it| it.index() >= sensor_count) {
            return Err(format!("there is no sensor {sensor}; the world has {sensor_count}, counted from 0"));
        }
        self.controller = Some(client);
        self.last_step_count = advance.step_count();
        let (commands, sensors) = advance.into_parts();
        self.advancing = Some(Advancing { client, number, sensors, refusals: Vec::new() });
        Ok((self.last_step_count, commands))
    }

    /// The steps are made, and the wait begins.
    pub(crate) fn end(&mut self, wall: Duration) -> Option<Advancing> {
        self.waiting_since = wall;
        self.advancing.take()
    }

    /// How long the run has waited, and what it does now, once the time limit has passed.
    pub(crate) fn late(&mut self, wall: Duration) -> Option<(Duration, WhenLate)> {
        let waited = wall.saturating_sub(self.waiting_since);
        if waited < self.settings.time_limit {
            return None;
        }
        self.waiting_since = wall;
        self.missed_count += 1;
        Some((waited, self.settings.when_late))
    }

    /// How many steps are made without the client.
    pub(crate) fn last_step_count(&self) -> u32 {
        self.last_step_count
    }
}
