//! Classes written in Python, on their way through the door that Rust's take: `skidpad::Extensions`.
//!
//! The base classes and `Param` are those of `python/skidpad/extension.py`.

mod calls;
mod models;
mod values;
mod views;

pub(crate) use values::{Body, Command, Forces, Grip, Hits, Motion, WheelStep};
pub(crate) use views::{DriveView, ElementView, Noise, PushedBody, SensorView, Slip, WheelView};

use crate::errors::{raised, value_error};
use crate::world::World;
use calls::PythonClass;
use models::{PythonController, PythonDynamics, PythonElement, PythonSensor, PythonTyre};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyType};
use skidpad::description::Values;
use skidpad::extension::{
    ControllerClass, DynamicsClass, ElementClass, Extensions, FrictionClass, SensorClass,
};
use skidpad::messages::SensorKind;
use skidpad::{Param, testing};
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

/// The module with the base classes.
static BASES: PyOnceLock<Py<PyModule>> = PyOnceLock::new();

/// The list for worlds of classes that a program gave.
pub(crate) fn extensions(py: Python<'_>, classes: &[Py<PyAny>]) -> PyResult<Arc<Extensions>> {
    let mut list = Extensions::new();
    let bases = BASES.get_or_try_init(py, || py.import("skidpad.extension").map(Bound::unbind))?.bind(py);
    for class in classes {
        let class = class.bind(py).cast::<PyType>().map_err(|_| {
            PyTypeError::new_err("extensions are classes, such as subclasses of skidpad.extension.Sensor")
        })?;
        add(&mut list, bases, class)?;
    }
    Ok(Arc::new(list))
}

fn add(list: &mut Extensions, bases: &Bound<'_, PyModule>, class: &Bound<'_, PyType>) -> PyResult<()> {
    let mut family = None;
    for base in ["Sensor", "Element", "Friction", "Controller", "Dynamics"] {
        if class.is_subclass(&bases.getattr(base)?)? {
            family = Some(base);
        }
    }
    let Some(family) = family else {
        let base = "Sensor, Element, Friction, Controller or Dynamics of skidpad.extension";
        return Err(PyTypeError::new_err(format!("{} is no subclass of {base}", class.name()?)));
    };
    let python = PythonClass::new(class)?;
    let (name, doc, rows) = (python.name.clone(), doc_of(class)?, rows(class)?);
    let added = match family {
        "Sensor" => {
            let gives = kind(&class.getattr("gives")?.extract::<String>()?)?;
            let make = move |values: &Values| PythonSensor::new(&python, gives, values);
            list.add_sensor(&name, SensorClass::new(&doc, &rows, make).gives(gives))
        }
        "Element" => {
            let make = move |values: &Values| PythonElement::new(&python, values);
            list.add_element(&name, ElementClass::new(&doc, &rows, make))
        }
        "Friction" => {
            let make = move |values: &Values| PythonTyre::new(&python, values);
            list.add_friction(&name, FrictionClass::new(&doc, &rows, make))
        }
        "Controller" => {
            let make = move |values: &Values| PythonController::new(&python, values);
            list.add_controller(&name, ControllerClass::new(&doc, &rows, make))
        }
        _ => {
            let make = move |values: &Values| PythonDynamics::new(&python, values);
            list.add_dynamics(&name, DynamicsClass::new(&doc, &rows, make))
        }
    };
    added.map_err(|problem| value_error(&problem))
}

/// The kind of reading that a class of sensors gives.
fn kind(word: &str) -> PyResult<SensorKind> {
    match word {
        "arrays" => Ok(SensorKind::Arrays),
        "laser" => Ok(SensorKind::Laser),
        "lidar3d" => Ok(SensorKind::Lidar3d),
        "imu" => Ok(SensorKind::Imu),
        other => Err(value_error(&format!(
            "gives is {other:?}; it must be \"arrays\", \"laser\", \"lidar3d\" or \"imu\""
        ))),
    }
}

/// The first paragraph of its documentation, as one line.
fn doc_of(class: &Bound<'_, PyType>) -> PyResult<String> {
    let doc: Option<String> = class.getattr("__doc__")?.extract()?;
    let doc = doc.unwrap_or_default();
    let lines = doc.trim().lines().map(str::trim).take_while(|line| !line.is_empty());
    Ok(lines.collect::<Vec<_>>().join(" "))
}

