//! Facts about whole vehicles: energy, coasting, stopping, slopes, MVSim's own acceptance tests, and legal
//! extremes.

use skidpad_dynamics::aero::Aero;
use skidpad_dynamics::controllers::ackermann::AckermannDrive;
use skidpad_dynamics::controllers::{Controller, Setpoint, SpeedControl};
use skidpad_dynamics::drivetrain::{Differential, DrivenAxles};
use skidpad_dynamics::friction::{
    Axle, EllipseFriction, Friction, FrictionLimit, Hold, SimpleFriction, WardIagnemmaFriction,
};
use skidpad_dynamics::loads::{LoadTransfer, Loads};
use skidpad_dynamics::mass::MassProperties;
use skidpad_dynamics::pid::Pid;
use skidpad_dynamics::slope::Slope;
use skidpad_dynamics::steering::Steering;
use skidpad_dynamics::vehicle::{
    Drive, Surroundings, VehicleModel, VehicleParts, VehicleProblem, VehicleState,
};
use skidpad_dynamics::wheel::WheelModel;
use skidpad_math::{NoiseAddress, Pose2, Twist2, Vec2, exp, sin};

const DT: f64 = 0.005;
const G: f64 = 9.81;

fn wheel(x: f64, y: f64, diameter: f64, mass_kg: f64) -> WheelModel {
    WheelModel {
        position_m: Vec2::new(x, y),
        yaw_rad: 0.0,
        radius_m: 0.5 * diameter,
        width_m: 0.05,
        mass_kg,
        inertia_kgm2: WheelModel::disc_inertia_kgm2(mass_kg, 0.5 * diameter),
    }
}

fn assembled(length_m: f64, width_m: f64, chassis_kg: f64, wheels: Vec<WheelModel>) -> VehicleParts {
    let chassis = MassProperties::of_rectangle(Pose2::default(), length_m, width_m, chassis_kg);
    let parts = wheels.iter().map(|wheel| {
        let pose = Pose2::new(wheel.position_m.x, wheel.position_m.y, 0.0);
        MassProperties::of_rectangle(pose, 2.0 * wheel.radius_m, wheel.width_m, wheel.mass_kg)
    });
    let whole = MassProperties::sum(std::iter::once(chassis).chain(parts));
    VehicleParts {
        body: whole.body(0.0, 0.0),
        chassis_mass_kg: chassis_kg,
        chassis_centre_m: chassis.centre_m,
        wheels,
        friction: friction(0.8, 0.0, 0.0),
        loads: Loads::Uniform,
        drive: Drive::Differential,
        controller: Controller::Raw,
        aero: None,
        caster_trail_m: None,
        brakes: None,
        motor: None,
    }
}

fn four_wheels() -> VehicleParts {
    let small = |x, y| wheel(x, y, 0.2, 1.0);
    assembled(0.6, 0.5, 15.0, vec![small(-0.2, 0.3), small(-0.2, -0.3), small(0.2, 0.3), small(0.2, -0.3)])
}

fn friction(mu: f64, damping_nms: f64, rolling_resistance: f64) -> Friction {
    let axle = Axle { damping_nms, rolling_resistance, hold: Hold::Standing, slip_velocity_mps: None };
    Friction::Simple(SimpleFriction { mu, axle, limit: FrictionLimit::Independent })
}

fn twist_pid(kp: f64, ki: f64, max_output: f64) -> Controller {
    let pid = Pid { kp, ki, max_output, ..Pid::default() };
    Controller::TwistPid(SpeedControl { pid, ..SpeedControl::default() })
}

fn build(parts: VehicleParts) -> VehicleModel {
    VehicleModel::build(parts).unwrap()
}

fn drive(model: &VehicleModel, state: &mut VehicleState, around: &Surroundings, seconds: f64) {
    for _ in 0..(seconds / around.dt_s).round() as u32 {
        model.step(state, around);
    }
}

fn pitched(nose_up_rad: f64) -> Surroundings {
    Surroundings { slope: Some(Slope::new(-nose_up_rad, 0.0)), ..Surroundings::level(DT, G) }
}

