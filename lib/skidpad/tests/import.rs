//! Robots in URDF and worlds in SDF become worlds that run.

use skidpad::description::ChassisShape;
use skidpad::import::{Imported, UrdfVehicle, sdf_file, urdf_file};
use skidpad::messages::Commands;
use skidpad::{Severity, Simulation, World, WorldOptions};
use std::fs;
use std::path::{Path, PathBuf};

fn robots() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../worlds/imported")
}

/// A folder of this test alone.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("skidpad-import-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a temporary folder");
    folder
}

fn imported(robot: &str, mapping: Option<&str>, output: &Path) -> Imported<UrdfVehicle> {
    let mapping = mapping.map(|name| robots().join(name));
    urdf_file(&robots().join(robot), mapping.as_deref(), output, &WorldOptions::default())
        .expect("a readable file")
}

fn findings<T>(imported: &Imported<T>) -> String {
    imported.findings.iter().map(|finding| format!("{finding}\n")).collect()
}

/// The robot in a world of its own, which must have no problem.
fn world(robot: &str, mapping: Option<&str>) -> (World, UrdfVehicle) {
    let folder = folder(&robot.replace('/', "-"));
    let output = folder.join("robot.vehicle.xml");
    let imported = imported(robot, mapping, &output);
    let text = findings(&imported);
    let vehicle = imported.result.expect(&text);
    fs::write(&output, &vehicle.xml).expect("a file");
    let world = folder.join("robot.world.xml");
    let text = format!(
        "<mvsim_world><georeference><latitude>1</latitude></georeference>\n<include file=\"robot.vehicle.xml\"/>\n\
         <vehicle name=\"r\" class=\"{}\"><init_pose>0 0 0</init_pose></vehicle></mvsim_world>",
        vehicle.class_name
    );
    fs::write(&world, text).expect("a file");
    // The mesh of the robot is where it was, not beside the world.
    let root = Some(PathBuf::from("/"));
    let world =
        World::read(&world, &WorldOptions { root, ..WorldOptions::default() }).expect("a readable world");
    let problems: Vec<String> = (world.diagnostics().iter())
        .filter(|problem| problem.severity != Severity::Note)
        .map(|problem| problem.render(world.sources()))
        .collect();
    assert!(problems.is_empty(), "{problems:#?}\n{}", vehicle.xml);
    fs::remove_dir_all(&folder).expect("the folder is ours");
    (world, vehicle)
}

/// Drive straight, then turn, and see what the robot does.
fn check_drive(
    robot: &str,
    mapping: Option<&str>,
    [speed_mps, yaw_rate_radps]: [f64; 2],
    tolerance: f64,
) -> UrdfVehicle {
    let (world, vehicle) = world(robot, mapping);
    let mut sim = Simulation::build(&world).expect("a world that can be built");
    let id = sim.vehicle("r").expect("the robot");
    let mut drive = |speed: f64, turn: f64| {
        let commands = Commands::from([id.drive(speed, turn)]);
        let steps = (3.0e9 / sim.step_ns() as f64) as usize;
        for _ in 0..steps {
            sim.step(&commands);
        }
        let seen = sim.step(&commands).vehicle(id).clone();
        (seen.twist_in_vehicle.vx_mps, seen.twist_in_vehicle.yaw_rate_radps, seen.pose_in_world)
    };
    let (speed, turn, pose) = drive(speed_mps, 0.0);
    assert!((speed - speed_mps).abs() < 0.02 * speed_mps, "{robot}: {speed} m/s instead of {speed_mps}");
    assert!(
        turn.abs() < 0.01 && pose.y_m.abs() < 0.02,
        "{robot} does not keep straight: {turn} rad/s, y = {}",
        pose.y_m
    );
    let expected_m = 3.0 * speed_mps;
    assert!(pose.x_m > 0.8 * expected_m && pose.x_m < 1.01 * expected_m, "{robot}: {} m in 3 s", pose.x_m);
    let (speed, turn, _) = drive(speed_mps, yaw_rate_radps);
    assert!((speed - speed_mps).abs() < tolerance * speed_mps, "{robot}: {speed} m/s in a turn");
    assert!(
        (turn - yaw_rate_radps).abs() < tolerance * yaw_rate_radps,
        "{robot}: {turn} rad/s instead of {yaw_rate_radps}"
    );
    vehicle
}

