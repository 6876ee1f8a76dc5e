//! Hostile peers for every socket of MVSim's network in this process: mutated frames, connections that stay half open,
//! subscribers that never read, visitors that vanish.

use skidpad::math::SplitMix64;
use skidpad::mvsim::messages::*;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::linux::net::SocketAddrExt;
use std::os::unix::net::{SocketAddr, UnixStream};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// A socket that this process listens on, and its type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Target {
    place: Place,
    /// `REP`, `PUB` or `PAIR`.
    pub(crate) kind: String,
}

/// Where a socket is bound.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Place {
    Port(u16),
    /// In the abstract namespace, without the leading zero.
    Name(String),
}

/// A connection to one of them.
#[derive(Debug)]
pub(crate) enum Connection {
    Tcp(TcpStream),
    Local(UnixStream),
}

impl Connection {
    fn set_nonblocking(&self, is_nonblocking: bool) -> std::io::Result<()> {
        match self {
            Connection::Tcp(stream) => stream.set_nonblocking(is_nonblocking),
            Connection::Local(stream) => stream.set_nonblocking(is_nonblocking),
        }
    }
}

impl Read for Connection {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        match self {
            Connection::Tcp(stream) => stream.read(buffer),
            Connection::Local(stream) => stream.read(buffer),
        }
    }
}

