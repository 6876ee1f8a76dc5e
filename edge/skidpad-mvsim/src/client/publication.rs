//! A topic that a client publishes.

use super::{ClientError, Inner};
use crate::messages::{MvsimMessage, encode_frame};
use crate::zmtp::Publisher;
use bytes::Bytes;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

/// A topic that a client publishes. Publishing never waits; nothing is encoded while nobody subscribes.
#[derive(Debug)]
pub struct Publication<M> {
    // The socket goes before the thread it lives on.
    publisher: Arc<Publisher>,
    topic: String,
    inner: Arc<Inner>,
    message: PhantomData<fn(&M)>,
}

impl<M: MvsimMessage> Publication<M> {
    pub(crate) fn new(inner: Arc<Inner>, topic: &str, publisher: Arc<Publisher>) -> Self {
        Publication { publisher, topic: topic.to_string(), inner, message: PhantomData }
    }

    /// Name of the topic.
    pub fn topic(&self) -> &str {
        &self.topic
    }

    /// How many peers subscribe.
    pub fn subscriber_count(&self) -> usize {
        self.publisher.subscriber_count()
    }

    /// Publish a message.
    pub fn publish(&self, message: &M) {
        if self.subscriber_count() > 0 {
            self.publisher.publish(&encode_frame(message));
        }
    }

    /// Publish a message that is made only if someone subscribes.
    pub fn publish_with(&self, make: impl FnOnce() -> M) {
        if self.subscriber_count() > 0 {
            self.publisher.publish(&encode_frame(&make()));
        }
    }

    /// Publish a frame that was encoded before, with [`encode_frame`].
    pub fn publish_frame(&self, frame: &Bytes) {
        self.publisher.publish(frame);
    }

    /// How many messages the present subscribers have lost because they read too slowly.
    pub fn dropped_count(&self) -> u64 {
        self.publisher.dropped_count()
    }

    /// Wait until everything is handed to the operating system, at most this long. Says whether it is.
    pub fn flush(&self, time_limit: Duration) -> Result<bool, ClientError> {
        let publisher = self.publisher.clone();
        self.inner.wait_for(async move { Ok(publisher.flush(time_limit).await) })
    }
}
