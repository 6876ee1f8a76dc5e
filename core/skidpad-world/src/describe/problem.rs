//! What can be wrong with the names and values of a world.

use std::fmt;

use crate::problem::did_you_mean;
use crate::schema::{Form, Param};

/// A name or value that does not fit the tables of the format.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum ReadingProblem {
    /// An attribute that the element does not have.
    UnknownAttribute {
        /// The element, as `<tag>`.
        element: String,
        /// The attribute.
        attribute: String,
        /// A known name that is close.
        nearest: Option<String>,
    },
    /// A child that the element does not have.
    UnknownChild {
        /// The element, as `<tag>`.
        element: String,
        /// The child's tag.
        child: String,
        /// A known name that is close.
        nearest: Option<String>,
        /// The elements that have such a child, if they are few.
        belongs_in: Option<String>,
    },
    /// An element whose class is not given.
    MissingVariant {
        /// The element, as `<tag>`.
        element: String,
        /// The attribute that gives the class.
        attribute: &'static str,
        /// The classes there are.
        known: String,
    },
    /// An element of a class that there is not.
    UnknownVariant {
        /// The element, as `<tag>`.
        element: String,
        /// The attribute that gives the class.
        attribute: String,
        /// Its value.
        value: String,
        /// A known class that is close.
        nearest: Option<String>,
        /// The classes there are.
        known: String,
    },
    /// A parameter that must be given.
    MissingParameter {
        /// The element, as `<tag>`.
        element: String,
        /// The parameter, as attribute or child.
        parameter: String,
        /// What it looks like.
        expected: String,
    },
    /// An element that must be there.
    MissingChild {
        /// The element, as `<tag>`.
        element: String,
        /// The child's tag.
        child: &'static str,
    },
    /// A value that cannot be read.
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
    ExtraText {
        /// The parameter.
        parameter: String,
        /// The text that was left.
        rest: String,
    },
    /// A number that is not allowed.
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
    /// A parameter in the form that MVSim does not read.
    OtherForm {
        /// The element, as `<tag>`.
        element: String,
        /// The parameter.
        parameter: String,
        /// The form that MVSim reads.
        form: Form,
    },
    /// A child that must be an attribute.
    MustBeAttribute {
        /// The element, as `<tag>`.
        element: String,
        /// The parameter.
        parameter: String,
    },
    /// A parameter or element given more often than it counts.
    GivenTwice {
        /// The element, as `<tag>`.
        element: String,
        /// The parameter or child.
        name: String,
        /// Whether the last one counts, or the first.
        last_counts: bool,
    },
    /// Something that is accepted and changes nothing.
    NoEffect {
        /// The parameter or element.
        name: String,
        /// Why.
        why: String,
    },
    /// Text in an element that has none.
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

impl fmt::Display for ReadingProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownAttribute { element, attribute, nearest } => {
                write!(f, "{element} has no attribute \"{attribute}\"{}", suggestion(nearest.as_deref()))
            }
            Self::UnknownChild { element, child, nearest: None, belongs_in: Some(place) } => {
                write!(f, "{element} has no <{child}>; it belongs in {place}")
            }
            Self::UnknownChild { element, child, nearest, .. } => {
                write!(f, "{element} has no <{child}>{}", suggestion(nearest.as_deref()))
            }
            Self::MissingVariant { element, attribute, known } => {
                write!(f, "{element} needs the attribute \"{attribute}\": one of {known}")
            }
            Self::UnknownVariant { element, attribute, value, nearest: Some(nearest), .. } => {
                write!(f, "there is no {element} with {attribute} \"{value}\"; did you mean \"{nearest}\"?")
            }
            Self::UnknownVariant { element, attribute, value, nearest: None, known } => {
                write!(f, "there is no {element} with {attribute} \"{value}\"; it can be {known}")
            }
            Self::MissingParameter { element, parameter, expected } => {
                write!(f, "{element} needs {parameter}: {expected}")
            }
            Self::MissingChild { element, child } => write!(f, "{element} needs a <{child}>"),
            Self::BadValue { parameter, value, expected, nearest } => {
                write!(
                    f,
                    "\"{parameter}\" is \"{value}\"; it must be {expected}{}",
                    did_you_mean(nearest.as_deref())
                )
            }
            Self::TakenAs { parameter, value, taken_as, nearest } => {
                write!(
                    f,
                    "\"{parameter}\" cannot be \"{value}\" and is taken as \"{taken_as}\"{}",
                    did_you_mean(nearest.as_deref().filter(|nearest| nearest != taken_as))
                )
            }
            Self::ExtraText { parameter, rest } => {
                write!(f, "\"{parameter}\" is followed by \"{rest}\", which is not read; remove it")
            }
            Self::OutOfRange { parameter, value, unit, allowed } => {
                let unit = if unit.is_empty() { String::new() } else { format!(" {unit}") };
                write!(f, "\"{parameter}\" is {value}{unit}; it must be {allowed}")
            }
            Self::OtherForm { element, parameter, form: Form::Attribute } => write!(
                f,
                "MVSim ignores <{parameter}> in {element}; it reads the attribute {parameter}=\"…\""
            ),
            Self::OtherForm { element, parameter, .. } => write!(
                f,
                "MVSim ignores the attribute \"{parameter}\" of {element}; it reads a child <{parameter}>"
            ),
            Self::MustBeAttribute { element, parameter } => write!(
                f,
                "<{parameter}> in {element} is ignored; write it as the attribute {parameter}=\"…\""
            ),
            Self::GivenTwice { element, name, last_counts } => {
                let counts = if *last_counts { "last" } else { "first" };
                write!(f, "{element} has \"{name}\" more than once; the {counts} one counts")
            }
            Self::NoEffect { name, why } => write!(f, "\"{name}\" has no effect: {why}"),
            Self::UnusedText { element } => write!(f, "{element} takes no text; this is ignored"),
        }
    }
}

/// The end of a sentence about an unknown name.
fn suggestion(nearest: Option<&str>) -> String {
    nearest.map_or_else(|| "; it is ignored".to_owned(), |_| did_you_mean(nearest))
}
