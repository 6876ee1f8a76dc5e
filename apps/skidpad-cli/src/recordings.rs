//! Recordings that begin with the run, or when somebody asks for one.

use crate::record_args::{Opening, RecordArgs};
use crate::recorders::report;
use skidpad::link::{RecordControl, WrittenFiles};
use skidpad::messages::SensorId;
use skidpad::record::{OutputFolder, Recorder, RecordingSummary, StepSeen};
use skidpad::runner::StepMade;
use skidpad::sim::Simulation;
use skidpad::{World, WorldOptions};
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Least time between two recordings that clients begin, so that nobody fills a folder by asking.
const PERIOD: Duration = Duration::from_secs(1);

/// The recordings of a run, one at a time.
pub(crate) struct Recordings<'a> {
    pub(crate) args: &'a RecordArgs,
    pub(crate) world: &'a World,
    /// The world as it was named on the command line.
    pub(crate) opened_as: &'a Path,
    pub(crate) options: WorldOptions,
    /// Where recordings go that clients begin.
    pub(crate) folder: OutputFolder,
    /// What their names begin with.
    pub(crate) session: String,
    now: Option<Now>,
    closing: Vec<Closing>,
    begun_count: u32,
    begun: Option<Instant>,
    is_complete: bool,
}

/// The recording being made.
struct Now {
    file: Arc<WrittenFiles>,
    recorder: Recorder,
    /// Steps of the run before it began: a recording counts its own.
    first_tick: u64,
}

/// A recording whose file is being closed, beside the run.
struct Closing {
    name: String,
    thread: JoinHandle<Result<RecordingSummary, String>>,
}

impl<'a> Recordings<'a> {
    /// None yet.
    pub(crate) fn new(
        args: &'a RecordArgs,
        world: &'a World,
        opened_as: &'a Path,
        options: WorldOptions,
        folder: OutputFolder,
        session: String,
    ) -> Self {
        Recordings {
            args,
            world,
            opened_as,
            options,
            folder,
            session,
            now: None,
            closing: Vec::new(),
            begun_count: 0,
            begun: None,
            is_complete: true,
        }
    }

    /// Begin the recording of the command line.
    pub(crate) fn start_with_run(&mut self, path: &Path, opening: Opening) -> Result<(), String> {
        self.begin(path, 0, opening, true)
    }

    fn begin(&mut self, path: &Path, tick: u64, opening: Opening, may_replace: bool) -> Result<(), String> {
        let recorder = self.args.start(path, may_replace, opening)?;
        let file = Arc::new(WrittenFiles { first: path.display().to_string(), count: 1 });
        self.now = Some(Now { file, recorder, first_tick: tick });
        Ok(())
    }

    /// Whether one is being made.
    pub(crate) fn is_on(&self) -> bool {
        self.now.is_some()
    }

    /// The file of the one being made.
    pub(crate) fn file(&self) -> Option<Arc<WrittenFiles>> {
        self.now.as_ref().map(|now| Arc::clone(&now.file))
    }

    /// Whether readings of a sensor are recorded.
    pub(crate) fn wants(&self, sensor: SensorId) -> bool {
        self.now.as_ref().is_some_and(|now| now.recorder.wants(sensor))
    }

    /// A step was made.
    pub(crate) fn note(&mut self, made: &StepMade<'_>) {
        self.reap(|closing| closing.thread.is_finished());
        let Some(Now { file, recorder, first_tick }) = &mut self.now else { return };
        let tick = made.tick - *first_tick;
        recorder.step(&StepSeen {
            tick,
            commands: made.commands,
            seen: made.seen,
            readings: made.readings,
            hash: recorder.wants_hash(tick).then(|| made.sim.state_hash()),
            status: made.status,
            roster: made.sim.roster(),
        });
        if recorder.has_failed() {
            let problem = recorder.problem().unwrap_or_default();
            report(&Err(io::Error::other(problem)), &file.first, &mut self.is_complete);
            self.now = None;
        }
    }

    /// The run waits.
    pub(crate) fn idle(&mut self) {
        self.reap(|closing| closing.thread.is_finished());
        if let Some(now) = &mut self.now {
            now.recorder.idle();
        }
    }

    /// The world was put into another state.
    pub(crate) fn restored(&mut self, tick: u64, snapshot: &[u8]) {
        if let Some(now) = &mut self.now {
            now.recorder.restored(tick - now.first_tick, snapshot);
        }
    }

