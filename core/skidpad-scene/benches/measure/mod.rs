//! Clocks, and the lines that benchmarks print: name, figure, unit, what is wanted.

use std::time::Instant;

/// CPU time of this thread [s] (CLOCK_THREAD_CPUTIME_ID).
pub(crate) fn cpu_s() -> f64 {
    unsafe extern "C" {
        fn clock_gettime(clock: i32, time: *mut [i64; 2]) -> i32;
    }
    let mut time = [0_i64; 2];
    // SAFETY: a timespec of 64-bit Linux is two 64-bit numbers.
    unsafe { clock_gettime(3, &mut time) };
    time[0] as f64 + 1e-9 * time[1] as f64
}

/// CPU seconds of the quickest of several runs.
pub(crate) fn best_cpu_s(mut work: impl FnMut()) -> f64 {
    best_of_each(&mut [&mut work])[0]
}

/// The same for several pieces of work, turn by turn, so that all meet the same machine.
pub(crate) fn best_of_each(works: &mut [&mut dyn FnMut()]) -> Vec<f64> {
    let mut best = vec![f64::INFINITY; works.len()];
    let started = Instant::now();
    let mut runs = 0;
    while runs < 5 || started.elapsed().as_secs_f64() < 2.0 * works.len() as f64 {
        for (work, best) in works.iter_mut().zip(&mut best) {
            let before = cpu_s();
            work();
            *best = best.min(cpu_s() - before);
        }
        runs += 1;
    }
    best
}

pub(crate) fn report(name: &str, value: f64, unit: &str, note: &str) {
    println!("{name:<44} {value:>10.2} {unit:<10} {note}");
}
