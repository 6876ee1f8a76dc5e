//! Bodies that can be picked, their collision shapes, and what joins them.

use crate::ReadWorld;
use crate::frames::Frames;
use crate::location;
use skidpad_math::Pose3;
use skidpad_sim::Simulation;
use skidpad_sim::state::Spawned;
use skidpad_web::contract::{self, Body, BodyKind, Parameter, Shape};
use skidpad_world::description::{Block, ElementKind, Joint, JointKind, Object, Vehicle};

pub(crate) fn all(world: &ReadWorld<'_>, sim: &Simulation, frames: &Frames) -> Vec<Body> {
    let description = world.description();
    let vehicles = (0u32..).zip(&description.vehicles).map(|(index, it)| Body {
        can_move: true,
        mass_kg: Some(it.chassis.mass_kg),
        parameters: Lines::of(world, &it.object).vehicle(world, it),
        ..written(world, BodyKind::Vehicle, index, &it.object)
    });
    let blocks = (0u32..).zip(description.blocks.iter().zip(&sim.model().blocks));
    let blocks = blocks.map(|(index, (it, model))| Body {
        // What is fixed can still be put elsewhere by hand.
        can_move: model.animation.is_none(),
        mass_kg: Some(it.mass_kg),
        parameters: Lines::of(world, &it.object).block(it),
        ..written(world, BodyKind::Block, index, &it.object)
    });
    let actors = (0u32..).zip(&description.actors).map(|(index, it)| Body {
        parameters: Lines::of(world, &it.object).0,
        ..written(world, BodyKind::Actor, index, &it.object)
    });
    let spawned = spawned(sim, description.actors.len());
    let all = vehicles.chain(blocks).chain(actors).chain(spawned).chain(elements(world));
    all.map(|body| Body { frame: frames.of_body(body.kind, body.index), ..body }).collect()
}

/// Floors and walls; the others have no pose of their own.
fn elements(world: &ReadWorld<'_>) -> Vec<Body> {
    let elements = world.description().elements.iter().enumerate();
    let planes = elements.filter_map(|(index, it)| {
        let (sort, animation) = match &it.kind {
            ElementKind::HorizontalPlane(plane) => ("floor", &plane.animation),
            ElementKind::VerticalPlane(plane) => ("wall", &plane.animation),
            _ => return None,
        };
        let name = if it.name.is_empty() { format!("{sort} {index}") } else { it.name.clone() };
        let mut lines = Lines(Vec::new());
        if let Some(pose) = it.placeable_pose() {
            lines.start(&pose, location(world, it.place));
        }
        if animation.is_some() {
            lines.add("animation", "moves along keyframes".to_string(), String::new());
        }
        let body = named(BodyKind::Element, count(index), &name, location(world, it.place));
        Some(Body { can_move: it.placeable_pose().is_some(), parameters: lines.0, ..body })
    });
    planes.collect()
}

