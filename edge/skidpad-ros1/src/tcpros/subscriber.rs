//! A topic that a node subscribes to: one connection per publisher, made again when it breaks.

use super::{ConnectionHeader, MESSAGE_BYTES, TopicType, read_block, read_header};
use crate::xmlrpc::{HttpUri, Value, call};
use std::collections::BTreeMap;
use std::fmt;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;
use tokio::runtime::Handle;
use tokio::task::AbortHandle;

/// Most publishers that one subscription follows.
const MOST_PUBLISHERS: usize = 64;
/// Pause before a broken connection is made again.
const RETRY_TIME: Duration = Duration::from_secs(1);

/// Called with each message, on the network's thread.
pub(crate) type OnMessage = Box<dyn Fn(&[u8]) + Send + Sync>;

/// A topic that the node subscribes to.
pub(crate) struct Subscription {
    pub(crate) topic: String,
    pub(crate) kind: TopicType,
    node: String,
    on_message: OnMessage,
    publishers: Mutex<BTreeMap<String, AbortHandle>>,
}

impl fmt::Debug for Subscription {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Subscription").field("topic", &self.topic).finish_non_exhaustive()
    }
}

impl Subscription {
    pub(crate) fn new(topic: &str, kind: TopicType, node: &str, on_message: OnMessage) -> Self {
        Subscription {
            topic: topic.to_string(),
            kind,
            node: node.to_string(),
            on_message,
            publishers: Mutex::default(),
        }
    }

    fn locked(&self) -> MutexGuard<'_, BTreeMap<String, AbortHandle>> {
        self.publishers.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Addresses of the publishers that it follows.
    pub(crate) fn publishers(&self) -> Vec<String> {
        self.locked().keys().cloned().collect()
    }

    /// Follow exactly these publishers.
    pub(crate) fn follow(self: &Arc<Self>, uris: &[String], runtime: &Handle) {
        let mut publishers = self.locked();
        publishers.retain(|uri, task| {
            let stays = uris.contains(uri);
            if !stays {
                task.abort();
            }
            stays
        });
        for uri in uris {
            if publishers.len() >= MOST_PUBLISHERS {
                break;
            }
            let Ok(address) = uri.parse::<HttpUri>() else { continue };
            publishers.entry(uri.clone()).or_insert_with(|| {
                let subscription = Arc::clone(self);
                runtime.spawn(async move { subscription.receive_always(address).await }).abort_handle()
            });
        }
    }

    async fn receive_always(&self, publisher: HttpUri) {
        loop {
            // A publisher that is gone for good is unregistered by the master, which ends this.
            let _ = self.receive(&publisher).await;
            tokio::time::sleep(RETRY_TIME).await;
        }
    }

    /// Connect to a publisher and receive its messages until the connection ends.
    async fn receive(&self, publisher: &HttpUri) -> io::Result<()> {
        let refused = |reason: &str| io::Error::new(io::ErrorKind::InvalidData, reason.to_string());
        let protocols = Value::Array(vec![Value::Array(vec!["TCPROS".into()])]);
        let params = [self.node.as_str().into(), self.topic.as_str().into(), protocols];
        let answer = call(publisher, "requestTopic", &params).await;
        let answer = answer.map_err(|error| refused(&error.to_string()))?;
        let (host, port) = tcpros_address(&answer).ok_or_else(|| refused("no address"))?;
        let mut stream = TcpStream::connect((host, port)).await?;
        stream.set_nodelay(true)?;
        let header = ConnectionHeader::new(&[
            ("callerid", &self.node),
            ("md5sum", &self.kind.md5),
            ("message_definition", &self.kind.definition),
            ("tcp_nodelay", "1"),
            ("topic", &self.topic),
            ("type", &self.kind.name),
        ]);
        stream.write_all(&header.to_bytes()).await?;
        let answer = read_header(&mut stream).await?;
        if let Some(error) = answer.get("error") {
            return Err(refused(error));
        }
        if answer.get("md5sum") != Some(&self.kind.md5) {
            return Err(refused("the publisher's type is another one"));
        }
        let mut message = Vec::new();
        loop {
            read_block(&mut stream, MESSAGE_BYTES, &mut message).await?;
            (self.on_message)(&message);
        }
    }
}

impl Drop for Subscription {
    fn drop(&mut self) {
        self.locked().values().for_each(AbortHandle::abort);
    }
}

/// `[1, status, ["TCPROS", host, port]]`.
fn tcpros_address(answer: &Value) -> Option<(&str, u16)> {
    let [code, _, protocol] = answer.array()? else { return None };
    let [_, host, port] = protocol.array()? else { return None };
    (code.int() == Some(1)).then_some(())?;
    Some((host.text()?, u16::try_from(port.int()?).ok()?))
}
