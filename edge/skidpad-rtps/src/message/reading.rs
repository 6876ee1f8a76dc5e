//! Bytes to submessages.

use bytes::Bytes;

use super::{
    AckNack, Data, DataFrag, Gap, Header, Heartbeat, HeartbeatFrag, InlineQos, Malformed, NackFrag,
    NumberSet, PayloadKind, Submessage, kind,
};
use crate::guid::{EntityId, GuidPrefix, VendorId};

/// Bytes that are taken from the front, in one byte order.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    bytes: Bytes,
    big_endian: bool,
}

impl Input {
    pub(crate) fn new(bytes: Bytes, big_endian: bool) -> Self {
        Self { bytes, big_endian }
    }

    pub(crate) fn big_endian(&self) -> bool {
        self.big_endian
    }

    pub(crate) fn remaining(&self) -> usize {
        self.bytes.len()
    }

    /// Everything that is left.
    pub(crate) fn rest(self) -> Bytes {
        self.bytes
    }

    pub(crate) fn take(&mut self, count: usize) -> Result<Bytes, Malformed> {
        if count > self.bytes.len() { Err(Malformed::TooShort) } else { Ok(self.bytes.split_to(count)) }
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], Malformed> {
        let mut array = [0; N];
        array.copy_from_slice(&self.take(N)?);
        Ok(array)
    }

    pub(crate) fn u16(&mut self) -> Result<u16, Malformed> {
        let bytes = self.array()?;
        Ok(if self.big_endian { u16::from_be_bytes(bytes) } else { u16::from_le_bytes(bytes) })
    }

    pub(crate) fn u32(&mut self) -> Result<u32, Malformed> {
        let bytes = self.array()?;
        Ok(if self.big_endian { u32::from_be_bytes(bytes) } else { u32::from_le_bytes(bytes) })
    }

    pub(crate) fn i32(&mut self) -> Result<i32, Malformed> {
        Ok(self.u32()?.cast_signed())
    }

    /// A sequence number: the high half first, in either byte order.
    pub(crate) fn sequence(&mut self) -> Result<i64, Malformed> {
        let high = i64::from(self.i32()?);
        Ok((high << 32) | i64::from(self.u32()?))
    }

    pub(crate) fn entity(&mut self) -> Result<EntityId, Malformed> {
        self.array().map(EntityId)
    }

    fn number_set(&mut self, base: i64) -> Result<NumberSet, Malformed> {
        let bit_count = self.u32()?;
        let mut words = [0; 8];
        for word in words.iter_mut().take(bit_count.div_ceil(32) as usize) {
            *word = self.u32()?;
        }
        NumberSet::new(base, bit_count, words)
    }
}

/// The header of a message and its submessages. A submessage that is malformed ends the iteration with an error.
pub(crate) fn submessages(packet: Bytes) -> Result<(Header, Submessages), Malformed> {
    let mut input = Input::new(packet, false);
    if input.array::<4>()? != *b"RTPS" || input.array::<2>()?[0] != 2 {
        return Err(Malformed::NotRtps);
    }
    let header = Header { vendor: VendorId(input.array()?), prefix: GuidPrefix(input.array()?) };
    Ok((header, Submessages { rest: input.rest() }))
}

/// See [`submessages`].
pub(crate) struct Submessages {
    rest: Bytes,
}

impl Iterator for Submessages {
    type Item = Result<Submessage, Malformed>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.rest.is_empty() {
            return None;
        }
        let read = next_submessage(&mut self.rest);
        if read.is_err() {
            self.rest.clear();
        }
        Some(read)
    }
}

fn next_submessage(rest: &mut Bytes) -> Result<Submessage, Malformed> {
    let mut input = Input::new(rest.clone(), false);
    let [id, flags] = input.array()?;
    input.big_endian = flags & 1 == 0;
    let length = usize::from(input.u16()?);
    // Length 0 means "to the end of the message", except where an empty submessage makes sense.
    let is_last = length == 0 && id != 0x01 && id != kind::INFO_TS;
    let length = if is_last { input.remaining() } else { length };
    let mut body = Input::new(input.take(length)?, input.big_endian);
    *rest = input.rest();
    let body = &mut body;
    Ok(match id {
        kind::DATA => Submessage::Data(read_data(body, flags)?),
        kind::DATA_FRAG => Submessage::DataFrag(read_data_frag(body, flags)?),
        kind::HEARTBEAT => Submessage::Heartbeat(read_heartbeat(body, flags)?),
        kind::HEARTBEAT_FRAG => Submessage::HeartbeatFrag(read_heartbeat_frag(body)?),
        kind::ACKNACK => Submessage::AckNack(read_acknack(body, flags)?),
        kind::NACK_FRAG => Submessage::NackFrag(read_nack_frag(body)?),
        kind::GAP => Submessage::Gap(read_gap(body)?),
        kind::INFO_TS => Submessage::InfoTimestamp(read_timestamp(body, flags)?),
        kind::INFO_DST => Submessage::InfoDestination(GuidPrefix(body.array()?)),
        kind::INFO_SRC => Submessage::InfoSource(read_source(body)?),
        other => Submessage::Other(other),
    })
}

fn check_sequence(sequence: i64) -> Result<i64, Malformed> {
    // Room for sets and sums beyond the number.
    if (1..i64::MAX / 2).contains(&sequence) {
        Ok(sequence)
    } else {
        Err(Malformed::OutOfRange("a sequence number"))
    }
}

