//! Readings of skidpad's sensors as MVSim publishes them.

use crate::messages::{GenericObservation, ObservationLidar2D};
use crate::mrpt::{
    CameraImage, CameraParameters, CloudFormat, DistortionModel, Gga, Gnss, GnssVersion, Image, Imu,
    InsertionOptions, MrptObject, PointCloud, Points, Pose3D, RangeImage, Rgbd, Scan2D, ScanVersion,
    Timestamp,
};
use skidpad_math::Pose3;
use skidpad_messages::{
    CameraModel, Cloud, FixQuality, GnssReading, ImuReading, LensModel, Picture, Reading, ReadingData,
    RgbdReading, Scan, SensorKind,
};

/// What a reading does not say about its sensor.
#[derive(Clone, Copy, Debug)]
pub struct SensorSource<'a> {
    /// Name of the vehicle; empty for a sensor that stands by itself.
    pub vehicle: &'a str,
    /// Name of the sensor.
    pub label: &'a str,
    /// Standard deviation of the ranges of a planar lidar or a depth camera [m].
    pub range_std_m: f32,
    /// Longest depth of a depth camera [m].
    pub max_depth_m: f32,
}

impl Default for SensorSource<'_> {
    fn default() -> Self {
        SensorSource { vehicle: "", label: "", range_std_m: 0.01, max_depth_m: 15.0 }
    }
}

/// The message of a reading on its topic; none for a satellite receiver without a fix, which MVSim does not publish.
pub fn observation(
    reading: &Reading,
    source: &SensorSource<'_>,
    timestamp: Timestamp,
    cloud_format: CloudFormat,
) -> Option<GenericObservation> {
    Some(GenericObservation {
        unix_timestamp: timestamp.unix_s(),
        source_object_id: source.vehicle.to_string(),
        mrpt_serialized_observation: mrpt_bytes(reading, source, timestamp, cloud_format)?,
    })
}

/// Whether MRPT has an observation for the readings of such a sensor.
pub(crate) fn is_known(kind: SensorKind) -> bool {
    !matches!(kind, SensorKind::ConeDetector | SensorKind::Arrays)
}

/// A reading as MRPT serialises it; none for a satellite receiver without a fix, for detectors of cones and for arrays.
pub fn mrpt_bytes(
    reading: &Reading,
    source: &SensorSource<'_>,
    timestamp: Timestamp,
    cloud_format: CloudFormat,
) -> Option<Vec<u8>> {
    let pose = &reading.sensor_in_vehicle;
    match &reading.data {
        ReadingData::Scan(scan) => Some(scan_bytes(scan, pose, source, timestamp)),
        ReadingData::Cloud(cloud) => Some(cloud_bytes(cloud, pose, source, timestamp, cloud_format)),
        ReadingData::Image(picture) => Some(image_bytes(picture, pose, source, timestamp)),
        ReadingData::Rgbd(rgbd) => Some(rgbd_bytes(rgbd, pose, source, timestamp)),
        ReadingData::Imu(imu) => Some(imu_bytes(imu, pose, source, timestamp)),
        ReadingData::Gnss(gnss) => gnss.has_fix.then(|| gnss_bytes(gnss, pose, source, timestamp)),
        // MVSim has no such sensor, so its clients know no observation of one.
        ReadingData::Cones(_) | ReadingData::Arrays(_) => None,
    }
}

/// The message of a planar lidar on its topic `…_scan`; none for other sensors.
pub fn lidar_2d(
    reading: &Reading,
    source: &SensorSource<'_>,
    timestamp: Timestamp,
) -> Option<ObservationLidar2D> {
    let ReadingData::Scan(scan) = &reading.data else { return None };
    let rays = Rays::of(scan, &reading.sensor_in_vehicle);
    Some(ObservationLidar2D {
        unix_timestamp: timestamp.unix_s(),
        source_object_id: source.vehicle.to_string(),
        scan_ranges: rays.ranges_m,
        valid_ranges: rays.is_valid,
        aperture: rays.aperture_rad,
        ccw: rays.is_right_to_left,
        max_range: scan.range_max_m as f32,
        sensor_pose: rays.sensor_pose.into(),
    })
}

