//! PID gains for a vehicle: identify it with a step of torque, compute gains, test them.

mod identify;

pub use identify::{Gains, Plant, Response, identify, internal_model_control, measure};

use crate::{Error, World, WorldOptions};
use skidpad_messages::{Commands, Drive, Request, VehicleId};
use skidpad_scene::Assets;
use skidpad_sim::{BuildOptions, Simulation};
use skidpad_world::description::{
    Controller, Dynamics, FrictionModel, RawTorques, SpeedControl, Vehicle, WorldDescription,
};
use std::path::Path;

/// Options of tuning.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TuneOptions {
    /// Torque of the test [N·m]; by default half of the torque at which the tyres slip.
    pub torque_nm: Option<f64>,
    /// Length of the test [s].
    pub duration_s: f64,
    /// Step of the simulation [s].
    pub step_s: f64,
    /// Time constant of the closed loop as a fraction of the vehicle's own [-].
    pub aggressiveness: f64,
}

impl Default for TuneOptions {
    fn default() -> Self {
        TuneOptions { torque_nm: None, duration_s: 5.0, step_s: 1e-3, aggressiveness: 0.25 }
    }
}

/// The result of tuning.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tuning {
    /// Torque at which a tyre begins to slip [N·m].
    pub slip_torque_nm: f64,
    /// Torque of the test [N·m].
    pub test_torque_nm: f64,
    /// The vehicle as a first-order plant.
    pub plant: Plant,
    /// Proposed gains.
    pub gains: Gains,
    /// The response with these gains.
    pub response: Response,
}

/// Tune a vehicle class that a definition file declares.
pub fn tune(
    file: &Path,
    class: &str,
    options: &TuneOptions,
    reading: &WorldOptions,
) -> Result<Tuning, Error> {
    let vehicle = read_vehicle(file, class, reading)?;
    let bench = Bench { vehicle: &vehicle.0, assets: &vehicle.1, step_s: options.step_s };

    let slip_torque_nm = slip_torque_nm(&vehicle.0);
    let test_torque_nm = options.torque_nm.unwrap_or(0.5 * slip_torque_nm);
    let speeds = bench.open_loop(test_torque_nm, options.duration_s)?;
    let plant = identify(&speeds, test_torque_nm, options.step_s)
        .ok_or_else(|| Error::Tuning(format!("{class} does not move forward under {test_torque_nm} N·m")))?;
    let gains = internal_model_control(plant, options.aggressiveness, 0.8 * slip_torque_nm);
    let (drive, stop) = bench.closed_loop(gains)?;
    let response = measure(&drive, &stop, options.step_s);
    Ok(Tuning { slip_torque_nm, test_torque_nm, plant, gains, response })
}

/// The vehicle alone, from a one-line world around its definition.
fn read_vehicle(file: &Path, class: &str, reading: &WorldOptions) -> Result<(Vehicle, Assets), Error> {
    let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    let text = format!(
        "<mvsim_world><include file=\"{}\" default_sensors=\"false\"/>\
         <vehicle name=\"tuned\" class=\"{}\"><init_pose>0 0 0</init_pose></vehicle></mvsim_world>",
        escape(name),
        escape(class)
    );
    let mut world = World::read_text(file, &text, reading)?.without_errors()?;
    match world.loaded.description.vehicles.pop() {
        Some(vehicle) => Ok((vehicle, world.assets)),
        None => Err(Error::Tuning(format!("{} declares no vehicle class {class:?}", file.display()))),
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;")
}

/// Torque at which a tyre begins to slip: T = μ·(M/n)·g·R, with M shared by n wheels.
fn slip_torque_nm(vehicle: &Vehicle) -> f64 {
    let mu = match vehicle.friction.model {
        FrictionModel::Coulomb { mu } | FrictionModel::WardIagnemma { mu, .. } => mu,
        FrictionModel::Ellipse { .. } | FrictionModel::Extension(_) => 0.8,
    };
    let mass_kg = vehicle.mass_kg();
    let radius_m = vehicle.wheels.first().map_or(0.0, |wheel| 0.5 * wheel.diameter_m);
    mu * mass_kg / vehicle.wheels.len().max(1) as f64 * 9.81 * radius_m
}

/// A flat world with one vehicle, whose controller is replaced.
struct Bench<'a> {
    vehicle: &'a Vehicle,
    assets: &'a Assets,
    step_s: f64,
}

