//! Environments of the library for Gymnasium: actions in, observations out, as arrays.

use crate::batch_commands::Numbers;
use crate::errors::{command_error, other_error, raised, value_error};
use crate::pose::numbers_of;
use crate::simulation::Simulation;
use crate::world::{SharedWorld, World};
use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::ThreadPoolBuilder;
use skidpad::environment::{
    Autoreset, Bounds, DriveTask, Environments as Worlds, ParkTask, RaceObservation, RaceTask, Task,
    TrackObservation, TrackTask, Transition,
};
use std::sync::Arc;

/// Names of the tasks.
const TASKS: [&str; 4] = ["Drive", "Park", "Race", "Track"];

/// Worlds of one task that step together; ``skidpad.gym`` wraps them for Gymnasium.
///
/// >>> from skidpad._native import Environments
/// >>> worlds = Environments("Park", 2)
/// >>> worlds.reset([1, 2]).shape
/// (2, 6)
#[pyclass(module = "skidpad")]
pub(crate) struct Environments {
    worlds: Worlds,
    /// The last observations, one after the other.
    observations: Vec<f32>,
    /// Whether every world has begun an episode.
    is_begun: bool,
}

/// The task of a name.
fn task_of(name: &str, observation: Option<&str>, steps_per_action: Option<u32>) -> PyResult<Box<dyn Task>> {
    let unknown = |there_are: &str| {
        let given = observation.unwrap_or_default();
        value_error(&format!("{name} has no observation {given:?}; there are {there_are}"))
    };
    if steps_per_action == Some(0) {
        return Err(value_error(&"steps_per_action must be at least 1"));
    }
    Ok(match name {
        "Drive" | "Park" if observation.is_some() => return Err(unknown("no others than the usual one")),
        "Drive" => {
            let usual = DriveTask::default();
            Box::new(DriveTask { steps_per_action: steps_per_action.unwrap_or(usual.steps_per_action) })
        }
        "Park" => {
            let usual = ParkTask::default();
            Box::new(ParkTask { steps_per_action: steps_per_action.unwrap_or(usual.steps_per_action) })
        }
        "Race" => {
            let mut task = RaceTask::default();
            task.observation = match observation {
                None | Some("course") => RaceObservation::Course,
                Some("cones") => RaceObservation::Cones,
                Some(_) => return Err(unknown("course, cones")),
            };
            task.steps_per_action = steps_per_action.unwrap_or(task.steps_per_action);
            Box::new(task)
        }
        "Track" => {
            let mut task = TrackTask::default();
            task.observation = match observation {
                None | Some("laser") => TrackObservation::Laser,
                Some("course") => TrackObservation::Course,
                Some(_) => return Err(unknown("laser, course")),
            };
            task.steps_per_action = steps_per_action.unwrap_or(task.steps_per_action);
            Box::new(task)
        }
        _ => return Err(value_error(&format!("there is no task {name:?}; there are {}", TASKS.join(", ")))),
    })
}

