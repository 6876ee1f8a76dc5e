//! The header of a connection.

use std::fmt;

/// Fields with which each side of a connection says who it is and what it wants.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ConnectionHeader {
    fields: Vec<(String, String)>,
}

/// Why bytes are not a header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HeaderProblem {
    /// They end inside a field.
    TooShort,
    /// A field has no `=` or is not UTF-8.
    Field,
    /// There are too many fields.
    TooMany,
}

impl fmt::Display for HeaderProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            HeaderProblem::TooShort => "the connection's header ends inside a field",
            HeaderProblem::Field => "a field of the connection's header is not name=value",
            HeaderProblem::TooMany => "the connection's header has too many fields",
        })
    }
}

impl std::error::Error for HeaderProblem {}

impl ConnectionHeader {
    /// Longest header that is accepted [bytes]; it may contain a message definition.
    pub const MOST_BYTES: usize = 256 << 10;
    const MOST_FIELDS: usize = 64;

    /// A header with these fields.
    pub fn new(fields: &[(&str, &str)]) -> Self {
        let owned = |&(name, value): &(&str, &str)| (name.to_string(), value.to_string());
        ConnectionHeader { fields: fields.iter().map(owned).collect() }
    }

    /// The value of a field.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.fields.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Read a header, without the length before it.
    pub fn parse(mut bytes: &[u8]) -> Result<Self, HeaderProblem> {
        let mut fields = Vec::new();
        while !bytes.is_empty() {
            if fields.len() == Self::MOST_FIELDS {
                return Err(HeaderProblem::TooMany);
            }
            let (length, rest) = bytes.split_first_chunk::<4>().ok_or(HeaderProblem::TooShort)?;
            let length = u32::from_le_bytes(*length) as usize;
            let (field, rest) = rest.split_at_checked(length).ok_or(HeaderProblem::TooShort)?;
            let field = std::str::from_utf8(field).map_err(|_| HeaderProblem::Field)?;
            let (name, value) = field.split_once('=').ok_or(HeaderProblem::Field)?;
            fields.push((name.to_string(), value.to_string()));
            bytes = rest;
        }
        Ok(ConnectionHeader { fields })
    }

    /// The header with its length before it.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = vec![0; 4];
        for (name, value) in &self.fields {
            bytes.extend_from_slice(&length(name.len() + 1 + value.len()));
            bytes.extend_from_slice(name.as_bytes());
            bytes.push(b'=');
            bytes.extend_from_slice(value.as_bytes());
        }
        let total = length(bytes.len() - 4);
        bytes[..4].copy_from_slice(&total);
        bytes
    }
}

fn length(count: usize) -> [u8; 4] {
    u32::try_from(count).unwrap_or(u32::MAX).to_le_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_can_be_read() {
        let header =
            ConnectionHeader::new(&[("topic", "/odom"), ("message_definition", "a=b\nc"), ("x", "")]);
        let bytes = header.to_bytes();
        assert_eq!(ConnectionHeader::parse(&bytes[4..]), Ok(header));
        let only_lengths = bytes[4..].len();
        for end in 1..only_lengths {
            // A cut between two fields leaves a shorter header.
            if let Ok(shorter) = ConnectionHeader::parse(&bytes[4..4 + end]) {
                assert!(shorter.fields.len() < 3);
            }
        }
    }

    #[test]
    fn rubbish_is_refused() {
        assert_eq!(ConnectionHeader::parse(&[1, 0, 0, 0, b'a']), Err(HeaderProblem::Field));
        assert_eq!(ConnectionHeader::parse(&[255, 255, 255, 255, b'a']), Err(HeaderProblem::TooShort));
        assert_eq!(ConnectionHeader::parse(&[2, 0, 0, 0, b'=', 0xff]), Err(HeaderProblem::Field));
        let many = [1, 0, 0, 0, b'='].repeat(100);
        assert_eq!(ConnectionHeader::parse(&many), Err(HeaderProblem::TooMany));
    }
}
