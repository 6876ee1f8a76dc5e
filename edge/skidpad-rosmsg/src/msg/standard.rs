//! `builtin_interfaces`, `std_msgs`, `rosgraph_msgs`.

use crate::Byte;
use crate::field::message;

message!(Time = "builtin_interfaces/msg/Time" {
    sec: i32,
    nanosec: u32,
});

message!(Duration = "builtin_interfaces/msg/Duration" {
    sec: i32,
    nanosec: u32,
});

message!(Header = "std_msgs/msg/Header" {
    stamp: Time,
    frame_id: String,
});

message!(Bool = "std_msgs/msg/Bool" {
    data: bool,
});

message!(Float64 = "std_msgs/msg/Float64" {
    data: f64,
});

message!(
    /// `std_msgs/msg/String`.
    Text = "std_msgs/msg/String" {
        data: String,
    }
);

message!(ColorRGBA = "std_msgs/msg/ColorRGBA" {
    r: f32,
    g: f32,
    b: f32,
    a: f32,
});

message!(Clock = "rosgraph_msgs/msg/Clock" {
    clock: Time,
});

message!(
    /// A line of the log of a ROS 1 node.
    Ros1Log = "rosgraph_msgs/msg/Log" {
        header: Header,
        level: Byte,
        name: String,
        msg: String,
        file: String,
        function: String,
        line: u32,
        topics: Vec<String>,
    } with {
        DEBUG: u8 as Byte = 1,
        INFO: u8 as Byte = 2,
        WARN: u8 as Byte = 4,
        ERROR: u8 as Byte = 8,
        FATAL: u8 as Byte = 16,
    }
);

impl Time {
    /// The time this many nanoseconds after zero.
    pub fn from_ns(ns: u64) -> Time {
        let sec = i32::try_from(ns / 1_000_000_000).unwrap_or(i32::MAX);
        Time { sec, nanosec: (ns % 1_000_000_000) as u32 }
    }

    /// Nanoseconds since zero; a time before zero becomes zero.
    pub fn as_ns(&self) -> u64 {
        u64::try_from(self.sec).unwrap_or(0) * 1_000_000_000 + u64::from(self.nanosec)
    }
}

impl Header {
    /// A header with this time and this frame.
    pub fn new(stamp_ns: u64, frame_id: &str) -> Header {
        Header { stamp: Time::from_ns(stamp_ns), frame_id: frame_id.to_string() }
    }
}
