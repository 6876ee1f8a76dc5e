//! A counter that threads can wait for.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::receiver::lock;

/// Counts events; see [`crate::Wire::activity`].
#[derive(Default)]
pub(crate) struct Activity {
    count: Mutex<u64>,
    changed: Condvar,
}

impl Activity {
    /// Something happened.
    pub(crate) fn note(&self) {
        *lock(&self.count) += 1;
        self.changed.notify_all();
    }

    /// How often something happened.
    pub(crate) fn count(&self) -> u64 {
        *lock(&self.count)
    }

    /// Waits until the count is not `seen`, at most `timeout`.
    pub(crate) fn wait(&self, seen: u64, timeout: Duration) -> u64 {
        let deadline = Instant::now() + timeout;
        let mut count = lock(&self.count);
        while *count == seen {
            let Some(left) = deadline.checked_duration_since(Instant::now()) else { break };
            count = self.changed.wait_timeout(count, left).unwrap_or_else(PoisonError::into_inner).0;
        }
        *count
    }
}
