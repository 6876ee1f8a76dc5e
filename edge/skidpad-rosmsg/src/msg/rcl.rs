//! `rcl_interfaces`: parameters and logs of a node, and the services around them.

use super::Time;
use crate::field::message;
use crate::{AtMost, Byte};

message!(ParameterValue = "rcl_interfaces/msg/ParameterValue" {
    r#type: u8,
    bool_value: bool,
    integer_value: i64,
    double_value: f64,
    string_value: String,
    byte_array_value: Vec<Byte>,
    bool_array_value: Vec<bool>,
    integer_array_value: Vec<i64>,
    double_array_value: Vec<f64>,
    string_array_value: Vec<String>,
} with {
    NOT_SET: u8 = 0,
    BOOL: u8 = 1,
    INTEGER: u8 = 2,
    DOUBLE: u8 = 3,
    STRING: u8 = 4,
});

message!(Parameter = "rcl_interfaces/msg/Parameter" {
    name: String,
    value: ParameterValue,
});

message!(FloatingPointRange = "rcl_interfaces/msg/FloatingPointRange" {
    from_value: f64,
    to_value: f64,
    step: f64,
});

message!(IntegerRange = "rcl_interfaces/msg/IntegerRange" {
    from_value: i64,
    to_value: i64,
    step: u64,
});

message!(ParameterDescriptor = "rcl_interfaces/msg/ParameterDescriptor" {
    name: String,
    r#type: u8,
    description: String,
    additional_constraints: String,
    read_only: bool,
    dynamic_typing: bool,
    floating_point_range: AtMost<FloatingPointRange, 1>,
    integer_range: AtMost<IntegerRange, 1>,
});

message!(SetParametersResult = "rcl_interfaces/msg/SetParametersResult" {
    successful: bool,
    reason: String,
});

message!(ListParametersResult = "rcl_interfaces/msg/ListParametersResult" {
    names: Vec<String>,
    prefixes: Vec<String>,
});

message!(ParameterEvent = "rcl_interfaces/msg/ParameterEvent" {
    stamp: Time,
    node: String,
    new_parameters: Vec<Parameter>,
    changed_parameters: Vec<Parameter>,
    deleted_parameters: Vec<Parameter>,
});

message!(Log = "rcl_interfaces/msg/Log" {
    stamp: Time,
    level: u8,
    name: String,
    msg: String,
    file: String,
    function: String,
    line: u32,
} with {
    DEBUG: u8 = 10,
    INFO: u8 = 20,
    WARN: u8 = 30,
    ERROR: u8 = 40,
    FATAL: u8 = 50,
});

message!(GetParametersRequest = "rcl_interfaces/srv/GetParameters_Request" {
    names: Vec<String>,
});

message!(GetParametersResponse = "rcl_interfaces/srv/GetParameters_Response" {
    values: Vec<ParameterValue>,
});

message!(GetParameterTypesRequest = "rcl_interfaces/srv/GetParameterTypes_Request" {
    names: Vec<String>,
});

message!(GetParameterTypesResponse = "rcl_interfaces/srv/GetParameterTypes_Response" {
    types: Vec<u8>,
});

message!(DescribeParametersRequest = "rcl_interfaces/srv/DescribeParameters_Request" {
    names: Vec<String>,
});

message!(DescribeParametersResponse = "rcl_interfaces/srv/DescribeParameters_Response" {
    descriptors: Vec<ParameterDescriptor>,
});

message!(ListParametersRequest = "rcl_interfaces/srv/ListParameters_Request" {
    prefixes: Vec<String>,
    depth: u64,
});

message!(ListParametersResponse = "rcl_interfaces/srv/ListParameters_Response" {
    result: ListParametersResult,
});

message!(SetParametersRequest = "rcl_interfaces/srv/SetParameters_Request" {
    parameters: Vec<Parameter>,
});

message!(SetParametersResponse = "rcl_interfaces/srv/SetParameters_Response" {
    results: Vec<SetParametersResult>,
});

message!(SetParametersAtomicallyRequest = "rcl_interfaces/srv/SetParametersAtomically_Request" {
    parameters: Vec<Parameter>,
});

message!(SetParametersAtomicallyResponse = "rcl_interfaces/srv/SetParametersAtomically_Response" {
    result: SetParametersResult,
});
