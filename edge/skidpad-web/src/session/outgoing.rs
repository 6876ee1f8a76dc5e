//! What the run reports and answers becomes messages.

use super::{Pending, ViewerMessage, ViewerSession, Written};
use crate::contract::{
    Advanced, ArrayReading, BlockState, BodyKind, BodyRef, Edits, EventKind, Flag, GnssReading, ImuReading,
    PlaybackPosition, Reading, ServerMessage, State, Status, VehicleState, WorldPose, WrittenFiles,
};
use crate::encode;
use crate::moments::Moment;
use crate::playback::Playback;
use skidpad_link::{Answer, Delivery, Outcome};
use skidpad_messages::{Event, NamedArray, ReadingData, Roster, Step, VehicleObservation};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

impl ViewerSession {
    pub(super) fn send_past(&mut self, id: Option<u64>, step: u64) {
        let Some(moment) = self.shared.moments.nearest(step) else {
            self.refuse(id, "no moment has been kept yet");
            return;
        };
        let page = &self.page;
        (page.place_frames)(&moment.seen, &mut self.frames);
        let (seen, past) = (&moment.seen, Flag::Past as u8);
        let poses = encode::past_poses(seen, &self.frames, page.origin_m());
        let vehicles = encode::vehicles(seen, &*page.find_friction, past);
        let contacts = encode::contacts(seen, page.origin_m(), past);
        for bytes in [Some(poses), Some(vehicles), contacts].into_iter().flatten() {
            self.out.push(ViewerMessage::Binary(bytes));
        }
        let steps = self.shared.moments.steps();
        self.send(ServerMessage::Moments { steps });
    }

    pub(super) fn send_parameters(&mut self, id: Option<u64>, body: Option<BodyRef>) {
        let found = match body {
            None => {
                self.done(id);
                return;
            }
            Some(BodyRef::Vehicle(index)) => self.page.body(BodyKind::Vehicle, index),
            Some(BodyRef::Block(index)) => self.page.body(BodyKind::Block, index),
            Some(BodyRef::Element(index)) => self.page.body(BodyKind::Element, index),
        };
        match found {
            Some(body) => {
                let (place, parameters) = (body.place.clone(), body.parameters.clone());
                self.send(ServerMessage::Selected { id, place, parameters });
            }
            None => self.refuse(id, "there is no such body"),
        }
    }

    pub(super) fn send_state(&mut self, id: Option<u64>) {
        let Some(step) = &self.newest else {
            self.refuse(id, "no step has been made yet");
            return;
        };
        let (seen, file) = (&step.observations, &self.page.file);
        let vehicles = file.vehicles.iter().zip(&seen.vehicles);
        let vehicles = vehicles.map(|(vehicle, it)| vehicle_state(&vehicle.name, it));
        let blocks = file.bodies.iter().filter(|it| it.kind == BodyKind::Block).zip(&seen.blocks);
        let blocks = blocks.map(|(body, it)| BlockState {
            name: body.name.clone(),
            is_present: it.is_present,
            pose: WorldPose::from(&it.pose_in_world),
        });
        self.send(ServerMessage::State(State {
            id,
            step: seen.step,
            time_ns: seen.time_ns,
            tick: step.tick,
            is_paused: step.status.is_paused,
            vehicles: vehicles.collect(),
            blocks: blocks.collect(),
        }));
    }

    /// Take what the run has sent; true when it was the last.
    pub fn deliver(&mut self) -> bool {
        let Delivery { answers, mut steps, dropped_step_count, is_last, .. } = self.client.take();
        for answer in answers {
            self.forward(answer);
        }
        self.dropped_count += dropped_step_count + steps.len().saturating_sub(1) as u64;
        self.send_readings(&steps);
        if let Some(step) = steps.pop() {
            self.send_step(step);
        }
        is_last
    }

