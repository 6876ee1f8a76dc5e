//! Parameter lists: how participants and endpoints describe themselves, and what rides along with a sample.

use std::net::{Ipv4Addr, SocketAddrV4};
use std::time::Duration;

use bytes::Bytes;

use crate::guid::{Guid, VendorId};
use crate::message::{InlineQos, Input, Malformed};
use crate::wire::SampleId;

/// Numbers of the parameters that we read or write (OMG RTPS 2.5, §9.6.4).
pub(crate) mod pid {
    pub(crate) const PAD: u16 = 0x0000;
    pub(crate) const SENTINEL: u16 = 0x0001;
    pub(crate) const LEASE_DURATION: u16 = 0x0002;
    pub(crate) const TOPIC_NAME: u16 = 0x0005;
    pub(crate) const TYPE_NAME: u16 = 0x0007;
    pub(crate) const DOMAIN_ID: u16 = 0x000f;
    pub(crate) const PROTOCOL_VERSION: u16 = 0x0015;
    pub(crate) const VENDOR_ID: u16 = 0x0016;
    pub(crate) const RELIABILITY: u16 = 0x001a;
    pub(crate) const LIVELINESS: u16 = 0x001b;
    pub(crate) const DURABILITY: u16 = 0x001d;
    pub(crate) const OWNERSHIP: u16 = 0x001f;
    pub(crate) const DEADLINE: u16 = 0x0023;
    pub(crate) const PARTITION: u16 = 0x0029;
    pub(crate) const LIFESPAN: u16 = 0x002b;
    pub(crate) const USER_DATA: u16 = 0x002c;
    pub(crate) const UNICAST_LOCATOR: u16 = 0x002f;
    pub(crate) const DEFAULT_UNICAST_LOCATOR: u16 = 0x0031;
    pub(crate) const METATRAFFIC_UNICAST_LOCATOR: u16 = 0x0032;
    pub(crate) const METATRAFFIC_MULTICAST_LOCATOR: u16 = 0x0033;
    pub(crate) const HISTORY: u16 = 0x0040;
    pub(crate) const PARTICIPANT_GUID: u16 = 0x0050;
    pub(crate) const BUILTIN_ENDPOINT_SET: u16 = 0x0058;
    pub(crate) const ENDPOINT_GUID: u16 = 0x005a;
    pub(crate) const KEY_HASH: u16 = 0x0070;
    pub(crate) const STATUS_INFO: u16 = 0x0071;
    pub(crate) const DATA_REPRESENTATION: u16 = 0x0073;
    pub(crate) const RELATED_SAMPLE: u16 = 0x0083;
    /// eProsima's number for the same before it had one.
    pub(crate) const RELATED_SAMPLE_OLD: u16 = 0x800f;

    /// Set on parameters without which a list must not be used.
    pub(crate) const MUST_UNDERSTAND: u16 = 0x4000;
    /// Set on parameters that a vendor defines for itself.
    pub(crate) const VENDOR_SPECIFIC: u16 = 0x8000;
}

/// Parameters that we skip, although they may demand to be understood: their defaults suit us.
const HARMLESS: [u16; 12] =
    [0x0004, 0x001e, 0x0021, 0x0025, 0x0027, 0x0030, 0x0041, 0x0043, 0x0048, 0x0060, 0x0062, 0x0074];

/// A list that grows.
#[derive(Default)]
pub(crate) struct ListWriter {
    bytes: Vec<u8>,
}

impl ListWriter {
    /// A parameter; its value is padded to a multiple of four.
    pub(crate) fn put(&mut self, pid: u16, value: &[u8]) {
        let length = value.len().next_multiple_of(4);
        self.bytes.extend(pid.to_le_bytes());
        self.bytes.extend((length as u16).to_le_bytes());
        self.bytes.extend(value);
        self.bytes.resize(self.bytes.len() + length - value.len(), 0);
    }

    pub(crate) fn u32(&mut self, pid: u16, value: u32) {
        self.put(pid, &value.to_le_bytes());
    }

    pub(crate) fn guid(&mut self, pid: u16, guid: Guid) {
        self.put(pid, &guid.to_bytes());
    }

