//! The simulator for programs in C and C++: load a world, step it, command vehicles, read sensors.
//!
//! `include/skidpad.h` is generated from this crate's source by the test `header_is_fresh`; docs/c-interface.md is the
//! guide. Every function returns a [`SkidpadStatus`] and keeps these rules:
//!
//! - A simulation is a handle, which is looked up and never followed: one that was freed or never existed is refused.
//! - A null pointer where one is needed is refused, and so is an array that is too small.
//! - A panic ends at the border: the call returns `SKIDPAD_INTERNAL`, and the simulation takes no further calls.
//! - [`skidpad_last_error`] has the reason in words, for each thread its own.
//!
//! `unsafe` stands in `border.rs`, which reads and writes the caller's memory, and in the signatures.

mod arrays;
mod border;
mod commands;
mod handles;
mod loading;
mod named_arrays;
mod readings;
mod snapshots;
mod status;
mod stepping;
mod vehicles;

pub use arrays::*;
pub use border::skidpad_last_error;
pub use commands::*;
pub use handles::{SkidpadSimulation, hand_over, skidpad_free};
pub use loading::*;
pub use named_arrays::*;
pub use readings::*;
/// The simulator itself, for libraries that bring classes of their own along: see [`load_with`].
pub use skidpad;
pub use snapshots::*;
pub use status::SkidpadStatus;
pub use stepping::*;
pub use vehicles::*;
