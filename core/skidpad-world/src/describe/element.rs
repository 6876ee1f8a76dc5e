//! World elements.

use skidpad_math::Vec2;

use super::extension::extension_use;
use super::object;
use super::reader::Reader;
use crate::check::Implausible;
use crate::description::{
    AssetUri, ConeTrack, Element, ElementKind, Elevation, ElevationSource, GeoCorner, GridSource, GroundGrid,
    HorizontalPlane, OccupancyGridElement, Opening, OpeningKind, PointCloudElement, PropertyRegion,
    PropertyValue, Skybox, VerticalPlane, wall_length_m,
};

pub(super) fn element(reader: &Reader<'_>, document_index: u32) -> Option<Element> {
    let own = extension_use(reader);
    let kind = match reader.variant() {
        _ if let Some(own) = own => ElementKind::Extension(own),
        "ground_grid" => ElementKind::GroundGrid(ground_grid(reader)),
        "occupancy_grid" => ElementKind::OccupancyGrid(occupancy_grid(reader)?),
        "horizontal_plane" => ElementKind::HorizontalPlane(horizontal_plane(reader)),
        "vertical_plane" => ElementKind::VerticalPlane(vertical_plane(reader)),
        "elevation_map" => ElementKind::ElevationMap(elevation_map(reader)?),
        "pointcloud" => ElementKind::PointCloud(point_cloud(reader)?),
        "skybox" => ElementKind::Skybox(skybox(reader)?),
        "cone_track" => ElementKind::ConeTrack(cone_track(reader)?),
        _ => ElementKind::PropertyRegion(property_region(reader)?),
    };
    Some(Element { name: reader.text("name"), document_index, kind, place: reader.place() })
}

/// Two numbers of which the second should be greater: otherwise nothing is inside, which MVSim accepts.
fn interval(reader: &Reader<'_>, low: &'static str, high: &'static str) -> (f64, f64) {
    let (low_m, high_m) = (reader.number(low), reader.number(high));
    if let Some((place, problem)) = reader.empty_interval([low, high], [low_m, high_m]) {
        reader.sink().warning(place, problem);
    }
    (low_m, high_m)
}

fn ground_grid(reader: &Reader<'_>) -> GroundGrid {
    let floating_focus = reader.text("floating_focus");
    let (x_min_m, x_max_m) = interval(reader, "x_min", "x_max");
    let (y_min_m, y_max_m) = interval(reader, "y_min", "y_max");
    GroundGrid {
        is_floating: reader.flag("floating") || !floating_focus.is_empty(),
        floating_focus,
        color: reader.color("color"),
        line_width_px: reader.number("line_width"),
        x_min_m,
        x_max_m,
        y_min_m,
        y_max_m,
        interval_m: reader.number("interval"),
    }
}

fn occupancy_grid(reader: &Reader<'_>) -> Option<OccupancyGridElement> {
    let file = required_uri(reader, "file")?;
    let (z_min_m, z_max_m) = interval(reader, "z_min", "z_max");
    Some(OccupancyGridElement {
        source: grid_source(reader, &file),
        file,
        show_collisions: reader.flag("show_collisions"),
        restitution: reader.number("restitution"),
        lateral_friction: reader.number("lateral_friction"),
        z_min_m,
        z_max_m,
    })
}

/// A file that must be named; an empty name is reported like a missing one.
fn required_uri(reader: &Reader<'_>, name: &'static str) -> Option<AssetUri> {
    let uri = reader.uri(name);
    if uri.is_none() && reader.has(name) {
        reader.error_at(name, Implausible::EmptyFileName { parameter: name });
    }
    uri
}

/// By the ending of the file name; `.gz` behind it does not count.
fn grid_source(reader: &Reader<'_>, file: &AssetUri) -> GridSource {
    let name = file.uri.to_ascii_lowercase();
    let name = name.strip_suffix(".gz").unwrap_or(&name);
    let image = GridSource::Image {
        resolution_m: reader.number("resolution"),
        center_pixel: center_pixel(reader.number("centerpixel_x"), reader.number("centerpixel_y")),
    };
    match name.rsplit_once('.') {
        Some((_, "yaml" | "yml")) => GridSource::RosYaml,
        Some((_, "gridmap")) => GridSource::Gridmap,
        _ => image,
    }
}

/// MVSim takes the middle of the image when y is −1 or less, or x is less than −1.
fn center_pixel(x: f64, y: f64) -> Option<(f64, f64)> {
    (y > -1.0 && x >= -1.0).then_some((x, y))
}

fn horizontal_plane(reader: &Reader<'_>) -> HorizontalPlane {
    let (x_min_m, x_max_m) = interval(reader, "x_min", "x_max");
    let (y_min_m, y_max_m) = interval(reader, "y_min", "y_max");
    HorizontalPlane {
        pose_in_world: object::pose(reader).unwrap_or_default(),
        x_min_m,
        x_max_m,
        y_min_m,
        y_max_m,
        z_m: reader.number("z"),
        geo_corners: geo_corners(reader),
        surface_velocity_mps: Vec2::new(reader.number("surface_vx"), reader.number("surface_vy")),
        color: reader.color("color"),
        enable_shadows: reader.flag("enable_shadows"),
        cull_face: object::cull_face(reader.choice("cull_face")),
        texture: reader.uri("texture"),
        normal_map: reader.uri("normal_map"),
        texture_size_x_m: reader.number("texture_size_x"),
        texture_size_y_m: reader.number("texture_size_y"),
        animation: object::animation(reader),
        publish: object::publish(reader),
    }
}

