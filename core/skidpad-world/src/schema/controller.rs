//! Controllers: what turns commands into torques and steering, by class of dynamics.

use super::Absent::{IsAnError, Leaves, Means};
use super::Allowed::{Any, NonNegative, OneOf, Positive};
use super::{Element, Family, Group, Kind, Param, Selector, attribute, child, single};

/// Which wheels of a plain Ackermann vehicle are driven.
pub(crate) const DRIVES: &[&str] = &["front", "rear", "all"];

const SELECTOR: Option<Selector> = Some(Selector { attribute: "class", aliases: &["type"], default: Some("raw") });
const DOC: &str = "What turns commands into torques and steering.";

/// Controllers of differential vehicles.
pub(super) static DIFFERENTIAL: Family =
    Family { variants: &[&DIFFERENTIAL_RAW, &DIFFERENTIAL_PID, &DIFFERENTIAL_IDEAL, &ROS2_CONTROL, &TRAJECTORY], ..CONTROLLER };

/// Controllers of plain Ackermann vehicles.
pub(super) static ACKERMANN: Family = Family {
    variants: &[&ACKERMANN_RAW, &ACKERMANN_PID, &ACKERMANN_STEER_PID, &ACKERMANN_IDEAL, &ACKERMANN_TRAJECTORY],
    ..CONTROLLER
};

/// Controllers of vehicles with a drivetrain.
pub(super) static DRIVETRAIN: Family = Family {
    variants: &[&DRIVETRAIN_RAW, &DRIVETRAIN_PID, &DRIVETRAIN_STEER_PID, &DRIVETRAIN_IDEAL, &TRAJECTORY],
    ..CONTROLLER
};

/// What a class of a program's own has besides its own parameters.
pub(super) const OWN: super::Common = (&[], &[], &[]);

const CONTROLLER: Family =
    Family { tag: "controller", aliases: &[], selector: SELECTOR, repeats: false, variants: &[], doc: DOC };

const fn kp(default: &'static str) -> Param {
    child("KP", Kind::Number("N·m·s/m"), Means(default), NonNegative, "Proportional gain.")
}

const fn max_torque(default: &'static str) -> Param {
    child("max_torque", Kind::Number("N·m"), Means(default), NonNegative, "Largest torque; 0 for no limit.")
}

const V: Param = child("V", Kind::Number("m/s"), Means("0"), Any, "Speed until the first command.");
const W: Param = child("W", Kind::Degrees("deg/s"), Means("0"), Any, "Yaw rate until the first command.");
const STEER_ANG: Param =
    child("STEER_ANG", Kind::Degrees("deg"), Means("0"), Any, "Steering angle until the first command.");
const STEER_ANG_DEG: Param =
    child("steer_ang_deg", Kind::Degrees("deg"), Means("0"), Any, "Steering angle until the first command.");

static PID: Group = Group {
    title: "Speed control",
    params: &[
        child("KI", Kind::Number("N·m/m"), Means("0"), NonNegative, "Integral gain."),
        child("KD", Kind::Number("N·m·s²/m"), Means("0"), NonNegative, "Derivative gain."),
        child("N", Kind::Number("rad/s"), Means("0"), NonNegative, "Bandwidth of the derivative's filter; 0 for none."),
        child("I_MAX", Kind::Number("m"), Leaves("no limit"), NonNegative, "Limit of the integral of the error.").ours(),
        child("enable_antiwindup", Kind::Flag, Means("false"), Any, "Holds the integrator back while the torque is at its limit."),
        child("enable_feedforward", Kind::Flag, Means("false"), Any, "Adds the torque that the slope asks for."),
        child("feedforward_gain", Kind::Number(""), Means("1"), Any, "Gain of that torque."),
        child("enable_reference_filter", Kind::Flag, Means("false"), Any, "Filters set points."),
        child("reference_filter_tau", Kind::Number("s"), Means("0.1"), Positive, "Time constant of that filter."),
        child("reference_filter_order", Kind::Integer, Means("1"), OneOf(&[1.0, 2.0]), "Order of that filter."),
        child("zero_threshold", Kind::Number("m/s"), Means("0.001"), NonNegative, "Set points below this count as zero."),
        child("stop_threshold", Kind::Number("m/s"), Means("0.05"), NonNegative, "Speeds below this count as stopped."),
    ],
    children: &[],
};

const NO_GAINS: &str = "this controller has no gains";

