//! Wheels as joints of ros2_control: their states for a controller manager's hardware, and its commands.
//!
//! The topics are those of `topic_based_ros2_control/TopicBasedSystem`: `robot_joint_states` and
//! `robot_joint_commands`, both sensor_msgs/JointState. Positive is forward.

use crate::VehicleNames;
use crate::msg::{Header, JointState};
use skidpad_math::Twist2;
use skidpad_messages::{
    Command, Drive, JointInterface, Request, Roster, VehicleId, VehicleJoints, VehicleObservation,
    WheelJoint, WheelSide,
};
use std::collections::BTreeMap;

/// The joints of a vehicle, if it has any.
pub(super) fn joints_of(roster: &Roster, vehicle: VehicleId) -> Option<&VehicleJoints> {
    roster.joints.iter().find(|joints| joints.vehicle == vehicle)
}

/// Angle, spin and torque of every joint.
pub(super) fn robot_joint_states(
    joints: &VehicleJoints,
    seen: &VehicleObservation,
    stamp_ns: u64,
    names: &VehicleNames,
) -> JointState {
    let wheels = &seen.wheels;
    JointState {
        header: Header::new(stamp_ns, &names.base_link()),
        name: joints.joints.iter().map(|joint| joint.name.clone()).collect(),
        position: wheels.iter().map(|wheel| wheel.rotation_rad).collect(),
        velocity: wheels.iter().map(|wheel| wheel.spin_radps).collect(),
        effort: wheels.iter().map(|wheel| wheel.torque_nm).collect(),
    }
}

/// Turns messages about joints into checked commands. A joint keeps its command until the next one.
#[derive(Debug, Clone, Default)]
pub struct JointCommands {
    held: BTreeMap<VehicleId, Vec<f64>>,
}

impl JointCommands {
    /// The command that a message means, or why there is none.
    pub fn take(
        &mut self,
        roster: &Roster,
        vehicle: VehicleId,
        message: &JointState,
    ) -> Result<Command, String> {
        let joints = joints_of(roster, vehicle).ok_or("the vehicle has no joints")?;
        let (values, kind) = match joints.interface {
            JointInterface::Velocity => (&message.velocity, "velocity"),
            JointInterface::Effort => (&message.effort, "effort"),
        };
        if values.len() != message.name.len() {
            return Err(format!("{} names, but {} numbers of {kind}", message.name.len(), values.len()));
        }
        let mut held = self.held.get(&vehicle).cloned().unwrap_or_default();
        held.resize(joints.joints.len(), 0.0);
        for (name, value) in message.name.iter().zip(values) {
            let place = joints.joints.iter().position(|joint| joint.name == *name);
            let place = place.ok_or_else(|| format!("there is no joint {name:?}"))?;
            held[place] = *value;
        }
        let drive = drive(joints, &held);
        let command = Request::Drive { vehicle, drive }.check().map_err(|refusal| refusal.to_string())?;
        self.held.insert(vehicle, held);
        Ok(command)
    }
}

/// What both sides are to do: joints of one side share one motor, which gets their mean.
fn drive(joints: &VehicleJoints, held: &[f64]) -> Drive {
    let mean = |side: WheelSide, value: &dyn Fn(&WheelJoint, f64) -> f64| {
        let of_side = joints.joints.iter().zip(held).filter(|(joint, _)| joint.side == Some(side));
        let (sum, count) =
            of_side.fold((0.0, 0.0), |(sum, count), (joint, held)| (sum + value(joint, *held), count + 1.0));
        if count > 0.0 { sum / count } else { 0.0 }
    };
    match joints.interface {
        JointInterface::Velocity => {
            let speed_mps = |side| mean(side, &|joint, spin_radps| spin_radps * joint.radius_m);
            let (left_mps, right_mps) = (speed_mps(WheelSide::Left), speed_mps(WheelSide::Right));
            let yaw_rate_radps = (right_mps - left_mps) / joints.track_m;
            Drive::Twist(Twist2::new(0.5 * (left_mps + right_mps), 0.0, yaw_rate_radps))
        }
        JointInterface::Effort => {
            let most_nm = if joints.max_torque_nm > 0.0 { joints.max_torque_nm } else { f64::INFINITY };
            let torque_nm = |side| mean(side, &|_, torque_nm| torque_nm.clamp(-most_nm, most_nm));
            Drive::Torques { left_nm: torque_nm(WheelSide::Left), right_nm: torque_nm(WheelSide::Right) }
        }
    }
}

