//! One element, opened by its table: which variant it is, what is given, what stands below it.
//! Its typed values are in `typed.rs`, the check of its names in `known_names.rs`.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use super::foreign_names::{foreign_names_of, value_of};
use super::known_names::choose_variant;
use super::problem::ReadingProblem;
use crate::diagnostics::{Diagnostics, Severity};
use crate::limits::Limits;
use crate::place::Place;
use crate::problem::Problem;
use crate::schema::{Classes, Element, Family, Form, Param};
use crate::tree::Node;

/// Collects findings while several readers are open. A value with an error from an earlier stage gets no second
/// one.
pub(crate) struct Sink {
    diagnostics: RefCell<Diagnostics>,
    reported: BTreeSet<Place>,
    /// Where unknown names were found: a loop finds them many times, and suggestions take time.
    unknown: RefCell<BTreeSet<Place>>,
    /// The classes that elements may name.
    classes: Classes,
    /// How many names lists may have, and how many they may still have.
    name_limit: usize,
    names_left: Cell<usize>,
    /// How many rings lidars may still have.
    rings_left: Cell<usize>,
    /// How many sensors there may still be.
    sensors_left: Cell<usize>,
}

/// Rings of all lidars together: the elevation of each is kept.
const MOST_RINGS: usize = 2_000_000;

/// Sensors of a world: each takes a kilobyte, and a camera more.
const MOST_SENSORS: usize = 100_000;

impl Sink {
    pub(crate) fn new(diagnostics: Diagnostics, classes: Classes, limits: &Limits) -> Self {
        let reported = diagnostics.error_places().clone();
        Sink {
            diagnostics: RefCell::new(diagnostics),
            reported,
            unknown: RefCell::default(),
            classes,
            name_limit: limits.listed_names,
            names_left: Cell::new(limits.listed_names),
            rings_left: Cell::new(MOST_RINGS),
            sensors_left: Cell::new(MOST_SENSORS),
        }
    }

    /// Count the names of a list; false, with an error, if lists have too many.
    pub(super) fn may_list(&self, place: Place, count: usize) -> bool {
        self.may_have(&self.names_left, place, count, "names in lists", self.name_limit)
    }

    /// Count the rings of a lidar; false, with an error, if lidars have too many.
    pub(super) fn may_ring(&self, place: Place, count: usize) -> bool {
        self.may_have(&self.rings_left, place, count, "rings of lidars", MOST_RINGS)
    }

    /// Count a sensor; false, with an error, if there are too many.
    pub(super) fn may_sense(&self, place: Place) -> bool {
        self.may_have(&self.sensors_left, place, 1, "sensors", MOST_SENSORS)
    }

    /// Take so many of what is left; false, with an error, if they are not there.
    fn may_have(
        &self,
        left: &Cell<usize>,
        place: Place,
        count: usize,
        what: &'static str,
        limit: usize,
    ) -> bool {
        let after = left.get().checked_sub(count);
        left.set(after.unwrap_or(0));
        if after.is_none() {
            self.error(place, Problem::LimitReached { what, limit: limit as u64 });
        }
        after.is_some()
    }

    /// The classes that elements may name.
    pub(super) fn classes(&self) -> &Classes {
        &self.classes
    }

    pub(crate) fn into_diagnostics(self) -> Diagnostics {
        self.diagnostics.into_inner()
    }

    pub(crate) fn error(&self, place: Place, problem: impl Into<Problem>) {
        self.push(Severity::Error, place, problem.into());
    }

    pub(crate) fn warning(&self, place: Place, problem: impl Into<Problem>) {
        self.push(Severity::Warning, place, problem.into());
    }

    pub(crate) fn note(&self, place: Place, problem: impl Into<Problem>) {
        self.push(Severity::Note, place, problem.into());
    }

    fn push(&self, severity: Severity, place: Place, problem: Problem) {
        if !self.reported.contains(&place) {
            self.diagnostics.borrow_mut().push(severity, Some(place), problem);
        }
    }

    /// Whether this is the first unknown name at this place: a loop finds the same one many times.
    pub(super) fn is_new_unknown(&self, place: Place) -> bool {
        self.unknown.borrow_mut().insert(place)
    }

    /// Whether further findings are only counted and need no suggestions.
    pub(super) fn is_full(&self) -> bool {
        self.diagnostics.borrow().is_full()
    }
}

/// One element being read.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'a> {
    pub(super) node: &'a Node,
    pub(super) family: &'static Family,
    pub(super) element: &'static Element,
    pub(super) sink: &'a Sink,
}

/// A value as the file gives it.
#[derive(Clone, Copy)]
pub(super) struct Given<'a> {
    /// The name it was written with.
    pub(super) name: &'a str,
    /// Its text.
    pub(super) text: &'a str,
    /// Where the text stands.
    pub(super) place: Place,
}

impl<'a> Reader<'a> {
    /// Choose the variant and report every name in the element that its table does not know.
    /// `None` when there is no such variant.
    pub(crate) fn open(node: &'a Node, family: &'static Family, sink: &'a Sink) -> Option<Self> {
        let element = choose_variant(node, family, sink)?;
        let reader = Reader { node, family, element, sink };
        reader.check_attributes();
        reader.check_children();
        if let (None, Some(text)) = (&element.text, &node.text) {
            sink.warning(text.place, ReadingProblem::UnusedText { element: reader.label() });
        }
        Some(reader)
    }

