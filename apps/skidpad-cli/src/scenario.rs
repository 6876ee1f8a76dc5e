//! Scenario checks: one run against its expectations, or many runs that differ in their seed.

use crate::{Outcome, print};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use rayon::ThreadPool;
use rayon::prelude::*;
use skidpad::expect::{Checks, Expectations, Finding, junit_xml};
use skidpad::messages::{CommandScript, Commands};
use skidpad::runner::StopFlag;
use skidpad::{Simulation, World, WorldOptions};
use std::error::Error;
use std::fmt::Write as _;
use std::io::IsTerminal;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

/// What a run is expected to do.
#[derive(Args)]
pub(crate) struct ScenarioArgs {
    /// Check the run against this file; exit code 3 when it does something else
    #[arg(long, value_name = "FILE.toml")]
    pub(crate) expect: Option<PathBuf>,
    /// Write what was found as JUnit XML
    #[arg(long, value_name = "FILE.xml", requires = "expect")]
    junit: Option<PathBuf>,
    /// Run once with each of these seeds, on all cores
    #[arg(long, value_name = "A..B", value_parser = parse_seeds, requires = "expect", conflicts_with = "seed")]
    pub(crate) seeds: Option<Range<u64>>,
}

fn parse_seeds(text: &str) -> Result<Range<u64>, String> {
    let wrong = || "two numbers with .. between, such as 0..100".to_string();
    let (first, end) = text.split_once("..").ok_or_else(wrong)?;
    let seeds = first.parse().map_err(|_| wrong())?..end.parse().map_err(|_| wrong())?;
    if seeds.is_empty() || seeds.end - seeds.start > 1_000_000 {
        return Err("from 1 to 1000000 seeds".to_string());
    }
    Ok(seeds)
}

impl ScenarioArgs {
    /// What is expected, if anything.
    pub(crate) fn expectations(&self) -> Result<Option<Expectations>, Box<dyn Error>> {
        let Some(path) = &self.expect else { return Ok(None) };
        let at = |problem: &dyn std::fmt::Display| format!("{}: {problem}", path.display());
        let text = std::fs::read_to_string(path).map_err(|error| at(&error))?;
        Ok(Some(Expectations::parse(&text).map_err(|problem| at(&problem))?))
    }

    /// Tell what was found in one run. True when all expectations are met.
    pub(crate) fn tell(
        &self,
        name: &str,
        wall_s: f64,
        findings: Vec<Finding>,
    ) -> Result<bool, Box<dyn Error>> {
        let mut text = String::new();
        for finding in &findings {
            let word = if finding.is_met { "met   " } else { "FAILED" };
            let _ = writeln!(text, "  {word} {}: {}", finding.name, finding.detail);
        }
        print(text.as_bytes())?;
        let is_met = findings.iter().all(|finding| finding.is_met);
        self.write_junit(&[(name.to_string(), wall_s, findings)])?;
        Ok(is_met)
    }

    fn write_junit(&self, suites: &[(String, f64, Vec<Finding>)]) -> Result<(), Box<dyn Error>> {
        let Some(path) = &self.junit else { return Ok(()) };
        let written = std::fs::write(path, junit_xml(suites));
        written.map_err(|error| format!("{}: {error}", path.display()).into())
    }
}

/// Many runs of one world.
pub(crate) struct MonteCarlo<'a> {
    pub(crate) world: &'a Path,
    pub(crate) options: WorldOptions,
    pub(crate) script: CommandScript,
    pub(crate) expectations: Expectations,
    pub(crate) duration_s: f64,
}

/// What became of one seed; the problem in words where it could not run.
type SeedResult = (u64, f64, Result<Vec<Finding>, String>);