    pub(crate) fn string(&mut self, pid: u16, text: &str) {
        let mut value = (text.len() as u32 + 1).to_le_bytes().to_vec();
        value.extend(text.as_bytes());
        value.push(0);
        self.put(pid, &value);
    }

    pub(crate) fn octets(&mut self, pid: u16, octets: &[u8]) {
        let mut value = (octets.len() as u32).to_le_bytes().to_vec();
        value.extend(octets);
        self.put(pid, &value);
    }

    pub(crate) fn duration(&mut self, pid: u16, duration: Option<Duration>) {
        self.put(pid, &duration_bytes(duration));
    }

    /// A kind and a duration: reliability, liveliness.
    pub(crate) fn kind_and_duration(&mut self, pid: u16, kind: u32, duration: Option<Duration>) {
        let mut value = kind.to_le_bytes().to_vec();
        value.extend(duration_bytes(duration));
        self.put(pid, &value);
    }

    pub(crate) fn locator(&mut self, pid: u16, address: SocketAddrV4) {
        let mut value = [0; 24];
        value[..4].copy_from_slice(&1_u32.to_le_bytes());
        value[4..8].copy_from_slice(&u32::from(address.port()).to_le_bytes());
        value[20..].copy_from_slice(&address.ip().octets());
        self.put(pid, &value);
    }

    fn sample_id(&mut self, pid: u16, id: SampleId) {
        let mut value = id.guid.to_bytes().to_vec();
        value.extend(((id.sequence >> 32) as i32).to_le_bytes());
        value.extend((id.sequence as u32).to_le_bytes());
        self.put(pid, &value);
    }

    /// The list with its end.
    pub(crate) fn finish(mut self) -> Vec<u8> {
        self.put(pid::SENTINEL, &[]);
        self.bytes
    }

    /// The list as the payload of a sample.
    pub(crate) fn payload(self) -> Bytes {
        let mut bytes = vec![0, 3, 0, 0];
        bytes.extend(self.finish());
        bytes.into()
    }
}

/// Seconds and 2⁻³² seconds.
fn duration_bytes(duration: Option<Duration>) -> [u8; 8] {
    let (seconds, fraction) = match duration {
        Some(duration) if duration.as_secs() < 0x7fff_ffff => {
            // Rounded up, so that reading it gives the same nanosecond.
            let fraction = (u64::from(duration.subsec_nanos()) << 32).div_ceil(1_000_000_000);
            (duration.as_secs() as u32, fraction as u32)
        }
        _ => (0x7fff_ffff, 0xffff_ffff),
    };
    let mut bytes = [0; 8];
    bytes[..4].copy_from_slice(&seconds.to_le_bytes());
    bytes[4..].copy_from_slice(&fraction.to_le_bytes());
    bytes
}

/// One parameter: its number without flags, and its value.
#[derive(Clone, Debug)]
pub(crate) struct Parameter {
    pub(crate) pid: u16,
    pub(crate) value: Input,
}

/// The parameters of a list, in order.
pub(crate) fn parameters(list: Input) -> Parameters {
    Parameters { rest: Some(list) }
}

/// The parameters of a payload with its encapsulation header.
pub(crate) fn payload_parameters(payload: Bytes) -> Result<Parameters, Malformed> {
    let mut input = Input::new(payload, true);
    let encapsulation = input.u16()?;
    input.u16()?;
    match encapsulation {
        2 => Ok(parameters(Input::new(input.rest(), true))),
        3 => Ok(parameters(Input::new(input.rest(), false))),
        other => Err(Malformed::Encapsulation(other)),
    }
}

/// See [`parameters`].
pub(crate) struct Parameters {
    rest: Option<Input>,
}

impl Iterator for Parameters {
    type Item = Result<Parameter, Malformed>;

    fn next(&mut self) -> Option<Self::Item> {
        let mut rest = self.rest.take()?;
        match next_parameter(&mut rest) {
            Ok(Some(parameter)) => {
                self.rest = Some(rest);
                Some(Ok(parameter))
            }
            Ok(None) => None,
            Err(error) => Some(Err(error)),
        }
    }
}

