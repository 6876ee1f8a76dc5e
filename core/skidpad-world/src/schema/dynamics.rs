//! Classes of vehicles: wheels, chassis, drivetrain.

use super::Absent::{Leaves, Means};
use super::Allowed::{Any, AtLeast, Between, NonNegative, Positive};
use super::object::{SHAPE, VISUAL};
use super::{Element, Family, Group, Kind, Param, Selector, attribute, child, controller, race_car, single};

/// Types of drivetrain.
pub(crate) const DRIVETRAINS: &[&str] =
    &["open_front", "open_rear", "open_4wd", "torsen_front", "torsen_rear", "torsen_4wd"];

/// Types of a single differential.
pub(crate) const DIFFERENTIALS: &[&str] = &["open", "torsen"];

/// How a Torsen moves torque.
pub(crate) const TORSEN_LAWS: &[&str] = &["mvsim", "bias_ratio"];

/// A wheel of a class: its tag, and where it is when the file has no such tag [m].
pub(crate) struct WheelSlot {
    /// The tag.
    pub(crate) tag: &'static str,
    /// Position of a wheel that the file leaves out.
    pub(crate) default_m: (f64, f64),
}

/// Wheels of `differential`, in order.
pub(crate) const TWO_WHEELS: &[WheelSlot] =
    &[WheelSlot { tag: "l_wheel", default_m: (0.0, 0.5) }, WheelSlot { tag: "r_wheel", default_m: (0.0, -0.5) }];

/// Wheels of `differential_3_wheels`, in order.
pub(crate) const THREE_WHEELS: &[WheelSlot] = &[
    WheelSlot { tag: "l_wheel", default_m: (0.0, 0.5) },
    WheelSlot { tag: "r_wheel", default_m: (0.0, -0.5) },
    WheelSlot { tag: "caster_wheel", default_m: (0.5, 0.0) },
];

/// Wheels of `differential_4_wheels`, in order.
pub(crate) const FOUR_WHEELS: &[WheelSlot] = &[
    WheelSlot { tag: "lr_wheel", default_m: (0.0, 0.5) },
    WheelSlot { tag: "rr_wheel", default_m: (0.0, -0.5) },
    WheelSlot { tag: "lf_wheel", default_m: (0.5, 0.5) },
    WheelSlot { tag: "rf_wheel", default_m: (0.5, -0.5) },
];

/// Wheels of the Ackermann classes, in order; the front ones are placed by `f_wheels_x` and `f_wheels_d`.
pub(crate) const CAR_WHEELS: &[WheelSlot] = &[
    WheelSlot { tag: "rl_wheel", default_m: (0.0, 0.9) },
    WheelSlot { tag: "rr_wheel", default_m: (0.0, -0.9) },
    WheelSlot { tag: "fl_wheel", default_m: (1.3, 1.0) },
    WheelSlot { tag: "fr_wheel", default_m: (1.3, -1.0) },
];

/// Where a wheel of a differential vehicle is when its tag has no `pos` [m], whatever its side.
pub(crate) const WHEEL_WITHOUT_POS_M: (f64, f64) = (0.0, -0.5);

/// Outline of a differential vehicle's chassis without `shape` [m].
pub(crate) const ROBOT_OUTLINE_M: &[(f64, f64)] =
    &[(-0.4, -0.5), (-0.4, 0.5), (0.4, 0.5), (0.6, 0.3), (0.6, -0.3), (0.4, -0.5)];

/// Outline of an Ackermann vehicle's chassis without `shape` [m].
pub(crate) const CAR_OUTLINE_M: &[(f64, f64)] =
    &[(-0.8, -1.0), (-0.8, 1.0), (1.5, 0.9), (1.8, 0.8), (1.8, -0.8), (1.5, -0.9)];

/// The class of a vehicle.
pub(super) static DYNAMICS: Family = Family {
    tag: "dynamics",
    aliases: &[],
    selector: Some(Selector { attribute: "class", aliases: &["type"], default: None }),
    repeats: false,
    variants: &[&DIFFERENTIAL, &DIFFERENTIAL_3, &DIFFERENTIAL_4, &ACKERMANN, &ACKERMANN_DRIVETRAIN, &race_car::RACE_CAR],
    doc: "What drives and steers a vehicle.",
};

