//! How long does it take to open a world? CPU milliseconds per shipped world: text to description with
//! assets decoded. The promise is 50 ms for the largest.
//!
//! One line per world: name, median of nine loads [ms].

use skidpad::{World, WorldOptions};
use std::path::Path;

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../worlds");
    let mut worlds: Vec<_> = std::fs::read_dir(&folder)
        .expect("worlds/")
        .map(|entry| entry.expect("entry").path())
        .filter(|path| path.to_string_lossy().ends_with(".world.xml"))
        .collect();
    worlds.sort();
    let mut largest = (0.0, String::new());
    for world in worlds {
        let name = world.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let mut times_ms: Vec<f64> = (0..9).map(|_| load_ms(&world)).collect();
        times_ms.sort_by(f64::total_cmp);
        println!("{name} {:.3}", times_ms[4]);
        if times_ms[4] > largest.0 {
            largest = (times_ms[4], name);
        }
    }
    println!("slowest {} {:.3} (promised: below 50)", largest.1, largest.0);
}

fn load_ms(world: &Path) -> f64 {
    let before_ns = cpu_time_ns();
    let read = World::read(world, &WorldOptions::default()).expect("the world opens");
    let after_ns = cpu_time_ns();
    assert!(!read.diagnostics().has_errors(), "{}", world.display());
    (after_ns - before_ns) * 1e-6
}

/// CPU time of this thread [ns], from the kernel's scheduler.
fn cpu_time_ns() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").expect("Linux tells CPU times");
    text.split_whitespace().next().and_then(|first| first.parse().ok()).expect("a number")
}