    fn forward(&mut self, Answer { number, outcome, .. }: Answer) {
        let Some(pending) = self.pending.remove(&number) else { return };
        if matches!(pending, Pending::Advance { .. }) {
            self.is_advancing = false;
        }
        match (pending, outcome) {
            (Pending::Advance { id }, Outcome::Advanced(advanced)) => self.send_advanced(id, &advanced),
            (Pending::Naming { id, name }, Outcome::Snapshot { bytes, seen }) => {
                match self.shared.moments.name(&name, Moment { seen, snapshot: bytes }) {
                    Ok(()) => self.done(id),
                    Err(reason) => self.refuse(id, &reason),
                }
            }
            (Pending::Leaving, Outcome::Snapshot { bytes, seen }) => {
                self.shared.moments.end_left_line(Moment { seen, snapshot: bytes });
            }
            (Pending::Leaving, _) => {}
            (Pending::Message { id }, Outcome::Text(text)) => match serde_json::from_str(&text) {
                Ok(edits) => self.send(ServerMessage::Edits(Edits { id, ..edits })),
                Err(_) => self.done(id),
            },
            (
                Pending::Message { id } | Pending::Naming { id, .. } | Pending::Advance { id },
                Outcome::Refused(reason),
            ) => self.refuse(id, &reason),
            (Pending::Message { id } | Pending::Naming { id, .. } | Pending::Advance { id }, _) => {
                self.done(id);
            }
        }
    }

    /// The readings that were asked for, then the world after the steps.
    fn send_advanced(&mut self, id: Option<u64>, advanced: &skidpad_link::Advanced) {
        self.has_control = true;
        let seen = &*advanced.observations;
        for reading in &advanced.readings {
            self.send_reading(seen.step, reading);
        }
        let names = advanced.roster.vehicles.iter().map(|vehicle| vehicle.name.as_str());
        let vehicles = names.zip(&seen.vehicles).map(|(name, it)| vehicle_state(name, it)).collect();
        self.send(ServerMessage::Advanced(Advanced {
            id,
            step: seen.step,
            time_ns: seen.time_ns,
            hash: format!("{:016x}", advanced.state_hash),
            vehicles,
            refused: advanced.refusals.clone(),
            missed_count: advanced.missed_count,
        }));
    }

    fn send_step(&mut self, step: Step) {
        let (seen, tick) = (Arc::clone(&step.observations), step.tick);
        let roster = Arc::clone(&step.roster);
        if self.newest.as_ref().is_some_and(|last| seen.step < last.observations.step) {
            self.branch += 1;
        }
        self.shared.update_written(&step.status.writing, seen.time_ns);
        self.newest = Some(step);
        let now = (tick, seen.step);
        if self.sent.replace(now) == Some(now) {
            return;
        }
        let page = &self.page;
        if self.subscription.poses {
            (page.place_frames)(&seen, &mut self.frames);
            let bytes = self.known.message(&seen, &self.frames, page.origin_m());
            self.out.push(ViewerMessage::Binary(bytes));
        }
        if self.subscription.vehicles {
            self.out.push(ViewerMessage::Binary(encode::vehicles(&seen, &*page.find_friction, 0)));
        }
        if self.subscription.contacts
            && let Some(bytes) = encode::contacts(&seen, page.origin_m(), 0)
        {
            self.out.push(ViewerMessage::Binary(bytes));
        }
        for event in &seen.events {
            if let Some(message) = event_message(event, &roster) {
                self.send(message);
            }
        }
    }

    /// The newest reading of each sensor.
    fn send_readings(&mut self, steps: &[Step]) {
        let all = steps.iter().flat_map(|step| step.readings.iter().map(|it| (step.observations.step, it)));
        let newest: BTreeMap<u32, _> = all.map(|(step, it)| (it.sensor.0, (step, it))).collect();
        for (step, reading) in newest.into_values() {
            self.send_reading(step, reading);
        }
    }

    fn send_reading(&mut self, step: u64, reading: &skidpad_messages::Reading) {
        for bytes in encode::reading(reading, step, self.page.origin_m(), self.subscription.max_points) {
            self.out.push(ViewerMessage::Binary(bytes));
        }
        if let Some(message) = reading_message(reading) {
            self.send(message);
        }
    }

