//! What the run shows and answers becomes messages.

use super::{ClientSession, Pending};
use crate::about::BodyKind;
use crate::encode;
use crate::message::BodyName;
use crate::moments::Moment;
use crate::routes::Written;
use serde_json::{Value, json};
use skidpad_link::{Answer, Delivery, Outcome};
use skidpad_messages::{Event, Pace, ReadingData, Roster, Step};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tokio_tungstenite::tungstenite::{Bytes, Message};

impl ClientSession<'_> {
    pub(super) fn show_past(&mut self, id: Option<u64>, step: u64) {
        let Some(moment) = self.shared.moments.nearest(step) else {
            self.refuse(id, "no moment is kept yet");
            return;
        };
        let show = &self.show;
        (show.place_frames)(&moment.seen, &mut self.frames);
        let bytes = encode::past_poses(&moment.seen, &self.frames, show.origin_m);
        self.out.push(Message::Binary(Bytes::from(bytes)));
        let steps = self.shared.moments.steps();
        self.say(json!({ "type": "moments", "steps": steps }));
    }

    pub(super) fn tell_about(&mut self, id: Option<u64>, body: Option<BodyName>) {
        let Some(body) = body else {
            self.done(id);
            return;
        };
        let (kind, index) = match body {
            BodyName::Vehicle(index) => (BodyKind::Vehicle, index),
            BodyName::Block(index) => (BodyKind::Block, index),
        };
        let bodies = &self.show.about.bodies;
        match bodies.iter().find(|it| it.kind == kind && it.index == index) {
            Some(it) => {
                let text =
                    json!({ "type": "selected", "id": id, "place": it.place, "parameters": it.parameters });
                self.say(text);
            }
            None => self.refuse(id, "there is no such body"),
        }
    }

    pub(super) fn tell_state(&mut self, id: Option<u64>) {
        let Some(frame) = &self.newest else {
            self.refuse(id, "nothing was seen yet");
            return;
        };
        let seen = &frame.observations;
        let names = self.show.about.vehicles.iter().map(|vehicle| vehicle.name.as_str());
        let vehicles: Vec<Value> = names
            .zip(&seen.vehicles)
            .map(|(name, it)| {
                let (pose, twist) = (&it.pose_in_world, &it.twist_in_vehicle);
                json!({
                    "name": name,
                    "pose": [pose.x_m, pose.y_m, pose.z_m, pose.yaw_rad, pose.pitch_rad, pose.roll_rad],
                    "twist": [twist.vx_mps, twist.vy_mps, twist.yaw_rate_radps],
                })
            })
            .collect();
        let bodies = self.show.about.bodies.iter().filter(|it| it.kind == BodyKind::Block);
        let blocks: Vec<Value> = bodies
            .zip(&seen.blocks)
            .map(|(body, it)| {
                let pose = &it.pose_in_world;
                json!({
                    "name": body.name, "is_present": it.is_present,
                    "pose": [pose.x_m, pose.y_m, pose.z_m, pose.yaw_rad, pose.pitch_rad, pose.roll_rad],
                })
            })
            .collect();
        let text = json!({
            "type": "state", "id": id, "step": seen.step, "time_ns": seen.time_ns, "tick": frame.tick,
            "is_paused": frame.status.is_paused, "vehicles": vehicles, "blocks": blocks,
        });
        self.say(text);
    }

    /// Take what the run has for us; true when it was the last.
    pub(super) fn deliver(&mut self) -> bool {
        let Delivery { answers, mut steps, dropped_step_count, is_last, .. } = self.client.take();
        for answer in answers {
            self.pass_on(answer);
        }
        self.dropped_count += dropped_step_count + steps.len().saturating_sub(1) as u64;
        self.send_readings(&steps);
        if let Some(step) = steps.pop() {
            self.send_step(step);
        }
        is_last
    }

    fn pass_on(&mut self, Answer { number, outcome, .. }: Answer) {
        let Some(pending) = self.pending.remove(&number) else { return };
        match (pending, outcome) {
            (Pending::Naming { id, name }, Outcome::Snapshot { bytes, seen }) => {
                match self.shared.moments.name(&name, Moment { seen, snapshot: bytes }) {
                    Ok(()) => self.done(id),
                    Err(reason) => self.refuse(id, &reason),
                }
            }
            (Pending::Message { id } | Pending::Naming { id, .. }, Outcome::Refused(reason)) => {
                self.refuse(id, &reason);
            }
            (Pending::Message { id } | Pending::Naming { id, .. }, _) => self.done(id),
        }
    }

    fn send_step(&mut self, step: Step) {
        let (seen, tick) = (Arc::clone(&step.observations), step.tick);
        let roster = Arc::clone(&step.roster);
        if self.newest.as_ref().is_some_and(|last| seen.step < last.observations.step) {
            self.branch += 1;
        }
        self.shared.see_writing(&step.status.writing, seen.time_ns);
        self.newest = Some(step);
        let now = (tick, seen.step);
        if self.shown.replace(now) == Some(now) {
            return;
        }
        let show = &self.show;
        if self.subscription.poses {
            (show.place_frames)(&seen, &mut self.frames);
            let bytes = self.known.message(&seen, &self.frames, show.origin_m);
            self.out.push(Message::Binary(Bytes::from(bytes)));
        }
        if self.subscription.vehicles {
            self.out.push(Message::Binary(Bytes::from(encode::vehicles(&seen, &*show.find_friction))));
        }
        if self.subscription.contacts
            && let Some(bytes) = encode::contacts(&seen, show.origin_m)
        {
            self.out.push(Message::Binary(Bytes::from(bytes)));
        }
        for event in &seen.events {
            if let Some(text) = event_text(event, &roster) {
                self.say(text);
            }
        }
    }

    /// The newest reading of each sensor.
    fn send_readings(&mut self, steps: &[Step]) {
        let all = steps.iter().flat_map(|step| step.readings.iter().map(|it| (step.observations.step, it)));
        let newest: BTreeMap<u32, _> = all.map(|(step, it)| (it.sensor.0, (step, it))).collect();
        for (sensor, (step, reading)) in newest {
            for bytes in encode::reading(reading, step, self.show.origin_m) {
                self.out.push(Message::Binary(Bytes::from(bytes)));
            }
            let text = match &reading.data {
                ReadingData::Imu(imu) => {
                    let (a, w) = (imu.linear_acceleration_mps2, imu.angular_velocity_radps);
                    json!({ "imu": { "acceleration_mps2": [a.x, a.y, a.z], "rate_radps": [w.x, w.y, w.z] } })
                }
                ReadingData::Gnss(it) if it.has_fix => json!({ "gnss": {
                    "latitude_deg": it.latitude_deg, "longitude_deg": it.longitude_deg, "height_m": it.altitude_m,
                } }),
                _ => continue,
            };
            let mut message = json!({ "type": "reading", "sensor": sensor, "time_ns": reading.stamp_ns });
            if let (Some(message), Value::Object(text)) = (message.as_object_mut(), text) {
                message.extend(text);
            }
            self.say(message);
        }
    }

    pub(super) fn tell_status(&mut self) {
        let Some(frame) = &self.newest else { return };
        let (seen, status) = (&frame.observations, &frame.status);
        let speed = match status.pace {
            Pace::Max => json!("max"),
            Pace::RealTime(factor) => json!(factor),
        };
        let turned = self.shared.turned_back_count.load(Ordering::Relaxed);
        let [csv, mcap] = self.shared.written().map(|written| {
            let Written { since_ns, files } = written?;
            Some(json!({ "since_ns": since_ns, "file": files.first, "file_count": files.count }))
        });
        // The time line itself is a client; people count only those who look.
        let looking = self.shared.room_taken();
        let mut text = json!({
            "type": "status", "step": seen.step, "time_ns": seen.time_ns, "is_paused": status.is_paused,
            "speed": speed, "real_time_factor": status.realtime_factor,
            "missed_deadline_count": status.missed_deadline_count, "client_count": looking,
            "dropped_count": self.dropped_count, "branch": self.branch + turned,
            "moments": self.shared.moments.span(), "named": self.shared.moments.names(),
            "csv": csv, "mcap": mcap,
        });
        if let Some(playback) = &self.shared.playback {
            text["recording"] = json!({ "tick": playback.tick(), "end_tick": playback.end_tick() });
            if let Some(tick) = playback.differs_at() {
                text["recording"]["differs_at"] = json!(tick);
            }
        }
        self.say(text);
    }
}

/// Events that a person should read; contacts are drawn instead.
fn event_text(event: &Event, roster: &Roster) -> Option<Value> {
    let kind = match event {
        Event::Quarantined { .. } => "quarantined",
        Event::TimedOut { .. } => "timed_out",
        _ => return None,
    };
    Some(json!({ "type": "event", "kind": kind, "text": event.describe(roster) }))
}
