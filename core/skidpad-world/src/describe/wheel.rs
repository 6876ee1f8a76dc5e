//! Chassis and wheels, with the places that each class of vehicle gives them.

use skidpad_math::{Pose2, Vec2};

use super::object;
use super::reader::Reader;
use crate::check::Implausible;
use crate::description::{Chassis, ChassisShape, Polygon, Wheel};
use crate::schema::{
    CAR_OUTLINE_M, CAR_WHEELS, FOUR_WHEELS, PRESET_BODIES, PresetBody, RACE_CAR_OUTLINE_M, ROBOT_OUTLINE_M,
    THREE_WHEELS, TWO_WHEELS, WHEEL_WITHOUT_POS_M, WheelSlot,
};
use crate::tree::Node;

pub(super) fn chassis(dynamics: &Reader<'_>) -> Chassis {
    let stand_in = Node::new("chassis", dynamics.place());
    let reader = dynamics.one("chassis").unwrap_or_else(|| {
        Reader::of_missing(&stand_in, dynamics.family_below("chassis"), "", dynamics.sink())
    });
    let (z_min_m, z_max_m) = (reader.number("zmin"), reader.number("zmax"));
    reader.refuse_empty_interval(["zmin", "zmax"], [z_min_m, z_max_m]);
    Chassis {
        mass_kg: reader.optional_number("mass").unwrap_or_else(|| race_car_mass_kg(dynamics)),
        z_min_m,
        z_max_m,
        color: reader.color("color"),
        linear_damping_hz: reader.number("linear_damping"),
        angular_damping_hz: reader.number("angular_damping"),
        shape: shape(dynamics, &reader),
        place: reader.place(),
    }
}

fn shape(dynamics: &Reader<'_>, chassis: &Reader<'_>) -> ChassisShape {
    let given = object::outline(chassis);
    if chassis.flag("shape_from_visual") {
        return ChassisShape::FromVisual(given);
    }
    let default_m = match dynamics.variant() {
        "ackermann" | "ackermann_drivetrain" => CAR_OUTLINE_M,
        "race_car" => RACE_CAR_OUTLINE_M,
        _ => ROBOT_OUTLINE_M,
    };
    let default = || -> Polygon { default_m.iter().map(|&(x, y)| Vec2::new(x, y)).collect() };
    ChassisShape::Polygon(given.unwrap_or_else(default))
}

fn race_car_mass_kg(dynamics: &Reader<'_>) -> f64 {
    dynamics.optional_number("mass_kg").unwrap_or(preset_body(dynamics).mass_kg)
}

