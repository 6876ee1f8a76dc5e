//! Discovery: who is there (SPDP), and what they write and read (SEDP).

use std::collections::BTreeMap;
use std::net::{Ipv4Addr, SocketAddrV4};
use std::time::{Duration, Instant};

use crate::announcement::{EndpointData, ParticipantData};
use crate::change::{Change, Payload};
use crate::engine::{Engine, EngineSettings};
use crate::guid::{EntityId, Guid, GuidPrefix, VendorId};
use crate::message::{Data, Header, Malformed, PayloadKind};
use crate::parameters::SampleNotes;
use crate::reader::Arrived;

/// The most participants, and endpoints of each, that are remembered.
const PEER_LIMIT: usize = 256;
const PEER_ENDPOINT_LIMIT: usize = 4096;
/// The most endpoints of all of them together.
const ENDPOINT_LIMIT: usize = 16_384;
/// Whoever is not heard for so long is forgotten, whatever its lease. Peers announce themselves every half minute or so.
const LEASE_LIMIT: Duration = Duration::from_secs(300);
/// The first announcements follow each other quickly, so that a peer that starts at the same time is found soon.
const EARLY_PERIOD: Duration = Duration::from_millis(100);
const EARLY_COUNT: u32 = 5;

/// Endpoints that every participant has.
pub(crate) mod builtin {
    use crate::announcement::EndpointData;
    use crate::guid::{EntityId, Guid};
    use crate::qos::Qos;

    pub(crate) const PARTICIPANT_WRITER: EntityId = EntityId([0, 1, 0, 0xc2]);
    pub(crate) const PARTICIPANT_READER: EntityId = EntityId([0, 1, 0, 0xc7]);
    pub(crate) const PUBLICATIONS_WRITER: EntityId = EntityId([0, 0, 3, 0xc2]);
    pub(crate) const PUBLICATIONS_READER: EntityId = EntityId([0, 0, 3, 0xc7]);
    pub(crate) const SUBSCRIPTIONS_WRITER: EntityId = EntityId([0, 0, 4, 0xc2]);
    pub(crate) const SUBSCRIPTIONS_READER: EntityId = EntityId([0, 0, 4, 0xc7]);
    pub(crate) const LIVELINESS_WRITER: EntityId = EntityId([0, 2, 0, 0xc2]);
    pub(crate) const LIVELINESS_READER: EntityId = EntityId([0, 2, 0, 0xc7]);

    /// Those with a history; the writer and reader of participants have none.
    pub(crate) const WRITERS: [EntityId; 3] = [PUBLICATIONS_WRITER, SUBSCRIPTIONS_WRITER, LIVELINESS_WRITER];
    pub(crate) const READERS: [EntityId; 3] = [PUBLICATIONS_READER, SUBSCRIPTIONS_READER, LIVELINESS_READER];

    /// Which bit of an announcement says that a participant has the writer and the reader of each pair.
    pub(crate) const BITS: [(u32, u32); 3] = [(2, 3), (4, 5), (10, 11)];
    /// All of them, and the pair of participants.
    pub(crate) const ALL: u32 = 0x0c3f;

    pub(crate) fn is_builtin(entity: EntityId) -> bool {
        entity.0[3] & 0xc0 == 0xc0
    }

    pub(crate) fn described(guid: Guid) -> EndpointData {
        EndpointData::new(guid, "discovery", "", &Qos::latched(1), b"")
    }
}

/// Another participant.
pub(crate) struct RemoteParticipant {
    pub(crate) described: ParticipantData,
    pub(crate) last_heard: Instant,
    pub(crate) endpoints: BTreeMap<EntityId, EndpointData>,
}

impl RemoteParticipant {
    pub(crate) fn writers(&self) -> impl Iterator<Item = &EndpointData> {
        self.endpoints.values().filter(|endpoint| endpoint.guid.entity.is_writer())
    }

    pub(crate) fn readers(&self) -> impl Iterator<Item = &EndpointData> {
        self.endpoints.values().filter(|endpoint| endpoint.guid.entity.is_reader())
    }

