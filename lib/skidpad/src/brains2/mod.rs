//! The world of brains2's simulator: its track, its car, and a detector of cones.
//!
//! ```
//! use skidpad::brains2::Brains2World;
//!
//! let cones = "color,X,Y\norange,-2,4\norange,2,4\nblue,-2,8\nyellow,2,8\n";
//! let brains2 = Brains2World::new("short", cones, None)?;
//! let world = brains2.world(&skidpad::WorldOptions::default()).without_errors()?;
//! assert_eq!(world.description().blocks.len(), 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod line_between_cones;
mod world_text;

use crate::{World, WorldOptions};
use skidpad_math::Pose2;
use skidpad_ros2::brains2::{Brains2Track, CarConstants, CenterLine, parse_cones};
use std::collections::BTreeMap;
use std::f64::consts::FRAC_PI_2;
use std::sync::Arc;

/// Longest step of the simulation [s].
const LONGEST_STEP_S: f64 = 0.002;

/// What the world of brains2 is made of.
#[derive(Debug, Clone, PartialEq)]
pub struct Brains2World {
    /// The track.
    pub track: Arc<Brains2Track>,
    /// Numbers of the car; those of `ariane` without a file.
    pub car: Option<CarConstants>,
    /// Which tyre carries it: `constant`, as in brains2, `load`, `combined` or `linear`.
    pub tyre: String,
    /// Where it starts, and returns to on reset.
    pub start: Pose2,
    /// Messages per second [Hz]: a whole number of steps fits between two of them.
    pub freq_hz: f64,
}

impl Brains2World {
    /// From the texts of a track's cones and, where there is one, of its centre line. Without one, the line is made
    /// from the cones. Problems begin with their line.
    pub fn new(name: &str, cones: &str, center_line: Option<&str>) -> Result<Brains2World, String> {
        let cones = parse_cones(cones)?;
        let center_line = match center_line {
            Some(text) => Some(CenterLine::parse(text)?),
            None => line_between_cones::center_line(&cones),
        };
        let track = Arc::new(Brains2Track { name: name.to_string(), cones, center_line });
        Ok(Brains2World {
            track,
            car: None,
            tyre: "constant".to_string(),
            start: Pose2::new(0.0, 0.0, FRAC_PI_2),
            freq_hz: 100.0,
        })
    }

    /// The length of a step [s].
    pub fn step_s(&self) -> f64 {
        let period_s = 1.0 / self.freq_hz;
        period_s / (period_s / LONGEST_STEP_S).ceil().max(1.0)
    }

    /// The world.
    pub fn world(&self, options: &WorldOptions) -> World {
        let name = "worlds/brains2.world.xml";
        let texts = BTreeMap::from([(name.to_string(), self.text().into_bytes())]);
        World::from_files(name, texts, BTreeMap::new(), options)
    }
}
