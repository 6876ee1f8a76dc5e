//! PUB: sends to every subscriber whose prefix matches, and never waits for any of them.

use super::limits::deadline;
use super::listen::Listener;
use super::session::{Incoming, Session};
use super::{Endpoint, Limits, Queue, QueueLimits, SocketType, ZmtpError};
use bytes::Bytes;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// A bound PUB socket.
#[derive(Debug)]
pub struct Publisher {
    listener: Listener,
    peers: Arc<Peers>,
    /// Messages on their way to the network's thread: it is woken once per message, not once per subscriber.
    published: Arc<Queue<Bytes>>,
}

#[derive(Debug, Default)]
struct Peers {
    all: Mutex<Vec<Arc<Peer>>>,
    subscribed_count: AtomicUsize,
}

/// One connected subscriber.
#[derive(Debug)]
struct Peer {
    outgoing: Queue<Vec<Bytes>>,
    /// Prefixes and how often each was subscribed to.
    prefixes: Mutex<BTreeMap<Bytes, usize>>,
}

impl Peer {
    fn prefixes(&self) -> MutexGuard<'_, BTreeMap<Bytes, usize>> {
        self.prefixes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wants(&self, message: &[u8]) -> bool {
        self.prefixes().keys().any(|prefix| message.starts_with(prefix))
    }
}

impl Peers {
    fn all(&self) -> MutexGuard<'_, Vec<Arc<Peer>>> {
        self.all.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn count_subscribed(&self) {
        let count = self.all().iter().filter(|peer| !peer.prefixes().is_empty()).count();
        self.subscribed_count.store(count, Ordering::Release);
    }
}

impl Publisher {
    /// Bind; port 0 takes any free one.
    pub async fn bind(address: SocketAddr, limits: &Limits) -> Result<Self, ZmtpError> {
        let peers = Arc::new(Peers::default());
        let (served, served_limits) = (peers.clone(), limits.clone());
        let serve = move |session| serve_peer(session, served.clone(), served_limits.clone());
        // Subscribers send nothing but prefixes.
        let limits = Limits { message_bytes: limits.subscription_bytes + 64, ..limits.clone() };
        let listener = Listener::bind(address, SocketType::Pub, &limits, serve).await?;
        let queue_limits = QueueLimits { count: limits.queue_messages, bytes: limits.queue_bytes };
        let published = Arc::new(Queue::new(queue_limits));
        tokio::spawn(distribute(published.clone(), peers.clone()));
        Ok(Publisher { listener, peers, published })
    }

    /// Where it is bound.
    pub fn endpoint(&self) -> &Endpoint {
        self.listener.endpoint()
    }

    /// How many peers have a subscription.
    pub fn subscriber_count(&self) -> usize {
        self.peers.subscribed_count.load(Ordering::Acquire)
    }

    /// Hand a message to every subscriber whose prefix matches. Returns at once; a peer that reads too slowly
    /// loses its oldest messages.
    pub fn publish(&self, message: &Bytes) {
        if self.subscriber_count() == 0 {
            return;
        }
        self.published.push_dropping_oldest(message.clone(), message.len());
    }

    /// How many messages the present peers have lost because they read too slowly.
    pub fn dropped_count(&self) -> u64 {
        let by_peers: u64 = self.peers.all().iter().map(|peer| peer.outgoing.dropped_count()).sum();
        self.published.dropped_count() + by_peers
    }

    /// Wait until everything is handed to the operating system, at most this long. Says whether it is.
    pub async fn flush(&self, time_limit: Duration) -> bool {
        let deadline = deadline(time_limit);
        loop {
            if self.published.is_idle() && self.peers.all().iter().all(|peer| peer.outgoing.is_idle()) {
                return true;
            }
            if Instant::now() >= deadline {
                return false;
            }
            sleep(Duration::from_millis(1)).await;
        }
    }
}

impl Drop for Publisher {
    fn drop(&mut self) {
        self.published.close();
    }
}

/// Hand published messages to the subscribers, until the socket is closed.
async fn distribute(published: Arc<Queue<Bytes>>, peers: Arc<Peers>) {
    while let Some(message) = published.pop().await {
        for peer in peers.all().iter().filter(|peer| peer.wants(&message)) {
            peer.outgoing.push_dropping_oldest(vec![message.clone()], message.len());
        }
    }
}

/// Takes a peer off the list however its connection ends.
struct Leaving {
    peers: Arc<Peers>,
    peer: Arc<Peer>,
}

impl Drop for Leaving {
    fn drop(&mut self) {
        self.peers.all().retain(|peer| !Arc::ptr_eq(peer, &self.peer));
        self.peers.count_subscribed();
    }
}

async fn serve_peer(mut session: Session, peers: Arc<Peers>, limits: Limits) {
    let queue_limits = QueueLimits { count: limits.queue_messages, bytes: limits.queue_bytes };
    let peer = Arc::new(Peer { outgoing: Queue::new(queue_limits), prefixes: Mutex::default() });
    peers.all().push(peer.clone());
    let leaving = Leaving { peers: peers.clone(), peer: peer.clone() };
    while let Ok(incoming) = session.exchange(&peer.outgoing).await {
        match incoming {
            Incoming::Subscribe(prefix) => {
                let mut prefixes = peer.prefixes();
                let is_new = !prefixes.contains_key(&prefix);
                if prefix.len() > limits.subscription_bytes
                    || is_new && prefixes.len() >= limits.subscriptions
                {
                    break;
                }
                // A copy, so that a short prefix does not keep a whole receive buffer alive.
                *prefixes.entry(Bytes::copy_from_slice(&prefix)).or_default() += 1;
            }
            Incoming::Cancel(prefix) => {
                let mut prefixes = peer.prefixes();
                if let Some(count) = prefixes.get_mut(&prefix) {
                    *count -= 1;
                    if *count == 0 {
                        prefixes.remove(&prefix);
                    }
                }
            }
            // Subscribers have nothing else to say.
            Incoming::Message(_) => continue,
        }
        peers.count_subscribed();
    }
    drop(leaving);
}
