//! Every shipped vehicle on slopes, standing and driving, in eight directions, at every step.
//!
//! The tests look at some of it; `SKIDPAD_NIGHTLY=1` at slopes from 0° to 35° and all of the steps, and prints a table.

use super::{STEPS_S, VEHICLES, is_nightly, world_of};
use skidpad_math::{Pose3, Vec2, cos, sin, tan};
use skidpad_messages::{Commands, VehicleId};
use skidpad_scene::Assets;
use skidpad_sim::{BuildOptions, Simulation};
use skidpad_world::description::{ChassisShape, FrictionModel, WorldDescription};

const IT: VehicleId = VehicleId(0);
const G: f64 = 9.81;
const ANGLES_DEG: [f64; 8] = [0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 35.0];
const HEADINGS_DEG: [f64; 8] = [0.0, 45.0, 90.0, 135.0, 180.0, 225.0, 270.0, 315.0];

/// Ground that rises along x at an angle, 0 at x = 0, 200 m to either side.
fn slope(angle_deg: f64) -> String {
    let rise_m = 200.0 * tan(angle_deg.to_radians());
    format!(
        "<element class='elevation_map'><resolution>200</resolution><corner_min_x>-200</corner_min_x>
         <corner_min_y>-200</corner_min_y><elevation_data_matrix>[-{rise_m} -{rise_m} -{rise_m}; 0 0 0;
         {rise_m} {rise_m} {rise_m}]</elevation_data_matrix></element>"
    )
}

/// A vehicle and the friction coefficient up to which it stands in every direction.
struct Case {
    file: &'static str,
    world: WorldDescription,
    mu: f64,
}

fn cases(angle_deg: f64) -> Vec<Case> {
    let ellipse = ("jackal-ellipse", "jackal", "controller='twist_pid' default_sensors='false'");
    let vehicles = VEHICLES.into_iter().chain([ellipse]);
    let case = |(file, class, variables)| {
        let mut world = world_of(file, class, variables, &slope(angle_deg));
        let vehicle = &mut world.vehicles[0];
        // Outlines come from meshes, which these tests do not read: wheels with a metre of overhang.
        if let ChassisShape::FromVisual(_) = vehicle.chassis.shape {
            let x = vehicle.wheels.iter().map(|wheel| wheel.pose_in_vehicle.x_m);
            let (least, most) = x.fold((0.0_f64, 0.0_f64), |(a, b), x| (a.min(x), b.max(x)));
            let half = vehicle.wheels.iter().map(|wheel| wheel.pose_in_vehicle.y_m).fold(0.0, f64::max);
            let overhang = vehicle.wheels[0].diameter_m;
            let (rear, front) = (least - overhang, most + overhang);
            vehicle.chassis.shape = ChassisShape::Polygon(
                [(rear, -half), (rear, half), (front, half), (front, -half)]
                    .map(|(x, y)| Vec2::new(x, y))
                    .to_vec(),
            );
        }
        let mu = match vehicle.friction.model {
            FrictionModel::Coulomb { mu } | FrictionModel::WardIagnemma { mu, .. } => mu,
            FrictionModel::Ellipse { c_s, slip_ratio_saturation, .. } => c_s * slip_ratio_saturation,
            FrictionModel::Extension(_) => panic!("no shipped vehicle needs a program of its own"),
        };
        Case { file, world, mu }
    };
    vehicles.map(case).collect()
}

/// The race car too: its parking brake holds it, within 1 mm and 0.1 mrad for a minute.
#[test]
fn the_race_car_stands_on_ten_degrees() {
    let world = world_of("ariane", "ariane", "", &slope(10.0));
    for yaw_deg in HEADINGS_DEG {
        let mut simulation = build(&world, yaw_deg, 0.005);
        let start = simulation.observations().vehicle(IT).pose_in_world;
        for _ in 0..12_000 {
            simulation.step(&Commands::NONE);
        }
        let pose = simulation.observations().vehicle(IT).pose_in_world;
        let moved_m = (pose.position() - start.position()).norm();
        assert!(moved_m < 1e-3, "heading {yaw_deg}°: {moved_m} m");
        assert!((pose.yaw_rad - start.yaw_rad).abs() < 1e-4, "heading {yaw_deg}°");
    }
}

fn build(world: &WorldDescription, yaw_deg: f64, step_s: f64) -> Simulation {
    let mut world = world.clone();
    world.vehicles[0].object.pose_in_world =
        Pose3 { x_m: 3.0, y_m: 2.0, yaw_rad: yaw_deg.to_radians(), ..Pose3::default() };
    let options = BuildOptions { timestep_s: Some(step_s), ..BuildOptions::default() };
    Simulation::build(&world, &Assets::default(), &options).unwrap_or_else(|problems| panic!("{problems}"))
}

/// It neither sinks nor floats: heights are kept in single precision, over 200 m.
fn assert_on_ground(pose: &Pose3, angle_deg: f64, case: &str) {
    let height_m = pose.x_m * tan(angle_deg.to_radians());
    assert!((pose.z_m - height_m).abs() < 1e-4, "{case}: {} m instead of {height_m} m", pose.z_m);
}

