//! The files of a world to one tree without includes, variables, loops, conditions and classes.
//!
//! World-level elements are interpreted in document order, so that a seed always gives the same world.
//! The result has the root `mvsim_world`; every attribute and text is literal; each vehicle, block and
//! actor holds what its class gives it, and has a name.

mod classes;
mod cone_table;
mod control;
mod include;
mod paths;
mod references;
mod substitute;
mod variables;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::diagnostics::{Diagnostics, Severity};
use crate::expression::Random;
use crate::files::{Files, folder_of};
use crate::limits::Limits;
use crate::nearest::nearest;
use crate::place::{Place, Sources};
use crate::problem::Problem;
use crate::schema::Classes;
use crate::tree::{Attribute, Node, Text};

use classes::{Class, Kind};
use control::is_control;
use include::LoadedFile;
use variables::Variables;

/// What a world is read with, beside its files.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ExpandOptions {
    /// Seed of `rand()`, `randn()` and `unifrnd()`.
    pub seed: u64,
    /// Variables set from outside; a `<variable>` of the same name does not change them.
    pub variables: BTreeMap<String, String>,
    /// The environment that `$env{…}` reads.
    pub environment: BTreeMap<String, String>,
    /// Bounds on what the world may ask for.
    pub limits: Limits,
    /// The classes that it may name.
    pub classes: Classes,
}

/// A world after expansion, with everything that was found on the way.
#[derive(Debug, Clone, PartialEq)]
pub struct Expanded {
    /// The tree; `None` when the main file could not be read or holds no world, or a limit was reached.
    pub tree: Option<Node>,
    /// Everything that is wrong or worth knowing.
    pub diagnostics: Diagnostics,
    /// The files that were read, for the places in tree and diagnostics.
    pub sources: Sources,
    /// Environment variables that the world asked for, with the value it got.
    pub environment_read: BTreeMap<String, Option<String>>,
    /// Logical paths of the files that were read, in order.
    pub files_read: Vec<String>,
    /// Where each included file was asked for first, by logical path.
    pub included_at: BTreeMap<String, Place>,
    /// One object of each class that the world uses nowhere, so that its content can be checked too.
    pub idle_classes: IdleClasses,
}

/// Classes without an object: an object of each, and what was found while making it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct IdleClasses {
    /// The objects.
    pub objects: Vec<Node>,
    /// What was found, as if the world had them.
    pub diagnostics: Diagnostics,
}

/// Read and expand the world whose main file has the logical path `main`.
pub fn expand(main: &str, files: &dyn Files, options: &ExpandOptions) -> Expanded {
    let mut expander = Expander::new(main, files, options);
    let tree = expander.main_file();
    expander.report_unused();
    let idle_classes = expander.idle_classes();
    Expanded {
        tree,
        idle_classes,
        files_read: expander.sources.iter().map(|(_, name)| name.to_owned()).collect(),
        included_at: expander.included_at,
        diagnostics: expander.diagnostics,
        sources: expander.sources,
        environment_read: expander.environment_read,
    }
}

/// The state of one expansion.
struct Expander<'a> {
    files: &'a dyn Files,
    options: &'a ExpandOptions,
    main: &'a str,
    sources: Sources,
    diagnostics: Diagnostics,
    environment_read: BTreeMap<String, Option<String>>,
    /// Names that were looked for in vain.
    met: BTreeSet<(Place, String)>,
    /// Whether there is a file at a logical path; asking the disk takes time, and a loop asks often.
    existing: BTreeMap<String, bool>,
    /// Files by logical path; `None` for one that cannot be read.
    loaded: BTreeMap<String, Option<Rc<LoadedFile>>>,
    /// Where each file was included first.
    included_at: BTreeMap<String, Place>,
    /// Logical paths of the files being included, the main file first.
    including: Vec<String>,
    /// The folder of the world-level file being interpreted.
    base_folder: String,
    /// The folder of the class whose instance is being made.
    class_folder: String,
    /// Parameters of the innermost `<include>`.
    parameters: Variables,
    /// What `<variable>` and `<for>` have set, and what came from outside.
    variables: Variables,
    classes: BTreeMap<(Kind, String), Class>,
    /// Classes that an object was made of.
    used_classes: BTreeSet<(Kind, String)>,
    /// Names in use.
    names: BTreeSet<(Kind, String)>,
    /// How many objects of a kind have got a default name.
    default_counts: BTreeMap<Kind, usize>,
    /// `${NAME}` and `${PARENT_NAME}`, where they have a meaning.
    name: Option<String>,
    parent_name: Option<String>,
    /// Sensors that the current vehicle already has.
    sensor_count: usize,
    /// Sensors that stand alone in the world so far.
    lone_sensor_count: usize,
    random: Random,
    budget: Budget,
    /// Control elements around the one at hand.
    control_depth: usize,
    /// The element at hand is of a class whose values are no longer as written.
    is_frozen: bool,
    /// The value at hand refers to itself: give it up.
    is_endless: bool,
    /// A limit was reached: stop quickly.
    is_stopped: bool,
}

