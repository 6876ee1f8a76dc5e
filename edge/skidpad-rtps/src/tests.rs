//! Two and more engines on a network of our own: it loses what we say, and its clock is ours.

use std::collections::VecDeque;
use std::net::{Ipv4Addr, SocketAddrV4};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;

use crate::activity::Activity;
use crate::announcement::EndpointData;
use crate::discovery::builtin;
use crate::engine::{Engine, EngineSettings};
use crate::guid::{Guid, GuidPrefix};
use crate::message::{Submessage, submessages};
use crate::qos::Qos;
use crate::receiver::Receiver;
use crate::send_queue::Datagram;
use crate::wire::{SampleId, WireError};

const TOPIC: (&str, &str) = ("rt/chatter", "std_msgs::msg::dds_::String_");
const GROUP: SocketAddrV4 = SocketAddrV4::new(Ipv4Addr::new(239, 255, 0, 1), 7400);

/// Engines, their clock, and the packets between them.
pub(crate) struct Network {
    pub(crate) engines: Vec<Option<Engine>>,
    pub(crate) now: Instant,
    random: u64,
    /// Of 100 packets, so many are lost.
    pub(crate) loss_percent: u64,
    /// Packets that were sent, with their destination.
    pub(crate) sent_count: u64,
    waiting: VecDeque<Datagram>,
}

pub(crate) fn address(index: usize) -> SocketAddrV4 {
    SocketAddrV4::new(Ipv4Addr::LOCALHOST, 7410 + 2 * index as u16)
}

pub(crate) fn settings(index: usize) -> EngineSettings {
    EngineSettings {
        prefix: GuidPrefix([index as u8 + 1; 12]),
        domain: 0,
        address: address(index),
        multicast: Some(GROUP),
        announce_to: Vec::new(),
        announce_period: Duration::from_secs(1),
        lease: Duration::from_secs(10),
        fragment_size: 1300,
        user_data: Bytes::from_static(b"enclave=/;"),
    }
}

impl Network {
    pub(crate) fn new(count: usize) -> Self {
        let now = Instant::now();
        let engine = |index| Some(Engine::new(settings(index), Arc::new(Activity::default()), now));
        let engines = (0..count).map(engine).collect();
        Self { engines, now, random: 7, loss_percent: 0, sent_count: 0, waiting: VecDeque::new() }
    }

    /// Engines that know each other.
    fn met(count: usize) -> Self {
        let mut network = Self::new(count);
        network.run(Duration::from_millis(200));
        for index in 0..count {
            assert_eq!(network.engine(index).known_peers().len(), count - 1);
        }
        network
    }

    pub(crate) fn engine(&mut self, index: usize) -> &mut Engine {
        self.engines[index].as_mut().expect("an engine that is still there")
    }

    fn next_random(&mut self) -> u64 {
        self.random ^= self.random << 13;
        self.random ^= self.random >> 7;
        self.random ^= self.random << 17;
        self.random
    }

    pub(crate) fn run(&mut self, duration: Duration) {
        self.run_in_steps(duration, Duration::from_millis(1));
    }

    fn run_in_steps(&mut self, duration: Duration, step: Duration) {
        let end = self.now + duration;
        while self.now < end {
            self.now += step;
            self.step();
        }
    }

    fn step(&mut self) {
        let now = self.now;
        for engine in self.engines.iter_mut().flatten() {
            if engine.next_timer() <= now {
                engine.tick(now);
            }
            // As much in a millisecond as the real sender sends between two pauses.
            self.waiting.extend(std::iter::from_fn(|| engine.queue.next_urgent()));
            self.waiting.extend(std::iter::from_fn(|| engine.next_bulk(now)).take(100));
        }
        while let Some(datagram) = self.waiting.pop_front() {
            self.sent_count += 1;
            let is_lost = self.next_random() % 100 < self.loss_percent;
            for engine in self.engines.iter_mut().flatten().filter(|_| !is_lost) {
                if datagram.to == engine.settings.address || datagram.to == GROUP {
                    engine.receive(datagram.bytes.clone().into(), now);
                }
            }
        }
    }

