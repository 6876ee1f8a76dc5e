//! Brakes, motors and batteries.

use super::problem::ReadingProblem;
use super::reader::Reader;
use crate::check::Implausible;
use crate::description::{Battery, Brake, Controller, Dynamics, Motor, Vehicle};

pub(super) fn brake(reader: &Reader<'_>) -> Brake {
    Brake {
        torque_nm: reader.number("torque"),
        front_torque_nm: reader.optional_number("front_torque"),
        rear_torque_nm: reader.optional_number("rear_torque"),
        hand_torque_nm: reader.optional_number("hand_torque"),
        parking_torque_nm: reader.optional_number("parking_torque"),
    }
}

pub(super) fn motor(reader: &Reader<'_>) -> Motor {
    Motor {
        torque_nm: reader.optional_number("torque"),
        power_w: reader.optional_number("power"),
        speed_radps: reader.optional_number("speed"),
        table: table(reader),
        gear_ratio: reader.number("gear_ratio"),
        efficiency: reader.number("efficiency"),
        battery: reader.one("battery").map(|reader| Battery {
            capacity_wh: reader.number("capacity"),
            charge: reader.number("charge"),
        }),
    }
}

/// Points of a torque curve: speeds that rise from 0, torques that are not negative.
fn table(reader: &Reader<'_>) -> Vec<[f64; 2]> {
    let Some(rows) = reader.matrix("table") else { return Vec::new() };
    let points: Vec<[f64; 2]> = rows.iter().filter_map(|row| row.as_slice().try_into().ok()).collect();
    let rises = points.windows(2).all(|pair| pair[0][0] < pair[1][0]);
    let starts = points.first().is_some_and(|point| point[0] == 0.0);
    let is_sound = points.iter().all(|[speed, torque]| speed.is_finite() && (0.0..1e9).contains(torque));
    if points.len() == rows.len() && points.len() >= 2 && rises && starts && is_sound {
        return points;
    }
    let expected = "two or more lines of a speed and a torque, speeds rising from 0, torques not negative";
    reader.error_at("table", Implausible::MatrixSize { parameter: "table", expected });
    Vec::new()
}

/// Notes about elements and parameters that change nothing for this vehicle.
pub(super) fn note_without_effect(reader: &Reader<'_>, vehicle: &Vehicle) {
    let note = |place, name: &str, why: &str| {
        let problem = ReadingProblem::NoEffect { name: name.to_owned(), why: why.to_owned() };
        reader.sink().note(place, problem);
    };
    let is_ideal = matches!(vehicle.dynamics.controller(), Some(Controller::TwistIdeal { .. }));
    for tag in ["brake", "motor"] {
        if let Some(child) = reader.one(tag).filter(|_| is_ideal) {
            note(child.place(), tag, "twist_ideal moves exactly as commanded");
        }
    }
    if matches!(vehicle.dynamics, Dynamics::RaceCar(_)) {
        for (tag, why) in
            [("friction", "a race car has tyres of its own"), ("load_transfer", "a race car has its own")]
        {
            if let Some(child) = reader.one(tag) {
                note(child.place(), tag, why);
            }
        }
    }
    if matches!(vehicle.dynamics, Dynamics::Extension(_)) {
        for tag in ["friction", "load_transfer", "motor"] {
            if let Some(child) = reader.one(tag) {
                note(child.place(), tag, "dynamics of a program's own have theirs");
            }
        }
    }
    if let Some(brake) = reader.one("brake")
        && brake.has("front_torque")
        && !vehicle.front_wheels().contains(&true)
    {
        note(brake.place_of("front_torque"), "front_torque", "all wheels are on one axle; use torque");
    }
    if vehicle.brake.is_none() {
        for wheel in vehicle.wheels.iter().filter(|wheel| wheel.brake_torque_nm.is_some()) {
            note(wheel.place, "brake_torque", "the vehicle has no <brake>");
        }
    }
}
