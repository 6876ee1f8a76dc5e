//! A run that is ready to start, and its loop.

use super::going::GoingRun;
use super::next_world::NextWorlds;
use super::recordings::{RecordingPlan, Recordings};
use super::ros1_node::Ros1Node;
use super::ros2_network::{self, Ros2Node};
use super::script::ScriptCommands;
use super::signals::end_on_ctrl_c;
use super::world_reader::WorldReader;
use super::{
    Commands, MvsimNetwork, NamedParticipant, OnNote, Outputs, Run, RunNote, RunSummary, Serving, WorldSource,
};
use crate::expect::{Checks, Expectations};
use crate::simulation::{build_core, vehicle_of};
use crate::viewer_scene;
use crate::{Error, World, WorldOptions};
use rayon::ThreadPoolBuilder;
use skidpad_assets::Origin;
use skidpad_link::{Hub, Limits, LogControl, Participant, RunHandle};
use skidpad_messages::{CommandScript, Pace, Roster, ScriptPlayer, SensorId, VehicleId};
use skidpad_mvsim::RawlogFiles;
use skidpad_mvsim::zmtp::Endpoint;
use skidpad_record::{
    Dump, LogSessions, OutputFolder, ReadingLines, Recorder, STANDARD_OUTPUT, TraceFiles, TrajectoryFiles,
    check_output, create_output,
};
use skidpad_ros2::{Ros2Settings, Value};
use skidpad_runner::{RunSettings, StopFlag};
use skidpad_sim::{SensorTracer, Simulation};
use skidpad_web::{Listen, Server, serve};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::Receiver;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{SystemTime, UNIX_EPOCH};

/// A run that is ready to start: its world is built, its files are open, its viewer's server listens.
pub struct PreparedRun {
    pub(super) world: World,
    pub(super) sim: Simulation,
    pub(super) hub: Hub,
    pub(super) handle: RunHandle,
    pub(super) settings: RunSettings,
    pub(super) server: Option<Server>,
    pub(super) mvsim_endpoint: Option<Endpoint>,
    pub(super) ros1_node: Option<Ros1Node>,
    pub(super) ros2_node: Option<String>,
    pub(super) bridge_reports: Vec<Receiver<String>>,
    pub(super) participants: Vec<Joining>,
    pub(super) checks: Option<Arc<Mutex<Checks>>>,
    pub(super) logs: Arc<Mutex<LogSessions>>,
    /// Whether viewers may replace the world's own file.
    pub(super) may_replace_world: bool,
    pub(super) recorder: Option<(PathBuf, Recorder)>,
    pub(super) recordings: Recordings,
    /// Files and folders that are written from the start, recordings and logs aside.
    pub(super) written: Vec<PathBuf>,
    pub(super) notes: Notes,
    pub(super) next_worlds: Option<NextWorlds>,
}

/// A run that is over.
pub struct FinishedRun {
    /// Its result.
    pub summary: RunSummary,
    /// The simulation after the last step.
    pub sim: crate::Simulation,
    /// Its world.
    pub world: World,
}

/// A participant that joins a run.
pub(super) struct Joining {
    pub(super) name: String,
    pub(super) participant: Box<dyn Participant>,
    /// Whether it ends with the world of the run: another world needs another one.
    pub(super) is_of_world: bool,
}

impl Joining {
    pub(super) fn of_world((name, participant): NamedParticipant) -> Joining {
        Joining { name, participant, is_of_world: true }
    }

    fn of_run((name, participant): NamedParticipant) -> Joining {
        Joining { name, participant, is_of_world: false }
    }
}

/// Notes of a run: stored, and passed on at once.
pub(super) struct Notes {
    pub(super) kept: Vec<RunNote>,
    pass_on: Option<OnNote>,
}

impl Notes {
    pub(super) fn add(&mut self, note: RunNote) {
        if let Some(pass_on) = &mut self.pass_on {
            pass_on(&note);
        }
        self.kept.push(note);
    }
}

