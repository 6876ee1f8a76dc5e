//! Submessages to bytes, little endian.

use super::{
    AckNack, Data, DataFrag, Gap, Header, Heartbeat, InlineQos, NackFrag, NumberSet, PROTOCOL_VERSION,
    PayloadKind, kind,
};
use crate::guid::GuidPrefix;

/// A message that grows by submessages.
#[derive(Clone, Debug)]
pub(crate) struct MessageWriter {
    bytes: Vec<u8>,
}

impl MessageWriter {
    pub(crate) fn new(header: Header) -> Self {
        let mut bytes = Vec::with_capacity(512);
        bytes.extend(b"RTPS");
        bytes.extend(PROTOCOL_VERSION);
        bytes.extend(header.vendor.0);
        bytes.extend(header.prefix.0);
        Self { bytes }
    }

    pub(crate) fn finish(self) -> Vec<u8> {
        self.bytes
    }

    /// One submessage; its length is filled in afterwards. Submessages begin at multiples of four.
    fn submessage(&mut self, id: u8, flags: u8, write: impl FnOnce(&mut Vec<u8>)) {
        self.bytes.extend([id, flags | 1, 0, 0]);
        let start = self.bytes.len();
        write(&mut self.bytes);
        self.bytes.resize(self.bytes.len().next_multiple_of(4), 0);
        // Too long for the field: this one goes to the end of the message.
        let length = u16::try_from(self.bytes.len() - start).unwrap_or(0);
        self.bytes[start - 2..start].copy_from_slice(&length.to_le_bytes());
    }

    pub(crate) fn destination(&mut self, prefix: GuidPrefix) {
        self.submessage(kind::INFO_DST, 0, |out| out.extend(prefix.0));
    }

    /// The time of the samples that follow, in nanoseconds since 1970.
    pub(crate) fn timestamp(&mut self, time_ns: i64) {
        let seconds = time_ns.div_euclid(1_000_000_000) as u32;
        let fraction = ((time_ns.rem_euclid(1_000_000_000) as u64) << 32) / 1_000_000_000;
        self.submessage(kind::INFO_TS, 0, |out| {
            out.extend(seconds.to_le_bytes());
            out.extend((fraction as u32).to_le_bytes());
        });
    }

    pub(crate) fn data(&mut self, data: &Data) {
        let payload_flag = match data.payload_kind {
            PayloadKind::Nothing => 0,
            PayloadKind::Data => 0x04,
            PayloadKind::Key => 0x08,
        };
        let flags = payload_flag | inline_flag(data.inline_qos.as_ref());
        self.submessage(kind::DATA, flags, |out| {
            out.extend([0, 0, 16, 0]);
            out.extend(data.reader.0);
            out.extend(data.writer.0);
            put_sequence(out, data.sequence);
            put_inline_qos(out, data.inline_qos.as_ref());
            out.extend(&data.payload);
        });
    }

    pub(crate) fn data_frag(&mut self, frag: &DataFrag) {
        let flags = inline_flag(frag.inline_qos.as_ref()) | if frag.is_key { 0x04 } else { 0 };
        self.submessage(kind::DATA_FRAG, flags, |out| {
            out.extend([0, 0, 28, 0]);
            out.extend(frag.reader.0);
            out.extend(frag.writer.0);
            put_sequence(out, frag.sequence);
            out.extend(frag.first.to_le_bytes());
            out.extend(frag.count.to_le_bytes());
            out.extend(frag.fragment_size.to_le_bytes());
            out.extend(frag.sample_size.to_le_bytes());
            put_inline_qos(out, frag.inline_qos.as_ref());
            out.extend(&frag.payload);
        });
    }

    pub(crate) fn heartbeat(&mut self, heartbeat: &Heartbeat) {
        self.submessage(kind::HEARTBEAT, if heartbeat.is_final { 0x02 } else { 0 }, |out| {
            out.extend(heartbeat.reader.0);
            out.extend(heartbeat.writer.0);
            put_sequence(out, heartbeat.first);
            put_sequence(out, heartbeat.last);
            out.extend(heartbeat.count.to_le_bytes());
        });
    }

    pub(crate) fn acknack(&mut self, acknack: &AckNack) {
        self.submessage(kind::ACKNACK, if acknack.is_final { 0x02 } else { 0 }, |out| {
            out.extend(acknack.reader.0);
            out.extend(acknack.writer.0);
            put_sequence(out, acknack.missing.base());
            put_bits(out, &acknack.missing);
            out.extend(acknack.count.to_le_bytes());
        });
    }

    pub(crate) fn nack_frag(&mut self, nack: &NackFrag) {
        self.submessage(kind::NACK_FRAG, 0, |out| {
            out.extend(nack.reader.0);
            out.extend(nack.writer.0);
            put_sequence(out, nack.sequence);
            out.extend((nack.missing.base() as u32).to_le_bytes());
            put_bits(out, &nack.missing);
            out.extend(nack.count.to_le_bytes());
        });
    }

    pub(crate) fn gap(&mut self, gap: &Gap) {
        self.submessage(kind::GAP, 0, |out| {
            out.extend(gap.reader.0);
            out.extend(gap.writer.0);
            put_sequence(out, gap.start);
            put_sequence(out, gap.list.base());
            put_bits(out, &gap.list);
        });
    }
}

fn inline_flag(inline_qos: Option<&InlineQos>) -> u8 {
    if inline_qos.is_some() { 0x02 } else { 0 }
}

fn put_inline_qos(out: &mut Vec<u8>, inline_qos: Option<&InlineQos>) {
    if let Some(inline_qos) = inline_qos {
        debug_assert!(!inline_qos.big_endian, "we write little endian");
        out.extend(&inline_qos.bytes);
    }
}

/// A sequence number: the high half first.
pub(crate) fn put_sequence(out: &mut Vec<u8>, sequence: i64) {
    out.extend(((sequence >> 32) as i32).to_le_bytes());
    out.extend((sequence as u32).to_le_bytes());
}

fn put_bits(out: &mut Vec<u8>, set: &NumberSet) {
    out.extend(set.bit_count().to_le_bytes());
    for word in set.words() {
        out.extend(word.to_le_bytes());
    }
}
