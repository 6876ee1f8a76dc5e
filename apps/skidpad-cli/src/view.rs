//! `skidpad view`: play a recording in the viewer.

use crate::replay::read_recording;
use crate::viewer_args::ViewerArgs;
use crate::{Outcome, print};
use clap::Args;
use skidpad::runner::StopFlag;
use skidpad::{RecordedRun, ReplayProblem};
use std::path::PathBuf;
use std::process::ExitCode;

/// Play a recording in the viewer
///
/// The address of the viewer is printed; Ctrl-C ends it. World, seed and commands are read from the recording, and
/// nothing else is read.
#[derive(Args)]
pub(crate) struct View {
    /// Recording (.mcap), as written by `launch --record`
    run: PathBuf,
    /// Write the recording as one HTML page that plays in any browser without this program, instead of showing it
    #[arg(long, value_name = "FILE.html", conflicts_with_all = ["listen", "token", "token_file"])]
    export: Option<PathBuf>,
    #[command(flatten)]
    viewer: ViewerArgs,
}

impl View {
    pub(crate) fn run(&self) -> Outcome {
        let at = |problem: &dyn std::fmt::Display| format!("{}: {problem}", self.run.display());
        let log = read_recording(&self.run, "shown")?;
        if let Some(output) = &self.export {
            let html = skidpad::export_html(log).map_err(|problem| at(&problem))?;
            std::fs::write(output, &html).map_err(|error| format!("{}: {error}", output.display()))?;
            let size = html.len() as f64 / 1e6;
            print(format!("{} ({size:.1} MB)\n", output.display()).as_bytes())?;
            return Ok(ExitCode::SUCCESS);
        }
        let recorded = match RecordedRun::new(log) {
            Ok(recorded) => recorded,
            Err(problem @ ReplayProblem::World(_)) => {
                eprintln!("{}", at(&problem));
                return Ok(ExitCode::from(1));
            }
            Err(problem) => return Err(at(&problem).into()),
        };
        // The thread is detached: its results are not needed after the program ends.
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
