//! Readings of sensors: arrays with a stamp and the poses they belong to.

use crate::arrays::{layers, matrix, vector};
use crate::pose::Pose;
use numpy::{PyArray1, PyArray2, PyArray3};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use skidpad::math::Pose3;
use skidpad::messages::{self, CameraModel, CloudPoint, DepthPicture, Picture, Reading, ReadingData};

/// When and where a reading was taken: the fields that every reading has.
struct Taken {
    stamp_ns: u64,
    sensor_in_vehicle: Pose,
    sensor_in_world: Pose,
}

/// A reading as an object of its class.
pub(crate) fn reading<'py>(py: Python<'py>, reading: Reading) -> PyResult<Bound<'py, PyAny>> {
    let Reading { stamp_ns, sensor_in_vehicle, sensor_in_world, data, .. } = reading;
    let taken = Taken {
        stamp_ns,
        sensor_in_vehicle: sensor_in_vehicle.into(),
        sensor_in_world: sensor_in_world.into(),
    };
    Ok(match data {
        ReadingData::Scan(scan) => Scan::new(py, taken, scan).into_pyobject(py)?.into_any(),
        ReadingData::Cloud(cloud) => Cloud::new(py, taken, &cloud)?.into_pyobject(py)?.into_any(),
        ReadingData::Image(picture) => Image::new(py, taken, picture)?.into_pyobject(py)?.into_any(),
        ReadingData::Rgbd(rgbd) => Rgbd::new(py, taken, rgbd)?.into_pyobject(py)?.into_any(),
        ReadingData::Imu(imu) => Imu::new(py, taken, &imu).into_pyobject(py)?.into_any(),
        ReadingData::Gnss(gnss) => Gnss::new(&taken, &gnss).into_pyobject(py)?.into_any(),
        ReadingData::Cones(cones) => Cones::new(py, &taken, &cones).into_pyobject(py)?.into_any(),
        ReadingData::Arrays(arrays) => Arrays::new(py, taken, arrays)?.into_pyobject(py)?.into_any(),
    })
}

/// One turn of a planar laser scanner.
///
/// Beam i looks at ``angle_min_rad + i * angle_increment_rad``, counter-clockwise seen from above.
/// A range is +inf where nothing was met, and -inf where something is nearer than ``range_min_m``.
#[pyclass(frozen, get_all, module = "skidpad")]
pub(crate) struct Scan {
    /// Simulated time of the reading [ns].
    stamp_ns: u64,
    /// Where the sensor sits on its vehicle.
    sensor_in_vehicle: Pose,
    /// Where the sensor was: ground truth.
    sensor_in_world: Pose,
    /// Direction of the first beam [rad].
    angle_min_rad: f64,
    /// Angle between neighbouring beams [rad].
    angle_increment_rad: f64,
    /// Shortest range measured [m].
    range_min_m: f64,
    /// Longest range measured [m].
    range_max_m: f64,
    /// Distance along each beam [m].
    ranges_m: Py<PyArray1<f32>>,
    /// Strength of each return, 0 to 1.
    intensities: Py<PyArray1<f32>>,
}

impl Scan {
    fn new(py: Python<'_>, taken: Taken, scan: messages::Scan) -> Self {
        let Taken { stamp_ns, sensor_in_vehicle, sensor_in_world } = taken;
        Scan {
            stamp_ns,
            sensor_in_vehicle,
            sensor_in_world,
            angle_min_rad: scan.angle_min_rad,
            angle_increment_rad: scan.angle_increment_rad,
            range_min_m: scan.range_min_m,
            range_max_m: scan.range_max_m,
            ranges_m: vector(py, scan.ranges_m),
            intensities: vector(py, scan.intensities),
        }
    }
}

/// One sweep of a spinning lidar: rings from the lowest, in each ring the directions in which the sensor turns.
///
/// A beam without a return has NaN coordinates.
#[pyclass(frozen, get_all, module = "skidpad")]
pub(crate) struct Cloud {
    /// Simulated time of the reading [ns].
    stamp_ns: u64,
    /// Where the sensor sits on its vehicle.
    sensor_in_vehicle: Pose,
    /// Where the sensor was: ground truth.
    sensor_in_world: Pose,
    /// Time that a sweep takes [s]; 0 where all points are taken at once.
    sweep_s: f64,
    /// Shortest range measured [m].
    range_min_m: f64,
    /// Longest range measured [m].
    range_max_m: f64,
    /// Points in the sensor's frame at the time they were taken, (rings, columns, 3) [m].
    points_m: Py<PyArray3<f32>>,
    /// Strength of each return, 0 to 1, (rings, columns).
    intensities: Py<PyArray2<f32>>,
    /// When each point was taken, counted from the stamp, (rings, columns) [s].
    time_s: Py<PyArray2<f32>>,
    /// Last returns like ``points_m``, where the sensor reports two.
    last_points_m: Option<Py<PyArray3<f32>>>,
    /// Their strengths.
    last_intensities: Option<Py<PyArray2<f32>>>,
}

