//! What a viewer is told about a world: from the description and the built simulation to plain words and numbers.

mod bodies;
mod scene_updater;
mod sensors;
mod vehicles;

pub use scene_updater::SceneUpdater;

use crate::World;
use skidpad_sim::{FramePlaces, Simulation};
use skidpad_web::{
    About, FindFriction, GuiAbout, MarkerAbout, RegionAbout, ScenePage, ShadowAbout, WorldName,
};
use skidpad_world::description::{ElementKind, Gui, Lights, PropertyRegion, PropertyValue};
use skidpad_world::{Place, Severity};
use std::sync::Arc;

/// A world, ready to be served to viewers.
pub fn scene_page(world: &World, sim: &Simulation) -> ScenePage {
    sketch(world, sim, 0)()
}

/// The world of a recording, ready to be looked at: nothing in it can be driven or moved.
pub fn scene_page_of_recording(world: &World, sim: &Simulation) -> ScenePage {
    sketch_recording(world, sim, 0)()
}

/// A world as it is now, after so many changes; written out by whoever calls what comes back.
fn sketch(world: &World, sim: &Simulation, revision: u64) -> PageBuilder {
    shown(world, sim, About { revision, ..about(world, sim) })
}

/// The same, for a world that can only be looked at.
fn sketch_recording(world: &World, sim: &Simulation, revision: u64) -> PageBuilder {
    let mut about = About { revision, can: vec!["control", "seek"], ..about(world, sim) };
    about.bodies.iter_mut().for_each(|body| body.can_move = false);
    shown(world, sim, about)
}

/// Writes a scene out, on any thread.
type PageBuilder = Box<dyn FnOnce() -> ScenePage + Send>;

fn shown(world: &World, sim: &Simulation, about: About) -> PageBuilder {
    let places: FramePlaces = sim.frame_places();
    let find = Arc::new(move |seen: &_, frames: &mut _| places.in_world(seen, frames));
    let (scene, seen, friction) = (sim.scene(), sim.observations().clone(), find_friction(world, sim));
    Box::new(move || ScenePage::new(about, &scene, &seen, find, friction))
}

/// Tyres grip as their model says, but for regions with a coefficient of their own.
fn find_friction(world: &World, sim: &Simulation) -> FindFriction {
    let own: Vec<Option<f64>> = vehicles::described(world, sim).into_iter().map(vehicles::friction).collect();
    let regions = sim.model().regions.clone();
    Arc::new(move |vehicle, point_m| {
        let own = own.get(vehicle).copied().flatten()?;
        Some(regions.friction_mu(point_m).unwrap_or(own))
    })
}

fn about(world: &World, sim: &Simulation) -> About {
    let description = world.description();
    let file = world.files.world.rsplit('/').next().unwrap_or_default().to_string();
    let name = file.trim_end_matches(".xml").trim_end_matches(".world").to_string();
    About {
        program: format!("skidpad {}", env!("CARGO_PKG_VERSION")),
        revision: 0,
        world: WorldName { name, file },
        step_ns: sim.step_ns(),
        gui: gui(&description.gui),
        shadows: shadows(&description.lights),
        vehicles: vehicles::all(world, sim),
        sensors: sensors::all(world, sim),
        shapes: bodies::shapes(sim),
        regions: regions(world),
        markers: markers(world),
        joints: bodies::joints(world, sim),
        bodies: bodies::all(world, sim),
        warnings: warnings(world, sim),
        can: vec!["control", "rewind", "edit", "drive"],
    }
}

/// What a world file leaves at its defaults, the viewer chooses by the size of the world.
fn gui(gui: &Gui) -> GuiAbout {
    let usual = Gui::default();
    let is_placed =
        gui.camera_distance_m != usual.camera_distance_m || gui.camera_target != usual.camera_target;
    GuiAbout {
        is_orthographic: gui.is_orthographic,
        show_forces: gui.show_forces,
        show_sensor_points: gui.show_sensor_points,
        force_scale_m_per_n: gui.force_scale_m_per_n,
        field_of_view_rad: gui.field_of_view_rad,
        follow_vehicle: gui.follow_vehicle.clone(),
        clip_near_m: gui.clip_near_m,
        clip_far_m: gui.clip_far_m,
        camera_distance_m: is_placed.then_some(gui.camera_distance_m),
        camera_azimuth_rad: gui.camera_azimuth_rad,
        camera_elevation_rad: gui.camera_elevation_rad,
        camera_target_m: is_placed.then_some([gui.camera_target.x, gui.camera_target.y, gui.camera_target.z]),
    }
}

fn shadows(lights: &Lights) -> ShadowAbout {
    ShadowAbout {
        map_size: lights.shadow_map_size,
        near_m: lights.clip_near_m,
        far_m: lights.clip_far_m,
        bias: lights.shadow_bias + lights.shadow_bias_cam2frag,
        normal_bias: lights.shadow_bias_normal,
        reach_per_distance: lights.eye_distance_to_shadow_map_extension,
        least_reach_m: lights.minimum_shadow_map_extension_ratio * lights.clip_far_m,
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
    let found = world.diagnostics().iter().chain(sim.diagnostics().iter());
    found.filter(|it| it.severity != Severity::Error).map(|it| it.render(world.sources())).collect()
}

/// `file:line:column`.
fn place_text(world: &World, place: Place) -> String {
    format!("{}:{}:{}", world.sources().name(place.file), place.line, place.column)
}
