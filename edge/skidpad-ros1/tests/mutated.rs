//! Documents, headers and messages with random faults: nothing panics, nothing grows without limit.

use skidpad_math::SplitMix64;
use skidpad_ros1::fuzzing;
use skidpad_ros1::tcpros::ConnectionHeader;
use skidpad_ros1::xmlrpc::{Value, write_call, write_response};
use skidpad_rosmsg::msg::{Marker, TFMessage, TransformStamped};
use skidpad_rosmsg::to_ros1;

fn count() -> usize {
    if std::env::var_os("SKIDPAD_NIGHTLY").is_some() { 200_000 } else { 4_000 }
}

fn mutate(random: &mut SplitMix64, bytes: &mut Vec<u8>) {
    for _ in 0..=random.below(6) {
        let at = random.below(bytes.len() + 1);
        match random.below(5) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, random.bits() as u8),
            2 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            3 if at < bytes.len() => bytes[at] = [0, 1, 0x7f, 0x80, 0xff][random.below(5)],
            _ => {
                let piece: Vec<u8> = bytes.iter().skip(at).take(random.below(40)).copied().collect();
                bytes.extend(piece);
            }
        }
    }
}

fn damage(seeds: &[Vec<u8>], read: impl Fn(&[u8])) {
    let mut random = SplitMix64::new(19);
    for seed in seeds {
        read(seed);
        for _ in 0..count() {
            let mut bytes = seed.clone();
            mutate(&mut random, &mut bytes);
            read(&bytes);
        }
    }
}

#[test]
fn damaged_documents() {
    let value = Value::Struct(vec![("a".to_string(), vec![1.into(), 0.5.into(), "x & y".into()].into())]);
    let head = b"POST /RPC2 HTTP/1.1\r\nHost: a\r\nContent-Length: 12\r\n\r\n".to_vec();
    let seeds = [
        write_call("publisherUpdate", &["/master".into(), value.clone()]).into_bytes(),
        write_response(&value).into_bytes(),
        head,
    ];
    damage(&seeds, fuzzing::xmlrpc);
}

#[test]
fn damaged_headers() {
    let header = ConnectionHeader::new(&[("topic", "/odom"), ("md5sum", "*"), ("callerid", "/a")]);
    damage(&[header.to_bytes()[4..].to_vec()], fuzzing::connection_header);
}

#[test]
fn damaged_messages() {
    let with_kind = |kind: u8, bytes: Vec<u8>| [vec![kind], bytes].concat();
    let transforms = TFMessage { transforms: vec![TransformStamped::default(); 3] };
    let seeds = [
        with_kind(0, vec![0; 48]),
        with_kind(3, to_ros1(&transforms)),
        with_kind(5, to_ros1(&Marker { text: "x".to_string(), ..Marker::default() })),
    ];
    damage(&seeds, fuzzing::message);
}
