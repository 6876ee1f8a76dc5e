//! What the broker knows: nodes, topics, services and subscriptions, each owned by the connection that announced it.
//! Plain data; nothing here waits or touches a socket.

use crate::messages::TopicInfo;
use crate::zmtp::{ConnectionId, Endpoint, LocalName};
use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;

/// How much the broker remembers.
#[derive(Clone, Copy, Debug)]
pub struct DirectoryLimits {
    /// Most nodes.
    pub nodes: usize,
    /// Most topics.
    pub topics: usize,
    /// Most services.
    pub services: usize,
    /// Most publishers of one topic, and most subscribers of one topic.
    pub peers_per_topic: usize,
    /// Longest name [bytes].
    pub name_bytes: usize,
}

impl Default for DirectoryLimits {
    fn default() -> Self {
        DirectoryLimits { nodes: 1024, topics: 8192, services: 1024, peers_per_topic: 512, name_bytes: 256 }
    }
}

/// Who asks: the connection, and the addresses of its two ends.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asker {
    pub(crate) connection: ConnectionId,
    pub(crate) local_ip: IpAddr,
    pub(crate) peer_ip: IpAddr,
}

impl Asker {
    /// Where this asker reaches an endpoint that a node announced.
    ///
    /// MVSim's nodes announce "all addresses" of their machine. On that machine this works as it is; others get the
    /// address under which the broker sees the machine, or under which they see the broker's own.
    fn reachable(&self, endpoint: &Endpoint, announced_from: IpAddr) -> Endpoint {
        if self.peer_ip.is_loopback() && announced_from.is_loopback() || !endpoint.is_unspecified() {
            endpoint.clone()
        } else if announced_from.is_loopback() {
            endpoint.at(self.local_ip)
        } else {
            endpoint.at(announced_from)
        }
    }

    /// Where this asker reaches a publisher: by its name if both are on the broker's machine, and it has one.
    fn reachable_publisher(&self, publisher: &Publisher) -> String {
        match &publisher.local_name {
            Some(name) if self.peer_ip.is_loopback() => name.to_string(),
            _ => self.reachable(&publisher.endpoint, publisher.announced_from).to_string(),
        }
    }

    /// Where the broker reaches an endpoint of this asker: on its own machine, whatever host it names.
    fn dialled(&self, endpoint: &Endpoint) -> Endpoint {
        endpoint.at(self.peer_ip)
    }
}

#[derive(Debug)]
struct Publisher {
    node: String,
    endpoint: Endpoint,
    /// Only of publishers on the broker's machine.
    local_name: Option<LocalName>,
    owner: ConnectionId,
    announced_from: IpAddr,
}

#[derive(Debug)]
struct Subscriber {
    asker: Asker,
    /// Where the broker connects to.
    target: Endpoint,
    /// Publishers it was told of. MVSim's clients connect again whenever they hear of a publisher and then receive
    /// everything twice, so nobody is told twice.
    told: BTreeSet<String>,
}

impl Subscriber {
    /// Publishers come and go for as long as it listens: what it was told is kept within a limit.
    fn forget_the_gone(&mut self, publishers: &[Publisher], limit: usize) {
        if self.told.len() > limit {
            let asker = self.asker;
            let present: BTreeSet<String> =
                publishers.iter().map(|it| asker.reachable_publisher(it)).collect();
            self.told.retain(|endpoint| present.contains(endpoint));
        }
    }
}

#[derive(Debug, Default)]
struct Topic {
    type_name: String,
    publishers: Vec<Publisher>,
    /// By the endpoint that updates are pushed to.
    subscribers: BTreeMap<String, Subscriber>,
}

#[derive(Debug)]
struct Service {
    input_type: String,
    output_type: String,
    endpoint: Endpoint,
    node: String,
    owner: ConnectionId,
    announced_from: IpAddr,
}

/// A message for a subscriber.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Push {
    /// The endpoint it subscribed with.
    pub(crate) updates_endpoint: String,
    /// Where the broker connects to.
    pub(crate) target: Endpoint,
    /// What it is told.
    pub(crate) info: TopicInfo,
}

/// Everything that nodes have announced.
#[derive(Debug, Default)]
pub(crate) struct Directory {
    limits: DirectoryLimits,
    /// The connections that registered each name.
    nodes: BTreeMap<String, BTreeSet<ConnectionId>>,
    topics: BTreeMap<String, Topic>,
    services: BTreeMap<String, Service>,
}

impl Directory {
    pub(crate) fn new(limits: DirectoryLimits) -> Self {
        Directory { limits, ..Directory::default() }
    }

