//! Entry points for fuzzers: any bytes, no panic, no unbounded memory. Not part of the interface.

use crate::graph::ParticipantNodes;
use crate::{Parameters, RosArguments};
use skidpad_rosmsg::msg::simulation::{
    GetEntitiesRequest, SetEntityStateRequest2, SimulateStepsSendGoalRequest, SpawnEntitiesRequest,
    SpawnEntityRequest1,
};
use skidpad_rosmsg::msg::{
    AckermannDriveStamped, CancelGoalRequest, MarkerArray, SetParametersRequest, Twist, TwistStamped,
};
use skidpad_rosmsg::{CommandMessage, DriveRequests, Field, MarkerTopic, from_cdr_body, to_cdr};

/// A message that the node hears: the first byte chooses its type.
pub fn message(data: &[u8]) {
    let Some((kind, bytes)) = data.split_first() else { return };
    match kind % 12 {
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
        ];
        mutated(&seeds, 100_000, message);
    }

    #[test]
    fn changed_arguments_are_read_or_refused() {
        let seed = "-r\n__ns:=/sim\n-r\n/scan:=/front/scan\n-p\nheadless:=true\n--log-level\nwarn\n\n\
                    mvsim:\n  ros__parameters:\n    a: &x [1, 2]\n    b: *x\n    simul_rate: 10.0\n";
        mutated(&[seed.as_bytes().to_vec()], 20_000, arguments);
    }
}