fn mrpt_pose(pose: &Pose3) -> Pose3D {
    let position_m = [pose.x_m, pose.y_m, pose.z_m];
    Pose3D::from_yaw_pitch_roll(position_m, pose.yaw_rad, pose.pitch_rad, pose.roll_rad)
}

/// A scan as MVSim gives it: rays symmetric about the sensor's x axis, the maximum range where nothing was hit.
struct Rays {
    aperture_rad: f32,
    is_right_to_left: bool,
    sensor_pose: Pose3,
    ranges_m: Vec<f32>,
    is_valid: Vec<bool>,
}

impl Rays {
    fn of(scan: &Scan, sensor_in_vehicle: &Pose3) -> Self {
        let span_rad = scan.angle_max_rad() - scan.angle_min_rad;
        // A full circle has no beam twice and is half a step off its axis: the sensor is turned by as much.
        let middle_rad = scan.angle_min_rad + 0.5 * span_rad;
        let is_symmetric = middle_rad.abs() < 1e-9;
        let turn = Pose3::new(0.0, 0.0, 0.0, middle_rad, 0.0, 0.0);
        let sensor_pose = if is_symmetric { *sensor_in_vehicle } else { *sensor_in_vehicle * turn };
        // REP 117: +∞ is nothing up to the maximum, −∞ is something nearer than the minimum.
        let range = |range_m: &f32| match *range_m {
            range_m if range_m.is_finite() => range_m,
            f32::NEG_INFINITY => scan.range_min_m as f32,
            _ => scan.range_max_m as f32,
        };
        Rays {
            aperture_rad: span_rad.abs() as f32,
            is_right_to_left: scan.angle_increment_rad >= 0.0,
            sensor_pose,
            ranges_m: scan.ranges_m.iter().map(range).collect(),
            is_valid: scan.ranges_m.iter().map(|range_m| range_m.is_finite()).collect(),
        }
    }
}

fn scan_bytes(scan: &Scan, pose: &Pose3, source: &SensorSource<'_>, timestamp: Timestamp) -> Vec<u8> {
    let rays = Rays::of(scan, pose);
    Scan2D {
        version: ScanVersion::default(),
        aperture_rad: rays.aperture_rad,
        is_right_to_left: rays.is_right_to_left,
        max_range_m: scan.range_max_m as f32,
        sensor_pose: mrpt_pose(&rays.sensor_pose),
        ranges_m: &rays.ranges_m,
        is_valid: &rays.is_valid,
        std_error_m: source.range_std_m,
        timestamp,
        beam_aperture_rad: 0.0,
        label: source.label,
        delta_pitch_rad: 0.0,
        intensities: None,
    }
    .to_bytes()
}

fn cloud_bytes(
    cloud: &Cloud,
    pose: &Pose3,
    source: &SensorSource<'_>,
    timestamp: Timestamp,
    format: CloudFormat,
) -> Vec<u8> {
    let mut points = Points::default();
    for (_, point) in cloud.returns() {
        points.x_m.push(point.x_m);
        points.y_m.push(point.y_m);
        points.z_m.push(point.z_m);
        points.intensity.push(point.intensity);
        points.ring.push(point.ring);
        points.time_s.push(point.time_s);
    }
    PointCloud {
        label: source.label,
        timestamp,
        sensor_pose: mrpt_pose(pose),
        points: Some(&points),
        format,
        insertion_options: InsertionOptions::default(),
    }
    .to_bytes()
}

