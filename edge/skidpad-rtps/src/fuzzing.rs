//! Entry points for fuzzers: any bytes, no panic, no unbounded memory. Not part of the interface.

use std::net::{Ipv4Addr, SocketAddrV4};
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::Bytes;

use crate::activity::Activity;
use crate::announcement::{EndpointData, ParticipantData};
use crate::engine::{Engine, EngineSettings};
use crate::guid::{Guid, GuidPrefix};
use crate::message::{InlineQos, Submessage, submessages};
use crate::parameters::SampleNotes;
use crate::qos::Qos;
use crate::receiver::Receiver;

const TOPIC: (&str, &str) = ("rt/chatter", "std_msgs::msg::dds_::String_");
/// What the short and long samples of the seeds have in bytes.
const LENGTHS: [usize; 2] = [5, 5000];

/// A parameter list: as a participant, an endpoint, and notes of a sample.
pub fn parameter_list(data: &[u8]) {
    let bytes = Bytes::copy_from_slice(data);
    if let Ok(participant) = ParticipantData::read(bytes.clone()) {
        assert!(participant.user_data.len() <= data.len());
        assert_eq!(ParticipantData::read(participant.payload()).as_ref(), Ok(&participant));
    }
    for is_reader in [false, true] {
        if let Ok(endpoint) = EndpointData::read(bytes.clone(), is_reader) {
            assert!(endpoint.topic.len() <= 3 * data.len());
            let _ = endpoint.serves(&endpoint);
        }
    }
    let _ = EndpointData::read_key(bytes.clone());
    for big_endian in [false, true] {
        let _ = SampleNotes::read(&InlineQos { bytes: bytes.clone(), big_endian });
    }
}

/// One packet: taken apart, then given to a participant that has peers.
pub fn packet(data: &[u8]) {
    if let Ok((_, submessages)) = submessages(Bytes::copy_from_slice(data)) {
        for submessage in submessages.flatten() {
            if let Submessage::Data(data) = submessage {
                assert!(data.sequence > 0);
            }
        }
    }
    Victim::default().feed(data);
}

/// Packets of one peer, each with its length in two bytes before it. A length above 0xff00 lets time pass instead.
pub fn conversation(mut data: &[u8]) {
    let mut victim = Victim::default();
    while let Some((&[low, high], rest)) = data.split_first_chunk() {
        let length = usize::from(u16::from_be_bytes([high, low]));
        data = rest;
        if high == 0xff {
            victim.pass(Duration::from_millis(u64::from(low) * 20));
            continue;
        }
        let (packet, rest) = data.split_at(length.min(data.len()));
        data = rest;
        victim.feed(packet);
    }
}

/// A participant that knows one peer, with writers and readers that match, and is sent packets.
pub struct Victim {
    engine: Engine,
    now: Instant,
    receivers: Vec<Receiver>,
}

impl Default for Victim {
    fn default() -> Self {
        let mut pair = Pair::new();
        pair.talk();
        let Pair { left, now, receivers, .. } = pair;
        Self { engine: left, now, receivers }
    }
}

impl Victim {
    /// Gives it a packet; its answers are thrown away. Panics if it grows beyond its limits.
    pub fn feed(&mut self, packet: &[u8]) {
        self.engine.receive(Bytes::copy_from_slice(packet), self.now);
        self.check();
    }

    /// Lets time pass; it sends what it wants to.
    pub fn pass(&mut self, time: Duration) {
        self.now += time;
        self.engine.tick(self.now);
        while self.engine.queue.next_urgent().is_some() {}
        for _ in 0..1000 {
            if self.engine.next_bulk(self.now).is_none() {
                break;
            }
        }
        for receiver in &self.receivers {
            receiver.drain();
        }
        self.check();
    }

    fn check(&self) {
        assert!(self.engine.next_timer() > self.now - Duration::from_secs(10));
        assert!(self.engine.known_peers().len() <= 256);
        assert!(self.engine.held_bytes() < 600 << 20, "{} bytes", self.engine.held_bytes());
    }

    /// How many bytes of packets, samples and names it holds.
    pub fn held_bytes(&self) -> usize {
        self.engine.held_bytes()
    }
}

/// Packets of a whole conversation: greeting, endpoints, short and long samples both ways, answers, goodbye.
pub fn seeds() -> Vec<Vec<u8>> {
    let mut pair = Pair::new();
    pair.talk();
    pair.packets
}

/// Two participants that talk, and their packets.
struct Pair {
    left: Engine,
    right: Engine,
    now: Instant,
    receivers: Vec<Receiver>,
    packets: Vec<Vec<u8>>,
}

impl Pair {
    fn new() -> Self {
        let now = Instant::now();
        let engine = |number: u8| {
            let address = |number: u8| SocketAddrV4::new(Ipv4Addr::LOCALHOST, 7410 + u16::from(number));
            let settings = EngineSettings {
                prefix: GuidPrefix([number; 12]),
                domain: 0,
                address: address(number),
                multicast: None,
                announce_to: vec![address(3 - number)],
                announce_period: Duration::from_secs(1),
                lease: Duration::from_secs(10),
                fragment_size: 1300,
                user_data: Bytes::from_static(b"enclave=/;"),
            };
            Engine::new(settings, Arc::new(Activity::default()), now)
        };
        Self { left: engine(1), right: engine(2), now, receivers: Vec::new(), packets: Vec::new() }
    }

    /// Carries packets to and fro; every seventh is lost, so that there is something to ask for.
    fn carry(&mut self) {
        for _ in 0..200 {
            self.now += Duration::from_millis(1);
            for is_left in [true, false] {
                let (from, to) = if is_left {
                    (&mut self.left, &mut self.right)
                } else {
                    (&mut self.right, &mut self.left)
                };
                from.tick(self.now);
                let now = self.now;
                while let Some(datagram) = from.queue.next_urgent().or_else(|| from.next_bulk(now)) {
                    self.packets.push(datagram.bytes.clone());
                    if !self.packets.len().is_multiple_of(7) {
                        to.receive(datagram.bytes.into(), now);
                    }
                }
            }
        }
    }

    fn talk(&mut self) {
        let qualities = [Qos::reliable(5), Qos::best_effort(5), Qos::latched(2)];
        let mut writers: Vec<(bool, Guid)> = Vec::new();
        for qos in &qualities {
            for is_left in [true, false] {
                let engine = if is_left { &mut self.left } else { &mut self.right };
                writers.extend(
                    engine.add_writer(TOPIC, qos, b"typehash=1;", self.now).map(|guid| (is_left, guid)),
                );
                self.receivers.extend(engine.add_reader(TOPIC, qos, b"", self.now));
            }
        }
        self.carry();
        let only = self.receivers.first().map(Receiver::guid);
        for length in LENGTHS {
            for &(is_left, writer) in &writers {
                let engine = if is_left { &mut self.left } else { &mut self.right };
                let body = Bytes::from(vec![7; length]);
                let _ = engine.write(writer, body.clone(), (None, None), (self.now, 1));
                let _ = engine.write(writer, body, (None, only), (self.now, 1));
            }
            self.carry();
        }
        // The right one goes, and its goodbye is not heard.
        self.right.say_goodbye();
        self.packets
            .extend(std::iter::from_fn(|| self.right.queue.next_urgent()).map(|datagram| datagram.bytes));
    }
}
