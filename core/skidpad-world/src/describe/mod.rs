//! The expanded tree, read by the tables of [`crate::schema`] into a [`WorldDescription`].
//!
//! Nothing stops at the first problem: what can be read is returned, and everything else is reported.

mod actor;
mod block;
mod dynamics;
mod element;
mod extension;
mod foreign_names;
mod known_names;
mod object;
mod powertrain;
mod problem;
pub(crate) mod reader;
mod sensor;
mod typed;
pub(crate) mod value;
mod vehicle;
mod wheel;
mod world;

pub use problem::ReadingProblem;
pub(crate) use typed::well_known_radians;

use crate::description::WorldDescription;
use crate::diagnostics::Diagnostics;
use crate::limits::Limits;
use crate::place::Place;
use crate::schema::{Classes, WORLD};
use crate::tree::Node;
use reader::{Reader, Sink};

/// Read an expanded tree. What could not be read is in `diagnostics`.
pub fn describe(
    root: &Node,
    classes: &Classes,
    limits: &Limits,
    diagnostics: &mut Diagnostics,
) -> WorldDescription {
    let sink = Sink::new(std::mem::take(diagnostics), classes.clone(), limits);
    let description = Reader::open(root, &WORLD, &sink).map(|world| read_world(&world)).unwrap_or_default();
    *diagnostics = sink.into_diagnostics();
    description
}

/// Read objects that are in no world, for what is found in them.
pub fn look_at_objects(objects: &[Node], classes: &Classes, limits: &Limits, diagnostics: &mut Diagnostics) {
    let root = Node { children: objects.to_vec(), ..Node::new(WORLD.tag, Place::default()) };
    describe(&root, classes, limits, diagnostics);
}

fn read_world(world: &Reader<'_>) -> WorldDescription {
    let mut description = WorldDescription {
        settings: world::settings(world),
        gui: world.one("gui").map(|gui| world::gui(&gui)).unwrap_or_default(),
        lights: world.one("lights").map(|lights| world::lights(&lights)).unwrap_or_default(),
        georeference: world.one("georeference").map(|reader| world::georeference(&reader)),
        ..WorldDescription::default()
    };
    let mut document_index = 0;
    for child in world.children() {
        // Places are no objects: they do not count among them.
        if child.name == "named_pose" {
            description.named_poses.extend(world.open_child(child).map(|reader| world::named_pose(&reader)));
        }
        let is_object = ["element", "vehicle", "block", "walls", "actor", "sensor", "joint", "marker"];
        if !is_object.contains(&child.name.as_str()) {
            continue;
        }
        if let Some(reader) = world.open_child(child) {
            read_object(&reader, document_index, &mut description);
        }
        document_index += 1;
    }
    description
}

fn read_object(reader: &Reader<'_>, document_index: u32, into: &mut WorldDescription) {
    match reader.tag() {
        "element" => into.elements.extend(element::element(reader, document_index)),
        "vehicle" => into.vehicles.extend(vehicle::vehicle(reader, document_index)),
        "block" => into.blocks.push(block::block(reader, document_index)),
        "walls" => into.walls.extend(world::walls(reader, document_index)),
        "actor" => into.actors.push(actor::actor(reader, document_index)),
        "sensor" => into.sensors.extend(sensor::sensor(reader)),
        "joint" => into.joints.push(world::joint(reader, document_index)),
        _ => into.markers.extend(world::marker(reader)),
    }
}
