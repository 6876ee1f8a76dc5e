//! What the stepping thread does for a bridge: it chooses the steps that matter and hands them on.

use super::{Scenery, TopicSettings};
use skidpad_messages::{Event, Step};

/// At which steps something is due.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Schedule {
    step_ns: u64,
    publish_period_ns: u64,
    clock_period_ns: Option<u64>,
    objects_period_ns: Option<u64>,
    diagnostics_period_ns: Option<u64>,
    is_every_step: bool,
}

impl Schedule {
    /// The schedule of these settings.
    pub fn new(scenery: &Scenery, settings: &TopicSettings) -> Schedule {
        Schedule {
            step_ns: scenery.step_ns,
            publish_period_ns: settings.publish_period_ns,
            clock_period_ns: settings.clock_period_ns,
            objects_period_ns: settings.objects_period_ns,
            diagnostics_period_ns: settings.diagnostics_period_ns,
            is_every_step: settings.has_log_topics,
        }
    }

    /// Whether a message with this period is due at this tick.
    pub fn is_turn(&self, tick: u64, period_ns: u64) -> bool {
        let step_ns = self.step_ns.max(1);
        let every = ((period_ns + step_ns / 2) / step_ns).max(1);
        tick.is_multiple_of(every)
    }

    /// Whether the state of vehicles is due at this tick.
    pub(super) fn is_publish_turn(&self, tick: u64) -> bool {
        self.is_turn(tick, self.publish_period_ns)
    }

    /// Whether a message with this period, if there is one, is due at this tick.
    pub(super) fn is_turn_of(&self, tick: u64, period_ns: Option<u64>) -> bool {
        period_ns.is_some_and(|period_ns| self.is_turn(tick, period_ns))
    }

    /// Whether a message of any kind is due at this tick.
    pub fn is_due(&self, tick: u64) -> bool {
        let others = [self.clock_period_ns, self.objects_period_ns, self.diagnostics_period_ns];
        self.is_every_step
            || self.is_publish_turn(tick)
            || others.into_iter().any(|period_ns| self.is_turn_of(tick, period_ns))
    }
}

/// A step for a bridge: clones cost a few reference counts.
#[derive(Debug, Clone, Default)]
pub struct RosStep {
    /// The step.
    pub step: Step,
    /// For each vehicle, whether it has touched something since the last due step.
    pub touched: Vec<bool>,
}

/// Chooses the steps that a bridge needs; lives on the stepping thread.
#[derive(Debug, Clone)]
pub struct StepFeed {
    schedule: Schedule,
    touched: Vec<bool>,
    has_begun: bool,
}

impl StepFeed {
    /// A feed by this schedule.
    pub fn new(schedule: Schedule) -> StepFeed {
        StepFeed { schedule, touched: Vec::new(), has_begun: false }
    }

    /// Change the schedule.
    pub fn set_schedule(&mut self, schedule: Schedule) {
        self.schedule = schedule;
    }

    /// The step, if the bridge needs it: it is the first, something is due, a reading came, or a body came or went.
    pub fn pass_on(&mut self, step: &Step) -> Option<RosStep> {
        let seen = &step.observations;
        self.touched.resize(seen.vehicles.len(), false);
        for (touched, vehicle) in self.touched.iter_mut().zip(&seen.vehicles) {
            *touched |= vehicle.is_in_collision;
        }
        let is_due = !std::mem::replace(&mut self.has_begun, true) || self.schedule.is_due(step.tick);
        let has_news = seen.events.iter().any(|event| !matches!(event, Event::Contact { .. }));
        if !is_due && !has_news && step.readings.is_empty() {
            return None;
        }
        let touched = self.touched.clone();
        if self.schedule.is_publish_turn(step.tick) {
            self.touched.fill(false);
        }
        Some(RosStep { step: step.clone(), touched })
    }
}
