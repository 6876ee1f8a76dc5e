//! Every element, attribute and child of the world format, described once, as data.
//!
//! Reading, range checks, suggestions, the reference page and the XSD all come from these tables;
//! a parameter exists when it has a row here, and its default is written nowhere else.

mod classes;
mod reference;
mod rows;
mod xsd;

#[cfg(test)]
mod tests;

use crate::describe::ReadingProblem;

// The tables keep one parameter a row.
#[rustfmt::skip]
mod actor;
#[rustfmt::skip]
mod block;
#[rustfmt::skip]
mod controller;
#[rustfmt::skip]
mod dynamics;
#[rustfmt::skip]
mod element;
#[rustfmt::skip]
mod friction;
#[rustfmt::skip]
mod object;
#[rustfmt::skip]
mod powertrain;
#[rustfmt::skip]
mod race_car;
#[rustfmt::skip]
mod sensor;
#[rustfmt::skip]
mod vehicle;
#[rustfmt::skip]
mod world;

pub use classes::{Class, ClassFamily, ClassProblem, Classes};
pub use race_car::RACE_CAR_PARAMETERS;
pub use reference::{class_reference, reference};
pub use world::WORLD;
pub use xsd::{Schema, xsd, xsd_of};

pub(crate) use dynamics::{
    CAR_OUTLINE_M, CAR_WHEELS, FOUR_WHEELS, ROBOT_OUTLINE_M, THREE_WHEELS, TWO_WHEELS, WHEEL_WITHOUT_POS_M,
    WheelSlot,
};
pub(crate) use element::PROPERTIES;
pub(crate) use race_car::{PRESET_BODIES, PresetBody, RACE_CAR_OUTLINE_M};

/// The row of a parameter of the world, by the tags above it: `["block", "mass"]`. Of several variants of an
/// element, the first that has it.
///
/// # Panics
/// When there is no such row.
pub fn parameter(path: &[&str]) -> &'static Param {
    fn below(elements: &[&'static Element], path: &[&str]) -> Option<&'static Param> {
        match path {
            [] => None,
            [name] => elements.iter().find_map(|element| element.param(name)),
            [tag, rest @ ..] => {
                let mut families = elements.iter().filter_map(|element| element.family(tag));
                families.find_map(|family| below(family.variants, rest))
            }
        }
    }
    below(WORLD.variants, path).expect("the table lists every parameter that is checked")
}

/// One parameter of an element.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Param {
    /// Name, as MVSim spells it.
    pub name: &'static str,
    /// Other spellings that mean the same: older names, and names from MVSim's documents.
    pub aliases: &'static [&'static str],
    /// The form in which MVSim reads it. Both forms are accepted here.
    pub form: Form,
    /// What its text must look like.
    pub kind: Kind,
    /// What its absence means.
    pub absent: Absent,
    /// Which values are allowed.
    pub allowed: Allowed,
    /// What becomes of it.
    pub status: Status,
    /// What it is, in one or two sentences.
    pub doc: &'static str,
}

/// Attribute or child element.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// `<wheel mass="2">`.
    Attribute,
    /// `<block><mass>2</mass></block>`.
    Child,
    /// Both, in MVSim too.
    Either,
    /// An attribute, here too: it is needed before the content of the element is looked at.
    AttributeOnly,
}

/// What the text of a value looks like.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Kind {
    /// A number in a unit.
    Number(&'static str),
    /// A number in degrees (or degrees per something), kept in radians.
    Degrees(&'static str),
    /// A whole number; what follows the digits is dropped, as C's `scanf` does.
    Integer,
    /// `true`, `false`, `1` or `0`.
    Flag,
    /// Any text.
    Text,
    /// One of these words, in any case.
    Choice(&'static [&'static str]),
    /// `#RRGGBB` or `#RRGGBBAA`.
    Color,
    /// `X Y`.
    Point2,
    /// `X Y` or `X Y Z`.
    Point3,
    /// `X Y YAW`, degrees.
    Pose2,
    /// `X Y` or `X Y YAW`, degrees.
    PointOrPose2,
    /// `X Y Z YAW PITCH ROLL`, degrees.
    Pose3,
    /// `X Y YAW` or `X Y Z YAW PITCH ROLL`, degrees.
    Pose2Or3,
    /// `T X Y YAW`, seconds and degrees.
    TimedPose2,
    /// `T X Y Z YAW PITCH ROLL`, seconds and degrees.
    TimedPose3,
    /// `VX VY OMEGA`, metres and degrees per second.
    Twist,
    /// Numbers, five of them.
    FiveNumbers,
    /// Numbers, any count.
    Numbers,
    /// Lines of numbers, the same count in each.
    Rows,
    /// `[a b; c d]`.
    Matrix,
    /// Names separated by blanks or commas.
    Names,
    /// A file, relative to the file it is written in.
    File,
    /// A file or a web address.
    Uri,
    /// No value: the element itself means yes. `false` or `0` means no.
    Presence,
}

