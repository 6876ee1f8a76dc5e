//! The loop of a run: steps at the pace of the clock, commands in, steps out.

use crate::lockstep::{Lockstep, LockstepSettings};
use crate::pacer::Pacer;
use crate::participants::Participants;
use crate::request_queue::{Boundary, RequestQueue};
use crate::sensor_scheduler::SensorScheduler;
use crate::{Clock, StopFlag};
use skidpad_link::{Advanced, ClientId, Control, Failure, Hub, Outcome, Participant, RunEnd, Wanted};
use skidpad_messages::{
    Commands, Event, Observations, Pace, Reading, Roster, RunStatus, SensorId, Step, TimeSpent, Writing,
};
use skidpad_sim::{SensorTracer, Simulation};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

pub use crate::participants::ParticipantId;

/// Settings of a run.
pub struct RunSettings {
    /// How fast simulated time passes. Clients can change it.
    pub pace: Pace,
    /// End after this many steps; `None` runs until asked to stop.
    pub step_limit: Option<u64>,
    /// Whether it is paused at first.
    pub is_paused: bool,
    /// Casts the rays of lidars and cameras.
    pub tracer: SensorTracer,
    /// Whether lidars and cameras are traced on threads beside the steps. Without threads, as in a web page, viewers
    /// get their readings less often where tracing would take more than half of the time.
    pub has_threads: bool,
    /// Ends the run when it is raised.
    pub stop: StopFlag,
    /// Makes steps only when a client asks for them.
    pub lockstep: Option<LockstepSettings>,
}

impl Default for RunSettings {
    /// In real time, until it is stopped.
    fn default() -> Self {
        RunSettings {
            pace: Pace::RealTime(1.0),
            step_limit: None,
            is_paused: false,
            tracer: SensorTracer::new(),
            has_threads: true,
            stop: StopFlag::default(),
            lockstep: None,
        }
    }
}

/// A run of a simulation. Its owner calls [`RunLoop::turn`] until it is over.
pub struct RunLoop<C> {
    sim: Simulation,
    hub: Hub,
    clock: C,
    started: Duration,
    step_limit: Option<u64>,
    stop: StopFlag,
    tick: u64,
    /// Steps made and wall time passed when the run got its world.
    world_began: (u64, Duration),
    /// Wall time spent on computing steps.
    stepping: Duration,
    /// Casts the rays of lidars and cameras of another world.
    tracer: SensorTracer,
    has_threads: bool,
    pacer: Pacer,
    requests: RequestQueue,
    scheduler: SensorScheduler,
    participants: Participants,
    writing: Writing,
    /// Whether participants have received the world as it was built (tick 0).
    has_begun: bool,
    parts: StepParts,
    /// Memory for the commands and readings of a step.
    commands: Commands,
    readings: Vec<Arc<Reading>>,
    /// Sensors of a program's own that failed.
    failed_sensors: BTreeSet<SensorId>,
}

/// The shared parts of the next [`Step`], replaced only when they change.
struct StepParts {
    no_commands: Arc<Commands>,
    no_readings: Arc<[Arc<Reading>]>,
    observations: Arc<Observations>,
    roster: Arc<Roster>,
    /// The snapshot restored since the last step.
    restored: Option<Arc<[u8]>>,
}

/// The result of a [`RunLoop::turn`].
#[derive(Debug)]
pub enum Turn {
    /// A step was made.
    Stepped,
    /// The next step is not due yet, or the run is paused; the loop waited a moment.
    Waited,
    /// The world was restored from a snapshot.
    Restored(Arc<[u8]>),
    /// A client asks for something that the owner of the run must do: logs, recordings, another world.
    /// The owner answers with [`RunLoop::answer`].
    Asked(Asked),
    /// A participant failed and was removed.
    Failed(String, Failure),
    /// No request for steps came in time, in lock-step: how long the run waited, and whether it ends now.
    Late {
        /// Wall time.
        waited: Duration,
        /// Whether the run ends; otherwise it makes steps without the client.
        ends: bool,
    },
    /// The run is over.
    Over,
}

