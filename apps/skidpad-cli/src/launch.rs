//! `skidpad launch`: run a world.

use crate::commands_file::script;
use crate::recorders::Recorders;
use crate::viewer::ViewerArgs;
use crate::world_args::WorldArgs;
use crate::{Outcome, print, progress::Progress, summary::Summary};
use clap::Args;
use rayon::{ThreadPool, ThreadPoolBuilder};
use skidpad::Simulation;
use skidpad::link::{Hub, Limits};
use skidpad::messages::{Commands, Event, ScriptPlayer, SensorId};
use skidpad::runner::{Crew, Pace, Session, StepMade, StopFlag, WallClock};
use skidpad::sim::Eyes;
use skidpad::viewing::Keeper;
use std::error::Error;
use std::num::NonZeroUsize;
use std::path::PathBuf;
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
    /// End after this many simulated seconds
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
    /// End with a line `hash <16 hex digits>` of the final state, after one of what was last observed
    #[arg(long)]
    hash: bool,
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

impl Launch {
    pub(crate) fn run(&self) -> Outcome {
        let stop = StopFlag::default();
        let raiser = stop.clone();
        ctrlc::set_handler(move || raiser.raise())?;

        let pool = thread_pool(self.threads)?;
        let Some(mut world) = self.args.read_or_report(&self.world)? else { return Ok(ExitCode::from(1)) };
        if self.dump.is_some() {
            for problem in world.read_pictures() {
                eprintln!("{problem}");
            }
        }
        let mut sim = match Simulation::build(&world) {
            Ok(sim) => sim,
            Err(problems) => {
                eprintln!("{problems}");
                return Ok(ExitCode::from(1));
            }
        };
        for note in sim.notes() {
            eprintln!("note: {}", note.message(world.sources()));
        }
        let Some(script) = script(self.commands.as_deref(), sim.roster())? else {
            return Ok(ExitCode::from(1));
        };
        let mut recorders =
            Recorders::open(self.trace.as_deref(), self.csv.as_deref(), &world, sim.roster())?;
        if let Some(folder) = &self.dump {
            recorders.dump(folder, sim.roster())?;
        }
        recorders.write(sim.observations(), &[], sim.roster());

        let step_ns = sim.step_ns();
        let step_limit = self.duration.map(|duration_s| (duration_s * 1e9 / step_ns as f64).round() as u64);
        let pace =
            self.realtime_factor.unwrap_or(if self.headless { Pace::Max } else { Pace::RealTime(1.0) });
        let (progress, summary) = (Progress::start(step_ns, step_limit), Summary::start(&sim));
        let names = sim.roster().vehicles.iter().map(|entry| entry.name.clone()).collect();
        let (hub, door) = Hub::new(Limits::default());
        let server = if self.headless { None } else { Some(self.viewer.serve(&mut world, &mut sim, &door)?) };
        let viewers = server.map(|server| Keeper::new(server, &world));
        let mut crew = Run { script, recorders, progress, summary, names, viewers };
        let eyes = Eyes::with_threads(pool);
        let session = Session { pace, step_limit, eyes, ..Session::new(&mut sim, hub) };
        let outcome = session.go(&WallClock::start(), &stop, &mut crew);
        drop(crew.viewers.take());
        let Run { recorders, progress, summary, .. } = crew;
        progress.end();
        let is_complete = recorders.finish();
        print(summary.text(&sim, &outcome).as_bytes())?;
        if self.hash {
            let (observed, state) = (sim.observation_hash(), sim.state_hash());
            print(format!("observed {observed:016x}\nhash {state:016x}\n").as_bytes())?;
        }
        Ok(ExitCode::from(if is_complete { 0 } else { 4 }))
    }
}

/// All that goes on in a run besides the simulation itself.
struct Run<'a> {
    script: ScriptPlayer,
    recorders: Recorders,
    progress: Progress,
    summary: Summary,
    /// Names of the vehicles that the world began with.
    names: Vec<String>,
    viewers: Option<Keeper<'a>>,
}

impl Crew for Run<'_> {
    fn plan(&mut self, _tick: u64, time_ns: u64, commands: &mut Commands) {
        if let Err(refusal) = self.script.play(time_ns, commands) {
            self.progress.note(&format!("refused: {refusal}"));
        }
    }

    fn wants(&self, _sensor: SensorId) -> bool {
        self.recorders.want_readings()
    }

    fn restored(&mut self, _tick: u64, _snapshot: &[u8]) {
        if let Some(viewers) = &mut self.viewers {
            viewers.doubt();
        }
    }

    fn note(&mut self, made: &StepMade<'_>) {
        if let Some(viewers) = &mut self.viewers {
            viewers.check(made.sim);
        }
        self.summary.add(made.seen);
        for event in &made.seen.events {
            if let Event::Lap { vehicle, lap, time_s } = event {
                let name = self.names.get(vehicle.index()).map_or("a spawned car", String::as_str);
                self.progress.note(&format!("{name}: lap {lap} in {time_s:.3} s"));
            }
        }
        self.recorders.write(made.seen, made.readings, made.sim.roster());
        self.progress.show(made.tick, made.seen.vehicles.len());
    }
}

/// Threads for what can use several; as many as the machine has unless told.
fn thread_pool(count: Option<NonZeroUsize>) -> Result<Arc<ThreadPool>, Box<dyn Error>> {
    let count = count.map_or(0, NonZeroUsize::get);
    Ok(Arc::new(ThreadPoolBuilder::new().num_threads(count).build()?))
}
