//! Whole runs: commands, pace, files, checks, viewer, and a summary at the end.

use crate::errors::{other_error, raised, value_error};
use crate::interrupt::stoppable;
use crate::simulation::Simulation;
use crate::world::{Classes, World, variables, world_options};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use skidpad::expect::Expectations;
use skidpad::messages::{CommandScript, Pace};
use skidpad::run::WorldSource;
use skidpad::runner::StopFlag;
use skidpad::web::Listen;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

/// A whole run, as ``skidpad launch`` makes it.
///
/// >>> import skidpad
/// >>> run = skidpad.Run("worlds/two_robots.world.xml", seed=7, duration_s=0.5)
/// >>> summary = run.go()
/// >>> summary.step_count, summary.simulated_s
/// (100, 0.5)
///
/// ``world`` is the path of a world file, or a ``World``, which is read again with the given seed and variables.
/// ``commands`` is the text of a command file, ``expectations`` that of a file of expectations.
/// ``pace`` is the number of simulated seconds per second; by default a run is as fast as the machine, and in real time
/// with a viewer. ``serve`` is the address of the viewer's server, such as ``"127.0.0.1:0"``; ``mvsim_port`` lets
/// clients of MVSim connect. The other names are those of files and folders that the run writes.
#[pyclass(module = "skidpad")]
pub(crate) struct Run {
    /// Taken by the run. A class of Python may be seen from any thread, a run may not.
    run: Mutex<Option<skidpad::Run>>,
    stop: StopFlag,
    classes: Classes,
}

