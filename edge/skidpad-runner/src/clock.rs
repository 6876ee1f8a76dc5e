//! The clock that paces a run: the wall clock in the program, a simulated one in tests.

use std::time::{Duration, Instant};

/// Gives the time and waits.
pub trait Clock {
    /// Time since the clock was started.
    fn elapsed(&self) -> Duration;

    /// Wait this long.
    fn wait(&self, duration: Duration);
}

/// The wall clock.
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
