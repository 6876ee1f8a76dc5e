//! A summary of what a world contains.

use crate::World;
use serde::Serialize;
use skidpad_world::Severity;
use skidpad_world::description::{Driven, Dynamics, Sensor, Vehicle, WallSource};
use std::collections::BTreeMap;
use std::fmt;

/// A summary of what a world contains.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct WorldInfo {
    /// Path of the world as it was opened.
    pub world: String,
    /// Length of a step [s]; 0 for automatic.
    pub timestep_s: f64,
    /// Gravity [m/s²].
    pub gravity_mps2: f64,
    /// Seed of all random numbers.
    pub seed: u64,
    /// Vehicles.
    pub vehicles: Vec<VehicleInfo>,
    /// Blocks.
    pub block_count: usize,
    /// Walls.
    pub wall_count: usize,
    /// People.
    pub actor_count: usize,
    /// Joints.
    pub joint_count: usize,
    /// Drawn lines.
    pub marker_count: usize,
    /// Elements by class.
    pub elements: BTreeMap<String, usize>,
    /// Sensors without a vehicle.
    pub standalone_sensors: Vec<SensorInfo>,
    /// Whether it has a georeference.
    pub is_georeferenced: bool,
    /// Meshes, pictures and maps.
    pub assets: AssetInfo,
    /// Files that were read.
    pub files: Vec<String>,
    /// Warnings.
    pub warning_count: usize,
}

/// A vehicle of a world.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct VehicleInfo {
    /// Its name.
    pub name: String,
    /// Its dynamics.
    pub dynamics: String,
    /// Its controller.
    pub controller: String,
    /// Its friction model.
    pub friction: String,
    /// Number of wheels.
    pub wheel_count: usize,
    /// Mass with wheels [kg].
    pub mass_kg: f64,
    /// Its sensors.
    pub sensors: Vec<SensorInfo>,
}

/// A sensor of a world.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SensorInfo {
    /// Its name.
    pub name: String,
    /// Its class.
    pub class: String,
    /// Time between readings [s].
    pub period_s: f64,
}

/// Meshes, pictures and maps of a world.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct AssetInfo {
    /// Number of assets that the world needs.
    pub needed_count: usize,
    /// Those that were not found.
    pub missing: Vec<String>,
}

impl WorldInfo {
    /// Summarise a world that has been read.
    pub fn of(world: &World) -> Self {
        let it = world.description();
        let mut elements = BTreeMap::new();
        for element in &it.elements {
            *elements.entry(element.kind.class().to_owned()).or_default() += 1;
        }
        let mut missing: Vec<String> = world.assets.missing.iter().map(|asset| asset.uri.clone()).collect();
        missing.sort();
        missing.dedup();
        let assets = &world.assets;
        let present_count = assets.meshes.len()
            + assets.images.len()
            + assets.grids.len()
            + assets.height_fields.len()
            + assets.point_clouds.len();
        WorldInfo {
            world: world.opened_as.clone(),
            timestep_s: it.settings.timestep_s,
            gravity_mps2: it.settings.gravity_mps2,
            seed: world.seed(),
            vehicles: it.vehicles.iter().map(vehicle_summary).collect(),
            block_count: it.blocks.len(),
            wall_count: it.walls.iter().map(|walls| wall_count(&walls.source, world)).sum(),
            actor_count: it.actors.len(),
            joint_count: it.joints.len(),
            marker_count: it.markers.len(),
            elements,
            standalone_sensors: it.sensors.iter().map(sensor_summary).collect(),
            is_georeferenced: it.georeference.is_some(),
            assets: AssetInfo { needed_count: present_count + missing.len(), missing },
            files: world.loaded.files_read.clone(),
            warning_count: world.diagnostics().count(Severity::Warning),
        }
    }
}

