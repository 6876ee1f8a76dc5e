//! Pieces of world files, made ready to be added to a run.

mod bounding_boxes;
mod entity;

pub(crate) use bounding_boxes::bounding_boxes;

use crate::World;
use skidpad_assets::{AssetStore, load_assets, load_pictures, read_picture};
use skidpad_messages::Insertion;
use skidpad_scene::{Assets, Image};
use skidpad_sim::{BuildOptions, Simulation};
use skidpad_world::description::WorldDescription;
use skidpad_world::files::{FileProblem, Files, folder_of, join};
use skidpad_world::write::write;
use skidpad_world::{Diagnostics, ExpandOptions, Limits, MapFiles, Node, Place, Severity, expand, load, xml};
use std::path::Path;
use std::sync::Arc;

/// The name that a piece of a world has among its files.
const FILE_NAME: &str = "inserted.world.xml";

/// What a piece of a world may hold once it is expanded.
const INSERTABLE: [&str; 5] = ["vehicle", "block", "actor", "walls", "element"];

/// What of a world's main file a piece can use.
const SHARED: [&str; 5] = ["variable", "include", "vehicle:class", "block:class", "actor:class"];

/// Reads pieces of world files for one world, on any thread.
#[derive(Clone)]
pub struct Inserter {
    files: Arc<dyn Files + Send + Sync>,
    root: std::path::PathBuf,
    main: String,
    options: ExpandOptions,
    with_pictures: bool,
    store: Arc<AssetStore>,
}

/// A piece of a world that can be added to a run.
#[derive(Debug, Clone, PartialEq)]
pub struct PreparedInsertion {
    /// The request.
    pub insertion: Insertion,
    /// Names of its vehicles, blocks and actors, in this order.
    pub names: Vec<String>,
}

impl World {
    /// Reads pieces of world files that are to be added to a run of this world.
    pub fn inserter(&self) -> Inserter {
        Inserter {
            files: Arc::new(self.files.files.clone()),
            root: self.files.files.root().to_path_buf(),
            main: self.files.world.clone(),
            options: self.options.expand(),
            with_pictures: self.options.with_pictures,
            store: Arc::clone(&self.store),
        }
    }
}

impl Inserter {
    /// Read a text: a world file, or elements of one without their root. It can use the classes and variables that the
    /// world's main file defines. Paths in it count from `base`, a folder below the world's root, or else from the
    /// world's own folder. The error is a text for users.
    pub fn read(&self, text: &str, base: Option<&str>) -> Result<PreparedInsertion, String> {
        let own_folder = folder_of(&self.main).to_string();
        let folder = match base.map(str::trim).filter(|base| !base.is_empty()) {
            Some(base) => self.logical_folder(base)?,
            None => own_folder.clone(),
        };
        let nodes = elements(text, &self.options.limits)?;
        let shared = if folder == own_folder { self.shared_elements() } else { Vec::new() };
        let path = join(&folder, FILE_NAME);
        let tree = self.expanded(&path, shared, nodes)?;
        if let Some(node) = tree.children.iter().find(|node| !INSERTABLE.contains(&node.name.as_str())) {
            let allowed = INSERTABLE.map(|tag| format!("<{tag}>")).join(", ");
            return Err(format!("<{}> cannot be inserted into a running world; only {allowed}", node.name));
        }
        let insertion = Insertion { path, text: write(&tree) };
        let (description, _) = self.checked(&insertion).map_err(InsertionProblem::words)?;
        let vehicles = description.vehicles.iter().map(|it| &it.object.name);
        let blocks = description.blocks.iter().map(|it| &it.object.name);
        let actors = description.actors.iter().map(|it| &it.object.name);
        let names = vehicles.chain(blocks).chain(actors).cloned().collect();
        Ok(PreparedInsertion { insertion, names })
    }

    /// Where the files that pieces name are looked up.
    pub(crate) fn store(&self) -> &AssetStore {
        &self.store
    }

    /// The files that a piece of the world names, decoded.
    pub(crate) fn assets(&self, description: &WorldDescription) -> Assets {
        let (mut assets, _) = load_assets(description, &self.store);
        if self.with_pictures {
            load_pictures(&mut assets, description, &self.store);
        }
        assets
    }

    /// Whether a picture can be read, by its address as in the world's main file. The error is a text for users.
    pub fn check_picture(&self, uri: &str) -> Result<(), String> {
        read_picture(uri, &self.store).map(|_| ()).map_err(|problem| format!("{uri}: {problem}"))
    }

    /// A picture, if the world was read with its pictures.
    pub(crate) fn picture(&self, uri: &str) -> Option<Arc<Image>> {
        if !self.with_pictures {
            return None;
        }
        read_picture(uri, &self.store).ok().map(Arc::new)
    }

