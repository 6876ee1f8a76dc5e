//! A run goes on with another world: what belongs to the world before is closed, and begins anew for the next one.

use super::going::GoingRun;
use super::prepared::{Joining, files, locked, logs, session_name};
use super::ros1_node::Ros1Node;
use super::ros2_library::Ros2Library;
use super::summary::VehicleTally;
use super::world_edits::WorldEdits;
use super::world_reader::{NextWorld, WorldReader};
use super::{MvsimNetwork, Outputs, RunNote};
use crate::{Error, provenance};
use skidpad_link::{Participant, RunHandle};
use skidpad_record::OutputFolder;
use skidpad_ros1::Ros1Settings;
use skidpad_ros2::Ros2Participant;
use std::sync::{Arc, Mutex};

/// What a run needs to go on with another world: only a ROS 2 node can ask for one.
pub(super) struct NextWorlds {
    pub(super) reader: Arc<WorldReader>,
    pub(super) ros2: Arc<Mutex<Ros2Participant>>,
    pub(super) mvsim: Option<MvsimNetwork>,
    pub(super) ros1: Option<Ros1Settings>,
    pub(super) handle: RunHandle,
    pub(super) outputs: Outputs,
    pub(super) folder: OutputFolder,
    /// The recording that was closed when the world was unloaded: the next world is recorded too.
    pub(super) recorded: Option<String>,
}

impl GoingRun {
    /// Go on with the world that is kept ready under this number. The error is a text for users.
    pub(super) fn change_world(&mut self, number: u64) -> Result<(), String> {
        let Some(mut worlds) = self.next_worlds.take() else {
            return Err("this run keeps its world".to_string());
        };
        let result = match worlds.reader.take(number) {
            Some(next) => {
                self.go_on_with(next, &mut worlds);
                Ok(())
            }
            None => Err("there is no such world; another one may have been read since".to_string()),
        };
        self.next_worlds = Some(worlds);
        result
    }

    fn go_on_with(&mut self, next: NextWorld, worlds: &mut NextWorlds) {
        let recorded = self.recordings.file().map(|file| file.first.clone()).or(worlds.recorded.take());
        self.end_world();
        let NextWorld { world, sim, file, is_nothing } = next;
        self.run.replace(sim);
        self.world = world;
        let name = if is_nothing { None } else { Some(self.world.opened_as.clone()) };
        self.notes.add(RunNote::WorldChanged { world: name });
        if is_nothing {
            worlds.recorded = recorded;
        } else {
            self.begin_files(worlds, recorded.as_deref());
        }
        self.join_networks(worlds);
        let (world, sim) = (&self.world, self.run.sim());
        self.updater.iter_mut().for_each(|updater| updater.show_world(world, sim));
        let scenery = provenance::scenery(world, sim);
        let library = Ros2Library::new(world, sim, file, is_nothing, Arc::clone(&worlds.reader));
        locked(&worlds.ros2).change_world(scenery, Arc::new(library), self.run.tick());
    }

    /// Close the files of the world that was, and leave the networks that cannot change their world.
    fn end_world(&mut self) {
        let end = self.run.end();
        for (name, id) in std::mem::take(&mut self.of_world) {
            if let Some(mut participant) = self.run.remove(id)
                && let Err(failure) = participant.finish(&end)
            {
                self.note_failure(name, &failure);
            }
        }
        self.ros1_node = None;
        self.recordings.stop(&mut self.run);
        let closed = locked(&self.logs).finish(&end);
        if let Err(failure) = closed {
            self.note_failure("logs".to_string(), &failure);
        }
        self.written.extend(locked(&self.logs).created().cloned());
        *locked(&self.edits) = WorldEdits::default();
        *locked(&self.tally) = VehicleTally::default();
    }

    /// Begin the logs, a recording if the world before was recorded, and the files that the world itself asks for.
    /// Traces, dumps and lines of readings belong to the first world.
    fn begin_files(&mut self, worlds: &NextWorlds, recorded: Option<&str>) {
        let NextWorlds { outputs, folder, .. } = worlds;
        let sim = self.run.sim();
        let own = Outputs { trace: None, dump: None, readings: None, record: None, ..outputs.clone() };
        let begun = logs(folder.clone(), &session_name(), outputs.csv.is_some(), sim)
            .and_then(|logs| Ok((logs, files(&own, folder, &self.world, sim)?)));
        match begun {
            Ok((logs, (written, participants))) => {
                *locked(&self.logs) = logs;
                self.written.extend(written);
                participants.into_iter().for_each(|named| self.join(Joining::of_world(named)));
            }
            Err(problem) => self.note_unbegun("the files of the next world", &problem),
        }
        let begin = |last| self.recordings.begin_beside(last, &self.world, &mut self.run);
        if let Some(begun) = recorded.map(begin) {
            let name = "the recording of the next world".to_string();
            self.notes.add(begun.unwrap_or_else(|reason| RunNote::ParticipantFailed { name, reason }));
        }
    }

    /// Take part in the networks whose nodes have one world from their start to their end.
    fn join_networks(&mut self, worlds: &NextWorlds) {
        let NextWorlds { mvsim, ros1, handle, .. } = worlds;
        let mut joining: Vec<Joining> = Vec::new();
        if let Some(mvsim) = mvsim {
            match mvsim.start(&self.world, self.run.sim().roster(), handle) {
                Ok((participant, reports)) => {
                    self.bridge_reports.push(reports);
                    joining.push(Joining::of_world(("mvsim".to_string(), Box::new(participant))));
                }
                Err(problem) => self.note_unbegun("mvsim", &Error::Mvsim(problem)),
            }
        }
        if let Some(settings) = ros1 {
            match Ros1Node::start(settings, &self.world, self.run.sim(), handle) {
                Ok((node, participant)) => {
                    self.ros1_node = Some(node);
                    joining.push(Joining::of_world(("ROS 1".to_string(), Box::new(participant))));
                }
                Err(problem) => self.note_unbegun("ROS 1", &problem),
            }
        }
        joining.into_iter().for_each(|joining| self.join(joining));
    }

    fn note_unbegun(&mut self, name: &str, problem: &Error) {
        self.notes.add(RunNote::ParticipantFailed { name: name.to_string(), reason: problem.to_string() });
    }
}
