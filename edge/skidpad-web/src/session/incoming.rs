//! Messages of a client become requests to the run, or are refused with a reason.

use super::{MAX_ADVANCE, MAX_MESSAGES_PER_SECOND, MAX_PENDING, Pending, ViewerSession, interest};
use crate::contract::{AdvanceCommand, Capability, ClientMessage, Request, ServerMessage, Subscription};
use crate::moments::Moment;
use crate::playback::Playback;
use skidpad_link::{Advance, Control, EditControl, LinkProblem};
use skidpad_messages::Pace;
use skidpad_messages::{Request as WorldRequest, SensorId, VehicleId};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

impl ViewerSession {
    /// Too many messages in a second end the session. `now` is the time since any fixed moment.
    pub(crate) fn count_message(&mut self, now: Duration) {
        if now.saturating_sub(self.second.0) > Duration::from_secs(1) {
            self.second = (now, 0);
        }
        self.second.1 += 1;
        if self.second.1 > MAX_MESSAGES_PER_SECOND {
            self.close_reason = Some("too many messages");
        }
    }

    /// Handle a text message of the viewer. `now` is the time since any fixed moment.
    pub fn receive(&mut self, text: &str, now: Duration) {
        let request = serde_json::from_str::<Request>(text);
        // A client that waits for the answer to each `advance` may send the next one as soon as it likes.
        let is_in_turn = matches!(&request, Ok(Request { message: ClientMessage::Advance { .. }, .. }));
        if !is_in_turn || self.is_advancing {
            self.count_message(now);
        }
        match request {
            Ok(Request { id, message }) => match self.shared.playback.clone() {
                Some(playback) => self.handle_in_playback(&playback, id, message),
                None => self.handle_in_run(id, message),
            },
            Err(error) => self.refuse(None, &format!("the message could not be read: {error}")),
        }
    }

    /// A recording can be watched and searched; nothing in it can be changed.
    fn handle_in_playback(&mut self, playback: &Playback, id: Option<u64>, message: ClientMessage) {
        let is_over = playback.tick() >= playback.end_tick();
        match (message, playback.nearest(0)) {
            (ClientMessage::Branch { step }, _) => match playback.nearest(step) {
                Some(moment) => self.go_to(id, &moment),
                None => self.refuse(id, "this part of the recording has not been read yet"),
            },
            (ClientMessage::Reset, Some(moment)) => self.go_to(id, &moment),
            // As in any player, playing from the end starts again.
            (ClientMessage::Play, Some(moment)) if is_over => {
                self.go_to(None, &moment);
                self.control(id, Control::Resume);
            }
            (ClientMessage::Step { .. }, _) if is_over => self.refuse(id, "the recording ends here"),
            (
                ClientMessage::Drive { .. }
                | ClientMessage::Brake { .. }
                | ClientMessage::Teleport { .. }
                | ClientMessage::Spawn(_)
                | ClientMessage::Remove { .. }
                | ClientMessage::Record { .. }
                | ClientMessage::Edits { .. }
                | ClientMessage::Peek { .. }
                | ClientMessage::Snapshot { .. }
                | ClientMessage::Restore { .. }
                | ClientMessage::Undo
                | ClientMessage::Advance { .. }
                | ClientMessage::Reset,
                _,
            ) => self.refuse(id, "this is a recording: it can be watched, but not changed"),
            (message, _) => self.handle_in_run(id, message),
        }
    }

