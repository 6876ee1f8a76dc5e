//! The simulation: a world, its state, and the step that advances it.

use crate::build::{
    BuildOptions, add_lights_like, add_pose_topics_like, block_like, build, count, spawned_block,
    spawned_vehicle,
};
use crate::carry::Carried;
use crate::drive::slope_of;
use crate::geo_planes::with_placed_planes;
use crate::hash::hash_of;
use crate::headings::Headings;
use crate::insertion::{LoadAssets, described};
use crate::model::Model;
use crate::moving_ground::MovingGround;
use crate::observe::observe;
use crate::planar::{BodyId as PlanarId, BodyMotion, Planar};
use crate::scene::{FramePlaces, LoadPicture, SceneHolder};
use crate::sensors::{Device, PlanePlan, RawMaps, add_sensors_like, fresh_memories, memory_count, remember};
use crate::settle::{SettleScratch, settle_on_terrain};
use crate::snapshot::{Snapshot, SnapshotProblem};
use crate::state::{Spawned, State};
use skidpad_math::Pose3;
use skidpad_messages::{
    BlockId, BodyId, Commands, Observations, Quarantine, Roster, SensorId, VehicleId, VehicleJoints,
};
use skidpad_scene::{Assets, Image, SceneDescription};
use skidpad_world::Diagnostics;
use skidpad_world::description::WorldDescription;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

/// A running world.
///
/// A clone is an independent world in the same state: both continue with the same bits.
#[derive(Clone)]
pub struct Simulation {
    pub(crate) model: Model,
    pub(crate) state: State,
    pub(crate) planar: Planar,
    pub(crate) seen: Observations,
    pub(crate) scratch: Scratch,
    diagnostics: Diagnostics,
    pub(crate) scene: SceneHolder,
    /// What planar lasers see that never changes; built on first use.
    pub(crate) plane_plan: Arc<OnceLock<PlanePlan>>,
    /// Where the files of what is inserted come from.
    pub(crate) asset_loader: Option<Arc<LoadAssets>>,
    /// Where the pictures of objects that are only seen come from.
    pub(crate) picture_loader: Option<Arc<LoadPicture>>,
    /// Vehicles that are carried along a trajectory.
    pub(crate) carried: Vec<Carried>,
    /// Hash of what the world was built from.
    world: u64,
    /// Where a reset goes.
    initial: Arc<Initial>,
}

/// A world as it was built.
struct Initial {
    model: Model,
    state: State,
    planar: Planar,
}

/// Memory that a step uses and no snapshot saves.
#[derive(Debug, Clone, Default)]
pub(crate) struct Scratch {
    pub(crate) settle: SettleScratch,
    /// Ground that moves in this step.
    pub(crate) moving: MovingGround,
    /// Headings of the vehicles.
    pub(crate) headings: Headings,
    /// Whether the present state comes from a step, whose numbers were checked.
    pub(crate) is_checked: bool,
    /// Motions as they were before the solver.
    pub(crate) sent: Vec<BodyMotion>,
    /// Pairs that touched in the step before.
    pub(crate) touched_before: Vec<[u32; 2]>,
}

impl Simulation {
    /// Build a world from its description and its decoded files, or return everything that keeps it from
    /// running.
    pub fn build(
        description: &WorldDescription,
        assets: &Assets,
        options: &BuildOptions,
    ) -> Result<Simulation, Diagnostics> {
        let description = &*with_placed_planes(description);
        let built = build(description, assets, options)?;
        let world = world_hash(&built.state, &built.model);
        let initial =
            Initial { model: built.model.clone(), state: built.state.clone(), planar: built.planar.clone() };
        let mut simulation = Simulation {
            model: built.model,
            state: built.state,
            planar: built.planar,
            seen: Observations::default(),
            scratch: Scratch::default(),
            diagnostics: built.diagnostics,
            scene: SceneHolder::new(description, assets),
            plane_plan: Arc::default(),
            asset_loader: None,
            picture_loader: None,
            carried: Vec::new(),
            world,
            initial: Arc::new(initial),
        };
        simulation.reset_observations();
        Ok(simulation)
    }

