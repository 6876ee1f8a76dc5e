//! Classes and their instances: vehicles, blocks and actors; and the names of all of them and of sensors.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::control::is_control;
use super::{Expander, IdleClasses, Position};
use crate::diagnostics::Diagnostics;
use crate::files::folder_of;
use crate::nearest::nearest;
use crate::place::Place;
use crate::problem::Problem;
use crate::tree::{Attribute, Node, Text};

/// What can have a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    Vehicle,
    Block,
    Actor,
}

impl Kind {
    fn tag(self) -> &'static str {
        match self {
            Kind::Vehicle => "vehicle",
            Kind::Block => "block",
            Kind::Actor => "actor",
        }
    }

    /// The name of the object without one, counting from 1.
    fn default_name(self, number: usize) -> String {
        match self {
            Kind::Vehicle => format!("veh{number}"),
            Kind::Block => format!("block{number:03}"),
            Kind::Actor => format!("actor{number:03}"),
        }
    }
}

/// A class: its element, ready to be interpreted once per instance.
#[derive(Clone)]
pub(super) struct Class {
    node: Rc<Node>,
    /// Whether its `${…}` were replaced when it was read.
    is_frozen: bool,
}

/// Children that add up over instance and class; of all others the first source wins.
const ACCUMULATED: [&str; 3] = ["visual", "sensor", "light_group"];

/// Longest name of a vehicle, block or actor [bytes]: topics, messages and random numbers of its sensors have it too.
const LONGEST_NAME: usize = 4096;

/// The name under which a child competes with others.
fn key(name: &str) -> &str {
    // Two ways to say one thing.
    if name == "init_pose3d" { "init_pose" } else { name }
}

