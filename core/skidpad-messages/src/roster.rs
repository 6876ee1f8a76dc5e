//! Who is in a world: names and numbers, for those who write headers, topics and lists.

use crate::{ActorId, BlockId, BodyId, VehicleId};
use serde::{Deserialize, Serialize};

/// The names of a world's things, in the order of their numbers. Removed things keep their line.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Roster {
    /// Vehicles.
    pub vehicles: Vec<VehicleEntry>,
    /// Names of blocks.
    pub blocks: Vec<String>,
    /// Names of actors.
    pub actors: Vec<String>,
}

/// A vehicle's line in the roster.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct VehicleEntry {
    /// Its name.
    pub name: String,
    /// Number of its wheels.
    pub wheel_count: u32,
    /// Prefix of its log files.
    pub log_path: String,
    /// Whether it is logged from the start.
    pub auto_start_recording: bool,
}

impl Roster {
    /// The vehicle of this name.
    pub fn vehicle(&self, name: &str) -> Option<VehicleId> {
        let index = self.vehicles.iter().position(|vehicle| vehicle.name == name)?;
        u32::try_from(index).ok().map(VehicleId)
    }

    /// The first block of this name.
    pub fn block(&self, name: &str) -> Option<BlockId> {
        let index = self.blocks.iter().position(|block| block == name)?;
        u32::try_from(index).ok().map(BlockId)
    }

    /// What to call a body in a message or a list.
    pub fn name_of(&self, body: BodyId) -> String {
        match body {
            BodyId::Vehicle(VehicleId(i)) => self.vehicles.get(i as usize).map(|v| v.name.clone()),
            BodyId::Block(BlockId(i)) => self.blocks.get(i as usize).cloned(),
            BodyId::Actor(ActorId(i)) => self.actors.get(i as usize).cloned(),
            BodyId::Wall(i) => Some(format!("wall_{:04}", i + 1)),
            BodyId::Element(i) => Some(format!("element_{i}")),
            BodyId::Terrain => Some("terrain".to_string()),
        }
        .unwrap_or_else(|| format!("{body:?}"))
    }
}
