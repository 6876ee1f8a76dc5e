//! Every name in an element is looked up in its table; what is unknown, old, double or without effect is reported.

use std::collections::BTreeSet;

use super::foreign_names::{
    certain_class, certain_names, class_here, conversion_of, conversion_to, inner_name_here, name_here,
    value_of,
};
use super::problem::ReadingProblem;
use super::reader::{Reader, Sink, label};
use super::typed::shortened;
use crate::nearest::nearest;
use crate::place::Place;
use crate::problem::Problem;
use crate::schema::{Classes, Element, Family, Form, Param, Status, WORLD};
use crate::tree::Node;

impl Reader<'_> {
    /// Report attributes that the table does not know.
    pub(super) fn check_attributes(&self) {
        for attribute in &self.node.attributes {
            let name = attribute.name.as_str();
            if self.family.selector.is_some_and(|selector| selector.goes_by(name)) || is_xml_machinery(name) {
                continue;
            }
            if let Some(param) = self.element.param(name) {
                self.note_use(param, name, attribute.place, Form::Attribute);
                continue;
            }
            if !self.sink.is_new_unknown(attribute.place) {
                continue;
            }
            if let Some(problem) = self.other_format(name, Form::Attribute) {
                self.sink.warning(attribute.place, problem);
                continue;
            }
            let (element, attribute_name) = (self.label(), name.to_owned());
            let names = self.element.all_params().map(|param| param.name);
            let nearest = if self.sink.is_full() { None } else { self.suggestion(name, names) };
            self.sink.warning(
                attribute.place,
                ReadingProblem::UnknownAttribute { element, attribute: attribute_name, nearest },
            );
        }
    }

    /// Report children that the table does not know, or that are given too often.
    pub(super) fn check_children(&self) {
        let mut met: BTreeSet<&str> = BTreeSet::new();
        for child in &self.node.children {
            let name = child.name.as_str();
            if let Some(family) = self.element.family(name) {
                if !met.insert(family.tag) && !family.repeats {
                    self.report_twice(child, family.tag, false);
                }
                if family.tag != name {
                    self.note_other_name(child.place, &format!("<{name}>"), &format!("<{}>", family.tag));
                }
            } else if let Some(param) = self.element.param(name) {
                if param.form == Form::AttributeOnly {
                    let (element, parameter) = (self.label(), name.to_owned());
                    self.sink.warning(child.place, ReadingProblem::MustBeAttribute { element, parameter });
                    continue;
                }
                self.note_use(param, name, child.place, Form::Child);
                let is_attribute_too = self.node.attributes.iter().any(|other| param.goes_by(&other.name));
                if !met.insert(param.name) || (is_attribute_too && param.form == Form::Child) {
                    self.report_twice(child, param.name, true);
                } else if is_attribute_too && param.form == Form::Attribute {
                    self.report_twice(child, param.name, false);
                }
            } else if self.sink.is_new_unknown(child.place) {
                self.report_unknown_child(child);
            }
        }
    }

    /// The name here that an unknown name probably means.
    fn suggestion(&self, name: &str, known: impl Iterator<Item = &'static str>) -> Option<String> {
        let here = name_here(self.element, name).map(|here| match here.strip_suffix("fx") {
            // Quoted as a whole.
            Some(prefix) => format!("{here}\" = ncols/(2·tan(fov/2)), in pixels, and \"{prefix}fy"),
            None => here.to_owned(),
        });
        here.or_else(|| nearest(name, known))
    }

    /// Notes about a known parameter: its form, its name, its effect.
    fn note_use(&self, param: &Param, name: &str, place: Place, form: Form) {
        match param.status {
            Status::Ignored(why) => {
                let problem = ReadingProblem::NoEffect { name: name.to_owned(), why: why.to_owned() };
                self.sink.note(place, problem);
                return;
            }
            Status::Spare(_) => return,
            Status::Used | Status::Ours => {}
        }
        if param.form != form && !matches!(param.form, Form::Either | Form::AttributeOnly) {
            let (element, parameter) = (self.label(), param.name.to_owned());
            self.sink.note(
                place,
                match param.form {
                    Form::Attribute => ReadingProblem::MvsimReadsAttribute { element, parameter },
                    _ => ReadingProblem::MvsimReadsChild { element, parameter },
                },
            );
        }
        if param.name != name && param.status == Status::Used {
            self.note_other_name(place, &format!("\"{name}\""), &format!("\"{}\"", param.name));
        }
    }

    fn note_other_name(&self, place: Place, written: &str, read_as: &str) {
        self.sink
            .note(place, Problem::OtherName { written: written.to_owned(), read_as: read_as.to_owned() });
    }

    fn report_twice(&self, child: &Node, name: &str, last_is_used: bool) {
        let problem =
            ReadingProblem::GivenTwice { element: self.label(), name: name.to_owned(), last_is_used };
        self.sink.warning(child.place, problem);
    }

    /// The value of a parameter that another format gives in another measure.
    pub(super) fn converted(&self, param: &Param) -> Option<f64> {
        let conversion = conversion_to(param.name)?;
        let is_meant = |name: &str| conversion.names.contains(&name) && self.element.param(name).is_none();
        let attributes = self.node.attributes.iter().map(|it| (it.name.as_str(), it.value.as_str()));
        let children = self.node.children.iter().map(|child| (child.name.as_str(), child.text()));
        let (_, text) = attributes.chain(children).find(|(name, _)| is_meant(name))?;
        let number: f64 = text.trim().parse().ok()?;
        let value = (conversion.convert)(number);
        ((1e-3..=1e6).contains(&number) && param.refusal_as(param.name, value).is_none()).then_some(value)
    }

    /// What is said of a name of another format whose value is taken.
    fn other_format(&self, name: &str, form: Form) -> Option<Problem> {
        let is_given = |here: &str| self.element.param(here).is_some_and(|param| self.is_written(param));
        if let Some(conversion) = conversion_of(self.element, name).filter(|it| !is_given(it.here)) {
            let value = self.converted(self.param(conversion.here))?;
            let (here, meaning) = (conversion.here, conversion.meaning);
            let (written, read_as) = match form {
                Form::Attribute => (format!("\"{name}\""), format!("{here}=\"{value}\", {meaning}")),
                _ => (format!("<{name}>"), format!("<{here}>{value}</{here}>, {meaning}")),
            };
            return Some(Problem::OtherName { written, read_as });
        }
        let mut meant = certain_names(self.element, name);
        meant.retain(|here| !is_given(here));
        let shown = |name: &str| match form {
            Form::Attribute => format!("\"{name}\""),
            _ => format!("<{name}>"),
        };
        let read_as = meant.iter().map(|here| shown(here)).collect::<Vec<_>>().join(" and ");
        (!meant.is_empty()).then(|| Problem::OtherName { written: shown(name), read_as })
    }

    /// The `<controller>` of a vehicle that stands beside its `<dynamics>` instead of in it, where that has none.
    pub(super) fn controller_beside_dynamics(&self) -> Option<&Node> {
        let dynamics = self.node.children.iter().find(|child| child.name == "dynamics")?;
        let family = self.element.family("dynamics")?;
        let selector = family.selector?;
        let class = dynamics.attributes.iter().find(|attribute| selector.goes_by(&attribute.name))?;
        let controllers = self.sink.classes().variant(family, class.value.trim())?.family("controller")?;
        if dynamics.children.iter().any(|child| controllers.goes_by(&child.name)) {
            return None;
        }
        self.node.children.iter().find(|child| child.name == "controller")
    }

    /// Report what stands beside the value in a child with a name of another format, which is ignored.
    fn report_beside(&self, child: &Node, value: &Node) {
        for inner in child.children.iter().filter(|inner| inner.place != value.place) {
            let nearest = inner_name_here(self.element, &child.name, &inner.name).map(str::to_owned);
            let (element, name) = (format!("<{}>", child.name), inner.name.to_string());
            self.sink.warning(inner.place, ReadingProblem::UnknownChild { element, child: name, nearest });
        }
    }

    fn report_unknown_child(&self, child: &Node) {
        if let Some(value) = value_of(child)
            && let Some(problem) = self.other_format(&child.name, Form::Child)
        {
            self.sink.warning(value.place, problem);
            self.report_beside(child, value);
            return;
        }
        // Looked for only where it can be, and not for every one of very many.
        if self.family.tag == "vehicle"
            && child.name == "controller"
            && !self.sink.is_full()
            && self.controller_beside_dynamics().is_some_and(|controller| controller.place == child.place)
        {
            let (element, child_name) = (self.label(), child.name.to_string());
            let problem =
                ReadingProblem::ReadElsewhere { element, child: child_name, belongs_in: "<dynamics>" };
            self.sink.warning(child.place, problem);
            return;
        }
        let (mut close, mut belongs_in) = (None, None);
        if !self.sink.is_full() {
            let names = self.element.all_params().map(|param| param.name);
            let tags = self.element.all_children().map(|family| family.tag);
            close = self.suggestion(&child.name, names.chain(tags));
            belongs_in = home_of(&child.name, self.sink.classes());
        }
        let (place, element, child) = (child.place, self.label(), child.name.to_string());
        let problem = match belongs_in {
            Some(belongs_in) if close.is_none() => {
                ReadingProblem::MisplacedChild { element, child, belongs_in }
            }
            _ => ReadingProblem::UnknownChild { element, child, nearest: close },
        };
        self.sink.warning(place, problem);
    }
}

