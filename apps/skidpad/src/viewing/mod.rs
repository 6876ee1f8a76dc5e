//! What a viewer is told about a world: from the description and the built simulation to plain words and numbers.

mod bodies;
mod sensors;
mod vehicles;

use crate::{Simulation, World};
use skidpad_sim::FramePlaces;
use skidpad_web::{About, GuiAbout, MarkerAbout, RegionAbout, Show, WorldName};
use skidpad_world::description::{ElementKind, Gui, PropertyRegion, PropertyValue};
use skidpad_world::{Place, Severity};
use std::sync::Arc;

/// A world, ready to be served to viewers. Textures are decoded now, if nobody needed them before.
pub fn show(world: &mut World, sim: &mut Simulation) -> Show {
    world.read_pictures();
    sim.give_pictures(&world.assets.images);
    let places: FramePlaces = sim.frame_places();
    let about = about(world, sim);
    let find = Arc::new(move |seen: &_, frames: &mut _| places.in_world(seen, frames));
    Show::new(about, &sim.scene(), sim.observations(), find)
}

fn about(world: &World, sim: &Simulation) -> About {
    let description = world.description();
    let file = world.files.world.rsplit('/').next().unwrap_or_default().to_string();
    let name = file.trim_end_matches(".xml").trim_end_matches(".world").to_string();
    About {
        program: format!("skidpad {}", env!("CARGO_PKG_VERSION")),
        world: WorldName { name, file },
        step_ns: sim.step_ns(),
        gui: gui(&description.gui),
        vehicles: vehicles::all(world, sim),
        sensors: sensors::all(world, sim),
        shapes: bodies::shapes(sim),
        regions: regions(world),
        markers: markers(world),
        joints: bodies::joints(world, sim),
        bodies: bodies::all(world, sim),
        warnings: warnings(world, sim),
        can: Vec::new(),
    }
}

fn gui(gui: &Gui) -> GuiAbout {
    GuiAbout {
        is_orthographic: gui.is_orthographic,
        show_forces: gui.show_forces,
        show_sensor_points: gui.show_sensor_points,
        force_scale_m_per_n: gui.force_scale_m_per_n,
        field_of_view_rad: gui.field_of_view_rad,
        follow_vehicle: gui.follow_vehicle.clone(),
        camera_distance_m: gui.camera_distance_m,
        camera_azimuth_rad: gui.camera_azimuth_rad,
        camera_elevation_rad: gui.camera_elevation_rad,
        camera_target_m: [gui.camera_target.x, gui.camera_target.y, gui.camera_target.z],
    }
}

fn regions(world: &World) -> Vec<RegionAbout> {
    let regions = world.description().elements.iter().filter_map(|element| match &element.kind {
        ElementKind::PropertyRegion(region) => Some(region_about(region)),
        _ => None,
    });
    regions.collect()
}

fn region_about(PropertyRegion { property, min, max, value }: &PropertyRegion) -> RegionAbout {
    let value = match value {
        PropertyValue::Number(number) => number.to_string(),
        PropertyValue::Flag(flag) => flag.to_string(),
        PropertyValue::Text(text) => text.clone(),
    };
    RegionAbout {
        name: property.clone(),
        text: format!("{property} {value}"),
        outline_m: vec![[min[0], min[1]], [max[0], min[1]], [max[0], max[1]], [min[0], max[1]]],
        z_m: if min[2].is_finite() { min[2].max(0.0) } else { 0.0 },
    }
}

fn markers(world: &World) -> Vec<MarkerAbout> {
    let markers = world.description().markers.iter().map(|marker| {
        let color = [marker.color.red, marker.color.green, marker.color.blue];
        let (by, points) = (marker.translation, marker.points.iter());
        MarkerAbout {
            rgb: color.map(|value| f32::from(value) / 255.0),
            points_m: points.map(|p| [p.x + by.x, p.y + by.y, p.z + by.z]).collect(),
        }
    });
    markers.collect()
}

/// What a person should know about the world, most serious first in the order of places.
fn warnings(world: &World, sim: &Simulation) -> Vec<String> {
    let found = world.diagnostics().iter().filter(|it| it.severity != Severity::Error);
    let found = found.map(|it| it.render(world.sources()));
    found.chain(sim.notes().iter().map(|note| note.message(world.sources()))).collect()
}

/// `file:line:column`.
fn place_text(world: &World, place: Place) -> String {
    format!("{}:{}:{}", world.sources().name(place.file), place.line, place.column)
}
