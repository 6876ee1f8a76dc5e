//! Connections that others open to a bound socket.

use super::session::Session;
use super::stream::Stream;
use super::{Endpoint, Limits, LocalName, SocketType, ZmtpError};
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;
use tokio::net::{TcpListener, UnixListener};
use tokio::task::{JoinHandle, JoinSet};

/// A task that ends when this is dropped, and every task it started with it.
#[derive(Debug)]
pub(crate) struct OwnedTask(JoinHandle<()>);

impl OwnedTask {
    pub(crate) fn spawn(work: impl Future<Output = ()> + Send + 'static) -> Self {
        OwnedTask(tokio::spawn(work))
    }

    pub(crate) fn is_finished(&self) -> bool {
        self.0.is_finished()
    }
}

impl Drop for OwnedTask {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// What is bound, before anyone connects.
#[derive(Debug)]
enum Bound {
    Tcp(TcpListener),
    Local(UnixListener),
}

impl Bound {
    async fn accept(&self) -> io::Result<Stream> {
        match self {
            Bound::Tcp(listener) => listener.accept().await.map(|(stream, _)| Stream::Tcp(stream)),
            Bound::Local(listener) => listener.accept().await.map(|(stream, _)| Stream::Local(stream)),
        }
    }
}

/// A bound port whose connections are served by one task each.
#[derive(Debug)]
pub(crate) struct Listener {
    endpoint: Endpoint,
    _accepting: OwnedTask,
}

impl Listener {
    /// Bind, and serve every connection whose handshake succeeds.
    pub(crate) async fn bind<F, W>(
        address: SocketAddr,
        socket_type: SocketType,
        limits: &Limits,
        serve: F,
    ) -> Result<Self, ZmtpError>
    where
        F: Fn(Session) -> W + Clone + Send + Sync + 'static,
        W: Future<Output = ()> + Send + 'static,
    {
        let listener = TcpListener::bind(address).await?;
        let endpoint = Endpoint::from(listener.local_addr()?);
        let accepting = OwnedTask::spawn(accept(Bound::Tcp(listener), socket_type, limits.clone(), serve));
        Ok(Listener { endpoint, _accepting: accepting })
    }

    /// Where it is bound.
    pub(crate) fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }
}

/// A bound name of this machine whose connections are served by one task each.
#[derive(Debug)]
pub(crate) struct LocalListener {
    name: LocalName,
    _accepting: OwnedTask,
}

impl LocalListener {
    /// Bind, and serve every connection whose handshake succeeds. Only Linux has names without a file.
    pub(crate) fn bind<F, W>(
        name: LocalName,
        socket_type: SocketType,
        limits: &Limits,
        serve: F,
    ) -> Result<Self, ZmtpError>
    where
        F: Fn(Session) -> W + Clone + Send + Sync + 'static,
        W: Future<Output = ()> + Send + 'static,
    {
        let listener = UnixListener::bind(name.path())?;
        let accepting = OwnedTask::spawn(accept(Bound::Local(listener), socket_type, limits.clone(), serve));
        Ok(LocalListener { name, _accepting: accepting })
    }

    /// What it is bound to.
    pub(crate) fn name(&self) -> &LocalName {
        &self.name
    }
}

async fn accept<F, W>(bound: Bound, socket_type: SocketType, limits: Limits, serve: F)
where
    F: Fn(Session) -> W + Clone + Send + Sync + 'static,
    W: Future<Output = ()> + Send + 'static,
{
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = bound.accept() => match accepted {
                // Beyond the limit a connection is closed at once; ZeroMQ peers try again later.
                Ok(stream) if connections.len() < limits.connections => {
                    connections.spawn(shake_hands_and_serve(stream, socket_type, limits.clone(), serve.clone()));
                }
                Ok(_) => {}
                // Out of file descriptors, most likely: wait for some to be closed.
                Err(_) => tokio::time::sleep(Duration::from_millis(50)).await,
            },
            Some(_) = connections.join_next() => {}
        }
    }
}

async fn shake_hands_and_serve<F, W>(stream: Stream, socket_type: SocketType, limits: Limits, serve: F)
where
    F: Fn(Session) -> W,
    W: Future<Output = ()>,
{
    // A peer that does not complete its handshake is none of the socket's business.
    if let Ok(session) = Session::open(stream, socket_type, &limits).await {
        serve(session).await;
    }
}
