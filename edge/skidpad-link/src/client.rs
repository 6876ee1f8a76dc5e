//! A client's end of the link.

use crate::mailbox::Mailbox;
use crate::run_handle::Bell;
use crate::{Control, Delivery, Envelope, Interest, LinkProblem, RunRequest};
use skidpad_messages::Request;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Which client.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ClientId(pub u64);

/// What both ends of the link share about a client.
pub(crate) struct Connection {
    pub(crate) mailbox: Arc<Mailbox>,
    pub(crate) requests: Mutex<VecDeque<Envelope>>,
    pub(crate) has_left: AtomicBool,
    pub(crate) refused_count: AtomicU64,
}

/// A connected client. Dropping it disconnects.
pub struct Client {
    pub(crate) id: ClientId,
    pub(crate) connection: Arc<Connection>,
    pub(crate) request_limit: usize,
    pub(crate) bell: Arc<Bell>,
    pub(crate) next_number: AtomicU64,
}

impl Client {
    /// Its number.
    pub fn id(&self) -> ClientId {
        self.id
    }

    /// Send a request to the world. It is checked now and applied at the next step boundary.
    /// Returns the number that the answer will have.
    pub fn ask(&self, request: Request) -> Result<u64, LinkProblem> {
        match request.check() {
            Ok(command) => self.post(RunRequest::Command(command)),
            Err(refusal) => self.refuse(refusal.into()),
        }
    }

    /// Send a request to the run itself.
    pub fn control(&self, control: Control) -> Result<u64, LinkProblem> {
        match control.check() {
            Ok(control) => self.post(RunRequest::Control(control)),
            Err(problem) => self.refuse(problem),
        }
    }

    /// Change which steps and readings the client receives.
    pub fn set_interest(&self, interest: Interest) -> Result<u64, LinkProblem> {
        self.post(RunRequest::Interest(interest))
    }

    fn refuse(&self, problem: LinkProblem) -> Result<u64, LinkProblem> {
        self.connection.refused_count.fetch_add(1, Ordering::Relaxed);
        Err(problem)
    }

    fn post(&self, request: RunRequest) -> Result<u64, LinkProblem> {
        if self.connection.mailbox.is_over() {
            return Err(LinkProblem::Ended);
        }
        let mut requests = self.connection.requests.lock().unwrap_or_else(PoisonError::into_inner);
        if requests.len() >= self.request_limit {
            drop(requests);
            return self.refuse(LinkProblem::Full { limit: self.request_limit });
        }
        let number = self.next_number.fetch_add(1, Ordering::Relaxed);
        requests.push_back(Envelope { client: self.id, number, request });
        drop(requests);
        self.bell.ring();
        Ok(number)
    }

    /// Take everything out of the mailbox, without waiting.
    pub fn take(&self) -> Delivery {
        self.connection.mailbox.take()
    }

    /// Wait until something arrives, at most this long, and take everything out of the mailbox.
    pub fn wait(&self, timeout: Duration) -> Delivery {
        self.connection.mailbox.wait(timeout)
    }

    /// Set a callback for whenever something arrives, for clients without a thread of their own.
    /// The stepping thread calls it, so it must return at once. Only the first callback is kept.
    pub fn on_arrival(&self, callback: impl Fn() + Send + Sync + 'static) {
        self.connection.mailbox.on_arrival(Box::new(callback));
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        self.connection.has_left.store(true, Ordering::Release);
    }
}