/// A wheel tag.
const fn wheel(tag: &'static str, aliases: &'static [&'static str]) -> Family {
    Family { aliases, ..single(tag, false, "A wheel.", WHEEL_VARIANTS) }
}

/// A wheel tag of a race car.
const fn race_wheel(tag: &'static str) -> Family {
    single(tag, false, "A wheel.", RACE_WHEEL_VARIANTS)
}

static L_WHEEL: Family = wheel("l_wheel", &["left_wheel"]);
static R_WHEEL: Family = wheel("r_wheel", &["right_wheel"]);
static CASTER_WHEEL: Family = single("caster_wheel", false, "The third wheel.", CASTER_VARIANTS);
static LR_WHEEL: Family = wheel("lr_wheel", &["rear_left_wheel", "left_rear_wheel"]);
static LF_WHEEL: Family = wheel("lf_wheel", &["front_left_wheel", "left_front_wheel"]);
static RF_WHEEL: Family = wheel("rf_wheel", &["front_right_wheel", "right_front_wheel"]);
static RR_WHEEL: Family = wheel("rr_wheel", &["rear_right_wheel", "right_rear_wheel"]);
static RL_WHEEL: Family = wheel("rl_wheel", &["rear_left_wheel", "left_rear_wheel"]);
static FL_WHEEL: Family = wheel("fl_wheel", &["front_left_wheel", "left_front_wheel"]);
static FR_WHEEL: Family = wheel("fr_wheel", &["front_right_wheel", "right_front_wheel"]);

/// Front left wheel of a race car.
pub(super) static RACE_FL_WHEEL: Family = race_wheel("fl_wheel");
/// Front right wheel of a race car.
pub(super) static RACE_FR_WHEEL: Family = race_wheel("fr_wheel");
/// Rear left wheel of a race car.
pub(super) static RACE_RL_WHEEL: Family = race_wheel("rl_wheel");
/// Rear right wheel of a race car.
pub(super) static RACE_RR_WHEEL: Family = race_wheel("rr_wheel");

static WHEEL_VARIANTS: &[&Element] = &[&Element {
    names: &[],
    doc: "A wheel.",
    text: None,
    params: &[attribute("diameter", Kind::Number("m"), Means("0.4"), Positive, "Diameter.")],
    groups: &[&ROLLING],
    children: &[&VISUAL],
}];

static CASTER_VARIANTS: &[&Element] = &[&Element {
    names: &[],
    doc: "The third wheel. It does not swivel unless it is told to.",
    text: None,
    params: &[
        attribute("diameter", Kind::Number("m"), Means("0.4"), Positive, "Diameter."),
        attribute("swivel", Kind::Flag, Means("false"), Any,
            "Whether it is a caster: it turns freely about its pivot at `pos`, follows the motion and takes no side force.").ours(),
        attribute("trail", Kind::Number("m"), Leaves("a quarter of the diameter"), Positive,
            "How far its contact point is behind the pivot; on this way it loses most of a wrong direction. A wheel with a trail swivels.").ours(),
    ],
    groups: &[&ROLLING],
    children: &[&VISUAL],
}];

static RACE_WHEEL_VARIANTS: &[&Element] = &[&Element {
    names: &[],
    doc: "A wheel of a race car, for pictures and collisions; its motion follows the parameters of the car.",
    text: None,
    params: &[attribute("diameter", Kind::Number("m"), Leaves("twice the car's `wheel_radius_m`"), Positive, "Diameter.")],
    groups: &[&ROLLING],
    children: &[&VISUAL],
}];

static ROLLING: Group = Group {
    title: "Every wheel",
    params: &[
        attribute("pos", Kind::PointOrPose2, Leaves("the place that its class gives it"), Any,
            "Place on the vehicle, and yaw. Ackermann classes place front wheels by `f_wheels_x` and `f_wheels_d`."),
        attribute("mass", Kind::Number("kg"), Means("2.0"), Positive, "Mass."),
        attribute("width", Kind::Number("m"), Means("0.2"), Positive, "Width."),
        attribute("color", Kind::Color, Means("#323232"), Any, "Colour."),
        attribute("inertia", Kind::Number("kg·m²"), Leaves("that of a solid disc, ½·m·(d/2)²"), Any,
            "Inertia about the axle; −1 means not given."),
        attribute("brake_torque", Kind::Number("N·m"), Leaves("as `<brake>` says"), NonNegative,
            "Largest torque of the brake pedal at this wheel, in a vehicle with a `<brake>`.").ours(),
        attribute("joint_name", Kind::Text, Leaves("its tag and `_joint`"), Any, "Name of its joint, under the controller `ros2_control`."),
        attribute("linked_yaw", Kind::Text, Means(""), Any, "Name of a visual of the vehicle that turns with the steering."),
        attribute("linked_yaw_offset_deg", Kind::Degrees("deg"), Means("0"), Any, "Added to the angle of that visual."),
    ],
    children: &[],
};

const fn chassis_mass(default: &'static str) -> Param {
    attribute("mass", Kind::Number("kg"), Means(default), Positive, "Mass without the wheels.")
}

const fn zmin(default: &'static str) -> Param {
    attribute("zmin", Kind::Number("m"), Means(default), Any, "Lower end.")
}

const fn zmax(default: &'static str) -> Param {
    attribute("zmax", Kind::Number("m"), Means(default), Any, "Upper end.")
}

const fn chassis_color(default: &'static str) -> Param {
    attribute("color", Kind::Color, Means(default), Any, "Colour of the prism that draws it without a visual.")
}

static BODY: Group = Group {
    title: "Body",
    params: &[
        attribute("linear_damping", Kind::Number("1/s"), Means("0.1"), NonNegative,
            "Share of its speed that the vehicle loses per second. The default is MVSim's and not air drag, which grows with the square of the speed: at 20 m/s it brakes by 2 m/s². Write 0 for physical coast-downs."),
        attribute("angular_damping", Kind::Number("1/s"), Means("0.1"), NonNegative, "Share of its turning rate that the vehicle loses per second."),
        child("shape_from_visual", Kind::Presence, Means("false"), Any,
            "Takes outline and height from the vehicle's visuals."),
    ],
    children: &[&SHAPE],
};

static ROBOT_CHASSIS: Family = single("chassis", false, "The body of the vehicle.", &[&Element {
    names: &[],
    doc: "The body. Without `shape` it is a hexagon 1.0 m long and 1.0 m wide.",
    text: None,
    params: &[chassis_mass("15"), zmin("0.05"), zmax("0.6"), chassis_color("#FF0000")],
    groups: &[&BODY],
    children: &[],
}]);

static CAR_CHASSIS: Family = single("chassis", false, "The body of the vehicle.", &[&Element {
    names: &[],
    doc: "The body. Without `shape` it is a hexagon 2.6 m long and 2.0 m wide.",
    text: None,
    params: &[chassis_mass("500"), zmin("0.20"), zmax("1.40"), chassis_color("#E83000")],
    groups: &[&BODY],
    children: &[],
}]);

/// The body of a race car, whose mass is the parameter `m`.
pub(super) static RACE_CHASSIS: Family = single("chassis", false, "The body of the vehicle.", &[&Element {
    names: &[],
    doc: "The body. Without `shape` it is a rectangle 3.19 m long and 1.55 m wide.",
    text: None,
    params: &[
        attribute("mass", Kind::Number("kg"), Leaves("the parameter `m` of the race car"), Positive, "Mass with the wheels."),
        zmin("0.05"),
        zmax("1.10"),
        chassis_color("#C00000"),
        attribute("linear_damping", Kind::Number("1/s"), Means("0"), NonNegative, "Damping of motion.")
            .ignored("a race car is slowed by its resistance alone"),
        attribute("angular_damping", Kind::Number("1/s"), Means("0"), NonNegative, "Damping of rotation.")
            .ignored("a race car is slowed by its tyres alone"),
        child("shape_from_visual", Kind::Presence, Means("false"), Any, "Takes outline and height from the vehicle's visuals."),
    ],
    groups: &[],
    children: &[&SHAPE],
}]);

/// What a class of a program's own has besides its own parameters: a body and wheels in the order in which they are
/// written.
pub(super) const OWN: super::Common = (&[], &[], &[&OWN_WHEEL, &ROBOT_CHASSIS]);

static OWN_WHEEL: Family = single("wheel", true, "A wheel.", WHEEL_VARIANTS);

static DIFFERENTIAL: Element = Element {
    names: &["differential"],
    doc: "Two wheels, driven apart: 0 `l_wheel`, 1 `r_wheel`.",
    text: None,
    params: &[],
    groups: &[],
    children: &[&L_WHEEL, &R_WHEEL, &ROBOT_CHASSIS, &controller::DIFFERENTIAL],
};

static DIFFERENTIAL_3: Element = Element {
    names: &["differential_3_wheels"],
    doc: "Two driven wheels and a third: 0 `l_wheel`, 1 `r_wheel`, 2 `caster_wheel`. As in MVSim the third wheel does not swivel: it is dragged sideways when the vehicle turns, and resists; `swivel=\"true\"` on it makes it a caster.",
    text: None,
    params: &[],
    groups: &[],
    children: &[&L_WHEEL, &R_WHEEL, &CASTER_WHEEL, &ROBOT_CHASSIS, &controller::DIFFERENTIAL],
};

static DIFFERENTIAL_4: Element = Element {
    names: &["differential_4_wheels"],
    doc: "Four wheels, left and right driven apart: 0 `lr_wheel`, 1 `rr_wheel`, 2 `lf_wheel`, 3 `rf_wheel`.",
    text: None,
    params: &[],
    groups: &[],
    children: &[&LR_WHEEL, &RR_WHEEL, &LF_WHEEL, &RF_WHEEL, &ROBOT_CHASSIS, &controller::DIFFERENTIAL],
};

static STEERED: Group = Group {
    title: "Steered front wheels",
    params: &[
        child("f_wheels_x", Kind::Number("m"), Means("1.3"), Any, "x of the front wheels."),
        child("f_wheels_d", Kind::Number("m"), Means("2.0"), Positive, "Distance between the front wheels."),
        child("max_steer_ang_deg", Kind::Degrees("deg"), Means("30"), Between(0.0, 89.4),
            "Largest steering angle of the middle of the front axle."),
    ],
    children: &[],
};

static ACKERMANN: Element = Element {
    names: &["ackermann", "car_ackermann"],
    doc: "Steered front wheels, each driven wheel with its own torque: 0 `rl_wheel`, 1 `rr_wheel`, 2 `fl_wheel`, 3 `fr_wheel`.",
    text: None,
    params: &[],
    groups: &[&STEERED],
    children: &[&RL_WHEEL, &RR_WHEEL, &FL_WHEEL, &FR_WHEEL, &CAR_CHASSIS, &controller::ACKERMANN, &DRIVETRAIN],
};

static ACKERMANN_DRIVETRAIN: Element = Element {
    names: &["ackermann_drivetrain"],
    doc: "Steered front wheels, one engine, differentials: 0 `rl_wheel`, 1 `rr_wheel`, 2 `fl_wheel`, 3 `fr_wheel`.",
    text: None,
    params: &[],
    groups: &[&STEERED],
    children: &[&RL_WHEEL, &RR_WHEEL, &FL_WHEEL, &FR_WHEEL, &CAR_CHASSIS, &controller::DRIVETRAIN, &DRIVETRAIN],
};

const fn split(name: &'static str, doc: &'static str) -> Param {
    child(name, Kind::Number(""), Means("0.5"), Between(0.0, 1.0), doc)
}

const fn bias(name: &'static str, doc: &'static str) -> Param {
    child(name, Kind::Number(""), Means("1.5"), AtLeast(1.0), doc)
}

const fn differential(name: &'static str, doc: &'static str) -> Param {
    attribute(name, Kind::Choice(DIFFERENTIALS), Leaves("as `type` says"), Any, doc).ours()
}

static DRIVETRAIN: Family = single("drivetrain", false, "How the engine's torque reaches the wheels.", &[&Element {
    names: &[],
    doc: "How the engine's torque reaches the wheels. Plain `ackermann` vehicles have no engine and ignore it.",
    text: None,
    params: &[
        attribute("type", Kind::Choice(DRIVETRAINS), Means("torsen_4wd"), Any, "Driven axles, and kind of all differentials.").also(&["class"]),
        differential("front", "Differential between the front wheels."),
        differential("rear", "Differential between the rear wheels."),
        differential("center", "Differential between the axles."),
        attribute("law", Kind::Choice(TORSEN_LAWS), Means("mvsim"), Any,
            "How Torsen differentials move torque to the slower side: by MVSim's formula, or as a data sheet has it (`bias_ratio`): up to bias times the torque of the faster side, a locking torque of (bias − 1)/(bias + 1) of the input.").ours(),
        split("front_rear_split", "Share of the front axle."),
        split("front_left_right_split", "Share of the front left wheel in its axle."),
        split("rear_left_right_split", "Share of the rear left wheel in its axle."),
        bias("front_rear_bias", "Bias of a Torsen between the axles: the ratio of speeds that it tolerates before it moves torque to the slower side. This is MVSim's formula; with `law=\"bias_ratio\"` it is the torque bias ratio (TBR) of a data sheet."),
        bias("front_left_right_bias", "The same at the front."),
        bias("rear_left_right_bias", "The same at the rear."),
    ],
    groups: &[],
    children: &[],
}]);
