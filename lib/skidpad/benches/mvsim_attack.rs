//! Can hostile peers of MVSim's network slow a run down? The warehouse with all its sensors, alone and then while every
//! socket receives mutated frames and has half-open connections, subscribers that never read and visitors that vanish:
//! the 99th percentile of the time between two steps, and the hash of the state. Ends with an error when the hash
//! differs or the promise is broken.
//!
//! `cargo bench -p skidpad --bench mvsim_attack [-- STEPS]`

use skidpad::link::{Failure, NextStep, Participant, SensorChoice};
use skidpad::messages::{Pace, Step};
use skidpad::{Run, World, WorldOptions};
use std::path::Path;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

#[path = "../tests/mvsim_attack/attack.rs"]
mod attack;

/// Rounds of each kind, one after the other in turn, so that the machine's moods meet both.
const ROUNDS: usize = 5;

/// Frames of one burst; the bursts of all attackers together are one per pause.
const BURST: u64 = 20;
const PAUSE: Duration = Duration::from_millis(5);

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
    let (mut alone, mut attacked, mut hashes) = (Vec::new(), Vec::new(), Vec::new());
    let tally = attack::Tally::default();
    for _ in 0..ROUNDS {
        for (is_attacked, results) in [(false, &mut alone), (true, &mut attacked)] {
            let (p99_us, hash) = run(step_count, is_attacked, &tally);
            results.push(p99_us);
            hashes.push(hash);
        }
    }
    let middle = |values: &mut Vec<f64>| {
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    };
    let (alone_us, attacked_us) = (middle(&mut alone), middle(&mut attacked));
    let is_same = hashes.iter().all(|hash| *hash == hashes[0]);
    let count = |it: &std::sync::atomic::AtomicU64| it.load(Ordering::Relaxed);
    println!("{} frames over {} connections", count(&tally.frames), count(&tally.connections));
    println!("{alone_us:.1} µs: 99 of 100 steps take less, alone");
    println!("{attacked_us:.1} µs: 99 of 100 steps take less, attacked");
    println!(
        "{:.3} times as long (goal: at most {MOST_RATIO}, or {MOST_US} µs more)",
        attacked_us / alone_us
    );
    println!("{} hashes of the state (goal: 1)", if is_same { 1 } else { 2 });
    println!("{} MB of memory at the end", attack::memory_mb());
    let is_kept = attacked_us <= MOST_RATIO * alone_us || attacked_us <= alone_us + MOST_US;
    ExitCode::from(u8::from(!is_same || !is_kept))
}

/// The 99th percentile of the time a step takes [µs], and the hash of the state at the end.
fn run(step_count: u64, is_attacked: bool, tally: &attack::Tally) -> (f64, u64) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../worlds/warehouse.world.xml");
    let options = WorldOptions { with_pictures: true, ..WorldOptions::default() };
    let world = World::read(path, &options).expect("a shipped world");
    let watch = Watch { before: Instant::now(), times_us: Vec::with_capacity(step_count as usize) };
    let watch = Arc::new(Mutex::new(watch));
    let run = Run::new(world).pace(Pace::Max).step_limit(step_count).mvsim_port(0);
    let run = run.with("watch", Arc::clone(&watch)).prepare().expect("a port");
    let (is_over, targets) = (AtomicBool::new(false), attack::targets());
    let hash = std::thread::scope(|scope| {
        let held = is_attacked.then(|| (attack::half_open(&targets, 100), attack::sleepers(&targets)));
        if is_attacked {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    for target in &targets {
                        attack::flood(target, BURST, &is_over, tally);
                        std::thread::sleep(PAUSE);
                    }
                    attack::vanish(&targets, 1);
                }
            });
        }
        let summary = run.go();
        is_over.store(true, Ordering::Relaxed);
        drop(held);
        summary.state_hash
    });
    let mut times_us = std::mem::take(&mut watch.lock().expect("nobody panicked").times_us);
    times_us.sort_by(f64::total_cmp);
    (times_us[times_us.len() * 99 / 100], hash)
}
