use super::*;
use skidpad_math::{Pose3, Vec3};
use skidpad_messages::*;

fn roster() -> Roster {
    let sensor = |name: &str, vehicle, kind| SensorEntry {
        name: name.into(),
        vehicle,
        kind,
        period_ns: 100_000_000,
        phase_ns: 0,
        publish_topic: String::new(),
        sensor_in_vehicle: Pose3::default(),
        depth_topics: DepthTopics::default(),
    };
    Roster {
        vehicles: vec![VehicleEntry {
            name: "r,1".into(),
            wheel_count: 2,
            log_path: String::new(),
            auto_start_recording: false,
        }],
        sensors: vec![
            sensor("laser", Some(VehicleId(0)), SensorKind::Laser),
            sensor("lidar", Some(VehicleId(0)), SensorKind::Lidar3d),
            sensor("rgbd", Some(VehicleId(0)), SensorKind::Rgbd),
            sensor("mast", None, SensorKind::Imu),
        ],
        ..Roster::default()
    }
}

fn reading(sensor: u32, data: ReadingData) -> Reading {
    let sensor_in_world = Pose3::new(1.0, 2.0, 0.5, 0.0, 0.0, 0.0);
    Reading {
        sensor: SensorId(sensor),
        stamp_ns: 100_000_000,
        sensor_in_vehicle: Pose3::default(),
        sensor_in_world,
        data,
    }
}

