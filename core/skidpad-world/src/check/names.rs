//! Names that refer to other things of the world.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use super::Implausible;
use crate::description::{Joint, JointKind, Object, Sensor, WallSource, WorldDescription};
use crate::diagnostics::Diagnostics;
use crate::place::Place;
use crate::tree::Node;

pub(super) fn check(root: &Node, description: &WorldDescription, diagnostics: &mut Diagnostics) {
    check_joints(Some(root), description, diagnostics);
    check_relative_poses(root, description, diagnostics);
    check_viewers(root, diagnostics);
    check_sensor_names(description, diagnostics);
}

/// The names of all vehicles in the text. A vehicle that could not be read is not in the description; its own error
/// was reported, and references to it cause no second one.
fn written_vehicles(root: &Node) -> BTreeSet<&str> {
    let vehicles = root.children_named("vehicle");
    vehicles.filter_map(|node| node.attribute("name")).map(|name| name.value.as_str()).collect()
}

/// Suggestions for names that do not exist. A loop can ask for the same name many times, so each
/// answer is kept; among very many names only the first are searched.
struct Suggestions<'a> {
    names: Vec<&'a str>,
    answers: BTreeMap<String, Option<String>>,
}

impl<'a> Suggestions<'a> {
    const MOST_SEARCHED: usize = 200;

    fn among(names: impl Iterator<Item = &'a str>) -> Self {
        Suggestions { names: names.take(Self::MOST_SEARCHED).collect(), answers: BTreeMap::new() }
    }

    /// Nothing is suggested once the diagnostics are full.
    fn nearest(&mut self, name: &str, diagnostics: &Diagnostics) -> Option<String> {
        if diagnostics.is_full() {
            return None;
        }
        let find = || crate::nearest(name, self.names.iter().copied());
        self.answers.entry(name.to_owned()).or_insert_with(find).clone()
    }
}

/// What a joint finds under a name.
struct Body {
    document_index: u32,
    why_not: Option<&'static str>,
    is_static: bool,
}

fn bodies(description: &WorldDescription) -> BTreeMap<&str, Body> {
    let mut bodies = BTreeMap::new();
    for actor in &description.actors {
        let why_not = Some("an actor has no body that a joint could pull");
        let document_index = actor.object.document_index;
        bodies.insert(actor.object.name.as_str(), Body { document_index, why_not, is_static: false });
    }
    for block in &description.blocks {
        let why_not = block.is_intangible.then_some("an intangible block has no body");
        let document_index = block.object.document_index;
        bodies
            .insert(block.object.name.as_str(), Body { document_index, why_not, is_static: block.is_static });
    }
    for vehicle in &description.vehicles {
        let document_index = vehicle.object.document_index;
        bodies.insert(vehicle.object.name.as_str(), Body { document_index, why_not: None, is_static: false });
    }
    bodies
}

/// How many walls there are, which are named `wall_0001` and so on; none if a mesh gives some of them, whose count is
/// not known here.
fn wall_count(description: &WorldDescription) -> Option<usize> {
    let counts = description.walls.iter().map(|walls| match &walls.source {
        WallSource::Points(points) => Some(points.len() / 2),
        WallSource::Model(_) => None,
    });
    counts.sum()
}

fn is_wall(name: &str, wall_count: Option<usize>) -> bool {
    let number = name.strip_prefix("wall_").and_then(|digits| digits.parse::<usize>().ok());
    number.is_some_and(|number| wall_count.is_none_or(|count| number <= count))
}

/// The bodies that joints name. Without the tree, problems are reported at the joint instead of at its attribute.
pub(super) fn check_joints(
    root: Option<&Node>,
    description: &WorldDescription,
    diagnostics: &mut Diagnostics,
) {
    let bodies = bodies(description);
    let written_vehicles = root.map(written_vehicles).unwrap_or_default();
    let mut suggestions = Suggestions::among(bodies.keys().copied());
    let wall_count = wall_count(description);
    let written = root.into_iter().flat_map(|root| root.children_named("joint"));
    let places = ValuePlaces::of(written);
    for joint in &description.joints {
        let place_of = |name: &'static str| places.place_of(joint.place, &[], name);
        if !joint.body_a.is_empty() && joint.body_a == joint.body_b {
            let name = joint.body_b.clone();
            diagnostics.error(place_of("body_b"), Implausible::JointToItself { name }.into());
        }
        let mut static_count = 0;
        for (attribute, name) in [("body_a", &joint.body_a), ("body_b", &joint.body_b)] {
            if name.is_empty() {
                continue;
            }
            let name = name.clone();
            match bodies.get(name.as_str()) {
                None if is_wall(&name, wall_count) => {
                    let why = "a wall takes no joints; use a static block";
                    diagnostics.error(place_of(attribute), Implausible::NoBody { name, why }.into());
                }
                None if written_vehicles.contains(name.as_str()) => {}
                None => {
                    let nearest = suggestions.nearest(&name, diagnostics);
                    let problem = Implausible::UnknownName { what: "vehicle or block", name, nearest };
                    diagnostics.error(place_of(attribute), problem.into());
                }
                Some(Body { why_not: Some(why), .. }) => {
                    diagnostics.error(place_of(attribute), Implausible::NoBody { name, why }.into());
                }
                Some(body) => {
                    static_count += u32::from(body.is_static);
                    if body.document_index > joint.document_index {
                        diagnostics.note(place_of(attribute), Implausible::JointBeforeBody { name }.into());
                    }
                }
            }
        }
        if static_count == 2 {
            diagnostics.warning(joint.place, Implausible::JointOfStatics.into());
        }
        check_limits(joint, &place_of, diagnostics);
    }
}

