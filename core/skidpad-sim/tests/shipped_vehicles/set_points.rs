//! Every speed controller reaches its set point at every step.

use super::{STEPS_S, VEHICLES, is_nightly, world_of};
use skidpad_messages::{Commands, Drive, Request, VehicleId};
use skidpad_scene::Assets;
use skidpad_sim::{BuildOptions, Simulation};
use skidpad_world::description::{
    Controller, Dynamics, Friction, FrictionLimit, FrictionModel, WorldDescription,
};
use std::fmt::Write as _;

const IT: VehicleId = VehicleId(0);

/// The vehicle's own friction, and the others with its damping.
fn frictions(own: &Friction) -> Vec<(&'static str, Friction)> {
    let with = |model| Friction { model, ..own.clone() };
    let mu = 0.8;
    vec![
        ("own", own.clone()),
        ("default", with(FrictionModel::Coulomb { mu })),
        ("circle", Friction { limit: FrictionLimit::Circle, ..with(FrictionModel::Coulomb { mu }) }),
        ("wardiagnemma", with(FrictionModel::WardIagnemma { mu, a_roll: 50.0, r1: 0.0075, r2: 0.02 })),
        (
            "ellipse",
            with(FrictionModel::Ellipse {
                c_alpha: 8.5,
                c_s: 7.5,
                slip_angle_saturation_rad: 0.1,
                slip_ratio_saturation: 0.1,
                c_alpha_s: 0.5,
                c_s_alpha: 0.5,
            }),
        ),
    ]
}

/// The vehicle's own controller, and a steering one with the same gains where it steers.
fn controllers(dynamics: &Dynamics) -> Vec<(&str, Controller)> {
    let own = dynamics.controller().expect("a controller");
    let control = *own.speed_control().expect("a speed controller");
    let mut found = vec![(dynamics.controller_class().unwrap_or_default(), own.clone())];
    if !matches!(dynamics, Dynamics::Differential(_)) {
        found.push(("front_steer_pid", Controller::SteerPid { control, speed_mps: 0.0, steer_rad: 0.0 }));
    }
    found
}

/// Smallest and largest speed over the last second, as shares of what was asked for. The integral of a controller
/// needs a time of about KP/KI.
fn drive(description: &WorldDescription, step_s: f64, speed_mps: f64) -> (f64, f64) {
    let options = BuildOptions { timestep_s: Some(step_s), ..BuildOptions::default() };
    let mut simulation = Simulation::build(description, &Assets::default(), &options)
        .unwrap_or_else(|problems| panic!("{problems}"));
    let steers = matches!(description.vehicles[0].dynamics.controller(), Some(Controller::SteerPid { .. }));
    let request: Request = if steers {
        Request::Drive { vehicle: IT, drive: Drive::SpeedAndSteer { speed_mps, steer_rad: 0.0 } }
    } else {
        IT.drive(speed_mps, 0.0)
    };
    let commands: Commands = [request].into_iter().collect();
    simulation.step(&commands);
    let control = description.vehicles[0].dynamics.controller().and_then(Controller::speed_control);
    let integral_s = control.map_or(0.0, |control| control.kp / control.ki);
    let count = ((15.0 + 2.0 * integral_s) / step_s).round() as u32;
    let last = (1.0 / step_s).round() as u32;
    let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
    for step in 1..count {
        let speed = simulation.step(&Commands::NONE).vehicle(IT).twist_in_vehicle.vx_mps;
        if step + last >= count {
            (least, most) = (least.min(speed), most.max(speed));
        }
    }
    (least / speed_mps, most / speed_mps)
}

/// Within 2 % of what was asked for, at 1, 5, 10 and 20 ms.
#[test]
fn every_vehicle_reaches_its_set_point_at_every_step() {
    let mut table = String::new();
    let mut missed = Vec::new();
    for (file, class, variables) in VEHICLES {
        let mut description = world_of(file, class, variables, "");
        let speed_mps = if file == "turtlebot3_burger" { 0.2 } else { 1.0 };
        let own = description.vehicles[0].friction.clone();
        for (controller_name, controller) in controllers(&description.vehicles[0].dynamics.clone()) {
            *description.vehicles[0].dynamics.controller_mut().expect("a controller") = controller;
            for (friction_name, friction) in frictions(&own) {
                description.vehicles[0].friction = friction;
                // Short steps take long: the tests look at two models with them.
                let is_short = !is_nightly() && !matches!(friction_name, "own" | "ellipse");
                for step_s in STEPS_S.into_iter().filter(|&step_s| !(is_short && step_s < 0.005)) {
                    let (least, most) = drive(&description, step_s, speed_mps);
                    let case = format!("{file}, {controller_name}, {friction_name}, {step_s} s");
                    writeln!(table, "{case}: {least:.4} to {most:.4}").expect("text");
                    if !(least > 0.98 && most < 1.02) {
                        missed.push(format!("{case}: {least:.4} to {most:.4}"));
                    }
                }
            }
        }
    }
    println!("{table}");
    assert!(missed.is_empty(), "{missed:#?}");
}
