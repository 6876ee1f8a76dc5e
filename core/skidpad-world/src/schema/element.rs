//! World elements: terrain, planes, grids, regions, sky.

use super::Absent::{IsAnError, Leaves, Means};
use super::Allowed::{Any, Between, NonNegative, OneOf, Positive};
use super::object::{CULL_FACES, PLANE_POSE};
use super::{Element, Family, Form, Group, Kind, Param, Selector, attribute, child, single};

/// A property that a region can change, and what its value is.
pub(crate) struct Property {
    /// Its name.
    pub(crate) name: &'static str,
    /// The parameter that holds a value of the right type.
    pub(crate) value: &'static str,
}

/// Properties that the simulation uses.
pub(crate) const PROPERTIES: &[Property] = &[
    Property { name: "friction_mu", value: "value_double" },
    Property { name: "friction_C_rr", value: "value_double" },
    Property { name: "gps_no_coverage", value: "value_bool" },
];

/// A world element.
pub(super) static ELEMENT: Family = Family {
    tag: "element",
    aliases: &[],
    selector: Some(Selector { attribute: "class", aliases: &["type"], default: None }),
    repeats: true,
    variants: &[
        &GROUND_GRID, &OCCUPANCY_GRID, &HORIZONTAL_PLANE, &VERTICAL_PLANE, &ELEVATION_MAP, &POINTCLOUD, &SKYBOX,
        &PROPERTY_REGION, &CONE_TRACK,
    ],
    doc: "A part of the world that is neither a vehicle nor a block.",
};

/// What a class of a program's own has besides its own parameters.
pub(super) const OWN: super::Common = (&[], &[&NAME], &[]);

static NAME: Group = Group {
    title: "Every element",
    params: &[attribute("name", Kind::Text, Means(""), Any, "Name, for messages.").ours()],
    children: &[],
};

static GROUND_GRID: Element = Element {
    names: &["ground_grid"],
    doc: "Lines on the floor to look at; no sensor sees them.",
    text: None,
    params: &[
        child("floating", Kind::Flag, Means("true"), Any, "Whether it moves along with a vehicle."),
        child("floating_focus", Kind::Text, Means(""), Any, "That vehicle; the first one unless given.")
            .also(&["float_center_at_vehicle_name"]),
        child("color", Kind::Color, Means("#E0E0E0"), Any, "Colour of the lines."),
        child("line_width", Kind::Number("px"), Means("1"), Positive, "Width of the lines."),
        child("x_min", Kind::Number("m"), Means("-25"), Any, "Smallest x."),
        child("x_max", Kind::Number("m"), Means("25"), Any, "Largest x."),
        child("y_min", Kind::Number("m"), Means("-25"), Any, "Smallest y."),
        child("y_max", Kind::Number("m"), Means("25"), Any, "Largest y."),
        child("interval", Kind::Number("m"), Means("5"), Positive, "Distance between lines."),
    ],
    groups: &[&NAME],
    children: &[],
};

static OCCUPANCY_GRID: Element = Element {
    names: &["occupancy_grid"],
    doc: "A map of free and occupied cells: a grey image (black is occupied), a ROS `.yaml` map, or an MRPT `.gridmap`.",
    text: None,
    params: &[
        child("file", Kind::File, IsAnError, Any, "The map; its ending says how it is read."),
        child("resolution", Kind::Number("m"), Means("0.10"), Positive, "Size of a pixel of an image."),
        child("centerpixel_x", Kind::Number("px"), Means("-1"), Any, "Pixel column that becomes x = 0; −1 for the middle."),
        child("centerpixel_y", Kind::Number("px"), Means("-1"), Any,
            "Pixel row that becomes y = 0, counted from the bottom; −1 for the middle."),
        child("show_collisions", Kind::Flag, Means("true"), Any, "Whether a viewer marks collisions with it."),
        child("restitution", Kind::Number(""), Means("0.01"), Between(0.0, 1.0), "Restitution of its walls."),
        child("lateral_friction", Kind::Number(""), Means("0.5"), NonNegative, "Friction coefficient of its walls."),
        child("z_min", Kind::Number("m"), Means("-inf"), Any,
            "Lower end of its walls. Without one, things collide and planar lasers end there at any depth, and the rest sees walls from 0 on.").ours(),
        child("z_max", Kind::Number("m"), Means("inf"), Any,
            "Upper end of its walls. Without one, things collide and planar lasers end there at any height, and the rest sees walls of 2 m.").ours(),
    ],
    groups: &[&NAME],
    children: &[],
};

static SURFACE: Group = Group {
    title: "Surface",
    params: &[
        child("color", Kind::Color, Means("#A0A0A0"), Any, "Colour where there is no texture."),
        child("enable_shadows", Kind::Flag, Means("true"), Any, "Whether it takes light and shadow."),
        child("cull_face", Kind::Choice(CULL_FACES), Means("NONE"), Any,
            "Faces that are left out: with `BACK` a floor is not seen from below."),
        child("texture", Kind::Uri, Means(""), Any, "Texture."),
        child("normal_map", Kind::Uri, Means(""), Any, "Picture of the surface's small slopes in tangent space (red along x, green along y, blue up), laid like the texture: light falls on it as on bumps."),
        child("texture_size_x", Kind::Number("m"), Means("1"), Positive, "Length of one repetition of the texture."),
        child("texture_size_y", Kind::Number("m"), Means("1"), Positive, "Width or height of one repetition of the texture."),
    ],
    children: &[],
};

