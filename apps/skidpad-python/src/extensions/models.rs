//! The models of classes written in Python: one object of the class behind each trait of `skidpad::extension`.

use super::calls::{PythonClass, PythonObject, call, call_with_memory};
use super::values::{Forces, GivenStep, Grip, Hits, Motion, command_kind};
use super::views::{DriveView, ElementView, PushedBody, SensorView, Slip};
use numpy::{AllowTypeChange, PyArray1, PyArrayLikeDyn};
use pyo3::exceptions::{PyStopIteration, PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyMapping;
use skidpad::description::Values;
use skidpad::extension::{self, Control, ControllerModel, DriveStep, DynamicsModel, ElementModel};
use skidpad::extension::{GroundMotion, Push, Rays, SensorModel, TyreModel};
use skidpad::math::{Vec2, Vec3};
use skidpad::messages::{
    ArraysReading, Cloud, CloudPoint, Drive, ImuReading, NamedArray, ReadingData, Scan, SensorKind,
};
use std::collections::BTreeMap;

/// A sensor.
pub(super) struct PythonSensor {
    python: PythonObject,
    gives: SensorKind,
    /// Whether `read` is a generator, which casts rays by yielding them.
    casts_rays: bool,
    units: BTreeMap<String, String>,
}

impl PythonSensor {
    pub(super) fn new(class: &PythonClass, gives: SensorKind, values: &Values) -> Result<Self, String> {
        Ok(PythonSensor {
            python: class.object(values)?,
            gives,
            casts_rays: class.is_generator("read")?,
            units: class.attribute("units")?,
        })
    }

    /// What `read` returned; a generator yields casts and gets hits until then.
    fn result<'py>(
        &self,
        py: Python<'py>,
        at: &extension::SensorView<'_>,
        rays: &Rays<'_>,
        memory: &[f64],
    ) -> PyResult<Bound<'py, PyAny>> {
        let arguments = (SensorView::new(at), PyArray1::from_slice(py, memory));
        let result = self.python.object.bind(py).call_method1(intern!(py, "read"), arguments)?;
        if !self.casts_rays {
            return Ok(result);
        }
        let mut answer = py.None().into_bound(py);
        loop {
            match result.call_method1(intern!(py, "send"), (answer,)) {
                Ok(cast) => answer = Bound::new(py, hits(py, at, rays, &cast)?)?.into_any(),
                Err(end) if end.is_instance_of::<PyStopIteration>(py) => {
                    return end.value(py).getattr(intern!(py, "value"));
                }
                Err(problem) => return Err(problem),
            }
        }
    }

    fn reading(&self, given: &Bound<'_, PyAny>) -> PyResult<ReadingData> {
        let given = given
            .cast::<PyMapping>()
            .map_err(|_| PyTypeError::new_err("read must return a dictionary of arrays by name"))?;
        match self.gives {
            SensorKind::Laser => scan(given).map(ReadingData::Scan),
            SensorKind::Lidar3d => cloud(given).map(ReadingData::Cloud),
            SensorKind::Imu => imu(given).map(ReadingData::Imu),
            _ => {
                let mut arrays = Vec::new();
                for item in given.items()?.try_iter()? {
                    let (name, values): (String, Bound<'_, PyAny>) = item?.extract()?;
                    let unit = self.units.get(&name).map_or("", String::as_str);
                    arrays.push(NamedArray::new(&name, unit, numbers(&values)?));
                }
                Ok(ReadingData::Arrays(ArraysReading { arrays, ..ArraysReading::default() }))
            }
        }
    }
}

impl SensorModel for PythonSensor {
    fn read(&self, at: &extension::SensorView<'_>, rays: &Rays<'_>, memory: &[f64]) -> ReadingData {
        call(|py| self.reading(&self.result(py, at, rays, memory)?))
    }

    fn memory(&self) -> Vec<f64> {
        self.python.memory.clone()
    }

    fn advance(&self, at: &extension::SensorView<'_>, memory: &mut [f64]) {
        call_with_memory(memory, |py, memory| {
            let arguments = (SensorView::new(at), memory);
            self.python.object.bind(py).call_method1(intern!(py, "advance"), arguments).map(|_| ())
        });
    }

