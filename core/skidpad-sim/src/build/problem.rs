//! What keeps a described world from running, and what was mended on the way.

use skidpad_world::place::{Place, Sources};
use std::fmt;

/// Why a world cannot run.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Problem {
    /// The step is not a length of time that a simulation can have.
    Timestep {
        /// As given [s].
        timestep_s: f64,
    },
    /// A number of an object is not possible.
    Impossible {
        /// The object.
        object: String,
        /// Which number.
        what: &'static str,
        /// Its value.
        value: f64,
        /// What is possible.
        allowed: &'static str,
    },
    /// An outline encloses no area.
    NoArea {
        /// The object.
        object: String,
    },
    /// A shape is to be taken from visuals, but there are none.
    NoVisual {
        /// The object.
        object: String,
    },
    /// A class needs another number of wheels.
    WheelCount {
        /// The vehicle.
        vehicle: String,
        /// How many it has.
        count: usize,
        /// What its class can have.
        allowed: &'static str,
    },
    /// Left wheels of a differential vehicle are not left of the right ones.
    NoTrack {
        /// The vehicle.
        vehicle: String,
    },
    /// Parts that make no vehicle.
    Vehicle {
        /// The vehicle.
        vehicle: String,
        /// What is wrong.
        reason: String,
    },
    /// Two vehicles have the same name.
    NameTaken {
        /// The name.
        name: String,
    },
    /// A joint names a body that does not exist or cannot be joined.
    NoSuchBody {
        /// The name.
        name: String,
    },
    /// A joint connects a body with itself.
    JoinedToItself {
        /// The name.
        name: String,
    },
    /// A wall without length.
    WallWithoutLength {
        /// Its place in its row, from 1.
        number: usize,
    },
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Timestep { timestep_s } => {
                write!(
                    f,
                    "the step is {timestep_s} s; it must be from 1e-6 to 1 s (0 chooses it automatically)"
                )
            }
            Problem::Impossible { object, what, value, allowed } => {
                write!(f, "{object}: {what} is {value}; it must be {allowed}")
            }
            Problem::NoArea { object } => {
                write!(f, "{object}: the outline encloses no area; give three corners that are not in line")
            }
            Problem::NoVisual { object } => {
                write!(f, "{object}: <shape_from_visual/> needs a <visual> or a <geometry>")
            }
            Problem::WheelCount { vehicle, count, allowed } => {
                write!(f, "{vehicle}: {count} wheels; its class has {allowed}")
            }
            Problem::NoTrack { vehicle } => {
                write!(
                    f,
                    "{vehicle}: the first two wheels must stand apart across the vehicle, under twist_pid the left one to the left (greater y)"
                )
            }
            Problem::NameTaken { name } => write!(f, "there are two vehicles named {name:?}; rename one"),
            Problem::NoSuchBody { name } => {
                write!(f, "the joint names {name:?}, which is no vehicle and no block with a body")
            }
            Problem::JoinedToItself { name } => write!(f, "the joint connects {name:?} with itself"),
            Problem::WallWithoutLength { number } => {
                write!(f, "wall {number} starts and ends at the same point")
            }
            Problem::Vehicle { vehicle, reason } => {
                write!(f, "{vehicle}: {reason}")
            }
        }
    }
}

/// Something that was mended while building.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Note {
    /// A vehicle stood below the ground and was lifted onto it.
    Lifted {
        /// The vehicle.
        vehicle: String,
        /// Height given [m].
        from_m: f64,
        /// Height of the ground [m].
        to_m: f64,
    },
    /// The step is longer than the period of the fastest sensor.
    SlowStep {
        /// The step [s].
        timestep_s: f64,
        /// The period [s].
        sensor_period_s: f64,
    },
    /// An element was left out, because its file could not be had.
    LeftOut {
        /// The file, as the world names it.
        uri: String,
    },
    /// A collision outline could not be taken from visuals; another one stands in.
    OutlineStandsIn {
        /// The object.
        object: String,
        /// Which outline.
        with: &'static str,
    },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::Lifted { vehicle, from_m, to_m } => {
                write!(f, "{vehicle} stands at z = {from_m:.3} m, below the ground; lifted to {to_m:.3} m")
            }
            Note::SlowStep { timestep_s, sensor_period_s } => {
                write!(f, "the step ({timestep_s} s) is longer than a sensor's period ({sensor_period_s} s)")
            }
            Note::LeftOut { uri } => write!(f, "left out: {uri:?} could not be had"),
            Note::OutlineStandsIn { object, with } => {
                write!(f, "{object}: its visuals give no outline; {with} stands in")
            }
        }
    }
}

/// Something about a world, at the place that it concerns.
#[derive(Debug, Clone, PartialEq)]
pub struct At<T> {
    /// Where it was written.
    pub place: Place,
    /// What.
    pub what: T,
}

impl<T: fmt::Display> At<T> {
    /// `file:line:column: what`.
    pub fn message(&self, sources: &Sources) -> String {
        let Place { file, line, column } = self.place;
        format!("{}:{line}:{column}: {}", sources.name(file), self.what)
    }
}

/// Everything that keeps a world from running.
#[derive(Debug, Clone, PartialEq)]
pub struct BuildProblems {
    /// In document order, at least one.
    pub problems: Vec<At<Problem>>,
}

impl fmt::Display for BuildProblems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, At { place, what }) in self.problems.iter().enumerate() {
            let line_end = if index == 0 { "" } else { "\n" };
            write!(f, "{line_end}{}:{}: {what}", place.line, place.column)?;
        }
        Ok(())
    }
}

impl std::error::Error for BuildProblems {}
