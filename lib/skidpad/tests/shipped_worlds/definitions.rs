//! The definitions have the file names, classes, variables and figures that MVSim users know.

use std::fs;

use skidpad_assets::DiskFiles;
use skidpad_world::description::{Lidar3d, Sensor, SensorKind, Vehicle};
use skidpad_world::{ExpandOptions, Files, MapFiles, load};

use super::{complaints, repository};

/// A world given as text, in a folder beside the definitions.
fn world(text: &str) -> skidpad_world::Loaded {
    let disk = DiskFiles::below(&repository()).expect("the repository");
    let mut files = MapFiles::from_texts([("worlds/test.world.xml", text)]);
    for name in definitions() {
        let path = format!("definitions/{name}");
        files.0.insert(path.clone(), disk.read(&path, 1 << 20).expect("a definition"));
    }
    let loaded = load("worlds/test.world.xml", &files, &ExpandOptions::default());
    assert!(complaints(&loaded).is_empty(), "{text}\n{:#?}", complaints(&loaded));
    loaded
}

fn definitions() -> Vec<String> {
    let folder = fs::read_dir(repository().join("definitions")).expect("the definitions");
    let mut names: Vec<String> =
        folder.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.retain(|name| name.ends_with(".xml"));
    names.sort();
    names
}

/// The step suits cameras of 30 Hz and IMUs of 200 Hz.
fn vehicle(file: &str, parameters: &str, class: &str) -> Vehicle {
    let text = format!(
        r#"<mvsim_world><simul_timestep>$f{{1/600}}</simul_timestep><include file="../definitions/{file}" {parameters}/>
           <vehicle name="it" class="{class}"><init_pose>0 0 0</init_pose></vehicle></mvsim_world>"#
    );
    world(&text).description.vehicles.remove(0)
}

fn sensor(file: &str, parameters: &str) -> Sensor {
    let text = format!(
        r#"<mvsim_world><georeference><latitude>1</latitude><longitude>1</longitude></georeference>
           <vehicle name="it"><dynamics class="differential"><l_wheel pos="0 0.5"/><r_wheel pos="0 -0.5"/></dynamics><init_pose>0 0 0</init_pose>
           <include file="../definitions/{file}.sensor.xml" {parameters}/></vehicle></mvsim_world>"#
    );
    world(&text).description.vehicles[0].sensors.remove(0)
}

fn lidar(file: &str, parameters: &str) -> Lidar3d {
    match sensor(file, parameters).kind {
        SensorKind::Lidar3d(lidar) => lidar,
        other => panic!("{file} is {other:?}"),
    }
}

