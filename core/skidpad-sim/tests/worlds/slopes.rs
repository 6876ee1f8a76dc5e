//! Slopes: vehicles stand, slide, coast and climb as gravity and friction say, whole worlds long.

use crate::common::{ROBOT, ackermann, differential, run, world, wrap};
use skidpad_dynamics::slope::Slope;
use skidpad_math::{Pose3, Vec2, atan2, cos, sin, tan, wrap_angle};
use skidpad_messages::{Event, Request, VehicleId};

const G: f64 = 9.81;

/// Ground that rises along x at an angle, 0 at x = 0, 100 m to either side.
fn slope(angle_deg: f64) -> String {
    let rise_m = 100.0 * tan(angle_deg.to_radians());
    format!(
        "<element class='elevation_map'><resolution>100</resolution><corner_min_x>-100</corner_min_x>
         <corner_min_y>-100</corner_min_y><elevation_data_matrix>[-{rise_m} -{rise_m} -{rise_m}; 0 0 0;
         {rise_m} {rise_m} {rise_m}]</elevation_data_matrix></element>"
    )
}

fn four_wheels(controller: &str, friction: &str, rest: &str) -> String {
    format!(
        r#"<vehicle name="r1"><dynamics class="differential_4_wheels">
        <lr_wheel pos="-0.2 0.3" mass="1" width="0.05" diameter="0.2"/><rr_wheel pos="-0.2 -0.3" mass="1" width="0.05" diameter="0.2"/>
        <lf_wheel pos="0.2 0.3" mass="1" width="0.05" diameter="0.2"/><rf_wheel pos="0.2 -0.3" mass="1" width="0.05" diameter="0.2"/>
        <chassis mass="15" zmin="0.05" zmax="0.4" linear_damping="0" angular_damping="0"/>{controller}</dynamics>{friction}{rest}</vehicle>"#
    )
}

