//! Where steering, damping, slip and drag end: set points, yaw rates and terminal speeds at every step.

use super::*;

/// Told to turn faster than its lock allows, a car keeps the speed asked for: ω = v·tan δ_max/l.
#[test]
fn beyond_the_steering_lock_the_speed_is_kept() {
    let tyre = |x, y| wheel(x, y, 0.62, 6.0);
    let steering = Steering { wheelbase_m: 2.4, front_track_m: 1.6, max_steer_rad: 0.5 };
    let model = build(VehicleParts {
        friction: friction(0.8, 0.0, 0.0),
        drive: Drive::Ackermann { steering, drive: AckermannDrive::Front },
        controller: twist_pid(1_000.0, 200.0, 600.0),
        ..assembled(3.0, 1.6, 800.0, vec![tyre(0.0, 0.8), tyre(0.0, -0.8), tyre(2.4, 0.8), tyre(2.4, -0.8)])
    });
    for side in [1.0, -1.0] {
        let mut state = model.state_at(Pose2::default(), Twist2::default());
        state.setpoint = Setpoint::twist(1.0, side * 2.0);
        drive(&model, &mut state, &Surroundings::level(DT, G), 10.0);
        let twist = model.parts().body.twist(&state.body);
        assert!((twist.vx_mps - 1.0).abs() < 0.02, "{twist:?}");
        let expected = skidpad_math::tan(0.5) / 2.4;
        assert!((side * twist.yaw_rate_radps - expected).abs() < 0.02 * expected, "{twist:?} {expected}");
    }
}

/// Terminal speed under a constant torque is τ·R/C at every step, here 0.05 m/s.
#[test]
fn terminal_speed_against_damping_does_not_depend_on_the_step() {
    for dt_s in [0.001, 0.005, 0.01, 0.02] {
        let model = build(VehicleParts { friction: friction(0.8, 2.0, 0.0), ..four_wheels() });
        let mut state = model.state_at(Pose2::default(), Twist2::default());
        state.setpoint = Setpoint::Torques { left_nm: 1.0, right_nm: 1.0, steer_rad: 0.0 };
        drive(&model, &mut state, &Surroundings::level(dt_s, G), 10.0);
        assert!((state.body.vx_mps - 0.05).abs() < 1e-3 * 0.05, "{dt_s}: {}", state.body.vx_mps);
    }
}

/// On ice the wheels turn at (τ − R·μN)/C, slipping.
#[test]
fn strong_damping_lets_a_wheel_slip() {
    let model = build(VehicleParts { friction: friction(0.01, 2.0, 0.0), ..four_wheels() });
    let mut state = model.state_at(Pose2::default(), Twist2::default());
    state.setpoint = Setpoint::Torques { left_nm: 10.0, right_nm: 10.0, steer_rad: 0.0 };
    drive(&model, &mut state, &Surroundings::level(0.01, G), 1.0);
    let expected = (10.0 - 0.1 * 0.01 * 19.0 / 4.0 * G) / 2.0;
    for wheel in &state.wheels {
        assert!((wheel.spin_radps - expected).abs() < 1e-3 * expected, "{wheel:?} {expected}");
    }
}

/// The yaw rate of a skid-steered robot, whose wheels drag each other sideways, and its speed.
fn skid_turn(dt_s: f64, friction: Friction) -> (f64, f64) {
    let model = build(VehicleParts { friction, controller: twist_pid(4.0, 0.0, 20.0), ..four_wheels() });
    let mut state = model.state_at(Pose2::default(), Twist2::default());
    state.setpoint = Setpoint::twist(0.3, 1.0);
    drive(&model, &mut state, &Surroundings::level(dt_s, G), 4.0);
    let twist = model.parts().body.twist(&state.body);
    (twist.yaw_rate_radps, twist.vx_mps)
}

/// Motors turn the robot against M·v/T of each wheel that is dragged sideways, whatever the step.
#[test]
fn the_yaw_rate_of_skid_steering_does_not_depend_on_the_step() {
    let (expected, speed) = skid_turn(0.005, friction(0.8, 0.05, 0.0));
    assert!(expected > 0.02 && expected < 0.9, "wheels resist the turn: {expected}");
    for dt_s in [0.0005, 0.001, 0.002, 0.01, 0.02] {
        let (yaw_rate, vx) = skid_turn(dt_s, friction(0.8, 0.05, 0.0));
        assert!((yaw_rate / expected - 1.0).abs() < 0.01, "{dt_s} s: {yaw_rate} {expected}");
        assert!((vx / speed - 1.0).abs() < 0.01, "{dt_s} s: {vx} {speed}");
    }
}

/// A slip velocity twice as large halves the resistance: (T_motor − k·ω)/(M·x²/T) = ω.
#[test]
fn the_slip_velocity_says_how_easily_wheels_are_dragged_sideways() {
    let with = |share: f64| {
        let axle =
            Axle { damping_nms: 0.05, slip_velocity_mps: Some(share * 0.8 * G * 0.005), ..Axle::default() };
        Friction::Simple(SimpleFriction { mu: 0.8, axle, limit: FrictionLimit::Independent })
    };
    for dt_s in [0.001, 0.005, 0.01] {
        let [once, twice, half] = [1.0, 2.0, 0.5].map(|share| skid_turn(dt_s, with(share)).0);
        let own = skid_turn(dt_s, friction(0.8, 0.05, 0.0)).0;
        assert!((once / own - 1.0).abs() < 1e-9, "the default is μ·g·5 ms: {once} {own}");
        // 1/ω = 1/ω_set·(1 + c/T), so that 1/ω is linear in 1/T.
        let [a, b, c] = [1.0 / twice, 1.0 / once, 1.0 / half];
        assert!(((c - b) / (b - a) / 2.0 - 1.0).abs() < 0.05, "{dt_s}: {a} {b} {c}");
    }
}

