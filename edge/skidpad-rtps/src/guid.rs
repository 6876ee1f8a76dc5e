//! Names of participants and endpoints: sixteen bytes that are unique in a domain.

use std::fmt;

/// The first twelve bytes of a [`Guid`]: which participant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct GuidPrefix(pub [u8; 12]);

/// The last four bytes of a [`Guid`]: which endpoint of a participant. The last byte is the kind of endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct EntityId(pub [u8; 4]);

impl EntityId {
    /// No endpoint in particular.
    pub const UNKNOWN: Self = Self([0, 0, 0, 0]);
    /// The participant itself.
    pub const PARTICIPANT: Self = Self([0, 0, 1, 0xc1]);

    /// A writer of a topic without key.
    pub const fn writer_without_key(number: u32) -> Self {
        Self::numbered(number, 0x03)
    }

    /// A reader of a topic without key.
    pub const fn reader_without_key(number: u32) -> Self {
        Self::numbered(number, 0x04)
    }

    const fn numbered(number: u32, kind: u8) -> Self {
        let [_, a, b, c] = number.to_be_bytes();
        Self([a, b, c, kind])
    }

    /// Whether this is a writer, built in or of a user.
    pub const fn is_writer(self) -> bool {
        matches!(self.0[3] & 0x3f, 0x02 | 0x03)
    }

    /// Whether this is a reader, built in or of a user.
    pub const fn is_reader(self) -> bool {
        matches!(self.0[3] & 0x3f, 0x04 | 0x07)
    }

    /// Whether the topic of this endpoint has a key.
    pub const fn has_key(self) -> bool {
        matches!(self.0[3] & 0x3f, 0x02 | 0x07)
    }
}

/// The name of a participant or endpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Guid {
    /// Which participant.
    pub prefix: GuidPrefix,
    /// Which endpoint of it.
    pub entity: EntityId,
}

impl Guid {
    /// The name of no one.
    pub const UNKNOWN: Self = Self { prefix: GuidPrefix([0; 12]), entity: EntityId::UNKNOWN };

    /// A GUID from its two parts.
    pub const fn new(prefix: GuidPrefix, entity: EntityId) -> Self {
        Self { prefix, entity }
    }

    /// The sixteen bytes, as they are sent.
    pub fn to_bytes(self) -> [u8; 16] {
        let mut bytes = [0; 16];
        bytes[..12].copy_from_slice(&self.prefix.0);
        bytes[12..].copy_from_slice(&self.entity.0);
        bytes
    }

    /// A GUID from its sixteen bytes.
    pub fn from_bytes(bytes: [u8; 16]) -> Self {
        let mut guid = Self::UNKNOWN;
        guid.prefix.0.copy_from_slice(&bytes[..12]);
        guid.entity.0.copy_from_slice(&bytes[12..]);
        guid
    }

    /// The participant that this endpoint belongs to.
    pub const fn participant(self) -> Self {
        Self { prefix: self.prefix, entity: EntityId::PARTICIPANT }
    }
}

impl fmt::Display for GuidPrefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_groups(f, &self.0)
    }
}

impl fmt::Display for EntityId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_groups(f, &self.0)
    }
}

impl fmt::Display for Guid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.prefix, self.entity)
    }
}

/// Hexadecimal, a colon after each four bytes.
fn write_groups(f: &mut fmt::Formatter<'_>, bytes: &[u8]) -> fmt::Result {
    for (index, byte) in bytes.iter().enumerate() {
        if index > 0 && index % 4 == 0 {
            f.write_str(":")?;
        }
        write!(f, "{byte:02x}")?;
    }
    Ok(())
}

/// Who wrote the implementation at the other end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct VendorId(pub [u8; 2]);

impl VendorId {
    /// An implementation without a number; ours is one.
    pub const UNKNOWN: Self = Self([0, 0]);
    /// eProsima Fast DDS (rmw_fastrtps).
    pub const FAST_DDS: Self = Self([1, 0x0f]);
    /// Eclipse Cyclone DDS (rmw_cyclonedds).
    pub const CYCLONE_DDS: Self = Self([1, 0x10]);
    /// RustDDS.
    pub const RUST_DDS: Self = Self([1, 0x12]);
}

impl fmt::Display for VendorId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::UNKNOWN => f.write_str("an unnumbered vendor"),
            Self::FAST_DDS => f.write_str("Fast DDS"),
            Self::CYCLONE_DDS => f.write_str("Cyclone DDS"),
            Self::RUST_DDS => f.write_str("RustDDS"),
            Self([a, b]) => write!(f, "vendor {a:02x}.{b:02x}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_and_back() {
        let bytes = std::array::from_fn(|index| index as u8);
        let guid = Guid::from_bytes(bytes);
        assert_eq!(guid.to_bytes(), bytes);
        assert_eq!(guid.to_string(), "00010203:04050607:08090a0b:0c0d0e0f");
        assert_eq!(guid.participant().to_bytes()[12..], [0, 0, 1, 0xc1]);
    }

    #[test]
    fn kinds_of_entities() {
        let writer = EntityId::writer_without_key(0x01_02_03);
        assert_eq!(writer.0, [1, 2, 3, 3]);
        assert!(writer.is_writer() && !writer.is_reader() && !writer.has_key());
        let reader = EntityId::reader_without_key(7);
        assert_eq!(reader.0, [0, 0, 7, 4]);
        assert!(reader.is_reader() && !reader.is_writer() && !reader.has_key());
        let built_in = EntityId([0, 1, 0, 0xc2]);
        assert!(built_in.is_writer() && built_in.has_key());
        assert!(!EntityId::PARTICIPANT.is_writer() && !EntityId::PARTICIPANT.is_reader());
    }
}
