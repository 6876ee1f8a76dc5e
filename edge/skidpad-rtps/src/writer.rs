//! A writer: its history, the readers it serves, and what it does with their answers.

use std::collections::{BTreeMap, VecDeque};
use std::net::SocketAddrV4;
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::announcement::EndpointData;
use crate::change::Change;
use crate::guid::{EntityId, Guid, GuidPrefix};
use crate::message::{AckNack, Gap, Heartbeat, MessageWriter, NackFrag, NumberSet, PayloadKind};
use crate::qos::{Durability, Reliability};
use crate::send_queue::{SendQueue, Target};

/// The most bytes of a history; older samples are dropped beyond that, but never the newest.
const HISTORY_LIMIT_BYTES: usize = 128 << 20;
/// The time until a heartbeat is repeated, at first and at most. It doubles each time.
const HEARTBEAT_FIRST: Duration = Duration::from_millis(25);
const HEARTBEAT_LAST: Duration = Duration::from_millis(800);

/// A writer of ours.
pub(crate) struct Writer {
    pub(crate) described: EndpointData,
    /// Readers of our own participant that match; they get samples without a network.
    pub(crate) own_readers: Vec<EntityId>,
    /// Keeps the latest change about each thing, instead of the latest few: discovery.
    is_keyed: bool,
    /// The number of the latest change.
    last: i64,
    /// The number of the latest change that was sent as a whole.
    sent: i64,
    history: VecDeque<Arc<Change>>,
    history_bytes: usize,
    readers: BTreeMap<Guid, ReaderProxy>,
    heartbeat_count: u32,
    heartbeat_due: Option<Instant>,
    heartbeat_wait: Duration,
}

/// A reader of another participant that matches.
struct ReaderProxy {
    address: SocketAddrV4,
    is_reliable: bool,
    /// The first sample that is for it.
    start: i64,
    /// It has everything up to this one.
    acked: i64,
    /// Whether it has ever answered.
    has_answered: bool,
    acknack_count: Option<u32>,
    nack_frag_count: Option<u32>,
}

/// Whether `count` is new, counting around; remembers it.
pub(crate) fn is_new(seen: &mut Option<u32>, count: u32) -> bool {
    let is_new = seen.is_none_or(|seen| count.wrapping_sub(seen).cast_signed() > 0);
    if is_new {
        *seen = Some(count);
    }
    is_new
}

impl Writer {
    pub(crate) fn new(described: EndpointData, is_keyed: bool) -> Self {
        Self {
            described,
            own_readers: Vec::new(),
            is_keyed,
            last: 0,
            sent: 0,
            history: VecDeque::new(),
            history_bytes: 0,
            readers: BTreeMap::new(),
            heartbeat_count: 0,
            heartbeat_due: None,
            heartbeat_wait: HEARTBEAT_FIRST,
        }
    }

    pub(crate) fn id(&self) -> EntityId {
        self.described.guid.entity
    }

    pub(crate) fn next_sequence(&self) -> i64 {
        self.last + 1
    }

    pub(crate) fn history(&self) -> impl Iterator<Item = &Arc<Change>> {
        self.history.iter()
    }

    pub(crate) fn held_bytes(&self) -> usize {
        self.history_bytes
    }

