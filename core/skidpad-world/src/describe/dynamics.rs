//! What drives and steers a vehicle.

use std::collections::BTreeMap;

use skidpad_math::{Twist2, Vec2, hypot};

use super::extension::extension_use;
use super::problem::ReadingProblem;
use super::reader::Reader;
use crate::check::Implausible;
use crate::description::{
    Controller, Differential, Drive, Driven, Drivetrain, Dynamics, JointInterface, RaceCar, RaceDriver,
    RawTorques, SpeedControl, TimedPoint, Trajectory, TwoWayDifferential,
};
use crate::schema::RACE_CAR_PARAMETERS;
use crate::tree::Node;

/// The dynamics of a vehicle. `beside` is a controller that stands beside it, where it has none itself.
pub(super) fn dynamics(reader: &Reader<'_>, beside: Option<&Node>) -> Dynamics {
    if let Some(own) = extension_use(reader) {
        return Dynamics::Extension(own);
    }
    if reader.variant() == "race_car" {
        return Dynamics::RaceCar(race_car(reader));
    }
    let stand_in = Node::new("controller", reader.place());
    let family = reader.family_below("controller");
    let control = (reader.one("controller"))
        .or_else(|| beside.and_then(|node| Reader::open(node, family, reader.sink())))
        .unwrap_or_else(|| Reader::of_missing(&stand_in, family, "raw", reader.sink()));
    match reader.variant() {
        "ackermann" => {
            if let Some(drivetrain) = reader.one("drivetrain") {
                let why = "dynamics class \"ackermann\" has no engine; \"ackermann_drivetrain\" has one";
                let problem = ReadingProblem::NoEffect { name: "drivetrain".to_owned(), why: why.to_owned() };
                reader.sink().note(drivetrain.place(), problem);
            }
            Dynamics::Ackermann {
                max_steer_rad: reader.radians("max_steer_ang_deg"),
                drive: drive(&control),
                controller: controller(&control, wheel_torques),
            }
        }
        "ackermann_drivetrain" => Dynamics::AckermannDrivetrain {
            max_steer_rad: reader.radians("max_steer_ang_deg"),
            drivetrain: drivetrain(reader),
            controller: controller(&control, engine_torque),
        },
        _ => Dynamics::Differential(Differential { controller: controller(&control, side_torques) }),
    }
}

fn race_car(reader: &Reader<'_>) -> RaceCar {
    let given = |name: &'static str| Some((name.to_owned(), reader.optional_number(name)?));
    let parameters: BTreeMap<String, f64> =
        RACE_CAR_PARAMETERS.iter().filter_map(|param| given(param.name)).collect();
    RaceCar {
        preset: reader.choice("preset").to_owned(),
        integrator: reader.choice("integrator").to_owned(),
        tyre: reader.choice("tyre").to_owned(),
        reverse: reader.flag("reverse"),
        parameters,
        driver: race_driver(reader),
    }
}

fn race_driver(dynamics: &Reader<'_>) -> RaceDriver {
    let stand_in = Node::new("driver", dynamics.place());
    let reader = dynamics.one("driver").unwrap_or_else(|| {
        Reader::of_missing(&stand_in, dynamics.family_below("driver"), "", dynamics.sink())
    });
    RaceDriver {
        speed_mps: reader.number("speed"),
        steer_rad: reader.radians("steer_deg"),
        follows_track: reader.flag("follow_track"),
        lateral_mps2: reader.number("lateral_acceleration"),
        braking_mps2: reader.number("braking"),
        has_torque_vectoring: reader.flag("torque_vectoring"),
    }
}

fn drive(controller: &Reader<'_>) -> Drive {
    if !controller.knows("drive") {
        return Drive::Front;
    }
    match controller.choice("drive") {
        "rear" => Drive::Rear,
        "all" => Drive::All,
        _ => Drive::Front,
    }
}

/// A controller of any class. `raw` reads the torques of that class of vehicle.
fn controller(reader: &Reader<'_>, raw: fn(&Reader<'_>) -> RawTorques) -> Controller {
    if let Some(own) = extension_use(reader) {
        return Controller::Extension(own);
    }
    match reader.variant() {
        "twist_pid" | "twist_front_steer_pid" => {
            Controller::TwistPid { control: speed_control(reader), twist: twist(reader) }
        }
        "front_steer_pid" => Controller::SteerPid {
            control: speed_control(reader),
            speed_mps: reader.number("V"),
            steer_rad: reader.radians("STEER_ANG"),
        },
        "twist_ideal" => Controller::TwistIdeal { twist: twist(reader) },
        "ros2_control" => Controller::Joints {
            interface: match reader.choice("command_interface") {
                "effort" => JointInterface::Effort,
                _ => JointInterface::Velocity,
            },
            control: speed_control(reader),
            has_description: reader.choice("robot_description") != "topic",
        },
        "trajectory" => trajectory(reader)
            .map_or_else(|| Controller::TwistIdeal { twist: Twist2::default() }, Controller::Trajectory),
        _ => Controller::Raw(raw(reader)),
    }
}

