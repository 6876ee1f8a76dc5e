//! The race car of a world at its limits: ice, sand, slopes, brakes, motors, and wheels that lift.

use crate::common::{ROBOT, run, world, wrap};
use skidpad_dynamics::race_car::{Parameters, RaceCar};
use skidpad_math::tan;
use skidpad_messages::{Commands, Drive, Event, Request};
use skidpad_sim::Simulation;

fn region(property: &str, value: f64) -> String {
    format!(
        "<element class='property_region'><property_name>{property}</property_name>
         <x_min>-500</x_min><x_max>500</x_max><y_min>-500</y_min><y_max>500</y_max>
         <z_min>-100</z_min><z_max>100</z_max><value_double>{value}</value_double></element>"
    )
}

fn car(attributes: &str, inside: &str, rest: &str) -> String {
    format!(
        "<vehicle name='car'><dynamics class='race_car' {attributes}>{inside}</dynamics>
         <init_pose>0 0 0</init_pose>{rest}</vehicle>"
    )
}

fn wheels(torque_nm: f64, steer_rad: f64) -> Request {
    Request::Drive {
        vehicle: ROBOT,
        drive: Drive::WheelTorquesAndSteer { torques_nm: [torque_nm; 4], steer_rad },
    }
}

/// A world that chooses its own step.
fn whole(content: &str) -> String {
    format!("<mvsim_world version='1.0'>{content}</mvsim_world>")
}

/// Way until the car stands [m].
fn stopped_at(simulation: &mut Simulation, request: Request) -> f64 {
    simulation.step(&Commands::from([request]));
    for _ in 0..20_000 {
        let seen = simulation.step(&Commands::NONE).vehicle(ROBOT);
        if seen.twist_in_vehicle.vx_mps < 1e-3 {
            return seen.pose_in_world.x_m;
        }
    }
    panic!("it never stands")
}

/// ∫ m·v/F dv of wheels that slide with the tyre's force at slip 1, times the grip, and of the resistance.
fn sliding_way_m(grip: f64, speed_mps: f64) -> f64 {
    let car = RaceCar::new(Parameters::ariane()).unwrap();
    let p = car.parameters();
    let friction = grip * p.longitudinal.force_per_load(1.0);
    let count = 10_000;
    let step = speed_mps / f64::from(count);
    (0..count)
        .map(|k| (f64::from(k) + 0.5) * step)
        .map(|v| {
            let load_n = p.mass_kg * p.gravity_mps2 + 0.5 * p.downforce_ns2pm2 * v * v;
            let resistance_n = p.resistance_n + p.resistance_nspm * v + p.resistance_ns2pm2 * v * v;
            p.mass_kg * v * step / (friction * load_n + resistance_n)
        })
        .sum()
}

/// Ice is ice also lengthwise: 20 → 0 m/s with μ 0.1 takes the way of sliding wheels, 37.6 m; the `constant` tyre,
/// which is that of `racecar replay`, brakes as on dry ground, in 6.9 m.
#[test]
fn braking_on_ice_takes_the_way_of_sliding_wheels() {
    let expected_m = sliding_way_m(0.1, 20.0);
    for dt_s in [0.001, 0.005, 0.010] {
        let text = |attributes: &str| {
            let rest = "<init_vel>20 0 0</init_vel><brake torque='400'/>";
            let step = format!("<simul_timestep>{dt_s}</simul_timestep>");
            whole(&format!("{step}{}{}", region("friction_mu", 0.1), car(attributes, "", rest)))
        };
        let by_motor_m = stopped_at(&mut world(&text("")), wheels(-276.75, 0.0));
        let by_brake_m = stopped_at(&mut world(&text("")), ROBOT.brake(1.0));
        for way_m in [by_motor_m, by_brake_m] {
            assert!((way_m / expected_m - 1.0).abs() < 0.01, "{dt_s}: {way_m} m, {expected_m} m");
            assert!((way_m - 37.6).abs() < 0.5, "{way_m}");
        }
        let constant_m = stopped_at(&mut world(&text("tyre='constant'")), wheels(-276.75, 0.0));
        assert!((constant_m - 6.93).abs() < 0.05, "{constant_m}");
    }
}

