//! Asking a run to end.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Asks a run to end. Clones share one flag; raising it from a signal handler is fine.
#[derive(Clone, Default)]
pub struct StopFlag(Arc<Shared>);

/// Closes a file from outside of the run that writes it.
type Rescue = Box<dyn Fn() + Send>;

#[derive(Default)]
struct Shared {
    is_raised: AtomicBool,
    /// The step that the run is in, counted from 1; 0 between steps.
    in_step: AtomicU64,
    rescues: Mutex<Vec<Rescue>>,
}

impl fmt::Debug for StopFlag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("StopFlag").field(&self.is_raised()).finish()
    }
}

impl StopFlag {
    /// Ask the run to end before its next step.
    pub fn raise(&self) {
        self.0.is_raised.store(true, Ordering::Relaxed);
    }

    /// Whether the run was asked to end.
    pub fn is_raised(&self) -> bool {
        self.0.is_raised.load(Ordering::Relaxed)
    }

    /// The step that the run is computing now, if it is in one.
    pub fn step_in_progress(&self) -> Option<u64> {
        Some(self.0.in_step.load(Ordering::Acquire)).filter(|&step| step > 0)
    }

    pub(crate) fn enter_step(&self, step: u64) {
        self.0.in_step.store(step + 1, Ordering::Release);
    }

    pub(crate) fn leave_step(&self) {
        self.0.in_step.store(0, Ordering::Release);
    }

    /// Have this done if the run has to be ended while it computes a step.
    pub fn on_rescue(&self, rescue: impl Fn() + Send + 'static) {
        self.0.rescues.lock().unwrap_or_else(PoisonError::into_inner).push(Box::new(rescue));
    }

    /// Close what can be closed without the run, which computes a step that takes long.
    pub fn rescue(&self) {
        self.0.rescues.lock().unwrap_or_else(PoisonError::into_inner).iter().for_each(|rescue| rescue());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_known_while_it_lasts() {
        let stop = StopFlag::default();
        assert_eq!(stop.step_in_progress(), None);
        stop.clone().enter_step(0);
        assert_eq!(stop.step_in_progress(), Some(1));
        stop.leave_step();
        assert_eq!(stop.step_in_progress(), None);
        let count = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&count);
        stop.on_rescue(move || {
            counted.fetch_add(1, Ordering::Relaxed);
        });
        stop.rescue();
        assert_eq!(count.load(Ordering::Relaxed), 1);
    }
}
