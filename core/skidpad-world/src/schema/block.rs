//! Blocks and the primitive solids they can be.

use super::Absent::{IsAnError, Leaves, Means};
use super::Allowed::{Any, Between, NonNegative, Positive};
use super::object::{NAMED, PLACED, SHAPE, VISUAL};
use super::{Element, Family, Kind, Param, Selector, attribute, child, single};

/// Colours of cones.
const CONE_COLORS: &[&str] = &["blue", "yellow", "orange"];

/// An obstacle, a thing to push, a ramp.
pub(super) static BLOCK: Family = single("block", true, "An obstacle, a thing to push, a ramp.", &[&Element {
    names: &[],
    doc: "An obstacle, a thing to push, or a surface to drive on: the top of a block is ground.",
    text: None,
    params: &[
        child("mass", Kind::Number("kg"), Means("30"), Positive, "Mass."),
        child("zmin", Kind::Number("m"), Leaves("0, or the visuals' with `shape_from_visual`"), Any, "Lower end."),
        child("zmax", Kind::Number("m"), Leaves("1, or the visuals' with `shape_from_visual`"), Any, "Upper end."),
        child("ground_friction", Kind::Number(""), Means("0.5"), NonNegative, "Coulomb coefficient against the floor."),
        child("lateral_friction", Kind::Number(""), Means("0.5"), NonNegative, "Friction coefficient of its sides."),
        child("restitution", Kind::Number(""), Means("0.01"), Between(0.0, 1.0), "Restitution."),
        child("linear_damping", Kind::Number("1/s"), Means("0.1"), NonNegative, "Damping of motion."),
        child("angular_damping", Kind::Number("1/s"), Means("0.1"), NonNegative, "Damping of rotation."),
        child("color", Kind::Color, Means("#0000FF"), Any, "Colour of the prism that draws it without a visual."),
        child("intangible", Kind::Flag, Means("false"), Any, "No body: seen, driven on, never hit."),
        child("drivable", Kind::Flag, Means("true"), Any,
            "Whether wheels stand on it. MVSim drives on intangible blocks; a published patch of it does not, and \
             `<drivable>false</drivable>` is that.").ours(),
        child("static", Kind::Flag, Means("false"), Any, "A body that never moves."),
        child("visual_scale", Kind::Number(""), Leaves("each visual keeps its own"), Positive,
            "Replaces `model_scale` of every visual."),
        child("shape_from_visual", Kind::Presence, Means("false"), Any,
            "Takes outline and height from the visuals or the geometry."),
        child("cone_color", Kind::Choice(CONE_COLORS), Leaves("it is not a cone of a track"), Any,
            "Makes it a cone of this colour for sensors of the class `cone_detector`.").ours(),
    ],
    groups: &[&NAMED, &PLACED],
    children: &[&SHAPE, &GEOMETRY, &VISUAL],
}]);

static GEOMETRY: Family = Family {
    tag: "geometry",
    aliases: &[],
    selector: Some(Selector { attribute: "type", aliases: &[], default: None }),
    repeats: false,
    variants: &[&CYLINDER, &SPHERE, &BOX, &RAMP, &BUMP, &CONE],
    doc: "A primitive solid that draws the block; with `shape_from_visual` it also gives the outline.",
};

const RADIUS: Param = attribute("radius", Kind::Number("m"), IsAnError, Positive, "Radius.");
const LENGTH: Param = attribute("length", Kind::Number("m"), IsAnError, Positive, "Height.");
const LX: Param = attribute("lx", Kind::Number("m"), IsAnError, Positive, "Length along x.");
const LY: Param = attribute("ly", Kind::Number("m"), IsAnError, Positive, "Width along y.");
const LZ: Param = attribute("lz", Kind::Number("m"), IsAnError, Positive, "Height.");
const VERTICES: Param = attribute("vertex_count", Kind::Integer, Means("10"), Between(3.0, 1000.0), "Corners of its outline.");

static CYLINDER: Element = Element {
    names: &["cylinder"],
    doc: "Axis +z, from 0 to `length`.",
    text: None,
    params: &[RADIUS, LENGTH, VERTICES],
    groups: &[],
    children: &[],
};

static SPHERE: Element = Element {
    names: &["sphere"],
    doc: "Centred at the origin.",
    text: None,
    params: &[RADIUS, VERTICES],
    groups: &[],
    children: &[],
};

static BOX: Element = Element {
    names: &["box"],
    doc: "One corner at the origin.",
    text: None,
    params: &[LX, LY, LZ],
    groups: &[],
    children: &[],
};

static RAMP: Element = Element {
    names: &["ramp"],
    doc: "x from 0 to `lx`, y centred; its height rises from 0 to `lz`.",
    text: None,
    params: &[LX, LY, LZ],
    groups: &[],
    children: &[],
};

static BUMP: Element = Element {
    names: &["semi_cylinder_bump"],
    doc: "Half an elliptic cylinder along x, centred.",
    text: None,
    params: &[LX, LY, LZ, VERTICES],
    groups: &[],
    children: &[],
};

static CONE: Element = Element {
    names: &["cone"],
    doc: "Axis +z, its base at 0 and its tip at `length`. Unknown to MVSim.",
    text: None,
    params: &[RADIUS, LENGTH, VERTICES],
    groups: &[],
    children: &[],
};
