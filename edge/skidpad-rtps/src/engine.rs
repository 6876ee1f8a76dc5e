//! A participant without sockets, threads or clock: packets and times go in, datagrams and samples come out.

use std::collections::BTreeMap;
use std::net::SocketAddrV4;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;

use crate::activity::Activity;
use crate::announcement::EndpointData;
use crate::assembly::Budget;
use crate::change::{Change, Payload};
use crate::discovery::{Announcer, RemoteParticipant, builtin};
use crate::guid::{EntityId, Guid, GuidPrefix, VendorId};
use crate::message::{Header, Malformed, PayloadKind, Submessage, submessages};
use crate::parameters::SampleNotes;
use crate::qos::{Durability, Qos};
use crate::reader::{Arrived, Reader};
use crate::receiver::{Deliver, Receiver, channel};
use crate::send_queue::{Datagram, SendQueue};
use crate::wire::{Endpoint, Peer, Sample, SampleId, WireError};
use crate::writer::Writer;

/// The most endpoints of one participant.
const ENDPOINT_LIMIT: usize = 4096;
/// How often dropped receivers are looked for.
const REAP_PERIOD: Duration = Duration::from_millis(200);

/// What an engine has to know about its surroundings.
#[derive(Clone, Debug)]
pub(crate) struct EngineSettings {
    pub(crate) prefix: GuidPrefix,
    pub(crate) domain: u16,
    /// Where we hear everything that is sent to us alone.
    pub(crate) address: SocketAddrV4,
    /// Where everyone hears announcements, if we may use it.
    pub(crate) multicast: Option<SocketAddrV4>,
    /// Where announcements are sent besides.
    pub(crate) announce_to: Vec<SocketAddrV4>,
    pub(crate) announce_period: Duration,
    pub(crate) lease: Duration,
    pub(crate) fragment_size: u16,
    pub(crate) user_data: Bytes,
}

/// See the module.
pub(crate) struct Engine {
    pub(crate) settings: EngineSettings,
    pub(crate) queue: SendQueue,
    pub(crate) writers: BTreeMap<EntityId, Writer>,
    pub(crate) readers: BTreeMap<EntityId, Reader>,
    inboxes: BTreeMap<EntityId, Deliver>,
    pub(crate) peers: BTreeMap<GuidPrefix, RemoteParticipant>,
    pub(crate) announcer: Announcer,
    pub(crate) activity: Arc<Activity>,
    budget: Budget,
    next_entity: u32,
    reap_due: Instant,
    /// When something is due next, or earlier: searching all endpoints for each packet would be slow.
    due: Instant,
    /// Packets and samples that could not be read.
    pub(crate) malformed_count: u64,
}

impl Engine {
    pub(crate) fn new(settings: EngineSettings, activity: Arc<Activity>, now: Instant) -> Self {
        let header = Header { vendor: VendorId::UNKNOWN, prefix: settings.prefix };
        let budget = Budget::default();
        let mut engine = Self {
            queue: SendQueue::new(header, settings.fragment_size),
            writers: BTreeMap::new(),
            readers: BTreeMap::new(),
            inboxes: BTreeMap::new(),
            peers: BTreeMap::new(),
            announcer: Announcer::new(now),
            activity,
            budget: budget.clone(),
            next_entity: 1,
            reap_due: now + REAP_PERIOD,
            due: now,
            malformed_count: 0,
            settings,
        };
        let own = |entity| builtin::described(Guid::new(engine.settings.prefix, entity));
        let writers = builtin::WRITERS.map(|entity| (entity, Writer::new(own(entity), true)));
        let readers = builtin::READERS.map(|entity| (entity, Reader::new(own(entity), budget.clone())));
        engine.writers.extend(writers);
        engine.readers.extend(readers);
        engine
    }

    pub(crate) fn guid(&self) -> Guid {
        Guid::new(self.settings.prefix, EntityId::PARTICIPANT)
    }

    /// The GUID of another endpoint of ours.
    fn next_guid(&mut self, number: fn(u32) -> EntityId) -> Result<Guid, WireError> {
        let count = self.writers.len() + self.readers.len();
        // Three bytes number the endpoints; the numbers of removed ones are not used again.
        if count >= ENDPOINT_LIMIT || self.next_entity >= 1 << 24 {
            return Err(WireError::TooManyEndpoints(count));
        }
        let entity = number(self.next_entity);
        self.next_entity += 1;
        Ok(Guid::new(self.settings.prefix, entity))
    }