    /// Advance one fixed step. Same state and same commands give the same bits.
    ///
    /// The ground is that under the pose of the step before, as in MVSim.
    pub fn step(&mut self, commands: &Commands) -> &Observations {
        self.seen.events.clear();
        let believed = self.odometry_of_carried();
        self.apply_commands(commands);
        self.stop_silent_vehicles();
        self.check_what_came(commands);
        settle_on_terrain(&self.model, &mut self.state, &mut self.planar, &mut self.scratch.settle);
        self.move_along_paths();
        self.step_own_elements();
        self.drive_vehicles();
        self.slow_blocks();
        self.carry_blocks();
        self.push_by_own_elements();
        self.quarantine(Quarantine::BeforeSolver);
        self.solve_planar_motion();
        self.quarantine(Quarantine::AfterSolver);
        self.scratch.is_checked = true;
        self.state.step += 1;
        self.follow_bodies();
        self.carry_along(&believed);
        remember(&self.model, &mut self.state);
        self.feel_trajectories();
        observe(&self.model, &self.state, &mut self.scratch.headings, &mut self.seen);
        self.advance_own_sensors();
        &self.seen
    }

    /// The observations after the last step.
    pub fn observations(&self) -> &Observations {
        &self.seen
    }

    /// Names of vehicles, blocks and actors.
    pub fn roster(&self) -> &Roster {
        &self.model.roster
    }

    /// The vehicle of this name.
    pub fn vehicle(&self, name: &str) -> Option<VehicleId> {
        self.model.roster.vehicle(name)
    }

    /// The first block of this name.
    pub fn block(&self, name: &str) -> Option<BlockId> {
        self.model.roster.block(name)
    }