    /// A name that can be printed and kept.
    fn check_name(&self, what: &str, name: &str) -> Result<(), String> {
        let limit = self.limits.name_bytes;
        match name {
            "" => Err(format!("the {what} is empty")),
            _ if name.len() > limit => Err(format!("the {what} is longer than {limit} bytes")),
            _ if name.chars().any(char::is_control) => Err(format!("the {what} has control characters")),
            _ => Ok(()),
        }
    }

    /// Register a node. Several may share a name; it is listed until the last of them goes.
    pub(crate) fn register(&mut self, asker: &Asker, name: &str) -> Result<(), String> {
        self.check_name("node name", name)?;
        if !self.nodes.contains_key(name) && self.nodes.len() >= self.limits.nodes {
            return Err(format!("{} nodes are registered already", self.limits.nodes));
        }
        self.nodes.entry(name.to_string()).or_default().insert(asker.connection);
        Ok(())
    }

    /// Remove a node and all that its connection announced under this name.
    pub(crate) fn unregister(&mut self, asker: &Asker, name: &str) {
        self.remove_node(asker.connection, name);
        let owner = asker.connection;
        let is_kept = |node: &str, its_owner: ConnectionId| its_owner != owner || node != name;
        self.services.retain(|_, service| is_kept(&service.node, service.owner));
        for topic in self.topics.values_mut() {
            topic.publishers.retain(|publisher| is_kept(&publisher.node, publisher.owner));
            topic.subscribers.retain(|_, subscriber| subscriber.asker.connection != owner);
        }
        self.drop_empty_topics();
    }

    /// Remove all that a connection announced; it has ended.
    pub(crate) fn forget(&mut self, connection: ConnectionId) {
        let names: Vec<String> = self.nodes.keys().cloned().collect();
        names.iter().for_each(|name| self.remove_node(connection, name));
        self.services.retain(|_, service| service.owner != connection);
        for topic in self.topics.values_mut() {
            topic.publishers.retain(|publisher| publisher.owner != connection);
            topic.subscribers.retain(|_, subscriber| subscriber.asker.connection != connection);
        }
        self.drop_empty_topics();
    }

    fn remove_node(&mut self, connection: ConnectionId, name: &str) {
        if let Some(owners) = self.nodes.get_mut(name) {
            owners.remove(&connection);
            if owners.is_empty() {
                self.nodes.remove(name);
            }
        }
    }

    fn drop_empty_topics(&mut self) {
        self.topics.retain(|_, topic| !topic.publishers.is_empty() || !topic.subscribers.is_empty());
        for topic in self.topics.values_mut().filter(|topic| topic.publishers.is_empty()) {
            topic.type_name.clear();
        }
    }

    fn topic_entry(&mut self, name: &str) -> Result<&mut Topic, String> {
        self.check_name("topic name", name)?;
        if !self.topics.contains_key(name) && self.topics.len() >= self.limits.topics {
            return Err(format!("{} topics are known already", self.limits.topics));
        }
        Ok(self.topics.entry(name.to_string()).or_default())
    }

    /// Add a publisher; its subscribers are to be told.
    pub(crate) fn advertise_topic(
        &mut self,
        asker: &Asker,
        (name, type_name): (&str, &str),
        (endpoint, local_name): (Endpoint, Option<LocalName>),
        node: &str,
    ) -> Result<Vec<Push>, String> {
        self.check_name("node name", node)?;
        self.check_name("topic type", type_name)?;
        let limit = self.limits.peers_per_topic;
        let topic = self.topic_entry(name)?;
        if !topic.publishers.is_empty() && topic.type_name != type_name {
            let known = &topic.type_name;
            return Err(format!("topic `{name}` is published as {known}, not as {type_name}"));
        }
        let owner = asker.connection;
        topic.publishers.retain(|it| !(it.owner == owner && it.node == node || it.endpoint == endpoint));
        if topic.publishers.len() >= limit {
            return Err(format!("topic `{name}` has {limit} publishers already"));
        }
        topic.type_name = type_name.to_string();
        let announced_from = asker.peer_ip;
        let local_name = local_name.filter(|_| announced_from.is_loopback());
        let node = node.to_string();
        topic.publishers.push(Publisher { node, endpoint, local_name, owner, announced_from });
        let announced_count = topic.publishers.len();
        for subscriber in topic.subscribers.values_mut() {
            subscriber.forget_the_gone(&topic.publishers, limit + announced_count);
        }
        let pushes = topic.subscribers.iter_mut().map(|(updates, subscriber)| {
            news(name, &topic.type_name, &topic.publishers, updates, subscriber)
        });
        Ok(pushes.filter(|push| !push.info.publisher_endpoint.is_empty()).collect())
    }

