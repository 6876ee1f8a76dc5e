//! Many runs of one world with different seeds, each checked against the same expectations.

use crate::expect::{Expectations, Finding};
use crate::{Error, PreparedRun, Run, WorldOptions};
use rayon::ThreadPool;
use rayon::prelude::*;
use skidpad_runner::StopFlag;
use std::fmt;
use std::num::NonZeroUsize;
use std::ops::Range;
use std::path::PathBuf;
use std::time::Instant;

/// Many runs of one world.
#[derive(Debug, Clone)]
pub struct SeedSweep {
    /// The world file.
    pub world: PathBuf,
    /// How it is read; the seed is replaced.
    pub options: WorldOptions,
    /// Command file for every run, if any.
    pub commands_file: Option<PathBuf>,
    /// Expectations of every run.
    pub expectations: Expectations,
    /// Simulated duration of each run [s].
    pub duration_s: f64,
}

/// The result of a sweep.
#[derive(Debug)]
pub struct SweepResult {
    /// One entry per seed, in order.
    pub seeds: Vec<SeedResult>,
}

/// The result of one seed.
#[derive(Debug)]
pub struct SeedResult {
    /// The seed.
    pub seed: u64,
    /// Wall time spent [s].
    pub wall_s: f64,
    /// The findings, or why there was no run.
    pub findings: Result<Vec<Finding>, Error>,
}

impl SeedResult {
    /// Whether it ran and met all expectations.
    pub fn passes(&self) -> bool {
        self.findings.as_ref().is_ok_and(|findings| findings.iter().all(|finding| finding.is_met))
    }
}

impl SeedSweep {
    /// Run every seed on the threads of a pool. `after_each` is called as each ends, on any thread.
    pub fn run(
        &self,
        seeds: Range<u64>,
        pool: &ThreadPool,
        stop: &StopFlag,
        after_each: &(dyn Fn() + Sync),
    ) -> SweepResult {
        let run_one = |seed: u64| {
            let began = Instant::now();
            let findings = self.run_seed(seed, stop);
            after_each();
            SeedResult { seed, wall_s: began.elapsed().as_secs_f64(), findings }
        };
        SweepResult { seeds: pool.install(|| seeds.into_par_iter().map(run_one).collect()) }
    }

    /// Prepare one run of the sweep. Problems that concern every seed are found here.
    pub fn prepare(&self, seed: u64, stop: &StopFlag) -> Result<PreparedRun, Error> {
        let mut run = Run::new(self.world.clone())
            .options(self.options.clone())
            .seed(seed)
            .expect(self.expectations.clone())
            .duration_s(self.duration_s)
            .threads(NonZeroUsize::MIN)
            .stop(stop.clone());
        if let Some(path) = &self.commands_file {
            run = run.commands_file(path);
        }
        run.prepare()
    }

    fn run_seed(&self, seed: u64, stop: &StopFlag) -> Result<Vec<Finding>, Error> {
        let stopped = || Error::System("stopped".to_string());
        if stop.is_raised() {
            return Err(stopped());
        }
        let summary = self.prepare(seed, stop)?.go();
        if summary.was_stopped { Err(stopped()) } else { Ok(summary.findings) }
    }
}

impl SweepResult {
    /// Whether every seed passed.
    pub fn passes(&self) -> bool {
        self.seeds.iter().all(SeedResult::passes)
    }

    /// One test suite per seed, for [`junit_xml`](crate::expect::junit_xml).
    pub fn suites(&self) -> Vec<(String, f64, Vec<Finding>)> {
        let suite = |result: &SeedResult| {
            let findings = match &result.findings {
                Ok(findings) => findings.clone(),
                Err(problem) => vec![Finding {
                    name: "it runs".to_string(),
                    is_met: false,
                    detail: problem.to_string(),
                    badness: 0.0,
                }],
            };
            (format!("seed {}", result.seed), result.wall_s, findings)
        };
        self.seeds.iter().map(suite).collect()
    }
}

impl fmt::Display for SweepResult {
    /// How many seeds passed, which failed, and the worst value of each check.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let failed: Vec<u64> = self.seeds.iter().filter(|it| !it.passes()).map(|it| it.seed).collect();
        writeln!(f, "{} of {} seeds passed", self.seeds.len() - failed.len(), self.seeds.len())?;
        if !failed.is_empty() {
            let shown: Vec<String> = failed.iter().take(50).map(u64::to_string).collect();
            let more = if failed.len() > 50 { ", …" } else { "" };
            writeln!(f, "  failing seeds: {}{more}", shown.join(", "))?;
        }
        for SeedResult { seed, findings, .. } in &self.seeds {
            if let Err(problem) = findings {
                writeln!(f, "  seed {seed} could not run: {problem}")?;
            }
        }
        let ran = || self.seeds.iter().filter_map(|it| Some((it.seed, it.findings.as_ref().ok()?)));
        let check_count = ran().next().map_or(0, |(_, findings)| findings.len());
        for check in 0..check_count {
            let found = || ran().filter_map(|(seed, findings)| Some((seed, findings.get(check)?)));
            let failed_count = found().filter(|(_, finding)| !finding.is_met).count();
            // Of equally bad seeds, the first.
            let worst = found()
                .min_by(|(_, a), (_, b)| a.is_met.cmp(&b.is_met).then(b.badness.total_cmp(&a.badness)));
            if let Some((seed, Finding { name, detail, .. })) = worst {
                writeln!(f, "  {name}: {failed_count} failed; worst with seed {seed}: {detail}")?;
            }
        }
        Ok(())
    }
}
