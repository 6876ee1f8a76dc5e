//! The race car as a vehicle of a world: commands, ground, obstacles, sensors, tracks.

use crate::common::{ROBOT, ring_track, run, world, wrap};
use crate::support::build;
use skidpad_dynamics::race_car::{Parameters, RaceCar, Tyre};
use skidpad_math::{hypot, tan};
use skidpad_messages::{Commands, Drive, Event, ReadingData, Request, SensorId, VehicleObservation};
use skidpad_sim::{SensorTracer, Simulation};

/// A race car with some more in it.
fn car(attributes: &str, inside: &str, rest: &str) -> String {
    format!(
        "<vehicle name='car'><dynamics class='race_car' {attributes}>{inside}</dynamics>
         <init_pose>0 0 0</init_pose>{rest}</vehicle>"
    )
}

fn seen(simulation: &Simulation) -> &VehicleObservation {
    simulation.observations().vehicle(ROBOT)
}

fn driven(text: &str, drive: Drive, seconds: f64) -> Simulation {
    let mut simulation = world(&wrap(text));
    run(&mut simulation, [Request::Drive { vehicle: ROBOT, drive }], seconds);
    assert!(simulation.observations().events.is_empty());
    simulation
}

#[test]
fn a_twist_becomes_speed_and_yaw_rate() {
    let mut simulation = world(&wrap(&car("", "", "")));
    run(&mut simulation, [ROBOT.drive(6.0, 0.5)], 5.0);
    let twist = seen(&simulation).twist_in_vehicle;
    assert!((twist.vx_mps - 6.0).abs() < 0.1, "{twist:?}");
    assert!((twist.yaw_rate_radps - 0.5).abs() < 0.03, "{twist:?}");
    // The vehicle is told to stop, and stops.
    run(&mut simulation, [ROBOT.drive(0.0, 0.0)], 5.0);
    assert!(seen(&simulation).twist_in_vehicle.vx_mps.abs() < 1e-3);
}

#[test]
fn a_speed_and_a_steering_angle_give_the_circle_of_the_angle() {
    for inside in ["", "<driver torque_vectoring='true'/>"] {
        let drive = Drive::SpeedAndSteer { speed_mps: 4.0, steer_rad: -0.2 };
        let simulation = driven(&car("", inside, ""), drive, 5.0);
        let it = seen(&simulation);
        assert!((it.twist_in_vehicle.vx_mps - 4.0).abs() < 0.1, "{:?}", it.twist_in_vehicle);
        let expected_radps = -4.0 * tan(0.2) / 1.5706;
        assert!((it.twist_in_vehicle.yaw_rate_radps / expected_radps - 1.0).abs() < 0.05);
        assert!((it.wheels[0].steer_rad + 0.2).abs() < 1e-9 && it.wheels[2].steer_rad == 0.0);
    }
}

#[test]
fn four_torques_reach_four_wheels() {
    let torques_nm = [10.0, 20.0, 30.0, 40.0];
    let drive = Drive::WheelTorquesAndSteer { torques_nm, steer_rad: 0.0 };
    let simulation = driven(&car("", "", "<init_vel>5 0 0</init_vel>"), drive, 0.1);
    for (wheel, torque_nm) in seen(&simulation).wheels.iter().zip(torques_nm) {
        assert!((wheel.torque_nm - torque_nm).abs() < 1e-9, "{} {torque_nm}", wheel.torque_nm);
    }
    assert!(seen(&simulation).twist_in_vehicle.yaw_rate_radps > 0.0, "the right side pulls harder");
}

#[test]
fn torques_of_a_differential_vehicle_are_refused() {
    let mut simulation = world(&wrap(&car("", "", "")));
    let commands = Commands::from([ROBOT.torques(1.0, 2.0)]);
    let events = &simulation.step(&commands).events;
    assert!(matches!(events[..], [Event::Refused { .. }]), "{events:?}");
}

