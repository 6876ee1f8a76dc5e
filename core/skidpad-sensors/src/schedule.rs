//! When a sensor takes a reading.

/// Readings at every multiple of a period after a phase, in whole nanoseconds: no drift.
///
/// A step that starts at time t takes the reading that is due at t or was due since the step before
/// (MVSim's rule, without its drift); its stamp is the end of the step. The first is due after one period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Schedule {
    /// Time between two readings [ns].
    pub period_ns: u64,
    /// Delay of the first reading after one period [ns].
    pub phase_ns: u64,
}

impl Schedule {
    /// From seconds. A time within a millionth of whole steps is whole steps: 1/15 s is two steps of 1/30 s.
    pub fn new(period_s: f64, phase_s: f64, dt_ns: u64) -> Schedule {
        let whole = |time_s: f64| {
            let steps = time_s * 1e9 / dt_ns as f64;
            let nearest = steps.round();
            if (steps - nearest).abs() < 1e-6 * steps.max(1.0) {
                nearest as u64 * dt_ns
            } else {
                (time_s * 1e9).round() as u64
            }
        };
        Schedule { period_ns: whole(period_s).max(1), phase_ns: whole(phase_s) }
    }

    /// Whether the step that was the `step`-th, counted from one, takes a reading.
    pub fn is_due(&self, step: u64, dt_ns: u64) -> bool {
        step >= 2 && self.count_at((step - 1) * dt_ns) > self.count_at((step - 2) * dt_ns)
    }

    /// Readings due up to a time.
    fn count_at(&self, time_ns: u64) -> u64 {
        time_ns.saturating_sub(self.phase_ns) / self.period_ns
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DT_NS: u64 = 5_000_000;

    fn stamps_ms(schedule: Schedule, dt_ns: u64, until_step: u64) -> Vec<u64> {
        (1..=until_step)
            .filter(|&step| schedule.is_due(step, dt_ns))
            .map(|step| step * dt_ns / 1_000_000)
            .collect()
    }

    #[test]
    fn the_first_reading_comes_after_one_period() {
        // MVSim: due when the step starts at 0.1 s, stamped at its end.
        let schedule = Schedule::new(0.1, 0.0, DT_NS);
        assert_eq!(stamps_ms(schedule, DT_NS, 65), [105, 205, 305]);
        assert_eq!(stamps_ms(Schedule::new(0.1, 0.02, DT_NS), DT_NS, 65), [125, 225, 325]);
    }

    #[test]
    fn a_period_between_steps_does_not_drift() {
        let stamps = stamps_ms(Schedule::new(1.0 / 30.0, 0.0, DT_NS), DT_NS, 200_001);
        assert_eq!(stamps.len(), 30_000);
        assert_eq!(stamps[29_999], 1_000_005);
    }

    #[test]
    fn rounding_of_seconds_costs_no_step() {
        let dt_ns = 33_333_333;
        let schedule = Schedule::new(1.0 / 15.0, 0.0, dt_ns);
        assert_eq!(schedule.period_ns, 2 * dt_ns);
        let due: Vec<u64> = (1..8).filter(|&step| schedule.is_due(step, dt_ns)).collect();
        assert_eq!(due, [3, 5, 7]);
    }

    #[test]
    fn a_period_shorter_than_the_step_gives_one_reading_each() {
        let due = (1..=10).filter(|&step| Schedule::new(0.002, 0.0, DT_NS).is_due(step, DT_NS)).count();
        assert_eq!(due, 9);
    }
}