    fn writer(&mut self, index: usize, qos: &Qos) -> Guid {
        let now = self.now;
        self.engine(index).add_writer(TOPIC, qos, b"typehash=1;", now).expect("a writer")
    }

    fn reader(&mut self, index: usize, qos: &Qos) -> Receiver {
        let now = self.now;
        self.engine(index).add_reader(TOPIC, qos, b"", now).expect("a reader")
    }

    fn write(&mut self, writer: Guid, body: impl Into<Bytes>) -> i64 {
        self.write_to(writer, body.into(), None, None).expect("written")
    }

    fn write_to(
        &mut self,
        writer: Guid,
        body: Bytes,
        related: Option<SampleId>,
        only: Option<Guid>,
    ) -> Result<i64, WireError> {
        let index = usize::from(writer.prefix.0[0]) - 1;
        let now = self.now;
        self.engine(index).write(writer, body, (related, only), (now, 1))
    }
}

fn sequences(receiver: &Receiver) -> Vec<i64> {
    receiver.drain().iter().map(|sample| sample.sequence).collect()
}

/// A body that differs by its number.
fn body(number: usize, length: usize) -> Bytes {
    (0..length).map(|index| (index * 31 + number) as u8).collect::<Vec<_>>().into()
}

#[test]
fn participants_and_endpoints_find_each_other() {
    let mut network = Network::met(2);
    let writer = network.writer(0, &Qos::default());
    let reader = network.reader(1, &Qos::default());
    network.run(Duration::from_millis(20));
    assert_eq!(network.engine(0).matched(writer), [reader.guid()]);
    assert_eq!(network.engine(1).matched(reader.guid()), [writer]);
    let seen = network.engine(1).endpoints();
    assert_eq!(seen.len(), 1);
    assert_eq!((seen[0].topic.as_str(), &seen[0].user_data[..]), ("rt/chatter", &b"typehash=1;"[..]));
    assert_eq!(network.engine(0).known_peers()[0].user_data, b"enclave=/;"[..]);
    network.write(writer, body(0, 7));
    network.run(Duration::from_millis(5));
    assert_eq!(reader.try_recv().map(|sample| sample.body), Some(body(0, 7)));
}

#[test]
fn reliable_samples_arrive_in_order_whatever_is_lost() {
    let mut network = Network::met(2);
    let writer = network.writer(0, &Qos::reliable(1000));
    let reader = network.reader(1, &Qos::reliable(1000));
    network.run(Duration::from_millis(100));
    network.loss_percent = 30;
    for number in 0..300 {
        network.write(writer, body(number, number % 50));
        network.run(Duration::from_millis(2));
    }
    network.run(Duration::from_secs(8));
    let samples = reader.drain();
    assert_eq!(samples.len(), 300);
    for (number, sample) in samples.iter().enumerate() {
        assert_eq!((sample.sequence, &sample.body), (number as i64 + 1, &body(number, number % 50)));
    }
    // Once all is acknowledged, nothing is kept and nothing is repeated.
    let history = network.engine(0).writers[&writer.entity].history().count();
    assert_eq!(history, 0);
}

#[test]
fn fragments_are_repaired_one_by_one() {
    let mut network = Network::met(2);
    let writer = network.writer(0, &Qos::reliable(10));
    let reader = network.reader(1, &Qos::reliable(10));
    network.run(Duration::from_millis(100));
    network.loss_percent = 20;
    let before = network.sent_count;
    for number in 0..5 {
        network.write(writer, body(number, 200_000));
    }
    network.run(Duration::from_secs(6));
    let samples = reader.drain();
    assert_eq!(samples.len(), 5);
    for (number, sample) in samples.iter().enumerate() {
        assert!(sample.body == body(number, 200_000));
    }
    // 770 fragments, about as many repairs as were lost, and some talk.
    assert!(network.sent_count - before < 770 * 2, "{} packets", network.sent_count - before);
}