/// The south-western and the north-eastern corner of a plane on Earth.
fn geo_corners(reader: &Reader<'_>) -> Option<[GeoCorner; 2]> {
    let names = ["geo_corner_sw", "geo_corner_ne"];
    match names.map(|name| reader.has(name)) {
        [false, false] => return None,
        [true, true] => {}
        _ => {
            reader.sink().error(reader.place(), Implausible::OneCorner);
            return None;
        }
    }
    let [sw, ne] = names.map(|name| {
        let Vec2 { x: latitude_deg, y: longitude_deg } = reader.point2(name);
        if latitude_deg.abs() > 90.0 || longitude_deg.abs() > 360.0 {
            reader.error_at(name, Implausible::NotOnEarth { latitude_deg, longitude_deg });
        }
        GeoCorner { latitude_rad: latitude_deg.to_radians(), longitude_rad: longitude_deg.to_radians() }
    });
    if sw.latitude_rad >= ne.latitude_rad || sw.longitude_rad >= ne.longitude_rad {
        reader.error_at("geo_corner_sw", Implausible::CornersInsideOut);
        return None;
    }
    Some([sw, ne])
}

fn vertical_plane(reader: &Reader<'_>) -> VerticalPlane {
    let (x0_m, y0_m) = (reader.number("x0"), reader.number("y0"));
    let (x1_m, y1_m) = (reader.number("x1"), reader.number("y1"));
    if wall_length_m(Vec2::new(x0_m, y0_m), Vec2::new(x1_m, y1_m)).is_none() {
        reader.sink().error(reader.place(), Implausible::PlaneWithoutLength);
    }
    VerticalPlane {
        pose_in_world: object::pose(reader).unwrap_or_default(),
        x0_m,
        y0_m,
        x1_m,
        y1_m,
        z_m: reader.number("z"),
        height_m: reader.number("height"),
        thickness_m: reader.number("thickness"),
        color: reader.color("color"),
        enable_shadows: reader.flag("enable_shadows"),
        cull_face: object::cull_face(reader.choice("cull_face")),
        texture: reader.uri("texture"),
        normal_map: reader.uri("normal_map"),
        texture_size_x_m: reader.number("texture_size_x"),
        texture_size_y_m: reader.number("texture_size_y"),
        openings: openings(reader),
        animation: object::animation(reader),
        publish: object::publish(reader),
    }
}

/// Doors and windows in document order; one without width is left out, as in MVSim.
fn openings(plane: &Reader<'_>) -> Vec<Opening> {
    let is_opening = |tag: &str| tag == "door" || tag == "window";
    let children = plane.children().iter().filter(|child| is_opening(&child.name));
    children.filter_map(|child| plane.open_child(child)).filter_map(|reader| opening(&reader)).collect()
}

fn opening(reader: &Reader<'_>) -> Option<Opening> {
    let (z_min_m, z_max_m) = interval(reader, "z_min", "z_max");
    let given = reader.number("position");
    let position = given.clamp(0.0, 1.0);
    if position != given {
        reader.sink().warning(reader.place_of("position"), Implausible::ClampedPosition { given, position });
    }
    let width_m = reader.number("width");
    if width_m <= 0.0 {
        reader.sink().warning(reader.place_of("width"), Implausible::OpeningWithoutWidth { width_m });
        return None;
    }
    let kind = if reader.tag() == "door" { OpeningKind::Door } else { OpeningKind::Window };
    Some(Opening { kind, name: reader.text("name"), position, width_m, z_min_m, z_max_m })
}

fn elevation_map(reader: &Reader<'_>) -> Option<Elevation> {
    let pose_in_world = reader.pose3("init_pose3d").unwrap_or_default();
    if pose_in_world.pitch_rad != 0.0 || pose_in_world.roll_rad != 0.0 {
        reader.sink().warning(reader.place_of("init_pose3d"), Implausible::TiltedElevation);
    }
    Some(Elevation {
        source: elevation_source(reader)?,
        resolution_m: reader.number("resolution"),
        corner_min_x_m: reader.optional_number("corner_min_x"),
        corner_min_y_m: reader.optional_number("corner_min_y"),
        pose_in_world,
        kernel: kernel(reader),
        texture: reader.uri("texture_image"),
        normal_map: reader.uri("normal_map_image"),
        texture_rotation_deg: i32::try_from(reader.integer("texture_image_rotate")).unwrap_or(0),
        texture_extension_x_m: reader.number("texture_extension_x"),
        texture_extension_y_m: reader.number("texture_extension_y"),
        color: reader.color("mesh_color"),
        split_size_m: reader.number("model_split_size"),
    })
}

