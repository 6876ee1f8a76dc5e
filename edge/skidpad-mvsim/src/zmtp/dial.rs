//! Connections that we open, and open again when they break.

use super::session::{Incoming, Session};
use super::stream::Stream;
use super::{Address, Limits, Queue, SocketType, ZmtpError};
use bytes::Bytes;
use std::time::Duration;
use tokio::time::{sleep, timeout};

/// Connect once.
pub(crate) async fn dial(
    address: &Address,
    socket_type: SocketType,
    limits: &Limits,
) -> Result<Session, ZmtpError> {
    let stream = match timeout(limits.handshake_time, Stream::connect(address)).await {
        Ok(stream) => stream?,
        Err(_) => return Err(ZmtpError::HandshakeTimeout),
    };
    Session::open(stream, socket_type, limits).await
}

/// The waits between attempts: they double up to a limit.
#[derive(Debug)]
pub(crate) struct Backoff {
    next: Duration,
    first: Duration,
    longest: Duration,
}

impl Backoff {
    pub(crate) fn new(limits: &Limits) -> Self {
        let (first, longest) = limits.reconnect_periods;
        Backoff { next: first, first, longest }
    }

    /// Wait before the next attempt.
    pub(crate) async fn wait(&mut self) {
        sleep(self.next).await;
        self.next = (self.next * 2).min(self.longest);
    }

    /// The connection stood: start over.
    pub(crate) fn reset(&mut self) {
        self.next = self.first;
    }
}

/// Connect until it works. Waits as long as nobody listens; ends only when dropped.
pub(crate) async fn dial_until_answered(
    address: &Address,
    socket_type: SocketType,
    limits: &Limits,
) -> Session {
    let mut backoff = Backoff::new(limits);
    loop {
        match dial(address, socket_type, limits).await {
            Ok(session) => return session,
            Err(_) => backoff.wait().await,
        }
    }
}

/// Keep a connection up for ever: subscribe, send what is queued, and hand over what comes.
pub(crate) async fn stay_connected(
    address: Address,
    socket_type: SocketType,
    limits: Limits,
    subscription: Option<Bytes>,
    outgoing: &Queue<Vec<Bytes>>,
    incoming: &Queue<Vec<Bytes>>,
) {
    let mut backoff = Backoff::new(&limits);
    loop {
        let session = dial_until_answered(&address, socket_type, &limits).await;
        let has_received = converse(session, subscription.as_deref(), outgoing, incoming).await;
        if has_received {
            backoff.reset();
        }
        // A peer that accepts and drops us at once must not make us spin.
        backoff.wait().await;
    }
}

/// Use a connection until it breaks; whether anything came over it.
async fn converse(
    mut session: Session,
    subscription: Option<&[u8]>,
    outgoing: &Queue<Vec<Bytes>>,
    incoming: &Queue<Vec<Bytes>>,
) -> bool {
    let mut has_received = false;
    if let Some(prefix) = subscription
        && session.subscribe(prefix).await.is_err()
    {
        return has_received;
    }
    while let Ok(received) = session.exchange(outgoing).await {
        if let Incoming::Message(message) = received {
            has_received = true;
            let bytes = message.iter().map(Bytes::len).sum();
            incoming.push(message, bytes).await;
        }
    }
    has_received
}
