//! Brakes, motors and batteries of a vehicle.

use super::Absent::{IsAnError, Leaves, Means};
use super::Allowed::{Any, Between, NonNegative, Positive};
use super::{Element, Family, Kind, Param, attribute, child, single};

const fn torque(name: &'static str, absent: &'static str, doc: &'static str) -> Param {
    attribute(name, Kind::Number("N·m"), Leaves(absent), NonNegative, doc).ours()
}

/// Brakes.
pub(super) static BRAKE: Family = single("brake", false, "The brakes of the wheels.", &[&Element {
    names: &[],
    doc: "The brakes of the wheels. A brake stops a wheel and never turns it back; it is pressed by commands \
          (`brake`, `handbrake`), from 0 to 1. Torques are those of one wheel. Front wheels are those ahead of the \
          middle of the wheels; the wheels of a single axle are rear wheels.",
    text: None,
    params: &[
        attribute("torque", Kind::Number("N·m"), IsAnError, NonNegative, "Largest torque at each wheel.").ours(),
        torque("front_torque", "`torque`", "Largest torque at each front wheel."),
        torque("rear_torque", "`torque`", "Largest torque at each rear wheel."),
        torque("hand_torque", "that of the pedal", "Largest torque of the hand brake, at each rear wheel."),
        torque("parking_torque", "that of the pedal",
            "Largest torque with which each wheel is held while the vehicle stands on a slope without a command (`hold=\"standing\"` of `<friction>`)."),
    ],
    groups: &[],
    children: &[],
}]);

/// Motors.
pub(super) static MOTOR: Family = single("motor", false, "What limits the torques of a vehicle's motors.", &[&Element {
    names: &[],
    doc: "What limits the torques that a controller or a command asks for: one motor for each driven wheel, or one \
          engine in front of a drivetrain. Torques of commands are those behind the gear. No motor drives its wheel \
          beyond its own speed; the wheel of an open differential may turn faster than the engine, as the other turns slower.",
    text: None,
    params: &[
        torque("torque", "no limit", "Largest torque of the motor."),
        attribute("power", Kind::Number("W"), Leaves("no limit"), Positive, "Largest mechanical power of the motor: beyond power/torque its torque is power/speed.").ours(),
        attribute("speed", Kind::Number("rad/s"), Leaves("no limit"), Positive, "Top speed of the motor; beyond it the motor does not drive.").ours(),
        child("table", Kind::Rows, Leaves("`torque`, `power` and `speed` alone"), Any,
            "Torque over speed, one line for each point: speed [rad/s] of the motor, rising from 0, and its largest torque [N·m]; straight lines between, no torque beyond the last.").ours(),
        attribute("gear_ratio", Kind::Number(""), Means("1"), Positive, "Turns of the motor per turn of the wheel.").ours(),
        attribute("efficiency", Kind::Number(""), Means("1"), Between(0.01, 1.0),
            "Share of the power that passes the gear: from the motor to the wheel while it drives, from the wheel to the motor while it brakes.").ours(),
    ],
    groups: &[],
    children: &[&BATTERY],
}]);

static BATTERY: Family = single("battery", false, "What feeds the motors.", &[&Element {
    names: &[],
    doc: "What feeds the motors. An empty battery drives nothing; motors that brake charge it.",
    text: None,
    params: &[
        attribute("capacity", Kind::Number("W·h"), IsAnError, Positive, "Energy of the full battery.").ours(),
        attribute("charge", Kind::Number(""), Means("1"), Between(0.0, 1.0), "State of charge at the start: 0 is empty, 1 full.").ours(),
    ],
    groups: &[],
    children: &[],
}]);
