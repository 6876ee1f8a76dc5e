//! The part of DDS that a ROS 2 node needs, usable without ROS and without skidpad.
//!
//! A node talks to a [`Wire`]: it makes writers and readers of named topics, writes CDR bodies, and sees who else is
//! there. [`MemoryNetwork`] is a wire for tests.
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
mod guid;
mod memory;
mod qos;
mod receiver;
mod wire;

pub use guid::{EntityId, Guid, GuidPrefix, VendorId};
pub use memory::{MemoryNetwork, MemoryWire};
pub use qos::{Durability, History, Liveliness, Qos, QosMismatch, Reliability};
pub use receiver::Receiver;
pub use wire::{Endpoint, Peer, Sample, SampleId, Wire, WireError, WriterId};
