//! Pictures of a run at a fixed rate of simulated time.

use crate::picture::{Shot, picture};
use crate::run::{FinishedRun, PreparedRun};
use rayon::ThreadPool;
use skidpad_messages::Picture;
use skidpad_sim::Simulation;
use std::io;

/// When the pictures of a film are taken.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FrameTimes {
    /// Simulated time of the first picture [s].
    pub from_s: f64,
    /// Pictures per simulated second [Hz].
    pub rate_hz: f64,
}

impl FrameTimes {
    /// The step that a picture shows: the nearest to its time.
    fn step(&self, number: u32, step_ns: u64) -> u64 {
        // Negative and infinite times become the nearest that there is.
        (1e9 * (self.from_s + f64::from(number) / self.rate_hz) / step_ns as f64).round() as u64
    }
}

/// Make a run and render a picture of it at each of these times, as it is after the step that is nearest to the time.
///
/// Pictures are numbered from 0. The camera stays where it stands in the first one, unless it follows a vehicle.
/// The run ends early if a picture cannot be kept. More pictures than the world makes steps are refused.
pub fn film(
    run: PreparedRun,
    shot: &Shot,
    times: FrameTimes,
    threads: Option<&ThreadPool>,
    mut keep: impl FnMut(u32, &Picture) -> io::Result<()>,
) -> io::Result<FinishedRun> {
    let steps_per_s = 1e9 / run.sim().step_ns() as f64;
    if !(times.rate_hz > 0.0 && times.rate_hz <= steps_per_s) {
        let reason = format!("the world makes {steps_per_s} steps a second, and pictures show steps");
        return Err(io::Error::new(io::ErrorKind::InvalidInput, reason));
    }
    let gui = run.world().description().gui.clone();
    let stop = run.stop_flag();
    let (mut shot, mut number, mut result) = (*shot, 0, Ok(()));
    let step_ns = run.sim().step_ns();
    let look = |sim: &Simulation| {
        if result.is_err() || sim.time_ns() / step_ns < times.step(number, step_ns) {
            return;
        }
        if number == 0 {
            shot = shot.from_here(sim, &gui);
        }
        result = keep(number, &picture(sim, &gui, &shot, threads));
        if result.is_err() {
            stop.raise();
        }
        number += 1;
    };
    let finished = run.finish_with(look);
    result.map(|()| finished)
}