/// A parked car stands on 5°, where C_r0 is more than m·g·sin θ (197 N), and on 15° with its parking brake alone.
#[test]
fn a_parked_car_stands() {
    let moved_m = |angle_deg: f64, seconds: f64, rest: &str| {
        let rise_m = 100.0 * tan(angle_deg.to_radians());
        let slope = format!(
            "<element class='elevation_map'><resolution>100</resolution><corner_min_x>-100</corner_min_x>
             <corner_min_y>-100</corner_min_y><elevation_data_matrix>[-{rise_m} -{rise_m} -{rise_m}; 0 0 0;
             {rise_m} {rise_m} {rise_m}]</elevation_data_matrix></element>"
        );
        let mut simulation = world(&wrap(&format!("{slope}{}", car("", "", rest))));
        let start = simulation.observations().vehicle(ROBOT).pose_in_world.position();
        run(&mut simulation, [], seconds);
        (simulation.observations().vehicle(ROBOT).pose_in_world.position() - start).norm()
    };
    let stays = |angle_deg: f64, rest: &str| {
        let way_m = moved_m(angle_deg, 60.0, rest);
        assert!(way_m < 1e-3, "{angle_deg}°, {rest}: {way_m} m");
    };
    let leaves = |angle_deg: f64, rest: &str| {
        let way_m = moved_m(angle_deg, 5.0, rest);
        assert!(way_m > 1.0, "{angle_deg}°, {rest}: {way_m} m");
    };
    stays(5.0, "");
    // m·g·sin 15° = 584 N is more than the 350 N of C_r0.
    leaves(15.0, "");
    stays(15.0, "<brake torque='300'/>");
    // 4·4.95·20 N m hold 396 N besides C_r0: enough on 15°, too little for the 1 128 N of 30°.
    stays(15.0, "<brake torque='300' parking_torque='20'/>");
    leaves(30.0, "<brake torque='300' parking_torque='20'/>");
}

/// On ice a brake holds no more than the tyres grip: 0.1·D_s·m·g·cos 20° and C_r0 are less than m·g·sin 20°.
#[test]
fn a_braked_car_slides_down_an_icy_slope() {
    let rise_m = 100.0 * tan(20f64.to_radians());
    let ground = format!(
        "<element class='elevation_map'><resolution>100</resolution><corner_min_x>-100</corner_min_x>
         <corner_min_y>-100</corner_min_y><elevation_data_matrix>[-{rise_m} -{rise_m} -{rise_m}; 0 0 0;
         {rise_m} {rise_m} {rise_m}]</elevation_data_matrix></element>"
    );
    for (mu, slides) in [(0.1, true), (1.0, false)] {
        let parked = car("", "", "<brake torque='300'/>");
        let mut simulation = world(&wrap(&format!("{ground}{}{parked}", region("friction_mu", mu))));
        let start = simulation.observations().vehicle(ROBOT).pose_in_world.position();
        run(&mut simulation, [ROBOT.brake(1.0)], 5.0);
        let way_m = (simulation.observations().vehicle(ROBOT).pose_in_world.position() - start).norm();
        assert_eq!(way_m > 1.0, slides, "μ {mu}: {way_m} m");
        assert_eq!(way_m < 1e-3, !slides, "μ {mu}: {way_m} m");
    }
}

