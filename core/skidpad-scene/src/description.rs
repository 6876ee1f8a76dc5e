//! What a world looks like, as plain data: sent to a viewer as it is, traced by a `Tracer`.

use crate::{Affine, Image, Mesh, SceneGlow, SceneLamp};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Everything there is to see. What moves, moves with its frame; the frames' poses come separately,
/// once per posed scene.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneDescription {
    /// Surfaces, shared by objects. Every mesh is consistent.
    pub meshes: Vec<Arc<Mesh>>,
    /// Textures, by the name that materials use.
    pub images: BTreeMap<String, Arc<Image>>,
    /// Frames that objects are attached to. Frame 0 is the world and never moves.
    pub frames: Vec<SceneFrame>,
    /// What there is, in document order.
    pub objects: Vec<SceneObject>,
    /// The sun.
    pub light: Light,
    /// Lights with a place.
    pub lamps: Vec<SceneLamp>,
    /// What is behind everything.
    pub sky: Sky,
}

/// A frame that objects are attached to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SceneFrame {
    /// Such as `robot1`, `robot1/wheel_1`, `block_7`, `actor_2/left_leg`.
    pub name: String,
    /// What moves it.
    pub owner: FrameOwner,
}

/// What moves a frame; numbers count in document order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub enum FrameOwner {
    /// Nothing.
    World,
    /// A vehicle's body.
    Vehicle(u32),
    /// A wheel.
    Wheel {
        /// The vehicle.
        vehicle: u32,
        /// The wheel's number on it.
        wheel: u32,
    },
    /// A block.
    Block(u32),
    /// A limb of an actor, 0 for the trunk.
    Actor {
        /// The actor.
        actor: u32,
        /// The limb's number.
        limb: u32,
    },
    /// A plane of the world that may carry others, such as an elevator.
    Plane(u32),
    /// An object that is only seen.
    Object(u32),
    /// A sensor's own mesh.
    Sensor {
        /// The vehicle that carries it; none for one that stands by itself.
        vehicle: Option<u32>,
        /// The sensor's number.
        sensor: u32,
    },
}

impl FrameOwner {
    /// The vehicle that this is part of.
    pub fn vehicle(&self) -> Option<u32> {
        match *self {
            FrameOwner::Vehicle(vehicle) | FrameOwner::Wheel { vehicle, .. } => Some(vehicle),
            FrameOwner::Sensor { vehicle, .. } => vehicle,
            _ => None,
        }
    }
}

/// One thing to see: a mesh, attached to a frame.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SceneObject {
    /// As the world calls it.
    pub name: String,
    /// Number of its frame.
    pub frame: u32,
    /// Number of its mesh.
    pub mesh: u32,
    /// Scale, rotation and offset of the visual.
    pub mesh_in_frame: Affine,
    /// Label of the whole thing that it is part of, as instance images show it.
    pub instance: u32,
    /// What kind of thing it is, as label images show it.
    pub class: ObjectClass,
    /// Share of a laser's light that comes back from it, 0 to 1.
    pub reflectivity: f32,
    /// Who sees it.
    pub visibility: Visibility,
    /// Which of its faces are seen.
    pub faces: Faces,
    /// Light that it gives off itself.
    pub glow: Option<SceneGlow>,
    /// Whether it throws shadows.
    pub casts_shadows: bool,
}

/// The kind of a thing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[non_exhaustive]
pub enum ObjectClass {
    /// Nothing is said about it.
    #[default]
    Other,
    /// Horizontal planes and floors.
    Ground,
    /// Elevation maps.
    Terrain,
    /// Walls, vertical planes, occupied cells.
    Wall,
    /// Blocks.
    Block,
    /// Bodies of vehicles.
    Vehicle,
    /// Wheels of vehicles.
    Wheel,
    /// People and other actors.
    Actor,
    /// Point clouds.
    PointCloud,
    /// Housings of sensors.
    Sensor,
    /// Marks that are drawn and not there.
    Marker,
}

impl ObjectClass {
    /// Its number in label images; 0 is the sky, 255 is kept free for "no label".
    pub fn label(self) -> u8 {
        match self {
            ObjectClass::Other => 1,
            ObjectClass::Ground => 2,
            ObjectClass::Terrain => 3,
            ObjectClass::Wall => 4,
            ObjectClass::Block => 5,
            ObjectClass::Vehicle => 6,
            ObjectClass::Wheel => 7,
            ObjectClass::Actor => 8,
            ObjectClass::PointCloud => 9,
            ObjectClass::Sensor => 10,
            ObjectClass::Marker => 11,
        }
    }
}

