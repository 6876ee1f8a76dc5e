//! What does recording cost a run? CPU time of the threads that step and cast rays, with all sensors evaluated,
//! without and with a recorder, in the warehouse world.
//!
//! `cargo bench -p skidpad --bench recording_cost [-- WORLD SECONDS]`

use skidpad::link::{Hub, Limits};
use skidpad::messages::SensorId;
use skidpad::record::{DurableFile, Recorder, RecordingOptions, StepSeen};
use skidpad::runner::{Crew, Pace, Session, StepMade, StopFlag, WallClock};
use skidpad::{Simulation, World, WorldOptions, recording};
use std::path::{Path, PathBuf};

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

/// Wants every sensor, and records if there is a recorder.
struct Everything {
    recorder: Option<Recorder>,
    last_tick: u64,
    /// After the last step.
    cpu_s: [f64; 2],
}

impl Crew for Everything {
    fn wants(&self, _sensor: SensorId) -> bool {
        true
    }

    fn note(&mut self, made: &StepMade<'_>) {
        if let Some(recorder) = &mut self.recorder {
            recorder.step(&StepSeen {
                tick: made.tick,
                commands: made.commands,
                seen: made.seen,
                readings: made.readings,
                hash: recorder.wants_hash(made.tick).then(|| made.sim.state_hash()),
                status: made.status,
                roster: made.sim.roster(),
            });
        }
        if made.tick == self.last_tick {
            self.cpu_s = stepping_and_observing_s();
        }
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| !argument.starts_with("--"));
    let world = arguments.next().unwrap_or_else(|| {
        concat!(env!("CARGO_MANIFEST_DIR"), "/../../worlds/warehouse.world.xml").to_string()
    });
    let seconds: f64 = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(5.0);
    let options = WorldOptions::default();
    let world = World::read(Path::new(&world), &options).expect("a world");
    let path = std::env::temp_dir().join("skidpad-cost.mcap");
    let mut costs_s = Vec::new();
    for is_recorded in [false, true, false, true] {
        let mut sim = Simulation::build(&world).expect("it builds");
        let recorder = is_recorded.then(|| {
            let provenance = recording::provenance(&world, &sim, &options, "bench", "bench", Vec::new())
                .expect("a snapshot");
            let file = DurableFile::create(&path).expect("a temporary file");
            Recorder::start_file(
                file,
                provenance,
                recording::scenery(&world, &sim),
                RecordingOptions::default(),
            )
            .expect("a thread")
        });
        let step_count = (seconds * 1e9 / sim.step_ns() as f64) as u64;
        let (hub, _door) = Hub::new(Limits::default());
        let session =
            Session { pace: Pace::Max, step_limit: Some(step_count), ..Session::new(&mut sim, hub) };
        let mut crew = Everything { recorder, last_tick: step_count, cpu_s: [0.0; 2] };
        let before_s = stepping_and_observing_s()[0];
        session.go(&WallClock::start(), &StopFlag::default(), &mut crew);
        let [stepping_s, observing_s] = [crew.cpu_s[0] - before_s, crew.cpu_s[1]];
        if let Some(recorder) = crew.recorder {
            let summary = recorder.finish().expect("a recording");
            println!("{:.1} MB of messages", summary.message_bytes as f64 / 1e6);
            println!("{:.2} s waited for the disk", summary.waited.as_secs_f64());
        }
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
