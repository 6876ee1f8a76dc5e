//! Requests of clients, handled between two steps.

use crate::lockstep::{Lockstep, REFUSAL, WhenLate};
use crate::pacer::Pacer;
use crate::run_loop::Asked;
use skidpad_link::{ClientId, Control, Envelope, Hub, Outcome, RunRequest};
use skidpad_messages::{Command, Commands, Event, Observations, Pace, Request};
use skidpad_sim::{Simulation, Snapshot};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

/// Most snapshots in a second, so that a client cannot delay the run by asking for many. They may follow each other
/// closely: a viewer that resets the run needs one at once, whenever the time line took its last.
const MOST_SNAPSHOTS: usize = 10;

/// Requests of clients: controls are applied at once, commands wait for the next step.
pub(crate) struct RequestQueue {
    /// Whether a client asked for the end of the run.
    pub(crate) is_ended: bool,
    is_paused: bool,
    /// Steps granted while paused.
    granted_count: u32,
    envelopes: Vec<Envelope>,
    /// Commands for the next step, with the client and the number of the answer.
    commands: Vec<(ClientId, u64, Command)>,
    /// Senders of the commands of the current step, in their order.
    waiting: Vec<(ClientId, u64)>,
    /// When the snapshots of the last second were taken, the latest last.
    snapshot_walls: VecDeque<Duration>,
    /// The snapshot that was just restored.
    restored: Option<Arc<[u8]>>,
    /// Requests that the owner of the run answers.
    asked: VecDeque<Asked>,
    /// Set in a run that waits for its controlling client.
    pub(crate) lockstep: Option<Lockstep>,
}

/// The boundary between two steps: when it is, and what requests act on.
pub(crate) struct Boundary<'a> {
    pub(crate) tick: u64,
    pub(crate) wall: Duration,
    pub(crate) sim: &'a mut Simulation,
    pub(crate) hub: &'a mut Hub,
    pub(crate) pacer: &'a mut Pacer,
}

impl RequestQueue {
    pub(crate) fn new(is_paused: bool, lockstep: Option<Lockstep>) -> Self {
        RequestQueue {
            is_ended: false,
            is_paused: is_paused || lockstep.is_some(),
            granted_count: 0,
            envelopes: Vec::new(),
            commands: Vec::new(),
            waiting: Vec::new(),
            snapshot_walls: VecDeque::with_capacity(MOST_SNAPSHOTS),
            restored: None,
            asked: VecDeque::new(),
            lockstep,
        }
    }

    /// Whether no step is to be made now.
    pub(crate) fn is_paused(&self) -> bool {
        self.is_paused && self.granted_count == 0
    }

    /// The snapshot restored since the last time, if there is one.
    pub(crate) fn take_restored(&mut self) -> Option<Arc<[u8]>> {
        self.restored.take()
    }

    /// The next request that the owner of the run answers.
    pub(crate) fn take_asked(&mut self) -> Option<Asked> {
        self.asked.pop_front()
    }

    /// Handle the requests that clients have sent.
    pub(crate) fn attend(&mut self, at: Boundary<'_>) {
        let Boundary { tick, wall, sim, hub, pacer } = at;
        let mut envelopes = std::mem::take(&mut self.envelopes);
        hub.collect(&mut envelopes);
        for Envelope { client, number, request, .. } in envelopes.drain(..) {
            match request {
                RunRequest::Control(Control::Advance(advance)) => {
                    let is_connected = |client| hub.about(client).is_some();
                    let begun = match &mut self.lockstep {
                        Some(it) => it.begin(client, number, advance, is_connected, sim.sensors().len()),
                        None => Err("this run is not in lock-step; start it with --lockstep".to_string()),
                    };
                    match begun {
                        Ok((step_count, commands)) => {
                            let commands = commands.into_iter().map(|command| (client, number, command));
                            self.commands.extend(commands);
                            self.grant(step_count, tick, wall, pacer);
                        }
                        Err(reason) => hub.answer(client, number, tick, Outcome::Refused(reason)),
                    }
                }
                request if self.lockstep.is_some() && changes_run(&request) => {
                    hub.answer(client, number, tick, Outcome::Refused(REFUSAL.to_string()));
                }
                RunRequest::Command(command) => {
                    // A step shows the effect of an edit that is made while the run is paused.
                    if self.is_paused() && is_edit(command.request()) {
                        self.grant(1, tick, wall, pacer);
                    }
                    self.commands.push((client, number, command));
                }
                RunRequest::Control(
                    control @ (Control::Log(_)
                    | Control::Record(_)
                    | Control::Edits(_)
                    | Control::NextWorld(_)),
                ) => {
                    self.asked.push_back(Asked { control, client, number });
                }
                RunRequest::Control(control) => {
                    let outcome = match control {
                        Control::Snapshot => self.snapshot(wall, sim, hub),
                        Control::Restore(bytes) => self.restore(bytes, sim, hub),
                        control => {
                            self.steer(&control, tick, wall, pacer);
                            Outcome::Done
                        }
                    };
                    hub.answer(client, number, tick, outcome);
                }
                RunRequest::Interest(_) => {}
            }
        }
        self.envelopes = envelopes;
    }

