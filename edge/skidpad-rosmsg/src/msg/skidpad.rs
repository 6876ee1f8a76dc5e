//! `skidpad_msgs`: what no standard package has. All that is needed to repeat a run.

use super::Time;
use crate::field::message;

message!(
    /// Something a step was told to do.
    Command = "skidpad_msgs/msg/Command" {
        stamp: Time,
        tick: u64,
        request: String,
    }
);

message!(
    /// The state's short name after a step.
    StateHash = "skidpad_msgs/msg/StateHash" {
        stamp: Time,
        tick: u64,
        step: u64,
        hash: u64,
    }
);

message!(
    /// A state that the world was put into while it ran.
    Restored = "skidpad_msgs/msg/Restored" {
        stamp: Time,
        tick: u64,
        snapshot: Vec<u8>,
    }
);

message!(
    /// Something that happened in a step.
    Event = "skidpad_msgs/msg/Event" {
        stamp: Time,
        tick: u64,
        what: String,
        bodies: Vec<String>,
        detail: String,
    }
);

message!(
    /// How the run kept its pace.
    RunStatus = "skidpad_msgs/msg/RunStatus" {
        stamp: Time,
        tick: u64,
        wall_s: f64,
        realtime_factor: f64,
        missed_deadlines: u64,
    }
);