/// What it means that a parameter is not given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Absent {
    /// The same as this text.
    Means(&'static str),
    /// Something else happens, in these words.
    Leaves(&'static str),
    /// An error.
    IsAnError,
}

/// Which numbers are allowed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Allowed {
    /// Every finite number.
    Any,
    /// Greater than zero.
    Positive,
    /// Zero or greater.
    NonNegative,
    /// This or greater.
    AtLeast(f64),
    /// From the first to the second, both included.
    Between(f64, f64),
    /// Greater than the first, less than the second.
    Inside(f64, f64),
    /// One of these.
    OneOf(&'static [f64]),
}

/// What becomes of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// It is used, as in MVSim.
    Used,
    /// It is used here; MVSim does not know it.
    Ours,
    /// It is accepted and changes nothing, for the reason given; a note says so.
    Ignored(&'static str),
    /// It is accepted in silence and changes nothing, for the reason given:
    /// definitions carry it for the case that another class is chosen.
    Spare(&'static str),
}

/// A tag and what may stand under it.
#[derive(Debug, Clone, Copy)]
pub struct Family {
    /// The tag.
    pub tag: &'static str,
    /// Other tags that mean the same.
    pub aliases: &'static [&'static str],
    /// The attribute that chooses among the variants; `None` when there is one variant only.
    pub selector: Option<Selector>,
    /// Whether it may stand there several times.
    pub repeats: bool,
    /// The variants.
    pub variants: &'static [&'static Element],
    /// What it is, in one sentence.
    pub doc: &'static str,
}

/// The attribute that chooses a variant.
#[derive(Debug, Clone, Copy)]
pub struct Selector {
    /// Its name.
    pub attribute: &'static str,
    /// Other names that mean the same.
    pub aliases: &'static [&'static str],
    /// The variant taken when the attribute is missing; `None` makes that an error.
    pub default: Option<&'static str>,
}

/// One variant of a family: its parameters and the elements below it.
#[derive(Debug, Clone, Copy)]
pub struct Element {
    /// Values of the selector that choose it, the preferred one first; empty for the only variant.
    pub names: &'static [&'static str],
    /// What it is, in one or two sentences.
    pub doc: &'static str,
    /// What its text means, if it has a text.
    pub text: Option<Param>,
    /// Its own parameters.
    pub params: &'static [Param],
    /// Parameters it shares with others.
    pub groups: &'static [&'static Group],
    /// Elements below it.
    pub children: &'static [&'static Family],
}

/// What every class of a family has besides its own parameters: parameters, shared groups, elements below.
type Common = (&'static [Param], &'static [&'static Group], &'static [&'static Family]);

/// Parameters that several elements share.
#[derive(Debug, Clone, Copy)]
pub struct Group {
    /// What they are about, as a heading of the reference page.
    pub title: &'static str,
    /// The parameters.
    pub params: &'static [Param],
    /// Elements that come with them.
    pub children: &'static [&'static Family],
}

impl Element {
    /// All parameters, shared ones included.
    pub fn all_params(&self) -> impl Iterator<Item = &'static Param> {
        self.params.iter().chain(self.groups.iter().flat_map(|group| group.params))
    }

    /// All families below it, shared ones included.
    pub fn all_children(&self) -> impl Iterator<Item = &'static Family> {
        self.children.iter().chain(self.groups.iter().flat_map(|group| group.children)).copied()
    }

    /// The parameter that goes by this name.
    pub fn param(&self, name: &str) -> Option<&'static Param> {
        self.all_params().find(|param| param.goes_by(name))
    }

    /// The family below it that goes by this tag.
    pub fn family(&self, tag: &str) -> Option<&'static Family> {
        self.all_children().find(|family| family.goes_by(tag))
    }
}