/// A random but legal vehicle without motors, damping or rolling resistance.
fn random_vehicle(noise: NoiseAddress) -> VehicleParts {
    let spread = |index: u64, lo: f64, hi: f64| lo * exp(noise.uniform(index) * skidpad_math::ln(hi / lo));
    let (length, width) = (spread(0, 0.05, 6.0), spread(1, 0.05, 3.0));
    let mass = spread(2, 1e-3, 1e6);
    let count = 2 + (noise.bits(3) % 3) as usize;
    let mut wheels: Vec<WheelModel> = (0..count as u64)
        .map(|i| {
            let side = if i % 2 == 0 { 1.0 } else { -1.0 };
            let x = length * 1.5 * (noise.uniform(10 + 5 * i) - 0.5);
            let y = side * width * (0.1 + noise.uniform(11 + 5 * i));
            let mut wheel = wheel(x, y, spread(12 + 5 * i, 0.02, 2.0), mass * spread(13 + 5 * i, 1e-3, 0.5));
            wheel.inertia_kgm2 *= spread(14 + 5 * i, 0.1, 50.0);
            wheel.yaw_rad = if noise.uniform(15 + 5 * i) < 0.3 { noise.normal(16 + 5 * i) } else { 0.0 };
            wheel
        })
        .collect();
    wheels[1].position_m.y = wheels[1].position_m.y.min(wheels[0].position_m.y - 0.02);
    let mut parts = assembled(length, width, mass, wheels);
    parts.friction = friction(
        noise.uniform(40) * 1.5,
        spread(41, 1e-6, 1e3) * (noise.bits(42) % 2) as f64,
        0.3 * noise.uniform(43),
    );
    parts
}

/// Without motors, no step raises the energy of body and wheels (promise: 1e-9 of it).
fn check_energy(parts: VehicleParts, noise: NoiseAddress, dt_s: f64) {
    let model = build(parts);
    let speed = 200.0 * noise.uniform(50) * noise.uniform(51);
    let twist = Twist2::new(speed * noise.normal(52), speed * noise.normal(53), 5.0 * noise.normal(54));
    let mut state = model.state_at(Pose2::new(0.0, 0.0, noise.normal(55)), twist);
    for (i, wheel) in state.wheels.iter_mut().enumerate() {
        wheel.spin_radps = 20.0 * noise.normal(60 + i as u64);
    }
    let around = Surroundings::level(dt_s, G);
    for step in 0..60 {
        let before = model.kinetic_energy_j(&state);
        model.step(&mut state, &around);
        let after = model.kinetic_energy_j(&state);
        assert!(after.is_finite(), "{:?}", model.parts());
        assert!(
            after <= before * (1.0 + 1e-9) + 1e-15,
            "step {step}, dt {dt_s}: {before} J became {after} J, {:?}",
            model.parts()
        );
    }
}

#[test]
fn energy_never_grows_without_motors() {
    for k in 0..4_000 {
        let noise = NoiseAddress { seed: 21, stream: 1, step: k };
        let dt_s = 1e-4 * exp(noise.uniform(70) * skidpad_math::ln(1e3));
        check_energy(random_vehicle(noise), noise, dt_s);
        let mut round = random_vehicle(noise);
        if let Friction::Simple(simple) = &mut round.friction {
            simple.limit = FrictionLimit::Circle;
        }
        check_energy(round, noise, dt_s);
    }
}

#[test]
fn a_short_body_on_long_legs_does_not_spin_up() {
    // ΣM·x² is 60 times I_z: each wheel cancelling its own side slip would turn the body back 60-fold.
    let arm = |x, y| WheelModel { mass_kg: 0.01, ..wheel(x, y, 0.2, 1.0) };
    let mut parts =
        assembled(0.2, 0.2, 15.0, vec![arm(-1.0, 0.1), arm(-1.0, -0.1), arm(1.0, 0.1), arm(1.0, -0.1)]);
    parts.body.inertia_kgm2 = 0.25;
    let model = build(parts);
    let mut state = model.state_at(Pose2::default(), Twist2::new(0.0, 0.1, 0.3));
    drive(&model, &mut state, &Surroundings::level(DT, G), 5.0);
    assert!(state.body.yaw_rate_radps.abs() < 1e-6 && state.body.vy_mps.abs() < 1e-6, "{state:?}");
}

