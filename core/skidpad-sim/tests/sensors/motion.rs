//! Inertial units and receivers on vehicles that drive, against closed forms; encoders and collisions.

use crate::common::{read, robot, run, world, world_with, wrap};
use skidpad_math::{Pose3, sin_cos};
use skidpad_messages::{
    BlockId, BodyId, Commands, ConeColor, GnssReading, ImuReading, ReadingData, Request, VehicleId,
};
use skidpad_scene::Assets;
use skidpad_sim::Simulation;

const QUIET: &str = "<angular_velocity_white_noise_std_noise>0</angular_velocity_white_noise_std_noise>
    <linear_acceleration_white_noise_std_noise>0</linear_acceleration_white_noise_std_noise>";

fn imu(it: &Simulation, name: &str) -> ImuReading {
    match read(it, name).data {
        ReadingData::Imu(reading) => reading,
        other => panic!("{other:?}"),
    }
}

fn gnss(it: &Simulation, name: &str) -> GnssReading {
    match read(it, name).data {
        ReadingData::Gnss(reading) => reading,
        other => panic!("{other:?}"),
    }
}

fn quiet_imu(name: &str, pose_3d: &str) -> String {
    format!("<sensor class='imu' name='{name}'><pose_3d>{pose_3d}</pose_3d>{QUIET}</sensor>")
}

/// A circle at 1.5 m/s and 0.6 rad/s: v·ω to the left, ω²·r towards the centre of the turn at a lever r, and all of
/// it seen in the axes of a turned sensor.
#[test]
fn on_a_circle() {
    let sensors =
        format!("{}{}", quiet_imu("centre", "0 0 0 0 0 0"), quiet_imu("lever", "0.4 -0.3 0.2 90 0 0"));
    let mut it = world(&wrap(&robot("r", "0 0 30", &sensors)));
    let (v, w) = (1.5, 0.6);
    run(&mut it, [VehicleId(0).drive(v, w)], 400);
    let centre = imu(&it, "centre");
    let force = centre.linear_acceleration_mps2;
    // Within a step the velocity lags behind the heading by ω·dt, which turns the force by as much.
    let lag = v * w * w * 0.005;
    assert!((force.y - v * w).abs() < 1e-4 && force.x.abs() < 1.5 * lag && force.z == 9.81, "{force:?}");
    assert!((centre.angular_velocity_radps.z - w).abs() < 1e-12);
    let lever = imu(&it, "lever").linear_acceleration_mps2;
    let expected = [force.x - w * w * 0.4, force.y + w * w * 0.3];
    // Turned by a quarter to the left: the sensor's x is the vehicle's y.
    assert!((lever.x - expected[1]).abs() < 1e-9 && (lever.y + expected[0]).abs() < 1e-9, "{lever:?}");
}

/// Keyframes move a vehicle by its origin, wherever its mass is: straight on at 1 m/s it feels gravity alone, turning
/// or not.
#[test]
fn along_keyframes_no_mass_is_felt() {
    let chassis = "<chassis mass='15'><shape><pt>-0.1 -0.25</pt><pt>-0.1 0.25</pt><pt>0.9 0.25</pt><pt>0.9 -0.25</pt></shape></chassis>";
    let content = format!(
        "<vehicle name='r'><init_pose>0 0 0</init_pose><animation type='keyframes'><time_pose>0 0 0 0</time_pose>
        <time_pose>2 2 0 90</time_pose><time_pose>4 4 0 180</time_pose></animation>
        <dynamics class='differential'>{chassis}</dynamics>{}</vehicle>",
        quiet_imu("i", "0 0 0 0 0 0")
    );
    let mut it = world(&wrap(&content));
    run(&mut it, [], 200);
    let force = imu(&it, "i").linear_acceleration_mps2;
    // The velocity turns within a step: v·ω·ω·dt.
    let lag = 0.785 * 0.785 * 0.005;
    assert!(force.x.abs() < lag && force.y.abs() < lag && force.z == 9.81, "{force:?}");
}