/// A region's `friction_C_rr` adds C_rr·F_z to the resistance: m·v̇ = −(C_r0 + C_r1·v + C_r2·v²) − C_rr·(m·g + F_down).
#[test]
fn sand_slows_the_car() {
    let p = Parameters::ariane();
    for c_rr in [0.0, 0.1, 0.3] {
        let coasting = car("tyre='constant'", "", "<init_vel>10 0 0</init_vel>");
        let mut simulation = world(&wrap(&format!("{}{coasting}", region("friction_C_rr", c_rr))));
        run(&mut simulation, [wheels(0.0, 0.0)], 0.5);
        let seen_mps = simulation.observations().vehicle(ROBOT).twist_in_vehicle.vx_mps;
        let mut v = 10.0;
        for _ in 0..5_000 {
            let load_n = p.mass_kg * p.gravity_mps2 + 0.5 * p.downforce_ns2pm2 * v * v;
            let resistance_n = p.resistance_n + p.resistance_nspm * v + p.resistance_ns2pm2 * v * v;
            v -= 1e-4 * (resistance_n + c_rr * load_n) / p.mass_kg;
        }
        assert!((seen_mps - v).abs() < 1e-3, "C_rr {c_rr}: {seen_mps} m/s, {v} m/s");
    }
}

/// With nothing but sliding wheels to slow it, the car stops after v²/(2·μ_slide·g), by all brakes or the motors.
#[test]
fn locked_wheels_on_ice_take_the_closed_form() {
    let slide = 0.1 * Parameters::ariane().longitudinal.force_per_load(1.0);
    let expected_m = 10.0 * 10.0 / (2.0 * slide * 9.81);
    let free = "<C_r0>0</C_r0><C_r1>0</C_r1>";
    let rest = "<init_vel>10 0 0</init_vel><brake torque='400'/><aero/>";
    for request in [ROBOT.brake(1.0), wheels(-276.75, 0.0)] {
        let mut simulation = world(&wrap(&format!("{}{}", region("friction_mu", 0.1), car("", free, rest))));
        let way_m = stopped_at(&mut simulation, request);
        assert!((way_m / expected_m - 1.0).abs() < 0.01, "{way_m} m, {expected_m} m");
    }
}

/// Brakes that are stronger than the motors hold the car on level ground, to the bit; it can steer meanwhile, and
/// drives on when they are released.
#[test]
fn brakes_hold_against_the_motors() {
    let text = car("", "<driver speed='3'/>", "<brake torque='400'/>");
    let mut simulation = world(&wrap(&text));
    run(&mut simulation, [], 2.0);
    let speed_mps =
        |simulation: &Simulation| simulation.observations().vehicle(ROBOT).twist_in_vehicle.vx_mps;
    assert!(speed_mps(&simulation) > 2.8);
    run(&mut simulation, [ROBOT.brake(1.0)], 1.0);
    let stood_m = simulation.observations().vehicle(ROBOT).pose_in_world.x_m;
    let steer = Drive::SpeedAndSteer { speed_mps: 3.0, steer_rad: 0.2 };
    run(&mut simulation, [Request::Drive { vehicle: ROBOT, drive: steer }], 10.0);
    let seen = simulation.observations().vehicle(ROBOT);
    assert_eq!((speed_mps(&simulation), seen.pose_in_world.x_m), (0.0, stood_m));
    assert!((seen.wheels[0].steer_rad - 0.2).abs() < 1e-6, "{}", seen.wheels[0].steer_rad);
    run(&mut simulation, [ROBOT.brake(0.0)], 2.0);
    assert!(speed_mps(&simulation) > 2.5, "{}", speed_mps(&simulation));
    // A pedal that gives less than the motors slows the car only.
    let mut weak = world(&wrap(&text));
    run(&mut weak, [ROBOT.brake(0.02)], 5.0);
    assert!(speed_mps(&weak) > 2.0, "{}", speed_mps(&weak));
}