impl Bench<'_> {
    /// Speeds under a constant torque forward on each driven wheel.
    fn open_loop(&self, torque_nm: f64, duration_s: f64) -> Result<Vec<f64>, Error> {
        let (torques, drive) = match &self.vehicle.dynamics {
            Dynamics::Differential(_) => (
                RawTorques::Sides { left_nm: 0.0, right_nm: 0.0 },
                Drive::Torques { left_nm: torque_nm, right_nm: torque_nm },
            ),
            Dynamics::Ackermann { .. } => (
                RawTorques::Wheels { left_nm: 0.0, right_nm: 0.0, steer_rad: 0.0 },
                Drive::TorquesAndSteer { left_nm: torque_nm, right_nm: torque_nm, steer_rad: 0.0 },
            ),
            Dynamics::AckermannDrivetrain { .. } | Dynamics::RaceCar(_) | Dynamics::Extension(_) => (
                RawTorques::Engine { torque_nm: 0.0, steer_rad: 0.0 },
                Drive::EngineAndSteer { torque_nm, steer_rad: 0.0 },
            ),
        };
        let vehicle = self.with_controller(Controller::Raw(torques))?;
        let request = Request::Drive { vehicle: VehicleId(0), drive };
        let mut sim = self.build(vehicle)?;
        Ok(self.record(&mut sim, request, duration_s))
    }

    /// Speeds at a set point of 1 m/s, then of 0, for three seconds each.
    fn closed_loop(&self, gains: Gains) -> Result<(Vec<f64>, Vec<f64>), Error> {
        let twist = skidpad_math::Twist2::default();
        let vehicle = self.with_controller(Controller::TwistPid { control: speed_control(gains), twist })?;
        let mut sim = self.build(vehicle)?;
        let drive = self.record(&mut sim, VehicleId(0).drive(1.0, 0.0), 3.0);
        let stop = self.record(&mut sim, VehicleId(0).drive(0.0, 0.0), 3.0);
        Ok((drive, stop))
    }

    /// The vehicle with another controller.
    fn with_controller(&self, controller: Controller) -> Result<Vehicle, Error> {
        let mut vehicle = self.vehicle.clone();
        match vehicle.dynamics.controller_mut() {
            Some(it) => *it = controller,
            None => return Err(Error::Tuning("a race car has no PID controller".to_string())),
        }
        Ok(vehicle)
    }

    fn build(&self, vehicle: Vehicle) -> Result<Simulation, Error> {
        let mut description = WorldDescription { vehicles: vec![vehicle], ..WorldDescription::default() };
        description.settings.timestep_s = self.step_s;
        Simulation::build(&description, self.assets, &BuildOptions::default())
            .map_err(|problems| Error::Tuning(problems.to_string()))
    }

    /// Mean forward speed of the wheel centres, step by step.
    fn record(&self, sim: &mut Simulation, request: Request, duration_s: f64) -> Vec<f64> {
        let mut commands = Commands::from([request]);
        let step_count = (duration_s / self.step_s).round() as usize;
        (0..step_count)
            .map(|_| {
                let wheels = &sim.step(&commands).vehicles[0].wheels;
                commands.clear();
                wheels.iter().map(|wheel| wheel.velocity_in_vehicle_mps.x).sum::<f64>() / wheels.len() as f64
            })
            .collect()
    }
}

/// A plain PI controller with these gains.
fn speed_control(gains: Gains) -> SpeedControl {
    SpeedControl {
        kp: gains.kp,
        ki: gains.ki,
        kd: 0.0,
        derivative_filter_radps: 0.0,
        integral_limit: None,
        max_torque_nm: gains.max_torque_nm,
        enable_antiwindup: false,
        enable_feedforward: false,
        feedforward_gain: 1.0,
        enable_reference_filter: false,
        reference_filter_tau_s: 0.1,
        reference_filter_order: 1,
        zero_threshold_mps: 1e-3,
        stop_threshold_mps: 0.05,
    }
}