impl Cloud {
    fn new(py: Python<'_>, taken: Taken, cloud: &messages::Cloud) -> PyResult<Self> {
        let Taken { stamp_ns, sensor_in_vehicle, sensor_in_world } = taken;
        let (rings, columns) = (cloud.ring_count as usize, cloud.column_count as usize);
        let points = |points: &[CloudPoint]| {
            let numbers = points.iter().flat_map(|point| [point.x_m, point.y_m, point.z_m]).collect();
            layers(py, numbers, [rings, columns, 3])
        };
        let plane = |points: &[CloudPoint], of: fn(&CloudPoint) -> f32| {
            matrix(py, points.iter().map(of).collect(), [rings, columns])
        };
        let last = Some(&*cloud.last_returns).filter(|last| !last.is_empty());
        Ok(Cloud {
            stamp_ns,
            sensor_in_vehicle,
            sensor_in_world,
            sweep_s: cloud.sweep_s,
            range_min_m: cloud.range_min_m,
            range_max_m: cloud.range_max_m,
            points_m: points(&cloud.points)?,
            intensities: plane(&cloud.points, |point| point.intensity)?,
            time_s: plane(&cloud.points, |point| point.time_s)?,
            last_points_m: last.map(points).transpose()?,
            last_intensities: last.map(|last| plane(last, |point| point.intensity)).transpose()?,
        })
    }
}

/// How a camera maps directions to pixels: a pinhole with lens distortion, z forward, x right, y down.
#[pyclass(frozen, get_all, module = "skidpad")]
#[derive(Clone)]
pub(crate) struct Camera {
    /// Columns [px].
    width: u32,
    /// Rows [px].
    height: u32,
    /// Focal length along x [px].
    fx_px: f64,
    /// Focal length along y [px].
    fy_px: f64,
    /// Principal point, x [px].
    cx_px: f64,
    /// Principal point, y [px].
    cy_px: f64,
    /// k1, k2, p1, p2, k3 of Brown and Conrady, as in OpenCV.
    distortion: (f64, f64, f64, f64, f64),
}

impl From<&CameraModel> for Camera {
    fn from(camera: &CameraModel) -> Self {
        let CameraModel { width, height, fx_px, fy_px, cx_px, cy_px, distortion, lens: _ } = *camera;
        Camera { width, height, fx_px, fy_px, cx_px, cy_px, distortion: distortion.into() }
    }
}

/// A colour picture with ground truth per pixel.
#[pyclass(frozen, get_all, module = "skidpad")]
pub(crate) struct Image {
    /// Simulated time of the reading [ns].
    stamp_ns: u64,
    /// Where the sensor sits on its vehicle.
    sensor_in_vehicle: Pose,
    /// Where the sensor was: ground truth.
    sensor_in_world: Pose,
    /// Size and projection.
    camera: Camera,
    /// Colours, (rows, columns, 3).
    rgb: Py<PyArray3<u8>>,
    /// What kind of thing each pixel shows; 0 for the sky.
    labels: Py<PyArray2<u8>>,
    /// Which thing each pixel shows; 0 for none.
    instances: Py<PyArray2<u32>>,
}

impl Image {
    fn new(py: Python<'_>, taken: Taken, picture: Picture) -> PyResult<Self> {
        let Taken { stamp_ns, sensor_in_vehicle, sensor_in_world } = taken;
        let (camera, size) = (Camera::from(&picture.camera), size_of(&picture.camera));
        Ok(Image {
            stamp_ns,
            sensor_in_vehicle,
            sensor_in_world,
            camera,
            rgb: layers(py, picture.rgb, [size[0], size[1], 3])?,
            labels: matrix(py, picture.labels, size)?,
            instances: matrix(py, picture.instances, size)?,
        })
    }
}

/// Rows and columns.
fn size_of(camera: &CameraModel) -> [usize; 2] {
    [camera.height as usize, camera.width as usize]
}