    pub(crate) fn held_bytes(&self) -> usize {
        let text = |endpoint: &EndpointData| {
            endpoint.topic.len()
                + endpoint.type_name.len()
                + endpoint.user_data.len()
                + size_of::<EndpointData>()
        };
        self.described.user_data.len() + self.endpoints.values().map(text).sum::<usize>()
    }

    /// Where an endpoint hears samples.
    pub(crate) fn address_of(&self, endpoint: &EndpointData, settings: &EngineSettings) -> SocketAddrV4 {
        let own = choose_address(&endpoint.addresses, settings);
        own.or_else(|| choose_address(&self.described.user, settings)).unwrap_or(UNREACHABLE)
    }

    fn meta_address(&self, settings: &EngineSettings) -> SocketAddrV4 {
        choose_address(&self.described.meta, settings).unwrap_or(UNREACHABLE)
    }

    fn has(&self, bit: u32) -> bool {
        self.described.builtin & (1 << bit) != 0
    }

    fn lease_ends(&self) -> Option<Instant> {
        self.last_heard.checked_add(self.described.lease.min(LEASE_LIMIT))
    }
}

/// Nothing is sent to port 0.
const UNREACHABLE: SocketAddrV4 = SocketAddrV4::new(Ipv4Addr::LOCALHOST, 0);

/// The address of a peer that we reach best. From loopback that is loopback, and from elsewhere it is not.
fn choose_address(addresses: &[SocketAddrV4], settings: &EngineSettings) -> Option<SocketAddrV4> {
    let ours = *settings.address.ip();
    let same_network = |address: &&SocketAddrV4| address.ip().octets()[..3] == ours.octets()[..3];
    let same_kind = |address: &&SocketAddrV4| address.ip().is_loopback() == ours.is_loopback();
    let usable = || addresses.iter().filter(|address| ours.is_loopback() || !address.ip().is_loopback());
    usable().find(same_network).or_else(|| usable().find(same_kind)).or_else(|| usable().next()).copied()
}

/// When the next announcement is due.
pub(crate) struct Announcer {
    due: Instant,
    sent_count: u32,
    liveliness_due: Option<Instant>,
}

impl Announcer {
    pub(crate) fn new(now: Instant) -> Self {
        Self { due: now, sent_count: 0, liveliness_due: None }
    }
}

impl Engine {
    pub(crate) fn discovery_due(&self) -> Instant {
        let leases = self.peers.values().filter_map(RemoteParticipant::lease_ends);
        leases.chain(self.announcer.liveliness_due).fold(self.announcer.due, Instant::min)
    }

    pub(crate) fn tick_discovery(&mut self, now: Instant) {
        if self.announcer.due <= now {
            self.announce_to_all();
            self.announcer.sent_count = self.announcer.sent_count.saturating_add(1);
            let is_early = self.announcer.sent_count < EARLY_COUNT;
            self.announcer.due = now + if is_early { EARLY_PERIOD } else { self.settings.announce_period };
        }
        if self.announcer.liveliness_due.is_some_and(|due| due <= now) {
            self.assert_liveliness(now);
        }
        let is_over = |peer: &RemoteParticipant| peer.lease_ends().is_some_and(|end| end <= now);
        let gone = self.peers.iter().filter(|(_, peer)| is_over(peer)).map(|(&prefix, _)| prefix);
        for prefix in gone.collect::<Vec<_>>() {
            self.forget_peer(prefix);
        }
    }

    fn participant_data(&self) -> ParticipantData {
        ParticipantData {
            guid: self.guid(),
            vendor: VendorId::UNKNOWN,
            domain: Some(u32::from(self.settings.domain)),
            meta: vec![self.settings.address],
            user: vec![self.settings.address],
            meta_multicast: self.settings.multicast.into_iter().collect(),
            lease: self.settings.lease,
            builtin: builtin::ALL,
            user_data: self.settings.user_data.clone(),
        }
    }

