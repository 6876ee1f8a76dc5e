//! What can be wrong with the names and values of a world.

use thiserror::Error;

use crate::problem::{did_you_mean, did_you_mean_or};
use crate::schema::{Form, Param};

/// A name or value that does not fit the tables of the format.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum ReadingProblem {
    /// An attribute that the element does not have.
    #[error("{element} has no attribute \"{attribute}\"{}", did_you_mean_or(.nearest.as_deref(), "it is ignored"))]
    UnknownAttribute {
        /// The element, as `<tag>`.
        element: String,
        /// The attribute.
        attribute: String,
        /// A known name that is close.
        nearest: Option<String>,
    },
    /// A child that the element does not have.
    #[error("{element} has no <{child}>{}", did_you_mean_or(.nearest.as_deref(), "it is ignored"))]
    UnknownChild {
        /// The element, as `<tag>`.
        element: String,
        /// The child's tag.
        child: String,
        /// A known name that is close.
        nearest: Option<String>,
    },
    /// A child that other elements have.
    #[error("{element} has no <{child}>; it is ignored here and belongs in {belongs_in}")]
    MisplacedChild {
        /// The element, as `<tag>`.
        element: String,
        /// The child's tag.
        child: String,
        /// The elements that have such a child.
        belongs_in: String,
    },
    /// A child that is read as if it were where it belongs.
    #[error("{element} has no <{child}>; it is read as a part of {belongs_in}, where it belongs")]
    ReadElsewhere {
        /// The element, as `<tag>`.
        element: String,
        /// The child's tag.
        child: String,
        /// The element that has such a child.
        belongs_in: &'static str,
    },
    /// An element whose class is not given.
    #[error("{element} needs the attribute \"{attribute}\": one of {known}")]
    MissingVariant {
        /// The element, as `<tag>`.
        element: String,
        /// The attribute that gives the class.
        attribute: &'static str,
        /// The known classes.
        known: String,
    },
    /// An element of an unknown class.
    #[error("there is no {element} with {attribute} \"{value}\"{}", did_you_mean_or(.nearest.as_deref(), &format!("it can be {known}")))]
    UnknownVariant {
        /// The element, as `<tag>`.
        element: String,
        /// The attribute that gives the class.
        attribute: String,
        /// Its value.
        value: String,
        /// A known class that is close.
        nearest: Option<String>,
        /// The known classes.
        known: String,
    },
    /// A parameter that must be given.
    #[error("{element} needs {parameter}: {expected}")]
    MissingParameter {
        /// The element, as `<tag>`.
        element: String,
        /// The parameter, as attribute or child.
        parameter: String,
        /// What it looks like.
        expected: String,
    },
    /// An element that must be there.
    #[error("{element} needs a <{child}>")]
    MissingChild {
        /// The element, as `<tag>`.
        element: String,
        /// The child's tag.
        child: &'static str,
    },
    /// A value that cannot be read.
    #[error("\"{parameter}\" is \"{value}\"; it must be {expected}{}", did_you_mean(.nearest.as_deref()))]
    BadValue {
        /// The parameter.
        parameter: String,
        /// Its text.
        value: String,
        /// What it should look like.
        expected: String,
        /// A known word that is close.
        nearest: Option<String>,
    },
    /// A word that is none of the known ones; MVSim takes it as another.
    #[error("\"{parameter}\" cannot be \"{value}\" and is taken as \"{taken_as}\"{}", did_you_mean(.nearest.as_deref().filter(|nearest| nearest != taken_as)))]
    TakenAs {
        /// The parameter.
        parameter: String,
        /// Its text.
        value: String,
        /// The word it is taken as.
        taken_as: &'static str,
        /// A known word that is close.
        nearest: Option<String>,
    },
    /// Text behind a value that was not read.
    #[error("\"{parameter}\" is followed by \"{rest}\", which cannot be read; {advice}")]
    ExtraText {
        /// The parameter.
        parameter: String,
        /// The text that was left.
        rest: String,
        /// What to write instead.
        advice: String,
    },
    /// An angle that is a well-known one in radians.
    #[error(
        "\"{parameter}\" is in degrees, but {angle} looks like radians; {degrees}° would be written as {degrees}"
    )]
    LooksLikeRadians {
        /// The parameter.
        parameter: String,
        /// The angle, as written.
        angle: f64,
        /// What it would be in degrees.
        degrees: f64,
    },
    /// A number that is not allowed.
    #[error("\"{parameter}\" is {value}{}; it must be {allowed}", spaced(.unit))]
    OutOfRange {
        /// The parameter.
        parameter: String,
        /// The number.
        value: f64,
        /// Its unit; empty for none.
        unit: &'static str,
        /// The numbers allowed.
        allowed: String,
    },
    /// A parameter written as a child, of which MVSim reads only the attribute.
    #[error("MVSim ignores <{parameter}> in {element}; it reads the attribute {parameter}=\"…\"")]
    MvsimReadsAttribute {
        /// The element, as `<tag>`.
        element: String,
        /// The parameter.
        parameter: String,
    },
    /// A parameter written as an attribute, of which MVSim reads only the child.
    #[error("MVSim ignores the attribute \"{parameter}\" of {element}; it reads a child <{parameter}>")]
    MvsimReadsChild {
        /// The element, as `<tag>`.
        element: String,
        /// The parameter.
        parameter: String,
    },
    /// A child that must be an attribute.
    #[error("<{parameter}> in {element} is ignored; write it as the attribute {parameter}=\"…\"")]
    MustBeAttribute {
        /// The element, as `<tag>`.
        element: String,
        /// The parameter.
        parameter: String,
    },
    /// A parameter or element given more than once.
    #[error("{element} has \"{name}\" more than once; the {} one is used", if *.last_is_used { "last" } else { "first" })]
    GivenTwice {
        /// The element, as `<tag>`.
        element: String,
        /// The parameter or child.
        name: String,
        /// Whether the last one is used, or the first.
        last_is_used: bool,
    },
    /// Something that is accepted and changes nothing.
    #[error("\"{name}\" has no effect: {why}")]
    NoEffect {
        /// The parameter or element.
        name: String,
        /// Why.
        why: String,
    },
    /// Text in an element that has none.
    #[error("{element} takes no text; this is ignored")]
    UnusedText {
        /// The element, as `<tag>`.
        element: String,
    },
}

impl ReadingProblem {
    /// A parameter that must be given.
    pub(crate) fn missing(element: String, param: &Param) -> Self {
        let parameter = match param.form {
            Form::Attribute | Form::AttributeOnly | Form::Either => {
                format!("the attribute \"{}\"", param.name)
            }
            Form::Child => format!("<{}>", param.name),
        };
        ReadingProblem::MissingParameter { element, parameter, expected: param.kind.expected() }
    }
}

/// A unit behind its number, if there is one.
fn spaced(unit: &str) -> String {
    if unit.is_empty() { String::new() } else { format!(" {unit}") }
}
