//! Commands: the handshake, subscriptions of ZMTP 3.1, and heartbeats.

use super::ZmtpError;
use bytes::{BufMut, Bytes, BytesMut};
use std::fmt;

/// What a socket is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SocketType {
    /// Sends requests and waits for their answers.
    Req,
    /// Answers requests.
    Rep,
    /// Publishes to subscribers.
    Pub,
    /// Receives what is published.
    Sub,
    /// Talks to exactly one other PAIR.
    Pair,
}

impl SocketType {
    /// The name in the handshake.
    pub fn name(self) -> &'static str {
        match self {
            SocketType::Req => "REQ",
            SocketType::Rep => "REP",
            SocketType::Pub => "PUB",
            SocketType::Sub => "SUB",
            SocketType::Pair => "PAIR",
        }
    }

    /// Whether a peer's socket goes with this one.
    pub(crate) fn goes_with(self, peer: &[u8]) -> bool {
        let peers: [&[u8]; 2] = match self {
            SocketType::Req => [b"REP", b"ROUTER"],
            SocketType::Rep => [b"REQ", b"DEALER"],
            SocketType::Pub => [b"SUB", b"XSUB"],
            SocketType::Sub => [b"PUB", b"XPUB"],
            SocketType::Pair => [b"PAIR", b"PAIR"],
        };
        peers.contains(&peer)
    }
}

impl fmt::Display for SocketType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A command frame's content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// The handshake: the peer's socket type.
    Ready(Bytes),
    /// The handshake failed, for this reason.
    Error(Bytes),
    /// Wants messages with this prefix.
    Subscribe(Bytes),
    /// No longer wants messages with this prefix.
    Cancel(Bytes),
    /// Asks for a [`Command::Pong`] with this context.
    Ping(Bytes),
    /// Answers a [`Command::Ping`] with its context.
    Pong(Bytes),
    /// A command that later versions may have; ignored.
    Unknown,
}

impl Command {
    /// Read the body of a command frame.
    pub(crate) fn parse(body: &Bytes) -> Result<Self, ZmtpError> {
        let name_length = *body.first().ok_or(ZmtpError::BadFrame("a command without a name"))? as usize;
        if body.len() < 1 + name_length {
            return Err(ZmtpError::BadFrame("a command with a cut name"));
        }
        let name = body.slice(1..1 + name_length);
        let content = body.slice(1 + name_length..);
        match &name[..] {
            b"READY" => Ok(Command::Ready(socket_type(&content)?)),
            b"ERROR" => match content.split_first() {
                Some((length, reason)) if reason.len() >= *length as usize => {
                    Ok(Command::Error(content.slice(1..1 + *length as usize)))
                }
                _ => Err(ZmtpError::BadFrame("an error without a reason")),
            },
            b"SUBSCRIBE" => Ok(Command::Subscribe(content)),
            b"CANCEL" => Ok(Command::Cancel(content)),
            // A time to live of two bytes, then a context of at most 16 that comes back.
            b"PING" if (2..=18).contains(&content.len()) => Ok(Command::Ping(content.slice(2..))),
            b"PING" => Err(ZmtpError::BadFrame("a ping of the wrong size")),
            b"PONG" => Ok(Command::Pong(content)),
            _ => Ok(Command::Unknown),
        }
    }

    /// The body of a command frame.
    pub(crate) fn encode(&self) -> Bytes {
        let mut body = BytesMut::new();
        match self {
            Command::Ready(socket_type) => {
                body.put_slice(b"\x05READY");
                put_property(&mut body, b"Socket-Type", socket_type);
                if &socket_type[..] == b"REQ" {
                    put_property(&mut body, b"Identity", b"");
                }
            }
            Command::Error(reason) => {
                let reason = &reason[..reason.len().min(255)];
                body.put_slice(b"\x05ERROR");
                body.put_u8(reason.len() as u8);
                body.put_slice(reason);
            }
            Command::Subscribe(prefix) => {
                body.put_slice(b"\x09SUBSCRIBE");
                body.put_slice(prefix);
            }
            Command::Cancel(prefix) => {
                body.put_slice(b"\x06CANCEL");
                body.put_slice(prefix);
            }
            // No time to live: the peer need not drop us.
            Command::Ping(context) => {
                body.put_slice(b"\x04PING\0\0");
                body.put_slice(context);
            }
            Command::Pong(context) => {
                body.put_slice(b"\x04PONG");
                body.put_slice(context);
            }
            Command::Unknown => body.put_u8(0),
        }
        body.freeze()
    }
}

fn put_property(body: &mut BytesMut, name: &[u8], value: &[u8]) {
    body.put_u8(name.len() as u8);
    body.put_slice(name);
    body.put_u32(value.len() as u32);
    body.put_slice(value);
}

/// The socket type among the properties of the handshake. Names compare without regard to case.
fn socket_type(properties: &Bytes) -> Result<Bytes, ZmtpError> {
    const CUT: ZmtpError = ZmtpError::BadFrame("a cut handshake property");
    let mut found = None;
    let mut at = 0;
    while at < properties.len() {
        let name_end = at + 1 + properties[at] as usize;
        let length = properties.get(name_end..name_end + 4).and_then(|bytes| <[u8; 4]>::try_from(bytes).ok());
        let value_start = name_end + 4;
        let value_end = value_start + u32::from_be_bytes(length.ok_or(CUT)?) as usize;
        if value_end > properties.len() {
            return Err(CUT);
        }
        if properties[at + 1..name_end].eq_ignore_ascii_case(b"socket-type") {
            found = Some(properties.slice(value_start..value_end));
        }
        at = value_end;
    }
    found.ok_or(ZmtpError::BadFrame("a handshake without a socket type"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_read_as_written() {
        let text = |text: &'static str| Bytes::from_static(text.as_bytes());
        let commands = [
            Command::Ready(text("REQ")),
            Command::Ready(text("PAIR")),
            Command::Error(text("no")),
            Command::Subscribe(text("")),
            Command::Cancel(text("a")),
            Command::Ping(text("context")),
            Command::Pong(text("context")),
        ];
        for command in commands {
            assert_eq!(Command::parse(&command.encode()).expect("a command"), command);
        }
    }

    #[test]
    fn the_handshake_of_libzmq_is_understood() {
        let body = b"\x05READY\x0bSocket-Type\0\0\0\x03REQ\x08Identity\0\0\0\0";
        assert_eq!(
            Command::parse(&Bytes::from_static(body)).expect("libzmq"),
            Command::Ready(Bytes::from_static(b"REQ"))
        );
        assert_eq!(Command::Ready(Bytes::from_static(b"REQ")).encode(), Bytes::from_static(body));
    }

    #[test]
    fn every_cut_of_a_handshake_is_an_error() {
        let body = Command::Ready(Bytes::from_static(b"PAIR")).encode();
        for length in 0..body.len() {
            assert!(Command::parse(&body.slice(..length)).is_err(), "cut at {length}");
        }
    }
}
