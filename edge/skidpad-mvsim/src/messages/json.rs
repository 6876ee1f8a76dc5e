//! Messages as JSON and back, by type name: what the command-line tools print and read.

use super::*;
use serde_json::Value;
use std::fmt;

macro_rules! json_functions {
    ($($message:ident),*) => {
        /// The JSON form of an encoded message: names as in the protobuf definition, bytes as base64.
        pub fn to_json(type_name: &str, payload: &[u8]) -> Result<Value, JsonError> {
            match type_name {
                $($message::TYPE_NAME => write_json::<$message>(payload),)*
                _ => Err(JsonError::UnknownType { type_name: type_name.to_string() }),
            }
        }

        /// Encode a message that is given as JSON. Optional and repeated fields may be left out.
        pub fn from_json(type_name: &str, json: &Value) -> Result<Vec<u8>, JsonError> {
            match type_name {
                $($message::TYPE_NAME => read_json::<$message>(json),)*
                _ => Err(JsonError::UnknownType { type_name: type_name.to_string() }),
            }
        }
    };
}
for_all_messages!(json_functions);

fn write_json<M: MvsimMessage + serde::Serialize>(payload: &[u8]) -> Result<Value, JsonError> {
    let undecodable = |reason: String| JsonError::Undecodable { type_name: M::TYPE_NAME, reason };
    let message = M::decode(payload).map_err(|error| undecodable(error.to_string()))?;
    let mut value = serde_json::to_value(&message).map_err(|error| undecodable(error.to_string()))?;
    drop_absent(&mut value);
    Ok(value)
}

fn read_json<M: MvsimMessage + serde::de::DeserializeOwned>(json: &Value) -> Result<Vec<u8>, JsonError> {
    let message = M::deserialize(json)
        .map_err(|error| JsonError::Mismatch { type_name: M::TYPE_NAME, reason: error.to_string() })?;
    Ok(message.encode_to_vec())
}

/// Optional fields that are absent are left out rather than written as null.
fn drop_absent(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            fields.retain(|_, field| !field.is_null());
            fields.values_mut().for_each(drop_absent);
        }
        // A number of an array that is not finite has no JSON form and stays null.
        Value::Array(items) => items.iter_mut().for_each(drop_absent),
        _ => {}
    }
}

/// Why a message has no JSON form, or JSON is no message.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum JsonError {
    /// The type is not one of MVSim's.
    UnknownType {
        /// The name given.
        type_name: String,
    },
    /// The bytes do not decode.
    Undecodable {
        /// The type of the message.
        type_name: &'static str,
        /// What the decoder says.
        reason: String,
    },
    /// The JSON has other fields than the message.
    Mismatch {
        /// The type of the message.
        type_name: &'static str,
        /// What is missing or unknown.
        reason: String,
    },
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JsonError::UnknownType { type_name } => write!(f, "there is no message type \"{type_name}\""),
            JsonError::Undecodable { type_name, reason } => {
                write!(f, "the {type_name} cannot be decoded: {reason}")
            }
            JsonError::Mismatch { type_name, reason } => write!(f, "not a {type_name}: {reason}"),
        }
    }
}

impl std::error::Error for JsonError {}

#[cfg(test)]
mod tests {
    use super::*;
    use prost::Message;
    use serde_json::json;

    #[test]
    fn a_message_survives_json() {
        let object = RuntimeObject {
            name: "cone".to_string(),
            shape: Some(RuntimeShape::Cylinder as i32),
            polygon_xy: vec![0.5, 1.0],
            ..RuntimeObject::default()
        };
        let sent = SrvSpawnObjects { objects: vec![object] };
        let json = to_json(SrvSpawnObjects::TYPE_NAME, &sent.encode_to_vec()).expect("JSON");
        assert_eq!(json["objects"][0]["shape"], json!("CYLINDER"));
        assert_eq!(json["objects"][0]["polygonXY"], json!([0.5, 1.0]));
        assert!(json["objects"][0].get("texture").is_none());
        let bytes = from_json(SrvSpawnObjects::TYPE_NAME, &json).expect("a message");
        assert_eq!(SrvSpawnObjects::decode(&bytes[..]).expect("bytes"), sent);
    }

    #[test]
    fn a_missing_or_unknown_field_is_named() {
        let error = |json| from_json(SrvGetPose::TYPE_NAME, &json).expect_err("not a message").to_string();
        assert_eq!(error(json!({})), "not a mvsim_msgs.SrvGetPose: missing field `objectId`");
        assert!(error(json!({"objectId": "r1", "object": 1})).contains("unknown field `object`"));
        assert!(from_json("mvsim_msgs.Nothing", &json!({})).is_err());
    }
}
