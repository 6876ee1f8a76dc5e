//! A simulation made from a file.

use crate::{Error, World, WorldOptions};
use skidpad_messages::VehicleId;
use skidpad_sim::BuildOptions;
use std::ops::{Deref, DerefMut};
use std::path::{Path, PathBuf};

/// A running world that came from a file. Everything that [`skidpad_sim::Simulation`] can do, it can.
#[derive(Clone)]
pub struct Simulation {
    inner: skidpad_sim::Simulation,
}

/// A world about to be read: settle how, then [`Loader::build`].
#[derive(Debug, Clone)]
pub struct Loader {
    path: PathBuf,
    options: WorldOptions,
    pictures: bool,
}

impl Simulation {
    /// Begin with a world file. Fails when there is no such file.
    pub fn load(path: impl AsRef<Path>) -> Result<Loader, Error> {
        let path = path.as_ref().to_path_buf();
        match std::fs::metadata(&path) {
            Ok(_) => Ok(Loader { path, options: WorldOptions::from_environment(), pictures: false }),
            Err(reason) => Err(Error::Unopened { path, reason }),
        }
    }

    /// Build a world that was read. It must have no errors.
    pub fn build(world: &World) -> Result<Simulation, Error> {
        let options = BuildOptions { seed: world.seed, ..BuildOptions::default() };
        let built = skidpad_sim::Simulation::build(world.description(), &world.assets, &options);
        match built {
            Ok(inner) => Ok(Simulation { inner }),
            Err(problems) => Err(Error::of_build(&problems, world.sources())),
        }
    }

    /// The vehicle of this name.
    pub fn vehicle(&self, name: &str) -> Result<VehicleId, Error> {
        self.inner.vehicle(name).ok_or_else(|| {
            let names = self.inner.roster().vehicles.iter().map(|entry| entry.name.as_str());
            Error::UnknownVehicle { name: name.to_string(), nearest: skidpad_world::nearest(name, names) }
        })
    }
}

impl Deref for Simulation {
    type Target = skidpad_sim::Simulation;

    fn deref(&self) -> &Self::Target {
        &self.inner
    }
}

impl DerefMut for Simulation {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.inner
    }
}

impl Loader {
    /// Seed of everything random. 0 unless set.
    pub fn seed(mut self, seed: u64) -> Self {
        self.options.seed = seed;
        self
    }

    /// Set a variable of the world.
    pub fn variable(mut self, name: &str, value: &str) -> Self {
        self.options.variables.insert(name.to_string(), value.to_string());
        self
    }

    /// Read textures too, so that cameras see them. Without them surfaces have their plain colours.
    pub fn pictures(mut self) -> Self {
        self.pictures = true;
        self
    }

    /// Replace all options.
    pub fn options(mut self, options: WorldOptions) -> Self {
        self.options = options;
        self
    }

    /// Read the file and build the simulation. Warnings do not hinder; errors are all told at once.
    pub fn build(self) -> Result<Simulation, Error> {
        let mut world = match World::read(&self.path, &self.options) {
            Ok(world) => world,
            Err(reason) => return Err(Error::Unopened { path: self.path, reason }),
        };
        if world.diagnostics().has_errors() {
            return Err(Error::of_world(world.diagnostics(), world.sources()));
        }
        if self.pictures {
            world.read_pictures();
        }
        Simulation::build(&world)
    }
}
