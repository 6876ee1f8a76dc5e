//! A recording played: the run is made again from what the recording keeps, at the pace of whoever looks.
//!
//! A repetition shows more than was written down: blocks, actors and sensors that no topic has. Hashes of the state in
//! the recording tell whether it is the run that was recorded.

use crate::recording::recorded_world;
use crate::viewing::SceneUpdater;
use crate::{Error, Replay, ReplayProblem, Simulation, World, viewing};
use skidpad_link::{Client, Control, Interest, LinkProblem, RunHandle, SensorChoice};
use skidpad_messages::Commands;
use skidpad_record::{LogEntry, RunLog};
use skidpad_runner::{Crew, StepMade};
use skidpad_sim::Snapshot;
use skidpad_web::{Playback, ScenePage};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::thread::JoinHandle;

/// Least time between two moments to go to [ns].
const SHORTEST_PERIOD_NS: u64 = 100_000_000;
/// Moments to go to, about, for a long recording.
const MOMENT_COUNT: u64 = 1200;

/// A recording ready to be played.
pub struct RecordedRun {
    /// The recorded world in its first state.
    pub sim: Simulation,
    /// What is drawn of it.
    pub show: Arc<ScenePage>,
    /// Where it is, and moments to go to.
    pub playback: Arc<Playback>,
    /// The recorded world.
    pub world: World,
    log: RunLog,
}

impl RecordedRun {
    /// Build the recorded world and put it into its first state.
    pub fn new(log: RunLog) -> Result<RecordedRun, ReplayProblem> {
        let provenance = &log.provenance;
        if provenance.world_files.is_empty() || provenance.snapshot.is_empty() {
            return Err(ReplayProblem::Incomplete);
        }
        let mut world: World = recorded_world(provenance);
        if world.diagnostics().has_errors() {
            return Err(ReplayProblem::World(Error::of_world(world.diagnostics(), world.sources())));
        }
        let mut sim = Simulation::build(&world).map_err(ReplayProblem::World)?;
        sim.restore(&Snapshot::from_bytes(&provenance.snapshot)?)?;
        let show = Arc::new(viewing::show_recording(&mut world, &mut sim));
        let playback = Arc::new(Playback::new(log.last_tick()));
        Ok(RecordedRun { sim, show, playback, world, log })
    }

    /// Go through the recording once, beside the run, to have moments to go to and to compare its hashes.
    pub fn prepare(&self) -> Result<JoinHandle<()>, ReplayProblem> {
        let mut replay = Replay::new(self.log.clone())?;
        let playback = Arc::clone(&self.playback);
        let step_ns = replay.sim().step_ns().max(1);
        let every = (SHORTEST_PERIOD_NS / step_ns).max(playback.end_tick() / MOMENT_COUNT).max(1);
        keep(&playback, 0, replay.sim());
        Ok(std::thread::spawn(move || {
            let verdict = replay.run(None, false, &mut |tick, _, sim| {
                if tick.is_multiple_of(every) || tick == playback.end_tick() {
                    keep(&playback, tick, sim);
                }
            });
            if let Ok(Some(difference)) = verdict.map(|verdict| verdict.difference) {
                playback.set_difference(difference.tick);
            }
        }))
    }

    /// Whoever gives the recorded commands, step by step.
    pub fn player<'a>(&self, handle: &RunHandle) -> Result<RecordingPlayer<'a>, LinkProblem> {
        let nothing = Interest { rate: skidpad_link::FrameRate::Never, sensors: SensorChoice::None };
        let mut script: BTreeMap<u64, Vec<LogEntry>> = BTreeMap::new();
        for entry in &self.log.entries {
            if let LogEntry::Command { tick, .. } | LogEntry::Restored { tick, .. } = entry {
                script.entry(*tick).or_default().push(entry.clone());
            }
        }
        let client = handle.connect("player", nothing)?;
        // It begins when the first viewer has come.
        client.control(Control::Pause)?;
        Ok(RecordingPlayer {
            script,
            playback: Arc::clone(&self.playback),
            client,
            tick: 0,
            own: None,
            viewers: None,
        })
    }
}

fn keep(playback: &Playback, tick: u64, sim: &skidpad_sim::Simulation) {
    if let Ok(bytes) = sim.snapshot().and_then(|snapshot| snapshot.to_bytes()) {
        playback.add(tick, Arc::new(sim.observations().clone()), bytes.into());
    }
}

/// Gives the commands of a recording, jumps where it jumped, and stands still at its end.
pub struct RecordingPlayer<'a> {
    /// Commands and jumps, by the steps made before them.
    script: BTreeMap<u64, Vec<LogEntry>>,
    playback: Arc<Playback>,
    client: Client,
    /// Steps of the recording made so far.
    tick: u64,
    /// A snapshot out of the recording itself, about to be restored.
    own: Option<Arc<[u8]>>,
    viewers: Option<SceneUpdater<'a>>,
}

impl<'a> RecordingPlayer<'a> {
    /// ScenePage viewers what comes and goes in the recording.
    pub fn with_viewers(self, viewers: SceneUpdater<'a>) -> Self {
        RecordingPlayer { viewers: Some(viewers), ..self }
    }

    /// What has to be done before the next step: jump as the recording did, or stop at its end.
    fn arrive(&mut self) {
        self.playback.set_tick(self.tick);
        let jump = self.script.get(&self.tick).into_iter().flatten().rev().find_map(|entry| match entry {
            LogEntry::Restored { snapshot, .. } => Some(snapshot),
            _ => None,
        });
        if let Some(snapshot) = jump {
            let bytes: Arc<[u8]> = snapshot.as_slice().into();
            self.own = Some(Arc::clone(&bytes));
            let _ = self.client.control(Control::Restore(bytes));
        }
        if self.tick >= self.playback.end_tick() {
            let _ = self.client.control(Control::Pause);
        }
        // Nobody reads the answers.
        let _ = self.client.take();
    }

    fn is_own(&self, snapshot: &[u8]) -> bool {
        self.own.as_ref().is_some_and(|own| std::ptr::eq(own.as_ptr(), snapshot.as_ptr()))
    }
}

impl Crew for RecordingPlayer<'_> {
    fn plan(&mut self, _tick: u64, _time_ns: u64, commands: &mut Commands) {
        for entry in self.script.get(&self.tick).into_iter().flatten() {
            if let LogEntry::Command { command, .. } = entry {
                commands.add(command.clone());
            }
        }
    }

    fn note(&mut self, made: &StepMade<'_>) {
        self.tick += 1;
        self.arrive();
        if let Some(viewers) = &mut self.viewers {
            viewers.check(made.sim);
        }
    }

    fn idle(&mut self, sim: &skidpad_sim::Simulation) {
        if let Some(viewers) = &mut self.viewers {
            viewers.check(sim);
        }
    }

    fn knows(&self, snapshot: &[u8]) -> bool {
        self.is_own(snapshot) || self.playback.tick_of(snapshot).is_some()
    }

    fn restored(&mut self, _tick: u64, snapshot: &[u8]) {
        if let Some(viewers) = &mut self.viewers {
            viewers.doubt();
        }
        if self.is_own(snapshot) {
            self.own = None;
        } else if let Some(tick) = self.playback.tick_of(snapshot) {
            self.tick = tick;
            self.arrive();
        }
    }
}
