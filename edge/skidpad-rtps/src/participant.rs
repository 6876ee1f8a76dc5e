//! A participant in a DDS domain: the engine with its sockets, threads and clock.

use std::any::Any;
use std::collections::VecDeque;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io;
use std::net::{Ipv4Addr, SocketAddr, SocketAddrV4, UdpSocket};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime};

use bytes::Bytes;

use crate::activity::Activity;
use crate::engine::{Engine, EngineSettings};
use crate::guid::{Guid, GuidPrefix};
use crate::pacer::Pacer;
use crate::qos::Qos;
use crate::receiver::{Receiver, lock};
use crate::send_queue::Datagram;
use crate::sockets::{Machine, Sockets, unicast_port};
use crate::wire::{
    Endpoint, Peer, SampleId, Wire, WireError, WriterId, check_endpoint, check_message, check_user_data,
};

/// Participant numbers whose ports get our announcements on loopback, which has no multicast.
const LOCAL_PARTICIPANTS: u16 = 12;
/// Fragments on loopback, and where a datagram should fit into a frame of Ethernet.
const LOCAL_FRAGMENT: u16 = 32_000;
const REMOTE_FRAGMENT: u16 = 1_300;
/// Short messages that are sent in one go.
const URGENT_BATCH: usize = 64;
/// How often an announcement goes to the port that local peers share.
const SHARED_PORT_TRIES: usize = 16;
/// Problems that are remembered until someone asks.
const ERROR_LIMIT: usize = 64;

/// How a participant joins a domain.
#[derive(Clone, Debug)]
pub struct ParticipantSettings {
    /// The domain, 0 to 232. ROS takes it from `ROS_DOMAIN_ID`.
    pub domain: u16,
    /// The address of the one interface that is used. Loopback reaches this machine alone.
    pub interface: Ipv4Addr,
    /// Announced with the participant; ROS puts `enclave=/;` here.
    pub user_data: Vec<u8>,
    /// Peers that are found by address, where multicast does not reach them.
    pub static_peers: Vec<SocketAddrV4>,
    /// How long peers remember us after our last sign of life.
    pub lease: Duration,
    /// The time between two announcements.
    pub announce_period: Duration,
}

impl Default for ParticipantSettings {
    fn default() -> Self {
        Self {
            domain: 0,
            interface: Ipv4Addr::LOCALHOST,
            user_data: Vec::new(),
            static_peers: Vec::new(),
            lease: Duration::from_secs(10),
            announce_period: Duration::from_secs(1),
        }
    }
}

/// A participant in a DDS domain, over UDP. Dropping it says goodbye to the peers.
pub struct Participant {
    guid: Guid,
    address: SocketAddrV4,
    shared: Arc<Shared>,
    threads: Vec<JoinHandle<()>>,
}

/// What the threads share.
struct Shared {
    engine: Mutex<Engine>,
    /// The sender has something to do.
    work: Condvar,
    activity: Arc<Activity>,
    errors: Mutex<VecDeque<WireError>>,
    is_stopping: AtomicBool,
    /// A thread panicked; calls fail from now on.
    is_broken: AtomicBool,
    should_panic: AtomicBool,
}

