//! Point clouds.

use super::Pose3D;
use super::writer::{MrptObject, Put, Timestamp, put_null, put_object};

/// The class of map that holds the points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CloudFormat {
    /// `CGenericPointsMap` v3: intensity, ring and time, as MVSim writes it. Unknown before MRPT 2.15.
    #[default]
    Generic,
    /// `CPointsMapXYZIRT` v0: intensity, ring and time. MRPT 2.11.4 to 2.15.
    Xyzirt,
    /// `CPointsMapXYZI` v0: intensity. Every MRPT 2.
    Xyzi,
    /// `CSimplePointsMap` v10: coordinates only. The one that every MRPT reads.
    Xyz,
}

/// Version of the insertion options within a map.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InsertionOptions {
    /// Read by every MRPT.
    #[default]
    V0,
    /// Read since MRPT 2.15.3.
    V1,
}

/// Points in the frame of the sensor. All lists are as long as `x_m`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Points {
    /// x [m].
    pub x_m: Vec<f32>,
    /// y [m].
    pub y_m: Vec<f32>,
    /// z [m].
    pub z_m: Vec<f32>,
    /// Intensity, 0 to 1.
    pub intensity: Vec<f32>,
    /// Ring, 0 for the lowest.
    pub ring: Vec<u16>,
    /// Time since the stamp [s].
    pub time_s: Vec<f32>,
}

/// A point cloud of a lidar: `mrpt::obs::CObservationPointCloud` v0.
#[derive(Clone, Debug, PartialEq)]
pub struct PointCloud<'a> {
    /// Name of the sensor.
    pub label: &'a str,
    /// Time of the sweep.
    pub timestamp: Timestamp,
    /// Pose of the sensor on its vehicle.
    pub sensor_pose: Pose3D,
    /// The points; none is a null pointer, which is not the same as no points.
    pub points: Option<&'a Points>,
    /// The class of map that holds the points.
    pub format: CloudFormat,
    /// Version of the insertion options.
    pub insertion_options: InsertionOptions,
}

impl MrptObject for PointCloud<'_> {
    fn write(&self, out: &mut Vec<u8>) {
        put_object(out, "mrpt::obs::CObservationPointCloud", 0, |out| {
            out.put_text(self.label);
            out.put_u64(self.timestamp.ticks);
            self.sensor_pose.write(out);
            let stored_in_file = 0;
            out.push(stored_in_file);
            match self.points {
                Some(points) => self.put_map(out, points),
                None => put_null(out),
            }
        });
    }
}

impl PointCloud<'_> {
    fn put_map(&self, out: &mut Vec<u8>, points: &Points) {
        let count = points.x_m.len();
        out.reserve(256 + 22 * count);
        let put_coordinates = |out: &mut Vec<u8>| {
            out.put_count(count);
            put_all_f32(out, &points.x_m, count);
            put_all_f32(out, &points.y_m, count);
            put_all_f32(out, &points.z_m, count);
        };
        match self.format {
            CloudFormat::Generic => put_object(out, "mrpt::maps::CGenericPointsMap", 3, |out| {
                put_coordinates(out);
                out.put_u32(2);
                put_field(out, "intensity", &points.intensity, count);
                put_field(out, "t", &points.time_s, count);
                let f64_field_count = 0;
                out.put_u32(f64_field_count);
                out.put_u32(1);
                out.put_text("ring");
                put_counted_u16(out, &points.ring, count);
                let u8_field_count = 0;
                out.put_u32(u8_field_count);
                self.put_options(out);
            }),
            CloudFormat::Xyzirt => put_object(out, "mrpt::maps::CPointsMapXYZIRT", 0, |out| {
                put_coordinates(out);
                out.put_count(count);
                put_all_f32(out, &points.intensity, count);
                put_counted_u16(out, &points.ring, count);
                out.put_count(count);
                put_all_f32(out, &points.time_s, count);
                self.put_options(out);
            }),
            CloudFormat::Xyzi => put_object(out, "mrpt::maps::CPointsMapXYZI", 0, |out| {
                put_coordinates(out);
                put_all_f32(out, &points.intensity, count);
                self.put_options(out);
            }),
            CloudFormat::Xyz => put_object(out, "mrpt::maps::CSimplePointsMap", 10, |out| {
                put_coordinates(out);
                put_object(out, "mrpt::maps::TMapGenericParams", 0, |out| out.extend_from_slice(&[1, 1, 1]));
                self.put_options(out);
                put_render_options(out);
            }),
        }
    }

    /// How MRPT would insert further points and match against these: its defaults.
    fn put_options(&self, out: &mut Vec<u8>) {
        let has_deletion_flag = self.insertion_options == InsertionOptions::V0;
        out.push(if has_deletion_flag { 0 } else { 1 });
        let min_distance_m = 0.02;
        out.put_f32(min_distance_m);
        let (adds_to_existing, interpolates, disables_deletion) = (true, false, true);
        out.put_bool(adds_to_existing);
        out.put_bool(interpolates);
        if has_deletion_flag {
            out.put_bool(disables_deletion);
        }
        let (fuses, is_planar) = (false, false);
        out.put_bool(fuses);
        out.put_bool(is_planar);
        let horizontal_tolerance_rad = 0.05_f64.to_radians();
        out.put_f32(horizontal_tolerance_rad as f32);
        let max_interpolation_m = 2.0;
        out.put_f32(max_interpolation_m);
        let inserts_invalid = false;
        out.put_bool(inserts_invalid);

        let likelihood_version = 0;
        out.push(likelihood_version);
        let (sigma, max_correspondence_m, decimation) = (0.0025, 1.0, 10);
        out.put_f64(sigma);
        out.put_f64(max_correspondence_m);
        out.put_u32(decimation);
    }
}

fn put_render_options(out: &mut Vec<u8>) {
    let (version, point_size, blue, no_colour_map) = (0, 1.0, [0.0, 0.0, 1.0, 1.0], -1_i8);
    out.push(version);
    out.put_f32(point_size);
    out.put_f32s(&blue);
    out.extend_from_slice(&no_colour_map.to_le_bytes());
}

/// A named list of numbers.
fn put_field(out: &mut Vec<u8>, name: &str, values: &[f32], count: usize) {
    out.put_text(name);
    out.put_count(count);
    put_all_f32(out, values, count);
}

/// Exactly `count` values: readers trust the count.
fn put_all_f32(out: &mut Vec<u8>, values: &[f32], count: usize) {
    let values = &values[..values.len().min(count)];
    out.put_f32s(values);
    out.resize(out.len() + 4 * (count - values.len()), 0);
}

fn put_counted_u16(out: &mut Vec<u8>, values: &[u16], count: usize) {
    let values = &values[..values.len().min(count)];
    out.put_count(count);
    out.put_u16s(values);
    out.resize(out.len() + 2 * (count - values.len()), 0);
}
