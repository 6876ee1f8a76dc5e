//! Participants in one process, over real sockets on loopback.

use std::net::Ipv4Addr;
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::{Duration, Instant};

use bytes::Bytes;
use skidpad_rtps::{Participant, ParticipantSettings, Qos, Receiver, Sample, Wire, WireError};

const TYPE: &str = "std_msgs::msg::dds_::String_";
const PATIENCE: Duration = Duration::from_secs(30);

/// A domain for this test. Other tests may share it; their topics have other names.
fn domain() -> u16 {
    static NEXT: AtomicU16 = AtomicU16::new(0);
    60 + (std::process::id() as u16 % 100) + NEXT.fetch_add(1, Ordering::Relaxed) % 50
}

fn start(domain: u16) -> Participant {
    let settings =
        ParticipantSettings { domain, user_data: b"enclave=/;".to_vec(), ..ParticipantSettings::default() };
    Participant::start(&settings).expect("a participant")
}

/// A topic that no other test uses.
fn topic(name: &str) -> String {
    format!("rt/{name}_{}", std::process::id())
}

/// Waits until `condition` holds.
fn wait_until(wire: &Participant, what: &str, mut condition: impl FnMut() -> bool) {
    let end = Instant::now() + PATIENCE;
    while !condition() {
        assert!(Instant::now() < end, "{what}: not in time");
        wire.wait_for_activity(wire.activity(), Duration::from_millis(20));
    }
}

fn take(receiver: &Receiver, count: usize) -> Vec<Sample> {
    let samples: Vec<_> = (0..count).map_while(|_| receiver.recv_timeout(PATIENCE)).collect();
    assert_eq!(samples.len(), count, "samples did not arrive in time");
    samples
}

#[test]
fn short_and_long_samples_arrive_both_ways() {
    let domain = domain();
    let (left, right) = (start(domain), start(domain));
    let (there, back) = (topic("there"), topic("back"));
    let out = left.writer(&there, TYPE, &Qos::reliable(100), b"typehash=1;").expect("a writer");
    let heard = right.reader(&there, TYPE, &Qos::reliable(100), b"").expect("a reader");
    let reply = right.writer(&back, TYPE, &Qos::best_effort(10), b"").expect("a writer");
    let answered = left.reader(&back, TYPE, &Qos::best_effort(10), b"").expect("a reader");
    wait_until(&left, "the reader is found", || left.matched(out.guid()) == [heard.guid()]);
    wait_until(&right, "the writer is found", || right.matched(heard.guid()) == [out.guid()]);
    wait_until(&right, "the other reader is found", || right.matched(reply.guid()) == [answered.guid()]);
    wait_until(&left, "the other writer is found", || left.matched(answered.guid()) == [reply.guid()]);
    let seen =
        right.endpoints().into_iter().find(|endpoint| endpoint.guid == out.guid()).expect("the writer");
    assert_eq!((seen.topic, &seen.user_data[..], seen.is_reader), (there, &b"typehash=1;"[..], false));
    let peer =
        right.peers().into_iter().find(|peer| peer.guid == left.guid()).expect("the other participant");
    assert_eq!(peer.user_data, b"enclave=/;"[..]);

    let long: Bytes = (0..2_000_003).map(|index| (index / 7) as u8).collect::<Vec<_>>().into();
    for number in 0..20_u8 {
        left.write(out, Bytes::from(vec![number; 5]), None, None).expect("written");
    }
    left.write(out, long.clone(), None, None).expect("written");
    let samples = take(&heard, 21);
    assert!(samples.iter().take(20).enumerate().all(|(number, sample)| sample.body[..] == [number as u8; 5]));
    assert!(samples[20].body == long);
    right.write(reply, Bytes::from_static(b"yes"), None, None).expect("written");
    assert_eq!(take(&answered, 1)[0].body, b"yes"[..]);
}

#[test]
fn who_comes_late_gets_what_was_latched_and_who_leaves_is_missed() {
    let domain = domain();
    let talker = start(domain);
    let map = topic("map");
    let writer = talker.writer(&map, TYPE, &Qos::latched(1), b"").expect("a writer");
    talker.write(writer, Bytes::from(vec![9; 100_000]), None, None).expect("written");
    let listener = start(domain);
    let reader = listener.reader(&map, TYPE, &Qos::latched(1), b"").expect("a reader");
    assert_eq!(take(&reader, 1)[0].body.len(), 100_000);
    let guid = talker.guid();
    drop(talker);
    wait_until(&listener, "the goodbye", || listener.peers().iter().all(|peer| peer.guid != guid));
    assert_eq!(listener.matched(reader.guid()), []);
}

#[test]
fn a_panic_inside_is_reported_and_kills_nothing() {
    let participant = start(domain());
    let writer = participant.writer(&topic("panic"), TYPE, &Qos::default(), b"").expect("a writer");
    participant.panic_inside();
    let mut error = None;
    wait_until(&participant, "the report", || {
        error = participant.take_error();
        error.is_some()
    });
    assert_eq!(
        error.map(|error| error.to_string()).as_deref(),
        Some("the send thread stopped by a panic: a panic was asked for; this is a bug in skidpad")
    );
    wait_until(&participant, "calls fail", || {
        matches!(participant.write(writer, Bytes::new(), None, None), Err(WireError::Stopped))
    });
}

#[test]
fn whoever_panics_is_replaced_and_leaves_no_ghost() {
    let domain = domain();
    let listener = start(domain);
    let name = topic("phoenix");
    let reader = listener.reader(&name, TYPE, &Qos::reliable(10), b"").expect("a reader");
    let rounds = if std::env::var_os("SKIDPAD_NIGHTLY").is_some() { 100 } else { 5 };
    for round in 0..rounds {
        let talker = start(domain);
        let writer = talker.writer(&name, TYPE, &Qos::reliable(10), b"").expect("a writer");
        wait_until(&talker, "a match", || talker.matched(writer.guid()) == [reader.guid()]);
        talker.write(writer, Bytes::from(vec![round; 4]), None, None).expect("written");
        assert_eq!(take(&reader, 1)[0].body[..], [round; 4]);
        talker.panic_inside();
        wait_until(&talker, "the report", || talker.take_error().is_some());
        let guid = talker.guid();
        drop(talker);
        wait_until(&listener, "the goodbye", || listener.peers().iter().all(|peer| peer.guid != guid));
    }
}

#[test]
fn what_cannot_be_is_refused() {
    let refused =
        |settings: &ParticipantSettings| Participant::start(settings).err().map(|error| error.to_string());
    let settings = ParticipantSettings { domain: 233, ..ParticipantSettings::default() };
    assert_eq!(refused(&settings).as_deref(), Some("domain 233 is out of range; 0 to 232 have ports"));
    // An address of no interface here (RFC 5737).
    let interface = Ipv4Addr::new(203, 0, 113, 77);
    let message =
        refused(&ParticipantSettings { domain: domain(), interface, ..ParticipantSettings::default() });
    assert!(
        message.as_ref().is_some_and(|text| text.starts_with("opening a socket on 203.0.113.77:")),
        "{message:?}"
    );
}
