//! Errors of the library as Python exceptions. The classes are written in Python, in `skidpad/_errors.py`.

use crate::world::Diagnostic;
use pyo3::exceptions::{PyFileExistsError, PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyList, PyType};
use skidpad::{DiagnosticRecord, Error};
use std::fmt::Display;
use std::io::ErrorKind;

/// The module that defines the exceptions.
static ERRORS: PyOnceLock<Py<PyModule>> = PyOnceLock::new();

fn class<'py>(py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyType>> {
    let module = ERRORS.get_or_try_init(py, || py.import("skidpad._errors").map(Bound::unbind))?;
    Ok(module.bind(py).getattr(name)?.cast_into::<PyType>()?)
}

/// An exception of the package, or the problem that kept it from being made.
fn raise(name: &str, message: &dyn Display) -> PyErr {
    Python::attach(|py| match class(py, name) {
        Ok(class) => PyErr::from_type(class, (message.to_string(),)),
        Err(problem) => problem,
    })
}

/// A world that cannot be used, with everything that is wrong with it.
fn world_error(message: &dyn Display, records: Vec<DiagnosticRecord>) -> PyErr {
    let make = |py: Python<'_>| -> PyResult<PyErr> {
        let diagnostics = PyList::new(py, records.into_iter().map(Diagnostic::from))?;
        Ok(PyErr::from_type(class(py, "WorldError")?, (message.to_string(), diagnostics.unbind())))
    };
    Python::attach(|py| make(py).unwrap_or_else(|problem| problem))
}

/// A command that the simulation did not follow.
pub(crate) fn command_error(message: &dyn Display) -> PyErr {
    raise("CommandError", message)
}

/// An argument that cannot be used.
pub(crate) fn value_error(message: &dyn Display) -> PyErr {
    PyValueError::new_err(message.to_string())
}

/// Something that the library or the system could not do.
pub(crate) fn other_error(message: &dyn Display) -> PyErr {
    raise("Error", message)
}

/// The exception for an error of the library.
pub(crate) fn raised(error: Error) -> PyErr {
    let message = error.to_string();
    match error {
        Error::Output { path, reason } if reason.kind() == ErrorKind::AlreadyExists => {
            PyFileExistsError::new_err(format!("{}: it exists; overwrite=True replaces it", path.display()))
        }
        Error::Unopened { path, reason } | Error::Output { path, reason } => match system_number(&reason) {
            // Python chooses the class by the number: FileNotFoundError and its kin.
            Some(number) => PyOSError::new_err((number, system_text(&reason), path.display().to_string())),
            None => PyOSError::new_err(message),
        },
        Error::Listen { .. } => PyOSError::new_err(message),
        Error::World(records) | Error::Build(records) => world_error(&message, records),
        Error::UnknownName { .. } => raise("UnknownNameError", &message),
        Error::Commands { .. } => command_error(&message),
        Error::Expectations(_) | Error::Snapshot(_) | Error::SeedIsFixed { .. } => value_error(&message),
        Error::Endless => value_error(&"a run with expectations needs an end: set duration_s"),
        _ => other_error(&message),
    }
}

/// A system's number for a reason; a missing file has one also where the library says more about it.
fn system_number(reason: &std::io::Error) -> Option<i32> {
    const NO_ENTRY: i32 = 2;
    reason.raw_os_error().or((reason.kind() == ErrorKind::NotFound).then_some(NO_ENTRY))
}

/// A system's reason without the number that Rust adds, which Python adds too.
fn system_text(reason: &std::io::Error) -> String {
    let text = reason.to_string();
    text.split(" (os error").next().unwrap_or(&text).to_string()
}
