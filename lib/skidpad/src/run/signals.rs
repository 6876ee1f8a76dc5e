//! What the signals of the system do to a run.
//!
//! | signal | what happens |
//! | --- | --- |
//! | SIGINT (Ctrl-C), SIGTERM, SIGHUP, SIGXCPU | the run ends after its step, and files are closed; a second one ends the program at once with 128 and the number of the signal |
//! | SIGXFSZ, SIGPIPE | none: writing fails, which is reported |

use crate::Error;
use skidpad_runner::StopFlag;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// How long a step may go on after a signal.
const LONGEST_STEP_AFTER_SIGNAL: Duration = Duration::from_millis(60);

/// Make Ctrl-C and the other signals that ask for an end raise this flag. A second one ends the program at once, and so
/// does a step that does not end: what it computes is lost, recordings are closed before it.
///
/// A program can call this once.
pub fn end_on_ctrl_c(stop: &StopFlag) -> Result<(), Error> {
    static IS_SET: AtomicBool = AtomicBool::new(false);
    if IS_SET.swap(true, Ordering::Relaxed) {
        return Err(Error::System("signals already end another run".to_string()));
    }
    listen(stop.clone()).map_err(|problem| Error::System(format!("signals: {problem}")))
}

/// A signal has come.
fn end(stop: &StopFlag, name: &str, number: i32) {
    if stop.is_raised() {
        // The exit code of a program that the signal has ended.
        std::process::exit(128 + number);
    }
    stop.raise();
    // Ctrl-C was typed by somebody who sees what it does.
    if name != "SIGINT" {
        eprintln!("skidpad: {name}: the run ends");
    }
    let Some(step) = stop.step_in_progress() else { return };
    let (stop, name) = (stop.clone(), name.to_string());
    // A thread of its own, so that a second signal is still heard.
    std::thread::spawn(move || {
        std::thread::sleep(LONGEST_STEP_AFTER_SIGNAL);
        if stop.step_in_progress() == Some(step) {
            stop.rescue();
            eprintln!(
                "skidpad: {name}: ended inside step {step}, which takes long; recordings end before it"
            );
            std::process::exit(128 + number);
        }
    });
}

#[cfg(unix)]
fn listen(stop: StopFlag) -> std::io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXCPU};
    let all = [(SIGINT, "SIGINT"), (SIGTERM, "SIGTERM"), (SIGHUP, "SIGHUP"), (SIGXCPU, "SIGXCPU")];
    // `nohup` starts programs with SIGHUP ignored, and it stays so. Shells do the same with SIGINT for programs in the
    // background; scripts send it all the same to end a run.
    let is_heard = |number: &i32| *number != SIGHUP || !is_ignored(SIGHUP);
    let heard = all.map(|(number, _)| number).into_iter().filter(is_heard);
    let mut signals = signal_hook::iterator::Signals::new(heard)?;
    std::thread::Builder::new().name("signals".to_string()).spawn(move || {
        for signal in signals.forever() {
            let name = all.iter().find(|(number, _)| *number == signal).map_or("a signal", |(_, name)| *name);
            end(&stop, name, signal);
        }
    })?;
    Ok(())
}

/// Whether the program was started with this signal ignored, as Linux reports it.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask >> (signal - 1) & 1 == 1
}

#[cfg(not(unix))]
fn listen(stop: StopFlag) -> std::io::Result<()> {
    ctrlc::set_handler(move || end(&stop, "SIGINT", 2)).map_err(std::io::Error::other)
}

/// Let writing a file beyond the limit of the system (`ulimit -f`) fail with a message, instead of ending the program.
pub fn report_file_limit() -> Result<(), Error> {
    #[cfg(unix)]
    {
        let was_raised = std::sync::Arc::new(AtomicBool::new(false));
        signal_hook::flag::register(signal_hook::consts::SIGXFSZ, was_raised)
            .map_err(|problem| Error::System(format!("signals: {problem}")))?;
    }
    Ok(())
}
