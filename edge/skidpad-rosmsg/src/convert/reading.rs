//! Readings of sensors as messages.

use crate::msg::{
    CameraInfo, ConeObservations, Header, Image, Imu, LaserScan, NamedArray, NavSatFix, NavSatStatus,
    PointCloud2, PointField, Quaternion, SensorArrays,
};
use crate::{DepthCameraNames, Description, Message, VehicleNames};
use skidpad_math::Pose3;
use skidpad_messages::{
    self as messages, ArraysReading, CameraModel, Cloud, ConeReading, DepthPicture, FixQuality, GnssReading,
    ImuReading, LensModel, Picture, Reading, ReadingData, RgbdReading, Scan, SensorEntry, SensorKind,
};
use std::f64::consts::FRAC_PI_2;

/// Receives messages of any type.
pub trait MessageSink {
    /// Send a message to a topic.
    fn send<M: Message>(&mut self, topic: &str, stamp_ns: u64, message: &M);
}

/// One of the messages that a reading becomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[allow(missing_docs, reason = "the names say it")]
pub enum ReadingPart {
    Scan,
    Imu,
    Fix,
    LidarPoints,
    Image,
    CameraInfo,
    ColourImage,
    ColourInfo,
    DepthImage,
    DepthInfo,
    DepthPoints,
    Cones,
    Arrays,
}

impl ReadingPart {
    /// The messages of a sensor's readings, in the order in which they are sent.
    pub fn all_of(entry: &SensorEntry) -> &'static [ReadingPart] {
        use ReadingPart::*;
        match entry.kind {
            SensorKind::Laser => &[Scan],
            SensorKind::Imu => &[Imu],
            SensorKind::Gnss => &[Fix],
            SensorKind::ConeDetector => &[Cones],
            SensorKind::Arrays => &[Arrays],
            SensorKind::Lidar3d => &[LidarPoints],
            SensorKind::Camera => &[Image, CameraInfo],
            SensorKind::Rgbd if entry.depth_topics.has_image => {
                &[ColourImage, ColourInfo, DepthImage, DepthInfo, DepthPoints]
            }
            SensorKind::Rgbd => &[ColourImage, ColourInfo, DepthPoints],
        }
    }

    /// What follows the sensor's name in the name of the topic.
    fn topic_end(self, style: DepthCameraNames) -> &'static str {
        use DepthCameraNames::{Documented, Published};
        match (self, style) {
            (ReadingPart::Scan | ReadingPart::Imu | ReadingPart::Fix, _) => "",
            (ReadingPart::Cones | ReadingPart::Arrays, _) => "",
            (ReadingPart::LidarPoints | ReadingPart::DepthPoints, _) => "_points",
            (ReadingPart::Image, _) => "/image_raw",
            (ReadingPart::CameraInfo, _) => "/camera_info",
            (ReadingPart::ColourImage, Documented) => "_image",
            (ReadingPart::ColourInfo, Documented) => "_camera_info",
            (ReadingPart::DepthImage, Documented) => "_depth",
            (ReadingPart::DepthInfo, Documented) => "_depth_camera_info",
            (ReadingPart::ColourImage, Published) => "_rgb/image_raw",
            (ReadingPart::ColourInfo, Published) => "_rgb/camera_info",
            (ReadingPart::DepthImage, Published) => "_depth/image_raw",
            (ReadingPart::DepthInfo, Published) => "_depth/camera_info",
        }
    }

    /// Its topic.
    pub fn topic(self, entry: &SensorEntry, names: &VehicleNames) -> String {
        names.topic(&format!("{}{}", entry.name, self.topic_end(names.depth_cameras)))
    }

    /// Its message type.
    pub fn description(self) -> &'static Description {
        match self {
            ReadingPart::Scan => LaserScan::DESCRIPTION,
            ReadingPart::Imu => Imu::DESCRIPTION,
            ReadingPart::Fix => NavSatFix::DESCRIPTION,
            ReadingPart::Cones => ConeObservations::DESCRIPTION,
            ReadingPart::Arrays => SensorArrays::DESCRIPTION,
            ReadingPart::LidarPoints | ReadingPart::DepthPoints => PointCloud2::DESCRIPTION,
            ReadingPart::Image | ReadingPart::ColourImage | ReadingPart::DepthImage => Image::DESCRIPTION,
            ReadingPart::CameraInfo | ReadingPart::ColourInfo | ReadingPart::DepthInfo => {
                CameraInfo::DESCRIPTION
            }
        }
    }
}

