//! What can be seen of a ROS 2 domain, and what in it cannot work.

use crate::graph::{GRAPH_HASH, GRAPH_TOPIC, GRAPH_TYPE, GidSize, ParticipantNodes};
use crate::names::ros_type;
use skidpad_rtps::{Endpoint, Guid, GuidPrefix, History, Peer, Qos, Wire, WireError};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::time::{Duration, Instant};

/// Receive buffers below this lose parts of large messages [bytes].
const GOOD_BUFFER: u64 = 1 << 20;

/// Most lines of one kind.
const MOST_LINES: usize = 12;

/// What was seen in a domain.
#[derive(Debug, Clone, Default)]
pub struct DomainView {
    /// Other participants.
    pub peers: Vec<Peer>,
    /// Their readers and writers.
    pub endpoints: Vec<Endpoint>,
    /// What they say about their nodes, and the size of their GUIDs.
    pub graphs: BTreeMap<GuidPrefix, (GidSize, ParticipantNodes)>,
}

impl DomainView {
    /// Listen for this long.
    pub fn listen(wire: &dyn Wire, how_long: Duration) -> Result<DomainView, WireError> {
        let all = Qos { history: History::KeepAll, ..Qos::latched(1) };
        let user_data = format!("typehash={GRAPH_HASH};");
        let graph = wire.reader(GRAPH_TOPIC, GRAPH_TYPE, &all, user_data.as_bytes())?;
        let (began, mut graphs) = (Instant::now(), BTreeMap::new());
        while began.elapsed() < how_long {
            let seen = wire.activity();
            wire.wait_for_activity(seen, Duration::from_millis(100));
            for sample in graph.drain() {
                if let Some(found) = ParticipantNodes::decode_any(&sample.body) {
                    graphs.insert(sample.writer.prefix, found);
                }
            }
        }
        let own = wire.guid().prefix;
        let mut endpoints = wire.endpoints();
        endpoints.retain(|it| it.guid.prefix != own);
        Ok(DomainView { peers: wire.peers(), endpoints, graphs })
    }

    /// Every node that others name, with its participant.
    fn nodes(&self) -> Vec<(String, GuidPrefix)> {
        let nodes = self
            .graphs
            .iter()
            .flat_map(|(prefix, (_, graph))| graph.nodes.iter().map(|node| (node.node.full(), *prefix)));
        let mut nodes: Vec<_> = nodes.collect();
        nodes.sort();
        nodes
    }

    /// Pairs of writers and readers of one topic that do not come together, in words.
    pub fn mismatches(&self) -> Vec<String> {
        let owners = self.owners();
        let name = |guid: &Guid| owners.get(guid).cloned().unwrap_or_else(|| "an unnamed node".to_string());
        let mut found = BTreeSet::new();
        let (readers, writers): (Vec<&Endpoint>, Vec<&Endpoint>) =
            self.endpoints.iter().partition(|endpoint| endpoint.is_reader);
        for writer in writers {
            for reader in readers.iter().filter(|reader| reader.topic == writer.topic) {
                let (from, to, topic) = (name(&writer.guid), name(&reader.guid), plain(&writer.topic));
                if writer.type_name != reader.type_name {
                    let [sent, wanted] =
                        [&writer.type_name, &reader.type_name].map(|name| type_in_words(name));
                    found.insert(format!("{topic}: {from} sends {sent}, {to} wants {wanted}"));
                } else if let Err(problem) = writer.qos.offers(&reader.qos) {
                    found.insert(format!("{topic}: {to} does not hear {from}: {problem}"));
                }
            }
        }
        found.into_iter().collect()
    }

    fn owners(&self) -> BTreeMap<Guid, String> {
        let nodes = self.graphs.values().flat_map(|(_, graph)| &graph.nodes);
        let owned = nodes
            .flat_map(|node| node.readers.iter().chain(&node.writers).map(|guid| (*guid, node.node.full())));
        owned.collect()
    }
}

