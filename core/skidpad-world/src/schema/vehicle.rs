//! Vehicles: what is not dynamics, friction or sensors.

use super::Absent::{IsAnError, Leaves, Means};
use super::Allowed::{Any, NonNegative, Positive};
use super::dynamics::DYNAMICS;
use super::friction::FRICTION;
use super::object::{NAMED, PLACED, VISUAL};
use super::powertrain::{BRAKE, MOTOR};
use super::sensor::SENSOR;
use super::{Element, Family, Kind, attribute, child, single};

/// What odometry is computed from.
pub(crate) const ODOMETRY_SOURCES: &[&str] = &["encoders", "truth"];

/// A vehicle.
pub(super) static VEHICLE: Family = single("vehicle", true, "A vehicle or mobile robot.", &[&Element {
    names: &[],
    doc: "A vehicle or mobile robot. Its origin is the reference point of all that is mounted on it; the ground is z = 0.",
    text: None,
    params: &[
        child("log_path", Kind::Text, Means(""), Any, "Prefix of its log files."),
        child("auto_start_recording", Kind::Flag, Means("false"), Any, "Whether logging starts at once."),
        child("command_timeout", Kind::Number("s"), Leaves("the world's"), Positive,
            "A command older than this stops the vehicle.").ours(),
    ],
    groups: &[&NAMED, &PLACED],
    children: &[&DYNAMICS, &FRICTION, &AERO, &BRAKE, &MOTOR, &LOAD_TRANSFER, &ODOMETRY, &SENSOR, &VISUAL],
}]);

static ODOMETRY: Family = single("odometry", false, "How odometry errs.", &[&Element {
    names: &[],
    doc: "How odometry errs.",
    text: None,
    params: &[
        attribute("x_multiplier", Kind::Number(""), Leaves("drawn once from N(1, 0.02)"), Any, "Scale of forward motion."),
        attribute("y_multiplier", Kind::Number(""), Leaves("drawn once from N(1, 0.02)"), Any, "Scale of sideways motion."),
        attribute("yaw_multiplier", Kind::Number(""), Leaves("drawn once from N(1, 0.02)"), Any, "Scale of turning."),
        attribute("source", Kind::Choice(ODOMETRY_SOURCES), Means("encoders"), Any,
            "What it is computed from: wheel encoders, or the true motion, scaled, as in MVSim.").ours(),
        attribute("linear_noise", Kind::Number("m/√m"), Means("0"), NonNegative,
            "Standard deviation of the forward motion after one metre; it grows with the root of the way, so that 0.01 means 0.1 m after 100 m.").ours(),
        attribute("angular_noise", Kind::Number("rad/√rad"), Means("0"), NonNegative,
            "Standard deviation of the heading after a turn of one radian; it grows with the root of the turn.").ours(),
    ],
    groups: &[],
    children: &[],
}]);

static AERO: Family = single("aero", false, "What the air does to a wheeled vehicle.", &[&Element {
    names: &[],
    doc: "What still air does to a wheeled vehicle: drag ½·ρ·CdA·v² against its motion, and a load of ½·ρ·ClA·v² on its wheels. Set `linear_damping` of the chassis to 0 beside it. On a race car it takes the place of the parameters `resistance_ns2pm2` (½·ρ·CdA) and `downforce_ns2pm2` (ρ·ClA), so it cannot stand beside them.",
    text: None,
    params: &[
        attribute("drag_area", Kind::Number("m²"), Means("0"), NonNegative, "Drag coefficient times frontal area, CdA.").ours(),
        attribute("downforce_area", Kind::Number("m²"), Means("0"), NonNegative, "Downforce coefficient times area, ClA; shared equally by the wheels, by `downforce_front_share` on a race car.").ours(),
        attribute("air_density", Kind::Number("kg/m³"), Means("1.225"), NonNegative, "Density of the air, ρ.").ours(),
    ],
    groups: &[],
    children: &[],
}]);

static LOAD_TRANSFER: Family = single("load_transfer", false, "How weight moves between the wheels.", &[&Element {
    names: &[],
    doc: "How weight moves between the wheels. Without it every wheel carries the same, as in MVSim.",
    text: None,
    params: &[
        attribute("com_height", Kind::Number("m"), IsAnError, NonNegative, "Height of the centre of mass.").ours(),
        attribute("track", Kind::Number("m"), Leaves("taken from the wheels"), Positive, "Distance between left and right wheels.").ours(),
        attribute("wheelbase", Kind::Number("m"), Leaves("taken from the wheels"), Positive, "Distance between front and rear wheels.").ours(),
        attribute("dynamic", Kind::Flag, Means("true"), Any, "Whether accelerations move weight, or the place of the centre of mass only.").ours(),
    ],
    groups: &[],
    children: &[],
}]);