    /// Warnings from building the world: what was replaced, left out or moved so that it could run.
    pub fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }

    /// What the world is made of.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The state of everything.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Energy of motion of a vehicle and its wheels [J]. Panics if the id is of another world.
    pub fn kinetic_energy_j(&self, id: VehicleId) -> f64 {
        let vehicle = &self.model.vehicles[id.index()];
        let it = &self.state.vehicles[id.index()];
        let slope = slope_of([it.pitch_rad, it.roll_rad], self.model.compat);
        vehicle.drive.kinetic_energy_j(&it.drive, &self.state.bodies[vehicle.body.index()], slope.as_ref())
    }

    /// The scene of the world. It is built on first use, shared by clones, and built again after a spawn.
    pub fn scene(&self) -> Arc<SceneDescription> {
        self.scene.built(&self.model, &self.state).description.clone()
    }

    /// Where the frames of the scene are now, one pose each; what was removed is at NaN.
    pub fn frames_in_world(&self, frames_in_world: &mut Vec<Pose3>) {
        let built = self.scene.built(&self.model, &self.state);
        frames_in_world.clear();
        frames_in_world.extend(built.places.iter().map(|place| place.in_world(&self.seen)));
    }

    /// What finds the frames of the scene, away from this world.
    pub fn frame_places(&self) -> FramePlaces {
        FramePlaces::new(&self.scene.built(&self.model, &self.state).places)
    }

    /// Textures that were not among the files when the world was built; cameras see them from now on.
    pub fn give_pictures(&mut self, images: &BTreeMap<String, Arc<Image>>) {
        self.scene.give_pictures(images);
    }

    /// The world as its file describes it, with what was inserted since at the ends of the lists.
    pub fn description(&self) -> &WorldDescription {
        self.scene.description()
    }

    pub(crate) fn plane_plan(&self) -> &PlanePlan {
        self.plane_plan.get_or_init(|| PlanePlan::new(self.scene.description(), self.scene.assets()))
    }

    /// The maps that a planar laser will see, if they are still to be prepared.
    ///
    /// # Panics
    /// If the id is of another world.
    pub fn raw_maps(&self, id: SensorId) -> Option<RawMaps> {
        let is_planar = matches!(self.model.sensors[id.index()].device, Device::PlanarLaser(_));
        let is_raw = self.plane_plan.get().is_none() && !self.scene.assets().grids.is_empty();
        (is_planar && is_raw).then(|| RawMaps { scene: self.scene.clone(), plan: self.plane_plan.clone() })
    }

    /// Length of a step [ns].
    pub fn step_ns(&self) -> u64 {
        self.model.dt_ns
    }

    /// Simulated time [ns].
    pub fn time_ns(&self) -> u64 {
        self.model.time_ns(self.state.step)
    }

    /// A hash of the state: every pose, velocity, spin and controller memory, in document order.
    pub fn state_hash(&self) -> u64 {
        // A world without memories of sensors, objects and lights, brakes and batteries has the hash that it has
        // without any of them.
        let State { sensors, objects, lights, .. } = &self.state;
        let powertrains = self.state.powertrains();
        let own = self.state.own_memories();
        if !own.is_empty() {
            return hash_of(&(&self.state, sensors, objects, lights, powertrains, own));
        }
        match (sensors.is_empty(), objects.is_empty() && lights.is_empty(), powertrains.is_empty()) {
            (true, true, true) => hash_of(&self.state),
            (false, true, true) => hash_of(&(&self.state, sensors)),
            (_, false, true) => hash_of(&(&self.state, sensors, objects, lights)),
            (_, _, false) => hash_of(&(&self.state, sensors, objects, lights, powertrains)),
        }
    }

    /// A hash of the observations after the last step.
    pub fn observation_hash(&self) -> u64 {
        hash_of(&self.seen)
    }

    /// The same world from the start, with other random numbers.
    pub fn with_seed(&self, seed: u64) -> Simulation {
        let mut other = self.clone();
        other.reset_with_seed(seed);
        other
    }

    /// Back to the initial state, with other random numbers.
    pub fn reset_with_seed(&mut self, seed: u64) {
        self.set_seed(seed);
        self.reset();
    }

    fn set_seed(&mut self, seed: u64) {
        self.model.seed = seed;
        for vehicle in &mut self.model.vehicles {
            vehicle.draw_odometry(seed);
        }
    }

    /// Everything the next step depends on.
    pub fn snapshot(&self) -> Result<Snapshot, SnapshotProblem> {
        Snapshot::take(self.world, self.model.seed, &self.state, &self.planar)
    }

    /// Continue from a snapshot of this world. On a problem the world stays as it is.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), SnapshotProblem> {
        if snapshot.world != self.world {
            return Err(SnapshotProblem::OtherWorld);
        }
        let planar = Planar::restore(&snapshot.planar)?;
        self.set_seed(snapshot.seed);
        self.replace_state(snapshot.state(), planar);
        Ok(())
    }

    /// Back to the initial state.
    pub fn reset(&mut self) {
        let (state, planar) = (self.initial.state.clone(), self.initial.planar.clone());
        self.replace_state(state, planar);
    }

    fn replace_state(&mut self, state: State, planar: Planar) {
        let changes_scene = |it: &Spawned| matches!(it, Spawned::Inserted(_) | Spawned::MovedElement { .. });
        if self.scene.is_extended() || state.spawned.iter().any(changes_scene) {
            self.model_from_start(&state.spawned);
            (self.state, self.planar) = (state, planar);
        } else {
            (self.state, self.planar) = (state, planar);
            self.forget_spawned();
            for index in 0..self.state.spawned.len() {
                self.model_spawned(index);
            }
        }
        fresh_memories(&self.model, &mut self.state);
        self.name_objects();
        self.note_lights();
        self.scene.forget_objects();
        self.load_object_pictures();
        self.scratch.settle.blocks = None;
        self.scratch.is_checked = false;
        self.reset_observations();
    }

    /// Observe from scratch, without events.
    pub(crate) fn reset_observations(&mut self) {
        self.seen = Observations::default();
        observe(&self.model, &self.state, &mut self.scratch.headings, &mut self.seen);
    }

    /// Make the model of a world to which these were added, one after the other. Where they were put is the state's.
    fn model_from_start(&mut self, spawned: &[Spawned]) {
        let seed = self.model.seed;
        let Initial { model, state, planar } = &*self.initial;
        (self.model, self.state, self.planar) = (model.clone(), state.clone(), planar.clone());
        self.scene.forget_extension();
        self.plane_plan = Arc::default();
        self.set_seed(seed);
        for it in spawned {
            // All of them could be added before, so they can be now.
            let _ = match it {
                Spawned::Vehicle { like, name, pose_in_world } => {
                    self.add_vehicle_like(*like, name, pose_in_world)
                }
                Spawned::Block(block) => self.spawn_block(block),
                Spawned::Inserted(insertion) => match described(insertion, self.model.extensions.classes()) {
                    Some(added) => self.extend(insertion, &added),
                    None => continue,
                },
                Spawned::CopiedBlock { like, name, pose_in_world } => {
                    self.add_block_like(*like, name, pose_in_world)
                }
                Spawned::MovedElement { element, pose_in_world } => {
                    self.move_element(*element, pose_in_world)
                }
            };
        }
    }

    fn forget_spawned(&mut self) {
        let built = self.model.built;
        let before = self.model.blocks.len() + self.model.vehicles.len();
        self.model.vehicles.truncate(built.vehicles);
        self.model.roster.vehicles.truncate(built.vehicles);
        self.model.blocks.truncate(built.blocks);
        self.model.roster.blocks.truncate(built.blocks);
        self.model.described_vehicles.truncate(built.vehicles);
        self.model.described_blocks.truncate(built.blocks);
        self.model.lights.truncate(built.lights);
        self.model.roster.lights.truncate(built.lights);
        self.model.roster.pose_topics.truncate(built.pose_topics);
        self.model.roster.brakes.retain(|vehicle| vehicle.index() < built.vehicles);
        self.model.roster.joints.retain(|joints| joints.vehicle.index() < built.vehicles);
        self.model.owners.truncate(built.bodies);
        if self.model.blocks.len() + self.model.vehicles.len() != before {
            self.scene.forget();
        }
        self.model.sensors.truncate(built.sensors);
        self.model.roster.sensors.truncate(built.sensors);
    }

    /// Extend the model by what the state says was added.
    pub(crate) fn model_spawned(&mut self, index: usize) {
        self.scene.forget();
        match &self.state.spawned[index] {
            Spawned::Vehicle { like, name, .. } => {
                let id = VehicleId(count(self.model.vehicles.len()));
                let (model, entry) = spawned_vehicle(&self.model, *like, name);
                self.model.owners.push(BodyId::Vehicle(id));
                if model.terrain_body.is_some() {
                    self.model.owners.push(BodyId::Terrain);
                }
                self.model.roster.brakes.extend(model.powertrain.brakes.map(|_| id));
                let joints = self.model.roster.joints.iter().find(|joints| joints.vehicle == *like).cloned();
                self.model.roster.joints.extend(joints.map(|joints| VehicleJoints { vehicle: id, ..joints }));
                self.model.roster.odometry.push(model.odometry.deviations());
                self.model.vehicles.push(model);
                self.model.roster.vehicles.push(entry);
                let like = *like;
                self.model.described_vehicles.push(self.model.described_vehicles[like.index()]);
                add_lights_like(&mut self.model, BodyId::Vehicle(like), BodyId::Vehicle(id));
                add_pose_topics_like(&mut self.model, BodyId::Vehicle(like), BodyId::Vehicle(id));
                let mut memories = memory_count(&self.model.sensors);
                add_sensors_like(&mut self.model, &mut memories, like, id);
            }
            Spawned::Block(block) => {
                let Some((mut model, _)) = spawned_block(block) else { return };
                let id = BlockId(count(self.model.blocks.len()));
                model.body = Some(PlanarId(count(self.model.owners.len())));
                self.model.owners.push(BodyId::Block(id));
                self.model.blocks.push(model);
                self.model.described_blocks.push(None);
                self.model.roster.blocks.push(block.name.clone());
            }
            Spawned::CopiedBlock { like, name, .. } => {
                let Some((mut model, body)) = block_like(&self.model, self.scene.description(), *like) else {
                    return;
                };
                let (like, id) = (*like, BlockId(count(self.model.blocks.len())));
                if body.is_some() {
                    model.body = Some(PlanarId(count(self.model.owners.len())));
                    self.model.owners.push(BodyId::Block(id));
                }
                self.model.blocks.push(model);
                self.model.described_blocks.push(self.model.described_blocks[like.index()]);
                self.model.roster.blocks.push(name.clone());
                add_lights_like(&mut self.model, BodyId::Block(like), BodyId::Block(id));
                add_pose_topics_like(&mut self.model, BodyId::Block(like), BodyId::Block(id));
            }
            // These change the model when they are built.
            Spawned::Inserted(_) | Spawned::MovedElement { .. } => {}
        }
    }
}

/// A hash of what a world was built from; of its sensors too, if it has any.
fn world_hash(state: &State, model: &Model) -> u64 {
    let roster = &model.roster;
    let things = (&roster.vehicles, &roster.blocks, &roster.actors);
    if roster.sensors.is_empty() {
        hash_of(&(state, model.dt_ns, things))
    } else {
        hash_of(&(state, model.dt_ns, things, &roster.sensors))
    }
}
