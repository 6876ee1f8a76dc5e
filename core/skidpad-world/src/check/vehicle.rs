//! Whether the wheels of a vehicle stand where its class needs them.

use std::collections::BTreeSet;

use skidpad_math::{Pose2, Vec2};

use super::Implausible;
use crate::description::{
    ChassisShape, Controller, Differential, Dynamics, RaceCar, Vehicle, WorldDescription,
};
use crate::diagnostics::Diagnostics;
use crate::place::Place;
use crate::tree::Node;

/// Pairs of vehicles that are compared at most: many in one place would take long, and are reported anyway.
const MOST_PAIRS: usize = 100_000;
/// Corners of outlines that are looked at for all these pairs.
const MOST_CORNERS: usize = 20_000_000;

/// Vehicles that start on top of each other: a copied line whose pose was not changed.
/// Those that a joint holds together may, as a trailer does.
pub(super) fn check_places(root: &Node, description: &WorldDescription, diagnostics: &mut Diagnostics) {
    let joined: BTreeSet<&str> =
        description.joints.iter().flat_map(|joint| [joint.body_a.as_str(), &joint.body_b]).collect();
    let unread = places_of_unread_poses(root, diagnostics);
    let is_placed = |vehicle: &&Vehicle| {
        !joined.contains(vehicle.object.name.as_str()) && !unread.contains(&vehicle.object.place)
    };
    let mut vehicles: Vec<&Vehicle> = description.vehicles.iter().filter(is_placed).collect();
    // A sort that keeps the order of the file among equals.
    vehicles.sort_by(|a, b| a.object.pose_in_world.x_m.total_cmp(&b.object.pose_in_world.x_m));
    let reach_m = vehicles.iter().flat_map(|vehicle| outline(vehicle)).map(|corner| corner.norm());
    let reach_m = reach_m.fold(0.0, f64::max);
    let mut found = Vec::new();
    let (mut pairs_left, mut corners_left) = (MOST_PAIRS, MOST_CORNERS);
    for (index, &first) in vehicles.iter().enumerate() {
        let near =
            |second: &&&Vehicle| second.object.pose_in_world.x_m - first.object.pose_in_world.x_m <= reach_m;
        for &second in vehicles[index + 1..].iter().take_while(near).take(pairs_left) {
            pairs_left -= 1;
            let corners = outline(first).len() + outline(second).len();
            let Some(left) = corners_left.checked_sub(corners) else { break };
            corners_left = left;
            if is_inside(first, second) || is_inside(second, first) {
                found.push(in_order_of_the_file(first, second));
                break;
            }
        }
    }
    for (earlier, later) in found {
        let (vehicle, other) = (later.object.name.clone(), earlier.object.name.clone());
        let is_same = earlier.object.pose_in_world.position() == later.object.pose_in_world.position();
        let problem = match is_same {
            true => Implausible::SamePlace { vehicle, other },
            false => Implausible::StartsInside { vehicle, other },
        };
        diagnostics.warning(later.object.place, problem.into());
    }
}

fn in_order_of_the_file<'a>(a: &'a Vehicle, b: &'a Vehicle) -> (&'a Vehicle, &'a Vehicle) {
    if a.object.document_index <= b.object.document_index { (a, b) } else { (b, a) }
}

/// Vehicles whose pose could not be read; the mistake is reported already.
fn places_of_unread_poses(root: &Node, diagnostics: &Diagnostics) -> BTreeSet<Place> {
    let is_unread = |node: &&Node| {
        let is_pose = |name: &str| matches!(name, "init_pose" | "init_pose3d");
        let children = node.children.iter().filter(|child| is_pose(&child.name)).map(Node::text_place);
        let attributes = node.attributes.iter().filter(|it| is_pose(&it.name)).map(|it| it.value_place);
        let mut places = children.chain(attributes).peekable();
        places.peek().is_none() || places.any(|place| diagnostics.has_error_at(place))
    };
    let vehicles = root.children.iter().filter(|node| node.name == "vehicle");
    vehicles.filter(is_unread).map(|node| node.place).collect()
}

