//! Sensors of Gazebo, as `<gazebo reference="link"><sensor type="…">` has them, as sensors of a vehicle.
//!
//! Element names are those of the SDFormat specification, `<sensor>`.

use crate::findings::Report;
use crate::values::{number_at, of_child};
use crate::xml_writer::{XmlWriter, escaped, plain_name, pose};
use skidpad_math::{Pose3, tan};
use skidpad_world::Node;
use std::f64::consts::{FRAC_PI_2, TAU};

/// Where a camera's optical frame is in its link: z forward, x to the right.
const OPTICAL_IN_LINK: Pose3 = Pose3::new(0.0, 0.0, 0.0, -FRAC_PI_2, 0.0, -FRAC_PI_2);

/// Write a sensor that stands at a pose of the vehicle. True if it is of a known kind; others are reported.
pub(super) fn write_sensor(
    report: &mut Report,
    out: &mut XmlWriter,
    sensor: &Node,
    link: &str,
    link_in_vehicle: Pose3,
) -> bool {
    let name = sensor.attribute("name").map_or(link, |name| name.value.as_str());
    let kind = sensor.attribute("type").map_or("", |kind| kind.value.as_str());
    let [x, y, z, roll, pitch, yaw] = of_child(report, sensor, "pose").unwrap_or_default();
    let at = link_in_vehicle * Pose3::new(x, y, z, yaw, pitch, roll);
    let rate_hz = number_at(report, sensor, "update_rate").filter(|&rate| rate > 0.0);
    let mut writer = Writer {
        report,
        out,
        sensor,
        name: escaped(&plain_name(name)),
        period_s: rate_hz.map(|rate| 1.0 / rate),
    };
    match kind {
        "ray" | "gpu_ray" | "lidar" | "gpu_lidar" => writer.lidar(&at),
        "camera" | "wideanglecamera" => writer.camera(&at),
        "depth" | "depth_camera" | "rgbd" | "rgbd_camera" => writer.depth_camera(&at),
        "imu" => writer.imu(&at),
        "gps" | "navsat" => writer.gnss(&at),
        kind => {
            let what = format!("the sensor \"{name}\" of type \"{kind}\"");
            report.not_taken(
                sensor.place,
                what,
                "sensors are lidars, cameras, depth cameras, inertial units and satellite receivers",
            );
            return false;
        }
    }
    out.close("sensor");
    true
}

struct Writer<'a> {
    report: &'a mut Report,
    out: &'a mut XmlWriter,
    sensor: &'a Node,
    name: String,
    period_s: Option<f64>,
}

