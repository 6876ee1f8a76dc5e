//! Wheels as joints of ros2_control.

use skidpad_messages::{JointInterface, VehicleId, VehicleJoints, WheelJoint, WheelSide};
use skidpad_world::description::{self, Controller, Vehicle, Wheel};

/// The joints of a vehicle, if its controller has any.
pub(super) fn joints_of(id: VehicleId, vehicle: &Vehicle) -> Option<VehicleJoints> {
    let Some(Controller::Joints { interface, control, has_description }) = vehicle.dynamics.controller()
    else {
        return None;
    };
    let joint = |(index, wheel): (usize, &Wheel)| WheelJoint {
        name: wheel.joint_name.clone(),
        radius_m: 0.5 * wheel.diameter_m,
        // The first two wheels, and the next two if there are four, are a left and a right one.
        side: match (index, vehicle.wheels.len()) {
            (2, 3) => None,
            _ if index % 2 == 0 => Some(WheelSide::Left),
            _ => Some(WheelSide::Right),
        },
    };
    let y_m = |index: usize| vehicle.wheels.get(index).map_or(0.0, |wheel| wheel.pose_in_vehicle.y_m);
    Some(VehicleJoints {
        vehicle: id,
        interface: match interface {
            description::JointInterface::Velocity => JointInterface::Velocity,
            description::JointInterface::Effort => JointInterface::Effort,
        },
        joints: vehicle.wheels.iter().enumerate().map(joint).collect(),
        track_m: y_m(0) - y_m(1),
        max_torque_nm: control.max_torque_nm,
        has_description: *has_description,
    })
}
