//! MVSim's network protocol.
#![forbid(unsafe_code)]

pub mod messages;
pub mod mrpt;
pub mod zmtp;