#[test]
fn ward_iagnemma_coasts_down_as_its_formula_says() {
    let model = WardIagnemmaFriction {
        simple: SimpleFriction {
            mu: 0.7,
            axle: Axle { damping_nms: 0.0, ..Axle::default() },
            ..SimpleFriction::default()
        },
        ..WardIagnemmaFriction::default()
    };
    let vehicle = build(VehicleParts { friction: Friction::WardIagnemma(model), ..four_wheels() });
    let mut state = vehicle.state_at(Pose2::default(), Twist2::new(5.0, 0.0, 0.0));
    vehicle.roll_wheels(&mut state);
    let dt_s = 0.001;
    // dv/dt = −g·(R1·(1 − e^(−A·v)) + R2·v)·M/(M + ΣI/R²), integrated finely.
    let mass = vehicle.parts().body.mass_kg;
    let factor = mass / (mass + 4.0 * 0.005 / 0.01);
    let mut v: f64 = 5.0;
    for _ in 0..20_000 {
        vehicle.step(&mut state, &Surroundings::level(dt_s, G));
        for _ in 0..10 {
            v -= 0.1 * dt_s * G * (0.0075 * (1.0 - exp(-50.0 * v)) + 0.02 * v) * factor;
        }
    }
    assert!(v < 0.3, "the run is long enough to show it: {v}");
    assert!((state.body.vx_mps - v).abs() < 2e-3, "{} against {v}", state.body.vx_mps);
}

#[test]
fn rolling_resistance_stops_a_vehicle_for_good() {
    for (coefficient, dt_s) in [(0.05, 0.005), (0.3, 0.005), (0.05, 0.001), (0.02, 0.05), (0.5, 0.1)] {
        let model = build(VehicleParts { friction: friction(0.8, 0.0, coefficient), ..four_wheels() });
        let mut state = model.state_at(Pose2::default(), Twist2::new(2.0, 0.0, 0.0));
        model.roll_wheels(&mut state);
        let (mut slowest, mut slowest_spin) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..(20.0 / dt_s) as u32 {
            model.step(&mut state, &Surroundings::level(dt_s, G));
            slowest = slowest.min(state.body.vx_mps);
            slowest_spin = slowest_spin.min(state.wheels[0].spin_radps);
        }
        assert!(
            slowest >= -1e-12 && slowest_spin >= -1e-12,
            "{coefficient} {dt_s}: {slowest} {slowest_spin}"
        );
        assert!(
            state.body.vx_mps < 1e-9 && state.wheels[0].spin_radps < 1e-9,
            "{coefficient} {dt_s}: {state:?}"
        );
        // Constant deceleration C_rr·g of mass M + ΣI/R² from 2 m/s.
        let way_m = 0.5 * 4.0 * (19.0 + 2.0) / 19.0 / (coefficient * G);
        assert!((state.body.x_m - way_m).abs() < 0.02 * way_m + 3.0 * dt_s, "{}: {way_m}", state.body.x_m);
    }
}

