//! Sensors: their names, what a reading says besides its arrays.

use crate::border::{put, put_text, text};
use crate::handles::{Session, SkidpadSimulation, with};
use crate::status::{Failure, SkidpadStatus};
use crate::vehicles::SkidpadPose;
use skidpad::messages::{Reading, ReadingData, SensorId};
use std::ffi::c_char;

/// What a sensor is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub enum SkidpadKind {
    /// A planar laser scanner: ranges, intensities.
    Scan = 1,
    /// A spinning lidar: points, intensities, times.
    Cloud = 2,
    /// A colour camera: colours, labels, instances.
    Image = 3,
    /// A depth camera: depths, points, and what a colour camera has.
    Rgbd = 4,
    /// An inertial measurement unit.
    Imu = 5,
    /// A satellite receiver.
    Gnss = 6,
    /// A detector of cones.
    Cones = 7,
    /// A sensor of a class that a library in Rust brought along: skidpad_named_array has its arrays.
    Arrays = 8,
}

/// When and where a reading was taken, and the angles and ranges of a scan or a cloud.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct SkidpadReading {
    /// What the sensor is.
    pub kind: SkidpadKind,
    /// Simulated time of the reading [ns].
    pub stamp_ns: u64,
    /// Where the sensor sits on its vehicle.
    pub sensor_in_vehicle: SkidpadPose,
    /// Where the sensor was: ground truth.
    pub sensor_in_world: SkidpadPose,
    /// Direction of the first beam of a scan [rad], positive to the left; NaN of other sensors.
    pub angle_min_rad: f64,
    /// Angle between neighbouring beams of a scan [rad]; NaN of other sensors.
    pub angle_increment_rad: f64,
    /// Shortest range of a scan or a cloud [m]; NaN of other sensors.
    pub range_min_m: f64,
    /// Longest range of a scan or a cloud [m]; NaN of other sensors.
    pub range_max_m: f64,
}

/// What an inertial measurement unit measured, in its own axes.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct SkidpadImu {
    /// Turn rate [rad/s].
    pub angular_velocity_radps: [f64; 3],
    /// Specific force [m/s²]: at rest on level ground it points up with the strength of gravity.
    pub linear_acceleration_mps2: [f64; 3],
    /// Orientation in east–north–up axes: w, x, y, z; NaN where the sensor does not report it.
    pub orientation_in_enu: [f64; 4],
}

/// What a satellite receiver measured.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
pub struct SkidpadGnss {
    /// Latitude [deg], WGS-84; NaN without a fix.
    pub latitude_deg: f64,
    /// Longitude [deg].
    pub longitude_deg: f64,
    /// Height over the ellipsoid [m].
    pub altitude_m: f64,
    /// Variances along east, north and up [m²].
    pub variance_enu_m2: [f64; 3],
    /// Horizontal dilution of precision.
    pub hdop: f64,
    /// Satellites in use.
    pub satellite_count: u32,
    /// Quality as in NMEA's GGA: 0 none, 1 plain, 2 differential, 4 RTK fixed, 5 RTK float.
    pub quality: u32,
}

/// The sensor with this number, if there is one.
fn sensor_id(session: &Session, sensor: u32) -> Result<SensorId, Failure> {
    let sensor_count = session.sim.roster().sensors.len();
    if (sensor as usize) < sensor_count {
        return Ok(SensorId(sensor));
    }
    let message = format!("there is no sensor {sensor}; the world has {sensor_count}, counted from 0");
    Err(Failure::new(SkidpadStatus::NoSuchName, message))
}

/// The last reading of a sensor.
pub(crate) fn last_reading(session: &Session, sensor: u32) -> Result<&Reading, Failure> {
    let id = sensor_id(session, sensor)?;
    session.readings.get(&sensor).ok_or_else(|| {
        let name = session.sim.roster().sensor_name(id);
        Failure::new(SkidpadStatus::NoSuchArray, format!("{name} has not been read; call skidpad_read first"))
    })
}

/// Number of sensors. They are numbered from 0: those of the first vehicle, of the next, then those without a vehicle.
///
/// # Safety
/// `sensor_count` points to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_sensor_count(
    simulation: *const SkidpadSimulation,
    sensor_count: *mut u32,
) -> SkidpadStatus {
    with(simulation, |session| {
        let count = session.sim.roster().sensors.len() as u32;
        // SAFETY: the caller's promise, passed on.
        unsafe { put(sensor_count, count, "sensor_count") }
    })
}

/// The number of the sensor with this name: "r1/laser1" on a vehicle, "laser1" without one.
///
/// # Safety
/// `name` is a text that ends with a zero byte; `sensor` points to a number.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_find_sensor(
    simulation: *const SkidpadSimulation,
    name: *const c_char,
    sensor: *mut u32,
) -> SkidpadStatus {
    with(simulation, |session| {
        // SAFETY: the caller's promises, passed on.
        unsafe {
            let SensorId(number) = session.sim.sensor(text(name, "name")?)?;
            put(sensor, number, "sensor")
        }
    })
}

