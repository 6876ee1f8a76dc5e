//! A node of ROS 1: it registers with the master, publishes, subscribes, offers services, sets parameters.
//!
//! Everything runs on one thread of its own. The master may be absent at first, vanish and return; the node registers
//! again whenever it finds that the master does not know it.
//!
//! ```no_run
//! use skidpad_ros1::{Names, Node, NodeSettings, ServiceType, TopicType};
//! use skidpad_rosmsg::msg::{EMPTY, Text};
//! use skidpad_rosmsg::Message;
//!
//! let names = Names::new("talker", "/", &[])?;
//! let node = Node::start(NodeSettings::new(names, "http://localhost:11311"), |event| eprintln!("{event}"))?;
//! let chatter = node.advertise("/chatter", TopicType::of(Text::DESCRIPTION), false, 10);
//! node.offer("/talker/hello", ServiceType::of(&EMPTY), |_request, reply| reply.send(Vec::new()));
//! chatter.publish(&Text { data: "hello".to_string() });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod listen;
mod master;
mod slave_api;

use crate::names::Names;
use crate::tcpros::{Service, ServiceReply, ServiceType, Subscription, Topic, TopicType};
use crate::xmlrpc::{CallError, HttpUri, Value, call};
use skidpad_link::NetworkThread;
use skidpad_rosmsg::Message;
use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, UdpSocket};
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Notify;

/// How long leaving the graph may take.
const GOODBYE_TIME: Duration = Duration::from_secs(2);

/// How a node joins the graph.
#[derive(Debug, Clone)]
pub struct NodeSettings {
    /// Its name, namespace and remappings.
    pub names: Names,
    /// Where the master is, `http://host:port`.
    pub master_uri: String,
    /// The name or address by which other nodes reach this machine. By default loopback if the master is on loopback,
    /// else the address from which the master is reached.
    pub host: Option<String>,
}

impl NodeSettings {
    /// A node of these names, at this master.
    pub fn new(names: Names, master_uri: &str) -> Self {
        NodeSettings { names, master_uri: master_uri.to_string(), host: None }
    }
}

/// What happens to a node.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum NodeEvent {
    /// The master is there, and the node is registered.
    Registered {
        /// Where the master is.
        master_uri: String,
    },
    /// The master cannot be reached.
    MasterAbsent {
        /// Where it should be.
        master_uri: String,
        /// Why.
        reason: String,
    },
    /// The master refused something.
    Refused {
        /// What, and why.
        reason: String,
    },
    /// Something that the node does otherwise than its user may expect.
    Warning {
        /// What, and why.
        reason: String,
    },
    /// Someone asked the node to end: `rosnode kill`, or another node of the same name.
    Shutdown {
        /// Why.
        reason: String,
    },
}

impl fmt::Display for NodeEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NodeEvent::Registered { master_uri } => write!(f, "ROS 1: registered with {master_uri}"),
            NodeEvent::MasterAbsent { master_uri, reason } => {
                write!(f, "ROS 1: waiting for the master at {master_uri} ({reason})")
            }
            NodeEvent::Refused { reason } => write!(f, "ROS 1: {reason}"),
            NodeEvent::Warning { reason } => write!(f, "warning: ROS 1: {reason}"),
            NodeEvent::Shutdown { reason } => write!(f, "ROS 1: the node was asked to end ({reason})"),
        }
    }
}

/// Why a node cannot start.
#[derive(Debug)]
#[non_exhaustive]
pub enum NodeError {
    /// The master's address cannot be read.
    MasterUri(String),
    /// No socket or no thread could be opened.
    Io(io::Error),
    /// The run does not accept it.
    Run(String),
}

impl fmt::Display for NodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NodeError::MasterUri(reason) => write!(f, "the ROS master's address: {reason}"),
            NodeError::Io(error) => write!(f, "the ROS 1 node could not start: {error}"),
            NodeError::Run(reason) => write!(f, "the ROS 1 node could not join the run: {reason}"),
        }
    }
}

impl std::error::Error for NodeError {}

impl From<io::Error> for NodeError {
    fn from(error: io::Error) -> Self {
        NodeError::Io(error)
    }
}

/// A node of ROS 1. Dropping it unregisters it and closes its connections.
pub struct Node {
    shared: Arc<Shared>,
    background: NetworkThread,
}

/// Called with each event, on the network's thread.
type OnEvent = Box<dyn Fn(NodeEvent) + Send + Sync>;