fn rows(class: &Bound<'_, PyType>) -> PyResult<Vec<Param>> {
    let mut rows = Vec::new();
    for row in class.getattr("parameters")?.try_iter()? {
        let row = row?;
        let problem = |problem: String| {
            let class = class.name().map(|name| name.to_string()).unwrap_or_default();
            value_error(&format!("{class}.parameters: {problem}"))
        };
        rows.push(param(&row)?.map_err(problem)?);
    }
    Ok(rows)
}

/// A row of the table of parameters; a sentence if it makes no sense.
fn param(row: &Bound<'_, PyAny>) -> PyResult<Result<Param, String>> {
    let text = |name: &str| -> PyResult<&'static str> { Ok(kept(&row.getattr(name)?.extract::<String>()?)) };
    let (name, unit) = (text("name")?, text("unit")?);
    let param = match text("kind")? {
        "number" => Param::number(name, unit),
        "degrees" => Param::degrees(name),
        "integer" => Param::integer(name),
        "flag" => Param::flag(name),
        "text" => Param::text(name),
        "choice" => Param::choice(name, kept_list(&row.getattr("choices")?.extract::<Vec<String>>()?)),
        "pose2" => Param::pose2(name),
        "point2" => Param::point2(name),
        "numbers" => Param::numbers(name),
        other => return Ok(Err(format!("the kind of {name:?} is {other:?}, which does not exist"))),
    };
    let param = match text("allowed")? {
        "" => param,
        "positive" => param.positive(),
        "non_negative" => param.non_negative(),
        other => return Ok(Err(format!("{other:?} says nothing about the numbers of {name:?}"))),
    };
    let between: Option<(f64, f64)> = row.getattr("between")?.extract()?;
    let param = between.map_or(param, |(least, most)| param.between(least, most));
    let default = row.getattr("default")?;
    let param = if !default.is_none() {
        param.default(kept(&text_of_default(&default)?))
    } else if row.getattr("optional")?.is_truthy()? {
        param.optional("is left to the class")
    } else {
        param
    };
    Ok(Ok(param.doc(text("doc")?)))
}

/// A default as a world file writes it.
fn text_of_default(value: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(flag.is_true().to_string());
    }
    if let Ok(text) = value.extract::<String>() {
        return Ok(text);
    }
    if let Ok(numbers) = value.extract::<Vec<f64>>() {
        return Ok(numbers.iter().map(f64::to_string).collect::<Vec<_>>().join(" "));
    }
    Ok(value.str()?.to_string())
}

/// Texts of tables, which live as long as the program: each is kept once, however often a world is loaded.
static KEPT: Mutex<BTreeSet<&'static str>> = Mutex::new(BTreeSet::new());
/// The same for lists of texts.
static KEPT_LISTS: Mutex<BTreeSet<&'static [&'static str]>> = Mutex::new(BTreeSet::new());

fn kept(text: &str) -> &'static str {
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = kept.get(text) {
        return known;
    }
    let text: &'static str = Box::leak(text.to_owned().into_boxed_str());
    kept.insert(text);
    text
}

fn kept_list(words: &[String]) -> &'static [&'static str] {
    let words: Vec<&'static str> = words.iter().map(|word| kept(word)).collect();
    let mut kept = KEPT_LISTS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = kept.get(words.as_slice()) {
        return known;
    }
    let words: &'static [&'static str] = words.leak();
    kept.insert(words);
    words
}

/// Run a world several times and compare: twice the same, from a snapshot in the middle, on other threads.
///
/// Every vehicle gets random commands, from gentle to absurd. Returns what differs or fails, one line each; an empty
/// list means that all is well.
#[pyfunction]
#[pyo3(signature = (world, step_count=400))]
pub(crate) fn check_extension(py: Python<'_>, world: &World, step_count: u64) -> PyResult<Vec<String>> {
    let world = world.world.clone();
    let checked = py.detach(|| {
        world.check_errors()?;
        testing::check_extension(&world, step_count)
    });
    Ok(checked.map_err(raised)?.findings)
}