/// A request of a client that the owner of the run answers.
#[derive(Debug)]
pub struct Asked {
    /// What is asked for: [`Control::Log`], [`Control::Record`], [`Control::Edits`] or [`Control::NextWorld`].
    pub control: Control,
    pub(crate) client: ClientId,
    pub(crate) number: u64,
}

/// How a run went, since it got its world.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RunOutcome {
    /// Steps made.
    pub step_count: u64,
    /// Wall time spent.
    pub wall: Duration,
    /// Steps that began more than one step late.
    pub missed_deadline_count: u64,
    /// Whether the run was stopped before its step limit.
    pub was_stopped: bool,
}

/// The longest uninterrupted wait: a raised flag or a request is noticed within this time.
pub(crate) const LONGEST_WAIT: Duration = Duration::from_millis(10);

impl<C: Clock> RunLoop<C> {
    /// A run that has not begun.
    pub fn new(sim: Simulation, hub: Hub, clock: C, settings: RunSettings) -> Self {
        let RunSettings { pace, step_limit, is_paused, tracer, has_threads, stop, lockstep } = settings;
        let parts = StepParts {
            no_commands: Arc::default(),
            no_readings: Arc::default(),
            observations: Arc::new(sim.observations().clone()),
            roster: Arc::new(sim.roster().clone()),
            restored: None,
        };
        RunLoop {
            started: clock.elapsed(),
            pacer: Pacer::new(sim.step_ns(), pace, Duration::ZERO),
            requests: RequestQueue::new(is_paused, lockstep.map(Lockstep::new)),
            tracer: tracer.for_another_world(),
            scheduler: SensorScheduler::new(tracer, has_threads),
            has_threads,
            world_began: (0, Duration::ZERO),
            stepping: Duration::ZERO,
            participants: Participants::default(),
            writing: Writing::default(),
            has_begun: false,
            parts,
            commands: Commands::NONE,
            readings: Vec::new(),
            failed_sensors: BTreeSet::new(),
            tick: 0,
            sim,
            hub,
            clock,
            step_limit,
            stop,
        }
    }

    /// Ends the run when raised, from any thread.
    pub fn stop_flag(&self) -> &StopFlag {
        &self.stop
    }

    /// Add a participant, under a name for messages.
    pub fn add(&mut self, name: &str, participant: Box<dyn Participant>) -> ParticipantId {
        self.participants.add(name, participant)
    }

    /// Remove a participant. The caller must call its [`Participant::finish`].
    pub fn remove(&mut self, id: ParticipantId) -> Option<Box<dyn Participant>> {
        self.participants.remove(id)
    }

    /// The simulation.
    pub fn sim(&self) -> &Simulation {
        &self.sim
    }

    /// Steps made.
    pub fn tick(&self) -> u64 {
        self.tick
    }

    /// Go on with another world, paused at its beginning; returns the one before. Ticks go on, and so do participants
    /// and clients: those that belong to the world before must be removed first. A step limit keeps its simulated time.
    pub fn replace(&mut self, sim: Simulation) -> Simulation {
        let (tick, wall) = (self.tick, self.wall());
        self.hub.forget_world();
        self.requests.forget_world(tick, &mut self.hub);
        self.pacer = self.pacer.for_world(sim.step_ns(), tick, wall);
        self.scheduler = SensorScheduler::new(self.tracer.for_another_world(), self.has_threads);
        self.participants.forget_sensors();
        if let Some(limit) = &mut self.step_limit {
            let left_ns = u128::from(limit.saturating_sub(tick)) * u128::from(self.sim.step_ns());
            let left = left_ns.div_ceil(u128::from(sim.step_ns()));
            *limit = tick.saturating_add(u64::try_from(left).unwrap_or(u64::MAX));
        }
        self.parts.observations = Arc::new(sim.observations().clone());
        self.parts.roster = Arc::new(sim.roster().clone());
        self.parts.restored = None;
        (self.world_began, self.stepping) = ((tick, wall), Duration::ZERO);
        self.has_begun = false;
        std::mem::replace(&mut self.sim, sim)
    }

