//! What a viewer shows of a world: the one place where a description and a simulation become a `SceneFile`.
//!
//! The program serves the result, a web page shows it without a server.
//!
//! ```
//! use skidpad_sim::{BuildOptions, Simulation};
//! use skidpad_viewer_scene::{PageKind, ReadWorld, scene_page};
//! use skidpad_world::{ExpandOptions, MapFiles, load};
//!
//! let text = r#"<mvsim_world><vehicle name="r1"><dynamics class="differential"/></vehicle></mvsim_world>"#;
//! let files = MapFiles::from_texts([("one.world.xml", text)]);
//! let loaded = load("one.world.xml", &files, &ExpandOptions::default());
//! let sim = Simulation::build(&loaded.description, &Default::default(), &BuildOptions::default())?;
//! let page = scene_page(PageKind::Run, &ReadWorld { loaded: &loaded, file: "one.world.xml" }, &sim, 0)();
//! assert_eq!(page.file().vehicles[0].name, "r1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod bodies;
mod changes;
mod frames;
mod sensors;
mod vehicles;

pub use changes::SceneChanges;

use frames::Frames;
use skidpad_scene::{Image, SceneDescription};
use skidpad_sim::{FramePlaces, Simulation};
use skidpad_web::contract::{
    Capability, Gui, Light, Marker, PROTOCOL, Region, SceneFile, Shadow, Sky, WorldName,
};
use skidpad_web::{FindFriction, ScenePage};
use skidpad_world::description::{
    self, ElementKind, Lights, PropertyRegion, PropertyValue, WorldDescription,
};
use skidpad_world::{Loaded, Place, Severity, Sources};
use std::sync::Arc;

/// A world that has been read: its content, and the name of its file.
#[derive(Clone, Copy)]
pub struct ReadWorld<'a> {
    /// Content, problems and the files they are in.
    pub loaded: &'a Loaded,
    /// Logical path of its file.
    pub file: &'a str,
}

impl ReadWorld<'_> {
    fn description(&self) -> &WorldDescription {
        &self.loaded.description
    }

    fn sources(&self) -> &Sources {
        &self.loaded.sources
    }
}

/// Who steps a world, and so what viewers may ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageKind {
    /// A run: it can be driven, moved and rewound.
    Run,
    /// A program of a user: it can be driven and moved, but not rewound.
    Program,
    /// A run in lock-step with a client: other clients can only watch.
    Lockstep,
    /// A recording: nothing in it can be driven or moved.
    Recording,
}

/// Writes the files of a scene, on any thread.
pub type PageBuilder = Box<dyn FnOnce() -> ScenePage + Send>;

/// The page of a world as it is now, after so many changes.
pub fn scene_page(kind: PageKind, world: &ReadWorld<'_>, sim: &Simulation, revision: u64) -> PageBuilder {
    use Capability::{Control, Drive, Edit, Lockstep, Rewind, Seek};
    let scene = sim.scene();
    let mut file = scene_file(world, sim, &scene, revision);
    let capabilities = match kind {
        PageKind::Run => vec![Control, Rewind, Edit, Drive],
        PageKind::Program => vec![Control, Edit, Drive],
        PageKind::Lockstep => vec![Lockstep],
        PageKind::Recording => vec![Control, Seek],
    };
    if !capabilities.contains(&Edit) {
        file.bodies.iter_mut().for_each(|body| body.can_move = false);
    }
    page(sim, scene, file, capabilities)
}

fn page(
    sim: &Simulation,
    scene: Arc<SceneDescription>,
    file: SceneFile,
    capabilities: Vec<Capability>,
) -> PageBuilder {
    let places: FramePlaces = sim.frame_places();
    let place_frames = Arc::new(move |seen: &_, frames: &mut _| places.in_world(seen, frames));
    let friction = find_friction(sim);
    Box::new(move || ScenePage::new(file, capabilities, &scene, place_frames, friction))
}

/// Tyres grip as their model says, but for regions with a coefficient of their own.
fn find_friction(sim: &Simulation) -> FindFriction {
    let own: Vec<Option<f64>> = vehicles::described(sim).into_iter().map(vehicles::friction).collect();
    let regions = sim.model().regions.clone();
    Arc::new(move |vehicle, point_m| {
        let own = own.get(vehicle).copied().flatten()?;
        Some(regions.friction_mu(point_m).unwrap_or(own))
    })
}

fn scene_file(world: &ReadWorld<'_>, sim: &Simulation, scene: &SceneDescription, revision: u64) -> SceneFile {
    let description = world.description();
    let frames = &Frames::of(scene, sim);
    SceneFile {
        protocol: PROTOCOL,
        revision,
        program: format!("skidpad {}", env!("CARGO_PKG_VERSION")),
        world: world_name(world),
        step_ns: sim.step_ns(),
        origin_m: frames.origin_m,
        gui: gui(&description.gui),
        light: light(&scene.light, &description.lights),
        sky: sky(scene),
        frames: frames.list(scene),
        lamps: frames.lamps(scene, &sim.switches_off()),
        objects: frames.objects(scene, &sim.switches_off()),
        vehicles: vehicles::all(sim, frames),
        sensors: sensors::all(world, sim, frames),
        shapes: bodies::shapes(sim, frames),
        regions: regions(sim, frames),
        markers: markers(world, frames),
        joints: bodies::joints(world, sim, frames),
        bodies: bodies::all(world, sim, frames),
        warnings: warnings(world, sim),
    }
}

