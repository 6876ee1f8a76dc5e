//! Long runs and many loads: memory, threads and open files stay as they were, and time stays exact.
//!
//! Small by day; `SKIDPAD_NIGHTLY=1` makes ten million steps, and a thousand loads of every shipped world.
//! One test, because what it measures belongs to the whole program.
#![cfg(target_os = "linux")]

use skidpad::Simulation;
use skidpad::messages::Commands;
use std::path::{Path, PathBuf};

fn worlds() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../worlds");
    let mut found: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("worlds/")
        .map(|entry| entry.expect("entry").path())
        .filter(|path| path.to_string_lossy().ends_with(".world.xml"))
        .collect();
    found.sort();
    found
}

/// Memory in use [kB].
fn memory_kb() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").expect("Linux");
    let line = status.lines().find(|line| line.starts_with("VmRSS:")).expect("a line about memory");
    line.split_whitespace().nth(1).and_then(|word| word.parse().ok()).expect("a number")
}

fn count_in(folder: &str) -> usize {
    std::fs::read_dir(folder).expect("Linux").count()
}

fn run(sim: &mut skidpad::sim::Simulation, step_count: u64) {
    for _ in 0..step_count {
        sim.step(&Commands::NONE);
    }
}

#[test]
fn nothing_is_left_behind() {
    let is_nightly = std::env::var_os("SKIDPAD_NIGHTLY").is_some();
    let (world_count, load_count, step_count) =
        if is_nightly { (usize::MAX, 1_000, 10_000_000) } else { (3, 12, 20_000) };

    for path in worlds().iter().take(world_count) {
        let load = || {
            let mut sim = Simulation::load(path).expect("a world").build().expect("a shipped world");
            sim.step(&Commands::NONE);
        };
        // The first loads fill caches of the memory allocator.
        (0..4 + load_count / 10).for_each(|_| load());
        let (kb, threads, files) = (memory_kb(), count_in("/proc/self/task"), count_in("/proc/self/fd"));
        (0..load_count).for_each(|_| load());
        let name = path.display();
        assert!(memory_kb() < kb + 1_024, "{name}: from {kb} kB to {} kB", memory_kb());
        assert_eq!(count_in("/proc/self/task"), threads, "{name}: threads");
        assert_eq!(count_in("/proc/self/fd"), files, "{name}: files");
    }

    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../worlds/two_robots.world.xml");
    let mut sim = Simulation::load(&path).expect("a world").build().expect("a shipped world").into_core();
    run(&mut sim, step_count / 10);
    let (kb, step_ns) = (memory_kb(), sim.step_ns());
    let halfway = sim.clone();
    run(&mut sim, step_count);
    assert!(memory_kb() < kb + 1_024, "from {kb} kB to {} kB", memory_kb());
    assert_eq!(sim.time_ns(), (step_count + step_count / 10) * step_ns, "the clock is exact");
    let mut again = halfway;
    run(&mut again, step_count);
    assert_eq!(again.state_hash(), sim.state_hash());
    eprintln!("{step_count} steps, {} kB", memory_kb());
}
