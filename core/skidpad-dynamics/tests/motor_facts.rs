//! Facts about motors: top speeds, constant power, and wheels that do not run away on ice.

mod common;

use common::{every_kind, every_vehicle, random_setpoint};
use skidpad_dynamics::controllers::{Controller, Setpoint};
use skidpad_dynamics::motor::Motor;
use skidpad_dynamics::vehicle::{GroundPatch, Surroundings, VehicleModel, VehicleParts, VehicleState};
use skidpad_math::{NoiseAddress, Pose2, Twist2};

const G: f64 = 9.81;
const STEPS_S: [f64; 4] = [0.001, 0.005, 0.010, 0.020];

fn motor() -> Motor {
    Motor {
        torque_nm: Some(4.0),
        power_w: None,
        speed_radps: Some(300.0),
        table: Vec::new(),
        gear_ratio: 6.0,
        efficiency: 0.9,
    }
}

/// The undamped vehicle of this name with a motor.
fn vehicle(name: &str, motor: Motor) -> VehicleModel {
    let (_, mut parts) = every_kind().into_iter().find(|(it, _)| it == name).expect("a vehicle of this name");
    (parts.body.linear_damping_hz, parts.body.angular_damping_hz) = (0.0, 0.0);
    VehicleModel::build(VehicleParts { motor: Some(motor), ..parts }).unwrap()
}

fn asking(model: &VehicleModel, torque_nm: f64) -> VehicleState {
    let mut state = model.state_at(Pose2::default(), Twist2::default());
    state.setpoint = match model.idle_setpoint() {
        Setpoint::Engine { .. } => Setpoint::Engine { torque_nm, steer_rad: 0.0 },
        _ => Setpoint::Torques { left_nm: torque_nm, right_nm: torque_nm, steer_rad: 0.0 },
    };
    state
}

/// On ice, where a wheel without a limit spins up for ever, it ends at the motor's speed: within 0.5 %, as the grip
/// of a slipping wheel may follow its torque (friction circle, ellipse).
#[test]
fn no_wheel_is_driven_beyond_its_motor() {
    let top_radps = motor().wheel_speed_radps();
    for dt_s in STEPS_S {
        let mut around = Surroundings::level(dt_s, G);
        around.ground = [GroundPatch { mu: Some(0.01), ..GroundPatch::default() }; 4];
        for (k, (name, model)) in (0u64..).zip(every_vehicle()) {
            if model.parts().controller == Controller::TwistIdeal || name.starts_with("drivetrain") {
                continue;
            }
            let model =
                VehicleModel::build(VehicleParts { motor: Some(motor()), ..model.parts().clone() }).unwrap();
            let mut state = model.state_at(Pose2::default(), Twist2::default());
            let noise = NoiseAddress { seed: 4, stream: 9, step: k };
            state.setpoint = random_setpoint(&model, noise);
            let mut numbers = state.setpoint.numbers();
            (numbers[0], numbers[1]) = (100.0 * numbers[0], 100.0 * numbers[1].abs());
            state.setpoint.set_numbers(numbers);
            for _ in 0..500 {
                model.step(&mut state, &around);
                for wheel in &state.wheels {
                    assert!(wheel.spin_radps.abs() <= top_radps * 1.005, "{name}, {dt_s}: {wheel:?}");
                }
            }
        }
    }
}

/// One engine behind differentials: the engine keeps its speed, whatever its wheels do.
#[test]
fn no_engine_turns_beyond_its_speed() {
    for name in ["drivetrain rear, raw, default", "drivetrain all, raw, default"] {
        for dt_s in STEPS_S {
            let model = vehicle(name, motor());
            let skidpad_dynamics::vehicle::Drive::Drivetrain { axles, .. } = &model.parts().drive else {
                panic!("{name} has a drivetrain")
            };
            let mut state = asking(&model, 2_000.0);
            let mut around = Surroundings::level(dt_s, G);
            // One side on ice.
            around.ground[0].mu = Some(0.01);
            around.ground[2].mu = Some(0.01);
            for _ in 0..(10.0 / dt_s) as u32 {
                model.step(&mut state, &around);
                let shares = axles.speed_shares();
                let engine_radps: f64 =
                    state.wheels.iter().zip(shares).map(|(wheel, share)| share * wheel.spin_radps).sum();
                assert!(engine_radps <= 50.0 * (1.0 + 1e-6), "{name}, {dt_s}: {engine_radps}");
            }
        }
    }
}