fn next_parameter(rest: &mut Input) -> Result<Option<Parameter>, Malformed> {
    loop {
        let (pid, length) = (rest.u16()?, rest.u16()?);
        if pid == pid::SENTINEL {
            return Ok(None);
        }
        let value = Input::new(rest.take(usize::from(length))?, rest.big_endian());
        if pid != pid::PAD {
            return Ok(Some(Parameter { pid, value }));
        }
    }
}

impl Parameter {
    /// The number without the flag "must understand".
    pub(crate) fn number(&self) -> u16 {
        self.pid & !pid::MUST_UNDERSTAND
    }

    /// For a parameter that the caller does not use: an error if it had to.
    pub(crate) fn skip(&self) -> Result<(), Malformed> {
        let demands = self.pid & pid::MUST_UNDERSTAND != 0 && self.pid & pid::VENDOR_SPECIFIC == 0;
        if demands && !HARMLESS.contains(&self.number()) {
            Err(Malformed::MustUnderstand(self.pid))
        } else {
            Ok(())
        }
    }

    pub(crate) fn u32(mut self) -> Result<u32, Malformed> {
        self.value.u32()
    }

    pub(crate) fn guid(mut self) -> Result<Guid, Malformed> {
        self.value.array().map(Guid::from_bytes)
    }

    pub(crate) fn vendor(mut self) -> Result<VendorId, Malformed> {
        self.value.array().map(VendorId)
    }

    /// Text; the bytes that are not UTF-8 are replaced.
    pub(crate) fn string(mut self) -> Result<String, Malformed> {
        read_string(&mut self.value)
    }

    pub(crate) fn octets(mut self) -> Result<Bytes, Malformed> {
        let length = self.value.u32()?;
        self.value.take(length as usize)
    }

    pub(crate) fn duration(mut self) -> Result<Option<Duration>, Malformed> {
        read_duration(&mut self.value)
    }

    pub(crate) fn kind_and_duration(mut self) -> Result<(u32, Option<Duration>), Malformed> {
        Ok((self.value.u32()?, read_duration(&mut self.value)?))
    }

    /// A kind and a depth: history.
    pub(crate) fn kind_and_depth(mut self) -> Result<(u32, u32), Malformed> {
        Ok((self.value.u32()?, self.value.u32()?))
    }

    /// An address over UDPv4; `None` for other transports.
    pub(crate) fn locator(mut self) -> Result<Option<SocketAddrV4>, Malformed> {
        let (kind, port) = (self.value.i32()?, self.value.u32()?);
        let address: [u8; 16] = self.value.array()?;
        let port = u16::try_from(port).ok().filter(|&port| port > 0);
        let ip = Ipv4Addr::new(address[12], address[13], address[14], address[15]);
        Ok(port.filter(|_| kind == 1 && !ip.is_unspecified()).map(|port| SocketAddrV4::new(ip, port)))
    }

    /// Names of partitions.
    pub(crate) fn strings(mut self) -> Result<Vec<String>, Malformed> {
        let count = self.value.u32()?;
        // Each string has at least a length.
        if count as usize > self.value.remaining() / 4 {
            return Err(Malformed::TooShort);
        }
        (0..count)
            .map(|_| {
                let before = self.value.remaining();
                let text = read_string(&mut self.value)?;
                let odd = (before - self.value.remaining()) % 4;
                if odd > 0 {
                    self.value.take((4 - odd).min(self.value.remaining()))?;
                }
                Ok(text)
            })
            .collect()
    }

    /// Numbers of data representations.
    pub(crate) fn shorts(mut self) -> Result<Vec<u16>, Malformed> {
        let count = self.value.u32()?;
        if count as usize > self.value.remaining() / 2 {
            return Err(Malformed::TooShort);
        }
        (0..count).map(|_| self.value.u16()).collect()
    }

    pub(crate) fn sample_id(mut self) -> Result<SampleId, Malformed> {
        Ok(SampleId { guid: Guid::from_bytes(self.value.array()?), sequence: self.value.sequence()? })
    }
}

fn read_string(value: &mut Input) -> Result<String, Malformed> {
    let length = value.u32()? as usize;
    let bytes = value.take(length)?;
    let text = bytes.strip_suffix(&[0]).unwrap_or(&bytes);
    Ok(String::from_utf8_lossy(text).into_owned())
}

