//! The server: a thread with a listener, ended by dropping the server.

use crate::guard::Guard;
use crate::moments::{MomentKeeper, keep_moments};
use crate::playback::Playback;
use crate::routes::{MAX_CLIENTS, Peer, Shared, file_routes, routes};
use crate::scene_page::ScenePage;
use crate::session::RunViewers;
use crate::stalls::NoStalls;
use crate::static_files;
use crate::token::Token;
use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use skidpad_link::RunHandle;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, broadcast, watch};

/// Most connections at once, those for pages and pictures included.
const MAX_CONNECTIONS: usize = 256;
/// The head of a request must be complete within this time.
const HEAD_TIMEOUT: Duration = Duration::from_secs(5);

/// Connections beyond these that are told so at once.
const MAX_FAREWELLS: usize = 16;
/// A client that reads nothing of what it asked for is disconnected after this time.
const STALL_TIMEOUT: Duration = Duration::from_secs(30);
/// What a connection beyond the limit is told.
const BUSY: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain\r\nretry-after: 30\r\n\
    connection: close\r\ncontent-length: 43\r\n\r\ntoo many connections; try again in a while\n";

/// Where to listen, and the token that a client must know.
#[derive(Debug, Clone)]
pub struct Listen {
    /// Address and port; port 0 takes a free one.
    pub address: SocketAddr,
    /// Required of every client; an address beyond loopback needs one.
    pub token: Option<Token>,
}

impl Listen {
    /// The default port of the viewer.
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
    listening: Listening,
    pages: watch::Sender<Arc<ScenePage>>,
}

impl Server {
    /// The address to open in a browser. It carries the token: for the person who started the server alone.
    pub fn address(&self) -> String {
        self.listening.address()
    }

    /// Where it listens.
    pub fn socket_address(&self) -> SocketAddr {
        self.listening.address
    }

    /// Replaces the scene that is shown.
    pub fn publisher(&self) -> ScenePublisher {
        ScenePublisher(self.pages.clone())
    }
}

/// Replaces the scene that a server shows, from any thread.
#[derive(Clone)]
pub struct ScenePublisher(watch::Sender<Arc<ScenePage>>);

impl ScenePublisher {
    /// Show this scene from now on. Clients are notified and fetch it.
    pub fn publish(&self, page: ScenePage) {
        self.0.send_replace(Arc::new(page));
    }
}

/// Serve a run.
///
/// Fails when the address is in use, and for an address beyond loopback without a token of eight characters.
pub fn serve(listen: &Listen, page: &Arc<ScenePage>, handle: &RunHandle) -> io::Result<Server> {
    open(listen, page, handle, None)
}

/// Serve a recording: it can be paused and searched, but not driven. Fails as [`serve`] does.
pub fn play(
    listen: &Listen,
    page: &Arc<ScenePage>,
    handle: &RunHandle,
    playback: &Arc<Playback>,
) -> io::Result<Server> {
    open(listen, page, handle, Some(Arc::clone(playback)))
}

/// A running server of the playground. Dropping it closes every connection and waits for its thread.
pub struct PlaygroundServer(Listening);

impl PlaygroundServer {
    /// The address to open in a browser. It carries the token: for the person who started the server alone.
    pub fn address(&self) -> String {
        self.0.address()
    }
}

/// Serve the playground from its folder, which is read once. Fails as [`serve`] does, and for a folder without it.
pub fn serve_playground(listen: &Listen, folder: &Path) -> io::Result<PlaygroundServer> {
    let files = static_files::playground(folder)?;
    let start = move |guard, _: &watch::Receiver<bool>| file_routes(files, guard);
    Listening::start(listen, "playground", start).map(PlaygroundServer)
}

fn open(
    listen: &Listen,
    page: &Arc<ScenePage>,
    handle: &RunHandle,
    playback: Option<Arc<Playback>>,
) -> io::Result<Server> {
    let (pages, shown) = watch::channel(Arc::clone(page));
    let handle = handle.clone();
    let start = move |guard, ended: &watch::Receiver<bool>| {
        // A recording brings its own time line.
        let is_recorded = playback.is_some();
        let viewers = Arc::new(RunViewers::of(run_identity(), playback));
        if !is_recorded && let Some(keeper) = MomentKeeper::connect(&handle, &viewers) {
            tokio::spawn(keep_moments(keeper));
        }
        let shared = Shared {
            pages: shown,
            handle,
            viewers,
            broadcasts: broadcast::channel(256).0,
            client_slots: Arc::new(Semaphore::new(MAX_CLIENTS)),
            end: ended.clone(),
        };
        routes(Arc::new(shared), guard)
    };
    Ok(Server { listening: Listening::start(listen, "viewer", start)?, pages })
}