#[test]
fn best_effort_loses_what_is_lost_and_keeps_order() {
    let mut network = Network::met(2);
    let writer = network.writer(0, &Qos::best_effort(10));
    let reader = network.reader(1, &Qos::best_effort(1000));
    network.run(Duration::from_millis(100));
    network.loss_percent = 30;
    for number in 0..200 {
        // Long and short ones in turn: the short ones must not overtake.
        network.write(writer, body(number, if number % 2 == 0 { 3000 } else { 10 }));
        network.run(Duration::from_millis(1));
    }
    let got = sequences(&reader);
    assert!((60..190).contains(&got.len()), "{} of 200", got.len());
    assert!(got.is_sorted());
    network.loss_percent = 0;
    network.write(writer, body(0, 5000));
    network.run(Duration::from_millis(5));
    assert_eq!(sequences(&reader), [201]);
}

#[test]
fn late_readers_get_what_was_latched() {
    let mut network = Network::met(2);
    let writer = network.writer(0, &Qos::latched(3));
    for number in 0..5 {
        network.write(writer, body(number, 2000));
    }
    network.run(Duration::from_millis(20));
    network.loss_percent = 20;
    let late = network.reader(1, &Qos::latched(10));
    let volatile = network.reader(1, &Qos::reliable(10));
    network.run(Duration::from_secs(4));
    assert_eq!(sequences(&late), [3, 4, 5]);
    assert_eq!(sequences(&volatile), []);
    network.write(writer, body(5, 2000));
    network.run(Duration::from_secs(4));
    assert_eq!((sequences(&late), sequences(&volatile)), (vec![6], vec![6]));
}

#[test]
fn a_sample_written_before_the_reader_knew_its_writer_still_arrives() {
    let mut network = Network::met(2);
    let reader = network.reader(1, &Qos::reliable(10));
    network.run(Duration::from_millis(50));
    // The writer finds its reader at once, the reader its writer only when told.
    let writer = network.writer(0, &Qos::reliable(10));
    network.write(writer, body(0, 10));
    network.run(Duration::from_millis(200));
    assert_eq!(sequences(&reader), [1]);
}

#[test]
fn a_reply_is_for_the_reader_that_asked() {
    let mut network = Network::met(3);
    let writer = network.writer(0, &Qos::reliable(10));
    let asked = network.reader(1, &Qos::reliable(10));
    let neighbour = network.reader(1, &Qos::reliable(10));
    let other = network.reader(2, &Qos::reliable(10));
    network.run(Duration::from_millis(100));
    let related = Some(SampleId { guid: asked.guid(), sequence: 4 });
    network.write_to(writer, body(0, 10), related, Some(asked.guid())).expect("written");
    network.write_to(writer, body(0, 5000), related, Some(asked.guid())).expect("written");
    network.write(writer, body(1, 10));
    network.run(Duration::from_millis(300));
    let got = asked.drain();
    assert_eq!(
        got.iter().map(|sample| (sample.sequence, sample.related)).collect::<Vec<_>>(),
        [(1, related), (2, related), (3, None)]
    );
    assert_eq!((sequences(&neighbour), sequences(&other)), (vec![3], vec![3]));
    // Everyone is content: the history is empty.
    assert_eq!(network.engine(0).writers[&writer.entity].history().count(), 0);
}

#[test]
fn own_readers_hear_own_writers() {
    let mut network = Network::new(1);
    let writer = network.writer(0, &Qos::latched(1));
    network.write(writer, body(0, 10));
    let reader = network.reader(0, &Qos::latched(10));
    network.write(writer, body(1, 10));
    assert_eq!(sequences(&reader), [1, 2]);
    assert_eq!(network.engine(0).matched(writer), [reader.guid()]);
    let later = network.writer(0, &Qos::reliable(1));
    network.write(later, body(2, 10));
    assert_eq!(sequences(&reader), []);
    let volatile = network.reader(0, &Qos::reliable(10));
    network.write(later, body(3, 10));
    assert_eq!(sequences(&volatile), [2]);
    let (guid, now) = (volatile.guid(), network.now);
    network.engine(0).remove(guid, now).expect("removed");
    network.write(later, body(4, 10));
    assert_eq!((sequences(&volatile), network.engine(0).matched(later)), (vec![], vec![]));
}

