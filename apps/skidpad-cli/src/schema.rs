//! `skidpad schema`: the world format for editors.

use crate::{Outcome, print};
use clap::{Args, ValueEnum};
use std::process::ExitCode;

/// Print an XML schema (XSD) of the world format, for completion and checks in editors
#[derive(Args)]
pub(crate) struct Schema {
    /// What the schema describes; those of classes import skidpad.xsd, the schema of worlds, from the same folder
    #[arg(value_enum, default_value_t = For::World)]
    of: For,
}

#[derive(Clone, Copy, ValueEnum)]
enum For {
    /// Worlds and sensor files
    World,
    /// Files with <vehicle:class xmlns:vehicle="urn:skidpad:vehicle">
    Vehicle,
    /// Files with <block:class xmlns:block="urn:skidpad:block">
    Block,
    /// Files with <actor:class xmlns:actor="urn:skidpad:actor">
    Actor,
}

impl Schema {
    pub(crate) fn run(&self) -> Outcome {
        let schema = match self.of {
            For::World => skidpad::Schema::World,
            For::Vehicle => skidpad::Schema::VehicleClass,
            For::Block => skidpad::Schema::BlockClass,
            For::Actor => skidpad::Schema::ActorClass,
        };
        print(skidpad::xsd(schema).as_bytes())?;
        Ok(ExitCode::SUCCESS)
    }
}
