//! A ROS 2 node on a [`Wire`]: publishers, subscriptions and services under their mangled names, with type hashes, and
//! the node's place in the graph.

use crate::graph::{GRAPH_HASH, GRAPH_TOPIC, GRAPH_TYPE, GidSize, GraphNode, ParticipantNodes};
use crate::names::{dds_reply, dds_request, dds_topic, dds_type};
use crate::service::ServiceServer;
use crate::{NodeName, RemapRules};
use skidpad_rosmsg::Description;
use skidpad_rtps::{Guid, History, Qos, Receiver, Wire, WireError, WriterId};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

/// Which ROS 2 the other nodes are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Distro {
    /// What the first other node says.
    #[default]
    Auto,
    /// Humble and older.
    Humble,
    /// Iron, Jazzy and Kilted.
    IronToKilted,
    /// Lyrical, Rolling and later.
    LyricalAndLater,
}

impl Distro {
    /// The names that users write.
    pub const NAMES: &str = "auto, humble, iron, jazzy, kilted, lyrical or rolling";

    /// A distribution by its name.
    pub fn parse(text: &str) -> Option<Distro> {
        match text {
            "auto" => Some(Distro::Auto),
            "foxy" | "galactic" | "humble" => Some(Distro::Humble),
            "iron" | "jazzy" | "kilted" => Some(Distro::IronToKilted),
            "lyrical" | "rolling" => Some(Distro::LyricalAndLater),
            _ => None,
        }
    }
}

/// A node.
pub struct RosNode {
    wire: Arc<dyn Wire>,
    name: NodeName,
    remaps: RemapRules,
    graph_writer: WriterId,
    graph_reader: Receiver,
    is_size_fixed: bool,
    gid_size: GidSize,
    readers: Vec<Guid>,
    writers: Vec<Guid>,
    /// Whether the graph must be written.
    has_changed: bool,
    service_count: u32,
    /// The types of its endpoints, by name.
    types: BTreeMap<&'static str, &'static Description>,
}

/// The user data of an endpoint of a type.
fn type_hash(hash: &str) -> String {
    format!("typehash={hash};")
}

impl RosNode {
    /// A node on a wire.
    pub fn new(
        wire: Arc<dyn Wire>,
        name: NodeName,
        remaps: RemapRules,
        distro: Distro,
    ) -> Result<RosNode, WireError> {
        let user_data = type_hash(GRAPH_HASH);
        let latched = Qos::latched(1);
        let all = Qos { history: History::KeepAll, ..Qos::latched(1) };
        let graph_writer = wire.writer(GRAPH_TOPIC, GRAPH_TYPE, &latched, user_data.as_bytes())?;
        let graph_reader = wire.reader(GRAPH_TOPIC, GRAPH_TYPE, &all, user_data.as_bytes())?;
        Ok(RosNode {
            wire,
            name,
            remaps,
            graph_writer,
            graph_reader,
            is_size_fixed: distro != Distro::Auto,
            gid_size: if distro == Distro::Humble { GidSize::TwentyFour } else { GidSize::Sixteen },
            readers: Vec::new(),
            writers: Vec::new(),
            has_changed: true,
            service_count: 0,
            types: BTreeMap::new(),
        })
    }

    /// Its name.
    pub fn name(&self) -> &NodeName {
        &self.name
    }

    /// Its wire.
    pub fn wire(&self) -> &dyn Wire {
        &*self.wire
    }

    /// The types of its endpoints.
    pub fn types(&self) -> impl Iterator<Item = &'static Description> {
        self.types.values().copied()
    }

    /// The full name of a topic or service after remapping.
    pub fn resolve(&self, name: &str) -> String {
        self.remaps.resolve(&self.name, name)
    }

    /// Publish a topic.
    pub fn publisher(
        &mut self,
        name: &str,
        description: &'static Description,
        qos: &Qos,
    ) -> Result<WriterId, WireError> {
        let (topic, type_name) = (dds_topic(&self.resolve(name)), dds_type(description.type_name));
        let user_data = type_hash(&description.hash());
        let writer = self.wire.writer(&topic, &type_name, qos, user_data.as_bytes())?;
        self.writers.push(writer.guid());
        self.types.insert(description.type_name, description);
        self.has_changed = true;
        Ok(writer)
    }

    /// Subscribe to a topic.
    pub fn subscription(
        &mut self,
        name: &str,
        description: &'static Description,
        qos: &Qos,
    ) -> Result<Receiver, WireError> {
        let (topic, type_name) = (dds_topic(&self.resolve(name)), dds_type(description.type_name));
        let user_data = type_hash(&description.hash());
        let reader = self.wire.reader(&topic, &type_name, qos, user_data.as_bytes())?;
        self.readers.push(reader.guid());
        self.types.insert(description.type_name, description);
        self.has_changed = true;
        Ok(reader)
    }

    /// Offer a service.
    pub fn service(
        &mut self,
        name: &str,
        request: &'static Description,
        response: &'static Description,
        depth: u32,
    ) -> Result<ServiceServer, WireError> {
        let service = self.resolve(name);
        let qos = Qos::reliable(depth);
        self.service_count += 1;
        let id = self.service_id(self.service_count);
        let user_data =
            |description: &Description| format!("serviceid={id};{}", type_hash(&description.hash()));
        let (requests, replies) = (dds_request(&service), dds_reply(&service));
        let reader =
            self.wire.reader(&requests, &dds_type(request.type_name), &qos, user_data(request).as_bytes())?;
        let writer = self.wire.writer(
            &replies,
            &dds_type(response.type_name),
            &qos,
            user_data(response).as_bytes(),
        )?;
        self.readers.push(reader.guid());
        self.writers.push(writer.guid());
        self.types.extend([request, response].map(|it| (it.type_name, it)));
        self.has_changed = true;
        Ok(ServiceServer::new(reader, writer, replies))
    }

    /// An endpoint is no longer part of the node.
    pub fn forget(&mut self, endpoint: Guid) {
        self.readers.retain(|it| *it != endpoint);
        self.writers.retain(|it| *it != endpoint);
        self.has_changed = true;
    }

    /// The name of a service server among those of a participant, as rmw_cyclonedds writes it: 16 octets in hexadecimal,
    /// joined by dots, the first padded with a blank.
    fn service_id(&self, number: u32) -> String {
        let prefix = self.wire.guid().prefix.0;
        let octets = prefix.into_iter().chain(number.to_be_bytes());
        let mut id = String::new();
        for (place, octet) in octets.enumerate() {
            let _ = if place == 0 { write!(id, "{octet:2x}") } else { write!(id, ".{octet:x}") };
        }
        id
    }

    /// Read what other participants say about their nodes, and say what ours are where that has changed.
    pub fn update_graph(&mut self) -> Result<(), WireError> {
        for sample in self.graph_reader.drain() {
            if self.is_size_fixed || sample.writer.prefix == self.wire.guid().prefix {
                continue;
            }
            if let Some((size, _)) = ParticipantNodes::decode_any(&sample.body) {
                self.is_size_fixed = true;
                self.has_changed |= size != self.gid_size;
                self.gid_size = size;
            }
        }
        if std::mem::take(&mut self.has_changed) {
            let node = GraphNode {
                node: self.name.clone(),
                readers: self.readers.clone(),
                writers: self.writers.clone(),
            };
            let nodes = ParticipantNodes { guid: self.wire.guid(), nodes: vec![node] };
            self.wire.write(self.graph_writer, nodes.encode(self.gid_size).into(), None, None)?;
        }
        Ok(())
    }
}
