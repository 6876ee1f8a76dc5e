//! A simulated world that Python steps.

use crate::arrays::layers;
use crate::errors::{command_error, other_error, raised, value_error};
use crate::events::{Contact, Event, contacts, events};
use crate::interrupt::repeat;
use crate::pose::Pose;
use crate::show::SharedViewer;
use crate::world::{Classes, SharedWorld, World};
use numpy::PyArray3;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rayon::{ThreadPool, ThreadPoolBuilder};
use skidpad::messages::{self, Commands, Request};
use skidpad::picture::{Shot, Viewpoint, picture};
use skidpad::sim::Snapshot;
use std::sync::Arc;

/// A simulated world.
///
/// Commands are checked at once and applied in the next step; set points hold until they are replaced.
/// The interpreter lock is released while the world steps and while sensors are traced; one simulation is used by one
/// thread at a time.
///
/// >>> import skidpad
/// >>> sim = skidpad.load("worlds/two_robots.world.xml", seed=7)
/// >>> sim.drive("r1", speed_mps=1.0, yaw_rate_radps=0.2)
/// >>> sim.step(200)
/// >>> sim.time_s
/// 1.0
#[pyclass(module = "skidpad")]
pub(crate) struct Simulation {
    pub(crate) sim: skidpad::Simulation,
    pub(crate) world: SharedWorld,
    threads: Option<Arc<ThreadPool>>,
    thread_count: usize,
    /// Commands for the next step.
    pub(crate) commands: Commands,
    /// What happened in the steps of the last call, with its time [ns]; contacts only as they begin.
    events: Vec<(u64, messages::Event)>,
    /// The viewer beside the program.
    pub(crate) show: Option<SharedViewer>,
}

/// A pool for rays; none where the calling thread traces.
pub(crate) fn thread_pool(thread_count: usize) -> PyResult<Option<Arc<ThreadPool>>> {
    if thread_count == 1 {
        return Ok(None);
    }
    let pool = ThreadPoolBuilder::new().num_threads(thread_count).build();
    pool.map(|pool| Some(Arc::new(pool))).map_err(|problem| other_error(&problem))
}

impl Simulation {
    /// Build a world that has been read.
    pub(crate) fn build(world: SharedWorld, thread_count: usize) -> PyResult<Simulation> {
        world.check_errors().map_err(raised)?;
        let sim = skidpad::Simulation::build(&world).map_err(raised)?;
        let threads = thread_pool(thread_count)?;
        let sim = match &threads {
            Some(pool) => sim.with_threads(Arc::clone(pool)),
            None => sim,
        };
        let commands = Commands::NONE;
        Ok(Simulation { sim, world, threads, thread_count, commands, events: Vec::new(), show: None })
    }

    /// A simulation in the state in which a run or a replay left it.
    pub(crate) fn left(sim: skidpad::Simulation, world: skidpad::World, classes: Classes) -> Simulation {
        Simulation::beside(sim, SharedWorld::new(world, classes))
    }

    /// A simulation that traces on the calling thread.
    pub(crate) fn beside(sim: skidpad::Simulation, world: SharedWorld) -> Simulation {
        Simulation {
            sim,
            world,
            threads: None,
            thread_count: 1,
            commands: Commands::NONE,
            events: Vec::new(),
            show: None,
        }
    }

    /// Check a request and queue it for the next step.
    pub(crate) fn ask(&mut self, request: Request) -> PyResult<()> {
        self.commands.push(request).map_err(|refusal| command_error(&refusal))
    }

    fn advance(&mut self, py: Python<'_>, step_count: u64) -> PyResult<()> {
        self.events.clear();
        let mut refused = None;
        if let Some(show) = self.show.clone() {
            refused = self.advance_shown(py, &show, step_count)?;
        } else {
            repeat(py, step_count, || {
                refused = self.step_once(usize::MAX);
                refused.is_none()
            })?;
        }
        refused.map_or(Ok(()), |refused| Err(command_error(&refused)))
    }

