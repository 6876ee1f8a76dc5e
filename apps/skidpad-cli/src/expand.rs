//! `skidpad expand`: a world after includes, loops, conditions and variables.

use crate::world_args::WorldArgs;
use crate::{Outcome, print};
use clap::Args;
use std::path::PathBuf;
use std::process::ExitCode;

/// Print a world after includes, loops, conditions and variables
///
/// The output is a world file with the same meaning, if it is saved in the same folder.
#[derive(Args)]
pub(crate) struct Expand {
    /// World file
    world: PathBuf,
    #[command(flatten)]
    args: WorldArgs,
}

impl Expand {
    pub(crate) fn run(&self) -> Outcome {
        let Some(world) = self.args.read_or_report(&self.world, false)? else { return Ok(ExitCode::from(1)) };
        if let Some(tree) = &world.loaded.tree {
            print(skidpad::write_tree(tree).as_bytes())?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
