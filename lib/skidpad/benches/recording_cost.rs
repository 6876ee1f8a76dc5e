//! What does recording cost a run? CPU time of the threads that step and cast rays, with all sensors evaluated,
//! without and with a recorder, in the warehouse world.
//!
//! `cargo bench -p skidpad --bench recording_cost [-- WORLD SECONDS]`

use skidpad::link::{Failure, NextStep, Participant, SensorChoice};
use skidpad::messages::Step;
use skidpad::{Run, WorldOptions};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

/// CPU time of a thread by its folder [s], from the system.
fn cpu_s(thread: &Path) -> f64 {
    let text = std::fs::read_to_string(thread.join("schedstat")).unwrap_or_default();
    text.split_whitespace().next().and_then(|ns| ns.parse::<f64>().ok()).unwrap_or(0.0) * 1e-9
}

/// CPU time of this thread and of the one that casts rays [s].
fn stepping_and_observing_s() -> [f64; 2] {
    let threads = std::fs::read_dir("/proc/self/task").expect("Linux").flatten().map(|entry| entry.path());
    let is_observer = |thread: &PathBuf| {
        std::fs::read_to_string(thread.join("comm")).is_ok_and(|name| name.trim() == "observer")
    };
    [cpu_s(Path::new("/proc/thread-self")), threads.filter(is_observer).map(|thread| cpu_s(&thread)).sum()]
}

/// Wants every sensor, and looks at the clock after the last step.
struct Everything {
    last_tick: u64,
    before_s: f64,
    /// Stepping and casting rays [s].
    cost_s: Arc<Mutex<[f64; 2]>>,
}

impl Participant for Everything {
    fn before_step(&mut self, next: &mut NextStep<'_>) {
        *next.sensors = SensorChoice::All;
        if next.tick == 0 {
            self.before_s = stepping_and_observing_s()[0];
        }
    }

    fn after_step(&mut self, step: &Step) -> Result<(), Failure> {
        if step.tick == self.last_tick {
            let [stepping_s, observing_s] = stepping_and_observing_s();
            *self.cost_s.lock().expect("nobody panicked") = [stepping_s - self.before_s, observing_s];
        }
        Ok(())
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with("--"));
    let world = arguments.next().unwrap_or_else(|| {
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../worlds/warehouse.world.xml").to_string()
    });
    let seconds: f64 = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(5.0);
    let path = std::env::temp_dir().join("skidpad-cost.mcap");
    let mut costs_s = Vec::new();
    for is_recorded in [false, true, false, true] {
        let mut run = Run::new(world.as_str()).options(WorldOptions::default()).duration_s(seconds);
        if is_recorded {
            run = run.record(&path);
        }
        let run = run.prepare().expect("a world");
        let step_count = run.step_limit().expect("a duration");
        let cost_s = Arc::new(Mutex::new([0.0; 2]));
        let everything = Everything { last_tick: step_count, before_s: 0.0, cost_s: Arc::clone(&cost_s) };
        let summary = run.with("everything", everything).go();
        assert!(summary.is_complete(), "{summary}");
        summary.notes.iter().for_each(|note| println!("{note}"));
        let [stepping_s, observing_s] = *cost_s.lock().expect("nobody panicked");
        let how = if is_recorded { "with a recorder" } else { "alone" };
        println!(
            "{stepping_s:.3} s of CPU to step, {observing_s:.3} s to cast rays, {step_count} steps, {how}"
        );
        costs_s.push(stepping_s + observing_s);
    }
    let (alone_s, recorded_s) = (costs_s[0].min(costs_s[2]), costs_s[1].min(costs_s[3]));
    println!(
        "{:.1} % more CPU of the run's own threads (goal: below 10)",
        100.0 * (recorded_s / alone_s - 1.0)
    );
    let _ = std::fs::remove_file(path);
}
