//! The playback of a recording: its position, and moments to seek to.

use crate::moments::Moment;
use skidpad_messages::Observations;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Most bytes of moments; beyond, every second one is dropped.
const MOST_BYTES: usize = 192 << 20;

/// The playback of a recording. Ticks count the steps of the recording, across resets in it.
pub struct Playback {
    end_tick: u64,
    moments: Mutex<BTreeMap<u64, Moment>>,
    tick: AtomicU64,
    /// `u64::MAX` for no difference.
    differs_at: AtomicU64,
    has_begun: AtomicBool,
}

impl Playback {
    /// A recording of so many steps, at its start.
    pub fn new(end_tick: u64) -> Playback {
        let differs_at = AtomicU64::new(u64::MAX);
        let (tick, has_begun) = (AtomicU64::new(0), AtomicBool::new(false));
        Playback { end_tick, moments: Mutex::default(), tick, differs_at, has_begun }
    }

    /// A client has connected; true for the first one, with which the playback starts.
    pub(crate) fn begin(&self) -> bool {
        !self.has_begun.swap(true, Ordering::Relaxed)
    }

    fn moments(&self) -> MutexGuard<'_, BTreeMap<u64, Moment>> {
        self.moments.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Number of steps.
    pub fn end_tick(&self) -> u64 {
        self.end_tick
    }

    /// Present step.
    pub fn tick(&self) -> u64 {
        self.tick.load(Ordering::Relaxed)
    }

    /// Set the present step.
    pub fn set_tick(&self, tick: u64) {
        self.tick.store(tick, Ordering::Relaxed);
    }

    /// The state differs from the recorded one from this step on.
    pub fn set_difference(&self, tick: u64) {
        self.differs_at.store(tick, Ordering::Relaxed);
    }

    /// First step whose state differed from the recorded one.
    pub fn differs_at(&self) -> Option<u64> {
        Some(self.differs_at.load(Ordering::Relaxed)).filter(|tick| *tick != u64::MAX)
    }

    /// Add a moment to seek to: the state after so many steps.
    pub fn add(&self, tick: u64, seen: Arc<Observations>, snapshot: Arc<[u8]>) {
        let mut moments = self.moments();
        moments.insert(tick, Moment { seen, snapshot });
        let size = moments.values().map(|moment| moment.snapshot.len()).sum::<usize>();
        if size > MOST_BYTES {
            let ticks: Vec<u64> = moments.keys().copied().collect();
            for tick in ticks.iter().skip(1).step_by(2) {
                moments.remove(tick);
            }
        }
    }

    /// The step at which this very snapshot was taken.
    pub fn tick_of(&self, snapshot: &[u8]) -> Option<u64> {
        let moments = self.moments();
        let is_it = |moment: &Moment| std::ptr::eq(moment.snapshot.as_ptr(), snapshot.as_ptr());
        moments.iter().find(|(_, moment)| is_it(moment)).map(|(tick, _)| *tick)
    }

    /// The moment nearest to a step.
    pub(crate) fn nearest(&self, tick: u64) -> Option<Moment> {
        let moments = self.moments();
        let (before, after) = (moments.range(..=tick).next_back(), moments.range(tick..).next());
        let nearest = before.into_iter().chain(after).min_by_key(|(at, _)| at.abs_diff(tick));
        nearest.map(|(_, moment)| moment.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moments_are_found_by_step_and_by_snapshot() {
        let playback = Playback::new(300);
        let snapshots: Vec<Arc<[u8]>> = (0..3).map(|_| Arc::from(vec![7; 4])).collect();
        for (tick, snapshot) in [0, 100, 200].into_iter().zip(&snapshots) {
            // A reset in the recording sets the world's own step back.
            let seen = Observations { step: tick % 200, ..Observations::default() };
            playback.add(tick, Arc::new(seen), Arc::clone(snapshot));
        }
        assert_eq!(playback.nearest(140).unwrap().seen.step, 100);
        assert_eq!(playback.nearest(9999).unwrap().seen.step, 0);
        assert_eq!(playback.tick_of(&snapshots[2]), Some(200), "equal bytes, another snapshot");
        assert_eq!(playback.tick_of(&[7; 4]), None);
        assert_eq!(playback.differs_at(), None);
        playback.set_difference(150);
        assert_eq!(playback.differs_at(), Some(150));
    }

    #[test]
    fn memory_is_bounded() {
        let playback = Playback::new(1000);
        for tick in 0..300 {
            playback.add(tick, Arc::default(), Arc::from(vec![0; 1 << 20]));
        }
        let size: usize = playback.moments().values().map(|moment| moment.snapshot.len()).sum();
        assert!(size <= MOST_BYTES, "{size}");
        assert_eq!(playback.moments().keys().next(), Some(&0), "the beginning stays");
    }
}