/// What sees an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Visibility {
    /// Lidars, depth cameras and ray-traced lasers.
    pub range_sensors: bool,
    /// Cameras.
    pub cameras: bool,
    /// Pictures for people.
    pub viewer: bool,
}

impl Visibility {
    /// Visible to all.
    pub const ALL: Visibility = Visibility { range_sensors: true, cameras: true, viewer: true };
    /// Drawn for people only: markers, ground grids.
    pub const VIEWER_ONLY: Visibility = Visibility { range_sensors: false, cameras: false, viewer: true };

    /// Whether this kind of observer sees it.
    pub fn is_visible_to(&self, observer: Observer) -> bool {
        match observer {
            Observer::RangeSensor => self.range_sensors,
            Observer::Camera => self.cameras,
            Observer::Viewer => self.viewer,
        }
    }
}

/// Which faces of an object are visible. Rays of all kinds pass through the others; light passes through those that it
/// meets from the other side, so that a ceiling that is not seen from above throws no shadow.
///
/// A face turns its front to where its corners run counter-clockwise in the mesh. A mirror keeps the outside outside.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Faces {
    /// All, from both sides.
    #[default]
    Both,
    /// Those that turn their front to the observer.
    Front,
    /// Those that turn their back to the observer.
    Back,
}

/// A kind of observer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Observer {
    /// Lidars, depth cameras and ray-traced lasers.
    RangeSensor,
    /// Cameras.
    Camera,
    /// Pictures for people.
    Viewer,
}

/// The one directional light, and the light from everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Light {
    /// The way its light travels, a unit vector in the world.
    pub direction: [f32; 3],
    /// Colour, red green blue, 0 to 1.
    pub rgb: [f32; 3],
    /// Share of the light that comes from everywhere, 0 to 1.
    pub ambient: f32,
    /// How bright it makes surfaces that face it.
    pub diffuse: f32,
    /// Colours of the light from everywhere, on surfaces that look up and that look down; none for that of the sun.
    pub hemisphere_rgb: Option<[[f32; 3]; 2]>,
    /// Do things throw shadows?
    pub has_shadows: bool,
}

impl Light {
    /// A sun at an azimuth and elevation: its light travels along
    /// (−cos az cos el, −sin az cos el, −sin el) (world-format §12, `<lights>`).
    pub fn direction_of(azimuth_rad: f64, elevation_rad: f64) -> [f32; 3] {
        let (sin_az, cos_az) = skidpad_math::sin_cos(azimuth_rad);
        let (sin_el, cos_el) = skidpad_math::sin_cos(elevation_rad);
        [-cos_az * cos_el, -sin_az * cos_el, -sin_el].map(|value| value as f32)
    }
}

impl Default for Light {
    /// White, from 45° azimuth and 70° elevation, half of it from everywhere, with shadows.
    fn default() -> Light {
        let direction = Light::direction_of(45_f64.to_radians(), 70_f64.to_radians());
        Light {
            direction,
            rgb: [1.0; 3],
            ambient: 0.5,
            diffuse: 0.5,
            hemisphere_rgb: None,
            has_shadows: true,
        }
    }
}

/// What a camera sees where nothing is.
#[derive(Clone, Debug, PartialEq)]
pub enum Sky {
    /// A colour at the horizon that fades into one overhead; red green blue, 0 to 1.
    Colours {
        /// At and below the horizon.
        horizon_rgb: [f32; 3],
        /// Straight up.
        zenith_rgb: [f32; 3],
    },
    /// Six pictures on a cube around everything.
    Box(Box<SkyBox>),
}

/// The pictures of a sky box, each seen upright from inside; front lies along +x, left along +y.
#[derive(Clone, Debug, PartialEq)]
pub struct SkyBox {
    /// Along +x.
    pub front: Arc<Image>,
    /// Along −x.
    pub back: Arc<Image>,
    /// Along −z, its upper edge towards the front.
    pub down: Arc<Image>,
    /// Along +z, its lower edge towards the front.
    pub up: Arc<Image>,
    /// Along +y.
    pub left: Arc<Image>,
    /// Along −y.
    pub right: Arc<Image>,
}

impl Default for Sky {
    /// A light blue day.
    fn default() -> Sky {
        Sky::Colours { horizon_rgb: [0.80, 0.88, 0.95], zenith_rgb: [0.35, 0.58, 0.85] }
    }
}

