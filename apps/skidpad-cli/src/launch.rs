//! `skidpad launch`: run a world.

use crate::commands_file::script;
use crate::record_args::RecordArgs;
use crate::recorders::Recorders;
use crate::recordings::Recordings;
use crate::scenario::{MonteCarlo, ScenarioArgs};
use crate::viewer::ViewerArgs;
use crate::world_args::{WorldArgs, build_or_report, report};
use crate::{Outcome, interrupt, print, progress::Progress, summary::Summary};
use clap::Args;
use rayon::{ThreadPool, ThreadPoolBuilder};
use skidpad::expect::{Checks, Expectations};
use skidpad::link::{Hub, Limits, LogControl, RecordControl, Writing};
use skidpad::messages::{CommandScript, Commands, Event, ScriptPlayer, SensorId};
use skidpad::runner::{Crew, Pace, Session, StepMade, WallClock};
use skidpad::sim::{self, SensorTracer};
use skidpad::viewing::{self, SceneUpdater};
use skidpad::{Roster, Simulation, World};
use std::error::Error;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

/// Run a world
///
/// Without --headless the world runs in real time until Ctrl-C, and the address of its viewer is printed;
/// with it, as fast as the machine can, and nobody is let in.
#[derive(Args)]
pub(crate) struct Launch {
    /// World file
    world: PathBuf,
    /// Run without a person watching: as fast as possible unless --realtime-factor says otherwise
    #[arg(long)]
    headless: bool,
    /// End after this many simulated seconds; --expect may bring its own
    #[arg(long, value_name = "S", value_parser = parse_duration)]
    duration: Option<f64>,
    /// Simulated seconds per second, or `max`
    #[arg(long, value_name = "F|max", value_parser = parse_pace)]
    realtime_factor: Option<Pace>,
    /// Threads for worlds that use several; no result depends on it
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// Drive vehicles by the lines of this file
    #[arg(long, value_name = "FILE")]
    commands: Option<PathBuf>,
    /// Write one row per step; with several vehicles, one file each with the name before the extension
    #[arg(long, value_name = "FILE.csv")]
    trace: Option<PathBuf>,
    /// Write pose and wheel logs of every vehicle into this folder
    #[arg(long, value_name = "DIR")]
    csv: Option<PathBuf>,
    /// Write every reading of every sensor into this folder, as files people can open
    #[arg(long, value_name = "DIR")]
    dump: Option<PathBuf>,
    /// Write every reading of every sensor as a line of JSON
    #[arg(long, value_name = "FILE.jsonl")]
    readings: Option<PathBuf>,
    /// End with a line `hash <16 hex digits>` of the final state, after one of what was last observed
    #[arg(long)]
    hash: bool,
    #[command(flatten)]
    record: RecordArgs,
    #[command(flatten)]
    scenario: ScenarioArgs,
    #[command(flatten)]
    viewer: ViewerArgs,
    #[command(flatten)]
    args: WorldArgs,
}

pub(crate) fn parse_duration(text: &str) -> Result<f64, String> {
    match text.parse::<f64>() {
        Ok(seconds) if (0.0..=1e9).contains(&seconds) => Ok(seconds),
        _ => Err("a number of seconds from 0 to 1e9".to_string()),
    }
}

fn parse_pace(text: &str) -> Result<Pace, String> {
    match text.parse::<f64>() {
        _ if text == "max" => Ok(Pace::Max),
        Ok(factor) if (1e-3..=1e6).contains(&factor) => Ok(Pace::RealTime(factor)),
        _ => Err("a number from 0.001 to 1e6, or max".to_string()),
    }
}

/// Said of a run that is to be judged at an end it does not have.
const ENDLESS: &str = "when does the run end? Give --duration, or duration_s in the file of --expect";

