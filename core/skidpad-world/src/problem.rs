//! Everything that can be wrong with a world: one variant, one sentence a user can act on.
//!
//! Sorted by the stage that finds it: files, syntax, language, structure, description, building, limits.

use thiserror::Error;

use crate::build_problem::BuildProblem;
use crate::check::Implausible;
use crate::describe::ReadingProblem;
use crate::files::FileProblem;

/// A finding. Its `Display` is the message.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum Problem {
    // Files.
    /// A file that the world needs cannot be read.
    #[error("cannot read \"{path}\": {reason}{}", built_in_advice(.built_in.as_deref()))]
    UnreadableFile {
        /// As the world names it.
        path: String,
        /// Why.
        reason: FileProblem,
        /// A built-in file of the same name.
        built_in: Option<String>,
    },
    /// A mesh has clips, but none of the names that an actor plays.
    #[error("\"{path}\" has none of the clips {}; its clips are {}, and <animation_idle>, <animation_walk>, \
             <animation_run> name those to play", quoted(.wanted), quoted(.found))]
    NoSuchClip {
        /// The mesh, as the world names it.
        path: String,
        /// The names that were looked for.
        wanted: Vec<String>,
        /// The names that it has, at most eight.
        found: Vec<String>,
    },
    /// The clips of a mesh cannot be read.
    #[error("cannot read the clips of \"{path}\", so that it does not move: {reason}")]
    UnreadableClips {
        /// The mesh, as the world names it.
        path: String,
        /// Why.
        reason: String,
    },
    /// A built-in file is read, because there is none on disk.
    #[error("\"{path}\" is not on disk; the built-in {built_in} is used")]
    BuiltInFile {
        /// As the world names it.
        path: String,
        /// The built-in file.
        built_in: String,
    },
    /// An `<include>` of something on the network.
    #[error("\"{url}\" cannot be included; download it and include the local file")]
    RemoteInclude {
        /// The address.
        url: String,
    },
    /// A file includes itself, directly or through others.
    #[error("\"{path}\" includes itself; remove one of the includes")]
    IncludeCycle {
        /// The file.
        path: String,
    },

    /// A table of cones without its first line.
    #[error("a table of cones begins with {expected}")]
    NoConeHeader {
        /// The line it should begin with.
        expected: &'static str,
    },
    /// A line of a table of cones that is not one.
    #[error("\"{text}\" is not a cone; write {expected}")]
    NotACone {
        /// The line.
        text: String,
        /// What it should look like.
        expected: &'static str,
    },

    // Syntax.
    /// Bytes that are not UTF-8.
    #[error("this is not UTF-8 text; save the file as UTF-8")]
    InvalidUtf8,
    /// A character that a terminal would obey, and that XML does not allow.
    #[error("control character U+{code:04X} is read as \u{FFFD}; remove it")]
    ControlCharacter {
        /// Its code point.
        code: u32,
    },
    /// A file without any element.
    #[error("the file has no element; write <mvsim_world> … </mvsim_world>")]
    NoElement,
    /// Something that is not XML, in the words of the reader.
    #[error("{what}")]
    Malformed {
        /// What it is.
        what: String,
    },
    /// A `<` that starts neither an element nor anything else.
    #[error("\"<\" is not followed by a name; write &lt; for the character itself")]
    StrayLessThan,
    /// A `<!DOCTYPE …>`.
    #[error("<!DOCTYPE> is refused: a world needs no document type; remove it")]
    DocumentType,
    /// `</b>` where `<a>` is open.
    #[error("<{element}> is closed by </{closed_as}>; write </{element}>")]
    MisclosedElement {
        /// The element that it closes.
        element: String,
        /// The name it was closed with.
        closed_as: String,
    },
    /// An element that the file never closes.
    #[error("<{element}> is never closed; write </{element}> where it ends, or end its tag with \"/>\"{}", around_it(.around))]
    UnclosedElement {
        /// The element.
        element: String,
        /// Elements around it that the file does not close either, innermost first, as `<tag>`.
        around: Vec<String>,
    },
    /// A closing tag with nothing open.
    #[error("</{element}> closes nothing; remove it")]
    StrayClosingTag {
        /// Its name.
        element: String,
    },
    /// A further element beside the first one of an included file.
    #[error("<{element}> is a further root element; it is used, but strict XML allows only one")]
    SeveralRoots {
        /// The second one.
        element: String,
    },
    /// A further element behind the root of the main file.
    #[error("<{element}> after the end of the world is ignored; move it inside")]
    ElementAfterWorld {
        /// The element.
        element: String,
    },
    /// A raw `<` in an attribute value.
    #[error("\"<\" in attribute \"{attribute}\"; strict XML wants &lt;")]
    RawLessThan {
        /// The attribute.
        attribute: String,
    },
    /// A `&` that starts no entity.
    #[error("\"&\" starts no known entity and is kept; strict XML wants &amp;")]
    BareAmpersand,
    /// `--` inside a comment.
    #[error("\"--\" inside a comment; strict XML allows it only at the end, as \"-->\"")]
    HyphensInComment,
    /// An attribute that was given before on the same element.
    #[error("attribute \"{attribute}\" is given twice; the first one is used")]
    RepeatedAttribute {
        /// The attribute.
        attribute: String,
    },
    /// Text that is not the first of its element.
    #[error("this text of <{element}> is ignored: only the first piece of text is its value")]
    IgnoredText {
        /// The element it is in.
        element: String,
    },
    /// Text outside the root element.
    #[error("text outside of every element is ignored")]
    TextOutsideElements,
    /// Text before the first element of a file.
    #[error(
        "text before the first element; a file of a world begins with an element, after comments at most"
    )]
    TextBeforeElements,

    // Language.
    /// `${x}` with no `x`.
    #[error("there is no variable \"{name}\"{}", did_you_mean_or(.nearest.as_deref(), &format!("define it with <variable> or write ${{{name}|default}}")))]
    UndefinedVariable {
        /// The name.
        name: String,
        /// A known name that is close.
        nearest: Option<String>,
    },
    /// `$env{X}` with no `X`.
    #[error("environment variable \"{name}\" is not set; set it, or write $env{{{name}|default}}")]
    UndefinedEnvironmentVariable {
        /// The name.
        name: String,
    },
    /// `${…`, `$f{…`, `$env{…` or `$(…` without its end.
    #[error("\"{opening}\" has no closing \"{closing}\"")]
    UnclosedSubstitution {
        /// How it begins.
        opening: String,
        /// What ends it.
        closing: char,
    },
    /// A `$(command)`.
    #[error(
        "\"$({command})\" is not run: a world runs no programs; write the path, or $env{{NAME}} for a \
                 value from the environment (known are $(ros2 pkg prefix NAME), $(rospack find NAME), $(find NAME) and $(find-pkg-share NAME))"
    )]
    CommandRefused {
        /// The command.
        command: String,
    },
    /// A `$f{…}` that is wrong.
    #[error("$f{{{expression}}}: {what}")]
    BadExpression {
        /// The expression, shortened.
        expression: String,
        /// What is wrong with it.
        what: String,
    },
    /// An attribute that a control tag needs.
    #[error("<{element}> needs the attribute \"{attribute}\"")]
    MissingAttribute {
        /// The element.
        element: String,
        /// The attribute.
        attribute: String,
    },
    /// `from` or `to` of a `<for>` that is no number.
    #[error("\"{attribute}\" of <for> is \"{value}\", which is not a number")]
    LoopBoundNotANumber {
        /// The attribute.
        attribute: String,
        /// Its value.
        value: String,
    },
    /// `from` or `to` of a `<for>` that is not whole.
    #[error("\"{attribute}\" of <for> is {value}; loops count in whole numbers, and {used} is used")]
    LoopBoundWithFraction {
        /// The attribute.
        attribute: String,
        /// Its value.
        value: String,
        /// The bound that is used.
        used: i64,
    },
    /// A `<for>` whose bounds leave no turn.
    #[error("this <for> does nothing: it counts up, and from {from} is above to {to}")]
    LoopWithoutTurns {
        /// The first value.
        from: i64,
        /// The last value.
        to: i64,
    },
    /// A condition that is neither a yes, a no, nor a number.
    #[error("condition \"{value}\" is read as false; write true, false or a number")]
    UnclearCondition {
        /// What it is.
        value: String,
    },
    /// A `<for>` or `<if>` without a body.
    #[error("<{element}> has no children, so it does nothing")]
    EmptyBody {
        /// The element.
        element: String,
    },
    /// A `<variable>` of the main file that nothing uses.
    #[error("variable \"{name}\" is never used")]
    UnusedVariable {
        /// Its name.
        name: String,
    },
    /// A parameter of an `<include>` that the file does not use.
    #[error("\"{file}\" does not use the parameter \"{parameter}\"{}{}", did_you_mean(.nearest.as_deref()), it_uses(.known))]
    UnusedParameter {
        /// The parameter.
        parameter: String,
        /// The file.
        file: String,
        /// A name close to it that the file does use.
        nearest: Option<String>,
        /// Some of those that it uses, where none is close.
        known: String,
    },
    /// A parameter of an `<include>` that is a number with a decimal comma.
    #[error("the parameter \"{parameter}\" is \"{value}\"; write {meant}, with a decimal point")]
    ParameterWithComma {
        /// The parameter.
        parameter: String,
        /// Its value.
        value: String,
        /// The number that is probably meant.
        meant: String,
    },
    /// A `<variable>` that the command line has set.
    #[error("variable \"{name}\" keeps the value \"{value}\" given on the command line")]
    VariableOverridden {
        /// Its name.
        name: String,
        /// The value that holds.
        value: String,
    },
    /// A variable of the command line that the world neither defines nor uses.
    #[error("the world does not use a variable \"{name}\"{}", did_you_mean(.nearest.as_deref()))]
    UnknownOverride {
        /// Its name.
        name: String,
        /// A name close to it that the world has.
        nearest: Option<String>,
    },
    /// Values that refer to each other for ever.
    #[error("this value is made of values that refer to each other without end")]
    EndlessSubstitution,

    // Structure.
    /// The first element of the main file is not `mvsim_world`.
    #[error("the root element is <{element}>, but a world starts with <mvsim_world>{}", import_advice(.element))]
    WrongRoot {
        /// What it is.
        element: String,
    },
    /// A name that MVSim's documents use but its loader does not, or an older name.
    #[error("{written} is read as {read_as}")]
    OtherName {
        /// As written.
        written: String,
        /// What it is read as.
        read_as: String,
    },
    /// A class that is not defined.
    #[error("there is no <{kind}:class> \"{class}\"{}", did_you_mean_or(.nearest.as_deref(), "define or include it before it is used"))]
    UnknownClass {
        /// `vehicle`, `block` or `actor`.
        kind: String,
        /// The class.
        class: String,
        /// A known class that is close.
        nearest: Option<String>,
    },
    /// A class whose name was used before; the later one replaces it.
    #[error("<{kind}:class> \"{class}\" replaces the one defined before")]
    ReplacedClass {
        /// `vehicle`, `block` or `actor`.
        kind: String,
        /// The class.
        class: String,
    },
    /// Two objects with one name.
    #[error("another {kind} is named \"{name}\" already; give this one a name of its own")]
    DuplicateName {
        /// `vehicle`, `block` or `actor`.
        kind: String,
        /// The name.
        name: String,
    },

    // Description.
    /// A name or value that does not fit the tables of the format.
    #[error(transparent)]
    Reading(#[from] ReadingProblem),
    /// Values that can be read but do not make sense.
    #[error(transparent)]
    Implausible(#[from] Implausible),
    /// A problem of an object in a description that a program made.
    #[error("{object}: {problem}")]
    OfObject {
        /// The object.
        object: String,
        /// What is wrong with it.
        problem: Box<Problem>,
    },

    // Building.
    /// What only building a world can find.
    #[error(transparent)]
    Build(#[from] BuildProblem),

    // Limits.
    /// More than a limit allows; the rest was not read.
    #[error("more than {limit} {what}; the rest of the world is not read")]
    LimitReached {
        /// What there is too much of.
        what: &'static str,
        /// How much is allowed.
        limit: u64,
    },
}

/// The end of a sentence that offers a suggestion, or nothing.
pub(crate) fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |name| format!("; did you mean \"{name}\"?"))
}

/// The parameters that a file uses.
fn it_uses(known: &str) -> String {
    if known.is_empty() { String::new() } else { format!("; it uses {known}") }
}

/// Where a built-in file of the same name is.
fn built_in_advice(built_in: Option<&str>) -> String {
    built_in.map_or_else(String::new, |path| format!("; \"{path}\" is built in"))
}

/// How a file of another format becomes a world.
fn import_advice(root: &str) -> &'static str {
    match root {
        "sdf" => "; this is SDF: `skidpad import` makes a world of it",
        "robot" => "; this is URDF: `skidpad import` makes a vehicle of it",
        _ => "",
    }
}

/// Names in quotes, with commas.
fn quoted(names: &[String]) -> String {
    names.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", ")
}

/// The elements around one that is never closed, which are not closed either.
fn around_it(around: &[String]) -> String {
    match around {
        [] => String::new(),
        names => format!("; around it, {} is not closed either", names.join(" in ")),
    }
}

/// The end of a sentence that offers a suggestion, or else this advice.
pub(crate) fn did_you_mean_or(nearest: Option<&str>, advice: &str) -> String {
    nearest.map_or_else(|| format!("; {advice}"), |_| did_you_mean(nearest))
}