impl MonteCarlo<'_> {
    /// Run every seed and sum up.
    pub(crate) fn run(
        &self,
        seeds: Range<u64>,
        args: &ScenarioArgs,
        pool: &ThreadPool,
        stop: &StopFlag,
    ) -> Outcome {
        let bar = progress(seeds.end - seeds.start);
        let run_one = |seed: u64| {
            let began = Instant::now();
            let found = if stop.is_raised() { Err("stopped".to_string()) } else { self.run_seed(seed, stop) };
            if let Some(bar) = &bar {
                bar.inc(1);
            }
            (seed, began.elapsed().as_secs_f64(), found)
        };
        let results: Vec<SeedResult> = pool.install(|| seeds.into_par_iter().map(run_one).collect());
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
        print(summary(&results).as_bytes())?;
        let suites: Vec<_> = results
            .iter()
            .map(|(seed, wall_s, found)| {
                let findings = found.clone().unwrap_or_else(|problem| {
                    vec![Finding {
                        name: "it runs".to_string(),
                        is_met: false,
                        detail: problem,
                        badness: 0.0,
                    }]
                });
                (format!("seed {seed}"), *wall_s, findings)
            })
            .collect();
        args.write_junit(&suites)?;
        let is_met = results.iter().all(|(_, _, found)| passes(found));
        Ok(ExitCode::from(if is_met { 0 } else { 3 }))
    }

    fn run_seed(&self, seed: u64, stop: &StopFlag) -> Result<Vec<Finding>, String> {
        let options = WorldOptions { seed, ..self.options.clone() };
        let world = World::read(self.world, &options).map_err(|error| error.to_string())?;
        if world.diagnostics().has_errors() {
            return Err("the world has errors with this seed".to_string());
        }
        let mut sim = Simulation::build(&world).map_err(|error| error.to_string())?;
        let roster = sim.roster().clone();
        let mut player = self.script.cast(&roster).map_err(|problems| problems[0].to_string())?;
        let mut checks = Checks::new(&self.expectations, &roster)?;
        checks.see(sim.observations(), &roster);
        let step_count = (self.duration_s * 1e9 / sim.step_ns() as f64).round() as u64;
        let mut commands = Commands::NONE;
        for _ in 0..step_count {
            if stop.is_raised() {
                return Err("stopped".to_string());
            }
            commands.clear();
            player.play(sim.time_ns(), &mut commands).map_err(|refusal| refusal.to_string())?;
            checks.see(sim.step(&commands), &roster);
        }
        Ok(checks.findings(sim.state_hash()))
    }
}

fn progress(count: u64) -> Option<ProgressBar> {
    std::io::stderr().is_terminal().then(|| {
        let style = ProgressStyle::with_template("{bar:30} {pos} of {len} seeds, {eta} left");
        ProgressBar::new(count).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
    })
}

fn passes(found: &Result<Vec<Finding>, String>) -> bool {
    found.as_ref().is_ok_and(|findings| findings.iter().all(|finding| finding.is_met))
}

/// How many passed, which failed, and the worst of each check.
fn summary(results: &[SeedResult]) -> String {
    let failed: Vec<u64> =
        results.iter().filter(|(_, _, found)| !passes(found)).map(|(seed, _, _)| *seed).collect();
    let mut text = format!("{} of {} seeds passed\n", results.len() - failed.len(), results.len());
    if !failed.is_empty() {
        let shown: Vec<String> = failed.iter().take(50).map(u64::to_string).collect();
        let more = if failed.len() > 50 { ", …" } else { "" };
        let _ = writeln!(text, "  failing seeds: {}{more}", shown.join(", "));
    }
    for (seed, _, found) in results {
        if let Err(problem) = found {
            let _ = writeln!(text, "  seed {seed} could not run: {problem}");
        }
    }
    let check_count = results.iter().find_map(|(_, _, found)| Some(found.as_ref().ok()?.len())).unwrap_or(0);
    for check in 0..check_count {
        let ran =
            results.iter().filter_map(|(seed, _, found)| Some((seed, found.as_ref().ok()?.get(check)?)));
        let failed_count = ran.clone().filter(|(_, finding)| !finding.is_met).count();
        // The first of equally bad ones.
        let worst =
            ran.min_by(|(_, a), (_, b)| a.is_met.cmp(&b.is_met).then(b.badness.total_cmp(&a.badness)));
        if let Some((seed, finding)) = worst {
            let _ = writeln!(
                text,
                "  {}: {failed_count} failed; worst with seed {seed}: {}",
                finding.name, finding.detail
            );
        }
    }
    text
}
