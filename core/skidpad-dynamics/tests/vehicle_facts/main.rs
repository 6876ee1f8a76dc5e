//! Facts about whole vehicles: energy, coasting, stopping, slopes, MVSim's own acceptance tests, and legal
//! extremes.

mod forces;
mod limits;

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