/// What the tasks of a node share.
struct Shared {
    names: Names,
    master_uri: String,
    master: HttpUri,
    /// By which other nodes reach this one.
    host: String,
    xmlrpc_port: u16,
    tcpros_port: u16,
    topics: Mutex<BTreeMap<String, Arc<Topic>>>,
    subscriptions: Mutex<BTreeMap<String, Arc<Subscription>>>,
    services: Mutex<BTreeMap<String, Arc<Service>>>,
    params: Mutex<BTreeMap<String, Value>>,
    /// Something is to be registered.
    changed: Notify,
    is_leaving: AtomicBool,
    is_registered: AtomicBool,
    next_connection: AtomicI32,
    on_event: OnEvent,
    runtime: tokio::runtime::Handle,
}

fn locked<T>(shared: &Mutex<T>) -> MutexGuard<'_, T> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Shared {
    fn uri(&self) -> String {
        format!("http://{}:{}/", bracketed(&self.host), self.xmlrpc_port)
    }

    fn service_uri(&self) -> String {
        format!("rosrpc://{}:{}", bracketed(&self.host), self.tcpros_port)
    }

    fn topic(&self, name: &str) -> Option<Arc<Topic>> {
        locked(&self.topics).get(name).cloned()
    }

    fn connection_number(&self) -> i32 {
        self.next_connection.fetch_add(1, Ordering::Relaxed)
    }
}

impl Node {
    /// Listen, and look for the master. `on_event` is called on the network's thread and must return at once.
    pub fn start(
        settings: NodeSettings,
        on_event: impl Fn(NodeEvent) + Send + Sync + 'static,
    ) -> Result<Self, NodeError> {
        let master: HttpUri = settings.master_uri.parse().map_err(NodeError::MasterUri)?;
        let (host, listen) = addresses(settings.host.as_deref(), &master);
        let background = NetworkThread::start("ros1")?;
        let opened = background.wait_for(async move {
            let xmlrpc = TcpListener::bind((listen, 0)).await?;
            let tcpros = TcpListener::bind((listen, 0)).await?;
            let ports = (xmlrpc.local_addr()?.port(), tcpros.local_addr()?.port());
            Ok::<_, io::Error>((xmlrpc, tcpros, ports))
        });
        let (xmlrpc, tcpros, (xmlrpc_port, tcpros_port)) =
            opened.unwrap_or_else(|| Err(io::ErrorKind::BrokenPipe.into()))?;
        let shared = Arc::new(Shared {
            names: settings.names,
            master_uri: settings.master_uri,
            master,
            host,
            xmlrpc_port,
            tcpros_port,
            topics: Mutex::default(),
            subscriptions: Mutex::default(),
            services: Mutex::default(),
            params: Mutex::default(),
            changed: Notify::new(),
            is_leaving: AtomicBool::new(false),
            is_registered: AtomicBool::new(false),
            next_connection: AtomicI32::new(1),
            on_event: Box::new(on_event),
            runtime: background.handle().clone(),
        });
        background.handle().spawn(listen::answer_slave_api(xmlrpc, Arc::clone(&shared)));
        background.handle().spawn(listen::answer_tcpros(tcpros, Arc::clone(&shared)));
        Ok(Node { shared, background })
    }

    /// Begin to register what has been advertised so far, and whatever follows.
    pub fn register(&self) {
        self.background.handle().spawn(master::stay_registered(Arc::clone(&self.shared)));
    }

    /// Run something on the network's thread.
    pub(crate) fn spawn(&self, work: impl Future<Output = ()> + Send + 'static) {
        self.background.handle().spawn(work);
    }

    /// Its full name.
    pub fn name(&self) -> &str {
        self.shared.names.node()
    }

    /// Its names.
    pub fn names(&self) -> &Names {
        &self.shared.names
    }

    /// The address of its XML-RPC server.
    pub fn uri(&self) -> String {
        self.shared.uri()
    }

    /// Whether the master knows it.
    pub fn is_registered(&self) -> bool {
        self.shared.is_registered.load(Ordering::Acquire)
    }

    /// Publish a topic, under its full name. Up to `queue_length` messages wait for each subscriber.
    pub fn advertise(
        &self,
        topic: &str,
        kind: TopicType,
        is_latched: bool,
        queue_length: usize,
    ) -> Publication {
        let new = || Arc::new(Topic::new(topic, kind, is_latched, queue_length));
        let topic = Arc::clone(locked(&self.shared.topics).entry(topic.to_string()).or_insert_with(new));
        self.shared.changed.notify_one();
        Publication(topic)
    }

