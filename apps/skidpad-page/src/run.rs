//! A world that runs in the page, and the viewer that watches it.

use crate::clock::PageClock;
use crate::recording::{FilePart, PageRecording};
use crate::world::{PageWorld, WorldProblems};
use serde::Serialize;
use skidpad_link::{Control, Failure, Hub, Limits, RecordControl, RunHandle};
use skidpad_messages::{Pace, Writing};
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
    recording: Option<PageRecording>,
    /// Recordings begun so far.
    recording_count: u32,
    /// Of recordings that have ended.
    parts: VecDeque<FilePart>,
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
            recording: None,
            recording_count: 0,
            parts: VecDeque::new(),
        };
        Ok((run, problems))
    }

    /// Make a step if one is due. Returns whether another one may be.
    pub(crate) fn turn(&mut self) -> bool {
        let turn = self.run.turn();
        match &turn {
            Turn::Restored(_) => self.changes.note_restored(),
            Turn::Asked(asked) => {
                let result = match asked.control {
                    Control::Record(control) => self.record(control),
                    Control::Log(_) => Err("a page writes no CSV logs; record the run instead".to_string()),
                    _ => {
                        Err("a page changes no files; change the text of the world and download it"
                            .to_string())
                    }
                };
                self.run.answer(asked, result);
            }
            Turn::Failed(name, failure) => {
                // A recording that failed was removed from the run; what there is of it is handed over.
                if self.recording.as_ref().is_some_and(|recording| recording.file.first == *name) {
                    self.end_recording(Some(failure));
                }
            }
            Turn::Stepped | Turn::Waited | Turn::Late { .. } | Turn::Over => {}
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

    /// Start, stop or renew a recording. The error is a text for users.
    fn record(&mut self, control: RecordControl) -> Result<(), String> {
        if control == RecordControl::Start && self.recording.is_some() {
            return Ok(());
        }
        self.end_recording(None);
        if control != RecordControl::Stop {
            self.recording_count += 1;
            let name = self.world.file.rsplit('/').next().unwrap_or_default();
            let name = name.trim_end_matches(".xml").trim_end_matches(".world");
            let name = format!("{name}-{}.mcap", self.recording_count);
            self.recording = Some(PageRecording::begin(name, &self.world, &mut self.run)?);
        }
        self.note_writing();
        Ok(())
    }

    /// End the recording, if there is one, and keep the rest of its file.
    pub(crate) fn end_recording(&mut self, failure: Option<&Failure>) {
        let Some(recording) = self.recording.take() else { return };
        self.parts.extend(recording.end(&mut self.run, failure));
        self.note_writing();
    }

    fn note_writing(&mut self) {
        let recording = self.recording.as_ref().map(|recording| Arc::clone(&recording.file));
        self.run.set_writing(Writing { logs: None, recording });
    }

    /// The next part of a file that the run has written.
    pub(crate) fn next_part(&mut self) -> Option<FilePart> {
        self.parts.pop_front().or_else(|| self.recording.as_ref().and_then(PageRecording::take_bytes))
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
