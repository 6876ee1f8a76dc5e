//! `type_description_interfaces`: how nodes tell others what their types are.

use crate::TextAtMost;
use crate::field::message;

message!(KeyValueText = "type_description_interfaces/msg/KeyValue" {
    key: String,
    value: String,
});

message!(FieldType = "type_description_interfaces/msg/FieldType" {
    type_id: u8,
    capacity: u64,
    string_capacity: u64,
    nested_type_name: TextAtMost<255>,
});

message!(FieldOfType = "type_description_interfaces/msg/Field" {
    name: String,
    r#type: FieldType,
    default_value: String,
});

message!(IndividualTypeDescription = "type_description_interfaces/msg/IndividualTypeDescription" {
    type_name: TextAtMost<255>,
    fields: Vec<FieldOfType>,
});

message!(TypeDescription = "type_description_interfaces/msg/TypeDescription" {
    type_description: IndividualTypeDescription,
    referenced_type_descriptions: Vec<IndividualTypeDescription>,
});

message!(TypeSource = "type_description_interfaces/msg/TypeSource" {
    type_name: String,
    encoding: String,
    raw_file_contents: String,
});

message!(GetTypeDescriptionRequest = "type_description_interfaces/srv/GetTypeDescription_Request" {
    type_name: String,
    type_hash: String,
    include_type_sources: bool,
});

message!(GetTypeDescriptionResponse = "type_description_interfaces/srv/GetTypeDescription_Response" {
    successful: bool,
    failure_reason: String,
    type_description: TypeDescription,
    type_sources: Vec<TypeSource>,
    extra_information: Vec<KeyValueText>,
});
