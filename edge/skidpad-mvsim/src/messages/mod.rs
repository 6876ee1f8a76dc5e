//! The protobuf messages of MVSim (package `mvsim_msgs`, proto2), and how they travel.
//!
//! Every message goes in one frame that names its type: see [`encode_frame`] and [`FrameView`].
//!
//! ```
//! use skidpad_mvsim::messages::{RegisterNodeRequest, decode_frame, encode_frame};
//!
//! let frame = encode_frame(&RegisterNodeRequest { node_name: "planner".to_string() });
//! let request: RegisterNodeRequest = decode_frame(&frame)?;
//! assert_eq!(request.node_name, "planner");
//! # Ok::<(), skidpad_mvsim::messages::FrameError>(())
//! ```

mod directory;
mod frame;
mod json;
mod services;
mod values;

pub use directory::*;
pub use frame::{FrameError, FrameView, TYPE_NAME_LIMIT, decode_frame, encode_frame, encode_raw_frame};
pub use json::{JsonError, from_json, to_json};
pub use services::*;
pub use values::*;

/// A protobuf message with its full type name.
pub trait MvsimMessage: prost::Message + Default + Clone + PartialEq + std::fmt::Debug {
    /// The name in the frame, such as `mvsim_msgs.Pose`.
    const TYPE_NAME: &'static str;
}

/// Calls a macro with the names of all messages.
macro_rules! for_all_messages {
    ($macro:ident) => {
        $macro! {
            RegisterNodeRequest, RegisterNodeAnswer, UnregisterNodeRequest, GenericAnswer,
            AdvertiseTopicRequest, AdvertiseServiceRequest, SubscribeRequest, SubscribeAnswer,
            GetServiceInfoRequest, GetServiceInfoAnswer, ListNodesRequest, ListNodesAnswer,
            ListTopicsRequest, ListTopicsAnswer, TopicInfo, CallService,
            Pose, Twist, TimeStampedPose, GenericObservation, ObservationLidar2D,
            SrvGetPose, SrvGetPoseAnswer, SrvSetPose, SrvSetPoseAnswer, SrvSetPoseTwist,
            SrvSetControllerTwist, SrvSetControllerTwistAnswer, SrvShutdown, SrvShutdownAnswer,
            SrvInsertEntities, SrvInsertEntitiesAnswer, SrvRemoveEntities, SrvRemoveEntitiesAnswer,
            SrvSpawnObjects, SrvSpawnObjectsAnswer, SrvRemoveObjects, SrvRemoveObjectsAnswer,
            SrvGetAllPoses, SrvGetAllPosesAnswer, NamedPose,
            SrvSetLightState, SrvSetLightStateAnswer, SrvGetLightState, SrvGetLightStateAnswer,
            RuntimeObject
        }
    };
}
pub(crate) use for_all_messages;

macro_rules! name_messages {
    ($($message:ident),*) => {
        $(impl MvsimMessage for $message {
            const TYPE_NAME: &'static str = concat!("mvsim_msgs.", stringify!($message));
        })*

        /// The full names of all messages.
        pub const TYPE_NAMES: &[&str] = &[$($message::TYPE_NAME),*];
    };
}
for_all_messages!(name_messages);

impl GenericAnswer {
    /// The request was carried out.
    pub fn done() -> Self {
        GenericAnswer { success: true, error_message: None }
    }

    /// The request was not carried out, for this reason.
    pub fn refused(reason: impl Into<String>) -> Self {
        GenericAnswer { success: false, error_message: Some(reason.into()) }
    }
}

/// Bytes as base64 text, as in protobuf's JSON form.
mod base64 {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&data_encoding::BASE64.encode(bytes))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u8>, D::Error> {
        let text = String::deserialize(deserializer)?;
        data_encoding::BASE64.decode(text.as_bytes()).map_err(D::Error::custom)
    }
}

/// The shape of a runtime object by its name, as in protobuf's JSON form; numbers are read too.
mod shape_name {
    use super::RuntimeShape;
    use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

    const NAMES: [(&str, RuntimeShape); 8] = [
        ("BOX", RuntimeShape::Box),
        ("CYLINDER", RuntimeShape::Cylinder),
        ("SPHERE", RuntimeShape::Sphere),
        ("RECTANGLE", RuntimeShape::Rectangle),
        ("DISK", RuntimeShape::Disk),
        ("POLYGON", RuntimeShape::Polygon),
        ("TRIANGLES", RuntimeShape::Triangles),
        ("LINES", RuntimeShape::Lines),
    ];

    #[derive(Serialize, Deserialize)]
    #[serde(untagged)]
    enum NameOrNumber {
        Name(String),
        Number(i32),
    }

    pub(super) fn serialize<S: Serializer>(shape: &Option<i32>, serializer: S) -> Result<S::Ok, S::Error> {
        let Some(number) = *shape else { return serializer.serialize_none() };
        match NAMES.iter().find(|(_, shape)| *shape as i32 == number) {
            Some((name, _)) => serializer.serialize_str(name),
            None => serializer.serialize_i32(number),
        }
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i32>, D::Error> {
        match Option::<NameOrNumber>::deserialize(deserializer)? {
            None => Ok(None),
            Some(NameOrNumber::Number(number)) => Ok(Some(number)),
            Some(NameOrNumber::Name(text)) => match NAMES.iter().find(|(name, _)| *name == text) {
                Some((_, shape)) => Ok(Some(*shape as i32)),
                None => Err(D::Error::custom(format!("\"{text}\" is no shape; BOX and SPHERE are shapes"))),
            },
        }
    }
}