#[test]
fn every_friction_model_starts_tracks_and_stops() {
    let ellipse =
        EllipseFriction { axle: Axle { damping_nms: 0.05, ..Axle::default() }, ..EllipseFriction::default() };
    let round =
        SimpleFriction { axle: ellipse.axle, limit: FrictionLimit::Circle, ..SimpleFriction::default() };
    for friction in [
        friction(0.8, 0.05, 0.0),
        Friction::Simple(round),
        Friction::Ellipse(ellipse),
        Friction::WardIagnemma(WardIagnemmaFriction::default()),
    ] {
        let model = build(VehicleParts {
            friction: friction.clone(),
            controller: twist_pid(4.0, 3.0, 20.0),
            ..four_wheels()
        });
        let around = Surroundings::level(DT, G);
        let mut state = model.state_at(Pose2::default(), Twist2::default());
        state.setpoint = Setpoint::twist(1.0, 0.0);
        drive(&model, &mut state, &around, 6.0);
        let twist = model.parts().body.twist(&state.body);
        assert!((twist.vx_mps - 1.0).abs() < 0.05, "{friction:?}: {twist:?}");
        state.setpoint = Setpoint::twist(0.0, 0.0);
        drive(&model, &mut state, &around, 12.0);
        let rest = state.body.pose().position();
        drive(&model, &mut state, &around, 2.0);
        assert!((state.body.pose().position() - rest).norm() < 1e-3, "{friction:?}: {state:?}");
    }
}

#[test]
fn a_parked_vehicle_is_held_and_hold_never_lets_it_go() {
    let around = Surroundings { slope: Some(Slope::new(-0.15, -0.1)), ..Surroundings::level(DT, G) };
    let parked = build(four_wheels());
    let mut state = parked.state_at(Pose2::default(), Twist2::default());
    drive(&parked, &mut state, &around, 3.0);
    assert!(state.body.pose().position().norm() < 1e-9, "{state:?}");

    let axle = Axle { damping_nms: 0.0, rolling_resistance: 0.0, hold: Hold::Never, slip_velocity_mps: None };
    let free = Friction::Simple(SimpleFriction { axle, ..SimpleFriction::default() });
    let rolling = build(VehicleParts { friction: free, ..four_wheels() });
    let mut state = rolling.state_at(Pose2::default(), Twist2::default());
    drive(&rolling, &mut state, &around, 3.0);
    // Along the ground a = g·s_x·M/(M + ΣI/R²), here 19/(19 + 2); from above cos p of it.
    let expected = -sin(0.15) * G * 19.0 / 21.0 * 3.0 * skidpad_math::cos(0.15);
    assert!((state.body.vx_mps - expected).abs() < 0.01 * expected.abs(), "{state:?}");
    let (ahead, aside) = Slope::new(-0.15, -0.1).along_ground((state.body.vx_mps, state.body.vy_mps));
    assert!(aside.abs() < 1e-9 * ahead.abs(), "side grip holds across the slope: {state:?}");
}

/// Coasting up a slope costs g·sin θ, as far as the wheels' own inertia lets it.
#[test]
fn coasting_uphill_decelerates_by_gravity() {
    let theta = 10f64.to_radians();
    let model = build(VehicleParts { friction: friction(0.8, 0.0, 0.0), ..four_wheels() });
    let mut state = model.state_at(Pose2::default(), Twist2::new(3.0, 0.0, 0.0));
    model.roll_wheels(&mut state);
    let around = pitched(theta);
    // The first step spins the wheels up to the speed along the ground.
    drive(&model, &mut state, &around, DT);
    let before = state.body.vx_mps;
    drive(&model, &mut state, &around, 1.0);
    let deceleration = (before - state.body.vx_mps) / skidpad_math::cos(theta);
    let expected = G * sin(theta) * 19.0 / 21.0;
    assert!((deceleration - expected).abs() < 2e-3 * expected, "{deceleration} {expected}");
}

/// Climbing takes its torque: Στ = m·g·sin θ·R at constant speed.
#[test]
fn climbing_takes_the_torque_of_the_slope() {
    let theta = 20f64.to_radians();
    let model = build(VehicleParts {
        friction: friction(0.8, 0.0, 0.0),
        controller: twist_pid(8.0, 8.0, 20.0),
        ..four_wheels()
    });
    let mut state = model.state_at(Pose2::default(), Twist2::default());
    state.setpoint = Setpoint::twist(1.0, 0.0);
    drive(&model, &mut state, &pitched(theta), 10.0);
    let forces = model.step(&mut state, &pitched(theta));
    let torque: f64 = forces.wheels.iter().map(|wheel| wheel.torque_nm).sum();
    let expected = 19.0 * G * sin(theta) * 0.1;
    assert!((torque - expected).abs() < 1e-3 * expected, "{torque} {expected}");
    // The wheels roll at 1 m/s along the ground.
    assert!((state.body.vx_mps - skidpad_math::cos(theta)).abs() < 1e-4, "{state:?}");
    let load: f64 = forces.wheels.iter().map(|wheel| wheel.load_n).sum();
    assert!((load - 19.0 * G * skidpad_math::cos(theta)).abs() < 1e-9, "{load}");
}