/// What is left of the limits.
struct Budget {
    file_bytes: usize,
    parsed_nodes: usize,
    nodes: usize,
    loop_turns: usize,
    expression_steps: u64,
    expanded_bytes: usize,
    bodies: usize,
    /// Control elements that may still be looked at; they make no nodes themselves.
    controls: usize,
}

/// Where in the tree a piece is being expanded.
#[derive(Clone, Copy)]
struct Position<'n> {
    depth: usize,
    parent: &'n str,
}

impl<'a> Expander<'a> {
    fn new(main: &'a str, files: &'a dyn Files, options: &'a ExpandOptions) -> Self {
        let limits = &options.limits;
        let mut variables = Variables::default();
        for (name, value) in &options.variables {
            variables.set(name, value.clone());
        }
        Expander {
            files,
            options,
            main,
            sources: Sources::default(),
            diagnostics: Diagnostics::with_limit(limits.diagnostics),
            environment_read: BTreeMap::new(),
            met: BTreeSet::new(),
            existing: BTreeMap::new(),
            loaded: BTreeMap::new(),
            included_at: BTreeMap::new(),
            including: Vec::new(),
            base_folder: String::new(),
            class_folder: String::new(),
            parameters: Variables::default(),
            variables,
            classes: BTreeMap::new(),
            used_classes: BTreeSet::new(),
            names: BTreeSet::new(),
            default_counts: BTreeMap::new(),
            name: None,
            parent_name: None,
            sensor_count: 0,
            lone_sensor_count: 0,
            random: Random::new(options.seed),
            budget: Budget {
                file_bytes: limits.all_files_bytes,
                parsed_nodes: limits.nodes,
                nodes: limits.nodes,
                loop_turns: limits.loop_iterations,
                expression_steps: limits.total_expression_steps,
                expanded_bytes: limits.expanded_bytes,
                bodies: limits.bodies,
                controls: limits.nodes,
            },
            control_depth: 0,
            is_frozen: false,
            is_endless: false,
            is_stopped: false,
        }
    }

    fn main_file(&mut self) -> Option<Node> {
        let path = crate::files::join("", self.main);
        let file = self.load(&path, None)?;
        let Some(root) = file.roots.first() else {
            let place = Place::start_of(file.id);
            if !self.diagnostics.has_error_at(place) {
                self.diagnostics.error(place, Problem::NoElement);
            }
            return None;
        };
        if let Some(second) = file.roots.get(1) {
            let problem = Problem::ElementAfterWorld { element: second.name.to_string() };
            self.diagnostics.warning(second.place, problem);
        }
        self.check_root(root)?;
        let mut world = Node::new("mvsim_world", root.place);
        self.base_folder = folder_of(&path).to_owned();
        self.including.push(path);
        world.attributes = self.attributes(root, &[]);
        self.world_level(&root.children, &mut world.children);
        // A part of a world would only lead to further complaints.
        (!self.is_stopped).then_some(world)
    }

    /// Whether the root is a world, or something that was meant to be one.
    fn check_root(&mut self, root: &Node) -> Option<()> {
        match root.name.as_str() {
            "mvsim_world" => {}
            "world" => {
                let problem =
                    Problem::OtherName { written: "<world>".into(), read_as: "<mvsim_world>".into() };
                self.diagnostics.warning(root.place, problem);
            }
            element => {
                self.diagnostics.error(root.place, Problem::WrongRoot { element: element.to_owned() });
                nearest(element, ["mvsim_world", "world"])?;
            }
        }
        Some(())
    }

    /// Interpret world-level elements, in order.
    fn world_level(&mut self, nodes: &[Node], out: &mut Vec<Node>) {
        let position = Position { depth: 1, parent: "mvsim_world" };
        for node in nodes {
            if self.is_stopped {
                return;
            }
            if is_control(node) {
                self.control(node, position, &mut |this, children| this.world_level(children, out));
                continue;
            }
            match node.name.as_str() {
                "vehicle:class" => self.define_class(Kind::Vehicle, node),
                "block:class" => self.define_class(Kind::Block, node),
                "actor:class" => self.define_class(Kind::Actor, node),
                "vehicle" => out.extend(self.instance(Kind::Vehicle, node)),
                "block" => out.extend(self.instance(Kind::Block, node)),
                "actor" => out.extend(self.instance(Kind::Actor, node)),
                "light" => {
                    let problem =
                        Problem::OtherName { written: "<light>".into(), read_as: "<lights>".into() };
                    self.diagnostics.warning(node.place, problem);
                    out.extend(
                        self.element(node, position).map(|lights| Node { name: "lights".into(), ..lights }),
                    );
                }
                _ => out.extend(self.element(node, position)),
            }
        }
    }

    /// An element and all below it, with every value literal. `None` when a limit stops it.
    fn element(&mut self, node: &Node, position: Position<'_>) -> Option<Node> {
        if position.depth >= self.options.limits.depth {
            self.stop(node.place, "elements inside each other", self.options.limits.depth as u64);
        }
        if !self.spend_node(node) {
            return None;
        }
        if node.name == "sensor" && matches!(position.parent, "vehicle" | "mvsim_world") {
            return self.sensor(node, position);
        }
        self.element_content(node, position)
    }