/// A DDS topic as ROS names it.
fn plain(topic: &str) -> String {
    let service = |kind: &str| {
        topic.strip_prefix("rq").or(topic.strip_prefix("rr")).and_then(|it| it.strip_suffix(kind))
    };
    match (topic.strip_prefix("rt"), service("Request").or(service("Reply"))) {
        (Some(name), _) => name.to_string(),
        (None, Some(name)) => format!("service {name}"),
        (None, None) => topic.to_string(),
    }
}

fn type_in_words(dds_type: &str) -> String {
    ros_type(dds_type).unwrap_or_else(|| dds_type.to_string())
}

impl fmt::Display for DomainView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
        for peer in &self.peers {
            let distro = match self.graphs.get(&peer.guid.prefix) {
                Some((GidSize::Sixteen, _)) => "Iron, Jazzy or later",
                Some((GidSize::TwentyFour, _)) => "Humble or older",
                None => "no ROS 2 node",
            };
            *kinds.entry(format!("{}, {distro}", peer.vendor)).or_default() += 1;
        }
        if kinds.is_empty() {
            writeln!(f, "participants         none seen")?;
        }
        for (kind, count) in &kinds {
            writeln!(f, "participants         {count} of {kind}")?;
        }
        let sizes: BTreeSet<bool> = self.graphs.values().map(|(size, _)| *size == GidSize::Sixteen).collect();
        if sizes.len() > 1 {
            writeln!(
                f,
                "PROBLEM              nodes before and after Iron share the domain: `ros2 node list` shows one half"
            )?;
        }
        let nodes = self.nodes();
        list(f, "node", nodes.iter().map(|(name, _)| name.clone()))?;
        let mut count: BTreeMap<&str, usize> = BTreeMap::new();
        nodes.iter().for_each(|(name, _)| *count.entry(name).or_default() += 1);
        let twice = count.iter().filter(|(_, count)| **count > 1);
        list(f, "PROBLEM", twice.map(|(name, count)| format!("{count} nodes are called {name}")))?;
        let topics: BTreeSet<&str> =
            self.endpoints.iter().filter_map(|it| it.topic.strip_prefix("rt")).collect();
        let services: BTreeSet<&str> = self
            .endpoints
            .iter()
            .filter(|it| it.is_reader)
            .filter_map(|it| it.topic.strip_prefix("rq"))
            .collect();
        writeln!(f, "topics, services     {}, {}", topics.len(), services.len())?;
        let mismatches = self.mismatches();
        if mismatches.is_empty() && !self.peers.is_empty() {
            writeln!(f, "quality of service   every writer and reader of one topic fit")?;
        }
        list(f, "PROBLEM", mismatches.into_iter())
    }
}

/// Lines of one kind, as many as fit on a screen.
fn list(f: &mut fmt::Formatter<'_>, kind: &str, lines: impl Iterator<Item = String>) -> fmt::Result {
    let lines: Vec<String> = lines.collect();
    for line in lines.iter().take(MOST_LINES) {
        writeln!(f, "{kind:<20} {line}")?;
    }
    match lines.len().saturating_sub(MOST_LINES) {
        0 => Ok(()),
        more => writeln!(f, "{kind:<20} … and {more} more"),
    }
}

