//! Messages that wait for one subscriber. When there is no room the oldest ones are lost; publishing never waits.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// Messages for one subscriber, limited by number and by bytes.
#[derive(Debug)]
pub(crate) struct Outbox {
    state: Mutex<State>,
    came: Notify,
    most_count: usize,
    most_bytes: usize,
}

#[derive(Debug, Default)]
struct State {
    messages: VecDeque<Arc<[u8]>>,
    bytes: usize,
    lost_count: u64,
}

impl Outbox {
    pub(crate) fn new(most_count: usize, most_bytes: usize) -> Self {
        Outbox { state: Mutex::default(), came: Notify::new(), most_count: most_count.max(1), most_bytes }
    }

    fn locked(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Add a message. One always fits, whatever its size.
    pub(crate) fn put(&self, message: Arc<[u8]>) {
        let mut state = self.locked();
        while !state.messages.is_empty()
            && (state.messages.len() >= self.most_count || state.bytes + message.len() > self.most_bytes)
        {
            if let Some(oldest) = state.messages.pop_front() {
                state.bytes -= oldest.len();
                state.lost_count += 1;
            }
        }
        state.bytes += message.len();
        state.messages.push_back(message);
        drop(state);
        self.came.notify_one();
    }

    /// Wait for the oldest message.
    pub(crate) async fn take(&self) -> Arc<[u8]> {
        loop {
            if let Some(message) = self.take_now() {
                return message;
            }
            self.came.notified().await;
        }
    }

    /// The oldest message, if there is one.
    pub(crate) fn take_now(&self) -> Option<Arc<[u8]>> {
        let mut state = self.locked();
        let message = state.messages.pop_front()?;
        state.bytes -= message.len();
        Some(message)
    }

    /// Messages lost so far.
    pub(crate) fn lost_count(&self) -> u64 {
        self.locked().lost_count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_messages_are_lost() {
        let outbox = Outbox::new(3, 100);
        for number in 0..10u8 {
            outbox.put(vec![number; 10].into());
        }
        let numbers: Vec<u8> = std::iter::from_fn(|| outbox.take_now()).map(|message| message[0]).collect();
        assert_eq!((numbers, outbox.lost_count()), (vec![7, 8, 9], 7));
        outbox.put(vec![1; 60].into());
        outbox.put(vec![2; 60].into());
        outbox.put(vec![3; 500].into());
        assert_eq!(outbox.take_now().map(|message| message.len()), Some(500));
        assert_eq!(outbox.take_now(), None);
    }
}
