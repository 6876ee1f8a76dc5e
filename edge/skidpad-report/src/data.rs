//! A run as plain data, whatever file it came from.

use skidpad_record::Outline;
use std::collections::BTreeMap;

/// A value over time.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Series {
    /// Times [s], never decreasing.
    pub times_s: Vec<f64>,
    /// Values.
    pub values: Vec<f64>,
}

impl Series {
    /// Add a value. A value earlier than the last one, as after a reset, starts the series again.
    pub fn push(&mut self, time_s: f64, value: f64) {
        if self.times_s.last().is_some_and(|&last_s| time_s < last_s) {
            self.times_s.clear();
            self.values.clear();
        }
        self.times_s.push(time_s);
        self.values.push(value);
    }

    /// Number of values.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Whether it has a finite value other than zero.
    pub fn says_something(&self) -> bool {
        self.values.iter().any(|value| value.is_finite() && *value != 0.0)
    }

    /// Pairs of time and value.
    pub fn iter(&self) -> impl Iterator<Item = (f64, f64)> + '_ {
        self.times_s.iter().copied().zip(self.values.iter().copied())
    }

    /// The largest absolute value.
    pub fn largest(&self) -> f64 {
        self.values.iter().filter(|value| value.is_finite()).fold(0.0, |most, value| value.abs().max(most))
    }
}

/// A set point, which holds until the next one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SetPoint {
    /// From when on [s].
    pub time_s: f64,
    /// Commanded speed [m/s].
    pub speed_mps: Option<f64>,
    /// Commanded yaw rate [rad/s].
    pub yaw_rate_radps: Option<f64>,
    /// Commanded steering angle [rad].
    pub steer_rad: Option<f64>,
}

/// A vehicle's columns, under the names of its logs.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct VehicleData {
    /// Its name.
    pub name: String,
    /// Columns of its pose log.
    pub pose: BTreeMap<String, Series>,
    /// Columns of each wheel's log.
    pub wheels: Vec<BTreeMap<String, Series>>,
    /// Its set points.
    pub set_points: Vec<SetPoint>,
    /// When it began to touch something [s].
    pub collisions_s: Vec<f64>,
    /// When collisions began that the recording itself counts [s].
    pub counted_collisions_s: Vec<f64>,
    /// When it last touched something [s].
    pub last_touch_s: Option<f64>,
}

/// Contacts less than this apart are one collision [s], because contacts of a pushed body are intermittent.
pub(crate) const ONE_COLLISION_S: f64 = skidpad_messages::ONE_COLLISION_NS as f64 * 1e-9;

impl VehicleData {
    /// A column of the pose log; empty if there is none.
    pub fn column(&self, name: &str) -> Series {
        self.pose.get(name).cloned().unwrap_or_default()
    }

    /// Take the collisions that the recording counts instead of those that follow from its contacts.
    pub(crate) fn trust_collisions(&mut self) {
        self.collisions_s = std::mem::take(&mut self.counted_collisions_s);
    }

    /// Note that it touches something.
    pub fn touch(&mut self, time_s: f64) {
        if self.last_touch_s.is_none_or(|last_s| time_s - last_s > ONE_COLLISION_S) {
            self.collisions_s.push(time_s);
        }
        self.last_touch_s = Some(time_s);
    }
}

/// Facts about a topic.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TopicFacts {
    /// Its type.
    pub type_name: String,
    /// Number of messages.
    pub count: u64,
    /// First and last log time [s].
    pub span_s: [f64; 2],
}

impl TopicFacts {
    /// Messages per second.
    pub fn rate_hz(&self) -> Option<f64> {
        let length_s = self.span_s[1] - self.span_s[0];
        (self.count > 1 && length_s > 0.0).then(|| (self.count - 1) as f64 / length_s)
    }
}

/// An event.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Happening {
    /// When it began [s].
    pub time_s: f64,
    /// When it was last seen [s].
    pub last_s: f64,
    /// Description, with the names of the bodies.
    pub words: String,
}

/// A run.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct RunData {
    /// Its name in legends.
    pub name: String,
    /// Its world.
    pub world: String,
    /// Its seed.
    pub seed: Option<u64>,
    /// Version of the program that made it.
    pub version: String,
    /// The command that made it.
    pub made_by: String,
    /// The command that repeats it.
    pub repeat: String,
    /// Its simulated duration [s].
    pub duration_s: f64,
    /// Vehicles.
    pub vehicles: Vec<VehicleData>,
    /// Outlines of the objects in the world.
    pub outlines: Vec<Outline>,
    /// Topics, except the log columns.
    pub topics: BTreeMap<String, TopicFacts>,
    /// Real-time factor.
    pub realtime_factor: Series,
    /// Steps that began late.
    pub missed_deadline_count: u64,
    /// Events.
    pub events: Vec<Happening>,
    /// Problems of the file, as texts for users.
    pub notes: Vec<String>,
}
