//! A topic that a client publishes.

use super::{ClientError, Inner};
use crate::messages::{MvsimMessage, encode_frame, encode_raw_frame};
use crate::zmtp::Publisher;
use bytes::Bytes;
use std::marker::PhantomData;
use std::sync::Arc;
use std::time::Duration;

/// A topic that a client publishes. Publishing never waits; nothing is encoded without a subscriber.
#[derive(Debug)]
pub struct Publication<M> {
    topic: EncodedPublication,
    message: PhantomData<fn(&M)>,
}

impl<M: MvsimMessage> Publication<M> {
    pub(crate) fn new(topic: EncodedPublication) -> Self {
        Publication { topic, message: PhantomData }
    }

    /// Name of the topic.
    pub fn topic(&self) -> &str {
        self.topic.topic()
    }

    /// How many peers subscribe.
    pub fn subscriber_count(&self) -> usize {
        self.topic.subscriber_count()
    }

    /// Publish a message.
    pub fn publish(&self, message: &M) {
        if self.subscriber_count() > 0 {
            self.topic.publish_frame(&encode_frame(message));
        }
    }

    /// Publish a message that is made only if someone subscribes.
    pub fn publish_with(&self, make: impl FnOnce() -> M) {
        if self.subscriber_count() > 0 {
            self.topic.publish_frame(&encode_frame(&make()));
        }
    }

    /// Publish a frame that was encoded before, with [`encode_frame`].
    pub fn publish_frame(&self, frame: &Bytes) {
        self.topic.publish_frame(frame);
    }

    /// How many messages the present subscribers have lost because they read too slowly.
    pub fn dropped_count(&self) -> u64 {
        self.topic.dropped_count()
    }

    /// Wait until everything is handed to the operating system, at most this long. Says whether it is.
    pub fn flush(&self, time_limit: Duration) -> Result<bool, ClientError> {
        self.topic.flush(time_limit)
    }
}

/// A topic whose message type is known only when the program runs.
#[derive(Debug)]
pub struct EncodedPublication {
    publisher: Arc<Publisher>,
    topic: String,
    type_name: String,
    inner: Arc<Inner>,
}

impl EncodedPublication {
    pub(crate) fn new(inner: Arc<Inner>, topic: &str, type_name: &str, publisher: Arc<Publisher>) -> Self {
        EncodedPublication { publisher, topic: topic.to_string(), type_name: type_name.to_string(), inner }
    }

    /// Name of the topic.
    pub fn topic(&self) -> &str {
        &self.topic
    }

    /// How many peers subscribe.
    pub fn subscriber_count(&self) -> usize {
        self.publisher.subscriber_count()
    }

    /// Publish an encoded message.
    pub fn publish(&self, payload: &[u8]) {
        if self.subscriber_count() > 0 {
            self.publish_frame(&encode_raw_frame(&self.type_name, payload));
        }
    }

    fn publish_frame(&self, frame: &Bytes) {
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
