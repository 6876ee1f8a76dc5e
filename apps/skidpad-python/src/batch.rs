//! Many copies of one world, stepped together; numbers in and out as arrays.

use crate::batch_arrays::{QUANTITIES, Quantity, stacked};
use crate::batch_commands::unknown;
use crate::errors::{command_error, other_error, raised, value_error};
use crate::simulation::Simulation;
use crate::world::{SharedWorld, World, text_of};
use numpy::{PyArray1, PyArrayDyn, PyArrayLikeDyn, PyArrayMethods};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyString};
use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use skidpad::messages::{Commands, Event, ReadingData, SensorId};
use skidpad::sim::{SensorTracer, Snapshot};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Longest time without a look at signals.
const PATIENCE: Duration = Duration::from_millis(50);

/// Many copies of one world that step together, each with its own seed, commands and state.
///
/// Commands take a number for all worlds or one per world. Each world has the bits that it has alone, whatever the
/// number of worlds and threads. ``threads=0`` uses all cores. ``overrides`` sets variables of the world file: a value
/// for all worlds, or an array with one for each; worlds are built once for each set of values.
///
/// >>> import numpy as np, skidpad
/// >>> batch = skidpad.Batch(skidpad.load("worlds/two_robots.world.xml"), 4, seeds=[1, 2, 3, 4])
/// >>> pose = batch.bind("pose")
/// >>> batch.drive("r1", speed_mps=np.array([0.0, 0.5, 1.0, 1.5]))
/// >>> batch.step(400)
/// >>> pose.shape
/// (4, 2, 6)
/// >>> pose[:, 0, 0].argsort()
/// array([0, 1, 2, 3])
#[pyclass(module = "skidpad")]
pub(crate) struct Batch {
    pub(crate) worlds: Vec<skidpad::sim::Simulation>,
    /// What each was built from; the same for all without overrides.
    sources: Vec<SharedWorld>,
    seeds: Vec<u64>,
    pool: ThreadPool,
    /// One per thread.
    tracers: Vec<SensorTracer>,
    pub(crate) commands: Vec<Commands>,
    bound: Vec<(Quantity, BoundArray)>,
}

/// Values of variables of a world file.
type Variables = BTreeMap<String, String>;

/// The variables of each world, from arrays with an entry per world or from one value for all.
fn changed_variables(overrides: &Bound<'_, PyDict>, world_count: usize) -> PyResult<Vec<Variables>> {
    let mut changed = vec![Variables::new(); world_count];
    for (name, values) in overrides {
        let name: String = name.extract()?;
        let is_text = values.cast::<PyString>().is_ok();
        let count = if is_text { None } else { values.len().ok() };
        if count.is_some_and(|count| count != world_count) {
            let given = count.unwrap_or_default();
            return Err(value_error(&format!("{name:?} has {given} values for {world_count} worlds")));
        }
        for (index, variables) in changed.iter_mut().enumerate() {
            let value = match count {
                Some(_) => values.get_item(index)?,
                None => values.clone(),
            };
            variables.insert(name.clone(), text_of(&value)?);
        }
    }
    Ok(changed)
}

/// One world for each set of variables. All must have the same vehicles, blocks and sensors.
fn overridden(
    like: &skidpad::sim::Simulation,
    source: &SharedWorld,
    changed: &[Variables],
) -> PyResult<BTreeMap<Variables, (skidpad::sim::Simulation, SharedWorld)>> {
    let mut built = BTreeMap::new();
    for variables in changed {
        if built.contains_key(variables) {
            continue;
        }
        let world = source.with_variables(variables).without_errors().map_err(raised)?;
        let core = skidpad::Simulation::build(&world).map_err(raised)?.into_core();
        if core.roster() != like.roster() {
            return Err(value_error(
                &"overrides must not change which vehicles, blocks and sensors a world has",
            ));
        }
        built.insert(variables.clone(), (core, SharedWorld::new(world, source.classes())));
    }
    Ok(built)
}

/// An array of the batch, and the read-only view of it that programs get.
struct BoundArray {
    array: Py<PyArrayDyn<f64>>,
    view: Py<PyAny>,
}