/// What was added while running; the world's file does not mention it.
fn spawned(sim: &Simulation, written_actors: usize) -> Vec<Body> {
    let (model, roster, description) = (sim.model(), sim.roster(), sim.description());
    let vehicles = roster.vehicles.iter().enumerate().skip(model.built.vehicles).map(|(index, entry)| {
        let mut lines = Lines(Vec::new());
        let like = sim.state().spawned.iter().find_map(|it| match it {
            Spawned::Vehicle { like, name, .. } if *name == entry.name => roster.vehicles.get(like.index()),
            _ => None,
        });
        if let Some(like) = like {
            lines.add("copy of", like.name.clone(), String::new());
        }
        let body = named(BodyKind::Vehicle, count(index), &entry.name, String::new());
        Body { can_move: true, parameters: lines.0, ..body }
    });
    let blocks = roster.blocks.iter().enumerate().skip(model.built.blocks).map(|(index, name)| {
        let mut lines = Lines(Vec::new());
        let given = sim.state().spawned.iter().find_map(|it| match it {
            Spawned::Block(block) if block.name == *name => Some(block.mass_kg),
            _ => None,
        });
        let like = sim.state().spawned.iter().find_map(|it| match it {
            Spawned::CopiedBlock { like, name: it, .. } if it == name => roster.blocks.get(like.index()),
            _ => None,
        });
        if let Some(like) = like {
            lines.add("copy of", like.clone(), String::new());
        }
        let described = model.described_blocks[index].and_then(|block| description.blocks.get(block));
        let mass_kg = described.map(|block| block.mass_kg).or(given);
        if let Some(mass_kg) = mass_kg {
            lines.add("mass", format!("{mass_kg} kg"), String::new());
        }
        let body = named(BodyKind::Block, count(index), name, String::new());
        Body { can_move: model.blocks[index].animation.is_none(), mass_kg, parameters: lines.0, ..body }
    });
    let actors = roster.actors.iter().enumerate().skip(written_actors);
    let actors = actors.map(|(index, name)| named(BodyKind::Actor, count(index), name, String::new()));
    vehicles.chain(blocks).chain(actors).collect()
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn written(world: &ReadWorld<'_>, kind: BodyKind, index: u32, object: &Object) -> Body {
    named(kind, index, &object.name, location(world, object.place))
}

fn named(kind: BodyKind, index: u32, name: &str, place: String) -> Body {
    let name = name.to_string();
    Body { kind, index, name, frame: 0, can_move: false, mass_kg: None, place, parameters: Vec::new() }
}

/// What the world file says about a body, and where.
struct Lines(Vec<Parameter>);

impl Lines {
    fn of(world: &ReadWorld<'_>, object: &Object) -> Lines {
        let mut lines = Lines(Vec::new());
        lines.start(&object.pose_in_world, location(world, object.place));
        for visual in &object.visuals {
            lines.add("visual", visual.model.uri.clone(), location(world, visual.place));
        }
        if object.animation.is_some() {
            lines.add("animation", "moves along keyframes".to_string(), String::new());
        }
        lines
    }

    fn start(&mut self, pose: &Pose3, place: String) {
        let start =
            format!("{:.3} {:.3} {:.3} m, {:.1}°", pose.x_m, pose.y_m, pose.z_m, pose.yaw_rad.to_degrees());
        self.add("start", start, place);
    }

    fn add(&mut self, name: &str, value: String, place: String) {
        self.0.push(Parameter { name: name.to_string(), value, place });
    }

    fn vehicle(mut self, world: &ReadWorld<'_>, vehicle: &Vehicle) -> Vec<Parameter> {
        let chassis = &vehicle.chassis;
        self.add("chassis mass", format!("{} kg", chassis.mass_kg), location(world, chassis.place));
        let height = format!("{} to {} m", chassis.z_min_m, chassis.z_max_m);
        self.add("chassis height", height, location(world, chassis.place));
        for wheel in &vehicle.wheels {
            let at = &wheel.pose_in_vehicle;
            let value = format!("at {} {} m, Ø {} m, {} kg", at.x_m, at.y_m, wheel.diameter_m, wheel.mass_kg);
            self.add(&wheel.name, value, location(world, wheel.place));
        }
        for sensor in &vehicle.sensors {
            self.add("sensor", sensor.name.clone(), location(world, sensor.place));
        }
        self.0
    }

    fn block(mut self, block: &Block) -> Vec<Parameter> {
        self.add("mass", format!("{} kg", block.mass_kg), String::new());
        self.add("ground friction", block.ground_friction.to_string(), String::new());
        for (name, is_so) in [("static", block.is_static), ("intangible", block.is_intangible)] {
            if is_so {
                self.add(name, "true".to_string(), String::new());
            }
        }
        self.0
    }
}

pub(crate) fn shapes(sim: &Simulation, frames: &Frames) -> Vec<Shape> {
    let model = sim.model();
    let shape = |kind, index, corners_m: &[[f64; 2]], [z_min_m, z_max_m]: [f64; 2]| Shape {
        frame: frames.of_body(kind, index),
        outline_m: corners_m.to_vec(),
        z_min_m,
        z_max_m,
    };
    let vehicles = (0u32..).zip(&model.vehicles).map(|(index, vehicle)| {
        shape(BodyKind::Vehicle, index, &vehicle.chassis.corners_m, vehicle.chassis.z_m)
    });
    let blocks = (0u32..).zip(&model.blocks).filter(|(_, block)| block.body.is_some());
    let blocks =
        blocks.map(|(index, block)| shape(BodyKind::Block, index, &block.footprint.corners_m, block.z_m));
    vehicles.chain(blocks).collect()
}

pub(crate) fn joints(world: &ReadWorld<'_>, sim: &Simulation, frames: &Frames) -> Vec<contract::Joint> {
    world.description().joints.iter().filter_map(|it| joint(it, sim, frames)).collect()
}

fn joint(joint: &Joint, sim: &Simulation, frames: &Frames) -> Option<contract::Joint> {
    let frame_of = |name: &str| {
        let vehicle = sim.roster().vehicle(name).map(|id| (BodyKind::Vehicle, id.0));
        let body = vehicle.or_else(|| sim.block(name).map(|id| (BodyKind::Block, id.0)));
        body.map(|(kind, index)| frames.of_body(kind, index))
    };
    Some(contract::Joint {
        frame_a: frame_of(&joint.body_a)?,
        frame_b: frame_of(&joint.body_b)?,
        anchor_a_m: [joint.anchor_in_a.x, joint.anchor_in_a.y, 0.0],
        anchor_b_m: [joint.anchor_in_b.x, joint.anchor_in_b.y, 0.0],
        kind: match joint.kind {
            JointKind::Distance { .. } => contract::JointKind::Distance,
            JointKind::Revolute { .. } => contract::JointKind::Revolute,
        },
    })
}
