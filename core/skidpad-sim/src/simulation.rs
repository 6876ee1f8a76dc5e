//! The simulation: a world, its state, and the step that advances it.

use crate::build::{At, BuildOptions, BuildProblems, Note, build, count, spawned_block, spawned_vehicle};
use crate::hash::hash_of;
use crate::model::Model;
use crate::observe::observe;
use crate::planar::{BodyId as PlanarId, BodyMotion, Planar};
use crate::settle::{SettleScratch, settle_on_terrain};
use crate::snapshot::{Snapshot, SnapshotProblem};
use crate::state::{Spawned, State};
use skidpad_messages::{BlockId, BodyId, Commands, Observations, Quarantine, Roster, VehicleId};
use skidpad_scene::Assets;
use skidpad_world::description::WorldDescription;

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
    notes: Vec<At<Note>>,
    /// Hash of what the world was built from.
    world: u64,
    /// Where a reset goes.
    initial: Box<(State, Planar)>,
}

/// Memory that a step uses and nobody saves.
#[derive(Debug, Clone, Default)]
pub(crate) struct Scratch {
    pub(crate) settle: SettleScratch,
    /// Motions as they were before the solver.
    pub(crate) sent: Vec<BodyMotion>,
    /// Pairs that touched in the step before.
    pub(crate) touched_before: Vec<[u32; 2]>,
}

impl Simulation {
    /// Build a world from its description and its decoded files.
    pub fn build(
        description: &WorldDescription,
        assets: &Assets,
        options: &BuildOptions,
    ) -> Result<Simulation, BuildProblems> {
        let built = build(description, assets, options)?;
        let world = hash_of(&(&built.state, built.model.dt_ns, &built.model.roster));
        let initial = Box::new((built.state.clone(), built.planar.clone()));
        let mut simulation = Simulation {
            model: built.model,
            state: built.state,
            planar: built.planar,
            seen: Observations::default(),
            scratch: Scratch::default(),
            notes: built.notes,
            world,
            initial,
        };
        simulation.look_again();
        Ok(simulation)
    }

    /// Advance one fixed step. Same state and same commands give the same bits.
    ///
    /// The ground is that under the pose of the step before, as in MVSim.
    pub fn step(&mut self, commands: &Commands) -> &Observations {
        self.seen.events.clear();
        self.obey(commands);
        self.stop_silent_vehicles();
        self.quarantine(Quarantine::BeforeSolver);
        settle_on_terrain(&self.model, &mut self.state, &mut self.planar, &mut self.scratch.settle);
        self.move_along_paths();
        self.drive_vehicles();
        self.slow_blocks();
        self.quarantine(Quarantine::BeforeSolver);
        self.solve_planar_motion();
        self.quarantine(Quarantine::AfterSolver);
        self.state.step += 1;
        self.follow_bodies();
        observe(&self.model, &self.state, &mut self.seen);
        &self.seen
    }

    /// What was seen after the last step.
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

    /// What was mended while the world was built.
    pub fn notes(&self) -> &[At<Note>] {
        &self.notes
    }

    /// What the world is made of.
    pub fn model(&self) -> &Model {
        &self.model
    }

    /// The state of everything, to look at.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Energy of motion of a vehicle and its wheels [J]. Panics if the id is of another world.
    pub fn kinetic_energy_j(&self, id: VehicleId) -> f64 {
        let vehicle = &self.model.vehicles[id.index()];
        vehicle.drive.kinetic_energy_j(
            &self.state.vehicles[id.index()].drive,
            &self.state.bodies[vehicle.body.index()],
        )
    }

    /// Length of a step [ns].
    pub fn step_ns(&self) -> u64 {
        self.model.dt_ns
    }

    /// Simulated time [ns].
    pub fn time_ns(&self) -> u64 {
        self.model.time_ns(self.state.step)
    }

    /// A short name for the state: every pose, velocity, spin and controller memory, in document order.
    pub fn state_hash(&self) -> u64 {
        hash_of(&self.state)
    }

    /// A short name for what was seen after the last step.
    pub fn observation_hash(&self) -> u64 {
        hash_of(&self.seen)
    }

    /// The same world from the start, with other random numbers.
    pub fn with_seed(&self, seed: u64) -> Simulation {
        let mut other = self.clone();
        other.set_seed(seed);
        other.reset();
        other
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
        self.take_over(snapshot.state.clone(), planar);
        Ok(())
    }

    /// Back to the initial state.
    pub fn reset(&mut self) {
        let (state, planar) = (*self.initial).clone();
        self.take_over(state, planar);
    }

    fn take_over(&mut self, state: State, planar: Planar) {
        self.state = state;
        self.planar = planar;
        self.forget_spawned();
        for index in 0..self.state.spawned.len() {
            self.model_spawned(index);
        }
        self.scratch.settle.blocks = None;
        self.look_again();
    }

    /// Forget what was seen and look anew.
    fn look_again(&mut self) {
        self.seen = Observations::default();
        observe(&self.model, &self.state, &mut self.seen);
    }

    fn forget_spawned(&mut self) {
        let built = self.model.built;
        self.model.vehicles.truncate(built.vehicles);
        self.model.roster.vehicles.truncate(built.vehicles);
        self.model.blocks.truncate(built.blocks);
        self.model.roster.blocks.truncate(built.blocks);
        self.model.owners.truncate(built.bodies);
    }

    /// Extend the model by what the state says was added.
    pub(crate) fn model_spawned(&mut self, index: usize) {
        match &self.state.spawned[index] {
            Spawned::Vehicle { like, name, .. } => {
                let id = VehicleId(count(self.model.vehicles.len()));
                let (model, entry) = spawned_vehicle(&self.model, *like, name);
                self.model.owners.push(BodyId::Vehicle(id));
                if model.terrain_body.is_some() {
                    self.model.owners.push(BodyId::Terrain);
                }
                self.model.vehicles.push(model);
                self.model.roster.vehicles.push(entry);
            }
            Spawned::Block(block) => {
                let Some((mut model, _)) = spawned_block(block) else { return };
                let id = BlockId(count(self.model.blocks.len()));
                model.body = Some(PlanarId(count(self.model.owners.len())));
                self.model.owners.push(BodyId::Block(id));
                self.model.blocks.push(model);
                self.model.roster.blocks.push(block.name.clone());
            }
        }
    }
}
