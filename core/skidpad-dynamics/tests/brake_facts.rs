//! Facts about brakes: distances, locked wheels, hills, and energy that never grows.

mod common;

use common::{every_kind, every_vehicle, random_setpoint};
use skidpad_dynamics::MAX_WHEELS;
use skidpad_dynamics::brake::Brakes;
use skidpad_dynamics::controllers::{Controller, Setpoint};
use skidpad_dynamics::friction::{Axle, Friction, FrictionLimit, Hold, SimpleFriction};
use skidpad_dynamics::slope::Slope;
use skidpad_dynamics::vehicle::{Surroundings, VehicleModel, VehicleParts, VehicleState};
use skidpad_math::{NoiseAddress, Pose2, Twist2, sin};

const G: f64 = 9.81;
const STEPS_S: [f64; 4] = [0.001, 0.005, 0.010, 0.020];

/// Undamped vehicles with wheels whose axles resist nothing.
fn vehicle(mu: f64, brakes: Option<Brakes>) -> VehicleModel {
    let axle = Axle { damping_nms: 0.0, ..Axle::default() };
    let friction = Friction::Simple(SimpleFriction { mu, axle, limit: FrictionLimit::Independent });
    let (_, mut parts) =
        every_kind().into_iter().find(|(name, _)| name == "four wheels, raw, default").expect("a robot");
    (parts.body.linear_damping_hz, parts.body.angular_damping_hz) = (0.0, 0.0);
    VehicleModel::build(VehicleParts { friction, brakes, controller: Controller::Raw, ..parts }).unwrap()
}

fn moving(model: &VehicleModel, speed_mps: f64) -> VehicleState {
    let mut state = model.state_at(Pose2::default(), Twist2::new(speed_mps, 0.0, 0.0));
    model.roll_wheels(&mut state);
    state
}

fn braked(dt_s: f64, torque_nm: f64) -> Surroundings {
    Surroundings { brake_nm: Some([torque_nm; MAX_WHEELS]), ..Surroundings::level(dt_s, G) }
}

/// Distance [m] until the vehicle stands, and whether its wheels were locked on the way.
fn stopping_distance(model: &VehicleModel, speed_mps: f64, around: &Surroundings) -> (f64, bool) {
    let mut state = moving(model, speed_mps);
    let mut was_locked = false;
    for _ in 0..1_000_000 {
        model.step(&mut state, around);
        assert!(state.body.vx_mps >= -1e-12, "a brake never reverses: {} m/s", state.body.vx_mps);
        assert!(state.wheels.iter().all(|wheel| wheel.spin_radps >= 0.0), "{:?}", state.wheels);
        was_locked |= state.wheels[0].spin_radps == 0.0 && state.body.vx_mps > 0.1 * speed_mps;
        if state.body.vx_mps.abs() < 1e-9 {
            return (state.body.x_m, was_locked);
        }
    }
    panic!("it never stands: {state:?}")
}

/// Locked wheels slide v²/(2·μ·g), at every step, but for the half step that a fixed step owes: ½·v·Δt.
#[test]
fn locked_wheels_slide_on_ice_as_friction_says() {
    for dt_s in STEPS_S {
        for speed_mps in [3.0, 10.0, 20.0] {
            let (distance_m, was_locked) =
                stopping_distance(&vehicle(0.1, None), speed_mps, &braked(dt_s, 100.0));
            let expected_m = speed_mps * speed_mps / (2.0 * 0.1 * G);
            assert!(was_locked);
            assert!((distance_m - expected_m).abs() < speed_mps * dt_s, "{dt_s}: {distance_m} {expected_m}");
        }
    }
}

/// Wheels that grip are slowed by torque over radius: v²·(m + ΣI/R²)/(2·ΣT/R).
#[test]
fn gripping_wheels_stop_the_vehicle_by_their_torque() {
    for dt_s in STEPS_S {
        let model = vehicle(0.9, None);
        let parts = model.parts();
        let (torque_nm, speed_mps) = (2.0, 5.0);
        let moved_kg: f64 = parts.body.mass_kg
            + parts
                .wheels
                .iter()
                .map(|wheel| wheel.inertia_kgm2 / (wheel.radius_m * wheel.radius_m))
                .sum::<f64>();
        let force_n: f64 = parts.wheels.iter().map(|wheel| torque_nm / wheel.radius_m).sum();
        let expected_m = 0.5 * speed_mps * speed_mps * moved_kg / force_n;
        let (distance_m, was_locked) = stopping_distance(&model, speed_mps, &braked(dt_s, torque_nm));
        assert!(!was_locked);
        assert!(
            (distance_m - expected_m).abs() < 2.0 * speed_mps * dt_s,
            "{dt_s}: {distance_m} {expected_m}"
        );
    }
}

