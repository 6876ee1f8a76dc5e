//! Scenario checks: one run against its expectations, or many runs that differ in their seed.

use crate::{Outcome, failed, print};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use skidpad::expect::{Expectations, Finding, junit_xml};
use skidpad::runner::StopFlag;
use skidpad::{RunSummary, SeedSweep};
use std::error::Error;
use std::fmt::Write as _;
use std::io::IsTerminal;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What a run is expected to do.
#[derive(Args)]
pub(crate) struct ScenarioArgs {
    /// Check the run against the expectations in this file; exit code 3 if one is not met
    #[arg(long, value_name = "FILE.toml")]
    pub(crate) expect: Option<PathBuf>,
    /// Write the results of the checks as JUnit XML
    #[arg(long, value_name = "FILE.xml", requires = "expect")]
    junit: Option<PathBuf>,
    /// Repeat the run with each of these seeds, on all cores; B is not included
    #[arg(long, value_name = "A..B", value_parser = parse_seeds, requires = "expect", conflicts_with = "seed")]
    pub(crate) seeds: Option<Range<u64>>,
}

fn parse_seeds(text: &str) -> Result<Range<u64>, String> {
    let wrong = || "expected two numbers separated by .., such as 0..100".to_string();
    let (first, end) = text.split_once("..").ok_or_else(wrong)?;
    let seeds = first.parse().map_err(|_| wrong())?..end.parse().map_err(|_| wrong())?;
    if seeds.is_empty() || seeds.end - seeds.start > 1_000_000 {
        return Err("expected 1 to 1000000 seeds".to_string());
    }
    Ok(seeds)
}

/// How the expectations of a run were met, one line each.
pub(crate) fn findings_text(summary: &RunSummary) -> String {
    let mut text = String::new();
    for finding in &summary.findings {
        let word = if finding.is_met { "met   " } else { "FAILED" };
        let _ = writeln!(text, "  {word} {}: {}", finding.name, finding.detail);
    }
    text
}

impl ScenarioArgs {
    /// The expectations, if a file is given.
    pub(crate) fn expectations(&self) -> Result<Option<Expectations>, Box<dyn Error>> {
        let Some(path) = &self.expect else { return Ok(None) };
        let at = |problem: &dyn std::fmt::Display| format!("{}: {problem}", path.display());
        let text = skidpad::read_text(path).map_err(|error| at(&error))?;
        Ok(Some(Expectations::parse(&text).map_err(|problem| at(&problem))?))
    }

    /// Write how the expectations of a run were met as JUnit XML, if that is asked for.
    pub(crate) fn write_results(&self, world: &Path, summary: &RunSummary) -> Result<(), Box<dyn Error>> {
        let findings = summary.findings.clone();
        self.write_junit(&[(world.display().to_string(), summary.wall.as_secs_f64(), findings)])
    }

    /// Run once with each seed and print how many passed.
    pub(crate) fn run_sweep(
        &self,
        sweep: &SeedSweep,
        seeds: Range<u64>,
        threads: Option<NonZeroUsize>,
    ) -> Outcome {
        let stop = StopFlag::default();
        // A problem that all seeds share is reported once.
        if let Err(problem) = sweep.prepare(seeds.start, &stop) {
            return failed(problem);
        }
        let pool =
            rayon::ThreadPoolBuilder::new().num_threads(threads.map_or(0, NonZeroUsize::get)).build()?;
        skidpad::end_on_ctrl_c(&stop)?;
        let bar = progress(seeds.end - seeds.start);
        let result = sweep.run(seeds, &pool, &stop, &|| bar.iter().for_each(|bar| bar.inc(1)));
        if let Some(bar) = bar {
            bar.finish_and_clear();
        }
        print(result.to_string().as_bytes())?;
        self.write_junit(&result.suites())?;
        Ok(ExitCode::from(if result.passes() { 0 } else { 3 }))
    }

    fn write_junit(&self, suites: &[(String, f64, Vec<Finding>)]) -> Result<(), Box<dyn Error>> {
        let Some(path) = &self.junit else { return Ok(()) };
        let written = std::fs::write(path, junit_xml(suites));
        written.map_err(|error| format!("{}: {error}", path.display()).into())
    }
}

fn progress(count: u64) -> Option<ProgressBar> {
    std::io::stderr().is_terminal().then(|| {
        let style = ProgressStyle::with_template("{bar:30} {pos} of {len} seeds, {eta} left");
        ProgressBar::new(count).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
    })
}
