//! Taking part in a run from inside: recorders, checks, command files, bridges, a user's own code.

use crate::SensorChoice;
use skidpad_messages::{Commands, Observations, Refusal, Request, Step};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Why a participant cannot go on. The run reports it and continues without the participant.
pub type Failure = Box<dyn std::error::Error + Send + Sync>;

/// Takes part in a run on the stepping thread.
///
/// It receives every step, and the run waits for it. Code that may be slow should connect a
/// [`Client`](crate::Client) instead and read its mailbox on a thread of its own, or pass steps on through a
/// [`BoundedQueue`](crate::BoundedQueue).
///
/// ```
/// use skidpad_link::{Failure, NextStep, Participant};
/// use skidpad_messages::{Step, VehicleId};
///
/// /// Drives the first vehicle in a circle and stops it after ten metres.
/// #[derive(Default)]
/// struct TenMetres {
///     driven_m: f64,
/// }
///
/// impl Participant for TenMetres {
///     fn before_step(&mut self, next: &mut NextStep<'_>) {
///         let speed_mps = if self.driven_m < 10.0 { 1.0 } else { 0.0 };
///         next.request(VehicleId(0).drive(speed_mps, 0.1 * speed_mps));
///     }
///
///     fn after_step(&mut self, step: &Step) -> Result<(), Failure> {
///         let vehicle = &step.observations.vehicles[0];
///         self.driven_m += vehicle.twist_in_vehicle.vx_mps * 0.005;
///         Ok(())
///     }
/// }
/// ```
pub trait Participant: Send {
    /// Called before each step: add commands, and select the readings that the step must contain.
    fn before_step(&mut self, _next: &mut NextStep<'_>) {}

    /// Called after each step, and once at the start with tick 0, the world as it was built. When the run gets another
    /// world, it is called again with that world as it was built: time begins at 0, ticks go on, names and numbers of
    /// vehicles are those of the new roster.
    /// After a failure the participant is not called again.
    fn after_step(&mut self, step: &Step) -> Result<(), Failure>;

    /// Called once at the end of the run, or when the participant is removed: close files, report results.
    fn finish(&mut self, _end: &RunEnd) -> Result<(), Failure> {
        Ok(())
    }
}

/// A shared participant, which its owner can still access during and after the run.
impl<P: Participant> Participant for Arc<Mutex<P>> {
    fn before_step(&mut self, next: &mut NextStep<'_>) {
        locked(self).before_step(next);
    }

    fn after_step(&mut self, step: &Step) -> Result<(), Failure> {
        locked(self).after_step(step)
    }

    fn finish(&mut self, end: &RunEnd) -> Result<(), Failure> {
        locked(self).finish(end)
    }
}

fn locked<P>(shared: &Mutex<P>) -> MutexGuard<'_, P> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The next step, as a participant can influence it.
#[derive(Debug)]
pub struct NextStep<'a> {
    /// Steps made so far.
    pub tick: u64,
    /// Simulated time now, before the step [ns].
    pub time_ns: u64,
    /// Commands that the step will apply, in order.
    pub commands: &'a mut Commands,
    /// Sensors whose readings the participant needs with the step in which they are due. Keeps its last value.
    pub sensors: &'a mut SensorChoice,
    /// Set this to true if [`Step::hash`] is needed.
    pub wants_hash: &'a mut bool,
    /// The snapshot that the world was restored from since the last step, if it was.
    pub restored: Option<&'a Arc<[u8]>>,
}

impl NextStep<'_> {
    /// Send a request to the world. If it fails its check, the step reports an event.
    pub fn request(&mut self, request: Request) {
        self.commands.request(request);
    }

    /// Send a request to the world. Returns why it is refused, if it fails its check.
    pub fn try_request(&mut self, request: Request) -> Result<(), Refusal> {
        self.commands.push(request)
    }
}

/// The state of a run when a participant finishes.
#[derive(Debug, Clone)]
pub struct RunEnd {
    /// Steps made.
    pub tick: u64,
    /// The world after the last step.
    pub observations: Arc<Observations>,
    /// Hash of the state.
    pub state_hash: u64,
    /// The snapshot that the world was restored from after the last step, if it was.
    pub restored: Option<Arc<[u8]>>,
}
