//! Ctrl-C while Rust works: long calls come back to the interpreter a few times per second.

use pyo3::prelude::*;
use skidpad::runner::StopFlag;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::time::{Duration, Instant};

/// Longest time without a look at signals.
const PATIENCE: Duration = Duration::from_millis(50);
/// Steps between two looks at the clock.
const STEPS_PER_LOOK: u64 = 8;

/// Call `step` this many times without the interpreter lock; Ctrl-C ends the loop. `step` returns whether to go on.
pub(crate) fn repeat(py: Python<'_>, count: u64, mut step: impl FnMut() -> bool + Send) -> PyResult<()> {
    let mut left = count;
    while left > 0 {
        left = py.detach(|| until_patience_ends(left, &mut step));
        if left > 0 {
            py.check_signals()?;
        }
    }
    Ok(())
}

/// The number of calls that are left.
fn until_patience_ends(count: u64, step: &mut impl FnMut() -> bool) -> u64 {
    let began = if count > STEPS_PER_LOOK { Some(Instant::now()) } else { None };
    for made in 1..=count {
        if !step() {
            return 0;
        }
        let is_long = || began.is_some_and(|began| began.elapsed() > PATIENCE);
        if made % STEPS_PER_LOOK == 0 && is_long() {
            return count - made;
        }
    }
    0
}

/// Do something long on a thread of its own; Ctrl-C raises the flag, and the work is waited for.
pub(crate) fn stoppable<T: Send>(
    py: Python<'_>,
    stop: &StopFlag,
    work: impl FnOnce() -> T + Send,
) -> PyResult<T> {
    let waited = py.detach(|| {
        std::thread::scope(|scope| {
            let (sender, receiver) = sync_channel::<()>(1);
            let worker = scope.spawn(move || {
                let result = work();
                // Dropped unsent if the work panics, which ends the wait too.
                let _ = sender.send(());
                result
            });
            let mut interrupted = None;
            while let Err(RecvTimeoutError::Timeout) = receiver.recv_timeout(PATIENCE) {
                if interrupted.is_none()
                    && let Some(signal) = Python::attach(|py| py.check_signals().err())
                {
                    stop.raise();
                    interrupted = Some(signal);
                }
            }
            (worker.join(), interrupted)
        })
    });
    match waited {
        (_, Some(interrupted)) => Err(interrupted),
        (Ok(result), None) => Ok(result),
        (Err(panic), None) => std::panic::resume_unwind(panic),
    }
}
