//! PUB: sends to every subscriber whose prefix matches, and never waits for any of them.

use super::distributor::Distributor;
use super::limits::deadline;
use super::listen::{ConnectionSlots, Listener, LocalListener};
use super::session::{Incoming, Session};
use super::writer::Writer;
use super::{Endpoint, Limits, LocalName, Queue, QueueLimits, SocketType, ZmtpError, put_frame};
use bytes::{Bytes, BytesMut};
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// Messages up to this length are encoded once for all peers; longer ones are written from where they are [bytes].
const ENCODED_BYTES: usize = 64 << 10;

/// A bound PUB socket.
#[derive(Debug)]
pub struct Publisher {
    listener: Listener,
    local: Option<LocalListener>,
    channel: Arc<Channel>,
    distributor: Distributor,
}

/// Messages on their way to the network's thread, and the subscribers that they are for.
#[derive(Debug)]
pub(crate) struct Channel {
    published: Queue<Bytes>,
    /// The distributor knows that there is something to send.
    is_ready: AtomicBool,
    peers: Arc<Peers>,
}

/// A message and its subscribers.
pub(crate) struct Outgoing {
    message: Bytes,
    /// As it is on the wire, unless it is long.
    encoded: Option<Bytes>,
    peers: Arc<[Arc<Peer>]>,
}

impl Channel {
    /// Everything that waits.
    pub(crate) fn take_all(&self) -> Vec<Outgoing> {
        self.is_ready.store(false, Ordering::Release);
        let peers: Arc<[Arc<Peer>]> = self.peers.all().as_slice().into();
        let messages = self.published.take_all().into_iter();
        let outgoing = messages.map(|message| {
            let encoded = (message.len() <= ENCODED_BYTES).then(|| encoded(&message));
            Outgoing { message, encoded, peers: peers.clone() }
        });
        outgoing.collect()
    }

    /// Whether everything is handed to the operating system.
    fn is_idle(&self) -> bool {
        self.published.is_idle() && self.peers.all().iter().all(|peer| peer.is_idle())
    }

    /// What was taken is with the subscribers.
    pub(crate) fn has_sent(&self) {
        self.published.finished();
    }
}

impl Outgoing {
    pub(crate) fn peer_count(&self) -> usize {
        self.peers.len()
    }

    /// Send it to the subscriber of this number, if there is one that wants it.
    pub(crate) fn send_to(&self, number: usize) {
        if let Some(peer) = self.peers.get(number)
            && peer.wants(&self.message)
        {
            peer.send(&self.message, self.encoded.as_ref());
        }
    }
}

#[derive(Debug, Default)]
struct Peers {
    all: Mutex<Vec<Arc<Peer>>>,
    subscribed_count: AtomicUsize,
}

/// One connected subscriber.
#[derive(Debug)]
struct Peer {
    writer: Arc<Writer>,
    outgoing: Queue<Vec<Bytes>>,
    /// Prefixes and how often each was subscribed to.
    prefixes: Mutex<BTreeMap<Bytes, usize>>,
}

impl Peer {
    fn prefixes(&self) -> MutexGuard<'_, BTreeMap<Bytes, usize>> {
        self.prefixes.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether everything is handed to the operating system.
    fn is_idle(&self) -> bool {
        self.outgoing.is_idle() && !self.writer.is_busy()
    }

    /// Send a message: at once, if nothing waits before it and its bytes on the wire are given.
    fn send(&self, message: &Bytes, encoded: Option<&Bytes>) {
        if !encoded.is_some_and(|encoded| self.is_idle() && self.writer.write_now(encoded)) {
            self.outgoing.push_dropping_oldest(vec![message.clone()], message.len());
        }
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
        Self::bind_at(address, limits, &Distributor::start(), false).await
    }

