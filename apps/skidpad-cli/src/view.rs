//! `skidpad view`: look at a recording.

use crate::replay::read_recording;
use crate::viewer_args::ViewerArgs;
use crate::{Outcome, print};
use clap::Args;
use skidpad::runner::StopFlag;
use skidpad::{RecordedRun, ReplayProblem};
use std::path::PathBuf;
use std::process::ExitCode;

/// Look at a recording
///
/// Plays it in the viewer, whose address is printed, until Ctrl-C. World, seed and commands come from the recording;
/// nothing else is read.
#[derive(Args)]
pub(crate) struct View {
    /// Recording, as `launch --record` makes it
    run: PathBuf,
    #[command(flatten)]
    viewer: ViewerArgs,
}

impl View {
    pub(crate) fn run(&self) -> Outcome {
        let at = |problem: &dyn std::fmt::Display| format!("{}: {problem}", self.run.display());
        let log = read_recording(&self.run, "shown")?;
        let recorded = match RecordedRun::new(log) {
            Ok(recorded) => recorded,
            Err(problem @ ReplayProblem::World(_)) => {
                eprintln!("{}", at(&problem));
                return Ok(ExitCode::from(1));
            }
            Err(problem) => return Err(at(&problem).into()),
        };
        // The thread goes on alone; what it has not seen when the program ends, nobody needs.
        drop(recorded.prepare().map_err(|problem| at(&problem))?);
        let stop = StopFlag::default();
        skidpad::end_on_ctrl_c(&stop)?;
        let server = self.viewer.open(|listen| recorded.serve(listen))?;
        print(format!("viewer {}\n", server.address()).as_bytes())?;
        let outcome = recorded.play(server, stop)?;
        print(format!("{} steps shown\n", outcome.step_count).as_bytes())?;
        Ok(ExitCode::SUCCESS)
    }
}