    fn announcement(&self) -> Data {
        Data {
            reader: builtin::PARTICIPANT_READER,
            writer: builtin::PARTICIPANT_WRITER,
            sequence: 1,
            inline_qos: None,
            payload_kind: PayloadKind::Data,
            payload: self.participant_data().payload(),
        }
    }

    /// Where announcements are sent whether someone is there or not.
    fn public_addresses(&self) -> Vec<SocketAddrV4> {
        let own = self.settings.address;
        let others = self.settings.announce_to.iter().filter(|address| **address != own);
        self.settings.multicast.iter().chain(others).copied().collect()
    }

    fn announce_to_all(&mut self) {
        let data = self.announcement();
        let known = self.peers.values().map(|peer| peer.meta_address(&self.settings));
        let mut addresses: Vec<_> = self.public_addresses().into_iter().chain(known).collect();
        addresses.sort();
        addresses.dedup();
        for address in addresses {
            let mut message = self.queue.open_message();
            message.data(&data);
            self.queue.push(address, message);
        }
    }

    fn announce_to(&mut self, prefix: GuidPrefix) {
        let Some(address) = self.peers.get(&prefix).map(|peer| peer.meta_address(&self.settings)) else {
            return;
        };
        let mut message = self.queue.message(prefix);
        message.data(&self.announcement());
        self.queue.push(address, message);
    }

    /// Tells everyone that we leave.
    pub(crate) fn say_goodbye(&mut self) {
        let notes = SampleNotes { key: Some(self.guid()), is_disposed: true, related: None };
        let data = Data {
            sequence: 2,
            inline_qos: notes.write(),
            payload_kind: PayloadKind::Key,
            payload: ParticipantData::key_payload(self.guid()),
            ..self.announcement()
        };
        let known = self.peers.values().map(|peer| peer.meta_address(&self.settings));
        let mut addresses: Vec<_> = self.public_addresses().into_iter().chain(known).collect();
        addresses.sort();
        addresses.dedup();
        for address in addresses {
            let mut message = self.queue.open_message();
            message.data(&data);
            self.queue.push(address, message);
        }
    }

    /// A participant announces itself, or says goodbye.
    pub(crate) fn on_participant(
        &mut self,
        source: Header,
        data: Data,
        now: Instant,
    ) -> Result<(), Malformed> {
        let notes = data.inline_qos.as_ref().map(SampleNotes::read).transpose()?.unwrap_or_default();
        if notes.is_disposed || data.payload_kind != PayloadKind::Data {
            // Only a participant itself can leave.
            let key = notes.key.map_or_else(|| EndpointData::read_key(data.payload), Ok)?;
            if key.prefix == source.prefix {
                self.forget_peer(source.prefix);
            }
            return Ok(());
        }
        let described = ParticipantData::read(data.payload)?;
        let is_ours = described.domain.is_none_or(|domain| domain == u32::from(self.settings.domain));
        let is_genuine = described.guid == Guid::new(source.prefix, EntityId::PARTICIPANT);
        if !is_ours || !is_genuine || choose_address(&described.meta, &self.settings).is_none() {
            return Ok(());
        }
        self.meet(described, now);
        Ok(())
    }

    fn meet(&mut self, described: ParticipantData, now: Instant) {
        let prefix = described.guid.prefix;
        if let Some(known) = self.peers.get_mut(&prefix) {
            known.last_heard = now;
            if known.described == described {
                return;
            }
            known.described = described;
            self.match_builtin(prefix, now);
            self.rematch_peer(prefix, now);
        } else if self.has_room_for_peer() {
            let peer = RemoteParticipant { described, last_heard: now, endpoints: BTreeMap::new() };
            self.peers.insert(prefix, peer);
            // It should know us before it hears about our endpoints.
            self.announce_to(prefix);
            self.match_builtin(prefix, now);
        }
        self.activity.note();
    }

