//! PAIR: talks to exactly one other PAIR.

use super::dial::stay_connected;
use super::listen::{ConnectionSlots, Listener, OwnedTask};
use super::session::{Incoming, Session};
use super::{Endpoint, Limits, Queue, QueueLimits, SocketType, ZmtpError};
use bytes::Bytes;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;
use tokio::sync::Mutex;
use tokio::time::timeout;

/// A PAIR socket, bound or connected.
///
/// A bound one serves one peer at a time. Another that connects meanwhile waits, which suits peers that connect,
/// exchange two messages and leave.
#[derive(Debug)]
pub struct PairSocket {
    endpoint: Endpoint,
    outgoing: Arc<Queue<Vec<Bytes>>>,
    incoming: Arc<Queue<Vec<Bytes>>>,
    _end: End,
}

#[derive(Debug)]
#[allow(dead_code, reason = "kept so that the connection lives as long as the socket")]
enum End {
    Bound(Listener),
    Connected(OwnedTask),
}

/// How long a peer may hold a bound socket without sending anything while another waits.
const TURN: Duration = Duration::from_secs(1);

impl PairSocket {
    /// Bind; port 0 takes any free one.
    pub async fn bind(address: SocketAddr, limits: &Limits) -> Result<Self, ZmtpError> {
        let (outgoing, incoming) = queues(limits);
        let place = Arc::new(Place::default());
        let (sent, received) = (outgoing.clone(), incoming.clone());
        let serve = move |session| serve_peer(session, place.clone(), sent.clone(), received.clone());
        let listener =
            Listener::bind(address, SocketType::Pair, limits, &ConnectionSlots::new(limits), serve).await?;
        Ok(PairSocket {
            endpoint: listener.endpoint().clone(),
            outgoing,
            incoming,
            _end: End::Bound(listener),
        })
    }

    /// Connect; the peer is dialled until it is there. Must be called within a tokio runtime.
    pub fn connect(endpoint: &Endpoint, limits: &Limits) -> Self {
        let (outgoing, incoming) = queues(limits);
        let (sent, received) = (outgoing.clone(), incoming.clone());
        let (target, limits) = (endpoint.into(), limits.clone());
        let task = OwnedTask::spawn(async move {
            stay_connected(target, SocketType::Pair, limits, None, &sent, &received).await;
        });
        PairSocket { endpoint: endpoint.clone(), outgoing, incoming, _end: End::Connected(task) }
    }

    /// Where it is bound, or connects to.
    pub fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    /// Queue a message for the peer; it is sent when there is one.
    pub fn send(&self, message: Bytes) -> Result<(), ZmtpError> {
        let bytes = message.len();
        self.outgoing.try_push(vec![message], bytes).map_err(|_| ZmtpError::Full)
    }

    /// The next message of the peer; only its first frame. One task at a time may wait.
    pub async fn receive(&self) -> Option<Bytes> {
        self.incoming.pop().await?.into_iter().next()
    }
}

type Messages = Arc<Queue<Vec<Bytes>>>;

fn queues(limits: &Limits) -> (Messages, Messages) {
    let limits = QueueLimits { count: limits.queue_messages, bytes: limits.queue_bytes };
    (Arc::new(Queue::new(limits)), Arc::new(Queue::new(limits)))
}

async fn serve_peer(session: Session, place: Arc<Place>, outgoing: Messages, incoming: Messages) {
    let waiting = Waiting::new(&place.waiting_count);
    let turn = place.turn.lock().await;
    drop(waiting);
    talk(session, &place, &outgoing, &incoming).await;
    // What was meant for this peer must not reach the next one.
    while outgoing.try_pop().is_some() {}
    drop(turn);
}

async fn talk(mut session: Session, place: &Place, outgoing: &Messages, incoming: &Messages) {
    loop {
        let mut exchange = pin!(session.exchange(outgoing));
        let received = loop {
            match timeout(TURN, exchange.as_mut()).await {
                Ok(received) => break received,
                Err(_) if place.waiting_count.load(Ordering::Relaxed) > 0 => return,
                Err(_) => {}
            }
        };
        match received {
            Ok(Incoming::Message(message)) => {
                let bytes = message.iter().map(Bytes::len).sum();
                if !incoming.push(message, bytes).await {
                    return;
                }
            }
            Ok(_) => {}
            Err(_) => return,
        }
    }
}

/// The one place of a bound socket.
#[derive(Debug, Default)]
struct Place {
    turn: Mutex<()>,
    waiting_count: AtomicUsize,
}

/// Counts a peer that waits for the place.
struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn new(count: &'a AtomicUsize) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Waiting(count)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
