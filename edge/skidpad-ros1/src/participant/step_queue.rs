//! From the stepping thread to the thread that makes messages: when there is no room the oldest steps are lost.

use skidpad_rosmsg::RosStep;
use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Most steps that wait, and most bytes of them. One step always fits.
const WAITING_STEPS: usize = 64;
const WAITING_BYTES: usize = 64 << 20;

/// Steps on their way. Adding one never waits.
#[derive(Debug, Default)]
pub(super) struct StepQueue {
    state: Mutex<State>,
    came: Condvar,
}

#[derive(Debug, Default)]
struct State {
    steps: VecDeque<(usize, RosStep)>,
    bytes: usize,
    is_closed: bool,
}

impl StepQueue {
    fn locked(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn put(&self, step: RosStep) {
        let bytes = step.step.weight_bytes();
        let mut state = self.locked();
        while !state.steps.is_empty()
            && (state.steps.len() >= WAITING_STEPS || state.bytes + bytes > WAITING_BYTES)
        {
            if let Some((oldest, _)) = state.steps.pop_front() {
                state.bytes -= oldest;
            }
        }
        state.bytes += bytes;
        state.steps.push_back((bytes, step));
        drop(state);
        self.came.notify_one();
    }

    /// The oldest step; `None` once the run is over.
    pub(super) fn take(&self) -> Option<RosStep> {
        let is_idle = |state: &mut State| state.steps.is_empty() && !state.is_closed;
        let mut state = self.came.wait_while(self.locked(), is_idle).unwrap_or_else(PoisonError::into_inner);
        let (bytes, step) = state.steps.pop_front()?;
        state.bytes -= bytes;
        Some(step)
    }

    pub(super) fn close(&self) {
        self.locked().is_closed = true;
        self.came.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skidpad_messages::Step;

    #[test]
    fn the_oldest_steps_are_lost() {
        let queue = StepQueue::default();
        for tick in 0..100 {
            queue.put(RosStep { step: Step { tick, ..Step::default() }, ..RosStep::default() });
        }
        queue.close();
        let ticks: Vec<u64> = std::iter::from_fn(|| queue.take()).map(|it| it.step.tick).collect();
        assert_eq!(ticks, (36..100).collect::<Vec<u64>>());
    }
}