    /// Make a step. Returns why one of the first commands was refused, so many of which are the program's own.
    pub(crate) fn step_once(&mut self, own_count: usize) -> Option<String> {
        let Simulation { sim, commands, events, .. } = self;
        let seen = sim.step(commands);
        let mut refused = None;
        if !seen.events.is_empty() {
            let is_news =
                |event: &&messages::Event| !matches!(event, messages::Event::Contact { is_first: false, .. });
            events.extend(seen.events.iter().filter(is_news).map(|event| (seen.time_ns, event.clone())));
            let seen = sim.observations();
            refused = commands.first_refusal(own_count, &seen.events, sim.roster());
        }
        commands.clear();
        refused
    }
}

#[pymethods]
impl Simulation {
    /// Make this many steps. Ctrl-C ends the call between two steps.
    ///
    /// Raises ``CommandError`` after the step in which a command was refused.
    #[pyo3(signature = (n=1))]
    fn step(&mut self, py: Python<'_>, n: u64) -> PyResult<()> {
        self.advance(py, n)
    }

    /// Advance by this much simulated time, rounded to whole steps.
    fn run_for_s(&mut self, py: Python<'_>, duration_s: f64) -> PyResult<()> {
        if !(0.0..=1e9).contains(&duration_s) {
            return Err(value_error(&"duration_s must be from 0 to 1e9 s"));
        }
        self.advance(py, (duration_s * 1e9 / self.sim.step_ns() as f64).round() as u64)
    }

    /// Go back to the initial state. Commands that were not applied are forgotten.
    fn reset(&mut self, py: Python<'_>) {
        self.sim.reset();
        self.commands.clear();
        self.events.clear();
        self.show_restored(py);
    }