impl Launch {
    pub(crate) fn run(&self) -> Outcome {
        let pool = thread_pool(self.threads)?;
        let expectations = self.scenario.expectations()?;
        if let (Some(seeds), Some(expectations)) = (&self.scenario.seeds, &expectations) {
            return self.run_seeds(seeds.clone(), expectations, &pool);
        }
        let duration_s = self.duration_s(expectations.as_ref());
        if self.headless && duration_s.is_none() && expectations.is_some() {
            return Err(ENDLESS.into());
        }
        let Some(mut world) = self.args.read_or_report(&self.world)? else { return Ok(ExitCode::from(1)) };
        let Some(mut sim) = build_or_report(&world, &self.world) else { return Ok(ExitCode::from(1)) };
        let Some(script) = script(self.commands.as_deref(), sim.roster())? else {
            return Ok(ExitCode::from(1));
        };
        // What takes long comes before anybody waits for the end of a run.
        let kept = self.kept_sensors(sim.roster());
        get_ready(&mut world, &self.world, &mut sim, &kept);
        let show = (!self.headless).then(|| Arc::new(viewing::show(&mut world, &mut sim)));
        let opening = match &self.record.record {
            Some(path) => Some((path, self.record.opening(&world, &sim, &self.world, &self.args.options())?)),
            None => None,
        };
        let stop = interrupt::end_in_order()?;
        let mut recorders =
            Recorders::open(self.trace.as_deref(), self.csv.as_deref(), &world, sim.roster())?;
        if let Some(folder) = &self.dump {
            recorders.dump(folder, sim.roster())?;
        }
        recorders.write_start(&sim);
        if let Some(path) = &self.readings {
            recorders.write_readings(path)?;
        }

        let step_ns = sim.step_ns();
        let step_limit = duration_s.map(|duration_s| (duration_s * 1e9 / step_ns as f64).round() as u64);
        let pace =
            self.realtime_factor.unwrap_or(if self.headless { Pace::Max } else { Pace::RealTime(1.0) });
        let (progress, summary) = (Progress::start(step_ns, step_limit), Summary::start(&sim));
        let roster = sim.roster().clone();
        let checks = match &expectations {
            Some(expectations) => Some(self.checks(expectations, &sim)?),
            None => None,
        };
        let (hub, handle) = Hub::new(Limits::default());
        let server = show.map(|show| self.viewer.serve(&show, &handle)).transpose()?;
        let viewers = server.map(|server| SceneUpdater::new(server, &world));
        let (folder, session) = (recorders.folder().clone(), recorders.session().to_string());
        let mut recordings =
            Recordings::new(&self.record, &world, &self.world, self.args.options(), folder, session);
        if let Some((path, opening)) = opening {
            recordings.start_with_run(path, opening)?;
        }
        recorders.record(recordings);
        let mut crew = Run { script, recorders, progress, summary, roster, checks, viewers };
        let tracer = SensorTracer::with_threads(pool);
        let session = Session { pace, step_limit, tracer, ..Session::new(&mut sim, hub) };
        let outcome = session.go(&WallClock::start(), &stop, &mut crew);
        drop(crew.viewers.take());
        let Run { recorders, progress, summary, checks, .. } = crew;
        progress.end();
        let is_complete = recorders.finish(outcome.step_count, &sim);
        print(summary.text(&sim, &outcome).as_bytes())?;
        if self.hash {
            let (observed, state) = (sim.observation_hash(), sim.state_hash());
            print(format!("observed {observed:016x}\nhash {state:016x}\n").as_bytes())?;
        }
        let is_as_expected = match checks {
            Some(checks) => {
                let findings = checks.findings(sim.state_hash());
                self.scenario.tell(&self.world.display().to_string(), outcome.wall.as_secs_f64(), findings)?
            }
            None => true,
        };
        Ok(ExitCode::from(match (is_as_expected, is_complete) {
            (false, _) => 3,
            (true, false) => 4,
            (true, true) => 0,
        }))
    }

    /// How long the run takes in simulated time, if anybody says it.
    fn duration_s(&self, expectations: Option<&Expectations>) -> Option<f64> {
        self.duration.or(expectations.and_then(|expectations| expectations.duration_s))
    }

    /// The sensors whose readings are kept from the start.
    fn kept_sensors(&self, roster: &Roster) -> Vec<SensorId> {
        let keeps_all = self.dump.is_some() || self.readings.is_some();
        let recorded = self.record.wanted_sensors(roster);
        let kept = (0..).zip(recorded).filter(|(_, is_recorded)| keeps_all || *is_recorded);
        kept.map(|(id, _)| SensorId(id)).collect()
    }

    /// The checks of this run, the start already seen.
    fn checks(&self, expectations: &Expectations, sim: &Simulation) -> Result<Checks, Box<dyn Error>> {
        let mut checks = Checks::new(expectations, sim.roster())?;
        checks.see(sim.observations(), sim.roster());
        Ok(checks)
    }

