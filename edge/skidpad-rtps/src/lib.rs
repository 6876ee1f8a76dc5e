//! The part of DDS that a ROS 2 node needs, usable without ROS and without skidpad.
//!
//! A node talks to a [`Wire`]: it makes writers and readers of named topics, writes CDR bodies, and sees who else is
//! there. A [`Participant`] is a wire over UDP, as other DDS implementations speak it; a [`MemoryNetwork`] has wires for
//! tests.
//!
//! ```
//! use skidpad_rtps::{MemoryNetwork, Qos, VendorId, Wire};
//!
//! let network = MemoryNetwork::new();
//! let talker = network.participant(VendorId::UNKNOWN, b"enclave=/;")?;
//! let listener = network.participant(VendorId::UNKNOWN, b"enclave=/;")?;
//! let (topic, type_name) = ("rt/chatter", "std_msgs::msg::dds_::String_");
//!
//! let heard = listener.reader(topic, type_name, &Qos::default(), b"")?;
//! let writer = talker.writer(topic, type_name, &Qos::default(), b"")?;
//! talker.write(writer, b"\x03\0\0\0hi\0"[..].into(), None, None)?;
//! assert_eq!(heard.try_recv().map(|sample| sample.body), Some(b"\x03\0\0\0hi\0"[..].into()));
//! # Ok::<(), skidpad_rtps::WireError>(())
//! ```
#![forbid(unsafe_code)]

mod activity;
mod announcement;
mod assembly;
mod change;
mod discovery;
mod engine;
#[doc(hidden)]
pub mod fuzzing;
mod guid;
mod memory;
mod message;
mod pacer;
mod parameters;
mod participant;
mod qos;
mod reader;
mod receiver;
mod send_queue;
mod sockets;
#[cfg(test)]
mod tests;
mod wire;
mod writer;

pub use guid::{EntityId, Guid, GuidPrefix, VendorId};
pub use memory::{MemoryNetwork, MemoryWire};
pub use participant::{Participant, ParticipantSettings};
pub use qos::{Durability, History, Liveliness, Qos, QosMismatch, Reliability};
pub use receiver::Receiver;
pub use wire::{Endpoint, Peer, Sample, SampleId, Wire, WireError, WriterId};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
