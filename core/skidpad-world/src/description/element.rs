//! World elements: terrain, planes, grids, regions, sky.

use super::{Animation, AssetUri, Color, ExtensionUse, Publish};
use crate::place::Place;
use skidpad_math::{Pose3, Vec2};

/// A world element.
#[derive(Debug, Clone, PartialEq)]
pub struct Element {
    /// Its name; empty unless the file gives one.
    pub name: String,
    /// Position in the expanded document, counted over all world-level objects.
    pub document_index: u32,
    /// What it is.
    pub kind: ElementKind,
    /// Where this was written.
    pub place: Place,
}

impl Element {
    /// The pose of a floor or a wall that stays where it is put; none for all others.
    pub fn placeable_pose(&self) -> Option<Pose3> {
        match &self.kind {
            ElementKind::HorizontalPlane(plane)
                if plane.animation.is_none() && plane.geo_corners.is_none() =>
            {
                Some(plane.pose_in_world)
            }
            ElementKind::VerticalPlane(plane) if plane.animation.is_none() => Some(plane.pose_in_world),
            _ => None,
        }
    }

    /// Put a floor or a wall somewhere else; others stay.
    pub fn place_at(&mut self, pose: Pose3) {
        match &mut self.kind {
            ElementKind::HorizontalPlane(plane) => plane.pose_in_world = pose,
            ElementKind::VerticalPlane(plane) => plane.pose_in_world = pose,
            _ => {}
        }
    }
}

/// What an element is.
#[derive(Debug, Clone, PartialEq)]
pub enum ElementKind {
    /// Lines on the floor, to look at.
    GroundGrid(GroundGrid),
    /// A map of free and occupied cells.
    OccupancyGrid(OccupancyGridElement),
    /// A floor.
    HorizontalPlane(HorizontalPlane),
    /// A wall with doors and windows.
    VerticalPlane(VerticalPlane),
    /// Hills.
    ElevationMap(Elevation),
    /// Points to look at.
    PointCloud(PointCloudElement),
    /// Six pictures of the sky.
    Skybox(Skybox),
    /// A box in which a property has another value.
    PropertyRegion(PropertyRegion),
    /// A race track between cones.
    ConeTrack(ConeTrack),
    /// A class of a program's own.
    Extension(ExtensionUse),
}

impl ElementKind {
    /// Its class, as a world writes it.
    pub fn class(&self) -> &str {
        match self {
            ElementKind::GroundGrid(_) => "ground_grid",
            ElementKind::OccupancyGrid(_) => "occupancy_grid",
            ElementKind::HorizontalPlane(_) => "horizontal_plane",
            ElementKind::VerticalPlane(_) => "vertical_plane",
            ElementKind::ElevationMap(_) => "elevation_map",
            ElementKind::PointCloud(_) => "pointcloud",
            ElementKind::Skybox(_) => "skybox",
            ElementKind::PropertyRegion(_) => "property_region",
            ElementKind::ConeTrack(_) => "cone_track",
            ElementKind::Extension(used) => &used.class,
        }
    }
}

/// A race track between cones: their places [m].
#[derive(Debug, Clone, PartialEq)]
pub struct ConeTrack {
    /// Cones of the left border.
    pub blue_m: Vec<[f64; 2]>,
    /// Cones of the right border.
    pub yellow_m: Vec<[f64; 2]>,
    /// Cones of start and finish, at least two.
    pub orange_m: Vec<[f64; 2]>,
}

/// Which faces of a surface are left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum CullFace {
    /// All are drawn.
    #[default]
    None,
    /// Front faces are left out.
    Front,
    /// Back faces are left out.
    Back,
}

/// Lines on the floor.
#[derive(Debug, Clone, PartialEq)]
pub struct GroundGrid {
    /// Whether it moves along with a vehicle.
    pub is_floating: bool,
    /// The vehicle it moves with; empty for the first.
    pub floating_focus: String,
    /// Colour of the lines.
    pub color: Color,
    /// Width of the lines [px].
    pub line_width_px: f64,
    /// Smallest x [m].
    pub x_min_m: f64,
    /// Largest x [m].
    pub x_max_m: f64,
    /// Smallest y [m].
    pub y_min_m: f64,
    /// Largest y [m].
    pub y_max_m: f64,
    /// Distance between lines [m].
    pub interval_m: f64,
}

