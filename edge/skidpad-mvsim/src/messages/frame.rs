//! The frame of a message: its type name and its bytes, each behind a little-endian length.

use super::MvsimMessage;
use bytes::{BufMut, Bytes, BytesMut};
use std::fmt;

/// Longest type name that is read [bytes]. The longest of MVSim's has 38.
pub const TYPE_NAME_LIMIT: usize = 256;

/// A frame taken apart, its bytes not yet decoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameView<'a> {
    /// Full name of the message type.
    pub type_name: &'a str,
    /// The encoded message.
    pub payload: &'a [u8],
}

impl<'a> FrameView<'a> {
    /// Take a frame apart. Bytes after the payload are ignored, as MVSim does.
    pub fn parse(frame: &'a [u8]) -> Result<Self, FrameError> {
        let (name_length, rest) = split_length(frame, "type name")?;
        if name_length > TYPE_NAME_LIMIT {
            return Err(FrameError::LongTypeName { length: name_length });
        }
        let (name, rest) = split(rest, name_length, "type name")?;
        let type_name = std::str::from_utf8(name).map_err(|_| FrameError::TypeNameNotText)?;
        let (payload_length, rest) = split_length(rest, "message")?;
        let (payload, _) = split(rest, payload_length, "message")?;
        Ok(FrameView { type_name, payload })
    }

    /// Decode the message if it has this type.
    pub fn decode<M: MvsimMessage>(&self) -> Result<M, FrameError> {
        if self.type_name != M::TYPE_NAME {
            return Err(FrameError::WrongType { expected: M::TYPE_NAME, found: self.type_name.to_string() });
        }
        M::decode(self.payload)
            .map_err(|error| FrameError::Undecodable { type_name: M::TYPE_NAME, reason: error.to_string() })
    }
}

fn split_length<'a>(bytes: &'a [u8], part: &'static str) -> Result<(usize, &'a [u8]), FrameError> {
    match bytes.split_first_chunk::<4>() {
        Some((length, rest)) => Ok((u32::from_le_bytes(*length) as usize, rest)),
        None => Err(FrameError::Truncated { part, expected: 4, found: bytes.len() }),
    }
}

fn split<'a>(bytes: &'a [u8], length: usize, part: &'static str) -> Result<(&'a [u8], &'a [u8]), FrameError> {
    bytes.split_at_checked(length).ok_or(FrameError::Truncated { part, expected: length, found: bytes.len() })
}

/// The frame of a message.
pub fn encode_frame<M: MvsimMessage>(message: &M) -> Bytes {
    let length = message.encoded_len();
    let mut frame = BytesMut::with_capacity(8 + M::TYPE_NAME.len() + length);
    frame.put_u32_le(M::TYPE_NAME.len() as u32);
    frame.put_slice(M::TYPE_NAME.as_bytes());
    frame.put_u32_le(length as u32);
    // A `BytesMut` grows as needed: it never lacks room.
    let _ = message.encode(&mut frame);
    frame.freeze()
}

/// The frame of a message that is encoded already.
pub fn encode_raw_frame(type_name: &str, payload: &[u8]) -> Bytes {
    let mut frame = BytesMut::with_capacity(8 + type_name.len() + payload.len());
    frame.put_u32_le(type_name.len() as u32);
    frame.put_slice(type_name.as_bytes());
    frame.put_u32_le(payload.len() as u32);
    frame.put_slice(payload);
    frame.freeze()
}

/// Take a frame apart and decode its message.
pub fn decode_frame<M: MvsimMessage>(frame: &[u8]) -> Result<M, FrameError> {
    FrameView::parse(frame)?.decode()
}

/// Why bytes are not a frame, or not the expected one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FrameError {
    /// The frame ends too early.
    Truncated {
        /// Which part is cut.
        part: &'static str,
        /// How many bytes it has.
        expected: usize,
        /// How many are there.
        found: usize,
    },
    /// The type name is longer than [`TYPE_NAME_LIMIT`].
    LongTypeName {
        /// Its length [bytes].
        length: usize,
    },
    /// The type name is not UTF-8.
    TypeNameNotText,
    /// The frame holds another message.
    WrongType {
        /// The type asked for.
        expected: &'static str,
        /// The type found.
        found: String,
    },
    /// The bytes of the message do not decode.
    Undecodable {
        /// The type of the message.
        type_name: &'static str,
        /// What the decoder says.
        reason: String,
    },
}

impl fmt::Display for FrameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FrameError::Truncated { part, expected, found } => {
                write!(f, "the frame is cut off: the {part} needs {expected} bytes, {found} are there")
            }
            FrameError::LongTypeName { length } => {
                write!(f, "the type name has {length} bytes; at most {TYPE_NAME_LIMIT} are allowed")
            }
            FrameError::TypeNameNotText => f.write_str("the type name is not UTF-8"),
            FrameError::WrongType { expected, found } => {
                write!(f, "expected a {expected}, got a {found}")
            }
            FrameError::Undecodable { type_name, reason } => {
                write!(f, "the {type_name} cannot be decoded: {reason}")
            }
        }
    }
}

impl std::error::Error for FrameError {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::{GenericAnswer, RegisterNodeRequest};

    #[test]
    fn every_cut_of_a_frame_is_an_error() {
        let frame = encode_frame(&RegisterNodeRequest { node_name: "planner".to_string() });
        for length in 0..frame.len() {
            assert!(decode_frame::<RegisterNodeRequest>(&frame[..length]).is_err(), "cut at {length}");
        }
    }

    #[test]
    fn bytes_after_the_message_are_ignored() {
        let mut frame = encode_frame(&GenericAnswer::done()).to_vec();
        frame.extend_from_slice(b"more");
        assert_eq!(decode_frame(&frame), Ok(GenericAnswer::done()));
    }

    #[test]
    fn a_length_beyond_the_frame_allocates_nothing_and_is_an_error() {
        let frame = [0xff, 0xff, 0xff, 0xff, b'x'];
        assert_eq!(FrameView::parse(&frame), Err(FrameError::LongTypeName { length: u32::MAX as usize }));
    }

    #[test]
    fn another_type_is_named() {
        let frame = encode_frame(&GenericAnswer::done());
        let error = decode_frame::<RegisterNodeRequest>(&frame).expect_err("another type");
        assert_eq!(
            error.to_string(),
            "expected a mvsim_msgs.RegisterNodeRequest, got a mvsim_msgs.GenericAnswer"
        );
    }
}