    pub(crate) fn add_writer(
        &mut self,
        (topic, type_name): (&str, &str),
        qos: &Qos,
        user_data: &[u8],
        now: Instant,
    ) -> Result<Guid, WireError> {
        let guid = self.next_guid(EntityId::writer_without_key)?;
        let mut writer = Writer::new(EndpointData::new(guid, topic, type_name, qos, user_data), false);
        for peer in self.peers.values() {
            for reader in peer.readers() {
                if writer.described.is_matched(reader) {
                    writer.add_reader(reader, peer.address_of(reader, &self.settings), now, &mut self.queue);
                }
            }
        }
        let own = self.readers.values().filter(|reader| writer.described.is_matched(&reader.described));
        writer.own_readers = own.map(Reader::id).collect();
        self.announce_endpoint(&writer.described, now);
        self.writers.insert(guid.entity, writer);
        self.find_due();
        self.activity.note();
        Ok(guid)
    }

    pub(crate) fn add_reader(
        &mut self,
        (topic, type_name): (&str, &str),
        qos: &Qos,
        user_data: &[u8],
        now: Instant,
    ) -> Result<Receiver, WireError> {
        let guid = self.next_guid(EntityId::reader_without_key)?;
        let described = EndpointData::new(guid, topic, type_name, qos, user_data);
        let mut reader = Reader::new(described, self.budget.clone());
        for peer in self.peers.values() {
            for writer in peer.writers() {
                if writer.is_matched(&reader.described) {
                    reader.add_writer(writer, peer.address_of(writer, &self.settings), now);
                }
            }
        }
        let (deliver, receiver) = channel(guid, qos.history.depth());
        self.deliver_own_history(&reader.described, &deliver);
        for writer in
            self.writers.values_mut().filter(|writer| writer.described.is_matched(&reader.described))
        {
            writer.own_readers.push(guid.entity);
        }
        self.announce_endpoint(&reader.described, now);
        self.inboxes.insert(guid.entity, deliver);
        self.readers.insert(guid.entity, reader);
        self.find_due();
        self.activity.note();
        Ok(receiver)
    }

    /// What latched writers of our own kept, to a new reader of our own.
    fn deliver_own_history(&self, reader: &EndpointData, deliver: &Deliver) {
        if reader.qos.durability == Durability::Volatile {
            return;
        }
        let serving = |writer: &&Writer| writer.described.is_matched(reader);
        for writer in self.writers.values().filter(serving) {
            for change in writer.history().filter(|change| change.is_for(reader.guid)) {
                deliver.offer(own_sample(writer.described.guid, change));
            }
        }
    }

    pub(crate) fn remove(&mut self, guid: Guid, now: Instant) -> Result<(), WireError> {
        let is_ours = guid.prefix == self.settings.prefix && !builtin::is_builtin(guid.entity);
        let writer = is_ours.then(|| self.writers.remove(&guid.entity)).flatten();
        let reader = is_ours.then(|| self.readers.remove(&guid.entity)).flatten();
        if writer.is_none() && reader.is_none() {
            return Err(WireError::NoSuchEndpoint(guid));
        }
        self.queue.forget_writer(guid.entity);
        self.inboxes.remove(&guid.entity);
        for writer in self.writers.values_mut() {
            writer.own_readers.retain(|&reader| reader != guid.entity);
        }
        self.withdraw_endpoint(guid, now);
        self.find_due();
        self.activity.note();
        Ok(())
    }

    /// Writes a sample of a user.
    pub(crate) fn write(
        &mut self,
        writer: Guid,
        body: Bytes,
        (related, only): (Option<SampleId>, Option<Guid>),
        (now, time_ns): (Instant, i64),
    ) -> Result<i64, WireError> {
        let is_ours = writer.prefix == self.settings.prefix && !builtin::is_builtin(writer.entity);
        let found = self.writers.get_mut(&writer.entity).filter(|_| is_ours);
        let found = found.ok_or(WireError::NoSuchEndpoint(writer))?;
        let notes = SampleNotes { related, ..SampleNotes::default() };
        let change = Change {
            sequence: found.next_sequence(),
            time_ns,
            payload: Payload::cdr(body),
            payload_kind: PayloadKind::Data,
            inline_qos: notes.write(),
            related,
            only,
            about: None,
        };
        let sequence = change.sequence;
        for &reader in &found.own_readers {
            let is_for = change.is_for(Guid::new(self.settings.prefix, reader));
            if let Some(inbox) = self.inboxes.get(&reader).filter(|_| is_for) {
                inbox.offer(own_sample(writer, &change));
                self.activity.note();
            }
        }
        found.write(change, now, &mut self.queue);
        self.due = found.next_timer().map_or(self.due, |due| due.min(self.due));
        Ok(sequence)
    }