    /// One run for each seed.
    fn run_seeds(
        &self,
        seeds: std::ops::Range<u64>,
        expectations: &Expectations,
        pool: &ThreadPool,
    ) -> Outcome {
        let Some(duration_s) = self.duration_s(Some(expectations)) else { return Err(ENDLESS.into()) };
        let Some(world) = self.args.read_or_report(&self.world)? else { return Ok(ExitCode::from(1)) };
        let Some(sim) = build_or_report(&world, &self.world) else { return Ok(ExitCode::from(1)) };
        if script(self.commands.as_deref(), sim.roster())?.is_none() {
            return Ok(ExitCode::from(1));
        }
        Checks::new(expectations, sim.roster())?;
        let text = self.commands.as_deref().map_or_else(|| Ok(String::new()), read_text)?;
        let script = CommandScript::parse(&text).unwrap_or_default();
        let (options, expectations) = (self.args.options(), expectations.clone());
        let runs = MonteCarlo { world: &self.world, options, script, expectations, duration_s };
        runs.run(seeds, &self.scenario, pool, &interrupt::end_in_order()?)
    }
}

/// All that goes on in a run besides the simulation itself.
struct Run<'a> {
    script: ScriptPlayer,
    recorders: Recorders<'a>,
    progress: Progress,
    summary: Summary,
    roster: Roster,
    checks: Option<Checks>,
    viewers: Option<SceneUpdater<'a>>,
}

impl Crew for Run<'_> {
    fn plan(&mut self, _tick: u64, time_ns: u64, commands: &mut Commands) {
        if let Err(refusal) = self.script.play(time_ns, commands) {
            self.progress.note(&format!("refused: {refusal}"));
        }
    }

    fn wants(&self, sensor: SensorId) -> bool {
        self.recorders.wants(sensor)
    }

    fn idle(&mut self, sim: &sim::Simulation) {
        self.recorders.idle();
        // A jump while the run stands still may have brought things back.
        if let Some(viewers) = &mut self.viewers {
            viewers.check(sim);
        }
    }

    fn restored(&mut self, tick: u64, snapshot: &[u8]) {
        self.recorders.restored(tick, snapshot);
        if let Some(viewers) = &mut self.viewers {
            viewers.doubt();
        }
    }

    fn log(&mut self, control: LogControl) -> Result<(), String> {
        self.recorders.log(control, &self.roster)
    }

    fn record(&mut self, control: RecordControl, tick: u64, sim: &sim::Simulation) -> Result<(), String> {
        self.recorders.control(control, tick, sim)
    }

    fn writing(&self) -> Writing {
        self.recorders.writing()
    }

    fn note(&mut self, made: &StepMade<'_>) {
        if let Some(viewers) = &mut self.viewers {
            viewers.check(made.sim);
        }
        self.summary.add(made.seen);
        if let Some(checks) = &mut self.checks {
            checks.see(made.seen, &self.roster);
        }
        for event in &made.seen.events {
            if let Event::Lap { vehicle, lap, time_s } = event {
                let name = self.roster.vehicles.get(vehicle.index());
                let name = name.map_or("a spawned car", |entry| entry.name.as_str());
                self.progress.note(&format!("{name}: lap {lap} in {time_s:.3} s"));
            }
        }
        self.recorders.note(made);
        self.progress.show(made.tick, made.seen.vehicles.len());
    }
}

/// Do what the first readings of these sensors need and that takes long: textures and the scene. Trees and maps are
/// left to the thread beside the steps, for which no end of a run waits.
fn get_ready(world: &mut World, opened_as: &Path, sim: &mut Simulation, sensors: &[SensorId]) {
    // Beams of lidars come back as strongly as textures are bright, and pass their holes.
    if sensors.iter().any(|&id| sim.casts_rays_in_space(id)) {
        let problems = world.read_pictures();
        let records: Vec<_> = problems.iter().map(|problem| problem.record(world.sources())).collect();
        report(world, opened_as, &records);
        sim.give_pictures(&world.assets.images);
    }
    // The first of them that looks into space makes the scene.
    let _ = sensors.iter().find_map(|&id| sim.pending_reading(id));
}

fn read_text(path: &Path) -> Result<String, Box<dyn Error>> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()).into())
}

/// Threads for what can use several; as many as the machine has unless told.
fn thread_pool(count: Option<NonZeroUsize>) -> Result<Arc<ThreadPool>, Box<dyn Error>> {
    let count = count.map_or(0, NonZeroUsize::get);
    Ok(Arc::new(ThreadPoolBuilder::new().num_threads(count).build()?))
}