/// The topics of a sensor's readings.
pub fn sensor_topics(entry: &SensorEntry, names: &VehicleNames) -> Vec<String> {
    ReadingPart::all_of(entry).iter().map(|part| part.topic(entry, names)).collect()
}

/// The frames of a sensor on its vehicle: its own, and the optical ones of cameras (REP 103: z forward, x right).
pub fn sensor_frames(entry: &SensorEntry, colour_in_sensor: Option<Pose3>) -> Vec<(String, Pose3)> {
    let mut frames = vec![(entry.name.clone(), entry.sensor_in_vehicle)];
    if entry.kind == SensorKind::Rgbd {
        let optical = Pose3::new(0.0, 0.0, 0.0, -FRAC_PI_2, 0.0, -FRAC_PI_2);
        let colour = colour_in_sensor.unwrap_or(optical);
        frames.push((format!("{}_depth_optical", entry.name), entry.sensor_in_vehicle * optical));
        frames.push((format!("{}_optical", entry.name), entry.sensor_in_vehicle * colour));
    }
    frames
}

/// Send a reading as the standard messages of such a sensor.
pub fn send_reading(
    reading: &Reading,
    entry: &SensorEntry,
    names: &VehicleNames,
    sink: &mut impl MessageSink,
) {
    for &part in ReadingPart::all_of(entry) {
        send_reading_part(part, reading, entry, names, reading.stamp_ns, sink);
    }
}

/// Send one message of a reading with this stamp, if the reading has that part.
pub fn send_reading_part(
    part: ReadingPart,
    reading: &Reading,
    entry: &SensorEntry,
    names: &VehicleNames,
    stamp_ns: u64,
    sink: &mut impl MessageSink,
) {
    let label = &entry.name;
    let header = |end: &str| Header::new(stamp_ns, &names.frame(&format!("{label}{end}")));
    let topic = part.topic(entry, names);
    match (part, &reading.data) {
        (ReadingPart::Scan, ReadingData::Scan(it)) => sink.send(&topic, stamp_ns, &scan(it, header(""))),
        (ReadingPart::Imu, ReadingData::Imu(it)) => sink.send(&topic, stamp_ns, &imu(it, header(""))),
        (ReadingPart::Fix, ReadingData::Gnss(it)) => sink.send(&topic, stamp_ns, &fix(it, header(""))),
        (ReadingPart::Cones, ReadingData::Cones(it)) => {
            sink.send(&topic, stamp_ns, &cone_observations(it, header("")));
        }
        (ReadingPart::Arrays, ReadingData::Arrays(it)) if it.failure.is_none() => {
            sink.send(&topic, stamp_ns, &sensor_arrays(it, header("")));
        }
        (ReadingPart::LidarPoints, ReadingData::Cloud(it)) => {
            sink.send(&topic, stamp_ns, &cloud(it, header("")));
        }
        (ReadingPart::Image, ReadingData::Image(it)) => sink.send(&topic, stamp_ns, &picture(it, header(""))),
        (ReadingPart::CameraInfo, ReadingData::Image(it)) => {
            sink.send(&topic, stamp_ns, &camera_info(&it.camera, header("")));
        }
        (_, ReadingData::Rgbd(it)) => match (part, &it.colour, &it.depth) {
            (ReadingPart::ColourImage, Some(colour), _) => {
                sink.send(&topic, stamp_ns, &picture(colour, header("_optical")));
            }
            (ReadingPart::ColourInfo, Some(colour), _) => {
                sink.send(&topic, stamp_ns, &camera_info(&colour.camera, header("_optical")));
            }
            (ReadingPart::DepthImage, _, Some(depth)) => {
                sink.send(
                    &topic,
                    stamp_ns,
                    &depth_image(depth, entry.depth_topics.has_float_image, header("_depth_optical")),
                );
            }
            (ReadingPart::DepthInfo, _, Some(depth)) => {
                sink.send(&topic, stamp_ns, &camera_info(&depth.camera, header("_depth_optical")));
            }
            (ReadingPart::DepthPoints, _, Some(_)) => {
                let is_coloured = entry.depth_topics.has_coloured_points;
                sink.send(&topic, stamp_ns, &depth_cloud(it, is_coloured, header("")));
            }
            _ => {}
        },
        _ => {}
    }
}