/// Depth and colour of one camera. What the sensor does not have is ``None``.
#[pyclass(frozen, get_all, module = "skidpad")]
pub(crate) struct Rgbd {
    /// Simulated time of the reading [ns].
    stamp_ns: u64,
    /// Where the sensor sits on its vehicle.
    sensor_in_vehicle: Pose,
    /// Where the sensor was: ground truth.
    sensor_in_world: Pose,
    /// Distance along the optical axis, (rows, columns) [m]; NaN where there is none.
    depth_m: Option<Py<PyArray2<f32>>>,
    /// Size and projection of the depth picture.
    depth_camera: Option<Camera>,
    /// The depth picture as points in the sensor's frame (x forward, z up), (rows, columns, 3) [m].
    points_m: Option<Py<PyArray3<f32>>>,
    /// The colour picture. Its ``sensor_in_world`` is the pose of the colour camera, with z forward.
    colour: Option<Py<Image>>,
}

impl Rgbd {
    fn new(py: Python<'_>, taken: Taken, rgbd: messages::RgbdReading) -> PyResult<Self> {
        let Taken { stamp_ns, sensor_in_vehicle, sensor_in_world } = taken;
        let points = |depth: &DepthPicture| {
            let [rows, columns] = size_of(&depth.camera);
            let points = rgbd.points();
            let numbers = points.iter().flat_map(|point| [point.x_m, point.y_m, point.z_m]).collect();
            layers(py, numbers, [rows, columns, 3])
        };
        let points_m = rgbd.depth.as_ref().map(points).transpose()?;
        let messages::RgbdReading { depth, colour, colour_in_sensor } = rgbd;
        let metres = |depth: &DepthPicture| {
            let metre = |index| depth.depth_m(index).map_or(f32::NAN, |depth_m| depth_m as f32);
            matrix(py, (0..depth.depth.len()).map(metre).collect(), size_of(&depth.camera))
        };
        let beside = |pose: Pose| Pose::from(Pose3::from(pose) * colour_in_sensor);
        let image = |picture: Picture| {
            let taken = Taken {
                stamp_ns,
                sensor_in_vehicle: beside(sensor_in_vehicle),
                sensor_in_world: beside(sensor_in_world),
            };
            Py::new(py, Image::new(py, taken, picture)?)
        };
        Ok(Rgbd {
            stamp_ns,
            sensor_in_vehicle,
            sensor_in_world,
            depth_m: depth.as_ref().map(metres).transpose()?,
            depth_camera: depth.as_ref().map(|depth| Camera::from(&depth.camera)),
            points_m,
            colour: colour.map(image).transpose()?,
        })
    }
}

/// What an inertial measurement unit measured, in its own axes.
#[pyclass(frozen, get_all, module = "skidpad")]
pub(crate) struct Imu {
    /// Simulated time of the reading [ns].
    stamp_ns: u64,
    /// Where the sensor sits on its vehicle.
    sensor_in_vehicle: Pose,
    /// Where the sensor was: ground truth.
    sensor_in_world: Pose,
    /// Turn rate about x, y, z [rad/s].
    angular_velocity_radps: Py<PyArray1<f64>>,
    /// Specific force along x, y, z [m/s²]; at rest on level ground it points up with the strength of gravity.
    linear_acceleration_mps2: Py<PyArray1<f64>>,
    /// Orientation in east–north–up axes as the quaternion x, y, z, w, where the sensor reports it.
    orientation_in_enu: Option<Py<PyArray1<f64>>>,
}

impl Imu {
    fn new(py: Python<'_>, taken: Taken, imu: &messages::ImuReading) -> Self {
        let Taken { stamp_ns, sensor_in_vehicle, sensor_in_world } = taken;
        let (rate, force) = (imu.angular_velocity_radps, imu.linear_acceleration_mps2);
        Imu {
            stamp_ns,
            sensor_in_vehicle,
            sensor_in_world,
            angular_velocity_radps: vector(py, vec![rate.x, rate.y, rate.z]),
            linear_acceleration_mps2: vector(py, vec![force.x, force.y, force.z]),
            orientation_in_enu: imu.orientation_in_enu.map(|it| vector(py, vec![it.x, it.y, it.z, it.w])),
        }
    }
}

/// What a satellite receiver measured.
#[pyclass(frozen, get_all, module = "skidpad")]
pub(crate) struct Gnss {
    /// Simulated time of the reading [ns].
    stamp_ns: u64,
    /// Where the sensor sits on its vehicle.
    sensor_in_vehicle: Pose,
    /// Where the sensor was: ground truth.
    sensor_in_world: Pose,
    /// False without reception, or where the world does not say where on Earth it is.
    has_fix: bool,
    /// Latitude, WGS-84 [deg]; NaN without a fix, as the two below.
    latitude_deg: f64,
    /// Longitude [deg].
    longitude_deg: f64,
    /// Height over the ellipsoid [m].
    altitude_m: f64,
    /// Variances along east, north and up [m²].
    variance_enu_m2: (f64, f64, f64),
    /// Satellites in use.
    satellite_count: u8,
    /// Horizontal dilution of precision.
    hdop: f64,
}

