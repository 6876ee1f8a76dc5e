//! What clients ask of a run, and what they are answered.

use crate::{ClientId, Interest, LinkProblem};
use skidpad_messages::{Command, Observations, Pace};
use std::sync::Arc;
use std::time::Duration;

/// What is asked of the run itself, not of the world in it.
#[derive(Debug, Clone, PartialEq)]
pub enum Control {
    /// Stand still after the step being made.
    Pause,
    /// Go on.
    Resume,
    /// Make this many steps, then stand still.
    Step(u32),
    /// Another pace.
    SetPace(Pace),
    /// The state as bytes, in the answer.
    Snapshot,
    /// Continue from the state of these bytes.
    Restore(Arc<[u8]>),
    /// Write CSV logs, or stop doing so.
    Log(LogControl),
    /// Record everything into one file, or stop doing so.
    Record(RecordControl),
    /// End the run.
    End,
}

/// What is asked of the CSV logs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogControl {
    /// Begin to write, in the session that is open or a new one.
    Start,
    /// Write no more; the session stays open.
    Stop,
    /// Begin the session's files anew.
    Clear,
    /// Close the session's files and begin others.
    NewSession,
}

/// What is asked of the recording.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecordControl {
    /// Begin a recording, if none is being made.
    Start,
    /// End the recording and close its file.
    Stop,
    /// End the recording, if one is being made, and begin another.
    New,
}

impl Control {
    /// Refuse numbers that no run can follow.
    pub fn check(self) -> Result<Control, LinkProblem> {
        let problem = |what, allowed| Err(LinkProblem::OutOfRange { what, allowed });
        match self {
            Control::SetPace(Pace::RealTime(factor)) if !(1e-3..=1e6).contains(&factor) => {
                problem("pace", "from 0.001 to 1e6 times real time")
            }
            Control::Step(0 | 1_000_001..) => problem("number of steps", "from 1 to 1000000"),
            control => Ok(control),
        }
    }
}

/// Something a client wants.
#[derive(Debug, Clone, PartialEq)]
pub enum RunRequest {
    /// A checked command for the next step.
    Command(Command),
    /// Something of the run itself.
    Control(Control),
    /// Other frames than before.
    Interest(Interest),
}

/// A request on its way, with who wants it and since when.
#[derive(Debug, Clone, PartialEq)]
pub struct Envelope {
    /// Who.
    pub client: ClientId,
    /// The client's number for it, for the answer.
    pub number: u64,
    /// When it came, counted from the start of the link.
    pub arrived: Duration,
    /// What.
    pub request: RunRequest,
}

/// What became of a request.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    /// The client's number for the request.
    pub number: u64,
    /// Number of steps made when it was followed.
    pub tick: u64,
    /// What became of it.
    pub outcome: Outcome,
}

/// What became of a request.
#[derive(Debug, Clone, PartialEq)]
pub enum Outcome {
    /// It was done.
    Done,
    /// The state at the boundary between two steps.
    Snapshot {
        /// The state. Handing these same bytes back restores it, for as long as somebody holds them.
        bytes: Arc<[u8]>,
        /// What was seen of it.
        seen: Arc<Observations>,
    },
    /// It could not be done, in words for a person.
    Refused(String),
}
