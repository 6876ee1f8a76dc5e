//! What waits to be sent: short messages first, then long samples fragment by fragment, each writer in turn.
//!
//! A long sample is a job with a cursor, so whoever sends can stop after any datagram and go on later.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::net::SocketAddrV4;
use std::sync::Arc;

use crate::change::Change;
use crate::guid::{EntityId, GuidPrefix};
use crate::message::{Header, MessageWriter};

/// Short messages that may wait; beyond that they are lost, as UDP may lose them.
const URGENT_LIMIT: usize = 8192;
const URGENT_LIMIT_BYTES: usize = 32 << 20;
/// Jobs of one writer that may wait, besides those that its history limits.
const REPAIR_LIMIT: usize = 1024;

/// Bytes and where they go.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Datagram {
    pub(crate) to: SocketAddrV4,
    pub(crate) bytes: Vec<u8>,
}

/// A reader, or all readers of a participant that match.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Target {
    pub(crate) address: SocketAddrV4,
    pub(crate) prefix: GuidPrefix,
    pub(crate) reader: EntityId,
}

/// A sample that is being sent.
struct Job {
    change: Arc<Change>,
    /// Not sent before; goes out in the order of writing.
    is_fresh: bool,
    targets: Vec<Target>,
    /// The fragments that are left. The first one still has to go to the targets from `next_target` on.
    fragments: BTreeSet<u32>,
    next_target: usize,
}

/// What [`SendQueue::next_bulk`] did.
pub(crate) struct Sent {
    pub(crate) datagram: Datagram,
    /// The writer and sequence number of a sample that is now complete.
    pub(crate) finished: Option<(EntityId, i64)>,
}

/// See the module.
pub(crate) struct SendQueue {
    header: Header,
    fragment_size: u16,
    urgent: VecDeque<Datagram>,
    urgent_bytes: usize,
    bulk: BTreeMap<EntityId, VecDeque<Job>>,
    /// The writer whose turn it was.
    last_served: EntityId,
}

impl SendQueue {
    pub(crate) fn new(header: Header, fragment_size: u16) -> Self {
        let (urgent, bulk) = (VecDeque::new(), BTreeMap::new());
        Self { header, fragment_size, urgent, urgent_bytes: 0, bulk, last_served: EntityId::UNKNOWN }
    }

    pub(crate) fn fragment_size(&self) -> u16 {
        self.fragment_size
    }

    /// A message to one participant, to be filled.
    pub(crate) fn message(&self, to: GuidPrefix) -> MessageWriter {
        let mut message = self.open_message();
        message.destination(to);
        message
    }

    /// A message to whoever hears it.
    pub(crate) fn open_message(&self) -> MessageWriter {
        MessageWriter::new(self.header)
    }

    /// Sends a short message soon.
    pub(crate) fn push(&mut self, to: SocketAddrV4, message: MessageWriter) {
        if self.urgent.len() < URGENT_LIMIT && self.urgent_bytes < URGENT_LIMIT_BYTES {
            let bytes = message.finish();
            self.urgent_bytes += bytes.len();
            self.urgent.push_back(Datagram { to, bytes });
        }
    }

    /// Sends a new sample after those that wait. Beyond `depth` waiting samples, the oldest is dropped.
    pub(crate) fn push_fresh(
        &mut self,
        writer: EntityId,
        change: Arc<Change>,
        targets: Vec<Target>,
        depth: usize,
    ) {
        let fragments = (1..=change.fragment_count(self.fragment_size)).collect();
        let jobs = self.bulk.entry(writer).or_default();
        jobs.push_back(Job { change, is_fresh: true, targets, fragments, next_target: 0 });
        if jobs.iter().filter(|job| job.is_fresh).count() > depth
            && let Some(oldest) = jobs.iter().position(|job| job.is_fresh)
        {
            jobs.remove(oldest);
        }
    }

    /// Sends a sample again, or to a reader that has not had it.
    pub(crate) fn push_again(&mut self, writer: EntityId, change: &Arc<Change>, target: Target) {
        self.push_repair(writer, change, target, 1..=change.fragment_count(self.fragment_size));
    }