    fn casts_rays(&self) -> bool {
        self.casts_rays
    }
}

/// Cast the rays that a generator yielded.
fn hits(
    py: Python<'_>,
    at: &extension::SensorView<'_>,
    rays: &Rays<'_>,
    cast: &Bound<'_, PyAny>,
) -> PyResult<Hits> {
    let max_range_m: f64 = cast.getattr(intern!(py, "max_range_m"))?.extract()?;
    let given: Numbers<'_> = cast.getattr(intern!(py, "directions"))?.extract()?;
    let given = given.as_array();
    let &[_, 3] = given.shape() else {
        return Err(PyValueError::new_err("directions must have three columns"));
    };
    let directions: Vec<Vec3> = given.rows().into_iter().map(|it| Vec3::new(it[0], it[1], it[2])).collect();
    let is_one = |it: &Vec3| (it.x * it.x + it.y * it.y + it.z * it.z - 1.0).abs() < 1e-6;
    if !directions.iter().all(is_one) {
        return Err(PyValueError::new_err("directions must have length 1"));
    }
    let hits = py.detach(|| rays.cast_all(&directions, max_range_m));
    Hits::new(py, at, &hits)
}

/// An array, or what NumPy makes one of.
type Numbers<'py> = PyArrayLikeDyn<'py, f64, AllowTypeChange>;