/// The hand brake locks the rear wheels alone; released, all of them roll.
#[test]
fn the_hand_brake_locks_the_rear_wheels() {
    let rest = "<init_vel>10 0 0</init_vel><brake torque='400'/>";
    let mut simulation = world(&wrap(&car("", "", rest)));
    let spins = |simulation: &Simulation| {
        let seen = simulation.observations().vehicle(ROBOT);
        seen.wheels.iter().map(|wheel| wheel.spin_radps * 0.20809 / seen.twist_in_vehicle.vx_mps).collect()
    };
    run(&mut simulation, [ROBOT.hand_brake(1.0)], 0.5);
    let braked: Vec<f64> = spins(&simulation);
    assert!(braked[..2].iter().all(|share| (share - 1.0).abs() < 0.05), "{braked:?}");
    assert!(braked[2..].iter().all(|share| share.abs() < 0.01), "{braked:?}");
    run(&mut simulation, [ROBOT.hand_brake(0.0)], 0.5);
    let rolling: Vec<f64> = spins(&simulation);
    assert!(rolling.iter().all(|share| (share - 1.0).abs() < 0.05), "{rolling:?}");
}

/// `<aero>` takes the place of C_r2 and of the downforce: v = √(8·C_m0·τ/(ρ·CdA)), ΣF_z = m·g + ½·ρ·ClA·v².
#[test]
fn air_drags_and_presses_as_aero_says() {
    let air = "<aero drag_area='1.5' downforce_area='3' air_density='1.2'/>";
    let free = "<C_r0>0</C_r0><C_r1>0</C_r1>";
    let mut simulation = world(&wrap(&car("tyre='constant'", free, air)));
    run(&mut simulation, [wheels(20.0, 0.0)], 200.0);
    let seen = simulation.observations().vehicle(ROBOT);
    let expected_mps = (8.0 * 4.95 * 20.0 / (1.2 * 1.5_f64)).sqrt();
    let v = seen.twist_in_vehicle.vx_mps;
    assert!((v / expected_mps - 1.0).abs() < 1e-3, "{v} {expected_mps}");
    let load_n: f64 = seen.wheels.iter().map(|wheel| wheel.load_n).sum();
    let expected_n = 230.0 * 9.81 + 0.5 * 1.2 * 3.0 * v * v;
    assert!((load_n / expected_n - 1.0).abs() < 1e-6, "{load_n} {expected_n}");
}

/// Without losses the battery gives the energy of motion over the efficiency; an empty one drives nothing.
#[test]
fn a_battery_feeds_the_motors_of_a_race_car() {
    let free = "<C_r0>0</C_r0><C_r1>0</C_r1><C_m0>4.80561</C_m0>";
    let rest = |charge: f64| {
        format!(
            "<aero/><motor torque='300' efficiency='0.8'><battery capacity='20' charge='{charge}'/></motor>"
        )
    };
    let step = "<simul_timestep>0.001</simul_timestep>";
    let text = |charge: f64| whole(&format!("{step}{}", car("tyre='constant'", free, &rest(charge))));
    let mut simulation = world(&text(1.0));
    run(&mut simulation, [wheels(50.0, 0.0)], 3.0);
    let seen = simulation.observations().vehicle(ROBOT);
    let v = seen.twist_in_vehicle.vx_mps;
    let used_j = (1.0 - seen.state_of_charge.unwrap()) * 20.0 * 3600.0;
    let expected_j = 0.5 * 230.0 * v * v / 0.8;
    assert!(v > 10.0 && (used_j / expected_j - 1.0).abs() < 0.01, "{used_j} J, {expected_j} J at {v} m/s");
    let mut empty = world(&text(0.0));
    run(&mut empty, [wheels(50.0, 0.0)], 1.0);
    assert_eq!(empty.observations().vehicle(ROBOT).twist_in_vehicle.vx_mps, 0.0);
}

