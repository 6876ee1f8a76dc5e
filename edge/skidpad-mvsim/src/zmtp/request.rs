//! REQ: sends a request and waits for its answer.

use super::dial::{Backoff, dial};
use super::limits::deadline;
use super::listen::OwnedTask;
use super::session::{Incoming, Session};
use super::{Address, Endpoint, Limits, Queue, QueueLimits, SocketType, ZmtpError};
use bytes::Bytes;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, timeout_at};

/// A REQ socket. It connects when the first request is made, and again after the connection broke.
#[derive(Debug)]
pub struct RequestSocket {
    endpoint: Endpoint,
    limits: Limits,
    connection: Option<Connection>,
}

/// A connection that answers heartbeats while no request is under way.
#[derive(Debug)]
struct Connection {
    outgoing: Arc<Queue<Vec<Bytes>>>,
    incoming: Arc<Queue<Vec<Bytes>>>,
    task: OwnedTask,
}

impl Connection {
    fn start(mut session: Session) -> Self {
        let limits = QueueLimits { count: 1, bytes: usize::MAX };
        let outgoing = Arc::new(Queue::new(limits));
        let incoming = Arc::new(Queue::new(limits));
        let (sent, received) = (outgoing.clone(), incoming.clone());
        let task = OwnedTask::spawn(async move {
            while let Ok(message) = session.exchange(&sent).await {
                // Nothing but the answer to the one request is expected: more closes the connection.
                if let Incoming::Message(message) = message
                    && received.try_push(message, 0).is_err()
                {
                    break;
                }
            }
            sent.close();
            received.close();
        });
        Connection { outgoing, incoming, task }
    }
}

impl RequestSocket {
    /// A socket for this endpoint; nothing is connected yet.
    pub fn new(endpoint: Endpoint, limits: &Limits) -> Self {
        RequestSocket { endpoint, limits: limits.clone(), connection: None }
    }

    /// Where it connects to.
    pub fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }

    /// Whether the last connection still stands.
    pub fn is_connected(&self) -> bool {
        self.connection.as_ref().is_some_and(|connection| !connection.task.is_finished())
    }

    /// Send a request and wait for its answer, at most this long in all. While nobody listens, the socket tries
    /// again; a request that was sent is not sent twice.
    pub async fn request(&mut self, request: Bytes, time_limit: Duration) -> Result<Bytes, ZmtpError> {
        let deadline = deadline(time_limit);
        // The connection is kept only after a complete exchange: after a failure, or when this future is dropped, a
        // late answer could be taken for that of the next request.
        let connection = match self.connection.take() {
            Some(connection) if !connection.task.is_finished() => connection,
            _ => Connection::start(self.dial_before(deadline).await?),
        };
        connection.outgoing.try_push(vec![Bytes::new(), request], 0).map_err(|_| ZmtpError::Closed)?;
        let mut frames = match timeout_at(deadline, connection.incoming.pop()).await {
            Ok(frames) => frames.ok_or(ZmtpError::Closed)?,
            Err(_) => return Err(ZmtpError::Timeout),
        };
        match (frames.pop(), &frames[..]) {
            (Some(answer), [delimiter]) if delimiter.is_empty() => {
                self.connection = Some(connection);
                Ok(answer)
            }
            _ => Err(ZmtpError::BadFrame("an answer that is not one frame behind an empty one")),
        }
    }

    /// Dial until somebody answers; after the deadline, say why nobody did.
    async fn dial_before(&self, deadline: Instant) -> Result<Session, ZmtpError> {
        let mut backoff = Backoff::new(&self.limits);
        let mut last = ZmtpError::Timeout;
        loop {
            match timeout_at(deadline, dial(&Address::from(&self.endpoint), SocketType::Req, &self.limits))
                .await
            {
                Ok(Ok(session)) => return Ok(session),
                Ok(Err(error)) => last = error,
                Err(_) => return Err(last),
            }
            if timeout_at(deadline, backoff.wait()).await.is_err() {
                return Err(last);
            }
        }
    }
}
