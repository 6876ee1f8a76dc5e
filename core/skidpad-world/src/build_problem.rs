//! What only building a world can find, because it depends on decoded files or on parts taken together.

use crate::budget::OverBudget;
use thiserror::Error;

/// A finding of a build. Its `Display` is the message.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum BuildProblem {
    /// Parts that do not make an object.
    #[error("{object}: {reason}")]
    Refused {
        /// The object.
        object: String,
        /// Why, in the words of the part that refused it.
        reason: String,
    },
    /// A wall whose ends coincide after its transformation, or in its model.
    #[error("wall {number} starts and ends at the same point")]
    WallWithoutLength {
        /// Its position in its row, from 1.
        number: usize,
    },
    /// A vehicle below the ground, or in a block.
    #[error(
        "{vehicle} stands at z = {from_m:.3} m, below the ground or a block there; it is lifted to {to_m:.3} m"
    )]
    Lifted {
        /// The vehicle.
        vehicle: String,
        /// Height given [m].
        from_m: f64,
        /// Height of the ground [m].
        to_m: f64,
    },
    /// An element whose file could not be read.
    #[error("left out, because \"{uri}\" could not be read")]
    LeftOut {
        /// The file, as the world names it.
        uri: String,
    },
    /// A collision outline that could not be taken from visuals.
    /// It does not name the object, so that many of them are told once.
    #[error("the visuals of this {what} give no outline; {with} is used instead")]
    OutlineReplaced {
        /// `block` or `vehicle`.
        what: &'static str,
        /// The outline that is used.
        with: &'static str,
    },
    /// More than the budget of a load.
    #[error("{object}: {over}")]
    OverBudget {
        /// The object.
        object: String,
        /// What ran out.
        over: OverBudget,
    },
}
