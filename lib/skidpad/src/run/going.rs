//! A run that goes on: its loop, the requests that only the library can carry out, and its end.

use super::next_world::NextWorlds;
use super::prepared::{FinishedRun, Joining, Notes, PreparedRun, locked};
use super::recordings::Recordings;
use super::ros1_node::Ros1Node;
use super::summary::{VehicleTally, WrittenFile};
use super::world_edits::WorldEdits;
use super::{RunNote, RunSummary};
use crate::World;
use crate::expect::Checks;
use crate::viewer_scene::SceneUpdater;
use skidpad_link::{Control, EditControl, Failure};
use skidpad_messages::Writing;
use skidpad_record::LogSessions;
use skidpad_runner::{Asked, ParticipantId, RunLoop, Turn, WallClock};
use skidpad_sim::Simulation;
use std::path::PathBuf;
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex};

/// The name of CSV logs as a participant.
const LOGS: &str = "logs";

/// A run that goes on.
pub(super) struct GoingRun {
    pub(super) run: RunLoop<WallClock>,
    pub(super) world: World,
    /// Participants that end with the world.
    pub(super) of_world: Vec<(String, ParticipantId)>,
    pub(super) updater: Option<SceneUpdater>,
    pub(super) edits: Arc<Mutex<WorldEdits>>,
    pub(super) tally: Arc<Mutex<VehicleTally>>,
    pub(super) logs: Arc<Mutex<LogSessions>>,
    pub(super) recordings: Recordings,
    pub(super) notes: Notes,
    pub(super) ros1_node: Option<Ros1Node>,
    pub(super) bridge_reports: Vec<Receiver<String>>,
    pub(super) written: Vec<PathBuf>,
    pub(super) next_worlds: Option<NextWorlds>,
    checks: Option<Arc<Mutex<Checks>>>,
    may_replace_world: bool,
}

impl GoingRun {
    pub(super) fn start(prepared: PreparedRun) -> GoingRun {
        let PreparedRun { world, sim, hub, settings, server, participants, recorder, .. } = prepared;
        let PreparedRun { checks, logs, recordings, notes, ros1_node, bridge_reports, written, .. } =
            prepared;
        let PreparedRun { may_replace_world, next_worlds, .. } = prepared;
        let make_updater =
            if settings.lockstep.is_some() { SceneUpdater::in_lockstep } else { SceneUpdater::new };
        let mut run = RunLoop::new(sim, hub, WallClock::start(), settings);
        let (edits, tally): (Arc<Mutex<WorldEdits>>, Arc<Mutex<VehicleTally>>) = Default::default();
        run.add("summary", Box::new(Arc::clone(&tally)));
        run.add(LOGS, Box::new(Arc::clone(&logs)));
        let updater = server.map(make_updater);
        if updater.is_some() {
            run.add("edits", Box::new(Arc::clone(&edits)));
        }
        let mut going = GoingRun {
            run,
            world,
            of_world: Vec::new(),
            updater,
            edits,
            tally,
            logs,
            recordings,
            notes,
            ros1_node,
            bridge_reports,
            written,
            next_worlds,
            checks,
            may_replace_world,
        };
        participants.into_iter().for_each(|joining| going.join(joining));
        if let Some((path, recorder)) = recorder {
            going.recordings.begin(&path, recorder, &mut going.run);
        }
        going.note_writing();
        going
    }

    /// Add a participant.
    pub(super) fn join(&mut self, Joining { name, participant, is_of_world }: Joining) {
        let id = self.run.add(&name, participant);
        if is_of_world {
            self.of_world.push((name, id));
        }
    }

