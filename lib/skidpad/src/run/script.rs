//! A file of commands, played during a run.

use skidpad_link::{Failure, NextStep, Participant};
use skidpad_messages::{ScriptPlayer, Step};

/// Sends the commands of a script at their times.
pub(crate) struct ScriptCommands(pub(crate) ScriptPlayer);

impl Participant for ScriptCommands {
    fn before_step(&mut self, next: &mut NextStep<'_>) {
        self.0.play(next.time_ns, next.commands);
    }

    fn after_step(&mut self, _step: &Step) -> Result<(), Failure> {
        Ok(())
    }
}
