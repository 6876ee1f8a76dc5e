//! When each step is due.

use skidpad_messages::Pace;
use std::time::Duration;

/// Time over which the real-time factor is measured.
const WINDOW: Duration = Duration::from_millis(500);

/// Computes when each step is due and counts those that begin late.
///
/// The schedule is relative to an anchor, a wall time and the step due then, so rounding does not accumulate.
/// A new pace, or the end of a pause, sets a new anchor: a pause is not caught up with.
#[derive(Debug, Clone)]
pub(crate) struct Pacer {
    step_ns: u64,
    pace: Pace,
    anchor_wall: Duration,
    anchor_tick: u64,
    missed_deadline_count: u64,
    window_wall: Duration,
    window_tick: u64,
    realtime_factor: f64,
}

impl Pacer {
    pub(crate) fn new(step_ns: u64, pace: Pace, wall: Duration) -> Self {
        Pacer {
            step_ns,
            pace,
            anchor_wall: wall,
            anchor_tick: 0,
            missed_deadline_count: 0,
            window_wall: wall,
            window_tick: 0,
            realtime_factor: 0.0,
        }
    }

    /// The pace of another world from this step on.
    pub(crate) fn for_world(&self, step_ns: u64, tick: u64, wall: Duration) -> Self {
        let new = Pacer::new(step_ns, self.pace, wall);
        Pacer { anchor_tick: tick, window_tick: tick, ..new }
    }

    pub(crate) fn pace(&self) -> Pace {
        self.pace
    }

    pub(crate) fn missed_deadline_count(&self) -> u64 {
        self.missed_deadline_count
    }

    pub(crate) fn realtime_factor(&self) -> f64 {
        self.realtime_factor
    }

    /// Use another pace from this step on.
    pub(crate) fn set_pace(&mut self, pace: Pace, tick: u64, wall: Duration) {
        self.pace = pace;
        self.anchor(tick, wall);
    }

    /// Set a new anchor.
    pub(crate) fn anchor(&mut self, tick: u64, wall: Duration) {
        (self.anchor_tick, self.anchor_wall) = (tick, wall);
    }

    /// Time until the step with this number is due; zero if it is due.
    pub(crate) fn time_left(&self, tick: u64, wall: Duration) -> Duration {
        match self.pace {
            Pace::Max => Duration::ZERO,
            Pace::RealTime(factor) => self.due(tick, factor).saturating_sub(wall),
        }
    }

    /// The step with this number begins.
    pub(crate) fn begin(&mut self, tick: u64, wall: Duration) {
        if let Pace::RealTime(factor) = self.pace {
            let late = wall.saturating_sub(self.due(tick, factor));
            self.missed_deadline_count += u64::from(late > self.span(1, factor));
        }
        let passed = wall.saturating_sub(self.window_wall);
        if passed >= WINDOW {
            let simulated_s = (tick - self.window_tick) as f64 * self.step_ns as f64 * 1e-9;
            self.realtime_factor = simulated_s / passed.as_secs_f64();
            (self.window_tick, self.window_wall) = (tick, wall);
        }
    }

    fn due(&self, tick: u64, factor: f64) -> Duration {
        self.anchor_wall.saturating_add(self.span(tick - self.anchor_tick, factor))
    }

    /// Wall time that this many steps take.
    fn span(&self, step_count: u64, factor: f64) -> Duration {
        let simulated_s = (step_count as f64) * (self.step_ns as f64) * 1e-9;
        Duration::try_from_secs_f64(simulated_s / factor).unwrap_or(Duration::MAX / 4)
    }
}
