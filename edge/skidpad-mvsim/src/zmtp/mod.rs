//! ZeroMQ's wire protocol, ZMTP 3.0 and 3.1, over TCP and within a machine: REQ, REP, PUB, SUB and PAIR with the
//! NULL mechanism.
//!
//! MVSim's network needs PAIR sockets on both sides (the broker pushes to its subscribers over them), which the
//! pure-Rust `zeromq` crate does not have, and the bindings to libzmq need a C++ library. The part of the protocol
//! that is needed is small and is written here on tokio. Peers that use libzmq cannot tell the difference.
//!
//! What is deliberately absent: other transports than `tcp` and abstract `ipc`, other mechanisms than NULL, ROUTER and DEALER, and
//! ZMTP 1 and 2.
//!
//! Every queue and every wait is bounded, see [`Limits`]; nothing is allocated because a peer says it will send it.
//! A [`Publisher`] never waits: a peer that reads too slowly loses its oldest messages.

mod address;
mod command;
mod dial;
mod distributor;
mod endpoint;
mod error;
mod greeting;
mod limits;
mod listen;
mod pair;
mod publisher;
mod queue;
mod reply;
mod request;
mod session;
mod stream;
mod subscriber;
mod wire;
mod writer;

pub use address::{Address, LocalName};
pub use command::SocketType;
pub use endpoint::Endpoint;
pub use error::ZmtpError;
pub use limits::Limits;
pub use pair::PairSocket;
pub use publisher::Publisher;
pub use reply::{ConnectionId, Exchange, ReplySocket};
pub use request::RequestSocket;
pub use subscriber::Subscriber;

pub(crate) use command::Command;
pub(crate) use dial::dial;
pub(crate) use distributor::Distributor;
pub(crate) use greeting::Greeting;
pub(crate) use listen::OwnedTask;
pub(crate) use queue::{Queue, QueueLimits};
pub(crate) use session::{Assembly, Session};
pub(crate) use wire::{FrameDecoder, WireFrame, put_frame};
