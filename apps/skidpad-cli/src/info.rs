//! `skidpad info`: what is in a world.

use crate::world_args::WorldArgs;
use crate::{Outcome, print};
use clap::Args;
use serde::Serialize;
use skidpad::description::{
    Driven, Dynamics, ElementKind, FrictionModel, Sensor, SensorKind, Vehicle, WallSource,
};
use skidpad::{Severity, World};
use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::path::PathBuf;
use std::process::ExitCode;

/// Tell what is in a world or a recording
#[derive(Args)]
pub(crate) struct Info {
    /// World file, or recording (.mcap)
    world: PathBuf,
    /// As JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    args: WorldArgs,
}

impl Info {
    pub(crate) fn run(&self) -> Outcome {
        if self.world.extension().is_some_and(|extension| extension == "mcap") {
            return crate::info_run::run(&self.world, self.json);
        }
        let Some(world) = self.args.read_or_report(&self.world, true)? else { return Ok(ExitCode::from(1)) };
        let summary = Summary::of(&world, self.world.display().to_string());
        if self.json {
            print(format!("{}\n", serde_json::to_string_pretty(&summary)?).as_bytes())?;
        } else {
            let mut text = String::new();
            summary.write(&mut text)?;
            print(text.as_bytes())?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// What is in a world, in numbers and names.
#[derive(Serialize)]
struct Summary {
    world: String,
    timestep_s: f64,
    gravity_mps2: f64,
    seed: u64,
    vehicles: Vec<VehicleSummary>,
    block_count: usize,
    wall_count: usize,
    actor_count: usize,
    joint_count: usize,
    marker_count: usize,
    elements: BTreeMap<&'static str, usize>,
    standalone_sensors: Vec<SensorSummary>,
    is_georeferenced: bool,
    assets: AssetSummary,
    files: Vec<String>,
    warning_count: usize,
}

#[derive(Serialize)]
struct VehicleSummary {
    name: String,
    dynamics: String,
    controller: &'static str,
    friction: &'static str,
    wheel_count: usize,
    mass_kg: f64,
    sensors: Vec<SensorSummary>,
}

#[derive(Serialize)]
struct SensorSummary {
    name: String,
    class: &'static str,
    period_s: f64,
}

#[derive(Serialize)]
struct AssetSummary {
    needed_count: usize,
    missing: Vec<String>,
}

impl Summary {
    fn of(world: &World, name: String) -> Self {
        let it = world.description();
        let mut elements = BTreeMap::new();
        for element in &it.elements {
            *elements.entry(element_class(&element.kind)).or_default() += 1;
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
        Summary {
            world: name,
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
            assets: AssetSummary { needed_count: present_count + missing.len(), missing },
            files: world.loaded.files_read.clone(),
            warning_count: world.diagnostics().count(Severity::Warning),
        }
    }

    fn write(&self, out: &mut String) -> fmt::Result {
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
            writeln!(out, "  sensors of the world")?;
            write_sensors(&self.standalone_sensors, "    ", out)?;
        }
        if self.is_georeferenced {
            writeln!(out, "  georeference given")?;
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

fn write_sensors(sensors: &[SensorSummary], indent: &str, out: &mut String) -> fmt::Result {
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

fn vehicle_summary(vehicle: &Vehicle) -> VehicleSummary {
    VehicleSummary {
        name: vehicle.object.name.clone(),
        dynamics: dynamics_name(&vehicle.dynamics),
        controller: controller_name(&vehicle.dynamics),
        friction: match vehicle.friction.model {
            FrictionModel::Coulomb { .. } => "default",
            FrictionModel::WardIagnemma { .. } => "wardiagnemma",
            FrictionModel::Ellipse { .. } => "ellipse",
        },
        wheel_count: vehicle.wheels.len(),
        mass_kg: vehicle.chassis.mass_kg + vehicle.wheels.iter().map(|wheel| wheel.mass_kg).sum::<f64>(),
        sensors: vehicle.sensors.iter().map(sensor_summary).collect(),
    }
}

fn sensor_summary(sensor: &Sensor) -> SensorSummary {
    let class = match sensor.kind {
        SensorKind::Laser(_) => "laser",
        SensorKind::Lidar3d(_) => "lidar3d",
        SensorKind::Camera(_) => "camera",
        SensorKind::Rgbd(_) => "rgbd_camera",
        SensorKind::Imu(_) => "imu",
        SensorKind::Gnss(_) => "gnss",
    };
    SensorSummary { name: sensor.name.clone(), class, period_s: sensor.period_s }
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
    }
}

fn controller_name(dynamics: &Dynamics) -> &'static str {
    dynamics.controller_class().unwrap_or("speed and steering")
}

fn element_class(kind: &ElementKind) -> &'static str {
    match kind {
        ElementKind::GroundGrid(_) => "ground_grid",
        ElementKind::OccupancyGrid(_) => "occupancy_grid",
        ElementKind::HorizontalPlane(_) => "horizontal_plane",
        ElementKind::VerticalPlane(_) => "vertical_plane",
        ElementKind::ElevationMap(_) => "elevation_map",
        ElementKind::PointCloud(_) => "pointcloud",
        ElementKind::Skybox(_) => "skybox",
        ElementKind::PropertyRegion(_) => "property_region",
        ElementKind::ConeTrack(_) => "cone_track",
    }
}