    /// Whether another peer can be remembered. If need be, the one without endpoints is forgotten that was not heard for
    /// longest: it may never have existed.
    fn has_room_for_peer(&mut self) -> bool {
        if self.peers.len() < PEER_LIMIT {
            return true;
        }
        let idle = self.peers.iter().filter(|(_, peer)| peer.endpoints.is_empty());
        let Some(oldest) = idle.min_by_key(|(_, peer)| peer.last_heard).map(|(&prefix, _)| prefix) else {
            return false;
        };
        self.forget_peer(oldest);
        true
    }

    /// Connects the endpoints of discovery with those of a peer.
    fn match_builtin(&mut self, prefix: GuidPrefix, now: Instant) {
        let Some(peer) = self.peers.get(&prefix) else { return };
        let address = peer.meta_address(&self.settings);
        for (index, (writer_bit, reader_bit)) in builtin::BITS.into_iter().enumerate() {
            let theirs = |entity| builtin::described(Guid::new(prefix, entity));
            if peer.has(reader_bit)
                && let Some(writer) = self.writers.get_mut(&builtin::WRITERS[index])
            {
                writer.add_reader(&theirs(builtin::READERS[index]), address, now, &mut self.queue);
            }
            if peer.has(writer_bit)
                && let Some(reader) = self.readers.get_mut(&builtin::READERS[index])
            {
                reader.add_writer(&theirs(builtin::WRITERS[index]), address, now);
            }
        }
    }

    /// The addresses of a peer changed.
    fn rematch_peer(&mut self, prefix: GuidPrefix, now: Instant) {
        let endpoints =
            self.peers.get(&prefix).map(|peer| peer.endpoints.values().cloned().collect::<Vec<_>>());
        for endpoint in endpoints.unwrap_or_default() {
            self.match_endpoint(&endpoint, now);
        }
    }

    fn forget_peer(&mut self, prefix: GuidPrefix) {
        if self.peers.remove(&prefix).is_none() {
            return;
        }
        for writer in self.writers.values_mut() {
            writer.remove_peer(prefix);
        }
        for reader in self.readers.values_mut() {
            reader.remove_peer(prefix);
        }
        self.queue.forget_target(prefix, None);
        self.activity.note();
    }

    /// A peer announces or withdraws an endpoint, or shows that it is alive.
    pub(crate) fn on_announcement(&mut self, sample: Arrived, now: Instant) -> Result<(), Malformed> {
        let is_reader = match sample.reader {
            builtin::PUBLICATIONS_READER => false,
            builtin::SUBSCRIPTIONS_READER => true,
            // Any message of a peer shows that it is alive.
            _ => return Ok(()),
        };
        let prefix = sample.writer.prefix;
        if sample.notes.is_disposed || sample.payload_kind != PayloadKind::Data {
            let key = sample.notes.key.map_or_else(|| EndpointData::read_key(sample.payload), Ok)?;
            if key.prefix == prefix {
                self.forget_endpoint(key);
            }
            return Ok(());
        }
        let endpoint = EndpointData::read(sample.payload, is_reader)?;
        if endpoint.guid.prefix != prefix {
            return Ok(());
        }
        let known = self.peers.get(&prefix).and_then(|peer| peer.endpoints.get(&endpoint.guid.entity));
        if known.is_some_and(|known| known.qos != endpoint.qos) {
            self.forget_endpoint(endpoint.guid);
        }
        let endpoint_count: usize = self.peers.values().map(|peer| peer.endpoints.len()).sum();
        let Some(peer) = self.peers.get_mut(&prefix) else { return Ok(()) };
        let has_room = endpoint_count < ENDPOINT_LIMIT && peer.endpoints.len() < PEER_ENDPOINT_LIMIT;
        if has_room || peer.endpoints.contains_key(&endpoint.guid.entity) {
            peer.endpoints.insert(endpoint.guid.entity, endpoint.clone());
            self.match_endpoint(&endpoint, now);
            self.activity.note();
        }
        Ok(())
    }

