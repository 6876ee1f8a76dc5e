//! Free motion on level ground against trajectories of the real MVSim: vehicles built by hand, no world
//! loader, no solver. Tolerances: 1 mm + 0.02 % of the path, 0.5 mrad, torque 0.1 N·m + 0.1 %. MVSim's bodies
//! are single precision, which is where most of the remaining difference comes from.
#![allow(clippy::disallowed_methods, reason = "tests read reference files")]

use std::fmt::Write as _;
use std::path::PathBuf;

use skidpad_dynamics::MAX_WHEELS;
use skidpad_dynamics::controllers::ackermann::AckermannDrive;
use skidpad_dynamics::controllers::{Controller, Setpoint, SpeedControl};
use skidpad_dynamics::drivetrain::{Differential, DifferentialKind, DrivenAxles};
use skidpad_dynamics::friction::{Axle, Friction, SimpleFriction};
use skidpad_dynamics::loads::Loads;
use skidpad_dynamics::mass::MassProperties;
use skidpad_dynamics::pid::Pid;
use skidpad_dynamics::steering::Steering;
use skidpad_dynamics::vehicle::{
    Drive, GroundPatch, Surroundings, VehicleForces, VehicleModel, VehicleParts, VehicleState,
};
use skidpad_dynamics::wheel::WheelModel;
use skidpad_math::{Pose2, Twist2, Vec2, wrap_angle};

/// One run: the vehicle, how it starts, and what lies on the ground.
struct Run {
    name: &'static str,
    parts: VehicleParts,
    dt_s: f64,
    gravity_mps2: f64,
    start: Twist2,
    first_setpoint: Option<Setpoint>,
    /// Ground between x = 3 m and 8 m, |y| < 5 m.
    patch: GroundPatch,
}

/// Largest differences over a run.
#[derive(Default)]
struct Worst {
    position_m: f64,
    yaw_rad: f64,
    torque_nm: f64,
    force_n: f64,
    spin_radps: f64,
    /// Largest difference as a share of its tolerance; the run passes below 1.
    share: f64,
}

fn wheel(x: f64, y: f64, yaw_rad: f64, diameter: f64, width_m: f64, mass_kg: f64) -> WheelModel {
    WheelModel {
        position_m: Vec2::new(x, y),
        yaw_rad,
        radius_m: 0.5 * diameter,
        width_m,
        mass_kg,
        inertia_kgm2: WheelModel::disc_inertia_kgm2(mass_kg, 0.5 * diameter),
    }
}

fn vehicle(
    outline: &[(f64, f64)],
    chassis_kg: f64,
    wheels: Vec<WheelModel>,
    damping_hz: f64,
) -> VehicleParts {
    let outline: Vec<Vec2> = outline.iter().map(|&(x, y)| Vec2::new(x, y)).collect();
    let chassis = MassProperties::of_outline(&outline, chassis_kg);
    let rectangle = |wheel: &WheelModel| {
        let pose = Pose2::new(wheel.position_m.x, wheel.position_m.y, wheel.yaw_rad);
        MassProperties::of_rectangle(pose, 2.0 * wheel.radius_m, wheel.width_m, wheel.mass_kg)
    };
    let whole = MassProperties::sum(std::iter::once(chassis).chain(wheels.iter().map(rectangle)));
    VehicleParts {
        body: whole.body(damping_hz, damping_hz),
        chassis_mass_kg: chassis_kg,
        chassis_centre_m: chassis.centre_m,
        wheels,
        friction: friction(0.8, 0.05, 0.0),
        loads: Loads::Uniform,
        drive: Drive::Differential,
        controller: Controller::TwistPid(pid(4.0, 3.0, 20.0)),
        aero: None,
        caster_trail_m: None,
        brakes: None,
        motor: None,
    }
}

fn friction(mu: f64, damping_nms: f64, rolling_resistance: f64) -> Friction {
    let axle = Axle { damping_nms, rolling_resistance, ..Axle::default() };
    Friction::Simple(SimpleFriction { mu, axle, ..SimpleFriction::default() })
}

fn pid(kp: f64, ki: f64, max_output: f64) -> SpeedControl {
    SpeedControl { pid: Pid { kp, ki, max_output, ..Pid::default() }, ..SpeedControl::default() }
}

const BOX: [(f64, f64); 4] = [(-0.3, -0.25), (-0.3, 0.25), (0.3, 0.25), (0.3, -0.25)];