/// A vehicle that has stopped on a slope is held, and lets go when it is driven.
#[test]
fn a_vehicle_that_stops_uphill_stays_until_it_is_driven() {
    for dt_s in [0.001, 0.005, 0.02] {
        let model = build(VehicleParts { friction: friction(0.8, 0.0, 0.0), ..four_wheels() });
        let mut state = model.state_at(Pose2::default(), Twist2::new(1.0, 0.0, 0.0));
        model.roll_wheels(&mut state);
        let around = Surroundings { dt_s, ..pitched(10f64.to_radians()) };
        drive(&model, &mut state, &around, 2.0);
        let rest = state.body.pose().position();
        drive(&model, &mut state, &around, 5.0);
        assert!((state.body.pose().position() - rest).norm() < 1e-9, "{dt_s}: {state:?}");
        state.setpoint = Setpoint::Torques { left_nm: 1.0, right_nm: 1.0, steer_rad: 0.0 };
        let forces = model.step(&mut state, &around);
        // No jolt: what is left on the wheels is their torque alone, or what of it moves the body once they turn
        // (a step of 20 ms is divided).
        let along: f64 = forces.wheels.iter().map(|wheel| wheel.fx_n).sum();
        assert!((40.0 * 19.0 / 21.0 - 1e-6..=40.0 + 1e-6).contains(&along), "{dt_s}: {along}");
    }
}

#[test]
fn slope_feedforward_carries_the_whole_weight() {
    let speed_after = |hold: Hold, gain: Option<f64>| {
        let axle = Axle { damping_nms: 0.05, rolling_resistance: 0.0, hold, slip_velocity_mps: None };
        let pid = Pid { kp: 4.0, ki: 0.0, max_output: 20.0, ..Pid::default() };
        let control = SpeedControl { pid, slope_feedforward: gain, ..SpeedControl::default() };
        let model = build(VehicleParts {
            friction: Friction::Simple(SimpleFriction { axle, ..SimpleFriction::default() }),
            controller: Controller::TwistPid(control),
            ..four_wheels()
        });
        let mut state = model.state_at(Pose2::default(), Twist2::default());
        state.setpoint = Setpoint::twist(1.0, 0.0);
        drive(&model, &mut state, &pitched(10f64.to_radians()), 5.0);
        state.body.vx_mps
    };
    let level = speed_after(Hold::Always, None);
    assert!(speed_after(Hold::Standing, None) < level - 0.1, "a pulled vehicle is slower uphill");
    for hold in [Hold::Standing, Hold::Never] {
        assert!((speed_after(hold, Some(1.0)) - level).abs() < 1e-9, "feed-forward carries the weight");
    }
    assert_eq!(speed_after(Hold::Always, Some(1.0)), level, "friction already cancels the slope");
}