fn stand(case: &Case, angle_deg: f64, yaw_deg: f64, step_s: f64, seconds: f64) -> f64 {
    let name = format!("{}, {angle_deg}°, heading {yaw_deg}°, {step_s} s", case.file);
    let mut simulation = build(&case.world, yaw_deg, step_s);
    let start = simulation.observations().vehicle(IT).pose_in_world;
    for _ in 0..(seconds / step_s) as u32 {
        simulation.step(&Commands::NONE);
    }
    let seen = simulation.observations().vehicle(IT);
    let pose = seen.pose_in_world;
    assert_on_ground(&pose, angle_deg, &name);
    assert!(!seen.had_collision, "{name}: a smooth slope is no obstacle");
    let moved_m = (pose.position() - start.position()).norm();
    let angle = angle_deg.to_radians();
    if tan(angle) < 0.995 * case.mu {
        assert!(moved_m < 1e-3, "{name}: it moved by {moved_m} m");
        assert!((pose.yaw_rad - start.yaw_rad).abs() < 1e-4, "{name}: it turned");
    } else {
        // It slides, and no faster than gravity and friction say.
        let free_m = 0.5 * G * (sin(angle) - 0.9 * case.mu * cos(angle)).max(0.0) * seconds * seconds;
        assert!(moved_m <= free_m + 1e-3, "{name}: {moved_m} m, gravity gives {free_m} m");
    }
    moved_m
}

#[test]
fn vehicles_stand_on_slopes() {
    let (angles_deg, seconds): (&[f64], f64) =
        if is_nightly() { (&ANGLES_DEG, 20.0) } else { (&[12.0, 30.0], 4.0) };
    let steps_s: &[f64] = if is_nightly() { &STEPS_S } else { &[0.005, 0.02] };
    for &angle_deg in angles_deg {
        for case in cases(angle_deg) {
            let mut moved_m: f64 = 0.0;
            for &step_s in steps_s {
                for direction in 0..8 {
                    moved_m =
                        moved_m.max(stand(&case, angle_deg, 45.0 * f64::from(direction), step_s, seconds));
                }
            }
            println!("standing | {} | {angle_deg}° | {:.4} mm", case.file, 1e3 * moved_m);
        }
    }
}

/// The pickup on 12° and 30° and the four-wheel drive on 15°, which once drove off in silence, for a minute.
#[test]
fn parked_cars_stay_for_a_minute() {
    for (file, angle_deg) in [("pickup", 12.0), ("pickup", 30.0), ("four_wheel_drive", 15.0)] {
        let case = cases(angle_deg).into_iter().find(|case| case.file == file).expect("a vehicle");
        for yaw_deg in [0.0, 60.0, 180.0] {
            stand(&case, angle_deg, yaw_deg, 0.01, 60.0);
        }
    }
}

/// Way along the ground after some seconds, as a share of what was asked for; a motor that is too weak for a slope
/// lets its vehicle roll back.
fn drive(case: &Case, angle_deg: f64, yaw_deg: f64, step_s: f64, seconds: f64) -> f64 {
    let speed_mps = if case.file == "turtlebot3_burger" { 0.2 } else { 1.0 };
    let mut simulation = build(&case.world, yaw_deg, step_s);
    let mut before = simulation.observations().vehicle(IT).pose_in_world;
    simulation.step(&[IT.drive(speed_mps, 0.0)].into_iter().collect());
    let mut way_m = 0.0;
    for _ in 1..(seconds / step_s) as u32 {
        simulation.step(&Commands::NONE);
        let pose = simulation.observations().vehicle(IT).pose_in_world;
        way_m += (pose.position() - before.position()).norm();
        before = pose;
    }
    let name = format!("{}, {angle_deg}°, heading {yaw_deg}°, {step_s} s", case.file);
    assert_on_ground(&before, angle_deg, &name);
    assert!(!simulation.observations().vehicle(IT).had_collision, "{name}");
    way_m / (speed_mps * seconds)
}

/// Up, down and across, every step goes equally far, within 5 % of the way, or of the drive of one second where a motor
/// that is too weak hardly moves its vehicle.
#[test]
fn vehicles_drive_on_slopes_alike_at_every_step() {
    let angles_deg: &[f64] = if is_nightly() { &ANGLES_DEG } else { &[10.0] };
    let steps_s: &[f64] = if is_nightly() { &STEPS_S } else { &STEPS_S[1..] };
    let seconds = 8.0;
    let headings_deg: &[f64] = if is_nightly() { &HEADINGS_DEG } else { &[0.0, 45.0, 90.0, 180.0] };
    let mut missed = Vec::new();
    for &angle_deg in angles_deg {
        for case in cases(angle_deg) {
            for &yaw_deg in headings_deg {
                let shares: Vec<f64> =
                    steps_s.iter().map(|&step_s| drive(&case, angle_deg, yaw_deg, step_s, seconds)).collect();
                let most = shares.iter().copied().fold(0.0, f64::max);
                let least = shares.iter().copied().fold(f64::INFINITY, f64::min);
                println!("driving | {} | {angle_deg}° | {yaw_deg}° | {shares:.3?}", case.file);
                if most - least > 0.05 * most.max(1.0 / seconds) {
                    missed.push(format!("{}, {angle_deg}°, heading {yaw_deg}°: {shares:.3?}", case.file));
                }
            }
        }
    }
    assert!(missed.is_empty(), "{missed:#?}");
}