/// A hill of the angle θ pulls with m·g·sin θ: four brakes of T hold it where 4·T/R is more.
#[test]
fn a_parked_vehicle_is_held_up_to_its_brake() {
    let angle = 10f64.to_radians();
    for dt_s in STEPS_S {
        let model = vehicle(0.9, None);
        let mass_kg = model.parts().body.mass_kg;
        let hold_nm = mass_kg * G * sin(angle) * model.parts().wheels[0].radius_m / 4.0;
        for (share, holds) in [(1.05, true), (0.95, false), (0.0, false)] {
            let parking_nm = [share * hold_nm; MAX_WHEELS];
            let model = vehicle(0.9, Some(Brakes { parking_nm, ..Brakes::default() }));
            let mut state = model.state_at(Pose2::default(), Twist2::default());
            let around =
                Surroundings { slope: Some(Slope::new(-angle, 0.0)), ..Surroundings::level(dt_s, G) };
            for _ in 0..(2.0 / dt_s) as u32 {
                model.step(&mut state, &around);
            }
            assert_eq!(state.body.x_m.abs() < 1e-3, holds, "{share} at {dt_s}: {} m", state.body.x_m);
            if !holds {
                // What the brake leaves of the pull moves the vehicle and turns its wheels.
                let spun_kg: f64 = model
                    .parts()
                    .wheels
                    .iter()
                    .map(|wheel| wheel.inertia_kgm2 / (wheel.radius_m * wheel.radius_m))
                    .sum();
                let pulled_mps2 = (1.0 - share) * mass_kg * G * sin(angle) / (mass_kg + spun_kg);
                let speed_mps = -state.body.vx_mps / skidpad_math::cos(angle);
                assert!(
                    (speed_mps / (2.0 * pulled_mps2) - 1.0).abs() < 0.03,
                    "{share} at {dt_s}: {speed_mps}"
                );
            }
        }
    }
}

/// A pedal holds a hill as the parking brake does, and lets go without a jolt.
#[test]
fn a_pressed_pedal_holds_the_hill_and_lets_go() {
    let parts_of = |dt_s| {
        let slope = Some(Slope::new(-0.15, 0.0));
        let pressed = Surroundings { slope, ..braked(dt_s, 20.0) };
        (pressed, Surroundings { brake_nm: None, ..pressed })
    };
    for dt_s in STEPS_S {
        let (pressed, released) = parts_of(dt_s);
        let mut never = vehicle(0.9, None).parts().clone();
        if let Friction::Simple(simple) = &mut never.friction {
            simple.axle.hold = Hold::Never;
        }
        let model = VehicleModel::build(never).unwrap();
        let mut state = model.state_at(Pose2::default(), Twist2::default());
        for _ in 0..(20.0 / dt_s) as u32 {
            model.step(&mut state, &pressed);
        }
        assert!(state.body.x_m.abs() < 1e-9, "{dt_s}: {}", state.body.x_m);
        model.step(&mut state, &released);
        assert!(state.body.vx_mps.abs() <= G * dt_s, "{dt_s}: {}", state.body.vx_mps);
        assert!(state.body.vx_mps < 0.0, "it rolls");
    }
}

/// A motor stronger than the brake drives against it; a weaker one stands.
#[test]
fn brake_and_motor_work_against_each_other() {
    let model = vehicle(0.9, None);
    for (torque_nm, speeds_up) in [(1.9, false), (2.5, true)] {
        let mut state = model.state_at(Pose2::default(), Twist2::default());
        state.setpoint = Setpoint::Torques { left_nm: torque_nm, right_nm: torque_nm, steer_rad: 0.0 };
        for _ in 0..200 {
            model.step(&mut state, &braked(0.005, 2.0));
        }
        assert_eq!(state.body.vx_mps > 0.1, speeds_up, "{torque_nm}: {}", state.body.vx_mps);
    }
}

/// Brakes take energy and never give any: all families, all friction models, all steps.
#[test]
fn brakes_never_add_energy() {
    for (k, (name, model)) in (0u64..).zip(every_vehicle()) {
        if model.parts().controller != Controller::Raw {
            continue;
        }
        for dt_s in STEPS_S {
            let noise = NoiseAddress { seed: 77, stream: 5, step: k };
            let twist = Twist2::new(5.0 * noise.normal(1), noise.normal(2), noise.normal(3));
            let mut state = model.state_at(Pose2::default(), twist);
            for wheel in &mut state.wheels {
                wheel.spin_radps *= noise.uniform(4);
            }
            for step in 0..400 {
                let torque_nm = 300.0 * noise.uniform(100 + step) * noise.uniform(600 + step);
                let before_j = model.kinetic_energy_j(&state);
                model.step(&mut state, &braked(dt_s, torque_nm));
                let after_j = model.kinetic_energy_j(&state);
                assert!(
                    after_j <= before_j * (1.0 + 1e-9) + 1e-12,
                    "{name}, step {step} of {dt_s}: {before_j} J became {after_j} J"
                );
            }
        }
    }
}

/// Whatever is commanded meanwhile, a vehicle whose brakes are stronger than all else comes to a stand.
#[test]
fn strong_brakes_stop_every_vehicle_whatever_it_is_told() {
    for (k, (name, model)) in (0u64..).zip(every_vehicle()) {
        if model.parts().controller == Controller::TwistIdeal {
            continue;
        }
        let mut state = moving(&model, 2.0);
        state.setpoint = random_setpoint(&model, NoiseAddress { seed: 5, stream: 1, step: k });
        for _ in 0..2_000 {
            model.step(&mut state, &braked(0.005, 1e5));
        }
        let body = &state.body;
        let speed_mps = body.vx_mps.abs() + body.vy_mps.abs() + body.yaw_rate_radps.abs();
        assert!(speed_mps < 1e-6, "{name}: {body:?}");
    }
}