/// What `twist_pid` reads and other controllers may find beside their own parameters,
/// because definitions let their user choose the controller.
static SPARE_GAINS: Group = Group {
    title: "Parameters of other controllers",
    params: &[
        kp("0").spare(NO_GAINS),
        child("KI", Kind::Number("N·m/m"), Means("0"), NonNegative, "Integral gain.").spare(NO_GAINS),
        child("KD", Kind::Number("N·m·s²/m"), Means("0"), NonNegative, "Derivative gain.").spare(NO_GAINS),
        child("N", Kind::Number("rad/s"), Means("0"), NonNegative, "Bandwidth of the derivative's filter.").spare(NO_GAINS),
        child("I_MAX", Kind::Number("m"), Means("0"), NonNegative, "Limit of the integral of the error.").spare(NO_GAINS),
        max_torque("0").spare(NO_GAINS),
        child("enable_antiwindup", Kind::Flag, Means("false"), Any, "Anti-windup.").spare(NO_GAINS),
        child("enable_feedforward", Kind::Flag, Means("false"), Any, "Slope feed-forward.").spare(NO_GAINS),
        child("feedforward_gain", Kind::Number(""), Means("1"), Any, "Gain of the feed-forward.").spare(NO_GAINS),
        child("enable_reference_filter", Kind::Flag, Means("false"), Any, "Set point filter.").spare(NO_GAINS),
        child("reference_filter_tau", Kind::Number("s"), Means("0.1"), Positive, "Its time constant.").spare(NO_GAINS),
        child("reference_filter_order", Kind::Integer, Means("1"), OneOf(&[1.0, 2.0]), "Its order.").spare(NO_GAINS),
    ],
    children: &[],
};

static SPARE_SET_POINT: Group = Group {
    title: "Set points of other controllers",
    params: &[V.spare("torques are commanded directly"), W.spare("torques are commanded directly")],
    children: &[],
};

static DRIVE: Group = Group {
    title: "Driven wheels",
    params: &[
        attribute("drive", Kind::Choice(DRIVES), Means("front"), Any, "Which wheels the controller drives.").ours(),
    ],
    children: &[],
};

static DIFFERENTIAL_RAW: Element = Element {
    names: &["raw"],
    doc: "Torques as commanded; negative drives forward.",
    text: None,
    params: &[
        child("l_torque", Kind::Number("N·m"), Means("0"), Any, "Left torque until the first command.").ours(),
        child("r_torque", Kind::Number("N·m"), Means("0"), Any, "Right torque until the first command.").ours(),
    ],
    groups: &[&SPARE_GAINS, &SPARE_SET_POINT],
    children: &[],
};

static DIFFERENTIAL_PID: Element = Element {
    names: &["twist_pid"],
    doc: "Speed and yaw rate, by a PID controller on each side's speed.",
    text: None,
    params: &[kp("10"), max_torque("100"), V, W],
    groups: &[&PID],
    children: &[],
};

static DIFFERENTIAL_IDEAL: Element = IDEAL;

/// What the wheels of `ros2_control` take.
const COMMAND_INTERFACES: &[&str] = &["velocity", "effort"];
/// Who describes a robot of `ros2_control`.
const DESCRIPTION_SOURCES: &[&str] = &["generated", "topic"];

static ROS2_CONTROL: Element = Element {
    names: &["ros2_control"],
    doc: "Wheels as joints of ros2_control: each side turns as its joints are commanded, by a PID controller on the side's speed, or with the commanded torque. \
          Joints of one side share one command, their mean.",
    text: None,
    params: &[
        child("command_interface", Kind::Choice(COMMAND_INTERFACES), Means("velocity"), Any, "What joints are commanded with: rad/s or N·m, positive forward."),
        kp("10"),
        max_torque("100"),
        child("controllers_yaml", Kind::Text, Means(""), Any, "Parameters of the controller manager.")
            .ignored("start the controller manager with them"),
        child("robot_description", Kind::Choice(DESCRIPTION_SOURCES), Means("generated"), Any,
            "Whether the ROS node publishes a URDF with the joints, or leaves that to others."),
    ],
    groups: &[&PID],
    children: &[],
};

static ACKERMANN_RAW: Element = Element {
    names: &["raw", "front_steer"],
    doc: "Torques and steering as commanded; a negative torque drives forward.",
    text: None,
    params: &[
        child("fl_torque", Kind::Number("N·m"), Means("0"), Any, "Torque of the left driven wheel until the first command.").also(&["l_torque"]),
        child("fr_torque", Kind::Number("N·m"), Means("0"), Any, "Torque of the right driven wheel until the first command.").also(&["r_torque"]),
        STEER_ANG_DEG,
    ],
    groups: &[&DRIVE, &SPARE_GAINS, &SPARE_SET_POINT],
    children: &[],
};

