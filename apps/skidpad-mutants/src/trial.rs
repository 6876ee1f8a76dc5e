//! Runs tests, one per process: which mutants does a test reach, and does it fail with one of them?

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A test of a test program.
pub(crate) struct Test {
    /// Its name in the program.
    pub(crate) name: String,
    /// Time it takes without a mutant \[s\].
    pub(crate) seconds: f64,
    program: PathBuf,
    /// Numbers of the mutants it reaches, sorted.
    reached: Vec<u32>,
}

/// How a test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// It passed.
    Passed,
    /// It failed.
    Failed,
    /// It took too long and was ended.
    TimedOut,
}

/// Address space of a test \[kB\]: a mutant that collects without end must not take the machine's memory.
const MEMORY_KB: u32 = 3_000_000;
/// Noting what a test reaches may take so many times as long as the test.
const NOTING: f64 = 10.0;

impl Test {
    /// Does it evaluate the place of that mutant?
    pub(crate) fn reaches(&self, mutant: u32) -> bool {
        self.reached.binary_search(&mutant).is_ok()
    }

    /// The test with that mutant; it may take five times as long as without, and two seconds.
    pub(crate) fn run(&self, folder: &Path, mutant: u32) -> Outcome {
        let limit = Duration::from_secs_f64(5.0 * self.seconds + 2.0);
        run(&self.program, &self.name, folder, ("SKIDPAD_MUTANT", &mutant.to_string()), limit).0
    }
}

/// Every test of these programs that takes no longer than `slow_s`, with what it reaches.
///
/// With `reuse`, what an earlier run noted of a test of that name still holds.
pub(crate) fn survey(
    programs: &[PathBuf],
    folder: &Path,
    notes: &Path,
    reuse: bool,
    slow_s: f64,
) -> Result<Vec<Test>, String> {
    let notes = notes.join("reached");
    fs::create_dir_all(&notes).map_err(|problem| format!("{}: {problem}", notes.display()))?;
    let mut tests = Vec::new();
    for program in programs {
        for name in names(program, folder)? {
            let stem = program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let stem = stem.rsplit_once('-').map_or(stem.as_str(), |(stem, _)| stem);
            let note = notes.join(format!("{stem}-{}", name.replace("::", ".")));
            let known = fs::read_to_string(&note).ok().filter(|_| reuse);
            let known = match known {
                Some(known) => known,
                None => {
                    let known = match reached(program, &name, folder, &note, slow_s) {
                        Ok(known) => known,
                        Err(outcome) => {
                            println!("left out: {name} {outcome} without a mutant");
                            continue;
                        }
                    };
                    fs::write(&note, &known).map_err(|problem| format!("{}: {problem}", note.display()))?;
                    known
                }
            };
            let (seconds, numbers) = known.split_once('\n').unwrap_or_default();
            let seconds: f64 = seconds.parse().map_err(|_| format!("{}: no time", note.display()))?;
            if seconds > slow_s {
                println!("left out: {name} takes {seconds:.1} s");
                continue;
            }
            let mut reached: Vec<u32> = numbers.lines().filter_map(|number| number.parse().ok()).collect();
            reached.sort_unstable();
            tests.push(Test { name, seconds, program: program.clone(), reached });
        }
    }
    tests.sort_by(|a, b| a.seconds.total_cmp(&b.seconds));
    Ok(tests)
}

/// The time of a test without a mutant, and the numbers of the mutants that it reaches, one per line; an error where
/// it does not pass in time.
fn reached(
    program: &Path,
    name: &str,
    folder: &Path,
    note: &Path,
    slow_s: f64,
) -> Result<String, &'static str> {
    let numbers = note.with_extension("numbers");
    let _ = fs::remove_file(&numbers);
    let path = numbers.display().to_string();
    let run = |variable: (&str, &str), limit_s: f64| {
        let (outcome, seconds) = run(program, name, folder, variable, Duration::from_secs_f64(limit_s));
        match outcome {
            Outcome::Passed => Ok(seconds),
            Outcome::Failed => Err("fails"),
            Outcome::TimedOut => Err("takes too long"),
        }
    };
    let seconds = run(("SKIDPAD_MUTANT", "0"), slow_s)?;
    run(("SKIDPAD_MUTANTS_REACHED", &path), NOTING * slow_s)?;
    let found = fs::read_to_string(&numbers).unwrap_or_default();
    let _ = fs::remove_file(&numbers);
    Ok(format!("{seconds}\n{found}"))
}

/// The tests of a program that are not ignored.
fn names(program: &Path, folder: &Path) -> Result<Vec<String>, String> {
    let list = |arguments: &[&str]| {
        let output = Command::new(program)
            .args(["--list", "--format", "terse"])
            .args(arguments)
            .current_dir(folder)
            .output()
            .map_err(|problem| format!("{}: {problem}", program.display()))?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        Ok::<_, String>(
            text.lines()
                .filter_map(|line| line.strip_suffix(": test"))
                .map(str::to_owned)
                .collect::<Vec<_>>(),
        )
    };
    let ignored = list(&["--ignored"])?;
    Ok(list(&[])?.into_iter().filter(|name| !ignored.contains(name)).collect())
}

/// Runs one test of a program and says how it ended and how long it took \[s\].
fn run(
    program: &Path,
    name: &str,
    folder: &Path,
    (variable, value): (&str, &str),
    limit: Duration,
) -> (Outcome, f64) {
    let begin = Instant::now();
    let child = Command::new("sh")
        .args(["-c", &format!("ulimit -v {MEMORY_KB}; exec \"$0\" \"$@\"")])
        .arg(program)
        .args(["--exact", name, "--test-threads=1", "--quiet"])
        .current_dir(folder)
        .env("CARGO_MANIFEST_DIR", folder)
        .env("RUST_BACKTRACE", "0")
        .env_remove("UPDATE_EXPECT")
        .env(variable, value)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut child) = child else { return (Outcome::Failed, 0.0) };
    loop {
        let seconds = begin.elapsed().as_secs_f64();
        match child.try_wait() {
            Ok(Some(status)) if status.success() => return (Outcome::Passed, seconds),
            Ok(Some(_)) | Err(_) => return (Outcome::Failed, seconds),
            Ok(None) if begin.elapsed() > limit => {
                let _ = child.kill();
                let _ = child.wait();
                return (Outcome::TimedOut, seconds);
            }
            Ok(None) => std::thread::sleep(Duration::from_micros(if seconds < 0.1 { 300 } else { 3_000 })),
        }
    }
}
