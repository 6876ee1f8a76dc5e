//! `skidpad playground`: the simulator as a web page, served to this machine.

use crate::viewer_args::ViewerArgs;
use crate::{Outcome, print};
use clap::Args;
use skidpad::runner::StopFlag;
use skidpad::web::serve_playground;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Serve the playground, the whole simulator as a web page
///
/// The address is printed; Ctrl-C ends it. The page runs in the browser alone: worlds that are opened in it are not sent
/// to the program. `scripts/build-playground` makes the folder, and releases contain it.
#[derive(Args)]
pub(crate) struct Playground {
    /// Folder of the playground [default: `playground` or `share/skidpad/playground` beside the program]
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    #[command(flatten)]
    viewer: ViewerArgs,
}

impl Playground {
    pub(crate) fn run(&self) -> Outcome {
        let folder = match &self.folder {
            Some(folder) => folder.clone(),
            None => beside_the_program().ok_or(
                "there is no playground beside the program; --folder DIR names its folder, which scripts/build-playground makes",
            )?,
        };
        let stop = StopFlag::default();
        skidpad::end_on_ctrl_c(&stop)?;
        let server = self.viewer.open_any(|listen| serve_playground(listen, &folder))?;
        print(format!("playground {}\n", server.address()).as_bytes())?;
        while !stop.is_raised() {
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The playground of an unpacked release, of an installed one, or of a build.
fn beside_the_program() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    let folder = program.parent()?;
    let places = ["playground", "../playground", "../share/skidpad/playground"];
    places.iter().map(|place| folder.join(place)).find(|place| Path::new(&place.join("index.html")).is_file())
}
