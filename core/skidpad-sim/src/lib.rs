//! From a description to a running simulation.
//!
//! [`Simulation::build`] turns a world's description and its decoded files into something that steps;
//! [`Simulation::step`] takes commands and gives observations. A world has three parts, kept apart:
//! the model (what stepping does not change), the state (all that a snapshot saves) and scratch memory.
#![forbid(unsafe_code)]

pub mod actor;
pub mod animation;
mod batch;
mod block_index;
mod build;
pub mod drive;
pub mod ground;
mod hash;
pub mod model;
mod obey;
mod observe;
pub mod planar;
pub mod property_region;
pub mod race_car;
mod settle;
mod simulation;
mod snapshot;
mod stages;
pub mod state;
pub mod vehicle;
pub mod wheeled;

pub use batch::Batch;
pub use build::{At, BuildOptions, BuildProblems, Note, Problem};
pub use simulation::Simulation;
pub use snapshot::{Snapshot, SnapshotProblem};