    /// Add or replace a service.
    pub(crate) fn advertise_service(
        &mut self,
        asker: &Asker,
        name: &str,
        (input_type, output_type): (&str, &str),
        endpoint: Endpoint,
        node: &str,
    ) -> Result<(), String> {
        self.check_name("service name", name)?;
        self.check_name("node name", node)?;
        match self.services.get(name) {
            Some(known) if known.input_type != input_type || known.output_type != output_type => {
                let (input, output) = (&known.input_type, &known.output_type);
                return Err(format!("service `{name}` is known with the types {input} and {output}"));
            }
            None if self.services.len() >= self.limits.services => {
                return Err(format!("{} services are known already", self.limits.services));
            }
            _ => {}
        }
        let service = Service {
            input_type: input_type.to_string(),
            output_type: output_type.to_string(),
            endpoint,
            node: node.to_string(),
            owner: asker.connection,
            announced_from: asker.peer_ip,
        };
        self.services.insert(name.to_string(), service);
        Ok(())
    }

    /// Add a subscriber; it is to be told of all publishers, even if there are none.
    pub(crate) fn subscribe(
        &mut self,
        asker: &Asker,
        name: &str,
        updates_endpoint: &Endpoint,
    ) -> Result<Push, String> {
        let limit = self.limits.peers_per_topic;
        let updates = updates_endpoint.to_string();
        let topic = self.topic_entry(name)?;
        if !topic.subscribers.contains_key(&updates) && topic.subscribers.len() >= limit {
            return Err(format!("topic `{name}` has {limit} subscribers already"));
        }
        let target = asker.dialled(updates_endpoint);
        let mut subscriber = Subscriber { asker: *asker, target, told: BTreeSet::new() };
        let push = news(name, &topic.type_name, &topic.publishers, &updates, &mut subscriber);
        topic.subscribers.insert(updates, subscriber);
        Ok(push)
    }

    /// A message did not reach its subscriber: what it said may be said again.
    pub(crate) fn was_not_told(&mut self, push: &Push) {
        if let Some(topic) = self.topics.get_mut(&push.info.topic_name)
            && let Some(subscriber) = topic.subscribers.get_mut(&push.updates_endpoint)
        {
            push.info.publisher_endpoint.iter().for_each(|endpoint| {
                subscriber.told.remove(endpoint);
            });
        }
    }

    /// How many publishers all subscribers together were told of.
    #[cfg(test)]
    pub(crate) fn told_count(&self) -> usize {
        self.topics.values().flat_map(|topic| topic.subscribers.values()).map(|it| it.told.len()).sum()
    }

    /// Endpoint and node of a service.
    pub(crate) fn service(&self, asker: &Asker, name: &str) -> Option<(Endpoint, &str)> {
        let service = self.services.get(name)?;
        Some((asker.reachable(&service.endpoint, service.announced_from), &service.node))
    }

    /// Names of nodes with this prefix.
    pub(crate) fn nodes(&self, prefix: &str) -> Vec<String> {
        self.nodes.keys().filter(|name| name.starts_with(prefix)).cloned().collect()
    }

    /// Topics with this prefix.
    pub(crate) fn topics(&self, asker: &Asker, prefix: &str) -> Vec<TopicInfo> {
        let topics = self.topics.iter().filter(|(name, _)| name.starts_with(prefix));
        topics.map(|(name, topic)| info(asker, name, &topic.type_name, topic.publishers.iter())).collect()
    }
}

fn info<'a>(
    asker: &Asker,
    name: &str,
    type_name: &str,
    publishers: impl Iterator<Item = &'a Publisher>,
) -> TopicInfo {
    let (publisher_endpoint, publisher_name) =
        publishers.map(|it| (asker.reachable_publisher(it), it.node.clone())).unzip();
    let (topic_name, topic_type) = (name.to_string(), type_name.to_string());
    TopicInfo { topic_name, topic_type, publisher_endpoint, publisher_name }
}

/// The publishers that a subscriber does not know yet.
fn news(
    name: &str,
    type_name: &str,
    publishers: &[Publisher],
    updates_endpoint: &str,
    subscriber: &mut Subscriber,
) -> Push {
    let asker = subscriber.asker;
    let told = &mut subscriber.told;
    let new = publishers.iter().filter(|it| told.insert(asker.reachable_publisher(it)));
    let info = info(&asker, name, type_name, new);
    let target = subscriber.target.clone();
    Push { updates_endpoint: updates_endpoint.to_string(), target, info }
}
