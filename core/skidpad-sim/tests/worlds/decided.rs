//! Where we differ from MVSim on purpose, the closed form is the judge.

use crate::common::{GRIP, PID, ROBOT, differential, run, world, wrap};
use skidpad_math::{Twist2, cos, exp, sin};
use skidpad_messages::{BodyId, Commands, Drive, Request};
use skidpad_sim::Simulation;

const G: f64 = 9.81;
const RAW: &str = r#"<controller class="raw"/>"#;

fn speed(simulation: &Simulation) -> f64 {
    simulation.observations().vehicle(ROBOT).twist_in_vehicle.vx_mps
}

/// dv/dt = −g·(R1·(1−e^(−A·v)) + R2·v)·M/(M + ΣI/R²), integrated finely.
#[test]
fn ward_iagnemma_slows_a_coasting_vehicle_by_its_own_law() {
    let friction = r#"<friction class="wardiagnemma"><mu>0.8</mu><C_damping>0</C_damping>
        <A_roll>50</A_roll><R1>0.0075</R1><R2>0.02</R2></friction>"#;
    let mut coasting = world(&wrap(&differential(
        "r1",
        RAW,
        friction,
        "<init_pose>0 0 30</init_pose><init_vel>2 0 0</init_vel>",
    )));
    run(&mut coasting, [Request::RollWheels { vehicle: ROBOT }], 3.0);
    let (mass_kg, spin_kg) = (17.0, 2.0 * 0.5);
    let mut v = 2.0;
    for _ in 0..300_000 {
        let deceleration = G * (0.0075 * (1.0 - exp(-50.0 * v)) + 0.02 * v) * mass_kg / (mass_kg + spin_kg);
        v -= 1e-5 * deceleration;
    }
    assert!(v < 1.3, "the law brakes at all");
    assert!((speed(&coasting) - v).abs() < 2e-3, "{} against {v}", speed(&coasting));
}

/// C_rr: dv/dt = −C_rr·g·M/(M + ΣI/R²), to rest and no farther.
#[test]
fn rolling_resistance_stops_a_vehicle_and_lets_it_stand() {
    let friction =
        r#"<friction class="default"><mu>0.8</mu><C_damping>0</C_damping><C_rr>0.05</C_rr></friction>"#;
    let mut coasting = world(&wrap(&differential(
        "r1",
        RAW,
        friction,
        "<init_pose>0 0 0</init_pose><init_vel>1 0 0</init_vel>",
    )));
    run(&mut coasting, [Request::RollWheels { vehicle: ROBOT }], 1.0);
    let expected = 1.0 - 0.05 * G * 17.0 / 18.0;
    assert!((speed(&coasting) - expected).abs() < 5e-3, "{} against {expected}", speed(&coasting));
    let mut slowest = f64::INFINITY;
    for _ in 0..600 {
        coasting.step(&Commands::NONE);
        slowest = slowest.min(speed(&coasting));
    }
    assert!(slowest > -1e-9, "never reverses: {slowest}");
    let x_m = coasting.observations().vehicle(ROBOT).pose_in_world.x_m;
    run(&mut coasting, [], 1.0);
    assert_eq!(coasting.observations().vehicle(ROBOT).pose_in_world.x_m, x_m, "no chatter");
}

#[test]
fn an_ideal_twist_drives_a_circle_back_to_its_start() {
    let ideal = r#"<controller class="twist_ideal"/>"#;
    let mut robot = world(&wrap(&differential("r1", ideal, GRIP, "<init_pose>3 -2 40</init_pose>")));
    let (v, w) = (1.3, std::f64::consts::TAU / 4.0);
    run(&mut robot, [ROBOT.drive(v, w)], 1.0);
    // A quarter of the circle, seen from the start.
    let (seen, yaw) = (robot.observations().vehicle(ROBOT).pose_in_world, 40f64.to_radians());
    let (x, y) = (v / w * sin(w), v / w * (1.0 - cos(w)));
    let (dx, dy) = (cos(yaw) * x - sin(yaw) * y, sin(yaw) * x + cos(yaw) * y);
    assert!((seen.x_m - 3.0 - dx).abs() < 1e-9 && (seen.y_m + 2.0 - dy).abs() < 1e-9, "{seen:?}");
    run(&mut robot, [], 3.0);
    let seen = robot.observations().vehicle(ROBOT).pose_in_world;
    assert!((seen.x_m - 3.0).abs() < 1e-9 && (seen.y_m + 2.0).abs() < 1e-9, "{seen:?}");
}