fn two_wheels() -> VehicleParts {
    let small = |y| wheel(0.0, y, 0.0, 0.2, 0.05, 1.0);
    vehicle(&BOX, 15.0, vec![small(0.3), small(-0.3)], 0.1)
}

fn three_wheels() -> VehicleParts {
    let small = |y| wheel(-0.1, y, 0.0, 0.2, 0.05, 1.0);
    vehicle(&BOX, 15.0, vec![small(0.3), small(-0.3), wheel(0.25, 0.0, 0.0, 0.1, 0.03, 0.5)], 0.1)
}

fn four_wheels() -> VehicleParts {
    let small = |x, y| wheel(x, y, 0.0, 0.2, 0.05, 1.0);
    vehicle(&BOX, 15.0, vec![small(-0.2, 0.3), small(-0.2, -0.3), small(0.2, 0.3), small(0.2, -0.3)], 0.1)
}

fn car() -> VehicleParts {
    const OUTLINE: [(f64, f64); 6] =
        [(-0.8, -1.0), (-0.8, 1.0), (1.5, 0.9), (1.8, 0.8), (1.8, -0.8), (1.5, -0.9)];
    let tyre = |x, y| wheel(x, y, 0.0, 0.62, 0.3, 6.0);
    let wheels = vec![tyre(0.0, 0.9), tyre(0.0, -0.9), tyre(1.3, 0.9), tyre(1.3, -0.9)];
    VehicleParts {
        friction: friction(0.7, 0.5, 0.0),
        drive: Drive::Ackermann { steering: STEERING, drive: AckermannDrive::Front },
        ..vehicle(&OUTLINE, 800.0, wheels, 0.1)
    }
}

const STEERING: Steering =
    Steering { wheelbase_m: 1.3, front_track_m: 1.8, max_steer_rad: 30.0 * std::f64::consts::PI / 180.0 };

fn driven(axles: DrivenAxles, controller: Controller) -> VehicleParts {
    VehicleParts { drive: Drive::Drivetrain { steering: STEERING, axles }, controller, ..car() }
}

fn differential(kind: DifferentialKind, split: f64, bias: f64) -> Differential {
    Differential { kind, split, bias }
}

fn run(name: &'static str, parts: VehicleParts) -> Run {
    Run {
        name,
        parts,
        dt_s: 0.005,
        gravity_mps2: 9.81,
        start: Twist2::default(),
        first_setpoint: None,
        patch: GroundPatch::default(),
    }
}

fn coasting(name: &'static str, rolling_resistance: f64) -> Run {
    let parts = VehicleParts {
        friction: friction(0.8, 0.0, rolling_resistance),
        controller: Controller::Raw,
        ..four_wheels()
    };
    Run { start: Twist2::new(5.0, 0.0, 0.0), ..run(name, parts) }
}

