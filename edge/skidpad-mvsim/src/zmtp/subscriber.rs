//! SUB: receives what several publishers send.

use super::dial::stay_connected;
use super::listen::OwnedTask;
use super::{Address, Limits, Queue, QueueLimits, SocketType};
use bytes::Bytes;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A SUB socket with one subscription prefix, connected to any number of publishers.
#[derive(Debug)]
pub struct Subscriber {
    prefix: Bytes,
    limits: Limits,
    incoming: Arc<Queue<Vec<Bytes>>>,
    connections: Mutex<BTreeMap<String, OwnedTask>>,
}

impl Subscriber {
    /// Subscribes to messages that start with this; an empty prefix means all.
    pub fn new(prefix: &[u8], limits: &Limits) -> Self {
        let queue_limits = QueueLimits { count: limits.queue_messages, bytes: limits.queue_bytes };
        Subscriber {
            prefix: Bytes::copy_from_slice(prefix),
            limits: limits.clone(),
            incoming: Arc::new(Queue::new(queue_limits)),
            connections: Mutex::default(),
        }
    }

    /// Connect to a publisher, once however often it is named. One that is not there yet, or no longer, is dialled
    /// again until it is. `false` if there are too many. Must be called within a tokio runtime.
    pub fn connect(&self, address: impl Into<Address>) -> bool {
        let address = address.into();
        let mut connections = self.connections();
        let name = address.to_string();
        if !connections.contains_key(&name) && connections.len() >= self.limits.connections {
            return false;
        }
        connections.entry(name).or_insert_with(|| self.start(address));
        true
    }

    /// Disconnect from a publisher.
    pub fn disconnect(&self, address: impl Into<Address>) {
        self.connections().remove(&address.into().to_string());
    }

    fn connections(&self) -> MutexGuard<'_, BTreeMap<String, OwnedTask>> {
        self.connections.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn start(&self, address: Address) -> OwnedTask {
        let (limits, prefix, incoming) = (self.limits.clone(), self.prefix.clone(), self.incoming.clone());
        OwnedTask::spawn(async move {
            let nothing = Queue::new(QueueLimits { count: 1, bytes: 0 });
            stay_connected(address, SocketType::Sub, limits, Some(prefix), &nothing, &incoming).await;
        })
    }

    /// How many publishers it is, or tries to be, connected to.
    pub fn connection_count(&self) -> usize {
        self.connections().len()
    }

    /// The next message; only its first frame, as MVSim's messages have one. One task at a time may wait.
    pub async fn receive(&self) -> Option<Bytes> {
        self.incoming.pop().await?.into_iter().next()
    }
}
