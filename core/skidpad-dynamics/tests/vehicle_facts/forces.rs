//! What wheels, ground, brakes and slopes give the body, wheel by wheel.

use super::*;

/// What wheels, air and slope give is what the body gets: sums of forces, and their moments about its centre of mass.
#[test]
fn the_body_gets_all_forces_and_their_moments() {
    let small = |x, y| wheel(x, y, 0.2, 1.0);
    let mut wheels = vec![small(0.1, 0.35), small(0.05, -0.25)];
    (wheels[0].yaw_rad, wheels[1].yaw_rad) = (0.2, -0.3);
    let aero = Aero { drag_area_m2: 0.5, downforce_area_m2: 0.3, air_density_kgpm3: 1.225 };
    for slope in [None, Some(Slope::new(0.3, -0.2))] {
        let parts = assembled(0.6, 0.5, 15.0, wheels.clone());
        let mut body = parts.body;
        body.centre_of_mass_m = Vec2::new(0.07, -0.04);
        // Far from all limits of stability, wheels cancel their slip alone.
        body.inertia_kgm2 = 5.0;
        let model = build(VehicleParts { aero: Some(aero), body, ..parts });
        let mut state = model.state_at(Pose2::new(0.0, 0.0, 0.9), Twist2::new(1.2, -0.4, 0.8));
        model.roll_wheels(&mut state);
        state.setpoint = Setpoint::Torques { left_nm: 0.5, right_nm: 0.2, steer_rad: 0.0 };
        let around = Surroundings { slope, ..Surroundings::level(DT, G) };
        let centre_mps = {
            let (sin, cos) = skidpad_math::sin_cos(0.9);
            let (ahead, aside) = (
                cos * state.body.vx_mps + sin * state.body.vy_mps,
                cos * state.body.vy_mps - sin * state.body.vx_mps,
            );
            slope.map_or((ahead, aside), |slope| slope.along_ground((ahead, aside)))
        };
        let forces = model.step_forces(&mut state, &around);
        let (mut sum, mut moment) = (Vec2::default(), 0.0);
        let carried_kg = 15.0 / 2.0 + 1.0;
        let down_n = 0.5 * 1.225 * 0.3 * (centre_mps.0 * centre_mps.0 + centre_mps.1 * centre_mps.1);
        for (force, wheel) in forces.wheels.iter().zip(&model.parts().wheels) {
            let weight_n = carried_kg * G;
            let (pull, normal) = slope.map_or(((0.0, 0.0), 1.0), |slope| (slope.down, slope.normal));
            assert!((force.load_n - weight_n * normal - 0.5 * down_n).abs() < 1e-9, "{force:?}");
            let given = Vec2::new(force.fx_n + weight_n * pull.0, force.fy_n + weight_n * pull.1);
            sum += given;
            moment += (wheel.position_m - body.centre_of_mass_m).cross(given);
        }
        let (drag_x, drag_y) = aero.drag(centre_mps, 17.0, DT);
        let whole = (sum.x + drag_x, sum.y + drag_y);
        let (whole, turn) = slope.map_or((whole, 1.0), |slope| (slope.from_above(whole), slope.turn()));
        assert!((forces.body.fx_n - whole.0).abs() < 1e-9, "{:?} {whole:?}", forces.body);
        assert!((forces.body.fy_n - whole.1).abs() < 1e-9, "{:?} {whole:?}", forces.body);
        assert!((forces.body.moment_nm - moment * turn).abs() < 1e-9, "{:?} {moment}", forces.body);
        let tyres =
            forces.wheels.iter().fold((0.0, 0.0), |sum, wheel| (sum.0 + wheel.fx_n, sum.1 + wheel.fy_n));
        assert!((state.tyre_acceleration_mps2.0 - tyres.0 / 17.0).abs() < 1e-12);
        assert!((state.tyre_acceleration_mps2.1 - tyres.1 / 17.0).abs() < 1e-12);
    }
}

