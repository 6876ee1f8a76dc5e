//! Everything that an import can find: one variant, one sentence a user can act on.

use thiserror::Error;

/// A finding of an import. Its `Display` is the message.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum ImportProblem {
    // The file is not what it should be.
    /// The first element is another one.
    #[error("the root element is <{element}>, but {expected}")]
    WrongRoot {
        /// What it is.
        element: String,
        /// What a file of this kind starts with.
        expected: &'static str,
    },
    /// A xacro file that was not expanded.
    #[error(
        "{what} is xacro, which is a program and is not run here; expand it first: xacro FILE.xacro > FILE.urdf"
    )]
    Xacro {
        /// What shows it.
        what: String,
    },
    /// An attribute or child that an element needs.
    #[error("<{element}> needs {what}")]
    Missing {
        /// The element.
        element: String,
        /// What it needs.
        what: String,
    },
    /// A value that is not as many numbers as it should be.
    #[error("\"{value}\" should be {count} number{} within ±1e9", if *.count == 1 { "" } else { "s" })]
    NotNumbers {
        /// As written.
        value: String,
        /// How many are expected.
        count: usize,
    },
    /// A size of zero or less.
    #[error("a {what} of {value} is not possible; it must be greater than 0")]
    NotPositive {
        /// Which size.
        what: &'static str,
        /// As written.
        value: f64,
    },
    /// Two links or joints of one name.
    #[error("another {kind} is named \"{name}\" already")]
    DuplicateName {
        /// `link` or `joint`.
        kind: &'static str,
        /// The name.
        name: String,
    },

    // The robot does not hang together.
    /// A joint names a link that is not there.
    #[error("joint \"{joint}\" names the link \"{link}\", which is not there{}", did_you_mean(.nearest.as_deref()))]
    UnknownLink {
        /// The joint.
        joint: String,
        /// The link.
        link: String,
        /// A link with a similar name.
        nearest: Option<String>,
    },
    /// A link that is the child of two joints.
    #[error("link \"{link}\" is the child of two joints; a robot is a tree")]
    TwoParents {
        /// The link.
        link: String,
    },
    /// Links that are not connected with the first one.
    #[error("link \"{link}\" is not connected with \"{root}\" by joints; it is left out")]
    Unconnected {
        /// The link.
        link: String,
        /// The root of the robot.
        root: String,
    },
    /// Every link is the child of a joint.
    #[error("the joints go round in a circle: no link is without a parent")]
    NoRoot,
    /// There is nothing to drive on.
    #[error(
        "no wheels were found: a wheel is the child of a continuous joint whose axis is y; --mapping names them \
         where this is not so"
    )]
    NoWheels,
    /// The wheels that were found make no class of vehicle.
    #[error("{found}; {advice}")]
    UnknownLayout {
        /// What was found.
        found: String,
        /// What can be done.
        advice: &'static str,
    },

    // The mapping.
    /// A line of a mapping that cannot be read.
    #[error(
        "\"{line}\" is not read; a mapping consists of lines \"key: value\", indented by spaces below a key"
    )]
    MappingLine {
        /// The line.
        line: String,
    },
    /// A key of a mapping that is not known.
    #[error("a mapping has no key \"{key}\"{}", did_you_mean_or(.nearest.as_deref(), .known))]
    MappingKey {
        /// The key.
        key: String,
        /// A known key that is close.
        nearest: Option<String>,
        /// The keys that are known here.
        known: String,
    },
    /// A mapping names a joint or a link that the robot does not have.
    #[error("the robot has no {kind} \"{name}\"{}", did_you_mean(.nearest.as_deref()))]
    MappingName {
        /// `joint` or `link`.
        kind: &'static str,
        /// The name.
        name: String,
        /// A name that is close.
        nearest: Option<String>,
    },
    /// A value of a mapping that is not one of the possible ones.
    #[error("\"{value}\" is not possible here; write {expected}")]
    MappingValue {
        /// As written.
        value: String,
        /// What is possible.
        expected: String,
    },

    // The report: what was read in another way, or not at all.
    /// Something that has no counterpart, or could not be read.
    #[error("{what} is not taken: {why}")]
    NotTaken {
        /// What it is.
        what: String,
        /// Why.
        why: String,
    },
    /// Something that is read in another way than written.
    #[error("{what} is taken as {taken_as}")]
    TakenAs {
        /// What it is.
        what: String,
        /// What it has become.
        taken_as: String,
    },
    /// A file that an SDF world includes cannot be read.
    #[error("cannot include \"{uri}\": {reason}")]
    Include {
        /// The address.
        uri: String,
        /// Why.
        reason: String,
    },
    /// More than a limit allows; the rest is not read.
    #[error("more than {limit} {what}; the rest is not read")]
    LimitReached {
        /// What there is too much of.
        what: &'static str,
        /// How much is allowed.
        limit: usize,
    },
}

fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!("; did you mean \"{name}\"?"))
}

fn did_you_mean_or(nearest: Option<&str>, known: &str) -> String {
    nearest.map_or_else(|| format!("; it knows {known}"), |_| did_you_mean(nearest))
}