#[pymethods]
impl Run {
    #[new]
    #[pyo3(signature = (
        world, *, seed=None, vars=None, duration_s=None, step_limit=None, pace=None, commands=None, expectations=None,
        record=None, trace=None, csv=None, dump=None, readings=None, overwrite=false, threads=None, serve=None,
        mvsim_port=None, pictures=false, root=None, search=vec![], compat=None, extensions=vec![]
    ))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn new(
        py: Python<'_>,
        world: &Bound<'_, PyAny>,
        seed: Option<u64>,
        vars: Option<&Bound<'_, PyDict>>,
        duration_s: Option<f64>,
        step_limit: Option<u64>,
        pace: Option<f64>,
        commands: Option<&str>,
        expectations: Option<&str>,
        record: Option<PathBuf>,
        trace: Option<PathBuf>,
        csv: Option<PathBuf>,
        dump: Option<PathBuf>,
        readings: Option<PathBuf>,
        overwrite: bool,
        threads: Option<NonZeroUsize>,
        serve: Option<&str>,
        mvsim_port: Option<u16>,
        pictures: bool,
        root: Option<PathBuf>,
        search: Vec<PathBuf>,
        compat: Option<&str>,
        extensions: Vec<Py<PyAny>>,
    ) -> PyResult<Run> {
        if duration_s.is_some_and(|seconds| !(0.0..=1e9).contains(&seconds)) {
            return Err(value_error(&"duration_s must be from 0 to 1e9 s"));
        }
        if pace.is_some_and(|factor| !(1e-3..=1e3).contains(&factor)) {
            return Err(value_error(&"pace must be from 0.001 to 1000 times real time"));
        }
        let seed_or_0 = seed.unwrap_or_default();
        let options = world_options(py, seed_or_0, vars, pictures, root, search, compat, &extensions)?;
        let mut classes = Arc::new(extensions);
        let source = if let Ok(world) = world.cast::<World>() {
            let has_folders = options.root.is_some() || !options.search.is_empty();
            if pictures || has_folders || options.compat.is_some() || !classes.is_empty() {
                let refused = "pictures, root, search, compat and extensions are options of World.read";
                return Err(value_error(&refused));
            }
            let world = &world.get().world;
            classes = world.classes();
            let variables = vars.map_or_else(|| Ok(BTreeMap::new()), variables)?;
            let seed = seed.unwrap_or_else(|| world.seed());
            WorldSource::World(Box::new(py.detach(|| world.read_again(seed, &variables))))
        } else {
            let path: Result<PathBuf, _> = world.extract();
            WorldSource::from(path.map_err(|_| PyTypeError::new_err("world must be a path or a World"))?)
        };
        let stop = StopFlag::default();
        let mut run = skidpad::Run::new(source)
            .options(options)
            .duration_s(duration_s)
            .step_limit(step_limit)
            .pace(pace.map(Pace::RealTime))
            .threads(threads)
            .expect(
                expectations.map(Expectations::parse).transpose().map_err(|problem| value_error(&problem))?,
            )
            .overwrite(overwrite)
            .stop(stop.clone());
        if let Some(text) = commands {
            let commands = CommandScript::parse(text);
            run = run.commands(
                commands.map_err(|problems| raised(skidpad::Error::Commands { path: None, problems }))?,
            );
        }
        type Setting = fn(skidpad::Run, PathBuf) -> skidpad::Run;
        let files: [(Option<PathBuf>, Setting); 5] = [
            (record, |run, path| run.record(path)),
            (trace, |run, path| run.trace(path)),
            (csv, |run, path| run.csv(path)),
            (dump, |run, path| run.dump(path)),
            (readings, |run, path| run.readings(path)),
        ];
        for (path, set) in files {
            run = match path {
                Some(path) => set(run, path),
                None => run,
            };
        }
        if let Some(address) = serve {
            let address: SocketAddr = (address.parse()).map_err(|_| {
                value_error(&format!("serve is {address:?}; it must be like \"127.0.0.1:0\""))
            })?;
            run = run.serve(Listen::from(address));
        }
        if let Some(port) = mvsim_port {
            run = run.mvsim_port(port);
        }
        Ok(Run { run: Mutex::new(Some(run)), stop, classes })
    }

    /// Do everything that can fail: read and build the world, open files, listen for viewers.
    fn prepare(&mut self, py: Python<'_>) -> PyResult<PreparedRun> {
        let run = taken(&mut self.run)?;
        let prepared = py.detach(|| run.prepare()).map_err(raised)?;
        let viewer_address = prepared.viewer_address();
        let (stop, classes) = (self.stop.clone(), Arc::clone(&self.classes));
        Ok(PreparedRun { run: Mutex::new(Some(prepared)), viewer_address, stop, classes })
    }

    /// Prepare the run and make it. Ctrl-C ends it and closes its files.
    fn go(&mut self, py: Python<'_>) -> PyResult<RunSummary> {
        self.prepare(py)?.go(py)
    }
}

/// What a run is made of; it can be made once.
fn taken<T>(run: &mut Mutex<Option<T>>) -> PyResult<T> {
    let run = run.get_mut().unwrap_or_else(PoisonError::into_inner).take();
    run.ok_or_else(|| other_error(&"the run was made already"))
}

/// A run that is ready to start: its world is built, its files are open, its viewer's server listens.
#[pyclass(module = "skidpad")]
pub(crate) struct PreparedRun {
    /// Taken by the run.
    run: Mutex<Option<skidpad::PreparedRun>>,
    /// The address to open in a browser, if the viewer is served.
    #[pyo3(get)]
    viewer_address: Option<String>,
    stop: StopFlag,
    classes: Classes,
}

#[pymethods]
impl PreparedRun {
    /// Make the run. Ctrl-C ends it and closes its files.
    fn go(&mut self, py: Python<'_>) -> PyResult<RunSummary> {
        let run = taken(&mut self.run)?;
        let finished = stoppable(py, &self.stop, || run.finish())?;
        let skidpad::FinishedRun { summary, sim, world } = finished;
        let simulation = Py::new(py, Simulation::left(sim, world, Arc::clone(&self.classes)))?;
        Ok(RunSummary::new(summary, simulation))
    }
}

