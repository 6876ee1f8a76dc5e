//! A sample that we wrote, as it is kept and sent.

use std::ops::Range;

use bytes::Bytes;

use crate::guid::{EntityId, Guid};
use crate::message::{Data, DataFrag, InlineQos, PayloadKind};
use crate::wire::SampleId;

/// A sample that we wrote.
#[derive(Debug)]
pub(crate) struct Change {
    pub(crate) sequence: i64,
    /// When it was written, in nanoseconds since 1970.
    pub(crate) time_ns: i64,
    pub(crate) payload: Payload,
    pub(crate) payload_kind: PayloadKind,
    pub(crate) inline_qos: Option<InlineQos>,
    /// The sample or reader it refers to.
    pub(crate) related: Option<SampleId>,
    /// The one reader it is for.
    pub(crate) only: Option<Guid>,
    /// What it is about, in discovery: a newer change about the same replaces it.
    pub(crate) about: Option<Guid>,
}

impl Change {
    /// Whether `reader` may have it.
    pub(crate) fn is_for(&self, reader: Guid) -> bool {
        self.only.is_none_or(|only| only == reader)
    }

    /// As a whole, from `writer` to `reader`.
    pub(crate) fn data(&self, writer: EntityId, reader: EntityId) -> Data {
        Data {
            reader,
            writer,
            sequence: self.sequence,
            inline_qos: self.inline_qos.clone(),
            payload_kind: self.payload_kind,
            payload: self.payload.slice(0..self.payload.len()),
        }
    }

    /// Fragment `number`, from 1.
    pub(crate) fn data_frag(&self, writer: EntityId, reader: EntityId, size: u16, number: u32) -> DataFrag {
        let start = (number as usize - 1) * usize::from(size);
        let end = self.payload.len().min(start + usize::from(size));
        DataFrag {
            reader,
            writer,
            sequence: self.sequence,
            first: number,
            count: 1,
            fragment_size: size,
            sample_size: self.payload.len() as u32,
            inline_qos: self.inline_qos.clone(),
            is_key: self.payload_kind == PayloadKind::Key,
            payload: self.payload.slice(start..end),
        }
    }

    /// How many fragments of `size` it has.
    pub(crate) fn fragment_count(&self, size: u16) -> u32 {
        self.payload.len().div_ceil(usize::from(size)).max(1) as u32
    }
}

/// The bytes of a sample: an encapsulation header, the body, and up to three bytes so that their number is a multiple
/// of four. The header says how many those are.
#[derive(Clone, Debug)]
pub(crate) struct Payload {
    header: [u8; 4],
    body: Bytes,
}

impl Payload {
    /// A CDR body, little endian.
    pub(crate) fn cdr(body: Bytes) -> Self {
        let padding = (body.len().next_multiple_of(4) - body.len()) as u8;
        Self { header: [0, 1, 0, padding], body }
    }

    /// A payload that has its header already.
    pub(crate) fn encapsulated(mut payload: Bytes) -> Self {
        let mut header = [0; 4];
        header.copy_from_slice(&payload.split_to(4));
        Self { header, body: payload }
    }

    /// The body alone.
    pub(crate) fn body(&self) -> Bytes {
        self.body.clone()
    }

    pub(crate) fn len(&self) -> usize {
        4 + self.body.len().next_multiple_of(4)
    }

    /// Some of the bytes; those of the body alone are not copied.
    fn slice(&self, range: Range<usize>) -> Bytes {
        let end = 4 + self.body.len();
        if range.start >= 4 && range.end <= end {
            return self.body.slice(range.start - 4..range.end - 4);
        }
        let mut bytes = Vec::with_capacity(range.len());
        bytes.extend(self.header.get(range.start..range.end.min(4)).unwrap_or_default());
        let body_start = range.start.clamp(4, end) - 4;
        bytes.extend(&self.body[body_start..range.end.clamp(4, end) - 4]);
        bytes.resize(range.len(), 0);
        bytes.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_slice_is_that_of_the_whole() {
        for length in 0..9 {
            let body: Bytes = (1..=length).collect::<Vec<u8>>().into();
            let payload = Payload::cdr(body.clone());
            let mut whole = vec![0, 1, 0, ((4 - length % 4) % 4)];
            whole.extend(&body);
            whole.resize(whole.len().next_multiple_of(4), 0);
            assert_eq!(payload.len(), whole.len());
            for start in 0..=whole.len() {
                for end in start..=whole.len() {
                    assert_eq!(payload.slice(start..end), whole[start..end]);
                }
            }
        }
    }
}