/// On dry ground the vehicle ends at R·ω_max/G, and stays there.
#[test]
fn the_top_speed_is_that_of_the_motor() {
    for dt_s in STEPS_S {
        let model = vehicle("four wheels, raw, default", motor());
        let mut state = asking(&model, 1e3);
        let around = Surroundings::level(dt_s, G);
        let expected_mps = 0.1 * 300.0 / 6.0;
        for _ in 0..(10.0 / dt_s) as u32 {
            model.step(&mut state, &around);
            // The spin of a gripping wheel follows the vehicle by a step.
            assert!(state.body.vx_mps <= expected_mps * 1.001, "{dt_s}: {}", state.body.vx_mps);
        }
        // What damping of the axles takes is given back each step.
        assert!(state.body.vx_mps > 0.97 * expected_mps, "{dt_s}: {}", state.body.vx_mps);
    }
}

/// Constant power: the energy of motion grows by η·P in every second, ½·(m + ΣI/R²)·v² = η·n·P·t.
#[test]
fn constant_power_gives_energy_in_proportion_to_time() {
    for dt_s in STEPS_S {
        let limits = Motor { torque_nm: None, power_w: Some(20.0), speed_radps: None, ..motor() };
        let mut parts = vehicle("four wheels, raw, default", limits).parts().clone();
        if let skidpad_dynamics::friction::Friction::Simple(simple) = &mut parts.friction {
            simple.axle.damping_nms = 0.0;
        }
        let model = VehicleModel::build(parts).unwrap();
        let mut state = asking(&model, 1e3);
        // From a speed at which the grip is enough.
        state.body.vx_mps = 1.0;
        model.roll_wheels(&mut state);
        let before_j = model.kinetic_energy_j(&state);
        for _ in 0..(5.0 / dt_s) as u32 {
            model.step(&mut state, &Surroundings::level(dt_s, G));
        }
        let given_j = model.kinetic_energy_j(&state) - before_j;
        let expected_j = 0.9 * 4.0 * 20.0 * 5.0;
        assert!((given_j / expected_j - 1.0).abs() < 0.02, "{dt_s}: {given_j} J of {expected_j} J");
    }
}

/// The force at a standstill is the motor's torque through the gear, less its losses.
#[test]
fn a_start_has_the_torque_of_the_gear() {
    let model = vehicle("four wheels, raw, default", Motor { torque_nm: Some(0.2), ..motor() });
    let mut state = asking(&model, 1e3);
    let forces = model.step(&mut state, &Surroundings::level(0.005, G));
    for wheel in forces.wheels {
        assert!((wheel.torque_nm - 0.2 * 6.0 * 0.9).abs() < 1e-12);
        assert!((wheel.fx_n - 0.2 * 6.0 * 0.9 / 0.1).abs() < 1e-9);
    }
}

/// A gripping wheel moves its share of the vehicle: I + M·R²/n brought to the top speed within the step, no more.
#[test]
fn the_last_torque_brings_a_gripping_vehicle_to_its_top_speed() {
    let dt_s = 0.005;
    let model = vehicle("four wheels, raw, default", motor());
    for side in [1.0, -1.0] {
        let mut state = asking(&model, side * 1e3);
        state.body.vx_mps = side * 0.1 * 49.9;
        model.roll_wheels(&mut state);
        let mut braked = state;
        let forces = model.step(&mut state, &Surroundings::level(dt_s, G));
        let parts = model.parts();
        let moved_kgm2 = parts.wheels[0].inertia_kgm2 + parts.body.mass_kg / 4.0 * 0.1 * 0.1;
        for wheel in forces.wheels {
            assert!((side * wheel.torque_nm - 0.1 * moved_kgm2 / dt_s).abs() < 1e-9, "{wheel:?}");
        }
        // Braking is not limited by the top speed, and losses of the gear help it.
        let nm = -side * 1e3;
        braked.setpoint = Setpoint::Torques { left_nm: nm, right_nm: nm, steer_rad: 0.0 };
        let forces = model.step(&mut braked, &Surroundings::level(dt_s, G));
        for wheel in forces.wheels {
            assert!((wheel.torque_nm + side * 4.0 * 6.0 / 0.9).abs() < 1e-9, "{wheel:?}");
        }
    }
}