/// A vehicle without a command is held on a slope below 5 cm/s, or its controller's threshold, and what the slope
/// gives within a step; on ground that can move below that speed of the rim.
#[test]
fn a_wheel_is_held_below_the_speed_of_standing() {
    let slow = |stop_threshold_mps: f64, zero_threshold_mps: f64| {
        // Without a gain the command alone tells whether it is idle.
        let pid = Pid { kp: 0.0, ..Pid::default() };
        let control = SpeedControl { pid, stop_threshold_mps, zero_threshold_mps, ..SpeedControl::default() };
        Controller::TwistPid(control)
    };
    let two_wheels =
        || assembled(0.6, 0.5, 15.0, vec![wheel(0.0, 0.3, 0.2, 1.0), wheel(0.0, -0.3, 0.2, 1.0)]);
    let is_held = |controller: Controller, speed: (f64, f64), setpoint: Setpoint| {
        let model = build(VehicleParts { controller, ..two_wheels() });
        let mut state = model.state_at(Pose2::default(), Twist2::new(speed.0, speed.1, 0.0));
        state.setpoint = setpoint;
        let around = Surroundings { slope: Some(Slope::new(0.0, 0.1)), ..Surroundings::level(DT, G) };
        model.step(&mut state, &around);
        state.wheels[0].held == 1.0
    };
    let nothing = Setpoint::Torques { left_nm: 0.0, right_nm: 0.0, steer_rad: 0.0 };
    // Across the slope the ground is as fast as seen from above.
    let standing = 0.05 + sin(0.1) * G * DT;
    for share in [0.6f64, 1.0] {
        let aside = (1.0 - share * share).sqrt() * skidpad_math::cos(0.1);
        let at = |speed: f64| (share * speed, aside * speed);
        assert!(is_held(Controller::Raw, at(0.999 * standing), nothing));
        assert!(!is_held(Controller::Raw, at(1.001 * standing), nothing));
    }
    let stop = Setpoint::twist(0.0, 0.0);
    assert!(is_held(slow(0.2, 0.001), (0.2, 0.0), stop) && !is_held(slow(0.2, 0.001), (0.21, 0.0), stop));
    assert!(is_held(slow(0.01, 0.001), (0.05, 0.0), stop), "5 cm/s at least");
    for (setpoint, holds) in [
        (Setpoint::twist(0.0029, 0.0), true),
        (Setpoint::twist(0.0, -0.0029), true),
        (Setpoint::twist(-0.0031, 0.0), false),
        (Setpoint::twist(0.0, 0.0031), false),
        (Setpoint::twist(0.0, -0.0031), false),
    ] {
        assert_eq!(is_held(slow(0.05, 0.003), (0.01, 0.0), setpoint), holds, "{setpoint:?}");
    }
    let tyre = |x, y| wheel(x, y, 0.62, 6.0);
    let steering = Steering { wheelbase_m: 2.4, front_track_m: 1.6, max_steer_rad: 0.5 };
    let corners = vec![tyre(0.0, 0.8), tyre(0.0, -0.8), tyre(2.4, 0.8), tyre(2.4, -0.8)];
    let car = build(VehicleParts {
        drive: Drive::Ackermann { steering, drive: AckermannDrive::Front },
        controller: match slow(0.05, 0.003) {
            Controller::TwistPid(control) => Controller::SteerPid(control),
            other => other,
        },
        ..assembled(3.0, 1.6, 800.0, corners)
    });
    for (speed_mps, held) in [(0.0029, 1.0), (-0.0029, 1.0), (0.0031, 0.0), (-0.0031, 0.0)] {
        let mut state = car.state_at(Pose2::default(), Twist2::default());
        state.setpoint = Setpoint::Steer { speed_mps, steer_rad: 0.1 };
        let around = Surroundings { slope: Some(Slope::new(0.0, 0.1)), ..Surroundings::level(DT, G) };
        car.step(&mut state, &around);
        assert_eq!(state.wheels[0].held, held, "{speed_mps}");
    }
    for torque in [1e-9, -1e-9] {
        let left = Setpoint::Torques { left_nm: torque, right_nm: 0.0, steer_rad: 0.0 };
        let right = Setpoint::Torques { left_nm: 0.0, right_nm: torque, steer_rad: 0.0 };
        assert!(
            !is_held(Controller::Raw, (0.01, 0.0), left) && !is_held(Controller::Raw, (0.01, 0.0), right)
        );
    }
    // On a lift that does not move: by the speed of the rim, on level ground.
    for (spin_radps, holds) in [(0.49, true), (-0.49, true), (0.51, false), (-0.51, false)] {
        let model = build(two_wheels());
        let mut state = model.state_at(Pose2::default(), Twist2::default());
        state.wheels[0].spin_radps = spin_radps;
        let mut around = Surroundings::level(DT, G);
        around.ground[0].surface_mps = Some(Vec2::default());
        model.step(&mut state, &around);
        assert_eq!((state.wheels[0].held == 1.0, state.wheels[1].held), (holds, 0.0), "{spin_radps}");
    }
}

