//! Telling subscribers of publishers. Each subscriber has a task and a queue of its own, and a time limit.
//!
//! A PAIR socket of libzmq serves one peer, and one that connects before the last has quite gone is neither served nor
//! closed. So a connection is kept for a moment, for what is to be told next, and one that stays silent is given up
//! for a new one.

use super::directory::Push;
use crate::messages::encode_frame;
use crate::zmtp::{Address, Endpoint, Limits, Session, SocketType, ZmtpError, dial};
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::{Notify, oneshot};
use tokio::time::{Instant, sleep, timeout, timeout_at};

/// How long a subscriber may take to confirm one message, all attempts together.
const TIME_LIMIT: Duration = Duration::from_secs(5);
/// How long one attempt may take. A subscriber that confirms later is told twice.
const ATTEMPT_TIME: Duration = Duration::from_millis(500);
/// The wait between two attempts.
const RETRY_PERIOD: Duration = Duration::from_millis(50);
/// How long a connection is kept after the last message.
const KEEP_TIME: Duration = Duration::from_secs(2);
/// Most messages that wait for one subscriber.
const QUEUE_LIMIT: usize = 1024;
/// Most subscribers that are connected at the same time.
const TARGET_LIMIT: usize = 1024;
/// Most subscribers that are remembered as unresponsive.
const UNRESPONSIVE_LIMIT: usize = 4096;

/// A message, and who waits for its confirmation.
struct Waiting {
    push: Push,
    done: oneshot::Sender<()>,
}

/// What waits for one subscriber.
#[derive(Default)]
struct Target {
    waiting: VecDeque<Waiting>,
    filled: Arc<Notify>,
}

/// Pushes under way, by subscriber.
pub(crate) struct Pushes {
    targets: Mutex<HashMap<Endpoint, Target>>,
    /// Subscribers that answers were held up for: nobody waits for them again until they confirm something.
    unresponsive: Mutex<HashSet<Endpoint>>,
    limits: Limits,
    on_failure: Box<dyn Fn(&Push) + Send + Sync>,
}

impl Pushes {
    /// `on_failure` hears of messages that did not reach their subscriber.
    pub(crate) fn new(limits: &Limits, on_failure: impl Fn(&Push) + Send + Sync + 'static) -> Self {
        Pushes {
            targets: Mutex::default(),
            unresponsive: Mutex::default(),
            limits: limits.clone(),
            on_failure: Box::new(on_failure),
        }
    }

    fn targets(&self) -> MutexGuard<'_, HashMap<Endpoint, Target>> {
        self.targets.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn unresponsive(&self) -> MutexGuard<'_, HashSet<Endpoint>> {
        self.unresponsive.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Send messages to their subscribers. Returns when all have confirmed, or after `patience`; those that have not
    /// confirmed by then are still being tried.
    pub(crate) async fn deliver(self: &Arc<Self>, pushes: Vec<Push>, patience: Duration) {
        let deadline = Instant::now() + patience;
        let started: Vec<_> =
            pushes.into_iter().map(|push| (push.target.clone(), self.start(push))).collect();
        for (target, confirmation) in started {
            if !self.unresponsive().contains(&target) && timeout_at(deadline, confirmation).await.is_err() {
                let mut unresponsive = self.unresponsive();
                if unresponsive.len() >= UNRESPONSIVE_LIMIT {
                    unresponsive.clear();
                }
                unresponsive.insert(target);
            }
        }
    }

    /// Queue a message; the first one for a subscriber starts its task.
    fn start(self: &Arc<Self>, push: Push) -> oneshot::Receiver<()> {
        let (done, confirmation) = oneshot::channel();
        let mut targets = self.targets();
        let target_count = targets.len();
        match targets.get_mut(&push.target) {
            Some(target) if target.waiting.len() < QUEUE_LIMIT => {
                target.waiting.push_back(Waiting { push, done });
                target.filled.notify_one();
            }
            None if target_count < TARGET_LIMIT => {
                let endpoint = push.target.clone();
                let target = Target { waiting: [Waiting { push, done }].into(), ..Target::default() };
                tokio::spawn(self.clone().serve(endpoint.clone(), target.filled.clone()));
                targets.insert(endpoint, target);
            }
            _ => {
                drop(targets);
                (self.on_failure)(&push);
            }
        }
        confirmation
    }

    /// Send what is queued for a subscriber, one after the other over one connection.
    async fn serve(self: Arc<Self>, target: Endpoint, filled: Arc<Notify>) {
        let mut session = None;
        loop {
            while let Some(Waiting { push, done }) = self.next(&target) {
                if timeout(TIME_LIMIT, self.tell(&mut session, &target, &push)).await.is_err() {
                    (self.on_failure)(&push);
                    // It is not there: what waits behind would only take as long again.
                    return self.give_up(&target);
                }
                self.unresponsive().remove(&target);
                // Nobody may be waiting any more.
                let _ = done.send(());
            }
            if timeout(KEEP_TIME, keep(&mut session, &filled)).await.is_err() && self.leave(&target) {
                return;
            }
        }
    }

    fn next(&self, target: &Endpoint) -> Option<Waiting> {
        self.targets().get_mut(target)?.waiting.pop_front()
    }

    /// Take a subscriber off the list if nothing waits for it; whether it is off.
    fn leave(&self, target: &Endpoint) -> bool {
        let mut targets = self.targets();
        let is_idle = targets.get(target).is_none_or(|target| target.waiting.is_empty());
        if is_idle {
            targets.remove(target);
        }
        is_idle
    }

    fn give_up(&self, target: &Endpoint) {
        let waiting = self.targets().remove(target).map(|target| target.waiting);
        waiting.into_iter().flatten().for_each(|waiting| (self.on_failure)(&waiting.push));
    }

    /// Try until the subscriber confirms.
    async fn tell(&self, session: &mut Option<Session>, target: &Endpoint, push: &Push) {
        loop {
            match timeout(ATTEMPT_TIME, self.tell_once(session, target, push)).await {
                Ok(Ok(())) => return,
                _ => {
                    *session = None;
                    sleep(RETRY_PERIOD).await;
                }
            }
        }
    }

    async fn tell_once(
        &self,
        session: &mut Option<Session>,
        target: &Endpoint,
        push: &Push,
    ) -> Result<(), ZmtpError> {
        let session = match session {
            Some(session) => session,
            None => session.insert(dial(&Address::from(target), SocketType::Pair, &self.limits).await?),
        };
        session.send(&[encode_frame(&push.info)]).await?;
        // Whatever it answers, it has read the message.
        session.receive().await?;
        Ok(())
    }
}

/// Keep a connection until there is more to tell; drop it as soon as the subscriber does.
async fn keep(session: &mut Option<Session>, filled: &Notify) {
    while let Some(open) = session {
        tokio::select! {
            () = filled.notified() => return,
            received = open.receive() => if received.is_err() {
                *session = None;
            },
        }
    }
    filled.notified().await;
}