    /// Begin, end, begin another.
    pub(crate) fn control(
        &mut self,
        control: RecordControl,
        tick: u64,
        sim: &Simulation,
    ) -> Result<(), String> {
        if control == RecordControl::Stop {
            self.stop(tick, sim);
            return Ok(());
        }
        if control == RecordControl::Start && self.is_on() {
            return Ok(());
        }
        if self.begun.is_some_and(|begun| begun.elapsed() < PERIOD) {
            return Err("one new recording in a second is enough; ask again".to_string());
        }
        self.stop(tick, sim);
        self.begun = Some(Instant::now());
        self.begun_count += 1;
        let number = self.begun_count;
        let name = format!("session_{}-{number}.mcap", self.session);
        let path = self.folder.file(&name).map_err(|refused| refused.to_string())?;
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        }
        let opening = self.args.opening(self.world, sim, self.opened_as, &self.options)?;
        self.begin(&path, tick, opening, false)?;
        eprintln!("recording {}", self.now.as_ref().map_or("", |now| now.file.first.as_str()));
        Ok(())
    }

    /// End the recording. Its file is closed beside the run, which does not wait for the disk.
    fn stop(&mut self, tick: u64, sim: &Simulation) {
        let Some(Now { file, mut recorder, first_tick }) = self.now.take() else { return };
        recorder.end(tick - first_tick, sim.observations(), sim.state_hash());
        let thread = std::thread::spawn(move || recorder.finish());
        self.closing.push(Closing { name: file.first.clone(), thread });
    }

    /// Tell of recordings that were closed.
    fn reap(&mut self, is_ready: impl Fn(&Closing) -> bool) {
        let mut at = 0;
        while at < self.closing.len() {
            if !is_ready(&self.closing[at]) {
                at += 1;
                continue;
            }
            let Closing { name, thread } = self.closing.swap_remove(at);
            match thread.join().unwrap_or_else(|_| Err("the thread that closes it broke down".to_string())) {
                Ok(summary) if summary.waited.as_secs_f64() > 0.1 => eprintln!(
                    "note: the run waited {:.1} s for {name}; --topics or --log-rate make it smaller",
                    summary.waited.as_secs_f64()
                ),
                Ok(_) => {}
                Err(problem) => {
                    report(&Err(io::Error::other(problem)), &name, &mut self.is_complete);
                }
            }
        }
    }

    /// Close everything. Tells whether every recording is whole.
    pub(crate) fn finish(mut self, tick: u64, sim: &Simulation) -> bool {
        self.stop(tick, sim);
        self.reap(|_| true);
        self.is_complete
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;
    use skidpad::Replay;
    use skidpad::link::{Pace, RunStatus, Writing};
    use skidpad::messages::{Commands, VehicleId};
    use skidpad::record::{Ending, RunLog};

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        args: RecordArgs,
    }

    /// Make steps, the robot turning more and more.
    fn steps(sim: &mut Simulation, tick: &mut u64, count: u64, recordings: &mut Recordings<'_>) {
        for _ in 0..count {
            let drive = VehicleId(0).drive(0.5, *tick as f64 * 1e-3);
            let commands = Commands::from([drive]);
            sim.step(&commands);
            *tick += 1;
            let status = RunStatus {
                tick: *tick,
                wall: Duration::ZERO,
                pace: Pace::Max,
                is_paused: false,
                realtime_factor: 1.0,
                missed_deadline_count: 0,
                client_count: 1,
                writing: Writing::default(),
            };
            let (seen, commands) = (sim.observations(), &commands);
            recordings.note(&StepMade { tick: *tick, commands, seen, readings: &[], sim, status: &status });
        }
    }

    #[test]
    fn a_recording_begun_in_the_middle_of_a_run_replays() {
        let folder = std::env::temp_dir().join(format!("skidpad-recordings-{}", std::process::id()));
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../worlds/two_robots.world.xml");
        let options = WorldOptions::default();
        let world = World::read(&path, &options).expect("a shipped world");
        let mut sim = skidpad::Simulation::build(&world).expect("it builds");
        let args = Line::parse_from(["test"]).args;
        let out = OutputFolder(folder.clone());
        let mut recordings = Recordings::new(&args, &world, &path, options, out, "s".to_string());
        let mut tick = 0;
        steps(&mut sim, &mut tick, 130, &mut recordings);
        assert!(!recordings.is_on());
        recordings.control(RecordControl::Start, tick, &sim).expect("it begins");
        recordings.control(RecordControl::Start, tick, &sim).expect("it goes on");
        steps(&mut sim, &mut tick, 250, &mut recordings);
        let hash = sim.state_hash();
        recordings.control(RecordControl::Stop, tick, &sim).expect("it ends");
        recordings.control(RecordControl::Stop, tick, &sim).expect("nothing is left to end");
        assert!(!recordings.is_on());
        recordings.control(RecordControl::New, tick, &sim).expect_err("a second has not passed");
        recordings.begun = None;
        recordings.control(RecordControl::New, tick, &sim).expect("another begins");
        steps(&mut sim, &mut tick, 20, &mut recordings);
        assert!(recordings.finish(tick, &sim));
        for (name, step_count, hash) in
            [("session_s-1.mcap", 250, hash), ("session_s-2.mcap", 20, sim.state_hash())]
        {
            let bytes = std::fs::read(folder.join(name)).expect("a file");
            let log = RunLog::read(&bytes[..]).expect("a recording");
            assert_eq!((&log.ending, log.last_tick()), (&Ending::Whole, step_count), "{name}");
            let mut replay = Replay::new(log).expect("it builds");
            let verdict = replay.run(None, true, &mut |_, _, _| ()).expect("it runs");
            assert_eq!((verdict.tick_count, verdict.difference), (step_count, None), "{name}");
            assert_eq!(replay.sim().state_hash(), hash, "{name}");
        }
        std::fs::remove_dir_all(folder).expect("the scratch folder");
    }
}