/// The outline of a chassis, where the file gives it.
fn outline(vehicle: &Vehicle) -> &[Vec2] {
    match &vehicle.chassis.shape {
        ChassisShape::Polygon(corners) | ChassisShape::FromVisual(Some(corners)) => corners,
        ChassisShape::FromVisual(None) => &[],
    }
}

/// Whether the origin of `second` is in the outline of `first`, at about the same height.
fn is_inside(first: &Vehicle, second: &Vehicle) -> bool {
    let (a, b) = (&first.object.pose_in_world, &second.object.pose_in_world);
    if a.position() == b.position() {
        return true;
    }
    if (b.z_m - a.z_m).abs() > 0.5 {
        return false;
    }
    let point = Pose2::new(a.x_m, a.y_m, a.yaw_rad).inverse_transform(Vec2::new(b.x_m, b.y_m));
    let corners = outline(first);
    let sides = corners.iter().zip(corners.iter().cycle().skip(1));
    let crossings = sides.filter(|(p, q)| {
        (p.y > point.y) != (q.y > point.y) && point.x < (q.x - p.x) * (point.y - p.y) / (q.y - p.y) + p.x
    });
    crossings.count() % 2 == 1
}

pub(super) fn check(description: &WorldDescription, diagnostics: &mut Diagnostics) {
    for vehicle in &description.vehicles {
        match &vehicle.dynamics {
            Dynamics::RaceCar(car) => check_race_car(vehicle, car, diagnostics),
            // How many wheels it needs is its own business.
            Dynamics::Extension(_) => {}
            Dynamics::Differential(_) => check_track(vehicle, diagnostics),
            Dynamics::Ackermann { .. } | Dynamics::AckermannDrivetrain { .. } => {
                check_track(vehicle, diagnostics);
                check_wheelbase(vehicle, diagnostics);
            }
        }
    }
}

/// What `<aero>` says of a race car takes the place of two of its parameters.
fn check_race_car(vehicle: &Vehicle, car: &RaceCar, diagnostics: &mut Diagnostics) {
    let Some(aero) = &vehicle.aero else { return };
    for parameter in ["resistance_ns2pm2", "downforce_ns2pm2"] {
        if car.parameters.contains_key(parameter) {
            diagnostics.error(aero.place, Implausible::AirTwice { parameter }.into());
        }
    }
}

/// Odometry divides by y of wheel 0 minus y of wheel 1; speed controllers of differential vehicles
/// need it to be positive.
fn check_track(vehicle: &Vehicle, diagnostics: &mut Diagnostics) {
    let [left, right, ..] = vehicle.wheels.as_slice() else { return };
    let track_m = left.pose_in_vehicle.y_m - right.pose_in_vehicle.y_m;
    let is_controlled = matches!(
        vehicle.dynamics,
        Dynamics::Differential(Differential {
            controller: Controller::TwistPid { .. } | Controller::Joints { .. }
        })
    );
    let (left_name, right_name) = (left.name.clone(), right.name.clone());
    if track_m == 0.0 || (is_controlled && track_m < 0.0) {
        let problem = Implausible::NoTrack { left: left_name, right: right_name, track_m };
        diagnostics.error(left.place, problem.into());
    } else if track_m < 0.0 {
        let problem = Implausible::SwappedWheels { left: left_name, right: right_name };
        diagnostics.warning(left.place, problem.into());
    }
}

fn check_wheelbase(vehicle: &Vehicle, diagnostics: &mut Diagnostics) {
    let [rear, _, front, _] = vehicle.wheels.as_slice() else { return };
    let wheelbase_m = front.pose_in_vehicle.x_m - rear.pose_in_vehicle.x_m;
    if wheelbase_m <= 0.0 {
        diagnostics.error(front.place, Implausible::NoWheelbase { wheelbase_m }.into());
    }
}