/// The fields up to the inline QoS; `fixed` is how many bytes follow the offset in the versions we know.
fn skip_to_inline_qos(body: &mut Input, offset: u16, read: usize) -> Result<(), Malformed> {
    let offset = usize::from(offset);
    body.take(offset.checked_sub(read).ok_or(Malformed::OutOfRange("the offset of inline QoS"))?)?;
    Ok(())
}

fn read_inline_qos(body: &mut Input, flags: u8) -> Result<Option<InlineQos>, Malformed> {
    if flags & 0x02 == 0 {
        return Ok(None);
    }
    let big_endian = body.big_endian();
    let whole = body.bytes.clone();
    loop {
        let (pid, length) = (body.u16()?, body.u16()?);
        if pid == crate::parameters::pid::SENTINEL {
            break;
        }
        body.take(usize::from(length))?;
    }
    let length = whole.len() - body.remaining();
    Ok(Some(InlineQos { bytes: whole.slice(..length), big_endian }))
}

fn read_data(body: &mut Input, flags: u8) -> Result<Data, Malformed> {
    let (_, offset) = (body.u16()?, body.u16()?);
    let (reader, writer) = (body.entity()?, body.entity()?);
    let sequence = check_sequence(body.sequence()?)?;
    skip_to_inline_qos(body, offset, 16)?;
    let inline_qos = read_inline_qos(body, flags)?;
    let payload_kind = match flags & 0x0c {
        0x04 => PayloadKind::Data,
        0x08 => PayloadKind::Key,
        _ => PayloadKind::Nothing,
    };
    let payload = if payload_kind == PayloadKind::Nothing { Bytes::new() } else { body.clone().rest() };
    Ok(Data { reader, writer, sequence, inline_qos, payload_kind, payload })
}

fn read_data_frag(body: &mut Input, flags: u8) -> Result<DataFrag, Malformed> {
    let (_, offset) = (body.u16()?, body.u16()?);
    let (reader, writer) = (body.entity()?, body.entity()?);
    let sequence = check_sequence(body.sequence()?)?;
    let (first, count, fragment_size, sample_size) = (body.u32()?, body.u16()?, body.u16()?, body.u32()?);
    skip_to_inline_qos(body, offset, 28)?;
    let inline_qos = read_inline_qos(body, flags)?;
    if first == 0 || count == 0 || fragment_size == 0 || sample_size == 0 {
        return Err(Malformed::OutOfRange("a fragment"));
    }
    let is_key = flags & 0x04 != 0;
    let payload = body.clone().rest();
    Ok(DataFrag {
        reader,
        writer,
        sequence,
        first,
        count,
        fragment_size,
        sample_size,
        inline_qos,
        is_key,
        payload,
    })
}

fn read_heartbeat(body: &mut Input, flags: u8) -> Result<Heartbeat, Malformed> {
    let (reader, writer) = (body.entity()?, body.entity()?);
    let (first, last, count) = (body.sequence()?, body.sequence()?, body.u32()?);
    // `last` is one less than `first` while a writer has nothing.
    if !(1..i64::MAX / 2).contains(&first) || !(first - 1..i64::MAX / 2).contains(&last) {
        return Err(Malformed::OutOfRange("a heartbeat"));
    }
    Ok(Heartbeat { reader, writer, first, last, count, is_final: flags & 0x02 != 0 })
}

fn read_heartbeat_frag(body: &mut Input) -> Result<HeartbeatFrag, Malformed> {
    let (reader, writer) = (body.entity()?, body.entity()?);
    let sequence = check_sequence(body.sequence()?)?;
    Ok(HeartbeatFrag { reader, writer, sequence, last_fragment: body.u32()?, count: body.u32()? })
}

fn read_acknack(body: &mut Input, flags: u8) -> Result<AckNack, Malformed> {
    let (reader, writer) = (body.entity()?, body.entity()?);
    let base = body.sequence()?;
    let missing = body.number_set(base)?;
    Ok(AckNack { reader, writer, missing, count: body.u32()?, is_final: flags & 0x02 != 0 })
}

fn read_nack_frag(body: &mut Input) -> Result<NackFrag, Malformed> {
    let (reader, writer) = (body.entity()?, body.entity()?);
    let sequence = check_sequence(body.sequence()?)?;
    let base = i64::from(body.u32()?);
    let missing = body.number_set(base)?;
    Ok(NackFrag { reader, writer, sequence, missing, count: body.u32()? })
}

fn read_gap(body: &mut Input) -> Result<Gap, Malformed> {
    let (reader, writer) = (body.entity()?, body.entity()?);
    let start = check_sequence(body.sequence()?)?;
    let base = body.sequence()?;
    let list = body.number_set(base)?;
    if base < start {
        return Err(Malformed::OutOfRange("a gap"));
    }
    Ok(Gap { reader, writer, start, list })
}

fn read_timestamp(body: &mut Input, flags: u8) -> Result<Option<i64>, Malformed> {
    if flags & 0x02 != 0 {
        return Ok(None);
    }
    let seconds = i64::from(body.u32()?);
    let fraction = u64::from(body.u32()?);
    Ok(Some(seconds * 1_000_000_000 + ((fraction * 1_000_000_000) >> 32).cast_signed()))
}

fn read_source(body: &mut Input) -> Result<Header, Malformed> {
    let (_, version) = (body.u32()?, body.array::<2>()?);
    if version[0] != 2 {
        return Err(Malformed::NotRtps);
    }
    Ok(Header { vendor: VendorId(body.array()?), prefix: GuidPrefix(body.array()?) })
}