/// On a conveyor a wheel slips by what it moves against the belt, which carries it off.
#[test]
fn wheels_feel_the_speed_of_the_ground() {
    let mut wheels = vec![wheel(0.1, 0.3, 0.2, 1.0), wheel(0.1, -0.3, 0.2, 1.0)];
    wheels[0].yaw_rad = 0.4;
    let parts = VehicleParts { friction: friction(50.0, 0.0, 0.0), ..assembled(0.6, 0.5, 15.0, wheels) };
    let model = build(VehicleParts {
        body: skidpad_dynamics::body::BodyModel { inertia_kgm2: 5.0, ..parts.body },
        ..parts
    });
    let still = |surface_mps: Option<Vec2>, twist: Twist2| {
        let mut state = model.state_at(Pose2::default(), twist);
        let mut around = Surroundings::level(DT, G);
        for patch in &mut around.ground {
            patch.surface_mps = surface_mps;
        }
        // Driven, so that nothing holds it.
        state.setpoint = Setpoint::Torques { left_nm: 1e-3, right_nm: 1e-3, steer_rad: 0.0 };
        model.step(&mut state, &around).body
    };
    let on_belt = still(Some(Vec2::new(0.2, -0.1)), Twist2::new(0.5, 0.3, 0.0));
    let on_ground = still(None, Twist2::new(0.3, 0.4, 0.0));
    assert!((on_belt.fx_n - on_ground.fx_n).abs() < 1e-9, "{on_belt:?} {on_ground:?}");
    assert!((on_belt.fy_n - on_ground.fy_n).abs() < 1e-9, "{on_belt:?} {on_ground:?}");
    assert!((on_belt.moment_nm - on_ground.moment_nm).abs() < 1e-9, "{on_belt:?} {on_ground:?}");
}

