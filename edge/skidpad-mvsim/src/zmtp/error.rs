//! Why a socket or a connection failed.

use super::SocketType;
use std::fmt;
use std::io;

/// Why a socket or a connection failed.
#[derive(Debug)]
#[non_exhaustive]
pub enum ZmtpError {
    /// The operating system refused or broke the connection.
    Io(io::Error),
    /// An endpoint is neither of the form `tcp://host:port` nor `ipc://@name`.
    BadEndpoint(String),
    /// The peer does not speak ZMTP.
    NotZmtp,
    /// The peer speaks an older ZMTP.
    OldVersion {
        /// Its major version.
        major: u8,
        /// Its minor version.
        minor: u8,
    },
    /// The peer demands another security mechanism than NULL.
    Mechanism(String),
    /// The peer has a socket that does not go with ours.
    SocketType {
        /// Our socket.
        ours: SocketType,
        /// The peer's socket, as it names it.
        theirs: String,
    },
    /// The peer refused the handshake.
    Refused(String),
    /// The peer broke the protocol.
    BadFrame(&'static str),
    /// The peer sends more than is taken.
    TooLarge {
        /// What it announced [bytes].
        bytes: u64,
        /// What is taken [bytes].
        limit: usize,
    },
    /// The peer takes too long for the handshake.
    HandshakeTimeout,
    /// The peer accepts no bytes.
    WriteTimeout,
    /// The peer has been silent for too long.
    Silent,
    /// The time allowed for this call is over.
    Timeout,
    /// The connection is closed.
    Closed,
    /// The queue is full.
    Full,
}

impl fmt::Display for ZmtpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ZmtpError::Io(error) => error.fmt(f),
            ZmtpError::BadEndpoint(text) => {
                write!(f, "\"{text}\" is not an endpoint; write tcp://host:port or ipc://@name")
            }
            ZmtpError::NotZmtp => f.write_str("the peer does not speak ZMTP"),
            ZmtpError::OldVersion { major, minor } => {
                write!(f, "the peer speaks ZMTP {major}.{minor}; 3.0 or later is needed")
            }
            ZmtpError::Mechanism(name) => {
                write!(f, "the peer demands the security mechanism \"{name}\"; only NULL is supported")
            }
            ZmtpError::SocketType { ours, theirs } => {
                write!(f, "a {ours} socket cannot talk to a \"{theirs}\" socket")
            }
            ZmtpError::Refused(reason) => write!(f, "the peer refused the connection: {reason}"),
            ZmtpError::BadFrame(what) => write!(f, "the peer broke the protocol: {what}"),
            ZmtpError::TooLarge { bytes, limit } => {
                write!(f, "the peer sends {bytes} bytes; at most {limit} are taken")
            }
            ZmtpError::HandshakeTimeout => f.write_str("the peer did not complete the handshake in time"),
            ZmtpError::WriteTimeout => f.write_str("the peer stopped reading"),
            ZmtpError::Silent => f.write_str("the peer stopped answering"),
            ZmtpError::Timeout => f.write_str("no answer in time"),
            ZmtpError::Closed => f.write_str("the connection was closed"),
            ZmtpError::Full => f.write_str("too many messages wait to be sent"),
        }
    }
}

impl std::error::Error for ZmtpError {}

impl From<io::Error> for ZmtpError {
    fn from(error: io::Error) -> Self {
        ZmtpError::Io(error)
    }
}