    /// A packet arrived.
    pub(crate) fn receive(&mut self, packet: Bytes, now: Instant) {
        if self.read_packet(packet, now).is_err() {
            self.malformed_count += 1;
        }
    }

    fn read_packet(&mut self, packet: Bytes, now: Instant) -> Result<(), Malformed> {
        let (mut source, submessages) = submessages(packet)?;
        if source.prefix == self.settings.prefix {
            return Ok(());
        }
        if let Some(peer) = self.peers.get_mut(&source.prefix) {
            peer.last_heard = now;
        }
        let mut is_for_us = true;
        let mut arrived = Vec::new();
        for submessage in submessages {
            match submessage? {
                Submessage::InfoDestination(prefix) => {
                    is_for_us = prefix == self.settings.prefix || prefix == GuidPrefix::default();
                }
                Submessage::InfoSource(header) => source = header,
                submessage if is_for_us => {
                    self.dispatch(source, submessage, now, &mut arrived)?;
                    for sample in arrived.drain(..) {
                        self.hand_on(sample, now)?;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    fn dispatch(
        &mut self,
        source: Header,
        submessage: Submessage,
        now: Instant,
        arrived: &mut Vec<Arrived>,
    ) -> Result<(), Malformed> {
        let guid = |entity| Guid::new(source.prefix, entity);
        match submessage {
            Submessage::Data(data) if data.writer == builtin::PARTICIPANT_WRITER => {
                let read = self.on_participant(source, data, now);
                self.find_due();
                return read;
            }
            Submessage::Data(data) => {
                for reader in addressed(&mut self.readers, data.reader) {
                    reader.on_data(guid(data.writer), &data, arrived);
                }
            }
            Submessage::DataFrag(frag) => {
                for reader in addressed(&mut self.readers, frag.reader) {
                    reader.on_data_frag(guid(frag.writer), &frag, arrived);
                }
            }
            Submessage::Heartbeat(heartbeat) => {
                for reader in addressed(&mut self.readers, heartbeat.reader) {
                    reader.on_heartbeat(guid(heartbeat.writer), &heartbeat, now, arrived);
                    self.due = reader.next_timer().map_or(self.due, |due| due.min(self.due));
                }
            }
            Submessage::HeartbeatFrag(heartbeat) => {
                for reader in addressed(&mut self.readers, heartbeat.reader) {
                    reader.on_heartbeat_frag(guid(heartbeat.writer), &heartbeat, now);
                    self.due = reader.next_timer().map_or(self.due, |due| due.min(self.due));
                }
            }
            Submessage::Gap(gap) => {
                for reader in addressed(&mut self.readers, gap.reader) {
                    reader.on_gap(guid(gap.writer), &gap, arrived);
                }
            }
            Submessage::AckNack(acknack) => {
                if let Some(writer) = self.writers.get_mut(&acknack.writer) {
                    writer.on_acknack(guid(acknack.reader), &acknack, now, &mut self.queue);
                    self.due = writer.next_timer().map_or(self.due, |due| due.min(self.due));
                }
            }
            Submessage::NackFrag(nack) => {
                if let Some(writer) = self.writers.get_mut(&nack.writer) {
                    writer.on_nack_frag(guid(nack.reader), &nack, &mut self.queue);
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// A sample that a reader hands on: to discovery, or to a user.
    fn hand_on(&mut self, sample: Arrived, now: Instant) -> Result<(), Malformed> {
        if builtin::is_builtin(sample.reader) {
            let read = self.on_announcement(sample, now);
            self.find_due();
            return read;
        }
        let Some(inbox) = self.inboxes.get(&sample.reader) else { return Ok(()) };
        if sample.payload_kind == PayloadKind::Data {
            let (body, big_endian) = decapsulated(sample.payload)?;
            let related = sample.notes.related;
            inbox.offer(Sample {
                body,
                big_endian,
                writer: sample.writer,
                sequence: sample.sequence,
                related,
            });
            self.activity.note();
        }
        Ok(())
    }

    /// Does what is due: announcements, heartbeats, answers, leases.
    pub(crate) fn tick(&mut self, now: Instant) {
        self.tick_discovery(now);
        for writer in self.writers.values_mut() {
            writer.tick(now, &mut self.queue);
        }
        for reader in self.readers.values_mut() {
            reader.tick(now, &mut self.queue);
        }
        if self.reap_due <= now {
            self.reap_due = now + REAP_PERIOD;
            let closed = self.inboxes.iter().filter(|(_, inbox)| !inbox.is_open());
            let closed: Vec<EntityId> = closed.map(|(&entity, _)| entity).collect();
            for entity in closed {
                // It is there: only `remove` takes readers out, and their inboxes with them.
                let _ = self.remove(Guid::new(self.settings.prefix, entity), now);
            }
        }
        self.find_due();
    }

    /// When to call [`Engine::tick`] next.
    pub(crate) fn next_timer(&self) -> Instant {
        self.due
    }

    /// Looks for what is due next.
    fn find_due(&mut self) {
        let writers = self.writers.values().filter_map(Writer::next_timer);
        let readers = self.readers.values().filter_map(Reader::next_timer);
        self.due = writers.chain(readers).fold(self.reap_due.min(self.discovery_due()), Instant::min);
    }

    /// The next fragment of a long sample.
    pub(crate) fn next_bulk(&mut self, now: Instant) -> Option<Datagram> {
        let sent = self.queue.next_bulk()?;
        if let Some((entity, sequence)) = sent.finished
            && let Some(writer) = self.writers.get_mut(&entity)
        {
            writer.finish_sample(sequence, now, &mut self.queue);
            self.due = writer.next_timer().map_or(self.due, |due| due.min(self.due));
        }
        Some(sent.datagram)
    }

    /// How many bytes of packets, samples and names are held, about.
    pub(crate) fn held_bytes(&self) -> usize {
        let peers: usize = self.peers.values().map(RemoteParticipant::held_bytes).sum();
        let writers: usize = self.writers.values().map(Writer::held_bytes).sum();
        peers + writers + self.budget.held_bytes() + self.queue.held_bytes()
    }

    pub(crate) fn endpoints(&self) -> Vec<Endpoint> {
        let of_peer = |peer: &RemoteParticipant| {
            let vendor = peer.described.vendor;
            peer.endpoints.values().map(move |endpoint| describe(endpoint, vendor)).collect::<Vec<_>>()
        };
        let mut endpoints: Vec<Endpoint> = self.peers.values().flat_map(of_peer).collect();
        endpoints.sort_by_key(|endpoint| endpoint.guid);
        endpoints
    }

    pub(crate) fn known_peers(&self) -> Vec<Peer> {
        let describe = |peer: &RemoteParticipant| Peer {
            guid: peer.described.guid,
            user_data: peer.described.user_data.clone(),
            vendor: peer.described.vendor,
        };
        self.peers.values().map(describe).collect()
    }

    pub(crate) fn matched(&self, endpoint: Guid) -> Vec<Guid> {
        if endpoint.prefix != self.settings.prefix {
            return Vec::new();
        }
        let mut matched = Vec::new();
        if let Some(writer) = self.writers.get(&endpoint.entity) {
            let own = writer.own_readers.iter().map(|&reader| Guid::new(self.settings.prefix, reader));
            matched.extend(writer.matched().chain(own));
        }
        if let Some(reader) = self.readers.get(&endpoint.entity) {
            let own = self.writers.values().map(|writer| &writer.described);
            let own = own.filter(|own| own.is_matched(&reader.described));
            matched.extend(reader.matched().chain(own.map(|own| own.guid)));
        }
        matched.sort();
        matched
    }
}

/// The readers that a submessage is for: one, or all.
fn addressed(
    readers: &mut BTreeMap<EntityId, Reader>,
    entity: EntityId,
) -> impl Iterator<Item = &mut Reader> {
    let range =
        if entity == EntityId::UNKNOWN { EntityId([0; 4])..=EntityId([0xff; 4]) } else { entity..=entity };
    readers.range_mut(range).map(|(_, reader)| reader)
}

/// A sample of our own for a reader of our own.
fn own_sample(writer: Guid, change: &Change) -> Sample {
    let (body, related) = (change.payload.body(), change.related);
    Sample { body, big_endian: false, writer, sequence: change.sequence, related }
}

/// The CDR body of a payload, and whether it is big endian.
fn decapsulated(mut payload: Bytes) -> Result<(Bytes, bool), Malformed> {
    if payload.len() < 4 {
        return Err(Malformed::TooShort);
    }
    let header = payload.split_to(4);
    let padding = usize::from(header[3] & 3).min(payload.len());
    payload.truncate(payload.len() - padding);
    match header[..2] {
        [0, 0] => Ok((payload, true)),
        [0, 1] => Ok((payload, false)),
        _ => Err(Malformed::Encapsulation(u16::from_be_bytes([header[0], header[1]]))),
    }
}

fn describe(endpoint: &EndpointData, vendor: VendorId) -> Endpoint {
    Endpoint {
        guid: endpoint.guid,
        topic: endpoint.topic.clone(),
        type_name: endpoint.type_name.clone(),
        is_reader: endpoint.guid.entity.is_reader(),
        qos: endpoint.qos.clone(),
        user_data: endpoint.user_data.clone(),
        vendor,
    }
}