impl PreparedRun {
    pub(super) fn new(run: Run) -> Result<PreparedRun, Error> {
        let Run { source, options, seed, threads, outputs, serving, mvsim, ros1, ros2, stop, .. } = run;
        let is_served = serving.is_some() || mvsim.is_some() || ros1.is_some() || ros2.is_some();
        let sees_textures = is_served || outputs.record.is_some() || outputs.keep_all_readings();
        let world = read(source, options, seed, sees_textures)?;
        let mut sim = build_core(&world)?;
        let carried_s = run.carried.as_ref().map(|(_, trajectory)| trajectory.duration_s());
        if let Some((vehicle, trajectory)) = run.carried {
            sim.carry(carried_vehicle(&sim, vehicle.as_deref())?, trajectory);
        }
        let commands_file = match &run.commands {
            Commands::File(path) => Some(path.clone()),
            Commands::Given(_) => None,
        };
        let script = script(run.commands, sim.roster())?;
        let checks = checks(run.expectations.as_ref(), &sim)?;
        let expected_s = run.expectations.as_ref().and_then(|expectations| expectations.duration_s);
        let step_count = |duration_s: f64| (duration_s * 1e9 / sim.step_ns() as f64).round() as u64;
        let step_limit = run.step_limit.or(run.duration_s.or(expected_s).or(carried_s).map(step_count));
        if step_limit.is_none() && checks.is_some() && serving.is_none() {
            return Err(Error::Endless);
        }
        check_outputs(&outputs, &world, commands_file.as_deref())?;
        // The scene takes long, so it is built before Ctrl-C is handled.
        make_scene(&sim, &outputs);
        let is_lockstep = run.lockstep.is_some();
        let make_page =
            if is_lockstep { viewer_scene::scene_page_in_lockstep } else { viewer_scene::scene_page };
        let page = serving.is_some().then(|| Arc::new(make_page(&world, &sim)));
        let pool = ThreadPoolBuilder::new().num_threads(threads.map_or(0, Into::into)).build();
        let pool = Arc::new(pool.map_err(|problem| Error::System(problem.to_string()))?);
        if run.ends_on_ctrl_c {
            end_on_ctrl_c(&stop)?;
        }

        let mut notes = Notes { kept: Vec::new(), pass_on: run.on_note };
        let session = session_name();
        let folder = OutputFolder(outputs.csv.clone().unwrap_or_default());
        let plan = RecordingPlan {
            options: outputs.recording.clone(),
            folder: folder.clone(),
            session: session.clone(),
            version: run.version,
            command_line: run.command_line,
        };
        let recorder = match &outputs.record {
            Some(path) => Some((path.clone(), plan.start(path, true, &world, &sim, 0)?)),
            None => None,
        };
        let logs = logs(folder.clone(), &session, outputs.csv.is_some(), &sim)?;
        let (script, script_reports) = ScriptCommands::new(script);
        let script: NamedParticipant = ("commands".to_string(), Box::new(script));
        let mut participants = vec![Joining::of_world(script)];
        participants.extend(
            checks.clone().map(|checks| Joining::of_world(("expectations".to_string(), Box::new(checks)))),
        );
        let (written, files) = files(&outputs, &folder, &world, &sim)?;
        participants.extend(files.into_iter().map(Joining::of_world));
        participants.extend(run.participants.into_iter().map(Joining::of_run));

        if recorder.is_some() {
            let patterns = plan.options.patterns_without_match(sim.roster());
            patterns.into_iter().for_each(|pattern| notes.add(RunNote::NoSuchTopic { pattern }));
        }
        let (hub, handle) = Hub::new(Limits::default());
        let server = match (&serving, &page) {
            (Some(serving), Some(page)) => Some(listen(serving, |at| serve(at, page, &handle))?),
            _ => None,
        };
        let mut bridge_reports = vec![script_reports];
        let mvsim_endpoint =
            match mvsim.as_ref().map(|mvsim| (mvsim, mvsim.start(&world, sim.roster(), &handle))) {
                None => None,
                Some((_, Ok((participant, reports)))) => {
                    bridge_reports.push(reports);
                    let endpoint = participant.endpoint().clone();
                    participants.push(Joining::of_world(("mvsim".to_string(), Box::new(participant))));
                    Some(endpoint)
                }
                Some((MvsimNetwork::IfPossible(_), Err(problem))) => {
                    notes.add(RunNote::NoMvsim { reason: problem.to_string() });
                    None
                }
                Some((MvsimNetwork::Required(_), Err(problem))) => return Err(Error::Mvsim(problem)),
            };
        let ros1_node = match &ros1 {
            None => None,
            Some(settings) => {
                let (node, participant) = Ros1Node::start(settings, &world, &sim, &handle)?;
                participants.push(Joining::of_world(("ROS 1".to_string(), Box::new(participant))));
                Some(node)
            }
        };
        let has_viewer = server.is_some();
        let ros2 = ros2.map(|settings| {
            let settings = with_pace(settings, run.pace);
            let factor = settings.node.parameters()?.realtime_factor();
            let keeps_world = if settings.node.brains2.is_some() {
                Some("a node of brains2 keeps its track")
            } else {
                checks.is_some().then_some("the expectations of this run are about its world")
            };
            let keeps_world = keeps_world.map(str::to_string);
            let reader = Arc::new(WorldReader::new(world.options.clone(), has_viewer, keeps_world));
            let node = ros2_network::start(&settings, &world, &sim, &reader, has_viewer, &handle)?;
            Ok((node, factor, reader))
        });
        let ros2 = ros2.transpose().map_err(Error::Ros2)?;
        let usual_pace = match &ros2 {
            Some((_, factor, _)) if *factor > 0.0 => Pace::RealTime(*factor),
            None if (has_viewer && !is_lockstep) || ros1_node.is_some() => Pace::RealTime(1.0),
            _ => Pace::Max,
        };
        let (mut ros2_node, mut next_worlds) = (None, None);
        if let Some((Ros2Node { participant, reports }, _, reader)) = ros2 {
            ros2_node = Some(participant.node().to_string());
            bridge_reports.push(reports);
            let participant = Arc::new(Mutex::new(participant));
            participants.push(Joining::of_run(("ros2".to_string(), Box::new(Arc::clone(&participant)))));
            next_worlds = Some(NextWorlds {
                reader,
                ros2: participant,
                mvsim: mvsim_endpoint.as_ref().zip(mvsim).map(|(at, mvsim)| mvsim.at_port(at.port)),
                ros1,
                handle: handle.clone(),
                outputs,
                folder,
                recorded: None,
            });
        }
        let settings = RunSettings {
            pace: run.pace.unwrap_or(usual_pace),
            step_limit,
            is_paused: run.is_paused,
            lockstep: run.lockstep,
            tracer: SensorTracer::with_threads(pool),
            stop,
            ..RunSettings::default()
        };
        let recordings = Recordings::new(plan);
        Ok(PreparedRun {
            world,
            sim,
            hub,
            handle,
            settings,
            server,
            mvsim_endpoint,
            ros1_node,
            ros2_node,
            bridge_reports,
            participants,
            checks,
            logs: Arc::new(Mutex::new(logs)),
            may_replace_world: run.may_replace_world,
            recorder,
            recordings,
            written,
            notes,
            next_worlds,
        })
    }

