//! Vehicles of every kind, for tests that go through all of them.

use skidpad_dynamics::controllers::ackermann::AckermannDrive;
use skidpad_dynamics::controllers::{Controller, Setpoint, SpeedControl};
use skidpad_dynamics::drivetrain::{Differential, DifferentialKind, DrivenAxles};
use skidpad_dynamics::friction::{
    Axle, EllipseFriction, Friction, FrictionLimit, Hold, SimpleFriction, WardIagnemmaFriction,
};
use skidpad_dynamics::loads::{LoadTransfer, Loads};
use skidpad_dynamics::mass::MassProperties;
use skidpad_dynamics::pid::Pid;
use skidpad_dynamics::reference_filter::ReferenceFilter;
use skidpad_dynamics::steering::Steering;
use skidpad_dynamics::vehicle::{Drive, VehicleModel, VehicleParts};
use skidpad_dynamics::wheel::WheelModel;
use skidpad_math::{NoiseAddress, Pose2, Vec2};

fn wheel(x: f64, y: f64, diameter: f64, mass_kg: f64) -> WheelModel {
    WheelModel {
        position_m: Vec2::new(x, y),
        yaw_rad: 0.0,
        radius_m: 0.5 * diameter,
        width_m: 0.3 * diameter,
        mass_kg,
        inertia_kgm2: WheelModel::disc_inertia_kgm2(mass_kg, 0.5 * diameter),
    }
}

fn assembled(length_m: f64, width_m: f64, chassis_kg: f64, wheels: Vec<WheelModel>) -> VehicleParts {
    let chassis = MassProperties::of_rectangle(Pose2::new(0.1, 0.0, 0.0), length_m, width_m, chassis_kg);
    let parts = wheels.iter().map(|wheel| {
        let pose = Pose2::new(wheel.position_m.x, wheel.position_m.y, 0.0);
        MassProperties::of_rectangle(pose, 2.0 * wheel.radius_m, wheel.width_m, wheel.mass_kg)
    });
    let whole = MassProperties::sum(std::iter::once(chassis).chain(parts));
    VehicleParts {
        body: whole.body(0.1, 0.1),
        chassis_mass_kg: chassis_kg,
        chassis_centre_m: chassis.centre_m,
        wheels,
        friction: Friction::default(),
        loads: Loads::Uniform,
        drive: Drive::Differential,
        controller: Controller::Raw,
        aero: None,
        caster_trail_m: None,
        brakes: None,
        motor: None,
    }
}

/// A robot with two, three or four wheels.
fn robot(wheel_count: usize) -> VehicleParts {
    let small = |x, y| wheel(x, y, 0.2, 1.0);
    let mut wheels = vec![small(-0.2, 0.3), small(-0.2, -0.3), small(0.2, 0.3), small(0.2, -0.3)];
    if wheel_count == 3 {
        wheels[2] = wheel(0.25, 0.0, 0.1, 0.5);
    }
    wheels.truncate(wheel_count);
    assembled(0.6, 0.5, 15.0, wheels)
}

fn car(drive: Drive) -> VehicleParts {
    let tyre = |x, y| wheel(x, y, 0.62, 6.0);
    let wheels = vec![tyre(0.0, 0.9), tyre(0.0, -0.9), tyre(1.3, 0.9), tyre(1.3, -0.9)];
    VehicleParts { drive, ..assembled(2.6, 1.9, 800.0, wheels) }
}

fn control(kp: f64, ki: f64) -> SpeedControl {
    SpeedControl { pid: Pid { kp, ki, max_output: 20.0 * kp, ..Pid::default() }, ..SpeedControl::default() }
}

/// Every family with every controller and friction, and the options that change the path of the step.
pub(crate) fn every_vehicle() -> Vec<(String, VehicleModel)> {
    let all = every_kind().into_iter();
    all.map(|(name, parts)| (name, VehicleModel::build(parts).unwrap())).collect()
}

