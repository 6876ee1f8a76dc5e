//! Scans of planar lidars.

use super::Pose3D;
use super::writer::{MrptObject, Put, Timestamp, put_object};

/// Version of [`Scan2D`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum ScanVersion {
    /// Read by every MRPT.
    #[default]
    V7,
    /// Read since MRPT 2.15.6; adds how long a sweep takes.
    V8 {
        /// Time between the first ray and the last [s].
        sweep_duration_s: f32,
    },
}

/// A scan of a planar lidar: `mrpt::obs::CObservation2DRangeScan`.
///
/// Ray i looks at −aperture/2 + i·aperture/(N−1) if rays go from right to left.
#[derive(Clone, Debug, PartialEq)]
pub struct Scan2D<'a> {
    /// Version to write.
    pub version: ScanVersion,
    /// Angle between the first ray and the last [rad].
    pub aperture_rad: f32,
    /// Whether rays turn counter-clockwise.
    pub is_right_to_left: bool,
    /// Maximum range [m].
    pub max_range_m: f32,
    /// Pose of the sensor on its vehicle.
    pub sensor_pose: Pose3D,
    /// Ranges [m]; by convention the maximum range where a ray hit nothing.
    pub ranges_m: &'a [f32],
    /// Whether each ray hit something; as many as there are ranges.
    pub is_valid: &'a [bool],
    /// Standard deviation of the ranges [m].
    pub std_error_m: f32,
    /// Time of the scan.
    pub timestamp: Timestamp,
    /// Opening angle of one ray [rad].
    pub beam_aperture_rad: f32,
    /// Name of the sensor.
    pub label: &'a str,
    /// Change of pitch during the scan [rad].
    pub delta_pitch_rad: f64,
    /// Intensity of each ray, if measured; as many as there are ranges.
    pub intensities: Option<&'a [i32]>,
}

impl MrptObject for Scan2D<'_> {
    fn write(&self, out: &mut Vec<u8>) {
        // Readers trust the count for all lists: a list that is too long or short is cut or filled.
        let count = self.ranges_m.len();
        let version = if matches!(self.version, ScanVersion::V7) { 7 } else { 8 };
        put_object(out, "mrpt::obs::CObservation2DRangeScan", version, |out| {
            out.reserve(256 + 9 * count);
            out.put_f32(self.aperture_rad);
            out.put_bool(self.is_right_to_left);
            out.put_f32(self.max_range_m);
            self.sensor_pose.write(out);
            out.put_count(count);
            out.put_f32s(self.ranges_m);
            out.extend((0..count).map(|ray| u8::from(self.is_valid.get(ray).copied().unwrap_or(false))));
            out.put_f32(self.std_error_m);
            out.put_u64(self.timestamp.ticks);
            out.put_f32(self.beam_aperture_rad);
            out.put_text(self.label);
            out.put_f64(self.delta_pitch_rad);
            out.put_bool(self.intensities.is_some());
            if let Some(intensities) = self.intensities {
                for ray in 0..count {
                    out.put_i32(intensities.get(ray).copied().unwrap_or(0));
                }
            }
            if let ScanVersion::V8 { sweep_duration_s } = self.version {
                out.put_f32(sweep_duration_s);
            }
        });
    }
}