impl Writer<'_> {
    fn number(&mut self, path: &str) -> Option<f64> {
        number_at(self.report, self.sensor, path)
    }

    fn begin(&mut self, class: &str, at: &Pose3) {
        self.out.open(&format!("sensor class=\"{class}\" name=\"{}\"", self.name));
        self.out.value("pose_3d", &pose(at));
        if let Some(period_s) = self.period_s {
            self.out.number("sensor_period", period_s);
        }
    }

    fn lidar(&mut self, at: &Pose3) {
        let element = if self.sensor.child("lidar").is_some() { "lidar" } else { "ray" };
        let angle =
            |this: &mut Self, axis: &str, end: &str| this.number(&format!("{element}/scan/{axis}/{end}"));
        let count = |this: &mut Self, axis: &str| {
            angle(this, axis, "samples").map_or(1.0, |count| count.clamp(1.0, 1e6).round())
        };
        let (columns, rings) = (count(self, "horizontal"), count(self, "vertical"));
        let left = angle(self, "horizontal", "max_angle").unwrap_or(std::f64::consts::PI);
        let right = angle(self, "horizontal", "min_angle").unwrap_or(-std::f64::consts::PI);
        let fov_rad = (left - right).abs().min(TAU);
        let middle = Pose3 { yaw_rad: 0.5 * (left + right), ..Pose3::default() };
        let min_m = self.number(&format!("{element}/range/min"));
        let max_m = self.number(&format!("{element}/range/max")).filter(|range| *range > 0.0);
        let noise_m = self.number(&format!("{element}/noise/stddev"));
        if rings > 1.0 {
            let (low, high) = (angle(self, "vertical", "min_angle"), angle(self, "vertical", "max_angle"));
            let (low, high) = (low.unwrap_or(-0.26), high.unwrap_or(0.26));
            self.begin("lidar3d", at);
            self.out.number("vert_nrays", rings);
            let step = (high - low) / (rings - 1.0);
            let angles: Vec<String> = (0..rings as u32)
                .map(|ring| crate::xml_writer::number((low + step * f64::from(ring)).to_degrees()))
                .collect();
            self.out.value("vertical_ray_angles", &angles.join(" "));
            // A turn has more columns than a sector of it.
            self.out.number("horz_nrays", (columns * TAU / fov_rad.max(1e-3)).clamp(2.0, 1e6).round());
            if fov_rad < 0.999 * TAU {
                self.report.taken_as(
                    self.sensor.place,
                    format!("a field of view of {:.0}°", fov_rad.to_degrees()),
                    "a full turn with the same resolution",
                );
            }
        } else {
            self.begin("laser", &(*at * middle));
            self.out.number("fov_degrees", fov_rad.to_degrees());
            self.out.number("nrays", columns.max(2.0));
            // What hangs above or below its plane is not seen; a tilted plane is.
            self.out.value("raytrace_3d", "true");
        }
        for (tag, value) in [("min_range", min_m), ("max_range", max_m), ("range_std_noise", noise_m)] {
            if let Some(value) = value.filter(|value| *value >= 0.0) {
                self.out.number(tag, value);
            }
        }
        // The housing is part of the vehicle, and a beam does not start inside it.
        self.out.value("ignore_parent_body", "true");
    }

    /// Columns, rows and focal length [px].
    fn picture(&mut self) -> [f64; 3] {
        let width =
            self.number("camera/image/width").map_or(640.0, |width| width.clamp(1.0, 16384.0).round());
        let height =
            self.number("camera/image/height").map_or(480.0, |height| height.clamp(1.0, 16384.0).round());
        let fov_rad = self.number("camera/horizontal_fov").map_or(1.047, |fov| fov.clamp(0.01, 3.1));
        [width, height, 0.5 * width / tan(0.5 * fov_rad)]
    }

    fn lens(&mut self, prefix: &str, [width, height, focal_px]: [f64; 3]) {
        let values = [
            ("ncols", width),
            ("nrows", height),
            ("cx", 0.5 * width),
            ("cy", 0.5 * height),
            ("fx", focal_px),
            ("fy", focal_px),
        ];
        for (name, value) in values {
            self.out.number(&format!("{prefix}{name}"), value);
        }
    }

    fn clip(&mut self, prefix: &str) {
        for (name, path) in [("clip_min", "camera/clip/near"), ("clip_max", "camera/clip/far")] {
            if let Some(value) = self.number(path).filter(|value| *value > 0.0) {
                self.out.number(&format!("{prefix}{name}"), value);
            }
        }
    }

    fn camera(&mut self, at: &Pose3) {
        let picture = self.picture();
        self.begin("camera", &(*at * OPTICAL_IN_LINK));
        self.lens("", picture);
        self.clip("");
    }

    fn depth_camera(&mut self, at: &Pose3) {
        let picture = self.picture();
        self.begin("rgbd_camera", at);
        self.out.value("relativePoseIntensityWRTDepth", &pose(&OPTICAL_IN_LINK));
        self.lens("depth_", picture);
        self.lens("rgb_", picture);
        self.clip("depth_");
    }

    fn imu(&mut self, at: &Pose3) {
        let gyroscope = self.number("imu/angular_velocity/x/noise/stddev");
        let accelerometer = self.number("imu/linear_acceleration/x/noise/stddev");
        self.begin("imu", at);
        for (tag, value) in [
            ("angular_velocity_white_noise_std_noise", gyroscope),
            ("linear_acceleration_white_noise_std_noise", accelerometer),
        ] {
            if let Some(value) = value.filter(|value| *value >= 0.0) {
                self.out.number(tag, value);
            }
        }
    }

    fn gnss(&mut self, at: &Pose3) {
        self.report.taken_as(
            self.sensor.place,
            "a satellite receiver",
            "a gnss sensor; the world then needs a <georeference>",
        );
        self.begin("gnss", at);
    }
}
