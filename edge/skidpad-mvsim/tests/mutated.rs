//! Frames and connections with random faults: nothing panics, every request is answered.

use serde_json::json;
use skidpad_math::SplitMix64;
use skidpad_mvsim::broker::{Broker, BrokerSettings};
use skidpad_mvsim::fuzzing;
use skidpad_mvsim::messages::{FrameView, encode_raw_frame, from_json};
use skidpad_mvsim::zmtp::{Limits, RequestSocket};
use skidpad_mvsim::{Client, ClientSettings};
use std::io::Write;
use std::net::TcpStream;
use std::path::Path;
use std::time::Duration;

/// Frames to start from: those of a real MVSim, and the requests it did not send.
fn seeds() -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/comms");
    let mut paths: Vec<_> = std::fs::read_dir(folder)
        .expect("testdata/comms")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "hex"))
        .collect();
    paths.sort();
    let golden = paths.iter().map(|path| {
        let text = std::fs::read_to_string(path).expect("a frame");
        data_encoding::HEXLOWER.decode(text.trim().as_bytes()).expect("hexadecimal digits")
    });
    let topic =
        json!({"topicName": "/a", "topicTypeName": "T", "endpoint": "tcp://0.0.0.0:9", "nodeName": "n"});
    let service = json!({
        "serviceName": "s", "inputTypeName": "I", "outputTypeName": "O",
        "endpoint": "tcp://0.0.0.0:9", "nodeName": "n"
    });
    let more = [("mvsim_msgs.AdvertiseTopicRequest", topic), ("mvsim_msgs.AdvertiseServiceRequest", service)];
    let more =
        more.map(|(name, json)| encode_raw_frame(name, &from_json(name, &json).expect("valid")).to_vec());
    golden.chain(more).collect()
}

/// One to eight faults in some bytes.
fn mutate(random: &mut SplitMix64, bytes: &mut Vec<u8>, others: &[Vec<u8>]) {
    for _ in 0..=random.below(8) {
        let at = random.below(bytes.len() + 1);
        match random.below(7) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, random.bits() as u8),
            2 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            3 if at < bytes.len() => bytes[at] = [0, 1, 0x7f, 0x80, 0xff][random.below(5)],
            4 => {
                let other = &others[random.below(others.len())];
                bytes.splice(at.., other[random.below(other.len())..].iter().copied());
            }
            5 if at < bytes.len() => {
                bytes.remove(at);
            }
            _ => {
                let end = (at + random.below(20)).min(bytes.len());
                let copy = bytes[at..end].to_vec();
                bytes.splice(at..at, copy);
            }
        }
    }
    bytes.truncate(20_000);
}

#[test]
fn a_hundred_thousand_mutated_frames_are_all_answered() {
    let seeds = seeds();
    let mut random = SplitMix64::new(7);
    let mut broker = fuzzing::Requests::default();
    let mut understood_count = 0;
    for index in 0..100_000_u64 {
        let mut frame = seeds[random.below(seeds.len())].clone();
        mutate(&mut random, &mut frame, &seeds);
        understood_count += usize::from(FrameView::parse(&frame).is_ok());
        fuzzing::frame(&frame);
        broker.answer(index % 20, &frame);
        if index % 1000 == 0 {
            broker.close(index / 1000 % 20);
        }
    }
    // Otherwise the mutations would be too coarse to test anything but the first check.
    assert!(understood_count > 10_000, "{understood_count} frames were understood");
}

/// What a client says: greeting, handshake, a subscription, a ping and two requests.
fn connection_seeds() -> Vec<Vec<u8>> {
    let greeting = [&[0xff, 0, 0, 0, 0, 0, 0, 0, 1, 0x7f, 3, 1][..], b"NULL", &[0; 48]].concat();
    let ready = b"\x04\x26\x05READY\x0bSocket-Type\0\0\0\x03REQ\x08Identity\0\0\0\0";
    let frames: [&[u8]; 4] = [
        b"\x04\x0a\x09SUBSCRIBE",
        b"\x04\x07\x04PING\0\0",
        b"\x01\0\0\x05hello",
        b"\x02\0\0\0\0\0\0\0\x03abc",
    ];
    let whole = [&[17], &greeting[..], ready, &frames.concat()].concat();
    vec![whole.clone(), [&[1], &whole[1..]].concat(), [&[255], &whole[1..]].concat()]
}

#[test]
fn a_hundred_thousand_mutated_connections_are_read_to_their_end() {
    let seeds = connection_seeds();
    let mut random = SplitMix64::new(11);
    for _ in 0..100_000 {
        let mut bytes = seeds[random.below(seeds.len())].clone();
        mutate(&mut random, &mut bytes, &seeds);
        fuzzing::connection(&bytes);
        fuzzing::conversation(&bytes);
    }
}

#[test]
fn a_broker_on_a_socket_survives_mutated_requests_and_connections() {
    let broker = Broker::start(&BrokerSettings { port: 0, ..BrokerSettings::default() }).expect("a port");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    let frames = seeds();
    let connections = connection_seeds();
    let mut random = SplitMix64::new(13);
    runtime.block_on(async {
        let mut socket = RequestSocket::new(broker.endpoint().clone(), &Limits::default());
        for _ in 0..2_000 {
            let mut frame = frames[random.below(frames.len())].clone();
            mutate(&mut random, &mut frame, &frames);
            let answer = socket.request(frame.into(), Duration::from_secs(60)).await.expect("an answer");
            assert!(FrameView::parse(&answer).is_ok());
        }
    });
    for _ in 0..300 {
        let mut bytes = connections[0].clone();
        mutate(&mut random, &mut bytes, &connections);
        let mut stream = TcpStream::connect(("127.0.0.1", broker.endpoint().port)).expect("the broker");
        // The broker may have closed the connection already.
        let _ = stream.write_all(&bytes);
    }
    let settings = ClientSettings { port: broker.endpoint().port, ..ClientSettings::default() };
    let client = Client::connect(settings).expect("the broker is alive");
    assert_eq!(client.list_nodes("anon").expect("listed"), ["anonymous"]);
}
