//! Solids of URDF and SDF, which name them alike, as meshes and extents.

use crate::findings::Report;
use crate::options::ImportOptions;
use crate::values::{numbers, positive, read};
use crate::xml_writer::{XmlWriter, color, number};
use skidpad_math::{Pose3, Rotation3, Vec3};
use skidpad_scene::polygon::area_m2;
use skidpad_scene::{Affine, Mesh, Outline, OutlineOptions, Primitive, Solid, outline};
use skidpad_world::{Node, Place};
use std::sync::Arc;

/// Corners of round things.
const CORNER_COUNT: u32 = 24;

/// A solid in the frame of its link.
#[derive(Debug, Clone)]
pub(crate) struct Part {
    pub(crate) place: Place,
    pub(crate) pose_in_link: Pose3,
    pub(crate) shape: Shape,
    /// Red, green, blue, opacity, 0 to 1.
    pub(crate) rgba: Option<[f64; 4]>,
}

/// What a part is.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Shape {
    /// Edges along x, y, z [m], centred.
    Box([f64; 3]),
    /// Axis z, centred [m].
    Cylinder { radius_m: f64, length_m: f64 },
    /// Centred [m].
    Sphere { radius_m: f64 },
    /// A file.
    Mesh { uri: String, scale: [f64; 3] },
}

/// Where sizes stand: in attributes (URDF) or in children (SDF).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    Urdf,
    Sdf,
}

impl Dialect {
    fn text<'a>(self, node: &'a Node, name: &str) -> Option<(&'a str, Place)> {
        match self {
            Dialect::Urdf => node.attribute(name).map(|value| (value.value.as_str(), value.value_place)),
            Dialect::Sdf => node.child(name).map(|child| (child.text(), child.text_place())),
        }
    }
}

/// The solid of a `<geometry>`; none where there is none that is known, which is reported.
pub(crate) fn shape(report: &mut Report, geometry: &Node, dialect: Dialect) -> Option<Shape> {
    let node = geometry.children.first()?;
    let mut sizes = |name: &'static str| -> Option<f64> {
        let (text, place) = dialect.text(node, name).unwrap_or(("", node.place));
        let [value] = read::<1>(report, text, place)?;
        positive(report, place, name, value)
    };
    match node.name.as_str() {
        "box" => {
            let (text, place) = dialect.text(node, "size").unwrap_or(("", node.place));
            let size = read::<3>(report, text, place)?;
            size.iter().try_for_each(|&edge| positive(report, place, "size", edge).map(drop))?;
            Some(Shape::Box(size))
        }
        "cylinder" => Some(Shape::Cylinder { radius_m: sizes("radius")?, length_m: sizes("length")? }),
        "capsule" => {
            let (radius_m, length_m) = (sizes("radius")?, sizes("length")?);
            report.taken_as(node.place, "a <capsule>", "a cylinder with its ends");
            Some(Shape::Cylinder { radius_m, length_m: length_m + 2.0 * radius_m })
        }
        "sphere" => Some(Shape::Sphere { radius_m: sizes("radius")? }),
        "mesh" => {
            let name = if dialect == Dialect::Urdf { "filename" } else { "uri" };
            let uri = dialect.text(node, name).map(|(uri, _)| uri.trim()).filter(|uri| !uri.is_empty());
            let Some(uri) = uri.filter(|uri| !uri.contains('$')) else {
                report.not_taken(node.place, "a <mesh>", "it names no file");
                return None;
            };
            let scale = match dialect.text(node, "scale") {
                None => [1.0; 3],
                // Some tools write one number.
                Some((text, place)) => {
                    numbers::<1>(text).map(|[factor]| [factor; 3]).or_else(|| read(report, text, place))?
                }
            };
            if scale.contains(&0.0) {
                report.not_taken(node.place, "a <mesh>", "its scale is 0");
                return None;
            }
            Some(Shape::Mesh { uri: uri.to_owned(), scale })
        }
        other => {
            report.not_taken(
                node.place,
                format!("a <{other}>"),
                "solids are boxes, cylinders, spheres and meshes",
            );
            None
        }
    }
}