impl Participant {
    /// Joins a domain.
    pub fn start(settings: &ParticipantSettings) -> Result<Self, WireError> {
        check_user_data(&settings.user_data)?;
        let sockets = Sockets::open(settings.domain, settings.interface)?;
        let is_local = settings.interface.is_loopback();
        let activity = Arc::new(Activity::default());
        let engine_settings = engine_settings(settings, &sockets);
        let engine = Engine::new(engine_settings, activity.clone(), Instant::now());
        let guid = engine.guid();
        let shared = Arc::new(Shared {
            engine: Mutex::new(engine),
            work: Condvar::new(),
            activity,
            errors: Mutex::default(),
            is_stopping: AtomicBool::new(false),
            is_broken: AtomicBool::new(false),
            should_panic: AtomicBool::new(false),
        });
        let mut participant = Self { guid, address: sockets.address, shared, threads: Vec::new() };
        let doing = || "starting a thread".to_string();
        let failed = |source| WireError::Socket { doing: doing(), source };
        let receiving = sockets.unicast.try_clone().map_err(failed)?;
        participant.spawn("receive", move |shared| shared.receive(&receiving, |_| true)).map_err(failed)?;
        if let Some(socket) = sockets.local {
            participant.spawn("local", move |shared| shared.receive(&socket, |_| true)).map_err(failed)?;
        }
        match sockets.multicast {
            Ok(socket) => {
                // The system hands on what other interfaces hear, if another program here wants it: that of peers on
                // this machine is welcome.
                let mut machine = Machine::default();
                let is_welcome = move |from: Ipv4Addr| !is_local || machine.has(from);
                participant
                    .spawn("multicast", move |shared| shared.receive(&socket, is_welcome))
                    .map_err(failed)?;
            }
            // Loopback works without.
            Err(_) if is_local => {}
            Err(error) => participant.shared.report(error),
        }
        let sending = Outgoing { socket: sockets.unicast, shared_port: sockets.shared_port };
        participant.spawn("send", move |shared| shared.send(&sending)).map_err(failed)?;
        Ok(participant)
    }

    fn spawn(
        &mut self,
        thread: &'static str,
        run: impl FnOnce(&Shared) -> io::Result<()> + Send + 'static,
    ) -> io::Result<()> {
        let shared = self.shared.clone();
        let guarded = move || {
            let problem = match catch_unwind(AssertUnwindSafe(|| run(&shared))) {
                Ok(Ok(())) => return,
                Ok(Err(source)) => WireError::Socket { doing: format!("in the {thread} thread"), source },
                Err(panic) => WireError::Panicked { thread, message: panic_message(panic.as_ref()) },
            };
            shared.report(problem);
            shared.is_broken.store(true, Ordering::SeqCst);
            shared.stop();
        };
        let builder = std::thread::Builder::new().name(format!("rtps-{thread}"));
        self.threads.push(builder.spawn(guarded)?);
        Ok(())
    }

    /// The address that peers send to.
    pub fn address(&self) -> SocketAddrV4 {
        self.address
    }

    /// How many packets could not be read so far.
    pub fn malformed_count(&self) -> u64 {
        lock(&self.shared.engine).malformed_count
    }

    /// Makes the sending thread panic, for tests of whoever has to live with that.
    #[doc(hidden)]
    pub fn panic_inside(&self) {
        self.shared.should_panic.store(true, Ordering::SeqCst);
        self.shared.wake();
    }

    /// Runs `call` on the engine, and wakes the sender.
    fn with<T>(&self, call: impl FnOnce(&mut Engine) -> Result<T, WireError>) -> Result<T, WireError> {
        if self.shared.is_broken.load(Ordering::SeqCst) {
            return Err(WireError::Stopped);
        }
        let result = call(&mut lock(&self.shared.engine));
        self.shared.work.notify_all();
        result
    }
}

fn engine_settings(settings: &ParticipantSettings, sockets: &Sockets) -> EngineSettings {
    let is_local = settings.interface.is_loopback();
    let local = (0..LOCAL_PARTICIPANTS).filter_map(|number| unicast_port(settings.domain, number));
    let local = local.map(|port| SocketAddrV4::new(Ipv4Addr::LOCALHOST, port)).filter(|_| is_local);
    EngineSettings {
        prefix: random_prefix(),
        domain: settings.domain,
        address: sockets.address,
        multicast: sockets.multicast.is_ok().then_some(sockets.group),
        announce_to: local.chain(sockets.shared_port).chain(settings.static_peers.iter().copied()).collect(),
        announce_period: settings.announce_period,
        lease: settings.lease,
        fragment_size: if is_local { LOCAL_FRAGMENT } else { REMOTE_FRAGMENT },
        user_data: Bytes::copy_from_slice(&settings.user_data),
    }
}

