//! A network in memory, for tests: the rules of the real one without sockets, threads or delays.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use bytes::Bytes;

use crate::activity::Activity;
use crate::guid::{EntityId, Guid, GuidPrefix, VendorId};
use crate::qos::{Durability, Qos};
use crate::receiver::{Deliver, Receiver, channel, lock};
use crate::wire::{
    Endpoint, Peer, Sample, SampleId, Wire, WireError, WriterId, check_endpoint, check_message,
    check_user_data,
};

/// A network in memory. Its clones are the same network.
#[derive(Clone, Default)]
pub struct MemoryNetwork {
    inside: Arc<Inside>,
}

#[derive(Default)]
struct Inside {
    state: Mutex<State>,
    activity: Activity,
}

#[derive(Default)]
struct State {
    participant_count: u32,
    peers: BTreeMap<Guid, Peer>,
    endpoints: BTreeMap<Guid, Member>,
}

/// An endpoint and what it needs to do its work.
struct Member {
    described: Endpoint,
    role: Role,
}

enum Role {
    Writer { next_sequence: i64, history: VecDeque<(Sample, Option<Guid>)> },
    Reader(Deliver),
}

impl MemoryNetwork {
    /// An empty network.
    pub fn new() -> Self {
        Self::default()
    }

    /// A participant that says it is of `vendor`, so that code for each vendor's peers can be tried.
    pub fn participant(&self, vendor: VendorId, user_data: &[u8]) -> Result<MemoryWire, WireError> {
        check_user_data(user_data)?;
        let mut state = lock(&self.inside.state);
        state.participant_count += 1;
        let mut prefix = GuidPrefix::default();
        prefix.0[..2].copy_from_slice(&vendor.0);
        prefix.0[8..].copy_from_slice(&state.participant_count.to_be_bytes());
        let guid = Guid::new(prefix, EntityId::PARTICIPANT);
        state.peers.insert(guid, Peer { guid, user_data: Bytes::copy_from_slice(user_data), vendor });
        drop(state);
        self.inside.activity.note();
        Ok(MemoryWire { guid, vendor, network: self.clone(), next_entity: Mutex::new(1) })
    }
}

/// A participant of a [`MemoryNetwork`]. A sample that is written is in the receivers when `write` returns.
pub struct MemoryWire {
    guid: Guid,
    vendor: VendorId,
    network: MemoryNetwork,
    next_entity: Mutex<u32>,
}

impl MemoryWire {
    fn describe(
        &self,
        topic: &str,
        type_name: &str,
        is_reader: bool,
        qos: &Qos,
        user_data: &[u8],
    ) -> Endpoint {
        let mut next = lock(&self.next_entity);
        let entity =
            if is_reader { EntityId::reader_without_key(*next) } else { EntityId::writer_without_key(*next) };
        *next += 1;
        Endpoint {
            guid: Guid::new(self.guid.prefix, entity),
            topic: topic.to_string(),
            type_name: type_name.to_string(),
            is_reader,
            qos: qos.clone(),
            user_data: Bytes::copy_from_slice(user_data),
            vendor: self.vendor,
        }
    }

    fn add(&self, described: Endpoint, role: Role) {
        let mut state = lock(&self.network.inside.state);
        if let Role::Reader(deliver) = &role {
            state.deliver_history(&described, deliver);
        }
        state.endpoints.insert(described.guid, Member { described, role });
        drop(state);
        self.network.inside.activity.note();
    }
}

impl State {
    /// What transient-local writers kept, to a reader that came late and asks for it.
    fn deliver_history(&self, reader: &Endpoint, deliver: &Deliver) {
        if reader.qos.durability == Durability::Volatile {
            return;
        }
        for member in self.endpoints.values().filter(|member| fits(&member.described, reader)) {
            if let Role::Writer { history, .. } = &member.role {
                for (sample, only) in history {
                    if only.is_none_or(|only| only == reader.guid) {
                        deliver.offer(sample.clone());
                    }
                }
            }
        }
    }

    /// Removes readers whose receivers are gone.
    fn reap(&mut self) {
        self.endpoints.retain(|_, member| match &member.role {
            Role::Reader(deliver) => deliver.is_open(),
            Role::Writer { .. } => true,
        });
    }
}

/// Whether samples flow from `writer` to `reader`.
fn fits(writer: &Endpoint, reader: &Endpoint) -> bool {
    !writer.is_reader
        && reader.is_reader
        && writer.topic == reader.topic
        && writer.type_name == reader.type_name
        && writer.qos.offers(&reader.qos).is_ok()
}

