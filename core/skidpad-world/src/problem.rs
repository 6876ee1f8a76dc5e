//! Everything that can be wrong with a world: one variant, one sentence a user can act on.
//!
//! Sorted by the stage that finds it: files, syntax, language, structure, limits, description.

use std::fmt;

use crate::check::Implausible;
use crate::describe::ReadingProblem;
use crate::files::FileProblem;

/// A finding. Its `Display` is the message.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Problem {
    // Files.
    /// A file that the world needs cannot be read.
    UnreadableFile {
        /// As the world names it.
        path: String,
        /// Why.
        reason: FileProblem,
    },
    /// An `<include>` of something on the network.
    RemoteInclude {
        /// The address.
        url: String,
    },
    /// A file includes itself, directly or through others.
    IncludeCycle {
        /// The file.
        path: String,
    },

    /// A line of a table of cones that is not one.
    NotACone {
        /// What stands there; empty for the first line.
        text: String,
        /// What should.
        expected: &'static str,
    },

    // Syntax.
    /// Bytes that are not UTF-8.
    InvalidUtf8,
    /// A file without any element.
    NoElement,
    /// Something that is not XML, in the words of the reader.
    Malformed {
        /// What it is.
        what: String,
    },
    /// A `<` that starts neither an element nor anything else.
    StrayLessThan,
    /// A `<!DOCTYPE …>`.
    DocumentType,
    /// `</b>` where `<a>` is open.
    MisclosedElement {
        /// The element that it closes.
        element: String,
        /// The name it was closed with.
        closed_as: String,
    },
    /// An element that the file never closes.
    UnclosedElement {
        /// The element.
        element: String,
    },
    /// A closing tag with nothing open.
    StrayClosingTag {
        /// Its name.
        element: String,
    },
    /// Further elements beside the first one of a file.
    SeveralRoots {
        /// The second one.
        element: String,
        /// Whether it is used (in an included file) or ignored (in the main file).
        is_used: bool,
    },
    /// A raw `<` in an attribute value.
    RawLessThan {
        /// The attribute.
        attribute: String,
    },
    /// A `&` that starts no entity.
    BareAmpersand,
    /// `--` inside a comment.
    HyphensInComment,
    /// An attribute that was given before on the same element.
    RepeatedAttribute {
        /// The attribute.
        attribute: String,
    },
    /// Text that is not the first of its element, or outside the root.
    IgnoredText {
        /// The element it is in; `None` outside every element.
        element: Option<String>,
    },
    /// Text before the first element of a file.
    TextBeforeElements,

    // Language.
    /// `${x}` with no `x`.
    UndefinedVariable {
        /// The name.
        name: String,
        /// A known name that is close.
        nearest: Option<String>,
    },
    /// `$env{X}` with no `X`.
    UndefinedEnvironmentVariable {
        /// The name.
        name: String,
    },
    /// `${…`, `$f{…`, `$env{…` or `$(…` without its end.
    UnclosedSubstitution {
        /// How it begins.
        opening: String,
        /// What ends it.
        closing: char,
    },
    /// A `$(command)`.
    CommandRefused {
        /// The command.
        command: String,
    },
    /// A `$f{…}` that is wrong.
    BadExpression {
        /// The expression, shortened.
        expression: String,
        /// What is wrong with it.
        what: String,
    },
    /// An attribute that a control tag needs.
    MissingAttribute {
        /// The element.
        element: String,
        /// The attribute.
        attribute: String,
    },
    /// `from` or `to` of a `<for>` that is no number.
    LoopBoundNotANumber {
        /// The attribute.
        attribute: String,
        /// Its value.
        value: String,
    },
    /// A condition that is neither a yes, a no, nor a number.
    UnclearCondition {
        /// What it is.
        value: String,
    },
    /// A `<for>` or `<if>` without a body.
    EmptyBody {
        /// The element.
        element: String,
    },
    /// A `<variable>` of the main file that nothing uses.
    UnusedVariable {
        /// Its name.
        name: String,
    },
    /// A parameter of an `<include>` that the file does not use.
    UnusedParameter {
        /// The parameter.
        parameter: String,
        /// The file.
        file: String,
        /// A name close to it that the file does use.
        nearest: Option<String>,
    },
    /// A `<variable>` that the command line has set.
    VariableOverridden {
        /// Its name.
        name: String,
        /// The value that holds.
        value: String,
    },
    /// A variable of the command line that the world neither defines nor uses.
    UnknownOverride {
        /// Its name.
        name: String,
        /// A name close to it that the world has.
        nearest: Option<String>,
    },
    /// Values that refer to each other for ever.
    EndlessSubstitution,

    // Structure.
    /// The first element of the main file is not `mvsim_world`.
    WrongRoot {
        /// What it is.
        element: String,
    },
    /// A name that MVSim's documents use but its loader does not, or an older name.
    OtherName {
        /// As written.
        written: String,
        /// What it is read as.
        read_as: String,
    },
    /// A class that nobody defined.
    UnknownClass {
        /// `vehicle`, `block` or `actor`.
        kind: String,
        /// The class.
        class: String,
        /// A known class that is close.
        nearest: Option<String>,
    },
    /// A class whose name was used before; the later one replaces it.
    ReplacedClass {
        /// `vehicle`, `block` or `actor`.
        kind: String,
        /// The class.
        class: String,
    },
    /// Two objects with one name.
    DuplicateName {
        /// `vehicle`, `block` or `actor`.
        kind: String,
        /// The name.
        name: String,
    },

    // Description.
    /// A name or value that does not fit the tables of the format.
    Reading(ReadingProblem),
    /// Values that can be read but do not make sense.
    Implausible(Implausible),

    // Limits.
    /// More than a limit allows; the rest was not read.
    LimitReached {
        /// What there is too much of.
        what: &'static str,
        /// How much is allowed.
        limit: u64,
    },
}

