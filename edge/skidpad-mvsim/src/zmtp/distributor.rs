//! Hands what the publishers of a node have published to their subscribers.
//!
//! What is published at about the same time goes out subscriber by subscriber rather than topic by topic: a program that
//! subscribes to many topics is then woken once for several messages, and waking it is what costs most.

use super::publisher::{Channel, Outgoing};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// Sends for all publishers of a node. Dropping the last copy ends its task.
#[derive(Clone, Debug)]
pub(crate) struct Distributor {
    ready: Arc<Ready>,
    _end: Arc<End>,
}

/// Publishers with something to send.
#[derive(Debug, Default)]
struct Ready {
    channels: Mutex<Vec<Arc<Channel>>>,
    filled: Notify,
}

/// Tells the task that there are no publishers left.
#[derive(Debug)]
struct End(Arc<Notify>);

impl Drop for End {
    fn drop(&mut self) {
        self.0.notify_one();
    }
}

impl Ready {
    fn channels(&self) -> MutexGuard<'_, Vec<Arc<Channel>>> {
        self.channels.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Distributor {
    /// Must be called within a tokio runtime.
    pub(crate) fn start() -> Self {
        let (ready, ended) = (Arc::new(Ready::default()), Arc::new(Notify::new()));
        let (at_ready, at_end) = (ready.clone(), ended.clone());
        tokio::spawn(async move {
            loop {
                tokio::select! {
                    () = at_ready.filled.notified() => distribute(&at_ready),
                    () = at_end.notified() => return distribute(&at_ready),
                }
            }
        });
        Distributor { ready, _end: Arc::new(End(ended)) }
    }

    /// A publisher has something to send.
    pub(crate) fn add(&self, channel: &Arc<Channel>) {
        self.ready.channels().push(channel.clone());
        self.ready.filled.notify_one();
    }
}

fn distribute(ready: &Ready) {
    loop {
        let channels = std::mem::take(&mut *ready.channels());
        if channels.is_empty() {
            return;
        }
        let all: Vec<Outgoing> = channels.iter().flat_map(|channel| channel.take_all()).collect();
        let most_peers = all.iter().map(Outgoing::peer_count).max().unwrap_or(0);
        for number in 0..most_peers {
            all.iter().for_each(|outgoing| outgoing.send_to(number));
        }
        channels.iter().for_each(|channel| channel.has_sent());
    }
}
