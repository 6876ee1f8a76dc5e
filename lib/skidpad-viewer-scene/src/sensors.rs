//! Sensors, as a viewer lists and draws them.

use crate::ReadWorld;
use crate::frames::Frames;
use crate::vehicles;
use skidpad_messages::{SensorEntry, SensorKind as Kind};
use skidpad_sim::Simulation;
use skidpad_web::contract::{self, BodyKind};
use skidpad_world::description::{CameraIntrinsics, Color, Sensor, SensorKind, Vehicle};

/// In the order of the roster: those of vehicles first, then those that stand by themselves, then those of vehicles
/// added while running.
pub(crate) fn all(world: &ReadWorld<'_>, sim: &Simulation, frames: &Frames) -> Vec<contract::Sensor> {
    let description = world.description();
    let vehicles = vehicles::described(sim);
    let (built, spawned) = vehicles.split_at(description.vehicles.len());
    let (built, spawned) = (on_vehicles(built), on_vehicles(spawned));
    let described: Vec<&Sensor> = built.chain(&description.sensors).chain(spawned).collect();
    let sensors = sim.sensors().iter().enumerate().map(|(index, entry)| {
        let mut sensor = plain(entry, frames);
        if let Some(it) = described.get(index).filter(|it| it.name == entry.name) {
            sensor.preview = it.preview_window && description.gui.show_sensor_previews;
            describe(&mut sensor, &it.kind);
        }
        sensor
    });
    sensors.collect()
}

/// A sensor of which the roster alone is known.
fn plain(entry: &SensorEntry, frames: &Frames) -> contract::Sensor {
    let frame = entry.vehicle.map_or(0, |vehicle| frames.of_body(BodyKind::Vehicle, vehicle.0));
    contract::Sensor {
        name: entry.name.clone(),
        vehicle: entry.vehicle.map(|vehicle| vehicle.0),
        kind: kind(entry.kind),
        frame,
        pose: frames.pose_in(frame, &entry.sensor_in_vehicle),
        period_s: entry.period_ns as f64 * 1e-9,
        preview: false,
        preview_depth: false,
        show_points: true,
        show_plane: true,
        field_of_view_rad: None,
        vertical_field_of_view_rad: None,
        max_range_m: None,
        ring_count: None,
        point_size_px: None,
        points_rgba: None,
        plane_rgba: None,
    }
}

fn on_vehicles<'a>(vehicles: &[&'a Vehicle]) -> impl Iterator<Item = &'a Sensor> {
    vehicles.iter().flat_map(|vehicle| &vehicle.sensors)
}

fn kind(kind: Kind) -> contract::SensorKind {
    match kind {
        Kind::Laser => contract::SensorKind::Laser,
        Kind::Lidar3d => contract::SensorKind::Lidar3d,
        Kind::Camera => contract::SensorKind::Camera,
        Kind::Rgbd => contract::SensorKind::Rgbd,
        Kind::Imu => contract::SensorKind::Imu,
        Kind::Gnss => contract::SensorKind::Gnss,
        Kind::ConeDetector => contract::SensorKind::ConeDetector,
        Kind::Arrays => contract::SensorKind::Arrays,
    }
}

fn describe(sensor: &mut contract::Sensor, kind: &SensorKind) {
    match kind {
        SensorKind::Laser(it) => {
            sensor.field_of_view_rad = Some(it.field_of_view_rad);
            sensor.max_range_m = finite(it.max_range_m);
            // Points are drawn unless the file says otherwise; MVSim's beams are drawn as the plane that they sweep.
            sensor.show_points = it.show_points.unwrap_or(true);
            sensor.show_plane = it.show_plane || it.show_lines;
            sensor.point_size_px = Some(it.point_size_px);
            sensor.points_rgba = it.points_color.map(rgba);
            sensor.plane_rgba = it.plane_color.map(rgba);
        }
        SensorKind::Lidar3d(it) => {
            sensor.max_range_m = finite(it.max_range_m);
            sensor.ring_count = u32::try_from(it.ring_elevations_rad.len()).ok();
            sensor.point_size_px = Some(it.point_size_px);
        }
        SensorKind::Camera(it) => view(sensor, &it.intrinsics),
        SensorKind::Rgbd(it) => {
            view(sensor, if it.sense_depth { &it.depth } else { &it.rgb });
            sensor.preview_depth = it.preview_depth && it.sense_depth;
        }
        SensorKind::ConeDetector(it) => {
            sensor.field_of_view_rad = Some(it.field_of_view_rad);
            sensor.max_range_m = finite(it.max_range_m);
            sensor.point_size_px = Some(CONE_PX);
        }
        SensorKind::Extension(_) => sensor.point_size_px = Some(CONE_PX),
        SensorKind::Imu(_) | SensorKind::Gnss(_) => {}
    }
}

/// Size of a point that stands for a cone, or comes from a sensor of a program's own [px].
const CONE_PX: f64 = 8.0;

fn rgba(color: Color) -> [f32; 4] {
    [color.red, color.green, color.blue, color.alpha].map(|value| f32::from(value) / 255.0)
}

/// JSON has no infinity.
fn finite(value: f64) -> Option<f64> {
    Some(value).filter(|it| it.is_finite())
}

fn view(sensor: &mut contract::Sensor, camera: &CameraIntrinsics) {
    let angle_rad = |size_px: u32, focal_px: f64| 2.0 * (0.5 * f64::from(size_px) / focal_px).atan();
    sensor.field_of_view_rad = finite(angle_rad(camera.column_count, camera.fx_px));
    sensor.vertical_field_of_view_rad = finite(angle_rad(camera.row_count, camera.fy_px));
    sensor.max_range_m = finite(camera.clip_far_m);
}
