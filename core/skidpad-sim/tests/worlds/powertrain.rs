//! Brakes, motors and batteries, whole worlds long.

use crate::common::{ROBOT, run, world};
use skidpad_messages::{Commands, Event, RefusedBecause, Request, VehicleId};
use skidpad_sim::{Simulation, Snapshot};

const G: f64 = 9.81;

fn whole(content: &str) -> String {
    format!("<mvsim_world version='1.0'>{content}</mvsim_world>")
}

/// A robot with four wheels of 0.2 m on ground with this friction, 19 kg in all, moving at 10 m/s.
fn robot(dt_s: f64, mu: f64, inside: &str) -> String {
    format!(
        r#"<simul_timestep>{dt_s}</simul_timestep><vehicle name="r1"><dynamics class="differential_4_wheels">
        <lr_wheel pos="-0.2 0.3" mass="1" width="0.05" diameter="0.2"/><rr_wheel pos="-0.2 -0.3" mass="1" width="0.05" diameter="0.2"/>
        <lf_wheel pos="0.2 0.3" mass="1" width="0.05" diameter="0.2"/><rf_wheel pos="0.2 -0.3" mass="1" width="0.05" diameter="0.2"/>
        <chassis mass="15" zmin="0.05" zmax="0.4" linear_damping="0" angular_damping="0"/></dynamics>
        <friction class="default"><mu>{mu}</mu><C_damping>0</C_damping></friction>
        {inside}<init_pose>0 0 0</init_pose><init_vel>10 0 0</init_vel></vehicle>"#
    )
}

fn x_m(simulation: &Simulation) -> f64 {
    simulation.observations().vehicle(ROBOT).pose_in_world.x_m
}