fn text(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn what_was_measured_can_be_read_back() {
    let at = std::env::temp_dir().join(format!("skidpad-dump-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&at);
    let roster = roster();
    let mut dump = Dump::create(&at, &roster).unwrap();

    let scan = Scan {
        angle_min_rad: -0.5,
        angle_increment_rad: 0.5,
        ranges_m: vec![1.25, f32::INFINITY, f32::NEG_INFINITY],
        intensities: vec![0.5, 0.0, 0.0],
        ..Scan::default()
    };
    dump.write(&reading(0, ReadingData::Scan(scan)), &roster).unwrap();
    let point = CloudPoint { x_m: 1.5, y_m: -2.0, z_m: 0.25, intensity: 0.75, time_s: -0.01, ring: 7 };
    let gone = CloudPoint { x_m: f32::NAN, y_m: f32::NAN, z_m: f32::NAN, ..point };
    let cloud = Cloud { points: vec![gone, point], ..Cloud::default() };
    dump.write(&reading(1, ReadingData::Cloud(cloud)), &roster).unwrap();
    let camera = CameraModel { width: 2, height: 1, fx_px: 2.0, fy_px: 2.0, ..CameraModel::default() };
    let colour =
        Picture { camera, rgb: vec![255, 0, 0, 0, 0, 255], labels: vec![0, 4], instances: vec![0, 70_000] };
    let depth = DepthPicture { camera, unit_m: 0.001, depth: vec![0, 1500] };
    let colour_in_sensor = Pose3::new(0.0, 0.25, 0.0, 0.0, 0.0, 0.0);
    let rgbd = RgbdReading { depth: Some(depth), colour: Some(colour), colour_in_sensor };
    dump.write(&reading(2, ReadingData::Rgbd(rgbd)), &roster).unwrap();
    for _ in 0..2 {
        let imu = ImuReading { linear_acceleration_mps2: Vec3::new(0.0, 0.0, 9.81), ..ImuReading::default() };
        dump.write(&reading(3, ReadingData::Imu(imu)), &roster).unwrap();
    }
    dump.flush().unwrap();

    let scan = text(&at.join("r_1/laser/000000100000000.csv"));
    assert_eq!(scan, "angle_rad,range_m,intensity\n-0.5,1.25,0.5\n0,inf,0\n0.5,-inf,0\n");
    let ply = std::fs::read(at.join("r_1/lidar/000000100000000.ply")).unwrap();
    let body = &ply[ply.len() - 22..];
    assert_eq!(body[..4], 1.5_f32.to_le_bytes());
    assert_eq!(body[20..], 7_u16.to_le_bytes());
    assert!(String::from_utf8_lossy(&ply).contains("element vertex 1\n"));
    let depth = image::open(at.join("r_1/rgbd/000000100000000.depth.png")).unwrap();
    assert_eq!(depth.as_luma16().expect("16 bits").as_raw(), &[0, 1500]);
    let colour = image::open(at.join("r_1/rgbd/000000100000000.colour.png")).unwrap();
    assert_eq!(colour.as_rgb8().expect("three channels").as_raw(), &[255, 0, 0, 0, 0, 255]);
    let instances = image::open(at.join("r_1/rgbd/000000100000000.colour.instances.png")).unwrap();
    assert_eq!(instances.as_luma16().expect("16 bits").as_raw(), &[0, 65_535]);
    assert_eq!(text(&at.join("mast.csv")).lines().count(), 3);
    let index = text(&at.join("index.csv"));
    assert!(
        index.contains("100000000,\"r,1\",laser,laser,r_1/laser/000000100000000.csv,1,2,0.5,"),
        "{index}"
    );
    assert!(index.contains("colour.png,1,2.25,0.5,"), "the colour camera is beside the other: {index}");
    // A scan, a cloud, two inertial rows; a depth camera gives depth, points and three pictures.
    assert_eq!(index.lines().count(), 1 + 1 + 1 + 5 + 2);
    let cameras = text(&at.join("cameras.csv"));
    assert_eq!(cameras.lines().count(), 3, "a header and two cameras");
    assert!(cameras.lines().nth(1).unwrap().ends_with(",0.001"), "{cameras}");

    let error = Dump::create(&at, &roster).expect_err("nothing is overwritten");
    assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
    std::fs::remove_dir_all(&at).unwrap();
}

/// Names that a stranger's world may choose: nothing leaves the folder, nothing is lost.
#[test]
fn every_sensor_has_files_of_its_own() {
    let at = std::env::temp_dir().join(format!("skidpad-dump-names-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&at);
    let mut roster = roster();
    let twin = roster.sensors[3].clone();
    let names = ["..", "index", "mast", "cameras.csv"];
    roster.sensors = names.map(|name| SensorEntry { name: name.into(), ..twin.clone() }).to_vec();
    roster.sensors.push(SensorEntry { vehicle: Some(VehicleId(0)), name: "truth".into(), ..twin.clone() });
    roster.sensors.push(SensorEntry { vehicle: Some(VehicleId(0)), name: "Truth".into(), ..twin });
    roster.vehicles[0].name = "..".into();
    let inner = at.join("data");
    let mut dump = Dump::create(&inner, &roster).unwrap();
    for sensor in 0..6 {
        dump.write(&reading(sensor, ReadingData::Imu(ImuReading::default())), &roster).unwrap();
    }
    dump.flush().unwrap();
    let index = text(&inner.join("index.csv"));
    let files: BTreeSet<&str> = index.lines().skip(1).filter_map(|row| row.split(',').nth(4)).collect();
    assert_eq!(files.len(), 6, "{index}");
    for file in files {
        assert_eq!(text(&inner.join(file)).lines().count(), 2, "{file}");
        assert!(!file.contains(".."), "{file}");
    }
    assert_eq!(std::fs::read_dir(&at).unwrap().count(), 1, "nothing beside the folder");
    std::fs::remove_dir_all(&at).unwrap();
}

/// A vehicle that is added later has all its files; one that takes the number of another that is gone mixes with none.
#[test]
fn vehicles_that_come_and_go_have_files_of_their_own() {
    let at = std::env::temp_dir().join(format!("skidpad-dump-late-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&at);
    let first = roster();
    let with = |name: &str| {
        let mut roster = first.clone();
        roster.vehicles.push(VehicleEntry { name: name.into(), ..first.vehicles[0].clone() });
        roster.sensors.push(SensorEntry { vehicle: Some(VehicleId(1)), ..first.sensors[0].clone() });
        roster
    };
    let seen = |count: usize| Observations {
        vehicles: vec![VehicleObservation { is_present: true, ..VehicleObservation::default() }; count],
        ..Observations::default()
    };
    let mut dump = Dump::create(&at, &first).unwrap();
    dump.write_vehicles(&seen(1), &first).unwrap();
    for roster in [with("a"), with("b")] {
        dump.write_vehicles(&seen(2), &roster).unwrap();
        dump.write(&reading(4, ReadingData::Scan(Scan::default())), &roster).unwrap();
    }
    dump.flush().unwrap();
    for (vehicle, row_count) in [("r_1", 3), ("a", 1), ("b", 1)] {
        assert_eq!(text(&at.join(vehicle).join("truth.txt")).lines().count(), row_count, "{vehicle}");
        assert_eq!(text(&at.join(vehicle).join("odometry.csv")).lines().count(), 1 + row_count, "{vehicle}");
    }
    let index = text(&at.join("index.csv"));
    for vehicle in ["a", "b"] {
        assert!(
            index.contains(&format!(",{vehicle},laser,laser,{vehicle}/laser/000000100000000.csv,")),
            "{index}"
        );
    }
    std::fs::remove_dir_all(&at).unwrap();
}