    /// Queue the status of the run, as of the newest step.
    pub fn send_status(&mut self) {
        let Some(step) = &self.newest else { return };
        let (seen, status) = (&step.observations, &step.status);
        let [csv, mcap, closed] = self.shared.written().map(|written| written.as_ref().map(written_files));
        let moments = self.shared.moments.span();
        let status = Status {
            step: seen.step,
            time_ns: seen.time_ns,
            is_paused: status.is_paused,
            speed: status.pace.into(),
            real_time_factor: status.realtime_factor,
            missed_deadline_count: status.missed_deadline_count,
            // The time line is a client of the run too, but not a viewer.
            client_count: self.shared.client_count.load(Ordering::Relaxed),
            dropped_count: self.dropped_count,
            branch: self.branch + self.shared.rewind_count.load(Ordering::Relaxed),
            moments: moments.map(|(first, last, count)| [first, last, count as u64]),
            named: self.shared.moments.names(),
            csv,
            mcap,
            closed,
            can_undo: self.shared.moments.can_undo(),
            driven: self.shared.moments.set_points(),
            recording: self.shared.playback.as_deref().map(position),
        };
        self.send(ServerMessage::Status(Box::new(status)));
        let version = self.shared.moments.version();
        if self.moments_version != version {
            self.moments_version = version;
            self.send(ServerMessage::Moments { steps: self.shared.moments.steps() });
        }
    }
}

/// A small reading as text; nothing for readings that are sent as bytes.
pub(crate) fn reading_message(reading: &skidpad_messages::Reading) -> Option<ServerMessage> {
    let (sensor, time_ns) = (reading.sensor.0, reading.stamp_ns);
    let mut small = Reading { sensor, time_ns, imu: None, gnss: None, arrays: None };
    match &reading.data {
        ReadingData::Imu(it) => {
            let (a, w) = (it.linear_acceleration_mps2, it.angular_velocity_radps);
            let (acceleration_mps2, rate_radps) = ([a.x, a.y, a.z], [w.x, w.y, w.z]);
            small.imu = Some(ImuReading { acceleration_mps2, rate_radps });
        }
        ReadingData::Gnss(it) if it.has_fix => {
            let (latitude_deg, longitude_deg) = (it.latitude_deg, it.longitude_deg);
            small.gnss = Some(GnssReading { latitude_deg, longitude_deg, height_m: it.altitude_m });
        }
        ReadingData::Arrays(it) => small.arrays = Some(it.arrays.iter().map(array_reading).collect()),
        _ => return None,
    }
    Some(ServerMessage::Reading(small))
}

/// Files with the size that the first of them has now.
fn written_files(written: &Written) -> WrittenFiles {
    let Written { since_ns, files } = written;
    let size_bytes = std::fs::metadata(&files.first).ok().map(|found| found.len());
    // A web page that is the simulator has no folders.
    let file = std::path::absolute(&files.first)
        .map_or_else(|_| files.first.clone(), |path| path.display().to_string());
    WrittenFiles { since_ns: *since_ns, file, file_count: files.count, size_bytes }
}

fn vehicle_state(name: &str, seen: &VehicleObservation) -> VehicleState {
    let twist = &seen.twist_in_vehicle;
    VehicleState {
        name: name.to_string(),
        pose: WorldPose::from(&seen.pose_in_world),
        twist: [twist.vx_mps, twist.vy_mps, twist.yaw_rate_radps],
    }
}

fn position(playback: &Playback) -> PlaybackPosition {
    let (tick, end_tick) = (playback.tick(), playback.end_tick());
    PlaybackPosition { tick, end_tick, differs_at: playback.differs_at() }
}

/// An array, thinned to what a plot can show.
fn array_reading(array: &NamedArray) -> ArrayReading {
    const MOST: usize = 512;
    let stride = array.values.len().div_ceil(MOST).max(1);
    let value = |value: &f64| value.is_finite().then_some(*value);
    ArrayReading {
        name: array.name.clone(),
        unit: array.unit.clone(),
        count: array.values.len() as u64,
        values: array.values.iter().step_by(stride).map(value).collect(),
    }
}

/// What a person should know; contacts are drawn instead.
fn event_message(event: &Event, roster: &Roster) -> Option<ServerMessage> {
    let kind = match event {
        Event::Quarantined { .. } => EventKind::Quarantined,
        Event::TimedOut { .. } => EventKind::TimedOut,
        Event::Tipping { .. } => EventKind::Tipping,
        Event::ExtensionFailed { .. } => EventKind::ExtensionFailed,
        Event::Note { .. } => EventKind::Note,
        _ => return None,
    };
    Some(ServerMessage::Event { kind, text: event.describe(roster) })
}