static HORIZONTAL_PLANE: Element = Element {
    names: &["horizontal_plane"],
    doc: "A floor, and a ceiling from below. With an animation it is an elevator or a moving platform; it carries the vehicles that stand on it, as far as their wheels hold and grip.",
    text: None,
    params: &[
        child("x_min", Kind::Number("m"), Means("-10"), Any, "Smallest x."),
        child("x_max", Kind::Number("m"), Means("10"), Any, "Largest x."),
        child("y_min", Kind::Number("m"), Means("-10"), Any, "Smallest y."),
        child("y_max", Kind::Number("m"), Means("10"), Any, "Largest y."),
        child("z", Kind::Number("m"), Means("0"), Any, "Height."),
        child("geo_corner_sw", Kind::Point2, Leaves("`x_min` and `y_min`"), Any,
            "South-western corner as `LATITUDE LONGITUDE` in degrees. With `geo_corner_ne` it places the plane by the georeference of the world, such as an aerial picture; the texture then covers the plane once."),
        child("geo_corner_ne", Kind::Point2, Leaves("`x_max` and `y_max`"), Any, "North-eastern corner."),
        child("surface_vx", Kind::Number("m/s"), Means("0"), Any,
            "Velocity of the surface along the floor's x, as of a conveyor's belt; wheels on it are carried along.").ours(),
        child("surface_vy", Kind::Number("m/s"), Means("0"), Any, "Velocity of the surface along the floor's y.").ours(),
    ],
    groups: &[&NAME, &SURFACE, &PLANE_POSE],
    children: &[],
};

static VERTICAL_PLANE: Element = Element {
    names: &["vertical_plane"],
    doc: "A wall from (x0, y0) to (x1, y1) with doors and windows.",
    text: None,
    params: &[
        child("x0", Kind::Number("m"), Means("-10"), Any, "Start."),
        child("y0", Kind::Number("m"), Means("-10"), Any, "Start."),
        child("x1", Kind::Number("m"), Means("-10"), Any, "End."),
        child("y1", Kind::Number("m"), Means("10"), Any, "End."),
        child("z", Kind::Number("m"), Means("0"), Any, "Height of its foot."),
        child("height", Kind::Number("m"), Means("3"), Positive, "Height."),
        child("thickness", Kind::Number("m"), Means("0.02"), Positive, "Thickness."),
    ],
    groups: &[&NAME, &SURFACE, &PLANE_POSE],
    children: &[&DOOR, &WINDOW],
};

const fn either(name: &'static str, kind: Kind, default: &'static str, doc: &'static str) -> Param {
    Param { form: Form::Either, ..attribute(name, kind, Means(default), Any, doc) }
}

static OPENING: Element = Element {
    names: &[],
    doc: "An opening in the wall.",
    text: None,
    params: &[
        either("position", Kind::Number(""), "0.5", "Middle of the opening along the wall: 0 at its start, 1 at its end."),
        either("width", Kind::Number("m"), "1.0", "Width."),
        either("z_min", Kind::Number("m"), "0.0", "Lower edge.").also(&["z_start"]),
        either("z_max", Kind::Number("m"), "2.1", "Upper edge.").also(&["z_end"]),
        either("name", Kind::Text, "", "Name."),
    ],
    groups: &[],
    children: &[],
};

static DOOR: Family = single("door", true, "An opening to drive through.", &[&OPENING]);
static WINDOW: Family = single("window", true, "An opening to see through.", &[&OPENING]);

