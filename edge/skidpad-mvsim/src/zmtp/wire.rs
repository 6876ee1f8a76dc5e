//! Frames: a flag byte, a length of one or eight bytes, and the body.

use super::ZmtpError;
use bytes::{Buf, BufMut, Bytes, BytesMut};

const MORE: u8 = 1;
const LONG: u8 = 2;
const COMMAND: u8 = 4;

/// A frame as it was received.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct WireFrame {
    /// Whether it is a command rather than part of a message.
    pub(crate) is_command: bool,
    /// Whether the message goes on in the next frame.
    pub(crate) has_more: bool,
    /// The body.
    pub(crate) body: Bytes,
}

/// Cuts received bytes into frames.
#[derive(Debug)]
pub(crate) struct FrameDecoder {
    received: BytesMut,
    body_limit: usize,
}

impl FrameDecoder {
    /// Takes bodies of up to this many bytes.
    pub(crate) fn new(body_limit: usize) -> Self {
        FrameDecoder { received: BytesMut::new(), body_limit }
    }

    /// Takes bodies of up to this many bytes from now on.
    pub(crate) fn set_body_limit(&mut self, body_limit: usize) {
        self.body_limit = body_limit;
    }

    /// Where received bytes are appended. Room is made in proportion to what has come, whatever was announced.
    pub(crate) fn buffer(&mut self) -> &mut BytesMut {
        let room = self.received.len().clamp(4 << 10, 1 << 20);
        self.received.reserve(room);
        &mut self.received
    }

    /// The next complete frame, if there is one.
    pub(crate) fn next(&mut self) -> Result<Option<WireFrame>, ZmtpError> {
        let Some(&flags) = self.received.first() else { return Ok(None) };
        if flags & !(MORE | LONG | COMMAND) != 0 {
            return Err(ZmtpError::BadFrame("reserved flags are set"));
        }
        let is_command = flags & COMMAND != 0;
        let has_more = flags & MORE != 0;
        if is_command && has_more {
            return Err(ZmtpError::BadFrame("a command goes on in another frame"));
        }
        let (header, length) = if flags & LONG != 0 {
            let Some(length) = self.received.get(1..9).and_then(|bytes| bytes.try_into().ok()) else {
                return Ok(None);
            };
            (9, u64::from_be_bytes(length))
        } else {
            let Some(&length) = self.received.get(1) else { return Ok(None) };
            (2, u64::from(length))
        };
        if length > self.body_limit as u64 {
            return Err(ZmtpError::TooLarge { bytes: length, limit: self.body_limit });
        }
        let length = length as usize;
        if self.received.len() < header + length {
            return Ok(None);
        }
        self.received.advance(header);
        let body = self.received.split_to(length).freeze();
        Ok(Some(WireFrame { is_command, has_more, body }))
    }
}

/// Append the header of a frame.
pub(crate) fn put_header(out: &mut BytesMut, is_command: bool, has_more: bool, length: usize) {
    let mut flags = if is_command { COMMAND } else { 0 } | if has_more { MORE } else { 0 };
    if length > 255 {
        flags |= LONG;
        out.put_u8(flags);
        out.put_u64(length as u64);
    } else {
        out.put_u8(flags);
        out.put_u8(length as u8);
    }
}

/// Append a frame.
pub(crate) fn put_frame(out: &mut BytesMut, is_command: bool, has_more: bool, body: &[u8]) {
    put_header(out, is_command, has_more, body.len());
    out.put_slice(body);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_are_cut_wherever_bytes_arrive() {
        let long = vec![7; 300];
        let mut bytes = BytesMut::new();
        put_frame(&mut bytes, false, true, b"");
        put_frame(&mut bytes, false, false, &long);
        put_frame(&mut bytes, true, false, b"\x04PONG");
        for piece in [1, 2, 3, 7, 100, 1000] {
            let mut decoder = FrameDecoder::new(1000);
            let mut frames = Vec::new();
            for part in bytes.chunks(piece) {
                decoder.buffer().put_slice(part);
                while let Some(frame) = decoder.next().expect("frames") {
                    frames.push(frame);
                }
            }
            assert_eq!(frames.len(), 3);
            assert!(frames[0].has_more && frames[0].body.is_empty());
            assert_eq!(frames[1].body, &long[..]);
            assert!(frames[2].is_command);
        }
    }

    #[test]
    fn a_huge_announcement_is_refused_before_anything_is_stored() {
        let mut decoder = FrameDecoder::new(1 << 20);
        decoder.buffer().put_slice(&[LONG, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]);
        assert!(matches!(decoder.next(), Err(ZmtpError::TooLarge { bytes: u64::MAX, .. })));
        assert!(decoder.received.capacity() < 1 << 20);
    }

    #[test]
    fn reserved_flags_are_refused() {
        for flags in [8, 0x80, COMMAND | MORE] {
            let mut decoder = FrameDecoder::new(100);
            decoder.buffer().put_slice(&[flags, 0]);
            assert!(decoder.next().is_err(), "{flags:#x}");
        }
    }
}