    /// Make the run, and look at the simulation after each step.
    pub(super) fn go(mut self, mut look: impl FnMut(&Simulation)) -> FinishedRun {
        loop {
            match self.run.turn() {
                Turn::Stepped => look(self.run.sim()),
                Turn::Waited => {}
                Turn::Restored(_) => self.updater.iter_mut().for_each(SceneUpdater::note_restored),
                Turn::Asked(asked) => self.answer(&asked),
                Turn::Failed(name, failure) => {
                    if name == LOGS {
                        // The logs are off now, and can be started again.
                        self.run.add(LOGS, Box::new(Arc::clone(&self.logs)));
                    }
                    self.note_failure(name, &failure);
                    self.note_writing();
                }
                Turn::Late { waited, ends } => self.notes.add(RunNote::ControllerLate { waited, ends }),
                Turn::Over => return self.conclude(),
            }
            let (world, sim) = (&self.world, self.run.sim());
            self.updater.iter_mut().for_each(|updater| updater.update(world, sim));
            self.recordings.closed().into_iter().for_each(|note| self.notes.add(note));
            self.ros1_node.iter().flat_map(Ros1Node::notes).for_each(|note| self.notes.add(note));
            self.note_reports();
        }
    }

    /// Pass on what bridges and the command file report.
    fn note_reports(&mut self) {
        let reports = self.bridge_reports.iter().flat_map(Receiver::try_iter);
        reports.for_each(|what| self.notes.add(RunNote::Bridge { what }));
    }

    /// Carry out a client's request.
    fn answer(&mut self, asked: &Asked) {
        match asked.control {
            Control::Edits(control) => {
                let text = self.show_edits(control);
                self.run.answer_with(asked, text);
            }
            Control::NextWorld(number) => {
                let result = self.change_world(number);
                self.run.answer(asked, result);
            }
            _ => {
                let result = self.control(asked);
                let result = result.map(|note| note.into_iter().for_each(|note| self.notes.add(note)));
                self.run.answer(asked, result);
            }
        }
        self.note_writing();
    }

    fn show_edits(&self, control: EditControl) -> Result<String, String> {
        let report = locked(&self.edits).control(control, &self.world, self.may_replace_world)?;
        serde_json::to_string(&report).map_err(|error| error.to_string())
    }

    /// Carry out a client's request about logs and recordings. The error is a text for users.
    fn control(&mut self, asked: &Asked) -> Result<Option<RunNote>, String> {
        match asked.control {
            Control::Log(control) => {
                let mut logs = locked(&self.logs);
                logs.add(self.run.sim().roster(), |_| true);
                logs.control_by_client(control).map(|()| None).map_err(|problem| problem.to_string())
            }
            Control::Record(control) => self.recordings.control(control, &self.world, &mut self.run),
            _ => Ok(None),
        }
    }

    pub(super) fn note_failure(&mut self, name: String, failure: &Failure) {
        self.recordings.forget(&name);
        self.notes.add(RunNote::ParticipantFailed { name, reason: failure.to_string() });
    }

    fn note_writing(&mut self) {
        let writing = Writing { logs: locked(&self.logs).files(), recording: self.recordings.file() };
        self.run.set_writing(writing);
    }

    /// Close everything and sum up.
    fn conclude(mut self) -> FinishedRun {
        self.note_reports();
        let outcome = self.run.outcome();
        // Viewers are informed of the end before files are closed.
        drop(self.updater);
        let (sim, failures) = self.run.finish();
        for (name, failure) in failures {
            self.recordings.forget(&name);
            self.notes.add(RunNote::ParticipantFailed { name, reason: failure.to_string() });
        }
        self.recordings.finish().into_iter().for_each(|note| self.notes.add(note));
        let mut written = self.written;
        written.extend(self.recordings.files().iter().chain(locked(&self.logs).created()).cloned());
        let checks = self.checks;
        let summary = RunSummary {
            step_count: outcome.step_count,
            step_ns: sim.step_ns(),
            wall: outcome.wall,
            missed_deadline_count: outcome.missed_deadline_count,
            was_stopped: outcome.was_stopped,
            vehicles: locked(&self.tally).vehicles(),
            observations: Arc::new(sim.observations().clone()),
            state_hash: sim.state_hash(),
            observation_hash: sim.observation_hash(),
            findings: checks.map_or_else(Vec::new, |checks| locked(&checks).findings(sim.state_hash())),
            notes: self.notes.kept,
            files: written.into_iter().filter_map(WrittenFile::of).collect(),
        };
        FinishedRun { summary, sim: sim.into(), world: self.world }
    }
}
