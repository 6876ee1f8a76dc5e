//! What a call returns, and why it failed.

use skidpad::Error;
use std::fmt::Display;

/// What a call returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C)]
pub enum SkidpadStatus {
    /// It is done.
    Ok = 0,
    /// A pointer is null, a number is out of range, or a text is not UTF-8.
    BadArgument = 1,
    /// There is no such simulation: it was freed, or never loaded.
    NoSuchSimulation = 2,
    /// The world could not be read or has errors; the last error lists all of them with their places.
    BadWorld = 3,
    /// There is no vehicle or sensor of this name or number.
    NoSuchName = 4,
    /// A command was refused; the last error says why.
    Refused = 5,
    /// The array is too small; the length that is needed has been written.
    TooSmall = 6,
    /// The reading has no such array, or the sensor has not been read yet.
    NoSuchArray = 7,
    /// The snapshot is damaged, of another world or of another version.
    BadSnapshot = 8,
    /// A bug of ours: the call panicked. The simulation takes no further calls; free it.
    Internal = 9,
}

/// Why a call failed: what it returns, and the reason in words.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) status: SkidpadStatus,
    pub(crate) message: String,
}

#[allow(clippy::needless_pass_by_value, reason = "texts and errors are given as they are")]
impl Failure {
    pub(crate) fn new(status: SkidpadStatus, message: impl Display) -> Failure {
        Failure { status, message: message.to_string() }
    }

    pub(crate) fn argument(message: impl Display) -> Failure {
        Failure::new(SkidpadStatus::BadArgument, message)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        let status = match &error {
            Error::UnknownName { .. } => SkidpadStatus::NoSuchName,
            Error::Snapshot(_) => SkidpadStatus::BadSnapshot,
            _ => SkidpadStatus::BadWorld,
        };
        Failure::new(status, error)
    }
}
