//! Telling subscribers of publishers. Each subscriber has a task and a queue of its own, and a time limit.

use super::directory::Push;
use crate::messages::encode_frame;
use crate::zmtp::{Endpoint, Limits, Session, SocketType, ZmtpError, dial};
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::{Instant, sleep, timeout, timeout_at};

/// How long a subscriber may take to confirm one message, attempts to reach it included.
const TIME_LIMIT: Duration = Duration::from_secs(5);
/// The wait between two attempts to reach a subscriber.
const RETRY_PERIOD: Duration = Duration::from_millis(50);
/// Most messages that wait for one subscriber.
const QUEUE_LIMIT: usize = 1024;

/// A message, and who waits for its confirmation.
struct Waiting {
    push: Push,
    done: oneshot::Sender<()>,
}

/// Most subscribers that are being told something at the same time.
const TARGET_LIMIT: usize = 1024;
/// Most subscribers that are remembered as unresponsive.
const UNRESPONSIVE_LIMIT: usize = 4096;

/// Pushes under way, by subscriber.
pub(crate) struct Pushes {
    queues: Mutex<HashMap<Endpoint, VecDeque<Waiting>>>,
    /// Subscribers that answers were held up for: nobody waits for them again until they confirm something.
    unresponsive: Mutex<HashSet<Endpoint>>,
    limits: Limits,
    on_failure: Box<dyn Fn(&Push) + Send + Sync>,
}

impl Pushes {
    /// `on_failure` hears of messages that did not reach their subscriber.
    pub(crate) fn new(limits: &Limits, on_failure: impl Fn(&Push) + Send + Sync + 'static) -> Self {
        Pushes {
            queues: Mutex::default(),
            unresponsive: Mutex::default(),
            limits: limits.clone(),
            on_failure: Box::new(on_failure),
        }
    }

    fn queues(&self) -> MutexGuard<'_, HashMap<Endpoint, VecDeque<Waiting>>> {
        self.queues.lock().unwrap_or_else(PoisonError::into_inner)
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

    fn unresponsive(&self) -> MutexGuard<'_, HashSet<Endpoint>> {
        self.unresponsive.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Queue a message; the first one for a subscriber starts its task.
    fn start(self: &Arc<Self>, push: Push) -> oneshot::Receiver<()> {
        let (done, confirmation) = oneshot::channel();
        let target = push.target.clone();
        let mut queues = self.queues();
        let target_count = queues.len();
        match queues.get_mut(&target) {
            Some(queue) if queue.len() >= QUEUE_LIMIT => {
                drop(queues);
                (self.on_failure)(&push);
            }
            Some(queue) => queue.push_back(Waiting { push, done }),
            None if target_count >= TARGET_LIMIT => {
                drop(queues);
                (self.on_failure)(&push);
            }
            None => {
                queues.insert(target.clone(), VecDeque::from([Waiting { push, done }]));
                tokio::spawn(self.clone().serve(target));
            }
        }
        confirmation
    }

    /// Send what is queued for a subscriber, one after the other over one connection, until nothing is left.
    async fn serve(self: Arc<Self>, target: Endpoint) {
        let mut session = None;
        while let Some(Waiting { push, done }) = self.next(&target) {
            match timeout(TIME_LIMIT, self.tell(&mut session, &target, &push)).await {
                Ok(()) => {
                    self.unresponsive().remove(&target);
                    // Nobody may be waiting any more.
                    let _ = done.send(());
                }
                Err(_) => {
                    (self.on_failure)(&push);
                    // It is not there: what waits behind would only take as long again.
                    return self.fail_all(&target);
                }
            }
        }
    }

    fn fail_all(&self, target: &Endpoint) {
        let queue = self.queues().remove(target);
        queue.into_iter().flatten().for_each(|waiting| (self.on_failure)(&waiting.push));
    }

    fn next(&self, target: &Endpoint) -> Option<Waiting> {
        let mut queues = self.queues();
        let next = queues.get_mut(target)?.pop_front();
        if next.is_none() {
            queues.remove(target);
        }
        next
    }

    /// Try until the subscriber confirms.
    async fn tell(&self, session: &mut Option<Session>, target: &Endpoint, push: &Push) {
        loop {
            match self.tell_once(session, target, push).await {
                Ok(()) => return,
                Err(_) => {
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
            None => session.insert(dial(target, SocketType::Pair, &self.limits).await?),
        };
        session.send(&[encode_frame(&push.info)]).await?;
        // Whatever it answers, it has read the message.
        session.receive().await?;
        Ok(())
    }
}
