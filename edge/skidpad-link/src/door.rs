//! Where clients come in.

use crate::client::Line;
use crate::mailbox::Mailbox;
use crate::{Client, ClientId, Interest, Limits, LinkProblem};
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// What the door and the hub share.
pub(crate) struct Porch {
    /// Those who came in and whom the hub has not noticed yet.
    pub(crate) arrivals: Mutex<Vec<Arrival>>,
    /// How many there are, looked at without a lock.
    pub(crate) arrival_count: AtomicUsize,
    pub(crate) client_count: AtomicUsize,
    pub(crate) is_over: AtomicBool,
    next_id: AtomicU64,
    started: Instant,
    limits: Limits,
}

pub(crate) struct Arrival {
    pub(crate) id: ClientId,
    pub(crate) name: String,
    pub(crate) interest: Interest,
    pub(crate) line: Arc<Line>,
}

/// Lets clients in. Clones lead to the same hub.
#[derive(Clone)]
pub struct Door {
    pub(crate) porch: Arc<Porch>,
}

impl Door {
    pub(crate) fn new(limits: Limits) -> Self {
        let porch = Porch {
            arrivals: Mutex::default(),
            arrival_count: AtomicUsize::new(0),
            client_count: AtomicUsize::new(0),
            is_over: AtomicBool::new(false),
            next_id: AtomicU64::new(1),
            started: Instant::now(),
            limits,
        };
        Door { porch: Arc::new(porch) }
    }

    /// Come in. Frames begin with the next step.
    pub fn connect(&self, name: &str, interest: Interest) -> Result<Client, LinkProblem> {
        let porch = &self.porch;
        if porch.is_over.load(Ordering::Acquire) {
            return Err(LinkProblem::Ended);
        }
        let limit = porch.limits.client_count;
        let has_room = |count: usize| (count < limit).then_some(count + 1);
        let admitted = porch.client_count.fetch_update(Ordering::AcqRel, Ordering::Acquire, has_room);
        admitted.map_err(|_| LinkProblem::TooManyClients { limit })?;
        let id = ClientId(porch.next_id.fetch_add(1, Ordering::Relaxed));
        let line = Arc::new(Line {
            mailbox: Arc::new(Mailbox::default()),
            wishes: Mutex::new(VecDeque::new()),
            has_left: AtomicBool::new(false),
            refused_count: AtomicU64::new(0),
        });
        let arrival = Arrival { id, name: name.to_string(), interest, line: Arc::clone(&line) };
        porch.arrivals.lock().unwrap_or_else(PoisonError::into_inner).push(arrival);
        porch.arrival_count.fetch_add(1, Ordering::Release);
        let wish_limit = porch.limits.wish_count;
        Ok(Client { id, line, wish_limit, started: porch.started, next_number: AtomicU64::new(1) })
    }

    /// Clients connected.
    pub fn client_count(&self) -> usize {
        self.porch.client_count.load(Ordering::Acquire)
    }
}