    /// Pause, resume, step, pace, end.
    fn steer(&mut self, control: &Control, tick: u64, wall: Duration, pacer: &mut Pacer) {
        match *control {
            Control::Pause => (self.is_paused, self.granted_count) = (true, 0),
            Control::Resume => {
                if self.is_paused {
                    pacer.anchor(tick, wall);
                }
                self.is_paused = false;
            }
            Control::Step(count) => self.grant(count, tick, wall, pacer),
            Control::SetPace(pace) => self.set_pace(pace, tick, wall, pacer),
            Control::End => self.is_ended = true,
            Control::Snapshot
            | Control::Restore(_)
            | Control::Advance(_)
            | Control::Log(_)
            | Control::Record(_)
            | Control::Edits(_)
            | Control::NextWorld(_) => {}
        }
    }

    fn set_pace(&self, pace: Pace, tick: u64, wall: Duration, pacer: &mut Pacer) {
        pacer.set_pace(pace, tick, wall);
    }

    fn grant(&mut self, count: u32, tick: u64, wall: Duration, pacer: &mut Pacer) {
        if self.granted_count == 0 {
            pacer.anchor(tick, wall);
        }
        self.is_paused = true;
        self.granted_count = self.granted_count.saturating_add(count);
    }

    fn snapshot(&mut self, wall: Duration, sim: &Simulation, hub: &Hub) -> Outcome {
        while self.snapshot_walls.front().is_some_and(|&taken| taken + Duration::from_secs(1) <= wall) {
            self.snapshot_walls.pop_front();
        }
        if self.snapshot_walls.len() >= MOST_SNAPSHOTS {
            return Outcome::Refused("a run takes at most ten snapshots per second; try again".to_string());
        }
        self.snapshot_walls.push_back(wall);
        match sim.snapshot().and_then(|snapshot| snapshot.to_bytes()) {
            Ok(bytes) => {
                let bytes: Arc<[u8]> = bytes.into();
                hub.trust(&bytes);
                Outcome::Snapshot { bytes, seen: Arc::new(sim.observations().clone()) }
            }
            Err(problem) => Outcome::Refused(problem.to_string()),
        }
    }

    /// Bytes from outside are never decoded: they must be those of a snapshot of this run.
    fn restore(&mut self, bytes: Arc<[u8]>, sim: &mut Simulation, hub: &Hub) -> Outcome {
        if !hub.trusts(&bytes) {
            return Outcome::Refused("only snapshots that this run handed out can be restored".to_string());
        }
        match Snapshot::from_bytes(&bytes).and_then(|snapshot| sim.restore(&snapshot)) {
            Ok(()) => {
                self.restored = Some(bytes);
                Outcome::Done
            }
            Err(problem) => Outcome::Refused(problem.to_string()),
        }
    }

    /// The run has another world, at its beginning and paused. Commands that wait were meant for the one before.
    pub(crate) fn forget_world(&mut self, tick: u64, hub: &mut Hub) {
        for (client, number, _) in self.commands.drain(..) {
            let reason = "the run has another world now".to_string();
            hub.answer(client, number, tick, Outcome::Refused(reason));
        }
        (self.is_paused, self.granted_count) = (true, 0);
        self.restored = None;
    }

    /// What a run in lock-step does when its client is late: how long it waited, and whether it ends.
    pub(crate) fn late(&mut self, tick: u64, wall: Duration, pacer: &mut Pacer) -> Option<(Duration, bool)> {
        let lockstep = self.lockstep.as_mut()?;
        let (waited, when_late) = lockstep.late(wall)?;
        let step_count = lockstep.last_step_count();
        match when_late {
            WhenLate::End => self.is_ended = true,
            WhenLate::Continue => self.grant(step_count, tick, wall, pacer),
        }
        Some((waited, self.is_ended))
    }

    /// Whether all steps that were asked for are made.
    pub(crate) fn has_made_all(&self) -> bool {
        self.granted_count == 0
    }

    /// Move the waiting commands into the next step.
    pub(crate) fn hand_over(&mut self, commands: &mut Commands) {
        commands.clear();
        self.waiting.clear();
        self.granted_count = self.granted_count.saturating_sub(1);
        for (client, number, command) in self.commands.drain(..) {
            commands.add(command);
            self.waiting.push((client, number));
        }
    }

    /// Answer the commands of the last step.
    pub(crate) fn answer(&mut self, tick: u64, seen: &Observations, hub: &mut Hub) {
        for (place, (client, number)) in (0u32..).zip(self.waiting.drain(..)) {
            let refused = seen.events.iter().find_map(|event| match event {
                Event::Refused { command, because } if *command == place => Some(because),
                _ => None,
            });
            let advancing = self.lockstep.as_mut().and_then(|it| it.advancing.as_mut());
            if let Some(advancing) = advancing.filter(|it| it.client == client && it.number == number) {
                // Other clients have no commands in lock-step, so that places are those in the client's list.
                advancing.refusals.extend(refused.map(|because| format!("command {place}: {because}")));
                continue;
            }
            let outcome = refused.map_or(Outcome::Done, |because| Outcome::Refused(because.to_string()));
            hub.answer(client, number, tick, outcome);
        }
    }
}

/// Whether a request would change the world, or when its steps are made.
fn changes_run(request: &RunRequest) -> bool {
    use Control::{NextWorld, Pause, Restore, Resume, Step};
    matches!(
        request,
        RunRequest::Command(_) | RunRequest::Control(Pause | Resume | Step(_) | Restore(_) | NextWorld(_))
    )
}

fn is_edit(request: &Request) -> bool {
    !matches!(
        request,
        Request::Drive { .. }
            | Request::Brake { .. }
            | Request::SetTimeout { .. }
            | Request::RollWheels { .. }
    )
}
