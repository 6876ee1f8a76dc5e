//! What does a viewer cost? 25 robots with 100-beam lasers, shown at 30 Hz: processor time of the server's own
//! thread, as a share of one core beside the simulation. The promise is below 10 %.
//!
//! One line: share [%], reads and bytes per second.

use skidpad::link::{Hub, Limits, Pace};
use skidpad::runner::{Nobody, Session, StopFlag, WallClock};
use skidpad::web::{Listen, serve};
use skidpad::{Simulation, World, WorldOptions, viewing};
use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

fn main() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../worlds/many_robots.world.xml");
    let mut world = World::read(&path, &WorldOptions::default()).expect("worlds/many_robots.world.xml");
    let mut sim = Simulation::build(&world).expect("a world that builds");
    let sensor_count = sim.sensors().len();
    let (hub, door) = Hub::new(Limits::default());
    let show = Arc::new(viewing::show(&mut world, &mut sim));
    let server = serve(&Listen::loopback(), &show, &door).expect("a server on loopback");
    let stop = StopFlag::default();
    let raiser = stop.clone();
    let run = std::thread::spawn(move || {
        let session = Session { pace: Pace::RealTime(1.0), ..Session::new(&mut sim, hub) };
        session.go(&WallClock::start(), &stop, &mut Nobody)
    });
    let (read_count, byte_count, seconds, share) = watch(server.socket_address(), sensor_count);
    raiser.raise();
    let outcome = run.join().expect("the run ends");
    println!(
        "{:.2} % of one core (promised: below 10), {:.0} reads/s, {:.0} bytes/s, {} late steps of {}",
        100.0 * share,
        read_count as f64 / seconds,
        byte_count as f64 / seconds,
        outcome.missed_deadline_count,
        outcome.step_count
    );
}

/// Take everything for ten seconds.
fn watch(address: SocketAddr, sensor_count: usize) -> (u64, u64, f64, f64) {
    let mut stream = TcpStream::connect(address).expect("the server");
    let request = format!(
        "GET /ws HTTP/1.1\r\nHost: {address}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).expect("a request");
    let sensors: Vec<usize> = (0..sensor_count).collect();
    let hello = format!(
        r#"{{"type":"hello","protocol":1,"subscribe":{{"rate_hz":30,"contacts":true,"sensors":{sensors:?}}}}}"#
    );
    let mut frame = vec![0x81, 0x80 | 126];
    frame.extend_from_slice(&u16::try_from(hello.len()).expect("a short greeting").to_be_bytes());
    frame.extend_from_slice(&[0; 4]);
    frame.extend_from_slice(hello.as_bytes());
    stream.write_all(&frame).expect("a greeting");
    let mut buffer = vec![0; 1 << 16];
    // The beginning, with the whole scene's poses, does not count.
    let warm = Instant::now();
    while warm.elapsed() < Duration::from_secs(1) {
        let _ = stream.read(&mut buffer);
    }
    let (started, before) = (Instant::now(), server_ticks());
    let (mut reads, mut bytes) = (0, 0);
    while started.elapsed() < Duration::from_secs(10) {
        match stream.read(&mut buffer) {
            Ok(count) if count > 0 => (reads, bytes) = (reads + 1, bytes + count as u64),
            _ => break,
        }
    }
    let seconds = started.elapsed().as_secs_f64();
    (reads, bytes, seconds, (server_ticks() - before) as f64 * 0.01 / seconds)
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