fn runs() -> Vec<Run> {
    use DifferentialKind::{Open, Torsen};
    let (open, torsen) = (differential(Open, 0.5, 1.2), differential(Torsen, 0.5, 1.2));
    let steer_pid = Controller::SteerPid(pid(150.0, 60.0, 1500.0));
    let without_damping = {
        let mut parts = two_wheels();
        (parts.body.linear_damping_hz, parts.body.angular_damping_hz) = (0.0, 0.0);
        parts
    };
    let crooked = {
        let mut parts = four_wheels();
        parts.wheels[0].inertia_kgm2 = 0.02;
        parts.wheels[2].yaw_rad = 5f64.to_radians();
        parts
    };
    let defaults = {
        let outline = [(-0.4, -0.5), (-0.4, 0.5), (0.4, 0.5), (0.6, 0.3), (0.6, -0.3), (0.4, -0.5)];
        let wide = |y| wheel(0.0, y, 0.0, 0.4, 0.2, 2.0);
        VehicleParts {
            friction: Friction::default(),
            controller: Controller::TwistPid(SpeedControl::default()),
            ..vehicle(&outline, 15.0, vec![wide(0.5), wide(-0.5)], 0.1)
        }
    };
    let with_derivative = {
        let mut control = pid(4.0, 3.0, 20.0);
        control.pid.kd = 0.02;
        VehicleParts { controller: Controller::TwistPid(control), ..two_wheels() }
    };
    let anti_windup = {
        let mut control = pid(4.0, 30.0, 3.0);
        control.pid.has_anti_windup = true;
        VehicleParts { controller: Controller::TwistPid(control), ..four_wheels() }
    };
    let uneven_torsen = DrivenAxles::All {
        center: differential(Torsen, 0.3, 1.5),
        front: differential(Torsen, 0.6, 1.2),
        rear: differential(Torsen, 0.45, 1.2),
    };
    let open_4wd = DrivenAxles::All { center: differential(Open, 0.5, 1.5), front: open, rear: open };
    let torsen_4wd = DrivenAxles::All { center: differential(Torsen, 0.5, 1.5), front: torsen, rear: torsen };
    vec![
        Run { dt_s: 0.001, ..run("a_diff2_pid_dt0.001", two_wheels()) },
        run("a_diff2_pid_dt0.005", two_wheels()),
        Run { dt_s: 0.01, ..run("a_diff2_pid_dt0.01", two_wheels()) },
        run("a2_diff2_defaultfriction_nodef", VehicleParts { friction: Friction::default(), ..two_wheels() }),
        run("a3_diff2_nodamp", without_damping),
        run("b_diff4_turn_in_place", four_wheels()),
        run("c_diff3", three_wheels()),
        run(
            "d_ackermann_twist_front_steer_pid",
            VehicleParts { controller: Controller::TwistPid(pid(150.0, 60.0, 400.0)), ..car() },
        ),
        run("e_drivetrain_open_front", driven(DrivenAxles::Front(open), steer_pid)),
        run("e_drivetrain_open_rear", driven(DrivenAxles::Rear(open), steer_pid)),
        run("e_drivetrain_torsen_4wd", driven(torsen_4wd, steer_pid)),
        run("e2_drivetrain_open_4wd_raw", driven(open_4wd, Controller::Raw)),
        run("e2_drivetrain_torsen_rear_raw", driven(DrivenAxles::Rear(torsen), Controller::Raw)),
        coasting("h2_nofric_coast_rollinit", 0.0),
        coasting("h_crr_coast", 0.05),
        coasting("h_crr_coast_rollinit", 0.05),
        Run {
            patch: GroundPatch { mu: Some(0.05), ..GroundPatch::default() },
            ..run("i_ice_patch", four_wheels())
        },
        Run {
            patch: GroundPatch { rolling_resistance: Some(0.3), ..GroundPatch::default() },
            ..run("i3_sand_crr", four_wheels())
        },
        Run {
            first_setpoint: Some(Setpoint::Steer { speed_mps: 1.5, steer_rad: 10f64.to_radians() }),
            ..run(
                "x_ack_fsteer",
                VehicleParts { controller: Controller::SteerPid(pid(150.0, 60.0, 400.0)), ..car() },
            )
        },
        Run {
            first_setpoint: Some(Setpoint::Torques {
                left_nm: 80.0,
                right_nm: 60.0,
                steer_rad: 5f64.to_radians(),
            }),
            ..run("x_ack_raw", VehicleParts { controller: Controller::Raw, ..car() })
        },
        run("x_aw", anti_windup),
        Run { first_setpoint: Some(Setpoint::twist(0.5, 20f64.to_radians())), ..run("x_defaults", defaults) },
        Run {
            first_setpoint: Some(Setpoint::twist(1.0, 10f64.to_radians())),
            ..run("x_dt_twist", driven(uneven_torsen, Controller::TwistPid(pid(150.0, 60.0, 400.0))))
        },
        run("x_kd", with_derivative),
        Run { gravity_mps2: 3.7, ..run("x_wheel_yaw", crooked) },
    ]
}