impl Wire for MemoryWire {
    fn guid(&self) -> Guid {
        self.guid
    }

    fn writer(
        &self,
        topic: &str,
        type_name: &str,
        qos: &Qos,
        user_data: &[u8],
    ) -> Result<WriterId, WireError> {
        check_endpoint(topic, type_name, user_data)?;
        let described = self.describe(topic, type_name, false, qos, user_data);
        let id = WriterId(described.guid);
        self.add(described, Role::Writer { next_sequence: 1, history: VecDeque::new() });
        Ok(id)
    }

    fn reader(
        &self,
        topic: &str,
        type_name: &str,
        qos: &Qos,
        user_data: &[u8],
    ) -> Result<Receiver, WireError> {
        check_endpoint(topic, type_name, user_data)?;
        let described = self.describe(topic, type_name, true, qos, user_data);
        let (deliver, receiver) = channel(described.guid, qos.history.depth());
        self.add(described, Role::Reader(deliver));
        Ok(receiver)
    }

    fn write(
        &self,
        writer: WriterId,
        body: Bytes,
        related: Option<SampleId>,
        only: Option<Guid>,
    ) -> Result<i64, WireError> {
        check_message(&body)?;
        let mut state = lock(&self.network.inside.state);
        let unknown = WireError::NoSuchEndpoint(writer.guid());
        let Some(member) = state.endpoints.get_mut(&writer.guid()) else { return Err(unknown) };
        let Role::Writer { next_sequence, history } = &mut member.role else { return Err(unknown) };
        let sequence = *next_sequence;
        *next_sequence += 1;
        let sample = Sample { body, big_endian: false, writer: writer.guid(), sequence, related };
        if member.described.qos.durability != Durability::Volatile {
            history.push_back((sample.clone(), only));
            if history.len() > member.described.qos.history.depth() {
                history.pop_front();
            }
        }
        let described = member.described.clone();
        for reader in state.endpoints.values() {
            if let Role::Reader(deliver) = &reader.role
                && fits(&described, &reader.described)
                && only.is_none_or(|only| only == reader.described.guid)
            {
                deliver.offer(sample.clone());
            }
        }
        drop(state);
        self.network.inside.activity.note();
        Ok(sequence)
    }

    fn remove(&self, endpoint: Guid) -> Result<(), WireError> {
        let is_ours = endpoint.prefix == self.guid.prefix;
        let removed = is_ours.then(|| lock(&self.network.inside.state).endpoints.remove(&endpoint)).flatten();
        self.network.inside.activity.note();
        removed.map(|_| ()).ok_or(WireError::NoSuchEndpoint(endpoint))
    }

    fn endpoints(&self) -> Vec<Endpoint> {
        let mut state = lock(&self.network.inside.state);
        state.reap();
        let foreign =
            state.endpoints.values().filter(|member| member.described.guid.prefix != self.guid.prefix);
        foreign.map(|member| member.described.clone()).collect()
    }

    fn peers(&self) -> Vec<Peer> {
        let state = lock(&self.network.inside.state);
        state.peers.values().filter(|peer| peer.guid != self.guid).cloned().collect()
    }

    fn matched(&self, endpoint: Guid) -> Vec<Guid> {
        let mut state = lock(&self.network.inside.state);
        state.reap();
        let Some(ours) = state.endpoints.get(&endpoint).map(|member| &member.described) else {
            return Vec::new();
        };
        let others = state.endpoints.values().map(|member| &member.described);
        others.filter(|other| fits(ours, other) || fits(other, ours)).map(|other| other.guid).collect()
    }

    fn activity(&self) -> u64 {
        self.network.inside.activity.count()
    }

    fn wait_for_activity(&self, seen: u64, timeout: Duration) -> u64 {
        self.network.inside.activity.wait(seen, timeout)
    }

    fn take_error(&self) -> Option<WireError> {
        None
    }
}