/// A map of free and occupied cells.
#[derive(Debug, Clone, PartialEq)]
pub struct OccupancyGridElement {
    /// The file.
    pub file: AssetUri,
    /// How the file is read.
    pub source: GridSource,
    /// Whether a viewer marks collisions with it.
    pub show_collisions: bool,
    /// Restitution of its walls [-].
    pub restitution: f64,
    /// Friction coefficient of its walls [-].
    pub lateral_friction: f64,
    /// Lower end of its walls [m]; infinite unless given.
    pub z_min_m: f64,
    /// Upper end of its walls [m]; infinite unless given.
    pub z_max_m: f64,
}

/// How a grid file is read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum GridSource {
    /// A grey image.
    Image {
        /// Size of a pixel [m].
        resolution_m: f64,
        /// Column that becomes x = 0, from the left; `None` for the middle of the image.
        center_pixel: Option<(f64, f64)>,
    },
    /// A ROS `map_server` YAML file, which names its image.
    RosYaml,
    /// An MRPT `.gridmap` file, possibly gzipped.
    Gridmap,
}

/// A floor.
#[derive(Debug, Clone, PartialEq)]
pub struct HorizontalPlane {
    /// Pose of the plane.
    pub pose_in_world: Pose3,
    /// Smallest x in the plane's frame [m].
    pub x_min_m: f64,
    /// Largest x [m].
    pub x_max_m: f64,
    /// Smallest y [m].
    pub y_min_m: f64,
    /// Largest y [m].
    pub y_max_m: f64,
    /// Height in the plane's frame [m].
    pub z_m: f64,
    /// How its surface moves in the plane's frame [m/s].
    pub surface_velocity_mps: Vec2,
    /// Its south-western and north-eastern corner, where it is placed by the georeference; the ends above then do
    /// not count.
    pub geo_corners: Option<[GeoCorner; 2]>,
    /// Colour.
    pub color: Color,
    /// Whether it takes light and shadow.
    pub enable_shadows: bool,
    /// Faces left out.
    pub cull_face: CullFace,
    /// Texture.
    pub texture: Option<AssetUri>,
    /// Its small slopes in tangent space, laid like the texture.
    pub normal_map: Option<AssetUri>,
    /// Length of one repetition of the texture along x [m].
    pub texture_size_x_m: f64,
    /// Length of one repetition of the texture along y [m].
    pub texture_size_y_m: f64,
    /// Motion along keyframes: an elevator.
    pub animation: Option<Animation>,
    /// Topics on which it publishes its pose.
    pub publish: Publish,
}

/// A wall with doors and windows.
#[derive(Debug, Clone, PartialEq)]
pub struct VerticalPlane {
    /// Pose of the wall.
    pub pose_in_world: Pose3,
    /// Start [m].
    pub x0_m: f64,
    /// Start [m].
    pub y0_m: f64,
    /// End [m].
    pub x1_m: f64,
    /// End [m].
    pub y1_m: f64,
    /// Height of its foot [m].
    pub z_m: f64,
    /// Height [m].
    pub height_m: f64,
    /// Thickness [m].
    pub thickness_m: f64,
    /// Colour.
    pub color: Color,
    /// Whether it takes light and shadow.
    pub enable_shadows: bool,
    /// Faces left out.
    pub cull_face: CullFace,
    /// Texture.
    pub texture: Option<AssetUri>,
    /// Its small slopes in tangent space, laid like the texture.
    pub normal_map: Option<AssetUri>,
    /// Length of one repetition of the texture along the wall [m].
    pub texture_size_x_m: f64,
    /// Height of one repetition of the texture [m].
    pub texture_size_y_m: f64,
    /// Doors and windows.
    pub openings: Vec<Opening>,
    /// Motion along keyframes.
    pub animation: Option<Animation>,
    /// Topics on which it publishes its pose.
    pub publish: Publish,
}