fn reference(name: &str, extension: &str) -> String {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../testdata/reference/mvsim");
    let path = folder.join(format!("{name}.{extension}"));
    std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Applies a command line of the reference runs; raw torques there are negative forward.
fn apply(line: &str, model: &VehicleModel, state: &mut VehicleState) {
    let words: Vec<&str> = line.split_whitespace().collect();
    let number = |i: usize| words[i].parse::<f64>().unwrap();
    state.setpoint = match words[1] {
        "twist" => Setpoint::twist(number(2), number(3)),
        "raw" => Setpoint::Torques { left_nm: -number(2), right_nm: -number(3), steer_rad: 0.0 },
        "rawack" => Setpoint::Torques { left_nm: -number(2), right_nm: -number(3), steer_rad: number(4) },
        "rawdt" => Setpoint::Engine { torque_nm: -number(2), steer_rad: number(3) },
        "fsteer" => Setpoint::Steer { speed_mps: number(2), steer_rad: number(3) },
        "roll" => return model.roll_wheels(state),
        other => panic!("unknown command {other}"),
    };
    assert!(model.accepts(&state.setpoint), "{line}");
}

fn ground_under(run: &Run, state: &VehicleState) -> [GroundPatch; MAX_WHEELS] {
    let mut ground = [GroundPatch::default(); MAX_WHEELS];
    for (patch, wheel) in ground.iter_mut().zip(&run.parts.wheels) {
        let at = state.body.pose().transform(wheel.position_m);
        if (3.0..=8.0).contains(&at.x) && at.y.abs() <= 5.0 {
            *patch = run.patch;
        }
    }
    ground
}

/// Compares the state after a step with a row of the reference.
fn compare(
    run: &Run,
    row: &[f64],
    state: &VehicleState,
    forces: &VehicleForces,
    path_m: f64,
    worst: &mut Worst,
) {
    let position_m = skidpad_math::hypot(row[1] - state.body.x_m, row[2] - state.body.y_m);
    let yaw_rad = wrap_angle(row[4] - state.body.yaw_rad).abs();
    let mut share = (position_m / (1e-3 + 2e-4 * path_m)).max(yaw_rad / 5e-4);
    worst.position_m = worst.position_m.max(position_m);
    worst.yaw_rad = worst.yaw_rad.max(yaw_rad);
    for i in 0..run.parts.wheels.len() {
        let [spin, steer, torque, fx, fy] = std::array::from_fn(|column| row[16 + 7 * i + column]);
        let (wheel, force) = (&state.wheels[i], &forces.wheels[i]);
        let torque_nm = (torque - force.torque_nm).abs();
        share = share.max(torque_nm / (0.1 + 1e-3 * torque.abs()));
        share = share.max((steer - wheel.yaw_rad).abs() / 1e-6);
        worst.torque_nm = worst.torque_nm.max(torque_nm);
        worst.spin_radps = worst.spin_radps.max((spin - wheel.spin_radps).abs());
        worst.force_n = worst.force_n.max((fx - force.fx_n).abs()).max((fy - force.fy_n).abs());
    }
    worst.share = worst.share.max(share);
}

fn follow(run: &Run) -> Worst {
    let model = VehicleModel::build(run.parts.clone()).unwrap();
    let mut state = model.state_at(Pose2::default(), run.start);
    if let Some(setpoint) = run.first_setpoint {
        state.setpoint = setpoint;
    }
    let commands = reference(run.name, "cmds");
    let mut commands = commands.lines().filter(|line| !line.trim().is_empty()).peekable();
    let csv = reference(run.name, "csv");
    let rows = csv
        .lines()
        .skip(2)
        .map(|line| line.split(',').map(|word| word.parse::<f64>().unwrap()).collect::<Vec<f64>>());
    let mut worst = Worst::default();
    let (mut step, mut path_m) = (0u64, 0.0);
    for row in rows {
        let target = (row[0] / run.dt_s).round() as u64;
        let mut forces = None;
        while step < target {
            let now_s = step as f64 * run.dt_s;
            let is_due =
                |line: &&str| line.split_whitespace().next().unwrap().parse::<f64>().unwrap() <= now_s + 1e-9;
            while let Some(line) = commands.next_if(is_due) {
                apply(line, &model, &mut state);
            }
            let around = Surroundings {
                ground: ground_under(run, &state),
                ..Surroundings::level(run.dt_s, run.gravity_mps2)
            };
            let before = state.body.pose().position();
            forces = Some(model.step(&mut state, &around));
            path_m += (state.body.pose().position() - before).norm();
            step += 1;
        }
        compare(run, &row, &state, &forces.expect("a row after each step"), path_m, &mut worst);
    }
    worst
}

#[test]
fn free_motion_agrees_with_mvsim() {
    let mut table = String::new();
    let mut failed = Vec::new();
    writeln!(
        table,
        "{:<36} {:>9} {:>9} {:>9} {:>9} {:>9} {:>7}",
        "run", "mm", "mrad", "N·m", "N", "rad/s", "share"
    )
    .unwrap();
    for run in runs() {
        let worst = follow(&run);
        let (mm, mrad) = (1e3 * worst.position_m, 1e3 * worst.yaw_rad);
        writeln!(
            table,
            "{:<36} {mm:>9.4} {mrad:>9.4} {:>9.4} {:>9.3} {:>9.5} {:>7.3}",
            run.name, worst.torque_nm, worst.force_n, worst.spin_radps, worst.share
        )
        .unwrap();
        if worst.share.is_nan() || worst.share > 1.0 {
            failed.push(run.name);
        }
    }
    println!("{table}");
    assert!(failed.is_empty(), "beyond tolerance: {failed:?}\n{table}");
}
