//! The server: a thread of its own with a listener, ended by dropping it.

use crate::guard::Guard;
use crate::moments::{Moments, keep_moments};
use crate::playback::Playback;
use crate::routes::{CLIENTS, Shared, routes};
use crate::scene_page::ScenePage;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use skidpad_link::RunHandle;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::AtomicU64;
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, broadcast, watch};

/// Connections at once, pages and pictures included.
const CONNECTIONS: usize = 256;
/// A request must be complete within this time.
const HANDSHAKE: Duration = Duration::from_secs(5);

/// Where to listen, and what a client must know.
#[derive(Debug, Clone)]
pub struct Listen {
    /// Address and port; port 0 takes a free one.
    pub address: SocketAddr,
    /// Asked of every client; needed everywhere but on loopback.
    pub token: Option<String>,
}

impl Listen {
    /// The usual port of the viewer.
    pub const PORT: u16 = 8765;

    /// Loopback, any free port, no token.
    pub fn loopback() -> Listen {
        Listen { address: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)), token: None }
    }
}

impl From<SocketAddr> for Listen {
    /// At this address, without a token.
    fn from(address: SocketAddr) -> Self {
        Listen { address, token: None }
    }
}

/// A running server. Dropping it closes every connection and waits for its thread.
pub struct Server {
    address: SocketAddr,
    token: Option<String>,
    end: watch::Sender<bool>,
    shows: watch::Sender<Arc<ScenePage>>,
    thread: Option<JoinHandle<()>>,
}

impl Server {
    /// The address to open in a browser.
    pub fn address(&self) -> String {
        let query = self.token.as_ref().map_or(String::new(), |token| format!("?token={token}"));
        format!("http://{}/{query}", self.address)
    }

    /// Where it listens.
    pub fn socket_address(&self) -> SocketAddr {
        self.address
    }

    /// Where another scene can be put up.
    pub fn stage(&self) -> ScenePublisher {
        ScenePublisher(self.shows.clone())
    }
}

/// Where another scene can be put up, from any thread.
#[derive(Clone)]
pub struct ScenePublisher(watch::Sender<Arc<ScenePage>>);

impl ScenePublisher {
    /// Show this from now on: clients are told, and fetch it.
    pub fn set_show(&self, show: ScenePage) {
        self.0.send_replace(Arc::new(show));
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.end.send(true);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// Show a run to whoever comes.
///
/// Fails when the address is taken, and for an address beyond this machine without a token.
pub fn serve(listen: &Listen, show: &Arc<ScenePage>, handle: &RunHandle) -> io::Result<Server> {
    open(listen, show, handle, None)
}

/// Show a recording to whoever comes: it can be stopped and gone through, but not driven. Fails as [`serve`] does.
pub fn play(
    listen: &Listen,
    show: &Arc<ScenePage>,
    handle: &RunHandle,
    playback: &Arc<Playback>,
) -> io::Result<Server> {
    open(listen, show, handle, Some(Arc::clone(playback)))
}

fn open(
    listen: &Listen,
    show: &Arc<ScenePage>,
    handle: &RunHandle,
    playback: Option<Arc<Playback>>,
) -> io::Result<Server> {
    if !listen.address.ip().is_loopback() && listen.token.as_ref().is_none_or(|token| token.len() < 8) {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "an address beyond this machine needs a token of at least 8 characters",
        ));
    }
    if let Some(token) = &listen.token
        && !token.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte))
    {
        return Err(io::Error::new(io::ErrorKind::InvalidInput, "a token has letters, digits, - _ and ."));
    }
    let listener = std::net::TcpListener::bind(listen.address)?;
    listener.set_nonblocking(true)?;
    let address = listener.local_addr()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build()?;
    let (end, ended) = watch::channel(false);
    let (shows, shown) = watch::channel(Arc::clone(show));
    let moments = Arc::new(Moments::default());
    let shared = Arc::new(Shared {
        shows: shown,
        handle: handle.clone(),
        moments: Arc::clone(&moments),
        playback,
        news: broadcast::channel(256).0,
        room: Arc::new(Semaphore::new(CLIENTS)),
        end: ended.clone(),
        turned_back_count: AtomicU64::new(0),
        written: Mutex::default(),
    });
    let guard = Guard::new(address, listen.token.clone());
    let handle = handle.clone();
    let thread = std::thread::Builder::new().name("viewer".to_string()).spawn(move || {
        runtime.block_on(async move {
            // The time line of a recording is there from the start.
            if shared.playback.is_none() {
                tokio::spawn(keep_moments(handle, moments));
            }
            if let Ok(listener) = TcpListener::from_std(listener) {
                accept(&listener, shared, guard, ended).await;
            }
        });
        // What still talks is cut off here.
        runtime.shutdown_timeout(Duration::from_millis(20));
    })?;
    Ok(Server { address, token: listen.token.clone(), end, shows, thread: Some(thread) })
}

async fn accept(listener: &TcpListener, shared: Arc<Shared>, guard: Guard, mut ended: watch::Receiver<bool>) {
    let service = TowerToHyperService::new(routes(shared, guard));
    let room = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let stream = tokio::select! {
            _ = ended.changed() => break,
            stream = listener.accept() => stream,
        };
        let Ok((stream, _)) = stream else {
            // Out of file descriptors, most likely: wait until somebody leaves.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        // A connection more than there is room for is closed at once.
        let Ok(seat) = Arc::clone(&room).try_acquire_owned() else { continue };
        let service = service.clone();
        tokio::spawn(async move {
            answer(stream, service).await;
            drop(seat);
        });
    }
    // Last words go out before the thread ends.
    tokio::time::sleep(Duration::from_millis(30)).await;
}

async fn answer(stream: TcpStream, service: TowerToHyperService<axum::Router>) {
    let _ = stream.set_nodelay(true);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HANDSHAKE)
        .max_buf_size(64 << 10)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    // A client that vanishes or talks nonsense ends its own connection; nobody else needs to know.
    let _ = connection.await;
}
