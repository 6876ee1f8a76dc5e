//! Traces, logs, trajectories, and the readings of sensors as files.
//!
//! Everything here is written from [`skidpad_messages::Observations`], so that all files of a run show the same numbers.
//! Numbers are written with as many digits as it takes to read the same bits back.
//! A world may name its log files; they stay below the output folder that the program gives.

mod dump;
mod log;
mod names;
mod trace;
mod trajectory;

pub use dump::{Dump, write_picture};
pub use log::VehicleLogs;
pub use names::{OutputFolder, RefusedPath};
pub use trace::TraceFiles;
pub use trajectory::{TrajectoryFiles, trajectory_row};
