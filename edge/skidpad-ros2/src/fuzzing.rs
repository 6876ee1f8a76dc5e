//! Entry points for fuzzers: any bytes, no panic, no unbounded memory. Not part of the interface.

use crate::brains2::{CarConstants, CenterLine, parse_cones};
use crate::graph::ParticipantNodes;
use crate::{Parameters, RosArguments};
use skidpad_messages::{JointInterface, Roster, VehicleJoints, WheelJoint, WheelSide};
use skidpad_rosmsg::msg::brains2::Controls;
use skidpad_rosmsg::msg::simulation::{
    GetEntitiesRequest, SetEntityStateRequest2, SimulateStepsSendGoalRequest, SpawnEntitiesRequest,
    SpawnEntityRequest1,
};
use skidpad_rosmsg::msg::{
    AckermannDriveStamped, CancelGoalRequest, GetTypeDescriptionRequest, JointState, MarkerArray,
    SetParametersRequest, Twist, TwistStamped,
};
use skidpad_rosmsg::{
    CommandMessage, DriveRequests, Field, JointCommands, MarkerTopic, from_cdr_body, to_cdr,
};

/// A message that the node hears: the first byte chooses its type.
pub fn message(data: &[u8]) {
    let Some((kind, bytes)) = data.split_first() else { return };
    match kind % 15 {
        0 => drive(one::<Twist>(bytes).map(CommandMessage::Twist)),
        1 => drive(one::<TwistStamped>(bytes).map(|it| CommandMessage::Twist(it.twist))),
        2 => drive(one::<AckermannDriveStamped>(bytes).map(CommandMessage::Ackermann)),
        3 => {
            if let Some(markers) = one::<MarkerArray>(bytes) {
                for request in MarkerTopic::Objects.requests(&markers, "map").0 {
                    let _ = request.check();
                }
            }
        }
        4 => {
            if let Some(asked) = one::<SetParametersRequest>(bytes) {
                let mut parameters = Parameters::default();
                parameters.set(&asked.parameters);
            }
        }
        5 => drop(one::<GetEntitiesRequest>(bytes)),
        6 => drop(one::<SetEntityStateRequest2>(bytes)),
        7 => drop(one::<SpawnEntityRequest1>(bytes)),
        8 => drop(one::<SpawnEntitiesRequest>(bytes)),
        9 => drop(one::<SimulateStepsSendGoalRequest>(bytes)),
        10 => drop(one::<CancelGoalRequest>(bytes)),
        11 => drop(one::<Controls>(bytes).map(|it| crate::brains2::command(&it))),
        12 => drop(one::<GetTypeDescriptionRequest>(bytes)),
        13 => drop(one::<JointState>(bytes).map(|it| joints(&it))),
        _ => drop(ParticipantNodes::decode_any(bytes)),
    }
}

/// What can be read is written and read again with the same length.
fn one<M: Field>(bytes: &[u8]) -> Option<M> {
    let message = from_cdr_body::<M>(bytes).ok()?;
    let written = to_cdr(&message);
    assert!(from_cdr_body::<M>(&written[4..]).is_ok(), "ours can be read");
    Some(message)
}

fn drive(message: Option<CommandMessage>) {
    if let Some(message) = message {
        let _ = DriveRequests::default().take(skidpad_messages::VehicleId(0), &message);
    }
}

/// A message about the joints of a robot with two wheels.
fn joints(message: &JointState) {
    let vehicle = skidpad_messages::VehicleId(0);
    let joint = |name: &str, side| WheelJoint { name: name.to_string(), radius_m: 0.1, side: Some(side) };
    for interface in [JointInterface::Velocity, JointInterface::Effort] {
        let joints = vec![joint("", WheelSide::Left), joint("r", WheelSide::Right)];
        let (track_m, max_torque_nm) = (0.5, 3.0);
        let joints =
            VehicleJoints { vehicle, interface, joints, track_m, max_torque_nm, has_description: true };
        let roster = Roster { joints: vec![joints], ..Roster::default() };
        let _ = JointCommands::default().take(&roster, vehicle, message);
    }
}