    fn element_content(&mut self, node: &Node, position: Position<'_>) -> Option<Node> {
        let mut out = Node::new(&node.name, node.place);
        out.attributes = self.attributes(node, &[]);
        out.text = self.element_text(node, position.parent);
        let inside = Position { depth: position.depth + 1, parent: &node.name };
        self.inside_level(&node.children, inside, &mut out.children);
        Some(out)
    }

    /// Children of an element below world level: control elements work here too.
    fn inside_level(&mut self, nodes: &[Node], position: Position<'_>, out: &mut Vec<Node>) {
        for node in nodes {
            if self.is_stopped {
                return;
            }
            if is_control(node) {
                self.control(node, position, &mut |this, children| {
                    this.inside_level(children, position, out);
                });
            } else {
                out.extend(self.element(node, position));
            }
        }
    }

    /// The attributes of an element, literal, except those named in `without` and namespaces, which
    /// only a schema needs.
    fn attributes(&mut self, node: &Node, without: &[&str]) -> Vec<Attribute> {
        let mut out = Vec::with_capacity(node.attributes.len());
        for attribute in &node.attributes {
            if without.contains(&attribute.name.as_str()) || attribute.name.starts_with("xmlns") {
                continue;
            }
            let value = self.substitute(&attribute.value, attribute.value_place);
            let value = if paths::is_path_attribute(&node.name, &attribute.name) {
                self.path_value(&value, attribute.value_place)
            } else {
                self.without_root_prefix(value)
            };
            out.push(Attribute { value, ..attribute.clone() });
        }
        out
    }

    fn element_text(&mut self, node: &Node, parent: &str) -> Option<Box<Text>> {
        let text = node.text.as_ref()?;
        let value = self.substitute(&text.value, text.place);
        let value = value.trim();
        if value.is_empty() {
            return None;
        }
        let value = if paths::is_path_element(&node.name, parent) {
            self.path_value(value, text.place)
        } else {
            self.without_root_prefix(value.to_owned())
        };
        Some(Box::new(Text { value, place: text.place }))
    }

    /// Whether there is a file at a logical path.
    fn is_there(&mut self, path: &str) -> bool {
        if let Some(&known) = self.existing.get(path) {
            return known;
        }
        let is_there = self.files.exists(path);
        self.existing.insert(path.to_owned(), is_there);
        is_there
    }

    /// Count an element against the limits. False when one of them is used up.
    fn spend_node(&mut self, node: &Node) -> bool {
        let name_bytes =
            node.name.len() + node.attributes.iter().map(|attribute| attribute.name.len()).sum::<usize>();
        match self.budget.nodes.checked_sub(1 + node.attributes.len() + usize::from(node.text.is_some())) {
            Some(left) => self.budget.nodes = left,
            None => {
                let limit = self.options.limits.nodes as u64;
                self.stop(node.place, "elements, attributes and texts after expansion", limit);
            }
        }
        self.spend_bytes(name_bytes, node.place)
    }

    /// Whether this mistake was not met before; a loop meets it many times.
    fn is_first_time(&mut self, place: Place, name: &str) -> bool {
        self.met.len() < self.options.limits.diagnostics && self.met.insert((place, name.to_owned()))
    }

    /// A limit is reached: say so once and stop.
    fn stop(&mut self, place: Place, what: &'static str, limit: u64) {
        if !self.is_stopped {
            self.is_stopped = true;
            self.diagnostics.error(place, Problem::LimitReached { what, limit });
        }
    }

    /// The folder of the main file, which all paths of the expanded tree count from.
    fn main_folder(&self) -> &str {
        self.including.first().map_or("", |path| folder_of(path))
    }

    /// Say which variables and parameters of the command line nothing uses.
    fn report_unused(&mut self) {
        let any_missing = self.loaded.values().any(Option::is_none);
        let Some(Some(main)) = self.loaded.get(&crate::files::join("", self.main)).cloned() else { return };
        if any_missing || self.is_stopped {
            return; // What was not read may use them.
        }
        let files: Vec<Rc<LoadedFile>> = self.loaded.values().flatten().cloned().collect();
        for (name, place) in references::defined_variables(&main.roots) {
            if !files.iter().any(|file| file.references.contains(&name)) {
                self.diagnostics.warning(place, Problem::UnusedVariable { name });
            }
        }
        let mut known: BTreeSet<String> = BTreeSet::new();
        for file in &files {
            known.extend(references::defined_variables(&file.roots).map(|(name, _)| name));
            known.extend(file.references.exact.iter().cloned());
        }
        for name in self.options.variables.keys() {
            if !known.contains(name) && !files.iter().any(|file| file.references.contains(name)) {
                let nearest = nearest(name, known.iter().map(String::as_str));
                let problem = Problem::UnknownOverride { name: name.clone(), nearest };
                self.diagnostics.push(Severity::Warning, None, problem);
            }
        }
    }
}