/// The first of image, matrix and text file that is given.
fn elevation_source(reader: &Reader<'_>) -> Option<ElevationSource> {
    let matrix = elevation_matrix(reader);
    let (z_min_m, z_max_m) = (reader.number("elevation_image_min_z"), reader.number("elevation_image_max_z"));
    let (offset_x_m, offset_y_m) = (reader.number("dem_offset_x"), reader.number("dem_offset_y"));
    let offset_z_m = reader.number("dem_offset_z");
    if let Some(file) = reader.uri("elevation_image") {
        if z_min_m == z_max_m {
            reader.error_at("elevation_image_max_z", Implausible::FlatElevation { z_m: z_max_m });
        }
        return Some(ElevationSource::Image { file, z_min_m, z_max_m });
    }
    if reader.has("elevation_data_matrix") {
        return matrix.map(ElevationSource::Matrix);
    }
    match reader.uri("dem_xyzrgb_file") {
        Some(file) => Some(ElevationSource::DemText { file, offset_x_m, offset_y_m, offset_z_m }),
        None => {
            reader.sink().error(reader.place(), Implausible::NoElevationSource);
            None
        }
    }
}

fn elevation_matrix(reader: &Reader<'_>) -> Option<Vec<Vec<f64>>> {
    let scale = reader.number("elevation_data_matrix_scale");
    let mut rows = reader.matrix("elevation_data_matrix")?;
    if rows.len() < 2 || rows[0].len() < 2 {
        let (parameter, expected) =
            ("elevation_data_matrix", "a matrix of at least two rows and two columns");
        reader.error_at("elevation_data_matrix", Implausible::MatrixSize { parameter, expected });
        return None;
    }
    rows.iter_mut().flatten().for_each(|height_m| *height_m *= scale);
    Some(rows)
}

/// A square kernel whose sum is 1 ± 0.005.
fn kernel(reader: &Reader<'_>) -> Vec<Vec<f64>> {
    let Some(rows) = reader.matrix("apply_kernel") else { return Vec::new() };
    if rows.len() < 2 || rows.len() != rows[0].len() {
        let (parameter, expected) = ("apply_kernel", "a square of at least two rows");
        reader.error_at("apply_kernel", Implausible::MatrixSize { parameter, expected });
        return Vec::new();
    }
    let sum: f64 = rows.iter().flatten().sum();
    if (sum - 1.0).abs() > 0.005 {
        reader.error_at("apply_kernel", Implausible::KernelSum { sum });
    }
    rows
}

fn point_cloud(reader: &Reader<'_>) -> Option<PointCloudElement> {
    let (flat, solid) = (reader.uri("file_txt_2d"), reader.uri("file_txt_3d"));
    let has_z = flat.is_none();
    let Some(file) = flat.or(solid) else {
        reader.sink().error(reader.place(), Implausible::NoPointFile);
        return None;
    };
    Some(PointCloudElement {
        file,
        has_z,
        point_size_px: reader.number("points_size"),
        pose_in_world: reader.pose3("pose_3d").unwrap_or_default(),
    })
}

fn skybox(reader: &Reader<'_>) -> Option<Skybox> {
    let textures = required_uri(reader, "textures")?;
    let count = textures.uri.matches("%s").count();
    if count != 1 {
        reader.error_at("textures", Implausible::SkyboxPattern { count });
        return None;
    }
    Some(Skybox { textures })
}

fn cone_track(reader: &Reader<'_>) -> Option<ConeTrack> {
    let mut is_sound = true;
    let mut cones = |parameter: &'static str| -> Vec<[f64; 2]> {
        let rows = reader.matrix(parameter).unwrap_or_default();
        let points: Vec<[f64; 2]> = rows.iter().filter_map(|row| row[..].try_into().ok()).collect();
        if points.len() != rows.len() || (parameter == "orange" && points.len() < 2 && reader.has(parameter))
        {
            let expected = "two numbers a line, and two lines of orange cones";
            reader.error_at(parameter, Implausible::MatrixSize { parameter, expected });
            is_sound = false;
        }
        points
    };
    let (blue_m, yellow_m, orange_m) = (cones("blue"), cones("yellow"), cones("orange"));
    (is_sound && orange_m.len() >= 2).then_some(ConeTrack { blue_m, yellow_m, orange_m })
}

fn property_region(reader: &Reader<'_>) -> Option<PropertyRegion> {
    let (x, y) = (interval(reader, "x_min", "x_max"), interval(reader, "y_min", "y_max"));
    let z = interval(reader, "z_min", "z_max");
    let number = reader.optional_number("value_double").map(PropertyValue::Number);
    let flag = reader.optional_flag("value_bool").map(PropertyValue::Flag);
    let text = reader.optional_text("value_string").map(PropertyValue::Text);
    let property = reader.text("property_name");
    let Some(value) = number.or(flag).or(text) else {
        if !["value_double", "value_bool", "value_string"].iter().any(|name| reader.has(name)) {
            reader.sink().error(reader.place(), Implausible::RegionWithoutValue { property });
        }
        return None;
    };
    crate::check::property(reader, &property, &value);
    Some(PropertyRegion { property, min: [x.0, y.0, z.0], max: [x.1, y.1, z.1], value })
}