impl fmt::Display for WorldInfo {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "{}", self.world)?;
        match self.timestep_s {
            0.0 => writeln!(out, "  step        automatic (5 ms, or the shortest sensor period)")?,
            step_s => writeln!(out, "  step        {} ms", step_s * 1e3)?,
        }
        writeln!(out, "  gravity     {} m/s²", self.gravity_mps2)?;
        writeln!(out, "  vehicles    {}", self.vehicles.len())?;
        for vehicle in &self.vehicles {
            writeln!(
                out,
                "    {}: {}, {} wheels, {:.4} kg, controller {}, friction {}",
                vehicle.name,
                vehicle.dynamics,
                vehicle.wheel_count,
                vehicle.mass_kg,
                vehicle.controller,
                vehicle.friction
            )?;
            write_sensors(&vehicle.sensors, "      ", out)?;
        }
        let counts = [
            ("blocks", self.block_count),
            ("walls", self.wall_count),
            ("actors", self.actor_count),
            ("joints", self.joint_count),
            ("markers", self.marker_count),
        ];
        for (what, count) in counts.into_iter().filter(|(_, count)| *count > 0) {
            writeln!(out, "  {what:<11} {count}")?;
        }
        let elements: Vec<String> =
            self.elements.iter().map(|(class, count)| format!("{count} {class}")).collect();
        if !elements.is_empty() {
            writeln!(out, "  elements    {}", elements.join(", "))?;
        }
        if !self.standalone_sensors.is_empty() {
            writeln!(out, "  sensors without a vehicle")?;
            write_sensors(&self.standalone_sensors, "    ", out)?;
        }
        if self.is_georeferenced {
            writeln!(out, "  georeference present")?;
        }
        writeln!(
            out,
            "  assets      {} needed, {} missing",
            self.assets.needed_count,
            self.assets.missing.len()
        )?;
        for uri in &self.assets.missing {
            writeln!(out, "    missing {uri}")?;
        }
        writeln!(out, "  files       {}", self.files.join(", "))
    }
}

fn write_sensors(sensors: &[SensorInfo], indent: &str, out: &mut fmt::Formatter<'_>) -> fmt::Result {
    for sensor in sensors {
        writeln!(out, "{indent}{} ({}), every {} s", sensor.name, sensor.class, sensor.period_s)?;
    }
    Ok(())
}

fn wall_count(source: &WallSource, world: &World) -> usize {
    match source {
        WallSource::Points(points) => points.len() / 2,
        WallSource::Model(model) => world.assets.meshes.get(&model.uri).map_or(0, |mesh| mesh.segments.len()),
    }
}

fn vehicle_summary(vehicle: &Vehicle) -> VehicleInfo {
    VehicleInfo {
        name: vehicle.object.name.clone(),
        dynamics: dynamics_name(&vehicle.dynamics),
        controller: controller_name(&vehicle.dynamics),
        friction: vehicle.friction.model.class().to_owned(),
        wheel_count: vehicle.wheels.len(),
        mass_kg: vehicle.mass_kg(),
        sensors: vehicle.sensors.iter().map(sensor_summary).collect(),
    }
}

fn sensor_summary(sensor: &Sensor) -> SensorInfo {
    SensorInfo { name: sensor.name.clone(), class: sensor.kind.class().to_owned(), period_s: sensor.period_s }
}

fn dynamics_name(dynamics: &Dynamics) -> String {
    match dynamics {
        Dynamics::Differential(_) => "differential".to_string(),
        Dynamics::Ackermann { .. } => "ackermann".to_string(),
        Dynamics::AckermannDrivetrain { drivetrain, .. } => {
            let driven = match drivetrain.driven {
                Driven::Front => "front",
                Driven::Rear => "rear",
                Driven::Both => "4wd",
            };
            format!("ackermann_drivetrain ({driven})")
        }
        Dynamics::RaceCar(car) => format!("race_car ({}, {}, {})", car.preset, car.tyre, car.integrator),
        Dynamics::Extension(used) => used.class.clone(),
    }
}

fn controller_name(dynamics: &Dynamics) -> String {
    let by_itself = match dynamics {
        Dynamics::Extension(_) => "its own",
        _ => "speed and steering",
    };
    dynamics.controller_class().unwrap_or(by_itself).to_owned()
}