    fn forget_endpoint(&mut self, guid: Guid) {
        if let Some(peer) = self.peers.get_mut(&guid.prefix) {
            peer.endpoints.remove(&guid.entity);
        }
        for writer in self.writers.values_mut() {
            writer.remove_reader(guid);
        }
        for reader in self.readers.values_mut() {
            reader.remove_writer(guid);
        }
        self.queue.forget_target(guid.prefix, Some(guid.entity));
        self.activity.note();
    }

    /// Connects an endpoint of a peer with ours, or takes them apart.
    fn match_endpoint(&mut self, endpoint: &EndpointData, now: Instant) {
        let Some(peer) = self.peers.get(&endpoint.guid.prefix) else { return };
        let address = peer.address_of(endpoint, &self.settings);
        if endpoint.guid.entity.is_reader() {
            for writer in self.writers.values_mut().filter(|writer| !builtin::is_builtin(writer.id())) {
                if writer.described.is_matched(endpoint) {
                    writer.add_reader(endpoint, address, now, &mut self.queue);
                } else {
                    writer.remove_reader(endpoint.guid);
                }
            }
        } else {
            for reader in self.readers.values_mut().filter(|reader| !builtin::is_builtin(reader.id())) {
                if endpoint.is_matched(&reader.described) {
                    reader.add_writer(endpoint, address, now);
                } else {
                    reader.remove_writer(endpoint.guid);
                }
            }
        }
    }

    /// Tells everyone about an endpoint of ours.
    pub(crate) fn announce_endpoint(&mut self, endpoint: &EndpointData, now: Instant) {
        let payload = (PayloadKind::Data, endpoint.payload());
        self.write_builtin(
            announcer_of(endpoint.guid.entity),
            endpoint.guid,
            &SampleNotes::default(),
            payload,
            now,
        );
        if endpoint.guid.entity.is_writer() && endpoint.qos.liveliness_lease.is_some() {
            self.announcer.liveliness_due = Some(now);
        }
    }

    /// Tells everyone that an endpoint of ours is gone.
    pub(crate) fn withdraw_endpoint(&mut self, guid: Guid, now: Instant) {
        let notes = SampleNotes { key: Some(guid), is_disposed: true, related: None };
        let payload = (PayloadKind::Key, EndpointData::key_payload(guid));
        self.write_builtin(announcer_of(guid.entity), guid, &notes, payload, now);
    }

    /// Shows that our writers with a lease are alive.
    fn assert_liveliness(&mut self, now: Instant) {
        let lease = self.writers.values().filter_map(|writer| writer.described.qos.liveliness_lease).min();
        self.announcer.liveliness_due = lease.and_then(|lease| now.checked_add(lease / 3));
        if lease.is_some() {
            // The participant, the kind "automatic", and no further data.
            let mut payload = vec![0, 1, 0, 0];
            payload.extend(self.settings.prefix.0);
            payload.extend([0, 0, 0, 1, 0, 0, 0, 0]);
            let payload = (PayloadKind::Data, payload.into());
            let guid = self.guid();
            self.write_builtin(builtin::LIVELINESS_WRITER, guid, &SampleNotes::default(), payload, now);
        }
    }

    fn write_builtin(
        &mut self,
        writer: EntityId,
        about: Guid,
        notes: &SampleNotes,
        (payload_kind, payload): (PayloadKind, bytes::Bytes),
        now: Instant,
    ) {
        let Some(writer) = self.writers.get_mut(&writer) else { return };
        let change = Change {
            sequence: writer.next_sequence(),
            time_ns: 0,
            payload: Payload::encapsulated(payload),
            payload_kind,
            inline_qos: notes.write(),
            related: None,
            only: None,
            about: Some(about),
        };
        writer.write(change, now, &mut self.queue);
    }
}

fn announcer_of(entity: EntityId) -> EntityId {
    if entity.is_writer() { builtin::PUBLICATIONS_WRITER } else { builtin::SUBSCRIPTIONS_WRITER }
}
