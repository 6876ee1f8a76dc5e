//! Everything needed to repeat a run, stored at the start of every recording.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Everything needed to repeat a run.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Provenance {
    /// Facts about the run.
    pub facts: RunFacts,
    /// The world file and the files that it includes, by logical path.
    pub world_files: BTreeMap<String, Vec<u8>>,
    /// Files that affect the physics (grids, elevation maps, meshes), and pictures, by address as written in the world.
    pub assets: BTreeMap<String, Vec<u8>>,
    /// The state at the start.
    pub snapshot: Vec<u8>,
}

/// Facts about a run.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct RunFacts {
    /// Version of the program.
    pub version: String,
    /// Path of the world as it was opened.
    pub world: String,
    /// Logical path of the world among its files.
    pub world_file: String,
    /// Seed of everything random.
    pub seed: u64,
    /// Length of a step [ns].
    pub step_ns: u64,
    /// Variables set from outside.
    pub variables: BTreeMap<String, String>,
    /// Whether the law of slopes was MVSim's.
    #[serde(default)]
    pub is_mvsim_compatible: bool,
    /// What a load of the world may take, by the name of each resource, where that was chosen from outside.
    #[serde(default)]
    pub budget: BTreeMap<String, u64>,
    /// Hash of the world and its files as they were when the run began, 16 hex digits; empty in old recordings.
    #[serde(default)]
    pub world_hash: String,
    /// Environment variables that the world read, with their values.
    pub environment: BTreeMap<String, Option<String>>,
    /// The choice of topics.
    pub topics: String,
    /// The command line of the program, without secrets.
    pub command_line: Vec<String>,
    /// Names of the vehicles, in order.
    pub vehicles: Vec<String>,
    /// Outlines of the objects in the world, seen from above [m].
    pub outlines: Vec<Outline>,
}

/// The outline of an object in the world, seen from above.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Outline {
    /// Its kind: `wall`, `block`, `map` or `vehicle`.
    pub kind: String,
    /// Its name.
    pub name: String,
    /// Corners [m], in the world; of a vehicle, in the vehicle's frame.
    pub corners_m: Vec<[f64; 2]>,
}

/// Name of the attachment with the facts.
pub(crate) const FACTS: &str = "skidpad/run.json";
/// Name of the attachment with the first state.
pub(crate) const SNAPSHOT: &str = "skidpad/initial.snapshot";
/// Prefix of attached world files.
pub(crate) const WORLD: &str = "world/";
/// Prefix of attached assets.
pub(crate) const ASSET: &str = "asset/";

/// Name of the attachment with an asset.
pub(crate) fn asset_name(uri: &str) -> String {
    format!("{ASSET}{uri}")
}

impl Provenance {
    /// As attachments: name, media type, bytes. The facts come first.
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

    /// Add an attachment. Returns false if it is not one of ours.
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