fn scan(it: &Scan, header: Header) -> LaserScan {
    LaserScan {
        header,
        angle_min: it.angle_min_rad as f32,
        angle_max: it.angle_max_rad() as f32,
        angle_increment: it.angle_increment_rad as f32,
        time_increment: 0.0,
        scan_time: it.scan_time_s as f32,
        range_min: it.range_min_m as f32,
        range_max: it.range_max_m as f32,
        ranges: it.ranges_m.clone(),
        intensities: it.intensities.clone(),
    }
}

fn field(name: &str, offset: u32, datatype: u8) -> PointField {
    PointField { name: name.to_string(), offset, datatype, count: 1 }
}

fn place_fields() -> Vec<PointField> {
    vec![
        field("x", 0, PointField::FLOAT32),
        field("y", 4, PointField::FLOAT32),
        field("z", 8, PointField::FLOAT32),
    ]
}

/// Only beams with a return, in one row; if there are two returns, each point has the number of its return.
fn cloud(it: &Cloud, header: Header) -> PointCloud2 {
    let has_two = !it.last_returns.is_empty();
    let step: u32 = if has_two { 23 } else { 22 };
    let mut fields = place_fields();
    fields.extend([
        field("intensity", 12, PointField::FLOAT32),
        field("ring", 16, PointField::UINT16),
        field("time", 18, PointField::FLOAT32),
    ]);
    if has_two {
        fields.push(field("return", 22, PointField::UINT8));
    }
    let mut data = Vec::with_capacity(step as usize * (it.points.len() + it.last_returns.len()));
    for (number, point) in it.returns() {
        for value in [point.x_m, point.y_m, point.z_m, point.intensity] {
            data.extend_from_slice(&value.to_le_bytes());
        }
        data.extend_from_slice(&point.ring.to_le_bytes());
        data.extend_from_slice(&point.time_s.to_le_bytes());
        if has_two {
            data.push(number);
        }
    }
    let width = (data.len() / step as usize) as u32;
    PointCloud2 {
        header,
        height: 1,
        width,
        fields,
        is_bigendian: false,
        point_step: step,
        row_step: step * width,
        data,
        is_dense: true,
    }
}

/// The depth picture as points, row by row; with colour if it is wanted and there is a colour picture.
fn depth_cloud(it: &RgbdReading, is_coloured: bool, header: Header) -> PointCloud2 {
    let (width, height) = it.depth.as_ref().map_or((0, 0), |depth| (depth.camera.width, depth.camera.height));
    let has_colour = is_coloured && it.colour.is_some();
    let step: u32 = if has_colour { 16 } else { 12 };
    let mut fields = place_fields();
    if has_colour {
        fields.push(field("rgb", 12, PointField::FLOAT32));
    }
    let points = it.points();
    let mut data = Vec::with_capacity(step as usize * points.len());
    for point in points {
        for value in [point.x_m, point.y_m, point.z_m] {
            data.extend_from_slice(&value.to_le_bytes());
        }
        if has_colour {
            let [r, g, b] = point.rgb;
            data.extend_from_slice(&[b, g, r, 0]);
        }
    }
    PointCloud2 {
        header,
        height,
        width,
        fields,
        is_bigendian: false,
        point_step: step,
        row_step: step * width,
        data,
        is_dense: false,
    }
}