fn camera(model: &CameraModel) -> CameraParameters<'static> {
    let (distortion, lens) = match (model.lens, model.distortion) {
        (LensModel::KannalaBrandt, [k1, k2, k3, k4, _]) => {
            ([k1, k2, 0.0, 0.0, k3, k4, 0.0, 0.0], DistortionModel::KannalaBrandt)
        }
        (LensModel::BrownConrady, [0.0, 0.0, 0.0, 0.0, 0.0]) => ([0.0; 8], DistortionModel::None),
        (LensModel::BrownConrady, [k1, k2, p1, p2, k3]) => {
            ([k1, k2, p1, p2, k3, 0.0, 0.0, 0.0], DistortionModel::PlumbBob)
        }
    };
    CameraParameters {
        distortion,
        intrinsics_px: [model.fx_px, model.fy_px, model.cx_px, model.cy_px],
        height: model.height,
        width: model.width,
        model: lens,
        ..CameraParameters::default()
    }
}

fn image(picture: &Picture) -> Image<'_> {
    Image::Rgb { width: picture.camera.width, height: picture.camera.height, rgb: &picture.rgb }
}

fn image_bytes(picture: &Picture, pose: &Pose3, source: &SensorSource<'_>, timestamp: Timestamp) -> Vec<u8> {
    CameraImage {
        camera_pose: mrpt_pose(pose),
        camera: camera(&picture.camera),
        image: image(picture),
        timestamp,
        label: source.label,
    }
    .to_bytes()
}

fn rgbd_bytes(rgbd: &RgbdReading, pose: &Pose3, source: &SensorSource<'_>, timestamp: Timestamp) -> Vec<u8> {
    let depth = rgbd.depth.as_ref();
    Rgbd {
        max_range_m: source.max_depth_m,
        sensor_pose: mrpt_pose(pose),
        range: depth.map(|depth| RangeImage {
            height: depth.camera.height,
            width: depth.camera.width,
            ranges: &depth.depth,
        }),
        range_unit_m: depth.map_or(1e-3, |depth| depth.unit_m as f32),
        colour: rgbd.colour.as_ref().map(image),
        depth_camera: depth.map_or_else(CameraParameters::default, |depth| camera(&depth.camera)),
        colour_camera: rgbd.colour.as_ref().map_or_else(CameraParameters::default, |it| camera(&it.camera)),
        colour_in_depth: mrpt_pose(&rgbd.colour_in_sensor),
        std_error_m: source.range_std_m,
        timestamp,
        label: source.label,
        range_is_depth: true,
    }
    .to_bytes()
}

fn imu_bytes(imu: &ImuReading, pose: &Pose3, source: &SensorSource<'_>, timestamp: Timestamp) -> Vec<u8> {
    let (force, rate) = (imu.linear_acceleration_mps2, imu.angular_velocity_radps);
    Imu {
        sensor_pose: mrpt_pose(pose),
        timestamp,
        acceleration_mps2: [force.x, force.y, force.z],
        angular_velocity_radps: [rate.x, rate.y, rate.z],
        orientation_xyzw: imu.orientation_in_enu.map(|quat| [quat.x, quat.y, quat.z, quat.w]),
        label: source.label,
    }
    .to_bytes()
}