impl Sky {
    /// Red, green and blue seen along a direction of the world, which need not have length one.
    pub fn rgb(&self, direction: [f32; 3]) -> [f32; 3] {
        let [x, y, z] = direction;
        match self {
            Sky::Colours { horizon_rgb, zenith_rgb } => {
                let length = (x * x + y * y + z * z).sqrt();
                let up = if length > 0.0 { (z / length).clamp(0.0, 1.0) } else { 0.0 };
                std::array::from_fn(|k| horizon_rgb[k] + up * (zenith_rgb[k] - horizon_rgb[k]))
            }
            Sky::Box(sides) => {
                let (ax, ay, az) = (x.abs(), y.abs(), z.abs());
                // The side, then right and up on its picture, each from −1 to 1.
                let (image, right, up) = if az >= ax && az >= ay {
                    if z > 0.0 { (&sides.up, -y / az, -x / az) } else { (&sides.down, -y / az, x / az) }
                } else if ax >= ay {
                    if x > 0.0 { (&sides.front, -y / ax, z / ax) } else { (&sides.back, y / ax, z / ax) }
                } else if y > 0.0 {
                    (&sides.left, x / ay, z / ay)
                } else {
                    (&sides.right, -x / ay, z / ay)
                };
                let [r, g, b, _] = image.sample_clamped([0.5 + 0.5 * right, 0.5 + 0.5 * up]);
                [r, g, b]
            }
        }
    }
}

impl Default for SceneDescription {
    /// Nothing but the world's frame, sun and sky.
    fn default() -> SceneDescription {
        SceneDescription {
            meshes: Vec::new(),
            images: BTreeMap::new(),
            frames: vec![SceneFrame { name: "world".into(), owner: FrameOwner::World }],
            objects: Vec::new(),
            light: Light::default(),
            lamps: Vec::new(),
            sky: Sky::default(),
        }
    }
}

impl SceneDescription {
    /// True if every number points at something and every mesh is consistent.
    pub fn is_consistent(&self) -> bool {
        self.objects.iter().all(|object| {
            (object.frame as usize) < self.frames.len() && (object.mesh as usize) < self.meshes.len()
        }) && self.lamps.iter().all(|lamp| (lamp.frame as usize) < self.frames.len())
            && self.meshes.iter().all(|mesh| mesh.is_consistent())
    }

    /// Add a mesh and give its number.
    pub fn add_mesh(&mut self, mesh: Mesh) -> u32 {
        self.meshes.push(Arc::new(mesh));
        (self.meshes.len() - 1) as u32
    }

    /// Add a frame and give its number.
    pub fn add_frame(&mut self, name: impl Into<String>, owner: FrameOwner) -> u32 {
        self.frames.push(SceneFrame { name: name.into(), owner });
        (self.frames.len() - 1) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sky_box_shows_its_sides_the_right_way_round() {
        // Each picture two by two: upper left 10, upper right 20, lower left 30, lower right 40, plus its side.
        let side = |number: u8| {
            let pixels = [10, 20, 30, 40].map(|value: u8| [value + number, 0, 0, 255]);
            Arc::new(Image { width: 2, height: 2, rgba: pixels.concat() })
        };
        let [front, back, down, up, left, right] = [0, 1, 2, 3, 4, 5].map(side);
        let sky = Sky::Box(Box::new(SkyBox { front, back, down, up, left, right }));
        let red = |direction| (sky.rgb(direction)[0] * 255.0).round() as u8;
        assert_eq!(red([1.0, 0.9, 0.9]), 10, "front, to the left and up");
        assert_eq!(red([1.0, -0.9, -0.9]), 40, "front, to the right and down");
        assert_eq!(red([-1.0, 0.9, 0.9]), 21, "back: left is to its right");
        assert_eq!(red([0.9, 1.0, 0.9]), 24, "left: the front is to its right");
        assert_eq!(red([0.9, -1.0, 0.9]), 15, "right: the front is to its left");
        assert_eq!(red([0.9, 0.9, 1.0]), 33, "up: the front is at its lower edge");
        assert_eq!(red([0.9, 0.9, -1.0]), 12, "down: the front is at its upper edge");
    }

    #[test]
    fn the_sun_shines_down() {
        let [x, y, z] = Light::default().direction;
        assert!(x < 0.0 && y < 0.0 && z < -0.9);
        assert!((x * x + y * y + z * z - 1.0).abs() < 1e-6);
    }
}
