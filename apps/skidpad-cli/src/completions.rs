//! `skidpad completions`: completion scripts for shells.

use crate::{Cli, Outcome};
use clap::{Args, CommandFactory};
use clap_complete::Shell;
use std::process::ExitCode;

/// Print a completion script for a shell
#[derive(Args)]
pub(crate) struct Completions {
    /// Shell to print the script for
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(&self) -> Outcome {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut Cli::command(), "skidpad", &mut script);
        crate::print(&script)?;
        Ok(ExitCode::SUCCESS)
    }
}