#[test]
fn speeding_up_pushes_back() {
    let pid = robot("r", "0 0 0", &quiet_imu("i", "0 0 0 0 0 0")).replace(
        r#"<controller class="twist_ideal"/>"#,
        r#"<controller class="twist_pid"><KP>4</KP><KI>3</KI><max_torque>20</max_torque></controller>"#,
    );
    let mut it = world(&wrap(&pid));
    run(&mut it, [VehicleId(0).drive(1.0, 0.0)], 20);
    let before_mps = it.observations().vehicles[0].twist_in_vehicle.vx_mps;
    run(&mut it, [], 1);
    let gained_mps = it.observations().vehicles[0].twist_in_vehicle.vx_mps - before_mps;
    assert!(gained_mps > 1e-4);
    assert!((imu(&it, "i").linear_acceleration_mps2.x - gained_mps / 0.005).abs() < 1e-9);
}

/// Parked on a ramp of 20 %: gravity is shared between forward and up; driving up it nothing else is felt.
#[test]
fn on_a_slope() {
    let ramp = "<element class='elevation_map'><resolution>10</resolution><corner_min_x>-10</corner_min_x><corner_min_y>-10</corner_min_y>
        <elevation_data_matrix>[0 0 0; 2 2 2; 4 4 4; 6 6 6]</elevation_data_matrix></element>";
    // Four wheels know a slope.
    let wheels = r#"<lr_wheel pos="-0.2 0.3" mass="1" width="0.05" diameter="0.2"/><rr_wheel pos="-0.2 -0.3" mass="1" width="0.05" diameter="0.2"/>
        <lf_wheel pos="0.2 0.3" mass="1" width="0.05" diameter="0.2"/><rf_wheel pos="0.2 -0.3" mass="1" width="0.05" diameter="0.2"/>"#;
    let vehicle = format!(
        r#"<vehicle name="r"><dynamics class="differential_4_wheels">{wheels}<controller class="twist_ideal"/></dynamics>
        <init_pose>0 0 0</init_pose>{}</vehicle>"#,
        quiet_imu("i", "0.1 0 0.3 0 0 0")
    );
    let mut it = world(&wrap(&format!("{ramp}{vehicle}")));
    let (sin, cos) = sin_cos(skidpad_math::atan(0.2));
    for step in 1..40 {
        run(&mut it, [], 1);
        let parked = imu(&it, "i").linear_acceleration_mps2;
        let is_right = (parked.x - 9.81 * sin).abs() < 1e-4 && (parked.z - 9.81 * cos).abs() < 1e-4;
        assert!(is_right, "step {step}: {parked:?}");
    }
    run(&mut it, [VehicleId(0).drive(1.0, 0.0)], 200);
    let driving = imu(&it, "i");
    let force = driving.linear_acceleration_mps2;
    assert!((force.x - 9.81 * sin).abs() < 1e-3 && (force.z - 9.81 * cos).abs() < 1e-3, "{force:?}");
    assert!(driving.angular_velocity_radps.norm() < 1e-6, "{driving:?}");
    // Turning on the slope turns about its normal.
    run(&mut it, [VehicleId(0).drive(0.0, 0.5)], 150);
    let turning = imu(&it, "i").angular_velocity_radps;
    assert!(
        turning.x.abs() < 0.01 && turning.y.abs() < 0.01 && (turning.z - 0.5).abs() < 0.02,
        "{turning:?}"
    );
}

#[test]
fn a_teleport_is_not_felt() {
    let mut it = world(&wrap(&robot("r", "0 0 0", &quiet_imu("i", "0 0 0 0 0 0"))));
    run(&mut it, [VehicleId(0).drive(1.0, 0.0)], 50);
    run(&mut it, [VehicleId(0).teleport(Pose3 { x_m: 50.0, yaw_rad: 2.0, ..Pose3::default() })], 1);
    let seen = imu(&it, "i");
    assert!(
        seen.linear_acceleration_mps2.x.abs() < 1e-9 && seen.angular_velocity_radps.norm() < 1e-9,
        "{seen:?}"
    );
}

#[test]
fn a_unit_that_stands_by_itself_feels_gravity_in_its_axes() {
    let it = world(&wrap(&format!(
        "<sensor class='imu' name='i'><pose_3d>1 2 3 30 0 90</pose_3d>{QUIET}</sensor>"
    )));
    let force = imu(&it, "i").linear_acceleration_mps2;
    assert!((force.y - 9.81).abs() < 1e-12 && force.x.abs() + force.z.abs() < 1e-12, "{force:?}");
}

