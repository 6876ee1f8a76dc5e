//! Actors and their paths.

use super::object;
use super::reader::Reader;
use super::typed::pose3;
use crate::check::Implausible;
use crate::description::{Actor, Gait, Waypoint};

pub(super) fn actor(reader: &Reader<'_>, document_index: u32) -> Actor {
    let path = reader.one("path");
    Actor {
        object: object::object(reader, document_index),
        walking_speed_mps: reader.number("walking_speed"),
        running_speed_mps: reader.number("running_speed"),
        height_m: reader.number("height"),
        collision_radius_m: reader.number("collision_radius"),
        collision_height_m: reader.number("collision_height"),
        animation_idle: reader.text("animation_idle"),
        animation_walk: reader.text("animation_walk"),
        animation_run: reader.text("animation_run"),
        path: path
            .iter()
            .flat_map(|path| path.all("waypoint"))
            .filter_map(|reader| waypoint(&reader))
            .collect(),
        path_loops: path.is_none_or(|path| path.lenient_flag("loop")),
    }
}

fn waypoint(reader: &Reader<'_>) -> Option<Waypoint> {
    let gait = match reader.lenient_choice("animation") {
        "run" => Gait::Run,
        "idle" => {
            reader.sink().warning(reader.place(), Implausible::NeverArrives);
            Gait::Idle
        }
        _ => Gait::Walk,
    };
    let numbers = reader.text_numbers()?;
    Some(Waypoint { pose_in_world: pose3(&numbers), pause_s: reader.number("pause"), gait })
}
