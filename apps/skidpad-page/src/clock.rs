//! The clock of a page: its worker tells the time.

use skidpad_runner::Clock;
use std::time::Duration;

#[cfg(target_arch = "wasm32")]
#[link(wasm_import_module = "page")]
unsafe extern "C" {
    /// Time since the worker was started [ms]; the one function that the module asks of its page.
    safe fn now_ms() -> f64;
}

/// The same for tests outside of a page.
#[cfg(not(target_arch = "wasm32"))]
fn now_ms() -> f64 {
    use std::sync::LazyLock;
    use std::time::Instant;
    static STARTED: LazyLock<Instant> = LazyLock::new(Instant::now);
    STARTED.elapsed().as_secs_f64() * 1e3
}

/// The time of the worker. Waiting is up to the page: the module returns instead.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PageClock;

impl Clock for PageClock {
    fn elapsed(&self) -> Duration {
        Duration::try_from_secs_f64(now_ms() * 1e-3).unwrap_or_default()
    }

    fn wait(&self, _duration: Duration) {}
}