/// A door or a window.
#[derive(Debug, Clone, PartialEq)]
pub struct Opening {
    /// Door or window.
    pub kind: OpeningKind,
    /// Its name; may be empty.
    pub name: String,
    /// Middle of the opening along the wall, 0 to 1.
    pub position: f64,
    /// Width [m].
    pub width_m: f64,
    /// Lower edge [m].
    pub z_min_m: f64,
    /// Upper edge [m].
    pub z_max_m: f64,
}

/// Door or window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpeningKind {
    /// One can drive through.
    Door,
    /// It can be seen through.
    Window,
}

/// Hills.
#[derive(Debug, Clone, PartialEq)]
pub struct Elevation {
    /// Where heights come from.
    pub source: ElevationSource,
    /// Size of a cell [m].
    pub resolution_m: f64,
    /// x of the first corner [m]; `None` centres the map along x.
    pub corner_min_x_m: Option<f64>,
    /// y of the first corner [m]; `None` centres the map along y.
    pub corner_min_y_m: Option<f64>,
    /// Pose of the map in the world; identity unless given.
    pub pose_in_world: Pose3,
    /// Square convolution kernel applied to the heights; empty for none.
    pub kernel: Vec<Vec<f64>>,
    /// Texture.
    pub texture: Option<AssetUri>,
    /// Its small slopes in tangent space, laid like the texture.
    pub normal_map: Option<AssetUri>,
    /// Quarter turns of the texture [deg].
    pub texture_rotation_deg: i32,
    /// Length of one repetition of the texture [m]; 0 stretches it once.
    pub texture_extension_x_m: f64,
    /// Length of one repetition of the texture [m]; 0 stretches it once.
    pub texture_extension_y_m: f64,
    /// Colour without texture.
    pub color: Color,
    /// Tile size of the drawn mesh [m]; 0 for one piece.
    pub split_size_m: f64,
}

/// Where heights come from.
#[derive(Debug, Clone, PartialEq)]
pub enum ElevationSource {
    /// A grey image stretched between two heights.
    Image {
        /// The image.
        file: AssetUri,
        /// Height of the darkest pixel [m].
        z_min_m: f64,
        /// Height of the brightest pixel [m].
        z_max_m: f64,
    },
    /// Rows along +x, columns along +y [m].
    Matrix(Vec<Vec<f64>>),
    /// A text file with six columns x y z r g b.
    DemText {
        /// The file.
        file: AssetUri,
        /// Added to x [m].
        offset_x_m: f64,
        /// Added to y [m].
        offset_y_m: f64,
        /// Added to z [m].
        offset_z_m: f64,
    },
}

/// Points to look at.
#[derive(Debug, Clone, PartialEq)]
pub struct PointCloudElement {
    /// Text file of points.
    pub file: AssetUri,
    /// Two or three columns.
    pub has_z: bool,
    /// Size of a drawn point [px].
    pub point_size_px: f64,
    /// Pose of the cloud.
    pub pose_in_world: Pose3,
}

/// Six pictures of the sky.
#[derive(Debug, Clone, PartialEq)]
pub struct Skybox {
    /// Pattern with one `%s`, which stands for Front, Back, Down, Up, Left, Right.
    pub textures: AssetUri,
}

/// A box in which a property has another value.
#[derive(Debug, Clone, PartialEq)]
pub struct PropertyRegion {
    /// Name of the property.
    pub property: String,
    /// Smallest corner [m].
    pub min: [f64; 3],
    /// Largest corner [m].
    pub max: [f64; 3],
    /// The value inside.
    pub value: PropertyValue,
}

/// A value of a property.
#[derive(Debug, Clone, PartialEq)]
pub enum PropertyValue {
    /// A number.
    Number(f64),
    /// Yes or no.
    Flag(bool),
    /// Text.
    Text(String),
}

/// A place on Earth (WGS-84).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GeoCorner {
    /// Latitude [rad].
    pub latitude_rad: f64,
    /// Longitude [rad].
    pub longitude_rad: f64,
}
