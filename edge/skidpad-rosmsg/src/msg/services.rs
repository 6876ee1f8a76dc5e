//! Requests and responses of `std_srvs`.

use crate::field::message;
use crate::{Message, ServiceDescription};

message!(EmptyRequest = "std_srvs/msg/Empty_Request" {});

message!(EmptyResponse = "std_srvs/msg/Empty_Response" {});

message!(
    /// The request of `std_srvs/Empty` in ROS 2, where no message is without a field.
    EmptyServiceRequest = "std_srvs/srv/Empty_Request" {
        structure_needs_at_least_one_member: u8,
    }
);

message!(
    /// The response of `std_srvs/Empty` in ROS 2.
    EmptyServiceResponse = "std_srvs/srv/Empty_Response" {
        structure_needs_at_least_one_member: u8,
    }
);

message!(TriggerResponse = "std_srvs/msg/Trigger_Response" {
    success: bool,
    message: String,
});

message!(SetBoolRequest = "std_srvs/msg/SetBool_Request" {
    data: bool,
});

/// `std_srvs/Empty`.
pub const EMPTY: ServiceDescription = ServiceDescription {
    type_name: "std_srvs/Empty",
    request: EmptyRequest::DESCRIPTION,
    response: EmptyResponse::DESCRIPTION,
};

/// `std_srvs/Trigger`.
pub const TRIGGER: ServiceDescription = ServiceDescription {
    type_name: "std_srvs/Trigger",
    request: EmptyRequest::DESCRIPTION,
    response: TriggerResponse::DESCRIPTION,
};

/// `std_srvs/SetBool`.
pub const SET_BOOL: ServiceDescription = ServiceDescription {
    type_name: "std_srvs/SetBool",
    request: SetBoolRequest::DESCRIPTION,
    response: TriggerResponse::DESCRIPTION,
};
