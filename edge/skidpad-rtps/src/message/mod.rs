//! RTPS messages as bytes: a header and submessages (OMG RTPS 2.5, §9.4). Reading trusts nothing; writing is little
//! endian.

mod numbers;
mod reading;
#[cfg(test)]
mod tests;
mod writing;

use bytes::Bytes;

use crate::guid::{EntityId, GuidPrefix, VendorId};

pub(crate) use numbers::NumberSet;
pub(crate) use reading::{Input, submessages};
pub(crate) use writing::MessageWriter;

/// The version of the protocol that we speak.
pub(crate) const PROTOCOL_VERSION: [u8; 2] = [2, 2];

/// Why bytes are not what they should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub(crate) enum Malformed {
    /// The bytes end in the middle of something.
    #[error("the bytes end too early")]
    TooShort,
    /// Not a message of this protocol, or of a version that is not compatible.
    #[error("not an RTPS 2 message")]
    NotRtps,
    /// A number outside what the protocol allows.
    #[error("{0} is out of range")]
    OutOfRange(&'static str),
    /// A parameter that must be understood and is not.
    #[error("parameter {0:#06x} must be understood and is not")]
    MustUnderstand(u16),
    /// A parameter without which an announcement says nothing.
    #[error("an announcement without {0}")]
    Missing(&'static str),
    /// A payload in a form that this crate does not read.
    #[error("a payload of encapsulation {0:#06x}")]
    Encapsulation(u16),
}

/// A kind of submessage.
pub(crate) mod kind {
    pub(crate) const ACKNACK: u8 = 0x06;
    pub(crate) const HEARTBEAT: u8 = 0x07;
    pub(crate) const GAP: u8 = 0x08;
    pub(crate) const INFO_TS: u8 = 0x09;
    pub(crate) const INFO_SRC: u8 = 0x0c;
    pub(crate) const INFO_DST: u8 = 0x0e;
    pub(crate) const NACK_FRAG: u8 = 0x12;
    pub(crate) const HEARTBEAT_FRAG: u8 = 0x13;
    pub(crate) const DATA: u8 = 0x15;
    pub(crate) const DATA_FRAG: u8 = 0x16;
}

/// The header of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) vendor: VendorId,
    pub(crate) prefix: GuidPrefix,
}

/// One submessage. Kinds that we do not use are [`Submessage::Other`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Submessage {
    Data(Data),
    DataFrag(DataFrag),
    Heartbeat(Heartbeat),
    HeartbeatFrag(HeartbeatFrag),
    AckNack(AckNack),
    NackFrag(NackFrag),
    Gap(Gap),
    /// Nanoseconds since 1970, or no time.
    InfoTimestamp(Option<i64>),
    InfoDestination(GuidPrefix),
    InfoSource(Header),
    Other(u8),
}

/// A parameter list that goes with a sample, still as bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct InlineQos {
    pub(crate) bytes: Bytes,
    pub(crate) big_endian: bool,
}

/// What a DATA submessage carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PayloadKind {
    Nothing,
    Data,
    Key,
}

/// A whole sample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Data {
    pub(crate) reader: EntityId,
    pub(crate) writer: EntityId,
    pub(crate) sequence: i64,
    pub(crate) inline_qos: Option<InlineQos>,
    pub(crate) payload_kind: PayloadKind,
    pub(crate) payload: Bytes,
}

/// One or more fragments of a sample.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct DataFrag {
    pub(crate) reader: EntityId,
    pub(crate) writer: EntityId,
    pub(crate) sequence: i64,
    /// The first fragment here, from 1.
    pub(crate) first: u32,
    /// How many fragments are here.
    pub(crate) count: u16,
    /// The bytes of every fragment but the last.
    pub(crate) fragment_size: u16,
    /// The bytes of the whole sample.
    pub(crate) sample_size: u32,
    pub(crate) inline_qos: Option<InlineQos>,
    pub(crate) is_key: bool,
    pub(crate) payload: Bytes,
}

/// What a writer has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Heartbeat {
    pub(crate) reader: EntityId,
    pub(crate) writer: EntityId,
    pub(crate) first: i64,
    pub(crate) last: i64,
    pub(crate) count: u32,
    /// No answer is needed if nothing is missing.
    pub(crate) is_final: bool,
}

/// Which fragments of a sample a writer has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HeartbeatFrag {
    pub(crate) reader: EntityId,
    pub(crate) writer: EntityId,
    pub(crate) sequence: i64,
    pub(crate) last_fragment: u32,
    pub(crate) count: u32,
}

/// What a reader has and lacks: everything before the base of `missing` arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AckNack {
    pub(crate) reader: EntityId,
    pub(crate) writer: EntityId,
    pub(crate) missing: NumberSet,
    pub(crate) count: u32,
    /// No heartbeat is asked for.
    pub(crate) is_final: bool,
}

/// Which fragments of a sample a reader lacks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NackFrag {
    pub(crate) reader: EntityId,
    pub(crate) writer: EntityId,
    pub(crate) sequence: i64,
    pub(crate) missing: NumberSet,
    pub(crate) count: u32,
}

/// Samples that a reader need not wait for: from `start` to before the base of `list`, and those of `list`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Gap {
    pub(crate) reader: EntityId,
    pub(crate) writer: EntityId,
    pub(crate) start: i64,
    pub(crate) list: NumberSet,
}