#[test]
fn every_definition_loads_by_itself() {
    for name in definitions() {
        let text = match name.split_once('.').expect("a kind").1 {
            "sensor.xml" => format!(
                r#"<georeference><latitude>1</latitude><longitude>1</longitude></georeference>
                   <vehicle><dynamics class="differential"><l_wheel pos="0 0.5"/><r_wheel pos="0 -0.5"/></dynamics><init_pose>0 0 0</init_pose>
                   <include file="../definitions/{name}"/></vehicle>"#
            ),
            "vehicle.xml" | "block.xml" | "actor.xml" => {
                format!(r#"<include file="../definitions/{name}"/>"#)
            }
            kind => panic!("{name}: what is a {kind}?"),
        };
        world(&format!("<mvsim_world>{text}</mvsim_world>"));
    }
}

/// Chassis mass, and place, mass and diameter of the first and the last wheel.
#[test]
fn vehicles_have_the_figures_of_mvsim() {
    type Wheel = (f64, f64, f64, f64);
    let check = |file: &str, class: &str, count: usize, mass_kg: f64, first: Wheel, last: Wheel| {
        let vehicle = vehicle(&format!("{file}.vehicle.xml"), "", class);
        assert_eq!(vehicle.wheels.len(), count, "{class}");
        assert_eq!(vehicle.chassis.mass_kg, mass_kg, "{class}");
        let figures = |wheel: &skidpad_world::description::Wheel| {
            (wheel.pose_in_vehicle.x_m, wheel.pose_in_vehicle.y_m, wheel.mass_kg, wheel.diameter_m)
        };
        assert_eq!(figures(&vehicle.wheels[0]), first, "{class}");
        assert_eq!(figures(&vehicle.wheels[count - 1]), last, "{class}");
    };
    check("ackermann", "car_ackermann", 4, 800.0, (0.0, 1.0, 6.0, 0.62), (1.3, -1.0, 6.0, 0.62));
    check("small_robot", "small_robot", 2, 15.0, (0.0, 0.5, 4.0, 0.4), (0.0, -0.5, 4.0, 0.4));
    check("jackal", "jackal", 4, 10.0, (-0.13, 0.16, 1.0, 0.2), (0.13, -0.16, 1.0, 0.2));
    check("jackal-ellipse", "jackal", 4, 10.0, (-0.13, 0.16, 1.0, 0.2), (0.13, -0.16, 1.0, 0.2));
    check(
        "turtlebot3_burger",
        "turtlebot3_burger",
        2,
        1.0,
        (0.0, 0.08, 0.1, 0.066),
        (0.0, -0.08, 0.1, 0.066),
    );
    check("pickup", "pickup", 4, 2000.0, (-1.8, 0.9, 6.0, 0.8), (1.7, -0.925, 6.0, 0.8));
    check("agricobiot2", "agricobiot2", 4, 97.0, (0.0, 0.2, 5.35, 0.406), (0.62, -0.2, 5.35, 0.406));
    check("scania_truck", "scania_truck", 4, 3000.0, (0.0, 1.0, 15.0, 1.0), (3.0, -0.9, 15.0, 1.0));
    check("scania_truck", "scania_trailer", 4, 4000.0, (-5.25, 0.8, 10.0, 0.75), (-4.25, -0.8, 10.0, 0.75));
}

#[test]
fn default_sensors_come_and_go() {
    let names = |file, parameters, class| -> Vec<String> {
        vehicle(file, parameters, class).sensors.into_iter().map(|sensor| sensor.name).collect()
    };
    assert_eq!(names("jackal.vehicle.xml", "", "jackal"), ["scanner1", "lidar1", "cam1"]);
    assert_eq!(names("jackal.vehicle.xml", r#"default_sensors="false""#, "jackal"), Vec::<String>::new());
    assert_eq!(names("jackal-ellipse.vehicle.xml", "", "jackal"), ["scanner1", "lidar1", "cam1"]);
    assert_eq!(
        names("turtlebot3_burger.vehicle.xml", "", "turtlebot3_burger"),
        ["laser1", "camera1", "imu1"]
    );
}

#[test]
fn sensors_have_the_figures_of_mvsim() {
    let check_with = |file, parameters, name: &str, period_s: f64| {
        let sensor = sensor(file, parameters);
        assert_eq!(sensor.name, name, "{file}");
        assert!((sensor.period_s - period_s).abs() < 1e-12, "{file}: {} s", sensor.period_s);
    };
    let check = |file, name: &str, period_s: f64| check_with(file, "", name, period_s);
    check_with("velodyne-vlp16", r#"sensor_rpm="1200""#, "lidar1", 0.05);
    check_with("helios-32-FOV-70", r#"sensor_rate="20""#, "lidar1", 0.05);
    check_with("hesai-xt16", r#"sensor_rate="5""#, "lidar1", 0.2);
    check_with("ouster-os1", r#"sensor_period_sec="0.05""#, "lidar1", 0.05);
    check_with("rplidar-a2", r#"sensor_hz="5""#, "laser1", 0.2);
    check("lidar2d", "laser1", 0.05);
    check("hokuyo-utm30", "laser1", 0.025);
    check("rplidar-a2", "laser1", 0.1);
    check("velodyne-vlp16", "lidar1", 0.1);
    check("ouster-os1", "lidar1", 0.1);
    check("helios-32-FOV-26", "lidar1", 0.1);
    check("hesai-xt32", "lidar1", 0.1);
    check("camera", "camera1", 0.1);
    check("rgbd_camera", "camera1", 0.1);
    check("imu", "imu1", 0.05);
    check("gnss", "gps1", 1.0);
    check("cone_detector", "cones1", 0.1);
}

/// Every sensor of the shelf may stand in the world by itself.
#[test]
fn sensors_stand_by_themselves() {
    let sensors = definitions().into_iter().filter(|name| name.ends_with(".sensor.xml")).enumerate();
    let includes: String = sensors
        .map(|(k, file)| {
            format!(r#"<include file="../definitions/{file}" sensor_name="s{k}" sensor_publish="true"/>"#)
        })
        .collect();
    let georeference = "<georeference><latitude>1</latitude><longitude>1</longitude></georeference>";
    let world = world(&format!("<mvsim_world>{georeference}{includes}</mvsim_world>")).description;
    assert!(world.sensors.len() >= 14, "{}", world.sensors.len());
    for sensor in &world.sensors {
        assert_eq!(sensor.publish_topic, format!("/{}", sensor.name));
    }
}

/// Rings, columns, lowest and highest ring in degrees.
#[test]
fn lidars_have_their_rings() {
    let check =
        |file: &str, parameters: &str, rings: usize, columns: u32, lowest_deg: f64, highest_deg: f64| {
            let lidar = lidar(file, parameters);
            let elevations = &lidar.ring_elevations_rad;
            assert_eq!((elevations.len(), lidar.column_count), (rings, columns), "{file}");
            assert!(elevations.is_sorted(), "{file}");
            assert!((elevations[0].to_degrees() - lowest_deg).abs() < 1e-9, "{file}: {elevations:?}");
            assert!(
                (elevations[rings - 1].to_degrees() - highest_deg).abs() < 1e-9,
                "{file}: {elevations:?}"
            );
        };
    check("velodyne-vlp16", "", 16, 1808, -15.0, 15.0);
    check("velodyne-vlp16", r#"sensor_rpm="300""#, 16, 3616, -15.0, 15.0);
    check("velodyne-vlp16", r#"sensor_rpm="1200""#, 16, 904, -15.0, 15.0);
    check("ouster-os1", "", 128, 1024, -22.5, 22.5);
    check("ouster-os1", r#"sensor_horz_nrays="2048" vert_fov_degrees="22.5""#, 128, 2048, -11.25, 11.25);
    check("helios-32-FOV-26", "", 32, 1800, -16.0, 10.0);
    check("helios-32-FOV-26", r#"sensor_rate="5""#, 32, 3600, -16.0, 10.0);
    check("helios-32-FOV-26", r#"sensor_rate="20""#, 32, 900, -16.0, 10.0);
    check("helios-32-FOV-31", "", 32, 1800, -16.0, 15.0);
    check("helios-32-FOV-70", "", 32, 1800, -55.02, 15.0);
    check("hesai-xt32", "", 32, 2000, -16.0, 15.0);
    check("hesai-xt32", r#"sensor_rate="20""#, 32, 1000, -16.0, 15.0);
    check("hesai-xt16", "", 16, 2000, -15.0, 15.0);
}

/// Nearest and farthest return of each lidar in metres.
#[test]
fn lidars_have_their_ranges() {
    for (file, min_m, max_m) in [
        ("velodyne-vlp16", 0.01, 80.0),
        ("ouster-os1", 0.5, 90.0),
        ("helios-32-FOV-26", 0.2, 110.0),
        ("helios-32-FOV-31", 0.2, 110.0),
        ("helios-32-FOV-70", 0.2, 110.0),
        ("hesai-xt32", 0.05, 120.0),
        ("hesai-xt16", 0.05, 120.0),
    ] {
        let lidar = lidar(file, "");
        assert_eq!((lidar.min_range_m, lidar.max_range_m), (min_m, max_m), "{file}");
    }
}