/// What the environment and the machine say about ROS 2, line by line. `variable` looks up a variable of the
/// environment, `setting` a setting of the kernel in bytes.
pub fn surroundings(
    variable: impl Fn(&str) -> Option<String>,
    setting: impl Fn(&str) -> Option<u64>,
) -> Vec<String> {
    let mut lines = Vec::new();
    let mut say = |kind: &str, text: String| lines.push(format!("{kind:<20} {text}"));
    match variable("RMW_IMPLEMENTATION").as_deref() {
        Some(rmw) if rmw.contains("zenoh") => {
            say("PROBLEM", format!("RMW_IMPLEMENTATION is {rmw}: its nodes use no DDS and cannot be seen"));
        }
        Some(rmw) => say("RMW_IMPLEMENTATION", rmw.to_string()),
        None => {}
    }
    for name in [
        "ROS_LOCALHOST_ONLY",
        "ROS_AUTOMATIC_DISCOVERY_RANGE",
        "ROS_STATIC_PEERS",
        "FASTDDS_BUILTIN_TRANSPORTS",
    ] {
        if let Some(value) = variable(name).filter(|value| !value.is_empty()) {
            say(name, value);
        }
    }
    if variable("ROS_DISCOVERY_SERVER").is_some_and(|value| !value.is_empty()) {
        let text = "ROS_DISCOVERY_SERVER is set: nodes that use a discovery server cannot be seen";
        say("PROBLEM", text.to_string());
    }
    if variable("ROS_SECURITY_ENABLE").as_deref() == Some("true") {
        say("PROBLEM", "ROS_SECURITY_ENABLE is true: nodes with DDS security cannot be seen".to_string());
    }
    for name in ["rmem_max", "rmem_default"] {
        match setting(name) {
            Some(bytes) if bytes < GOOD_BUFFER => {
                let advice = format!("sudo sysctl -w net.core.{name}={}", 4 * GOOD_BUFFER);
                say(
                    "buffers",
                    format!("{name} is {bytes} bytes: large clouds and pictures may lose parts; {advice}"),
                );
            }
            Some(bytes) => say("buffers", format!("{name} is {bytes} bytes")),
            None => say("buffers", format!("{name} is not known")),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Distro, NodeName, RemapRules, RosNode};
    use skidpad_rosmsg::Message;
    use skidpad_rosmsg::msg::{Imu, LaserScan};
    use skidpad_rtps::{MemoryNetwork, VendorId};
    use std::sync::Arc;

    #[test]
    fn what_does_not_fit_is_named() {
        let network = MemoryNetwork::new();
        let node = |name: &str, vendor, distro| {
            let wire = Arc::new(network.participant(vendor, b"enclave=/;").expect("a participant"));
            RosNode::new(wire, NodeName::new("/", name).expect("a name"), RemapRules::default(), distro)
                .expect("a node")
        };
        let mut driver = node("driver", VendorId::CYCLONE_DDS, Distro::IronToKilted);
        let mut slam = node("slam", VendorId::FAST_DDS, Distro::Humble);
        let scan = LaserScan::DESCRIPTION;
        let _writer = driver.publisher("/scan", scan, &Qos::best_effort(5)).expect("a writer");
        let _fits = driver.publisher("/good", scan, &Qos::reliable(5)).expect("a writer");
        let _other = driver.publisher("/data", Imu::DESCRIPTION, &Qos::reliable(5)).expect("a writer");
        let _readers = ["/scan", "/good", "/data"]
            .map(|topic| slam.subscription(topic, scan, &Qos::reliable(5)).expect("a reader"));
        driver.update_graph().expect("written");
        slam.update_graph().expect("written");
        let doctor = network.participant(VendorId::UNKNOWN, b"").expect("a participant");
        let view = DomainView::listen(&doctor, Duration::from_millis(300)).expect("a view");
        let text = view.to_string();
        for expected in [
            "1 of Cyclone DDS, Iron, Jazzy or later",
            "1 of Fast DDS, Humble or older",
            "nodes before and after Iron share the domain",
            "/driver",
            "/scan: /slam does not hear /driver",
            "/data: /driver sends sensor_msgs/msg/Imu, /slam wants sensor_msgs/msg/LaserScan",
        ] {
            assert!(text.contains(expected), "{expected:?} is not in\n{text}");
        }
        assert!(!text.contains("/good:"), "{text}");
        assert!(text.lines().count() < 24, "it fits on a screen");
    }

    #[test]
    fn small_buffers_and_foreign_transports_are_named() {
        let variable = |name: &str| (name == "RMW_IMPLEMENTATION").then(|| "rmw_zenoh_cpp".to_string());
        let lines = surroundings(variable, |_| Some(212_992));
        assert!(lines[0].starts_with("PROBLEM") && lines[0].contains("rmw_zenoh_cpp"), "{lines:?}");
        assert!(lines[1].contains("sysctl -w net.core.rmem_max=4194304"), "{lines:?}");
        assert_eq!(surroundings(|_| None, |_| Some(8 << 20)).len(), 2);
    }
}
