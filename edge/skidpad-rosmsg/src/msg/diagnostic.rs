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
} with {
    OK: u8 as Byte = 0,
    WARN: u8 as Byte = 1,
    ERROR: u8 as Byte = 2,
    STALE: u8 as Byte = 3,
});

message!(DiagnosticArray = "diagnostic_msgs/msg/DiagnosticArray" {
    header: Header,
    status: Vec<DiagnosticStatus>,
});