/// μ = 0.6 holds up to atan 0.6 = 31.0°, beyond it slides with a = g·(sin θ − μ·cos θ), in every direction.
#[test]
fn friction_holds_up_to_its_angle_and_slides_beyond() {
    let model = build(VehicleParts { friction: friction(0.6, 0.0, 0.0), ..four_wheels() });
    for direction in 0..8 {
        // The slope falls along this direction of the vehicle.
        let (sin_d, cos_d) = skidpad_math::sin_cos(f64::from(direction) * std::f64::consts::FRAC_PI_4);
        let moved = |angle_deg: f64| {
            let angle = angle_deg.to_radians();
            // down = sin θ·(cos d, sin d) = (sin p, −cos p·sin r)
            let pitch = skidpad_math::asin(sin(angle) * cos_d);
            let roll = skidpad_math::asin(-sin(angle) * sin_d / skidpad_math::cos(pitch));
            let slope = Slope::new(pitch, roll);
            let around = Surroundings { slope: Some(slope), ..Surroundings::level(DT, G) };
            let mut state = model.state_at(Pose2::default(), Twist2::default());
            drive(&model, &mut state, &around, 2.0);
            let along = slope.along_ground((state.body.x_m, state.body.y_m));
            skidpad_math::hypot(along.0, along.1)
        };
        assert!(moved(30.9) < 1e-9, "{direction}: {}", moved(30.9));
        let angle = 35f64.to_radians();
        let expected = 0.5 * G * (sin(angle) - 0.6 * skidpad_math::cos(angle)) * 4.0;
        assert!((moved(35.0) - expected).abs() < 5e-3 * expected, "{direction}: {} {expected}", moved(35.0));
    }
}

/// MVSim's law: the whole weight presses on the ground, and friction cancels the slope also in motion.
#[test]
fn mvsim_slides_at_another_angle() {
    let Friction::Simple(simple) = friction(0.5, 0.0, 0.0) else { unreachable!() };
    let axle = Axle { hold: Hold::Always, ..simple.axle };
    let model = build(VehicleParts {
        friction: Friction::Simple(SimpleFriction { axle, ..simple }),
        ..four_wheels()
    });
    let mut state = model.state_at(Pose2::default(), Twist2::default());
    let angle = 35f64.to_radians();
    let slope = Some(Slope::of_mvsim(-angle, 0.0));
    drive(&model, &mut state, &Surroundings { slope, ..Surroundings::level(DT, G) }, 1.0);
    let expected = -G * (sin(angle) - 0.5);
    assert!((state.body.vx_mps - expected).abs() < 1e-6 * G, "{} {expected}", state.body.vx_mps);
}

#[test]
fn an_ideal_controller_tracks_exactly_whatever_the_ground() {
    for drive_kind in [
        Drive::Differential,
        Drive::Ackermann { steering: STEERING, drive: AckermannDrive::Front },
        Drive::Drivetrain { steering: STEERING, axles: DrivenAxles::Rear(Differential::default()) },
    ] {
        let model =
            build(VehicleParts { drive: drive_kind, controller: Controller::TwistIdeal, ..four_wheels() });
        let mut state = model.state_at(Pose2::default(), Twist2::default());
        state.setpoint = Setpoint::twist(1.0, 1.0);
        drive(&model, &mut state, &pitched(0.2), 1.0);
        let (sin, cos) = skidpad_math::sin_cos(1.0);
        assert!((state.body.x_m - sin).abs() < 1e-12 && (state.body.y_m - (1.0 - cos)).abs() < 1e-12);
        let twist = model.parts().body.twist(&state.body);
        assert!((twist.vx_mps - 1.0).abs() < 1e-12 && twist.vy_mps.abs() < 1e-12);
        // Seen from above it moves as commanded; the wheels roll along the ground.
        let rolled = model.wheel_twist(&state);
        let cos_p = skidpad_math::cos(0.2);
        assert!((rolled.vx_mps - 1.0 / cos_p).abs() < 1e-12 && (rolled.yaw_rate_radps - cos_p).abs() < 1e-12);
    }
}

const STEERING: Steering = Steering { wheelbase_m: 0.4, front_track_m: 0.6, max_steer_rad: 1.0 };

