//! Vehicles, as a viewer drives and draws them.

use crate::World;
use skidpad_sim::Simulation;
use skidpad_sim::state::Spawned;
use skidpad_web::{VehicleAbout, WheelAbout};
use skidpad_world::description::{Controller, Dynamics, FrictionModel, RawTorques, Vehicle};

/// The description that each vehicle follows: its own, or that of the vehicle it was made like.
pub(super) fn described<'a>(world: &'a World, sim: &Simulation) -> Vec<&'a Vehicle> {
    let mut all: Vec<&Vehicle> = world.description().vehicles.iter().collect();
    for spawned in &sim.state().spawned {
        if let Spawned::Vehicle { like, .. } = spawned
            && let Some(&described) = all.get(like.index())
        {
            all.push(described);
        }
    }
    all
}

pub(super) fn all(world: &World, sim: &Simulation) -> Vec<VehicleAbout> {
    let pairs = described(world, sim).into_iter().zip(&sim.model().vehicles);
    let seen = &sim.observations().vehicles;
    let abouts = pairs.zip(seen).map(|((vehicle, model), seen)| {
        let (drive, set_point) = set_point(&vehicle.dynamics);
        let body = model.drive.body();
        let middle_m = 0.5 * (model.chassis.z_m[0] + model.chassis.z_m[1]);
        let height_m = vehicle.load_transfer.as_ref().map_or(middle_m, |transfer| transfer.com_height_m);
        VehicleAbout {
            name: model.name.clone(),
            drive,
            steers: !matches!(vehicle.dynamics, Dynamics::Differential(_)),
            set_point,
            max_steer_rad: max_steer_rad(&vehicle.dynamics),
            com_m: [body.centre_of_mass_m.x, body.centre_of_mass_m.y, height_m],
            mass_kg: body.mass_kg,
            start: seen.pose_in_world,
            wheels: model.wheels.iter().map(|wheel| wheel_about(wheel.diameter_m)).collect(),
        }
    });
    abouts.collect()
}

fn wheel_about(diameter_m: f64) -> WheelAbout {
    WheelAbout { radius_m: 0.5 * diameter_m, width_m: 0.3 * diameter_m }
}

/// Coefficient of friction of its tyres [-], where its model has one.
pub(super) fn friction(vehicle: &Vehicle) -> Option<f64> {
    match vehicle.friction.model {
        FrictionModel::Coulomb { mu } | FrictionModel::WardIagnemma { mu, .. } => Some(mu),
        FrictionModel::Ellipse { .. } => None,
    }
}

fn max_steer_rad(dynamics: &Dynamics) -> Option<f64> {
    match dynamics {
        Dynamics::Ackermann { max_steer_rad, .. } | Dynamics::AckermannDrivetrain { max_steer_rad, .. } => {
            Some(*max_steer_rad)
        }
        Dynamics::Differential(_) | Dynamics::RaceCar(_) => None,
    }
}

/// The kind of set point a controller takes, and the one it begins with. On the wire, raw torques are negative
/// forward.
fn set_point(dynamics: &Dynamics) -> (&'static str, Vec<f64>) {
    let Some(controller) = dynamics.controller() else { return ("wheel_torques_and_steer", Vec::new()) };
    match *controller {
        Controller::Raw(RawTorques::Sides { left_nm, right_nm }) => ("torques", vec![-left_nm, -right_nm]),
        Controller::Raw(RawTorques::Wheels { left_nm, right_nm, steer_rad }) => {
            ("torques_and_steer", vec![-left_nm, -right_nm, steer_rad])
        }
        Controller::Raw(RawTorques::Engine { torque_nm, steer_rad }) => {
            ("engine_and_steer", vec![-torque_nm, steer_rad])
        }
        Controller::TwistPid { twist, .. } | Controller::TwistIdeal { twist } => {
            ("twist", vec![twist.vx_mps, twist.vy_mps, twist.yaw_rate_radps])
        }
        Controller::SteerPid { speed_mps, steer_rad, .. } => ("speed_and_steer", vec![speed_mps, steer_rad]),
    }
}