/// The name of a sensor, as skidpad_vehicle_name gives that of a vehicle.
///
/// # Safety
/// As that of `skidpad_vehicle_name`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_sensor_name(
    simulation: *const SkidpadSimulation,
    sensor: u32,
    name: *mut c_char,
    capacity: usize,
    length: *mut usize,
) -> SkidpadStatus {
    with(simulation, |session| {
        let full_name = session.sim.roster().sensor_name(sensor_id(session, sensor)?);
        // SAFETY: the caller's promises, passed on.
        unsafe { put_text(&full_name, name, capacity, length) }
    })
}

/// Read a sensor now, whether a reading is due or not. The reading is kept until the next one of the same sensor;
/// skidpad_array_shape, skidpad_array, skidpad_named_array, skidpad_imu and skidpad_gnss look at it.
///
/// # Safety
/// `reading` is null or points to a reading.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_read(
    simulation: *mut SkidpadSimulation,
    sensor: u32,
    reading: *mut SkidpadReading,
) -> SkidpadStatus {
    with(simulation, |session| {
        let taken = session.sim.read(sensor_id(session, sensor)?);
        let header = header(&taken);
        session.readings.insert(sensor, taken);
        // SAFETY: the caller's promise, passed on.
        unsafe { crate::border::offer(reading, header) };
        Ok(())
    })
}

fn header(reading: &Reading) -> SkidpadReading {
    let nan = f64::NAN;
    let (kind, [angle_min_rad, angle_increment_rad, range_min_m, range_max_m]) = match &reading.data {
        ReadingData::Scan(it) => {
            let geometry = [it.angle_min_rad, it.angle_increment_rad, it.range_min_m, it.range_max_m];
            (SkidpadKind::Scan, geometry)
        }
        ReadingData::Cloud(it) => (SkidpadKind::Cloud, [nan, nan, it.range_min_m, it.range_max_m]),
        ReadingData::Image(_) => (SkidpadKind::Image, [nan; 4]),
        ReadingData::Rgbd(_) => (SkidpadKind::Rgbd, [nan; 4]),
        ReadingData::Imu(_) => (SkidpadKind::Imu, [nan; 4]),
        ReadingData::Gnss(_) => (SkidpadKind::Gnss, [nan; 4]),
        ReadingData::Cones(_) => (SkidpadKind::Cones, [nan; 4]),
        ReadingData::Arrays(_) => (SkidpadKind::Arrays, [nan; 4]),
    };
    SkidpadReading {
        kind,
        stamp_ns: reading.stamp_ns,
        sensor_in_vehicle: reading.sensor_in_vehicle.into(),
        sensor_in_world: reading.sensor_in_world.into(),
        angle_min_rad,
        angle_increment_rad,
        range_min_m,
        range_max_m,
    }
}

/// What an inertial measurement unit measured when it was last read.
///
/// # Safety
/// `imu` points to a measurement.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_imu(
    simulation: *const SkidpadSimulation,
    sensor: u32,
    imu: *mut SkidpadImu,
) -> SkidpadStatus {
    with(simulation, |session| {
        let ReadingData::Imu(it) = &last_reading(session, sensor)?.data else {
            return Err(Failure::new(SkidpadStatus::NoSuchArray, "the sensor is no IMU"));
        };
        let (turn, force) = (it.angular_velocity_radps, it.linear_acceleration_mps2);
        let measured = SkidpadImu {
            angular_velocity_radps: [turn.x, turn.y, turn.z],
            linear_acceleration_mps2: [force.x, force.y, force.z],
            orientation_in_enu: it.orientation_in_enu.map_or([f64::NAN; 4], |q| [q.w, q.x, q.y, q.z]),
        };
        // SAFETY: the caller's promise, passed on.
        unsafe { put(imu, measured, "imu") }
    })
}

/// What a satellite receiver measured when it was last read.
///
/// # Safety
/// `gnss` points to a measurement.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn skidpad_gnss(
    simulation: *const SkidpadSimulation,
    sensor: u32,
    gnss: *mut SkidpadGnss,
) -> SkidpadStatus {
    with(simulation, |session| {
        let ReadingData::Gnss(it) = &last_reading(session, sensor)?.data else {
            return Err(Failure::new(SkidpadStatus::NoSuchArray, "the sensor is no satellite receiver"));
        };
        let measured = SkidpadGnss {
            latitude_deg: it.latitude_deg,
            longitude_deg: it.longitude_deg,
            altitude_m: it.altitude_m,
            variance_enu_m2: it.variance_enu_m2,
            hdop: it.hdop,
            satellite_count: it.satellite_count.into(),
            quality: it.quality.gga().into(),
        };
        // SAFETY: the caller's promise, passed on.
        unsafe { put(gnss, measured, "gnss") }
    })
}
