//! Plain CDR, little-endian, as ROS 2 uses it on the wire and in bags (XCDR version 1).
//!
//! Four bytes of encapsulation come first (`00 01 00 00`); every number is aligned to its own size,
//! counted from the byte after them. OMG DDSI-RTPS 2.3, §10; OMG CORBA 3.0, §15.3.
//!
//! ROS 1 writes the same numbers in the same order without encapsulation, without alignment and without the closing
//! zeros of texts; [`to_ros1`] and [`from_ros1`] do that.

use crate::Field;
use std::fmt;

/// The four bytes that say "CDR, little-endian, no options".
const ENCAPSULATION: [u8; 4] = [0, 1, 0, 0];

/// A message being written.
#[derive(Debug, Default)]
pub struct CdrWriter {
    bytes: Vec<u8>,
    is_ros1: bool,
}

impl CdrWriter {
    /// Begin a message, reusing the memory of the previous one.
    pub fn begin(&mut self) {
        self.is_ros1 = false;
        self.bytes.clear();
        self.bytes.extend_from_slice(&ENCAPSULATION);
    }

    /// Begin a message as ROS 1 writes it.
    pub fn begin_ros1(&mut self) {
        self.is_ros1 = true;
        self.bytes.clear();
    }

    /// Whether the message is written as ROS 1 does.
    #[inline]
    pub(crate) fn is_ros1(&self) -> bool {
        self.is_ros1
    }

    /// The bytes written.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The bytes written, as a vector.
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// Fill up with zeros until the next number of `size` bytes is aligned.
    #[inline]
    fn align(&mut self, size: usize) {
        if self.is_ros1 {
            return;
        }
        let past = (self.bytes.len() - ENCAPSULATION.len()) % size;
        if past != 0 {
            self.bytes.resize(self.bytes.len() + size - past, 0);
        }
    }

    /// A number of `N` bytes.
    #[inline]
    pub(crate) fn number<const N: usize>(&mut self, bytes: [u8; N]) {
        self.align(N);
        self.bytes.extend_from_slice(&bytes);
    }

    /// Numbers of `N` bytes, one after the other.
    pub(crate) fn numbers<T: Copy, const N: usize>(&mut self, values: &[T], bytes_of: impl Fn(T) -> [u8; N]) {
        if values.is_empty() {
            return;
        }
        self.align(N);
        let start = self.bytes.len();
        self.bytes.resize(start + N * values.len(), 0);
        for (out, &value) in self.bytes[start..].as_chunks_mut::<N>().0.iter_mut().zip(values) {
            *out = bytes_of(value);
        }
    }

    /// The length before a sequence.
    pub(crate) fn length(&mut self, length: usize) {
        // No message has nearly 4 G elements; a reader would cut a longer one.
        self.number(u32::try_from(length).unwrap_or(u32::MAX).to_le_bytes());
    }

    /// A text: its length with the closing zero, its bytes, the zero. In ROS 1 without the zero.
    pub(crate) fn text(&mut self, text: &str) {
        if self.is_ros1 {
            self.length(text.len());
            self.bytes.extend_from_slice(text.as_bytes());
            return;
        }
        self.length(text.len() + 1);
        self.bytes.extend_from_slice(text.as_bytes());
        self.bytes.push(0);
    }
}

/// Why bytes cannot be decoded as a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum CdrProblem {
    /// They do not begin with the encapsulation of little-endian CDR.
    Encapsulation,
    /// They end too early.
    TooShort,
    /// They go on after the message, which ROS 1 does not allow.
    TooLong,
    /// A text is not UTF-8 or has no end.
    Text,
    /// A boolean is neither 0 nor 1.
    Bool,
    /// A sequence has more elements than its type allows.
    Sequence,
}

impl fmt::Display for CdrProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CdrProblem::Encapsulation => "it does not begin as little-endian CDR does",
            CdrProblem::TooShort => "it ends too early",
            CdrProblem::TooLong => "it goes on after its last field",
            CdrProblem::Text => "a text in it is damaged",
            CdrProblem::Bool => "a truth value in it is neither 0 nor 1",
            CdrProblem::Sequence => "a sequence in it has too many elements",
        })
    }
}

impl std::error::Error for CdrProblem {}

/// A message being read. Lengths are checked against the bytes that remain.
#[derive(Debug)]
pub struct CdrReader<'a> {
    bytes: &'a [u8],
    at: usize,
    is_ros1: bool,
}

impl<'a> CdrReader<'a> {
    /// Begin after the encapsulation.
    pub fn new(bytes: &'a [u8]) -> Result<Self, CdrProblem> {
        match bytes.split_first_chunk::<4>() {
            Some(([0, 1, _, _], bytes)) => Ok(CdrReader { bytes, at: 0, is_ros1: false }),
            _ => Err(CdrProblem::Encapsulation),
        }
    }

    /// Begin a message whose encapsulation was taken off: little-endian CDR.
    pub fn body(bytes: &'a [u8]) -> Self {
        CdrReader { bytes, at: 0, is_ros1: false }
    }

    /// Begin a message of ROS 1.
    pub fn ros1(bytes: &'a [u8]) -> Self {
        CdrReader { bytes, at: 0, is_ros1: true }
    }

