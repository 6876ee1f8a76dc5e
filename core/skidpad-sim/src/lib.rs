//! From a description to a running simulation.
#![forbid(unsafe_code)]

pub mod planar;
