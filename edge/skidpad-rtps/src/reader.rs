//! A reader: what it has of each writer, what it hands on, and what it asks for.

use std::collections::BTreeMap;
use std::net::SocketAddrV4;
use std::time::{Duration, Instant};

use bytes::Bytes;

use crate::announcement::EndpointData;
use crate::assembly::{Assembly, Budget, Taken};
use crate::guid::{EntityId, Guid, GuidPrefix};
use crate::message::{
    AckNack, Data, DataFrag, Gap, Heartbeat, HeartbeatFrag, NackFrag, NumberSet, PayloadKind,
};
use crate::parameters::SampleNotes;
use crate::qos::{Durability, Reliability};
use crate::send_queue::SendQueue;
use crate::writer::is_new;

/// Samples of one writer that wait for an earlier one; beyond that they are dropped and asked for again.
const WAITING_LIMIT: usize = 512;
/// Samples of one writer that are put together at the same time.
const ASSEMBLY_LIMIT: usize = 8;
/// Gaps of one writer that are remembered; it repeats the others when asked.
const GAP_LIMIT: usize = 256;
/// Messages about missing fragments in one answer; each names up to 256.
const NACK_FRAG_LIMIT: usize = 4;
/// The shortest time between two requests for what is missing.
const REQUEST_PAUSE: Duration = Duration::from_millis(15);
/// The time until a writer that has not been heard is asked again, at first and at most. It doubles each time.
const GREETING_FIRST: Duration = Duration::from_millis(50);
const GREETING_LAST: Duration = Duration::from_millis(1600);

/// A sample that a reader hands on.
#[derive(Debug)]
pub(crate) struct Arrived {
    pub(crate) reader: EntityId,
    pub(crate) writer: Guid,
    pub(crate) sequence: i64,
    pub(crate) payload_kind: PayloadKind,
    /// With its encapsulation header.
    pub(crate) payload: Bytes,
    pub(crate) notes: SampleNotes,
}

/// A reader of ours.
pub(crate) struct Reader {
    pub(crate) described: EndpointData,
    writers: BTreeMap<Guid, WriterProxy>,
    budget: Budget,
}

/// A writer of another participant that matches.
struct WriterProxy {
    address: SocketAddrV4,
    is_reliable: bool,
    /// Whether what it had before us is for us.
    wants_history: bool,
    /// Whether its first heartbeat told us where to begin.
    is_synchronised: bool,
    /// The next sample to hand on.
    next: i64,
    /// It has samples up to this one.
    last: i64,
    /// Samples that wait for earlier ones.
    waiting: BTreeMap<i64, (Arrived, Taken)>,
    /// Samples that will not come: first and one past the last.
    gaps: BTreeMap<i64, i64>,
    assemblies: BTreeMap<i64, Assembly>,
    heartbeat_count: Option<u32>,
    answer_due: Option<Instant>,
    last_request: Option<Instant>,
    greeting_wait: Duration,
    /// Numbers our answers.
    answer_count: u32,
}

impl Reader {
    pub(crate) fn new(described: EndpointData, budget: Budget) -> Self {
        Self { described, writers: BTreeMap::new(), budget }
    }

    pub(crate) fn id(&self) -> EntityId {
        self.described.guid.entity
    }

