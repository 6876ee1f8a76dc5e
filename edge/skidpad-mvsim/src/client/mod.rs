//! A node of MVSim's network: registers, publishes, subscribes, calls services and offers them.
//!
//! Works against skidpad's broker and against the real MVSim. Every call has a time limit.

mod error;
mod node;
mod publication;
mod service;
mod subscription;

pub use error::ClientError;
pub use publication::{EncodedPublication, Publication};
pub use subscription::{Received, Subscription};

use crate::broker::DEFAULT_PORT;
use crate::messages::{MvsimMessage, TopicInfo};
use crate::zmtp::{Endpoint, Limits};
use bytes::Bytes;
use node::Node;
use skidpad_link::NetworkThread;
use std::future::Future;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

/// Who a client is and where its server is.
#[derive(Clone, Debug)]
pub struct ClientSettings {
    /// Name of the node.
    pub name: String,
    /// Host of the server.
    pub host: String,
    /// Port of the server.
    pub port: u16,
    /// How long to wait for a server that is not there yet.
    pub connect_time: Duration,
    /// How long a request to the server, or a service call, may take.
    pub request_time: Duration,
    /// The address that own sockets are bound to: loopback, or the unspecified one if the server is on another
    /// machine.
    pub address: IpAddr,
    /// Subscribers on this machine are told `ipc` endpoints, which cost less than half of what TCP costs, unless this
    /// is set. Programs that may not use abstract sockets, as in some sandboxes, need TCP.
    pub is_tcp_only: bool,
    /// Bounds of the own sockets; those that only receive requests have narrower ones.
    pub limits: Limits,
}

impl Default for ClientSettings {
    fn default() -> Self {
        ClientSettings {
            name: "anonymous".to_string(),
            host: "localhost".to_string(),
            port: DEFAULT_PORT,
            connect_time: Duration::from_secs(5),
            request_time: Duration::from_secs(5),
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            is_tcp_only: false,
            limits: Limits::default(),
        }
    }
}

/// A registered node. Its sockets live on a thread of their own; calls wait for them. It unregisters when it and all
/// that it handed out are dropped.
#[derive(Clone, Debug)]
pub struct Client {
    inner: Arc<Inner>,
}

/// What the client and everything it handed out share.
#[derive(Debug)]
pub(crate) struct Inner {
    node: Arc<Node>,
    background: NetworkThread,
}

impl Inner {
    pub(crate) fn wait_for<T, F>(&self, work: F) -> Result<T, ClientError>
    where
        F: Future<Output = Result<T, ClientError>> + Send + 'static,
        T: Send + 'static,
    {
        self.background.wait_for(work).unwrap_or(Err(ClientError::Stopped))
    }
}

impl Drop for Inner {
    fn drop(&mut self) {
        let node = self.node.clone();
        // The broker also notices that the connection ends: a failure changes nothing.
        let _ = self.background.wait_for(async move { node.unregister().await });
    }
}

impl Client {
    /// Connect to the server and register. Waits for a server that is not there yet, within the time limit.
    pub fn connect(settings: ClientSettings) -> Result<Self, ClientError> {
        let background = NetworkThread::start("mvsim-client").map_err(ClientError::Thread)?;
        let node = background.wait_for(Node::start(settings)).unwrap_or(Err(ClientError::Stopped))?;
        Ok(Client { inner: Arc::new(Inner { node: Arc::new(node), background }) })
    }

    /// Name of the node.
    pub fn name(&self) -> &str {
        &self.inner.node.settings().name
    }

    /// Names of the nodes that start with this.
    pub fn list_nodes(&self, prefix: &str) -> Result<Vec<String>, ClientError> {
        let (node, prefix) = (self.inner.node.clone(), prefix.to_string());
        self.inner.wait_for(async move { node.list_nodes(&prefix).await })
    }

    /// The topics whose names start with this, with their publishers.
    pub fn list_topics(&self, prefix: &str) -> Result<Vec<TopicInfo>, ClientError> {
        let (node, prefix) = (self.inner.node.clone(), prefix.to_string());
        self.inner.wait_for(async move { node.list_topics(&prefix).await })
    }

    /// Where a service is, and the name of the node that offers it.
    pub fn find_service(&self, name: &str) -> Result<(Endpoint, String), ClientError> {
        let (node, name) = (self.inner.node.clone(), name.to_string());
        self.inner.wait_for(async move { node.find_service(&name).await })
    }

    /// Subscribe to a topic, whether it is published yet or not.
    pub fn subscribe(&self, topic: &str) -> Result<Subscription, ClientError> {
        let (node, name) = (self.inner.node.clone(), topic.to_string());
        let subscriber = self.inner.wait_for(async move { node.subscribe(&name).await })?;
        Ok(Subscription::new(self.inner.clone(), topic, subscriber))
    }

    /// Offer a topic of this message type.
    pub fn advertise<M: MvsimMessage>(&self, topic: &str) -> Result<Publication<M>, ClientError> {
        Ok(Publication::new(self.advertise_encoded(topic, M::TYPE_NAME)?))
    }

    /// Offer a topic of messages that are encoded elsewhere, by the full name of their type.
    pub fn advertise_encoded(&self, topic: &str, type_name: &str) -> Result<EncodedPublication, ClientError> {
        let (node, name, kind) = (self.inner.node.clone(), topic.to_string(), type_name.to_string());
        let publisher = self.inner.wait_for(async move { node.advertise(&name, &kind).await })?;
        Ok(EncodedPublication::new(self.inner.clone(), topic, type_name, publisher))
    }

    /// Call a service.
    pub fn call<I: MvsimMessage, O: MvsimMessage>(&self, service: &str, input: &I) -> Result<O, ClientError> {
        let answer = self.call_encoded(service, input.encode_to_vec())?;
        crate::messages::decode_frame(&answer)
            .map_err(|error| ClientError::BadAnswer { from: format!("service `{service}`"), error })
    }

    /// Call a service with an encoded request; the answer is a frame with its type name.
    pub fn call_encoded(&self, service: &str, input: Vec<u8>) -> Result<Bytes, ClientError> {
        let (node, name) = (self.inner.node.clone(), service.to_string());
        self.inner.wait_for(async move { node.call(&name, input).await })
    }

    /// Offer a service. Requests are answered on threads that may block. `answer` must not keep the client itself:
    /// the two would keep each other for ever.
    pub fn advertise_service<I, O>(
        &self,
        service: &str,
        answer: impl Fn(I) -> O + Send + Sync + 'static,
    ) -> Result<(), ClientError>
    where
        I: MvsimMessage + 'static,
        O: MvsimMessage + 'static,
    {
        let handler = service::blocking_handler(answer);
        self.advertise_handler(service, I::TYPE_NAME, O::TYPE_NAME, handler)
    }

    /// Offer a service whose requests are answered by tasks.
    pub(crate) fn advertise_handler(
        &self,
        service: &str,
        input_type: &'static str,
        output_type: &'static str,
        handler: Handler,
    ) -> Result<(), ClientError> {
        let (node, name) = (self.inner.node.clone(), service.to_string());
        self.inner
            .wait_for(async move { node.advertise_service(&name, input_type, output_type, handler).await })
    }
}

pub(crate) use service::{Answer, Handler};
