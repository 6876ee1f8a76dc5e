//! A simulation made from a world file, for programs that step it themselves.

use crate::{Error, World, WorldOptions};
use rayon::ThreadPool;
use skidpad_messages::{BlockId, Commands, Observations, Reading, Roster, SensorId, VehicleId};
use skidpad_sim::{BuildOptions, Extensions, SensorTracer, Snapshot};
use skidpad_world::{Diagnostics, nearest};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A simulated world and the tracer that reads its sensors.
///
/// A clone is an independent world in the same state; both continue with the same bits.
pub struct Simulation {
    core: skidpad_sim::Simulation,
    tracer: SensorTracer,
}

/// Options for loading a world; [`Loader::build`] loads it.
#[derive(Debug, Clone)]
pub struct Loader {
    path: PathBuf,
    options: WorldOptions,
}

impl Simulation {
    /// Start loading a world file. Fails if there is no such file.
    pub fn load(path: impl AsRef<Path>) -> Result<Loader, Error> {
        let path = path.as_ref().to_path_buf();
        match std::fs::metadata(&path) {
            Ok(_) => Ok(Loader { path, options: WorldOptions::from_environment() }),
            Err(reason) => Err(Error::Unopened { path, reason }),
        }
    }

    /// Build a world that has been read. It must have no errors.
    pub fn build(world: &World) -> Result<Simulation, Error> {
        Ok(Simulation { core: build_core(world)?, tracer: SensorTracer::new() })
    }

    /// Trace the rays of lidars and cameras on the threads of a pool. Readings are the same to the bit.
    pub fn with_threads(self, pool: Arc<ThreadPool>) -> Simulation {
        Simulation { tracer: SensorTracer::with_threads(pool), ..self }
    }

    /// Advance one fixed step. Same state and same commands give the same bits.
    pub fn step(&mut self, commands: &Commands) -> &Observations {
        self.core.step(commands)
    }

    /// Advance by this much simulated time [s], rounded to whole steps. The commands are applied in the first step;
    /// set points hold until they are replaced.
    pub fn run_for_s(&mut self, duration_s: f64, commands: &Commands) -> &Observations {
        let step_count = (duration_s * 1e9 / self.step_ns() as f64).round() as u64;
        let mut commands = commands;
        for _ in 0..step_count {
            self.core.step(commands);
            commands = const { &Commands::NONE };
        }
        self.core.observations()
    }

    /// Observations after the last step.
    pub fn observations(&self) -> &Observations {
        self.core.observations()
    }

    /// Names of everything in the world.
    pub fn roster(&self) -> &Roster {
        self.core.roster()
    }

    /// The vehicle with this name.
    pub fn vehicle(&self, name: &str) -> Result<VehicleId, Error> {
        vehicle_of(&self.core, name)
    }

    /// The first block with this name.
    pub fn block(&self, name: &str) -> Result<BlockId, Error> {
        let names = self.roster().blocks.iter().map(String::as_str);
        self.core.block(name).ok_or_else(|| unknown("block", name, names))
    }

    /// The sensor with this name: `r1/laser1` on a vehicle, `laser1` without one.
    pub fn sensor(&self, name: &str) -> Result<SensorId, Error> {
        let roster = self.roster();
        roster.sensor_by_name(name).ok_or_else(|| {
            let names: Vec<String> =
                (0..).map(SensorId).take(roster.sensors.len()).map(|id| roster.sensor_name(id)).collect();
            unknown("sensor", name, names.iter().map(String::as_str))
        })
    }

    /// Read a sensor now, whether a reading is due or not.
    ///
    /// # Panics
    /// If the id belongs to another world.
    pub fn read(&mut self, sensor: SensorId) -> Reading {
        self.core.sense(sensor, &mut self.tracer)
    }

    /// Readings of all sensors for which one was due in the last step.
    pub fn readings(&mut self) -> Vec<Reading> {
        let mut readings = Vec::new();
        self.each_reading(&mut |reading| readings.push(reading));
        readings
    }

    /// Call `each` with every reading that was due in the last step.
    pub(crate) fn each_reading(&mut self, each: &mut dyn FnMut(Reading)) {
        let Simulation { core, tracer } = self;
        core.due().for_each(|sensor| each(core.sense(sensor, tracer)));
    }