impl Gnss {
    fn new(taken: &Taken, gnss: &messages::GnssReading) -> Self {
        let Taken { stamp_ns, sensor_in_vehicle, sensor_in_world } = *taken;
        Gnss {
            stamp_ns,
            sensor_in_vehicle,
            sensor_in_world,
            has_fix: gnss.has_fix,
            latitude_deg: gnss.latitude_deg,
            longitude_deg: gnss.longitude_deg,
            altitude_m: gnss.altitude_m,
            variance_enu_m2: gnss.variance_enu_m2.into(),
            satellite_count: gnss.satellite_count,
            hdop: gnss.hdop,
        }
    }
}

/// The cones that a detector reports, nearest first.
#[pyclass(frozen, get_all, module = "skidpad")]
pub(crate) struct Cones {
    /// Simulated time of the reading [ns].
    stamp_ns: u64,
    /// Where the sensor sits on its vehicle.
    sensor_in_vehicle: Pose,
    /// Where the sensor was: ground truth.
    sensor_in_world: Pose,
    /// Distance of each cone [m].
    ranges_m: Py<PyArray1<f64>>,
    /// Direction of each cone [rad], from the sensor's x axis to the left.
    bearings_rad: Py<PyArray1<f64>>,
    /// ``"blue"``, ``"yellow"`` or ``"orange"`` for each cone.
    colors: Vec<String>,
    /// Variance of a range [m²].
    range_variance_m2: f64,
    /// Variance of a bearing [rad²].
    bearing_variance_rad2: f64,
}

impl Cones {
    fn new(py: Python<'_>, taken: &Taken, it: &messages::ConeReading) -> Self {
        let Taken { stamp_ns, sensor_in_vehicle, sensor_in_world } = *taken;
        Cones {
            stamp_ns,
            sensor_in_vehicle,
            sensor_in_world,
            ranges_m: vector(py, it.cones.iter().map(|cone| cone.range_m).collect()),
            bearings_rad: vector(py, it.cones.iter().map(|cone| cone.bearing_rad).collect()),
            colors: it.cones.iter().map(|cone| cone.color.to_string()).collect(),
            range_variance_m2: it.range_variance_m2,
            bearing_variance_rad2: it.bearing_variance_rad2,
        }
    }
}

/// Named arrays of a sensor that a program brought along.
///
/// ``reading["range_m"]`` is one of its arrays.
#[pyclass(frozen, get_all, module = "skidpad")]
pub(crate) struct Arrays {
    /// Simulated time of the reading [ns].
    stamp_ns: u64,
    /// Where the sensor sits on its vehicle.
    sensor_in_vehicle: Pose,
    /// Where the sensor was: ground truth.
    sensor_in_world: Pose,
    /// The class of the sensor.
    sensor_class: String,
    /// The arrays by name.
    arrays: Py<PyDict>,
    /// The units by name; an empty one means none.
    units: Py<PyDict>,
    /// Why there is no measurement; ``None`` if there is one.
    failure: Option<String>,
}

#[pymethods]
impl Arrays {
    fn __getitem__<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        let missing = || pyo3::exceptions::PyKeyError::new_err(name.to_owned());
        self.arrays.bind(py).get_item(name)?.ok_or_else(missing)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!(
            "<Arrays of {} at {} ns: {}>",
            self.sensor_class,
            self.stamp_ns,
            self.arrays.bind(py).keys().repr()?
        ))
    }
}

impl Arrays {
    fn new(py: Python<'_>, taken: Taken, it: messages::ArraysReading) -> PyResult<Self> {
        let Taken { stamp_ns, sensor_in_vehicle, sensor_in_world } = taken;
        let (arrays, units) = (PyDict::new(py), PyDict::new(py));
        for array in it.arrays {
            arrays.set_item(&array.name, vector(py, array.values))?;
            units.set_item(&array.name, array.unit)?;
        }
        let (arrays, units) = (arrays.unbind(), units.unbind());
        let (sensor_class, failure) = (it.class, it.failure);
        Ok(Arrays { stamp_ns, sensor_in_vehicle, sensor_in_world, sensor_class, arrays, units, failure })
    }
}