static ELEVATION_MAP: Element = Element {
    names: &["elevation_map"],
    doc: "Hills. Heights come from the first given of `elevation_image`, `elevation_data_matrix` and `dem_xyzrgb_file`. \
          Rows of an image or matrix run along +x, columns along +y.",
    text: None,
    params: &[
        child("elevation_image", Kind::File, Means(""), Any, "Grey image of heights."),
        child("elevation_image_min_z", Kind::Number("m"), Means("0.0"), Any, "Height of its darkest pixel."),
        child("elevation_image_max_z", Kind::Number("m"), Means("5.0"), Any, "Height of its brightest pixel."),
        child("elevation_data_matrix", Kind::Matrix, Leaves("another source"), Any, "Heights."),
        child("elevation_data_matrix_scale", Kind::Number(""), Means("1.0"), Any, "Multiplies these heights."),
        child("dem_xyzrgb_file", Kind::File, Means(""), Any, "Text file with six columns x y z r g b."),
        child("dem_offset_x", Kind::Number("m"), Means("0"), Any, "Added to its x."),
        child("dem_offset_y", Kind::Number("m"), Means("0"), Any, "Added to its y."),
        child("dem_offset_z", Kind::Number("m"), Means("0"), Any, "Added to its z."),
        child("resolution", Kind::Number("m"), Means("1.0"), Positive, "Size of a cell."),
        child("corner_min_x", Kind::Number("m"), Leaves("the map is centred"), Any, "x of the first corner."),
        child("corner_min_y", Kind::Number("m"), Leaves("the map is centred"), Any, "y of the first corner."),
        child("init_pose3d", Kind::Pose3, Means("0 0 0 0 0 0"), Any, "Place and heading of the map, which stays level.").ours(),
        child("texture_image", Kind::Uri, Means(""), Any, "Texture."),
        child("texture_image_rotate", Kind::Integer, Means("0"), OneOf(&[0.0, 90.0, -90.0, 180.0, -180.0]),
            "Turn of the texture in degrees."),
        child("normal_map_image", Kind::Uri, Means(""), Any, "Picture of the surface's small slopes in tangent space, laid like the texture."),
        child("texture_extension_x", Kind::Number("m"), Means("0"), NonNegative,
            "Length of one repetition of the texture; 0 stretches it once over the map."),
        child("texture_extension_y", Kind::Number("m"), Means("0"), NonNegative,
            "Width of one repetition of the texture; 0 stretches it once over the map."),
        child("mesh_color", Kind::Color, Means("#A0E0A0"), Any, "Colour without texture."),
        child("model_split_size", Kind::Number("m"), Means("0"), NonNegative, "Tile size of the drawn mesh; 0 for one piece."),
        child("apply_kernel", Kind::Rows, Leaves("no smoothing"), Any,
            "Square convolution kernel for the heights, one row a line; its sum is 1."),
        child("texture_size_x", Kind::Number("m"), Means("0"), Any, "Kept for old worlds.")
            .ignored("it belongs to planes; here it is `texture_extension_x`"),
        child("texture_size_y", Kind::Number("m"), Means("0"), Any, "Kept for old worlds.")
            .ignored("it belongs to planes; here it is `texture_extension_y`"),
    ],
    groups: &[&NAME],
    children: &[],
};

static POINTCLOUD: Element = Element {
    names: &["pointcloud", "point_cloud"],
    doc: "Points to look at.",
    text: None,
    params: &[
        child("file_txt_3d", Kind::File, Means(""), Any, "Text file with three columns x y z.").also(&["file"]),
        child("file_txt_2d", Kind::File, Means(""), Any, "Text file with two columns x y."),
        child("points_size", Kind::Number("px"), Means("3.0"), Positive, "Size of a drawn point.").also(&["render_points_size"]),
        child("pose_3d", Kind::Pose3, Means("0 0 0 0 0 0"), Any, "Pose of the cloud."),
    ],
    groups: &[&NAME],
    children: &[],
};

static SKYBOX: Element = Element {
    names: &["skybox"],
    doc: "Six pictures of the sky.",
    text: None,
    params: &[child("textures", Kind::Uri, IsAnError, Any,
        "File name or web address in which one `%s` stands for Front, Back, Down, Up, Left and Right.")],
    groups: &[&NAME],
    children: &[],
};

static PROPERTY_REGION: Element = Element {
    names: &["property_region"],
    doc: "A box in which a property has another value. Of overlapping regions the first written wins.",
    text: None,
    params: &[
        child("property_name", Kind::Text, IsAnError, Any,
            "The property: `friction_mu`, `friction_C_rr` (numbers) or `gps_no_coverage` (a flag)."),
        child("x_min", Kind::Number("m"), Means("-1"), Any, "Smallest x."),
        child("y_min", Kind::Number("m"), Means("-1"), Any, "Smallest y."),
        child("z_min", Kind::Number("m"), Means("-1000"), Any, "Smallest z."),
        child("x_max", Kind::Number("m"), Means("1"), Any, "Largest x."),
        child("y_max", Kind::Number("m"), Means("1"), Any, "Largest y."),
        child("z_max", Kind::Number("m"), Means("1000"), Any, "Largest z."),
        child("value_double", Kind::Number(""), Leaves("another value"), Any, "The value inside, as a number."),
        child("value_bool", Kind::Flag, Leaves("another value"), Any, "The value inside, as a flag."),
        child("value_string", Kind::Text, Leaves("another value"), Any, "The value inside, as text."),
    ],
    groups: &[&NAME],
    children: &[],
};

static CONE_TRACK: Element = Element {
    names: &["cone_track"],
    doc: "A race track between cones, with a finish line between the two orange cones of smallest y. \
          Race cars are timed on it, and their driver can follow it. \
          `<include file=\"track.csv\" cone=\"traffic_cone\"/>` reads it from a table `color,X,Y` and puts a block of the class `cone` in the place of every cone. \
          A world has at most one.",
    text: None,
    params: &[
        child("blue", Kind::Rows, Leaves("no cones"), Any, "Cones of the left border, `X Y` a line.").ours(),
        child("yellow", Kind::Rows, Leaves("no cones"), Any, "Cones of the right border, `X Y` a line.").ours(),
        child("orange", Kind::Rows, IsAnError, Any, "Cones of start and finish, `X Y` a line, at least two.").ours(),
    ],
    groups: &[&NAME],
    children: &[],
};
