//! REP: answers requests. Each connection is served on its own, so that a slow peer delays nobody else.

use super::listen::{ConnectionSlots, Listener};
use super::session::{Incoming, Session};
use super::{Endpoint, Limits, SocketType, ZmtpError};
use bytes::Bytes;
use std::future::Future;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Tells the connections of a socket apart; never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ConnectionId(pub u64);

/// A request and where it comes from.
#[derive(Debug)]
pub struct Exchange {
    /// The connection.
    pub connection: ConnectionId,
    /// Address of this end of the connection.
    pub local_ip: IpAddr,
    /// Address of the peer.
    pub peer_ip: IpAddr,
    /// The frames of the request, without the envelope.
    pub frames: Vec<Bytes>,
}

type Answer = Pin<Box<dyn Future<Output = Bytes> + Send>>;
type OnRequest = Arc<dyn Fn(Exchange) -> Answer + Send + Sync>;
type OnClose = Arc<dyn Fn(ConnectionId) + Send + Sync>;

/// A bound REP socket.
#[derive(Debug)]
pub struct ReplySocket {
    listener: Listener,
}

impl ReplySocket {
    /// Bind, and answer every request with what `on_request` gives. `on_close` hears of connections that end.
    pub async fn bind<F, A>(
        address: SocketAddr,
        limits: &Limits,
        on_request: F,
        on_close: impl Fn(ConnectionId) + Send + Sync + 'static,
    ) -> Result<Self, ZmtpError>
    where
        F: Fn(Exchange) -> A + Send + Sync + 'static,
        A: Future<Output = Bytes> + Send + 'static,
    {
        let on_request: OnRequest = Arc::new(move |exchange| Box::pin(on_request(exchange)));
        let on_close: OnClose = Arc::new(on_close);
        let next_id = Arc::new(AtomicU64::new(0));
        let serve = move |session| {
            let id = ConnectionId(next_id.fetch_add(1, Ordering::Relaxed));
            let guard = Closing { id, on_close: on_close.clone() };
            let on_request = on_request.clone();
            async move {
                let _ = answer_requests(session, id, &on_request).await;
                drop(guard);
            }
        };
        let slots = ConnectionSlots::new(limits);
        Ok(ReplySocket { listener: Listener::bind(address, SocketType::Rep, limits, &slots, serve).await? })
    }

    /// Where it is bound.
    pub fn endpoint(&self) -> &Endpoint {
        self.listener.endpoint()
    }
}

/// Reports the end of a connection however it ends.
struct Closing {
    id: ConnectionId,
    on_close: OnClose,
}

impl Drop for Closing {
    fn drop(&mut self) {
        (self.on_close)(self.id);
    }
}

async fn answer_requests(
    mut session: Session,
    connection: ConnectionId,
    on_request: &OnRequest,
) -> Result<(), ZmtpError> {
    loop {
        let Incoming::Message(mut message) = session.receive().await? else { continue };
        // The envelope ends with an empty frame; REQ sends nothing before it. Without one it is no request.
        let Some(delimiter) = message.iter().position(Bytes::is_empty) else { continue };
        let frames = message.split_off(delimiter + 1);
        let exchange =
            Exchange { connection, local_ip: session.local_ip(), peer_ip: session.peer_ip(), frames };
        message.push(on_request(exchange).await);
        session.send(&message).await?;
    }
}