    pub(crate) fn matched(&self) -> impl Iterator<Item = Guid> + '_ {
        self.writers.keys().copied()
    }

    pub(crate) fn next_timer(&self) -> Option<Instant> {
        self.writers.values().filter_map(|writer| writer.answer_due).min()
    }

    /// A writer matches.
    pub(crate) fn add_writer(&mut self, writer: &EndpointData, address: SocketAddrV4, now: Instant) {
        if let Some(proxy) = self.writers.get_mut(&writer.guid) {
            proxy.address = address;
            return;
        }
        let is_reliable = self.described.qos.reliability == Reliability::Reliable;
        // A volatile writer has only what it still owes to someone, perhaps to us: that was written while we were on
        // the way. What a latched writer has is older.
        let wants_history = self.described.qos.durability != Durability::Volatile
            || writer.qos.durability == Durability::Volatile;
        let proxy = WriterProxy {
            address,
            is_reliable,
            wants_history,
            is_synchronised: !is_reliable,
            next: 1,
            last: 0,
            waiting: BTreeMap::new(),
            gaps: BTreeMap::new(),
            assemblies: BTreeMap::new(),
            heartbeat_count: None,
            answer_due: is_reliable.then_some(now),
            last_request: None,
            greeting_wait: GREETING_FIRST,
            answer_count: 0,
        };
        self.writers.insert(writer.guid, proxy);
    }

    pub(crate) fn remove_writer(&mut self, writer: Guid) -> bool {
        self.writers.remove(&writer).is_some()
    }

    /// Forgets the writers of a participant.
    pub(crate) fn remove_peer(&mut self, prefix: GuidPrefix) {
        self.writers.retain(|guid, _| guid.prefix != prefix);
    }

    /// A whole sample.
    pub(crate) fn on_data(&mut self, writer: Guid, data: &Data, arrived: &mut Vec<Arrived>) {
        let reader = self.id();
        let Some(proxy) = self.writers.get_mut(&writer) else { return };
        if !proxy.wants(data.sequence) {
            return;
        }
        let notes = data.inline_qos.as_ref().and_then(|inline_qos| SampleNotes::read(inline_qos).ok());
        let sample = Arrived {
            reader,
            writer,
            sequence: data.sequence,
            payload_kind: data.payload_kind,
            payload: data.payload.clone(),
            notes: notes.unwrap_or_default(),
        };
        proxy.accept(sample, &self.budget, arrived);
    }

    /// Fragments of a sample.
    pub(crate) fn on_data_frag(&mut self, writer: Guid, frag: &DataFrag, arrived: &mut Vec<Arrived>) {
        let reader = self.id();
        let Some(proxy) = self.writers.get_mut(&writer) else { return };
        if !proxy.wants(frag.sequence) {
            return;
        }
        let Some(assembly) = proxy.assembly(frag, &self.budget) else { return };
        assembly.add(frag);
        if !assembly.is_complete() {
            return;
        }
        if let Some(mut assembly) = proxy.assemblies.remove(&frag.sequence) {
            let payload_kind = if assembly.is_key { PayloadKind::Key } else { PayloadKind::Data };
            let notes = std::mem::take(&mut assembly.notes);
            let (sequence, payload) = (frag.sequence, assembly.into_payload());
            let sample = Arrived { reader, writer, sequence, payload_kind, payload, notes };
            proxy.accept(sample, &self.budget, arrived);
        }
    }

    /// A writer says what it has.
    pub(crate) fn on_heartbeat(
        &mut self,
        writer: Guid,
        heartbeat: &Heartbeat,
        now: Instant,
        arrived: &mut Vec<Arrived>,
    ) {
        let Some(proxy) = self.writers.get_mut(&writer).filter(|proxy| proxy.is_reliable) else { return };
        if !is_new(&mut proxy.heartbeat_count, heartbeat.count) {
            return;
        }
        if !proxy.is_synchronised {
            proxy.is_synchronised = true;
            proxy.answer_due = None;
            if !proxy.wants_history {
                proxy.skip_to(heartbeat.last + 1, arrived);
            }
        }
        proxy.skip_to(heartbeat.first, arrived);
        proxy.last = proxy.last.max(heartbeat.last);
        proxy.hand_on(arrived);
        if proxy.next <= proxy.last {
            proxy.request_soon(now);
        } else if !heartbeat.is_final {
            proxy.answer_due = Some(now);
        }
    }

    /// A writer says which fragments of a sample it has.
    pub(crate) fn on_heartbeat_frag(&mut self, writer: Guid, heartbeat: &HeartbeatFrag, now: Instant) {
        let Some(proxy) = self.writers.get_mut(&writer).filter(|proxy| proxy.is_reliable) else { return };
        if proxy.assemblies.contains_key(&heartbeat.sequence) {
            proxy.request_soon(now);
        }
    }

    /// A writer says what will not come.
    pub(crate) fn on_gap(&mut self, writer: Guid, gap: &Gap, arrived: &mut Vec<Arrived>) {
        let Some(proxy) = self.writers.get_mut(&writer).filter(|proxy| proxy.is_reliable) else { return };
        let single = gap.list.iter().map(|sequence| (sequence, sequence + 1));
        for (start, end) in std::iter::once((gap.start, gap.list.base())).chain(single) {
            proxy.note_gap(start, end);
        }
        proxy.hand_on(arrived);
    }

    /// Sends the answers that are due.
    pub(crate) fn tick(&mut self, now: Instant, queue: &mut SendQueue) {
        let reader = self.id();
        for (&writer, proxy) in &mut self.writers {
            if proxy.answer_due.is_some_and(|due| due <= now) {
                proxy.answer(reader, writer, now, queue);
            }
        }
    }
}

impl WriterProxy {
    /// Whether a sample is new.
    fn wants(&self, sequence: i64) -> bool {
        sequence >= self.next && !self.waiting.contains_key(&sequence)
    }