    /// Set which files are being written; clients see this in the status of every step.
    pub fn set_writing(&mut self, writing: Writing) {
        self.writing = writing;
    }

    /// Answer a client's request. A refusal is a text for users.
    pub fn answer(&mut self, asked: &Asked, result: Result<(), String>) {
        let outcome = result.map_or_else(Outcome::Refused, |()| Outcome::Done);
        self.hub.answer(asked.client, asked.number, self.tick, outcome);
    }

    /// Answer a client's request with a text.
    pub fn answer_with(&mut self, asked: &Asked, result: Result<String, String>) {
        let outcome = result.map_or_else(Outcome::Refused, |text| Outcome::Text(text.into()));
        self.hub.answer(asked.client, asked.number, self.tick, outcome);
    }

    /// The state of the run now, for participants that finish.
    pub fn end(&self) -> RunEnd {
        RunEnd {
            tick: self.tick,
            observations: Arc::new(self.sim.observations().clone()),
            state_hash: self.sim.state_hash(),
            restored: self.parts.restored.clone(),
        }
    }

    /// Make a step if one is due, or wait a moment.
    pub fn turn(&mut self) -> Turn {
        if let Some((name, failure)) = self.participants.take_failure() {
            return Turn::Failed(name, failure);
        }
        if !self.has_begun {
            self.has_begun = true;
            let step = self.step_now();
            self.participants.after_step(&step);
            return self.turn();
        }
        let is_at_limit = self.step_limit.is_some_and(|limit| self.tick >= limit);
        if is_at_limit {
            return Turn::Over;
        }
        if let Some(turn) = self.attend() {
            return turn;
        }
        if self.stop.is_raised() || self.requests.is_ended {
            return Turn::Over;
        }
        let wall = self.wall();
        let is_paused = self.requests.is_paused();
        if is_paused && let Some((waited, ends)) = self.requests.late(self.tick, wall, &mut self.pacer) {
            return Turn::Late { waited, ends };
        }
        let wait = if is_paused { LONGEST_WAIT } else { self.pacer.time_left(self.tick, wall) };
        if wait.is_zero() {
            self.make_step();
            Turn::Stepped
        } else {
            self.wait(wait.min(LONGEST_WAIT), is_paused);
            Turn::Waited
        }
    }

    /// Run to the end. Requests for files and other worlds are refused.
    pub fn go(&mut self) -> RunOutcome {
        loop {
            match self.turn() {
                Turn::Over => return self.outcome(),
                Turn::Asked(asked) => {
                    let reason = match asked.control {
                        Control::NextWorld(_) => "this run keeps its world",
                        _ => "this run writes no files",
                    };
                    self.answer(&asked, Err(reason.to_string()));
                }
                _ => {}
            }
        }
    }

    /// Finish every participant. Returns the simulation and the failures.
    pub fn finish(mut self) -> (Simulation, Vec<(String, Failure)>) {
        let end = self.end();
        let failures = self.participants.finish(&end);
        (self.sim, failures)
    }

    /// The outcome of the run so far, since it got its world.
    pub fn outcome(&self) -> RunOutcome {
        let (first_tick, began) = self.world_began;
        RunOutcome {
            step_count: self.tick - first_tick,
            wall: self.wall().saturating_sub(began),
            missed_deadline_count: self.pacer.missed_deadline_count(),
            was_stopped: self.step_limit.is_none_or(|limit| self.tick < limit),
        }
    }

    fn wall(&self) -> Duration {
        self.clock.elapsed().saturating_sub(self.started)
    }

