//! The health of a run: its pace, where its time goes, and how often its sensors are read.

use crate::Byte;
use crate::msg::{DiagnosticArray, DiagnosticStatus, Header, KeyValue};
use skidpad_messages::{Pace, Reading, Roster, SensorId, Step, TimeSpent};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

/// A run slower than this share of its pace is reported as a warning.
const SLOW: f64 = 0.9;

/// Counts what happens between two reports.
#[derive(Debug, Clone, Default)]
pub(super) struct DiagnosticWindow {
    began_ns: u64,
    began_step: u64,
    began_wall: Duration,
    spent: TimeSpent,
    readings: BTreeMap<SensorId, u64>,
}

impl DiagnosticWindow {
    pub(super) fn count(&mut self, readings: &[Arc<Reading>]) {
        for reading in readings {
            *self.readings.entry(reading.sensor).or_default() += 1;
        }
    }

    /// The report at the end of a window; the next one begins.
    pub(super) fn report(&mut self, step: &Step, roster: &Roster, stamp_ns: u64) -> DiagnosticArray {
        let (time_ns, status) = (step.time_ns(), &*step.status);
        let window_s = time_ns.saturating_sub(self.began_ns) as f64 * 1e-9;
        let steps = step.observations.step.saturating_sub(self.began_step);
        let asked = match status.pace {
            Pace::RealTime(factor) => factor,
            Pace::Max => 0.0,
        };
        let (spent, before) = (&status.spent, &self.spent);
        let wall = status.wall.saturating_sub(self.began_wall);
        let percent = |until: Duration, from: Duration| share_percent(until.saturating_sub(from), wall);
        let is_slow = !status.is_paused && status.realtime_factor < SLOW * asked;
        let mut values = vec![
            value("realtime_factor", format!("{:.3}", status.realtime_factor)),
            value("realtime_factor_requested", format!("{asked:.3}")),
            value("window_simul_time", format!("{window_s:.3}")),
            value("physics_steps", steps.to_string()),
            value("physics_time_percent", percent(spent.stepping, before.stepping)),
            value(
                "sensors_wait_time_percent",
                percent(spent.waiting_for_sensors, before.waiting_for_sensors),
            ),
            value("missed_deadlines", status.missed_deadline_count.to_string()),
        ];
        let read = std::mem::take(&mut self.readings).into_iter().filter(|_| window_s > 0.0);
        values.extend(read.flat_map(|(sensor, count)| {
            let (name, rate_hz) = (roster.sensor_name(sensor), count as f64 / window_s);
            let time = |of: &TimeSpent| of.sensors.get(sensor.index()).copied().unwrap_or_default();
            [
                value(&format!("{name}/time_percent"), percent(time(spent), time(before))),
                value(&format!("{name}/rate_hz"), format!("{rate_hz:.2}")),
            ]
        }));
        (self.began_ns, self.began_step) = (time_ns, step.observations.step);
        (self.began_wall, self.spent) = (status.wall, spent.clone());
        let status = DiagnosticStatus {
            level: Byte(if is_slow { DiagnosticStatus::WARN } else { DiagnosticStatus::OK }),
            name: "mvsim: performance".to_string(),
            message: if is_slow { "slower than requested" } else { "running" }.to_string(),
            hardware_id: "skidpad".to_string(),
            values,
        };
        DiagnosticArray { header: Header::new(stamp_ns, ""), status: vec![status] }
    }
}

/// The share of a time in the wall time of a window, as text.
fn share_percent(time: Duration, wall: Duration) -> String {
    let share = if wall.is_zero() { 0.0 } else { time.as_secs_f64() / wall.as_secs_f64() };
    format!("{:.2}", 100.0 * share)
}

fn value(key: &str, value: String) -> KeyValue {
    KeyValue { key: key.to_string(), value }
}
