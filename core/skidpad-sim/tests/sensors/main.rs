//! What sensors of a running world measure, against closed forms, an independent cast and MVSim's scans.

mod agreement;
mod bodies;
mod cameras;
mod common;
mod motion;
mod reference;
mod same_bits;
mod scene;
#[path = "../support/mod.rs"]
mod support;
