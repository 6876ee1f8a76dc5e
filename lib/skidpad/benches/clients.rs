//! Can clients slow a run down? The warehouse with all its sensors, alone and then with one client that asks for
//! everything and never reads, and ten that connect and vanish, again and again: the 99th percentile of the time
//! between two steps, and the hash of the state. Ends with an error when the hash differs or the promise is broken.
//!
//! `cargo bench -p skidpad --bench clients [-- STEPS]`

use skidpad::link::{Failure, NextStep, Participant, SensorChoice};
use skidpad::messages::{Pace, Step};
use skidpad::web::Listen;
use skidpad::{Run, World, WorldOptions};
use std::net::SocketAddr;
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
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

impl Participant for Watch {
    fn before_step(&mut self, next: &mut NextStep<'_>) {
        *next.sensors = SensorChoice::All;
    }

    fn after_step(&mut self, _step: &Step) -> Result<(), Failure> {
        let now = Instant::now();
        self.times_us.push((now - self.before).as_secs_f64() * 1e6);
        self.before = now;
        Ok(())
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
    let options = WorldOptions { with_pictures: true, ..WorldOptions::default() };
    let world = World::read(path, &options).expect("a shipped world");
    let watch = Watch { before: Instant::now(), times_us: Vec::with_capacity(step_count as usize) };
    let watch = Arc::new(Mutex::new(watch));
    let run = Run::new(world).pace(Pace::Max).step_limit(step_count).serve(Listen::loopback());
    let run = run.with("watch", Arc::clone(&watch)).prepare().expect("a server on loopback");
    let sensors: Vec<usize> = (0..run.sim().sensors().len()).collect();
    let address = run.viewer_socket().expect("a server");
    let everything =
        format!(r#"{{"rate_hz":120,"poses":true,"vehicles":true,"contacts":true,"sensors":{sensors:?}}}"#);
    let is_over = AtomicBool::new(false);
    let hash = std::thread::scope(|scope| {
        let sleeper = with_clients.then(|| raw::Socket::greeted(address, &everything));
        for _ in 0..if with_clients { 10 } else { 0 } {
            scope.spawn(|| haunt(address, &everything, &is_over, ghost_count));
        }
        let summary = run.go();
        is_over.store(true, Ordering::Relaxed);
        drop(sleeper);
        summary.state_hash
    });
    let mut times_us = std::mem::take(&mut watch.lock().expect("nobody panicked").times_us);
    times_us.sort_by(f64::total_cmp);
    (times_us[times_us.len() * 99 / 100], hash)
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
