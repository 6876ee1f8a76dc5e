//! What a client says becomes requests of the run, or is refused with a reason.

use super::{ClientSession, MOST_BODIES, MOST_PENDING, MOST_PER_SECOND, Pending, interest};
use crate::message::{Message as Said, Numbered, Subscription, teleport};
use crate::moments::Moment;
use crate::playback::Playback;
use serde_json::json;
use skidpad_link::{Control, LinkProblem};
use skidpad_messages::{Pace, Request, VehicleId};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

impl ClientSession<'_> {
    /// Too many messages in a second end the conversation.
    pub(super) fn count_message(&mut self) {
        if self.second.0.elapsed() > Duration::from_secs(1) {
            self.second = (Instant::now(), 0);
        }
        self.second.1 += 1;
        if self.second.1 > MOST_PER_SECOND {
            self.is_leaving = Some("too many messages");
        }
    }

    pub(super) fn hear(&mut self, text: &str) {
        self.count_message();
        match serde_json::from_str::<Numbered>(text) {
            Ok(Numbered { id, message }) => self.obey(id, message),
            Err(error) => self.refuse(None, &format!("not understood: {error}")),
        }
    }

    fn obey(&mut self, id: Option<u64>, message: Said) {
        match self.shared.playback.clone() {
            Some(playback) => self.obey_viewer_of(&playback, id, message),
            None => self.obey_in_run(id, message),
        }
    }

    /// A recording can be looked at and gone through; nothing in it can be changed.
    fn obey_viewer_of(&mut self, playback: &Playback, id: Option<u64>, message: Said) {
        let is_over = playback.tick() >= playback.end_tick();
        let start = || playback.nearest(0);
        match (message, start()) {
            (Said::Branch { step }, _) => match playback.nearest(step) {
                Some(moment) => self.go_to(id, &moment),
                None => self.refuse(id, "the recording is not read so far yet"),
            },
            (Said::Reset, Some(moment)) => self.go_to(id, &moment),
            // As with any player, one that stands at the end begins again.
            (Said::Play, Some(moment)) if is_over => {
                self.go_to(None, &moment);
                self.control(id, Control::Resume);
            }
            (Said::Step { .. }, _) if is_over => self.refuse(id, "the recording ends here"),
            (
                Said::Drive { .. }
                | Said::Teleport { .. }
                | Said::Spawn(_)
                | Said::Remove { .. }
                | Said::Record { .. }
                | Said::Peek { .. }
                | Said::Snapshot { .. }
                | Said::Restore { .. }
                | Said::Reset,
                _,
            ) => self.refuse(id, "this is a recording: it can be looked at, not changed"),
            (message, _) => self.obey_in_run(id, message),
        }
    }

    fn obey_in_run(&mut self, id: Option<u64>, message: Said) {
        match message {
            Said::Hello { .. } => self.refuse(id, "hello was said already"),
            Said::Subscribe(subscription) => self.subscribe(id, subscription),
            Said::Play => self.control(id, Control::Resume),
            Said::Pause => self.control(id, Control::Pause),
            Said::Step { count: 10_001.. } => self.refuse(id, "the number of steps must be from 1 to 10000"),
            Said::Step { count } => self.control(id, Control::Step(count)),
            Said::Speed { factor } => self.set_pace(id, factor.pace()),
            Said::Reset => {
                self.turn_back(0);
                self.ask(id, Request::Reset);
            }
            Said::Drive { vehicle, drive } => {
                let request = Request::Drive { vehicle: VehicleId(vehicle), drive: drive.drive() };
                if self.ask(id, request) {
                    let news = json!({ "type": "drive", "vehicle": vehicle, "drive": drive });
                    let _ = self.shared.news.send(news.to_string().into());
                }
            }
            Said::Teleport { body, pose } => {
                self.ask(id, teleport(body, pose));
            }
            Said::Spawn(_) if self.show.about.bodies.len() >= MOST_BODIES => {
                self.refuse(id, "the world is full: viewers may add things to a world of up to 1000");
            }
            Said::Spawn(newcomer) => {
                self.ask(id, newcomer.request());
            }
            Said::Remove { body } => {
                self.ask(id, Request::Remove { body: body.id() });
            }
            Said::Select { body } => self.tell_about(id, body),
            Said::Peek { step } => self.show_past(id, step),
            Said::Branch { step } => match self.shared.moments.nearest(step) {
                Some(moment) => self.go_to(id, &moment),
                None => self.refuse(id, "no moment is kept yet"),
            },
            Said::Restore { name } => match self.shared.moments.named(&name) {
                Some(moment) => self.go_to(id, &moment),
                None => self.refuse(id, "no moment has this name"),
            },
            Said::Snapshot { name } if name.is_empty() || name.len() > 255 => {
                self.refuse(id, "a name has 1 to 255 characters");
            }
            Said::Snapshot { name } => {
                let number = self.client.control(Control::Snapshot);
                self.expect(number, Pending::Naming { id, name });
            }
            Said::Record { csv: Some(request), mcap: None } => self.control(id, request.logs()),
            Said::Record { csv: None, mcap: Some(request) } => self.control(id, request.recording()),
            Said::Record { .. } => self.refuse(id, "say csv or mcap"),
            Said::Inspect => self.tell_state(id),
        }
    }

    fn subscribe(&mut self, id: Option<u64>, subscription: Subscription) {
        if !subscription.rate_hz.is_finite() || subscription.rate_hz < 0.0 {
            self.refuse(id, "the rate must be from 0 to 120 Hz");
            return;
        }
        let number = self.client.set_interest(interest(&subscription));
        self.subscription = subscription;
        // Who asks may have begun anew, with a scene as it was at the start.
        self.forget_what_was_told();
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

    fn ask(&mut self, id: Option<u64>, request: Request) -> bool {
        let number = self.client.ask(request);
        let is_taken = number.is_ok();
        self.expect(number, Pending::Message { id });
        is_taken
    }

    /// Remember who waits for an answer, or say why there will be none.
    fn expect(&mut self, number: Result<u64, LinkProblem>, pending: Pending) {
        match number {
            Ok(number) => {
                if self.pending.len() >= MOST_PENDING {
                    self.pending.pop_first();
                }
                self.pending.insert(number, pending);
            }
            Err(problem) => {
                let (Pending::Message { id } | Pending::Naming { id, .. }) = pending;
                self.refuse(id, &problem.to_string());
            }
        }
    }

    pub(super) fn done(&mut self, id: Option<u64>) {
        if let Some(id) = id {
            self.say(json!({ "type": "done", "id": id }));
        }
    }

    pub(super) fn refuse(&mut self, id: Option<u64>, reason: &str) {
        let mut text = json!({ "type": "refused", "reason": reason });
        if let Some(id) = id {
            text["id"] = json!(id);
        }
        self.say(text);
    }

    fn go_to(&mut self, id: Option<u64>, moment: &Moment) {
        self.turn_back(moment.seen.step);
        self.control(id, Control::Restore(Arc::clone(&moment.snapshot)));
    }

    /// Time goes back to a step: what lay after it is another branch.
    fn turn_back(&mut self, step: u64) {
        self.shared.moments.cut_after(step);
        self.shared.turned_back_count.fetch_add(1, Ordering::Relaxed);
    }
}