fn read_duration(value: &mut Input) -> Result<Option<Duration>, Malformed> {
    let (seconds, fraction) = (value.i32()?, value.u32()?);
    if seconds == i32::MAX {
        return Ok(None);
    }
    let seconds = u64::try_from(seconds).map_err(|_| Malformed::OutOfRange("a duration"))?;
    Ok(Some(Duration::new(seconds, ((u64::from(fraction) * 1_000_000_000) >> 32) as u32)))
}

/// What rides along with a sample.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SampleNotes {
    /// The sample or reader that this one refers to.
    pub(crate) related: Option<SampleId>,
    /// The instance is gone.
    pub(crate) is_disposed: bool,
    /// Which instance.
    pub(crate) key: Option<Guid>,
}

impl SampleNotes {
    pub(crate) fn read(inline_qos: &InlineQos) -> Result<Self, Malformed> {
        let mut notes = Self::default();
        for parameter in parameters(Input::new(inline_qos.bytes.clone(), inline_qos.big_endian)) {
            let parameter = parameter?;
            match parameter.number() {
                pid::RELATED_SAMPLE | pid::RELATED_SAMPLE_OLD => notes.related = Some(parameter.sample_id()?),
                pid::KEY_HASH => notes.key = Some(parameter.guid()?),
                pid::STATUS_INFO => {
                    let mut value = parameter.value;
                    notes.is_disposed = value.array::<4>()?[3] & 3 != 0;
                }
                // Other parameters of a sample never make it unreadable for us.
                _ => {}
            }
        }
        Ok(notes)
    }