/// Wheels far ahead and behind cancel I_z/ΣM·x² of their side slip, so that they do not turn a short body back; the
/// lever counts along the direction in which they roll.
#[test]
fn side_slip_is_shared_by_the_levers_of_the_wheels() {
    let narrow = |x, y| wheel(x, y, 0.2, 0.1);
    let turned = 0.3;
    let mut wheels = vec![narrow(-0.4, 0.02), narrow(-0.4, -0.02), narrow(0.5, 0.02), narrow(0.5, -0.02)];
    for wheel in &mut wheels {
        wheel.yaw_rad = turned;
    }
    let mut parts = assembled(0.6, 0.5, 15.0, wheels);
    (parts.body.inertia_kgm2, parts.body.centre_of_mass_m) = (0.9, Vec2::new(0.03, 0.01));
    let model = build(VehicleParts { friction: friction(1e3, 0.0, 0.0), ..parts });
    let mut state = model.state_at(Pose2::default(), Twist2::new(0.0, 0.2, 0.0));
    let forces = model.step_forces(&mut state, &Surroundings::level(DT, G));
    let (sin, cos) = skidpad_math::sin_cos(turned);
    let carried_kg = 15.0 / 4.0 + 0.1;
    let turning: f64 = model
        .parts()
        .wheels
        .iter()
        .map(|wheel| {
            let lever = wheel.position_m - Vec2::new(0.03, 0.01);
            let x = cos * lever.x + sin * lever.y;
            carried_kg * x * x
        })
        .sum();
    assert!(turning > 0.9 * 1.5, "{turning}");
    for wheel in forces.wheels {
        let side_n = cos * wheel.fy_n - sin * wheel.fx_n;
        let expected = -0.2 * cos * carried_kg / DT * 0.9 / turning;
        assert!((side_n / expected - 1.0).abs() < 1e-9, "{side_n} {expected}");
    }
}

/// A step that is divided reports the mean of its parts: forces that add up to those of the body, the weight, and the
/// torque that was asked for.
#[test]
fn a_divided_step_gives_the_mean_of_its_parts() {
    let model = build(four_wheels());
    let twist = Twist2::new(0.5, 0.3, 0.7);
    let mut state = model.state_at(Pose2::new(0.0, 0.0, 0.4), twist);
    model.roll_wheels(&mut state);
    state.setpoint = Setpoint::Torques { left_nm: 0.4, right_nm: 0.2, steer_rad: 0.0 };
    let forces = model.step_forces(&mut state, &Surroundings::level(0.02, G));
    let (mut sum, mut moment, mut load_n) = (Vec2::default(), 0.0, 0.0);
    for (i, (force, wheel)) in forces.wheels.iter().zip(&model.parts().wheels).enumerate() {
        let given = Vec2::new(force.fx_n, force.fy_n);
        sum += given;
        moment += wheel.position_m.cross(given);
        load_n += force.load_n;
        assert!((force.torque_nm - [0.4, 0.2, 0.4, 0.2][i]).abs() < 1e-12);
        let start = twist.velocity_at(wheel.position_m);
        // Friction slows what slides, within the step as well.
        assert!(force.vx_mps > 0.0 && force.vx_mps < 1.1 * start.x, "{force:?} {start:?}");
        assert!(force.vy_mps * start.y > 0.0 && force.vy_mps.abs() < start.y.abs(), "{force:?} {start:?}");
    }
    assert!((sum.x - forces.body.fx_n).abs() < 1e-9 && (sum.y - forces.body.fy_n).abs() < 1e-9, "{forces:?}");
    assert!((moment - forces.body.moment_nm).abs() < 1e-9, "{forces:?}");
    assert!((load_n - 19.0 * G).abs() < 1e-9);
}