    fn logical_folder(&self, base: &str) -> Result<String, String> {
        let outside = || format!("basePath {base:?} is not below {}", self.root.display());
        let path = Path::new(base);
        if !path.is_absolute() {
            return Ok(join(folder_of(&self.main), base));
        }
        let real = path.canonicalize().map_err(|problem| format!("basePath {base:?}: {problem}"))?;
        let below = real.strip_prefix(&self.root).map_err(|_| outside())?;
        let parts: Option<Vec<&str>> = below.iter().map(|part| part.to_str()).collect();
        Ok(parts.ok_or_else(outside)?.join("/"))
    }

    /// Classes, variables and includes of the world's main file.
    fn shared_elements(&self) -> Vec<Node> {
        let limits = &self.options.limits;
        let text = self.files.read(&self.main, limits.all_files_bytes).unwrap_or_default();
        let mut elements = elements(&String::from_utf8_lossy(&text), limits).unwrap_or_default();
        elements.retain(|node| SHARED.contains(&node.name.as_str()));
        elements
    }

    /// The tree of what the nodes describe, without what the world describes already.
    fn expanded(&self, path: &str, shared: Vec<Node>, nodes: Vec<Node>) -> Result<Node, String> {
        let expanded = |children: Vec<Node>| {
            let root = Node { children, ..Node::new("mvsim_world", Place::default()) };
            let files = WithText { path, text: write(&root), others: &*self.files };
            let found = expand(path, &files, &self.options);
            (found.tree, found.diagnostics)
        };
        let known = expanded(shared.clone()).0.map_or(0, |tree| tree.children.len());
        let (tree, diagnostics) = expanded(shared.into_iter().chain(nodes).collect());
        let mut tree = tree.filter(|_| !diagnostics.has_errors()).ok_or_else(|| messages(&diagnostics))?;
        tree.children.drain(..known);
        Ok(tree)
    }

    /// What an insertion adds. It is built once, as a world of its own, so that its problems are told in words.
    fn checked(&self, insertion: &Insertion) -> Result<(WorldDescription, Simulation), InsertionProblem> {
        let files = MapFiles::from_texts([(insertion.path.as_str(), insertion.text.as_str())]);
        let loaded = load(&insertion.path, &files, &ExpandOptions::default());
        if loaded.diagnostics.has_errors() {
            return Err(InsertionProblem::Unreadable(messages(&loaded.diagnostics)));
        }
        let description = loaded.description;
        let (assets, problems) = load_assets(&description, &self.store);
        if let Some(missing) = assets.missing.first() {
            return Err(InsertionProblem::MissingAsset(format!("{}: {}", missing.uri, missing.reason)));
        }
        if let Some(problem) = problems.iter().find(|it| it.severity == Severity::Error) {
            return Err(InsertionProblem::Unreadable(problem.problem.to_string()));
        }
        let built = Simulation::build(&description, &assets, &BuildOptions::default());
        let built = built.map_err(|found| InsertionProblem::Unreadable(messages(&found)))?;
        Ok((description, built))
    }
}

/// Why a piece of a world cannot be added to a run.
enum InsertionProblem {
    Unreadable(String),
    MissingAsset(String),
}

impl InsertionProblem {
    fn words(self) -> String {
        match self {
            InsertionProblem::Unreadable(reason) | InsertionProblem::MissingAsset(reason) => reason,
        }
    }
}

/// The elements of a world file, or of a text without its root.
fn elements(text: &str, limits: &Limits) -> Result<Vec<Node>, String> {
    let mut diagnostics = Diagnostics::default();
    let mut nodes_left = limits.nodes;
    let mut roots = xml::parse(text, Place::default().file, limits, &mut nodes_left, &mut diagnostics);
    if diagnostics.has_errors() {
        return Err(messages(&diagnostics));
    }
    let is_world = |node: &Node| matches!(node.name.as_str(), "mvsim_world" | "world");
    match roots.as_mut_slice() {
        [] => Err("the text has no elements".to_string()),
        [root] if is_world(root) => Ok(std::mem::take(&mut root.children)),
        _ => Ok(roots),
    }
}

/// All errors, in words.
fn messages(diagnostics: &Diagnostics) -> String {
    let all: Vec<String> = diagnostics.errors().map(|error| error.problem.to_string()).collect();
    if all.is_empty() { "it could not be read".to_string() } else { all.join("; ") }
}

/// A text in place of one file.
struct WithText<'a> {
    path: &'a str,
    text: String,
    others: &'a (dyn Files + Send + Sync),
}

impl Files for WithText<'_> {
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