/// After ten seconds the bias has walked by σ·√10, whatever the step: MVSim's grows with the physics step.
#[test]
fn a_bias_walks_by_its_own_period() {
    let sensor = format!(
        "<sensor class='imu' name='i'><sensor_period>0.1</sensor_period>{QUIET}
        <angular_velocity_random_walk_std_noise>0.01</angular_velocity_random_walk_std_noise></sensor>"
    );
    let end = |step: &str, count: u32, seed: u64| {
        let text = format!(
            "<mvsim_world><simul_timestep>{step}</simul_timestep>{}</mvsim_world>",
            robot("r", "0 0 0", &sensor)
        );
        let mut it = world_with(&text, &Assets::default(), seed);
        run(&mut it, [], count);
        imu(&it, "i").angular_velocity_radps
    };
    for (step, count) in [("0.01", 1_001), ("0.05", 201)] {
        let sum: f64 = (0..20).map(|seed| end(step, count, seed)).map(|b| b.dot(b)).sum();
        // Sixty values of variance σ²·10 s; five standard errors.
        let ratio = sum / (60.0 * 1e-4 * 10.0);
        assert!((ratio - 1.0).abs() < 5.0 * (2.0 / 60.0_f64).sqrt(), "{step}: {ratio}");
    }
}

const LAUSANNE: &str =
    "<georeference><latitude>46.5</latitude><longitude>6.5</longitude><height>400</height>";

/// East, north and up of a fix from the reference, by the radii of curvature: good to a centimetre nearby [m].
fn enu(fix: &GnssReading) -> [f64; 3] {
    let (sin, cos) = sin_cos(46.5_f64.to_radians());
    let e2 = 6.694_379_990_14e-3;
    let w = (1.0 - e2 * sin * sin).sqrt();
    let (meridian, normal) = (6_378_137.0 * (1.0 - e2) / (w * w * w), 6_378_137.0 / w);
    [
        (fix.longitude_deg - 6.5).to_radians() * (normal + 400.0) * cos,
        (fix.latitude_deg - 46.5).to_radians() * (meridian + 400.0),
        fix.altitude_m - 400.0,
    ]
}

#[test]
fn a_receiver_tells_where_it_is_on_earth() {
    let receiver = "<sensor class='gnss' name='g'><pose_3d>1 0 0.5 0 0 0</pose_3d>
        <horizontal_std_noise>0</horizontal_std_noise><vertical_std_noise>0</vertical_std_noise></sensor>";
    for (rotation, east, north) in [("0", 100.0, 31.0), ("90", -31.0, 100.0)] {
        let reference = format!(
            "{LAUSANNE}<world_to_enu_rotation_deg>{rotation}</world_to_enu_rotation_deg></georeference>"
        );
        // At (100, 30), looking along y: the antenna is a metre ahead.
        let it = world(&wrap(&format!("{reference}{}", robot("r", "100 30 90", receiver))));
        let found = enu(&gnss(&it, "g"));
        let apart = (found[0] - east).abs() + (found[1] - north).abs() + (found[2] - 0.5).abs();
        assert!(apart < 0.01, "{rotation}: {found:?}");
    }
}

/// The region is in the world's coordinates, also in a turned world.
#[test]
fn no_fix_where_a_region_says_so() {
    let receiver = "<sensor class='gnss' name='g'><horizontal_std_noise>1</horizontal_std_noise></sensor>";
    let content = |pose: &str| {
        format!(
            "{LAUSANNE}<world_to_enu_rotation_deg>90</world_to_enu_rotation_deg></georeference>
            <element class='property_region'><property_name>gps_no_coverage</property_name><x_min>5</x_min><x_max>9</x_max>
            <y_min>-1</y_min><y_max>1</y_max><value_bool>true</value_bool></element>{}",
            robot("r", pose, receiver)
        )
    };
    assert!(!gnss(&world(&wrap(&content("7 0 0"))), "g").has_fix);
    let seen = gnss(&world(&wrap(&content("0 7 0"))), "g");
    assert!(seen.has_fix && seen.variance_enu_m2 == [1.0, 1.0, 16.0]);
    let nowhere = world(&wrap(&robot("r", "0 0 0", receiver)));
    assert!(!gnss(&nowhere, "g").has_fix, "without a georeference");
}