impl Expander<'_> {
    pub(super) fn define_class(&mut self, kind: Kind, node: &Node) {
        let Some(name) = self.needed(node, "name") else { return };
        let name = self.substitute(&name.value, name.value_place);
        // MVSim replaces ${…} in an included file when it reads it, but in the main file when an
        // instance is made.
        let is_included = self.including.len() > 1;
        let frozen = self.copy(node, is_included);
        if self.is_stopped {
            return;
        }
        let class = Class { node: Rc::new(frozen), is_frozen: is_included };
        let before = self.classes.insert((kind, name.clone()), class);
        if before.is_some_and(|before| before.node.place != node.place) {
            let problem = Problem::ReplacedClass { kind: kind.tag().to_owned(), class: name };
            self.diagnostics.warning(node.place, problem);
        }
    }

    /// The element of a class, if wanted with `${…}` replaced by what it means now. Files are no
    /// deeper than the limit, so this may recurse.
    fn copy(&mut self, node: &Node, is_frozen: bool) -> Node {
        let size =
            node.attributes.iter().map(|attribute| attribute.value.len()).sum::<usize>() + node.text().len();
        if !(self.spend_node(node) && self.spend_bytes(size, node.place)) {
            return Node::new("", node.place);
        }
        let mut out = node.clone_without_children();
        if is_frozen {
            for attribute in &mut out.attributes {
                attribute.value = self.substitute_names(&attribute.value, attribute.value_place);
            }
            if let Some(text) = &mut out.text {
                text.value = self.substitute_names(&text.value, text.place);
            }
        }
        out.children = node.children.iter().map(|child| self.copy(child, is_frozen)).collect();
        out
    }

    /// A vehicle, block or actor with what its class gives it.
    pub(super) fn instance(&mut self, kind: Kind, node: &Node) -> Option<Node> {
        if self.budget.bodies == 0 {
            self.stop(node.place, "vehicles, blocks and actors", self.options.limits.bodies as u64);
        }
        if self.is_stopped || !self.spend_node(node) {
            return None;
        }
        self.budget.bodies -= 1;
        let name = self.instance_name(kind, node);
        let class = self.class_of(kind, node);
        self.name = Some(name.value.clone());
        self.sensor_count = 0;
        let mut out = Node::new(kind.tag(), node.place);
        out.text = self.element_text(node, "mvsim_world");
        out.attributes.push(name);
        out.attributes.extend(self.attributes(node, &["name", "class"]));
        out.children = self.instance_children(kind, node, &mut out.attributes, class.as_ref());
        self.name = None;
        Some(out)
    }

    /// Children by priority: includes of the instance, the instance, the class.
    fn instance_children(
        &mut self,
        kind: Kind,
        node: &Node,
        attributes: &mut Vec<Attribute>,
        class: Option<&Class>,
    ) -> Vec<Node> {
        let position = Position { depth: 2, parent: kind.tag() };
        let mut children = Vec::new();
        let mut own = Vec::new();
        self.instance_level(&node.children, position, &mut children, &mut own);
        add_unless_taken(&mut children, own);
        let Some(Class { node: class, is_frozen }) = class else { return children };

        let given: BTreeSet<String> = children
            .iter()
            .map(|child| key(&child.name).to_owned())
            .chain(attributes.iter().map(|attribute| key(&attribute.name).to_owned()))
            .collect();
        self.is_frozen = *is_frozen;
        for attribute in self.attributes(class, &["name", "class"]) {
            if !given.contains(key(&attribute.name)) {
                attributes.push(attribute);
            }
        }
        self.class_folder = folder_of(self.sources.name(class.place.file)).to_owned();
        self.class_level(&class.children, position, &given, &mut children);
        self.is_frozen = false;
        children
    }

    /// Children of an instance; what comes from its includes goes before its own.
    fn instance_level(
        &mut self,
        nodes: &[Node],
        position: Position<'_>,
        included: &mut Vec<Node>,
        own: &mut Vec<Node>,
    ) {
        for node in nodes {
            if self.is_stopped {
                return;
            }
            if node.name == "include" {
                let inside = &mut |this: &mut Self, roots: &[Node]| {
                    this.inside_level(roots, position, included);
                };
                self.control(node, position, inside);
            } else if is_control(node) {
                self.control(node, position, &mut |this, children| {
                    this.instance_level(children, position, included, own);
                });
            } else {
                own.extend(self.element(node, position));
            }
        }
    }

    /// Children of a class that the instance does not give itself.
    fn class_level(
        &mut self,
        nodes: &[Node],
        position: Position<'_>,
        given: &BTreeSet<String>,
        out: &mut Vec<Node>,
    ) {
        for node in nodes {
            if self.is_stopped {
                return;
            }
            if is_control(node) {
                self.control(node, position, &mut |this, children| {
                    this.class_level(children, position, given, out);
                });
            } else if ACCUMULATED.contains(&node.name.as_str()) || !given.contains(key(&node.name)) {
                out.extend(self.element(node, position));
            }
        }
    }

    /// An object of each class that has none. The world is complete by now; these are only looked at.
    pub(super) fn idle_classes(&mut self) -> IdleClasses {
        let limit = self.options.limits.diagnostics;
        let known = std::mem::replace(&mut self.diagnostics, Diagnostics::with_limit(limit));
        let idle: Vec<(Kind, String, Place)> = self
            .classes
            .iter()
            .filter(|(class, _)| !self.used_classes.contains(class))
            .map(|((kind, name), class)| (*kind, name.clone(), class.node.place))
            .collect();
        let mut objects = Vec::new();
        for (kind, class, place) in idle {
            let mut node = Node::new(kind.tag(), place);
            node.attributes.push(Attribute { name: "class".into(), ..name_attribute(class, place) });
            let mut pose = Node::new("init_pose", place);
            pose.text = Some(Box::new(Text { value: "0 0 0".to_owned(), place }));
            node.children.push(pose);
            objects.extend(self.instance(kind, &node));
        }
        IdleClasses { objects, diagnostics: std::mem::replace(&mut self.diagnostics, known) }
    }

    fn class_of(&mut self, kind: Kind, node: &Node) -> Option<Class> {
        let attribute = node.attribute("class")?;
        let name = self.substitute(&attribute.value, attribute.value_place);
        let found = self.classes.get(&(kind, name.clone())).cloned();
        if found.is_some() {
            self.used_classes.insert((kind, name.clone()));
        }
        let is_reported = found.is_some() || self.diagnostics.has_error_at(attribute.value_place);
        if !is_reported && self.is_first_time(attribute.value_place, &name) {
            let known =
                self.classes.keys().filter(|(other, _)| *other == kind).map(|(_, name)| name.as_str());
            let nearest = nearest(&name, known);
            let problem = Problem::UnknownClass { kind: kind.tag().to_owned(), class: name, nearest };
            self.diagnostics.error(attribute.value_place, problem);
            // What the class would have given need not be missed.
            self.diagnostics.mark_as_reported(node.place);
        }
        found
    }

    /// The name of an instance as an attribute: its own, or the next default.
    fn instance_name(&mut self, kind: Kind, node: &Node) -> Attribute {
        let (value, place) = match node.attribute("name") {
            Some(name) => (self.substitute(&name.value, name.value_place), name.value_place),
            None => (String::new(), node.place),
        };
        let value = if value.is_empty() { self.next_default_name(kind) } else { value };
        if value.len() > LONGEST_NAME {
            self.stop(place, "bytes of a name", LONGEST_NAME as u64);
        }
        if !self.names.insert((kind, value.clone())) {
            let problem = Problem::DuplicateName { kind: kind.tag().to_owned(), name: value.clone() };
            if kind == Kind::Block {
                self.diagnostics.warning(place, problem);
            } else {
                self.diagnostics.error(place, problem);
            }
        }
        name_attribute(value, place)
    }

    fn next_default_name(&mut self, kind: Kind) -> String {
        loop {
            let number = self.default_counts.entry(kind).or_insert(0);
            *number += 1;
            let name = kind.default_name(*number);
            if !self.names.contains(&(kind, name.clone())) {
                return name;
            }
        }
    }

    /// A sensor of a vehicle, or one that stands alone in the world.
    pub(super) fn sensor(&mut self, node: &Node, position: Position<'_>) -> Option<Node> {
        let is_alone = position.parent == "mvsim_world";
        let renamed;
        let node = if node.attribute("class").is_none() && node.attribute("type").is_some() {
            renamed = self.with_class_attribute(node);
            &renamed
        } else {
            node
        };
        let class = node.attribute("class").map(|class| self.substitute(&class.value, class.value_place));
        let (given, place) = match node.attribute("name") {
            Some(name) => (self.substitute(&name.value, name.value_place), name.value_place),
            None => (String::new(), node.place),
        };
        let name = if given.is_empty() {
            let number = if is_alone { self.lone_sensor_count } else { self.sensor_count + 1 };
            format!("{}{number}", default_sensor_name(class.as_deref().unwrap_or("")))
        } else {
            given
        };
        if is_alone {
            self.lone_sensor_count += 1;
        } else {
            self.sensor_count += 1;
        }
        let outer = (self.name.replace(name.clone()), self.parent_name.take());
        // What stands by itself belongs to a nameless host, as in MVSim.
        self.parent_name = Some(outer.0.clone().unwrap_or_default());
        let mut out = self.element_content(node, position);
        (self.name, self.parent_name) = outer;
        if let Some(sensor) = &mut out {
            sensor.attributes.retain(|attribute| attribute.name != "name");
            sensor.attributes.push(name_attribute(name, place));
        }
        out
    }

    /// Older worlds write `<sensor type="…">`.
    fn with_class_attribute(&mut self, node: &Node) -> Node {
        let mut node = node.clone();
        for attribute in node.attributes.iter_mut().filter(|attribute| attribute.name == "type") {
            let problem = Problem::OtherName {
                written: "<sensor type=…>".into(),
                read_as: "<sensor class=…>".into(),
            };
            self.diagnostics.warning(attribute.place, problem);
            attribute.name = "class".into();
        }
        node
    }
}

fn name_attribute(value: String, place: Place) -> Attribute {
    Attribute { name: "name".into(), value, place, value_place: place }
}

/// As in MVSim, except that a GNSS receiver is not called "imu".
fn default_sensor_name(class: &str) -> &str {
    match class {
        "laser" | "lidar3d" => "laser",
        "camera" | "rgbd_camera" => "camera",
        "" => "sensor",
        other => other,
    }
}

/// Add `more` to `children`, except elements whose kind is there already and does not accumulate.
fn add_unless_taken(children: &mut Vec<Node>, more: Vec<Node>) {
    let taken: BTreeSet<String> = children.iter().map(|child| key(&child.name).to_owned()).collect();
    children.extend(
        more.into_iter()
            .filter(|child| ACCUMULATED.contains(&child.name.as_str()) || !taken.contains(key(&child.name))),
    );
}