    /// Simulated time [s].
    pub fn time_s(&self) -> f64 {
        self.core.observations().time_s()
    }

    /// Length of a step [ns].
    pub fn step_ns(&self) -> u64 {
        self.core.step_ns()
    }

    /// Go back to the initial state.
    pub fn reset(&mut self) {
        self.core.reset();
    }

    /// The complete state: everything that the next step depends on.
    pub fn snapshot(&self) -> Result<Snapshot, Error> {
        Ok(self.core.snapshot()?)
    }

    /// Continue from a snapshot of this world. If this fails, the world is unchanged.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), Error> {
        Ok(self.core.restore(snapshot)?)
    }

    /// Hash of the state: every pose, velocity, spin and controller memory, in document order.
    pub fn state_hash(&self) -> u64 {
        self.core.state_hash()
    }

    /// Hash of the observations after the last step.
    pub fn observation_hash(&self) -> u64 {
        self.core.observation_hash()
    }

    /// Warnings found when the world was built, each with its place.
    pub fn diagnostics(&self) -> &Diagnostics {
        self.core.diagnostics()
    }

    /// The simulation inside, with its model, its scene and its state.
    pub fn core(&self) -> &skidpad_sim::Simulation {
        &self.core
    }

    /// The simulation inside, without the tracer.
    pub fn into_core(self) -> skidpad_sim::Simulation {
        self.core
    }
}

impl From<skidpad_sim::Simulation> for Simulation {
    fn from(core: skidpad_sim::Simulation) -> Self {
        Simulation { core, tracer: SensorTracer::new() }
    }
}

impl Clone for Simulation {
    fn clone(&self) -> Self {
        Simulation { core: self.core.clone(), tracer: self.tracer.beside() }
    }
}

/// Build a world that has been read, without a tracer.
pub(crate) fn build_core(world: &World) -> Result<skidpad_sim::Simulation, Error> {
    let options = BuildOptions {
        seed: world.seed(),
        budget: world.options.budget,
        extensions: Arc::clone(&world.options.extensions),
        ..BuildOptions::default()
    };
    let built = skidpad_sim::Simulation::build(world.description(), &world.assets, &options);
    let mut built = built.map_err(|found| {
        Error::Build(found.errors().map(|problem| problem.record(world.sources())).collect())
    })?;
    let inserter = world.inserter();
    let pictures = inserter.clone();
    built.set_asset_loader(Arc::new(move |added| inserter.assets(added)));
    built.set_picture_loader(Arc::new(move |uri| pictures.picture(uri)));
    Ok(built)
}

/// The first vehicle with this name.
pub(crate) fn vehicle_of(core: &skidpad_sim::Simulation, name: &str) -> Result<VehicleId, Error> {
    let names = core.roster().vehicles.iter().map(|entry| entry.name.as_str());
    core.vehicle(name).ok_or_else(|| unknown("vehicle", name, names))
}

fn unknown<'a>(kind: &'static str, name: &str, names: impl Iterator<Item = &'a str>) -> Error {
    Error::UnknownName { kind, name: name.to_string(), nearest: nearest(name, names) }
}

impl Loader {
    /// Seed of all random numbers. The default is 0.
    pub fn seed(mut self, seed: u64) -> Self {
        self.options.seed = seed;
        self
    }

    /// Set a variable of the world.
    pub fn variable(mut self, name: &str, value: &str) -> Self {
        self.options.variables.insert(name.to_string(), value.to_string());
        self
    }

    /// Let the world use these classes besides the built-in ones.
    pub fn extensions(mut self, extensions: Extensions) -> Self {
        self.options.extensions = Arc::new(extensions);
        self
    }

    /// Load textures too, so that cameras see them. Without textures, surfaces have their plain colours.
    pub fn pictures(mut self) -> Self {
        self.options.with_pictures = true;
        self
    }

    /// Replace all options.
    pub fn options(mut self, options: WorldOptions) -> Self {
        self.options = options;
        self
    }

    /// Read the file and build the simulation. Warnings are ignored; all errors are reported at once.
    pub fn build(self) -> Result<Simulation, Error> {
        Simulation::build(&World::read(&self.path, &self.options)?.without_errors()?)
    }
}
