//! Whether the wheels of a vehicle stand where its class needs them.

use std::collections::{BTreeMap, BTreeSet};

use super::Implausible;
use crate::description::{Controller, Differential, Dynamics, RaceCar, Vehicle, WorldDescription};
use crate::diagnostics::Diagnostics;

/// Vehicles that start on top of each other: a copied line whose pose was not changed.
/// Those that a joint holds together may, as a trailer does.
pub(super) fn check_places(description: &WorldDescription, diagnostics: &mut Diagnostics) {
    let mut taken: BTreeMap<[u64; 3], &str> = BTreeMap::new();
    let joined: BTreeSet<&str> =
        description.joints.iter().flat_map(|joint| [joint.body_a.as_str(), &joint.body_b]).collect();
    let alone = |vehicle: &&Vehicle| !joined.contains(vehicle.object.name.as_str());
    for Vehicle { object, .. } in description.vehicles.iter().filter(alone) {
        let pose = &object.pose_in_world;
        // Adding zero makes one zero of both.
        let place = [pose.x_m, pose.y_m, pose.z_m].map(|metres| (metres + 0.0).to_bits());
        if let Some(other) = taken.insert(place, &object.name) {
            let problem = Implausible::SamePlace { vehicle: object.name.clone(), other: other.to_owned() };
            diagnostics.warning(object.place, problem.into());
        }
    }
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