/// MVSim's trajectory tests: 1 s at 1 ms, straight and in a curve; 0.25 m and rad for PID controllers.
#[test]
fn mvsim_acceptance_trajectories() {
    let robot = VehicleParts {
        controller: twist_pid(4.0, 3.0, 20.0),
        ..assembled(0.8, 0.8, 15.0, vec![wheel(0.0, 0.5, 0.2, 1.0), wheel(0.0, -0.5, 0.2, 1.0)])
    };
    let tyre = |x, y| wheel(x, y, 0.62, 6.0);
    let car = VehicleParts {
        drive: Drive::Ackermann {
            steering: Steering { wheelbase_m: 1.3, front_track_m: 2.0, max_steer_rad: 60f64.to_radians() },
            drive: AckermannDrive::Front,
        },
        controller: twist_pid(1000.0, 0.0, 300.0),
        ..assembled(2.6, 2.0, 500.0, vec![tyre(0.0, 0.9), tyre(0.0, -0.9), tyre(1.3, 1.0), tyre(1.3, -1.0)])
    };
    for parts in [robot, car] {
        for (rate, expected) in [(0.0, Pose2::new(1.0, 0.0, 0.0)), (1.0, Pose2::new(0.841, 0.459, 1.0))] {
            let model = build(parts.clone());
            let mut state = model.state_at(Pose2::default(), Twist2::default());
            state.setpoint = Setpoint::twist(1.0, rate);
            let mut side_n: f64 = 0.0;
            for _ in 0..1_000 {
                let forces = model.step(&mut state, &Surroundings::level(0.001, G));
                side_n = forces.wheels.iter().fold(side_n, |most, wheel| most.max(wheel.fy_n.abs()));
            }
            let pose = state.body.pose();
            let off = [pose.x_m - expected.x_m, pose.y_m - expected.y_m, pose.yaw_rad - expected.yaw_rad];
            assert!(off.iter().all(|d| d.abs() < 0.25), "{off:?}");
            assert!(rate == 0.0 || side_n > 1.0, "{side_n}");
        }
    }
}

/// MVSim's drift test on a side slope, and a millimetre is far more than we need.
#[test]
fn a_standing_vehicle_does_not_drift_on_a_slope() {
    let small = |x, y| wheel(x, y, 0.2, 1.0);
    let wheels = vec![small(-0.3, 0.6), small(-0.3, -0.6), small(0.3, 0.6), small(0.3, -0.6)];
    for controller in [twist_pid(4.0, 3.0, 20.0), Controller::TwistIdeal, Controller::Raw] {
        let parts = VehicleParts {
            friction: friction(0.8, 0.05, 0.0),
            controller,
            ..assembled(0.8, 1.0, 10.0, wheels.clone())
        };
        let model = build(parts);
        let mut state = model.state_at(Pose2::new(0.0, 0.0, 0.4), Twist2::default());
        let around = Surroundings { slope: Some(Slope::new(0.12, 0.2)), ..Surroundings::level(DT, G) };
        drive(&model, &mut state, &around, 3.0);
        assert!(
            state.body.pose().position().norm() < 1e-9 && (state.body.yaw_rad - 0.4).abs() < 1e-9,
            "{state:?}"
        );
    }
}

#[test]
fn load_transfer_keeps_a_car_driving() {
    let tyre = |x, y| wheel(x, y, 0.62, 6.0);
    let transfer = LoadTransfer { centre_of_mass_height_m: 0.5, wheelbase_m: 2.4, track_m: 1.6 };
    let parts = VehicleParts {
        loads: Loads::Transfer(transfer),
        drive: Drive::Drivetrain {
            steering: Steering { wheelbase_m: 2.4, front_track_m: 1.6, max_steer_rad: 0.5 },
            axles: DrivenAxles::Rear(Differential::default()),
        },
        ..assembled(
            3.6,
            1.6,
            1000.0,
            vec![tyre(-1.2, 0.8), tyre(-1.2, -0.8), tyre(1.2, 0.8), tyre(1.2, -0.8)],
        )
    };
    let model = build(parts);
    let mut state = model.state_at(Pose2::default(), Twist2::default());
    state.setpoint = Setpoint::Engine { torque_nm: 800.0, steer_rad: 0.0 };
    let mut loads = [0.0; 4];
    for _ in 0..200 {
        loads = model.step(&mut state, &Surroundings::level(DT, G)).wheels.map(|wheel| wheel.load_n);
    }
    // 800/0.31 N on 1024 kg and four wheels' inertia; ΔN = m·a·h/l on the rear axle.
    let acceleration = 800.0 / 0.31 / (1024.0 + 12.0);
    let moved_n = (loads[0] + loads[1] - loads[2] - loads[3]) / 2.0;
    assert!((moved_n - 1024.0 * acceleration * 0.5 / 2.4).abs() < 0.01 * moved_n, "{moved_n}");
    assert!((loads.iter().sum::<f64>() - 1024.0 * G).abs() < 1e-6);
}

