//! From the stepping thread to a thread that must not lose anything: a queue bounded by count and by bytes.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// A queue with a largest number of items and of bytes. Unlike a client's mailbox it drops nothing: the producer
/// waits for room. Recorders use it.
pub struct BoundedQueue<T> {
    inside: Mutex<Inside<T>>,
    came: Condvar,
    went: Condvar,
    most_bytes: usize,
    most_count: usize,
}

struct Inside<T> {
    items: VecDeque<(usize, T)>,
    bytes: usize,
    /// Nothing more will come.
    is_closed: bool,
    /// There is no consumer any more: new items are dropped.
    is_abandoned: bool,
    waited: Duration,
}

/// What [`BoundedQueue::take`] found.
pub enum Taken<T> {
    /// The oldest item.
    Item(T),
    /// Nothing came in time.
    TimedOut,
    /// The queue is empty and closed.
    Closed,
}

impl<T> BoundedQueue<T> {
    /// An empty queue with its limits.
    pub fn new(most_bytes: usize, most_count: usize) -> Self {
        let inside = Inside {
            items: VecDeque::new(),
            bytes: 0,
            is_closed: false,
            is_abandoned: false,
            waited: Duration::ZERO,
        };
        BoundedQueue {
            inside: Mutex::new(inside),
            came: Condvar::new(),
            went: Condvar::new(),
            most_bytes,
            most_count,
        }
    }

    fn inside(&self) -> MutexGuard<'_, Inside<T>> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Add an item, waiting for room. A single item always fits, whatever its size.
    pub fn put(&self, item: T, bytes: usize) {
        let mut inside = self.inside();
        let is_full = |it: &Inside<T>| {
            !it.items.is_empty() && (it.bytes + bytes > self.most_bytes || it.items.len() >= self.most_count)
        };
        if is_full(&inside) && !inside.is_abandoned {
            let began = Instant::now();
            while is_full(&inside) && !inside.is_abandoned {
                inside = self.went.wait(inside).unwrap_or_else(PoisonError::into_inner);
            }
            inside.waited += began.elapsed();
        }
        if !inside.is_abandoned {
            inside.bytes += bytes;
            inside.items.push_back((bytes, item));
            // The consumer waits only for an empty queue; waking it costs a system call.
            if inside.items.len() == 1 {
                self.came.notify_one();
            }
        }
    }

    /// Take the oldest item, waiting at most this long.
    pub fn take(&self, timeout: Duration) -> Taken<T> {
        let is_idle = |it: &mut Inside<T>| it.items.is_empty() && !it.is_closed;
        let waited = self.came.wait_timeout_while(self.inside(), timeout, is_idle);
        let mut inside = waited.unwrap_or_else(PoisonError::into_inner).0;
        match inside.items.pop_front() {
            Some((bytes, item)) => {
                inside.bytes -= bytes;
                self.went.notify_one();
                Taken::Item(item)
            }
            None if inside.is_closed => Taken::Closed,
            None => Taken::TimedOut,
        }
    }

    /// No more items will come; what is inside can still be taken.
    pub fn close(&self) {
        self.inside().is_closed = true;
        self.came.notify_all();
    }

    /// Drop all items, and all that are added later: the consumer is gone, and producers no longer wait.
    pub fn abandon(&self) {
        let mut inside = self.inside();
        inside.is_abandoned = true;
        inside.items.clear();
        inside.bytes = 0;
        self.went.notify_all();
    }

    /// Total time spent waiting for room.
    pub fn waited(&self) -> Duration {
        self.inside().waited
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_holds_no_more_than_allowed_and_loses_nothing() {
        let queue = BoundedQueue::new(100, 8);
        let most = std::thread::scope(|scope| {
            scope.spawn(|| {
                (0..1000u32).for_each(|number| queue.put(number, 30));
                queue.close();
            });
            let (mut next, mut most) = (0, 0);
            loop {
                most = most.max(queue.inside().bytes);
                match queue.take(Duration::from_secs(10)) {
                    Taken::Item(number) => assert_eq!((number, next), (next, number)),
                    Taken::Closed => break,
                    Taken::TimedOut => panic!("the other thread puts things in"),
                }
                next += 1;
            }
            assert_eq!(next, 1000);
            most
        });
        assert!(most <= 100, "{most}");
    }

    #[test]
    fn a_heavy_item_fits_alone_and_an_abandoned_queue_swallows() {
        let queue = BoundedQueue::new(10, 8);
        queue.put(1, 1000);
        assert!(matches!(queue.take(Duration::ZERO), Taken::Item(1)));
        queue.abandon();
        for number in 0..100 {
            queue.put(number, 1000);
        }
        assert!(matches!(queue.take(Duration::ZERO), Taken::TimedOut));
    }
}
