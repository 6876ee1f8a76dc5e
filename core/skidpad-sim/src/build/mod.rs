//! From a description to a world that can run, in the order of the document.
//!
//! This is the one place where a world can be refused for physical reasons, and all reasons are given at once.

mod block;
mod budget;
mod controller;
mod element;
mod friction;
mod insert;
mod joint;
mod joints;
mod lights;
mod outline;
mod pose_topics;
mod race_car;
mod terrain;
mod vehicle;
mod walls;

pub(crate) use block::{block_like, spawned_block};
pub(crate) use controller::{MakeController, PlannedController, built_in_controllers};
pub(crate) use element::{MakeElement, built_in_elements, wall_segments};
pub(crate) use friction::{FrictionPlan, MakeFriction, built_in_frictions};
pub(crate) use insert::{Extended, insert};
pub(crate) use lights::add_lights_like;
pub(crate) use pose_topics::add_pose_topics_like;
pub(crate) use terrain::height_field;
pub(crate) use vehicle::{DrivePlan, MakeDynamics, built_in_dynamics, spawned_vehicle};
pub(crate) use walls::{Doorway, plane_boxes, wall_boxes};

use crate::actor::{ActorModel, ActorState, Waypoint};
use crate::animation::Animation;
use crate::extension::Extensions;
use crate::ground::{BlockPlacement, Heights};
use crate::model::{ActorEntry, BlockModel, Counts, Model};
use crate::planar::{
    BodyDescription, BodyId as PlanarId, BodyKind, BodyMotion, Outline, Planar, PlanarSettings,
};
use crate::planar::{Placement, Shape, border};
use crate::property_region::PropertyRegions;
use crate::sensors::{RefusedSensor, add_sensors, remember};
use crate::settle::{SettleScratch, place_on_terrain};
use crate::state::{BlockState, Presence, State};
use budget::Account;
use skidpad_dynamics::race_car::{RacingLine, Track};
use skidpad_math::{Pose3, Vec2, sin_cos};
use skidpad_messages::{ActorId, BlockId, BodyId, Gait, Roster, VehicleEntry, VehicleId};
use skidpad_scene::{Assets, OutlineCache};
use skidpad_world::description::{self, Actor, Element, Object, WorldDescription};
use skidpad_world::{
    Budget, BuildProblem, Diagnostics, Place, Problem, Resource, Spending, check_description,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What a run adds to a world.
#[derive(Debug, Clone, Default)]
pub struct BuildOptions {
    /// Where all randomness comes from.
    pub seed: u64,
    /// Length of a step [s], instead of the world's own.
    pub timestep_s: Option<f64>,
    /// Whose laws hold on slopes, instead of the world's own choice.
    pub compat: Option<description::Compat>,
    /// Most that building may take, together with the assets.
    pub budget: Budget,
    /// The classes that the program brings along.
    pub extensions: Arc<Extensions>,
}

/// A world ready to run.
pub(crate) struct Built {
    pub(crate) model: Model,
    pub(crate) state: State,
    pub(crate) planar: Planar,
    pub(crate) diagnostics: Diagnostics,
}

/// A world being built.
pub(crate) struct Builder<'a> {
    assets: &'a Assets,
    outlines: OutlineCache,
    model: Model,
    state: State,
    planar: Planar,
    diagnostics: Diagnostics,
    account: Account,
    /// Where each body is described.
    places: Vec<Place>,
    /// Whether vehicles need bodies for steps of the ground.
    has_ground: bool,
    wall_count: u32,
    /// The track that race cars drive on.
    track: Option<Arc<Track>>,
    /// Its lines, by what they are driven with: speed, lateral acceleration, braking.
    racing_lines: BTreeMap<[u64; 3], Option<Arc<RacingLine>>>,
}

/// Build a world, or return everything that keeps it from running.
pub(crate) fn build(
    description: &WorldDescription,
    assets: &Assets,
    options: &BuildOptions,
) -> Result<Built, Diagnostics> {
    let step_s = description.step_s(options.timestep_s.unwrap_or(description.settings.timestep_s));
    let diagnostics = rules_broken(description, step_s, options)?;
    let mut builder = Builder::new(description, assets, options, step_s, diagnostics);
    for item in items_in_document_order(description) {
        match item {
            Item::Element(index, element) => builder.add_element(index, element),
            Item::Vehicle(index, vehicle) => {
                builder.add_vehicle(index, vehicle, description.settings.command_timeout_s);
            }
            Item::Block(index, block) => builder.add_block(index, block),
            Item::Walls(walls) => builder.add_walls(walls),
            Item::Actor(actor) => builder.add_actor(actor),
        }
    }
    builder.add_joints(&description.joints);
    builder.charge_standing();
    builder.charge_seen_things();
    builder.charge_pairs();
    if builder.diagnostics.has_errors() {
        return builder.finish();
    }
    builder.lift_buried_vehicles(0);
    builder.place_vehicles(0);
    builder.add_all_sensors(description);
    builder.finish()
}

