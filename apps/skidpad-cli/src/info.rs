//! `skidpad info`: what is in a world or a recording.

use crate::world_args::WorldArgs;
use crate::{Outcome, print};
use clap::Args;
use serde::Serialize;
use skidpad::WorldInfo;
use skidpad::record::RecordingInfo;
use std::fmt::Display;
use std::path::PathBuf;
use std::process::ExitCode;

/// List what is in a world or a recording
#[derive(Args)]
pub(crate) struct Info {
    /// World file, or recording (.mcap)
    world: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    args: WorldArgs,
}

impl Info {
    pub(crate) fn run(&self) -> Outcome {
        if self.world.extension().is_some_and(|extension| extension == "mcap") {
            let info = RecordingInfo::read(&self.world);
            return self.print(&info.map_err(|problem| format!("{}: {problem}", self.world.display()))?);
        }
        match self.args.read_or_report(&self.world, true)? {
            Some(world) => self.print(&WorldInfo::of(&world)),
            None => Ok(ExitCode::from(1)),
        }
    }

    fn print(&self, info: &(impl Serialize + Display)) -> Outcome {
        let text = if self.json { serde_json::to_string_pretty(info)? + "\n" } else { info.to_string() };
        print(text.as_bytes())?;
        Ok(ExitCode::SUCCESS)
    }
}
