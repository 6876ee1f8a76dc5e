//! MRPT's primitives and the frame around every object. Little endian, no padding.

/// An object that MRPT can read.
pub trait MrptObject {
    /// Append the object with its frame.
    fn write(&self, out: &mut Vec<u8>);

    /// The object with its frame.
    fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        self.write(&mut out);
        out
    }
}

/// The flag after every object.
const END: u8 = 0x88;

/// Append an object: class name and version, what `payload` writes, and the end flag.
pub(super) fn put_object(out: &mut Vec<u8>, class: &str, version: u8, payload: impl FnOnce(&mut Vec<u8>)) {
    debug_assert!(class.len() <= 120, "MRPT's class names are short");
    out.push(0x80 | class.len() as u8);
    out.extend_from_slice(class.as_bytes());
    out.push(version);
    payload(out);
    out.push(END);
}

/// Append a null pointer.
pub(super) fn put_null(out: &mut Vec<u8>) {
    out.push(0x80 | 7);
    out.extend_from_slice(b"nullptr");
    out.push(END);
}

/// Appends MRPT's primitives.
pub(super) trait Put {
    fn put_bool(&mut self, value: bool);
    fn put_u16(&mut self, value: u16);
    fn put_u32(&mut self, value: u32);
    fn put_i32(&mut self, value: i32);
    fn put_u64(&mut self, value: u64);
    fn put_f32(&mut self, value: f32);
    fn put_f64(&mut self, value: f64);
    fn put_count(&mut self, count: usize);
    fn put_text(&mut self, text: &str);
    fn put_f32s(&mut self, values: &[f32]);
    fn put_f64s(&mut self, values: &[f64]);
    fn put_u16s(&mut self, values: &[u16]);
}

impl Put for Vec<u8> {
    fn put_bool(&mut self, value: bool) {
        self.push(u8::from(value));
    }
    fn put_u16(&mut self, value: u16) {
        self.extend_from_slice(&value.to_le_bytes());
    }
    fn put_u32(&mut self, value: u32) {
        self.extend_from_slice(&value.to_le_bytes());
    }
    fn put_i32(&mut self, value: i32) {
        self.extend_from_slice(&value.to_le_bytes());
    }
    fn put_u64(&mut self, value: u64) {
        self.extend_from_slice(&value.to_le_bytes());
    }
    fn put_f32(&mut self, value: f32) {
        self.extend_from_slice(&value.to_le_bytes());
    }
    fn put_f64(&mut self, value: f64) {
        self.extend_from_slice(&value.to_le_bytes());
    }
    fn put_count(&mut self, count: usize) {
        self.put_u32(count as u32);
    }
    fn put_text(&mut self, text: &str) {
        self.put_count(text.len());
        self.extend_from_slice(text.as_bytes());
    }
    fn put_f32s(&mut self, values: &[f32]) {
        self.extend(values.iter().flat_map(|value| value.to_le_bytes()));
    }
    fn put_f64s(&mut self, values: &[f64]) {
        self.extend(values.iter().flat_map(|value| value.to_le_bytes()));
    }
    fn put_u16s(&mut self, values: &[u16]) {
        self.extend(values.iter().flat_map(|value| value.to_le_bytes()));
    }
}

/// MRPT's time: ticks of 100 ns since 1601-01-01 UTC. The default, 0, means "invalid".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Timestamp {
    /// Ticks of 100 ns since 1601-01-01 UTC.
    pub ticks: u64,
}

/// Ticks at 1970-01-01 UTC.
const UNIX_EPOCH_TICKS: u64 = 116_444_736_000_000_000;

impl Timestamp {
    /// From nanoseconds since 1970-01-01 UTC.
    pub fn from_unix_ns(unix_ns: u64) -> Self {
        Timestamp { ticks: unix_ns / 100 + UNIX_EPOCH_TICKS }
    }

    /// From seconds since 1970-01-01 UTC, as MRPT converts them. Negative times become 1970.
    pub fn from_unix_s(unix_s: f64) -> Self {
        Timestamp { ticks: (unix_s * 1e7) as u64 + UNIX_EPOCH_TICKS }
    }

    /// Seconds since 1970-01-01 UTC.
    pub fn unix_s(self) -> f64 {
        self.ticks.wrapping_sub(UNIX_EPOCH_TICKS) as i64 as f64 / 1e7
    }

    /// Hour, minute and second of the day, UTC.
    pub fn time_of_day(self) -> (u8, u8, f64) {
        const TICKS_PER_S: u64 = 10_000_000;
        let ticks = self.ticks % (86_400 * TICKS_PER_S);
        let second = (ticks % (60 * TICKS_PER_S)) as f64 / TICKS_PER_S as f64;
        let minute = ticks / (60 * TICKS_PER_S) % 60;
        (((ticks / (3600 * TICKS_PER_S)) % 24) as u8, minute as u8, second)
    }
}

/// The start of an object: what it is, without its payload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObjectHeader<'a> {
    /// Class name, such as `mrpt::obs::CObservationIMU`.
    pub class: &'a str,
    /// Version of the class.
    pub version: u8,
}

impl<'a> ObjectHeader<'a> {
    /// Read the start of a serialised object; `None` if it is none, or a null pointer.
    pub fn parse(bytes: &'a [u8]) -> Option<Self> {
        let (&first, rest) = bytes.split_first()?;
        let length = usize::from(first & 0x7f);
        if first & 0x80 == 0 || length > 120 {
            return None;
        }
        let (class, rest) = rest.split_at_checked(length)?;
        let class = std::str::from_utf8(class).ok()?;
        if class == "nullptr" {
            return None;
        }
        Some(ObjectHeader { class, version: *rest.first()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_ticks_since_1601() {
        let time = Timestamp::from_unix_ns(1_700_000_000_500_000_000);
        assert_eq!(time.ticks, 133_444_736_005_000_000);
        assert_eq!(Timestamp::from_unix_s(1_700_000_000.5), time);
        assert_eq!(time.unix_s(), 1_700_000_000.5);
        assert_eq!(time.time_of_day(), (22, 13, 20.5));
    }

    #[test]
    fn a_header_is_read_and_anything_else_is_none() {
        let mut bytes = Vec::new();
        put_object(&mut bytes, "mrpt::obs::CObservationIMU", 4, |_| {});
        let header = ObjectHeader::parse(&bytes);
        assert_eq!(header, Some(ObjectHeader { class: "mrpt::obs::CObservationIMU", version: 4 }));
        assert!((0..28).all(|length| ObjectHeader::parse(&bytes[..length]).is_none()));
        let mut null = Vec::new();
        put_null(&mut null);
        assert_eq!(ObjectHeader::parse(&null), None);
    }
}
