//! Limits the fragments of a message. Frame heads are followed as bytes arrive, before anything is stored:
//! a message in thousands of tiny fragments ends its connection.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

/// Fragments of one message at most.
const MOST: u32 = 64;

/// Why the connection of a client that sends more is closed.
pub(crate) const TOO_MANY: &str = "a message has more than 64 fragments";

/// The frames of a WebSocket, followed by their heads alone.
#[derive(Debug, Default)]
struct Heads {
    head: [u8; 14],
    head_length: usize,
    /// Bytes of the payload still to come.
    payload_left: u64,
    /// Fragments of the message that is not whole yet.
    fragment_count: u32,
}

impl Heads {
    /// Follow what came; false when a message has too many fragments.
    fn follow(&mut self, mut bytes: &[u8]) -> bool {
        while let [first, rest @ ..] = bytes {
            if self.payload_left > 0 {
                let skipped =
                    usize::try_from(self.payload_left).map_or(bytes.len(), |it| it.min(bytes.len()));
                self.payload_left -= skipped as u64;
                bytes = &bytes[skipped..];
                continue;
            }
            self.head[self.head_length] = *first;
            self.head_length += 1;
            bytes = rest;
            if let Some(length) = self.payload_length() {
                self.payload_left = length;
                self.head_length = 0;
                if !self.count() {
                    return false;
                }
            }
        }
        true
    }

    /// Length of the payload, once the head is whole (RFC 6455, section 5.2).
    fn payload_length(&self) -> Option<u64> {
        let head = &self.head[..self.head_length];
        let [_, second, more @ ..] = head else { return None };
        let mask_length = if second & 0x80 == 0 { 0 } else { 4 };
        let (length_bytes, length) = match (second & 0x7F, more) {
            (126, [a, b, ..]) => (2, u64::from(u16::from_be_bytes([*a, *b]))),
            (127, [a, b, c, d, e, f, g, h, ..]) => (8, u64::from_be_bytes([*a, *b, *c, *d, *e, *f, *g, *h])),
            (126 | 127, _) => return None,
            (short, _) => (0, u64::from(short)),
        };
        (more.len() == length_bytes + mask_length).then_some(length)
    }

    /// Count the frame whose head is whole. Control frames may come between fragments and are none.
    fn count(&mut self) -> bool {
        let [first, ..] = self.head;
        let is_data = first & 0x0F <= 2;
        if is_data {
            self.fragment_count += 1;
            if self.fragment_count > MOST {
                return false;
            }
            if first & 0x80 != 0 {
                self.fragment_count = 0;
            }
        }
        true
    }
}

/// A connection whose messages have few fragments; reading fails at the first that has more.
pub(crate) struct FewFragments<S> {
    stream: S,
    heads: Heads,
}

impl<S> FewFragments<S> {
    pub(crate) fn new(stream: S) -> FewFragments<S> {
        FewFragments { stream, heads: Heads::default() }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for FewFragments<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let polled = Pin::new(&mut self.stream).poll_read(context, buffer);
        if matches!(polled, Poll::Ready(Ok(()))) && !self.heads.follow(&buffer.filled()[before..]) {
            return Poll::Ready(Err(io::Error::new(io::ErrorKind::InvalidData, TOO_MANY)));
        }
        polled
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for FewFragments<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(is_final: bool, opcode: u8, payload: &[u8]) -> Vec<u8> {
        let mut bytes = vec![opcode | if is_final { 0x80 } else { 0 }];
        match payload.len() {
            short @ 0..126 => bytes.push(0x80 | short as u8),
            middle @ 126..65536 => {
                bytes.push(0x80 | 126);
                bytes.extend_from_slice(&(middle as u16).to_be_bytes());
            }
            long => {
                bytes.push(0x80 | 127);
                bytes.extend_from_slice(&(long as u64).to_be_bytes());
            }
        }
        bytes.extend_from_slice(&[1, 2, 3, 4]);
        bytes.extend_from_slice(payload);
        bytes
    }

    /// Whether these bytes pass, however they are cut.
    fn passes(bytes: &[u8]) -> bool {
        let verdicts = [1, 3, 7, bytes.len()].map(|size| {
            let mut heads = Heads::default();
            bytes.chunks(size).all(|chunk| heads.follow(chunk))
        });
        assert!(verdicts.iter().all(|verdict| *verdict == verdicts[0]), "cuts do not matter: {verdicts:?}");
        verdicts[0]
    }

    fn message_of(fragment_count: usize, payload: &[u8]) -> Vec<u8> {
        let opcode = |at| if at == 0 { 1 } else { 0 };
        (0..fragment_count).flat_map(|at| frame(at + 1 == fragment_count, opcode(at), payload)).collect()
    }

    #[test]
    fn sixty_four_fragments_pass_and_one_more_does_not() {
        for payload in [&b""[..], b" ", &[b'x'; 130]] {
            assert!(passes(&message_of(1, payload)));
            assert!(passes(&message_of(64, payload)));
            assert!(!passes(&message_of(65, payload)));
        }
    }

    #[test]
    fn whole_messages_and_control_frames_do_not_add_up() {
        let whole: Vec<u8> = (0..500).flat_map(|_| frame(true, 1, b"{}")).collect();
        assert!(passes(&whole));
        let mut mixed = frame(false, 1, b"{");
        (0..500).for_each(|_| mixed.extend(frame(true, 9, b"ping")));
        mixed.extend(frame(true, 0, b"}"));
        assert!(passes(&mixed));
        let twice: Vec<u8> = [message_of(64, b"a"), message_of(64, b"b")].concat();
        assert!(passes(&twice));
    }

    #[test]
    fn payload_is_not_taken_for_heads() {
        let trap: Vec<u8> = (0..100).flat_map(|_| frame(false, 0, b"")).collect();
        assert!(passes(&frame(true, 1, &trap)));
        assert!(passes(&[frame(true, 1, &[0; 70_000]), frame(true, 1, b"{}")].concat()));
        assert!(!passes(&trap));
    }
}