/// One number or an array of them.
fn numbers(given: &Bound<'_, PyAny>) -> PyResult<Vec<f64>> {
    if let Ok(number) = given.extract::<f64>() {
        return Ok(vec![number]);
    }
    Ok(given.extract::<Numbers<'_>>()?.as_array().iter().copied().collect())
}

/// A field of a reading that stands for one of a built-in sensor.
fn field(given: &Bound<'_, PyMapping>, name: &str) -> PyResult<Vec<f64>> {
    if !given.contains(name)? {
        return Err(PyValueError::new_err(format!("its reading lacks {name:?}")));
    }
    numbers(&given.get_item(name)?)
}

/// A field that may be left out.
fn optional(given: &Bound<'_, PyMapping>, name: &str) -> PyResult<Option<Vec<f64>>> {
    if given.contains(name)? { field(given, name).map(Some) } else { Ok(None) }
}

fn one(given: &Bound<'_, PyMapping>, name: &str) -> PyResult<f64> {
    match *field(given, name)? {
        [number] => Ok(number),
        _ => Err(PyValueError::new_err(format!("{name:?} must be one number"))),
    }
}

fn three(given: &Bound<'_, PyMapping>, name: &str) -> PyResult<Vec3> {
    match *field(given, name)? {
        [x, y, z] => Ok(Vec3::new(x, y, z)),
        _ => Err(PyValueError::new_err(format!("{name:?} must be three numbers"))),
    }
}

fn scan(given: &Bound<'_, PyMapping>) -> PyResult<Scan> {
    let ranges_m: Vec<f32> = field(given, "ranges_m")?.into_iter().map(|range_m| range_m as f32).collect();
    let intensities = optional(given, "intensities")?.map_or_else(
        || vec![0.0; ranges_m.len()],
        |all| all.into_iter().map(|intensity| intensity as f32).collect(),
    );
    if intensities.len() != ranges_m.len() {
        return Err(PyValueError::new_err("there must be as many intensities as ranges"));
    }
    Ok(Scan {
        angle_min_rad: one(given, "angle_min_rad")?,
        angle_increment_rad: one(given, "angle_increment_rad")?,
        scan_time_s: 0.0,
        range_min_m: one(given, "range_min_m")?,
        range_max_m: one(given, "range_max_m")?,
        ranges_m,
        intensities,
    })
}

/// Points as one ring.
fn cloud(given: &Bound<'_, PyMapping>) -> PyResult<Cloud> {
    let points = field(given, "points_m")?;
    let count = points.len() / 3;
    let intensities = optional(given, "intensities")?.unwrap_or_else(|| vec![0.0; count]);
    if points.len() != 3 * count || intensities.len() != count {
        return Err(PyValueError::new_err("points_m must have three columns, and an intensity for each row"));
    }
    let point = |(it, intensity): (&[f64], &f64)| CloudPoint {
        x_m: it[0] as f32,
        y_m: it[1] as f32,
        z_m: it[2] as f32,
        intensity: *intensity as f32,
        time_s: 0.0,
        ring: 0,
    };
    Ok(Cloud {
        ring_count: 1,
        column_count: u32::try_from(count).unwrap_or(u32::MAX),
        sweep_s: 0.0,
        range_min_m: one(given, "range_min_m")?,
        range_max_m: one(given, "range_max_m")?,
        points: points.chunks_exact(3).zip(&intensities).map(point).collect(),
        last_returns: Vec::new(),
    })
}

fn imu(given: &Bound<'_, PyMapping>) -> PyResult<ImuReading> {
    Ok(ImuReading {
        angular_velocity_radps: three(given, "angular_velocity_radps")?,
        linear_acceleration_mps2: three(given, "linear_acceleration_mps2")?,
        orientation_in_enu: None,
        angular_velocity_variance: 0.0,
        linear_acceleration_variance: 0.0,
        orientation_variance: 0.0,
    })
}

/// An element. What its class does not override is not called.
pub(super) struct PythonElement {
    python: PythonObject,
    has_step: bool,
    has_ground: bool,
    has_push: bool,
}

impl PythonElement {
    pub(super) fn new(class: &PythonClass, values: &Values) -> Result<Self, String> {
        Ok(PythonElement {
            python: class.object(values)?,
            has_step: class.overrides("Element", "step")?,
            has_ground: class.overrides("Element", "ground_motion")?,
            has_push: class.overrides("Element", "push")?,
        })
    }

    /// Two or three numbers; none where the method returns none.
    fn numbers(&self, result: &Bound<'_, PyAny>, method: &str) -> PyResult<Option<[f64; 3]>> {
        if result.is_none() {
            return Ok(None);
        }
        match *numbers(result)? {
            [x, y] => Ok(Some([x, y, 0.0])),
            [x, y, turn] => Ok(Some([x, y, turn])),
            _ => Err(PyValueError::new_err(format!("{method} must return None, two or three numbers"))),
        }
    }
}

impl ElementModel for PythonElement {
    fn memory(&self) -> Vec<f64> {
        self.python.memory.clone()
    }

    fn step(&self, at: &extension::ElementView<'_>, memory: &mut [f64]) -> Vec<String> {
        if !self.has_step {
            return Vec::new();
        }
        call_with_memory(memory, |py, memory| {
            let arguments = (ElementView::new(at), memory);
            let notes = self.python.object.bind(py).call_method1(intern!(py, "step"), arguments)?;
            if notes.is_none() { Ok(Vec::new()) } else { notes.extract() }
        })
    }

    fn ground_motion(&self, point_in_world_m: [f64; 3], memory: &[f64]) -> Option<GroundMotion> {
        if !self.has_ground {
            return None;
        }
        let [x, y, z] = point_in_world_m;
        let found = call(|py| {
            let arguments = ((x, y, z), PyArray1::from_slice(py, memory));
            let result = self.python.object.bind(py).call_method1(intern!(py, "ground_motion"), arguments)?;
            self.numbers(&result, "ground_motion")
        });
        found.map(|[vx, vy, yaw_rate_radps]| GroundMotion { velocity_mps: Vec2::new(vx, vy), yaw_rate_radps })
    }

    fn push(&self, body: &extension::PushedBody, memory: &[f64]) -> Option<Push> {
        if !self.has_push {
            return None;
        }
        let found = call(|py| {
            let arguments = (PushedBody::new(body), PyArray1::from_slice(py, memory));
            let result = self.python.object.bind(py).call_method1(intern!(py, "push"), arguments)?;
            self.numbers(&result, "push")
        });
        found.map(|[fx, fy, moment_nm]| Push { force_n: Vec2::new(fx, fy), moment_nm })
    }
}

/// A tyre.
pub(super) struct PythonTyre {
    python: PythonObject,
}

impl PythonTyre {
    pub(super) fn new(class: &PythonClass, values: &Values) -> Result<Self, String> {
        Ok(PythonTyre { python: class.object(values)? })
    }
}

impl TyreModel for PythonTyre {
    fn grip(&self, slip: &extension::Slip) -> extension::Grip {
        call(|py| {
            let result = self.python.object.bind(py).call_method1(intern!(py, "grip"), (Slip::new(slip),))?;
            Ok(result.extract::<Grip>().map_err(|_| PyTypeError::new_err("grip must return a Grip"))?.grip)
        })
    }
}

/// A controller.
pub(super) struct PythonController {
    python: PythonObject,
    accepts: Vec<String>,
}

impl PythonController {
    pub(super) fn new(class: &PythonClass, values: &Values) -> Result<Self, String> {
        Ok(PythonController { python: class.object(values)?, accepts: class.attribute("accepts")? })
    }
}

impl ControllerModel for PythonController {
    fn control(&self, at: &extension::DriveView<'_>, memory: &mut [f64]) -> Control {
        call_with_memory(memory, |py, memory| {
            let arguments = (DriveView::new(at), memory);
            let result = self.python.object.bind(py).call_method1(intern!(py, "control"), arguments)?;
            match *numbers(&result)? {
                [left_nm, right_nm] => Ok(Control { left_nm, right_nm, steer_rad: 0.0 }),
                [left_nm, right_nm, steer_rad] => Ok(Control { left_nm, right_nm, steer_rad }),
                _ => {
                    Err(PyValueError::new_err("control must return two torques, and a steering angle or not"))
                }
            }
        })
    }

    fn accepts(&self, command: &Drive) -> bool {
        self.accepts.iter().any(|kind| kind == command_kind(command))
    }

    fn memory(&self) -> Vec<f64> {
        self.python.memory.clone()
    }
}

/// Dynamics of a vehicle.
pub(super) struct PythonDynamics {
    python: PythonObject,
    accepts: Vec<String>,
}

impl PythonDynamics {
    pub(super) fn new(class: &PythonClass, values: &Values) -> Result<Self, String> {
        Ok(PythonDynamics { python: class.object(values)?, accepts: class.attribute("accepts")? })
    }
}

impl DynamicsModel for PythonDynamics {
    fn step(&self, at: &extension::DriveView<'_>, memory: &mut [f64]) -> DriveStep {
        let GivenStep { motion, wheels, odometry } = call_with_memory(memory, |py, memory| {
            let arguments = (DriveView::new(at), memory);
            let result = self.python.object.bind(py).call_method1(intern!(py, "step"), arguments)?;
            let step = match (result.extract::<Forces>(), result.extract::<Motion>()) {
                (Ok(forces), _) => forces.step,
                (_, Ok(motion)) => motion.step,
                _ => return Err(PyTypeError::new_err("step must return Forces or Motion")),
            };
            if !step.wheels.is_empty() && step.wheels.len() != at.wheels.len() {
                let (given, wanted) = (step.wheels.len(), at.wheels.len());
                return Err(PyValueError::new_err(format!(
                    "step gave {given} wheels, the vehicle has {wanted}"
                )));
            }
            Ok(step)
        });
        let mut after = [extension::WheelStep::default(); 4];
        for (index, (after, before)) in after.iter_mut().zip(at.wheels).enumerate() {
            let kept = extension::WheelStep {
                spin_radps: before.spin_radps,
                steer_rad: before.steer_rad,
                ..extension::WheelStep::default()
            };
            *after = wheels.get(index).map_or(kept, |&wheel| wheel.into());
        }
        DriveStep { motion, wheels: after, odometry }
    }

    fn accepts(&self, command: &Drive) -> bool {
        self.accepts.iter().any(|kind| kind == command_kind(command))
    }

    fn memory(&self) -> Vec<f64> {
        self.python.memory.clone()
    }
}
