//! TCPROS: the connections over which messages and service calls go.
//!
//! A connection begins with a header from each side, a list of `name=value` fields; then come messages, each after its
//! length.

mod header;
mod outbox;
mod service;
mod subscriber;
mod topic;

pub use header::{ConnectionHeader, HeaderProblem};
pub(crate) use outbox::Outbox;
pub(crate) use service::{Service, serve_calls};
pub use service::{ServiceReply, ServiceType};
pub(crate) use subscriber::Subscription;
pub use topic::TopicType;
pub(crate) use topic::{Topic, feed_subscriber};

use std::io;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt};

/// How long a peer may take for its header.
pub(crate) const HEADER_TIME: Duration = Duration::from_secs(10);
/// Longest message that is accepted [bytes]: commands and requests are short.
pub(crate) const MESSAGE_BYTES: usize = 1 << 20;

/// Read a length and then as many bytes, unless there are too many.
pub(crate) async fn read_block(
    stream: &mut (impl AsyncRead + Unpin),
    most_bytes: usize,
    block: &mut Vec<u8>,
) -> io::Result<()> {
    let length = stream.read_u32_le().await? as usize;
    if length > most_bytes {
        let reason = format!("a block of {length} bytes; at most {most_bytes} are accepted");
        return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
    }
    block.clear();
    // Memory grows with what arrives, not with what is announced.
    let read = stream.take(length as u64).read_to_end(block).await?;
    if read == length { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}

/// Read the header of a connection.
pub(crate) async fn read_header(stream: &mut (impl AsyncRead + Unpin)) -> io::Result<ConnectionHeader> {
    let mut block = Vec::new();
    let read = read_block(stream, ConnectionHeader::MOST_BYTES, &mut block);
    tokio::time::timeout(HEADER_TIME, read).await.map_err(|_| io::ErrorKind::TimedOut)??;
    ConnectionHeader::parse(&block).map_err(|problem| io::Error::new(io::ErrorKind::InvalidData, problem))
}