/// Wheels lock on ice, and the way is v²/(2·μ·g) at every step, but for the step that fixed steps owe.
#[test]
fn locked_wheels_need_the_way_of_sliding_friction() {
    for dt_s in [0.001, 0.005, 0.010, 0.020] {
        let mut simulation = world(&whole(&robot(dt_s, 0.1, r#"<brake torque="50"/>"#)));
        run(&mut simulation, [ROBOT.brake(1.0)], 15.0);
        let seen = simulation.observations().vehicle(ROBOT);
        assert_eq!(seen.twist_in_vehicle.vx_mps, 0.0);
        assert!(seen.wheels.iter().all(|wheel| wheel.spin_radps == 0.0));
        let expected_m = 10.0 * 10.0 / (2.0 * 0.1 * G);
        // Wheels at rest at the start are spun up by friction first; that is slower braking for a few steps.
        assert!((x_m(&simulation) - expected_m).abs() < 10.0 * dt_s + 0.01, "{dt_s}: {}", x_m(&simulation));
    }
}

/// Half a pedal gives half the torque: 4·T/R on 19 kg and the inertia of four wheels.
#[test]
fn the_pedal_is_in_proportion() {
    for share in [0.25, 0.5, 1.0] {
        let mut simulation = world(&whole(&robot(0.005, 0.9, r#"<brake torque="2"/>"#)));
        run(&mut simulation, [Request::RollWheels { vehicle: ROBOT }], 0.005);
        run(&mut simulation, [ROBOT.brake(share)], 0.5);
        let speed_mps = simulation.observations().vehicle(ROBOT).twist_in_vehicle.vx_mps;
        let slowed_mps2 = 4.0 * 2.0 * share / 0.1 / (19.0 + 4.0 * 0.5);
        assert!((10.0 - speed_mps - 0.5 * slowed_mps2).abs() < 0.05, "{share}: {speed_mps}");
    }
}

/// The roster says which vehicles have brakes, those added while running too, until a reset forgets them.
#[test]
fn the_roster_names_vehicles_with_brakes() {
    let text = robot(0.005, 0.9, r#"<brake torque="2"/>"#);
    let mut simulation = world(&whole(&text));
    assert_eq!(simulation.roster().brakes, [ROBOT]);
    let pose_in_world = skidpad_math::Pose3 { x_m: 20.0, y_m: 5.0, ..Default::default() };
    let spawn = Request::SpawnVehicle { like: ROBOT, name: "r2".to_string(), pose_in_world };
    run(&mut simulation, [spawn], 0.005);
    assert_eq!(simulation.roster().brakes, [ROBOT, VehicleId(1)]);
    simulation.reset();
    assert_eq!(simulation.roster().brakes, [ROBOT]);
    assert!(world(&whole(&robot(0.005, 0.9, ""))).roster().brakes.is_empty());
}

/// Front and rear, one wheel, and the hand brake at the rear.
#[test]
fn brakes_differ_by_axle_and_wheel() {
    let text =
        robot(0.005, 0.9, r#"<brake torque="5" front_torque="8" hand_torque="3" parking_torque="1"/>"#)
            .replace(r#"<lr_wheel pos="-0.2 0.3""#, r#"<lr_wheel brake_torque="6" pos="-0.2 0.3""#);
    let simulation = world(&whole(&text));
    let brakes = simulation.model().vehicles[0].powertrain.brakes.unwrap();
    assert_eq!(brakes.pedal_nm, [6.0, 5.0, 8.0, 8.0]);
    assert_eq!(brakes.hand_nm, [3.0, 3.0, 0.0, 0.0]);
    assert_eq!(brakes.parking_nm, [1.0; 4]);
}

#[test]
fn a_vehicle_without_brakes_refuses_them() {
    let mut simulation = world(&whole(&robot(0.005, 0.9, "")));
    let events = &simulation.step(&Commands::from([ROBOT.brake(1.0)])).events;
    assert!(matches!(events[..], [Event::Refused { because: RefusedBecause::NoBrake, .. }]), "{events:?}");
}

/// A pressed brake stays pressed, through snapshots and in the hash.
#[test]
fn snapshots_and_hashes_know_the_brakes() {
    let text =
        whole(&robot(0.005, 0.1, r#"<brake torque="50"/><motor torque="1"><battery capacity="5"/></motor>"#));
    let mut simulation = world(&text);
    run(&mut simulation, [ROBOT.brake(0.1)], 0.5);
    let bytes = simulation.snapshot().unwrap().to_bytes().unwrap();
    let mut restored = world(&text);
    restored.restore(&Snapshot::from_bytes(&bytes).unwrap()).unwrap();
    assert_eq!(restored.state_hash(), simulation.state_hash());
    run(&mut simulation, [], 0.5);
    run(&mut restored, [], 0.5);
    assert_eq!(restored.state_hash(), simulation.state_hash());
    let held = simulation.state_hash();
    simulation.reset();
    run(&mut simulation, [ROBOT.brake(0.1)], 0.5);
    run(&mut simulation, [ROBOT.hand_brake(0.0)], 0.5);
    assert_eq!(simulation.state_hash(), held, "a released lever is as before");
    let mut pressed = restored.clone();
    pressed.step(&Commands::from([ROBOT.brake(0.2)]));
    restored.step(&Commands::NONE);
    assert_ne!(pressed.state_hash(), restored.state_hash());
}

/// On ice a wheel with a motor ends at the motor's speed; today's 1 668 rad/s are those without.
#[test]
fn wheels_on_ice_do_not_run_away() {
    let spin = |motor: &str| {
        let text = robot(0.005, 0.01, motor).replace("<init_vel>10 0 0</init_vel>", "");
        let mut simulation = world(&whole(&text));
        run(&mut simulation, [ROBOT.torques(2.0, 2.0)], 10.0);
        simulation.observations().vehicle(ROBOT).wheels[0].spin_radps
    };
    assert!(spin("") > 1_000.0, "{}", spin(""));
    let limited = spin(r#"<motor speed="300" gear_ratio="5"/>"#);
    // At its top speed the motor rests for a step, in which the ice slows the wheel a little.
    assert!(limited <= 60.0 * (1.0 + 1e-9) && limited > 59.9, "{limited}");
    let by_table = spin("<motor><table>0 3\n 50 3\n 80 0</table></motor>");
    assert!(by_table > 70.0 && by_table <= 80.0, "{by_table}");
}

/// The energy that the battery lost is that of the motion, over the efficiency; empty, it drives nothing.
#[test]
fn a_battery_pays_for_the_motion() {
    let motor =
        r#"<motor torque="1" speed="1000" efficiency="0.5"><battery capacity="0.1" charge="0.5"/></motor>"#;
    let text = robot(0.001, 0.9, motor).replace("<init_vel>10 0 0</init_vel>", "");
    let mut simulation = world(&whole(&text));
    let start_j = 0.5 * 0.1 * 3600.0;
    run(&mut simulation, [ROBOT.torques(0.4, 0.4)], 2.0);
    let left_j = simulation.state().vehicles[0].powertrain.unwrap().charge_j;
    let speed_mps = simulation.observations().vehicle(ROBOT).twist_in_vehicle.vx_mps;
    let moved_j = 0.5 * (19.0 + 4.0 * 0.5) * speed_mps * speed_mps;
    assert!(((start_j - left_j) * 0.5 / moved_j - 1.0).abs() < 0.01, "{start_j} {left_j} {moved_j}");
    assert_eq!(simulation.observations().vehicle(ROBOT).state_of_charge, Some(left_j / 360.0));
    // 180 J at one half are worth √(2·90/21) m/s.
    run(&mut simulation, [ROBOT.torques(0.4, 0.4)], 10.0);
    let seen = simulation.observations().vehicle(ROBOT);
    assert_eq!(seen.state_of_charge, Some(0.0));
    assert!((seen.twist_in_vehicle.vx_mps - (180.0f64 / 21.0).sqrt()).abs() < 0.02, "{seen:?}");
}