/// The part of a URDF that tells a controller manager about the joints.
pub(super) fn ros2_control_tag(joints: &VehicleJoints, names: &VehicleNames) -> String {
    let interface = match joints.interface {
        JointInterface::Velocity => "velocity",
        JointInterface::Effort => "effort",
    };
    let joint = |joint: &WheelJoint| {
        let command = joint
            .side
            .map_or_else(String::new, |_| format!("      <command_interface name=\"{interface}\"/>\n"));
        format!(
            "    <joint name=\"{}\">\n{command}      <state_interface name=\"position\"/>\n      \
             <state_interface name=\"velocity\"/>\n      <state_interface name=\"effort\"/>\n    </joint>\n",
            super::urdf::escaped(&joint.name)
        )
    };
    format!(
        "  <ros2_control name=\"skidpad\" type=\"system\">\n    <hardware>\n      \
         <plugin>topic_based_ros2_control/TopicBasedSystem</plugin>\n      \
         <param name=\"joint_commands_topic\">{}</param>\n      \
         <param name=\"joint_states_topic\">{}</param>\n    </hardware>\n{}  </ros2_control>\n",
        names.topic("robot_joint_commands"),
        names.topic("robot_joint_states"),
        joints.joints.iter().map(joint).collect::<String>()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn roster(interface: JointInterface) -> Roster {
        let joint = |name: &str, side| WheelJoint { name: name.to_string(), radius_m: 0.1, side };
        let joints = vec![
            joint("l", Some(WheelSide::Left)),
            joint("r", Some(WheelSide::Right)),
            joint("caster", None),
        ];
        let (vehicle, track_m, max_torque_nm) = (VehicleId(2), 0.5, 3.0);
        let joints =
            VehicleJoints { vehicle, interface, joints, track_m, max_torque_nm, has_description: true };
        Roster { joints: vec![joints], ..Roster::default() }
    }

    fn message(commands: &[(&str, f64)]) -> JointState {
        let (name, numbers): (Vec<_>, Vec<_>) =
            commands.iter().map(|(name, it)| (name.to_string(), *it)).unzip();
        JointState { name, velocity: numbers.clone(), effort: numbers, ..JointState::default() }
    }

    fn drive_of(command: &Command) -> Drive {
        match command.request() {
            Request::Drive { drive, .. } => *drive,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn spins_of_wheels_are_a_twist() {
        let (mut commands, roster) = (JointCommands::default(), roster(JointInterface::Velocity));
        let mut take = |it: &[(&str, f64)]| commands.take(&roster, VehicleId(2), &message(it));
        let twist = drive_of(&take(&[("r", 4.0), ("l", 2.0)]).expect("two joints"));
        assert_eq!(twist, Drive::Twist(Twist2::new(0.1 * 3.0, 0.0, (0.4 - 0.2) / 0.5)));
        // A joint that is not named keeps its command; a caster has none.
        let twist = drive_of(&take(&[("l", 4.0), ("caster", 9.0)]).expect("two joints"));
        assert_eq!(twist, Drive::Twist(Twist2::new(0.4, 0.0, 0.0)));
    }

    #[test]
    fn torques_are_limited_and_rubbish_is_refused() {
        let (mut commands, roster) = (JointCommands::default(), roster(JointInterface::Effort));
        let mut take = |it: &JointState| commands.take(&roster, VehicleId(2), it);
        let torques = drive_of(&take(&message(&[("l", -1.0), ("r", 7.0)])).expect("two joints"));
        assert_eq!(torques, Drive::Torques { left_nm: -1.0, right_nm: 3.0 });
        assert!(take(&message(&[("l", f64::NAN)])).is_err());
        assert_eq!(take(&message(&[("x", 1.0)])), Err("there is no joint \"x\"".to_string()));
        let short = JointState { name: vec!["l".to_string()], ..JointState::default() };
        assert_eq!(take(&short), Err("1 names, but 0 numbers of effort".to_string()));
        let torques = drive_of(&take(&message(&[("r", 1.0)])).expect("one joint"));
        assert_eq!(torques, Drive::Torques { left_nm: -1.0, right_nm: 1.0 }, "what was refused left nothing");
        assert!(commands.take(&roster, VehicleId(0), &message(&[("l", 1.0)])).is_err());
    }
}
