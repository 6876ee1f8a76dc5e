//! Keeps the scene of viewers up to date while bodies are added and removed.

use crate::World;
use skidpad_messages::{Event, RuntimeObject};
use skidpad_sim::Simulation;
use skidpad_sim::state::Spawned;
use skidpad_web::Server;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Least time between two new scenes, so that many additions do not slow the run down.
const PERIOD: Duration = Duration::from_millis(250);

/// A server that shows a world. Dropping it closes every connection.
pub struct SceneUpdater {
    server: Server,
    /// What had been added when the scene was last written.
    known: Vec<Spawned>,
    /// The objects that are only seen, as they were shown, with their poses of that time.
    known_objects: Vec<Option<RuntimeObject>>,
    /// Which groups of lights were on.
    known_lights: Vec<bool>,
    revision: u64,
    /// Objects were added, changed or removed since; those that only moved need no new scene.
    has_new_objects: bool,
    /// Another state was restored: the same number of additions may be other bodies.
    is_doubtful: bool,
    /// Makes the page of the world as it is now, after so many changes.
    page: fn(&World, &Simulation, u64) -> super::PageBuilder,
    /// When the last scene was started, and the thread that writes it.
    writer: Option<(Instant, JoinHandle<()>)>,
}

impl SceneUpdater {
    /// Update this server, which shows the world as it was built.
    pub fn new(server: Server) -> Self {
        let (known, revision, is_doubtful) = (Vec::new(), 0, false);
        SceneUpdater {
            server,
            known,
            known_objects: Vec::new(),
            known_lights: Vec::new(),
            revision,
            has_new_objects: false,
            is_doubtful,
            page: super::page_of_run,
            writer: None,
        }
    }

    /// Update this server of a recording, which shows the world as it is now.
    pub fn of_recording(server: Server, sim: &Simulation) -> Self {
        let mut updater = SceneUpdater::new(server);
        updater.note_shown(sim);
        updater.page = super::page_of_recording;
        updater
    }

    /// Update this server of a world in lock-step with a client.
    pub fn in_lockstep(server: Server) -> Self {
        let mut updater = SceneUpdater::new(server);
        updater.page = super::page_in_lockstep;
        updater
    }

    /// Update this server of a world that a program steps itself.
    pub fn of_program(server: Server) -> Self {
        let mut updater = SceneUpdater::new(server);
        updater.page = super::page_of_program;
        updater
    }

    /// Another state was restored; what was added before may be gone.
    pub fn note_restored(&mut self) {
        self.is_doubtful = true;
    }

    /// Show another world from now on.
    pub fn show_world(&mut self, world: &World, sim: &Simulation) {
        if let Some((_, writer)) = self.writer.take() {
            // Its scene must not come after that of the new world.
            let _ = writer.join();
        }
        self.write(world, sim);
    }

    /// The scene has what the simulation has now.
    fn note_shown(&mut self, sim: &Simulation) {
        self.is_doubtful = false;
        self.has_new_objects = false;
        self.known.clone_from(&sim.state().spawned);
        self.known_objects.clone_from(&sim.state().objects);
        self.known_lights.clone_from(&sim.state().lights);
    }

    /// Begin to write a new scene.
    fn write(&mut self, world: &World, sim: &Simulation) {
        self.note_shown(sim);
        self.revision += 1;
        let (build, publisher) = ((self.page)(world, sim, self.revision), self.server.publisher());
        // Writing meshes and textures takes longest, so it is not done on the stepping thread.
        let thread = std::thread::spawn(move || publisher.publish(build()));
        self.writer = Some((Instant::now(), thread));
    }

    /// Call after each step: writes a new scene if something was added or removed, and costs little otherwise.
    pub fn update(&mut self, world: &World, sim: &Simulation) {
        let (spawned, objects) = (&sim.state().spawned, &sim.state().objects);
        let changes_objects = |event: &Event| matches!(event, Event::ObjectsChanged | Event::Reset);
        if self.is_doubtful || sim.observations().events.iter().any(changes_objects) {
            self.has_new_objects |= !look_alike(objects, &self.known_objects);
        }
        let lights = &sim.state().lights;
        // The first scene has the lights as they are at the start; added ones come with what carries them.
        if lights.len() != self.known_lights.len() {
            self.known_lights.clone_from(lights);
        }
        self.has_new_objects |= *lights != self.known_lights;
        let has_new_bodies =
            spawned.len() != self.known.len() || (self.is_doubtful && *spawned != self.known);
        if !has_new_bodies && !self.has_new_objects {
            self.is_doubtful = false;
            return;
        }
        let is_busy =
            |(began, thread): &(Instant, JoinHandle<()>)| began.elapsed() < PERIOD || !thread.is_finished();
        if self.writer.as_ref().is_some_and(is_busy) {
            return;
        }
        self.write(world, sim);
    }
}

/// Whether objects differ by no more than their poses.
pub(super) fn look_alike(these: &[Option<RuntimeObject>], those: &[Option<RuntimeObject>]) -> bool {
    let is_alike = |(this, that): (&Option<RuntimeObject>, &Option<RuntimeObject>)| match (this, that) {
        (Some(this), Some(that)) => {
            RuntimeObject { pose_in_world: this.pose_in_world, ..that.clone() } == *this
        }
        (None, None) => true,
        _ => false,
    };
    these.len() == those.len() && these.iter().zip(those).all(is_alike)
}

impl Drop for SceneUpdater {
    fn drop(&mut self) {
        if let Some((_, thread)) = self.writer.take() {
            let _ = thread.join();
        }
    }
}