/// Wheel encoders and the collision flag are observations of every vehicle.
#[test]
fn encoders_count_and_bumps_show() {
    let pid = robot("r", "0 0 0", "").replace(
        r#"<controller class="twist_ideal"/>"#,
        r#"<controller class="twist_pid"><KP>4</KP><KI>3</KI><max_torque>20</max_torque></controller>"#,
    );
    let wall = "<block name='w'><static>true</static><zmin>0</zmin><zmax>1</zmax><init_pose>3 0 0</init_pose></block>";
    let mut it = world(&wrap(&format!("{wall}{pid}")));
    run(&mut it, [VehicleId(0).drive(0.8, 0.0)], 300);
    let seen = it.observations().vehicles[0].clone();
    assert!(!seen.is_in_collision && seen.pose_in_world.x_m > 0.8);
    let turned: f64 = seen.wheels.iter().map(|wheel| wheel.rotation_rad).sum::<f64>() / 2.0;
    let turns = |x_m: f64| x_m / 0.1;
    // Wheels keep their angle within a turn; the distance is that up to whole turns.
    let apart = skidpad_math::wrap_angle(turned - turns(seen.pose_in_world.x_m));
    assert!(apart.abs() < 0.2, "{apart}");
    run(&mut it, [], 500);
    let seen = &it.observations().vehicles[0];
    assert!(seen.is_in_collision && seen.had_collision);
}

/// No step takes two readings, so a shorter period is that of the steps: biases walk as far in the same time.
#[test]
fn a_period_below_the_step_is_the_step() {
    let felt = |period: &str| {
        let imu = format!(
            "<sensor class='imu' name='i'><sensor_period>{period}</sensor_period>
            <angular_velocity_random_walk_std_noise>0.1</angular_velocity_random_walk_std_noise>
            <linear_acceleration_random_walk_std_noise>0.1</linear_acceleration_random_walk_std_noise></sensor>"
        );
        let mut it = world(&wrap(&robot("r", "0 0 0", &imu)));
        run(&mut it, [], 200);
        read(&it, "i").data
    };
    assert_eq!(felt("0.0001"), felt("0.005"));
    assert_ne!(felt("0.01"), felt("0.005"), "biases walk at all");
}

/// A cone that was pushed is seen where it lies, a removed one no longer; blocks without a colour are no cones.
#[test]
fn a_detector_sees_cones_where_they_are() {
    let detector = "<sensor class='cone_detector' name='d'><pose_3d>1 0 0.5 0 0 0</pose_3d>
        <range_std_noise>0</range_std_noise><angle_std_noise_deg>0</angle_std_noise_deg><miss_rate>0</miss_rate>
        <color_error_rate>0</color_error_rate><false_positive_rate>0</false_positive_rate></sensor>";
    let block = |pose: &str, color: &str| {
        format!(
            "<block><init_pose>{pose}</init_pose>{color}<shape><pt>-0.1 -0.1</pt><pt>-0.1 0.1</pt><pt>0.1 0.1</pt>
            <pt>0.1 -0.1</pt></shape></block>"
        )
    };
    let blocks = [
        block("5 0 0", "<cone_color>yellow</cone_color>"),
        block("5 3 0", "<cone_color>orange</cone_color>"),
        block("4 1 0", ""),
    ];
    let mut it = world(&wrap(&format!("{}{}", blocks.concat(), robot("r", "0 0 0", detector))));
    let seen = |it: &Simulation| match read(it, "d").data {
        ReadingData::Cones(cones) => cones.cones,
        other => panic!("{other:?}"),
    };
    let cones = seen(&it);
    assert_eq!(cones.len(), 2, "{cones:?}");
    assert_eq!((cones[0].range_m, cones[0].bearing_rad, cones[0].color), (4.0, 0.0, ConeColor::Yellow));
    assert_eq!((cones[1].range_m, cones[1].color), (5.0, ConeColor::Orange));
    assert!((cones[1].bearing_rad - skidpad_math::atan2(3.0, 4.0)).abs() < 1e-12);
    let pose_in_world = Pose3::new(3.0, -2.0, 0.0, 0.0, 0.0, 0.0);
    let body = BodyId::Block(BlockId(0));
    let mut commands = Commands::default();
    commands.request(Request::Teleport { body, pose_in_world });
    it.step(&commands);
    assert!((seen(&it)[0].bearing_rad + std::f64::consts::FRAC_PI_4).abs() < 1e-6);
    let mut commands = Commands::default();
    commands.request(Request::Remove { body });
    it.step(&commands);
    assert_eq!(seen(&it).len(), 1);
}