    pub(crate) fn matched(&self) -> impl Iterator<Item = Guid> + '_ {
        self.readers.keys().copied()
    }

    pub(crate) fn next_timer(&self) -> Option<Instant> {
        self.heartbeat_due
    }

    fn is_latched(&self) -> bool {
        self.described.qos.durability != Durability::Volatile
    }

    fn has_reliable_readers(&self) -> bool {
        self.readers.values().any(|reader| reader.is_reliable)
    }

    /// A reader matches. A late one that asks for earlier samples gets the history.
    pub(crate) fn add_reader(
        &mut self,
        reader: &EndpointData,
        address: SocketAddrV4,
        now: Instant,
        queue: &mut SendQueue,
    ) {
        if let Some(proxy) = self.readers.get_mut(&reader.guid) {
            proxy.address = address;
            return;
        }
        let wants_history = self.is_latched() && reader.qos.durability != Durability::Volatile;
        let start = if wants_history { 1 } else { self.last + 1 };
        let is_reliable = reader.qos.reliability == Reliability::Reliable;
        let proxy = ReaderProxy {
            address,
            is_reliable,
            start,
            acked: start - 1,
            has_answered: false,
            acknack_count: None,
            nack_frag_count: None,
        };
        self.readers.insert(reader.guid, proxy);
        if is_reliable {
            self.send_heartbeat_to(reader.guid, false, queue);
            self.expect_answers(now);
        } else if wants_history {
            let target = Target { address, prefix: reader.guid.prefix, reader: reader.guid.entity };
            for change in self.history.iter().filter(|change| change.is_for(reader.guid)) {
                queue.push_again(self.described.guid.entity, change, target);
            }
        }
    }

    pub(crate) fn remove_reader(&mut self, reader: Guid) -> bool {
        let removed = self.readers.remove(&reader).is_some();
        self.trim();
        removed
    }

    /// Forgets the readers of a participant.
    pub(crate) fn remove_peer(&mut self, prefix: GuidPrefix) {
        self.readers.retain(|guid, _| guid.prefix != prefix);
        self.trim();
    }

    /// A new sample: into the history, and to all readers.
    pub(crate) fn write(&mut self, change: Change, now: Instant, queue: &mut SendQueue) {
        let change = Arc::new(change);
        self.last = change.sequence;
        if self.is_latched() || self.has_reliable_readers() {
            self.keep(change.clone());
        }
        let is_short = change.fragment_count(queue.fragment_size()) == 1;
        if is_short && !queue.has_fresh(self.id()) {
            self.sent = change.sequence;
            self.send_whole(&change, queue);
        } else {
            let targets = self.targets(&change).into_keys().collect();
            queue.push_fresh(self.id(), change, targets, self.described.qos.history.depth());
        }
        if self.has_reliable_readers() {
            self.expect_answers(now);
        }
    }

    fn keep(&mut self, change: Arc<Change>) {
        if self.is_keyed {
            self.history.retain(|kept| kept.about != change.about);
            self.history_bytes = self.history.iter().map(|kept| kept.payload.len()).sum();
        }
        self.history_bytes += change.payload.len();
        self.history.push_back(change);
        let depth = if self.is_keyed { usize::MAX } else { self.described.qos.history.depth() };
        while self.history.len() > 1
            && (self.history.len() > depth || self.history_bytes > HISTORY_LIMIT_BYTES)
        {
            self.drop_oldest();
        }
    }

    fn drop_oldest(&mut self) {
        if let Some(change) = self.history.pop_front() {
            self.history_bytes = self.history_bytes.saturating_sub(change.payload.len());
        }
    }

    /// Drops what every reader has, unless it is kept for late ones.
    fn trim(&mut self) {
        let acked =
            self.readers.values().filter(|reader| reader.is_reliable).map(|reader| reader.acked).min();
        let done = acked.unwrap_or(i64::MAX);
        if self.is_keyed {
            // Late ones need not know what was there once.
            self.history.retain(|change| change.payload_kind != PayloadKind::Key || change.sequence > done);
        }
        if self.is_latched() {
            return;
        }
        while self.history.front().is_some_and(|change| change.sequence <= done) {
            self.drop_oldest();
        }
    }

    /// Where a sample goes: one target per participant and address, with the readers behind it.
    fn targets(&self, change: &Change) -> BTreeMap<Target, Vec<Guid>> {
        let mut groups: BTreeMap<(SocketAddrV4, GuidPrefix), Vec<Guid>> = BTreeMap::new();
        for (&guid, proxy) in &self.readers {
            if change.is_for(guid) && change.sequence >= proxy.start {
                groups.entry((proxy.address, guid.prefix)).or_default().push(guid);
            }
        }
        let target = |((address, prefix), readers): ((SocketAddrV4, GuidPrefix), Vec<Guid>)| {
            let reader = if let [one] = readers[..] { one.entity } else { EntityId::UNKNOWN };
            (Target { address, prefix, reader }, readers)
        };
        groups.into_iter().map(target).collect()
    }

    /// A short sample, with a heartbeat in the same datagram for those who answer.
    fn send_whole(&mut self, change: &Change, queue: &mut SendQueue) {
        for (target, readers) in self.targets(change) {
            let mut message = queue.message(target.prefix);
            message.timestamp(change.time_ns);
            message.data(&change.data(self.id(), target.reader));
            for reader in readers {
                self.put_heartbeat(reader, false, &mut message);
            }
            queue.push(target.address, message);
        }
        if change.only.is_some() {
            self.skip_for_others(change, queue);
        }
    }

    /// Tells the readers that a sample is not for that they need not wait for it.
    fn skip_for_others(&self, change: &Change, queue: &mut SendQueue) {
        for (&guid, proxy) in
            self.readers.iter().filter(|(guid, proxy)| proxy.is_reliable && !change.is_for(**guid))
        {
            let mut message = queue.message(guid.prefix);
            message.gap(&self.gap(guid, change.sequence, []));
            queue.push(proxy.address, message);
        }
    }

    fn gap(&self, reader: Guid, start: i64, others: impl IntoIterator<Item = i64>) -> Gap {
        let list = NumberSet::collect(start + 1, others);
        Gap { reader: reader.entity, writer: self.id(), start, list }
    }

    /// A long sample has been sent as a whole.
    pub(crate) fn finish_sample(&mut self, sequence: i64, now: Instant, queue: &mut SendQueue) {
        self.sent = self.sent.max(sequence);
        if let Some(change) = self.history.iter().find(|change| change.sequence == sequence).cloned()
            && change.only.is_some()
        {
            self.skip_for_others(&change, queue);
        }
        let waiting: Vec<Guid> = self.unanswered().collect();
        for reader in waiting {
            self.send_heartbeat_to(reader, false, queue);
        }
        self.expect_answers(now);
    }

    /// Reliable readers that lack something that was sent, as far as we know.
    fn unanswered(&self) -> impl Iterator<Item = Guid> + '_ {
        let lacks =
            |proxy: &ReaderProxy| proxy.is_reliable && (proxy.acked < self.sent || !proxy.has_answered);
        self.readers.iter().filter(move |(_, proxy)| lacks(proxy)).map(|(&guid, _)| guid)
    }

    fn expect_answers(&mut self, now: Instant) {
        self.heartbeat_wait = HEARTBEAT_FIRST;
        let due = now + self.heartbeat_wait;
        self.heartbeat_due = Some(self.heartbeat_due.map_or(due, |earlier| earlier.min(due)));
    }

    /// Repeats heartbeats to readers that have not answered.
    pub(crate) fn tick(&mut self, now: Instant, queue: &mut SendQueue) {
        if self.heartbeat_due.is_none_or(|due| due > now) {
            return;
        }
        let waiting: Vec<Guid> = self.unanswered().collect();
        // While samples are on their way, a heartbeat would only make readers ask for them again.
        if !queue.has_bulk_of(self.id()) {
            for &reader in &waiting {
                self.send_heartbeat_to(reader, false, queue);
            }
        }
        self.heartbeat_wait = (self.heartbeat_wait * 2).min(HEARTBEAT_LAST);
        self.heartbeat_due = (!waiting.is_empty()).then(|| now + self.heartbeat_wait);
    }

    fn send_heartbeat_to(&mut self, reader: Guid, is_final: bool, queue: &mut SendQueue) {
        let Some(address) = self.readers.get(&reader).map(|proxy| proxy.address) else { return };
        let mut message = queue.message(reader.prefix);
        self.put_heartbeat(reader, is_final, &mut message);
        queue.push(address, message);
    }

    fn put_heartbeat(&mut self, reader: Guid, is_final: bool, message: &mut MessageWriter) {
        let Some(proxy) = self.readers.get(&reader).filter(|proxy| proxy.is_reliable) else { return };
        let oldest = self.history.front().map_or(self.last + 1, |change| change.sequence);
        let first = oldest.max(proxy.start).min(self.sent + 1);
        self.heartbeat_count = self.heartbeat_count.wrapping_add(1);
        message.heartbeat(&Heartbeat {
            reader: reader.entity,
            writer: self.described.guid.entity,
            first,
            last: self.sent,
            count: self.heartbeat_count,
            is_final,
        });
    }

    /// A reader says what it has and lacks.
    pub(crate) fn on_acknack(
        &mut self,
        reader: Guid,
        acknack: &AckNack,
        now: Instant,
        queue: &mut SendQueue,
    ) {
        let Some(proxy) = self.readers.get_mut(&reader).filter(|proxy| proxy.is_reliable) else { return };
        if !is_new(&mut proxy.acknack_count, acknack.count) {
            return;
        }
        let is_first = !proxy.has_answered;
        proxy.has_answered = true;
        proxy.acked = proxy.acked.max((acknack.missing.base() - 1).min(self.sent));
        let (start, address) = (proxy.start, proxy.address);
        let target = Target { address, prefix: reader.prefix, reader: reader.entity };
        let mut skipped = Vec::new();
        for sequence in acknack.missing.iter().filter(|&sequence| sequence <= self.sent) {
            match self.change(sequence).filter(|change| sequence >= start && change.is_for(reader)) {
                Some(change) => queue.push_again(self.id(), change, target),
                None => skipped.push(sequence),
            }
        }
        if let Some((&first, others)) = skipped.split_first() {
            let mut message = queue.message(reader.prefix);
            message.gap(&self.gap(reader, first, others.iter().copied()));
            queue.push(address, message);
        }
        let asks = !acknack.is_final && acknack.missing.is_empty() && self.is_behind(reader);
        if is_first || asks {
            self.send_heartbeat_to(reader, true, queue);
        }
        if self.is_behind(reader) {
            self.expect_answers(now);
        }
        self.trim();
    }

    fn is_behind(&self, reader: Guid) -> bool {
        self.readers.get(&reader).is_some_and(|proxy| proxy.acked < self.sent)
    }

    fn change(&self, sequence: i64) -> Option<&Arc<Change>> {
        self.history
            .binary_search_by_key(&sequence, |change| change.sequence)
            .ok()
            .and_then(|at| self.history.get(at))
    }

    /// A reader says which fragments it lacks.
    pub(crate) fn on_nack_frag(&mut self, reader: Guid, nack: &NackFrag, queue: &mut SendQueue) {
        let Some(proxy) = self.readers.get_mut(&reader).filter(|proxy| proxy.is_reliable) else { return };
        if !is_new(&mut proxy.nack_frag_count, nack.count) || nack.sequence > self.sent {
            return;
        }
        let target = Target { address: proxy.address, prefix: reader.prefix, reader: reader.entity };
        match self.change(nack.sequence).filter(|change| change.is_for(reader)) {
            Some(change) => {
                let fragments = nack.missing.iter().filter_map(|number| u32::try_from(number).ok());
                queue.push_repair(self.id(), change, target, fragments);
            }
            None => {
                let mut message = queue.message(reader.prefix);
                message.gap(&self.gap(reader, nack.sequence, []));
                queue.push(target.address, message);
            }
        }
    }
}
