//! Connections that others open to a bound socket.

use super::session::Session;
use super::stream::Stream;
use super::{Endpoint, Limits, LocalName, SocketType, ZmtpError};
use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
#[cfg(target_os = "linux")]
use tokio::net::UnixListener;
use tokio::sync::Semaphore;
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

/// How many connections a socket may still have, over everything that it is bound to.
#[derive(Debug, Clone)]
pub(crate) struct ConnectionSlots(Arc<Semaphore>);

impl ConnectionSlots {
    pub(crate) fn new(limits: &Limits) -> Self {
        ConnectionSlots(Arc::new(Semaphore::new(limits.connections.min(Semaphore::MAX_PERMITS))))
    }
}

/// What is bound, before anyone connects. Only Linux has names without a file.
#[derive(Debug)]
enum Bound {
    Tcp(TcpListener),
    #[cfg(target_os = "linux")]
    Local(UnixListener),
}

impl Bound {
    async fn accept(&self) -> io::Result<Stream> {
        match self {
            Bound::Tcp(listener) => listener.accept().await.map(|(stream, _)| Stream::Tcp(stream)),
            #[cfg(target_os = "linux")]
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
        slots: &ConnectionSlots,
        serve: F,
    ) -> Result<Self, ZmtpError>
    where
        F: Fn(Session) -> W + Clone + Send + Sync + 'static,
        W: Future<Output = ()> + Send + 'static,
    {
        let listener = TcpListener::bind(address).await?;
        let endpoint = Endpoint::from(listener.local_addr()?);
        let bound = Bound::Tcp(listener);
        let accepting = OwnedTask::spawn(accept(bound, socket_type, limits.clone(), slots.clone(), serve));
        Ok(Listener { endpoint, _accepting: accepting })
    }

    /// Where it is bound.
    pub(crate) fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }
}

/// A bound name of this machine whose connections are served by one task each.
#[cfg(target_os = "linux")]
#[derive(Debug)]
pub(crate) struct LocalListener {
    name: LocalName,
    _accepting: OwnedTask,
}

#[cfg(target_os = "linux")]
impl LocalListener {
    /// Bind, and serve every connection whose handshake succeeds.
    pub(crate) fn bind<F, W>(
        name: LocalName,
        socket_type: SocketType,
        limits: &Limits,
        slots: &ConnectionSlots,
        serve: F,
    ) -> Result<Self, ZmtpError>
    where
        F: Fn(Session) -> W + Clone + Send + Sync + 'static,
        W: Future<Output = ()> + Send + 'static,
    {
        let listener = UnixListener::bind(name.path())?;
        let bound = Bound::Local(listener);
        let accepting = OwnedTask::spawn(accept(bound, socket_type, limits.clone(), slots.clone(), serve));
        Ok(LocalListener { name, _accepting: accepting })
    }

    /// What it is bound to.
    pub(crate) fn name(&self) -> &LocalName {
        &self.name
    }
}

/// A bound name, of which other systems than Linux have none.
#[cfg(not(target_os = "linux"))]
#[derive(Debug)]
pub(crate) enum LocalListener {}

#[cfg(not(target_os = "linux"))]
impl LocalListener {
    pub(crate) fn bind<F>(
        _name: LocalName,
        _socket_type: SocketType,
        _limits: &Limits,
        _slots: &ConnectionSlots,
        _serve: F,
    ) -> Result<Self, ZmtpError> {
        Err(io::Error::from(io::ErrorKind::Unsupported).into())
    }

    pub(crate) fn name(&self) -> &LocalName {
        match *self {}
    }
}

async fn accept<F, W>(bound: Bound, socket_type: SocketType, limits: Limits, slots: ConnectionSlots, serve: F)
where
    F: Fn(Session) -> W + Clone + Send + Sync + 'static,
    W: Future<Output = ()> + Send + 'static,
{
    let mut connections = JoinSet::new();
    loop {
        tokio::select! {
            accepted = bound.accept() => match accepted {
                Ok(stream) => {
                    // Beyond the limit a connection is closed at once; ZeroMQ peers try again later.
                    if let Ok(slot) = slots.0.clone().try_acquire_owned() {
                        let served = shake_hands_and_serve(stream, socket_type, limits.clone(), serve.clone());
                        connections.spawn(async move {
                            served.await;
                            drop(slot);
                        });
                    }
                }
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
