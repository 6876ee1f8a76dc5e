//! The node of brains2: a run of one race car with the topics, services and files of that software's simulator.
//!
//! Facts are from brains2 (<https://github.com/tudoroancea/brains2>, MIT licence).

mod car_constants;
mod center_line;
mod cones;
mod markers;
mod node;
mod table;

pub use car_constants::CarConstants;
pub use center_line::{CenterLine, CenterPoint};
pub use cones::{TrackCone, parse_cones};
pub(crate) use node::{Brains2, command};

/// The name of the node if arguments do not change it.
pub const BRAINS2_NODE_NAME: &str = "sim_node";

/// The sensor whose readings are on `/brains2/cone_observations`.
pub const CONE_SENSOR: &str = "cone_observations";

/// What the node knows of its track. The first vehicle of the run is the car, and its first blocks are the cones.
#[derive(Debug, Clone, PartialEq)]
pub struct Brains2Track {
    /// Its name.
    pub name: String,
    /// Its cones, in the order of the blocks.
    pub cones: Vec<TrackCone>,
    /// Its centre line; without one there is no `/brains2/track_estimate`.
    pub center_line: Option<CenterLine>,
}
