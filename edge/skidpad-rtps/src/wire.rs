//! What a node needs of a network: writers, readers, and a view of who else is there.

use std::io;
use std::time::Duration;

use bytes::Bytes;

use crate::guid::{Guid, VendorId};
use crate::qos::Qos;
use crate::receiver::Receiver;

/// One sample of one writer, as requests and replies name each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SampleId {
    /// The writer; in requests of some peers, the reader that waits for the reply.
    pub guid: Guid,
    /// The writer's number of the sample, from 1.
    pub sequence: i64,
}

impl SampleId {
    /// The sequence number that stands for none.
    pub const UNKNOWN_SEQUENCE: i64 = -(1 << 32);
}

/// One message that arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The CDR body, without the four bytes of the encapsulation header. Some peers pad it with up to three bytes and do
    /// not say so.
    pub body: Bytes,
    /// Whether the body is big endian.
    pub big_endian: bool,
    /// Who wrote it.
    pub writer: Guid,
    /// The writer's number of the sample, from 1; lost samples leave gaps.
    pub sequence: i64,
    /// The sample or reader that this one refers to: the request of a reply.
    pub related: Option<SampleId>,
}

/// A writer or reader of another participant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Endpoint {
    /// Its name.
    pub guid: Guid,
    /// Its topic.
    pub topic: String,
    /// The name of its type.
    pub type_name: String,
    /// Whether it is a reader; otherwise it is a writer.
    pub is_reader: bool,
    /// What it offers or asks for.
    pub qos: Qos,
    /// The text that its user attached; ROS puts the hash of the type here.
    pub user_data: Bytes,
    /// Whose implementation it is.
    pub vendor: VendorId,
}

/// Another participant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Peer {
    /// Its name.
    pub guid: Guid,
    /// The text that its user attached; ROS puts the enclave here.
    pub user_data: Bytes,
    /// Whose implementation it is.
    pub vendor: VendorId,
}

/// A writer of ours, as [`Wire::writer`] made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct WriterId(pub(crate) Guid);

impl WriterId {
    /// The writer's name, as peers see it.
    pub fn guid(self) -> Guid {
        self.0
    }
}

/// Why the network did not do as told.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WireError {
    /// The writer or reader was removed, or belongs to another participant.
    #[error("there is no endpoint {0} here; it was removed, or it belongs to another participant")]
    NoSuchEndpoint(Guid),
    /// A name that peers would not accept.
    #[error("{what} must have 1 to 255 bytes without NUL, not \"{name}\"")]
    BadName {
        /// Which name.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// More user data than fits into an announcement.
    #[error("user data of {0} bytes is too long; the limit is 8192")]
    UserDataTooLong(usize),
    /// A message that no peer would accept.
    #[error("a message of {0} bytes is too long; the limit is 64 MiB")]
    MessageTooLong(usize),
    /// More endpoints than one participant may have.
    #[error("there are already {0} endpoints, which is the limit")]
    TooManyEndpoints(usize),
    /// The operating system refused something.
    #[error("{doing}: {source}")]
    Socket {
        /// What was tried.
        doing: String,
        /// Why it failed.
        source: io::Error,
    },
    /// All ports of the domain are taken.
    #[error("domain {domain} has no free participant number; 120 participants run on this machine")]
    DomainFull {
        /// The domain.
        domain: u16,
    },
    /// A domain whose ports do not exist.
    #[error("domain {0} is out of range; 0 to 232 have ports")]
    BadDomain(u16),
    /// A bug of ours in a thread of the participant; the participant has stopped.
    #[error("the {thread} thread stopped by a panic: {message}; this is a bug in skidpad")]
    Panicked {
        /// Which thread.
        thread: &'static str,
        /// What it said.
        message: String,
    },
    /// The participant has stopped.
    #[error("the participant has stopped")]
    Stopped,
}

/// A participant in a network of topics. Nothing here waits for a peer.
///
/// Endpoints are removed by [`Wire::remove`]; a reader is also removed when its [`Receiver`] is dropped.
/// Dropping the wire says goodbye to the peers.
pub trait Wire: Send + Sync {
    /// The name of this participant.
    fn guid(&self) -> Guid;

    /// Makes a writer. Peers find it without further ado.
    fn writer(
        &self,
        topic: &str,
        type_name: &str,
        qos: &Qos,
        user_data: &[u8],
    ) -> Result<WriterId, WireError>;

    /// Makes a reader. Samples arrive in the receiver, which drops the oldest when `qos.history` is full.
    fn reader(
        &self,
        topic: &str,
        type_name: &str,
        qos: &Qos,
        user_data: &[u8],
    ) -> Result<Receiver, WireError>;

    /// Writes a CDR body (little endian, without encapsulation header); returns its sequence number.
    ///
    /// `related` names the sample or reader that this one refers to. With `only`, one reader gets the sample and
    /// no other. Never blocks: what does not fit into the history replaces the oldest sample.
    fn write(
        &self,
        writer: WriterId,
        body: Bytes,
        related: Option<SampleId>,
        only: Option<Guid>,
    ) -> Result<i64, WireError>;

    /// Removes a writer or reader of ours.
    fn remove(&self, endpoint: Guid) -> Result<(), WireError>;

    /// Writers and readers of other participants, ordered by GUID.
    fn endpoints(&self) -> Vec<Endpoint>;

    /// Other participants, ordered by GUID.
    fn peers(&self) -> Vec<Peer>;

    /// The endpoints that exchange samples with this endpoint of ours, ordered by GUID: those of other participants
    /// and our own.
    fn matched(&self, endpoint: Guid) -> Vec<Guid>;

    /// A number that grows when a sample arrives or a peer or endpoint comes or goes.
    fn activity(&self) -> u64;

    /// Waits until [`Wire::activity`] is no longer `seen`, at most `timeout`; returns the activity.
    fn wait_for_activity(&self, seen: u64, timeout: Duration) -> u64;

    /// The oldest problem since the last call that no call could return, such as a panic in a thread.
    fn take_error(&self) -> Option<WireError>;
}

/// The limit of user data, in bytes.
pub(crate) const USER_DATA_LIMIT: usize = 8192;
/// The limit of one message, in bytes.
const MESSAGE_LIMIT: usize = 64 << 20;

/// Checks the names and user data of a new endpoint.
pub(crate) fn check_endpoint(topic: &str, type_name: &str, user_data: &[u8]) -> Result<(), WireError> {
    for (what, name) in [("a topic", topic), ("a type", type_name)] {
        if name.is_empty() || name.len() > 255 || name.contains('\0') {
            return Err(WireError::BadName { what, name: name.to_string() });
        }
    }
    check_user_data(user_data)
}

/// Checks the length of user data.
pub(crate) fn check_user_data(user_data: &[u8]) -> Result<(), WireError> {
    if user_data.len() > USER_DATA_LIMIT {
        return Err(WireError::UserDataTooLong(user_data.len()));
    }
    Ok(())
}

/// Checks the length of a message.
pub(crate) fn check_message(body: &[u8]) -> Result<(), WireError> {
    if body.len() > MESSAGE_LIMIT { Err(WireError::MessageTooLong(body.len())) } else { Ok(()) }
}
