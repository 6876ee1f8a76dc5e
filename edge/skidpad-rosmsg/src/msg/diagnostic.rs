//! `diagnostic_msgs`.

use super::Header;
use crate::Byte;
use crate::field::message;

message!(KeyValue = "diagnostic_msgs/msg/KeyValue" {
    key: String,
    value: String,
});

message!(DiagnosticStatus = "diagnostic_msgs/msg/DiagnosticStatus" {
    level: Byte,
    name: String,
    message: String,
    hardware_id: String,
    values: Vec<KeyValue>,
});

message!(DiagnosticArray = "diagnostic_msgs/msg/DiagnosticArray" {
    header: Header,
    status: Vec<DiagnosticStatus>,
});

impl DiagnosticStatus {
    pub const OK: Byte = Byte(0);
    pub const WARN: Byte = Byte(1);
    pub const ERROR: Byte = Byte(2);
    pub const STALE: Byte = Byte(3);
}