    fn handle_in_run(&mut self, id: Option<u64>, message: ClientMessage) {
        let is_lockstep = self.page.capabilities.contains(&Capability::Lockstep);
        if is_lockstep && goes_back(&message) {
            self.refuse(id, "the run is in lock-step: time goes on with advance");
            return;
        }
        match message {
            ClientMessage::Hello { .. } => self.refuse(id, "hello may only be the first message"),
            ClientMessage::Subscribe(subscription) => self.subscribe(id, subscription),
            ClientMessage::Play => self.control(id, Control::Resume),
            ClientMessage::Pause => self.control(id, Control::Pause),
            ClientMessage::Step { count: 10_001.. } => {
                self.refuse(id, "the number of steps must be from 1 to 10000");
            }
            ClientMessage::Step { count } => self.control(id, Control::Step(count)),
            ClientMessage::Speed { factor } => self.set_pace(id, factor.pace()),
            ClientMessage::Reset => {
                self.leave_time_line();
                self.ask(id, WorldRequest::Reset);
                self.rewind_to(0);
            }
            ClientMessage::Undo => match self.undo() {
                Some(number) => {
                    self.shared.rewind_count.fetch_add(1, Ordering::Relaxed);
                    self.expect(number, Pending::Message { id });
                }
                None => self.refuse(id, "there is no earlier time line to return to"),
            },
            ClientMessage::Quit => self.control(id, Control::End),
            ClientMessage::Drive { vehicle, drive } => {
                let request = WorldRequest::Drive { vehicle: VehicleId(vehicle), drive: drive.drive() };
                if self.ask(id, request) {
                    let step = self.newest.as_ref().map_or(0, |step| step.observations.step);
                    self.shared.moments.add_set_point(step + 1, vehicle, drive);
                    let message = ServerMessage::Drive { vehicle, drive };
                    self.for_all.push(serde_json::to_string(&message).unwrap_or_default());
                }
            }
            ClientMessage::Brake { vehicle, brake } => {
                self.ask(id, WorldRequest::Brake { vehicle: VehicleId(vehicle), brake: brake.brake() });
            }
            ClientMessage::Teleport { body, pose } => {
                self.ask(id, WorldRequest::Teleport { body: body.id(), pose_in_world: pose.pose() });
            }
            ClientMessage::Spawn(spawn) => {
                self.ask(id, spawn.request());
            }
            ClientMessage::Remove { body } => {
                self.ask(id, WorldRequest::Remove { body: body.id() });
            }
            ClientMessage::Select { body } => self.send_parameters(id, body),
            ClientMessage::Peek { step } => self.send_past(id, step),
            ClientMessage::Branch { step } => match self.shared.moments.nearest(step) {
                Some(moment) => self.go_to(id, &moment),
                None => self.refuse(id, "no moment has been kept yet"),
            },
            ClientMessage::Restore { name } => match self.shared.moments.named(&name) {
                Some(moment) => self.go_to(id, &moment),
                None => self.refuse(id, "there is no moment of this name"),
            },
            ClientMessage::Snapshot { name } if name.is_empty() || name.len() > 255 => {
                self.refuse(id, "a name must have 1 to 255 bytes");
            }
            ClientMessage::Snapshot { name } => {
                let number = self.client.control(Control::Snapshot);
                self.expect(number, Pending::Naming { id, name });
            }
            ClientMessage::Record { csv: Some(action), mcap: None } => self.control(id, action.for_logs()),
            ClientMessage::Record { csv: None, mcap: Some(action) } => {
                self.control(id, action.for_recording());
            }
            ClientMessage::Record { .. } => self.refuse(id, "record needs either csv or mcap"),
            ClientMessage::Edits { save, in_place, expanded } => {
                let edits = EditControl { is_saved: save, in_place, is_expanded: expanded };
                self.control(id, Control::Edits(edits));
            }
            ClientMessage::Inspect => self.send_state(id),
            ClientMessage::Advance { steps, commands, sensors } => {
                self.advance(id, steps, commands, &sensors);
            }
        }
    }

    /// Make steps in lock-step.
    fn advance(&mut self, id: Option<u64>, steps: u32, commands: Vec<AdvanceCommand>, sensors: &[u32]) {
        if !(1..=MAX_ADVANCE).contains(&steps) {
            self.refuse(id, "the number of steps must be from 1 to 10000");
            return;
        }
        let resets = commands.contains(&AdvanceCommand::Reset);
        let requests = commands.into_iter().map(AdvanceCommand::request).collect();
        let sensors = sensors.iter().map(|sensor| SensorId(*sensor)).collect();
        let number = Advance::new(steps, requests, sensors)
            .and_then(|advance| self.client.control(Control::Advance(advance)));
        self.is_advancing |= number.is_ok();
        if resets && number.is_ok() && self.has_control {
            self.rewind_to(0);
        }
        self.expect(number, Pending::Advance { id });
    }

