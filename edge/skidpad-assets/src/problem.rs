//! What can be wrong with an asset: one variant, one sentence a user can act on.

use skidpad_world::OverBudget;
use skidpad_world::files::FileProblem;
use std::fmt;

/// Longest quotation of a decoder's error in a message [characters].
const MAX_MESSAGE_CHARACTERS: usize = 300;

/// Why an asset is not available.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AssetProblem {
    /// The file could not be read.
    File(FileProblem),
    /// A web address whose file is not in the asset store.
    NotInStore,
    /// An address or a file of an unknown kind.
    UnknownFormat {
        /// The ending of its name, or the scheme of its address.
        what: String,
    },
    /// An address of Gazebo's, which names a folder that only Gazebo knows.
    ModelAddress,
    /// The bytes are not valid for their format.
    Malformed {
        /// What is wrong, as the end of a sentence that begins with "it".
        what: String,
    },
    /// More than is left of the budget of the whole load.
    OverBudget(OverBudget),
    /// More than a limit allows.
    TooMany {
        /// What there is too much of.
        what: &'static str,
        /// How much is allowed.
        limit: u64,
    },
}

impl AssetProblem {
    /// Bytes that are not valid for their format. Decoders quote their input, so the text is
    /// shortened to fit into a message.
    pub(crate) fn malformed(what: impl Into<String>) -> AssetProblem {
        let mut what: String = what.into();
        if let Some((end, _)) = what.char_indices().nth(MAX_MESSAGE_CHARACTERS) {
            what.truncate(end);
            what.push('…');
        }
        AssetProblem::Malformed { what }
    }
}

impl From<FileProblem> for AssetProblem {
    fn from(problem: FileProblem) -> AssetProblem {
        AssetProblem::File(problem)
    }
}

impl From<OverBudget> for AssetProblem {
    fn from(over: OverBudget) -> AssetProblem {
        AssetProblem::OverBudget(over)
    }
}

impl fmt::Display for AssetProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AssetProblem::File(problem) => write!(f, "{problem}"),
            AssetProblem::NotInStore => {
                write!(f, "it is not in the asset store; \"skidpad assets fetch WORLD\" downloads it")
            }
            AssetProblem::UnknownFormat { what } => write!(f, "\"{what}\" is not a known format"),
            AssetProblem::ModelAddress => write!(
                f,
                "\"model://\" is an address of Gazebo; write the path of the file, or package://NAME/… with --package"
            ),
            AssetProblem::Malformed { what } => write!(f, "it {what}"),
            AssetProblem::OverBudget(over) => write!(f, "{over}"),
            AssetProblem::TooMany { what, limit } => write!(f, "it has more than {limit} {what}"),
        }
    }
}

impl std::error::Error for AssetProblem {}
