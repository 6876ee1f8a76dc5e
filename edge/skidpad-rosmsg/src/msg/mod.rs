//! The message types, under their standard names and with their standard fields.
//!
//! Names and meanings are those of the ROS 2 interface packages, so the fields are not explained again here.
#![allow(missing_docs, reason = "the fields are those of the ROS 2 interface packages")]

mod action;
pub mod brains2;
mod diagnostic;
mod geometry;
mod nav;
mod rcl;
mod sensor;
mod services;
pub mod simulation;
mod skidpad;
mod standard;
mod type_description;
mod visualization;

pub use action::*;
pub use diagnostic::*;
pub use geometry::*;
pub use nav::*;
pub use rcl::*;
pub use sensor::*;
pub use services::*;
pub use skidpad::*;
pub use standard::*;
pub use type_description::*;
pub use visualization::*;
