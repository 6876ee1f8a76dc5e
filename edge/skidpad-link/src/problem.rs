//! Why the link refuses a request or a client.

use skidpad_messages::Refusal;
use std::fmt;

/// Why the link refuses a request or a client.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum LinkProblem {
    /// The request failed its check.
    Refused(Refusal),
    /// A control's number is out of range.
    OutOfRange {
        /// Which number.
        what: &'static str,
        /// What is allowed.
        allowed: &'static str,
    },
    /// Too many requests are waiting.
    Full {
        /// How many may wait.
        limit: usize,
    },
    /// Too many clients are connected.
    TooManyClients {
        /// How many may be.
        limit: usize,
    },
    /// The run is over.
    Ended,
}

impl fmt::Display for LinkProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LinkProblem::Refused(refusal) => refusal.fmt(f),
            LinkProblem::OutOfRange { what, allowed } => write!(f, "the {what} must be {allowed}"),
            LinkProblem::Full { limit } => {
                write!(f, "{limit} requests are already waiting; wait for their answers")
            }
            LinkProblem::TooManyClients { limit } => write!(f, "{limit} clients are already connected"),
            LinkProblem::Ended => f.write_str("the run is over"),
        }
    }
}

impl std::error::Error for LinkProblem {}

impl From<Refusal> for LinkProblem {
    fn from(refusal: Refusal) -> Self {
        LinkProblem::Refused(refusal)
    }
}