#[test]
fn a_differential_robot_drives() {
    let vehicle = check_drive("rover/urdf/rover.urdf", None, [0.5, 0.8], 0.03);
    assert_eq!((vehicle.dynamics.as_str(), vehicle.sensor_count), ("differential", 3));
    assert_eq!(vehicle.wheel_joints, ["left_wheel_joint", "right_wheel_joint"]);
}

#[test]
fn a_robot_with_four_wheels_drives() {
    // Wheels that are dragged sideways slip: as of any such robot, its turn is a good part slower than commanded.
    let vehicle = check_drive("hauler.urdf", None, [1.0, 0.6], 0.35);
    assert_eq!((vehicle.dynamics.as_str(), vehicle.sensor_count), ("differential_4_wheels", 1));
}

#[test]
fn a_car_drives() {
    let vehicle = check_drive("car.urdf", Some("car.mapping.yaml"), [1.0, 0.9], 0.05);
    assert_eq!((vehicle.dynamics.as_str(), vehicle.class_name.as_str()), ("ackermann", "small_car"));
    assert!(vehicle.xml.contains("<f_wheels_x>0.325</f_wheels_x>"), "{}", vehicle.xml);
    assert!(vehicle.xml.contains("<f_wheels_d>0.22</f_wheels_d>"), "{}", vehicle.xml);
    assert!(vehicle.xml.contains("<max_steer_ang_deg>28.64789</max_steer_ang_deg>"), "{}", vehicle.xml);
}

#[test]
fn body_wheels_and_sensors_are_where_the_robot_has_them() {
    let (world, vehicle) = world("rover/urdf/rover.urdf", None);
    let described = &world.description().vehicles[0];
    // The outline of the mesh: 340 by 240 mm, front corners cut.
    let ChassisShape::Polygon(outline) = &described.chassis.shape else { panic!("{}", vehicle.xml) };
    assert_eq!(outline.len(), 6, "{}", vehicle.xml);
    let near = |a: f64, b: f64| (a - b).abs() < 1e-5;
    assert!(
        near(described.chassis.z_min_m, 0.07) && near(described.chassis.z_max_m, 0.16),
        "{}",
        vehicle.xml
    );
    assert!(near(described.chassis.mass_kg, 4.2) && near(described.wheels[0].diameter_m, 0.1));
    assert!(
        near(described.wheels[0].pose_in_vehicle.x_m, 0.04)
            && near(described.wheels[0].pose_in_vehicle.y_m, 0.14)
    );
}

