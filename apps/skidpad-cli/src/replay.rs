//! `skidpad replay`: repeat a recorded run.

use crate::{Outcome, print};
use clap::Args;
use skidpad::record::{Ending, RunLog, TraceFiles};
use skidpad::{Replay, ReplayProblem};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Repeat a recorded run
///
/// The world, its files, its seed and every command are read from the recording.
#[derive(Args)]
pub(crate) struct ReplayCommand {
    /// Recording (.mcap)
    run: PathBuf,
    /// Compare the state with the recorded hashes; if they differ, print the first differing step and exit with code 3
    #[arg(long)]
    check: bool,
    /// End after this many simulated seconds
    #[arg(long, value_name = "T")]
    until: Option<f64>,
    /// Number of threads; results do not depend on it
    #[arg(long, value_name = "N")]
    threads: Option<std::num::NonZeroUsize>,
    /// Write one row per step, as `launch --trace` does
    #[arg(long, value_name = "FILE.csv")]
    trace: Option<PathBuf>,
    /// Print `hash` with 16 hex digits at the end: the hash of the final state
    #[arg(long)]
    hash: bool,
}

impl ReplayCommand {
    pub(crate) fn run(&self) -> Outcome {
        let at = |problem: &dyn std::fmt::Display| format!("{}: {problem}", self.run.display());
        if let Some(threads) = self.threads {
            rayon::ThreadPoolBuilder::new().num_threads(threads.get()).build_global()?;
        }
        let log = read_recording(&self.run, "used")?;
        let step_ns = log.provenance.facts.step_ns;
        let recorded_by = log.provenance.facts.version.clone();
        let is_damaged = !log.problems.is_empty() || matches!(log.ending, Ending::Damaged(_));
        let mut replay = match Replay::new(log) {
            Ok(replay) => replay,
            Err(problem @ ReplayProblem::World(_)) => {
                eprintln!("{}", at(&problem));
                return Ok(ExitCode::from(1));
            }
            Err(problem) => return Err(at(&problem).into()),
        };
        let mut trace = match &self.trace {
            Some(path) => Some(TraceFiles::create(path, replay.sim().roster())?),
            None => None,
        };
        let mut written = trace.as_mut().map_or(Ok(()), |trace| trace.write(replay.sim().observations()));
        let until_tick = self.until.map(|until_s| (until_s * 1e9 / step_ns.max(1) as f64).round() as u64);
        let verdict = replay.run(until_tick, self.check, &mut |_, _, sim| {
            if let (Some(trace), Ok(())) = (&mut trace, &written) {
                written = trace.write(sim.observations());
            }
        })?;
        written?;
        trace.map_or(Ok(()), |mut trace| trace.flush())?;
        let seconds = verdict.tick_count as f64 * step_ns as f64 * 1e-9;
        print(format!("{seconds:.3} s in {} steps replayed\n", verdict.tick_count).as_bytes())?;
        if self.hash {
            print(format!("hash {:016x}\n", replay.sim().state_hash()).as_bytes())?;
        }
        let version_differs = recorded_by != crate::VERSION;
        if verdict.is_other_world {
            eprintln!("{}", at(&"the world in the recording is not the one that the recording says it ran"));
        }
        if let Some(difference) = verdict.difference {
            let time_s = difference.tick as f64 * step_ns as f64 * 1e-9;
            let text = format!(
                "differs at step {} ({time_s:.3} s): hash {:016x} recorded, {:016x} now; they agreed at step {}",
                difference.tick, difference.recorded, difference.found, difference.agreed_tick
            );
            eprintln!("{}", at(&text));
            if version_differs {
                eprintln!("note: recorded by skidpad {recorded_by}, replayed by {}", crate::VERSION);
            }
            return Ok(ExitCode::from(if self.check { 3 } else { 0 }));
        }
        if self.check {
            if is_damaged || verdict.is_other_world {
                return Ok(ExitCode::from(3));
            }
            print(format!("{} hashes agree\n", verdict.hash_count).as_bytes())?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// Read a recording and print what is wrong with it. `used` says what is done with the rest: used or shown.
pub(crate) fn read_recording(path: &Path, used: &str) -> Result<RunLog, String> {
    let path_text = path.display();
    let log = RunLog::open(path).map_err(|problem| format!("{path_text}: {problem}"))?;
    for problem in &log.problems {
        eprintln!("{path_text}: {problem}");
    }
    match &log.ending {
        Ending::Whole => {}
        Ending::CutShort => {
            eprintln!("{path_text}: note: the recording is cut short; what is there is {used}");
        }
        Ending::Damaged(why) => {
            let tick = log.last_tick();
            eprintln!("{path_text}: damaged after step {tick}: {why}; the part before is {used}");
        }
    }
    Ok(log)
}