impl Family {
    /// Whether a tag means this family.
    pub fn goes_by(&self, tag: &str) -> bool {
        self.tag == tag || self.aliases.contains(&tag)
    }

    /// The variant that a value of the selector chooses.
    pub fn variant(&self, name: &str) -> Option<&'static Element> {
        self.variants.iter().find(|element| element.names.contains(&name)).copied()
    }
}

impl Selector {
    /// Whether an attribute is this selector.
    pub fn goes_by(&self, attribute: &str) -> bool {
        self.attribute == attribute || self.aliases.contains(&attribute)
    }
}

impl Param {
    /// Whether a name means this parameter.
    pub fn goes_by(&self, name: &str) -> bool {
        self.name == name || self.aliases.contains(&name)
    }

    /// Why a number cannot be its value; `None` when it can.
    pub fn refusal(&self, value: f64) -> Option<ReadingProblem> {
        self.refusal_as(self.name, value)
    }

    /// The same, for a parameter that was written with one of its other names.
    pub(crate) fn refusal_as(&self, name: &str, value: f64) -> Option<ReadingProblem> {
        let is_finite = value.is_finite() || (value.is_infinite() && self.may_be_infinite());
        if is_finite && self.allowed.contains(value) {
            return None;
        }
        let allowed = if is_finite { self.allowed.words() } else { "finite".to_owned() };
        Some(ReadingProblem::OutOfRange {
            parameter: name.to_owned(),
            value,
            unit: self.kind.unit(),
            allowed,
        })
    }

    /// Whether infinity is one of its values: it is, where the default is infinite.
    pub(crate) fn may_be_infinite(&self) -> bool {
        matches!(self.default_text(), Some("inf" | "-inf"))
    }

    /// The text that its absence means, if there is one.
    pub fn default_text(&self) -> Option<&'static str> {
        match self.absent {
            Absent::Means(text) => Some(text),
            Absent::Leaves(_) | Absent::IsAnError => None,
        }
    }

    /// The same parameter with other names for it.
    const fn also(self, aliases: &'static [&'static str]) -> Self {
        Param { aliases, ..self }
    }

    /// The same parameter, which must be an attribute.
    const fn attribute_only(self) -> Self {
        Param { form: Form::AttributeOnly, ..self }
    }

    /// The same parameter, unknown to MVSim.
    const fn ours(self) -> Self {
        Param { status: Status::Ours, form: Form::Either, ..self }
    }

    /// The same parameter, without effect.
    const fn ignored(self, why: &'static str) -> Self {
        Param { status: Status::Ignored(why), ..self }
    }

    /// The same parameter, without effect and without a note.
    const fn spare(self, why: &'static str) -> Self {
        Param { status: Status::Spare(why), ..self }
    }
}

/// A parameter that MVSim reads from an attribute.
const fn attribute(
    name: &'static str,
    kind: Kind,
    absent: Absent,
    allowed: Allowed,
    doc: &'static str,
) -> Param {
    Param { name, aliases: &[], form: Form::Attribute, kind, absent, allowed, status: Status::Used, doc }
}

/// A parameter that MVSim reads from a child element.
const fn child(name: &'static str, kind: Kind, absent: Absent, allowed: Allowed, doc: &'static str) -> Param {
    Param { form: Form::Child, ..attribute(name, kind, absent, allowed, doc) }
}

/// The text of an element.
const fn text(kind: Kind, doc: &'static str) -> Param {
    child("text", kind, Absent::IsAnError, Allowed::Any, doc)
}

/// A family with one variant.
const fn single(
    tag: &'static str,
    repeats: bool,
    doc: &'static str,
    variants: &'static [&'static Element],
) -> Family {
    Family { tag, aliases: &[], selector: None, repeats, variants, doc }
}

