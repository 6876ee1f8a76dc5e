//! `skidpad-mutants`: does a test fail when a formula is wrong?
//!
//! Every operator of a core crate is made wrong, one at a time. All mutants are compiled at once and one is chosen
//! when a test begins, so that thousands of them take minutes; a test runs only for those mutants that it reaches.
#![forbid(unsafe_code)]

mod equivalent;
mod rewrite;
mod scratch;
mod sites;
mod trial;

use equivalent::Equivalent;
use rewrite::Choice;
use scratch::{Scratch, SourceFile};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;
use trial::{Outcome, Test};

const USAGE: &str = "\
Usage: skidpad-mutants CRATE [OPTIONS]     CRATE: a folder of core/, such as skidpad-dynamics

  --list           print the mutants, build nothing
  --only TEXT      only mutants whose name has this, such as friction/ or pid.rs:78; may be repeated
  --no-boundaries  leave out mutants that differ only where two numbers are equal, such as < for <=
  --part K/N       every N-th mutant, beginning with the K-th, from 0
  --slow SECONDS   leave out tests that take longer alone; 5 where not given
  --reuse          a test reaches what an earlier run saw: only names that are new are tried

Prints every mutant that survives or that no test reaches, then a table of files; fails if there are any.
Mutants that change nothing are listed with the reason in apps/skidpad-mutants/equivalent/CRATE.txt.";

struct Arguments {
    crate_name: String,
    is_list: bool,
    only: Vec<String>,
    has_boundaries: bool,
    part: (usize, usize),
    slow_s: f64,
    reuse: bool,
}

impl Arguments {
    fn parse(mut words: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut arguments = Self {
            crate_name: String::new(),
            is_list: false,
            only: Vec::new(),
            has_boundaries: true,
            part: (0, 1),
            slow_s: 5.0,
            reuse: false,
        };
        while let Some(word) = words.next() {
            let mut value = || words.next().ok_or_else(|| format!("{word} needs a value\n\n{USAGE}"));
            match word.as_str() {
                "--list" => arguments.is_list = true,
                "--no-boundaries" => arguments.has_boundaries = false,
                "--reuse" => arguments.reuse = true,
                "--only" => arguments.only.push(value()?),
                "--slow" => arguments.slow_s = value()?.parse().map_err(|_| "--slow needs seconds")?,
                "--part" => {
                    let value = value()?;
                    let part =
                        value.split_once('/').and_then(|(k, n)| Some((k.parse().ok()?, n.parse().ok()?)));
                    let part = part.filter(|&(k, n): &(usize, usize)| k < n);
                    arguments.part =
                        part.ok_or_else(|| format!("--part needs K/N with K < N, not {value}"))?;
                }
                _ if word.starts_with('-') || !arguments.crate_name.is_empty() => {
                    return Err(format!("unknown argument {word}\n\n{USAGE}"));
                }
                _ => arguments.crate_name = word,
            }
        }
        if arguments.crate_name.is_empty() { Err(USAGE.to_owned()) } else { Ok(arguments) }
    }
}

fn main() -> ExitCode {
    match Arguments::parse(std::env::args().skip(1)).and_then(|arguments| run(&arguments)) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(problem) => {
            eprintln!("skidpad-mutants: {problem}");
            ExitCode::from(2)
        }
    }
}

/// A mutant to try.
struct Mutant<'a> {
    file: &'a SourceFile,
    choice: Choice,
    number: u32,
}

impl Mutant<'_> {
    fn name(&self) -> String {
        self.file.name(self.choice)
    }

    /// Does it differ only where both sides are equal?
    fn is_boundary(&self) -> bool {
        let (site, change) = self.choice;
        let place = &self.file.sites[site];
        sites::is_boundary(&place.original, &place.replacements[change])
    }

    /// Its equivalence in the list, if it has one.
    fn equivalent<'e>(&self, list: &'e [Equivalent]) -> Option<&'e Equivalent> {
        let name = self.name();
        let change = name.rsplit_once(": ").map_or("", |(_, change)| change);
        let expression = self.file.expression(self.choice.0);
        list.iter().find(|known| known.is(&self.file.path, &expression, change))
    }
}

/// What became of the mutants of a file.
#[derive(Default)]
struct Tally {
    killed: usize,
    survived: usize,
    not_reached: usize,
    equivalent: usize,
    dropped: usize,
}

/// Tries the mutants; is every one of them killed or known to be equivalent?
fn run(arguments: &Arguments) -> Result<bool, String> {
    let workspace = workspace(&arguments.crate_name)?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| workspace.join("target"), PathBuf::from);
    let (scratch, mut files) = Scratch::prepare(&workspace, &target.join("mutants"), &arguments.crate_name)?;
    let list = workspace.join(format!("apps/skidpad-mutants/equivalent/{}.txt", arguments.crate_name));
    let list = equivalent::parse(&fs::read_to_string(list).unwrap_or_default())?;
    if arguments.is_list {
        for mutant in mutants(&files, arguments) {
            let why = mutant.equivalent(&list).map_or(String::new(), |known| format!(" ({})", known.reason));
            println!("{} in {}{why}", mutant.name(), mutant.file.expression(mutant.choice.0));
        }
        return Ok(true);
    }
    let begin = Instant::now();
    let programs = scratch.build(&mut files)?;
    eprintln!("{} test programs, after {:.0} s", programs.len(), begin.elapsed().as_secs_f64());
    let tests = trial::survey(
        &programs,
        &scratch.crate_folder(),
        &scratch.notes(),
        arguments.reuse,
        arguments.slow_s,
    )?;
    let normal_s: f64 = tests.iter().map(|test| test.seconds).sum();
    eprintln!(
        "{} tests take {normal_s:.1} s one by one; known after {:.0} s",
        tests.len(),
        begin.elapsed().as_secs_f64()
    );
    let is_complete = try_all(arguments, &files, &tests, &list, &scratch.crate_folder());
    eprintln!("after {:.0} s", begin.elapsed().as_secs_f64());
    Ok(is_complete)
}