/// The variant that an element asks for; `None`, with an error, when there is no such variant.
pub(super) fn choose_variant(node: &Node, family: &'static Family, sink: &Sink) -> Option<&'static Element> {
    let classes = sink.classes();
    let Some(selector) = family.selector else { return classes.variants(family).next() };
    let given = node.attributes.iter().find(|attribute| selector.goes_by(&attribute.name));
    let known = || {
        let names: Vec<&str> =
            classes.variants(family).filter_map(|element| element.names.first().copied()).collect();
        names.join(", ")
    };
    let element = format!("<{}>", node.name);
    let Some(given) = given else {
        let default = selector.default.and_then(|name| classes.variant(family, name));
        if default.is_none() {
            let problem =
                ReadingProblem::MissingVariant { element, attribute: selector.attribute, known: known() };
            sink.error(node.place, problem);
        }
        return default;
    };
    let certain = certain_class(&given.value).and_then(|class| classes.variant(family, class));
    let chosen = classes.variant(family, given.value.trim()).or(certain);
    match chosen {
        Some(variant) if certain.is_some() => {
            let read_as = format!("\"{}\"", variant.names.first().copied().unwrap_or(""));
            let written = format!("{} \"{}\"", given.name, given.value.trim());
            sink.warning(given.value_place, Problem::OtherName { written, read_as });
        }
        None => {
            let names = classes.variants(family).flat_map(|element| element.names).copied();
            let problem = ReadingProblem::UnknownVariant {
                element,
                attribute: given.name.to_string(),
                value: shortened(&given.value),
                nearest: class_here(&given.value, |name| classes.variant(family, name).is_some())
                    .map_or_else(|| nearest(&given.value, names), |name| Some(name.to_owned())),
                known: known(),
            };
            sink.error(given.value_place, problem);
        }
        Some(variant) => {
            let preferred = variant.names.first().copied().unwrap_or("");
            let is_synonym = ["rope", "pin"].contains(&given.value.trim());
            if preferred != given.value.trim() && !is_synonym {
                let written = format!("{} \"{}\"", given.name, given.value.trim());
                sink.note(
                    given.value_place,
                    Problem::OtherName { written, read_as: format!("\"{preferred}\"") },
                );
            }
        }
    }
    chosen
}

/// Attributes by which XML files name their schema.
fn is_xml_machinery(name: &str) -> bool {
    name == "xmlns" || name.starts_with("xmlns:") || name.starts_with("xsi:") || name.starts_with("xml:")
}

/// The elements of the format that have such a child, if they are few enough to name.
fn home_of(name: &str, classes: &Classes) -> Option<String> {
    const MOST_NAMED: usize = 2;
    let mut open: Vec<&'static Family> = vec![&WORLD];
    let mut seen: Vec<&'static str> = vec![WORLD.tag];
    let mut homes: Vec<String> = Vec::new();
    let mut tags: BTreeSet<&str> = BTreeSet::new();
    while let Some(family) = open.pop() {
        for element in classes.variants(family) {
            if element.param(name).is_some() || element.family(name).is_some() {
                homes.push(label(family.tag, family, element));
                tags.insert(family.tag);
            }
            for child in element.all_children() {
                if !seen.contains(&child.tag) {
                    seen.push(child.tag);
                    open.push(child);
                }
            }
        }
    }
    if homes.len() > MOST_NAMED {
        homes = tags.iter().map(|tag| format!("<{tag}>")).collect();
    }
    (1..=MOST_NAMED).contains(&homes.len()).then(|| homes.join(" or "))
}
