//! Requests of clients to a run, and the answers.

use crate::{Advance, Advanced, ClientId, Interest, LinkProblem};
use skidpad_messages::{Command, Observations, Pace};
use std::sync::Arc;

/// A request to the run itself, not to the world in it.
#[derive(Debug, Clone, PartialEq)]
pub enum Control {
    /// Pause after the current step.
    Pause,
    /// Continue after a pause.
    Resume,
    /// Make this many steps, then pause.
    Step(u32),
    /// Make steps in lock-step with the client; the answer has what is seen after them. Commands are already checked.
    Advance(Advance),
    /// Change the pace.
    SetPace(Pace),
    /// Take a snapshot of the state; the answer has its bytes.
    Snapshot,
    /// Continue from a snapshot.
    Restore(Arc<[u8]>),
    /// Start, stop, clear or renew CSV logs.
    Log(LogControl),
    /// Start, stop or renew a recording.
    Record(RecordControl),
    /// Show what was changed in the world, or write it into a world file.
    Edits(EditControl),
    /// Go on with another world: the one that the run's program keeps ready under this number.
    NextWorld(u64),
    /// End the run.
    End,
}

/// A request about the changes of a world.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct EditControl {
    /// Whether they are written, or only shown.
    pub is_saved: bool,
    /// Whether the world's own file is replaced, instead of writing a new one beside it.
    pub in_place: bool,
    /// Whether the file is the world after includes, loops and variables, in which every object has a text of its own.
    pub is_expanded: bool,
}

/// A request about CSV logs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogControl {
    /// Start writing, in the open session or in a new one.
    Start,
    /// Stop writing; the session stays open.
    Stop,
    /// Empty the files of the session.
    Clear,
    /// Close the files of the session and begin a new one.
    NewSession,
}

/// A request about recordings.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordControl {
    /// Begin a recording, unless one is in progress.
    Start,
    /// End the recording and close its file.
    Stop,
    /// End the recording in progress, if any, and begin another.
    New,
}

impl Control {
    /// Refuse numbers that are out of range.
    pub fn check(self) -> Result<Control, LinkProblem> {
        let problem = |what, allowed| Err(LinkProblem::OutOfRange { what, allowed });
        match self {
            Control::SetPace(Pace::RealTime(factor)) if !(1e-3..=1e6).contains(&factor) => {
                problem("pace", "from 0.001 to 1e6 times real time")
            }
            Control::Step(0 | 1_000_001..) => problem("number of steps", "from 1 to 1000000"),
            Control::Advance(Advance { step_count: 0 | 1_000_001.., .. }) => {
                problem("number of steps", "from 1 to 1000000")
            }
            control => Ok(control),
        }
    }
}

/// A request of a client.
#[derive(Debug, Clone, PartialEq)]
pub enum RunRequest {
    /// A checked command for the next step.
    Command(Command),
    /// A request to the run itself.
    Control(Control),
    /// Which steps and readings the client wants from now on.
    Interest(Interest),
}

/// A request on its way, with its sender.
#[derive(Debug, Clone, PartialEq)]
pub struct Envelope {
    /// The sender.
    pub client: ClientId,
    /// The client's number for it, for the answer.
    pub number: u64,
    /// The request.
    pub request: RunRequest,
}

/// What became of a request.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// The client's number for the request.
    pub number: u64,
    /// Number of steps made when it was applied.
    pub tick: u64,
    /// What became of it.
    pub outcome: Outcome,
}

/// What became of a request.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// The request was carried out.
    Done,
    /// The state at the boundary between two steps.
    Snapshot {
        /// The state. Sending back this same `Arc` restores it; other bytes are refused.
        bytes: Arc<[u8]>,
        /// Observations of that state.
        seen: Arc<Observations>,
    },
    /// What was asked for, as JSON.
    Text(Arc<str>),
    /// The steps of an [`Advance`] were made.
    Advanced(Arc<Advanced>),
    /// The request was refused; the reason is written for users.
    Refused(String),
}