impl Batch {
    fn new_of(
        worlds: Vec<skidpad::sim::Simulation>,
        sources: Vec<SharedWorld>,
        seeds: Vec<u64>,
        threads: usize,
    ) -> PyResult<Batch> {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|problem| other_error(&problem))?;
        let first = SensorTracer::new();
        let tracers = (0..pool.current_num_threads()).map(|_| first.beside()).collect();
        let commands = vec![Commands::NONE; worlds.len()];
        Ok(Batch { worlds, sources, seeds, pool, tracers, commands, bound: Vec::new() })
    }

    /// Step the chosen worlds, the commands in the first step. Returns the first world in which a command was refused.
    fn step_worlds(&mut self, step_count: u64, chosen: Option<&[bool]>) -> Option<(usize, String)> {
        let Batch { worlds, commands, pool, .. } = self;
        let step_one =
            |(index, (world, commands)): (usize, (&mut skidpad::sim::Simulation, &mut Commands))| {
                if chosen.is_some_and(|chosen| !chosen[index]) {
                    return None;
                }
                world.step(commands);
                let refused = world.observations().events.iter().find_map(|event| match event {
                    Event::Refused { because, .. } => Some((index, because.to_string())),
                    _ => None,
                });
                commands.clear();
                for _ in 1..step_count {
                    world.step(&Commands::NONE);
                }
                refused
            };
        let pairs = worlds.iter_mut().zip(commands.iter_mut());
        if pool.current_num_threads() == 1 {
            return pairs.enumerate().map(step_one).fold(None, Option::or);
        }
        let pairs = worlds.par_iter_mut().zip(commands.par_iter_mut()).with_min_len(8);
        pool.install(|| pairs.enumerate().map(step_one).reduce(|| None, Option::or))
    }

    /// Write what is seen now into the arrays that programs hold.
    fn refresh(&self, py: Python<'_>) -> PyResult<()> {
        for (quantity, bound) in &self.bound {
            let mut array = bound.array.bind(py).try_readwrite()?;
            let numbers = array.as_slice_mut()?;
            let width = numbers.len() / self.worlds.len().max(1);
            if width == 0 {
                continue;
            }
            for (slots, world) in numbers.chunks_exact_mut(width).zip(&self.worlds) {
                quantity.write(world.observations(), slots);
            }
        }
        Ok(())
    }

    /// Which worlds are meant: all without a mask.
    pub(crate) fn chosen(&self, mask: Option<&PyArrayLikeDyn<'_, bool>>) -> PyResult<Vec<bool>> {
        let Some(mask) = mask else { return Ok(vec![true; self.worlds.len()]) };
        let mask: Vec<bool> = mask.as_array().iter().copied().collect();
        if mask.len() == self.worlds.len() {
            return Ok(mask);
        }
        Err(value_error(&format!("mask has {} entries for {} worlds", mask.len(), self.worlds.len())))
    }

    fn at(&self, index: usize) -> PyResult<&skidpad::sim::Simulation> {
        let none = || value_error(&format!("there is no world {index} of {}", self.worlds.len()));
        self.worlds.get(index).ok_or_else(none)
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (world, n, *, seeds=None, threads=0, overrides=None))]
    fn new(
        py: Python<'_>,
        world: &Bound<'_, PyAny>,
        n: usize,
        seeds: Option<Vec<u64>>,
        threads: usize,
        overrides: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Batch> {
        let seeds = seeds.unwrap_or_else(|| (0..n as u64).collect());
        if seeds.len() != n {
            return Err(value_error(&format!("{} seeds for {n} worlds", seeds.len())));
        }
        let (core, source) = if let Ok(simulation) = world.cast::<Simulation>() {
            let simulation = simulation.borrow();
            (simulation.sim.core().with_seed(0), simulation.world.clone())
        } else if let Ok(world) = world.cast::<World>() {
            let source = world.get().world.clone();
            let built = py.detach(|| Simulation::build(source.clone(), 1))?;
            (built.sim.into_core(), source)
        } else {
            return Err(PyTypeError::new_err("world must be a World or a Simulation"));
        };
        let Some(overrides) = overrides else {
            let worlds = py.detach(|| seeds.iter().map(|&seed| core.with_seed(seed)).collect());
            return Batch::new_of(worlds, vec![source; n], seeds, threads);
        };
        let changed = changed_variables(overrides, n)?;
        let built = py.detach(|| overridden(&core, &source, &changed))?;
        let mut worlds = Vec::with_capacity(n);
        let mut sources = Vec::with_capacity(n);
        for (&seed, changed) in seeds.iter().zip(&changed) {
            let (core, source) = &built[changed];
            worlds.push(core.with_seed(seed));
            sources.push(source.clone());
        }
        Batch::new_of(worlds, sources, seeds, threads)
    }

    /// Number of worlds.
    fn __len__(&self) -> usize {
        self.worlds.len()
    }

    /// Number of threads that step the worlds.
    #[getter]
    fn threads(&self) -> usize {
        self.pool.current_num_threads()
    }

    /// Seed of each world.
    #[getter]
    fn seeds(&self) -> Vec<u64> {
        self.seeds.clone()
    }

    /// Names of the vehicles, in the order of arrays.
    #[getter]
    fn vehicles(&self) -> Vec<String> {
        let names = self.worlds.first().map(|world| &world.roster().vehicles);
        names.into_iter().flatten().map(|vehicle| vehicle.name.clone()).collect()
    }

    /// Make this many steps of every world, or of those of a mask, and refresh the arrays. Ctrl-C ends the call between
    /// two steps. Commands of worlds that do not step wait for their next step.
    #[pyo3(signature = (n=1, *, mask=None))]
    fn step(&mut self, py: Python<'_>, n: u64, mask: Option<PyArrayLikeDyn<'_, bool>>) -> PyResult<()> {
        let chosen = mask.as_ref().map(|mask| self.chosen(Some(mask))).transpose()?;
        let (mut left, mut share) = (n, 1);
        let mut refused = None;
        while left > 0 && refused.is_none() {
            let began = Instant::now();
            refused = py.detach(|| self.step_worlds(share, chosen.as_deref()));
            left -= share;
            let per_step = began.elapsed().as_secs_f64() / share as f64;
            share = ((PATIENCE.as_secs_f64() / per_step.max(1e-9)) as u64).clamp(1, left.max(1));
            if left > 0 {
                py.check_signals()?;
            }
        }
        self.refresh(py)?;
        let told = |(world, because)| Err(command_error(&format!("world {world}: {because}")));
        refused.map_or(Ok(()), told)
    }

    /// A read-only array that every step, reset and restore refreshes, in the order worlds, vehicles, numbers:
    /// ``"pose"`` (6), ``"twist"``, ``"odometry"``, ``"odometry_twist"`` (3), ``"acceleration"`` (2),
    /// ``"is_in_collision"``, ``"had_collision"``, ``"is_present"`` (0 or 1), and ``"time_s"`` per world.
    fn bind(&mut self, py: Python<'_>, name: &str) -> PyResult<Py<PyAny>> {
        let Some((_, quantity)) = QUANTITIES.iter().find(|(known, _)| *known == name) else {
            let names = QUANTITIES.map(|(known, _)| known);
            return Err(value_error(&format!("there is no array {name:?}; there are {}", names.join(", "))));
        };
        if let Some((_, bound)) = self.bound.iter().find(|(known, _)| known == quantity) {
            return Ok(bound.view.clone_ref(py));
        }
        let array =
            PyArrayDyn::<f64>::zeros(py, quantity.shape(self.worlds.len(), self.vehicles().len()), false);
        let view = array.call_method0("view")?;
        let flags = PyDict::new(py);
        flags.set_item("write", false)?;
        view.call_method("setflags", (), Some(&flags))?;
        self.bound.push((*quantity, BoundArray { array: array.unbind(), view: view.clone().unbind() }));
        self.refresh(py)?;
        Ok(view.unbind())
    }

    /// Put worlds back to their initial state: all, or those of a mask; with other seeds where seeds are given, one for
    /// each world of the batch.
    #[pyo3(signature = (mask=None, *, seeds=None))]
    fn reset(
        &mut self,
        py: Python<'_>,
        mask: Option<PyArrayLikeDyn<'_, bool>>,
        seeds: Option<Vec<u64>>,
    ) -> PyResult<()> {
        let chosen = self.chosen(mask.as_ref())?;
        if seeds.as_ref().is_some_and(|seeds| seeds.len() != self.worlds.len()) {
            return Err(value_error(&format!("seeds must have {} entries", self.worlds.len())));
        }
        for index in (0..self.worlds.len()).filter(|&index| chosen[index]) {
            self.commands[index].clear();
            match seeds.as_ref().map(|seeds| seeds[index]) {
                Some(seed) if seed != self.seeds[index] => {
                    self.seeds[index] = seed;
                    self.worlds[index] = self.worlds[index].with_seed(seed);
                }
                _ => self.worlds[index].reset(),
            }
        }
        self.refresh(py)
    }

    /// Hash of the state of each world.
    fn state_hashes(&self, py: Python<'_>) -> Py<PyArray1<u64>> {
        crate::arrays::vector(py, self.worlds.iter().map(skidpad::sim::Simulation::state_hash).collect())
    }

    /// An independent simulation in the state of one world.
    fn simulation(&self, index: usize) -> PyResult<Simulation> {
        let sim = skidpad::Simulation::from(self.at(index)?.clone());
        Ok(Simulation::beside(sim, self.sources[index].clone()))
    }

    /// The complete state of one world as bytes.
    fn snapshot<'py>(&self, py: Python<'py>, index: usize) -> PyResult<Bound<'py, PyBytes>> {
        let snapshot = self.at(index)?.snapshot().and_then(|snapshot| snapshot.to_bytes());
        Ok(PyBytes::new(py, &snapshot.map_err(|problem| value_error(&problem))?))
    }

    /// Put one world into the state of a snapshot.
    fn restore(&mut self, py: Python<'_>, index: usize, snapshot: &[u8]) -> PyResult<()> {
        self.at(index)?;
        let restored = Snapshot::from_bytes(snapshot).and_then(|it| self.worlds[index].restore(&it));
        restored.map_err(|problem| value_error(&problem))?;
        self.commands[index].clear();
        self.refresh(py)
    }

    /// One sensor in every world as one array: ranges of a laser (worlds, beams) [m], pictures of a camera (worlds, rows,
    /// columns, 3), depth of a depth camera (worlds, rows, columns) [m], points of a lidar (worlds, rings, columns, 3)
    /// [m], turn rates and accelerations of an inertial unit (worlds, 6) [rad/s, m/s²], latitude, longitude [deg] and
    /// altitude [m] of a satellite receiver (worlds, 3).
    fn read(&mut self, py: Python<'_>, sensor: &str) -> PyResult<Py<PyAny>> {
        let known = self.worlds.first().and_then(|world| world.roster().sensor_by_name(sensor));
        let id = known.ok_or_else(|| unknown("sensor", sensor))?;
        let readings = py.detach(|| self.sense_all(id));
        stacked(py, &readings)
    }

    fn __repr__(&self) -> String {
        format!("<Batch of {} worlds on {} threads>", self.worlds.len(), self.threads())
    }
}

impl Batch {
    fn sense_all(&mut self, id: SensorId) -> Vec<ReadingData> {
        let Batch { worlds, tracers, pool, .. } = self;
        let share = worlds.len().div_ceil(tracers.len()).max(1);
        let sense = |(worlds, tracer): (&[skidpad::sim::Simulation], &mut SensorTracer)| -> Vec<ReadingData> {
            worlds.iter().map(|world| world.sense(id, tracer).data).collect()
        };
        if tracers.len() == 1 {
            return worlds.chunks(share).zip(tracers).flat_map(sense).collect();
        }
        pool.install(|| worlds.par_chunks(share).zip(tracers.par_iter_mut()).flat_map_iter(sense).collect())
    }
}
