//! Worlds: read from files, texts or bytes, with every problem that was found.

use crate::errors::{raised, value_error};
use crate::extensions::extensions;
use crate::simulation::Simulation;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict};
use skidpad::description::Compat;
use skidpad::{DiagnosticRecord, Severity, WorldBundle, WorldOptions};
use std::collections::BTreeMap;
use std::ops::Deref;
use std::path::PathBuf;
use std::sync::Arc;

/// A problem of a world, with its place.
///
/// Its text begins with ``file:line:column:``, as that of ``skidpad check``.
#[pyclass(frozen, get_all, eq, module = "skidpad")]
#[derive(Clone, PartialEq)]
pub(crate) struct Diagnostic {
    /// ``"error"``, ``"warning"`` or ``"note"``.
    severity: &'static str,
    /// The file, as the world names it.
    file: Option<String>,
    /// Line, from 1.
    line: Option<u32>,
    /// Column, from 1.
    column: Option<u32>,
    /// What is wrong.
    message: String,
    /// The whole line for users.
    text: String,
}

impl From<DiagnosticRecord> for Diagnostic {
    fn from(record: DiagnosticRecord) -> Self {
        let text = record.to_string();
        let severity = match record.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Note => "note",
        };
        let DiagnosticRecord { file, line, column, message, .. } = record;
        Diagnostic { severity, file, line, column, message, text }
    }
}

#[pymethods]
impl Diagnostic {
    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Diagnostic {:?}>", self.text)
    }
}

/// A world that has been read: its content, and every problem found.
///
/// >>> import skidpad
/// >>> world = skidpad.World.from_text("<mvsim_world><blok/></mvsim_world>")
/// >>> print(world.diagnostics[0])
/// worlds/given.world.xml:1:14: warning: <mvsim_world> has no <blok>; did you mean "block"?
#[pyclass(frozen, module = "skidpad")]
pub(crate) struct World {
    pub(crate) world: SharedWorld,
    /// The bytes that it was unpickled from; its files may not be readable otherwise.
    bundle: Option<Arc<[u8]>>,
}

/// A world that has been read, and the classes written in Python that it may use.
#[derive(Clone)]
pub(crate) struct SharedWorld {
    pub(crate) world: Arc<skidpad::World>,
    classes: Classes,
}

/// Classes that a program gave.
pub(crate) type Classes = Arc<Vec<Py<PyAny>>>;

impl SharedWorld {
    /// A world that uses these classes.
    pub(crate) fn new(world: skidpad::World, classes: Classes) -> SharedWorld {
        SharedWorld { world: Arc::new(world), classes }
    }

    /// A world of the built-in classes.
    pub(crate) fn built_in(world: Arc<skidpad::World>) -> SharedWorld {
        SharedWorld { world, classes: Classes::default() }
    }

    /// The classes that it may use besides the built-in ones.
    pub(crate) fn classes(&self) -> Classes {
        Arc::clone(&self.classes)
    }
}

impl Deref for SharedWorld {
    type Target = skidpad::World;

    fn deref(&self) -> &skidpad::World {
        &self.world
    }
}

/// Options of reading, as Python gives them.
#[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
pub(crate) fn world_options(
    py: Python<'_>,
    seed: u64,
    vars: Option<&Bound<'_, PyDict>>,
    pictures: bool,
    root: Option<PathBuf>,
    search: Vec<PathBuf>,
    compat: Option<&str>,
    classes: &[Py<PyAny>],
) -> PyResult<WorldOptions> {
    let compat = match compat {
        None => None,
        Some("none") => Some(Compat::None),
        Some("mvsim") => Some(Compat::Mvsim),
        Some(other) => {
            return Err(value_error(&format!("compat is {other:?}; it must be \"mvsim\", \"none\" or None")));
        }
    };
    let variables = vars.map_or_else(|| Ok(BTreeMap::new()), variables)?;
    let with_pictures = pictures;
    Ok(WorldOptions {
        seed,
        variables,
        root,
        search,
        with_pictures,
        compat,
        extensions: extensions(py, classes)?,
        ..WorldOptions::from_environment()
    })
}

/// Variables of a world; numbers and truth values are written as a world file does.
pub(crate) fn variables(vars: &Bound<'_, PyDict>) -> PyResult<BTreeMap<String, String>> {
    let mut variables = BTreeMap::new();
    for (name, value) in vars {
        variables.insert(name.extract()?, text_of(&value)?);
    }
    Ok(variables)
}

/// A value as a world file writes it.
pub(crate) fn text_of(value: &Bound<'_, PyAny>) -> PyResult<String> {
    match value.cast::<PyBool>() {
        Ok(flag) => Ok(flag.is_true().to_string()),
        Err(_) => Ok(value.str()?.to_string()),
    }
}