    fn subscribe(&mut self, id: Option<u64>, subscription: Subscription) {
        if !subscription.rate_hz.is_finite() || subscription.rate_hz < 0.0 {
            self.refuse(id, "the rate must be from 0 to 120 Hz");
            return;
        }
        let number = self.client.set_interest(interest(&subscription));
        self.subscription = subscription;
        // The client may have loaded the scene again, with poses as they were at the start.
        self.forget_sent_poses();
        match number {
            Ok(_) => self.done(id),
            Err(problem) => self.refuse(id, &problem.to_string()),
        }
    }

    fn set_pace(&mut self, id: Option<u64>, pace: Pace) {
        if let Pace::RealTime(factor) = pace
            && !(1e-3..=1e3).contains(&factor)
        {
            self.refuse(id, "the speed must be from 0.001 to 1000 times real time");
            return;
        }
        self.control(id, Control::SetPace(pace));
    }

    fn control(&mut self, id: Option<u64>, control: Control) {
        let number = self.client.control(control);
        self.expect(number, Pending::Message { id });
    }

    fn ask(&mut self, id: Option<u64>, request: WorldRequest) -> bool {
        let number = self.client.ask(request);
        let is_taken = number.is_ok();
        self.expect(number, Pending::Message { id });
        is_taken
    }

    /// Remember a request until it is answered, or refuse it now.
    fn expect(&mut self, number: Result<u64, LinkProblem>, pending: Pending) {
        match number {
            Ok(number) => {
                if self.pending.len() >= MAX_PENDING {
                    self.pending.pop_first();
                }
                self.pending.insert(number, pending);
            }
            Err(problem) => match pending {
                Pending::Message { id } | Pending::Naming { id, .. } | Pending::Advance { id } => {
                    self.refuse(id, &problem.to_string());
                }
                // The last kept moment ends the line instead.
                Pending::Leaving => {}
            },
        }
    }

    pub(super) fn done(&mut self, id: Option<u64>) {
        if let Some(id) = id {
            self.send(ServerMessage::Done { id });
        }
    }

    pub(super) fn refuse(&mut self, id: Option<u64>, reason: &str) {
        self.send(ServerMessage::Refused { id, reason: reason.to_string() });
    }

    /// Time is about to be set back: keep the present moment, so that `undo` returns to it.
    fn leave_time_line(&mut self) {
        if self.shared.playback.is_none() {
            let number = self.client.control(Control::Snapshot);
            self.expect(number, Pending::Leaving);
        }
    }

    fn go_to(&mut self, id: Option<u64>, moment: &Moment) {
        self.leave_time_line();
        self.control(id, Control::Restore(Arc::clone(&moment.snapshot)));
        self.rewind_to(moment.seen.step);
    }

    /// Return to the time line that was left last; the number of the request, if there is one.
    fn undo(&self) -> Option<Result<u64, LinkProblem>> {
        self.shared.moments.undo(|end| self.client.control(Control::Restore(end.snapshot)))
    }

    /// The run has been told to go back to a step: the moments after it are forgotten. A snapshot that anyone asks for
    /// from now on is of the new line.
    fn rewind_to(&mut self, step: u64) {
        self.shared.moments.cut_after(step);
        self.shared.rewind_count.fetch_add(1, Ordering::Relaxed);
    }
}

/// Whether a message sets time back.
fn goes_back(message: &ClientMessage) -> bool {
    matches!(
        message,
        ClientMessage::Branch { .. }
            | ClientMessage::Restore { .. }
            | ClientMessage::Undo
            | ClientMessage::Reset
    )
}
