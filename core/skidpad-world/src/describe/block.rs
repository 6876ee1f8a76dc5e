//! Blocks.

use super::object;
use super::reader::Reader;
use crate::check::Implausible;
use crate::description::{Block, ConeColor};
use skidpad_math::Primitive;

pub(super) fn block(reader: &Reader<'_>, document_index: u32) -> Block {
    let shape_from_visual = reader.flag("shape_from_visual");
    let object = object::object(reader, document_index);
    let geometry = reader.one("geometry").map(|reader| geometry(&reader));
    if shape_from_visual && geometry.is_none() && object.visuals.is_empty() {
        let place = reader.place_of("shape_from_visual");
        reader.sink().error(place, Implausible::BlockWithoutVisual);
    }
    let shape = object::outline(reader);
    let is_intangible = reader.flag("intangible");
    if !is_intangible && let Some(what) = made_to_drive_on(geometry.as_ref()) {
        reader.sink().warning(reader.place(), Implausible::RampThatStops { what });
    } else if let Some(&Primitive::Ramp { lx_m, lz_m, .. }) = geometry.as_ref()
        && lz_m > lx_m
        && reader.flag("drivable")
    {
        reader.sink().warning(reader.place(), Implausible::SteepRamp { lx_m, lz_m });
    } else if !(shape_from_visual || is_intangible || shape.is_some())
        && let Some(drawn) = drawn_as(geometry.as_ref())
    {
        reader.sink().warning(reader.place(), Implausible::DrawnUnlikeItCollides { drawn });
    }
    let height = |name: &str, otherwise_m: f64| {
        reader.optional_number(name).or((!shape_from_visual).then_some(otherwise_m))
    };
    let (z_min_m, z_max_m) = (height("zmin", 0.0), height("zmax", 1.0));
    if let (Some(low_m), Some(high_m)) = (z_min_m, z_max_m) {
        reader.refuse_empty_interval(["zmin", "zmax"], [low_m, high_m]);
    }
    Block {
        object,
        mass_kg: reader.number("mass"),
        z_min_m,
        z_max_m,
        ground_friction: reader.number("ground_friction"),
        lateral_friction: reader.number("lateral_friction"),
        restitution: reader.number("restitution"),
        linear_damping_hz: reader.number("linear_damping"),
        angular_damping_hz: reader.number("angular_damping"),
        color: reader.color("color"),
        is_intangible,
        is_drivable: reader.flag("drivable"),
        is_static: reader.flag("static"),
        visual_scale: reader.optional_number("visual_scale"),
        shape,
        geometry,
        shape_from_visual,
        cone_color: reader.optional_choice("cone_color").map(|color| match color {
            "blue" => ConeColor::Blue,
            "yellow" => ConeColor::Yellow,
            _ => ConeColor::Orange,
        }),
    }
}

/// The solids that one drives on.
fn made_to_drive_on(geometry: Option<&Primitive>) -> Option<&'static str> {
    match geometry? {
        Primitive::Ramp { .. } => Some("ramp"),
        Primitive::SemiCylinderBump { .. } => Some("bump"),
        _ => None,
    }
}

/// The size of a solid, unless it is that of the square of one metre that stands in for an outline. Sizes of meshes
/// are compared when the world is built.
fn drawn_as(geometry: Option<&Primitive>) -> Option<String> {
    let (x_m, y_m) = match *geometry? {
        Primitive::Box { lx_m, ly_m, .. }
        | Primitive::Ramp { lx_m, ly_m, .. }
        | Primitive::SemiCylinderBump { lx_m, ly_m, .. } => (lx_m, ly_m),
        Primitive::Cylinder { radius_m, .. }
        | Primitive::Sphere { radius_m, .. }
        | Primitive::Cone { radius_m, .. } => (2.0 * radius_m, 2.0 * radius_m),
    };
    (x_m > 0.0 && y_m > 0.0 && (x_m, y_m) != (1.0, 1.0)).then(|| format!("{x_m} m by {y_m} m"))
}

fn geometry(reader: &Reader<'_>) -> Primitive {
    match reader.variant() {
        "cylinder" => Primitive::Cylinder {
            radius_m: reader.number("radius"),
            length_m: reader.number("length"),
            vertex_count: reader.count("vertex_count"),
        },
        "sphere" => Primitive::Sphere {
            radius_m: reader.number("radius"),
            vertex_count: reader.count("vertex_count"),
        },
        "cone" => Primitive::Cone {
            radius_m: reader.number("radius"),
            length_m: reader.number("length"),
            vertex_count: reader.count("vertex_count"),
        },
        "semi_cylinder_bump" => {
            let (lx_m, ly_m, lz_m) = sides(reader);
            Primitive::SemiCylinderBump { lx_m, ly_m, lz_m, vertex_count: reader.count("vertex_count") }
        }
        "ramp" => {
            let (lx_m, ly_m, lz_m) = sides(reader);
            Primitive::Ramp { lx_m, ly_m, lz_m }
        }
        _ => {
            let (lx_m, ly_m, lz_m) = sides(reader);
            Primitive::Box { lx_m, ly_m, lz_m }
        }
    }
}

fn sides(reader: &Reader<'_>) -> (f64, f64, f64) {
    (reader.number("lx"), reader.number("ly"), reader.number("lz"))
}