/// A car with a high centre of gravity lifts its inner wheels: its loads still add up, and one event says that it tips.
#[test]
fn a_car_that_tips_is_reported_once() {
    let text = wrap(&car("", "<cg_height_m>0.9</cg_height_m>", "<init_vel>15 0 0</init_vel>"));
    let mut simulation = world(&text);
    let mut tipped = 0;
    simulation.step(&Commands::from([wheels(0.0, 0.5)]));
    for _ in 0..200 {
        let seen = simulation.step(&Commands::NONE);
        tipped += seen
            .events
            .iter()
            .filter(|event| matches!(event, Event::Tipping { vehicle } if *vehicle == ROBOT))
            .count();
        let it = seen.vehicle(ROBOT);
        let load_n: f64 = it.wheels.iter().map(|wheel| wheel.load_n).sum();
        assert!(load_n < 230.0 * 9.81 + 0.5 * 3.96864 * 15.1 * 15.1, "{load_n}");
        assert!(load_n >= 230.0 * 9.81 - 1e-6, "{load_n}");
    }
    assert!((1..5).contains(&tipped), "{tipped}");
}

/// In a steady bend a_y = v_x·ω and a_x is zero, in the vehicle's own axes; trace and logs write these.
#[test]
fn accelerations_are_those_of_the_bend() {
    let mut simulation = world(&wrap(&car("", "<driver speed='8' steer_deg='4'/>", "")));
    run(&mut simulation, [], 10.0);
    let seen = simulation.observations().vehicle(ROBOT);
    let (twist, a) = (seen.twist_in_vehicle, seen.acceleration_in_vehicle_mps2());
    assert!((a.y - twist.vx_mps * twist.yaw_rate_radps).abs() < 0.03 && a.y > 2.0, "{a:?} {twist:?}");
    let mut header = String::new();
    skidpad_messages::trace_header(simulation.roster(), ROBOT, &mut header).unwrap();
    for column in ["a_x", "a_y", "w0_steer", "w0_torque", "w1_torque", "w2_torque", "w3_torque"] {
        assert!(header.trim_end().split(',').any(|name| name == column), "{column}");
    }
    assert!((seen.wheels[0].steer_rad - 4f64.to_radians()).abs() < 1e-9);
}

/// No wheel spins faster than its motor, on ice and on dry ground, but for what the motors' lag of 1 ms lets through.
#[test]
fn motors_limit_the_wheels_of_a_race_car() {
    for mu in [0.3, 1.0] {
        for dt_s in [0.001, 0.005, 0.010] {
            let step = format!("<simul_timestep>{dt_s}</simul_timestep>");
            let rest = "<motor torque='60' speed='700' gear_ratio='10'/>";
            let text = whole(&format!("{step}{}{}", region("friction_mu", mu), car("", "", rest)));
            let mut simulation = world(&text);
            simulation.step(&Commands::from([wheels(276.75, 0.0)]));
            let mut fastest = 0.0_f64;
            for _ in 0..(15.0 / dt_s) as u32 {
                let seen = simulation.step(&Commands::NONE).vehicle(ROBOT);
                fastest = seen.wheels.iter().map(|wheel| wheel.spin_radps).fold(fastest, f64::max);
            }
            assert!(fastest <= 70.0 * 1.02 && fastest > 60.0, "μ {mu}, {dt_s}: {fastest} rad/s");
        }
    }
}

/// The mass of a car is its parameter `m`, or that of its chassis, and its wheels are part of it: ½·m·v².
#[test]
fn the_mass_of_a_car_includes_its_wheels() {
    let heavy = "<chassis mass='300'/>";
    let cases =
        [("", "", 230.0), ("mass_kg='250'", "", 250.0), ("", heavy, 300.0), ("m='250'", heavy, 300.0)];
    for (attributes, inside, mass_kg) in cases {
        let text = car(&format!("tyre='constant' {attributes}"), inside, "<init_vel>10 0 0</init_vel>");
        let energy_j = world(&wrap(&text)).kinetic_energy_j(ROBOT);
        assert!((energy_j - 50.0 * mass_kg).abs() < 1e-9, "{attributes} {inside}: {energy_j} J");
    }
}
