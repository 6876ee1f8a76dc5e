//! A topic that a client listens to.

use super::{ClientError, Inner};
use crate::messages::{FrameError, FrameView, MvsimMessage};
use crate::zmtp::Subscriber;
use bytes::Bytes;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::timeout;

/// A topic that a client listens to.
#[derive(Debug)]
pub struct Subscription {
    subscriber: Arc<Subscriber>,
    topic: String,
    inner: Arc<Inner>,
}

/// A message that was published: a frame whose parts are in place.
#[derive(Clone, Debug)]
pub struct Received {
    frame: Bytes,
}

impl Received {
    /// Full name of the message type.
    pub fn type_name(&self) -> &str {
        FrameView::parse(&self.frame).map_or("", |view| view.type_name)
    }

    /// The encoded message.
    pub fn payload(&self) -> &[u8] {
        FrameView::parse(&self.frame).map_or(&[], |view| view.payload)
    }

    /// Decode the message if it has this type.
    pub fn decode<M: MvsimMessage>(&self) -> Result<M, FrameError> {
        FrameView::parse(&self.frame)?.decode()
    }
}

impl Subscription {
    pub(crate) fn new(inner: Arc<Inner>, topic: &str, subscriber: Arc<Subscriber>) -> Self {
        Subscription { subscriber, topic: topic.to_string(), inner }
    }

    /// Name of the topic.
    pub fn topic(&self) -> &str {
        &self.topic
    }

    /// How many publishers are known.
    pub fn publisher_count(&self) -> usize {
        self.subscriber.connection_count()
    }

    /// The next message, or `None` if none comes in this time. What is not one of MVSim's frames is skipped.
    pub fn receive(&mut self, time_limit: Duration) -> Result<Option<Received>, ClientError> {
        let subscriber = self.subscriber.clone();
        self.inner.wait_for(async move {
            let next = async {
                loop {
                    match subscriber.receive().await {
                        Some(frame) if FrameView::parse(&frame).is_ok() => return Ok(Received { frame }),
                        Some(_) => {}
                        None => return Err(ClientError::Stopped),
                    }
                }
            };
            timeout(time_limit, next).await.map_or(Ok(None), |received| received.map(Some))
        })
    }
}