#[test]
fn only_a_car_that_may_reverse_drives_backwards() {
    let drive = Drive::SpeedAndSteer { speed_mps: -3.0, steer_rad: 0.0 };
    let forward_only = driven(&car("", "", ""), drive, 4.0);
    assert!(seen(&forward_only).twist_in_vehicle.vx_mps.abs() < 1e-6);
    let reversing = driven(&car("reverse='true'", "", ""), drive, 4.0);
    assert!((seen(&reversing).twist_in_vehicle.vx_mps + 3.0).abs() < 0.1);
}

#[test]
fn a_car_whose_commands_grow_old_stops() {
    let text = wrap(&format!("<command_timeout>0.5</command_timeout>{}", car("", "", "")));
    let mut simulation = world(&text);
    run(&mut simulation, [ROBOT.drive(5.0, 0.0)], 6.0);
    assert!(seen(&simulation).twist_in_vehicle.vx_mps.abs() < 1e-3);
}

/// A region of half the friction halves D, and with it the lateral acceleration of a car that slides.
#[test]
fn a_property_region_scales_the_grip() {
    let slide = |region: &str| {
        let drive = Drive::WheelTorquesAndSteer { torques_nm: [0.0; 4], steer_rad: 0.5 };
        let text = format!("{region}{}", car("", "", "<init_vel>15 0 0</init_vel>"));
        let simulation = driven(&text, drive, 0.7);
        let leftward_n: f64 = seen(&simulation).wheels.iter().map(|wheel| wheel.force_in_wheel_n.y).sum();
        let load_n: f64 = seen(&simulation).wheels.iter().map(|wheel| wheel.load_n).sum();
        leftward_n / load_n
    };
    let region = "<element class='property_region'><property_name>friction_mu</property_name>
        <value_double>0.5</value_double><x_min>-99</x_min><x_max>99</x_max><y_min>-99</y_min><y_max>99</y_max></element>";
    let (dry, wet) = (slide(""), slide(region));
    assert!(dry > 1.0 && dry <= 1.6555, "{dry}");
    assert!(wet > 0.4 && wet <= 0.5 * 1.6555, "{wet}");
}

/// On a slope of 10 % a released car rolls down with g sin θ, less its resistance; one told to stand stands.
#[test]
fn a_slope_pulls_the_car_and_its_driver_holds_it() {
    let slope = "<element class='elevation_map'><resolution>50</resolution>
        <elevation_data_matrix>[5 5 5; 0 0 0; -5 -5 -5]</elevation_data_matrix></element>";
    let numbers = "<resistance_n>0</resistance_n><resistance_nspm>0</resistance_nspm>
        <resistance_ns2pm2>0</resistance_ns2pm2>";
    let text = format!("{slope}{}", car("tyre='constant'", numbers, ""));
    let released = Drive::WheelTorquesAndSteer { torques_nm: [0.0; 4], steer_rad: 0.0 };
    let rolling = driven(&text, released, 2.0);
    let expected_mps = 9.81 * 0.1 / (1.0_f64 + 0.01).sqrt() * 2.0;
    let speed_mps = seen(&rolling).twist_in_vehicle.vx_mps;
    assert!((speed_mps / expected_mps - 1.0).abs() < 0.02, "{speed_mps} m/s, {expected_mps}");
    let held = driven(&text, Drive::SpeedAndSteer { speed_mps: 0.0, steer_rad: 0.0 }, 2.0);
    assert!(seen(&held).pose_in_world.x_m.abs() < 0.05, "{:?}", seen(&held).pose_in_world);
}

#[test]
fn a_sensor_on_the_car_feels_its_turn() {
    let imu = "<sensor class='imu' name='imu1'><sensor_period>0.01</sensor_period>
        <angular_velocity_white_noise_std_noise>0</angular_velocity_white_noise_std_noise>
        <linear_acceleration_white_noise_std_noise>0</linear_acceleration_white_noise_std_noise></sensor>";
    let drive = Drive::SpeedAndSteer { speed_mps: 8.0, steer_rad: 0.1 };
    let simulation = driven(&car("", "", imu), drive, 5.0);
    let reading = simulation.sense(SensorId(0), &mut SensorTracer::new());
    let ReadingData::Imu(imu) = &reading.data else { panic!("{reading:?}") };
    let twist = seen(&simulation).twist_in_vehicle;
    assert!((imu.angular_velocity_radps.z - twist.yaw_rate_radps).abs() < 1e-3, "{imu:?}");
    let lateral_mps2 = twist.vx_mps * twist.yaw_rate_radps;
    assert!((imu.linear_acceleration_mps2.y - lateral_mps2).abs() < 0.1, "{imu:?} {lateral_mps2}");
}

