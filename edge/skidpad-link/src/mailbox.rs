//! A client's mailbox: bounded, and filled without waiting.

use crate::{Answer, Limits};
use skidpad_messages::Step;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError, TryLockError};
use std::time::Duration;

/// The content of a mailbox, taken out at once.
#[derive(Debug, Default)]
pub struct Delivery {
    /// Answers to its requests, in order.
    pub answers: Vec<Answer>,
    /// Steps, oldest first, each with the readings that the client asked for.
    pub steps: Vec<Step>,
    /// Steps that were dropped since the last delivery because the mailbox was full.
    pub dropped_step_count: u64,
    /// Answers that were dropped since the last delivery.
    pub dropped_answer_count: u64,
    /// The run is over: nothing more will come.
    pub is_last: bool,
}

impl Delivery {
    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.answers.is_empty() && self.steps.is_empty() && !self.is_last
    }
}

/// Steps and answers that wait, within limits.
#[derive(Debug, Default)]
struct Contents {
    steps: VecDeque<(usize, Step)>,
    step_bytes: usize,
    answers: VecDeque<Answer>,
    dropped_step_count: u64,
    dropped_answer_count: u64,
}

impl Contents {
    fn add_step(&mut self, step: Step, limits: &Limits) {
        let weight = step.weight_bytes();
        self.step_bytes += weight;
        self.steps.push_back((weight, step));
        let is_full = |it: &Contents| {
            it.steps.len() > limits.step_count || it.step_bytes > limits.step_bytes && it.steps.len() > 1
        };
        while is_full(self) {
            let Some((weight, _)) = self.steps.pop_front() else { break };
            self.step_bytes -= weight;
            self.dropped_step_count += 1;
        }
    }

    fn add_answer(&mut self, answer: Answer, limits: &Limits) {
        self.answers.push_back(answer);
        while self.answers.len() > limits.answer_count {
            self.answers.pop_front();
            self.dropped_answer_count += 1;
        }
    }

    /// Append everything to `other`.
    fn move_to(&mut self, other: &mut Contents, limits: &Limits) {
        other.dropped_step_count += std::mem::take(&mut self.dropped_step_count);
        other.dropped_answer_count += std::mem::take(&mut self.dropped_answer_count);
        self.step_bytes = 0;
        self.steps.drain(..).for_each(|(_, step)| other.add_step(step, limits));
        self.answers.drain(..).for_each(|answer| other.add_answer(answer, limits));
    }

    fn is_empty(&self) -> bool {
        self.steps.is_empty() && self.answers.is_empty()
    }
}

/// The mailbox that both ends share.
#[derive(Default)]
pub(crate) struct Mailbox {
    contents: Mutex<Contents>,
    arrived: Condvar,
    is_over: AtomicBool,
    callback: OnceLock<Box<dyn Fn() + Send + Sync>>,
}

impl Mailbox {
    /// Take everything out.
    pub(crate) fn take(&self) -> Delivery {
        let contents = std::mem::take(&mut *self.locked());
        self.delivery(contents)
    }

    /// Wait until something arrives, at most this long, then take everything out.
    pub(crate) fn wait(&self, timeout: Duration) -> Delivery {
        let is_idle = |contents: &mut Contents| contents.is_empty() && !self.is_over();
        let waited = self.arrived.wait_timeout_while(self.locked(), timeout, is_idle);
        let mut contents = waited.unwrap_or_else(PoisonError::into_inner).0;
        let taken = std::mem::take(&mut *contents);
        drop(contents);
        self.delivery(taken)
    }

    fn delivery(&self, contents: Contents) -> Delivery {
        Delivery {
            // Looked at after the contents were taken: a last delivery hides nothing.
            is_last: self.is_over() && self.locked().is_empty(),
            answers: contents.answers.into(),
            steps: contents.steps.into_iter().map(|(_, step)| step).collect(),
            dropped_step_count: contents.dropped_step_count,
            dropped_answer_count: contents.dropped_answer_count,
        }
    }

    /// Set the callback for whenever something arrives.
    pub(crate) fn on_arrival(&self, callback: Box<dyn Fn() + Send + Sync>) {
        let _ = self.callback.set(callback);
        self.notify();
    }

    fn notify(&self) {
        if let Some(callback) = self.callback.get() {
            callback();
        }
    }

    /// Nothing more will come.
    pub(crate) fn end(&self) {
        self.is_over.store(true, Ordering::Release);
        self.arrived.notify_all();
        self.notify();
    }

    pub(crate) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Acquire)
    }

    fn locked(&self) -> MutexGuard<'_, Contents> {
        self.contents.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The stepping thread's end of a mailbox. While the mailbox is locked, items wait here, within the same limits.
pub(crate) struct Slot {
    mailbox: Arc<Mailbox>,
    held: Contents,
    limits: Limits,
}

impl Slot {
    pub(crate) fn new(mailbox: Arc<Mailbox>, limits: Limits) -> Self {
        Slot { mailbox, held: Contents::default(), limits }
    }

    pub(crate) fn offer_step(&mut self, step: Step) {
        self.held.add_step(step, &self.limits);
        self.deliver();
    }

    pub(crate) fn offer_answer(&mut self, answer: Answer) {
        self.held.add_answer(answer, &self.limits);
        self.deliver();
    }

    /// Deliver an answer now, even if the client has to be waited for: it holds the lock only while it takes things out.
    pub(crate) fn hand_over_answer(&mut self, answer: Answer) {
        self.held.add_answer(answer, &self.limits);
        let mut contents = self.mailbox.locked();
        self.held.move_to(&mut contents, &self.limits);
        drop(contents);
        self.mailbox.arrived.notify_one();
        self.mailbox.notify();
    }

    /// Move the items that wait into the mailbox, unless it is locked. Never waits.
    pub(crate) fn deliver(&mut self) {
        if self.held.is_empty() {
            return;
        }
        let mut contents = match self.mailbox.contents.try_lock() {
            Ok(contents) => contents,
            Err(TryLockError::Poisoned(poisoned)) => poisoned.into_inner(),
            Err(TryLockError::WouldBlock) => return,
        };
        self.held.move_to(&mut contents, &self.limits);
        drop(contents);
        self.mailbox.arrived.notify_one();
        self.mailbox.notify();
    }

    pub(crate) fn end(&mut self) {
        // Only here does the run wait for the lock, because no step can be late any more.
        let mut contents = self.mailbox.locked();
        self.held.move_to(&mut contents, &self.limits);
        drop(contents);
        self.mailbox.end();
    }
}