#[test]
fn extreme_but_legal_vehicles_stay_finite_under_motors() {
    for k in 0..2_000 {
        let noise = NoiseAddress { seed: 22, stream: 1, step: k };
        let mut parts = random_vehicle(noise);
        let mass = parts.body.mass_kg;
        parts.friction = match k % 4 {
            0 => Friction::Ellipse(EllipseFriction::default()),
            1 => Friction::WardIagnemma(WardIagnemmaFriction::default()),
            _ => parts.friction,
        };
        parts.controller = match k % 3 {
            0 => Controller::Raw,
            _ => twist_pid(mass * noise.uniform(80), mass * noise.uniform(81), 10.0 * mass),
        };
        let dt_s = 1e-4 * exp(noise.uniform(82) * skidpad_math::ln(1e3));
        let model = build(parts);
        let mut state = model.state_at(Pose2::default(), Twist2::new(200.0 * noise.normal(83), 10.0, 3.0));
        let torque = 10.0 * mass * noise.normal(84);
        state.setpoint = match model.idle_setpoint() {
            Setpoint::Torques { .. } => {
                Setpoint::Torques { left_nm: torque, right_nm: -torque, steer_rad: 0.0 }
            }
            _ => Setpoint::twist(200.0 * noise.normal(85), 5.0 * noise.normal(86)),
        };
        let around = Surroundings {
            slope: Some(Slope::new(0.3 * noise.normal(87), 0.3 * noise.normal(88))),
            ..Surroundings::level(dt_s, G)
        };
        for _ in 0..100 {
            model.step(&mut state, &around);
        }
        let numbers = [
            state.body.x_m,
            state.body.y_m,
            state.body.vx_mps,
            state.body.yaw_rate_radps,
            state.wheels[0].spin_radps,
        ];
        assert!(numbers.iter().all(|x| x.is_finite()), "{:?} {state:?}", model.parts());
    }
}

#[test]
fn parts_that_make_no_vehicle_are_refused() {
    let problem = |change: &dyn Fn(&mut VehicleParts)| {
        let mut parts = four_wheels();
        change(&mut parts);
        VehicleModel::build(parts).unwrap_err()
    };
    assert_eq!(problem(&|p| p.wheels.truncate(1)), VehicleProblem::WheelCount);
    assert_eq!(problem(&|p| p.wheels.push(p.wheels[0])), VehicleProblem::WheelCount);
    assert_eq!(problem(&|p| p.body.mass_kg = f64::NAN), VehicleProblem::Body);
    assert_eq!(problem(&|p| p.wheels[2].radius_m = 0.0), VehicleProblem::Wheel);
    assert_eq!(problem(&|p| p.wheels[1].position_m.y = p.wheels[0].position_m.y), VehicleProblem::Track);
    assert_eq!(
        problem(&|p| p.controller = Controller::SteerPid(SpeedControl::default())),
        VehicleProblem::Controller
    );
    let bent = Steering { max_steer_rad: 1.6, ..STEERING };
    let drive = Drive::Ackermann { steering: bent, drive: AckermannDrive::Rear };
    assert_eq!(problem(&|p| p.drive = drive), VehicleProblem::Steering);
    assert!(VehicleProblem::Track.to_string().contains("left"));
}

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

/// A vehicle that is told nothing is held on a slope below 5 cm/s, or its controller's threshold, and what the slope
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
