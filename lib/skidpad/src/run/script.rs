//! A file of commands, played during a run.

use skidpad_link::{Failure, NextStep, Participant};
use skidpad_messages::{Command, Event, Request, ScriptPlayer, Step};
use std::ops::Range;
use std::sync::mpsc::{Receiver, Sender, channel};

/// Sends the commands of a script at their times, which count from the start of the run: a reset turns back the
/// clock of the world, not that of the file.
pub(crate) struct ScriptCommands {
    player: ScriptPlayer,
    /// When the world's clock stood at zero, by the clock of the file [ns].
    since_ns: u64,
    /// The world's time before the last step [ns].
    last_ns: u64,
    /// Which commands of the next step are of the file.
    own: Range<usize>,
    /// Where the first command that is not followed is reported; none after that.
    reports: Option<Sender<String>>,
}

impl ScriptCommands {
    /// Plays a file. What it reports comes through the channel.
    pub(crate) fn new(player: ScriptPlayer) -> (Self, Receiver<String>) {
        let (sender, reports) = channel();
        (ScriptCommands { player, since_ns: 0, last_ns: 0, own: 0..0, reports: Some(sender) }, reports)
    }

    /// Report the first command that a vehicle does not take: the run goes on, and nothing else would show it.
    fn report_refusal(&mut self, step: &Step) {
        let refused = step.observations.events.iter().find_map(|event| match event {
            Event::Refused { command, because } if self.own.contains(&(*command as usize)) => {
                Some((*command as usize, because))
            }
            _ => None,
        });
        let Some((command, because)) = refused else { return };
        let vehicle = match step.commands.iter().nth(command).map(Command::request) {
            Some(
                Request::Drive { vehicle, .. }
                | Request::Brake { vehicle, .. }
                | Request::RollWheels { vehicle },
            ) => step.roster.vehicles.get(vehicle.index()),
            _ => None,
        };
        let name = vehicle.map_or("the world", |vehicle| &vehicle.name);
        if let Some(reports) = self.reports.take() {
            let time_s = (self.since_ns + self.last_ns) as f64 * 1e-9;
            // The receiver is dropped when the run ends; sending then fails, and nothing is lost.
            let _ = reports.send(format!("{name} does not follow the command at {time_s} s: {because}"));
        }
    }
}

impl Participant for ScriptCommands {
    fn before_step(&mut self, next: &mut NextStep<'_>) {
        let first = next.commands.len();
        self.player.play(self.since_ns + next.time_ns, next.commands);
        self.own = first..next.commands.len();
        self.last_ns = next.time_ns;
    }

    fn after_step(&mut self, step: &Step) -> Result<(), Failure> {
        self.report_refusal(step);
        let was_reset = step.commands.iter().any(|command| *command.request() == Request::Reset);
        if was_reset {
            self.since_ns += self.last_ns;
        }
        Ok(())
    }
}