fn picture(it: &Picture, header: Header) -> Image {
    Image {
        header,
        height: it.camera.height,
        width: it.camera.width,
        encoding: "rgb8".to_string(),
        is_bigendian: 0,
        step: 3 * it.camera.width,
        data: it.rgb.clone(),
    }
}

/// REP 118: millimetres as 16-bit numbers, or metres as floats. Unless the world chooses, a sensor whose unit is another
/// one than a millimetre has floats.
fn depth_image(it: &DepthPicture, has_floats: Option<bool>, header: Header) -> Image {
    let is_millimetres = (it.unit_m - 1e-3).abs() < 1e-12;
    let (encoding, size, data): (_, u32, Vec<u8>) = if !has_floats.unwrap_or(!is_millimetres) {
        let millimetres = |&units: &u16| match is_millimetres {
            true => units,
            false => (f64::from(units) * it.unit_m * 1e3 + 0.5).min(65_535.0) as u16,
        };
        ("16UC1", 2, it.depth.iter().flat_map(|units| millimetres(units).to_le_bytes()).collect())
    } else {
        let metres = |index| it.depth_m(index).map_or(f32::NAN, |depth_m| depth_m as f32);
        ("32FC1", 4, (0..it.depth.len()).flat_map(|index| metres(index).to_le_bytes()).collect())
    };
    Image {
        header,
        height: it.camera.height,
        width: it.camera.width,
        encoding: encoding.to_string(),
        is_bigendian: 0,
        step: size * it.camera.width,
        data,
    }
}

fn camera_info(it: &CameraModel, header: Header) -> CameraInfo {
    let (fx, fy, cx, cy) = (it.fx_px, it.fy_px, it.cx_px, it.cy_px);
    let (model, coefficient_count) = match it.lens {
        LensModel::BrownConrady => ("plumb_bob", 5),
        LensModel::KannalaBrandt => ("equidistant", 4),
    };
    CameraInfo {
        header,
        height: it.height,
        width: it.width,
        distortion_model: model.to_string(),
        d: it.distortion[..coefficient_count].to_vec(),
        k: [fx, 0.0, cx, 0.0, fy, cy, 0.0, 0.0, 1.0],
        r: [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0],
        p: [fx, 0.0, cx, 0.0, 0.0, fy, cy, 0.0, 0.0, 0.0, 1.0, 0.0],
        ..CameraInfo::default()
    }
}

/// A covariance of three independent values.
fn diagonal(variances: [f64; 3]) -> [f64; 9] {
    let [a, b, c] = variances;
    [a, 0.0, 0.0, 0.0, b, 0.0, 0.0, 0.0, c]
}

fn imu(it: &ImuReading, header: Header) -> Imu {
    // A first entry of −1 means that there is no orientation.
    let (orientation, orientation_covariance) = match it.orientation_in_enu {
        Some(orientation) => (orientation.into(), diagonal([it.orientation_variance; 3])),
        None => (Quaternion { w: 1.0, ..Quaternion::default() }, diagonal([-1.0, 0.0, 0.0])),
    };
    Imu {
        header,
        orientation,
        orientation_covariance,
        angular_velocity: it.angular_velocity_radps.into(),
        angular_velocity_covariance: diagonal([it.angular_velocity_variance; 3]),
        linear_acceleration: it.linear_acceleration_mps2.into(),
        linear_acceleration_covariance: diagonal([it.linear_acceleration_variance; 3]),
    }
}

