//! Calls into Python from a step: exceptions become failures of the model, Ctrl-C waits until the call is done.

use numpy::{PyArray1, PyArrayMethods};
use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTraceback, PyType};
use skidpad::description::{Value, Values};
use skidpad::extension::fail;

/// A class that a program gave.
pub(super) struct PythonClass {
    class: Py<PyType>,
    /// Its name in world files.
    pub(super) name: String,
}

impl PythonClass {
    /// Its `name`, or the name of the class in small letters with underscores.
    pub(super) fn new(class: &Bound<'_, PyType>) -> PyResult<PythonClass> {
        let given: String = class.getattr("name")?.extract()?;
        let name = if given.is_empty() { snake_case(&class.name()?.to_string()) } else { given };
        Ok(PythonClass { class: class.clone().unbind(), name })
    }

    /// An object of the class, made with the values of a world file as keyword arguments.
    pub(super) fn object(&self, values: &Values) -> Result<PythonObject, String> {
        Python::attach(|py| {
            let make = || {
                let arguments = PyDict::new(py);
                for (name, value) in values.iter() {
                    match value {
                        Value::Number(number) => arguments.set_item(name, number)?,
                        Value::Integer(number) => arguments.set_item(name, number)?,
                        Value::Flag(flag) => arguments.set_item(name, flag)?,
                        Value::Text(text) => arguments.set_item(name, text)?,
                        Value::Numbers(numbers) => arguments.set_item(name, numbers)?,
                        Value::Rows(rows) => arguments.set_item(name, rows)?,
                    }
                }
                let object = self.class.bind(py).call((), Some(&arguments))?;
                let memory: Vec<f64> = object.call_method0("memory")?.extract()?;
                Ok((object.unbind(), memory))
            };
            let (object, memory) = make().map_err(|problem| told(py, &problem))?;
            Ok(PythonObject { object, memory })
        })
    }

    /// Whether the class has its own version of a method of its base class.
    pub(super) fn overrides(&self, base: &str, method: &str) -> Result<bool, String> {
        Python::attach(|py| {
            let differs = || {
                let base = py.import("skidpad.extension")?.getattr(base)?.getattr(method)?;
                Ok(!self.class.bind(py).getattr(method)?.is(&base))
            };
            differs().map_err(|problem: PyErr| told(py, &problem))
        })
    }

    /// Whether a method of the class is a generator.
    pub(super) fn is_generator(&self, method: &str) -> Result<bool, String> {
        Python::attach(|py| {
            let ask = || {
                let method = self.class.bind(py).getattr(method)?;
                py.import("inspect")?.call_method1("isgeneratorfunction", (method,))?.extract()
            };
            ask().map_err(|problem: PyErr| told(py, &problem))
        })
    }

    /// An attribute of the class.
    pub(super) fn attribute<T>(&self, name: &str) -> Result<T, String>
    where
        T: for<'a, 'py> FromPyObject<'a, 'py, Error = PyErr>,
    {
        Python::attach(|py| {
            let value = self.class.bind(py).getattr(name).and_then(|value| value.extract());
            value.map_err(|problem: PyErr| told(py, &problem))
        })
    }
}

/// `ConveyorBelt` as `conveyor_belt`.
fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

/// An object whose methods are called in steps.
pub(super) struct PythonObject {
    pub(super) object: Py<PyAny>,
    /// What it remembers at the start.
    pub(super) memory: Vec<f64>,
}

/// Call into Python. An exception is a failure of the model; it is reported with the model's name.
///
/// Ctrl-C would interrupt whichever model runs just then: the call is made again, and the interruption is raised once
/// the step is done.
pub(super) fn call<T>(mut work: impl FnMut(Python<'_>) -> PyResult<T>) -> T {
    let outcome = Python::attach(|py| {
        let mut outcome = work(py);
        if outcome.as_ref().is_err_and(|problem| problem.is_instance_of::<PyKeyboardInterrupt>(py)) {
            outcome = work(py);
            let raise_again = py.import("_thread").and_then(|it| it.call_method0("interrupt_main"));
            if let Err(problem) = raise_again {
                problem.print(py);
            }
        }
        outcome.map_err(|problem| told(py, &problem))
    });
    outcome.unwrap_or_else(|because| fail(because))
}

/// Call with a memory that the method may change.
pub(super) fn call_with_memory<T>(
    memory: &mut [f64],
    mut work: impl FnMut(Python<'_>, &Bound<'_, PyArray1<f64>>) -> PyResult<T>,
) -> T {
    let (result, after) = call(|py| {
        let array = PyArray1::from_slice(py, memory);
        let result = work(py, &array)?;
        Ok((result, array.to_vec()?))
    });
    if after.len() != memory.len() {
        fail(format!("its memory has {} numbers, at the start it had {}", after.len(), memory.len()));
    }
    memory.copy_from_slice(&after);
    result
}

/// An exception in words, with the place where it was raised.
pub(super) fn told(py: Python<'_>, problem: &PyErr) -> String {
    let kind =
        problem.get_type(py).name().map_or_else(|_| "an exception".to_owned(), |name| name.to_string());
    let text = problem.value(py).str().map(|text| text.to_string()).unwrap_or_default();
    let place = problem.traceback(py).and_then(|traceback| place(&traceback).ok());
    let place = place.map_or_else(String::new, |(file, line)| format!(" (line {line} of {file})"));
    if text.is_empty() {
        format!("it raised {kind}{place}")
    } else {
        format!("it raised {kind}: {text}{place}")
    }
}

/// File and line of the innermost call.
fn place(traceback: &Bound<'_, PyTraceback>) -> PyResult<(String, u32)> {
    let mut innermost = traceback.clone().into_any();
    loop {
        let next = innermost.getattr("tb_next")?;
        if next.is_none() {
            break;
        }
        innermost = next;
    }
    let file: String = innermost.getattr("tb_frame")?.getattr("f_code")?.getattr("co_filename")?.extract()?;
    let name = file.rsplit(['/', '\\']).next().unwrap_or(&file).to_owned();
    Ok((name, innermost.getattr("tb_lineno")?.extract()?))
}
