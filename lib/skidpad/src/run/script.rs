//! A file of commands, played during a run.

use skidpad_link::{Failure, NextStep, Participant};
use skidpad_messages::{ScriptPlayer, Step};

/// Sends the commands of a script at their times, which count from the start of the run: a reset turns back the
/// clock of the world, not that of the file.
pub(crate) struct ScriptCommands {
    player: ScriptPlayer,
    /// When the world's clock stood at zero, by the clock of the file [ns].
    since_ns: u64,
    /// The world's time before the last step [ns].
    last_ns: u64,
}

impl ScriptCommands {
    pub(crate) fn new(player: ScriptPlayer) -> Self {
        ScriptCommands { player, since_ns: 0, last_ns: 0 }
    }
}

impl Participant for ScriptCommands {
    fn before_step(&mut self, next: &mut NextStep<'_>) {
        self.player.play(self.since_ns + next.time_ns, next.commands);
        self.last_ns = next.time_ns;
    }

    fn after_step(&mut self, step: &Step) -> Result<(), Failure> {
        let was_reset =
            step.commands.iter().any(|command| *command.request() == skidpad_messages::Request::Reset);
        if was_reset {
            self.since_ns += self.last_ns;
        }
        Ok(())
    }
}
