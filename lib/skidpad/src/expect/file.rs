//! The expectations of a run as a TOML file. `docs/recording.md` lists every key.

use serde::Deserialize;

/// The expectations of a run.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Expectations {
    /// Simulated duration of the run [s], unless it is set elsewhere.
    pub duration_s: Option<f64>,
    /// Places to reach.
    pub reach: Vec<Reach>,
    /// Vehicles that must touch nothing.
    pub never_collides: Vec<NeverCollides>,
    /// Speed limits.
    pub speed: Vec<Speed>,
    /// Yaw-rate limits.
    pub yaw_rate: Vec<YawRate>,
    /// Lap times.
    pub lap: Vec<Lap>,
    /// Limits of the odometry error.
    pub drift: Vec<Drift>,
    /// Areas that vehicles must not leave.
    pub stays_inside: Vec<StaysInside>,
    /// Hash of the state after the last step.
    pub final_hash: Option<String>,
}

/// A vehicle comes to a place.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reach {
    /// Name of the vehicle; by default the first one.
    pub vehicle: Option<String>,
    /// Position, x [m].
    pub x_m: f64,
    /// Position, y [m].
    pub y_m: f64,
    /// Largest distance [m].
    pub within_m: f64,
    /// Heading [rad]; by default any.
    pub yaw_rad: Option<f64>,
    /// Largest difference of the heading [rad].
    #[serde(default = "ten_degrees")]
    pub within_rad: f64,
    /// Latest time [s]; by default the end of the run.
    pub before_s: Option<f64>,
    /// Whether it must still be there after the last step.
    #[serde(default)]
    pub at_end: bool,
}

fn ten_degrees() -> f64 {
    10f64.to_radians()
}

/// A vehicle touches nothing.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct NeverCollides {
    /// Name of the vehicle; by default all.
    pub vehicle: Option<String>,
}

/// A vehicle keeps to a speed.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Speed {
    /// Name of the vehicle; by default the first one.
    pub vehicle: Option<String>,
    /// Largest speed [m/s].
    pub max_mps: Option<f64>,
    /// Smallest speed [m/s].
    pub min_mps: Option<f64>,
    /// Begin of the check [s].
    pub after_s: f64,
    /// End of the check [s].
    pub before_s: Option<f64>,
}

/// A vehicle keeps to a yaw rate.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct YawRate {
    /// Name of the vehicle; by default the first one.
    pub vehicle: Option<String>,
    /// Largest absolute yaw rate [rad/s].
    pub max_radps: f64,
}

/// A vehicle crosses a line again in time.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lap {
    /// Name of the vehicle; by default the first one.
    pub vehicle: Option<String>,
    /// Ends of the line [m].
    pub line_m: [[f64; 2]; 2],
    /// Number of laps.
    #[serde(default = "one")]
    pub laps: u32,
    /// Longest lap time [s].
    pub max_s: f64,
}

fn one() -> u32 {
    1
}

/// Odometry stays close to the true pose.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Drift {
    /// Name of the vehicle; by default the first one.
    pub vehicle: Option<String>,
    /// Largest distance [m].
    pub max_m: Option<f64>,
    /// Largest angle [rad].
    pub max_rad: Option<f64>,
    /// Largest distance per metre driven, after the first metre.
    pub max_per_m: Option<f64>,
}

/// A vehicle's reference point stays in an area.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StaysInside {
    /// Name of the vehicle; by default the first one.
    pub vehicle: Option<String>,
    /// Corners of the area [m].
    pub corners_m: Vec<[f64; 2]>,
}

impl Expectations {
    /// Parse the text of a file. An error has line and column.
    pub fn parse(text: &str) -> Result<Expectations, String> {
        let expectations: Expectations = toml::from_str(text).map_err(|error| error.to_string())?;
        if expectations.count() == 0 {
            return Err("there are no expectations; write at least one check".to_string());
        }
        if expectations.duration_s.is_some_and(|seconds| !(0.0..=1e9).contains(&seconds)) {
            return Err("duration_s must be a number of seconds from 0 to 1e9".to_string());
        }
        Ok(expectations)
    }

    /// Number of checks.
    pub fn count(&self) -> usize {
        self.reach.len()
            + self.never_collides.len()
            + self.speed.len()
            + self.yaw_rate.len()
            + self.lap.len()
            + self.drift.len()
            + self.stays_inside.len()
            + usize::from(self.final_hash.is_some())
    }
}