/// A word that no other server on this machine has had.
fn run_identity() -> String {
    let since = std::time::UNIX_EPOCH.elapsed().unwrap_or_default();
    format!("{:x}-{:x}", since.as_nanos(), std::process::id())
}

/// A thread with a listener.
struct Listening {
    address: SocketAddr,
    token: Option<Token>,
    end: watch::Sender<bool>,
    thread: Option<JoinHandle<()>>,
}

impl Listening {
    /// Listen, and answer by these routes; they are made on the thread.
    fn start(
        listen: &Listen,
        name: &str,
        routes: impl FnOnce(Guard, &watch::Receiver<bool>) -> Router + Send + 'static,
    ) -> io::Result<Listening> {
        if !listen.address.ip().is_loopback() {
            let checked = Token::check_for_network(listen.token.as_ref());
            checked.map_err(|problem| io::Error::new(io::ErrorKind::InvalidInput, problem))?;
        }
        let listener = std::net::TcpListener::bind(listen.address)?;
        listener.set_nonblocking(true)?;
        let address = listener.local_addr()?;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_io().enable_time().build()?;
        let (end, ended) = watch::channel(false);
        let guard = Guard::new(address, listen.token.clone());
        let thread = std::thread::Builder::new().name(name.to_string()).spawn(move || {
            runtime.block_on(async move {
                let routes = routes(guard, &ended);
                if let Ok(listener) = TcpListener::from_std(listener) {
                    accept(&listener, routes, ended).await;
                }
            });
            // Connections that are still open are cut off here.
            runtime.shutdown_timeout(Duration::from_millis(20));
        })?;
        Ok(Listening { address, token: listen.token.clone(), end, thread: Some(thread) })
    }

    fn address(&self) -> String {
        let query = self.token.as_ref().map_or(String::new(), |token| format!("?token={}", token.reveal()));
        format!("http://{}/{query}", self.address)
    }
}

impl Drop for Listening {
    fn drop(&mut self) {
        let _ = self.end.send(true);
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

async fn accept(listener: &TcpListener, routes: Router, mut ended: watch::Receiver<bool>) {
    let connection_slots = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    let farewell_slots = Arc::new(Semaphore::new(MAX_FAREWELLS));
    loop {
        let stream = tokio::select! {
            _ = ended.changed() => break,
            stream = listener.accept() => stream,
        };
        let Ok((stream, peer)) = stream else {
            // Out of file descriptors, most likely: wait until a client leaves.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let Ok(slot) = Arc::clone(&connection_slots).try_acquire_owned() else {
            // One connection too many is told so if it is quick, or closed at once.
            if let Ok(slot) = Arc::clone(&farewell_slots).try_acquire_owned() {
                tokio::spawn(async move {
                    let _ = tokio::time::timeout(Duration::from_secs(1), turn_away(stream)).await;
                    drop(slot);
                });
            }
            continue;
        };
        let routes = routes.clone().layer(Extension(Peer(peer.ip())));
        tokio::spawn(async move {
            answer(stream, routes).await;
            drop(slot);
        });
    }
    // The last messages go out before the thread ends.
    tokio::time::sleep(Duration::from_millis(30)).await;
}

/// Read the request, so that closing the connection does not take the answer back, and say that there is no room.
async fn turn_away(stream: TcpStream) -> io::Result<()> {
    stream.readable().await?;
    let _ = stream.try_read(&mut [0; 4096])?;
    stream.writable().await?;
    stream.try_write(BUSY).map(drop)
}

async fn answer(stream: TcpStream, routes: Router) {
    let _ = stream.set_nodelay(true);
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIMEOUT)
        .max_buf_size(64 << 10)
        .serve_connection(
            TokioIo::new(NoStalls::new(stream, STALL_TIMEOUT)),
            TowerToHyperService::new(routes),
        )
        .with_upgrades();
    // A client that disconnects or sends garbage ends its own connection and nothing else.
    let _ = connection.await;
}