#[test]
fn keep_last_forgets_the_oldest_and_waits_for_no_one() {
    let mut network = Network::met(2);
    let writer = network.writer(0, &Qos::reliable(3));
    let reader = network.reader(1, &Qos::reliable(100));
    network.run(Duration::from_millis(100));
    network.loss_percent = 100;
    for number in 0..50 {
        network.write(writer, body(number, 5000));
        network.run(Duration::from_millis(1));
    }
    assert_eq!(network.engine(0).writers[&writer.entity].history().count(), 3);
    network.loss_percent = 0;
    network.run(Duration::from_secs(2));
    assert_eq!(sequences(&reader), [48, 49, 50]);
}

#[test]
fn a_silent_peer_is_forgotten_when_its_lease_ends_and_returns() {
    let mut network = Network::met(2);
    let writer = network.writer(0, &Qos::reliable(5));
    let _reader = network.reader(1, &Qos::reliable(5));
    network.run(Duration::from_millis(100));
    let silent = network.engines[1].take();
    network.run(Duration::from_millis(9_000));
    assert_eq!(network.engine(0).known_peers().len(), 1);
    network.write(writer, body(0, 500_000));
    network.run(Duration::from_millis(2_000));
    assert_eq!(network.engine(0).known_peers().len(), 0);
    assert_eq!(network.engine(0).matched(writer), []);
    assert_eq!(network.engine(0).writers[&writer.entity].history().count(), 0);
    network.engines[1] = silent;
    network.run(Duration::from_millis(2_000));
    assert_eq!(network.engine(0).matched(writer).len(), 1);
}

#[test]
fn goodbyes_are_heard_at_once() {
    let mut network = Network::met(2);
    let writer = network.writer(0, &Qos::default());
    let reader = network.reader(1, &Qos::default());
    network.run(Duration::from_millis(50));
    let now = network.now;
    network.engine(0).remove(writer, now).expect("removed");
    network.run(Duration::from_millis(3));
    assert_eq!(network.engine(1).matched(reader.guid()), []);
    assert_eq!(network.engine(1).endpoints().len(), 0);
    assert!(matches!(network.engine(0).remove(writer, now), Err(WireError::NoSuchEndpoint(_))));
    // What was withdrawn is not kept.
    network.run(Duration::from_millis(50));
    assert_eq!(network.engine(0).writers[&builtin::PUBLICATIONS_WRITER].history().count(), 0);
    network.engine(0).say_goodbye();
    network.run(Duration::from_millis(2));
    assert_eq!(network.engine(1).known_peers().len(), 0);
}

#[test]
fn a_dropped_receiver_is_withdrawn() {
    let mut network = Network::met(2);
    let writer = network.writer(0, &Qos::default());
    let reader = network.reader(1, &Qos::default());
    network.run(Duration::from_millis(50));
    drop(reader);
    network.run(Duration::from_millis(300));
    assert_eq!(network.engine(0).matched(writer), []);
}

#[test]
fn writers_with_a_lease_show_that_they_live() {
    let mut network = Network::met(2);
    let lease = Some(Duration::from_millis(300));
    let writer = network.writer(0, &Qos { liveliness_lease: lease, ..Qos::default() });
    let reader = network.reader(1, &Qos { liveliness_lease: lease, ..Qos::default() });
    network.run(Duration::from_secs(1));
    assert_eq!(network.engine(1).matched(reader.guid()), [writer]);
    let latest = network.engine(0).writers[&builtin::LIVELINESS_WRITER].next_sequence() - 1;
    assert!((8..=12).contains(&latest), "{latest} signs of life in a second");
}

#[test]
fn a_short_sample_does_not_wait_for_a_long_one() {
    let mut network = Network::met(2);
    let cloud = network.writer(0, &Qos::reliable(2));
    let odometry = network.writer(0, &Qos::reliable(2));
    let _reader = network.reader(1, &Qos::reliable(2));
    network.run(Duration::from_millis(100));
    network.write(cloud, body(0, 2_000_000));
    let now = network.now;
    let engine = network.engine(0);
    while engine.queue.next_urgent().is_some() {}
    for _ in 0..10 {
        engine.next_bulk(now).expect("a fragment");
    }
    network.write(odometry, body(1, 500));
    let engine = network.engine(0);
    let first = engine.queue.next_urgent().expect("the short one");
    let (_, submessages) = submessages(first.bytes.into()).expect("a message");
    let writers: Vec<_> = submessages
        .filter_map(|submessage| match submessage {
            Ok(Submessage::Data(data)) => Some(data.writer),
            _ => None,
        })
        .collect();
    assert_eq!(writers, [odometry.entity]);
    assert!(engine.next_bulk(now).is_some());
}

