//! What sensors of a running world measure, against closed forms, an independent cast and MVSim's scans.

mod agreement;
mod bodies;
mod common;
mod reference;
mod same_bits;
