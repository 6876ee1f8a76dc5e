//! Sensors, as a viewer lists and draws them.

use super::vehicles;
use crate::World;
use skidpad_messages::SensorKind as Kind;
use skidpad_sim::Simulation;
use skidpad_web::SensorAbout;
use skidpad_world::description::{CameraIntrinsics, Color, Sensor, SensorKind, Vehicle};

/// In the order of the roster: those of vehicles first, then those that stand by themselves, then those of vehicles
/// added while running.
pub(super) fn all(world: &World, sim: &Simulation) -> Vec<SensorAbout> {
    let description = world.description();
    let vehicles = vehicles::described(world, sim);
    let (built, spawned) = vehicles.split_at(description.vehicles.len());
    let (built, spawned) = (on_vehicles(built), on_vehicles(spawned));
    let described: Vec<&Sensor> = built.chain(&description.sensors).chain(spawned).collect();
    let abouts = sim.sensors().iter().enumerate().map(|(index, entry)| {
        let sensor = described.get(index).filter(|it| it.name == entry.name);
        let mut about = SensorAbout {
            name: entry.name.clone(),
            vehicle: entry.vehicle.map(|vehicle| vehicle.0),
            kind: kind(entry.kind),
            sensor_in_vehicle: entry.sensor_in_vehicle,
            period_s: entry.period_ns as f64 * 1e-9,
            show_points: true,
            show_plane: true,
            ..SensorAbout::default()
        };
        if let Some(sensor) = sensor {
            about.preview = sensor.preview_window;
            describe(&mut about, &sensor.kind);
        }
        about
    });
    abouts.collect()
}

fn on_vehicles<'a>(vehicles: &[&'a Vehicle]) -> impl Iterator<Item = &'a Sensor> {
    vehicles.iter().flat_map(|vehicle| &vehicle.sensors)
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Laser => "laser",
        Kind::Lidar3d => "lidar3d",
        Kind::Camera => "camera",
        Kind::Rgbd => "rgbd",
        Kind::Imu => "imu",
        Kind::Gnss => "gnss",
    }
}

fn describe(about: &mut SensorAbout, kind: &SensorKind) {
    match kind {
        SensorKind::Laser(it) => {
            about.field_of_view_rad = Some(it.field_of_view_rad);
            about.max_range_m = Some(it.max_range_m);
            // A file that says nothing of it leaves the choice to the viewer, which shows both.
            let is_silent = !it.show_points && !it.show_plane && it.show_lines;
            about.show_points = it.show_points || is_silent;
            about.show_plane = it.show_plane || it.show_lines;
            about.point_size_px = Some(it.point_size_px);
            about.points_rgba = (it.points_color != USUAL_POINTS).then(|| rgba(it.points_color));
            about.plane_rgba = (it.plane_color != USUAL_PLANE).then(|| rgba(it.plane_color));
        }
        SensorKind::Lidar3d(it) => {
            about.max_range_m = Some(it.max_range_m);
            about.ring_count = u32::try_from(it.ring_elevations_rad.len()).ok();
            about.point_size_px = Some(it.point_size_px);
        }
        SensorKind::Camera(it) => view(about, &it.intrinsics),
        SensorKind::Rgbd(it) => view(about, if it.sense_depth { &it.depth } else { &it.rgb }),
        SensorKind::Imu(_) | SensorKind::Gnss(_) => {}
    }
}

/// What the world format means when a file says nothing; the viewer then draws in the vehicle's colour.
const USUAL_POINTS: Color = Color::rgba(0xFF, 0, 0, 0x80);
const USUAL_PLANE: Color = Color::rgba(0, 0, 0xFF, 0x10);

fn rgba(color: Color) -> [f32; 4] {
    [color.red, color.green, color.blue, color.alpha].map(|value| f32::from(value) / 255.0)
}

fn view(about: &mut SensorAbout, camera: &CameraIntrinsics) {
    let angle_rad = |size_px: u32, focal_px: f64| 2.0 * (0.5 * f64::from(size_px) / focal_px).atan();
    about.field_of_view_rad = Some(angle_rad(camera.column_count, camera.fx_px));
    about.vertical_field_of_view_rad = Some(angle_rad(camera.row_count, camera.fy_px));
    about.max_range_m = Some(camera.clip_far_m);
}