    /// Handle the requests that clients have sent.
    fn attend(&mut self) -> Option<Turn> {
        let wall = self.wall();
        let at = Boundary {
            tick: self.tick,
            wall,
            sim: &mut self.sim,
            hub: &mut self.hub,
            pacer: &mut self.pacer,
        };
        self.requests.attend(at);
        if let Some(snapshot) = self.requests.take_restored() {
            self.parts.restored = Some(Arc::clone(&snapshot));
            self.failed_sensors.clear();
            self.parts.renew_roster(&self.sim);
            return Some(Turn::Restored(snapshot));
        }
        self.requests.take_asked().map(Turn::Asked)
    }

    fn wait(&mut self, duration: Duration, is_paused: bool) {
        if is_paused {
            self.scheduler.refresh(&self.sim);
        }
        let wall = self.wall();
        self.hub.keep_late(self.scheduler.collect(wall));
        if is_paused && self.hub.is_due_by_wall(self.wall()) {
            let step = self.step_now();
            self.hub.send_by_wall(&step);
        }
        if self.requests.lockstep.is_some() {
            self.hub.wait_for_request(duration);
        } else {
            self.clock.wait(duration);
        }
    }

    fn make_step(&mut self) {
        self.pacer.begin(self.tick, self.wall());
        self.requests.hand_over(&mut self.commands);
        let wants_hash = self.participants.before_step(
            self.tick,
            self.sim.time_ns(),
            &mut self.commands,
            self.parts.restored.as_ref(),
        );
        let began = self.clock.elapsed();
        self.stop.enter_step(self.sim.observations().step);
        self.sim.step(&self.commands);
        self.stop.leave_step();
        self.stepping += self.clock.elapsed().saturating_sub(began);
        self.tick += 1;
        self.requests.answer(self.tick, self.sim.observations(), &mut self.hub);
        let status = self.status();
        self.read_due_sensors(status.wall);
        let late = self.scheduler.collect(status.wall);
        self.report_failed_sensors(late.as_deref());
        self.hub.keep_late(late);
        self.hub.keep(&self.readings);
        let time_ns = self.sim.time_ns();
        if self.participants.is_empty() && !self.hub.is_due(status.wall, time_ns) {
            self.parts.restored = None;
        } else {
            let step = self.step_made(status, wants_hash);
            self.participants.after_step(&step);
            self.hub.send(&step);
        }
        self.answer_controller();
    }

    /// Answer the controlling client of a run in lock-step, once its steps are made or the run ends.
    fn answer_controller(&mut self) {
        let is_last = self.step_limit.is_some_and(|limit| self.tick >= limit);
        if !self.requests.has_made_all() && !is_last {
            return;
        }
        let wall = self.wall();
        let Some(lockstep) = &mut self.requests.lockstep else { return };
        let missed_count = lockstep.missed_count;
        let Some(advancing) = lockstep.end(wall) else { return };
        let mut readings = Vec::with_capacity(advancing.sensors.len());
        for sensor in advancing.sensors {
            let known = self.readings.iter().find(|reading| reading.sensor == sensor).cloned();
            let read = |it: &mut SensorScheduler| it.read(&self.sim, sensor, Wanted::Now, wall, &self.stop);
            readings.extend(known.or_else(|| read(&mut self.scheduler)));
        }
        let advanced = Advanced {
            observations: self.parts.observe(&self.sim),
            roster: Arc::clone(&self.parts.roster),
            readings,
            state_hash: self.sim.state_hash(),
            refusals: advancing.refusals,
            missed_count,
        };
        let outcome = Outcome::Advanced(Arc::new(advanced));
        self.hub.answer_controller(advancing.client, advancing.number, self.tick, outcome);
    }

