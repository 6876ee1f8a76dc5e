//! A world read from files in memory.

use serde::Serialize;
use skidpad_assets::{AssetStore, DiskFiles, WorldFiles};
use skidpad_provenance::WorldRead;
use skidpad_scene::Assets;
use skidpad_sim::{BuildOptions, Simulation};
use skidpad_world::{DiagnosticRecord, Diagnostics, ExpandOptions, Loaded, Severity, load};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A world and everything that it is built from.
pub struct PageWorld {
    /// Its content and its problems.
    pub loaded: Loaded,
    /// Its meshes, images and grids, decoded.
    pub assets: Assets,
    /// Logical path of its file.
    pub file: String,
    pub(crate) seed: u64,
    files: WorldFiles,
    /// Where its assets are looked up.
    pub(crate) store: Arc<AssetStore>,
    /// There are no texts beside the files.
    given: BTreeMap<String, Vec<u8>>,
}

/// What is wrong with a world, as `skidpad check` says it.
#[derive(Debug, Default, PartialEq, Serialize)]
pub struct WorldProblems {
    /// Number of errors; a world with errors does not run.
    pub error_count: usize,
    /// Number of warnings.
    pub warning_count: usize,
    /// Every problem, with its place.
    pub problems: Vec<DiagnosticRecord>,
}

impl WorldProblems {
    fn new(problems: Vec<DiagnosticRecord>) -> Self {
        let count = |severity| problems.iter().filter(|problem| problem.severity == severity).count();
        let (error_count, warning_count) = (count(Severity::Error), count(Severity::Warning));
        WorldProblems { error_count, warning_count, problems }
    }
}

impl PageWorld {
    /// Read a world from files by logical path. Definitions and models that are not among them are the built-in ones.
    pub fn read(files: BTreeMap<String, Vec<u8>>, file: &str, seed: u64, with_pictures: bool) -> PageWorld {
        let files = WorldFiles { files: DiskFiles::in_memory(files), world: file.to_string() };
        let options = ExpandOptions { seed, ..ExpandOptions::default() };
        let mut loaded = load(&files.world, &files.files, &options);
        let store = AssetStore::new(&files, None);
        let assets = skidpad_assets::read_assets(&mut loaded, &store, with_pictures);
        let (store, given) = (Arc::new(store), BTreeMap::new());
        PageWorld { loaded, assets, file: file.to_string(), seed, files, store, given }
    }

    /// The parts that a recording needs.
    pub(crate) fn read_parts(&self) -> WorldRead<'_> {
        let PageWorld { loaded, assets, store, files, given, .. } = self;
        WorldRead { loaded, assets, store, files, given }
    }

    /// Build it, with every problem that does not prevent that; an error has those that do.
    pub fn build(&self) -> Result<(Simulation, WorldProblems), WorldProblems> {
        let known = self.loaded.diagnostics.records(&self.loaded.sources);
        if self.loaded.diagnostics.has_errors() {
            return Err(WorldProblems::new(known));
        }
        let and_more = |found: &Diagnostics| {
            WorldProblems::new(known.into_iter().chain(found.records(&self.loaded.sources)).collect())
        };
        let options = BuildOptions { seed: self.seed, ..BuildOptions::default() };
        match Simulation::build(&self.loaded.description, &self.assets, &options) {
            Ok(sim) => {
                let problems = and_more(sim.diagnostics());
                Ok((sim, problems))
            }
            Err(found) => Err(and_more(&found)),
        }
    }

    /// Every problem, those of building included.
    pub fn check(&self) -> WorldProblems {
        self.build().map_or_else(|problems| problems, |(_, problems)| problems)
    }
}