fn fix(it: &GnssReading, header: Header) -> NavSatFix {
    let status = match it.quality {
        _ if !it.has_fix => NavSatStatus::STATUS_NO_FIX,
        FixQuality::NoFix | FixQuality::Gps => NavSatStatus::STATUS_FIX,
        FixQuality::Sbas => NavSatStatus::STATUS_SBAS_FIX,
        // Corrections from the ground.
        FixQuality::Dgps | FixQuality::RtkFloat | FixQuality::RtkFixed => NavSatStatus::STATUS_GBAS_FIX,
    };
    let covariance_type = if it.has_fix {
        NavSatFix::COVARIANCE_TYPE_DIAGONAL_KNOWN
    } else {
        NavSatFix::COVARIANCE_TYPE_UNKNOWN
    };
    NavSatFix {
        header,
        status: NavSatStatus { status, service: NavSatStatus::SERVICE_GPS },
        latitude: it.latitude_deg,
        longitude: it.longitude_deg,
        altitude: it.altitude_m,
        position_covariance: if it.has_fix { diagonal(it.variance_enu_m2) } else { [0.0; 9] },
        position_covariance_type: covariance_type,
    }
}

fn sensor_arrays(it: &ArraysReading, header: Header) -> SensorArrays {
    let array = |array: &messages::NamedArray| NamedArray {
        name: array.name.clone(),
        unit: array.unit.clone(),
        values: array.values.clone(),
    };
    let (sensor_class, arrays) = (it.class.clone(), it.arrays.iter().map(array).collect());
    SensorArrays { header, sensor_class, arrays }
}