    /// A reader of an element that the file leaves out: all defaults. `node` is an empty stand-in for it.
    pub(crate) fn of_missing(
        node: &'a Node,
        family: &'static Family,
        variant: &str,
        sink: &'a Sink,
    ) -> Reader<'a> {
        let classes = sink.classes();
        let element = classes.variant(family, variant).or_else(|| classes.variants(family).next());
        Reader { node, family, element: element.expect("every family has a variant"), sink }
    }

    /// Where the element stands.
    pub(crate) fn place(&self) -> Place {
        self.node.place
    }

    /// Its tag, as written.
    pub(crate) fn tag(&self) -> &'a str {
        &self.node.name
    }

    /// The preferred name of its variant.
    pub(crate) fn variant(&self) -> &'static str {
        self.element.names.first().copied().unwrap_or(self.family.tag)
    }

    /// Where findings about it go.
    pub(crate) fn sink(&self) -> &'a Sink {
        self.sink
    }

    /// The element in messages: `<sensor class="laser">`.
    pub(crate) fn label(&self) -> String {
        label(&self.node.name, self.family, self.element)
    }

    /// Where a parameter's value stands, or the element when it is not given.
    pub(crate) fn place_of(&self, name: &str) -> Place {
        self.given(self.param(name)).map_or(self.node.place, |given| given.place)
    }

    /// Whether its table has a parameter.
    pub(crate) fn knows(&self, name: &str) -> bool {
        self.element.param(name).is_some()
    }

    /// Whether a parameter is given.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.given(self.param(name)).is_some()
    }

    /// The elements below it that go by a tag, opened.
    pub(crate) fn all(&self, tag: &str) -> Vec<Reader<'a>> {
        let family = self.family_below(tag);
        let nodes = self.node.children.iter().filter(|child| family.goes_by(&child.name));
        nodes.filter_map(|child| Reader::open(child, family, self.sink)).collect()
    }

    /// The element below it that goes by a tag, opened.
    pub(crate) fn one(&self, tag: &str) -> Option<Reader<'a>> {
        let family = self.family_below(tag);
        let child = self.node.children.iter().find(|child| family.goes_by(&child.name))?;
        Reader::open(child, family, self.sink)
    }

    /// Whether an element below it goes by a tag.
    pub(crate) fn has_child(&self, tag: &str) -> bool {
        let family = self.family_below(tag);
        self.node.children.iter().any(|child| family.goes_by(&child.name))
    }

    /// Of these parameters the ones that are given, attributes first, then children in document order.
    pub(crate) fn given_in_order(&self, names: &[&'static str]) -> Vec<&'static str> {
        let attributes = self.node.attributes.iter().map(|attribute| attribute.name.as_str());
        let written = attributes.chain(self.node.children.iter().map(|child| child.name.as_str()));
        written.filter_map(|name| names.iter().copied().find(|known| *known == name)).collect()
    }

    /// The children in document order.
    pub(crate) fn children(&self) -> &'a [Node] {
        &self.node.children
    }

    /// Open one of the children.
    pub(crate) fn open_child(&self, child: &'a Node) -> Option<Reader<'a>> {
        Reader::open(child, self.element.family(&child.name)?, self.sink)
    }

    /// The family of the children that go by a tag.
    pub(crate) fn family_below(&self, tag: &str) -> &'static Family {
        self.element.family(tag).expect("the table lists every child that is read")
    }

    /// The row of the table for a parameter.
    pub(super) fn param(&self, name: &str) -> &'static Param {
        self.element.param(name).expect("the table lists every parameter that is read")
    }

    /// Whether a parameter is given under a name of its own.
    pub(super) fn is_written(&self, param: &Param) -> bool {
        self.node.attributes.iter().any(|attribute| param.goes_by(&attribute.name))
            || self.node.children.iter().any(|child| param.goes_by(&child.name))
    }

    /// The text that is used: of several children the last, and the form that MVSim reads before the other.
    pub(super) fn given(&self, param: &Param) -> Option<Given<'a>> {
        let mut attribute = self.node.attributes.iter().find(|attribute| param.goes_by(&attribute.name));
        let mut child = self.node.children.iter().rfind(|child| param.goes_by(&child.name));
        if attribute.is_none() && child.is_none() {
            // Names that people bring along count where nothing else is said.
            let foreign = || foreign_names_of(self.element, param.name);
            let attributes = &self.node.attributes;
            attribute = foreign().find_map(|name| attributes.iter().find(|attribute| attribute.name == name));
            let children = &self.node.children;
            child = foreign()
                .find_map(|name| children.iter().rfind(|child| child.name == name))
                .and_then(value_of);
        }
        let attribute = attribute.map(|a| Given { name: &a.name, text: &a.value, place: a.value_place });
        let child = child.map(|c| Given { name: &c.name, text: c.text(), place: c.text_place() });
        match param.form {
            Form::AttributeOnly => attribute,
            Form::Attribute => attribute.or(child),
            Form::Child | Form::Either => child.or(attribute),
        }
    }
}

/// An element in messages.
pub(super) fn label(tag: &str, family: &Family, element: &Element) -> String {
    match (family.selector, element.names.first()) {
        (Some(selector), Some(name)) => format!("<{tag} {}=\"{name}\">", selector.attribute),
        _ => format!("<{tag}>"),
    }
}