    /// Subscribe to a topic, under its full name. `on_message` is called on the network's thread.
    pub fn subscribe(
        &self,
        topic: &str,
        kind: TopicType,
        on_message: impl Fn(&[u8]) + Send + Sync + 'static,
    ) {
        let subscription = Subscription::new(topic, kind, self.name(), Box::new(on_message));
        locked(&self.shared.subscriptions).insert(topic.to_string(), Arc::new(subscription));
        self.shared.changed.notify_one();
    }

    /// Offer a service, under its full name. `on_call` is called on the network's thread; the reply may come later, from
    /// any thread.
    pub fn offer(
        &self,
        service: &str,
        kind: ServiceType,
        on_call: impl Fn(&[u8], ServiceReply) + Send + Sync + 'static,
    ) {
        let it = Service::new(service, kind, on_call);
        locked(&self.shared.services).insert(service.to_string(), Arc::new(it));
        self.shared.changed.notify_one();
    }

    /// Set a parameter on the master, now and whenever the master returns.
    pub fn set_param(&self, name: &str, value: impl Into<Value>) {
        locked(&self.shared.params).insert(name.to_string(), value.into());
        self.shared.changed.notify_one();
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.shared.is_leaving.store(true, Ordering::Release);
        let shared = Arc::clone(&self.shared);
        self.background.wait_for(async move {
            // A master that does not answer must not hold up the end of a program.
            let _ = tokio::time::timeout(GOODBYE_TIME, master::unregister(&shared)).await;
        });
    }
}

/// The private parameters that a master has for a node; empty if it has none. Waits for the answer.
pub fn private_params(settings: &NodeSettings) -> Result<Vec<(String, Value)>, NodeError> {
    let master: HttpUri = settings.master_uri.parse().map_err(NodeError::MasterUri)?;
    let name = settings.names.node().to_string();
    let background = NetworkThread::start("ros1 parameters")?;
    let answer = background.wait_for(async move {
        call(&master, "getParam", &[name.as_str().into(), name.as_str().into()]).await
    });
    match answer {
        Some(Ok(Value::Array(parts))) => match <[Value; 3]>::try_from(parts) {
            Ok([code, _, Value::Struct(members)]) if code.int() == Some(1) => Ok(members),
            _ => Ok(Vec::new()),
        },
        Some(Err(CallError::Io(error))) => Err(NodeError::Io(error)),
        _ => Ok(Vec::new()),
    }
}

/// A topic that a node publishes.
#[derive(Debug, Clone)]
pub struct Publication(Arc<Topic>);

impl Publication {
    /// Whether a message would reach someone, now or, if it is latched, later.
    pub fn is_wanted(&self) -> bool {
        self.0.is_wanted()
    }

    /// Number of subscribers.
    pub fn subscriber_count(&self) -> usize {
        self.0.subscriber_count()
    }

    /// Send a message to all subscribers. Never waits: a subscriber that is too slow loses its oldest messages.
    pub fn publish<M: Message>(&self, message: &M) {
        self.0.publish(message);
    }
}

/// The host to tell others, and the address to listen at.
fn addresses(host: Option<&str>, master: &HttpUri) -> (String, IpAddr) {
    let any = IpAddr::V4(Ipv4Addr::UNSPECIFIED);
    let is_loopback = |host: &str| {
        host == "localhost"
            || host.trim_matches(['[', ']']).parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
    };
    match host {
        Some(host) if is_loopback(host) => (host.to_string(), loopback(host)),
        Some(host) => (host.to_string(), host.parse().unwrap_or(any)),
        None if is_loopback(&master.host) => (Ipv4Addr::LOCALHOST.to_string(), Ipv4Addr::LOCALHOST.into()),
        None => match address_towards(master) {
            Some(address) => (address.to_string(), address),
            None => (Ipv4Addr::LOCALHOST.to_string(), Ipv4Addr::LOCALHOST.into()),
        },
    }
}

fn loopback(host: &str) -> IpAddr {
    let address = host.trim_matches(['[', ']']).parse();
    address.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST))
}

/// The address of this machine from which the master is reached. No packet is sent.
fn address_towards(master: &HttpUri) -> Option<IpAddr> {
    let unspecified: [IpAddr; 2] = [Ipv4Addr::UNSPECIFIED.into(), Ipv6Addr::UNSPECIFIED.into()];
    unspecified.into_iter().find_map(|address| {
        let socket = UdpSocket::bind((address, 0)).ok()?;
        socket.connect((master.host.as_str(), master.port)).ok()?;
        Some(socket.local_addr().ok()?.ip())
    })
}

fn bracketed(host: &str) -> String {
    if host.contains(':') { format!("[{host}]") } else { host.to_string() }
}
