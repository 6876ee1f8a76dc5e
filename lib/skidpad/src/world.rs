//! A world read from disk: its description, its assets, and every problem found.

use skidpad_assets::{AssetStore, DiskFiles, Folders, WorldFiles};
use skidpad_scene::Assets;
use skidpad_world::description::{Compat, WorldDescription};
use skidpad_world::files::{FileProblem, Files, folder_of, join};
use skidpad_world::{Diagnostic, Diagnostics, ExpandOptions, Limits, Loaded, Sources};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};

/// What a world is read with.
#[derive(Debug, Clone, Default)]
pub struct WorldOptions {
    /// Seed of everything random, in the file and in the simulation.
    pub seed: u64,
    /// Variables given from outside; they win over the file's.
    pub variables: BTreeMap<String, String>,
    /// The environment that the file may ask for.
    pub environment: BTreeMap<String, String>,
    /// Replaces the default root, the parent of the world's folder.
    pub root: Option<PathBuf>,
    /// Further folders to look for files in.
    pub search: Vec<PathBuf>,
    /// The user's home, which never becomes a root by itself.
    pub home: Option<PathBuf>,
    /// Folder of the asset store; `None` looks nothing up there.
    pub store: Option<PathBuf>,
    /// Bounds on what the file may ask for.
    pub limits: Limits,
    /// Whose laws hold on slopes, instead of the file's own choice.
    pub compat: Option<Compat>,
}

impl WorldOptions {
    /// The options of a program started by a person: their environment, their home, their asset store.
    pub fn from_environment() -> Self {
        let environment: BTreeMap<String, String> = std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .collect();
        let home = environment.get("HOME").map(PathBuf::from);
        let data = environment
            .get("XDG_DATA_HOME")
            .filter(|folder| !folder.is_empty())
            .map(PathBuf::from)
            .or_else(|| home.as_ref().map(|home| home.join(".local/share")));
        let store = data.map(|data| data.join("skidpad/assets"));
        WorldOptions { environment, home, store, ..WorldOptions::default() }
    }

    fn folders(&self) -> Folders {
        Folders { root: self.root.clone(), search: self.search.clone(), home: self.home.clone() }
    }

    fn expand(&self) -> ExpandOptions {
        ExpandOptions {
            seed: self.seed,
            variables: self.variables.clone(),
            environment: self.environment.clone(),
            limits: self.limits.clone(),
        }
    }
}

/// A text in place of one file; the others as they are.
struct GivenText<'a> {
    path: &'a str,
    text: &'a str,
    others: &'a DiskFiles,
}

impl Files for GivenText<'_> {
    fn read(&self, path: &str, limit: usize) -> Result<Vec<u8>, FileProblem> {
        if path == self.path { Ok(self.text.as_bytes().to_vec()) } else { self.others.read(path, limit) }
    }

    fn exists(&self, path: &str) -> bool {
        path == self.path || self.others.exists(path)
    }
}

/// Texts by their exact logical paths, whatever these look like.
struct GivenFiles(BTreeMap<String, Vec<u8>>);

impl Files for GivenFiles {
    fn read(&self, path: &str, limit: usize) -> Result<Vec<u8>, FileProblem> {
        match self.0.get(path) {
            None => Err(FileProblem::Missing),
            Some(bytes) if bytes.len() > limit => Err(FileProblem::TooLarge { limit }),
            Some(bytes) => Ok(bytes.clone()),
        }
    }

    fn exists(&self, path: &str) -> bool {
        self.0.contains_key(path)
    }
}

/// A world read from disk.
#[derive(Debug)]
pub struct World {
    /// What the file says, and what is wrong with it.
    pub loaded: Loaded,
    /// Its meshes, images and grids, decoded.
    pub assets: Assets,
    /// The files it may read.
    pub files: WorldFiles,
    /// Where its assets are looked up.
    pub store: AssetStore,
    /// The seed it was read with.
    pub seed: u64,
}

impl World {
    /// Read a world. Fails only when the file itself cannot be opened; everything else is a diagnostic.
    pub fn read(path: &Path, options: &WorldOptions) -> io::Result<World> {
        let files = DiskFiles::for_world(path, &options.folders())?;
        let loaded = skidpad_world::load(&files.world, &files.files, &options.expand());
        Ok(World::with_assets(loaded, files, options))
    }

    /// Read a world whose text is given, as if it stood in a file beside `neighbour`.
    pub fn read_text(neighbour: &Path, text: &str, options: &WorldOptions) -> io::Result<World> {
        let mut files = DiskFiles::for_world(neighbour, &options.folders())?;
        files.world = join(folder_of(&files.world), "given.world.xml");
        let given = GivenText { path: &files.world, text, others: &files.files };
        let loaded = skidpad_world::load(&files.world, &given, &options.expand());
        Ok(World::with_assets(loaded, files, options))
    }

    /// Read a world from files given by hand: texts by logical path, assets by address as the world writes it.
    /// Nothing of the disk is looked at.
    pub fn from_files(
        main: &str,
        texts: BTreeMap<String, Vec<u8>>,
        assets: BTreeMap<String, Vec<u8>>,
        options: &WorldOptions,
    ) -> World {
        let loaded = skidpad_world::load(main, &GivenFiles(texts), &options.expand());
        let files = WorldFiles { files: DiskFiles::nowhere(), world: main.to_string() };
        World::with_store(loaded, files, AssetStore::of_files(assets), options)
    }

    fn with_assets(loaded: Loaded, files: WorldFiles, options: &WorldOptions) -> World {
        let store = AssetStore::new(&files, options.store.as_deref());
        World::with_store(loaded, files, store, options)
    }

    fn with_store(mut loaded: Loaded, files: WorldFiles, store: AssetStore, options: &WorldOptions) -> World {
        let settings = &mut loaded.description.settings;
        settings.compat = options.compat.unwrap_or(settings.compat);
        let (assets, problems) = skidpad_assets::load_assets(&loaded.description, &store);
        for problem in problems {
            loaded.diagnostics.push(problem.severity, problem.place, problem.problem);
        }
        loaded.diagnostics.sort_by_place();
        World { loaded, assets, files, store, seed: options.seed }
    }

    /// Decode the textures that the world and its meshes name, for cameras and viewers. What cannot be had is a
    /// diagnostic; it is also returned, for a program that has shown the others already.
    pub fn read_pictures(&mut self) -> Vec<Diagnostic> {
        let problems = skidpad_assets::load_pictures(&mut self.assets, &self.loaded.description, &self.store);
        for problem in problems.clone() {
            self.loaded.diagnostics.push(problem.severity, problem.place, problem.problem);
        }
        self.loaded.diagnostics.sort_by_place();
        problems
    }

    /// What the file says.
    pub fn description(&self) -> &WorldDescription {
        &self.loaded.description
    }

    /// Every problem found.
    pub fn diagnostics(&self) -> &Diagnostics {
        &self.loaded.diagnostics
    }

    /// The files that were read.
    pub fn sources(&self) -> &Sources {
        &self.loaded.sources
    }
}