impl Write for Connection {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        match self {
            Connection::Tcp(stream) => stream.write(bytes),
            Connection::Local(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// What was done so far.
#[derive(Debug, Default)]
pub(crate) struct Tally {
    pub(crate) frames: AtomicU64,
    pub(crate) connections: AtomicU64,
}

/// Every ZeroMQ socket that this process listens on.
pub(crate) fn targets() -> Vec<Target> {
    let ports = listening_ports().into_iter().map(Place::Port);
    let mut all: Vec<Target> = ports
        .chain(listening_names().into_iter().map(Place::Name))
        .filter_map(|place| {
            let kind = kind_of(&mut connected(&place)?)?;
            Some(Target { place, kind })
        })
        .collect();
    all.sort_by(|a, b| a.place.cmp(&b.place));
    all
}

/// Names that this process listens on: the state of a socket that only listens is 01, its flags 00010000.
fn listening_names() -> Vec<String> {
    let prefix = format!("@skidpad-mvsim-{}-", std::process::id());
    let table = std::fs::read_to_string("/proc/self/net/unix").expect("Linux");
    let name = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_own = words.get(3) == Some(&"00010000") && words.last()?.starts_with(&prefix);
        is_own.then(|| words[words.len() - 1][1..].to_string())
    };
    table.lines().skip(1).filter_map(name).collect()
}

fn listening_ports() -> Vec<u16> {
    let links = std::fs::read_dir("/proc/self/fd").expect("Linux").flatten();
    let links = links.filter_map(|entry| std::fs::read_link(entry.path()).ok());
    let own: Vec<String> = links.map(|link| link.display().to_string()).collect();
    let table = std::fs::read_to_string("/proc/self/net/tcp").expect("Linux");
    let port = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let is_listening = words.get(3) == Some(&"0A");
        let is_own = own.contains(&format!("socket:[{}]", words.get(9)?));
        let (_, port) = words.get(1)?.split_once(':')?;
        (is_listening && is_own).then(|| u16::from_str_radix(port, 16).ok()).flatten()
    };
    table.lines().skip(1).filter_map(port).collect()
}

fn connected(place: &Place) -> Option<Connection> {
    let patience = Some(Duration::from_secs(20));
    match place {
        Place::Port(port) => {
            let stream = TcpStream::connect(("127.0.0.1", *port)).ok()?;
            stream.set_read_timeout(patience).ok()?;
            stream.set_write_timeout(patience).ok()?;
            Some(Connection::Tcp(stream))
        }
        Place::Name(name) => {
            let stream = UnixStream::connect_addr(&SocketAddr::from_abstract_name(name).ok()?).ok()?;
            stream.set_read_timeout(patience).ok()?;
            stream.set_write_timeout(patience).ok()?;
            Some(Connection::Local(stream))
        }
    }
}

/// What a socket says of itself in its handshake.
fn kind_of(stream: &mut Connection) -> Option<String> {
    stream.write_all(&greeting()).ok()?;
    let mut heard = [0; 64 + 2];
    stream.read_exact(&mut heard).ok()?;
    let mut ready = vec![0; usize::from(heard[65])];
    stream.read_exact(&mut ready).ok()?;
    let text = String::from_utf8_lossy(&ready).into_owned();
    ["REP", "PUB", "PAIR"].map(String::from).into_iter().find(|kind| text.ends_with(kind.as_str()))
}

fn greeting() -> Vec<u8> {
    [&[0xff, 0, 0, 0, 0, 0, 0, 0, 1, 0x7f, 3, 1][..], b"NULL", &[0; 48]].concat()
}

/// A connection whose handshake is complete.
fn introduced(target: &Target) -> Option<Connection> {
    let mut stream = connected(&target.place)?;
    let ours = match target.kind.as_str() {
        "REP" => "REQ",
        "PUB" => "SUB",
        _ => "PAIR",
    };
    let ready = [b"\x05READY\x0bSocket-Type\0\0\0", &[ours.len() as u8][..], ours.as_bytes()].concat();
    kind_of(&mut stream)?;
    stream.write_all(&[&[4, ready.len() as u8][..], &ready].concat()).ok()?;
    Some(stream)
}

/// Messages to start from. None of them changes a world, so that its state can be compared.
fn seeds() -> Vec<Vec<u8>> {
    let call = |name: &str, input: &[u8]| {
        encode_frame(&CallService { service_name: name.to_string(), serialized_input: input.to_vec() })
    };
    let asked = SrvGetPose { object_id: "r1".to_string() };
    let input = encode_frame(&asked);
    let endpoint = "tcp://127.0.0.1:9".to_string();
    let frames = [
        encode_frame(&RegisterNodeRequest { node_name: "stranger".to_string() }),
        encode_frame(&ListTopicsRequest::default()),
        encode_frame(&SubscribeRequest { topic: "/r1/pose".to_string(), updates_endpoint: endpoint.clone() }),
        encode_frame(&AdvertiseTopicRequest {
            local_endpoint: None,
            topic_name: "/x".to_string(),
            topic_type_name: "T".to_string(),
            endpoint,
            node_name: "stranger".to_string(),
        }),
        encode_frame(&GetServiceInfoRequest { service_name: "get_pose".to_string() }),
        call("get_pose", &input),
        call("get_all_poses", b""),
        call("get_light_state", b"\x0a\x02r1\x12\x01x"),
    ];
    frames.iter().map(|frame| frame.to_vec()).collect()
}

/// One to six faults.
fn mutate(random: &mut SplitMix64, bytes: &mut Vec<u8>) {
    for _ in 0..=random.below(6) {
        let at = random.below(bytes.len() + 1);
        match random.below(4) {
            0 => bytes.truncate(at.max(1)),
            1 => bytes.insert(at, random.bits() as u8),
            2 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            _ if at < bytes.len() => bytes[at] = [0, 1, 0x7f, 0x80, 0xff][random.below(5)],
            _ => {}
        }
    }
}

/// Send this many mutated frames to a socket, over as many connections as it takes.
pub(crate) fn flood(target: &Target, frame_count: u64, is_over: &AtomicBool, tally: &Tally) {
    let seeds = seeds();
    // Names end with a port, too.
    let number = match &target.place {
        Place::Port(port) => u64::from(*port),
        Place::Name(name) => 1 << 40 | name.rsplit('-').next().and_then(|it| it.parse().ok()).unwrap_or(0),
    };
    let mut random = SplitMix64::new(number ^ tally.frames.load(Ordering::Relaxed) << 16);
    let mut stream = None;
    let mut answers = vec![0; 1 << 16];
    for _ in 0..frame_count {
        if is_over.load(Ordering::Relaxed) {
            return;
        }
        if stream.is_none() {
            stream = introduced(target);
            tally.connections.fetch_add(1, Ordering::Relaxed);
        }
        let Some(open) = &mut stream else { continue };
        let mut frame = seeds[random.below(seeds.len())].clone();
        mutate(&mut random, &mut frame);
        let mut bytes = match target.kind.as_str() {
            // The envelope of a request.
            "REP" => vec![1, 0],
            _ => Vec::new(),
        };
        bytes.push(2);
        bytes.extend((frame.len() as u64).to_be_bytes());
        bytes.extend(frame);
        // One in twenty is broken below the level of messages, too.
        if random.below(20) == 0 {
            mutate(&mut random, &mut bytes);
        }
        tally.frames.fetch_add(1, Ordering::Relaxed);
        let is_sent = open.write_all(&bytes).is_ok();
        // Answers are read without waiting, so that they do not fill the connection.
        let _ = open.set_nonblocking(true);
        let is_closed = loop {
            match open.read(&mut answers) {
                Ok(0) => break true,
                Ok(_) => {}
                Err(error) => break error.kind() != std::io::ErrorKind::WouldBlock,
            }
        };
        let _ = open.set_nonblocking(false);
        if !is_sent || is_closed {
            stream = None;
        }
    }
}

/// Connections that say nothing, or half of a greeting; they last until they are dropped.
pub(crate) fn half_open(targets: &[Target], count: usize) -> Vec<Connection> {
    let open = |number: usize| {
        let mut stream = connected(&targets[number % targets.len()].place)?;
        let _ = stream.write_all(&greeting()[..number % 64]);
        Some(stream)
    };
    (0..count).filter_map(open).collect()
}

/// One subscriber of everything on each publisher, which never reads.
pub(crate) fn sleepers(targets: &[Target]) -> Vec<Connection> {
    let publishers = targets.iter().filter(|target| target.kind == "PUB");
    publishers
        .filter_map(|target| {
            let mut stream = introduced(target)?;
            stream.write_all(b"\x04\x0a\x09SUBSCRIBE").ok()?;
            Some(stream)
        })
        .collect()
}

/// Connect, introduce oneself, be gone.
pub(crate) fn vanish(targets: &[Target], count: usize) {
    (0..count).for_each(|number| drop(introduced(&targets[number % targets.len()])));
}

/// Memory of this process [MB].
pub(crate) fn memory_mb() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok()).expect("a size") / 1024
}