#[pymethods]
impl World {
    /// Read a world file. Only a file that cannot be opened raises; all other problems are ``diagnostics``.
    ///
    /// ``vars`` sets variables of the file, ``pictures`` loads textures for cameras, ``compat="mvsim"`` chooses MVSim's
    /// law of slopes, ``root`` and ``search`` are folders in which files are looked up. ``extensions`` are classes of
    /// ``skidpad.extension`` that the file may use besides the built-in ones.
    #[staticmethod]
    #[pyo3(signature = (
        path, *, seed=0, vars=None, pictures=false, root=None, search=vec![], compat=None, extensions=vec![]
    ))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn read(
        py: Python<'_>,
        path: PathBuf,
        seed: u64,
        vars: Option<&Bound<'_, PyDict>>,
        pictures: bool,
        root: Option<PathBuf>,
        search: Vec<PathBuf>,
        compat: Option<&str>,
        extensions: Vec<Py<PyAny>>,
    ) -> PyResult<World> {
        let options = world_options(py, seed, vars, pictures, root, search, compat, &extensions)?;
        let world = py.detach(|| skidpad::World::read(path, &options)).map_err(raised)?;
        Ok(SharedWorld::new(world, Arc::new(extensions)).into())
    }

    /// Read a world from a text. Nothing is read from disk; ``../definitions/…`` are the definitions of the package, and
    /// ``files`` has the bytes of other files by their names in the text. ``extensions`` are classes of
    /// ``skidpad.extension`` that the text may use.
    #[staticmethod]
    #[pyo3(signature = (text, *, seed=0, vars=None, pictures=false, compat=None, files=None, extensions=vec![]))]
    #[expect(clippy::too_many_arguments, reason = "keyword arguments of Python")]
    fn from_text(
        py: Python<'_>,
        text: &str,
        seed: u64,
        vars: Option<&Bound<'_, PyDict>>,
        pictures: bool,
        compat: Option<&str>,
        files: Option<BTreeMap<String, Vec<u8>>>,
        extensions: Vec<Py<PyAny>>,
    ) -> PyResult<World> {
        let options = world_options(py, seed, vars, pictures, None, Vec::new(), compat, &extensions)?;
        let beside = files.unwrap_or_default();
        let world = py.detach(|| skidpad::World::from_text_and_files(text, beside, &options));
        Ok(SharedWorld::new(world, Arc::new(extensions)).into())
    }

    /// Build the world. Raises ``WorldError`` with all errors at once.
    ///
    /// ``threads`` is the number of threads for the rays of lidars and cameras: 1 traces on the calling thread, 0 uses
    /// all cores. Readings do not depend on it.
    #[pyo3(signature = (*, threads=1))]
    fn build(&self, py: Python<'_>, threads: usize) -> PyResult<Simulation> {
        py.detach(|| Simulation::build(self.world.clone(), threads))
    }

    /// Every problem that was found, in the order of places.
    #[getter]
    fn diagnostics(&self) -> Vec<Diagnostic> {
        let sources = self.world.sources();
        self.world.diagnostics().iter().map(|problem| problem.record(sources).into()).collect()
    }

    /// Seed of all random numbers.
    #[getter]
    fn seed(&self) -> u64 {
        self.world.seed()
    }

    /// The path as it was given.
    #[getter]
    fn path(&self) -> &str {
        &self.world.opened_as
    }

    /// Read a world from the bytes of ``to_bytes``. The bytes have no code: a world with classes of ``extensions`` needs
    /// them again.
    #[staticmethod]
    #[pyo3(signature = (bytes, *, extensions=vec![]))]
    fn from_bytes(py: Python<'_>, bytes: &[u8], extensions: Vec<Py<PyAny>>) -> PyResult<World> {
        World::revived(py, bytes, extensions)
    }

    #[staticmethod]
    #[pyo3(name = "_from_parts")]
    fn revived(py: Python<'_>, bytes: &[u8], classes: Vec<Py<PyAny>>) -> PyResult<World> {
        let bundle = WorldBundle::from_bytes(bytes).map_err(|problem| value_error(&problem))?;
        let list = extensions(py, &classes)?;
        let world = py.detach(|| bundle.read_with(list));
        Ok(World { world: SharedWorld::new(world, Arc::new(classes)), bundle: Some(bytes.into()) })
    }

    /// The world with all its files, for another process or machine. Pickling uses it.
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        if let Some(bytes) = &self.bundle {
            return Ok(PyBytes::new(py, bytes));
        }
        let bytes = py.detach(|| self.world.bundle().to_bytes()).map_err(|problem| value_error(&problem))?;
        Ok(PyBytes::new(py, &bytes))
    }

    /// Classes are pickled by their names, as Python pickles all classes.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, WorldParts<'py>)> {
        let classes = self.world.classes.iter().map(|class| class.clone_ref(py)).collect();
        Ok((py.get_type::<World>().getattr("_from_parts")?, (self.to_bytes(py)?, classes)))
    }

    fn __repr__(&self) -> String {
        let count = self.world.diagnostics().iter().count();
        format!("<World {:?}, seed {}, {count} diagnostics>", self.world.opened_as, self.world.seed())
    }
}

/// Bytes and classes.
type WorldParts<'py> = (Bound<'py, PyBytes>, Vec<Py<PyAny>>);

impl From<SharedWorld> for World {
    fn from(world: SharedWorld) -> Self {
        World { world, bundle: None }
    }
}