    /// Readings of the sensors that are due and wanted with this step.
    fn read_due_sensors(&mut self, wall: Duration) {
        self.readings.clear();
        for id in self.sim.due() {
            if self.failed_sensors.contains(&id) {
                continue;
            }
            let wanted = if self.participants.want(id) {
                Some(Wanted::Now)
            } else {
                self.hub.wants(id, wall, self.sim.time_ns())
            };
            if let Some(wanted) = wanted {
                self.readings.extend(self.scheduler.read(&self.sim, id, wanted, wall, &self.stop));
            }
        }
    }

    /// Sensors of a program's own that failed are reported once and not read again.
    fn report_failed_sensors(&mut self, late: Option<&Reading>) {
        if self.sim.observations().events.contains(&Event::Reset) {
            self.failed_sensors.clear();
        }
        for reading in self.readings.iter().map(|reading| &**reading).chain(late) {
            if let Some(because) = reading.data.failure()
                && self.failed_sensors.insert(reading.sensor)
            {
                self.sim.report_failed_reading(reading.sensor, because);
            }
        }
    }

    fn status(&self) -> RunStatus {
        let is_paused = self.requests.is_paused();
        let (waiting_for_sensors, sensors) = self.scheduler.times();
        RunStatus {
            wall: self.wall(),
            pace: self.pacer.pace(),
            is_paused,
            realtime_factor: if is_paused { 0.0 } else { self.pacer.realtime_factor() },
            missed_deadline_count: self.pacer.missed_deadline_count(),
            client_count: u32::try_from(self.hub.client_count()).unwrap_or(u32::MAX),
            writing: self.writing.clone(),
            spent: TimeSpent { stepping: self.stepping, waiting_for_sensors, sensors },
        }
    }

    /// The step just made.
    fn step_made(&mut self, status: RunStatus, wants_hash: bool) -> Step {
        let observations = self.parts.observe(&self.sim);
        let parts = &mut self.parts;
        Step {
            tick: self.tick,
            commands: if self.commands.is_empty() {
                Arc::clone(&parts.no_commands)
            } else {
                Arc::new(self.commands.clone())
            },
            observations,
            readings: if self.readings.is_empty() {
                Arc::clone(&parts.no_readings)
            } else {
                self.readings.as_slice().into()
            },
            roster: Arc::clone(&parts.roster),
            status: Arc::new(status),
            hash: wants_hash.then(|| self.sim.state_hash()),
            restored: parts.restored.take(),
        }
    }

    /// The world as it stands, without commands or readings.
    fn step_now(&mut self) -> Step {
        let status = Arc::new(self.status());
        let observations = self.parts.observe(&self.sim);
        let StepParts { no_commands, no_readings, roster, .. } = &self.parts;
        Step {
            tick: self.tick,
            commands: Arc::clone(no_commands),
            observations,
            readings: Arc::clone(no_readings),
            roster: Arc::clone(roster),
            status,
            hash: None,
            restored: None,
        }
    }
}

impl StepParts {
    /// The observations after the last step, shared. Memory that is no longer shared is used again.
    fn observe(&mut self, sim: &Simulation) -> Arc<Observations> {
        let seen = sim.observations();
        match Arc::get_mut(&mut self.observations) {
            Some(memory) => memory.copy_from(seen),
            None => self.observations = Arc::new(seen.clone()),
        }
        let changes_names = |event: &Event| {
            matches!(
                event,
                Event::VehicleSpawned { .. }
                    | Event::BlockSpawned { .. }
                    | Event::Inserted
                    | Event::LightsSwitched
                    | Event::ObjectsChanged
                    | Event::Reset
            )
        };
        if seen.events.iter().any(changes_names) {
            self.renew_roster(sim);
        }
        Arc::clone(&self.observations)
    }

    fn renew_roster(&mut self, sim: &Simulation) {
        if *self.roster != *sim.roster() {
            self.roster = Arc::new(sim.roster().clone());
        }
    }
}

#[cfg(test)]
#[path = "run_loop_tests.rs"]
mod tests;