#[test]
fn an_endpoint_that_changes_is_matched_anew() {
    let mut network = Network::met(2);
    let writer = network.writer(0, &Qos::best_effort(5));
    let reader = network.reader(1, &Qos::best_effort(5));
    network.run(Duration::from_millis(50));
    assert_eq!(network.engine(0).matched(writer), [reader.guid()]);
    // The reader now asks for more than the writer offers; then for what it offers again.
    for (qos, expected) in [(Qos::reliable(5), vec![]), (Qos::best_effort(7), vec![reader.guid()])] {
        let now = network.now;
        let changed = EndpointData::new(reader.guid(), TOPIC.0, TOPIC.1, &qos, b"");
        network.engine(1).announce_endpoint(&changed, now);
        network.run(Duration::from_millis(50));
        assert_eq!(network.engine(0).matched(writer), expected);
    }
}

#[test]
fn samples_that_wait_for_a_lost_one_are_bounded() {
    let mut network = Network::met(2);
    let writer = network.writer(0, &Qos::reliable(1000));
    let reader = network.reader(1, &Qos::reliable(1000));
    network.run(Duration::from_millis(100));
    // The first sample is lost on its way and on every repetition: only fresh datagrams pass.
    network.write(writer, body(0, 10));
    let now = network.now;
    while network.engine(0).queue.next_urgent().is_some() {}
    for number in 0..700 {
        network.write(writer, body(number, 1000));
        let datagram = network.engine(0).queue.next_urgent().expect("a sample");
        let mut bytes = datagram.bytes;
        // Without the heartbeat of 32 bytes at its end.
        bytes.truncate(bytes.len() - 32);
        network.engine(1).receive(bytes.into(), now);
    }
    assert_eq!(sequences(&reader), []);
    assert!(network.engine(1).held_bytes() <= 512 * 1008, "{}", network.engine(1).held_bytes());
    // It is repaired in the end, all of it.
    network.run(Duration::from_secs(3));
    assert_eq!(sequences(&reader), (1..=701).collect::<Vec<_>>());
    assert!(network.engine(1).held_bytes() < 10_000);
}

#[test]
fn participants_that_never_were_do_not_keep_out_real_ones() {
    let mut network = Network::met(2);
    let writer = network.writer(0, &Qos::default());
    let reader = network.reader(1, &Qos::default());
    network.run(Duration::from_millis(50));
    for number in 0..1000_u16 {
        let [low, high] = number.to_le_bytes();
        let prefix = GuidPrefix([9, low, high, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
        let invented = EngineSettings { prefix, lease: Duration::MAX, ..settings(2) };
        let mut invented = Engine::new(invented, Arc::new(Activity::default()), network.now);
        let now = network.now;
        invented.tick(now);
        let announcement = invented.queue.next_urgent().expect("an announcement");
        network.engine(0).receive(announcement.bytes.into(), now);
    }
    assert!(network.engine(0).known_peers().len() <= 256);
    assert_eq!(network.engine(0).matched(writer), [reader.guid()]);
    network.run_in_steps(Duration::from_secs(301), Duration::from_millis(500));
    assert_eq!(network.engine(0).known_peers().len(), 1);
    assert_eq!(network.engine(0).matched(writer), [reader.guid()]);
}

#[test]
fn a_participant_cannot_speak_for_another() {
    let mut network = Network::met(3);
    let writer = network.writer(0, &Qos::default());
    let reader = network.reader(1, &Qos::default());
    network.run(Duration::from_millis(50));
    let now = network.now;
    // Participant 2 says goodbye for participant 0: as itself, naming the other.
    let stranger = network.engine(2);
    stranger.settings.prefix = GuidPrefix([1; 12]);
    stranger.say_goodbye();
    let forged: Vec<_> = std::iter::from_fn(|| stranger.queue.next_urgent()).collect();
    for datagram in forged {
        network.engine(1).receive(datagram.bytes.into(), now);
    }
    assert_eq!(network.engine(1).matched(reader.guid()), [writer]);
}
