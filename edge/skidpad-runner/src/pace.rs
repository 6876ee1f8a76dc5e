//! Steps at the pace of the clock, or as fast as the machine can.

use crate::Clock;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How fast simulated time passes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Pace {
    /// As fast as the machine can.
    Max,
    /// This many simulated seconds per second on the wall.
    RealTime(f64),
}

/// Asks a run to end. Clones share one flag; raising it from a signal handler is fine.
#[derive(Debug, Clone, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Ask the run to end before its next step.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A run to make.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Run {
    /// Length of a step [ns].
    pub step_ns: u64,
    /// End after this many steps; `None` runs until asked to stop.
    pub step_limit: Option<u64>,
    /// How fast simulated time passes.
    pub pace: Pace,
}

/// How a run went.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Outcome {
    /// Steps made.
    pub step_count: u64,
    /// Wall time spent.
    pub wall: Duration,
    /// Steps that began more than one step late.
    pub missed_deadline_count: u64,
    /// Whether the run ended because it was asked to.
    pub was_stopped: bool,
}

/// The longest uninterrupted wait: a raised flag is noticed within this time.
const LONGEST_WAIT: Duration = Duration::from_millis(20);

impl Run {
    /// Make the steps. `step` receives the index of the step, from 0.
    pub fn go(&self, clock: &impl Clock, stop: &StopFlag, mut step: impl FnMut(u64)) -> Outcome {
        let started = clock.elapsed();
        let mut outcome =
            Outcome { step_count: 0, wall: Duration::ZERO, missed_deadline_count: 0, was_stopped: false };
        while self.step_limit.is_none_or(|limit| outcome.step_count < limit) {
            if let Pace::RealTime(factor) = self.pace {
                let due = started + self.due(outcome.step_count, factor);
                self.wait_until(due, clock, stop);
                let late = clock.elapsed().saturating_sub(due);
                outcome.missed_deadline_count += u64::from(late > self.due(1, factor));
            }
            if stop.is_raised() {
                outcome.was_stopped = true;
                break;
            }
            step(outcome.step_count);
            outcome.step_count += 1;
        }
        outcome.wall = clock.elapsed() - started;
        outcome
    }

    /// When the step with this index begins, after the start.
    fn due(&self, step_index: u64, factor: f64) -> Duration {
        let simulated_s = (step_index as f64) * (self.step_ns as f64) * 1e-9;
        Duration::try_from_secs_f64(simulated_s / factor).unwrap_or(Duration::MAX / 4)
    }

    fn wait_until(&self, due: Duration, clock: &impl Clock, stop: &StopFlag) {
        while !stop.is_raised() {
            let left = due.saturating_sub(clock.elapsed());
            if left.is_zero() {
                return;
            }
            clock.wait(left.min(LONGEST_WAIT));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;

    /// A clock that moves only when somebody waits or works.
    #[derive(Default)]
    struct TestClock(Cell<Duration>);

    impl Clock for TestClock {
        fn elapsed(&self) -> Duration {
            self.0.get()
        }

        fn wait(&self, duration: Duration) {
            self.0.set(self.0.get() + duration);
        }
    }

    const STEP_NS: u64 = 10_000_000;

    fn run(pace: Pace, step_limit: u64) -> Run {
        Run { step_ns: STEP_NS, step_limit: Some(step_limit), pace }
    }

    #[test]
    fn real_time_takes_as_long_as_it_simulates() {
        let clock = TestClock::default();
        let outcome = run(Pace::RealTime(1.0), 100).go(&clock, &StopFlag::default(), |_| ());
        assert_eq!(outcome.wall, Duration::from_millis(990), "the last step begins at 0.99 s");
        assert_eq!(outcome.missed_deadline_count, 0);
    }

    #[test]
    fn a_factor_of_four_takes_a_quarter() {
        let clock = TestClock::default();
        let outcome = run(Pace::RealTime(4.0), 101).go(&clock, &StopFlag::default(), |_| ());
        assert_eq!(outcome.wall, Duration::from_millis(250));
    }

    #[test]
    fn slow_steps_are_counted_and_none_is_left_out() {
        let clock = TestClock::default();
        let outcome = run(Pace::RealTime(1.0), 50)
            .go(&clock, &StopFlag::default(), |_| clock.wait(Duration::from_millis(30)));
        assert_eq!(outcome.step_count, 50);
        assert_eq!(outcome.missed_deadline_count, 49, "every step but the first begins late");
    }

    #[test]
    fn one_slow_step_is_caught_up_with() {
        let clock = TestClock::default();
        let outcome = run(Pace::RealTime(1.0), 50).go(&clock, &StopFlag::default(), |index| {
            if index == 10 {
                clock.wait(Duration::from_millis(55));
            }
        });
        assert_eq!(outcome.missed_deadline_count, 4, "steps 11 to 14 begin more than one step late");
        assert_eq!(outcome.wall, Duration::from_millis(490));
    }

    #[test]
    fn a_raised_flag_ends_a_wait_within_20_ms() {
        let clock = TestClock::default();
        let stop = StopFlag::default();
        let raiser = stop.clone();
        let crawl = Run { step_ns: STEP_NS, step_limit: None, pace: Pace::RealTime(1e-6) };
        let outcome = crawl.go(&clock, &stop, |_| raiser.raise());
        assert!(outcome.was_stopped);
        assert_eq!(outcome.step_count, 1);
        assert!(outcome.wall <= LONGEST_WAIT);
    }

    #[test]
    fn as_fast_as_possible_never_waits() {
        let clock = TestClock::default();
        let outcome = run(Pace::Max, 1000).go(&clock, &StopFlag::default(), |_| ());
        assert_eq!(outcome.wall, Duration::ZERO);
    }
}
