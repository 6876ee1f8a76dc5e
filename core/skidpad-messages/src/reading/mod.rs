//! What sensors measure: plain data with a stamp and the poses it belongs to.

mod arrays;
mod camera_model;
mod cloud;
mod cones;
mod picture;
mod scan;

pub use arrays::{ArraysReading, NamedArray};
pub use camera_model::{CameraModel, LensModel};
pub use cloud::{Cloud, CloudPoint};
pub use cones::{ConeColor, ConeReading, SeenCone};
pub use picture::{ColouredPoint, DepthPicture, Picture, RgbdReading};
pub use scan::Scan;

use crate::{SensorId, SensorKind};
use serde::{Deserialize, Serialize};
use skidpad_math::{Pose3, Quat, Vec3};

/// One measurement of one sensor.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reading {
    /// Whose it is.
    pub sensor: SensorId,
    /// Simulated time of the measurement [ns].
    pub stamp_ns: u64,
    /// Where the sensor sits on its vehicle; the same as in the world for a sensor that stands by itself.
    pub sensor_in_vehicle: Pose3,
    /// Where the sensor was at the stamp: ground truth.
    pub sensor_in_world: Pose3,
    /// What it measured.
    pub data: ReadingData,
}

impl Reading {
    /// Time of the measurement [s].
    pub fn stamp_s(&self) -> f64 {
        self.stamp_ns as f64 * 1e-9
    }

    /// About how much memory it takes.
    pub fn weight_bytes(&self) -> usize {
        let picture =
            |picture: &Picture| picture.rgb.len() + picture.labels.len() + 4 * picture.instances.len();
        let data = match &self.data {
            ReadingData::Scan(scan) => 8 * scan.ranges_m.len(),
            ReadingData::Cloud(cloud) => 24 * (cloud.points.len() + cloud.last_returns.len()),
            ReadingData::Image(image) => picture(image),
            ReadingData::Rgbd(rgbd) => {
                let depth = rgbd.depth.as_ref().map_or(0, |depth| 2 * depth.depth.len());
                depth + rgbd.colour.as_ref().map_or(0, picture)
            }
            ReadingData::Cones(it) => 32 * it.cones.len(),
            ReadingData::Arrays(it) => it.arrays.iter().map(|array| 64 + 8 * array.values.len()).sum(),
            ReadingData::Imu(_) | ReadingData::Gnss(_) => 0,
        };
        256 + data
    }
}

/// What a sensor measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum ReadingData {
    /// Ranges in a plane.
    Scan(Scan),
    /// Points in space.
    Cloud(Cloud),
    /// A colour picture.
    Image(Picture),
    /// Depth and colour.
    Rgbd(RgbdReading),
    /// Rates and accelerations.
    Imu(ImuReading),
    /// A place on Earth.
    Gnss(GnssReading),
    /// Cones beside a track.
    Cones(ConeReading),
    /// Named arrays of a sensor that a program brought along.
    Arrays(ArraysReading),
}

impl ReadingData {
    /// The kind of sensor that measures this.
    pub fn kind(&self) -> SensorKind {
        match self {
            ReadingData::Scan(_) => SensorKind::Laser,
            ReadingData::Cloud(_) => SensorKind::Lidar3d,
            ReadingData::Image(_) => SensorKind::Camera,
            ReadingData::Rgbd(_) => SensorKind::Rgbd,
            ReadingData::Imu(_) => SensorKind::Imu,
            ReadingData::Gnss(_) => SensorKind::Gnss,
            ReadingData::Cones(_) => SensorKind::ConeDetector,
            ReadingData::Arrays(_) => SensorKind::Arrays,
        }
    }

    /// Why there is no measurement, if the sensor failed.
    pub fn failure(&self) -> Option<&str> {
        match self {
            ReadingData::Arrays(reading) => reading.failure.as_deref(),
            _ => None,
        }
    }
}

/// What an inertial measurement unit measured, in its own axes.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
pub struct ImuReading {
    /// Turn rate [rad/s].
    pub angular_velocity_radps: Vec3,
    /// Specific force [m/s²]: at rest on level ground it points up with the strength of gravity.
    pub linear_acceleration_mps2: Vec3,
    /// Orientation in east–north–up axes, where the sensor reports it.
    pub orientation_in_enu: Option<Quat>,
    /// Variance of each component of the turn rate [rad²/s²].
    pub angular_velocity_variance: f64,
    /// Variance of each component of the specific force [m²/s⁴].
    pub linear_acceleration_variance: f64,
    /// Variance of the orientation about each axis [rad²].
    pub orientation_variance: f64,
}

/// What a satellite receiver measured.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct GnssReading {
    /// False without reception, or where the world does not say where on Earth it is.
    pub has_fix: bool,
    /// Quality of the position.
    #[serde(default)]
    pub quality: FixQuality,
    /// Latitude [deg], WGS-84; NaN without a fix, as the two below.
    pub latitude_deg: f64,
    /// Longitude [deg].
    pub longitude_deg: f64,
    /// Height over the ellipsoid [m].
    pub altitude_m: f64,
    /// Variances along east, north and up [m²].
    pub variance_enu_m2: [f64; 3],
    /// Satellites in use.
    pub satellite_count: u8,
    /// Horizontal dilution of precision.
    pub hdop: f64,
}

/// Quality of a satellite receiver's position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum FixQuality {
    /// No position.
    NoFix,
    /// Plain.
    #[default]
    Gps,
    /// With corrections of a station.
    Dgps,
    /// With corrections of a satellite.
    Sbas,
    /// By carrier phase, ambiguities not resolved.
    RtkFloat,
    /// By carrier phase, ambiguities resolved.
    RtkFixed,
}

impl FixQuality {
    /// The number of NMEA's GGA sentence.
    pub fn gga(self) -> u8 {
        match self {
            FixQuality::NoFix => 0,
            FixQuality::Gps => 1,
            FixQuality::Dgps | FixQuality::Sbas => 2,
            FixQuality::RtkFixed => 4,
            FixQuality::RtkFloat => 5,
        }
    }
}