/// The mutants that the arguments name, also those that do not compile.
fn mutants<'a>(files: &'a [SourceFile], arguments: &'a Arguments) -> impl Iterator<Item = Mutant<'a>> {
    let all = files.iter().flat_map(|file| {
        file.choices().zip(file.first_number..).map(move |(choice, number)| Mutant { file, choice, number })
    });
    let (k, n) = arguments.part;
    let part = all.filter(move |mutant| mutant.number as usize % n == k);
    let part = part.filter(|mutant| arguments.has_boundaries || !mutant.is_boundary());
    part.filter(move |mutant| {
        arguments.only.is_empty() || arguments.only.iter().any(|only| mutant.name().contains(only.as_str()))
    })
}

fn try_all(
    arguments: &Arguments,
    files: &[SourceFile],
    tests: &[Test],
    list: &[Equivalent],
    folder: &Path,
) -> bool {
    let mut tallies: Vec<(&str, Tally)> = Vec::new();
    let mut last_killer = None;
    for mutant in mutants(files, arguments) {
        if tallies.last().is_none_or(|(path, _)| *path != mutant.file.path) {
            eprintln!("{}", mutant.file.path);
            tallies.push((&mutant.file.path, Tally::default()));
            last_killer = None;
        }
        let Some((_, tally)) = tallies.last_mut() else { continue };
        if mutant.file.dropped.contains(&mutant.choice) {
            tally.dropped += 1;
            continue;
        }
        if mutant.equivalent(list).is_some() {
            tally.equivalent += 1;
            continue;
        }
        let mut reaching: Vec<&Test> = tests.iter().filter(|test| test.reaches(mutant.number)).collect();
        let is_reached = !reaching.is_empty();
        let own = module(&mutant.file.path);
        // The test that killed its neighbour first, then those of its file, then the quickest.
        reaching.sort_by_key(|test| (last_killer != Some(test.name.as_str()), !test.name.starts_with(&own)));
        let killer = reaching.iter().find(|test| test.run(folder, mutant.number) != Outcome::Passed);
        if let Some(killer) = killer {
            tally.killed += 1;
            last_killer = Some(killer.name.as_str());
            continue;
        }
        let site = mutant.choice.0;
        let boundary = if mutant.is_boundary() { ", at the boundary" } else { "" };
        let fate = if is_reached { "survives" } else { "is not reached" };
        println!("{} {fate}{boundary}: {}", mutant.name(), mutant.file.expression(site));
        if is_reached { tally.survived += 1 } else { tally.not_reached += 1 }
    }
    print_table(&tallies);
    tallies.iter().all(|(_, tally)| tally.survived + tally.not_reached == 0)
}

fn print_table(tallies: &[(&str, Tally)]) {
    println!(
        "{:>7} {:>8} {:>11} {:>10} {:>11}",
        "killed", "survived", "not reached", "equivalent", "no compile"
    );
    let mut all = Tally::default();
    let line = |tally: &Tally, name: &str| {
        let Tally { killed, survived, not_reached, equivalent, dropped } = tally;
        println!("{killed:>7} {survived:>8} {not_reached:>11} {equivalent:>10} {dropped:>11}  {name}");
    };
    for (path, tally) in tallies {
        line(tally, path);
        all.killed += tally.killed;
        all.survived += tally.survived;
        all.not_reached += tally.not_reached;
        all.equivalent += tally.equivalent;
        all.dropped += tally.dropped;
    }
    line(&all, "all");
}

/// The path of a file's module in names of its tests.
fn module(path: &str) -> String {
    let inside = path.split_once("/src/").map_or(path, |(_, inside)| inside);
    let inside = inside.trim_end_matches(".rs").trim_end_matches("/mod");
    inside.replace('/', "::") + "::"
}

/// The workspace above the current folder that has this crate.
fn workspace(crate_name: &str) -> Result<PathBuf, String> {
    let here = std::env::current_dir().map_err(|problem| problem.to_string())?;
    let found =
        here.ancestors().find(|folder| folder.join("core").join(crate_name).join("Cargo.toml").exists());
    found.map(Path::to_path_buf).ok_or_else(|| format!("no core/{crate_name} here or above"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_a_module() {
        assert_eq!(module("core/x/src/friction/mod.rs"), "friction::");
        assert_eq!(module("core/x/src/friction/own.rs"), "friction::own::");
    }

    #[test]
    fn a_part_is_less_than_the_whole() {
        let parse = |text: &str| Arguments::parse(text.split(' ').map(str::to_owned));
        assert_eq!(parse("skidpad-world --part 1/3").map(|arguments| arguments.part), Ok((1, 3)));
        assert!(parse("skidpad-world --part 3/3").is_err());
        assert!(parse("--list").is_err());
    }
}