/// What the rules of descriptions say about this one: what is left to warn about, or why it cannot run.
///
/// Warnings about the world's own step were given when it was read; another step gets its own.
fn rules_broken(
    description: &WorldDescription,
    step_s: f64,
    options: &BuildOptions,
) -> Result<Diagnostics, Diagnostics> {
    let mut found = Diagnostics::default();
    check_description(description, step_s, &mut found);
    if found.has_errors() {
        found.sort_by_place();
        return Err(found);
    }
    Ok(if options.timestep_s.is_some() { found } else { Diagnostics::default() })
}

enum Item<'a> {
    Element(usize, &'a Element),
    Vehicle(usize, &'a description::Vehicle),
    Block(usize, &'a description::Block),
    Walls(&'a description::Walls),
    Actor(&'a Actor),
}

fn items_in_document_order(description: &WorldDescription) -> Vec<Item<'_>> {
    let mut items: Vec<(u32, Item)> = Vec::new();
    items.extend(
        description.elements.iter().enumerate().map(|(i, it)| (it.document_index, Item::Element(i, it))),
    );
    let vehicles = description.vehicles.iter().enumerate();
    items.extend(vehicles.map(|(i, it)| (it.object.document_index, Item::Vehicle(i, it))));
    let blocks = description.blocks.iter().enumerate();
    items.extend(blocks.map(|(i, it)| (it.object.document_index, Item::Block(i, it))));
    items.extend(description.walls.iter().map(|it| (it.document_index, Item::Walls(it))));
    items.extend(description.actors.iter().map(|it| (it.object.document_index, Item::Actor(it))));
    items.sort_by_key(|(document_index, _)| *document_index);
    items.into_iter().map(|(_, item)| item).collect()
}

impl<'a> Builder<'a> {
    fn new(
        description: &WorldDescription,
        assets: &'a Assets,
        options: &BuildOptions,
        step_s: f64,
        diagnostics: Diagnostics,
    ) -> Self {
        let settings = &description.settings;
        let dt_ns = (step_s * 1e9).round() as u64;
        let dt_s = dt_ns as f64 / 1e9;
        let planar = Planar::new(PlanarSettings {
            dt_s,
            velocity_iterations: settings.velocity_iterations.clamp(1, 1000) as usize,
            position_iterations: settings.position_iterations.min(1000) as usize,
            collision_threshold_m: settings.collision_threshold_m,
            gravity_mps2: settings.gravity_mps2,
        });
        let regions = description.elements.iter().filter_map(|element| match &element.kind {
            description::ElementKind::PropertyRegion(region) => Some(region.clone()),
            _ => None,
        });
        let is_ground = |element: &Element| {
            let kind = &element.kind;
            matches!(
                kind,
                description::ElementKind::ElevationMap(_) | description::ElementKind::HorizontalPlane(_)
            )
        };
        Builder {
            assets,
            outlines: OutlineCache::default(),
            has_ground: !description.blocks.is_empty() || description.elements.iter().any(is_ground),
            model: Model {
                dt_ns,
                dt_s,
                gravity_mps2: settings.gravity_mps2,
                compat: options.compat.unwrap_or(settings.compat),
                seed: options.seed,
                vehicles: Vec::new(),
                blocks: Vec::new(),
                actors: Vec::new(),
                sensors: Vec::new(),
                maps: Vec::new(),
                floors: Vec::new(),
                sliding_walls: Vec::new(),
                regions: PropertyRegions::new(regions.collect()),
                owners: Vec::new(),
                roster: Roster::default(),
                described_vehicles: Vec::new(),
                described_blocks: Vec::new(),
                lights: Vec::new(),
                georeference: description.georeference.clone(),
                own_elements: Vec::new(),
                extensions: Arc::clone(&options.extensions),
                built: Counts::default(),
            },
            state: State {
                step: 0,
                bodies: Vec::new(),
                vehicles: Vec::new(),
                blocks: Vec::new(),
                actors: Vec::new(),
                touching: Vec::new(),
                spawned: Vec::new(),
                sensors: Vec::new(),
                objects: Vec::new(),
                lights: Vec::new(),
                elements: Vec::new(),
            },
            planar,
            diagnostics,
            account: Account::new(Spending::new(options.budget), description),
            places: Vec::new(),
            wall_count: 0,
            track: race_car::track_of(description),
            racing_lines: BTreeMap::new(),
        }
    }

    fn error(&mut self, place: Place, problem: impl Into<Problem>) {
        self.diagnostics.error(place, problem.into());
    }

    fn warning(&mut self, place: Place, problem: impl Into<Problem>) {
        self.diagnostics.warning(place, problem.into());
    }

    /// Report why an object cannot be made of its parts.
    fn refuse(&mut self, object: &str, place: Place, reason: &dyn std::fmt::Display) {
        let (object, reason) = (object.to_owned(), reason.to_string());
        self.error(place, BuildProblem::Refused { object, reason });
    }

    /// Add a body to the plane. A body that the plane refuses becomes a problem of its owner.
    fn add_body(
        &mut self,
        owner: BodyId,
        name: &str,
        place: Place,
        body: &BodyDescription,
        motion: BodyMotion,
    ) -> Option<PlanarId> {
        match self.planar.add_body(body, &motion) {
            Ok(id) => {
                self.model.owners.push(owner);
                self.state.bodies.push(motion);
                self.places.push(place);
                Some(id)
            }
            Err(problem) => {
                self.refuse(name, place, &problem);
                None
            }
        }
    }

    /// Add a vehicle, which has this place in the description.
    fn add_vehicle(
        &mut self,
        described: usize,
        vehicle: &description::Vehicle,
        world_timeout_s: Option<f64>,
    ) {
        let object = &vehicle.object;
        let Some(mut model) = self.plan_vehicle(vehicle) else { return };
        let id = VehicleId(count(self.model.vehicles.len()));
        let pose = self.settled(object, 0.5 * model.chassis.z_m[1]);
        let motion = model.motion_at(&pose, object.velocity_in_body);
        let description = model.body_description();
        let Some(body) = self.add_body(BodyId::Vehicle(id), &object.name, object.place, &description, motion)
        else {
            return;
        };
        model.body = body;
        self.charge_seen(object, 4 * model.chassis.corners_m.len() as u64);
        self.charge_wheels(vehicle);
        if self.has_ground {
            let steps = model.terrain_steps();
            model.terrain_body =
                self.add_body(BodyId::Terrain, &object.name, object.place, &steps, BodyMotion::default());
        }
        let timeout_s = vehicle.command_timeout_s.or(world_timeout_s);
        self.state.vehicles.push(model.initial_state(
            &pose,
            object.velocity_in_body,
            timeout_s,
            self.model.dt_s,
        ));
        self.model.roster.brakes.extend(model.powertrain.brakes.map(|_| id));
        self.model.roster.joints.extend(joints::joints_of(id, vehicle));
        let model_odometry = model.odometry.deviations();
        self.model.vehicles.push(model);
        self.model.described_vehicles.push(described);
        self.add_lights(BodyId::Vehicle(id), object);
        self.add_pose_topics(BodyId::Vehicle(id), object);
        self.model.roster.odometry.push(model_odometry);
        self.model.roster.vehicles.push(VehicleEntry {
            name: object.name.clone(),
            wheel_count: count(vehicle.wheels.len()),
            log_path: vehicle.log_path.clone(),
            auto_start_recording: vehicle.auto_start_recording,
        });
    }

    fn add_block(&mut self, described: usize, block: &description::Block) {
        let object = &block.object;
        let Some(plan) = self.plan_block(block) else { return };
        let id = BlockId(count(self.model.blocks.len()));
        let pose = self.settled(object, 0.5 * plan.prism.z_m[1]);
        let mut model = plan.model;
        if let Some(body) = &plan.body {
            let motion = body_motion(&pose, object.velocity_in_body);
            model.body = self.add_body(BodyId::Block(id), &object.name, object.place, body, motion);
        }
        // Keyframes count from where the block really stands.
        let keyframes = object.animation.as_ref().map(|animation| animation.keyframes.as_slice());
        model.animation = keyframes.and_then(|keyframes| Animation::new(pose, keyframes));
        self.state.blocks.push(BlockState {
            presence: Presence::Present,
            pose_in_world: pose,
            is_in_collision: false,
            had_collision: false,
        });
        self.model.blocks.push(model);
        self.model.described_blocks.push(Some(described));
        self.add_lights(BodyId::Block(id), object);
        self.add_pose_topics(BodyId::Block(id), object);
        self.model.roster.blocks.push(object.name.clone());
    }

    fn add_actor(&mut self, actor: &Actor) {
        let object = &actor.object;
        self.charge_figure(actor);
        let id = ActorId(count(self.model.actors.len()));
        let pose = self.settled(object, 1.5);
        let walk = ActorModel {
            walking_speed_mps: actor.walking_speed_mps,
            running_speed_mps: actor.running_speed_mps,
            start_in_world: pose,
            path: actor.path.iter().map(waypoint).collect(),
            path_loops: actor.path_loops,
        };
        let radius_m = actor.collision_radius_m;
        let is_solid = radius_m > 0.0 && radius_m.is_finite() && actor.collision_height_m > 0.0;
        let body = if is_solid {
            let body = BodyDescription {
                kind: BodyKind::Kinematic,
                shapes: vec![Shape {
                    outline: Outline::Polygon(circle(radius_m)),
                    placement_in_body: Placement::default(),
                    border_radius_m: border::BODY_M,
                    friction: 0.5,
                    restitution: 0.0,
                    z_interval_m: [0.0, actor.collision_height_m],
                    is_on: true,
                }],
                ground_friction: None,
            };
            let motion = body_motion(&pose, skidpad_math::Twist2::default());
            self.add_body(BodyId::Actor(id), &object.name, object.place, &body, motion)
        } else {
            None
        };
        let keyframes = object.animation.as_ref().map(|animation| animation.keyframes.as_slice());
        let animation = keyframes.and_then(|keyframes| Animation::new(pose, keyframes));
        self.state.actors.push(ActorState::new(&walk));
        self.add_lights(BodyId::Actor(id), object);
        self.add_pose_topics(BodyId::Actor(id), object);
        self.model.actors.push(ActorEntry { walk, body, animation });
        self.model.roster.actors.push(object.name.clone());
    }

    /// The pose of an object on the ground that is there so far, unless it keeps its own height.
    fn settled(&mut self, object: &Object, query_above_m: f64) -> Pose3 {
        let mut pose = object.pose_in_world;
        let at_m = [pose.x_m, pose.y_m];
        if !object.skip_elevation_adjust && self.charge_ground(&object.name, object.place, at_m) {
            pose.z_m = self.heights(pose.x_m, pose.y_m, pose.z_m + query_above_m).stand_m();
        }
        pose
    }

    /// The surfaces at a point, with everything at its place of time zero.
    fn heights(&self, x_m: f64, y_m: f64, below_m: f64) -> Heights {
        let mut heights = Heights::around(below_m);
        for map in &self.model.maps {
            heights.see(map.height_at(x_m, y_m));
        }
        for floor in &self.model.floors {
            heights.see(floor.floor.height_at(&floor.floor.pose_in_world, x_m, y_m));
        }
        for (block, pose_in_world) in self.blocks_below([x_m, y_m]) {
            heights.see(block.footprint.height_at(&BlockPlacement::from(pose_in_world), x_m, y_m));
        }
        heights
    }

    /// The blocks that may lie under a point, and where they are.
    fn blocks_below(&self, [x_m, y_m]: [f64; 2]) -> impl Iterator<Item = (&BlockModel, &Pose3)> {
        let blocks = self.model.blocks.iter().zip(self.state.blocks.iter().map(|it| &it.pose_in_world));
        blocks.filter(move |(block, at)| block.footprint.reaches(x_m - at.x_m, y_m - at.y_m))
    }

    /// A vehicle below all ground would stay there: it is set on the lowest surface above it.
    fn lift_buried_vehicles(&mut self, from: usize) {
        for index in from..self.model.vehicles.len() {
            let vehicle = &self.model.vehicles[index];
            let (name, body, roof_m) = (vehicle.name.clone(), vehicle.body.index(), vehicle.chassis.z_m[1]);
            let place = self.places.get(body).copied().unwrap_or_default();
            let motion = self.state.bodies[body];
            if !self.charge_ground(&name, place, [motion.x_m, motion.y_m]) {
                return;
            }
            let heights = self.heights(motion.x_m, motion.y_m, motion.z_m + 0.5 * roof_m);
            if let (None, Some(to_m)) = (heights.highest_below_m, heights.lowest_above_m) {
                self.state.bodies[body].z_m = to_m;
                self.warning(place, BuildProblem::Lifted { vehicle: name, from_m: motion.z_m, to_m });
            }
        }
    }

    /// Every vehicle from this one on stands on the ground under its wheels from the start.
    fn place_vehicles(&mut self, from: usize) {
        let mut scratch = SettleScratch::default();
        for index in from..self.model.vehicles.len() {
            let spending = &self.account.spending;
            let mut is_paid = true;
            let mut spend = |work| {
                is_paid = spending.spend(Resource::Work, work).is_ok();
                is_paid
            };
            place_on_terrain(&self.model, &mut self.state, &mut scratch, index, &mut spend);
            if !is_paid {
                let vehicle = &self.model.vehicles[index];
                let place = self.places.get(vehicle.body.index()).copied().unwrap_or_default();
                self.charge_all_work(&vehicle.name.clone(), place);
                return;
            }
        }
    }

    /// Sensors of vehicles in the order of the vehicles, then those that stand by themselves.
    fn add_all_sensors(&mut self, description: &WorldDescription) {
        if self.diagnostics.has_errors() {
            return;
        }
        for (index, vehicle) in description.vehicles.iter().enumerate() {
            let id = VehicleId(count(index));
            let refused =
                add_sensors(&mut self.model, &mut self.state, &vehicle.sensors, Some(index), Some(id));
            self.refuse_sensors(&refused);
        }
        let refused = add_sensors(&mut self.model, &mut self.state, &description.sensors, None, None);
        self.refuse_sensors(&refused);
        remember(&self.model, &mut self.state);
    }

    fn refuse_sensors(&mut self, refused: &[RefusedSensor]) {
        for RefusedSensor { sensor, place, reason } in refused {
            self.refuse(sensor, *place, reason);
        }
    }

    fn finish(mut self) -> Result<Built, Diagnostics> {
        self.diagnostics.sort_by_place();
        if self.diagnostics.has_errors() {
            return Err(self.diagnostics);
        }
        self.model.built = Counts {
            vehicles: self.model.vehicles.len(),
            blocks: self.model.blocks.len(),
            bodies: self.state.bodies.len(),
            sensors: self.model.sensors.len(),
            lights: self.model.lights.len(),
            pose_topics: self.model.roster.pose_topics.len(),
        };
        Ok(Built { model: self.model, state: self.state, planar: self.planar, diagnostics: self.diagnostics })
    }
}

fn waypoint(waypoint: &description::Waypoint) -> Waypoint {
    let gait = match waypoint.gait {
        description::Gait::Walk => Gait::Walk,
        description::Gait::Run => Gait::Run,
        description::Gait::Idle => Gait::Idle,
    };
    Waypoint { pose_in_world: waypoint.pose_in_world, pause_s: waypoint.pause_s, gait }
}

/// A body at a pose with a velocity given in its own frame.
///
/// As in MVSim the centre of mass starts with the velocity of the reference point.
pub(crate) fn body_motion(pose: &Pose3, velocity_in_body: skidpad_math::Twist2) -> BodyMotion {
    let velocity = pose.pose2().rotate(velocity_in_body.velocity());
    body_moving(pose, velocity, velocity_in_body.yaw_rate_radps)
}

/// A body at a pose, its centre of mass moving with a velocity in the world.
pub(crate) fn body_moving(pose: &Pose3, velocity: Vec2, yaw_rate_radps: f64) -> BodyMotion {
    BodyMotion {
        x_m: pose.x_m,
        y_m: pose.y_m,
        z_m: pose.z_m,
        yaw_rad: pose.yaw_rad,
        vx_mps: velocity.x,
        vy_mps: velocity.y,
        yaw_rate_radps,
    }
}

/// Twelve corners around a circle [m].
pub(crate) fn circle(radius_m: f64) -> Vec<[f64; 2]> {
    let around_m = radius_m / sin_cos(std::f64::consts::PI / 12.0).1;
    (0..12)
        .map(|corner| {
            let (sin, cos) = sin_cos(f64::from(corner) * std::f64::consts::TAU / 12.0);
            [around_m * cos, around_m * sin]
        })
        .collect()
}

/// A length as the ids count it. Worlds are limited to far fewer things long before.
pub(crate) fn count(len: usize) -> u32 {
    u32::try_from(len).unwrap_or(u32::MAX)
}
