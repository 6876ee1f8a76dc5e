//! A world's state as one value: kept, sent, restored, compared.

use crate::planar::{Planar, PlanarProblem};
use crate::powertrain::PowertrainState;
use crate::sensors::SensorState;
use crate::state::{OwnMemories, State};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use skidpad_messages::RuntimeObject;
use std::fmt;

/// Everything the next step depends on, besides the world itself and the commands.
///
/// Restoring a snapshot and stepping gives the same bits as stepping on without it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Snapshot {
    /// Which world it is of: a hash of what the world was built from.
    pub(crate) world: u64,
    /// Where its random numbers come from.
    pub(crate) seed: u64,
    pub(crate) state: State,
    /// What its sensors remember.
    pub(crate) sensors: Vec<SensorState>,
    /// Objects that are only seen.
    pub(crate) objects: Vec<Option<RuntimeObject>>,
    /// Which groups of lights shine.
    pub(crate) lights: Vec<bool>,
    /// What its brakes and batteries remember, by the numbers of their vehicles.
    pub(crate) powertrains: Vec<(u32, PowertrainState)>,
    /// What models of a program's own remember: one, or none where there are no such models.
    pub(crate) own: Vec<OwnMemories>,
    /// The planar world, contacts and all.
    pub(crate) planar: Vec<u8>,
}

/// Why a snapshot cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SnapshotProblem {
    /// It is of another world, or of another version of this one.
    OtherWorld,
    /// Its bytes are damaged, or of another version of the program.
    Unreadable,
}

impl fmt::Display for SnapshotProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SnapshotProblem::OtherWorld => "the snapshot was taken of another world",
            SnapshotProblem::Unreadable => "the snapshot is damaged or of another version",
        })
    }
}

impl std::error::Error for SnapshotProblem {}

impl From<PlanarProblem> for SnapshotProblem {
    fn from(_: PlanarProblem) -> Self {
        SnapshotProblem::Unreadable
    }
}

impl Snapshot {
    /// As bytes, for a file or a wire.
    pub fn to_bytes(&self) -> Result<Vec<u8>, SnapshotProblem> {
        let Snapshot { world, seed, state, sensors, objects, lights, powertrains, own, planar } = self;
        // Eight bytes whatever its value, so that the length depends on the layout alone.
        let world = world.to_le_bytes();
        let mut bytes =
            postcard::to_stdvec(&(world, seed, state, planar)).map_err(|_| SnapshotProblem::Unreadable)?;
        let counts = [sensors.len(), objects.len(), lights.len(), powertrains.len(), own.len()];
        let is_needed = |list: usize| counts[list..].iter().any(|&count| count > 0);
        if is_needed(0) {
            bytes.extend(postcard::to_stdvec(sensors).map_err(|_| SnapshotProblem::Unreadable)?);
        }
        if is_needed(1) {
            bytes.extend(postcard::to_stdvec(objects).map_err(|_| SnapshotProblem::Unreadable)?);
        }
        if is_needed(2) {
            bytes.extend(postcard::to_stdvec(lights).map_err(|_| SnapshotProblem::Unreadable)?);
        }
        if is_needed(3) {
            bytes.extend(postcard::to_stdvec(powertrains).map_err(|_| SnapshotProblem::Unreadable)?);
        }
        if is_needed(4) {
            bytes.extend(postcard::to_stdvec(own).map_err(|_| SnapshotProblem::Unreadable)?);
        }
        Ok(bytes)
    }

    /// Read back what [`Snapshot::to_bytes`] wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Snapshot, SnapshotProblem> {
        let ((world, seed, state, planar), rest): (([u8; 8], _, _, _), _) =
            postcard::take_from_bytes(bytes).map_err(|_| SnapshotProblem::Unreadable)?;
        let (sensors, rest) = list(rest)?;
        let (objects, rest) = list(rest)?;
        let (lights, rest) = list(rest)?;
        let (powertrains, rest) = list(rest)?;
        let (own, _) = list(rest)?;
        let world = u64::from_le_bytes(world);
        Ok(Snapshot { world, seed, state, sensors, objects, lights, powertrains, own, planar })
    }

    pub(crate) fn take(
        world: u64,
        seed: u64,
        state: &State,
        planar: &Planar,
    ) -> Result<Snapshot, SnapshotProblem> {
        let sensors = state.sensors.clone();
        let (objects, lights, powertrains) =
            (state.objects.clone(), state.lights.clone(), state.powertrains());
        let own = Some(state.own_memories()).filter(|own| !own.is_empty()).into_iter().collect();
        let (state, planar) = (state.clone(), planar.save()?);
        Ok(Snapshot { world, seed, state, sensors, objects, lights, powertrains, own, planar })
    }

    /// The state, with what is kept beside it.
    pub(crate) fn state(&self) -> State {
        let mut state = State {
            sensors: self.sensors.clone(),
            objects: self.objects.clone(),
            lights: self.lights.clone(),
            ..self.state.clone()
        };
        for (number, powertrain) in &self.powertrains {
            if let Some(vehicle) = state.vehicles.get_mut(*number as usize) {
                vehicle.powertrain = Some(*powertrain);
            }
        }
        for OwnMemories { vehicles, elements } in &self.own {
            for (number, own) in vehicles {
                if let Some(vehicle) = state.vehicles.get_mut(*number as usize) {
                    vehicle.own = Some(Box::new(own.clone()));
                }
            }
            state.elements.clone_from(elements);
        }
        state
    }
}

/// The next list of a snapshot, and the bytes after it. Lists at the end are left out while they are empty.
fn list<T: DeserializeOwned>(bytes: &[u8]) -> Result<(Vec<T>, &[u8]), SnapshotProblem> {
    if bytes.is_empty() {
        return Ok((Vec::new(), bytes));
    }
    postcard::take_from_bytes(bytes).map_err(|_| SnapshotProblem::Unreadable)
}
