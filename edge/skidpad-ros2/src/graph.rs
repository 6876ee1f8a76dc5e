//! `ros_discovery_info`: which node of a participant has which readers and writers.

use crate::NodeName;
use skidpad_rtps::Guid;

/// The topic of the graph.
pub const GRAPH_TOPIC: &str = "ros_discovery_info";
/// Its type.
pub const GRAPH_TYPE: &str = "rmw_dds_common::msg::dds_::ParticipantEntitiesInfo_";
/// Its hash, as ROS 2 Jazzy announces it.
pub const GRAPH_HASH: &str = "RIHS01_e725f4a506958c79f95dd693b965722c57b19cd18e7eff984f49561b93dc985d";

/// Most nodes, and endpoints of a node, that are read from one message.
const MOST: usize = 10_000;

/// How many octets a GUID takes in the graph. Nodes with another size do not understand it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GidSize {
    /// Iron and later.
    Sixteen,
    /// Humble and older.
    TwentyFour,
}

impl GidSize {
    fn octets(self) -> usize {
        match self {
            GidSize::Sixteen => 16,
            GidSize::TwentyFour => 24,
        }
    }
}

/// A node and its endpoints.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GraphNode {
    /// Its name.
    pub node: NodeName,
    /// Its readers.
    pub readers: Vec<Guid>,
    /// Its writers.
    pub writers: Vec<Guid>,
}

/// The nodes of a participant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ParticipantNodes {
    /// The participant.
    pub guid: Guid,
    /// Its nodes.
    pub nodes: Vec<GraphNode>,
}

impl ParticipantNodes {
    /// The CDR body.
    pub fn encode(&self, size: GidSize) -> Vec<u8> {
        let mut out = Vec::new();
        put_gid(&mut out, self.guid, size);
        put_count(&mut out, self.nodes.len());
        for GraphNode { node, readers, writers } in &self.nodes {
            put_text(&mut out, &node.namespace);
            put_text(&mut out, &node.name);
            for list in [readers, writers] {
                put_count(&mut out, list.len());
                list.iter().for_each(|guid| put_gid(&mut out, *guid, size));
            }
        }
        out
    }

    /// Read a body whose GUIDs have this size. The whole body must belong to it.
    pub fn decode(body: &[u8], size: GidSize) -> Option<ParticipantNodes> {
        let mut from = Reader { body, at: 0, size };
        let guid = from.gid()?;
        let mut nodes = Vec::new();
        for _ in 0..from.count()? {
            let (namespace, name) = (from.text()?, from.text()?);
            let (readers, writers) = (from.gids()?, from.gids()?);
            nodes.push(GraphNode { node: NodeName { namespace, name }, readers, writers });
        }
        (from.at == body.len()).then_some(ParticipantNodes { guid, nodes })
    }

    /// Read a body of either size; the size is the one with which the whole body makes sense.
    pub fn decode_any(body: &[u8]) -> Option<(GidSize, ParticipantNodes)> {
        let of = |size| ParticipantNodes::decode(body, size).map(|nodes| (size, nodes));
        of(GidSize::Sixteen).or_else(|| of(GidSize::TwentyFour))
    }
}

fn align(out: &mut Vec<u8>) {
    out.resize(out.len().next_multiple_of(4), 0);
}

fn put_count(out: &mut Vec<u8>, count: usize) {
    align(out);
    out.extend_from_slice(&u32::try_from(count).unwrap_or(u32::MAX).to_le_bytes());
}

fn put_text(out: &mut Vec<u8>, text: &str) {
    put_count(out, text.len() + 1);
    out.extend_from_slice(text.as_bytes());
    out.push(0);
}

fn put_gid(out: &mut Vec<u8>, guid: Guid, size: GidSize) {
    out.extend_from_slice(&guid.to_bytes());
    out.resize(out.len() + size.octets() - 16, 0);
}

struct Reader<'a> {
    body: &'a [u8],
    at: usize,
    size: GidSize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let taken = self.body.get(self.at..self.at.checked_add(count)?)?;
        self.at += count;
        Some(taken)
    }

    fn count(&mut self) -> Option<usize> {
        self.at = self.at.next_multiple_of(4);
        let count = u32::from_le_bytes(self.take(4)?.try_into().ok()?) as usize;
        (count <= MOST).then_some(count)
    }

    fn text(&mut self) -> Option<String> {
        let length = self.count()?;
        let [text @ .., 0] = self.take(length)? else { return None };
        String::from_utf8(text.to_vec()).ok()
    }

    fn gid(&mut self) -> Option<Guid> {
        let octets = self.take(self.size.octets())?;
        let (guid, rest) = octets.split_first_chunk::<16>()?;
        rest.iter().all(|octet| *octet == 0).then(|| Guid::from_bytes(*guid))
    }

    fn gids(&mut self) -> Option<Vec<Guid>> {
        (0..self.count()?).map(|_| self.gid()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use skidpad_rtps::{EntityId, GuidPrefix};

    fn guid(number: u8) -> Guid {
        Guid::new(GuidPrefix([number; 12]), EntityId::PARTICIPANT)
    }

    fn one_writer() -> ParticipantNodes {
        let node = NodeName::new("/", "talker").expect("a name");
        ParticipantNodes {
            guid: guid(1),
            nodes: vec![GraphNode { node, readers: Vec::new(), writers: vec![guid(2)] }],
        }
    }

    /// Sizes measured with peers of both kinds.
    #[test]
    fn both_sizes_are_written_and_told_apart() {
        for (size, octets) in [(GidSize::Sixteen, 64), (GidSize::TwentyFour, 80)] {
            let body = one_writer().encode(size);
            assert_eq!(body.len(), octets);
            assert_eq!(ParticipantNodes::decode_any(&body), Some((size, one_writer())));
        }
    }

    #[test]
    fn rubbish_is_not_a_graph() {
        let body = one_writer().encode(GidSize::Sixteen);
        for end in 0..body.len() {
            assert_eq!(ParticipantNodes::decode(&body[..end], GidSize::Sixteen), None, "cut at {end}");
        }
        for at in 0..body.len() {
            let mut changed = body.clone();
            changed[at] = 0xff;
            let _ = ParticipantNodes::decode_any(&changed);
        }
    }
}