fn world_name(world: &ReadWorld<'_>) -> WorldName {
    let file = world.file.rsplit('/').next().unwrap_or_default().to_string();
    let name = file.trim_end_matches(".xml").trim_end_matches(".world").to_string();
    WorldName { name, file }
}

fn gui(gui: &description::Gui) -> Gui {
    let camera = gui.camera.as_ref();
    Gui {
        is_orthographic: gui.is_orthographic,
        show_forces: gui.show_forces,
        show_sensor_points: gui.show_sensor_points,
        force_scale_m_per_n: gui.force_scale_m_per_n,
        field_of_view_rad: gui.field_of_view_rad,
        follow_vehicle: gui.follow_vehicle.clone(),
        clip_near_m: gui.clip_near_m,
        clip_far_m: gui.clip_far_m,
        camera_distance_m: camera.map(|it| it.distance_m),
        camera_azimuth_rad: camera.map(|it| it.azimuth_rad),
        camera_elevation_rad: camera.map(|it| it.elevation_rad),
        camera_target_m: camera.map(|it| [it.target.x, it.target.y, it.target.z]),
    }
}

fn light(light: &skidpad_scene::Light, lights: &Lights) -> Light {
    let [x, y, z] = light.direction;
    Light {
        azimuth_rad: (-y).atan2(-x),
        elevation_rad: (-z).clamp(-1.0, 1.0).asin(),
        color: light.rgb,
        ambient: light.ambient,
        diffuse: lights.diffuse.map(|_| light.diffuse),
        sky_color: light.hemisphere_rgb.map(|[sky, _]| sky),
        ground_color: light.hemisphere_rgb.map(|[_, ground]| ground),
        shadows: light.has_shadows,
        shadow: Shadow {
            map_size: lights.shadow_map_size,
            near_m: lights.clip_near_m,
            far_m: lights.clip_far_m,
            bias: lights.shadow_bias + lights.shadow_bias_cam2frag,
            normal_bias: lights.shadow_bias_normal,
            reach_per_distance: lights.eye_distance_to_shadow_map_extension,
            least_reach_m: lights.minimum_shadow_map_extension_ratio * lights.clip_far_m,
        },
    }
}

/// The images of a sky box follow the textures in `scene.glb`; their mean colours tint the haze.
fn sky(scene: &SceneDescription) -> Sky {
    let skidpad_scene::Sky::Box(images) = &scene.sky else { return Sky::default() };
    let first = u32::try_from(scene.images.len()).unwrap_or(u32::MAX);
    Sky {
        zenith: Some(mean_color(&images.up)),
        horizon: Some(mean_color(&images.front)),
        r#box: Some([0, 1, 2, 3, 4, 5].map(|number| first.saturating_add(number))),
    }
}

fn mean_color(image: &Image) -> [f64; 3] {
    let pixel_count = (image.rgba.len() / 4).max(1) as f64;
    let mut sum = [0.0; 3];
    for pixel in image.rgba.chunks_exact(4) {
        sum.iter_mut().zip(pixel).for_each(|(sum, value)| *sum += f64::from(*value));
    }
    sum.map(|sum| sum / pixel_count / 255.0)
}

fn regions(sim: &Simulation, frames: &Frames) -> Vec<Region> {
    let regions = sim.description().elements.iter().filter_map(|element| match &element.kind {
        ElementKind::PropertyRegion(it) => Some(region(it, frames)),
        _ => None,
    });
    regions.collect()
}

fn region(PropertyRegion { property, min, max, value }: &PropertyRegion, frames: &Frames) -> Region {
    let value = match value {
        PropertyValue::Number(number) => number.to_string(),
        PropertyValue::Flag(flag) => flag.to_string(),
        PropertyValue::Text(text) => text.clone(),
    };
    let [x, y, z] = frames.origin_m;
    let corners = [[min[0], min[1]], [max[0], min[1]], [max[0], max[1]], [min[0], max[1]]];
    let z_m = if min[2].is_finite() { min[2].max(0.0) } else { 0.0 };
    Region {
        name: property.clone(),
        text: format!("{property} {value}"),
        outline_m: corners.map(|[u, v]| [u - x, v - y]).to_vec(),
        z_m: z_m - z,
    }
}

fn markers(world: &ReadWorld<'_>, frames: &Frames) -> Vec<Marker> {
    let [x, y, z] = frames.origin_m;
    let markers = world.description().markers.iter().map(|marker| {
        let color = [marker.color.red, marker.color.green, marker.color.blue];
        let (by, points) = (marker.translation, marker.points.iter());
        Marker {
            color: color.map(|value| f32::from(value) / 255.0),
            points_m: points.map(|p| [p.x + by.x - x, p.y + by.y - y, p.z + by.z - z]).collect(),
        }
    });
    markers.collect()
}

/// Warnings and notes about the world.
fn warnings(world: &ReadWorld<'_>, sim: &Simulation) -> Vec<String> {
    let found = world.loaded.diagnostics.iter().filter(|it| it.severity != Severity::Error);
    let found = found.map(|it| it.render(world.sources()));
    found.chain(sim.diagnostics().iter().map(|it| it.render(world.sources()))).collect()
}

/// `file:line:column`.
fn location(world: &ReadWorld<'_>, place: Place) -> String {
    format!("{}:{}:{}", world.sources().name(place.file), place.line, place.column)
}
