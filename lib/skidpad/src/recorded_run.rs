//! Plays a recording in the viewer: the run is repeated from the data in the recording, at the viewer's pace.
//!
//! A repetition shows more than was recorded: blocks, actors and sensors without a topic. The hashes in the recording
//! show whether the repetition is the same run.

use crate::replay::build_recorded;
use crate::viewer_scene::{self, SceneUpdater};
use crate::{Error, Replay, ReplayProblem, World};
use skidpad_link::{
    Client, Control, Failure, Hub, Interest, Limits, LinkProblem, NextStep, Participant, RunHandle,
    SensorChoice, StepRate,
};
use skidpad_messages::{Command, Step};
use skidpad_record::{LogEntry, RunLog};
use skidpad_runner::{RunLoop, RunOutcome, RunSettings, StopFlag, Turn, WallClock};
use skidpad_sim::Simulation;
use skidpad_web::{Listen, Playback, Server};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::thread::JoinHandle;

/// Least time between two snapshots to jump to [ns].
const SHORTEST_PERIOD_NS: u64 = 100_000_000;
/// Approximate number of snapshots to jump to in a long recording.
const SNAPSHOT_COUNT: u64 = 1200;

/// A recording that is ready to be played.
pub struct RecordedRun {
    /// The recorded world in its first state.
    pub sim: Simulation,
    /// The position of the playback, and snapshots to jump to.
    pub playback: Arc<Playback>,
    world: World,
    log: RunLog,
    hub: Hub,
    handle: RunHandle,
}

impl RecordedRun {
    /// Build the recorded world and put it into its first state.
    pub fn new(log: RunLog) -> Result<RecordedRun, ReplayProblem> {
        let (world, sim) = build_recorded(&log, true, &Arc::default())?;
        let playback = Arc::new(Playback::new(log.last_tick()));
        let (hub, handle) = Hub::new(Limits::default());
        Ok(RecordedRun { sim, playback, world, log, hub, handle })
    }

    /// Repeat the run once on a thread beside the playback, to take snapshots to jump to and to compare hashes.
    pub fn prepare(&self) -> Result<JoinHandle<()>, ReplayProblem> {
        let mut replay = Replay::new(self.log.clone())?;
        let (playback, handle) = (Arc::clone(&self.playback), self.handle.clone());
        let step_ns = replay.sim().step_ns().max(1);
        let every = (SHORTEST_PERIOD_NS / step_ns).max(playback.end_tick() / SNAPSHOT_COUNT).max(1);
        keep(&playback, &handle, 0, replay.sim());
        Ok(std::thread::spawn(move || {
            let verdict = replay.run(None, false, &mut |tick, _, sim| {
                if tick.is_multiple_of(every) || tick == playback.end_tick() {
                    keep(&playback, &handle, tick, sim);
                }
            });
            if let Ok(Some(difference)) = verdict.map(|verdict| verdict.difference) {
                playback.set_difference(difference.tick);
            }
        }))
    }

    /// Serve the viewer.
    pub fn serve(&self, listen: &Listen) -> Result<Server, Error> {
        let page = Arc::new(viewer_scene::scene_page_of_recording(&self.world, &self.sim));
        let reason = |reason| Error::Listen { address: listen.address, reason };
        skidpad_web::play(listen, &page, &self.handle, &self.playback).map_err(reason)
    }

    /// Play the recording to the viewers of a server until the flag is raised.
    pub fn play(self, server: Server, stop: StopFlag) -> Result<RunOutcome, LinkProblem> {
        let RecordedRun { sim, playback, world, log, hub, handle } = self;
        let player = Arc::new(Player::new(&log, playback, &handle)?);
        let mut updater = SceneUpdater::of_recording(server, &sim);
        let mut run =
            RunLoop::new(sim, hub, WallClock::start(), RunSettings { stop, ..RunSettings::default() });
        run.add("recording", Box::new(RecordedCommands(Arc::clone(&player))));
        loop {
            match run.turn() {
                Turn::Stepped | Turn::Waited | Turn::Failed(..) | Turn::Late { .. } => {}
                Turn::Restored(snapshot) => {
                    updater.note_restored();
                    player.jumped_to(&snapshot);
                }
                Turn::Asked(asked) => run.answer(&asked, Err("a recording cannot be recorded".to_string())),
                Turn::Over => break,
            }
            updater.update(&world, run.sim());
        }
        Ok(run.outcome())
    }
}

fn keep(playback: &Playback, handle: &RunHandle, tick: u64, sim: &Simulation) {
    if let Ok(bytes) = sim.snapshot().and_then(|snapshot| snapshot.to_bytes()) {
        let bytes: Arc<[u8]> = bytes.into();
        handle.trust_snapshot(&bytes);
        playback.add(tick, Arc::new(sim.observations().clone()), bytes);
    }
}

/// Follows a recording: jumps where it jumped, and pauses at its end.
struct Player {
    /// Commands, by the steps made before them.
    commands: BTreeMap<u64, Vec<Command>>,
    /// Snapshots that were restored in the recording, by the steps made before.
    jumps: BTreeMap<u64, Arc<[u8]>>,
    playback: Arc<Playback>,
    client: Client,
}

impl Player {
    fn new(log: &RunLog, playback: Arc<Playback>, handle: &RunHandle) -> Result<Self, LinkProblem> {
        let mut commands: BTreeMap<u64, Vec<Command>> = BTreeMap::new();
        let mut jumps = BTreeMap::new();
        for entry in &log.entries {
            match entry {
                LogEntry::Command { tick, command } => {
                    commands.entry(*tick).or_default().push(command.clone());
                }
                LogEntry::Restored { tick, snapshot } => {
                    let bytes: Arc<[u8]> = snapshot.as_slice().into();
                    handle.trust_snapshot(&bytes);
                    jumps.insert(*tick, bytes);
                }
                LogEntry::Hash { .. } => {}
            }
        }
        let nothing = Interest { rate: StepRate::Never, sensors: SensorChoice::None };
        let client = handle.connect("player", nothing)?;
        // The playback starts when the first viewer has connected.
        client.control(Control::Pause)?;
        Ok(Player { commands, jumps, playback, client })
    }

    /// A viewer jumped to a snapshot of the playback. Jumps of the recording itself change no tick.
    fn jumped_to(&self, snapshot: &[u8]) {
        if let Some(tick) = self.playback.tick_of(snapshot) {
            self.arrive_at(tick);
        }
    }

    /// Prepare the next step: jump as the recording did, or pause at its end.
    fn arrive_at(&self, tick: u64) {
        self.playback.set_tick(tick);
        if let Some(snapshot) = self.jumps.get(&tick) {
            let _ = self.client.control(Control::Restore(Arc::clone(snapshot)));
        }
        if tick >= self.playback.end_tick() {
            let _ = self.client.control(Control::Pause);
        }
        // The answers are not needed.
        let _ = self.client.take();
    }
}

/// Sends the commands of a recording, step by step.
struct RecordedCommands(Arc<Player>);

impl Participant for RecordedCommands {
    fn before_step(&mut self, next: &mut NextStep<'_>) {
        for command in self.0.commands.get(&self.0.playback.tick()).into_iter().flatten() {
            next.commands.add(command.clone());
        }
    }

    fn after_step(&mut self, step: &Step) -> Result<(), Failure> {
        if step.tick > 0 {
            self.0.arrive_at(self.0.playback.tick() + 1);
        }
        Ok(())
    }
}