fn preset_body(dynamics: &Reader<'_>) -> &'static PresetBody {
    let preset = dynamics.choice("preset");
    PRESET_BODIES.iter().find(|body| body.preset == preset).unwrap_or(&PRESET_BODIES[0])
}

pub(super) fn wheels(dynamics: &Reader<'_>) -> Vec<Wheel> {
    match dynamics.variant() {
        "differential" => differential_wheels(dynamics, TWO_WHEELS),
        "differential_3_wheels" => differential_wheels(dynamics, THREE_WHEELS),
        "differential_4_wheels" => differential_wheels(dynamics, FOUR_WHEELS),
        "race_car" => race_car_wheels(dynamics),
        "ackermann" | "ackermann_drivetrain" => car_wheels(dynamics),
        _ => own_wheels(dynamics),
    }
}

/// The wheels of a class of a program's own, in the order in which they are written.
fn own_wheels(dynamics: &Reader<'_>) -> Vec<Wheel> {
    let wheel_of = |(number, reader): (usize, &Reader<'_>)| {
        let name = format!("wheel_{}", number + 1);
        let wheel = wheel(reader, "wheel", (0.0, 0.0));
        let joint_name = reader.optional_text("joint_name").unwrap_or_else(|| format!("{name}_joint"));
        Wheel { name, joint_name, ..wheel }
    };
    dynamics.all("wheel").iter().enumerate().map(wheel_of).collect()
}

fn differential_wheels(dynamics: &Reader<'_>, slots: &[WheelSlot]) -> Vec<Wheel> {
    let wheel_of = |slot: &WheelSlot| {
        let stand_in = Node::new(slot.tag, dynamics.place());
        let reader = wheel_reader(dynamics, slot.tag, &stand_in);
        if !dynamics.has_child(slot.tag) {
            reader.sink().warning(dynamics.place(), Implausible::MissingWheel { wheel: slot.tag });
        } else if !reader.has("pos") {
            reader.sink().warning(reader.place(), Implausible::WheelWithoutPosition { wheel: slot.tag });
            return wheel(&reader, slot.tag, WHEEL_WITHOUT_POS_M);
        }
        wheel(&reader, slot.tag, slot.default_m)
    };
    slots.iter().map(wheel_of).collect()
}

/// Ackermann classes place their front wheels by `f_wheels_x` and `f_wheels_d`, whatever `pos` says.
fn car_wheels(dynamics: &Reader<'_>) -> Vec<Wheel> {
    let front_x_m = dynamics.number("f_wheels_x");
    let half_track_m = 0.5 * dynamics.number("f_wheels_d");
    let wheel_of = |slot: &WheelSlot| {
        let stand_in = Node::new(slot.tag, dynamics.place());
        let reader = wheel_reader(dynamics, slot.tag, &stand_in);
        if !dynamics.has_child(slot.tag) {
            reader.sink().warning(dynamics.place(), Implausible::MissingWheel { wheel: slot.tag });
        }
        let mut wheel = wheel(&reader, slot.tag, slot.default_m);
        if slot.tag.starts_with('f') {
            let side = if slot.tag == "fl_wheel" { 1.0 } else { -1.0 };
            wheel.pose_in_vehicle = Pose2::new(front_x_m, side * half_track_m, 0.0);
        }
        wheel
    };
    CAR_WHEELS.iter().map(wheel_of).collect()
}

/// The wheels of a race car stand where its parameters say; order FL, FR, RL, RR.
fn race_car_wheels(dynamics: &Reader<'_>) -> Vec<Wheel> {
    let body = preset_body(dynamics);
    let front_m = dynamics.optional_number("front_axle_m").unwrap_or(body.front_axle_m);
    let rear_m = dynamics.optional_number("rear_axle_m").unwrap_or(body.rear_axle_m);
    let half_track_m = 0.5 * dynamics.optional_number("track_m").unwrap_or(body.track_m);
    let radius_m = dynamics.optional_number("wheel_radius_m").unwrap_or(body.wheel_radius_m);
    let places = [
        ("fl_wheel", (front_m, half_track_m)),
        ("fr_wheel", (front_m, -half_track_m)),
        ("rl_wheel", (-rear_m, half_track_m)),
        ("rr_wheel", (-rear_m, -half_track_m)),
    ];
    let wheel_of = |(tag, place_m)| {
        let stand_in = Node::new(tag, dynamics.place());
        let reader = wheel_reader(dynamics, tag, &stand_in);
        let diameter_m = reader.optional_number("diameter").unwrap_or(2.0 * radius_m);
        Wheel { diameter_m, ..wheel(&reader, tag, place_m) }
    };
    places.into_iter().map(wheel_of).collect()
}

fn wheel_reader<'a>(dynamics: &Reader<'a>, tag: &str, stand_in: &'a Node) -> Reader<'a> {
    let missing = || Reader::of_missing(stand_in, dynamics.family_below(tag), "", dynamics.sink());
    dynamics.one(tag).unwrap_or_else(missing)
}

fn wheel(reader: &Reader<'_>, tag: &str, default_m: (f64, f64)) -> Wheel {
    let default = Pose2::new(default_m.0, default_m.1, 0.0);
    Wheel {
        name: tag.to_owned(),
        pose_in_vehicle: reader.pose2("pos").unwrap_or(default),
        mass_kg: reader.number("mass"),
        width_m: reader.number("width"),
        diameter_m: reader.number("diameter"),
        inertia_kgm2: inertia(reader),
        swivel_trail_m: swivel_trail_m(reader, tag),
        brake_torque_nm: reader.optional_number("brake_torque"),
        color: reader.color("color"),
        joint_name: reader.optional_text("joint_name").unwrap_or_else(|| format!("{tag}_joint")),
        linked_yaw: reader.text("linked_yaw"),
        linked_yaw_offset_rad: reader.radians("linked_yaw_offset_deg"),
        visuals: object::visuals(reader),
        place: reader.place(),
    }
}

/// The third wheel of a differential vehicle may swivel.
fn swivel_trail_m(reader: &Reader<'_>, tag: &str) -> Option<f64> {
    if tag != "caster_wheel" {
        return None;
    }
    let trail_m = reader.optional_number("trail");
    trail_m.or_else(|| reader.flag("swivel").then(|| 0.25 * reader.number("diameter")))
}

/// −1 means not given.
fn inertia(reader: &Reader<'_>) -> Option<f64> {
    let given = reader.optional_number("inertia").filter(|&inertia| inertia != -1.0);
    if let Err(problem) = Wheel::check_inertia(given) {
        reader.error_at("inertia", problem);
        return None;
    }
    given
}