/// Numbers of actions, as the program has them.
enum Actions<'py> {
    Single(numpy::PyReadonlyArrayDyn<'py, f32>),
    Double(numpy::PyReadonlyArrayDyn<'py, f64>),
    Other(Vec<f64>),
}

impl<'py> Actions<'py> {
    /// Arrays of floats are read where they are.
    fn of(actions: &Bound<'py, PyAny>) -> PyResult<Actions<'py>> {
        if let Ok(array) = actions.extract::<numpy::PyReadonlyArrayDyn<'py, f32>>()
            && array.is_c_contiguous()
        {
            return Ok(Actions::Single(array));
        }
        if let Ok(array) = actions.extract::<numpy::PyReadonlyArrayDyn<'py, f64>>()
            && array.is_c_contiguous()
        {
            return Ok(Actions::Double(array));
        }
        let numbers: Numbers<'py> = actions.extract()?;
        Ok(Actions::Other(numbers.as_array().iter().copied().collect()))
    }
}

impl Environments {
    /// Step all worlds, without the interpreter lock.
    fn follow(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let is_over = |index| self.worlds.is_over(index);
        let is_disabled = self.worlds.autoreset() == Autoreset::Disabled;
        if !self.is_begun || is_disabled && (0..self.worlds.len()).any(is_over) {
            return Err(reset_needed(py));
        }
        match Actions::of(actions)? {
            Actions::Single(array) => self.step_all(py, array.as_slice()?),
            Actions::Double(array) => self.step_all(py, array.as_slice()?),
            Actions::Other(numbers) => self.step_all(py, &numbers),
        }
    }

    fn step_all<N: Copy + Into<f64> + Sync>(&mut self, py: Python<'_>, actions: &[N]) -> PyResult<()> {
        let count = self.worlds.len() * self.worlds.action_count();
        if actions.len() != count {
            return Err(value_error(&format!(
                "actions have {} numbers; they must have {count}",
                actions.len()
            )));
        }
        if let Some(at) = actions.iter().position(|&number| !number.into().is_finite()) {
            let world = at / self.worlds.action_count();
            return Err(command_error(&format!("world {world}: an action must be finite")));
        }
        let Environments { worlds, observations, .. } = self;
        py.detach(|| worlds.step(actions, observations));
        Ok(())
    }

    fn column<T: numpy::Element>(&self, py: Python<'_>, of: impl Fn(&Transition) -> T) -> Py<PyArray1<T>> {
        crate::arrays::vector(py, self.worlds.transitions().iter().map(of).collect())
    }

    fn observed<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let shape = [self.worlds.len(), self.worlds.observation_bounds().len()];
        PyArray1::from_slice(py, &self.observations).reshape(shape)
    }
}

/// The exception of Gymnasium for a step without a reset.
fn reset_needed(py: Python<'_>) -> PyErr {
    let text = "call reset before step; worlds that ended are reset by reset(options={'reset_mask': …})";
    let class = py.import("gymnasium.error").and_then(|module| module.getattr("ResetNeeded"));
    let exception = class.and_then(|class| class.call1((text,)));
    exception.map_or_else(|problem| problem, PyErr::from_value)
}

/// What a vector environment returns: observations, rewards, terminated, truncated, success, first.
type Stepped<'py> = (
    Bound<'py, PyArray2<f32>>,
    Py<PyArray1<f64>>,
    Py<PyArray1<bool>>,
    Py<PyArray1<bool>>,
    Py<PyArray1<bool>>,
    Py<PyArray1<bool>>,
);

/// What an environment returns: observation, reward, terminated, truncated, info.
type SteppedOne<'py> = (Bound<'py, PyArray1<f32>>, f64, bool, bool, Bound<'py, PyDict>);

#[pymethods]
impl Environments {
    #[new]
    #[pyo3(signature = (task, n, *, observation=None, steps_per_action=None, autoreset="next_step", threads=1))]
    fn new(
        task: &str,
        n: usize,
        observation: Option<&str>,
        steps_per_action: Option<u32>,
        autoreset: &str,
        threads: usize,
    ) -> PyResult<Environments> {
        let task = task_of(task, observation, steps_per_action)?;
        let autoreset = match autoreset {
            "next_step" => Autoreset::NextStep,
            "same_step" => Autoreset::SameStep,
            "disabled" => Autoreset::Disabled,
            _ => return Err(PyValueError::new_err("autoreset must be next_step, same_step or disabled")),
        };
        let pool = match threads {
            1 => None,
            _ => {
                let pool = ThreadPoolBuilder::new().num_threads(threads).build();
                Some(pool.map_err(|problem| other_error(&problem))?)
            }
        };
        let worlds = Worlds::new(task, n, autoreset, pool).map_err(raised)?;
        let observations = vec![0.0; n * worlds.observation_bounds().len()];
        Ok(Environments { worlds, observations, is_begun: false })
    }

    /// The world of a task.
    #[staticmethod]
    fn world(task: &str) -> PyResult<World> {
        Ok(SharedWorld::built_in(Arc::new(task_of(task, None, None)?.world())).into())
    }

    fn __len__(&self) -> usize {
        self.worlds.len()
    }

    /// Numbers of an action of one world, each from −1 to 1.
    #[getter]
    fn action_count(&self) -> usize {
        self.worlds.action_count()
    }

    /// Lowest values of the observation of one world.
    #[getter]
    fn observation_low(&self, py: Python<'_>) -> Py<PyArray1<f32>> {
        let low = |bounds: &Bounds| bounds.low;
        crate::arrays::vector(py, self.worlds.observation_bounds().iter().map(low).collect())
    }

    /// Highest values of the observation of one world.
    #[getter]
    fn observation_high(&self, py: Python<'_>) -> Py<PyArray1<f32>> {
        let high = |bounds: &Bounds| bounds.high;
        crate::arrays::vector(py, self.worlds.observation_bounds().iter().map(high).collect())
    }

