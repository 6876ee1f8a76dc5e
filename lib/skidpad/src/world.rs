//! A world read from disk: its description, its assets, and every problem found.

use crate::Error;
use skidpad_assets::{AssetStore, DiskFiles, Folders, Origin, WorldFiles};
use skidpad_scene::Assets;
use skidpad_sim::Extensions;
use skidpad_world::description::{Compat, WorldDescription};
use skidpad_world::files::{DATA_PREFIX, FileProblem, Files, folder_of, join, relative_to, shown};
use skidpad_world::{Budget, Diagnostics, ExpandOptions, Limits, Loaded, Problem, Sources};
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// How a world is read.
#[derive(Debug, Clone, Default)]
pub struct WorldOptions {
    /// Seed of all random numbers, in the file and in the simulation.
    pub seed: u64,
    /// Variables set from outside; they take precedence over those of the file.
    pub variables: BTreeMap<String, String>,
    /// Environment variables that the file may read.
    pub environment: BTreeMap<String, String>,
    /// Replaces the default root, the parent of the world's folder.
    pub root: Option<PathBuf>,
    /// Further folders in which files are looked up.
    pub search: Vec<PathBuf>,
    /// Folders of ROS packages by name, for `$(ros2 pkg prefix NAME)`, `$(find NAME)` and `package://NAME`.
    pub packages: BTreeMap<String, PathBuf>,
    /// The user's home folder, which never becomes the default root.
    pub home: Option<PathBuf>,
    /// Folder of the asset store; `None` if there is none.
    pub store: Option<PathBuf>,
    /// Whether textures are decoded with the other assets, for cameras, lidars and viewers. Without textures, surfaces
    /// have their plain colours.
    pub with_pictures: bool,
    /// Limits on the file.
    pub limits: Limits,
    /// Most that the whole load may take: assets, outlines, everything that is built of them.
    pub budget: Budget,
    /// Whose laws hold on slopes, instead of the file's own choice.
    pub compat: Option<Compat>,
    /// The classes that the program brings along.
    pub extensions: Arc<Extensions>,
}

impl WorldOptions {
    /// The options of a program: the environment, home folder and asset store of its user.
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

    pub(crate) fn folders(&self) -> Folders {
        Folders {
            root: self.root.clone(),
            search: self.search.clone(),
            packages: self.packages.clone(),
            home: self.home.clone(),
        }
    }

    pub(crate) fn expand(&self) -> ExpandOptions {
        ExpandOptions {
            seed: self.seed,
            variables: self.variables.clone(),
            environment: self.environment.clone(),
            limits: self.limits.clone(),
            classes: self.extensions.classes().clone(),
        }
    }
}

/// A text in place of one file; other files are read from disk.
pub(crate) struct GivenText<'a> {
    pub(crate) path: &'a str,
    pub(crate) text: &'a str,
    pub(crate) others: &'a DiskFiles,
}

impl Files for GivenText<'_> {
    fn read(&self, path: &str, limit: usize) -> Result<Vec<u8>, FileProblem> {
        if path == self.path { Ok(self.text.as_bytes().to_vec()) } else { self.others.read(path, limit) }
    }

    fn exists(&self, path: &str) -> bool {
        path == self.path || self.others.exists(path)
    }

    fn built_in_definitions(&self) -> Vec<String> {
        self.others.built_in_definitions()
    }
}

/// Files by their exact logical paths.
struct GivenFiles<'a>(&'a BTreeMap<String, Vec<u8>>);

impl Files for GivenFiles<'_> {
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

/// Given files, and others where there is no such file.
struct GivenBefore<'a> {
    given: GivenFiles<'a>,
    others: &'a DiskFiles,
}

