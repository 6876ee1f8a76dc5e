//! A queue between a socket and a connection, bounded by count and by bytes.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// How much a queue holds.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QueueLimits {
    /// Most items.
    pub(crate) count: usize,
    /// Most bytes; one item may exceed it alone.
    pub(crate) bytes: usize,
}

#[derive(Debug)]
struct Contents<T> {
    items: VecDeque<(T, usize)>,
    bytes: usize,
    /// An item was taken whose handling is not finished.
    is_busy: bool,
    is_closed: bool,
    dropped_count: u64,
}

/// Bounded by count and bytes; one task takes items out.
#[derive(Debug)]
pub(crate) struct Queue<T> {
    contents: Mutex<Contents<T>>,
    limits: QueueLimits,
    filled: Notify,
    emptied: Notify,
}

impl<T> Queue<T> {
    /// An empty queue.
    pub(crate) fn new(limits: QueueLimits) -> Self {
        let contents =
            Contents { items: VecDeque::new(), bytes: 0, is_busy: false, is_closed: false, dropped_count: 0 };
        Queue { contents: Mutex::new(contents), limits, filled: Notify::new(), emptied: Notify::new() }
    }

    fn locked(&self) -> MutexGuard<'_, Contents<T>> {
        self.contents.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn has_room(&self, contents: &Contents<T>, bytes: usize) -> bool {
        contents.items.is_empty()
            || contents.items.len() < self.limits.count && contents.bytes + bytes <= self.limits.bytes
    }

    /// Append an item unless the queue is full or closed.
    pub(crate) fn try_push(&self, item: T, bytes: usize) -> Result<(), T> {
        let mut contents = self.locked();
        if contents.is_closed || !self.has_room(&contents, bytes) {
            return Err(item);
        }
        contents.items.push_back((item, bytes));
        contents.bytes += bytes;
        drop(contents);
        self.filled.notify_one();
        Ok(())
    }

    /// Append an item; the oldest make room for it.
    pub(crate) fn push_dropping_oldest(&self, item: T, bytes: usize) {
        let mut contents = self.locked();
        if contents.is_closed {
            return;
        }
        while !self.has_room(&contents, bytes) {
            let Some((_, dropped_bytes)) = contents.items.pop_front() else { break };
            contents.bytes -= dropped_bytes;
            contents.dropped_count += 1;
        }
        contents.items.push_back((item, bytes));
        contents.bytes += bytes;
        drop(contents);
        self.filled.notify_one();
    }

    /// Append an item as soon as there is room; `false` if the queue is closed. One task at a time may wait.
    pub(crate) async fn push(&self, item: T, bytes: usize) -> bool {
        let mut item = item;
        loop {
            item = match self.try_push(item, bytes) {
                Ok(()) => return true,
                Err(item) => item,
            };
            if self.locked().is_closed {
                return false;
            }
            self.emptied.notified().await;
        }
    }

    /// Take the oldest item, if there is one.
    pub(crate) fn try_pop(&self) -> Option<T> {
        let mut contents = self.locked();
        let popped = contents.items.pop_front();
        contents.is_busy = popped.is_some();
        let (item, bytes) = popped?;
        contents.bytes -= bytes;
        drop(contents);
        self.emptied.notify_one();
        Some(item)
    }

    /// Take all items at once; [`Queue::finished`] says that they are handled.
    pub(crate) fn take_all(&self) -> Vec<T> {
        let mut contents = self.locked();
        contents.bytes = 0;
        let items: Vec<T> = contents.items.drain(..).map(|(item, _)| item).collect();
        contents.is_busy = !items.is_empty();
        drop(contents);
        self.emptied.notify_one();
        items
    }

    /// What was taken is handled.
    pub(crate) fn finished(&self) {
        self.locked().is_busy = false;
    }

    /// Take the oldest item as soon as there is one; `None` if the queue is closed and empty.
    pub(crate) async fn pop(&self) -> Option<T> {
        loop {
            if let Some(item) = self.try_pop() {
                return Some(item);
            }
            if self.locked().is_closed {
                return None;
            }
            self.filled.notified().await;
        }
    }

    /// Take nothing in any more; what is there can still be taken out.
    pub(crate) fn close(&self) {
        self.locked().is_closed = true;
        self.filled.notify_one();
        self.emptied.notify_one();
    }

    /// Whether everything was taken out and handled.
    pub(crate) fn is_idle(&self) -> bool {
        let contents = self.locked();
        contents.items.is_empty() && !contents.is_busy
    }

    /// How many items were dropped to make room.
    pub(crate) fn dropped_count(&self) -> u64 {
        self.locked().dropped_count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_items_make_room() {
        let queue = Queue::new(QueueLimits { count: 2, bytes: 100 });
        for item in 0..5 {
            queue.push_dropping_oldest(item, 10);
        }
        assert_eq!(queue.dropped_count(), 3);
        assert_eq!([queue.try_pop(), queue.try_pop(), queue.try_pop()], [Some(3), Some(4), None]);
    }

    #[test]
    fn bytes_are_bounded_but_one_large_item_passes() {
        let queue = Queue::new(QueueLimits { count: 10, bytes: 100 });
        assert!(queue.try_push("large", 1000).is_ok());
        assert!(queue.try_push("small", 1).is_err());
        queue.push_dropping_oldest("small", 1);
        assert_eq!([queue.try_pop(), queue.try_pop()], [Some("small"), None]);
    }

    #[test]
    fn a_closed_queue_gives_what_it_has() {
        let queue = Queue::new(QueueLimits { count: 2, bytes: 100 });
        assert!(queue.try_push(1, 1).is_ok());
        queue.close();
        assert!(queue.try_push(2, 1).is_err());
        assert_eq!(queue.try_pop(), Some(1));
        assert!(!queue.is_idle());
        assert_eq!(queue.try_pop(), None);
        assert!(queue.is_idle());
    }
}
