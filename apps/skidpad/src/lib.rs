//! The front door: load a world, build it, step it.
//!
//! ```
//! use skidpad::{World, WorldOptions};
//! use std::path::Path;
//!
//! # fn main() -> std::io::Result<()> {
//! let world = World::read(Path::new("../../worlds/two_robots.world.xml"), &WorldOptions::default())?;
//! assert!(!world.diagnostics().has_errors());
//! assert_eq!(world.description().vehicles.len(), 2);
//! # Ok(())
//! # }
//! ```
//!
//! The parts are re-exported under short names: [`description`] is what a world file says,
//! [`messages`] what goes into a simulation and comes out of it, [`dynamics`] the formulas by themselves,
//! [`runner`] the clock, [`record`] the files a run writes.
#![forbid(unsafe_code)]

mod error;
mod world;

pub use error::Error;
pub use skidpad_assets as assets;
pub use skidpad_dynamics as dynamics;
pub use skidpad_math as math;
pub use skidpad_messages as messages;
pub use skidpad_messages::Roster;
pub use skidpad_record as record;
pub use skidpad_runner as runner;
pub use skidpad_world::schema::xsd;
pub use skidpad_world::write::write as write_tree;
pub use skidpad_world::{Diagnostic, DiagnosticRecord, Severity, description};
pub use world::{World, WorldOptions};
