//! Keeps what viewers draw up to date while things come and go.

use crate::World;
use skidpad_sim::Simulation;
use skidpad_sim::state::Spawned;
use skidpad_web::Server;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Least time between two new scenes, so that a rain of things does not hold the run up.
const PERIOD: Duration = Duration::from_millis(250);

/// A server and the world it shows. Dropping it closes every connection.
pub struct SceneUpdater<'a> {
    server: Server,
    world: &'a World,
    /// What had been added when the scene was last made.
    known: Vec<Spawned>,
    revision: u64,
    /// Time went back: as many things may be others.
    is_doubtful: bool,
    is_recording: bool,
    made: Option<(Instant, JoinHandle<()>)>,
}

impl<'a> SceneUpdater<'a> {
    /// Keep what this server shows true. It shows the world as it was built.
    pub fn new(server: Server, world: &'a World) -> Self {
        let (known, revision, is_doubtful) = (Vec::new(), 0, false);
        SceneUpdater { server, world, known, revision, is_doubtful, is_recording: false, made: None }
    }

    /// Keep what this server shows of a recording true. It shows the world as it is now.
    pub fn of_recording(server: Server, world: &'a World, sim: &Simulation) -> Self {
        let mut keeper = SceneUpdater::new(server, world);
        keeper.known.clone_from(&sim.state().spawned);
        keeper.is_recording = true;
        keeper
    }

    /// Another state was restored; what was added before may be gone.
    pub fn note_restored(&mut self) {
        self.is_doubtful = true;
    }

    /// After a step: when something was added or taken back, the scene is made anew. Costs little otherwise.
    pub fn update(&mut self, sim: &Simulation) {
        let spawned = &sim.state().spawned;
        if spawned.len() == self.known.len() && !(self.is_doubtful && *spawned != self.known) {
            self.is_doubtful = false;
            return;
        }
        let is_busy =
            |(began, thread): &(Instant, JoinHandle<()>)| began.elapsed() < PERIOD || !thread.is_finished();
        if self.made.as_ref().is_some_and(is_busy) {
            return;
        }
        self.is_doubtful = false;
        self.known.clone_from(spawned);
        self.revision += 1;
        let sketch = if self.is_recording { super::sketch_recording } else { super::sketch };
        let (make, stage) = (sketch(self.world, sim, self.revision), self.server.stage());
        // Writing meshes and textures out takes longest, and is not for the stepping thread.
        let thread = std::thread::spawn(move || stage.set_show(make()));
        self.made = Some((Instant::now(), thread));
    }
}

impl Drop for SceneUpdater<'_> {
    fn drop(&mut self) {
        if let Some((_, thread)) = self.made.take() {
            let _ = thread.join();
        }
    }
}