/// Friction that always holds gives each wheel the slope's pull back, whichever way it points; a caster along itself.
#[test]
fn wheels_hold_the_slope_in_their_own_axes() {
    let axle = Axle { damping_nms: 0.0, hold: Hold::Always, ..Axle::default() };
    let always = Friction::Simple(SimpleFriction { mu: 5.0, axle, limit: FrictionLimit::Independent });
    let slope = Slope::new(0.2, -0.15);
    for caster_trail_m in [None, Some(0.03)] {
        let mut wheels =
            vec![wheel(0.0, 0.3, 0.2, 1.0), wheel(0.0, -0.3, 0.2, 1.0), wheel(0.3, 0.0, 0.1, 0.5)];
        for (wheel, yaw_rad) in wheels.iter_mut().zip([0.4, -0.7, 0.9]) {
            wheel.yaw_rad = yaw_rad;
        }
        let parts = assembled(0.6, 0.5, 15.0, wheels);
        // So hard to turn that no wheel has to share.
        let body = skidpad_dynamics::body::BodyModel { inertia_kgm2: 10.0, ..parts.body };
        let model = build(VehicleParts { friction: always.clone(), caster_trail_m, body, ..parts });
        let mut state = model.state_at(Pose2::default(), Twist2::default());
        let around = Surroundings { slope: Some(slope), ..Surroundings::level(DT, G) };
        let forces = model.step_forces(&mut state, &around);
        for (i, force) in forces.wheels.iter().enumerate().take(3) {
            let weight_n = (15.0 / 3.0 + model.parts().wheels[i].mass_kg) * G;
            let pull = Vec2::new(slope.down.0 * weight_n, slope.down.1 * weight_n);
            let expected = if i == 2 && caster_trail_m.is_some() {
                let along = Vec2::new(1.0, 0.0).rotated(0.9);
                along * -along.dot(pull)
            } else {
                pull * -1.0
            };
            let off = (Vec2::new(force.fx_n, force.fy_n) - expected).norm();
            assert!(off < 1e-9, "{i} {caster_trail_m:?}: {force:?} {expected:?}");
        }
    }
}

/// A controller that still brakes is not idle: its wheels are not held, rolling forward or backward.
#[test]
fn a_braking_wheel_is_driven() {
    let pid = Pid { kp: 4.0, max_output: 20.0, ..Pid::default() };
    let controller = Controller::TwistPid(SpeedControl { pid, ..SpeedControl::default() });
    let wheels = vec![wheel(0.0, 0.3, 0.2, 1.0), wheel(0.0, -0.3, 0.2, 1.0)];
    let model = build(VehicleParts { controller, ..assembled(0.6, 0.5, 15.0, wheels) });
    // 5 cm/s is the controller's threshold, and sin 0.1·g·Δt more that of the brake.
    for (speed, holds) in [(0.049, 1.0), (-0.049, 1.0), (0.052, 0.0), (-0.052, 0.0)] {
        let mut state = model.state_at(Pose2::default(), Twist2::new(speed, 0.0, 0.0));
        model.roll_wheels(&mut state);
        let around = Surroundings { slope: Some(Slope::new(0.0, 0.1)), ..Surroundings::level(DT, G) };
        model.step(&mut state, &around);
        assert_eq!(state.wheels[0].held, holds, "{speed}");
    }
}

/// A torque at one wheel, of either sign, or of the engine behind a differential, drives the whole vehicle.
#[test]
fn a_vehicle_with_one_driven_wheel_is_not_idle() {
    let around = Surroundings { slope: Some(Slope::new(0.0, 0.1)), ..Surroundings::level(DT, G) };
    let wheels = vec![wheel(0.0, 0.3, 0.2, 1.0), wheel(0.0, -0.3, 0.2, 1.0)];
    let robot = build(assembled(0.6, 0.5, 15.0, wheels));
    let tyre = |x, y| wheel(x, y, 0.62, 6.0);
    let steering = Steering { wheelbase_m: 2.4, front_track_m: 1.6, max_steer_rad: 0.5 };
    let corners = vec![tyre(0.0, 0.8), tyre(0.0, -0.8), tyre(2.4, 0.8), tyre(2.4, -0.8)];
    let drive = Drive::Drivetrain { steering, axles: DrivenAxles::Rear(Differential::default()) };
    let car = build(VehicleParts { drive, ..assembled(3.0, 1.6, 800.0, corners) });
    for nm in [1e-6, -1e-6] {
        for (model, setpoint) in [
            (&robot, Setpoint::Torques { left_nm: nm, right_nm: 0.0, steer_rad: 0.0 }),
            (&robot, Setpoint::Torques { left_nm: 0.0, right_nm: nm, steer_rad: 0.0 }),
            (&car, Setpoint::Engine { torque_nm: nm, steer_rad: 0.0 }),
        ] {
            let mut state = model.state_at(Pose2::default(), Twist2::default());
            state.setpoint = setpoint;
            model.step(&mut state, &around);
            assert!(state.wheels.iter().all(|wheel| wheel.held == 0.0), "{setpoint:?}: {:?}", state.wheels);
        }
    }
}