/// The loop of a controller that slips its light wheels: 1 m/s means 1 m/s at every step.
#[test]
fn a_strong_controller_on_light_wheels_reaches_its_set_point() {
    let ellipse =
        EllipseFriction { axle: Axle { damping_nms: 0.05, ..Axle::default() }, ..EllipseFriction::default() };
    for friction in [friction(0.8, 0.05, 0.01), friction(0.1, 0.05, 0.0), Friction::Ellipse(ellipse)] {
        for dt_s in [0.001, 0.005, 0.01, 0.02] {
            let model = build(VehicleParts {
                friction: friction.clone(),
                controller: twist_pid(20.0, 10.0, 100.0),
                ..four_wheels()
            });
            let mut state = model.state_at(Pose2::default(), Twist2::default());
            state.setpoint = Setpoint::twist(1.0, 0.0);
            drive(&model, &mut state, &Surroundings::level(dt_s, G), 12.0);
            assert!((state.body.vx_mps - 1.0).abs() < 0.02, "{friction:?} {dt_s}: {state:?}");
        }
    }
}

/// A differential robot with a third wheel, which drags or swivels.
fn three_wheels(caster_trail_m: Option<f64>, dt_s: f64) -> (VehicleModel, VehicleState) {
    let small = |x, y| wheel(x, y, 0.2, 1.0);
    let third = wheel(0.25, 0.0, 0.1, 0.5);
    let parts = assembled(0.6, 0.5, 15.0, vec![small(-0.1, 0.3), small(-0.1, -0.3), third]);
    let model = build(VehicleParts { controller: twist_pid(4.0, 0.0, 20.0), caster_trail_m, ..parts });
    let mut state = model.state_at(Pose2::default(), Twist2::default());
    state.setpoint = Setpoint::twist(0.0, 1.0);
    drive(&model, &mut state, &Surroundings::level(dt_s, G), 4.0);
    (model, state)
}

/// A third wheel that does not swivel resists a turn; a caster follows it and takes no side force.
#[test]
fn a_caster_lets_the_robot_turn() {
    let (_, dragging) = three_wheels(None, DT);
    assert!(dragging.body.yaw_rate_radps < 0.7, "{}", dragging.body.yaw_rate_radps);
    for dt_s in [0.001, 0.005, 0.02] {
        let (model, mut state) = three_wheels(Some(0.03), dt_s);
        assert!((state.body.yaw_rate_radps - 1.0).abs() < 0.01, "{dt_s}: {}", state.body.yaw_rate_radps);
        // The wheel points where its pivot goes, and lags as far as the trail lets it: asin(t·ω/v).
        let twist = model.parts().body.twist(&state.body);
        let pivot = twist.velocity_at(model.parts().wheels[2].position_m);
        let lag = skidpad_math::asin(0.03 * twist.yaw_rate_radps / pivot.norm());
        let expected = skidpad_math::atan2(pivot.y, pivot.x) - lag;
        let yaw_rad = state.wheels[2].yaw_rad;
        assert!((yaw_rad - expected).abs() < 0.001 + dt_s, "{dt_s}: {yaw_rad} {expected}");
        let forces = model.step(&mut state, &Surroundings::level(dt_s, G));
        let (sin, cos) = skidpad_math::sin_cos(state.wheels[2].yaw_rad);
        let side_n = cos * forces.wheels[2].fy_n - sin * forces.wheels[2].fx_n;
        // A divided step gives the mean over its parts, which differ a little in direction.
        assert!(side_n.abs() < 1e-5, "{dt_s}: {side_n}");
        // Straight ahead it is in line after a way of its diameter, three trails: tan(θ/2) falls to e^−3.
        let before = yaw_rad;
        state.setpoint = Setpoint::twist(0.5, 0.0);
        let start = state.body.pose().position();
        while (state.body.pose().position() - start).norm() < 0.1 {
            model.step(&mut state, &Surroundings::level(dt_s, G));
        }
        assert!(state.wheels[2].yaw_rad.abs() < 0.2 * before, "{dt_s}: {:?}", state.wheels[2]);
    }
}

/// Driven by a constant force, a vehicle in the air reaches √(2F/(ρ·C_d·A)); its wheels carry ½·ρ·C_l·A·v² more.
#[test]
fn the_terminal_speed_is_that_of_the_drag() {
    let aero = Aero { drag_area_m2: 0.5, downforce_area_m2: 0.3, air_density_kgpm3: 1.225 };
    for dt_s in [0.001, 0.005, 0.02] {
        let model = build(VehicleParts { aero: Some(aero), ..four_wheels() });
        let mut state = model.state_at(Pose2::default(), Twist2::default());
        state.setpoint = Setpoint::Torques { left_nm: 1.0, right_nm: 1.0, steer_rad: 0.0 };
        drive(&model, &mut state, &Surroundings::level(dt_s, G), 60.0);
        let expected = (2.0 * 40.0 / (1.225f64 * 0.5)).sqrt();
        assert!(
            (state.body.vx_mps / expected - 1.0).abs() < 1e-3,
            "{dt_s}: {} {expected}",
            state.body.vx_mps
        );
        let forces = model.step(&mut state, &Surroundings::level(dt_s, G));
        let load: f64 = forces.wheels.iter().map(|wheel| wheel.load_n).sum();
        let down = 0.5 * 1.225 * 0.3 * expected * expected;
        assert!((load - 19.0 * G - down).abs() < 0.01 * down, "{load} {down}");
    }
}