/// The files of brains2: the first byte chooses which.
pub fn brains2_file(data: &[u8]) {
    let Some((kind, bytes)) = data.split_first() else { return };
    let text = String::from_utf8_lossy(bytes);
    match kind % 3 {
        0 => drop(CarConstants::parse(&text)),
        1 => drop(parse_cones(&text)),
        _ => {
            if let Ok(line) = CenterLine::parse(&text) {
                let mut at_s_m = None;
                for place_m in [[0.0, 0.0], [1e9, -1e9]] {
                    assert!(line.around(place_m, &mut at_s_m, 5.0, 10.0).len() <= 3 * text.len());
                }
            }
        }
    }
}

/// Arguments of a node, one per line; after an empty line, the text of a parameter file.
pub fn arguments(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let (words, file) = text.split_once("\n\n").unwrap_or((&text, ""));
    let words: Vec<String> = words.lines().map(str::to_string).collect();
    let Ok(mut given) = RosArguments::parse(&words) else { return };
    let _ = given.add_file("p.yaml", file);
    if let Ok(node) = given.node_name("mvsim") {
        let resolved = given.remaps.resolve(&node, "/scan");
        assert!(resolved.starts_with('/'), "{resolved:?}");
        let _ = Parameters::with(given.parameters_of(&node));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Changed copies of good seeds, the same in every run.
    fn mutated(seeds: &[Vec<u8>], count: usize, target: fn(&[u8])) {
        let mut state = 1_u64;
        let mut below = |limit: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as usize % limit.max(1)
        };
        for _ in 0..count {
            let mut bytes = seeds[below(seeds.len())].clone();
            for _ in 0..=below(6) {
                let at = below(bytes.len());
                bytes[at] = below(256) as u8;
            }
            bytes.truncate(below(2 * bytes.len()).max(1));
            target(&bytes);
        }
    }

    #[test]
    fn changed_messages_are_read_or_refused() {
        fn seed<M: Field>(kind: u8) -> Vec<u8> {
            [&[kind], &to_cdr(&M::zero())[4..]].concat()
        }
        let seeds = [
            seed::<Twist>(0),
            seed::<TwistStamped>(1),
            seed::<AckermannDriveStamped>(2),
            seed::<MarkerArray>(3),
            seed::<SetParametersRequest>(4),
            seed::<GetEntitiesRequest>(5),
            seed::<SpawnEntityRequest1>(7),
            seed::<SpawnEntitiesRequest>(8),
            seed::<SimulateStepsSendGoalRequest>(9),
            seed::<Controls>(11),
            seed::<GetTypeDescriptionRequest>(12),
            seed::<JointState>(13),
        ];
        mutated(&seeds, 100_000, message);
    }

    #[test]
    fn changed_arguments_are_read_or_refused() {
        let seed = "-r\n__ns:=/sim\n-r\n/scan:=/front/scan\n-p\nheadless:=true\n--log-level\nwarn\n\n\
                    mvsim:\n  ros__parameters:\n    a: &x [1, 2]\n    b: *x\n    simul_rate: 10.0\n";
        mutated(&[seed.as_bytes().to_vec()], 20_000, arguments);
    }

    #[test]
    fn changed_files_of_brains2_are_read_or_refused() {
        let seeds = [
            "0inertia: {mass: 230.0, yaw_inertia: 200.0}\ngeometry: {axle_track: 1.24}\n",
            "1color,X,Y\norange,1,2\norange,3,4\nblue,-5.5,6e1\n",
            "2s,X,Y,phi,kappa,w\n-3,0,0,0,0,1\n-1,1,1,0,0,1\n0,0,0,0,0,1\n1,1,1,0,0,1\n2,0,1,0,0,1\n3,0,0,0,0,1\n",
        ];
        mutated(&seeds.map(|seed| seed.as_bytes().to_vec()), 20_000, brains2_file);
    }
}