fn gnss_bytes(gnss: &GnssReading, pose: &Pose3, source: &SensorSource<'_>, timestamp: Timestamp) -> Vec<u8> {
    Gnss {
        version: GnssVersion::default(),
        timestamp,
        label: source.label,
        sensor_pose: mrpt_pose(pose),
        gga: Gga {
            latitude_deg: gnss.latitude_deg,
            longitude_deg: gnss.longitude_deg,
            fix_quality: match gnss.quality {
                // As MVSim says where nothing is chosen.
                FixQuality::Gps => 2,
                quality => quality.gga(),
            },
            altitude_m: gnss.altitude_m,
            geoidal_distance_m: 0.0,
            satellite_count: u32::from(gnss.satellite_count),
            hdop: Some(gnss.hdop as f32),
        },
    }
    .to_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mrpt::ObjectHeader;
    use skidpad_messages::{CloudPoint, SensorId};
    use std::f64::consts::{PI, TAU};

    fn reading(data: ReadingData) -> Reading {
        let sensor_in_vehicle = Pose3::new(0.1, 0.0, 0.6, 0.0, 0.0, 0.0);
        let sensor_in_world = Pose3::default();
        Reading { sensor: SensorId(0), stamp_ns: 0, sensor_in_vehicle, sensor_in_world, data }
    }

    fn scan(angle_min_rad: f64, angle_increment_rad: f64, ranges_m: Vec<f32>) -> Reading {
        let (range_min_m, range_max_m) = (0.1, 20.0);
        reading(ReadingData::Scan(Scan {
            angle_min_rad,
            angle_increment_rad,
            range_min_m,
            range_max_m,
            ranges_m,
            ..Scan::default()
        }))
    }

    const SOURCE: SensorSource<'_> =
        SensorSource { vehicle: "r1", label: "sensor1", range_std_m: 0.01, max_depth_m: 15.0 };

    #[test]
    fn a_miss_is_the_maximum_range_and_not_valid() {
        let reading = scan(-PI / 2.0, PI / 2.0, vec![1.5, f32::INFINITY, f32::NEG_INFINITY]);
        let scan = lidar_2d(&reading, &SOURCE, Timestamp::default()).expect("a scan");
        assert_eq!(scan.scan_ranges, [1.5, 20.0, 0.1]);
        assert_eq!(scan.valid_ranges, [true, false, false]);
        assert_eq!((scan.aperture, scan.sensor_pose.yaw), (std::f32::consts::PI, 0.0));
    }

    /// Ray i looks at −aperture/2 + i·aperture/(N−1) in the frame of the sensor: the same directions as ours.
    #[test]
    fn rays_of_a_full_circle_look_where_ours_do() {
        let count = 8;
        let reading = scan(-PI, TAU / f64::from(count), vec![1.0; count as usize]);
        let scan = lidar_2d(&reading, &SOURCE, Timestamp::default()).expect("a scan");
        let aperture = f64::from(scan.aperture);
        for ray in 0..count {
            let seen =
                scan.sensor_pose.yaw - aperture / 2.0 + f64::from(ray) * aperture / f64::from(count - 1);
            assert!((seen - (-PI + TAU * f64::from(ray) / f64::from(count))).abs() < 1e-6);
        }
    }

    #[test]
    fn every_kind_of_reading_becomes_its_class() {
        let point = |x_m: f32| CloudPoint { x_m, ..CloudPoint::default() };
        let cloud = Cloud { points: vec![point(1.0), point(f32::NAN)], ..Cloud::default() };
        let fix = GnssReading {
            has_fix: true,
            quality: FixQuality::Gps,
            latitude_deg: 36.8,
            longitude_deg: -2.4,
            altitude_m: 12.5,
            variance_enu_m2: [4.0, 4.0, 16.0],
            satellite_count: 7,
            hdop: 0.4,
        };
        let camera = CameraModel { width: 2, height: 1, ..CameraModel::default() };
        let picture = Picture { camera, rgb: vec![1, 2, 3, 4, 5, 6], ..Picture::default() };
        let rgbd = RgbdReading { colour: Some(picture.clone()), ..RgbdReading::default() };
        let class = |data| {
            let message =
                observation(&reading(data), &SOURCE, Timestamp::from_unix_s(1.0), CloudFormat::default())?;
            assert_eq!((message.unix_timestamp, message.source_object_id.as_str()), (1.0, "r1"));
            let header = ObjectHeader::parse(&message.mrpt_serialized_observation).expect("an object");
            Some(format!("{} v{}", header.class.trim_start_matches("mrpt::obs::"), header.version))
        };
        let expect = |data, expected: &str| assert_eq!(class(data).as_deref(), Some(expected));
        expect(scan(0.0, 0.1, vec![1.0]).data, "CObservation2DRangeScan v7");
        expect(ReadingData::Cloud(cloud), "CObservationPointCloud v0");
        expect(ReadingData::Image(picture), "CObservationImage v4");
        expect(ReadingData::Rgbd(rgbd), "CObservation3DRangeScan v10");
        expect(ReadingData::Imu(ImuReading::default()), "CObservationIMU v4");
        expect(ReadingData::Gnss(fix), "CObservationGPS v11");
        assert_eq!(class(ReadingData::Gnss(GnssReading { has_fix: false, ..fix })), None);
    }
}