/// A wheel that was locked on a slope and slides on to level ground stays locked until it is driven.
#[test]
fn a_locked_wheel_slides_on_where_the_slope_ends() {
    let wheels = vec![wheel(0.0, 0.3, 0.2, 1.0), wheel(0.0, -0.3, 0.2, 1.0)];
    let model = build(assembled(0.6, 0.5, 15.0, wheels));
    let mut state = model.state_at(Pose2::default(), Twist2::new(1.0, 0.0, 0.0));
    state.wheels[0].held = 1.0;
    let forces = model.step(&mut state, &Surroundings::level(DT, G));
    assert_eq!((state.wheels[0].held, state.wheels[0].spin_radps), (1.0, 0.0));
    assert!((forces.wheels[0].fx_n + 0.8 * forces.wheels[0].load_n).abs() < 1e-9);
    state.setpoint = Setpoint::Torques { left_nm: 0.1, right_nm: 0.1, steer_rad: 0.0 };
    model.step(&mut state, &Surroundings::level(DT, G));
    assert_eq!(state.wheels[0].held, 0.0);
    assert!(state.wheels[0].spin_radps > 0.0);
}

/// Wheels that roll along turn by their speed in the direction in which they point.
#[test]
fn rolling_wheels_turn_by_the_speed_along_them() {
    let mut wheels = vec![wheel(0.1, 0.3, 0.2, 1.0), wheel(0.0, -0.3, 0.3, 1.0)];
    (wheels[0].yaw_rad, wheels[1].yaw_rad) = (0.4, -0.9);
    let model = build(assembled(0.6, 0.5, 15.0, wheels));
    let twist = Twist2::new(0.7, -0.4, 0.6);
    let mut state = model.state_at(Pose2::new(1.0, 2.0, 0.8), twist);
    model.roll_wheels(&mut state);
    for (state, wheel) in state.wheels.iter().zip(&model.parts().wheels) {
        let along = Vec2::new(1.0, 0.0).rotated(wheel.yaw_rad).dot(twist.velocity_at(wheel.position_m));
        assert!((state.spin_radps - along / wheel.radius_m).abs() < 1e-12, "{state:?} {along}");
    }
}

/// A wheel that is nowhere, or points nowhere, makes no vehicle.
#[test]
fn wheels_have_a_place_and_a_direction() {
    for broken in [f64::NAN, f64::INFINITY] {
        for part in 0..6 {
            let mut parts = four_wheels();
            let wheel = &mut parts.wheels[3];
            *[
                &mut wheel.position_m.x,
                &mut wheel.position_m.y,
                &mut wheel.yaw_rad,
                &mut wheel.radius_m,
                &mut wheel.mass_kg,
                &mut wheel.inertia_kgm2,
            ][part] = broken;
            assert_eq!(VehicleModel::build(parts).err(), Some(VehicleProblem::Wheel), "{part}");
        }
    }
}

