//! Placeholder.
#![forbid(unsafe_code)]

pub mod race_car;