    /// Bind a socket of a node that has more of them, and a name for programs of this machine if `has_name`.
    pub(crate) async fn bind_at(
        address: SocketAddr,
        limits: &Limits,
        distributor: &Distributor,
        has_name: bool,
    ) -> Result<Self, ZmtpError> {
        let peers = Arc::new(Peers::default());
        let (served, served_limits) = (peers.clone(), limits.clone());
        let serve = move |session| serve_peer(session, served.clone(), served_limits.clone());
        // Subscribers send nothing but prefixes.
        let limits = Limits { message_bytes: limits.subscription_bytes + 64, ..limits.clone() };
        let slots = ConnectionSlots::new(&limits);
        let listener = Listener::bind(address, SocketType::Pub, &limits, &slots, serve.clone()).await?;
        // A name reaches as far as loopback does. Where there is none to be had, TCP is there.
        let is_reached = address.ip().is_loopback() || address.ip().is_unspecified();
        let name = LocalName::beside_port(listener.endpoint().port);
        let local = (has_name && is_reached)
            .then(|| LocalListener::bind(name, SocketType::Pub, &limits, &slots, serve))
            .and_then(Result::ok);
        let queue_limits = QueueLimits { count: limits.queue_messages, bytes: limits.queue_bytes };
        let (published, is_ready) = (Queue::new(queue_limits), AtomicBool::new(false));
        let channel = Arc::new(Channel { published, is_ready, peers });
        Ok(Publisher { listener, local, channel, distributor: distributor.clone() })
    }

    /// Where it is bound.
    pub fn endpoint(&self) -> &Endpoint {
        self.listener.endpoint()
    }

    /// The name under which programs of this machine reach it, if it has one.
    pub fn local_name(&self) -> Option<&LocalName> {
        self.local.as_ref().map(LocalListener::name)
    }

    /// How many peers have a subscription.
    pub fn subscriber_count(&self) -> usize {
        self.channel.peers.subscribed_count.load(Ordering::Acquire)
    }

    /// Hand a message to every subscriber whose prefix matches. Returns at once; a peer that reads too slowly
    /// loses its oldest messages.
    pub fn publish(&self, message: &Bytes) {
        if self.subscriber_count() == 0 {
            return;
        }
        self.channel.published.push_dropping_oldest(message.clone(), message.len());
        if !self.channel.is_ready.swap(true, Ordering::AcqRel) {
            self.distributor.add(&self.channel);
        }
    }

    /// How many messages the present peers have lost because they read too slowly.
    pub fn dropped_count(&self) -> u64 {
        let by_peers: u64 = self.channel.peers.all().iter().map(|peer| peer.outgoing.dropped_count()).sum();
        self.channel.published.dropped_count() + by_peers
    }

    /// Wait until everything is handed to the operating system, at most this long. Says whether it is.
    pub async fn flush(&self, time_limit: Duration) -> bool {
        let deadline = deadline(time_limit);
        loop {
            if self.channel.is_idle() {
                return true;
            }
            if Instant::now() >= deadline {
                return false;
            }
            sleep(Duration::from_millis(1)).await;
        }
    }
}

/// A message as it is on the wire.
fn encoded(message: &Bytes) -> Bytes {
    let mut encoded = BytesMut::with_capacity(message.len() + 9);
    put_frame(&mut encoded, false, false, message);
    encoded.freeze()
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
    let peer = Arc::new(Peer {
        writer: session.writer(),
        outgoing: Queue::new(queue_limits),
        prefixes: Mutex::default(),
    });
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

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use crate::zmtp::{Address, dial};

    /// A publisher is bound to a port and to a name, but has one limit.
    #[tokio::test]
    async fn port_and_name_share_the_connections() {
        let limits = Limits { connections: 2, ..Limits::default() };
        let address = "127.0.0.1:0".parse().expect("an address");
        let publisher =
            Publisher::bind_at(address, &limits, &Distributor::start(), true).await.expect("a port");
        let port = Address::from(publisher.endpoint());
        let name = Address::Local(publisher.local_name().expect("a name").clone());
        let connect = |to: Address| {
            let limits = limits.clone();
            async move { dial(&to, SocketType::Sub, &limits).await }
        };
        let _first = connect(port.clone()).await.expect("a place");
        let second = connect(name.clone()).await.expect("a place");
        assert!(connect(port.clone()).await.is_err() && connect(name.clone()).await.is_err());
        drop(second);
        while connect(port.clone()).await.is_err() {
            sleep(Duration::from_millis(2)).await;
        }
    }
}