static ACKERMANN_PID: Element = Element {
    names: &["twist_front_steer_pid", "twist_pid"],
    doc: "Speed and yaw rate, by a PID controller on each driven wheel's speed.",
    text: None,
    params: &[kp("100"), max_torque("100"), V, W],
    groups: &[&DRIVE, &PID],
    children: &[],
};

static ACKERMANN_STEER_PID: Element = Element {
    names: &["front_steer_pid"],
    doc: "Speed and steering angle.",
    text: None,
    params: &[kp("100"), max_torque("100"), V, STEER_ANG],
    groups: &[&DRIVE, &PID],
    children: &[],
};

static ACKERMANN_IDEAL: Element = Element { groups: &[&DRIVE, &SPARE_GAINS], ..IDEAL };

const IDEAL: Element = Element {
    names: &["twist_ideal"],
    doc: "The commanded twist, exactly: friction does not act, contacts do.",
    text: None,
    params: &[V, W],
    groups: &[&SPARE_GAINS],
    children: &[],
};

static DRIVETRAIN_RAW: Element = Element {
    names: &["raw", "front_steer"],
    doc: "Engine torque and steering as commanded; a negative torque drives forward.",
    text: None,
    params: &[
        child("torque", Kind::Number("N·m"), Means("0"), Any, "Engine torque until the first command."),
        STEER_ANG_DEG,
    ],
    groups: &[&SPARE_GAINS, &SPARE_SET_POINT],
    children: &[],
};

static DRIVETRAIN_PID: Element = Element {
    names: &["twist_front_steer_pid", "twist_pid"],
    doc: "Speed and yaw rate, by one PID controller on the engine.",
    text: None,
    params: &[kp("100"), max_torque("400"), V, W],
    groups: &[&PID],
    children: &[],
};

static DRIVETRAIN_STEER_PID: Element = Element {
    names: &["front_steer_pid"],
    doc: "Speed and steering angle.",
    text: None,
    params: &[kp("100"), max_torque("100"), V, STEER_ANG],
    groups: &[&PID],
    children: &[],
};

static DRIVETRAIN_IDEAL: Element = IDEAL;

static TRAJECTORY: Element = TRAJECTORY_ELEMENT;

static ACKERMANN_TRAJECTORY: Element = Element { groups: &[&DRIVE, &SPARE_GAINS, &SPARE_TWIST], ..TRAJECTORY_ELEMENT };

static SPARE_TWIST: Group = Group {
    title: "Set points of other controllers",
    params: &[V.spare("the trajectory says how fast"), W.spare("the trajectory says how fast")],
    children: &[],
};

const TRAJECTORY_ELEMENT: Element = Element {
    names: &["trajectory"],
    doc: "Pure pursuit along waypoints with times; the twist acts as with `twist_ideal`. The vehicle steers towards a point ahead on the polyline, with the curvature 2·y/d² of that point in its own frame, at the speed of the polyline plus what it is behind (1/s). Commands are refused.",
    text: None,
    params: &[
        attribute("loop", Kind::Flag, Means("false"), Any, "Whether it starts again after the last waypoint; otherwise the vehicle stops there."),
        child("lookahead_distance", Kind::Number("m"), Means("0.5"), Positive, "How far ahead on the polyline the point is that it steers to."),
        child("max_angular_speed", Kind::Number("rad/s"), Means("2.0"), NonNegative, "Largest yaw rate; beyond it the vehicle drives slower. 0 for no limit."),
        child("viz_height", Kind::Number("m"), Means("0.5"), Any, "Height at which a viewer draws the trajectory."),
    ],
    groups: &[&SPARE_GAINS, &SPARE_TWIST],
    children: &[&WAYPOINT],
};

static WAYPOINT: Family = single("waypoint", true, "A place with a time.", &[&Element {
    names: &[],
    doc: "A place with a time. Waypoints are sorted by time; two in one place are a pause.",
    text: None,
    params: &[
        attribute("t", Kind::Number("s"), IsAnError, Any, "When the vehicle is there."),
        attribute("x", Kind::Number("m"), IsAnError, Any, "x in the world."),
        attribute("y", Kind::Number("m"), IsAnError, Any, "y in the world."),
    ],
    groups: &[],
    children: &[],
}]);