    /// The address to open in a browser, if the viewer is served.
    pub fn viewer_address(&self) -> Option<String> {
        self.server.as_ref().map(Server::address)
    }

    /// The socket address of the viewer's server.
    pub fn viewer_socket(&self) -> Option<std::net::SocketAddr> {
        self.server.as_ref().map(Server::socket_address)
    }

    /// Where MVSim's clients connect, if the run takes part in MVSim's network.
    pub fn mvsim_endpoint(&self) -> Option<&Endpoint> {
        self.mvsim_endpoint.as_ref()
    }

    /// The full name of the ROS 1 node, if the run takes part in a ROS 1 graph.
    pub fn ros1_name(&self) -> Option<&str> {
        self.ros1_node.as_ref().map(|node| node.name.as_str())
    }

    /// The address of the ROS 1 node's XML-RPC server.
    pub fn ros1_uri(&self) -> Option<&str> {
        self.ros1_node.as_ref().map(|node| node.uri.as_str())
    }

    /// The name of the run's ROS 2 node, if it is one.
    pub fn ros2_node(&self) -> Option<&str> {
        self.ros2_node.as_deref()
    }

    /// Connects clients to the run, from any thread.
    pub fn handle(&self) -> &RunHandle {
        &self.handle
    }

    /// Ends the run when raised, from any thread.
    pub fn stop_flag(&self) -> StopFlag {
        self.settings.stop.clone()
    }

    /// The world.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// The simulation in its first state.
    pub fn sim(&self) -> &Simulation {
        &self.sim
    }

    /// The first vehicle with this name.
    pub fn vehicle(&self, name: &str) -> Result<VehicleId, Error> {
        vehicle_of(&self.sim, name)
    }

    /// Number of steps; `None` for a run without an end.
    pub fn step_limit(&self) -> Option<u64> {
        self.settings.step_limit
    }

    /// Add a participant, under a name for messages.
    pub fn with(mut self, name: &str, participant: impl Participant + 'static) -> Self {
        self.participants.push(Joining::of_run((name.to_string(), Box::new(participant))));
        self
    }