/// The waypoints in the order of their times; none, with an error, where there are too few.
fn trajectory(reader: &Reader<'_>) -> Option<Trajectory> {
    let waypoint = |point: &Reader<'_>| {
        let [time_s, x_m, y_m] = ["t", "x", "y"].map(|name| point.optional_number(name));
        Some(TimedPoint { time_s: time_s?, point_m: Vec2::new(x_m?, y_m?) })
    };
    let written = reader.all("waypoint");
    let mut waypoints: Vec<TimedPoint> = written.iter().filter_map(waypoint).collect();
    waypoints.sort_by(|a, b| a.time_s.total_cmp(&b.time_s));
    if written.len() < 2 {
        reader.sink().error(reader.place(), Implausible::FewWaypoints { count: written.len() });
    }
    if waypoints.len() < 2 {
        return None;
    }
    if let Some(pair) = waypoints.windows(2).find(|pair| pair[0].time_s >= pair[1].time_s) {
        reader.sink().error(reader.place(), Implausible::WaypointsAtOnce { time_s: pair[0].time_s });
        return None;
    }
    let is_loop = reader.flag("loop");
    let (first, last) = (waypoints[0].point_m, waypoints[waypoints.len() - 1].point_m);
    if is_loop && first != last {
        let gap_m = hypot(last.x - first.x, last.y - first.y);
        reader.sink().warning(reader.place(), Implausible::OpenLoop { gap_m });
    }
    if let Some(time_s) = turning_back_at(&waypoints, is_loop) {
        reader.sink().warning(reader.place(), Implausible::TurnsBack { time_s });
    }
    Some(Trajectory {
        waypoints,
        is_loop,
        lookahead_m: reader.number("lookahead_distance"),
        max_yaw_rate_radps: Some(reader.number("max_angular_speed")).filter(|limit| *limit > 0.0),
        drawn_at_m: reader.number("viz_height"),
    })
}

/// When a way goes back on itself [s], within 5°: pure pursuit finds no side to turn to there.
fn turning_back_at(waypoints: &[TimedPoint], is_loop: bool) -> Option<f64> {
    const COS_OF_175_DEG: f64 = -0.996_194_698_091_745_5;
    let corners = waypoints.windows(2).map(|pair| (pair[0].time_s, pair[1].point_m - pair[0].point_m));
    let mut pieces: Vec<(f64, Vec2)> = corners.filter(|(_, way)| way.norm() > 0.0).collect();
    if is_loop && waypoints[0].point_m == waypoints[waypoints.len() - 1].point_m {
        pieces.extend(pieces.first().map(|&(_, way)| (waypoints[waypoints.len() - 1].time_s, way)));
    }
    let turns_back = |pair: &&[(f64, Vec2)]| {
        let (before, after) = (pair[0].1, pair[1].1);
        before.x * after.x + before.y * after.y < COS_OF_175_DEG * before.norm() * after.norm()
    };
    pieces.windows(2).find(turns_back).map(|pair| pair[1].0)
}

/// A torque of a world file [N·m]. MVSim writes it negative forward; the description is positive forward.
fn torque_nm(reader: &Reader<'_>, name: &str) -> f64 {
    -reader.number(name)
}

fn side_torques(reader: &Reader<'_>) -> RawTorques {
    RawTorques::Sides { left_nm: torque_nm(reader, "l_torque"), right_nm: torque_nm(reader, "r_torque") }
}

fn wheel_torques(reader: &Reader<'_>) -> RawTorques {
    RawTorques::Wheels {
        left_nm: torque_nm(reader, "fl_torque"),
        right_nm: torque_nm(reader, "fr_torque"),
        steer_rad: reader.radians("steer_ang_deg"),
    }
}

fn engine_torque(reader: &Reader<'_>) -> RawTorques {
    RawTorques::Engine { torque_nm: torque_nm(reader, "torque"), steer_rad: reader.radians("steer_ang_deg") }
}

fn twist(reader: &Reader<'_>) -> Twist2 {
    Twist2::new(reader.number("V"), 0.0, reader.radians("W"))
}

fn speed_control(reader: &Reader<'_>) -> SpeedControl {
    SpeedControl {
        kp: reader.number("KP"),
        ki: reader.number("KI"),
        kd: reader.number("KD"),
        derivative_filter_radps: reader.number("N"),
        integral_limit: reader.optional_number("I_MAX"),
        max_torque_nm: reader.number("max_torque"),
        enable_antiwindup: reader.flag("enable_antiwindup"),
        enable_feedforward: reader.flag("enable_feedforward"),
        feedforward_gain: reader.number("feedforward_gain"),
        enable_reference_filter: reader.flag("enable_reference_filter"),
        reference_filter_tau_s: reader.number("reference_filter_tau"),
        reference_filter_order: reader.count("reference_filter_order"),
        zero_threshold_mps: reader.number("zero_threshold"),
        stop_threshold_mps: reader.number("stop_threshold"),
    }
}

fn drivetrain(dynamics: &Reader<'_>) -> Drivetrain {
    let stand_in = Node::new("drivetrain", dynamics.place());
    let reader = dynamics.one("drivetrain").unwrap_or_else(|| {
        Reader::of_missing(&stand_in, dynamics.family_below("drivetrain"), "", dynamics.sink())
    });
    let kind = reader.lenient_choice("type");
    let driven = match kind {
        "open_front" | "torsen_front" => Driven::Front,
        "open_rear" | "torsen_rear" => Driven::Rear,
        _ => Driven::Both,
    };
    let all_torsen = kind.starts_with("torsen");
    let has_bias_ratio = reader.choice("law") == "bias_ratio";
    let differential = |name: &str, split: &str, bias: &str| TwoWayDifferential {
        has_bias_ratio,
        is_torsen: reader.optional_choice(name).map_or(all_torsen, |word| word == "torsen"),
        split: reader.number(split),
        bias: reader.number(bias),
    };
    Drivetrain {
        driven,
        center: differential("center", "front_rear_split", "front_rear_bias"),
        front: differential("front", "front_left_right_split", "front_left_right_bias"),
        rear: differential("rear", "rear_left_right_split", "rear_left_right_bias"),
    }
}