impl Files for GivenBefore<'_> {
    fn read(&self, path: &str, limit: usize) -> Result<Vec<u8>, FileProblem> {
        if self.given.exists(path) { self.given.read(path, limit) } else { self.others.read(path, limit) }
    }

    fn exists(&self, path: &str) -> bool {
        self.given.exists(path) || self.others.exists(path)
    }

    fn built_in_definitions(&self) -> Vec<String> {
        self.others.built_in_definitions()
    }
}

/// Why a world cannot be opened, with the name of a file beside it that may be meant.
fn explained(path: &Path, reason: io::Error) -> io::Error {
    let (io::ErrorKind::NotFound, false, Some(name)) = (reason.kind(), path.exists(), path.file_name())
    else {
        return reason;
    };
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let names = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut names: Vec<String> = names.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    // Endings such as `.world.xml` are no likeness.
    let name = name.to_string_lossy();
    let (stem, ending) = name.split_once('.').unwrap_or((&name, ""));
    let alike = names.iter().filter_map(|name| name.split_once('.').filter(|(_, other)| *other == ending));
    let nearest = skidpad_world::nearest(stem, alike.map(|(stem, _)| stem));
    let advice = nearest.map_or_else(String::new, |stem| format!("; did you mean \"{stem}.{ending}\"?"));
    io::Error::new(io::ErrorKind::NotFound, format!("there is no such file{advice}"))
}

/// A world read from disk.
#[derive(Debug)]
pub struct World {
    /// The content of the file, and its problems.
    pub loaded: Loaded,
    /// Its meshes, images and grids, decoded.
    pub assets: Assets,
    /// The files it may read.
    pub files: WorldFiles,
    /// Where its assets are looked up.
    pub store: Arc<AssetStore>,
    /// How it was read.
    pub options: WorldOptions,
    /// The path as the caller named it.
    pub opened_as: String,
    /// The texts that it was read from where they are not files.
    pub(crate) given: Arc<BTreeMap<String, Vec<u8>>>,
}

impl World {
    /// Read a world. Fails only if the file itself cannot be opened; all other problems are diagnostics.
    pub fn read(path: impl AsRef<Path>, options: &WorldOptions) -> Result<World, Error> {
        let path = path.as_ref();
        let unopened = |reason| Error::Unopened { path: path.to_path_buf(), reason: explained(path, reason) };
        if path.is_dir() {
            let reason =
                io::Error::new(io::ErrorKind::IsADirectory, "this is a folder; name a world file in it");
            return Err(unopened(reason));
        }
        let files = DiskFiles::for_world(path, &options.folders()).map_err(unopened)?;
        let loaded = skidpad_world::load(&files.world, &files.files, &options.expand());
        let opened_as = path.display().to_string();
        let mut world = World { opened_as, ..World::with_assets(loaded, files, options) };
        world.note_built_in_files();
        Ok(world)
    }

    /// Read a world from a text, as if it were a file beside `neighbour`.
    pub fn read_text(neighbour: &Path, text: &str, options: &WorldOptions) -> Result<World, Error> {
        let unopened = |reason| Error::Unopened { path: neighbour.to_path_buf(), reason };
        let mut files = DiskFiles::for_world(neighbour, &options.folders()).map_err(unopened)?;
        files.world = join(folder_of(&files.world), "given.world.xml");
        let given = GivenText { path: &files.world, text, others: &files.files };
        let loaded = skidpad_world::load(&files.world, &given, &options.expand());
        Ok(World::with_assets(loaded, files, options))
    }

    /// Read a world from a text. Nothing is read from disk; `../definitions/…` refers to the embedded definitions and
    /// models.
    pub fn from_text(text: &str, options: &WorldOptions) -> World {
        World::from_text_and_files(text, BTreeMap::new(), options)
    }

