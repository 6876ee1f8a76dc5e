//! Can clients slow a run down? The warehouse with all its sensors, alone and then with one client that asks for
//! everything and never reads, and ten that connect and vanish, again and again: the 99th percentile of the time
//! between two steps, and the hash of the state. Ends with an error when the hash differs or the promise is broken.
//!
//! `cargo bench -p skidpad --bench clients [-- STEPS]`

use skidpad::link::{Hub, Limits, Pace};
use skidpad::messages::SensorId;
use skidpad::runner::{Crew, Session, StepMade, StopFlag, WallClock};
use skidpad::web::{Listen, serve};
use skidpad::{Simulation, World, WorldOptions, viewing};
use std::net::SocketAddr;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

#[allow(dead_code, reason = "the tests say more than this does")]
#[path = "../tests/viewer/raw.rs"]
mod raw;

/// Rounds of each kind, one after the other in turn, so that the machine's moods meet both.
const ROUNDS: usize = 5;

/// The promise: no more than this much longer, or this much time.
const MOST_RATIO: f64 = 1.05;
const MOST_US: f64 = 50.0;

/// Wants every sensor, and notes when steps are done.
struct Watch {
    before: Instant,
    times_us: Vec<f64>,
}

impl Crew for Watch {
    fn wants(&self, _sensor: SensorId) -> bool {
        true
    }

    fn note(&mut self, _made: &StepMade<'_>) {
        let now = Instant::now();
        self.times_us.push((now - self.before).as_secs_f64() * 1e6);
        self.before = now;
    }
}

fn main() -> ExitCode {
    let argument = std::env::args().skip(1).find_map(|argument| argument.parse().ok());
    let step_count: u64 = argument.unwrap_or(20_000);
    let (mut alone, mut visited) = (Vec::new(), Vec::new());
    let mut hashes = Vec::new();
    let ghost_count = AtomicU64::new(0);
    for _ in 0..ROUNDS {
        for (with_clients, results) in [(false, &mut alone), (true, &mut visited)] {
            let (p99_us, hash) = run(step_count, with_clients, &ghost_count);
            results.push(p99_us);
            hashes.push(hash);
        }
    }
    let middle = |values: &mut Vec<f64>| {
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    };
    let (alone_us, visited_us) = (middle(&mut alone), middle(&mut visited));
    let is_same = hashes.iter().all(|hash| *hash == hashes[0]);
    println!("{} visits of clients that vanished", ghost_count.load(Ordering::Relaxed));
    println!("{alone_us:.1} µs: 99 of 100 steps take less, alone");
    println!("{visited_us:.1} µs: 99 of 100 steps take less, with clients");
    println!("{:.3} times as long (goal: at most {MOST_RATIO}, or {MOST_US} µs more)", visited_us / alone_us);
    println!("{} hashes of the state (goal: 1)", if is_same { 1 } else { 2 });
    let is_kept = visited_us <= MOST_RATIO * alone_us || visited_us <= alone_us + MOST_US;
    ExitCode::from(u8::from(!is_same || !is_kept))
}

/// The 99th percentile of the time a step takes [µs], and the hash of the state at the end.
fn run(step_count: u64, with_clients: bool, ghost_count: &AtomicU64) -> (f64, u64) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../worlds/warehouse.world.xml");
    let mut world = World::read(&path, &WorldOptions::default()).expect("a shipped world");
    let mut sim = Simulation::build(&world).expect("it builds");
    let sensors: Vec<usize> = (0..sim.sensors().len()).collect();
    let (hub, handle) = Hub::new(Limits::default());
    let show = Arc::new(viewing::show(&mut world, &mut sim));
    let server = serve(&Listen::loopback(), &show, &handle).expect("a server on loopback");
    let address = server.socket_address();
    let everything =
        format!(r#"{{"rate_hz":120,"poses":true,"vehicles":true,"contacts":true,"sensors":{sensors:?}}}"#);
    let is_over = AtomicBool::new(false);
    let times_us = std::thread::scope(|scope| {
        let sleeper = with_clients.then(|| raw::Socket::greeted(address, &everything));
        for _ in 0..if with_clients { 10 } else { 0 } {
            scope.spawn(|| haunt(address, &everything, &is_over, ghost_count));
        }
        let session =
            Session { pace: Pace::Max, step_limit: Some(step_count), ..Session::new(&mut sim, hub) };
        let mut watch = Watch { before: Instant::now(), times_us: Vec::with_capacity(step_count as usize) };
        session.go(&WallClock::start(), &StopFlag::default(), &mut watch);
        is_over.store(true, Ordering::Relaxed);
        drop(sleeper);
        watch.times_us
    });
    let mut times_us = times_us;
    times_us.sort_by(f64::total_cmp);
    (times_us[times_us.len() * 99 / 100], sim.state_hash())
}

/// Come in, ask for everything, be gone; ten times a second.
fn haunt(address: SocketAddr, everything: &str, is_over: &AtomicBool, count: &AtomicU64) {
    while !is_over.load(Ordering::Relaxed) {
        // The run may end in the middle of a greeting.
        let visit = || drop(raw::Socket::greeted(address, everything));
        if std::panic::catch_unwind(visit).is_err() {
            return;
        }
        count.fetch_add(1, Ordering::Relaxed);
        std::thread::sleep(Duration::from_millis(100));
    }
}
