//! `skidpad view`: look at a recording.

use crate::viewer::ViewerArgs;
use crate::{Outcome, interrupt, print, recording_file};
use clap::Args;
use skidpad::link::{Hub, Limits};
use skidpad::playing::RecordedRun;
use skidpad::runner::{Session, WallClock};
use skidpad::viewing::SceneUpdater;
use skidpad::{ReplayProblem, web};
use std::path::PathBuf;
use std::process::ExitCode;

/// PendingReading at a recording
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
        let at = |problem: &dyn std::fmt::Display| recording_file::at(&self.run, problem);
        let log = recording_file::read(&self.run, "shown")?;
        let recorded_run = match RecordedRun::new(log) {
            Ok(recorded_run) => recorded_run,
            Err(problem @ ReplayProblem::World(_)) => {
                eprintln!("{}", at(&problem));
                return Ok(ExitCode::from(1));
            }
            Err(problem) => return Err(at(&problem).into()),
        };
        // The thread goes on alone; what it has not seen when the program ends, nobody needs.
        drop(recorded_run.prepare().map_err(|problem| at(&problem))?);
        let (hub, handle) = Hub::new(Limits::default());
        let player = recorded_run.player(&handle)?;
        let RecordedRun { mut sim, show, playback, world, .. } = recorded_run;
        let stop = interrupt::end_in_order()?;
        let server = self.viewer.open(&|listen| web::play(listen, &show, &handle, &playback))?;
        let mut player = player.with_viewers(SceneUpdater::of_recording(server, &world, &sim));
        let session = Session::new(&mut sim, hub);
        let outcome = session.go(&WallClock::start(), &stop, &mut player);
        drop(player);
        print(format!("{} steps shown\n", outcome.step_count).as_bytes())?;
        Ok(ExitCode::SUCCESS)
    }
}
