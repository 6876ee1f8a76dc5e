//! Depth and colour of an RGBD camera.

use super::writer::{MrptObject, Put, Timestamp, put_object};
use super::{CameraParameters, Image, Pose3D};

/// A range image.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RangeImage<'a> {
    /// Rows.
    pub height: u32,
    /// Columns.
    pub width: u32,
    /// Ranges in units, row by row from the top; 0 where there is none.
    pub ranges: &'a [u16],
}

/// What an RGBD camera measured: `mrpt::obs::CObservation3DRangeScan` v10.
#[derive(Clone, Debug, PartialEq)]
pub struct Rgbd<'a> {
    /// Maximum range [m].
    pub max_range_m: f32,
    /// Pose of the depth camera on its vehicle, x forward.
    pub sensor_pose: Pose3D,
    /// The range image, if measured.
    pub range: Option<RangeImage<'a>>,
    /// Length of one unit of the range image [m].
    pub range_unit_m: f32,
    /// The colour image, if measured.
    pub colour: Option<Image<'a>>,
    /// Size and projection of the depth camera.
    pub depth_camera: CameraParameters<'a>,
    /// Size and projection of the colour camera.
    pub colour_camera: CameraParameters<'a>,
    /// Pose of the colour camera relative to the depth camera.
    pub colour_in_depth: Pose3D,
    /// Standard deviation of the ranges [m].
    pub std_error_m: f32,
    /// Time of the measurement.
    pub timestamp: Timestamp,
    /// Name of the sensor.
    pub label: &'a str,
    /// Whether ranges are depths along the optical axis rather than distances.
    pub range_is_depth: bool,
}

impl MrptObject for Rgbd<'_> {
    fn write(&self, out: &mut Vec<u8>) {
        put_object(out, "mrpt::obs::CObservation3DRangeScan", 10, |out| {
            out.put_f32(self.max_range_m);
            self.sensor_pose.write(out);
            let has_points = false;
            out.put_bool(has_points);
            out.put_bool(self.range.is_some());
            out.put_f32(self.range_unit_m);
            if let Some(RangeImage { height, width, ranges }) = self.range {
                let count = height as usize * width as usize;
                let ranges = &ranges[..ranges.len().min(count)];
                out.put_u32(height);
                out.put_u32(width);
                out.reserve(2 * count);
                out.put_u16s(ranges);
                out.resize(out.len() + 2 * (count - ranges.len()), 0);
            }
            out.put_bool(self.colour.is_some());
            if let Some(colour) = &self.colour {
                colour.write(out);
            }
            let has_confidence = false;
            out.put_bool(has_confidence);
            self.depth_camera.write(out);
            self.colour_camera.write(out);
            self.colour_in_depth.write(out);
            out.put_f32(self.std_error_m);
            out.put_u64(self.timestamp.ticks);
            out.put_text(self.label);
            // Neither points nor ranges are stored in another file.
            for _ in 0..2 {
                out.put_bool(false);
                out.put_text("");
            }
            out.put_bool(self.range_is_depth);
            let visible_light = 0;
            out.push(visible_light);
            let has_pixel_labels = false;
            out.put_bool(has_pixel_labels);
            let other_layer_count = 0;
            out.push(other_layer_count);
        });
    }
}
