//! `skidpad man`: manual pages.

use crate::{Cli, Outcome};
use clap::{Args, Command, CommandFactory};
use clap_mangen::Man;
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Print the manual page, or write one page for each command
#[derive(Args)]
pub(crate) struct ManCommand {
    /// Write skidpad.1, skidpad-launch.1 and so on into this folder
    #[arg(value_name = "DIR")]
    folder: Option<PathBuf>,
}

impl ManCommand {
    pub(crate) fn run(&self) -> Outcome {
        let mut program = Cli::command().disable_help_subcommand(true);
        program.build();
        match &self.folder {
            Some(folder) => {
                std::fs::create_dir_all(folder)?;
                write_pages(program, folder)?;
            }
            None => crate::print(&page_of(program)?)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The text of a page. The build after which a page is made is left out, so that pages depend on the version alone.
fn page_of(command: Command) -> io::Result<Vec<u8>> {
    let name = command.get_display_name().unwrap_or(command.get_name()).to_string();
    let command = command.version(env!("CARGO_PKG_VERSION")).long_version(None);
    let mut page = Vec::new();
    let source = concat!("skidpad ", env!("CARGO_PKG_VERSION"));
    Man::new(command).title(name.to_uppercase()).source(source).manual("skidpad").render(&mut page)?;
    Ok(page)
}

/// A page for a command, and for each command below it.
fn write_pages(command: Command, folder: &Path) -> io::Result<()> {
    for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
        write_pages(below.clone(), folder)?;
    }
    let name = command.get_display_name().unwrap_or(command.get_name()).to_string();
    std::fs::write(folder.join(name).with_added_extension("1"), page_of(command)?)
}
