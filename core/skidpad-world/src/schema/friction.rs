//! How wheels hold on to the ground.

use super::Absent::{Leaves, Means};
use super::Allowed::{Any, Between, NonNegative, Positive};
use super::{Element, Family, Group, Kind, Param, Selector, attribute, child};

/// How lateral and longitudinal limits combine.
pub(crate) const LIMITS: &[&str] = &["square", "circle"];

/// When friction holds a vehicle on a slope.
pub(crate) const HOLDS: &[&str] = &["standing", "never", "always"];

/// A model of ground contact.
pub(super) static FRICTION: Family = Family {
    tag: "friction",
    aliases: &[],
    selector: Some(Selector { attribute: "class", aliases: &["type"], default: None }),
    repeats: false,
    variants: &[&DEFAULT, &WARD_IAGNEMMA, &ELLIPSE],
    doc: "How wheels hold on to the ground; every wheel of a vehicle has the same.",
};

/// What a class of a program's own has besides its own parameters.
pub(super) const OWN: super::Common = (&[], &[&EVERY], &[]);

static EVERY: Group = Group {
    title: "Every friction model",
    params: &[
        child("C_damping", Kind::Number("N·m·s/rad"), Means("0.01"), NonNegative, "Viscous torque on a turning wheel."),
        child("C_rr", Kind::Number(""), Means("0"), NonNegative, "Coefficient of rolling resistance."),
        attribute("friction_limit", Kind::Choice(LIMITS), Means("square"), Any,
            "Whether lateral and longitudinal limits are independent (`square`) or the resultant stays within the limit (`circle`).").ours(),
        attribute("hold", Kind::Choice(HOLDS), Leaves("`standing`, or `always` under `<compat>mvsim</compat>`"), Any,
            "When friction holds a vehicle on a slope: while it stands and nothing drives it, as a parking brake does (`standing`); `never`; or `always`, the law of MVSim, by which friction cancels the slope also in motion.").ours(),
        attribute("slip_velocity", Kind::Number("m/s"), Leaves("μ·g·5 ms"), Positive,
            "Side speed at which a wheel gives its full friction where wheels drag each other sideways: skid steering, tandem axles, a third wheel that does not swivel. A larger one lets such a vehicle turn more easily. It does not act on vehicles that can turn without it: two wheels on one axle, steered wheels.").ours(),
        attribute("free_rolling", Kind::Flag, Means("false"), Any, "The older way to write `hold=\"never\"`.").ours(),
    ],
    children: &[],
};

const MU: Param = child("mu", Kind::Number(""), Means("0.8"), NonNegative, "Friction coefficient.");

static DEFAULT: Element = Element {
    names: &["default"],
    doc: "Coulomb friction along and across the wheel.",
    text: None,
    params: &[MU],
    groups: &[&EVERY],
    children: &[],
};

static WARD_IAGNEMMA: Element = Element {
    names: &["wardiagnemma"],
    doc: "Coulomb friction with the rolling resistance of Ward and Iagnemma: N·(R1·(1 − e^(−A_roll·|v|)) + R2·|v|).",
    text: None,
    params: &[
        MU,
        child("A_roll", Kind::Number("s/m"), Means("50"), NonNegative, "Steepness near rest."),
        child("R1", Kind::Number(""), Means("0.0075"), NonNegative, "Constant part."),
        child("R2", Kind::Number("s/m"), Means("0.02"), NonNegative, "Part that grows with speed."),
    ],
    groups: &[&EVERY],
    children: &[],
};

static ELLIPSE: Element = Element {
    names: &["ellipse"],
    doc: "Limits on an ellipse of slip angle and slip ratio.",
    text: None,
    params: &[
        child("C_alpha", Kind::Number("1/rad"), Means("8.5"), NonNegative, "Cornering stiffness coefficient."),
        child("C_s", Kind::Number(""), Means("7.5"), NonNegative, "Longitudinal stiffness coefficient."),
        child("slip_angle_saturation", Kind::Number("rad"), Means("0.1"), Positive, "Slip angle of the largest force."),
        child("slip_ratio_saturation", Kind::Number(""), Means("0.1"), Positive, "Slip ratio of the largest force."),
        child("C_alpha_s", Kind::Number(""), Means("0.5"), Between(0.0, 1.0), "How much slip ratio takes from lateral force."),
        child("C_s_alpha", Kind::Number(""), Means("0.5"), Between(0.0, 1.0), "How much slip angle takes from longitudinal force."),
        Param { absent: Means("0"), ..MU }.spare("the ellipse model limits forces by its own coefficients"),
    ],
    groups: &[&EVERY],
    children: &[],
};
