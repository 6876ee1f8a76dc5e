//! Requests that passed the door, and the list of them that one step receives.

use crate::{BodyId, Event, Refusal, Request, Roster};
use serde::{Deserialize, Serialize};

/// A request whose numbers are known to be finite and sane.
/// Only [`Request::check`] makes one, so no NaN can reach a controller.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Request", into = "Request")]
pub struct Command {
    request: Request,
}

impl Command {
    pub(crate) fn trusted(request: Request) -> Self {
        Command { request }
    }

    /// What is asked for.
    pub fn request(&self) -> &Request {
        &self.request
    }
}

impl Request {
    /// What the request is about, by its name.
    fn subject(&self, roster: &Roster) -> String {
        match self {
            Request::Drive { vehicle, .. }
            | Request::Brake { vehicle, .. }
            | Request::RollWheels { vehicle }
            | Request::SetTimeout { vehicle, .. }
            | Request::SpawnVehicle { like: vehicle, .. } => roster.name_of(BodyId::Vehicle(*vehicle)),
            Request::Teleport { body, .. } | Request::SetTwist { body, .. } | Request::Remove { body } => {
                roster.name_of(*body)
            }
            Request::SpawnBlock(block) => block.name.clone(),
            Request::CopyBlock { like, .. } => roster.name_of(BodyId::Block(*like)),
            _ => "the world".to_string(),
        }
    }
}

impl TryFrom<Request> for Command {
    type Error = Refusal;

    fn try_from(request: Request) -> Result<Self, Refusal> {
        request.check()
    }
}

impl From<Command> for Request {
    fn from(command: Command) -> Self {
        command.request
    }
}

/// What one step is told to do, in order. Set points hold until replaced, so most steps get none.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Commands {
    commands: Vec<Command>,
    refusals: Vec<Refusal>,
}

impl Commands {
    /// Nothing new.
    pub const NONE: Commands = Commands { commands: Vec::new(), refusals: Vec::new() };

    /// Check a request and add it.
    pub fn push(&mut self, request: Request) -> Result<(), Refusal> {
        self.commands.push(request.check()?);
        Ok(())
    }

    /// Add a command that is already checked.
    pub fn add(&mut self, command: Command) {
        self.commands.push(command);
    }

    /// Check a request and add it. One that fails the check is kept as a refusal, and the step reports it as
    /// [`Event::RequestRefused`](crate::Event::RequestRefused).
    pub fn request(&mut self, request: Request) {
        match request.check() {
            Ok(command) => self.commands.push(command),
            Err(refusal) => self.refusals.push(refusal),
        }
    }

    /// Forget all, keeping the memory.
    pub fn clear(&mut self) {
        self.commands.clear();
        self.refusals.clear();
    }

    /// The commands, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Command> {
        self.commands.iter()
    }

    /// Number of commands.
    pub fn len(&self) -> usize {
        self.commands.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.commands.is_empty()
    }

    /// Why the step that got these commands did not follow one of them, in words with the names of the roster.
    ///
    /// `events` are those of the step; only the first `own_count` commands are looked at.
    pub fn first_refusal(&self, own_count: usize, events: &[Event], roster: &Roster) -> Option<String> {
        events.iter().find_map(|event| match event {
            Event::Refused { command, because } if (*command as usize) < own_count => {
                let command = self.commands.get(*command as usize)?;
                Some(format!("{}: {because}", command.request.subject(roster)))
            }
            Event::RequestRefused { refusal } => Some(refusal.to_string()),
            _ => None,
        })
    }

    /// Requests that failed their check, and why. The step that gets them reports each as an event.
    pub fn refusals(&self) -> &[Refusal] {
        &self.refusals
    }
}

impl<const N: usize> From<[Request; N]> for Commands {
    /// Takes those that pass the check. The step reports the others as
    /// [`Event::RequestRefused`](crate::Event::RequestRefused).
    fn from(requests: [Request; N]) -> Self {
        requests.into_iter().collect()
    }
}

impl FromIterator<Request> for Commands {
    fn from_iter<I: IntoIterator<Item = Request>>(requests: I) -> Self {
        let mut commands = Commands::NONE;
        requests.into_iter().for_each(|request| commands.request(request));
        commands
    }
}

impl FromIterator<Command> for Commands {
    fn from_iter<I: IntoIterator<Item = Command>>(commands: I) -> Self {
        Commands { commands: commands.into_iter().collect(), refusals: Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Commands, VehicleId};

    #[test]
    fn what_is_refused_leaves_the_rest_alone() {
        let robot = VehicleId(0);
        let commands =
            Commands::from([robot.drive(1.0, 0.0), robot.drive(f64::NAN, 0.0), robot.torques(1.0, 2.0)]);
        assert_eq!((commands.len(), commands.refusals().len()), (2, 1));
    }
}
