//! How long something took, for reports alone.

use std::time::{Duration, Instant};

/// Measures wall time where the system has a clock. A web page has none that code without a [`Clock`](crate::Clock)
/// could read: there everything takes no time.
pub(crate) struct Stopwatch(Option<Instant>);

impl Stopwatch {
    pub(crate) fn start() -> Self {
        Stopwatch((!cfg!(target_family = "wasm")).then(Instant::now))
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.0.map_or(Duration::ZERO, |began| began.elapsed())
    }
}