impl Drop for MemoryWire {
    fn drop(&mut self) {
        let mut state = lock(&self.network.inside.state);
        state.peers.remove(&self.guid);
        state.endpoints.retain(|guid, _| guid.prefix != self.guid.prefix);
        drop(state);
        self.network.inside.activity.note();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOPIC: &str = "rt/chatter";
    const TYPE: &str = "std_msgs::msg::dds_::String_";

    fn two() -> (MemoryWire, MemoryWire) {
        let network = MemoryNetwork::new();
        let talker = network.participant(VendorId::UNKNOWN, b"enclave=/;").expect("a participant");
        let listener = network.participant(VendorId::FAST_DDS, b"").expect("a participant");
        (talker, listener)
    }

    fn sequences(receiver: &Receiver) -> Vec<i64> {
        receiver.drain().iter().map(|sample| sample.sequence).collect()
    }

    #[test]
    fn late_readers_get_what_was_latched_and_only_if_they_ask() {
        let (talker, listener) = two();
        let writer = talker.writer(TOPIC, TYPE, &Qos::latched(2), b"").expect("a writer");
        for _ in 0..3 {
            talker.write(writer, Bytes::from_static(b"x"), None, None).expect("written");
        }
        let late = listener.reader(TOPIC, TYPE, &Qos::latched(10), b"").expect("a reader");
        let volatile = listener.reader(TOPIC, TYPE, &Qos::reliable(10), b"").expect("a reader");
        assert_eq!(sequences(&late), [2, 3]);
        assert_eq!(sequences(&volatile), []);
        talker.write(writer, Bytes::from_static(b"x"), None, None).expect("written");
        assert_eq!(sequences(&late), [4]);
        assert_eq!(sequences(&volatile), [4]);
    }

    #[test]
    fn only_what_fits_is_matched() {
        let (talker, listener) = two();
        let writer = talker.writer(TOPIC, TYPE, &Qos::best_effort(1), b"").expect("a writer");
        let reliable = listener.reader(TOPIC, TYPE, &Qos::reliable(1), b"").expect("a reader");
        let typed = listener.reader(TOPIC, "other", &Qos::best_effort(1), b"").expect("a reader");
        let good = listener.reader(TOPIC, TYPE, &Qos::best_effort(1), b"").expect("a reader");
        talker.write(writer, Bytes::from_static(b"x"), None, None).expect("written");
        assert_eq!(talker.matched(writer.guid()), [good.guid()]);
        assert_eq!(listener.matched(good.guid()), [writer.guid()]);
        assert_eq!((sequences(&reliable), sequences(&typed), sequences(&good)), (vec![], vec![], vec![1]));
    }

    #[test]
    fn a_reply_reaches_the_reader_that_asked() {
        let (server, client) = two();
        let writer = server.writer(TOPIC, TYPE, &Qos::reliable(10), b"").expect("a writer");
        let asked = client.reader(TOPIC, TYPE, &Qos::reliable(10), b"").expect("a reader");
        let other = client.reader(TOPIC, TYPE, &Qos::reliable(10), b"").expect("a reader");
        let related = SampleId { guid: asked.guid(), sequence: 4 };
        server.write(writer, Bytes::from_static(b"x"), Some(related), Some(asked.guid())).expect("written");
        assert_eq!(asked.try_recv().and_then(|sample| sample.related), Some(related));
        assert!(other.try_recv().is_none());
    }

    #[test]
    fn who_leaves_is_forgotten() {
        let (talker, listener) = two();
        let writer = talker.writer(TOPIC, TYPE, &Qos::default(), b"typehash=1;").expect("a writer");
        let reader = listener.reader(TOPIC, TYPE, &Qos::default(), b"").expect("a reader");
        assert_eq!(listener.endpoints()[0].user_data, b"typehash=1;"[..]);
        assert_eq!(talker.peers()[0].vendor, VendorId::FAST_DDS);
        drop(reader);
        assert_eq!(talker.matched(writer.guid()), []);
        let seen = listener.activity();
        talker.remove(writer.guid()).expect("removed");
        assert_ne!(listener.wait_for_activity(seen, Duration::ZERO), seen);
        assert!(matches!(
            talker.write(writer, Bytes::new(), None, None),
            Err(WireError::NoSuchEndpoint(guid)) if guid == writer.guid()
        ));
        drop(talker);
        assert_eq!((listener.peers(), listener.endpoints()), (vec![], vec![]));
    }

    #[test]
    fn names_are_checked() {
        let (talker, _) = two();
        let message = talker.writer("", TYPE, &Qos::default(), b"").err().map(|error| error.to_string());
        assert_eq!(message.as_deref(), Some("a topic must have 1 to 255 bytes without NUL, not \"\""));
        assert!(matches!(
            talker.reader(TOPIC, TYPE, &Qos::default(), &[b'x'; 8193]),
            Err(WireError::UserDataTooLong(8193))
        ));
    }
}
