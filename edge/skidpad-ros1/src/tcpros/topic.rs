//! A topic that a node publishes, and the connections of its subscribers.

use super::{ConnectionHeader, Outbox};
use skidpad_rosmsg::{Description, Message, to_ros1};
use std::io;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::io::{AsyncReadExt, AsyncWriteExt, BufWriter};
use tokio::net::TcpStream;

/// Most bytes that wait for one subscriber.
const WAITING_BYTES: usize = 32 << 20;
/// Most subscribers of a topic.
const MOST_SUBSCRIBERS: usize = 128;

/// The type of a topic as ROS 1 compares it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TopicType {
    /// `package/Name`.
    pub name: String,
    /// MD5 sum of the definition.
    pub md5: String,
    /// The definition.
    pub definition: String,
    /// Whether messages begin with a header, whose sequence number the publisher counts.
    pub begins_with_header: bool,
}

impl TopicType {
    /// The type of these messages.
    pub fn of(description: &Description) -> Self {
        TopicType {
            name: description.ros1_name(),
            md5: description.md5(),
            definition: description.ros1_definition(),
            begins_with_header: description.begins_with_header(),
        }
    }
}

/// A topic that the node publishes.
#[derive(Debug)]
pub(crate) struct Topic {
    pub(crate) name: String,
    pub(crate) kind: TopicType,
    is_latched: bool,
    queue_length: usize,
    state: Mutex<State>,
    subscriber_count: AtomicUsize,
    sent_bytes: AtomicU64,
}

#[derive(Debug, Default)]
struct State {
    subscribers: Vec<Subscriber>,
    last: Option<Arc<[u8]>>,
    sequence_number: u32,
}

#[derive(Debug)]
struct Subscriber {
    id: i32,
    name: String,
    outbox: Arc<Outbox>,
}

impl Topic {
    pub(crate) fn new(name: &str, kind: TopicType, is_latched: bool, queue_length: usize) -> Self {
        Topic {
            name: name.to_string(),
            kind,
            is_latched,
            queue_length,
            state: Mutex::default(),
            subscriber_count: AtomicUsize::new(0),
            sent_bytes: AtomicU64::new(0),
        }
    }

    fn locked(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a message would reach someone, now or later.
    pub(crate) fn is_wanted(&self) -> bool {
        self.is_latched || self.subscriber_count.load(Ordering::Acquire) > 0
    }

    pub(crate) fn subscriber_count(&self) -> usize {
        self.subscriber_count.load(Ordering::Acquire)
    }

    /// Send a message to all subscribers.
    pub(crate) fn publish<M: Message>(&self, message: &M) {
        let bytes = to_ros1(message);
        let mut framed = Vec::with_capacity(4 + bytes.len());
        framed.extend_from_slice(&u32::try_from(bytes.len()).unwrap_or(u32::MAX).to_le_bytes());
        framed.extend_from_slice(&bytes);
        let mut state = self.locked();
        if self.kind.begins_with_header {
            framed[4..8].copy_from_slice(&state.sequence_number.to_le_bytes());
        }
        state.sequence_number = state.sequence_number.wrapping_add(1);
        let framed: Arc<[u8]> = framed.into();
        for subscriber in &state.subscribers {
            subscriber.outbox.put(Arc::clone(&framed));
        }
        if self.is_latched {
            state.last = Some(framed);
        }
    }

    /// Subscribers: number of the connection, name of the node, messages lost.
    pub(crate) fn subscribers(&self) -> Vec<(i32, String, u64)> {
        let line = |it: &Subscriber| (it.id, it.name.clone(), it.outbox.lost_count());
        self.locked().subscribers.iter().map(line).collect()
    }

    /// Bytes sent so far.
    pub(crate) fn sent_bytes(&self) -> u64 {
        self.sent_bytes.load(Ordering::Relaxed)
    }

    fn add(&self, id: i32, name: &str) -> Option<Arc<Outbox>> {
        let outbox = Arc::new(Outbox::new(self.queue_length, WAITING_BYTES));
        let mut state = self.locked();
        if state.subscribers.len() >= MOST_SUBSCRIBERS {
            return None;
        }
        if let Some(last) = &state.last {
            outbox.put(Arc::clone(last));
        }
        let name: String = name.chars().take(256).collect();
        state.subscribers.push(Subscriber { id, name, outbox: Arc::clone(&outbox) });
        self.subscriber_count.store(state.subscribers.len(), Ordering::Release);
        Some(outbox)
    }

    fn remove(&self, id: i32) {
        let mut state = self.locked();
        state.subscribers.retain(|subscriber| subscriber.id != id);
        self.subscriber_count.store(state.subscribers.len(), Ordering::Release);
    }

    /// The answer to a subscriber's header.
    fn answer(&self, asked: &ConnectionHeader, node: &str) -> Result<ConnectionHeader, String> {
        let kind = &self.kind;
        let md5 = asked.get("md5sum").unwrap_or_default();
        if md5 != "*" && md5 != kind.md5 {
            let theirs = asked.get("type").unwrap_or_default();
            return Err(format!(
                "{} has the type {} with MD5 sum {}, not {theirs} with {md5}",
                self.name, kind.name, kind.md5
            ));
        }
        Ok(ConnectionHeader::new(&[
            ("callerid", node),
            ("latching", if self.is_latched { "1" } else { "0" }),
            ("md5sum", &kind.md5),
            ("message_definition", &kind.definition),
            ("topic", &self.name),
            ("type", &kind.name),
        ]))
    }
}

/// Answer a subscriber's header and send it messages until the connection ends.
pub(crate) async fn feed_subscriber(
    mut stream: TcpStream,
    asked: &ConnectionHeader,
    topic: &Topic,
    node: &str,
    id: i32,
) -> io::Result<()> {
    let answer = match topic.answer(asked, node) {
        Ok(answer) => answer,
        Err(reason) => {
            let refusal = ConnectionHeader::new(&[("error", &reason)]);
            return stream.write_all(&refusal.to_bytes()).await;
        }
    };
    let name = asked.get("callerid").unwrap_or("unknown");
    let Some(outbox) = topic.add(id, name) else {
        let refusal = ConnectionHeader::new(&[("error", "the topic has too many subscribers")]);
        return stream.write_all(&refusal.to_bytes()).await;
    };
    // Removes the subscriber however this ends.
    let _guard = Guard { topic, id };
    stream.set_nodelay(true)?;
    stream.write_all(&answer.to_bytes()).await?;
    let (mut reader, writer) = stream.split();
    let mut writer = BufWriter::with_capacity(16 << 10, writer);
    let send = async {
        loop {
            let mut message = outbox.take().await;
            loop {
                writer.write_all(&message).await?;
                topic.sent_bytes.fetch_add(message.len() as u64, Ordering::Relaxed);
                match outbox.take_now() {
                    Some(next) => message = next,
                    None => break,
                }
            }
            writer.flush().await?;
        }
    };
    // A subscriber sends nothing more; reading shows when it goes.
    let mut ignored = [0; 512];
    let gone = async {
        loop {
            match reader.read(&mut ignored).await {
                Ok(0) => return Ok(()),
                Ok(_) => {}
                Err(error) => return Err(error),
            }
        }
    };
    tokio::select! {
        sent = send => sent,
        gone = gone => gone,
    }
}

struct Guard<'a> {
    topic: &'a Topic,
    id: i32,
}

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.topic.remove(self.id);
    }
}
