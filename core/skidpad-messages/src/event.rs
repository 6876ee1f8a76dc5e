//! Things that happened during a step.

use crate::{BlockId, BodyId, Refusal, Roster, VehicleId};
use serde::{Deserialize, Serialize};
use skidpad_math::Vec2;
use std::fmt;

/// Something that happened during the step that an observation closes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Event {
    /// Two bodies pushed each other.
    Contact {
        /// The body with the smaller number.
        a: BodyId,
        /// The other.
        b: BodyId,
        /// Where, in the world [m].
        point_in_world_m: Vec2,
        /// Impulse along the normal during this step [N·s].
        impulse_newton_s: f64,
        /// Whether they did not touch in the step before.
        is_first: bool,
    },
    /// A command could not be followed.
    Refused {
        /// Its place among the commands of the step.
        command: u32,
        /// Why.
        because: RefusedBecause,
    },
    /// A body became non-finite: it is back at its last finite pose and takes no further part.
    Quarantined {
        /// Which body.
        body: BodyId,
        /// Where it was noticed.
        quarantine: Quarantine,
    },
    /// The last set point of a vehicle grew too old; the vehicle is told to stop.
    TimedOut {
        /// Which vehicle.
        vehicle: VehicleId,
    },
    /// A vehicle was added.
    VehicleSpawned {
        /// Its number.
        vehicle: VehicleId,
    },
    /// A block was added.
    BlockSpawned {
        /// Its number.
        block: BlockId,
    },
    /// A body was taken out.
    Removed {
        /// Which body.
        body: BodyId,
    },
    /// Vehicles, blocks and other things of a piece of a world file were added.
    Inserted,
    /// Groups of lights were switched.
    LightsSwitched,
    /// Objects that are only seen were added, moved or removed.
    ObjectsChanged,
    /// The world is back at its initial state.
    Reset,
    /// A race car crossed the finish line of a track once more.
    Lap {
        /// Which vehicle.
        vehicle: VehicleId,
        /// Number of the lap, from 1.
        lap: u32,
        /// How long it took [s].
        time_s: f64,
    },
    /// Both wheels of a side or of an axle of a race car have left the ground: a real one would tip over.
    Tipping {
        /// Which vehicle.
        vehicle: VehicleId,
    },
    /// A request among the commands of the step failed its check and was left out.
    RequestRefused {
        /// Why.
        refusal: Refusal,
    },
    /// A class that a program brought along panicked or gave a number that is none. A sensor or an element takes no
    /// further part; a vehicle is stopped.
    ExtensionFailed {
        /// What failed: `sensor r1/radar (radar)`.
        name: String,
        /// Why.
        because: String,
    },
    /// Something that a class of a program's own reports.
    Note {
        /// Who says it.
        name: String,
        /// What.
        text: String,
    },
}

impl Event {
    /// The event in words for a person, with the names of a roster.
    pub fn describe(&self, roster: &Roster) -> String {
        let vehicle_name = |vehicle: VehicleId| roster.name_of(BodyId::Vehicle(vehicle));
        match self {
            Event::Contact { a, b, .. } => format!("{} touches {}", roster.name_of(*a), roster.name_of(*b)),
            Event::Refused { because, .. } => format!("a command was refused: {because}"),
            Event::RequestRefused { refusal } => format!("a command was refused: {refusal}"),
            Event::ExtensionFailed { name, because } => format!("{name} failed: {because}"),
            Event::Note { name, text } => format!("{name}: {text}"),
            Event::Quarantined { body, .. } => {
                format!("{} was stopped: its state is no longer finite", roster.name_of(*body))
            }
            Event::TimedOut { vehicle } => {
                format!("{} is stopping: its last command is too old", vehicle_name(*vehicle))
            }
            Event::VehicleSpawned { vehicle } => format!("{} was added", vehicle_name(*vehicle)),
            Event::BlockSpawned { block } => format!("{} was added", roster.name_of(BodyId::Block(*block))),
            Event::Removed { body } => format!("{} was removed", roster.name_of(*body)),
            Event::Inserted => "a piece of a world was added".to_string(),
            Event::LightsSwitched => "lights were switched".to_string(),
            Event::ObjectsChanged => "objects were added, moved or removed".to_string(),
            Event::Reset => "the world was reset".to_string(),
            Event::Tipping { vehicle } => {
                format!(
                    "{} tips: both wheels of a side or an axle are off the ground",
                    vehicle_name(*vehicle)
                )
            }
            Event::Lap { vehicle, lap, time_s } => {
                format!("{}: lap {lap} in {time_s:.3} s", vehicle_name(*vehicle))
            }
        }
    }
}

/// Why the simulation did not follow a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum RefusedBecause {
    /// There is no such vehicle or block (any more).
    NoSuchBody,
    /// The vehicle's controller takes another kind of set point.
    WrongKindOfDrive,
    /// The name is taken.
    NameTaken,
    /// The body is static or has no body.
    CannotMove,
    /// The outline has no area or is not simple.
    BadOutline,
    /// What is to be inserted cannot be read or built.
    BadInsertion,
    /// The body has no group of lights of this name.
    NoSuchLight,
    /// There is no object of this name.
    NoSuchObject,
    /// The world has as many objects as it can take.
    TooManyObjects,
    /// The vehicle has no brake.
    NoBrake,
    /// As many bodies have been added to the world as it can take.
    TooManyBodies,
}

impl fmt::Display for RefusedBecause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RefusedBecause::NoSuchBody => "there is no such vehicle or block",
            RefusedBecause::WrongKindOfDrive => "the vehicle's controller takes another kind of set point",
            RefusedBecause::NameTaken => "the name is already taken",
            RefusedBecause::CannotMove => "the body cannot be moved",
            RefusedBecause::BadOutline => "the outline has no area or crosses itself",
            RefusedBecause::BadInsertion => "what was to be inserted cannot be read or built",
            RefusedBecause::NoSuchLight => "there is no group of lights of this name",
            RefusedBecause::NoSuchObject => "there is no object of this name",
            RefusedBecause::TooManyObjects => "the world has as many objects as it can take",
            RefusedBecause::NoBrake => "the vehicle has no <brake>",
            RefusedBecause::TooManyBodies => {
                "no more than 1000 vehicles and blocks can be added to a world that runs"
            }
        })
    }
}

/// Where a non-finite number was noticed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Quarantine {
    /// Before the contact solver: in forces, spins or velocities.
    BeforeSolver,
    /// After the contact solver: in poses or velocities.
    AfterSolver,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_name_bodies_as_the_world_does() {
        let roster = Roster { blocks: vec!["crate".to_string()], ..Roster::default() };
        let stopped =
            |body| Event::Quarantined { body, quarantine: Quarantine::AfterSolver }.describe(&roster);
        assert_eq!(stopped(BodyId::Block(BlockId(0))), "crate was stopped: its state is no longer finite");
        // A body of another world has no name here.
        let late = Event::TimedOut { vehicle: VehicleId(7) }.describe(&roster);
        assert_eq!(late, "vehicle 7 is stopping: its last command is too old");
        let refused = Event::Refused { command: 0, because: RefusedBecause::NameTaken }.describe(&roster);
        assert_eq!(refused, "a command was refused: the name is already taken");
    }
}
