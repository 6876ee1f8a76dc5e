//! The broker: the one place where nodes register, and find each other's topics and services.
//!
//! Data never passes through it. It answers every request, also broken ones; it forgets what a node has announced as
//! soon as the connection of that node ends; and it tells subscribers of publishers on tasks of their own, so that
//! none of them can hold it up.

mod answer;
mod directory;
mod push;
mod server;

pub use directory::DirectoryLimits;
pub use server::{Broker, BrokerError, BrokerSettings, DEFAULT_PORT, PORT_VARIABLE};

pub(crate) use answer::answer_frame;
pub(crate) use directory::{Asker, Directory};