/// The result of a run.
#[pyclass(frozen, get_all, module = "skidpad")]
pub(crate) struct RunSummary {
    /// Steps made.
    step_count: u64,
    /// Simulated time [s].
    simulated_s: f64,
    /// Wall time spent [s].
    wall_s: f64,
    /// Steps that began more than one step late.
    missed_deadline_count: u64,
    /// Whether the run was stopped before its end.
    was_stopped: bool,
    /// One summary per vehicle.
    vehicles: Vec<VehicleSummary>,
    /// Hash of the state after the last step.
    state_hash: u64,
    /// Hash of the observations after the last step.
    observation_hash: u64,
    /// One finding per expectation.
    findings: Vec<Finding>,
    /// What was reported during the run.
    notes: Vec<String>,
    /// Whether every file is complete.
    is_complete: bool,
    /// Whether all expectations were met.
    meets_expectations: bool,
    /// The simulation after the last step.
    simulation: Py<Simulation>,
    /// The summary as lines for users.
    text: String,
}

impl RunSummary {
    fn new(summary: skidpad::RunSummary, simulation: Py<Simulation>) -> Self {
        RunSummary {
            step_count: summary.step_count,
            simulated_s: summary.simulated_s(),
            wall_s: summary.wall.as_secs_f64(),
            missed_deadline_count: summary.missed_deadline_count,
            was_stopped: summary.was_stopped,
            state_hash: summary.state_hash,
            observation_hash: summary.observation_hash,
            notes: summary.notes.iter().map(ToString::to_string).collect(),
            is_complete: summary.is_complete(),
            meets_expectations: summary.meets_expectations(),
            simulation,
            text: summary.to_string(),
            vehicles: summary.vehicles.into_iter().map(VehicleSummary::from).collect(),
            findings: summary.findings.into_iter().map(Finding::from).collect(),
        }
    }
}

#[pymethods]
impl RunSummary {
    fn __str__(&self) -> &str {
        self.text.trim_end()
    }

    fn __repr__(&self) -> String {
        format!("<RunSummary of {} steps, hash {:016x}>", self.step_count, self.state_hash)
    }
}

/// The result of one vehicle.
#[pyclass(frozen, get_all, module = "skidpad")]
#[derive(Clone)]
pub(crate) struct VehicleSummary {
    /// Its name.
    name: String,
    /// Distance driven [m].
    distance_m: f64,
    /// How often it began to touch something.
    collision_count: u64,
    /// Laps on the track of the world.
    lap_count: u32,
    /// Time of the last lap [s].
    last_lap_s: f64,
    /// Time of the best lap [s].
    best_lap_s: f64,
}

impl From<skidpad::run::VehicleSummary> for VehicleSummary {
    fn from(it: skidpad::run::VehicleSummary) -> Self {
        VehicleSummary {
            name: it.name,
            distance_m: it.distance_m,
            collision_count: it.collision_count,
            lap_count: it.lap_count,
            last_lap_s: it.last_lap_s,
            best_lap_s: it.best_lap_s,
        }
    }
}

/// The result of one expectation.
#[pyclass(frozen, get_all, module = "skidpad")]
#[derive(Clone)]
pub(crate) struct Finding {
    /// The expectation.
    name: String,
    /// Whether it was met.
    is_met: bool,
    /// What happened instead, or how well it was met.
    detail: String,
    /// A number for comparing runs: larger is worse.
    badness: f64,
}

impl From<skidpad::expect::Finding> for Finding {
    fn from(it: skidpad::expect::Finding) -> Self {
        Finding { name: it.name, is_met: it.is_met, detail: it.detail, badness: it.badness }
    }
}

#[pymethods]
impl Finding {
    fn __repr__(&self) -> String {
        let met = if self.is_met { "met" } else { "not met" };
        format!("<Finding {:?} {met}: {}>", self.name, self.detail)
    }
}
