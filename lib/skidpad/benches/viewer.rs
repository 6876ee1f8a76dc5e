//! What does a viewer cost? 25 robots with 100-beam lasers, every scan of each shown at 30 Hz: processor time of the
//! server's own thread, as a share of one core beside the simulation. The goal is below 10 %.
//!
//! One number per line. The robots are those of `worlds/many_robots.world.xml`, their lasers made six times as quick.

use skidpad::web::Listen;
use skidpad::{Run, World, WorldOptions};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::time::{Duration, Instant};

fn main() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../worlds/many_robots.world.xml");
    let text = std::fs::read_to_string(&path).expect("worlds/many_robots.world.xml");
    // Readings come at multiples of a step of 5 ms: 33 Hz, so that each of 30 frames a second has new ones.
    let quick = text.replace("sensor_period_sec=\"0.2\"", "sensor_period_sec=\"0.03\"");
    assert_ne!(quick, text, "the lasers of this world have another period by now");
    let options = WorldOptions { with_pictures: true, ..WorldOptions::default() };
    let world = World::read_text(&path, &quick, &options).expect("a world that can be read");
    let run = Run::new(world).serve(Listen::loopback()).prepare().expect("a server on loopback");
    let sensor_count = run.sim().sensors().len();
    let (address, stop) = (run.viewer_socket().expect("a server"), run.stop_flag());
    let run = std::thread::spawn(move || run.go());
    let cost = watch(address, sensor_count);
    stop.raise();
    let outcome = run.join().expect("the run ends");
    println!("viewer server: {:.2} % of one core (goal: below 10)", 100.0 * cost.share);
    println!("scans: {:.0} per second (goal: {})", cost.scans_per_second, 30 * sensor_count);
    println!("bytes: {:.0} per second", cost.bytes_per_second);
    println!("late steps: {} of {}", outcome.missed_deadline_count, outcome.step_count);
}

/// What was measured.
struct Cost {
    share: f64,
    scans_per_second: f64,
    bytes_per_second: f64,
}

/// Take everything for ten seconds.
fn watch(address: SocketAddr, sensor_count: usize) -> Cost {
    let mut stream = TcpStream::connect(address).expect("the server");
    let request = format!(
        "GET /ws HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).expect("a request");
    // Frames are shown after steps of 5 ms: every 30 ms, so that every scan arrives.
    let sensors: Vec<usize> = (0..sensor_count).collect();
    let hello = format!(
        r#"{{"type":"hello","protocol":1,"subscribe":{{"rate_hz":34,"contacts":true,"sensors":{sensors:?}}}}}"#
    );
    let mut frame = vec![0x81, 0x80 | 126];
    frame.extend_from_slice(&u16::try_from(hello.len()).expect("a short greeting").to_be_bytes());
    frame.extend_from_slice(&[0; 4]);
    frame.extend_from_slice(hello.as_bytes());
    stream.write_all(&frame).expect("a greeting");
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0];
        stream.read_exact(&mut byte).expect("an answer");
        head.push(byte[0]);
    }
    // The beginning, with the whole scene's poses, does not count.
    let warm = Instant::now();
    while warm.elapsed() < Duration::from_secs(1) {
        next_message(&mut stream);
    }
    let (started, before) = (Instant::now(), server_ticks());
    let (mut scans, mut bytes) = (0u64, 0u64);
    while started.elapsed() < Duration::from_secs(10) {
        let (opcode, payload) = next_message(&mut stream);
        bytes += payload.len() as u64;
        // Binary, and of kind 4.
        scans += u64::from(opcode == 2 && payload.first() == Some(&4));
    }
    let seconds = started.elapsed().as_secs_f64();
    Cost {
        share: (server_ticks() - before) as f64 * 0.01 / seconds,
        scans_per_second: scans as f64 / seconds,
        bytes_per_second: bytes as f64 / seconds,
    }
}

/// The next frame of the server: opcode and payload.
fn next_message(stream: &mut TcpStream) -> (u8, Vec<u8>) {
    let mut bytes = [0; 10];
    stream.read_exact(&mut bytes[..2]).expect("a message");
    let length = match bytes[1] & 0x7F {
        126 => {
            stream.read_exact(&mut bytes[2..4]).expect("a length");
            u64::from(u16::from_be_bytes([bytes[2], bytes[3]]))
        }
        127 => {
            stream.read_exact(&mut bytes[2..10]).expect("a length");
            u64::from_be_bytes(bytes[2..10].try_into().expect("eight bytes"))
        }
        short => u64::from(short),
    };
    let mut payload = vec![0; usize::try_from(length).expect("a message that fits")];
    stream.read_exact(&mut payload).expect("the whole message");
    (bytes[0] & 0x0F, payload)
}

/// Processor time of the thread called `viewer` [1/100 s], as Linux counts it.
fn server_ticks() -> u64 {
    let threads = std::fs::read_dir("/proc/self/task").expect("/proc");
    let of = |path: &Path| {
        let name = std::fs::read_to_string(path.join("comm")).ok()?;
        let stat = (name.trim() == "viewer").then(|| std::fs::read_to_string(path.join("stat")).ok())??;
        let fields: Vec<&str> = stat.rsplit(')').next()?.split_whitespace().collect();
        Some(fields[11].parse::<u64>().ok()? + fields[12].parse::<u64>().ok()?)
    };
    threads.filter_map(|thread| of(&thread.ok()?.path())).sum()
}