/// Each number alone that makes no brake, no caster or no steering is refused.
#[test]
fn every_part_is_checked_by_itself() {
    let problem = |parts: VehicleParts| VehicleModel::build(parts).err();
    for (broken, expected) in [
        (-1.0, Some(VehicleProblem::Brakes)),
        (f64::NAN, Some(VehicleProblem::Brakes)),
        (f64::INFINITY, Some(VehicleProblem::Brakes)),
        (0.0, None),
    ] {
        for part in 0..3 {
            let mut brakes = skidpad_dynamics::brake::Brakes {
                pedal_nm: [5.0; 4],
                hand_nm: [5.0; 4],
                parking_nm: [5.0; 4],
            };
            [&mut brakes.pedal_nm, &mut brakes.hand_nm, &mut brakes.parking_nm][part][2] = broken;
            assert_eq!(problem(VehicleParts { brakes: Some(brakes), ..four_wheels() }), expected, "{broken}");
        }
    }
    let small = |x, y| wheel(x, y, 0.2, 1.0);
    let three = || assembled(0.6, 0.5, 15.0, vec![small(-0.1, 0.3), small(-0.1, -0.3), small(0.25, 0.0)]);
    let caster =
        |parts: VehicleParts, trail_m: f64| problem(VehicleParts { caster_trail_m: Some(trail_m), ..parts });
    assert_eq!(caster(three(), 0.03), None);
    assert_eq!(caster(three(), 0.0), Some(VehicleProblem::Caster));
    assert_eq!(caster(three(), f64::NAN), Some(VehicleProblem::Caster));
    assert_eq!(caster(four_wheels(), 0.03), Some(VehicleProblem::Caster));
    let usual = Steering { wheelbase_m: 0.4, front_track_m: 0.6, max_steer_rad: 0.5 };
    let steered = |steering: Steering| {
        let drive = Drive::Ackermann { steering, drive: AckermannDrive::Front };
        problem(VehicleParts { drive, ..four_wheels() })
    };
    assert_eq!(steered(usual), None);
    for broken in [
        Steering { wheelbase_m: 0.0, ..usual },
        Steering { wheelbase_m: f64::INFINITY, ..usual },
        Steering { front_track_m: f64::NAN, ..usual },
        Steering { max_steer_rad: -0.1, ..usual },
        Steering { max_steer_rad: std::f64::consts::FRAC_PI_2, ..usual },
    ] {
        assert_eq!(steered(broken), Some(VehicleProblem::Steering), "{broken:?}");
    }
}

/// Where a vehicle is parked its parking brake holds it, and the pedal where that is stronger; else the pedal alone.
#[test]
fn a_parked_vehicle_is_braked_by_the_stronger_brake() {
    let wheels = vec![wheel(0.0, 0.3, 0.2, 1.0), wheel(0.0, -0.3, 0.2, 1.0)];
    let slope = Slope::new(0.1, 0.0);
    // T holds R·m·g·sin θ of a wheel.
    let needed_nm = 0.1 * (15.0 / 2.0 + 1.0) * G * sin(0.1);
    for (parking, pedal, holds) in [
        (1.01, None, true),
        (0.99, None, false),
        (1.01, Some(0.1), true),
        (0.1, Some(1.01), true),
        (0.5, Some(0.5), false),
    ] {
        let parking_nm = [parking * needed_nm; 4];
        let brakes = Some(skidpad_dynamics::brake::Brakes { parking_nm, ..Default::default() });
        let model = build(VehicleParts { brakes, ..assembled(0.6, 0.5, 15.0, wheels.clone()) });
        let brake_nm = pedal.map(|share: f64| [share * needed_nm; 4]);
        let around = Surroundings { slope: Some(slope), brake_nm, ..Surroundings::level(DT, G) };
        let mut state = model.state_at(Pose2::default(), Twist2::default());
        drive(&model, &mut state, &around, 0.05);
        assert_eq!(state.body.vx_mps.abs() < 1e-12, holds, "{parking} {pedal:?}: {}", state.body.vx_mps);
        // Driven, it is not parked: on level ground the pedal alone resists, at speed.
        let mut state = model.state_at(Pose2::default(), Twist2::new(1.0, 0.0, 0.0));
        model.roll_wheels(&mut state);
        state.setpoint = Setpoint::Torques { left_nm: 1e-9, right_nm: 1e-9, steer_rad: 0.0 };
        let forces = model.step(&mut state, &Surroundings { slope: None, ..around });
        let expected = pedal.unwrap_or(0.0) * needed_nm / 0.1;
        assert!((forces.wheels[0].fx_n + expected).abs() < 1e-6, "{pedal:?}: {:?}", forces.wheels[0]);
    }
}
