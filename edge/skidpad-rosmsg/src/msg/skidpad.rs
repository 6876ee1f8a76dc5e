//! `skidpad_msgs`: messages that no standard package has: for repeating a run, and for cones.

use super::{Header, Time};
use crate::field::message;

message!(
    /// A command that a step applied.
    Command = "skidpad_msgs/msg/Command" {
        stamp: Time,
        tick: u64,
        request: String,
    }
);

message!(
    /// Hash of the state after a step.
    StateHash = "skidpad_msgs/msg/StateHash" {
        stamp: Time,
        tick: u64,
        step: u64,
        hash: u64,
    }
);

message!(
    /// A snapshot that the world was restored from.
    Restored = "skidpad_msgs/msg/Restored" {
        stamp: Time,
        tick: u64,
        snapshot: Vec<u8>,
    }
);

message!(
    /// An event of a step.
    Event = "skidpad_msgs/msg/Event" {
        stamp: Time,
        tick: u64,
        what: String,
        bodies: Vec<String>,
        detail: String,
    }
);

message!(
    /// The pace of the run.
    RunStatus = "skidpad_msgs/msg/RunStatus" {
        stamp: Time,
        tick: u64,
        wall_s: f64,
        realtime_factor: f64,
        missed_deadlines: u64,
    }
);

message!(
    /// Cones that a detector sees, in its own frame. Colours are 0 for blue, 1 for yellow and 2 for orange; bearings
    /// are counted from the x axis to the left.
    ConeObservations = "skidpad_msgs/msg/ConeObservations" {
        header: Header,
        color: Vec<u8>,
        range: Vec<f64>,
        bearing: Vec<f64>,
        range_variance: f64,
        bearing_variance: f64,
    }
);
