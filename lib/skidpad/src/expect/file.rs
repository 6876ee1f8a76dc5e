//! What a run is expected to do, as a TOML file says it. `docs/recording.md` has every key.

use serde::Deserialize;

/// What a run is expected to do.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Expectations {
    /// How long the run takes in simulated time, unless somebody says otherwise [s].
    pub duration_s: Option<f64>,
    /// Places to be reached.
    pub reach: Vec<Reach>,
    /// Vehicles that must touch nothing.
    pub never_collides: Vec<NeverCollides>,
    /// Limits of speed.
    pub speed: Vec<Speed>,
    /// Limits of yaw rate.
    pub yaw_rate: Vec<YawRate>,
    /// Times of laps.
    pub lap: Vec<Lap>,
    /// Limits of odometry's error.
    pub drift: Vec<Drift>,
    /// Areas not to be left.
    pub stays_inside: Vec<StaysInside>,
    /// The state after the last step.
    pub final_hash: Option<String>,
}

/// A vehicle comes to a place.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reach {
    /// Which vehicle; the first unless given.
    pub vehicle: Option<String>,
    /// Where to [m].
    pub x_m: f64,
    /// Where to [m].
    pub y_m: f64,
    /// How near [m].
    pub within_m: f64,
    /// Which way it must point [rad]; any unless given.
    pub yaw_rad: Option<f64>,
    /// How exactly [rad].
    #[serde(default = "ten_degrees")]
    pub within_rad: f64,
    /// Until when [s]; the end of the run unless given.
    pub before_s: Option<f64>,
    /// Whether it must be there after the last step.
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
    /// Which vehicle; all unless given.
    pub vehicle: Option<String>,
}

/// A vehicle keeps to a speed.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Speed {
    /// Which vehicle; the first unless given.
    pub vehicle: Option<String>,
    /// Never faster [m/s].
    pub max_mps: Option<f64>,
    /// Never slower [m/s].
    pub min_mps: Option<f64>,
    /// From when on [s].
    pub after_s: f64,
    /// Until when [s].
    pub before_s: Option<f64>,
}

/// A vehicle turns no faster than this.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct YawRate {
    /// Which vehicle; the first unless given.
    pub vehicle: Option<String>,
    /// Largest size of the yaw rate [rad/s].
    pub max_radps: f64,
}

/// A vehicle crosses a line again in time.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lap {
    /// Which vehicle; the first unless given.
    pub vehicle: Option<String>,
    /// Ends of the line [m].
    pub line_m: [[f64; 2]; 2],
    /// Laps to be made.
    #[serde(default = "one")]
    pub laps: u32,
    /// Longest time of any of them [s].
    pub max_s: f64,
}

fn one() -> u32 {
    1
}

/// Odometry stays near the truth.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Drift {
    /// Which vehicle; the first unless given.
    pub vehicle: Option<String>,
    /// Largest distance [m].
    pub max_m: Option<f64>,
    /// Largest angle [rad].
    pub max_rad: Option<f64>,
    /// Largest distance for each metre driven, from the first metre on.
    pub max_per_m: Option<f64>,
}

/// A vehicle's reference point stays in an area.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StaysInside {
    /// Which vehicle; the first unless given.
    pub vehicle: Option<String>,
    /// Corners of the area [m].
    pub corners_m: Vec<[f64; 2]>,
}

impl Expectations {
    /// Read a file. The problem has line and column.
    pub fn parse(text: &str) -> Result<Expectations, String> {
        let expectations: Expectations = toml::from_str(text).map_err(|error| error.to_string())?;
        if expectations.count() == 0 {
            return Err("it expects nothing; write at least one check".to_string());
        }
        if expectations.duration_s.is_some_and(|seconds| !(0.0..=1e9).contains(&seconds)) {
            return Err("duration_s is a number of seconds from 0 to 1e9".to_string());
        }
        Ok(expectations)
    }

    /// How many checks there are.
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