fn friction(attributes: &str, mu: f64) -> String {
    format!(r#"<friction class="default" {attributes}><mu>{mu}</mu><C_damping>0</C_damping></friction>"#)
}

const RAW: &str = r#"<controller class="raw"/>"#;
const PID: &str =
    r#"<controller class="twist_pid"><KP>20</KP><KI>20</KI><max_torque>40</max_torque></controller>"#;
const CAR: &str = r#"<controller class="twist_front_steer_pid"><KP>1000</KP><KI>10</KI><max_torque>600</max_torque></controller>"#;

/// Within 1 mm and 0.1 mrad for a minute, in every direction, as far as friction holds.
#[test]
fn a_parked_vehicle_stays_where_it_is() {
    for (angle_deg, controller) in [(12.0, RAW), (30.0, RAW), (15.0, PID)] {
        for yaw_deg in [0.0, 45.0, 90.0, 160.0] {
            let pose = format!("<init_pose>3 2 {yaw_deg}</init_pose>");
            let vehicles = [
                four_wheels(controller, &friction("", 0.7), &pose),
                differential("r1", controller, &friction("", 0.7), &pose),
            ];
            for vehicle in vehicles {
                let mut robot = world(&wrap(&format!("{}{vehicle}", slope(angle_deg))));
                let start = robot.observations().vehicle(ROBOT).pose_in_world;
                assert!((start.z_m - 3.0 * tan(angle_deg.to_radians())).abs() < 1e-6, "{start:?}");
                run(&mut robot, [], 60.0);
                let pose = robot.observations().vehicle(ROBOT).pose_in_world;
                let moved = (pose.position() - start.position()).norm();
                assert!(moved < 1e-3, "{angle_deg}°, heading {yaw_deg}°: {moved} m");
                assert!((pose.yaw_rad - start.yaw_rad).abs() < 1e-4, "{angle_deg}°, heading {yaw_deg}°");
            }
        }
    }
}

/// A long car with overhang parks on a steep ramp: its own pitch is no obstacle.
#[test]
fn a_car_parks_on_a_steep_slope() {
    for (angle_deg, yaw_deg) in [(12.0, 0.0), (30.0, 0.0), (30.0, 180.0), (20.0, 60.0)] {
        let rest = format!("{}<init_pose>3 2 {yaw_deg}</init_pose>", friction("", 0.8));
        let car = ackermann("car", "ackermann", CAR, &rest);
        let mut car = world(&wrap(&format!("{}{car}", slope(angle_deg))));
        let start = car.observations().vehicle(ROBOT).pose_in_world;
        run(&mut car, [], 6.0);
        let seen = car.observations().vehicle(ROBOT);
        let moved = (seen.pose_in_world.position() - start.position()).norm();
        assert!(moved < 1e-3, "{angle_deg}°, heading {yaw_deg}°: {moved} m");
        assert!(!seen.had_collision);
    }
}

/// A vehicle placed anywhere on a slope stands on it: at the start, after a reset, a teleport, a spawn.
#[test]
fn a_vehicle_placed_on_a_slope_stands_on_it() {
    let angle = 20f64.to_radians();
    let on_slope = |pose: Pose3| {
        // Heights are kept in single precision.
        assert!((pose.z_m - pose.x_m * tan(angle)).abs() < 1e-5, "{pose:?}");
        assert!((pose.pitch_rad + angle).abs() < 1e-6 && pose.roll_rad.abs() < 1e-6, "{pose:?}");
    };
    let car = ackermann("car", "ackermann", CAR, "<init_pose>10 0 0</init_pose>");
    let mut car = world(&wrap(&format!("{}{car}", slope(20.0))));
    on_slope(car.observations().vehicle(ROBOT).pose_in_world);
    run(&mut car, [], 0.1);
    on_slope(car.observations().vehicle(ROBOT).pose_in_world);
    run(&mut car, [ROBOT.teleport(Pose3 { x_m: -30.0, ..Pose3::default() })], 0.1);
    on_slope(car.observations().vehicle(ROBOT).pose_in_world);
    let pose_in_world = Pose3 { x_m: 40.0, y_m: 5.0, ..Pose3::default() };
    run(&mut car, [Request::SpawnVehicle { like: ROBOT, name: "other".to_string(), pose_in_world }], 0.1);
    on_slope(car.observations().vehicle(VehicleId(1)).pose_in_world);
    car.reset();
    on_slope(car.observations().vehicle(ROBOT).pose_in_world);
}

/// μ = 0.6 holds 30° and slides on 35° by ½·g·(sin θ − μ·cos θ)·t²·cos θ, seen from above: 1.32 m in 2 s.
#[test]
fn friction_ends_at_its_angle() {
    let moved = |angle_deg: f64| {
        let robot = four_wheels(RAW, &friction("", 0.6), "<init_pose>0 0 0</init_pose>");
        let mut robot = world(&wrap(&format!("{}{robot}", slope(angle_deg))));
        run(&mut robot, [], 2.0);
        -robot.observations().vehicle(ROBOT).pose_in_world.x_m
    };
    assert!(moved(30.5).abs() < 1e-6);
    let angle = 35f64.to_radians();
    let expected = 0.5 * G * (sin(angle) - 0.6 * cos(angle)) * 4.0 * cos(angle);
    assert!((expected - 1.32).abs() < 0.005);
    assert!((moved(35.0) - expected).abs() < 0.01 * expected, "{} {expected}", moved(35.0));
}

/// Wheels roll along the ground: encoders and reported speed are those of the slope.
#[test]
fn odometry_counts_the_way_along_the_slope() {
    let angle = 20f64.to_radians();
    let rest = "<odometry x_multiplier='1' y_multiplier='1' yaw_multiplier='1'/><init_pose>0 0 0</init_pose>";
    let gentle =
        r#"<controller class="twist_pid"><KP>8</KP><KI>8</KI><max_torque>20</max_torque></controller>"#;
    let robot = four_wheels(gentle, &friction("", 0.8), rest);
    let mut robot = world(&wrap(&format!("{}{robot}", slope(20.0))));
    // Not the start, where wheels may slip.
    run(&mut robot, [ROBOT.drive(1.0, 0.0)], 3.0);
    let before = robot.observations().vehicle(ROBOT).clone();
    run(&mut robot, [], 7.0);
    let seen = robot.observations().vehicle(ROBOT);
    let way_m = (seen.pose_in_world.x_m - before.pose_in_world.x_m) / cos(angle);
    assert!(way_m > 6.5, "{way_m}");
    let odometry_m = seen.odometry_in_start.x_m - before.odometry_in_start.x_m;
    assert!((odometry_m / way_m - 1.0).abs() < 2e-3, "{odometry_m} {way_m}");
    assert!((seen.twist_in_vehicle.vx_mps - 1.0).abs() < 0.01, "{:?}", seen.twist_in_vehicle);
    assert!((seen.pose_in_world.z_m - seen.pose_in_world.x_m * tan(angle)).abs() < 1e-5);
}

/// A two-wheeled robot without a brake rolls down as any other: a = g·sin θ·m/(m + ΣI/R²).
#[test]
fn a_two_wheeled_robot_feels_the_slope() {
    let angle = 10f64.to_radians();
    let robot = differential("r1", RAW, &friction("hold='never'", 0.8), "<init_pose>0 0 0</init_pose>");
    let mut robot = world(&wrap(&format!("{}{robot}", slope(10.0))));
    run(&mut robot, [], 2.0);
    let seen = robot.observations().vehicle(ROBOT);
    assert!((seen.pose_in_world.pitch_rad + angle).abs() < 1e-6);
    let expected = -G * sin(angle) * 17.0 / 18.0 * 2.0;
    assert!(
        (seen.twist_in_vehicle.vx_mps / expected - 1.0).abs() < 5e-3,
        "{:?} {expected}",
        seen.twist_in_vehicle
    );
}

/// From level ground onto a ramp and over its edge: no step of the ground adds energy.
#[test]
fn dropping_off_a_ramp_adds_no_speed() {
    let ramp = "<block name='ramp'><static>true</static><intangible>true</intangible>
        <geometry type='ramp' lx='4' ly='6' lz='0.6'/><shape_from_visual/><init_pose>6 0 0</init_pose></block>";
    let rest = format!("{}<init_pose>0 0 0</init_pose>", friction("", 0.8));
    let car = ackermann("car", "ackermann", CAR, &rest);
    let cart = differential("cart", RAW, &friction("", 0.8), "<init_pose>-2.2 0 0</init_pose>");
    let joint = "<joint type='revolute' body_a='car' body_b='cart' anchor_a='-1 0' anchor_b='1.2 0'/>";
    let mut train = world(&wrap(&format!("{ramp}{car}{cart}{joint}")));
    let (mut fastest, mut hardest): (f64, f64) = (0.0, 0.0);
    run(&mut train, [ROBOT.drive(2.0, 0.0)], 3.0);
    for _ in 0..1_400 {
        run(&mut train, [], 0.005);
        for event in &train.observations().events {
            if let Event::Contact { impulse_newton_s, .. } = event {
                hardest = hardest.max(*impulse_newton_s);
            }
        }
        for vehicle in &train.observations().vehicles {
            fastest = fastest.max(vehicle.twist_in_vehicle.velocity().norm());
        }
    }
    assert!(train.observations().vehicle(ROBOT).pose_in_world.x_m > 12.0, "it passed the ramp");
    // No more than the height of the ramp gives: v² ≤ 2² + 2·g·h.
    assert!(fastest * fastest < 4.0 + 2.0 * G * 0.6, "{fastest} m/s from 2 m/s");
    // The edge stops nothing: less than a thousandth of the car's momentum.
    assert!(hardest < 1e-3 * 824.0 * 2.0, "{hardest} N·s");
}

/// Coasting up 10° costs g·sin θ·m/(m + ΣI/R²) at every step size.
#[test]
fn coasting_uphill_slows_down_by_gravity() {
    let angle = 10f64.to_radians();
    for step_s in [0.001, 0.005, 0.02] {
        let rest = "<init_pose>0 0 0</init_pose><init_vel>3 0 0</init_vel>";
        let robot = four_wheels(RAW, &friction("", 0.8), rest);
        let text = wrap(&format!("{}{robot}", slope(10.0)));
        let text = text.replace("<simul_timestep>0.005<", &format!("<simul_timestep>{step_s}<"));
        let mut robot = world(&text);
        run(&mut robot, [Request::RollWheels { vehicle: ROBOT }], 0.1);
        let before_mps = robot.observations().vehicle(ROBOT).twist_in_vehicle.vx_mps;
        run(&mut robot, [], 1.0);
        let after_mps = robot.observations().vehicle(ROBOT).twist_in_vehicle.vx_mps;
        let expected = G * sin(angle) * 19.0 / 21.0;
        let lost = before_mps - after_mps;
        assert!((lost / expected - 1.0).abs() < 0.01, "{step_s} s: {lost} {expected}");
    }
}

/// A two-wheeled robot whose axle is placed over the edge of a step leans, but never against a wall: its speed seen
/// from above does not become a huge one along it.
#[test]
fn a_robot_on_the_edge_of_a_step_keeps_its_energy_in_reason() {
    let step = "<block name='step'><static>true</static><intangible>true</intangible><zmin>0</zmin><zmax>0.3</zmax>
         <shape><pt>0 -1</pt><pt>0 1</pt><pt>2 1</pt><pt>2 -1</pt></shape><init_pose>0 0 0</init_pose></block>";
    for millimetres in (-60..=60).step_by(5) {
        let x_m = f64::from(millimetres) * 1e-3;
        let rest = format!("<init_pose>{x_m} 0 0</init_pose><init_vel>1 0 0</init_vel>");
        let robot = differential("r1", RAW, &friction("hold='never'", 0.8), &rest);
        let mut robot = world(&wrap(&format!("{step}{robot}")));
        // ½·17 kg·(1 m/s)² as seen from above, and the fall from the step.
        let most_j = 0.5 * 17.0 / (cos(1.2) * cos(1.2)) + 17.0 * G * 0.3 + 1.0;
        for _ in 0..400 {
            let energy_j = robot.kinetic_energy_j(ROBOT);
            assert!(energy_j < most_j, "{x_m} m: {energy_j} J of {most_j} J");
            run(&mut robot, [], 0.005);
        }
    }
}

/// A vehicle that spins on a slope without grip moves as a thrown body does, and turns evenly on the slope:
/// x = v·t − ½·g·sin θ·cos θ·t², y = v·t seen from above, and tan ψ = tan φ/cos θ with φ its even turn on the slope.
#[test]
fn spinning_on_a_smooth_slope_changes_no_path() {
    let angle = 25f64.to_radians();
    let cases = [(0.001_f64, 120.0_f64), (0.005, 0.0), (0.005, 120.0), (0.005, -300.0), (0.02, 60.0)];
    for (step_s, spin_degps) in cases {
        let rest = format!("<init_pose>0 0 20</init_pose><init_vel>2 1 {spin_degps}</init_vel>");
        let robot = differential("r1", RAW, &friction("hold='never'", 1e-12), &rest);
        let text = format!("<simul_timestep>{step_s}</simul_timestep>{}{robot}", slope(25.0));
        let mut robot = world(&wrap(&text));
        let pose = robot.observations().vehicle(ROBOT).pose_in_world;
        let velocity = pose.pose2().rotate(Vec2::new(2.0, 1.0));
        run(&mut robot, [], 2.9);
        let seen = robot.observations().vehicle(ROBOT).pose_in_world;
        // Velocity first, then place: half a step more of what gravity gives.
        let steps = (2.9 / step_s).round();
        let fall_m = 0.5 * G * sin(angle) * cos(angle) * step_s * step_s * steps * (steps + 1.0);
        let expected = Vec2::new(pose.x_m + 2.9 * velocity.x - fall_m, pose.y_m + 2.9 * velocity.y);
        let off = (Vec2::new(seen.x_m, seen.y_m) - expected).norm();
        assert!(off < 1e-5, "{step_s} s, {spin_degps}°/s: {off} m off");
        let turn = Slope::new(pose.pitch_rad, pose.roll_rad).turn();
        let on_slope =
            atan2(sin(pose.yaw_rad) * cos(angle), cos(pose.yaw_rad)) + 2.9 * spin_degps.to_radians() / turn;
        let heading = atan2(sin(on_slope), cos(on_slope) * cos(angle));
        let off = wrap_angle(seen.yaw_rad - heading).abs();
        assert!(off < 2.0 * step_s, "{step_s} s, {spin_degps}°/s: {off} rad off");
    }
}