    /// The complete state as bytes: everything that the next step depends on, except commands that were not applied.
    fn snapshot<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let snapshot = self.sim.snapshot().map_err(raised)?;
        Ok(PyBytes::new(py, &snapshot.to_bytes().map_err(|problem| value_error(&problem))?))
    }

    /// Continue from a snapshot of this world. If this raises, the world is unchanged.
    fn restore(&mut self, py: Python<'_>, snapshot: &[u8]) -> PyResult<()> {
        let snapshot = Snapshot::from_bytes(snapshot).map_err(|problem| value_error(&problem))?;
        self.sim.restore(&snapshot).map_err(raised)?;
        self.commands.clear();
        self.events.clear();
        self.show_restored(py);
        Ok(())
    }

    /// Hash of the state: every pose, velocity, spin and controller memory. ``skidpad launch --hash`` prints the same.
    fn state_hash(&self) -> u64 {
        self.sim.state_hash()
    }

    /// Hash of the observations after the last step.
    fn observation_hash(&self) -> u64 {
        self.sim.observation_hash()
    }

    /// The same world from the start, with other random numbers. Random numbers in the world file keep their values.
    fn with_seed(&self, seed: u64) -> Simulation {
        let sim = skidpad::Simulation::from(self.sim.core().with_seed(seed));
        Simulation::beside(sim, self.world.clone())
    }

    /// An independent simulation in the same state; both continue with the same bits.
    fn copy(&self) -> Simulation {
        let sim = self.sim.clone();
        let sim = match &self.threads {
            Some(pool) => sim.with_threads(Arc::clone(pool)),
            None => sim,
        };
        Simulation {
            sim,
            world: self.world.clone(),
            threads: self.threads.clone(),
            thread_count: self.thread_count,
            commands: self.commands.clone(),
            events: self.events.clone(),
            show: None,
        }
    }

    fn __copy__(&self) -> Simulation {
        self.copy()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Simulation {
        self.copy()
    }

    /// What happened in the steps of the last call of ``step``; a contact is an event when it begins.
    #[getter]
    fn events(&self) -> Vec<Event> {
        events(&self.events, self.sim.roster())
    }

    /// The contacts of the last step.
    #[getter]
    fn contacts(&self) -> Vec<Contact> {
        contacts(&self.sim.observations().events, self.sim.roster())
    }

    /// Simulated time [s].
    #[getter]
    fn time_s(&self) -> f64 {
        self.sim.time_s()
    }

    /// Simulated time [ns]: steps times the length of a step.
    #[getter]
    fn time_ns(&self) -> u64 {
        self.sim.observations().time_ns
    }

    /// Number of steps made.
    #[getter]
    fn step_count(&self) -> u64 {
        self.sim.observations().step
    }

    /// Length of a step [ns].
    #[getter]
    fn step_ns(&self) -> u64 {
        self.sim.step_ns()
    }

    /// The world that it was built from.
    #[getter]
    fn world(&self) -> World {
        self.world.clone().into()
    }

    /// A picture of the world, traced on the CPU: rows, columns, and red, green, blue.
    ///
    /// ``camera`` is ``"world"`` for the viewpoint of the world file, ``"top"`` for straight above, the name of a
    /// vehicle for behind and above it, or the pose of a camera that looks along its x axis.
    /// ``samples`` is the number of rays per pixel along each side.
    #[pyo3(signature = (camera=None, *, width=640, height=360, field_of_view_rad=None, samples=2))]
    fn render(
        &self,
        py: Python<'_>,
        camera: Option<&Bound<'_, PyAny>>,
        width: u32,
        height: u32,
        field_of_view_rad: Option<f64>,
        samples: u32,
    ) -> PyResult<Py<PyArray3<u8>>> {
        if !(1..=8192).contains(&width) || !(1..=8192).contains(&height) || !(1..=16).contains(&samples) {
            return Err(value_error(&"width and height must be 1 to 8192 pixels, samples 1 to 16"));
        }
        let viewpoint = self.viewpoint(camera)?;
        let shot = Shot { viewpoint, width, height, field_of_view_rad, samples };
        let (core, gui) = (self.sim.core(), &self.world.description().gui);
        let picture = py.detach(|| picture(core, gui, &shot, self.threads.as_deref()));
        layers(py, picture.rgb, [height as usize, width as usize, 3])
    }

    fn __getstate__<'py>(&self, py: Python<'py>) -> PyResult<(World, usize, Bound<'py, PyBytes>)> {
        Ok((self.world(), self.thread_count, self.snapshot(py)?))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, SimulationParts<'py>)> {
        if !self.commands.is_empty() {
            return Err(value_error(&"commands wait for the next step; step before you pickle"));
        }
        let revive = py.get_type::<Simulation>().getattr("_from_parts")?;
        Ok((revive, self.__getstate__(py)?))
    }

    #[staticmethod]
    #[pyo3(name = "_from_parts")]
    fn from_parts(py: Python<'_>, world: &World, threads: usize, snapshot: &[u8]) -> PyResult<Simulation> {
        let mut sim = Simulation::build(world.world.clone(), threads)?;
        sim.restore(py, snapshot)?;
        Ok(sim)
    }

    fn __repr__(&self) -> String {
        let vehicle_count = self.sim.roster().vehicles.len();
        let (name, time_s) = (&self.world.opened_as, self.sim.time_s());
        format!("<Simulation of {name:?}, {vehicle_count} vehicles, {time_s:.3} s>")
    }
}

/// World, number of threads, snapshot.
type SimulationParts<'py> = (World, usize, Bound<'py, PyBytes>);

impl Simulation {
    fn viewpoint(&self, camera: Option<&Bound<'_, PyAny>>) -> PyResult<Viewpoint> {
        let Some(camera) = camera else { return Ok(Viewpoint::World) };
        if let Ok(pose) = camera.extract::<Pose>() {
            return Ok(Viewpoint::At(pose.into()));
        }
        let name: String =
            camera.extract().map_err(|_| PyTypeError::new_err("camera must be a name or a Pose"))?;
        match (self.sim.vehicle(&name), name.as_str()) {
            (Ok(vehicle), _) => Ok(Viewpoint::Follow(vehicle)),
            (Err(_), "world") => Ok(Viewpoint::World),
            (Err(_), "top") => Ok(Viewpoint::Top),
            (Err(unknown), _) => Err(raised(unknown)),
        }
    }
}
