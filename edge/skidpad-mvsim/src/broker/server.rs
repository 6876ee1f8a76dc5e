//! The broker's socket.

use super::answer_frame;
use super::directory::{Asker, Directory, DirectoryLimits, Push};
use super::push::Pushes;
use crate::messages::{GenericAnswer, encode_frame};
use crate::zmtp::{ConnectionId, Endpoint, Exchange, Limits, ReplySocket, ZmtpError};
use bytes::Bytes;
use skidpad_link::NetworkThread;
use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The port that MVSim's clients connect to.
pub const DEFAULT_PORT: u16 = 23700;
/// The environment variable that changes the port, for servers and clients.
pub const PORT_VARIABLE: &str = "MVSIM_SERVER_PORT";
/// How long an answer waits for subscribers to confirm what they are told before it.
const PUSH_PATIENCE: Duration = Duration::from_millis(1500);

/// Where and how a broker listens.
#[derive(Clone, Debug)]
pub struct BrokerSettings {
    /// The address; loopback unless other machines may connect.
    pub address: IpAddr,
    /// The port; 0 takes any free one.
    pub port: u16,
    /// Ports to try, in order, where that one is taken.
    pub other_ports: Vec<u16>,
    /// How much is remembered.
    pub directory: DirectoryLimits,
    /// How much a peer may ask of the socket.
    pub socket: Limits,
}

impl Default for BrokerSettings {
    fn default() -> Self {
        BrokerSettings {
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: DEFAULT_PORT,
            other_ports: (DEFAULT_PORT + 1..=DEFAULT_PORT + 9).collect(),
            directory: DirectoryLimits::default(),
            socket: Limits {
                message_bytes: 64 << 10,
                connections: 1024,
                // A client that is stopped in a debugger keeps its names for some minutes.
                heartbeat_period: Duration::from_secs(60),
                ..Limits::default()
            },
        }
    }
}

/// A running broker, on a thread of its own. Dropping it closes every connection.
#[derive(Debug)]
pub struct Broker {
    endpoint: Endpoint,
    _socket: ReplySocket,
    _background: NetworkThread,
}

struct Shared {
    directory: Arc<Mutex<Directory>>,
    pushes: Arc<Pushes>,
}

fn locked(directory: &Mutex<Directory>) -> MutexGuard<'_, Directory> {
    directory.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Broker {
    /// Listen on the port, or on the next free one.
    pub fn start(settings: &BrokerSettings) -> Result<Self, BrokerError> {
        let background = NetworkThread::start("mvsim-broker").map_err(BrokerError::Thread)?;
        let gone = || BrokerError::Thread(io::Error::other("it ended at once"));
        let socket = background.wait_for(bind(settings.clone())).ok_or_else(gone)??;
        Ok(Broker { endpoint: socket.endpoint().clone(), _socket: socket, _background: background })
    }

    /// Where it listens.
    pub fn endpoint(&self) -> &Endpoint {
        &self.endpoint
    }
}

async fn bind(settings: BrokerSettings) -> Result<ReplySocket, BrokerError> {
    let directory = Arc::new(Mutex::new(Directory::new(settings.directory)));
    let untold = directory.clone();
    let on_failure = move |push: &Push| locked(&untold).was_not_told(push);
    let pushes = Arc::new(Pushes::new(&settings.socket, on_failure));
    let shared = Arc::new(Shared { directory, pushes });
    let ports = [&[settings.port], &settings.other_ports[..]].concat();
    for &port in &ports {
        let (answering, closing) = (shared.clone(), shared.clone());
        let bound = ReplySocket::bind(
            SocketAddr::new(settings.address, port),
            &settings.socket,
            move |exchange| answer(answering.clone(), exchange),
            move |connection: ConnectionId| locked(&closing.directory).forget(connection),
        );
        match bound.await {
            Ok(socket) => return Ok(socket),
            Err(ZmtpError::Io(error)) if error.kind() == io::ErrorKind::AddrInUse => {}
            Err(error) => return Err(BrokerError::Bind { address: settings.address, port, error }),
        }
    }
    Err(BrokerError::NoFreePort { ports })
}

async fn answer(shared: Arc<Shared>, exchange: Exchange) -> Bytes {
    let Exchange { connection, local_ip, peer_ip, frames } = exchange;
    let [frame] = &frames[..] else {
        let reason = format!("a request has one frame, not {}", frames.len());
        return encode_frame(&GenericAnswer::refused(reason));
    };
    let asker = Asker { connection, local_ip, peer_ip };
    let answered = answer_frame(&mut locked(&shared.directory), &asker, frame);
    if !answered.pushes.is_empty() {
        shared.pushes.deliver(answered.pushes, PUSH_PATIENCE).await;
    }
    answered.answer
}

/// Why a broker did not start.
#[derive(Debug)]
#[non_exhaustive]
pub enum BrokerError {
    /// Its thread could not be started.
    Thread(io::Error),
    /// The address or port cannot be used.
    Bind {
        /// The address.
        address: IpAddr,
        /// The port.
        port: u16,
        /// Why not.
        error: ZmtpError,
    },
    /// All ports are taken.
    NoFreePort {
        /// Those that were tried.
        ports: Vec<u16>,
    },
}

impl fmt::Display for BrokerError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BrokerError::Thread(error) => write!(f, "the broker's thread did not start: {error}"),
            BrokerError::Bind { address, port, error } => {
                write!(f, "the broker cannot listen on {}: {error}", SocketAddr::new(*address, *port))
            }
            BrokerError::NoFreePort { ports } => {
                let ports: Vec<String> = ports.iter().map(u16::to_string).collect();
                let (noun, verb) = if ports.len() == 1 { ("port", "is") } else { ("ports", "are") };
                write!(f, "{noun} {} {verb} taken; choose another one", ports.join(", "))
            }
        }
    }
}

impl std::error::Error for BrokerError {}