    /// Read a world from a text and the files beside it, by their names as the text writes them. Nothing is read from
    /// disk; `../definitions/…` refers to the embedded definitions and models.
    pub fn from_text_and_files(
        text: &str,
        beside: BTreeMap<String, Vec<u8>>,
        options: &WorldOptions,
    ) -> World {
        let files = WorldFiles { files: DiskFiles::embedded(), world: "worlds/given.world.xml".to_string() };
        let folder = folder_of(&files.world);
        let mut texts: BTreeMap<String, Vec<u8>> =
            beside.iter().map(|(name, bytes)| (join(folder, name), bytes.clone())).collect();
        texts.insert(files.world.clone(), text.as_bytes().to_vec());
        let given = GivenBefore { given: GivenFiles(&texts), others: &files.files };
        let loaded = skidpad_world::load(&files.world, &given, &options.expand());
        let store = AssetStore::new(&files, options.store.as_deref()).with_files(beside);
        World { given: Arc::new(texts), ..World::with_store(loaded, files, store, options) }
    }

    /// Read a world from given files: texts by logical path, assets by address as written in the world.
    /// Nothing is read from disk.
    pub fn from_files(
        main: &str,
        texts: BTreeMap<String, Vec<u8>>,
        assets: BTreeMap<String, Vec<u8>>,
        options: &WorldOptions,
    ) -> World {
        let loaded = skidpad_world::load(main, &GivenFiles(&texts), &options.expand());
        let files = WorldFiles { files: DiskFiles::nowhere(), world: main.to_string() };
        let world = World::with_store(loaded, files, AssetStore::of_files(assets), options);
        World { given: Arc::new(texts), ..world }
    }

    fn with_assets(loaded: Loaded, files: WorldFiles, options: &WorldOptions) -> World {
        let store = AssetStore::new(&files, options.store.as_deref());
        World::with_store(loaded, files, store, options)
    }

    fn with_store(mut loaded: Loaded, files: WorldFiles, store: AssetStore, options: &WorldOptions) -> World {
        let store = store.with_budget(options.budget);
        let settings = &mut loaded.description.settings;
        settings.compat = options.compat.unwrap_or(settings.compat);
        let assets = skidpad_assets::read_assets(&mut loaded, &store, options.with_pictures);
        let opened_as = files.world.clone();
        let (store, given) = (Arc::new(store), Arc::default());
        World { loaded, assets, files, store, options: options.clone(), opened_as, given }
    }

    /// Note each definition that is not on disk, so that the built-in one is read. What a built-in file includes is
    /// built in too, and no surprise.
    fn note_built_in_files(&mut self) {
        let Loaded { files_read, included_at, sources, diagnostics, .. } = &mut self.loaded;
        let files = &self.files.files;
        let is_built_in = |path: &str| files.origin(path) == Some(Origin::Embedded);
        for path in files_read.iter().filter(|path| is_built_in(path)) {
            let Some(&place) = included_at.get(path) else { continue };
            let from = sources.name(place.file);
            if !is_built_in(from) {
                let name = path.rsplit('/').next().unwrap_or(path);
                let built_in = format!("definitions/{name}");
                let path = match path.starts_with(DATA_PREFIX) {
                    true => shown(path),
                    false => relative_to(folder_of(from), path),
                };
                diagnostics.note(place, Problem::BuiltInFile { path, built_in });
            }
        }
        diagnostics.sort_by_place();
    }

    /// The world, if it has no errors.
    pub fn without_errors(self) -> Result<World, Error> {
        self.check_errors().map(|()| self)
    }

    /// Fails with all errors of the world, if it has any.
    pub fn check_errors(&self) -> Result<(), Error> {
        if !self.diagnostics().has_errors() {
            return Ok(());
        }
        Err(Error::World(self.diagnostics().errors().map(|error| error.record(self.sources())).collect()))
    }

    /// Seed of all random numbers.
    pub fn seed(&self) -> u64 {
        self.options.seed
    }

    /// The content of the file.
    pub fn description(&self) -> &WorldDescription {
        &self.loaded.description
    }

    /// The content of the file, to change it before the world is built.
    pub fn description_mut(&mut self) -> &mut WorldDescription {
        &mut self.loaded.description
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