#[test]
fn what_is_not_taken_is_said() {
    let folder = folder("said");
    let imported = imported("rover/urdf/rover.urdf", None, &folder.join("x.vehicle.xml"));
    let text = findings(&imported).replace(&robots().display().to_string(), "");
    for expected in [
        "/rover/urdf/rover.urdf:50:3: warning: the motion of joint \"gripper_joint\" is not taken",
        "warning: the sensor \"bumper\" of type \"contact\" is not taken",
        "note: the plug-in \"libgazebo_ros_diff_drive.so\" is taken as the vehicle's own controller",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    fs::remove_dir_all(&folder).expect("the folder is ours");
}

#[test]
fn a_world_in_sdf_becomes_a_world() {
    let folder = folder("yard");
    let output = folder.join("yard.world.xml");
    let imported =
        sdf_file(&robots().join("yard.sdf"), &output, &WorldOptions::default()).expect("a readable file");
    let text = findings(&imported).replace(&robots().display().to_string(), "");
    let result = imported.result.expect(&text);
    fs::write(&output, &result.xml).expect("a file");
    assert_eq!(result.to_string(), "6 blocks, 1 plane, 2 lights", "{}", result.xml);
    for expected in [
        "/yard.sdf:6:5: warning: the plug-in \"gz-sim-physics-system\" is not taken: plug-ins are programs and are not run",
        "/yard.sdf:47:5: warning: cannot include \"https://fuel.gazebosim.org/1.0/OpenRobotics/models/Tree\"",
        "/yard.sdf:48:5: warning: <actor> is not taken",
        "models/bin/bin.sdf:6:7: note: the mesh \"models/bin/meshes/bin.stl\" is taken as a prism over its outline",
    ] {
        assert!(text.contains(expected), "{expected}\n{text}");
    }
    let root = Some(PathBuf::from("/"));
    let world =
        World::read(&output, &WorldOptions { root, ..WorldOptions::default() }).expect("a readable world");
    assert!(
        !world.diagnostics().has_errors(),
        "{}\n{}",
        world.diagnostics().render(world.sources()),
        result.xml
    );
    let pose = |name: &str| {
        let block = world.description().blocks.iter().find(|block| block.object.name == name).expect(name);
        (block.object.pose_in_world, block.z_min_m, block.z_max_m, block.is_static)
    };
    let (wall, low, high, is_static) = pose("wall");
    assert!((wall.x_m - 5.0).abs() < 1e-9 && (wall.yaw_rad - std::f64::consts::FRAC_PI_2).abs() < 1e-9);
    assert!(low.unwrap_or(-1.0).abs() < 1e-9 && (high.unwrap_or(0.0) - 2.0).abs() < 1e-9 && is_static);
    let (ball, low, _, is_static) = pose("ball");
    assert!((ball.y_m + 2.0).abs() < 1e-9 && low.unwrap_or(-1.0).abs() < 1e-6 && !is_static);
    assert!(pose("bin_b").3 && !pose("bin_a").3);
    let (_, low, high, _) = pose("table_top");
    assert!((low.unwrap_or(0.0) - 0.725).abs() < 1e-9 && (high.unwrap_or(0.0) - 0.775).abs() < 1e-9);
    Simulation::build(&world).expect("a world that can be built");
    fs::remove_dir_all(&folder).expect("the folder is ours");
}

/// The vehicles beside the robots are what the program makes of them; `UPDATE_EXPECT=1` writes them.
#[test]
fn shipped_vehicles_are_what_is_imported() {
    for (robot, mapping, output) in [
        ("rover/urdf/rover.urdf", None, "rover.vehicle.xml"),
        ("hauler.urdf", None, "hauler.vehicle.xml"),
        ("car.urdf", Some("car.mapping.yaml"), "car.vehicle.xml"),
    ] {
        let path = robots().join(output);
        let vehicle = imported(robot, mapping, &path).result.expect("a vehicle");
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            fs::write(&path, &vehicle.xml).expect("a file");
        }
        assert_eq!(fs::read_to_string(&path).unwrap_or_default(), vehicle.xml, "{output}");
    }
}

/// A robot that arrives as text, as over ROS, is added to a running world.
#[test]
fn a_robot_given_as_text_is_added_to_a_world() {
    let world = World::from_text("<mvsim_world/>", &WorldOptions::default());
    let urdf = fs::read_to_string(robots().join("hauler.urdf")).expect("a file");
    let inserter = world.inserter();
    let pose = skidpad::math::Pose3::new(1.0, 2.0, 0.0, 0.5, 0.0, 0.0);
    let piece = inserter.urdf_entity(&urdf, "truck", &pose).expect("a piece of a world");
    let prepared = inserter.read(&piece, None).expect("a piece that can be added");
    assert_eq!(prepared.names, ["truck"]);
    let refused = inserter.urdf_entity("<robot><link name=\"a\"/></robot>", "x", &pose).unwrap_err();
    assert!(refused.starts_with("robot_description:1:1: error: no wheels were found"), "{refused}");
}
