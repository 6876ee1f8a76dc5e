//! A world's state as one value: kept, sent, restored, compared.

use crate::planar::{Planar, PlanarProblem};
use crate::sensors::SensorState;
use crate::state::State;
use serde::{Deserialize, Serialize};
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
        let Snapshot { world, seed, state, sensors, planar } = self;
        // Eight bytes whatever its value, so that the length depends on the layout alone.
        let world = world.to_le_bytes();
        let mut bytes =
            postcard::to_stdvec(&(world, seed, state, planar)).map_err(|_| SnapshotProblem::Unreadable)?;
        if !sensors.is_empty() {
            bytes.extend(postcard::to_stdvec(sensors).map_err(|_| SnapshotProblem::Unreadable)?);
        }
        Ok(bytes)
    }

    /// Read back what [`Snapshot::to_bytes`] wrote.
    pub fn from_bytes(bytes: &[u8]) -> Result<Snapshot, SnapshotProblem> {
        let ((world, seed, state, planar), rest): (([u8; 8], _, _, _), _) =
            postcard::take_from_bytes(bytes).map_err(|_| SnapshotProblem::Unreadable)?;
        let sensors = if rest.is_empty() {
            Vec::new()
        } else {
            postcard::from_bytes(rest).map_err(|_| SnapshotProblem::Unreadable)?
        };
        Ok(Snapshot { world: u64::from_le_bytes(world), seed, state, sensors, planar })
    }

    pub(crate) fn take(
        world: u64,
        seed: u64,
        state: &State,
        planar: &Planar,
    ) -> Result<Snapshot, SnapshotProblem> {
        let sensors = state.sensors.clone();
        Ok(Snapshot { world, seed, state: state.clone(), sensors, planar: planar.save()? })
    }
}