impl From<ReadingProblem> for Problem {
    fn from(problem: ReadingProblem) -> Self {
        Problem::Reading(problem)
    }
}

impl From<Implausible> for Problem {
    fn from(problem: Implausible) -> Self {
        Problem::Implausible(problem)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::UnreadableFile { path, reason } => write!(f, "cannot read \"{path}\": {reason}"),
            Problem::RemoteInclude { url } => {
                write!(f, "\"{url}\" cannot be included; download it and include the local file")
            }
            Problem::IncludeCycle { path } => {
                write!(f, "\"{path}\" includes itself; remove one of the includes")
            }
            Problem::NotACone { text, expected } if text.is_empty() => {
                write!(f, "a table of cones begins with {expected}")
            }
            Problem::NotACone { text, expected } => {
                write!(f, "\"{text}\" is no cone; write {expected}")
            }

            Problem::InvalidUtf8 => write!(f, "this is not UTF-8 text; save the file as UTF-8"),
            Problem::NoElement => write!(f, "the file has no element; write <mvsim_world> … </mvsim_world>"),
            Problem::Malformed { what } => write!(f, "{what}"),
            Problem::StrayLessThan => {
                write!(f, "\"<\" is not followed by a name; write &lt; for the character itself")
            }
            Problem::DocumentType => {
                write!(f, "<!DOCTYPE> is refused: a world needs no document type; remove it")
            }
            Problem::MisclosedElement { element, closed_as } => {
                write!(f, "<{element}> is closed by </{closed_as}>; write </{element}>")
            }
            Problem::UnclosedElement { element } => {
                write!(f, "<{element}> is never closed; write </{element}> where it ends")
            }
            Problem::StrayClosingTag { element } => write!(f, "</{element}> closes nothing; remove it"),
            Problem::SeveralRoots { element, is_used: true } => {
                write!(f, "<{element}> is a further root element; it is used, but strict XML allows only one")
            }
            Problem::SeveralRoots { element, is_used: false } => {
                write!(f, "<{element}> after the end of the world is ignored; move it inside")
            }
            Problem::RawLessThan { attribute } => {
                write!(f, "\"<\" in attribute \"{attribute}\"; strict XML wants &lt;")
            }
            Problem::BareAmpersand => {
                write!(f, "\"&\" starts no known entity and is kept; strict XML wants &amp;")
            }
            Problem::HyphensInComment => {
                write!(f, "\"--\" inside a comment; strict XML allows it only at the end, as \"-->\"")
            }
            Problem::RepeatedAttribute { attribute } => {
                write!(f, "attribute \"{attribute}\" is given twice; the first one counts")
            }
            Problem::IgnoredText { element: Some(element) } => {
                write!(f, "this text of <{element}> is ignored: only the first piece of text is its value")
            }
            Problem::IgnoredText { element: None } => write!(f, "text outside of every element is ignored"),
            Problem::TextBeforeElements => {
                write!(
                    f,
                    "text before the first element; a file of a world begins with an element, after comments at most"
                )
            }

            Problem::UndefinedVariable { name, nearest } => {
                write!(f, "there is no variable \"{name}\"{}", did_you_mean(nearest.as_deref()))?;
                if nearest.is_none() {
                    write!(f, "; define it with <variable> or write ${{{name}|default}}")?;
                }
                Ok(())
            }
            Problem::UndefinedEnvironmentVariable { name } => {
                write!(f, "environment variable \"{name}\" is not set")
            }
            Problem::UnclosedSubstitution { opening, closing } => {
                write!(f, "\"{opening}\" has no closing \"{closing}\"")
            }
            Problem::CommandRefused { command } => write!(
                f,
                "\"$({command})\" is not run: a world runs no programs; write the path, or $env{{NAME}} for a \
                 value from the environment (only $(ros2 pkg prefix mvsim) and $(rospack find mvsim) are known)"
            ),
            Problem::BadExpression { expression, what } => write!(f, "$f{{{expression}}}: {what}"),
            Problem::MissingAttribute { element, attribute } => {
                write!(f, "<{element}> needs the attribute \"{attribute}\"")
            }
            Problem::LoopBoundNotANumber { attribute, value } => {
                write!(f, "\"{attribute}\" of <for> is \"{value}\", which does not start with an integer")
            }
            Problem::UnclearCondition { value } => {
                write!(f, "condition \"{value}\" counts as false; write true, false or a number")
            }
            Problem::EmptyBody { element } => write!(f, "<{element}> has no children, so it does nothing"),
            Problem::UnusedVariable { name } => write!(f, "variable \"{name}\" is never used"),
            Problem::UnusedParameter { parameter, file, nearest } => {
                write!(
                    f,
                    "\"{file}\" does not use the parameter \"{parameter}\"{}",
                    did_you_mean(nearest.as_deref())
                )
            }
            Problem::VariableOverridden { name, value } => {
                write!(f, "variable \"{name}\" keeps the value \"{value}\" given on the command line")
            }
            Problem::UnknownOverride { name, nearest } => {
                write!(f, "the world does not use a variable \"{name}\"{}", did_you_mean(nearest.as_deref()))
            }
            Problem::EndlessSubstitution => {
                write!(f, "this value is made of values that refer to each other without end")
            }

            Problem::WrongRoot { element } => {
                write!(f, "the root element is <{element}>, but a world starts with <mvsim_world>")
            }
            Problem::OtherName { written, read_as } => write!(f, "{written} is read as {read_as}"),
            Problem::UnknownClass { kind, class, nearest } => {
                write!(f, "there is no <{kind}:class> \"{class}\"{}", did_you_mean(nearest.as_deref()))?;
                if nearest.is_none() {
                    write!(f, "; define or include it before it is used")?;
                }
                Ok(())
            }
            Problem::ReplacedClass { kind, class } => {
                write!(f, "<{kind}:class> \"{class}\" replaces the one defined before")
            }
            Problem::DuplicateName { kind, name } => {
                write!(f, "another {kind} is named \"{name}\" already; give this one a name of its own")
            }

            Problem::Reading(problem) => problem.fmt(f),
            Problem::Implausible(problem) => problem.fmt(f),

            Problem::LimitReached { what, limit } => {
                write!(f, "more than {limit} {what}; the rest of the world is not read")
            }
        }
    }
}

/// The end of a sentence that offers a suggestion, or nothing.
pub(crate) fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!("; did you mean \"{name}\"?"))
}