    /// The unfinished sample that fragments belong to.
    fn assembly(&mut self, frag: &DataFrag, budget: &Budget) -> Option<&mut Assembly> {
        if !self.assemblies.contains_key(&frag.sequence) {
            let is_full = self.assemblies.len() >= ASSEMBLY_LIMIT;
            // Best effort: an old sample will not be completed any more. Reliable: the oldest is needed first.
            if is_full && self.is_reliable {
                let newest = *self.assemblies.last_key_value()?.0;
                if newest < frag.sequence {
                    return None;
                }
                self.assemblies.pop_last();
            } else if is_full {
                self.assemblies.pop_first();
            }
            let assembly = Assembly::new(frag, budget)?;
            self.assemblies.insert(frag.sequence, assembly);
        }
        self.assemblies.get_mut(&frag.sequence)
    }

    /// A complete sample: on at once, or after those before it.
    fn accept(&mut self, sample: Arrived, budget: &Budget, arrived: &mut Vec<Arrived>) {
        if !self.is_reliable {
            self.next = sample.sequence + 1;
            self.forget_before_next();
            arrived.push(sample);
            return;
        }
        self.last = self.last.max(sample.sequence);
        if self.is_synchronised && sample.sequence == self.next {
            self.next += 1;
            arrived.push(sample);
        } else if self.waiting.len() < WAITING_LIMIT
            && let Some(taken) = budget.take(sample.payload.len())
        {
            self.waiting.insert(sample.sequence, (sample, taken));
        }
        self.hand_on(arrived);
    }

    /// Hands on what no longer waits for anything.
    fn hand_on(&mut self, arrived: &mut Vec<Arrived>) {
        if !self.is_synchronised {
            return;
        }
        loop {
            if let Some((sample, _)) = self.waiting.remove(&self.next) {
                self.next += 1;
                arrived.push(sample);
            } else if let Some((&start, &end)) = self.gaps.range(..=self.next).next_back() {
                self.gaps.remove(&start);
                self.next = self.next.max(end);
            } else {
                break;
            }
        }
        self.forget_before_next();
    }

    /// Everything before `sequence` is lost, except what waits here.
    fn skip_to(&mut self, sequence: i64, arrived: &mut Vec<Arrived>) {
        while let Some(entry) = self.waiting.first_entry().filter(|entry| *entry.key() < sequence) {
            arrived.push(entry.remove().0);
        }
        self.next = self.next.max(sequence);
        self.hand_on(arrived);
    }

    fn forget_before_next(&mut self) {
        self.assemblies = self.assemblies.split_off(&self.next);
    }

    fn note_gap(&mut self, start: i64, end: i64) {
        if end <= self.next || end <= start {
            return;
        }
        if self.gaps.len() >= GAP_LIMIT && start > self.next {
            return;
        }
        let end = self.gaps.get(&start).map_or(end, |&known| known.max(end));
        self.gaps.insert(start, end);
    }

    fn is_gap(&self, sequence: i64) -> bool {
        self.gaps.range(..=sequence).next_back().is_some_and(|(_, &end)| sequence < end)
    }

    /// Asks for what is missing, but not too often.
    fn request_soon(&mut self, now: Instant) {
        let due = self.last_request.map_or(now, |last| now.max(last + REQUEST_PAUSE));
        self.answer_due = Some(self.answer_due.map_or(due, |earlier| earlier.min(due)));
    }

    fn answer(&mut self, reader: EntityId, writer: Guid, now: Instant, queue: &mut SendQueue) {
        self.answer_due = None;
        let mut message = queue.message(writer.prefix);
        // A writer that has not been heard is asked for a heartbeat.
        let mut missing = NumberSet::empty(self.next);
        if self.is_synchronised {
            let until = self.last.min(self.next + 255);
            let lacks = |sequence: &i64| {
                !self.waiting.contains_key(sequence)
                    && !self.assemblies.contains_key(sequence)
                    && !self.is_gap(*sequence)
            };
            missing = NumberSet::collect(self.next, (self.next..=until).filter(lacks));
        } else {
            self.answer_due = Some(now + self.greeting_wait);
            self.greeting_wait = (self.greeting_wait * 2).min(GREETING_LAST);
        }
        self.answer_count = self.answer_count.wrapping_add(1);
        let (count, is_final) = (self.answer_count, self.is_synchronised);
        if !missing.is_empty() || !self.assemblies.is_empty() {
            self.last_request = Some(now);
        }
        message.acknack(&AckNack { reader, writer: writer.entity, missing, count, is_final });
        if self.is_synchronised {
            let unfinished = self.assemblies.range(..=self.last).take(NACK_FRAG_LIMIT);
            for (&sequence, assembly) in unfinished {
                let mut numbers = assembly.missing().peekable();
                let Some(&first) = numbers.peek() else { continue };
                let missing = NumberSet::collect(first, numbers.take_while(|&number| number < first + 256));
                self.answer_count = self.answer_count.wrapping_add(1);
                let count = self.answer_count;
                message.nack_frag(&NackFrag { reader, writer: writer.entity, sequence, missing, count });
            }
        }
        queue.push(self.address, message);
    }
}
