//! `skidpad schema`: the world format for editors.

use crate::{Outcome, print};
use clap::Args;
use std::process::ExitCode;

/// Print an XML schema (XSD) of the world format, for editors that complete and check
#[derive(Args)]
pub(crate) struct Schema {}

impl Schema {
    pub(crate) fn run(&self) -> Outcome {
        print(skidpad::xsd().as_bytes())?;
        Ok(ExitCode::SUCCESS)
    }
}
