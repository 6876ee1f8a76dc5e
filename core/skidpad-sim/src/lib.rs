//! From a description to a running simulation.
//!
//! [`Simulation::build`] turns a world's description and its decoded files into something that steps;
//! [`Simulation::step`] takes commands and gives observations. A world has three parts, kept apart:
//! the model (what stepping does not change), the state (all that a snapshot saves) and scratch memory.
//!
//! ```
//! use skidpad_messages::Commands;
//! use skidpad_sim::{BuildOptions, Simulation};
//! use skidpad_world::{ExpandOptions, MapFiles, load};
//!
//! let text = r#"<mvsim_world><vehicle name="robot1"><dynamics class="differential">
//!     <controller class="twist_pid"><KP>20</KP><KI>5</KI></controller></dynamics>
//!     <init_pose>0 0 0</init_pose></vehicle></mvsim_world>"#;
//! let files = MapFiles::from_texts([("worlds/one.world.xml", text)]);
//! let world = load("worlds/one.world.xml", &files, &ExpandOptions::default());
//! let options = BuildOptions { seed: 7, ..BuildOptions::default() };
//! let mut sim = Simulation::build(&world.description, &Default::default(), &options)?;
//!
//! let robot = sim.vehicle("robot1").expect("it is in the world");
//! let drive = Commands::from([robot.drive(1.0, 0.0)]);
//! for _ in 0..400 {
//!     sim.step(&drive);
//! }
//! let seen = sim.observations();
//! assert_eq!(seen.time_s(), 2.0);
//! assert!(seen.vehicle(robot).pose_in_world.x_m > 1.5);
//!
//! // The same world, seed and commands give the same bits.
//! let snapshot = sim.snapshot()?;
//! sim.step(&drive);
//! let hash = sim.state_hash();
//! sim.restore(&snapshot)?;
//! sim.step(&drive);
//! assert_eq!(sim.state_hash(), hash);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

pub mod actor;
pub mod animation;
mod apply_commands;
mod batch;
mod block_index;
mod build;
mod carry;
pub mod drive;
pub mod extension;
mod geo_planes;
pub mod ground;
mod hash;
mod headings;
mod insertion;
mod lights;
pub mod model;
mod moved_elements;
mod moving_ground;
mod observe;
pub mod own_drive;
mod own_elements;
pub mod planar;
pub mod powertrain;
pub mod property_region;
pub mod race_car;
pub mod race_car_driver;
mod runtime_objects;
mod scene;
pub mod sensors;
mod settle;
mod simulation;
mod snapshot;
mod stages;
pub mod state;
pub mod trajectory;
mod trajectory_text;
pub mod vehicle;
pub mod wheeled;

pub use batch::Batch;
pub use build::BuildOptions;
pub use extension::Extensions;
pub use insertion::LoadAssets;
pub use scene::{FramePlaces, LoadPicture};
pub use sensors::{PendingReading, RawMaps, SensorTracer};
pub use simulation::Simulation;
pub use snapshot::{Snapshot, SnapshotProblem};
pub use trajectory::{TimedPose, Trajectory};
pub use trajectory_text::TrajectoryProblem;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
