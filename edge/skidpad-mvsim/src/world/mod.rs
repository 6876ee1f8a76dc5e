//! The node `World`: the services and topics that MVSim's clients expect of a simulation.
//!
//! Requests arrive as typed values, each with a [`Reply`] that takes exactly the answer that belongs to it; a reply
//! that is dropped tells the client so. Topics without subscribers cost nothing.
//!
//! ```no_run
//! use skidpad_mvsim::broker::{Broker, BrokerSettings};
//! use skidpad_mvsim::messages::{SrvShutdownAnswer, TimeStampedPose};
//! use skidpad_mvsim::world::{ServiceRequest, World, WorldSettings};
//!
//! let broker = Broker::start(&BrokerSettings::default())?;
//! let (world, requests) = World::with_queue(WorldSettings::at(broker.endpoint()), 64)?;
//! let poses = world.advertise::<TimeStampedPose>("/r1/pose")?;
//! loop {
//!     // … step the simulation …
//!     poses.publish_with(TimeStampedPose::default);
//!     for request in requests.try_iter() {
//!         match request {
//!             ServiceRequest::Shutdown(_, reply) => return Ok(reply.send(SrvShutdownAnswer { accepted: true })),
//!             other => other.refuse("not in this world"),
//!         }
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod request;
mod sensor_topics;

pub use request::{Failure, Reply, SERVICES, ServiceRequest};
pub use sensor_topics::SensorTopics;

use crate::client::{Client, ClientError, ClientSettings, Publication};
use crate::messages::MvsimMessage;
use crate::zmtp::Endpoint;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TrySendError, sync_channel};
use std::time::Duration;

/// The name that MVSim gives its simulation.
pub const WORLD_NAME: &str = "World";

/// How the node `World` connects and answers.
#[derive(Clone, Debug)]
pub struct WorldSettings {
    /// Who and where.
    pub client: ClientSettings,
    /// How long a service may take to answer before its client hears that it failed.
    pub answer_time: Duration,
}

impl Default for WorldSettings {
    fn default() -> Self {
        let client = ClientSettings { name: WORLD_NAME.to_string(), ..ClientSettings::default() };
        WorldSettings { client, answer_time: Duration::from_secs(5) }
    }
}

impl WorldSettings {
    /// Connect to a broker here.
    pub fn at(broker: &Endpoint) -> Self {
        let mut settings = WorldSettings::default();
        settings.client.host = broker.dialled_host();
        settings.client.port = broker.port;
        // A broker that others reach wants sockets that others reach.
        if let Some(ip) = broker.ip() {
            settings.client.address = ip;
        }
        settings
    }
}

/// The node `World`, connected to a broker.
#[derive(Debug)]
pub struct World {
    client: Client,
}

impl World {
    /// Register and offer all services. `on_request` is called on the network's thread: it must not wait, but may
    /// answer at once what needs no simulation, such as the latest pose.
    pub fn start(
        settings: WorldSettings,
        on_request: impl Fn(ServiceRequest) + Send + Sync + 'static,
    ) -> Result<Self, ClientError> {
        let client = Client::connect(settings.client)?;
        request::advertise_all(&client, Arc::new(on_request), settings.answer_time)?;
        Ok(World { client })
    }

    /// Register and offer all services; requests wait in a queue. When it is full, or its receiver is gone, clients
    /// hear that their request failed.
    pub fn with_queue(
        settings: WorldSettings,
        capacity: usize,
    ) -> Result<(Self, Receiver<ServiceRequest>), ClientError> {
        let (sender, receiver) = sync_channel(capacity);
        let world = World::start(settings, move |request| match sender.try_send(request) {
            Ok(()) => {}
            Err(TrySendError::Full(request)) => request.refuse("too many requests wait already"),
            Err(TrySendError::Disconnected(request)) => request.refuse("the simulation has ended"),
        })?;
        Ok((world, receiver))
    }

    /// Offer a topic.
    pub fn advertise<M: MvsimMessage>(&self, topic: &str) -> Result<Publication<M>, ClientError> {
        self.client.advertise(topic)
    }

    /// The client that the node is.
    pub fn client(&self) -> &Client {
        &self.client
    }
}