/// Two bytes of our vendor number, none, then ten that no one else has.
fn random_prefix() -> GuidPrefix {
    let mut prefix = GuidPrefix::default();
    // Each state has random keys of its own.
    let random = || RandomState::new().build_hasher().finish().to_le_bytes();
    prefix.0[2..10].copy_from_slice(&random());
    prefix.0[10..].copy_from_slice(&random()[..2]);
    prefix
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no message").to_string()
}

impl Shared {
    fn report(&self, error: WireError) {
        let mut errors = lock(&self.errors);
        if errors.len() < ERROR_LIMIT {
            errors.push_back(error);
        }
        drop(errors);
        self.activity.note();
    }

    fn wake(&self) {
        // The sender looks at its work under this lock, so it cannot miss the call.
        drop(lock(&self.engine));
        self.work.notify_all();
    }

    fn stop(&self) {
        self.is_stopping.store(true, Ordering::SeqCst);
        self.wake();
    }

    fn is_stopping(&self) -> bool {
        self.is_stopping.load(Ordering::SeqCst)
    }

    /// The receiving thread: one packet after the other, into the engine.
    fn receive(&self, socket: &UdpSocket, mut is_welcome: impl FnMut(Ipv4Addr) -> bool) -> io::Result<()> {
        let mut buffer = vec![0; 65_536];
        while !self.is_stopping() {
            let length = match socket.recv_from(&mut buffer) {
                Ok((length, SocketAddr::V4(from))) if is_welcome(*from.ip()) => length,
                Ok(_) => continue,
                // A time-out; or an earlier datagram of ours found no one.
                Err(error) if is_passing(&error) => continue,
                Err(error) => return Err(error),
            };
            let packet = Bytes::copy_from_slice(&buffer[..length]);
            let now = Instant::now();
            let mut engine = lock(&self.engine);
            engine.receive(packet, now);
            let has_work = engine.queue.has_urgent() || engine.next_timer() <= now;
            drop(engine);
            if has_work {
                self.work.notify_all();
            }
        }
        Ok(())
    }

    /// The sending thread: timers, short messages, and long samples in doses.
    fn send(&self, outgoing: &Outgoing) -> io::Result<()> {
        let mut pacer = Pacer::default();
        let mut batch = Vec::new();
        let mut engine = lock(&self.engine);
        loop {
            assert!(!self.should_panic.load(Ordering::SeqCst), "a panic was asked for");
            let now = Instant::now();
            if engine.next_timer() <= now {
                engine.tick(now);
            }
            batch.extend(std::iter::from_fn(|| engine.queue.next_urgent()).take(URGENT_BATCH));
            if batch.is_empty() && self.is_stopping() {
                break;
            }
            if batch.is_empty() {
                pacer.fill(now, &mut batch, || engine.next_bulk(now));
            }
            if batch.is_empty() {
                let resume = pacer.resume().filter(|_| engine.queue.has_bulk());
                let due = resume.map_or(engine.next_timer(), |resume| resume.min(engine.next_timer()));
                let wait = due.saturating_duration_since(Instant::now());
                engine = self.work.wait_timeout(engine, wait).unwrap_or_else(PoisonError::into_inner).0;
                continue;
            }
            drop(engine);
            for datagram in batch.drain(..) {
                outgoing.send(&datagram);
            }
            engine = lock(&self.engine);
        }
        drop(engine);
        self.say_goodbye(outgoing);
        Ok(())
    }

    fn say_goodbye(&self, outgoing: &Outgoing) {
        let mut engine = lock(&self.engine);
        engine.say_goodbye();
        for datagram in std::iter::from_fn(|| engine.queue.next_urgent()) {
            outgoing.send(&datagram);
        }
    }
}