    /// The list to send, if there is anything to say.
    pub(crate) fn write(&self) -> Option<InlineQos> {
        if *self == Self::default() {
            return None;
        }
        let mut list = ListWriter::default();
        if let Some(related) = self.related {
            list.sample_id(pid::RELATED_SAMPLE, related);
            list.sample_id(pid::RELATED_SAMPLE_OLD, related);
        }
        if let Some(key) = self.key {
            list.guid(pid::KEY_HASH, key);
        }
        if self.is_disposed {
            list.put(pid::STATUS_INFO, &[0, 0, 0, 3]);
        }
        Some(InlineQos { bytes: list.finish().into(), big_endian: false })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(bytes: &'static [u8], big_endian: bool) -> Result<Vec<Parameter>, Malformed> {
        parameters(Input::new(Bytes::from_static(bytes), big_endian)).collect()
    }

    fn one(bytes: &'static [u8], big_endian: bool) -> Parameter {
        list(bytes, big_endian).expect("a list").pop().expect("a parameter")
    }

    #[test]
    fn user_data_by_hand() {
        let bytes = b"\x2c\0\x0c\0\x05\0\0\0abcde\0\0\0\x01\0\0\0";
        let mut writer = ListWriter::default();
        writer.octets(pid::USER_DATA, b"abcde");
        assert_eq!(writer.finish(), bytes);
        assert_eq!(one(bytes, false).octets(), Ok(Bytes::from_static(b"abcde")));
    }

    #[test]
    fn names_by_hand_in_both_byte_orders() {
        let little = b"\x05\0\x08\0\x04\0\0\0r/a\0\x01\0\0\0";
        let mut writer = ListWriter::default();
        writer.string(pid::TOPIC_NAME, "r/a");
        assert_eq!(writer.finish(), little);
        assert_eq!(one(little, false).string().as_deref(), Ok("r/a"));
        assert_eq!(one(b"\0\x05\0\x08\0\0\0\x04r/a\0\0\x01\0\0", true).string().as_deref(), Ok("r/a"));
    }

    #[test]
    fn addresses_by_hand() {
        let bytes = b"\x31\0\x18\0\x01\0\0\0\xf3\x1c\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x7f\0\0\x01\x01\0\0\0";
        let address = SocketAddrV4::new(Ipv4Addr::LOCALHOST, 7411);
        let mut writer = ListWriter::default();
        writer.locator(pid::DEFAULT_UNICAST_LOCATOR, address);
        assert_eq!(writer.finish(), bytes);
        assert_eq!(one(bytes, false).locator(), Ok(Some(address)));
        // Shared memory, and port 0.
        let other = b"\x31\0\x18\0\x10\0\0\0\xf3\x1c\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x7f\0\0\x01\x01\0\0\0";
        assert_eq!(one(other, false).locator(), Ok(None));
        let no_port = b"\x31\0\x18\0\x01\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\x7f\0\0\x01\x01\0\0\0";
        assert_eq!(one(no_port, false).locator(), Ok(None));
    }

    #[test]
    fn durations_are_seconds_and_fractions() {
        let mut writer = ListWriter::default();
        writer.duration(pid::LEASE_DURATION, Some(Duration::from_millis(1500)));
        writer.duration(pid::DEADLINE, None);
        let bytes = writer.finish();
        assert_eq!(bytes[4..12], [1, 0, 0, 0, 0, 0, 0, 0x80]);
        assert_eq!(bytes[16..24], [0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff, 0xff]);
        let read: Vec<_> =
            parameters(Input::new(bytes.into(), false)).map(|p| p.and_then(Parameter::duration)).collect();
        assert_eq!(read, [Ok(Some(Duration::from_millis(1500))), Ok(None)]);
        assert!(one(b"\x02\0\x08\0\xff\xff\xff\xff\0\0\0\0\x01\0\0\0", false).duration().is_err());
    }

    #[test]
    fn either_number_of_the_related_sample_is_read() {
        for pid in [[0x83, 0x00], [0x0f, 0x80]] {
            let mut bytes = pid.to_vec();
            bytes.extend([24, 0]);
            bytes.extend([6; 16]);
            bytes.extend([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0, 1, 0, 0, 0]);
            let notes = SampleNotes::read(&InlineQos { bytes: bytes.into(), big_endian: false });
            let guid = Guid::from_bytes([6; 16]);
            let related = Some(SampleId { guid, sequence: SampleId::UNKNOWN_SEQUENCE });
            assert_eq!(notes, Ok(SampleNotes { related, ..SampleNotes::default() }));
        }
    }

    #[test]
    fn goodbyes_say_what_is_gone() {
        let notes = SampleNotes { key: Some(Guid::from_bytes([4; 16])), is_disposed: true, related: None };
        let inline_qos = notes.write().expect("something to say");
        assert_eq!(inline_qos.bytes[20..], [0x71, 0, 4, 0, 0, 0, 0, 3, 1, 0, 0, 0]);
        assert_eq!(SampleNotes::read(&inline_qos), Ok(notes));
    }

    #[test]
    fn what_must_be_understood_and_is_not_is_an_error() {
        assert_eq!(one(b"\x34\x52\0\0\x01\0\0\0", false).skip(), Err(Malformed::MustUnderstand(0x5234)));
        assert_eq!(one(b"\x34\x12\0\0\x01\0\0\0", false).skip(), Ok(()));
        assert_eq!(one(b"\x34\xd2\0\0\x01\0\0\0", false).skip(), Ok(()));
        assert_eq!(one(b"\x05\x40\0\0\x01\0\0\0", false).number(), pid::TOPIC_NAME);
    }

    #[test]
    fn lists_without_end_and_lengths_that_lie_are_errors() {
        assert_eq!(list(b"\x05\0\x04\0abcd", false).err(), Some(Malformed::TooShort));
        assert_eq!(list(b"\x05\0\xff\xff\0\0\0\0", false).err(), Some(Malformed::TooShort));
        assert_eq!(
            one(b"\x05\0\x04\0\xff\xff\xff\xff\x01\0\0\0", false).string().err(),
            Some(Malformed::TooShort)
        );
        assert!(one(b"\x29\0\x04\0\xff\xff\xff\xff\x01\0\0\0", false).strings().is_err());
        assert!(one(b"\x73\0\x04\0\xff\xff\xff\xff\x01\0\0\0", false).shorts().is_err());
        assert_eq!(
            payload_parameters(Bytes::from_static(&[0, 1, 0, 0])).err(),
            Some(Malformed::Encapsulation(1))
        );
    }

    #[test]
    fn partitions_are_aligned_strings() {
        let bytes = b"\x29\0\x14\0\x02\0\0\0\x02\0\0\0a\0\0\0\x03\0\0\0bc\0\0\x01\0\0\0";
        assert_eq!(one(bytes, false).strings(), Ok(vec!["a".to_string(), "bc".to_string()]));
    }
}
