//! Packets with random faults: nothing panics, nothing grows without bound.

use std::net::UdpSocket;
use std::time::Duration;

use skidpad_rtps::fuzzing::{Victim, parameter_list, seeds};
use skidpad_rtps::{Participant, ParticipantSettings, Qos, Wire};

/// Numbers that follow from a seed.
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.bits() % limit.max(1) as u64) as usize
    }
}

/// One to six faults in some bytes.
fn mutate(random: &mut Random, bytes: &mut Vec<u8>, others: &[Vec<u8>]) {
    for _ in 0..=random.below(6) {
        let at = random.below(bytes.len() + 1);
        match random.below(8) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, random.bits() as u8),
            2 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            3 | 4 if at < bytes.len() => bytes[at] = [0, 1, 2, 0x7f, 0x80, 0xff][random.below(6)],
            5 if at + 4 <= bytes.len() => {
                bytes[at..at + 4].copy_from_slice(&(random.bits() as u32).to_le_bytes());
            }
            6 => {
                let other = &others[random.below(others.len())];
                // A submessage begins after the header of twenty bytes.
                bytes.extend(&other[other.len().min(20)..]);
            }
            _ => {
                let end = (at + random.below(40)).min(bytes.len());
                let copy = bytes[at..end].to_vec();
                bytes.splice(at..at, copy);
            }
        }
    }
}

#[test]
fn a_hundred_thousand_packets_with_faults() {
    let seeds = seeds();
    assert!(seeds.len() > 100, "{} packets to start from", seeds.len());
    let mut random = Random(1);
    let mut victim = Victim::default();
    let mut most_held = 0;
    for round in 0..100_000 {
        let mut packet = seeds[random.below(seeds.len())].clone();
        mutate(&mut random, &mut packet, &seeds);
        victim.feed(&packet);
        if round % 50 == 0 {
            victim.pass(Duration::from_millis(random.bits() % 100));
        }
        // The check of the bytes held is slow with many peers.
        if round % 100 == 0 {
            most_held = most_held.max(victim.held_bytes());
        }
        if round % 10_000 == 9_999 {
            victim = Victim::default();
        }
    }
    assert!(most_held < 300 << 20, "{most_held} bytes held");
}

#[test]
fn parameter_lists_with_faults() {
    let seeds: Vec<Vec<u8>> =
        seeds().into_iter().map(|packet| packet[packet.len().min(44)..].to_vec()).collect();
    let mut random = Random(2);
    for _ in 0..50_000 {
        let mut list = seeds[random.below(seeds.len())].clone();
        mutate(&mut random, &mut list, &seeds);
        parameter_list(&list);
    }
}

#[test]
fn a_participant_survives_rubbish_on_its_port() {
    let domain = 60 + (std::process::id() % 100) as u16;
    let settings = ParticipantSettings { domain, ..ParticipantSettings::default() };
    let participant = Participant::start(&settings).expect("a participant");
    let topic = format!("rt/rubbish_{}", std::process::id());
    let reader = participant.reader(&topic, "T", &Qos::latched(1), b"").expect("a reader");
    let socket = UdpSocket::bind("127.0.0.1:0").expect("a socket");
    let seeds = seeds();
    let mut random = Random(3);
    for _ in 0..5_000 {
        let mut packet = seeds[random.below(seeds.len())].clone();
        mutate(&mut random, &mut packet, &seeds);
        socket.send_to(&packet[..packet.len().min(60_000)], participant.address()).expect("sent");
    }
    assert!(participant.take_error().is_none());
    let talker = Participant::start(&settings).expect("another");
    let writer = talker.writer(&topic, "T", &Qos::latched(1), b"").expect("a writer");
    talker.write(writer, b"still here"[..].into(), None, None).expect("written");
    let sample = reader.recv_timeout(Duration::from_secs(30)).expect("a sample");
    assert_eq!(sample.body, b"still here"[..]);
}