/// On ice a wheel alone is brought to the top speed exactly: the torque is what its own inertia takes.
#[test]
fn a_slipping_wheel_ends_its_step_at_the_top_speed() {
    for (name, radius_m) in [
        ("two wheels, raw, default", 0.1),
        ("four wheels, raw, default", 0.1),
        ("ackermann rear, raw, default", 0.31),
        ("ackermann front, raw, default", 0.31),
    ] {
        let model = vehicle(name, Motor { torque_nm: Some(400.0), ..motor() });
        for side in [1.0, -1.0] {
            let mut state = asking(&model, side * 1e5);
            let mut around = Surroundings::level(0.005, G);
            around.ground = [GroundPatch { mu: Some(0.01), ..GroundPatch::default() }; 4];
            for wheel in &mut state.wheels {
                wheel.spin_radps = side * 49.0;
            }
            let forces = model.step(&mut state, &around);
            for (wheel, force) in state.wheels.iter().zip(forces.wheels) {
                if force.torque_nm != 0.0 {
                    assert!((side * wheel.spin_radps - 50.0).abs() < 1e-9, "{name}: {wheel:?} {force:?}");
                    let friction_nm = radius_m * 0.01 * force.load_n;
                    assert!(side * force.torque_nm > friction_nm, "{name}: {force:?}");
                }
            }
            assert!(forces.wheels.iter().any(|wheel| wheel.torque_nm != 0.0));
        }
    }
}

/// One engine moves all wheels and the whole vehicle; where they slip, all that it drives.
#[test]
fn the_last_torque_of_an_engine_brings_it_to_its_top_speed() {
    let dt_s = 0.005;
    for name in ["drivetrain rear, raw, default", "drivetrain all, raw, default"] {
        let model = vehicle(name, Motor { torque_nm: Some(4e4), ..motor() });
        for side in [1.0, -1.0] {
            let parts = model.parts();
            let skidpad_dynamics::vehicle::Drive::Drivetrain { axles, .. } = &parts.drive else {
                panic!("{name} has a drivetrain")
            };
            let mut state = asking(&model, side * 1e6);
            state.body.vx_mps = side * 0.31 * 49.97;
            model.roll_wheels(&mut state);
            let forces = model.step(&mut state, &Surroundings::level(dt_s, G));
            let spun_kgm2: f64 = parts.wheels.iter().map(|wheel| wheel.inertia_kgm2).sum();
            let moved_kgm2 = spun_kgm2 + parts.body.mass_kg * 0.31 * 0.31;
            let torque_nm: f64 = forces.wheels.iter().map(|wheel| side * wheel.torque_nm).sum();
            assert!((torque_nm / (0.03 * moved_kgm2 / dt_s) - 1.0).abs() < 1e-9, "{name}: {torque_nm}");

            let mut state = asking(&model, side * 1e6);
            let mut around = Surroundings::level(dt_s, G);
            around.ground = [GroundPatch { mu: Some(0.01), ..GroundPatch::default() }; 4];
            for wheel in &mut state.wheels {
                wheel.spin_radps = side * 49.0;
            }
            model.step(&mut state, &around);
            let engine_radps: f64 = state
                .wheels
                .iter()
                .zip(axles.speed_shares())
                .map(|(wheel, share)| share * wheel.spin_radps)
                .sum();
            // What the ground takes of undriven wheels is no torque of the engine.
            assert!((side * engine_radps - 50.0).abs() < 1e-6, "{name}: {engine_radps}");
        }
    }
}

/// One wheel on ice is limited alone; the others keep their torque.
#[test]
fn each_wheel_has_its_own_motor() {
    let model = vehicle("four wheels, raw, default", Motor { torque_nm: Some(2.0), ..motor() });
    let mut around = Surroundings::level(0.005, G);
    for slipping in 0..4 {
        around.ground = [GroundPatch::default(); 4];
        around.ground[slipping].mu = Some(0.01);
        let mut state = asking(&model, 1e3);
        state.wheels[slipping].spin_radps = 49.0;
        let forces = model.step(&mut state, &around);
        assert!((state.wheels[slipping].spin_radps - 50.0).abs() < 1e-9, "{:?}", state.wheels);
        for (i, force) in forces.wheels.iter().enumerate() {
            assert_eq!(i != slipping, (force.torque_nm - 2.0 * 6.0 * 0.9).abs() < 1e-12, "{forces:?}");
        }
    }
}
