//! Sensors of a simulation.

use crate::errors::{other_error, raised};
use crate::pose::Pose;
use crate::readings::reading;
use crate::simulation::Simulation;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use skidpad::messages::{SensorId, SensorKind};

/// A sensor of a simulation.
///
/// >>> import skidpad
/// >>> sim = skidpad.load("worlds/gridmap.world.xml")
/// >>> laser = sim.sensor("r1/laser1")
/// >>> laser.kind
/// 'laser'
/// >>> laser.read().ranges_m.dtype
/// dtype('float32')
#[pyclass(frozen, module = "skidpad")]
pub(crate) struct Sensor {
    simulation: Py<Simulation>,
    id: SensorId,
    /// Its name: its vehicle's name, a slash, its own.
    #[pyo3(get)]
    name: String,
    /// ``"laser"``, ``"lidar3d"``, ``"camera"``, ``"rgbd"``, ``"imu"``, ``"gnss"`` or ``"cone_detector"``.
    #[pyo3(get)]
    kind: &'static str,
    /// Time between two readings [ns].
    #[pyo3(get)]
    period_ns: u64,
    /// Where it sits on its vehicle, or stands in the world.
    #[pyo3(get)]
    sensor_in_vehicle: Pose,
}

#[pymethods]
impl Sensor {
    /// Read the sensor now, whether a reading is due or not. The world does not change by being looked at.
    fn read<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let mut simulation = self.simulation.bind(py).try_borrow_mut()?;
        // A reset takes spawned vehicles away, and another vehicle may follow in their place.
        if simulation.sim.roster().sensor_name(self.id) != self.name {
            return Err(other_error(&format!("the sensor {:?} is no longer in the world", self.name)));
        }
        simulation.read_now(py, self.id)
    }

    fn __repr__(&self) -> String {
        format!("<Sensor {:?}, {}>", self.name, self.kind)
    }
}

#[pymethods]
impl Simulation {
    /// Names of the sensors: ``"vehicle/sensor"``, or ``"sensor"`` for one that stands in the world.
    #[getter]
    fn sensors(&self) -> Vec<String> {
        let roster = self.sim.roster();
        (0..).map(SensorId).take(roster.sensors.len()).map(|id| roster.sensor_name(id)).collect()
    }

    /// The sensor with this name.
    fn sensor(this: Bound<'_, Self>, name: &str) -> PyResult<Sensor> {
        let it = this.try_borrow()?;
        let id = it.sim.sensor(name).map_err(raised)?;
        let entry = &it.sim.roster().sensors[id.index()];
        let kind = match entry.kind {
            SensorKind::Laser => "laser",
            SensorKind::Lidar3d => "lidar3d",
            SensorKind::Camera => "camera",
            SensorKind::Rgbd => "rgbd",
            SensorKind::Imu => "imu",
            SensorKind::Gnss => "gnss",
            SensorKind::ConeDetector => "cone_detector",
            SensorKind::Arrays => "arrays",
        };
        let (period_ns, sensor_in_vehicle) = (entry.period_ns, entry.sensor_in_vehicle.into());
        drop(it);
        Ok(Sensor {
            simulation: this.unbind(),
            id,
            name: name.to_string(),
            kind,
            period_ns,
            sensor_in_vehicle,
        })
    }

    /// Read the sensor with this name now, whether a reading is due or not.
    fn read<'py>(&mut self, py: Python<'py>, sensor: &str) -> PyResult<Bound<'py, PyAny>> {
        let id = self.sim.sensor(sensor).map_err(raised)?;
        self.read_now(py, id)
    }

    /// Readings that were due in the last step, by the names of their sensors.
    fn readings<'py>(&mut self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let all = py.detach(|| self.sim.readings());
        let readings = PyDict::new(py);
        for one in all {
            let name = self.sim.roster().sensor_name(one.sensor);
            readings.set_item(name, reading(py, one)?)?;
        }
        Ok(readings)
    }
}

impl Simulation {
    fn read_now<'py>(&mut self, py: Python<'py>, id: SensorId) -> PyResult<Bound<'py, PyAny>> {
        let taken = py.detach(|| self.sim.read(id));
        reading(py, taken)
    }
}