/// Whether meshes of this file are read with y up, so that a visual has to turn them upright.
fn has_y_up(uri: &str) -> bool {
    let uri = uri.to_ascii_lowercase();
    [".dae", ".gltf", ".glb"].iter().any(|ending| uri.ends_with(ending))
}

/// The turn that sets a mesh with y up upright.
fn upright(uri: &str) -> Pose3 {
    let roll_rad = if has_y_up(uri) { std::f64::consts::FRAC_PI_2 } else { 0.0 };
    Pose3 { roll_rad, ..Pose3::default() }
}

impl Shape {
    /// A mesh of the solid with the place of its origin; none where its file cannot be read, which is reported.
    pub(crate) fn mesh(
        &self,
        report: &mut Report,
        place: Place,
        options: &ImportOptions,
    ) -> Option<(Arc<Mesh>, Affine)> {
        let vertex_count = CORNER_COUNT;
        Some(match *self {
            Shape::Box([lx_m, ly_m, lz_m]) => {
                let corner = Affine::translation(-0.5 * lx_m, -0.5 * ly_m, -0.5 * lz_m);
                (Arc::new(Primitive::Box { lx_m, ly_m, lz_m }.mesh()), corner)
            }
            Shape::Cylinder { radius_m, length_m } => {
                let solid = Primitive::Cylinder { radius_m, length_m, vertex_count };
                (Arc::new(solid.mesh()), Affine::translation(0.0, 0.0, -0.5 * length_m))
            }
            Shape::Sphere { radius_m } => {
                (Arc::new(Primitive::Sphere { radius_m, vertex_count }.mesh()), Affine::IDENTITY)
            }
            Shape::Mesh { ref uri, scale } => match (options.mesh)(uri) {
                Ok(mesh) => {
                    let [x, y, z] = scale;
                    let scale =
                        Affine { linear: [[x, 0.0, 0.0], [0.0, y, 0.0], [0.0, 0.0, z]], ..Affine::IDENTITY };
                    (mesh, scale.after(&Affine::from_pose(&upright(uri), 1.0)))
                }
                Err(reason) => {
                    report.not_taken(place, format!("the mesh \"{uri}\""), reason);
                    return None;
                }
            },
        })
    }
}

/// The outline of several parts together, each with its pose; none where there is nothing solid.
pub(crate) fn outline_of(
    report: &mut Report,
    parts: &[(&Part, Pose3)],
    lowest_m: f64,
    options: &ImportOptions,
) -> Option<Outline> {
    let meshes: Vec<(Arc<Mesh>, Affine)> = (parts.iter())
        .filter_map(|(part, pose)| {
            let (mesh, origin) = part.shape.mesh(report, part.place, options)?;
            Some((mesh, Affine::from_pose(pose, 1.0).after(&origin)))
        })
        .collect();
    let meshes: Vec<(&Mesh, Affine)> = meshes.iter().map(|(mesh, place)| (&**mesh, *place)).collect();
    outline(&meshes, &OutlineOptions { z_window_m: [lowest_m, f64::INFINITY], ..OutlineOptions::default() })
}

/// A part that covers less than this share of the whole outline does not decide how high the whole is.
const SMALL_SHARE: f64 = 0.1;

/// The outline of a body made of parts. Its heights are those of its larger parts, because a thin mast would make the
/// whole prism as high as itself; the smaller ones that reach farther are reported.
pub(crate) fn body_outline(
    report: &mut Report,
    parts: &[(&Part, Pose3)],
    options: &ImportOptions,
) -> Option<Outline> {
    let whole = outline_of(report, parts, 0.0, options)?;
    let smallest_m2 = SMALL_SHARE * area_m2(&whole.polygon);
    let single: Vec<(Place, Outline)> = (parts.iter())
        .filter_map(|part| Some((part.0.place, outline_of(report, &[*part], 0.0, options)?)))
        .collect();
    let is_large = |outline: &Outline| area_m2(&outline.polygon) >= smallest_m2;
    let large = || single.iter().filter(|(_, outline)| is_large(outline));
    let z_min_m = large().map(|(_, outline)| outline.z_min_m).fold(f64::INFINITY, f64::min);
    let z_max_m = large().map(|(_, outline)| outline.z_max_m).fold(f64::NEG_INFINITY, f64::max);
    if z_min_m >= z_max_m {
        return Some(whole);
    }
    for (place, outline) in &single {
        if !is_large(outline) && (outline.z_max_m > z_max_m || outline.z_min_m < z_min_m) {
            report.not_taken(
                *place,
                "the height of a small part",
                "a body is one prism, as high as its larger parts",
            );
        }
    }
    Some(Outline { z_min_m, z_max_m, ..whole })
}

