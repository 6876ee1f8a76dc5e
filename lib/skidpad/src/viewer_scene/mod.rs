//! What a viewer shows of a world, and its updates while bodies are added and removed.

mod export;

pub use export::{ExportProblem, export_html};

use crate::World;
use skidpad_sim::Simulation;
use skidpad_viewer_scene::{PageKind, ReadWorld, SceneChanges};
use skidpad_web::{ScenePage, Server};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Least time between two new scenes, so that many additions do not slow the run down.
const PERIOD: Duration = Duration::from_millis(250);

/// A world, ready to be served to viewers.
pub fn scene_page(world: &World, sim: &Simulation) -> ScenePage {
    skidpad_viewer_scene::scene_page(PageKind::Run, &shown(world), sim, 0)()
}

/// A world in lock-step with a client, ready to be served: other clients can only watch.
pub fn scene_page_in_lockstep(world: &World, sim: &Simulation) -> ScenePage {
    skidpad_viewer_scene::scene_page(PageKind::Lockstep, &shown(world), sim, 0)()
}

/// The world of a recording, ready to be served: nothing in it can be driven or moved.
pub fn scene_page_of_recording(world: &World, sim: &Simulation) -> ScenePage {
    skidpad_viewer_scene::scene_page(PageKind::Recording, &shown(world), sim, 0)()
}

/// A world that a program steps itself, ready to be served: it can be driven, but not rewound.
pub fn scene_page_of_program(world: &World, sim: &Simulation) -> ScenePage {
    skidpad_viewer_scene::scene_page(PageKind::Program, &shown(world), sim, 0)()
}

fn shown(world: &World) -> ReadWorld<'_> {
    ReadWorld { loaded: &world.loaded, file: &world.files.world }
}

/// A server that shows a world. Dropping it closes every connection.
pub struct SceneUpdater {
    server: Server,
    kind: PageKind,
    changes: SceneChanges,
    revision: u64,
    /// When the last scene was started, and the thread that writes it.
    writer: Option<(Instant, JoinHandle<()>)>,
}

impl SceneUpdater {
    /// Update this server, which shows the world as it was built.
    pub fn new(server: Server) -> Self {
        let changes = SceneChanges::default();
        SceneUpdater { server, kind: PageKind::Run, changes, revision: 0, writer: None }
    }

    /// Update this server of a recording, which shows the world as it is now.
    pub fn of_recording(server: Server, sim: &Simulation) -> Self {
        let mut updater = SceneUpdater::new(server);
        (updater.kind, updater.changes) = (PageKind::Recording, SceneChanges::since(sim));
        updater
    }

    /// Update this server of a world in lock-step with a client.
    pub fn in_lockstep(server: Server) -> Self {
        let mut updater = SceneUpdater::new(server);
        updater.kind = PageKind::Lockstep;
        updater
    }

    /// Update this server of a world that a program steps itself.
    pub fn of_program(server: Server) -> Self {
        let mut updater = SceneUpdater::new(server);
        updater.kind = PageKind::Program;
        updater
    }

    /// Another state was restored; what was added before may be gone.
    pub fn note_restored(&mut self) {
        self.changes.note_restored();
    }

    /// Show another world from now on.
    pub fn show_world(&mut self, world: &World, sim: &Simulation) {
        if let Some((_, writer)) = self.writer.take() {
            // Its scene must not come after that of the new world.
            let _ = writer.join();
        }
        self.write(world, sim);
    }

    /// Begin to write a new scene.
    fn write(&mut self, world: &World, sim: &Simulation) {
        self.changes.accept(sim);
        self.revision += 1;
        let build = skidpad_viewer_scene::scene_page(self.kind, &shown(world), sim, self.revision);
        let publisher = self.server.publisher();
        // Writing meshes and textures takes longest, so it is not done on the stepping thread.
        let thread = std::thread::spawn(move || publisher.publish(build()));
        self.writer = Some((Instant::now(), thread));
    }

    /// Call after each step: writes a new scene if something was added or removed, and costs little otherwise.
    pub fn update(&mut self, world: &World, sim: &Simulation) {
        if !self.changes.found(sim) {
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

impl Drop for SceneUpdater {
    fn drop(&mut self) {
        if let Some((_, thread)) = self.writer.take() {
            let _ = thread.join();
        }
    }
}
