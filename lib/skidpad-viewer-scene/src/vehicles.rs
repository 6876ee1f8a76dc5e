//! Vehicles, as a viewer drives and draws them.

use crate::frames::Frames;
use skidpad_sim::Simulation;
use skidpad_web::contract::{self, BodyKind, DriveKind};
use skidpad_world::description::{Controller, Dynamics, FrictionModel, JointInterface, RawTorques, Vehicle};

/// The description of each vehicle: its own, or that of the vehicle it is a copy of.
pub(crate) fn described(sim: &Simulation) -> Vec<&Vehicle> {
    let described = &sim.description().vehicles;
    sim.model().described_vehicles.iter().filter_map(|index| described.get(*index)).collect()
}

pub(crate) fn all(sim: &Simulation, frames: &Frames) -> Vec<contract::Vehicle> {
    let pairs = described(sim).into_iter().zip(&sim.model().vehicles);
    let seen = &sim.observations().vehicles;
    let vehicles = (0u32..).zip(pairs.zip(seen)).map(|(index, ((vehicle, model), seen))| {
        let (drive, set_point) = set_point(&vehicle.dynamics);
        let body = model.drive.body();
        let middle_m = 0.5 * (model.chassis.z_m[0] + model.chassis.z_m[1]);
        let height_m = vehicle.load_transfer.as_ref().map_or(middle_m, |transfer| transfer.com_height_m);
        let wheels = (0u32..).zip(&model.wheels);
        contract::Vehicle {
            name: model.name.clone(),
            frame: frames.of_body(BodyKind::Vehicle, index),
            drive,
            steers: !matches!(vehicle.dynamics, Dynamics::Differential(_)),
            set_point: Some(set_point).filter(|numbers| !numbers.is_empty()),
            max_steer_rad: max_steer_rad(&vehicle.dynamics),
            has_brake: model.powertrain.brakes.is_some(),
            com_m: [body.centre_of_mass_m.x, body.centre_of_mass_m.y, height_m],
            mass_kg: body.mass_kg,
            start: frames.pose(&seen.pose_in_world),
            wheels: wheels.map(|(number, it)| wheel(frames.of_wheel(index, number), it.diameter_m)).collect(),
        }
    });
    vehicles.collect()
}

fn wheel(frame: u32, diameter_m: f64) -> contract::Wheel {
    contract::Wheel { frame, radius_m: 0.5 * diameter_m, width_m: 0.3 * diameter_m }
}

/// Coefficient of friction of its tyres [-], where its model has one.
pub(crate) fn friction(vehicle: &Vehicle) -> Option<f64> {
    match vehicle.friction.model {
        FrictionModel::Coulomb { mu } | FrictionModel::WardIagnemma { mu, .. } => Some(mu),
        FrictionModel::Ellipse { .. } | FrictionModel::Extension(_) => None,
    }
}

fn max_steer_rad(dynamics: &Dynamics) -> Option<f64> {
    match dynamics {
        Dynamics::Ackermann { max_steer_rad, .. } | Dynamics::AckermannDrivetrain { max_steer_rad, .. } => {
            Some(*max_steer_rad)
        }
        Dynamics::Differential(_) | Dynamics::RaceCar(_) | Dynamics::Extension(_) => None,
    }
}

/// The kind of set point a controller takes, and the one it begins with. On the wire, raw torques are negative
/// forward.
fn set_point(dynamics: &Dynamics) -> (DriveKind, Vec<f64>) {
    let Some(controller) = dynamics.controller() else {
        return match dynamics {
            Dynamics::Extension(_) => (DriveKind::Twist, vec![0.0; 3]),
            _ => (DriveKind::WheelTorquesAndSteer, Vec::new()),
        };
    };
    match *controller {
        Controller::Raw(RawTorques::Sides { left_nm, right_nm }) => {
            (DriveKind::Torques, vec![-left_nm, -right_nm])
        }
        Controller::Raw(RawTorques::Wheels { left_nm, right_nm, steer_rad }) => {
            (DriveKind::TorquesAndSteer, vec![-left_nm, -right_nm, steer_rad])
        }
        Controller::Raw(RawTorques::Engine { torque_nm, steer_rad }) => {
            (DriveKind::EngineAndSteer, vec![-torque_nm, steer_rad])
        }
        Controller::TwistPid { twist, .. } | Controller::TwistIdeal { twist } => {
            (DriveKind::Twist, vec![twist.vx_mps, twist.vy_mps, twist.yaw_rate_radps])
        }
        Controller::Joints { interface: JointInterface::Velocity, .. } => (DriveKind::Twist, vec![0.0; 3]),
        Controller::Joints { interface: JointInterface::Effort, .. } => (DriveKind::Torques, vec![0.0; 2]),
        // Its commands are refused.
        Controller::Trajectory(_) | Controller::Extension(_) => (DriveKind::Twist, vec![0.0; 3]),
        Controller::SteerPid { speed_mps, steer_rad, .. } => {
            (DriveKind::SpeedAndSteer, vec![speed_mps, steer_rad])
        }
    }
}