/// Where datagrams leave.
struct Outgoing {
    socket: UdpSocket,
    /// See [`Sockets::shared_port`].
    shared_port: Option<SocketAddrV4>,
}

impl Outgoing {
    /// Sends a datagram. A peer that cannot be reached is no problem of ours: its lease ends.
    fn send(&self, datagram: &Datagram) {
        if Some(datagram.to) == self.shared_port {
            // One of those who share the port gets it, by the port it comes from: so it comes from several.
            for _ in 0..SHARED_PORT_TRIES {
                let Ok(socket) = UdpSocket::bind((Ipv4Addr::LOCALHOST, 0)) else { return };
                let _ = socket.send_to(&datagram.bytes, datagram.to);
            }
        } else if datagram.to.port() != 0 {
            let _ = self.socket.send_to(&datagram.bytes, datagram.to);
        }
    }
}

/// Whether a socket works on after this error.
fn is_passing(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionRefused, ConnectionReset, Interrupted, TimedOut, WouldBlock};
    matches!(error.kind(), WouldBlock | TimedOut | Interrupted | ConnectionRefused | ConnectionReset)
}

fn now_ns() -> i64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_nanos()).unwrap_or(i64::MAX)
}

impl Wire for Participant {
    fn guid(&self) -> Guid {
        self.guid
    }

    fn writer(
        &self,
        topic: &str,
        type_name: &str,
        qos: &Qos,
        user_data: &[u8],
    ) -> Result<WriterId, WireError> {
        check_endpoint(topic, type_name, user_data)?;
        self.with(|engine| engine.add_writer((topic, type_name), qos, user_data, Instant::now()))
            .map(WriterId)
    }

    fn reader(
        &self,
        topic: &str,
        type_name: &str,
        qos: &Qos,
        user_data: &[u8],
    ) -> Result<Receiver, WireError> {
        check_endpoint(topic, type_name, user_data)?;
        self.with(|engine| engine.add_reader((topic, type_name), qos, user_data, Instant::now()))
    }

    fn write(
        &self,
        writer: WriterId,
        body: Bytes,
        related: Option<SampleId>,
        only: Option<Guid>,
    ) -> Result<i64, WireError> {
        check_message(&body)?;
        let times = (Instant::now(), now_ns());
        self.with(|engine| engine.write(writer.guid(), body, (related, only), times))
    }

    fn remove(&self, endpoint: Guid) -> Result<(), WireError> {
        self.with(|engine| engine.remove(endpoint, Instant::now()))
    }

    fn endpoints(&self) -> Vec<Endpoint> {
        lock(&self.shared.engine).endpoints()
    }

    fn peers(&self) -> Vec<Peer> {
        lock(&self.shared.engine).known_peers()
    }

    fn matched(&self, endpoint: Guid) -> Vec<Guid> {
        lock(&self.shared.engine).matched(endpoint)
    }

    fn activity(&self) -> u64 {
        self.shared.activity.count()
    }

    fn wait_for_activity(&self, seen: u64, timeout: Duration) -> u64 {
        self.shared.activity.wait(seen, timeout)
    }

    fn take_error(&self) -> Option<WireError> {
        lock(&self.shared.errors).pop_front()
    }
}

impl Drop for Participant {
    fn drop(&mut self) {
        self.shared.stop();
        let socket = UdpSocket::bind((*self.address.ip(), 0));
        if let Ok(socket) = &socket {
            // An empty datagram wakes the receiving thread.
            let _ = socket.send_to(&[], self.address);
        }
        for thread in self.threads.drain(..).rev() {
            // A panic in it has been reported.
            let _ = thread.join();
        }
        if let (true, Ok(socket)) = (self.shared.is_broken.load(Ordering::SeqCst), socket) {
            // The sender is no more, and what it left may make us panic again.
            let outgoing = Outgoing { socket, shared_port: None };
            let _ = catch_unwind(AssertUnwindSafe(|| self.shared.say_goodbye(&outgoing)));
        }
    }
}
