//! A world that runs in the page, and the viewer that watches it.

use crate::clock::PageClock;
use crate::world::{PageWorld, WorldProblems};
use serde::Serialize;
use skidpad_link::{Hub, Limits, RunHandle};
use skidpad_messages::Pace;
use skidpad_runner::{Clock, RunLoop, RunSettings, Turn};
use skidpad_viewer_scene::{PageKind, ReadWorld, SceneChanges, scene_page};
use skidpad_web::{MomentKeeper, RunViewers, ScenePage, ViewerMessage, ViewerSession};
use std::collections::VecDeque;
use std::sync::Arc;
use std::time::Duration;

/// Time between two `status` messages.
const STATUS_PERIOD: Duration = Duration::from_millis(250);
/// Least time between two new scenes.
const SCENE_PERIOD: Duration = Duration::from_millis(250);

/// A run in the page.
pub(crate) struct PageRun {
    world: PageWorld,
    run: RunLoop<PageClock>,
    handle: RunHandle,
    viewers: Arc<RunViewers>,
    moments: Option<MomentKeeper>,
    scene: Arc<ScenePage>,
    changes: SceneChanges,
    revision: u64,
    session: Option<ViewerSession>,
    messages: VecDeque<ViewerMessage>,
    status_due: Duration,
    scene_due: Duration,
}

/// The state of a run, by which it is compared with others.
#[derive(Debug, PartialEq, Serialize)]
pub struct RunState {
    /// Steps made since the world began.
    pub step: u64,
    /// Simulated time [ns].
    pub time_ns: u64,
    /// Hash of the state, 16 hex digits, as `skidpad launch --hash` prints it.
    pub state: String,
    /// Hash of the last observations, 16 hex digits.
    pub observed: String,
}

impl PageRun {
    /// Begin to run a world; with what is worth knowing about it.
    pub(crate) fn begin(
        world: PageWorld,
        revision: u64,
        is_paused: bool,
    ) -> Result<(PageRun, WorldProblems), WorldProblems> {
        let (sim, problems) = world.build()?;
        let scene = Arc::new(scene_page(PageKind::Run, &read(&world), &sim, revision)());
        let changes = SceneChanges::since(&sim);
        let (hub, handle) = Hub::new(Limits::default());
        let viewers = Arc::new(RunViewers::new(format!("page-{revision}")));
        let moments = MomentKeeper::connect(&handle, &viewers);
        let settings = RunSettings {
            pace: Pace::RealTime(1.0),
            is_paused,
            has_threads: false,
            ..RunSettings::default()
        };
        let run = PageRun {
            run: RunLoop::new(sim, hub, PageClock, settings),
            world,
            handle,
            viewers,
            moments,
            scene,
            changes,
            revision,
            session: None,
            messages: VecDeque::new(),
            status_due: Duration::ZERO,
            scene_due: Duration::ZERO,
        };
        Ok((run, problems))
    }

    /// Make a step if one is due. Returns whether another one may be.
    pub(crate) fn turn(&mut self) -> bool {
        let turn = self.run.turn();
        match &turn {
            Turn::Restored(_) => self.changes.note_restored(),
            Turn::Asked(asked) => {
                let reason = "a page writes no files; change the text of the world and download it";
                self.run.answer(asked, Err(reason.to_string()));
            }
            Turn::Stepped | Turn::Waited | Turn::Late { .. } | Turn::Failed(..) | Turn::Over => {}
        }
        let now = PageClock.elapsed();
        if self.changes.found(self.run.sim()) && now >= self.scene_due {
            self.scene_due = now + SCENE_PERIOD;
            self.renew_scene();
        }
        self.moments.iter_mut().for_each(|keeper| {
            keeper.update();
        });
        if let Some(session) = &mut self.session {
            session.deliver();
            if now >= self.status_due {
                self.status_due = now + STATUS_PERIOD;
                session.send_status();
            }
            self.messages.extend(session.take_messages());
        }
        !matches!(turn, Turn::Waited | Turn::Over)
    }

    fn renew_scene(&mut self) {
        let sim = self.run.sim();
        self.changes.accept(sim);
        self.revision += 1;
        self.scene = Arc::new(scene_page(PageKind::Run, &read(&self.world), sim, self.revision)());
        if let Some(session) = &mut self.session {
            session.change_scene(Arc::clone(&self.scene));
        }
    }

    /// Take a message of the viewer; the first one must be `hello`.
    pub(crate) fn receive(&mut self, text: &str) {
        match &mut self.session {
            Some(session) => {
                session.receive(text, PageClock.elapsed());
                for message in session.take_messages_for_all() {
                    session.pass_on(&message);
                }
            }
            None => {
                let begun = ViewerSession::begin(&self.handle, &self.viewers, Arc::clone(&self.scene), text);
                self.session = begun.ok();
            }
        }
        if let Some(session) = &mut self.session {
            self.messages.extend(session.take_messages());
        }
    }

    /// The viewer has left; another one may come.
    pub(crate) fn leave(&mut self) {
        self.session = None;
        self.messages.clear();
    }

    /// The next message to the viewer.
    pub(crate) fn next_message(&mut self) -> Option<ViewerMessage> {
        self.messages.pop_front()
    }

    pub(crate) fn scene(&self) -> &ScenePage {
        &self.scene
    }

    pub(crate) fn revision(&self) -> u64 {
        self.revision
    }

    pub(crate) fn state(&self) -> RunState {
        let sim = self.run.sim();
        RunState {
            step: sim.observations().step,
            time_ns: sim.time_ns(),
            state: format!("{:016x}", sim.state_hash()),
            observed: format!("{:016x}", sim.observation_hash()),
        }
    }
}

fn read(world: &PageWorld) -> ReadWorld<'_> {
    ReadWorld { loaded: &world.loaded, file: &world.file }
}