fn check_limits(joint: &Joint, place_of: &dyn Fn(&'static str) -> Place, diagnostics: &mut Diagnostics) {
    let (low, high, is_reversed) = match joint.kind {
        JointKind::Distance { min_length_m, max_length_m, .. } => {
            ("min_length", "max_length", min_length_m > max_length_m)
        }
        JointKind::Revolute { limits_rad } => {
            ("lower_angle_deg", "upper_angle_deg", limits_rad.is_some_and(|(lower, upper)| lower > upper))
        }
    };
    if is_reversed {
        diagnostics.error(place_of(low), Implausible::JointLimits { low, high }.into());
    }
}

/// Where values stand in elements that stand in the same place as those that name them. A loop puts thousands of
/// elements in one place, so each answer is kept.
struct ValuePlaces<'a> {
    nodes: BTreeMap<Place, &'a Node>,
    answers: RefCell<BTreeMap<(Place, &'static str), Place>>,
}

impl<'a> ValuePlaces<'a> {
    fn of(nodes: impl Iterator<Item = &'a Node>) -> Self {
        ValuePlaces { nodes: nodes.map(|node| (node.place, node)).collect(), answers: RefCell::default() }
    }

    /// Where a value stands below the element at a place, which these tags lead to; the place itself where it is not
    /// written.
    fn place_of(&self, place: Place, path: &[&str], name: &'static str) -> Place {
        let find = || {
            let node = self.nodes.get(&place).copied();
            value_place(path.iter().fold(node, |node, tag| node?.child(tag)), name, place)
        };
        *self.answers.borrow_mut().entry((place, name)).or_insert_with(find)
    }
}

/// Where an attribute or child of a node has its value.
fn value_place(node: Option<&Node>, name: &str, otherwise: Place) -> Place {
    let Some(node) = node else { return otherwise };
    let attribute = node.attribute(name).map(|attribute| attribute.value_place);
    attribute.or_else(|| node.child(name).map(Node::text_place)).unwrap_or(otherwise)
}

fn check_relative_poses(root: &Node, description: &WorldDescription, diagnostics: &mut Diagnostics) {
    let vehicles = description.vehicles.iter().map(|vehicle| &vehicle.object);
    let blocks = description.blocks.iter().map(|block| &block.object);
    let actors = description.actors.iter().map(|actor| &actor.object);
    let objects: Vec<&Object> = vehicles.chain(blocks).chain(actors).collect();
    let mut names: BTreeSet<&str> = objects.iter().map(|object| object.name.as_str()).collect();
    names.append(&mut written_vehicles(root));
    let mut suggestions = Suggestions::among(names.iter().copied());
    let places = ValuePlaces::of(root.children.iter());
    for object in objects {
        for name in &object.publish.relative_pose_objects {
            if names.contains(name.as_str()) {
                continue;
            }
            let place = places.place_of(object.place, &["publish"], "publish_relative_pose_objects");
            let nearest = suggestions.nearest(name, diagnostics);
            let problem = Implausible::UnknownName { what: "object", name: name.clone(), nearest };
            diagnostics.warning(place, problem.into());
        }
    }
}

/// Vehicles that a camera or a ground grid follows.
fn check_viewers(root: &Node, diagnostics: &mut Diagnostics) {
    let vehicles = written_vehicles(root);
    let mut suggestions = Suggestions::among(vehicles.iter().copied());
    let followers = ["follow_vehicle", "floating_focus", "float_center_at_vehicle_name"];
    for node in root.children.iter().filter(|node| node.name == "gui" || node.name == "element") {
        for follower in followers {
            let Some(name) = node.child(follower).map(Node::text) else { continue };
            if name.is_empty() || vehicles.contains(name) {
                continue;
            }
            let nearest = suggestions.nearest(name, diagnostics);
            let problem = Implausible::UnknownName { what: "vehicle", name: name.to_owned(), nearest };
            diagnostics.warning(value_place(Some(node), follower, node.place), problem.into());
        }
    }
}

fn check_sensor_names(description: &WorldDescription, diagnostics: &mut Diagnostics) {
    let mut check = |sensors: &[Sensor], problem: &dyn Fn(String) -> Implausible| {
        let mut seen = BTreeSet::new();
        for sensor in sensors.iter().filter(|sensor| !seen.insert(sensor.name.as_str())) {
            diagnostics.warning(sensor.place, problem(sensor.name.clone()).into());
        }
    };
    for vehicle in &description.vehicles {
        let vehicle_name = &vehicle.object.name;
        check(&vehicle.sensors, &|name| Implausible::DuplicateSensor { name, vehicle: vehicle_name.clone() });
    }
    check(&description.sensors, &|name| Implausible::DuplicateLoneSensor { name });
}
