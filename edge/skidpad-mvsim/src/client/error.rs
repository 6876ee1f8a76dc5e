//! Why a call of a client failed.

use crate::messages::FrameError;
use crate::zmtp::{Endpoint, ZmtpError};
use std::fmt;
use std::io;

/// Why a call of a client failed.
#[derive(Debug)]
#[non_exhaustive]
pub enum ClientError {
    /// The client's thread could not be started.
    Thread(io::Error),
    /// The client's thread has ended.
    Stopped,
    /// An own socket could not be bound.
    Bind(ZmtpError),
    /// No server answers.
    NoServer {
        /// Where it was expected.
        endpoint: Endpoint,
        /// What happened.
        error: ZmtpError,
    },
    /// The server refused a request.
    Refused {
        /// Why.
        reason: String,
    },
    /// There is no such service.
    NoService {
        /// Its name.
        name: String,
    },
    /// A service did not answer.
    ServiceFailed {
        /// Its name.
        name: String,
        /// What happened.
        error: ZmtpError,
    },
    /// An answer is not what was asked for.
    BadAnswer {
        /// Who answered.
        from: String,
        /// What is wrong.
        error: FrameError,
    },
}

impl fmt::Display for ClientError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClientError::Thread(error) => write!(f, "the client's thread did not start: {error}"),
            ClientError::Stopped => f.write_str("the client has been shut down"),
            ClientError::Bind(error) => write!(f, "no socket could be opened: {error}"),
            ClientError::NoServer { endpoint, error } => {
                write!(f, "no MVSim server answers at {endpoint}: {error}")
            }
            ClientError::Refused { reason } => write!(f, "the server refused: {reason}"),
            ClientError::NoService { name } => write!(f, "there is no service \"{name}\""),
            ClientError::ServiceFailed { name, error } => {
                write!(f, "service \"{name}\" did not answer: {error}")
            }
            ClientError::BadAnswer { from, error } => write!(f, "{from} answered wrongly: {error}"),
        }
    }
}

impl std::error::Error for ClientError {}
