//! The queue behind a reader: bounded, drops the oldest, and can be waited for.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use crate::guid::Guid;
use crate::wire::Sample;

/// The most bytes that wait in one queue; older samples are dropped beyond that, but never the newest.
const QUEUE_LIMIT_BYTES: usize = 256 << 20;

/// Locks, also after a panic of another thread: the data behind our locks is whole between any two statements.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The reading end of a reader. Dropping it removes the reader.
pub struct Receiver {
    guid: Guid,
    queue: Arc<Queue>,
}

impl Receiver {
    /// The reader's name, as peers see it.
    pub fn guid(&self) -> Guid {
        self.guid
    }

    /// The oldest sample, if there is one.
    pub fn try_recv(&self) -> Option<Sample> {
        lock(&self.queue.state).pop()
    }

    /// The oldest sample; waits at most `timeout` for one.
    pub fn recv_timeout(&self, timeout: Duration) -> Option<Sample> {
        let deadline = Instant::now() + timeout;
        let mut state = lock(&self.queue.state);
        loop {
            if let Some(sample) = state.pop() {
                return Some(sample);
            }
            let left = deadline.checked_duration_since(Instant::now())?;
            state = self.queue.arrived.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Every sample that waits, oldest first.
    pub fn drain(&self) -> Vec<Sample> {
        let mut state = lock(&self.queue.state);
        state.bytes = 0;
        state.samples.drain(..).collect()
    }

    /// How many samples were dropped so far because they were not read in time.
    pub fn dropped_count(&self) -> u64 {
        lock(&self.queue.state).dropped_count
    }
}

/// The writing end: the wire's side of a [`Receiver`].
#[derive(Clone)]
pub(crate) struct Deliver(Weak<Queue>);

impl Deliver {
    /// Hands over a sample; false if the receiver was dropped.
    pub(crate) fn offer(&self, sample: Sample) -> bool {
        let Some(queue) = self.0.upgrade() else { return false };
        lock(&queue.state).push(sample, queue.depth);
        queue.arrived.notify_all();
        true
    }

    /// Whether the receiver still exists.
    pub(crate) fn is_open(&self) -> bool {
        self.0.strong_count() > 0
    }
}

/// A receiver for the reader `guid` that holds `depth` samples, and its other end.
pub(crate) fn channel(guid: Guid, depth: usize) -> (Deliver, Receiver) {
    let queue = Arc::new(Queue { depth, state: Mutex::default(), arrived: Condvar::new() });
    (Deliver(Arc::downgrade(&queue)), Receiver { guid, queue })
}

struct Queue {
    depth: usize,
    state: Mutex<QueueState>,
    arrived: Condvar,
}

#[derive(Default)]
struct QueueState {
    samples: VecDeque<Sample>,
    bytes: usize,
    dropped_count: u64,
}

impl QueueState {
    fn pop(&mut self) -> Option<Sample> {
        let sample = self.samples.pop_front()?;
        self.bytes -= sample.body.len();
        Some(sample)
    }

    fn push(&mut self, sample: Sample, depth: usize) {
        self.bytes += sample.body.len();
        self.samples.push_back(sample);
        while self.samples.len() > 1 && (self.samples.len() > depth || self.bytes > QUEUE_LIMIT_BYTES) {
            self.pop();
            self.dropped_count += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;

    use super::*;

    fn sample(sequence: i64) -> Sample {
        Sample {
            body: Bytes::from_static(b"abc"),
            big_endian: false,
            writer: Guid::UNKNOWN,
            sequence,
            related: None,
        }
    }

    #[test]
    fn the_oldest_is_dropped_and_counted() {
        let (deliver, receiver) = channel(Guid::UNKNOWN, 2);
        for sequence in 1..=3 {
            assert!(deliver.offer(sample(sequence)));
        }
        assert_eq!(receiver.dropped_count(), 1);
        assert_eq!(receiver.drain().iter().map(|sample| sample.sequence).collect::<Vec<_>>(), [2, 3]);
        assert!(receiver.try_recv().is_none());
    }

    #[test]
    fn a_waiting_reader_wakes() {
        let (deliver, receiver) = channel(Guid::UNKNOWN, 2);
        std::thread::scope(|scope| {
            scope.spawn(|| assert!(deliver.offer(sample(7))));
            assert_eq!(receiver.recv_timeout(Duration::from_secs(20)).map(|sample| sample.sequence), Some(7));
        });
        assert!(receiver.recv_timeout(Duration::from_millis(1)).is_none());
    }

    #[test]
    fn a_dropped_receiver_takes_nothing() {
        let (deliver, receiver) = channel(Guid::UNKNOWN, 2);
        drop(receiver);
        assert!(!deliver.is_open());
        assert!(!deliver.offer(sample(1)));
    }
}
