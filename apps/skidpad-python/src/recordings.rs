//! Recordings: repeated and compared, or as a page.

use crate::errors::{other_error, raised, value_error};
use crate::extensions::extensions as list_of;
use crate::interrupt::stoppable;
use pyo3::prelude::*;
use skidpad::ReplayProblem;
use skidpad::record::RunLog;
use skidpad::report::{page, read_csv, read_mcap};
use skidpad::runner::StopFlag;
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};

/// A recorded run that is repeated from the recording alone.
///
/// ``skidpad.Replay("run.mcap").run()`` makes all its steps and compares the state with the recorded hashes.
/// ``extensions`` are the classes that the run was made with: a recording has no code.
#[pyclass(module = "skidpad")]
pub(crate) struct Replay {
    replay: skidpad::Replay,
}

#[pymethods]
impl Replay {
    #[new]
    #[pyo3(signature = (path, *, extensions=vec![]))]
    fn new(py: Python<'_>, path: PathBuf, extensions: Vec<Py<PyAny>>) -> PyResult<Replay> {
        let classes = list_of(py, &extensions)?;
        let log = py.detach(|| RunLog::open(&path)).map_err(|problem| at(&path, &problem))?;
        let replay = py.detach(|| skidpad::Replay::with_extensions(log, &classes));
        let replay = replay.map_err(|problem| match problem {
            ReplayProblem::World(error) => raised(error),
            problem => at(&path, &problem),
        })?;
        Ok(Replay { replay })
    }

    /// Number of steps of the recording.
    #[getter]
    fn tick_count(&self) -> u64 {
        self.replay.log().last_tick()
    }

    /// Repeat the run, up to this many steps, until the state differs from the recorded one.
    #[pyo3(signature = (*, until_tick=None))]
    fn run(&mut self, py: Python<'_>, until_tick: Option<u64>) -> PyResult<Verdict> {
        let replay = &mut self.replay;
        let work = || replay.run(until_tick, true, &mut |_, _, _| ());
        let verdict = stoppable(py, &StopFlag::default(), work)?.map_err(|problem| value_error(&problem))?;
        Ok(verdict.into())
    }

    /// Hash of the state that the repetition has reached.
    fn state_hash(&self) -> u64 {
        self.replay.sim().state_hash()
    }
}

fn at(path: &Path, problem: &dyn std::fmt::Display) -> PyErr {
    other_error(&format!("{}: {problem}", path.display()))
}

/// The result of a repetition.
#[pyclass(frozen, get_all, module = "skidpad")]
pub(crate) struct Verdict {
    /// Steps made.
    tick_count: u64,
    /// Hashes compared.
    hash_count: u64,
    /// The first difference from the recording; ``None`` if there is none.
    difference: Option<Difference>,
}

/// The first difference between a repetition and its recording.
#[pyclass(frozen, get_all, module = "skidpad")]
#[derive(Clone, Copy)]
pub(crate) struct Difference {
    /// After this many steps.
    tick: u64,
    /// The last tick at which both agreed.
    agreed_tick: u64,
    /// The state's hash in the recording.
    recorded: u64,
    /// The state's hash now.
    found: u64,
}

impl From<skidpad::Verdict> for Verdict {
    fn from(it: skidpad::Verdict) -> Self {
        let difference = it.difference.map(|it| Difference {
            tick: it.tick,
            agreed_tick: it.agreed_tick,
            recorded: it.recorded,
            found: it.found,
        });
        Verdict { tick_count: it.tick_count, hash_count: it.hash_count, difference }
    }
}

/// Write a report of recordings (.mcap), traces or pose logs (.csv) as one HTML page. Several runs are drawn over each
/// other.
#[pyfunction]
#[pyo3(signature = (runs, output, *, title="Runs"))]
pub(crate) fn report(py: Python<'_>, runs: Vec<PathBuf>, output: PathBuf, title: &str) -> PyResult<()> {
    if runs.is_empty() {
        return Err(value_error(&"a report needs at least one run"));
    }
    let write = || -> Result<(), String> {
        let runs = runs.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
        std::fs::write(&output, page(&runs, title)).map_err(|error| format!("{}: {error}", output.display()))
    };
    py.detach(write).map_err(|problem| other_error(&problem))
}

fn read(path: &Path) -> Result<skidpad::report::RunData, String> {
    if path.extension().is_some_and(|extension| extension == "csv") {
        return read_csv(path).map_err(|problem| problem.to_string());
    }
    let file = File::open(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let name = path.file_name().map_or_else(|| "run".into(), |name| name.to_string_lossy());
    read_mcap(&name, BufReader::new(file)).map_err(|problem| format!("{}: {problem}", path.display()))
}
