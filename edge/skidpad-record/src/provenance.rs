//! What it takes to repeat a run: kept at the start of every recording.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Where a run comes from.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Provenance {
    /// The small facts.
    pub facts: RunFacts,
    /// Texts of the world and of what it includes, by logical path.
    pub world_files: BTreeMap<String, Vec<u8>>,
    /// Files that shape physics (grids, elevations, meshes), and pictures, by address as the world writes it.
    pub assets: BTreeMap<String, Vec<u8>>,
    /// The state at the start.
    pub snapshot: Vec<u8>,
}

/// The small facts of a run.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct RunFacts {
    /// Version of the program.
    pub version: String,
    /// Path of the world as it was given.
    pub world: String,
    /// Logical path of the world among its files.
    pub world_file: String,
    /// Seed of everything random.
    pub seed: u64,
    /// Length of a step [ns].
    pub step_ns: u64,
    /// Variables given from outside.
    pub variables: BTreeMap<String, String>,
    /// Whether the law of slopes was MVSim's.
    #[serde(default)]
    pub is_mvsim_compatible: bool,
    /// Environment variables that the world asked for, with the value it got.
    pub environment: BTreeMap<String, Option<String>>,
    /// Topics chosen.
    pub topics: String,
    /// The command line, to be run again.
    pub command_line: Vec<String>,
    /// Names of the vehicles, in order.
    pub vehicles: Vec<String>,
    /// What is seen from above: outlines of what stands in the world [m].
    pub outlines: Vec<Outline>,
}

/// Something that stands in the world, seen from above.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Outline {
    /// What it is: wall, block, map, vehicle …
    pub kind: String,
    /// Its name.
    pub name: String,
    /// Corners [m], in the world; of a vehicle, in the vehicle's frame.
    pub corners_m: Vec<[f64; 2]>,
}

/// Name of the attachment with the small facts.
pub(crate) const FACTS: &str = "skidpad/run.json";
/// Name of the attachment with the first state.
pub(crate) const SNAPSHOT: &str = "skidpad/initial.snapshot";
/// What names of attached world files begin with.
pub(crate) const WORLD: &str = "world/";
/// What names of attached assets begin with.
pub(crate) const ASSET: &str = "asset/";

impl Provenance {
    /// As attachments: name, media type, bytes. The small facts come first.
    pub(crate) fn attachments(&self) -> impl Iterator<Item = (String, &'static str, Vec<u8>)> + '_ {
        let facts = serde_json::to_vec_pretty(&self.facts).unwrap_or_default();
        let first = [
            (FACTS.to_string(), "application/json", facts),
            (SNAPSHOT.to_string(), "application/octet-stream", self.snapshot.clone()),
        ];
        let world = self.world_files.iter().map(|(path, bytes)| (WORLD, path, "application/xml", bytes));
        let assets = self.assets.iter().map(|(uri, bytes)| (ASSET, uri, "application/octet-stream", bytes));
        let named = world
            .chain(assets)
            .map(|(start, name, media, bytes)| (format!("{start}{name}"), media, bytes.clone()));
        first.into_iter().chain(named)
    }

    /// Take an attachment in. False for one that is not ours.
    pub(crate) fn take(&mut self, name: &str, bytes: &[u8]) -> Result<bool, serde_json::Error> {
        if name == FACTS {
            self.facts = serde_json::from_slice(bytes)?;
        } else if name == SNAPSHOT {
            self.snapshot = bytes.to_vec();
        } else if let Some(path) = name.strip_prefix(WORLD) {
            self.world_files.insert(path.to_string(), bytes.to_vec());
        } else if let Some(uri) = name.strip_prefix(ASSET) {
            self.assets.insert(uri.to_string(), bytes.to_vec());
        } else {
            return Ok(false);
        }
        Ok(true)
    }
}