    /// Make the run.
    pub fn go(self) -> RunSummary {
        self.finish().summary
    }

    /// Make the run and return its final world and simulation too.
    pub fn finish(self) -> FinishedRun {
        self.finish_with(|_| {})
    }

    /// Make the run, and look at the simulation as it was built and after every step. The run waits meanwhile.
    pub fn finish_with(self, mut look: impl FnMut(&Simulation)) -> FinishedRun {
        look(&self.sim);
        GoingRun::start(self).go(look)
    }
}

pub(super) fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A pace that is set is the value of the node's parameter.
fn with_pace(mut settings: Ros2Settings, pace: Option<Pace>) -> Ros2Settings {
    let factor = pace.map(|pace| match pace {
        Pace::RealTime(factor) => factor,
        Pace::Max => 0.0,
    });
    if let Some(factor) = factor {
        settings.node.arguments.or_parameter("realtime_factor", Value::Double(factor));
    }
    settings
}

/// The world of a run, with textures if they will be visible.
fn read(
    source: WorldSource,
    options: WorldOptions,
    seed: Option<u64>,
    sees_textures: bool,
) -> Result<World, Error> {
    match source {
        WorldSource::File(path) => {
            let seed = seed.unwrap_or(options.seed);
            let with_pictures = sees_textures || options.with_pictures;
            World::read(path, &WorldOptions { seed, with_pictures, ..options })?.without_errors()
        }
        WorldSource::World(world) => match seed {
            Some(seed) if seed != world.seed() => Err(Error::SeedIsFixed { seed: world.seed() }),
            _ => world.without_errors(),
        },
    }
}

/// The commands of a run, with their vehicles resolved.
fn script(commands: Commands, roster: &Roster) -> Result<ScriptPlayer, Error> {
    let (script, path) = match commands {
        Commands::Given(script) => (Ok(script), None),
        Commands::File(path) => {
            let text = crate::read_text(&path);
            let text = text.map_err(|reason| Error::Unopened { path: path.clone(), reason })?;
            (CommandScript::parse(&text), Some(path))
        }
    };
    let player = script.and_then(|script| script.cast(roster));
    player.map_err(|problems| Error::Commands { path, problems })
}

/// The vehicle of this name, or the first one.
fn carried_vehicle(sim: &Simulation, name: Option<&str>) -> Result<VehicleId, Error> {
    let names = || sim.roster().vehicles.iter().map(|vehicle| vehicle.name.as_str());
    let found = match name {
        Some(name) => sim.vehicle(name),
        None => (!sim.roster().vehicles.is_empty()).then_some(VehicleId(0)),
    };
    found.ok_or_else(|| {
        let name = name.unwrap_or_default().to_string();
        Error::UnknownName { kind: "vehicle", nearest: skidpad_world::nearest(&name, names()), name }
    })
}

fn checks(
    expectations: Option<&Expectations>,
    sim: &Simulation,
) -> Result<Option<Arc<Mutex<Checks>>>, Error> {
    let Some(expectations) = expectations else { return Ok(None) };
    let checks = Checks::new(expectations, sim.roster()).map_err(Error::Expectations)?;
    Ok(Some(Arc::new(Mutex::new(checks))))
}

/// Build the scene if a sensor that casts rays is read from the start. Trees and maps are built by the thread beside
/// the steps, for which the end of a run does not wait.
fn make_scene(sim: &Simulation, outputs: &Outputs) {
    let recorded = match &outputs.record {
        Some(_) => outputs.recording.wanted_sensors(sim.roster()),
        None => vec![false; sim.sensors().len()],
    };
    let kept = (0..).map(SensorId).zip(recorded);
    let mut kept = kept.filter(|(_, is_recorded)| *is_recorded || outputs.keep_all_readings());
    let _ = kept.find_map(|(id, _)| sim.pending_reading(id));
}

/// Refuse output files that would overwrite what the run reads, or a recording.
fn check_outputs(outputs: &Outputs, world: &World, commands_file: Option<&Path>) -> Result<(), Error> {
    let read = world.loaded.files_read.iter().filter_map(|file| match world.files.files.origin(file) {
        Some(Origin::Disk(real)) => Some(real),
        _ => None,
    });
    let commands_file = commands_file.and_then(|path| path.canonicalize().ok());
    let inputs: Vec<PathBuf> = read.chain(commands_file).collect();
    let Outputs { trace, readings, record, may_overwrite, .. } = outputs;
    let trace = trace.as_ref().filter(|path| *path != Path::new(STANDARD_OUTPUT));
    for path in [trace, readings.as_ref(), record.as_ref()].into_iter().flatten() {
        check_output(path, &inputs, *may_overwrite)
            .map_err(|reason| Error::Output { path: path.clone(), reason })?;
    }
    Ok(())
}