/// How far a part reaches from an axis through a point, and between which places along the axis [m].
pub(crate) fn extent_about(
    report: &mut Report,
    part: &Part,
    part_in_frame: &Pose3,
    (point, axis): (Vec3, Vec3),
    options: &ImportOptions,
) -> Option<(f64, [f64; 2])> {
    if let Shape::Sphere { radius_m } = part.shape {
        let along = (part_in_frame.position() - point).dot(axis);
        return Some((radius_m, [along - radius_m, along + radius_m]));
    }
    // A cylinder about the axis is known exactly; everything else by its corners.
    if let Shape::Cylinder { radius_m, length_m } = part.shape {
        let own_axis = part_in_frame.rotation().rotate(Vec3::new(0.0, 0.0, 1.0));
        if own_axis.dot(axis).abs() > 0.999 {
            let along = (part_in_frame.position() - point).dot(axis);
            return Some((radius_m, [along - 0.5 * length_m, along + 0.5 * length_m]));
        }
    }
    let (mesh, origin) = part.shape.mesh(report, part.place, options)?;
    let place = Affine::from_pose(part_in_frame, 1.0).after(&origin);
    let mut radius_m: f64 = 0.0;
    let mut along_m = [f64::INFINITY, f64::NEG_INFINITY];
    for position in &mesh.positions {
        let [x, y, z] = place.apply(position.map(f64::from));
        let from_point = Vec3::new(x, y, z) - point;
        let along = from_point.dot(axis);
        radius_m = radius_m.max((from_point - axis * along).norm());
        along_m = [along_m[0].min(along), along_m[1].max(along)];
    }
    (radius_m > 0.0 && radius_m.is_finite()).then_some((radius_m, along_m))
}

/// `<visual>` for a mesh at a pose of its object; nothing for another solid. True if one was written.
pub(crate) fn write_visual(
    report: &mut Report,
    out: &mut XmlWriter,
    part: &Part,
    pose: &Pose3,
    options: &ImportOptions,
) -> bool {
    let Shape::Mesh { uri, scale } = &part.shape else { return false };
    let [x, y, z] = *scale;
    if x < 0.0 || (x - y).abs() > 1e-9 * x.abs() || (x - z).abs() > 1e-9 * x.abs() {
        let why = "a visual has one scale, greater than 0, for all axes";
        report.not_taken(part.place, format!("the picture of the mesh \"{uri}\""), why);
        return false;
    }
    if let Err(reason) = (options.mesh)(uri) {
        report.not_taken(part.place, format!("the mesh \"{uri}\""), reason);
        return false;
    }
    let pose = *pose * upright(uri);
    out.open("visual");
    // The new name may begin with a variable of the world language, which the old one must not.
    let name = (options.rename)(uri).replace('&', "&amp;").replace('<', "&lt;");
    out.line(&format!("<model_uri>{name}</model_uri>"));
    if x != 1.0 {
        out.number("model_scale", x);
    }
    let angles =
        [("model_yaw", pose.yaw_rad), ("model_pitch", pose.pitch_rad), ("model_roll", pose.roll_rad)];
    let offsets = [("model_offset_x", pose.x_m), ("model_offset_y", pose.y_m), ("model_offset_z", pose.z_m)];
    let values = offsets.into_iter().chain(angles.map(|(name, angle)| (name, angle.to_degrees())));
    for (name, value) in values.filter(|(_, value)| number(*value) != "0") {
        out.number(name, value);
    }
    if let Some(rgba) = part.rgba.filter(|_| uri.to_ascii_lowercase().ends_with(".stl")) {
        out.value("model_color", &color(rgba));
    }
    out.close("visual");
    true
}

/// Whether a rotation leaves z upright.
pub(crate) fn is_upright(rotation: &Rotation3) -> bool {
    rotation.rotate(Vec3::new(0.0, 0.0, 1.0)).z > 0.999_999
}