#[test]
fn an_ideal_twist_is_stopped_by_a_wall() {
    let ideal = r#"<controller class="twist_ideal"/>"#;
    let wall = r#"<block name="wall"><static>true</static><zmin>0</zmin><zmax>1</zmax><init_pose>2 0 0</init_pose></block>"#;
    let robot = differential("r1", ideal, GRIP, "<init_pose>0 0 0</init_pose>");
    let mut robot = world(&wrap(&format!("{wall}{robot}")));
    run(&mut robot, [ROBOT.drive(1.0, 0.0)], 4.0);
    let seen = robot.observations().vehicle(ROBOT);
    assert!(seen.pose_in_world.x_m < 1.22 && seen.pose_in_world.x_m > 1.15, "{:?}", seen.pose_in_world);
    assert!(seen.is_in_collision);
}

/// The resultant of the ground's force on a wheel stays within μN.
#[test]
fn a_friction_circle_limits_the_resultant() {
    let grip = |limit: &str| {
        format!(r#"<friction class="default" {limit}><mu>0.3</mu><C_damping>0</C_damping></friction>"#)
    };
    let most = |limit: &str| {
        let rest = "<init_pose>0 0 0</init_pose><init_vel>2 1.5 60</init_vel>";
        let mut robot = world(&wrap(&differential("r1", RAW, &grip(limit), rest)));
        let mut most: f64 = 0.0;
        let commands = Commands::from([ROBOT.torques(-9.0, 9.0)]);
        for _ in 0..40 {
            for wheel in &robot.step(&commands).vehicle(ROBOT).wheels {
                most = most.max(wheel.force_in_vehicle_n.norm() / (0.3 * wheel.load_n));
            }
        }
        most
    };
    assert!(most(r#"friction_limit="circle""#) <= 1.0 + 1e-12);
    assert!(most("") > 1.3, "MVSim's square lets both axes have the full limit");
}

/// A block of 7 kg, 1 m by 1 m, μ = 0.4, that faces `yaw_deg` and gets a push of `vx`, `vy` in its own frame.
fn pushed_block(yaw_deg: f64, push: Twist2) -> Simulation {
    let block = format!(
        "<block name='b'><mass>7</mass><ground_friction>0.4</ground_friction><linear_damping>0</linear_damping>
        <angular_damping>0</angular_damping><zmin>0</zmin><zmax>1</zmax><init_pose>0 0 {yaw_deg}</init_pose></block>"
    );
    let mut sliding = world(&wrap(&block));
    let body = BodyId::Block(sliding.block("b").unwrap());
    sliding.step(&Commands::from([Request::SetTwist { body, twist_in_body: push }]));
    sliding
}

/// v²/(2μg), to one step, straight on and without turning, whichever way the block faces.
#[test]
fn a_pushed_block_stops_where_coulomb_says() {
    let (speed_mps, dt_s) = (3.0, 0.005);
    let expected_m = speed_mps * speed_mps / (2.0 * 0.4 * G);
    for yaw_deg in [0.0, 30.0, 200.0] {
        for way_deg in [0.0, 17.0, 45.0, 60.0, 90.0, 135.0, 250.0, 333.0] {
            let (sin, cos) = skidpad_math::sin_cos(f64::to_radians(way_deg));
            let mut sliding = pushed_block(yaw_deg, Twist2::new(speed_mps * cos, speed_mps * sin, 0.0));
            run(&mut sliding, [], 2.0);
            let rest = &sliding.observations().blocks[0];
            let (x_m, y_m) = (rest.pose_in_world.x_m, rest.pose_in_world.y_m);
            let (sin, cos) = skidpad_math::sin_cos(f64::to_radians(yaw_deg + way_deg));
            let (along_m, aside_m) = (x_m * cos + y_m * sin, y_m * cos - x_m * sin);
            let case = format!("facing {yaw_deg}, pushed {way_deg}");
            assert!(
                (along_m - expected_m).abs() < speed_mps * dt_s,
                "{case}: {along_m} against {expected_m}"
            );
            assert!(aside_m.abs() < 1e-6, "{case}: {aside_m} m aside");
            let turned_rad = skidpad_math::wrap_angle(rest.pose_in_world.yaw_rad - f64::to_radians(yaw_deg));
            assert!(turned_rad.abs() < 1e-6, "{case}: it turned by {turned_rad}");
            assert_eq!(rest.twist_in_block, Twist2::default(), "{case}: at rest");
        }
    }
}

/// A block that slides and spins loses both, never gains either, and goes farther than one that only slides.
#[test]
fn a_spinning_block_loses_speed_and_spin_together() {
    for (vx, vy, spin) in [(3.0, 0.0, 4.0), (1.0, 2.0, -6.0), (-0.5, 2.5, 1.0), (0.2, 0.1, 9.0)] {
        let mut sliding = pushed_block(40.0, Twist2::new(vx, vy, spin));
        let motion = |sliding: &Simulation| {
            let twist = sliding.observations().blocks[0].twist_in_block;
            ((twist.vx_mps * twist.vx_mps + twist.vy_mps * twist.vy_mps).sqrt(), twist.yaw_rate_radps.abs())
        };
        let (mut speed_mps, mut spin_radps) = motion(&sliding);
        for step in 0..600 {
            sliding.step(&Commands::NONE);
            let (speed, spin) = motion(&sliding);
            assert!(speed <= speed_mps + 1e-12 && spin <= spin_radps + 1e-12, "step {step}: faster");
            (speed_mps, spin_radps) = (speed, spin);
        }
        assert_eq!((speed_mps, spin_radps), (0.0, 0.0));
        let pose = sliding.observations().blocks[0].pose_in_world;
        let way_m = (pose.x_m * pose.x_m + pose.y_m * pose.y_m).sqrt();
        assert!(way_m > (vx * vx + vy * vy) / (2.0 * 0.4 * G), "{way_m} m");
    }
}

/// Promise 9: on level ground without motors energy never grows, whatever the shape and the step.
#[test]
fn energy_never_grows_without_motors() {
    let mut sequence = skidpad_math::SplitMix64::new(1);
    let mut random = |low: f64, high: f64| sequence.between(low, high);
    for case in 0..60 {
        let (l, w, mass) = (random(0.05, 3.0), random(0.05, 2.0), random(0.1, 2000.0));
        let (x, y) = (random(0.01, 2.0), random(0.05, 1.5));
        let (d, wheel_kg) = (random(0.05, 1.0), random(0.01, 50.0));
        let (vx, vy, rate) = (random(-20.0, 20.0), random(-10.0, 10.0), random(-300.0, 300.0));
        let dt = [0.0002, 0.001, 0.005, 0.02, 0.1][case % 5];
        let text = format!(
            r#"<mvsim_world><simul_timestep>{dt}</simul_timestep><vehicle name="r1"><dynamics class="differential_4_wheels">
            <lr_wheel pos="-{x} {y}" mass="{wheel_kg}" width="0.1" diameter="{d}"/>
            <rr_wheel pos="-{x} -{y}" mass="{wheel_kg}" width="0.1" diameter="{d}"/>
            <lf_wheel pos="{x} {y}" mass="{wheel_kg}" width="0.1" diameter="{d}"/>
            <rf_wheel pos="{x} -{y}" mass="{wheel_kg}" width="0.1" diameter="{d}"/>
            <chassis mass="{mass}" zmin="0.1" zmax="1"><shape><pt>-{l} -{w}</pt><pt>-{l} {w}</pt><pt>{l} {w}</pt><pt>{l} -{w}</pt></shape></chassis>
            </dynamics><init_pose>0 0 0</init_pose><init_vel>{vx} {vy} {rate}</init_vel></vehicle></mvsim_world>"#
        );
        let mut robot = world(&text);
        let mut before = robot.kinetic_energy_j(ROBOT);
        for step in 0..100 {
            robot.step(&Commands::NONE);
            let after = robot.kinetic_energy_j(ROBOT);
            assert!(
                after <= before * (1.0 + 1e-9) + 1e-12,
                "case {case} step {step}: {before} J became {after} J\n{text}"
            );
            before = after;
        }
    }
}

/// MVSim documents that friction holds a vehicle on a slope; `free_rolling` lets it roll.
#[test]
fn a_slope_is_held_unless_wheels_roll_freely() {
    let ramp = r"<element class='elevation_map'><resolution>20</resolution><corner_min_x>-20</corner_min_x><corner_min_y>-20</corner_min_y>
        <elevation_data_matrix>[-4 -4 -4; 0 0 0; 4 4 4]</elevation_data_matrix></element>";
    let moved = |option: &str| {
        let grip =
            format!(r#"<friction class="default" {option}><mu>0.8</mu><C_damping>0</C_damping></friction>"#);
        let robot = r#"<vehicle name="r1"><dynamics class="differential_4_wheels">
            <lr_wheel pos="-0.2 0.3" mass="1" width="0.05" diameter="0.2"/><rr_wheel pos="-0.2 -0.3" mass="1" width="0.05" diameter="0.2"/>
            <lf_wheel pos="0.2 0.3" mass="1" width="0.05" diameter="0.2"/><rf_wheel pos="0.2 -0.3" mass="1" width="0.05" diameter="0.2"/>
            <chassis mass="15" zmin="0.05" zmax="0.4" linear_damping="0" angular_damping="0"/></dynamics>"#;
        let mut robot = world(&wrap(&format!("{ramp}{robot}{grip}<init_pose>0 0 0</init_pose></vehicle>")));
        run(&mut robot, [], 2.0);
        robot.observations().vehicle(ROBOT).pose_in_world.x_m
    };
    assert!(moved("").abs() < 1e-3, "{}", moved(""));
    // a = g sin θ·m/(m + ΣI/R²) along the ground, cos θ of it seen from above; tan θ = 0.2.
    let slope = 0.2f64;
    let along = G * slope / (1.0 + slope * slope) * 19.0 / 21.0;
    let expected = -0.5 * along * 4.0;
    let rolled = moved(r#"free_rolling="true""#);
    assert!((rolled - expected).abs() < 0.01 * expected.abs(), "{rolled} against {expected}");
    assert_eq!(rolled, moved(r#"hold="never""#));
}

#[test]
fn a_drive_that_the_controller_does_not_take_is_refused() {
    let mut robot = world(&wrap(&differential("r1", PID, GRIP, "<init_pose>0 0 0</init_pose>")));
    let seen = robot.step(&Commands::from([Request::Drive {
        vehicle: ROBOT,
        drive: Drive::EngineAndSteer { torque_nm: 1.0, steer_rad: 0.0 },
    }]));
    assert_eq!(seen.events.len(), 1, "{:?}", seen.events);
}

/// Free of contacts, a race car in a world is the race car alone.
#[test]
fn a_race_car_in_a_world_follows_its_own_equations() {
    use skidpad_dynamics::race_car::{Controls, Ground, Integrator, Parameters, RaceCar, State, Tyre};
    let text =
        "<mvsim_world><simul_timestep>0.01</simul_timestep><vehicle name='car'><dynamics class='race_car'/>
        <init_pose>1 2 20</init_pose><init_vel>10 0 0</init_vel></vehicle></mvsim_world>";
    let mut simulation = world(text);
    let car = RaceCar::new(Parameters { tyre: Tyre::Combined, ..Parameters::ariane() }).unwrap();
    let start = State { x_m: 1.0, y_m: 2.0, yaw_rad: 20f64.to_radians(), v_x_mps: 10.0, ..State::at_rest() };
    let mut alone = car.with_rolling_wheels(&start);
    let torques_nm = [30.0, 40.0, 50.0, 60.0];
    let drive = Drive::WheelTorquesAndSteer { torques_nm, steer_rad: 0.05 };
    run(&mut simulation, [Request::Drive { vehicle: ROBOT, drive }], 3.0);
    let controls = Controls { steer_rad: 0.05, torque_nm: torques_nm };
    for _ in 0..300 {
        alone = car.step(Integrator::Rk4, &alone, &controls, &Ground::level(9.81), 0.01).unwrap();
    }
    let seen = simulation.observations().vehicle(ROBOT);
    assert!((seen.pose_in_world.x_m - alone.x_m).abs() < 1e-9, "{:?} {alone:?}", seen.pose_in_world);
    assert!((seen.pose_in_world.y_m - alone.y_m).abs() < 1e-9);
    assert!((seen.twist_in_vehicle.vx_mps - alone.v_x_mps).abs() < 1e-10);
    assert!((seen.twist_in_vehicle.yaw_rate_radps - alone.yaw_rate_radps).abs() < 1e-10);
    assert!(seen.wheels.iter().all(|wheel| wheel.load_n > 100.0));
}

#[test]
fn a_race_car_is_stopped_by_a_wall() {
    let text = wrap(
        "<block name='wall'><static>true</static><zmin>0</zmin><zmax>1</zmax><init_pose>8 0 0</init_pose></block>
        <vehicle name='car'><dynamics class='race_car'/><init_pose>0 0 0</init_pose><init_vel>6 0 0</init_vel></vehicle>",
    );
    let mut simulation = world(&text);
    run(&mut simulation, [], 3.0);
    let seen = simulation.observations().vehicle(ROBOT);
    assert!(seen.had_collision && seen.pose_in_world.x_m < 7.0, "{:?}", seen.pose_in_world);
}

/// MVSim's field robot has its rear wheels the wrong way round, and drives all the same.
#[test]
fn swapped_rear_wheels_of_a_steered_vehicle_change_nothing() {
    let drive = |left_y: &str, right_y: &str| {
        let mut simulation = world(&format!(
            "<mvsim_world><simul_timestep>0.005</simul_timestep><vehicle name='r1'>
               <dynamics class='ackermann_drivetrain'>
                 <rl_wheel pos='0 {left_y}'/><rr_wheel pos='0 {right_y}'/>
                 <drivetrain type='open_rear'/>
                 <controller class='twist_front_steer_pid'/>
               </dynamics><init_pose>0 0 0</init_pose></vehicle></mvsim_world>"
        ));
        let commands = Commands::from([ROBOT.drive(1.0, 0.2)]);
        for _ in 0..600 {
            simulation.step(&commands);
        }
        simulation.observations().vehicle(ROBOT).pose_in_world
    };
    let (right, swapped) = (drive("0.9", "-0.9"), drive("-0.9", "0.9"));
    assert!(right.x_m > 1.0 && right.yaw_rad > 0.1, "it drives a curve: {right:?}");
    let apart_m = (right.x_m - swapped.x_m).abs().max((right.y_m - swapped.y_m).abs());
    assert!(apart_m < 1e-6, "{right:?} {swapped:?}");
}