/// The prefix of log sessions: seconds since 1970, the process, and the run within it, so that runs of one second
/// share no files.
pub(super) fn session_name() -> String {
    static RUN_COUNT: AtomicU64 = AtomicU64::new(0);
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs());
    let process = std::process::id();
    match RUN_COUNT.fetch_add(1, Ordering::Relaxed) {
        0 => format!("{seconds}_{process}"),
        run => format!("{seconds}_{process}_{}", run + 1),
    }
}

pub(super) fn logs(
    folder: OutputFolder,
    session: &str,
    all_vehicles: bool,
    sim: &Simulation,
) -> Result<LogSessions, Error> {
    let mut logs = LogSessions::new(folder, session);
    logs.add(sim.roster(), |entry| all_vehicles || entry.auto_start_recording);
    if !logs.is_empty() {
        logs.control(LogControl::Start).map_err(|problem| Error::System(problem.to_string()))?;
    }
    Ok(logs)
}

/// The files that the settings and the world name, and the participants that write them.
pub(super) fn files(
    outputs: &Outputs,
    folder: &OutputFolder,
    world: &World,
    sim: &Simulation,
) -> Result<(Vec<PathBuf>, Vec<NamedParticipant>), Error> {
    let failed = |path: &Path, reason| Error::Output { path: path.to_path_buf(), reason };
    let mut all: Vec<NamedParticipant> = Vec::new();
    let mut written: Vec<PathBuf> = Vec::new();
    if let Some(path) = &outputs.trace {
        let files = TraceFiles::create(path, sim.roster()).map_err(|error| failed(path, error))?;
        all.push((path.display().to_string(), Box::new(files)));
        written.extend(TraceFiles::paths(path, sim.roster()));
    }
    let settings = &world.description().settings;
    if !settings.save_ground_truth_trajectory.is_empty() {
        let name = &settings.save_ground_truth_trajectory;
        let paths = TrajectoryFiles::paths(folder, name, sim.roster()).map_err(Error::RefusedPath)?;
        let files = TrajectoryFiles::create(&paths, settings.ground_truth_rate_hz)
            .map_err(|error| failed(Path::new(name), error))?;
        all.push((name.clone(), Box::new(files)));
        written.extend(paths);
    }
    if !settings.save_to_rawlog.is_empty() {
        let name = &settings.save_to_rawlog;
        let mut names = folder.vehicle_files(name, "rawlog").map_err(Error::RefusedPath)?;
        let (rate_hz, clouds) = (settings.rawlog_odometry_rate_hz, outputs.rawlog_clouds);
        let mut first_names = folder.vehicle_files(name, "rawlog").map_err(Error::RefusedPath)?;
        written.extend(sim.roster().vehicles.iter().map(|vehicle| first_names.next_for(&vehicle.name)));
        let create = move |vehicle: &str| create_output(&names.next_for(vehicle));
        let files = RawlogFiles::new(rate_hz, clouds, Box::new(create));
        all.push((name.clone(), Box::new(files)));
    }
    if let Some(path) = &outputs.dump {
        let dump = Dump::create(path, sim.roster()).map_err(|error| failed(path, error))?;
        all.push((path.display().to_string(), Box::new(dump)));
        written.push(path.clone());
    }
    if let Some(path) = &outputs.readings {
        let lines = ReadingLines::create(path).map_err(|error| failed(path, error))?;
        all.push((path.display().to_string(), Box::new(lines)));
        written.push(path.clone());
    }
    Ok((written, all))
}

fn listen(serving: &Serving, serve: impl Fn(&Listen) -> std::io::Result<Server>) -> Result<Server, Error> {
    let (Serving::At(at) | Serving::UsualPort(at)) = serving;
    let server = match (serve(at), serving) {
        (Err(problem), Serving::UsualPort(at)) if problem.kind() == ErrorKind::AddrInUse => {
            serve(&Listen { token: at.token.clone(), ..Listen::loopback() })
        }
        (served, _) => served,
    };
    server.map_err(|reason| Error::Listen { address: at.address, reason })
}