/// A touched car takes the solver's velocity: it pushes a block as heavy as itself and both go on slower.
#[test]
fn a_car_shares_its_momentum_with_what_it_hits() {
    let block =
        "<block name='b'><mass>230</mass><zmin>0</zmin><zmax>1</zmax><ground_friction>0</ground_friction><linear_damping>0</linear_damping>
        <init_pose>6 0 0</init_pose></block>";
    let numbers = "<resistance_n>0</resistance_n><resistance_nspm>0</resistance_nspm>
        <resistance_ns2pm2>0</resistance_ns2pm2>";
    let mut simulation =
        world(&wrap(&format!("{block}{}", car("tyre='constant'", numbers, "<init_vel>6 0 0</init_vel>"))));
    run(&mut simulation, [], 2.0);
    let (it, block) = (seen(&simulation), &simulation.observations().blocks[0]);
    assert!(it.had_collision);
    let (mine_mps, its_mps) = (it.twist_in_vehicle.vx_mps, block.twist_in_block.vx_mps);
    assert!((230.0 * (mine_mps + its_mps) - 230.0 * 6.0).abs() < 30.0, "{mine_mps} {its_mps}");
    assert!(mine_mps < 4.0 && its_mps > 2.0, "{mine_mps} {its_mps}");
}

#[test]
fn a_driver_follows_the_track_and_laps_are_told() {
    let start = "<init_pose>-1 -20 0</init_pose>";
    let driver = "<driver speed='10' follow_track='true' lateral_acceleration='6'/>";
    let vehicle =
        format!("<vehicle name='car'><dynamics class='race_car'>{driver}</dynamics>{start}</vehicle>");
    let mut simulation = world(&wrap(&format!("{}{vehicle}", ring_track(20.0))));
    let mut laps = Vec::new();
    for step in 0..10_000 {
        let observations = simulation.step(&Commands::NONE);
        laps.extend(observations.events.iter().filter_map(|event| match event {
            Event::Lap { lap, time_s, .. } => Some((*lap, *time_s)),
            _ => None,
        }));
        let pose = observations.vehicle(ROBOT).pose_in_world;
        assert!((hypot(pose.x_m, pose.y_m) - 20.0).abs() < 0.4, "step {step}: {pose:?}");
    }
    let expected_s = std::f64::consts::TAU * 20.0 / 10.0;
    assert_eq!(laps.iter().map(|lap| lap.0).collect::<Vec<_>>(), [1, 2, 3]);
    // The first lap has the start in it.
    assert!(laps.iter().all(|lap| (lap.1 / expected_s - 1.0).abs() < 0.04), "{laps:?}, {expected_s}");
    // A command takes over from the driver, and a reset gives it back.
    run(&mut simulation, [ROBOT.drive(0.0, 0.0)], 4.0);
    assert!(seen(&simulation).twist_in_vehicle.vx_mps.abs() < 1e-3);
    run(&mut simulation, [Request::Reset], 1.0);
    assert!(seen(&simulation).twist_in_vehicle.vx_mps > 3.0);
}

#[test]
fn a_driver_without_a_track_is_refused() {
    let text = wrap(&car("", "<driver follow_track='true'/>", ""));
    let problems = build(&text).err().expect("no track").to_string();
    assert!(problems.contains("no cone_track"), "{problems}");
}

/// What worlds call a preset is what the library calls so.
#[test]
fn the_preset_of_a_world_is_the_preset_of_the_library() {
    let simulation = world(&wrap(&car("preset='ariane_rear'", "", "")));
    let skidpad_sim::drive::DriveModel::RaceCar(model) = &simulation.model().vehicles[0].drive else {
        panic!("a race car")
    };
    let expected = Parameters { tyre: Tyre::Combined, ..Parameters::ariane_rear() };
    assert_eq!(model.car, RaceCar::new(expected).unwrap(), "worlds have tyres that slip lengthwise too");
}
