//! Measurements of satellite receivers.

use super::Pose3D;
use super::writer::{MrptObject, Put, Timestamp, put_object};

/// Version of [`Gnss`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum GnssVersion {
    /// Read by every MRPT; has no covariance.
    #[default]
    V11,
    /// Read since MRPT 2.11.12.
    V12 {
        /// Covariance along east, north and up [m²], row by row.
        covariance_enu_m2: Option<[f64; 9]>,
    },
    /// Read since MRPT 2.15.11.
    V13 {
        /// Covariance along east, north and up [m²], row by row.
        covariance_enu_m2: Option<[f64; 9]>,
        /// Kind of fix; 0 is unknown.
        fix_type: u8,
        /// Satellite systems in use, one bit each.
        service_mask: u16,
    },
}

/// What a satellite receiver measured: `mrpt::obs::CObservationGPS` with one GGA record.
#[derive(Clone, Debug, PartialEq)]
pub struct Gnss<'a> {
    /// Version to write.
    pub version: GnssVersion,
    /// Time of the measurement.
    pub timestamp: Timestamp,
    /// Name of the sensor.
    pub label: &'a str,
    /// Pose of the antenna on its vehicle.
    pub sensor_pose: Pose3D,
    /// The fix.
    pub gga: Gga,
}

/// A GGA record, as in NMEA 0183. Its time of day is that of the observation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gga {
    /// Latitude, WGS-84 [deg].
    pub latitude_deg: f64,
    /// Longitude, WGS-84 [deg].
    pub longitude_deg: f64,
    /// 0 none, 1 GPS, 2 DGPS, 4 RTK fixed, 5 RTK float.
    pub fix_quality: u8,
    /// Altitude [m]; MVSim gives the height over the ellipsoid here, and as orthometric altitudes.
    pub altitude_m: f64,
    /// Height of the geoid over the ellipsoid [m].
    pub geoidal_distance_m: f64,
    /// Satellites in use.
    pub satellite_count: u32,
    /// Horizontal dilution of precision, if known.
    pub hdop: Option<f32>,
}

/// The type number and length of a GGA record.
const GGA: (i32, u32) = (10, 68);

impl MrptObject for Gnss<'_> {
    fn write(&self, out: &mut Vec<u8>) {
        let version = match self.version {
            GnssVersion::V11 => 11,
            GnssVersion::V12 { .. } => 12,
            GnssVersion::V13 { .. } => 13,
        };
        put_object(out, "mrpt::obs::CObservationGPS", version, |out| {
            out.put_u64(self.timestamp.ticks);
            // When it was received originally: unknown.
            out.put_u64(0);
            out.put_text(self.label);
            self.sensor_pose.write(out);
            // The timestamp is not from the satellites.
            out.put_bool(false);
            match self.version {
                GnssVersion::V11 => {}
                GnssVersion::V12 { covariance_enu_m2 } => put_covariance(out, covariance_enu_m2),
                GnssVersion::V13 { covariance_enu_m2, fix_type, service_mask } => {
                    put_covariance(out, covariance_enu_m2);
                    out.push(fix_type);
                    out.put_u16(service_mask);
                }
            }
            out.put_u32(1);
            self.put_gga(out);
        });
    }
}

impl Gnss<'_> {
    fn put_gga(&self, out: &mut Vec<u8>) {
        let gga = &self.gga;
        let (hour, minute, second) = self.timestamp.time_of_day();
        out.put_i32(GGA.0);
        out.put_u32(GGA.1);
        out.extend_from_slice(&[hour, minute]);
        out.put_f64s(&[second, gga.latitude_deg, gga.longitude_deg]);
        out.push(gga.fix_quality);
        out.put_f64s(&[gga.altitude_m, gga.geoidal_distance_m, gga.altitude_m, gga.altitude_m]);
        out.put_u32(gga.satellite_count);
        out.put_bool(gga.hdop.is_some());
        out.put_f32(gga.hdop.unwrap_or(0.0));
    }
}

/// An optional matrix; readers compare the two names.
fn put_covariance(out: &mut Vec<u8>, covariance: Option<[f64; 9]>) {
    out.put_text("std::optional");
    out.put_text("CMatrixFixed<double,3,3>");
    out.put_bool(covariance.is_some());
    if let Some(covariance) = covariance {
        put_object(out, "mrpt::math::CMatrixD", 0, |out| {
            out.put_u32(3);
            out.put_u32(3);
            out.put_f64s(&covariance);
        });
    }
}
