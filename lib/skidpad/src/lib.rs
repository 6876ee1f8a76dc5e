//! A simulator of ground vehicles: load a world, build it, step it.
//!
//! ```
//! use skidpad::messages::Commands;
//!
//! # fn main() -> Result<(), skidpad::Error> {
//! let mut sim = skidpad::Simulation::load("../../worlds/two_robots.world.xml")?.seed(7).build()?;
//! let robot = sim.vehicle("r1")?;
//! let drive = Commands::from([robot.drive(1.0, 0.2)]);
//! for _ in 0..1_000 {
//!     let seen = sim.step(&drive);
//!     if seen.step % 200 == 0 {
//!         println!("{:.1} s: {:.3} m", seen.time_s(), seen.vehicle(robot).pose_in_world.x_m);
//!     }
//! }
//! # Ok(())
//! # }
//! ```
//!
//! A [`Run`] also plays commands, paces, records, checks and serves the viewer:
//!
//! ```
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! # let folder = std::env::temp_dir().join(format!("skidpad-doc-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! # let path = folder.join("run.mcap");
//! let checks = skidpad::expect::Expectations::parse("[[never_collides]]\nvehicle = \"car\"")?;
//! let world = "../../worlds/skidpad.world.xml";
//! let summary = skidpad::Run::new(world).seed(7).record(&path).expect(checks).duration_s(0.5).go()?;
//! assert!(summary.is_complete());
//! println!("{summary}");
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok(())
//! # }
//! ```
//!
//! The other crates are re-exported under short names: [`description`] is the content of a world file, [`messages`] are
//! the inputs and outputs of a simulation, [`dynamics`] has the formulas alone, [`link`] has clients and participants,
//! [`runner`] the loop and its clock, [`record`] the files that a run writes, [`mvsim`] MVSim's network, [`ros1`] a node of ROS 1.
#![forbid(unsafe_code)]

pub mod bench;
pub mod brains2;
pub mod dataset;
pub mod environment;
mod error;
pub mod expect;
pub mod film;
mod floor;
pub mod import;
mod inserter;
mod live_viewer;
mod manoeuvre_plot;
pub mod picture;
pub mod provenance;
mod recorded_run;
mod replay;
pub mod run;
mod seed_sweep;
mod simulation;
pub mod testing;
mod text_file;
pub mod tune;
pub mod viewer_scene;
mod world;
mod world_bundle;
mod world_info;

pub use error::Error;
pub use inserter::{Inserter, PreparedInsertion};
pub use live_viewer::LiveViewer;
pub use manoeuvre_plot::manoeuvre_plot;
pub use recorded_run::RecordedRun;
pub use replay::{Difference, Replay, ReplayProblem, Verdict};
pub use run::{
    FinishedRun, Outputs, PreparedRun, Run, RunNote, RunSummary, WrittenFile, end_on_ctrl_c,
    report_file_limit,
};
pub use seed_sweep::{SeedResult, SeedSweep, SweepResult};
pub use simulation::{Loader, Simulation};
pub use skidpad_assets as assets;
pub use skidpad_dynamics as dynamics;
pub use skidpad_link as link;
pub use skidpad_math as math;
pub use skidpad_messages as messages;
pub use skidpad_messages::Roster;
pub use skidpad_mvsim as mvsim;
pub use skidpad_record as record;
pub use skidpad_report as report;
pub use skidpad_ros1 as ros1;
pub use skidpad_ros2 as ros2;
pub use skidpad_rosmsg as rosmsg;
pub use skidpad_runner as runner;
pub use skidpad_sim as sim;
pub use skidpad_sim::Extensions;
pub use skidpad_sim::extension;
pub use skidpad_web as web;
pub use skidpad_world::schema::{Schema, class_reference, xsd, xsd_of};
pub use skidpad_world::write::write as write_tree;
pub use skidpad_world::{
    Budget, ClassFamily, Classes, Diagnostic, DiagnosticRecord, Param, Resource, Severity, description,
    nearest, told_once,
};
pub use text_file::read_text;
pub use viewer_scene::{ExportProblem, export_html};
pub use world::{World, WorldOptions};
pub use world_bundle::{UnreadableBundle, WorldBundle};
pub use world_info::{AssetInfo, SensorInfo, VehicleInfo, WorldInfo};