/// Cones in the frame of the sensor, nearest first.
pub fn cone_observations(it: &ConeReading, header: Header) -> ConeObservations {
    ConeObservations {
        header,
        color: it.cones.iter().map(|cone| cone.color.number()).collect(),
        range: it.cones.iter().map(|cone| cone.range_m).collect(),
        bearing: it.cones.iter().map(|cone| cone.bearing_rad).collect(),
        range_variance: it.range_variance_m2,
        bearing_variance: it.bearing_variance_rad2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Naming;
    use skidpad_math::Vec3;
    use skidpad_messages::CloudPoint;
    use skidpad_messages::{DepthTopics, SensorId};

    #[test]
    fn a_camera_says_how_it_projects() {
        let camera = CameraModel {
            width: 4,
            height: 3,
            fx_px: 400.0,
            fy_px: 410.0,
            cx_px: 2.0,
            cy_px: 1.5,
            lens: LensModel::BrownConrady,
            distortion: [0.1, 0.0, 0.0, 0.0, 0.0],
        };
        let info = camera_info(&camera, Header::default());
        assert_eq!(info.k, [400.0, 0.0, 2.0, 0.0, 410.0, 1.5, 0.0, 0.0, 1.0]);
        assert_eq!(info.p[..4], [400.0, 0.0, 2.0, 0.0]);
        assert_eq!(info.d[0], 0.1);
        assert_eq!(info.r[0] + info.r[4] + info.r[8], 3.0);
    }

    #[test]
    fn a_cloud_has_only_points_and_each_has_22_bytes() {
        let lost = CloudPoint { x_m: f32::NAN, y_m: f32::NAN, z_m: f32::NAN, ..CloudPoint::default() };
        let point = CloudPoint { x_m: 1.0, y_m: 2.0, z_m: 3.0, intensity: 0.5, time_s: -0.01, ring: 7 };
        let it = Cloud { points: vec![lost, point], ..Cloud::default() };
        let message = cloud(&it, Header::default());
        assert_eq!((message.width, message.row_step, message.data.len()), (1, 22, 22));
        assert_eq!(message.data[16..18], [7, 0]);
        assert_eq!(message.data[18..22], (-0.01f32).to_le_bytes());
    }

    #[test]
    fn what_is_not_known_is_said_to_be_unknown() {
        let still =
            ImuReading { linear_acceleration_mps2: Vec3::new(0.0, 0.0, 9.81), ..ImuReading::default() };
        assert_eq!(imu(&still, Header::default()).orientation_covariance[0], -1.0);
        let lost = GnssReading {
            has_fix: false,
            quality: FixQuality::Gps,
            latitude_deg: f64::NAN,
            longitude_deg: f64::NAN,
            altitude_m: f64::NAN,
            variance_enu_m2: [4.0, 4.0, 16.0],
            satellite_count: 0,
            hdop: 99.0,
        };
        let message = fix(&lost, Header::default());
        assert_eq!(message.status.status, NavSatStatus::STATUS_NO_FIX);
        let found = fix(&GnssReading { has_fix: true, ..lost }, Header::default());
        for (quality, status) in [
            (FixQuality::Sbas, NavSatStatus::STATUS_SBAS_FIX),
            (FixQuality::RtkFixed, NavSatStatus::STATUS_GBAS_FIX),
        ] {
            let better = fix(&GnssReading { has_fix: true, quality, ..lost }, Header::default());
            assert_eq!(better.status.status, status);
        }
        assert_eq!((found.status.status, found.position_covariance[8]), (NavSatStatus::STATUS_FIX, 16.0));
    }

    fn depth_camera() -> SensorEntry {
        SensorEntry {
            name: "cam".to_string(),
            vehicle: None,
            kind: SensorKind::Rgbd,
            period_ns: 1,
            phase_ns: 0,
            publish_topic: String::new(),
            sensor_in_vehicle: Pose3::default(),
            depth_topics: DepthTopics::default(),
        }
    }

    /// A sink that counts the bytes of a point, or 0, for each topic.
    #[derive(Default)]
    struct Seen(Vec<(String, u32)>);

    impl MessageSink for Seen {
        fn send<M: Message>(&mut self, topic: &str, _: u64, message: &M) {
            let any: &dyn std::any::Any = message;
            self.0.push((topic.to_string(), any.downcast_ref::<PointCloud2>().map_or(0, |it| it.point_step)));
        }
    }

    #[test]
    fn a_world_says_what_of_a_depth_camera_is_published() {
        let camera = CameraModel { width: 1, height: 1, fx_px: 1.0, fy_px: 1.0, ..CameraModel::default() };
        let depth = DepthPicture { camera, unit_m: 1e-3, depth: vec![1_000] };
        let colour = Picture { camera, rgb: vec![1, 2, 3], labels: vec![0], instances: vec![0] };
        let data =
            RgbdReading { depth: Some(depth), colour: Some(colour), colour_in_sensor: Pose3::default() };
        let reading = Reading {
            sensor: SensorId(0),
            stamp_ns: 1,
            sensor_in_vehicle: Pose3::default(),
            sensor_in_world: Pose3::default(),
            data: ReadingData::Rgbd(data),
        };
        for (has_image, has_coloured_points) in [(true, false), (false, true)] {
            let mut entry = depth_camera();
            entry.depth_topics = DepthTopics { has_image, has_coloured_points, has_float_image: None };
            for (depth_cameras, image) in
                [(DepthCameraNames::Published, "_depth/image_raw"), (DepthCameraNames::Documented, "_depth")]
            {
                let names = Naming { depth_cameras, ..Naming::default() }.of_world();
                let mut seen = Seen::default();
                send_reading(&reading, &entry, &names, &mut seen);
                let topics: Vec<String> = seen.0.iter().map(|(topic, _)| topic.clone()).collect();
                assert_eq!(topics, sensor_topics(&entry, &names));
                assert_eq!(topics.iter().any(|topic| topic.ends_with(image)), has_image, "{topics:?}");
                let step = if has_coloured_points { 16 } else { 12 };
                assert_eq!(seen.0.last().map(|(_, step)| *step), Some(step));
            }
        }
    }

    #[test]
    fn an_optical_frame_looks_along_z() {
        let frames = sensor_frames(&depth_camera(), None);
        let forward = frames[1].1.rotation().rotate(Vec3::new(0.0, 0.0, 1.0));
        let right = frames[1].1.rotation().rotate(Vec3::new(1.0, 0.0, 0.0));
        assert!((forward.x - 1.0).abs() < 1e-12 && (right.y + 1.0).abs() < 1e-12, "{forward:?} {right:?}");
    }
}