impl Kind {
    /// The unit of a number.
    pub fn unit(&self) -> &'static str {
        match self {
            Kind::Number(unit) | Kind::Degrees(unit) => unit,
            Kind::Pose2 | Kind::PointOrPose2 | Kind::Pose3 | Kind::Pose2Or3 => "m, deg",
            Kind::TimedPose2 | Kind::TimedPose3 => "s, m, deg",
            Kind::Twist => "m/s, deg/s",
            Kind::Point2 | Kind::Point3 => "m",
            _ => "",
        }
    }

    /// What a value looks like, for messages and for the reference page.
    pub fn expected(&self) -> String {
        match self {
            Kind::Number("") => "a number".to_owned(),
            Kind::Number(unit) | Kind::Degrees(unit) => format!("a number in {unit}"),
            Kind::Integer => "a whole number".to_owned(),
            Kind::Flag => "true, false, 1 or 0".to_owned(),
            Kind::Text => "text".to_owned(),
            Kind::Choice(words) => format!("one of {}", words.join(", ")),
            Kind::Color => "#RRGGBB or #RRGGBBAA".to_owned(),
            Kind::Point2 => "two numbers X Y in m".to_owned(),
            Kind::Point3 => "two or three numbers X Y [Z] in m".to_owned(),
            Kind::Pose2 => "three numbers X Y YAW in m and deg".to_owned(),
            Kind::PointOrPose2 => "two or three numbers X Y [YAW] in m and deg".to_owned(),
            Kind::Pose3 => "six numbers X Y Z YAW PITCH ROLL in m and deg".to_owned(),
            Kind::Pose2Or3 => {
                "three numbers X Y YAW or six numbers X Y Z YAW PITCH ROLL in m and deg".to_owned()
            }
            Kind::TimedPose2 => "four numbers T X Y YAW in s, m and deg".to_owned(),
            Kind::TimedPose3 => "seven numbers T X Y Z YAW PITCH ROLL in s, m and deg".to_owned(),
            Kind::Twist => "three numbers VX VY OMEGA in m/s and deg/s".to_owned(),
            Kind::FiveNumbers => "five numbers".to_owned(),
            Kind::Numbers => "numbers separated by blanks".to_owned(),
            Kind::Rows => "lines with the same count of numbers".to_owned(),
            Kind::Matrix => "a matrix such as [1 2; 3 4]".to_owned(),
            Kind::Names => "names separated by blanks or commas".to_owned(),
            Kind::File => "a file name".to_owned(),
            Kind::Uri => "a file name or web address".to_owned(),
            Kind::Presence => "nothing".to_owned(),
        }
    }

    /// The index of the first of the numbers that are angles; beyond the last where none is.
    pub(crate) fn angles_from(&self) -> usize {
        match self {
            Kind::Pose2 | Kind::PointOrPose2 => 2,
            Kind::Pose3 | Kind::TimedPose2 => 3,
            Kind::TimedPose3 => 4,
            _ => usize::MAX,
        }
    }

    /// How many numbers make one value, if it is made of numbers.
    pub fn counts(&self) -> &'static [usize] {
        match self {
            Kind::Point2 => &[2],
            Kind::Point3 | Kind::PointOrPose2 => &[2, 3],
            Kind::Pose2 | Kind::Twist => &[3],
            Kind::Pose3 => &[6],
            Kind::Pose2Or3 => &[3, 6],
            Kind::TimedPose2 => &[4],
            Kind::TimedPose3 => &[7],
            Kind::FiveNumbers => &[5],
            _ => &[],
        }
    }
}

impl Allowed {
    /// Whether a number is allowed.
    pub fn contains(&self, value: f64) -> bool {
        match *self {
            Allowed::Any => true,
            Allowed::Positive => value > 0.0,
            Allowed::NonNegative => value >= 0.0,
            Allowed::AtLeast(least) => value >= least,
            Allowed::Between(least, most) => (least..=most).contains(&value),
            Allowed::Inside(low, high) => low < value && value < high,
            Allowed::OneOf(values) => values.contains(&value),
        }
    }

    /// The allowed values in words; empty when every number is allowed.
    pub fn words(&self) -> String {
        match *self {
            Allowed::Any => String::new(),
            Allowed::Positive => "greater than 0".to_owned(),
            Allowed::NonNegative => "0 or greater".to_owned(),
            Allowed::AtLeast(least) => format!("{least} or greater"),
            Allowed::Between(least, most) => format!("from {least} to {most}"),
            Allowed::Inside(low, high) => format!("between {low} and {high}, these excluded"),
            Allowed::OneOf(values) => {
                let words: Vec<String> = values.iter().map(ToString::to_string).collect();
                format!("one of {}", words.join(", "))
            }
        }
    }
}