    /// Sends fragments of a sample again.
    pub(crate) fn push_repair(
        &mut self,
        writer: EntityId,
        change: &Arc<Change>,
        target: Target,
        fragments: impl Iterator<Item = u32>,
    ) {
        let count = change.fragment_count(self.fragment_size);
        let fragments = fragments.filter(|number| (1..=count).contains(number));
        let jobs = self.bulk.entry(writer).or_default();
        let same = |job: &&mut Job| {
            !job.is_fresh && job.change.sequence == change.sequence && job.targets.first() == Some(&target)
        };
        if let Some(job) = jobs.iter_mut().find(same) {
            job.fragments.extend(fragments);
        } else if jobs.len() < REPAIR_LIMIT {
            let (change, targets) = (change.clone(), vec![target]);
            let fragments: BTreeSet<u32> = fragments.collect();
            if !fragments.is_empty() {
                jobs.push_back(Job { change, is_fresh: false, targets, fragments, next_target: 0 });
            }
        }
    }

    /// Whether new samples of `writer` wait.
    pub(crate) fn has_fresh(&self, writer: EntityId) -> bool {
        self.bulk.get(&writer).is_some_and(|jobs| jobs.iter().any(|job| job.is_fresh))
    }

    /// Whether anything of `writer` waits.
    pub(crate) fn has_bulk_of(&self, writer: EntityId) -> bool {
        self.bulk.get(&writer).is_some_and(|jobs| !jobs.is_empty())
    }

    /// The bytes of short messages that wait.
    pub(crate) fn held_bytes(&self) -> usize {
        self.urgent_bytes
    }

    /// Whether short messages wait.
    pub(crate) fn has_urgent(&self) -> bool {
        !self.urgent.is_empty()
    }

    /// Whether long samples or repairs wait.
    pub(crate) fn has_bulk(&self) -> bool {
        self.bulk.values().any(|jobs| !jobs.is_empty())
    }

    /// Forgets what waits for readers of a participant that is gone, or for one reader of it.
    pub(crate) fn forget_target(&mut self, prefix: GuidPrefix, reader: Option<EntityId>) {
        for jobs in self.bulk.values_mut() {
            for job in jobs.iter_mut() {
                let gone = |target: &Target| {
                    target.prefix == prefix && reader.is_none_or(|reader| target.reader == reader)
                };
                let passed = job.targets.iter().take(job.next_target).filter(|target| gone(target)).count();
                job.next_target -= passed;
                job.targets.retain(|target| !gone(target));
            }
        }
    }

    /// Forgets what waits of a writer that is gone.
    pub(crate) fn forget_writer(&mut self, writer: EntityId) {
        self.bulk.remove(&writer);
    }

    /// The next short message.
    pub(crate) fn next_urgent(&mut self) -> Option<Datagram> {
        let datagram = self.urgent.pop_front()?;
        self.urgent_bytes -= datagram.bytes.len();
        Some(datagram)
    }

    /// The next fragment of a long sample or a repair.
    pub(crate) fn next_bulk(&mut self) -> Option<Sent> {
        let after = (std::ops::Bound::Excluded(self.last_served), std::ops::Bound::Unbounded);
        let turn = self.bulk.range(after).chain(self.bulk.range(..=self.last_served));
        let writer = *turn.into_iter().find(|(_, jobs)| !jobs.is_empty())?.0;
        self.last_served = writer;
        let (header, size) = (self.header, self.fragment_size);
        let jobs = self.bulk.get_mut(&writer)?;
        let job = jobs.front_mut()?;
        let sent = job.next_datagram(header, writer, size);
        let finished = job.fragments.is_empty().then_some((writer, job.change.sequence));
        if finished.is_some() {
            jobs.pop_front();
        }
        if jobs.is_empty() {
            self.bulk.remove(&writer);
        }
        Some(Sent { datagram: sent, finished })
    }
}

impl Job {
    /// The next fragment to the next target; an empty datagram if all targets are gone.
    fn next_datagram(&mut self, header: Header, writer: EntityId, size: u16) -> Datagram {
        let nowhere = Datagram { to: SocketAddrV4::new([127, 0, 0, 1].into(), 0), bytes: Vec::new() };
        let (Some(&number), Some(target)) = (self.fragments.first(), self.targets.get(self.next_target))
        else {
            self.fragments.clear();
            return nowhere;
        };
        let mut message = MessageWriter::new(header);
        message.destination(target.prefix);
        message.timestamp(self.change.time_ns);
        if self.change.fragment_count(size) == 1 {
            message.data(&self.change.data(writer, target.reader));
        } else {
            message.data_frag(&self.change.data_frag(writer, target.reader, size, number));
        }
        let to = target.address;
        self.next_target += 1;
        if self.next_target >= self.targets.len() {
            self.next_target = 0;
            self.fragments.pop_first();
        }
        Datagram { to, bytes: message.finish() }
    }
}
