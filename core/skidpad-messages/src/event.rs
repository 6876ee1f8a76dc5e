//! Things that happened during a step.

use crate::{BlockId, BodyId, VehicleId};
use serde::{Deserialize, Serialize};
use skidpad_math::Vec2;

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
}

/// Where a non-finite number was noticed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Quarantine {
    /// Before the contact solver: in forces, spins or velocities.
    BeforeSolver,
    /// After the contact solver: in poses or velocities.
    AfterSolver,
}
