//! How clients connect to a run.

use crate::client::Connection;
use crate::mailbox::Mailbox;
use crate::{Client, ClientId, Interest, Limits, LinkProblem};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, PoisonError, Weak};
use std::time::Duration;

/// Rung by every request, for a run that waits for one.
#[derive(Default)]
pub(crate) struct Bell {
    is_rung: Mutex<bool>,
    rung: Condvar,
}

impl Bell {
    pub(crate) fn ring(&self) {
        *self.is_rung.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.rung.notify_one();
    }

    /// Wait until it is rung, at most this long.
    pub(crate) fn wait(&self, timeout: Duration) {
        let is_rung = self.is_rung.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.rung.wait_timeout_while(is_rung, timeout, |is_rung| !*is_rung);
        *waited.unwrap_or_else(PoisonError::into_inner).0 = false;
    }
}

/// The clients of a run, shared by the handle and the hub.
pub(crate) struct ClientRegistry {
    /// Clients that have connected and that the hub has not admitted yet.
    pub(crate) arrivals: Mutex<Vec<Arrival>>,
    /// Their number, readable without a lock.
    pub(crate) arrival_count: AtomicUsize,
    pub(crate) client_count: AtomicUsize,
    pub(crate) is_over: AtomicBool,
    pub(crate) bell: Arc<Bell>,
    /// Snapshots that may be restored, for as long as they are held anywhere.
    snapshots: Mutex<Vec<Weak<[u8]>>>,
    next_id: AtomicU64,
    limits: Limits,
}

pub(crate) struct Arrival {
    pub(crate) id: ClientId,
    pub(crate) name: String,
    pub(crate) interest: Interest,
    pub(crate) connection: Arc<Connection>,
}

impl ClientRegistry {
    pub(crate) fn trust(&self, snapshot: &Arc<[u8]>) {
        let mut snapshots = self.snapshots.lock().unwrap_or_else(PoisonError::into_inner);
        snapshots.retain(|snapshot| snapshot.strong_count() > 0);
        snapshots.push(Arc::downgrade(snapshot));
    }

    /// Trust no snapshot of before any more.
    pub(crate) fn distrust_all(&self) {
        self.snapshots.lock().unwrap_or_else(PoisonError::into_inner).clear();
    }

    pub(crate) fn trusts(&self, snapshot: &Arc<[u8]>) -> bool {
        let snapshots = self.snapshots.lock().unwrap_or_else(PoisonError::into_inner);
        let is_it = |known: &Weak<[u8]>| std::ptr::eq(known.as_ptr(), Arc::as_ptr(snapshot));
        snapshots.iter().any(|known| known.strong_count() > 0 && is_it(known))
    }
}

/// A handle to a run, which connects clients to it. Clones belong to the same run.
#[derive(Clone)]
pub struct RunHandle {
    pub(crate) registry: Arc<ClientRegistry>,
}

impl RunHandle {
    pub(crate) fn new(limits: Limits) -> Self {
        let registry = ClientRegistry {
            arrivals: Mutex::default(),
            arrival_count: AtomicUsize::new(0),
            client_count: AtomicUsize::new(0),
            is_over: AtomicBool::new(false),
            bell: Arc::default(),
            snapshots: Mutex::default(),
            next_id: AtomicU64::new(1),
            limits,
        };
        RunHandle { registry: Arc::new(registry) }
    }

    /// Connect a client. It receives steps from the next one on.
    pub fn connect(&self, name: &str, interest: Interest) -> Result<Client, LinkProblem> {
        let registry = &self.registry;
        if registry.is_over.load(Ordering::Acquire) {
            return Err(LinkProblem::Ended);
        }
        let limit = registry.limits.client_count;
        let has_room = |count: usize| (count < limit).then_some(count + 1);
        let admitted = registry.client_count.fetch_update(Ordering::AcqRel, Ordering::Acquire, has_room);
        admitted.map_err(|_| LinkProblem::TooManyClients { limit })?;
        let id = ClientId(registry.next_id.fetch_add(1, Ordering::Relaxed));
        let connection = Arc::new(Connection {
            mailbox: Arc::new(Mailbox::default()),
            requests: Mutex::new(VecDeque::new()),
            has_left: AtomicBool::new(false),
            refused_count: AtomicU64::new(0),
        });
        let arrival = Arrival { id, name: name.to_string(), interest, connection: Arc::clone(&connection) };
        registry.arrivals.lock().unwrap_or_else(PoisonError::into_inner).push(arrival);
        registry.arrival_count.fetch_add(1, Ordering::Release);
        let request_limit = registry.limits.request_count;
        Ok(Client {
            id,
            connection,
            request_limit,
            bell: Arc::clone(&registry.bell),
            next_number: AtomicU64::new(1),
        })
    }

    /// Allow clients to restore these snapshot bytes, for as long as they are held anywhere. Otherwise a run restores
    /// only snapshots that it took itself: bytes from outside are never decoded.
    pub fn trust_snapshot(&self, snapshot: &Arc<[u8]>) {
        self.registry.trust(snapshot);
    }

    /// Number of connected clients.
    pub fn client_count(&self) -> usize {
        self.registry.client_count.load(Ordering::Acquire)
    }
}