    /// Whether the message is one of ROS 1.
    pub(crate) fn is_ros1(&self) -> bool {
        self.is_ros1
    }

    fn take(&mut self, count: usize) -> Result<&'a [u8], CdrProblem> {
        let end = self.at.checked_add(count).filter(|&end| end <= self.bytes.len());
        let end = end.ok_or(CdrProblem::TooShort)?;
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }

    fn align(&mut self, size: usize) {
        if !self.is_ros1 {
            self.at = self.at.next_multiple_of(size);
        }
    }

    /// A number of `N` bytes.
    pub(crate) fn number<const N: usize>(&mut self) -> Result<[u8; N], CdrProblem> {
        self.align(N);
        self.take(N)?.try_into().map_err(|_| CdrProblem::TooShort)
    }

    /// Numbers of `N` bytes, one after the other.
    pub(crate) fn numbers<T, const N: usize>(
        &mut self,
        count: usize,
        from_bytes: impl Fn([u8; N]) -> T,
    ) -> Result<Vec<T>, CdrProblem> {
        if count == 0 {
            return Ok(Vec::new());
        }
        self.align(N);
        let bytes = self.take(count.checked_mul(N).ok_or(CdrProblem::TooShort)?)?;
        Ok(bytes.as_chunks::<N>().0.iter().map(|&chunk| from_bytes(chunk)).collect())
    }

    /// The length before a sequence: at most as many elements as bytes remain, because each takes at least one.
    pub(crate) fn length(&mut self) -> Result<usize, CdrProblem> {
        let length = u32::from_le_bytes(self.number()?) as usize;
        if length > self.bytes.len() - self.at { Err(CdrProblem::TooShort) } else { Ok(length) }
    }

    /// A text.
    pub(crate) fn text(&mut self) -> Result<String, CdrProblem> {
        let length = self.length()?;
        // Some writers omit the closing zero of an empty text.
        let bytes = match self.take(length)? {
            bytes if self.is_ros1 => bytes,
            [] => &[],
            [text @ .., 0] => text,
            _ => return Err(CdrProblem::Text),
        };
        std::str::from_utf8(bytes).map(str::to_owned).map_err(|_| CdrProblem::Text)
    }
}

/// Encode a message.
pub fn to_cdr(message: &impl Field) -> Vec<u8> {
    let mut writer = CdrWriter::default();
    writer.begin();
    message.write(&mut writer);
    writer.into_bytes()
}

/// Decode a message whose encapsulation was taken off. Trailing bytes are ignored, because some writers pad.
pub fn from_cdr_body<M: Field>(body: &[u8]) -> Result<M, CdrProblem> {
    M::read(&mut CdrReader::body(body))
}

/// Encode a message as ROS 1 does. The sequence number of its header is zero.
pub fn to_ros1(message: &impl Field) -> Vec<u8> {
    let mut writer = CdrWriter::default();
    writer.begin_ros1();
    message.write(&mut writer);
    writer.into_bytes()
}

/// Decode a message of ROS 1. All bytes must belong to it.
pub fn from_ros1<M: Field>(bytes: &[u8]) -> Result<M, CdrProblem> {
    let mut reader = CdrReader::ros1(bytes);
    let message = M::read(&mut reader)?;
    if reader.at == bytes.len() { Ok(message) } else { Err(CdrProblem::TooLong) }
}

/// Decode a message. Trailing bytes are ignored, because some writers pad.
pub fn from_cdr<M: Field>(bytes: &[u8]) -> Result<M, CdrProblem> {
    M::read(&mut CdrReader::new(bytes)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::msg::{Header, JointState, Time};

    #[test]
    fn numbers_are_aligned_from_the_byte_after_the_encapsulation() {
        let state = JointState {
            header: Header { stamp: Time { sec: 1, nanosec: 2 }, frame_id: "ab".to_string() },
            name: vec!["w1234".to_string()],
            position: vec![1.0],
            ..JointState::default()
        };
        let bytes = to_cdr(&state);
        let expected = [
            &[0, 1, 0, 0][..],                                    // encapsulation
            &[1, 0, 0, 0, 2, 0, 0, 0],                            // stamp
            &[3, 0, 0, 0, b'a', b'b', 0],                         // frame_id
            &[0, 1, 0, 0, 0],                                     // padding to 4, one name
            &[6, 0, 0, 0, b'w', b'1', b'2', b'3', b'4', 0, 0, 0], // the name, padding to 4
            &[1, 0, 0, 0],                                        // one position
            &[0, 0, 0, 0],                                        // padding to 8
            &1.0f64.to_le_bytes(),
            &[0, 0, 0, 0, 0, 0, 0, 0], // no velocities, no efforts
        ]
        .concat();
        assert_eq!(bytes, expected);
        assert_eq!(from_cdr(&bytes), Ok(state));
    }

    #[test]
    fn lengths_beyond_the_bytes_are_refused_before_memory_is_asked_for() {
        let mut bytes = to_cdr(&JointState::default());
        for at in 4..bytes.len() {
            let kept = bytes[at];
            bytes[at] = 0xFF;
            let _ = from_cdr::<JointState>(&bytes);
            bytes[at] = kept;
        }
        for end in 0..bytes.len() {
            assert!(from_cdr::<JointState>(&bytes[..end]).is_err(), "cut at {end}");
        }
    }
}