    /// Begin episodes, in all worlds or in those of a mask; a world with a seed begins the first episode of the seed, one
    /// without its next episode. Returns what is observed in all worlds.
    #[pyo3(signature = (seeds, mask=None))]
    fn reset<'py>(
        &mut self,
        py: Python<'py>,
        seeds: Vec<Option<u64>>,
        mask: Option<Vec<bool>>,
    ) -> PyResult<Bound<'py, PyArray2<f32>>> {
        let count = self.worlds.len();
        if seeds.len() != count {
            return Err(value_error(&format!("{} seeds for {count} environments", seeds.len())));
        }
        let mask = mask.unwrap_or_else(|| vec![true; count]);
        if mask.len() != count || !mask.iter().any(|&is_chosen| is_chosen) {
            return Err(value_error(&format!("reset_mask must have {count} entries, some of them true")));
        }
        for (index, seed) in seeds.into_iter().enumerate() {
            if let Some(seed) = seed {
                self.worlds.set_seed(index, seed);
            }
        }
        let Environments { worlds, observations, .. } = self;
        py.detach(|| worlds.begin(&mask, observations));
        self.is_begun = true;
        self.observed(py)
    }

    /// Follow an action in each world. Returns observations, rewards, terminated, truncated, whether the goal is reached,
    /// and whether an episode began, in which case the action was ignored.
    fn step<'py>(&mut self, py: Python<'py>, actions: &Bound<'py, PyAny>) -> PyResult<Stepped<'py>> {
        self.follow(py, actions)?;
        Ok((
            self.observed(py)?,
            self.column(py, |it| it.reward),
            self.column(py, |it| it.is_terminated),
            self.column(py, |it| it.is_truncated),
            self.column(py, |it| it.is_success),
            self.column(py, |it| it.is_first),
        ))
    }

    /// Follow an action in the only world. Returns what an environment of Gymnasium returns.
    fn step_one<'py>(&mut self, py: Python<'py>, action: &Bound<'py, PyAny>) -> PyResult<SteppedOne<'py>> {
        self.follow(py, action)?;
        let Some(it) = self.worlds.transitions().first() else {
            return Err(value_error(&"there is no world"));
        };
        let info = PyDict::new(py);
        info.set_item(pyo3::intern!(py, "is_success"), it.is_success)?;
        let observation = PyArray1::from_slice(py, &self.observations);
        Ok((observation, it.reward, it.is_terminated, it.is_truncated, info))
    }

    /// Follow the same actions so many times without coming back to Python: what the worlds themselves cost.
    fn repeat(&mut self, py: Python<'_>, actions: &Bound<'_, PyAny>, count: usize) -> PyResult<()> {
        if self.worlds.autoreset() == Autoreset::Disabled {
            return Err(value_error(&"worlds that wait for a reset cannot repeat actions"));
        }
        self.follow(py, actions)?;
        let numbers: Numbers<'_> = actions.extract()?;
        let numbers: Vec<f64> = numbers.as_array().iter().copied().collect();
        let Environments { worlds, observations, .. } = self;
        py.detach(|| (1..count).for_each(|_| worlds.step(&numbers, observations)));
        Ok(())
    }

    /// The last observation of the episode that ended in the last step of a world, where the next one has begun.
    fn final_observation(&self, py: Python<'_>, index: usize) -> Option<Py<PyArray1<f32>>> {
        let last = (index < self.worlds.len()).then(|| self.worlds.final_observation(index))?;
        last.map(|last| PyArray1::from_slice(py, last).unbind())
    }

    /// Poses of the vehicles now, (worlds, vehicles, 6).
    fn poses(&self, py: Python<'_>) -> PyResult<Py<PyArray3<f64>>> {
        let seen = self.worlds.worlds().map(|world| &world.observations().vehicles);
        let numbers: Vec<f64> =
            seen.flatten().flat_map(|vehicle| numbers_of(&vehicle.pose_in_world)).collect();
        let vehicles = numbers.len() / (6 * self.worlds.len()).max(1);
        crate::arrays::layers(py, numbers, [self.worlds.len(), vehicles, 6])
    }

    /// Hash of the state of each world.
    fn state_hashes(&self, py: Python<'_>) -> Py<PyArray1<u64>> {
        crate::arrays::vector(py, self.worlds.worlds().map(skidpad::sim::Simulation::state_hash).collect())
    }

    /// An independent simulation in the state of one world.
    fn simulation(&self, index: usize) -> PyResult<Simulation> {
        let none = || value_error(&format!("there is no world {index} of {}", self.worlds.len()));
        let world = self.worlds.worlds().nth(index).ok_or_else(none)?;
        let sim = skidpad::Simulation::from(world.clone());
        Ok(Simulation::beside(sim, SharedWorld::built_in(Arc::clone(self.worlds.source()))))
    }

    fn __repr__(&self) -> String {
        format!("<Environments of {} worlds>", self.worlds.len())
    }
}