/// The parts of all of them.
pub(crate) fn every_kind() -> Vec<(String, VehicleParts)> {
    let steering = Steering { wheelbase_m: 1.3, front_track_m: 1.8, max_steer_rad: 0.52 };
    let torsen = Differential { kind: DifferentialKind::Torsen, split: 0.45, bias: 1.2 };
    let open = Differential { kind: DifferentialKind::Open, ..torsen };
    let all = DrivenAxles::All { center: torsen, front: open, rear: torsen };
    let drives = [
        ("two wheels", robot(2)),
        ("three wheels", robot(3)),
        ("four wheels", robot(4)),
        ("ackermann front", car(Drive::Ackermann { steering, drive: AckermannDrive::Front })),
        ("ackermann rear", car(Drive::Ackermann { steering, drive: AckermannDrive::Rear })),
        ("drivetrain rear", car(Drive::Drivetrain { steering, axles: DrivenAxles::Rear(torsen) })),
        ("drivetrain all", car(Drive::Drivetrain { steering, axles: all })),
    ];
    let axle =
        Axle { damping_nms: 0.05, rolling_resistance: 0.01, hold: Hold::Standing, slip_velocity_mps: None };
    let simple = SimpleFriction {
        mu: 0.8,
        axle: Axle { rolling_resistance: 0.0, ..axle },
        ..SimpleFriction::default()
    };
    let frictions = [
        ("default", Friction::Simple(simple)),
        ("rolling", Friction::Simple(SimpleFriction { axle, ..simple })),
        ("circle", Friction::Simple(SimpleFriction { limit: FrictionLimit::Circle, ..simple })),
        (
            "wardiagnemma",
            Friction::WardIagnemma(WardIagnemmaFriction { simple, ..WardIagnemmaFriction::default() }),
        ),
        ("ellipse", Friction::Ellipse(EllipseFriction { axle, ..EllipseFriction::default() })),
    ];
    let transfer = LoadTransfer { centre_of_mass_height_m: 0.3, wheelbase_m: 1.3, track_m: 1.8 };
    let mut vehicles = Vec::new();
    for (drive_name, parts) in drives {
        let steers = parts.drive.steering().is_some();
        let gains = if steers { control(150.0, 60.0) } else { control(4.0, 3.0) };
        let mut fancy = gains;
        fancy.pid.kd = 0.01 * fancy.pid.kp;
        fancy.pid.derivative_filter_hz = 20.0;
        fancy.pid.has_anti_windup = true;
        fancy.pid.max_integral = Some(0.5);
        fancy.reference_filter = Some(ReferenceFilter { time_constant_s: 0.1, is_second_order: true });
        let mut controllers = vec![
            ("raw", Controller::Raw),
            ("pid", Controller::TwistPid(gains)),
            ("fancy pid", Controller::TwistPid(fancy)),
            ("ideal", Controller::TwistIdeal),
        ];
        if steers {
            controllers.push(("steer pid", Controller::SteerPid(gains)));
        }
        for (controller_name, controller) in controllers {
            for (friction_name, friction) in frictions.clone() {
                let loads =
                    if friction_name == "circle" { Loads::Transfer(transfer) } else { Loads::Uniform };
                let name = format!("{drive_name}, {controller_name}, {friction_name}");
                let parts = VehicleParts { friction, controller, loads, ..parts.clone() };
                vehicles.push((name, parts));
            }
        }
    }
    vehicles
}

/// A random command of the kind that the vehicle accepts; a quarter of them stops.
pub(crate) fn random_setpoint(model: &VehicleModel, noise: NoiseAddress) -> Setpoint {
    let scale = model.parts().chassis_mass_kg / 15.0;
    let n = |i| if noise.uniform(9) < 0.25 { 0.0 } else { noise.normal(i) };
    let mut setpoint = model.idle_setpoint();
    setpoint.set_numbers(match setpoint {
        Setpoint::Twist { .. } => [2.0 * n(0), 0.0, n(1)],
        Setpoint::Steer { .. } => [3.0 * n(0), 0.5 * n(1), 0.0],
        Setpoint::Torques { .. } => [3.0 * scale * n(0), 3.0 * scale * n(1), 0.4 * n(2)],
        Setpoint::Engine { .. } => [10.0 * scale * n(0), 0.4 * n(1), 0.0],
    });
    setpoint
}
