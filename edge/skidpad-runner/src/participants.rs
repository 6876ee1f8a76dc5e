//! The participants of a run, called on the stepping thread in the order in which they joined.

use skidpad_link::{Failure, NextStep, Participant, RunEnd, SensorChoice};
use skidpad_messages::{Commands, SensorId, Step};
use std::sync::Arc;

/// Identifies a participant of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParticipantId(u64);

#[derive(Default)]
pub(crate) struct Participants {
    members: Vec<Member>,
    next_id: u64,
    failures: Vec<(String, Failure)>,
}

struct Member {
    id: ParticipantId,
    name: String,
    participant: Box<dyn Participant>,
    sensors: SensorChoice,
}

impl Participants {
    pub(crate) fn add(&mut self, name: &str, participant: Box<dyn Participant>) -> ParticipantId {
        let id = ParticipantId(self.next_id);
        self.next_id += 1;
        self.members.push(Member { id, name: name.to_string(), participant, sensors: SensorChoice::None });
        id
    }

    pub(crate) fn remove(&mut self, id: ParticipantId) -> Option<Box<dyn Participant>> {
        let place = self.members.iter().position(|member| member.id == id)?;
        Some(self.members.remove(place).participant)
    }

    /// Forget which sensors are wanted by their numbers: those of another world are others.
    pub(crate) fn forget_sensors(&mut self) {
        for member in self.members.iter_mut().filter(|member| member.sensors != SensorChoice::All) {
            member.sensors = SensorChoice::None;
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// Call every participant before a step. Returns whether one of them wants the hash of its state.
    pub(crate) fn before_step(
        &mut self,
        tick: u64,
        time_ns: u64,
        commands: &mut Commands,
        restored: Option<&Arc<[u8]>>,
    ) -> bool {
        let mut wants_hash = false;
        for Member { participant, sensors, .. } in &mut self.members {
            let wants_hash = &mut wants_hash;
            participant.before_step(&mut NextStep { tick, time_ns, commands, sensors, wants_hash, restored });
        }
        wants_hash
    }

    /// Whether a participant wants a reading of this sensor with the step in which it is due.
    pub(crate) fn want(&self, sensor: SensorId) -> bool {
        self.members.iter().any(|member| member.sensors.has(sensor))
    }

    /// Pass a step to every participant. One that fails is removed.
    pub(crate) fn after_step(&mut self, step: &Step) {
        let failures = &mut self.failures;
        self.members.retain_mut(|member| match member.participant.after_step(step) {
            Ok(()) => true,
            Err(failure) => {
                failures.push((member.name.clone(), failure));
                false
            }
        });
    }

    /// The next failure that has not been reported yet.
    pub(crate) fn take_failure(&mut self) -> Option<(String, Failure)> {
        if self.failures.is_empty() { None } else { Some(self.failures.remove(0)) }
    }

    /// Finish every participant. Returns all failures that have not been reported yet.
    pub(crate) fn finish(&mut self, end: &RunEnd) -> Vec<(String, Failure)> {
        for mut member in self.members.drain(..) {
            if let Err(failure) = member.participant.finish(end) {
                self.failures.push((member.name, failure));
            }
        }
        std::mem::take(&mut self.failures)
    }
}
