//! Bodies that can be picked, their collision shapes, and what joins them.

use super::place_text;
use crate::World;
use skidpad_sim::Simulation;
use skidpad_sim::state::Spawned;
use skidpad_web::{BodyAbout, BodyKind, JointAbout, JointKind, ParameterAbout, ShapeAbout};
use skidpad_world::description::{Block, Joint, Object, Vehicle};

pub(super) fn all(world: &World, sim: &Simulation) -> Vec<BodyAbout> {
    let description = world.description();
    let vehicles = (0u32..).zip(&description.vehicles).map(|(index, it)| {
        let parameters = Lines::of(world, &it.object).vehicle(world, it);
        let about = body(world, BodyKind::Vehicle, index, &it.object, true, parameters);
        BodyAbout { mass_kg: Some(it.chassis.mass_kg), ..about }
    });
    let blocks =
        (0u32..).zip(description.blocks.iter().zip(&sim.model().blocks)).map(|(index, (it, model))| {
            let parameters = Lines::of(world, &it.object).block(it);
            let can_move = model.body.is_some() && !it.is_static && model.animation.is_none();
            let about = body(world, BodyKind::Block, index, &it.object, can_move, parameters);
            BodyAbout { mass_kg: Some(it.mass_kg), ..about }
        });
    let spawned = spawned(sim);
    let actors = (0u32..).zip(&description.actors).map(|(index, it)| {
        body(world, BodyKind::Actor, index, &it.object, false, Lines::of(world, &it.object).0)
    });
    vehicles.chain(blocks).chain(actors).chain(spawned).collect()
}

/// What was added while running; no file says anything about it.
fn spawned(sim: &Simulation) -> Vec<BodyAbout> {
    let built = sim.model().built;
    let (mut vehicle, mut block) = (count(built.vehicles), count(built.blocks));
    let named = |kind, index: &mut u32, name: &str, can_move, parameters| {
        let place = String::new();
        let (at, name) = (*index, name.to_string());
        *index += 1;
        BodyAbout { kind, index: at, name, can_move, mass_kg: None, place, parameters }
    };
    let all = sim.state().spawned.iter().map(|it| match it {
        Spawned::Vehicle { like, name, .. } => {
            let mut lines = Lines(Vec::new());
            let like = sim.roster().vehicles.get(like.index()).map_or("", |entry| entry.name.as_str());
            lines.add("like", like.to_string(), String::new());
            named(BodyKind::Vehicle, &mut vehicle, name, true, lines.0)
        }
        Spawned::Block(it) => {
            let mut lines = Lines(Vec::new());
            lines.add("mass", format!("{} kg", it.mass_kg), String::new());
            let about = named(BodyKind::Block, &mut block, &it.name, !it.is_static, lines.0);
            BodyAbout { mass_kg: Some(it.mass_kg), ..about }
        }
    });
    all.collect()
}

fn count(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn body(
    world: &World,
    kind: BodyKind,
    index: u32,
    object: &Object,
    can_move: bool,
    parameters: Vec<ParameterAbout>,
) -> BodyAbout {
    let place = place_text(world, object.place);
    BodyAbout { kind, index, name: object.name.clone(), can_move, mass_kg: None, place, parameters }
}

/// What the world file says about a body, with the places it says it at.
struct Lines(Vec<ParameterAbout>);

impl Lines {
    fn of(world: &World, object: &Object) -> Lines {
        let pose = &object.pose_in_world;
        let mut lines = Lines(Vec::new());
        let start =
            format!("{:.3} {:.3} {:.3} m, {:.1}°", pose.x_m, pose.y_m, pose.z_m, pose.yaw_rad.to_degrees());
        lines.add("start", start, place_text(world, object.place));
        for visual in &object.visuals {
            lines.add("visual", visual.model.uri.clone(), place_text(world, visual.place));
        }
        if object.animation.is_some() {
            lines.add("animation", "moves along keyframes".to_string(), String::new());
        }
        lines
    }

    fn add(&mut self, name: &str, value: String, place: String) {
        self.0.push(ParameterAbout { name: name.to_string(), value, place });
    }

    fn vehicle(mut self, world: &World, vehicle: &Vehicle) -> Vec<ParameterAbout> {
        let chassis = &vehicle.chassis;
        self.add("chassis mass", format!("{} kg", chassis.mass_kg), place_text(world, chassis.place));
        let height = format!("{} to {} m", chassis.z_min_m, chassis.z_max_m);
        self.add("chassis height", height, place_text(world, chassis.place));
        for wheel in &vehicle.wheels {
            let at = &wheel.pose_in_vehicle;
            let value = format!("at {} {} m, Ø {} m, {} kg", at.x_m, at.y_m, wheel.diameter_m, wheel.mass_kg);
            self.add(&wheel.name, value, place_text(world, wheel.place));
        }
        for sensor in &vehicle.sensors {
            self.add("sensor", sensor.name.clone(), place_text(world, sensor.place));
        }
        self.0
    }

    fn block(mut self, block: &Block) -> Vec<ParameterAbout> {
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

pub(super) fn shapes(sim: &Simulation) -> Vec<ShapeAbout> {
    let model = sim.model();
    let vehicles = (0u32..).zip(&model.vehicles).map(|(index, vehicle)| {
        shape(BodyKind::Vehicle, index, &vehicle.chassis.corners_m, vehicle.chassis.z_m)
    });
    let blocks = (0u32..).zip(&model.blocks).filter(|(_, block)| block.body.is_some());
    let blocks =
        blocks.map(|(index, block)| shape(BodyKind::Block, index, &block.footprint.corners_m, block.z_m));
    vehicles.chain(blocks).collect()
}

fn shape(kind: BodyKind, index: u32, corners_m: &[[f64; 2]], [z_min_m, z_max_m]: [f64; 2]) -> ShapeAbout {
    ShapeAbout { body: Some((kind, index)), outline_m: corners_m.to_vec(), z_min_m, z_max_m }
}

pub(super) fn joints(world: &World, sim: &Simulation) -> Vec<JointAbout> {
    world.description().joints.iter().filter_map(|it| joint(it, sim)).collect()
}

fn joint(joint: &Joint, sim: &Simulation) -> Option<JointAbout> {
    let find = |name: &str| {
        let vehicle = sim.roster().vehicle(name).map(|id| (BodyKind::Vehicle, id.0));
        vehicle.or_else(|| sim.block(name).map(|id| (BodyKind::Block, id.0)))
    };
    Some(JointAbout {
        a: find(&joint.body_a)?,
        b: find(&joint.body_b)?,
        anchor_in_a_m: [joint.anchor_in_a.x, joint.anchor_in_a.y],
        anchor_in_b_m: [joint.anchor_in_b.x, joint.anchor_in_b.y],
        kind: match joint.kind {
            skidpad_world::description::JointKind::Distance { .. } => JointKind::Distance,
            skidpad_world::description::JointKind::Revolute { .. } => JointKind::Revolute,
        },
    })
}
