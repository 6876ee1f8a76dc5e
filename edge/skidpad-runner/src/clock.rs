//! The clock a run is paced by: the wall's in the program, a made-up one in tests.

use std::time::{Duration, Instant};

/// Tells time and waits.
pub trait Clock {
    /// Time since the clock was started.
    fn elapsed(&self) -> Duration;

    /// Let this much time pass.
    fn wait(&self, duration: Duration);
}

/// The clock on the wall.
#[derive(Debug, Clone, Copy)]
pub struct WallClock {
    started: Instant,
}

impl WallClock {
    /// A clock that reads zero now.
    pub fn start() -> Self {
        WallClock { started: Instant::now() }
    }
}

impl Clock for WallClock {
    fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    fn wait(&self, duration: Duration) {
        std::thread::sleep(duration);
    }
}
