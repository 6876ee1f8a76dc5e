//! Reads one element by its table: typed values out, diagnostics for everything that does not fit.

use std::cell::RefCell;

use skidpad_math::{Pose2, Pose3, Twist2, Vec2, Vec3};

use super::problem::ReadingProblem;
use super::value;
use crate::description::{AssetUri, Color};
use crate::diagnostics::{Diagnostics, Severity};
use crate::nearest::nearest;
use crate::place::Place;
use crate::problem::Problem;
use crate::schema::{Absent, Element, Family, Form, Kind, Param, Status, WORLD};
use crate::tree::Node;

/// Where findings go while several readers are open.
pub(crate) struct Sink(RefCell<Diagnostics>);

impl Sink {
    pub(crate) fn new(diagnostics: Diagnostics) -> Self {
        Sink(RefCell::new(diagnostics))
    }

    pub(crate) fn into_diagnostics(self) -> Diagnostics {
        self.0.into_inner()
    }

    pub(crate) fn error(&self, place: Place, problem: impl Into<Problem>) {
        self.0.borrow_mut().push(Severity::Error, Some(place), problem.into());
    }

    pub(crate) fn warning(&self, place: Place, problem: impl Into<Problem>) {
        self.0.borrow_mut().push(Severity::Warning, Some(place), problem.into());
    }

    pub(crate) fn note(&self, place: Place, problem: impl Into<Problem>) {
        self.0.borrow_mut().push(Severity::Note, Some(place), problem.into());
    }
}

/// One element being read.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'a> {
    node: &'a Node,
    family: &'static Family,
    element: &'static Element,
    sink: &'a Sink,
}

/// A value as the file gives it.
#[derive(Clone, Copy)]
struct Given<'a> {
    text: &'a str,
    place: Place,
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
        let element = family.variant(variant).or_else(|| family.variants.first().copied());
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

    // Values. Each takes its default from the table; `expect` states that the table has the row and that
    // its default can be read, which a test shows for every row.

    /// A number.
    pub(crate) fn number(&self, name: &str) -> f64 {
        self.optional_number(name).unwrap_or(0.0)
    }

    /// A number that may be left out.
    pub(crate) fn optional_number(&self, name: &str) -> Option<f64> {
        let param = self.param(name);
        self.value(param, |given| self.read_number(param, given))
    }

    /// A number in degrees, as radians.
    pub(crate) fn radians(&self, name: &str) -> f64 {
        self.number(name).to_radians()
    }

    /// A whole number.
    pub(crate) fn integer(&self, name: &str) -> i64 {
        let param = self.param(name);
        self.value(param, |given| {
            let read = value::integer(given.text).or_else(|| self.bad(param, given))?;
            let is_fraction = value::number(given.text).is_some_and(|number| number.rest.trim().is_empty());
            if !is_fraction {
                self.report_rest(param, given, read.rest);
            }
            self.in_range(param, given, read.value as f64).then_some(read.value)
        })
        .unwrap_or(0)
    }

    /// A whole number that its table keeps from being negative.
    pub(crate) fn count(&self, name: &str) -> u32 {
        u32::try_from(self.integer(name)).unwrap_or(0)
    }

    /// Yes or no.
    pub(crate) fn flag(&self, name: &str) -> bool {
        self.optional_flag(name).unwrap_or(false)
    }

    /// Yes or no, or not given.
    pub(crate) fn optional_flag(&self, name: &str) -> Option<bool> {
        let param = self.param(name);
        self.value(param, |given| {
            if param.kind == Kind::Presence {
                return Some(value::flag(given.text).unwrap_or(true));
            }
            value::flag(given.text).or_else(|| self.bad(param, given))
        })
    }

    /// Text.
    pub(crate) fn text(&self, name: &str) -> String {
        self.optional_text(name).unwrap_or_default()
    }

    /// Text that may be left out.
    pub(crate) fn optional_text(&self, name: &str) -> Option<String> {
        self.value(self.param(name), |given| Some(given.text.trim().to_owned()))
    }

    /// Names.
    pub(crate) fn names(&self, name: &str) -> Vec<String> {
        value::names(&self.text(name))
    }

    /// A file or web address; `None` when it is empty.
    pub(crate) fn uri(&self, name: &str) -> Option<AssetUri> {
        let uri = self.optional_text(name).filter(|uri| !uri.is_empty())?;
        Some(AssetUri { uri, place: self.place_of(name) })
    }

    /// One of the words of its table.
    pub(crate) fn choice(&self, name: &str) -> &'static str {
        self.optional_choice(name).unwrap_or("")
    }

    /// One of the words of its table, or not given.
    pub(crate) fn optional_choice(&self, name: &str) -> Option<&'static str> {
        let param = self.param(name);
        self.value(param, |given| {
            let (word, nearest) = choose(param, given.text);
            if word.is_none() {
                self.sink.error(given.place, bad_value(param, given.text, nearest));
            }
            word
        })
    }

    /// One of the words of its table; any other word is the default, as MVSim has it, with a warning.
    pub(crate) fn lenient_choice(&self, name: &str) -> &'static str {
        let param = self.param(name);
        let default = param.default_text().unwrap_or("");
        let Some(given) = self.given(param) else { return default };
        let (word, nearest) = choose(param, given.text);
        word.unwrap_or_else(|| {
            let (parameter, value) = (param.name.to_owned(), shortened(given.text));
            let problem = ReadingProblem::TakenAs { parameter, value, taken_as: default, nearest };
            self.sink.warning(given.place, problem);
            default
        })
    }

    /// A colour.
    pub(crate) fn color(&self, name: &str) -> Color {
        let param = self.param(name);
        self.value(param, |given| value::color(given.text).or_else(|| self.bad(param, given)))
            .unwrap_or(Color::rgb(0, 0, 0))
    }

    /// Numbers, as many as the kind of the parameter wants.
    fn tuple(&self, name: &str) -> Option<Vec<f64>> {
        let param = self.param(name);
        self.value(param, |given| self.read_tuple(param, given))
    }

    /// A point in the plane.
    pub(crate) fn point2(&self, name: &str) -> Vec2 {
        self.tuple(name).map_or(Vec2::default(), |n| Vec2::new(n[0], n[1]))
    }

    /// A point in space; z is 0 where it is not given.
    pub(crate) fn point3(&self, name: &str) -> Vec3 {
        self.tuple(name).map_or(Vec3::default(), |n| Vec3::new(n[0], n[1], n.get(2).copied().unwrap_or(0.0)))
    }

    /// A pose in the plane; yaw is 0 where it is not given.
    pub(crate) fn pose2(&self, name: &str) -> Option<Pose2> {
        let n = self.tuple(name)?;
        Some(Pose2::new(n[0], n[1], n.get(2).copied().unwrap_or(0.0).to_radians()))
    }

    /// A pose in space, from three or six numbers.
    pub(crate) fn pose3(&self, name: &str) -> Option<Pose3> {
        self.tuple(name).map(|n| pose3(&n))
    }

    /// The pose that the table gives a parameter, whatever the file says.
    pub(crate) fn default_pose3(&self, name: &str) -> Pose3 {
        let param = self.param(name);
        let default = param.default_text().and_then(|text| value::tuple(text, param.kind));
        default.map(|read| pose3(&read.value)).unwrap_or_default()
    }

    /// A velocity.
    pub(crate) fn twist(&self, name: &str) -> Twist2 {
        self.tuple(name).map_or(Twist2::default(), |n| Twist2::new(n[0], n[1], n[2].to_radians()))
    }

    /// Five numbers.
    pub(crate) fn five_numbers(&self, name: &str) -> [f64; 5] {
        self.tuple(name).and_then(|n| n.try_into().ok()).unwrap_or([0.0; 5])
    }

    /// Any count of numbers; `None` when not given.
    pub(crate) fn numbers(&self, name: &str) -> Option<Vec<f64>> {
        let param = self.param(name);
        self.value(param, |given| {
            let read = value::numbers(given.text);
            if !read.rest.is_empty() || read.value.iter().any(|number| !number.is_finite()) {
                return self.bad(param, given);
            }
            Some(read.value)
        })
    }

    /// A matrix or rows of numbers; `None` when not given.
    pub(crate) fn matrix(&self, name: &str) -> Option<Vec<Vec<f64>>> {
        let param = self.param(name);
        self.value(param, |given| {
            let read =
                if param.kind == Kind::Rows { value::rows(given.text) } else { value::matrix(given.text) };
            read.or_else(|| self.bad(param, given))
        })
    }

    /// The numbers that are the element's text.
    pub(crate) fn text_numbers(&self) -> Option<Vec<f64>> {
        let param = self.element.text.as_ref()?;
        let Some(text) = &self.node.text else {
            let expected = param.kind.expected();
            let parameter = "text".to_owned();
            self.sink.error(
                self.node.place,
                ReadingProblem::MissingParameter { element: self.label(), parameter, expected },
            );
            return None;
        };
        let given = Given { text: &text.value, place: text.place };
        self.read_tuple(&Param { name: self.family.tag, ..*param }, given)
    }

    /// Report a finding about a parameter's value.
    pub(crate) fn error_at(&self, name: &str, problem: impl Into<Problem>) {
        self.sink.error(self.place_of(name), problem);
    }

    /// The family of the children that go by a tag.
    pub(crate) fn family_below(&self, tag: &str) -> &'static Family {
        self.element.family(tag).expect("the table lists every child that is read")
    }

    fn param(&self, name: &str) -> &'static Param {
        self.element.param(name).expect("the table lists every parameter that is read")
    }

    /// The text that counts: of several children the last; the form that MVSim reads wins over the other.
    fn given(&self, param: &Param) -> Option<Given<'a>> {
        let attribute = self.node.attributes.iter().find(|attribute| param.goes_by(&attribute.name));
        let child = self.node.children.iter().rfind(|child| param.goes_by(&child.name));
        let attribute = attribute.map(|a| Given { text: &a.value, place: a.value_place });
        let child = child.map(|c| Given { text: c.text(), place: c.text_place() });
        if param.form == Form::Attribute { attribute.or(child) } else { child.or(attribute) }
    }

    /// Read what is given, or else the default of the table.
    fn value<T>(&self, param: &Param, read: impl Fn(Given<'a>) -> Option<T>) -> Option<T> {
        if let Some(value) = self.given(param).map(&read) {
            if value.is_some() {
                return value;
            }
        } else if param.absent == Absent::IsAnError {
            self.sink.error(self.node.place, ReadingProblem::missing(self.label(), param));
        }
        let text = param.default_text()?;
        read(Given { text, place: self.node.place })
    }

    fn read_number(&self, param: &Param, given: Given<'a>) -> Option<f64> {
        let read = value::number(given.text).or_else(|| self.bad(param, given))?;
        if read.value.is_infinite() && param.default_text() != Some("inf") {
            return self.bad(param, given);
        }
        self.report_rest(param, given, read.rest);
        self.in_range(param, given, read.value).then_some(read.value)
    }

    fn read_tuple(&self, param: &Param, given: Given<'a>) -> Option<Vec<f64>> {
        let read = value::tuple(given.text, param.kind).or_else(|| self.bad(param, given))?;
        if read.value.iter().any(|number| !number.is_finite()) {
            return self.bad(param, given);
        }
        self.report_rest(param, given, read.rest);
        Some(read.value)
    }

    fn in_range(&self, param: &Param, given: Given<'a>, value: f64) -> bool {
        let is_allowed = param.allowed.contains(value);
        if !is_allowed {
            let problem = ReadingProblem::OutOfRange {
                parameter: param.name.to_owned(),
                value,
                unit: param.kind.unit(),
                allowed: param.allowed.words(),
            };
            self.sink.error(given.place, problem);
        }
        is_allowed
    }

    fn bad<T>(&self, param: &Param, given: Given<'a>) -> Option<T> {
        self.sink.error(given.place, bad_value(param, given.text, None));
        None
    }

    fn report_rest(&self, param: &Param, given: Given<'a>, rest: &str) {
        if !rest.trim().is_empty() {
            let problem =
                ReadingProblem::ExtraText { parameter: param.name.to_owned(), rest: shortened(rest) };
            self.sink.warning(given.place, problem);
        }
    }

    fn check_attributes(&self) {
        for attribute in &self.node.attributes {
            let name = attribute.name.as_str();
            if self.family.selector.is_some_and(|selector| selector.goes_by(name)) || is_xml_machinery(name) {
                continue;
            }
            if let Some(param) = self.element.param(name) {
                self.note_use(param, name, attribute.place, Form::Attribute);
                continue;
            }
            let (element, attribute_name) = (self.label(), name.to_owned());
            let nearest = nearest(name, self.element.all_params().map(|param| param.name));
            self.sink.warning(
                attribute.place,
                ReadingProblem::UnknownAttribute { element, attribute: attribute_name, nearest },
            );
        }
    }

    fn check_children(&self) {
        for (index, child) in self.node.children.iter().enumerate() {
            let name = child.name.as_str();
            let came_before = |goes_by: &dyn Fn(&str) -> bool| {
                self.node.children[..index].iter().any(|earlier| goes_by(&earlier.name))
            };
            if let Some(family) = self.element.family(name) {
                if !family.repeats && came_before(&|tag| family.goes_by(tag)) {
                    self.report_twice(child, family.tag, false);
                }
                if family.tag != name {
                    self.note_other_name(child.place, &format!("<{name}>"), &format!("<{}>", family.tag));
                }
            } else if let Some(param) = self.element.param(name) {
                self.note_use(param, name, child.place, Form::Child);
                let is_attribute_too = self.node.attributes.iter().any(|other| param.goes_by(&other.name));
                if came_before(&|tag| param.goes_by(tag)) || (is_attribute_too && param.form == Form::Child) {
                    self.report_twice(child, param.name, true);
                } else if is_attribute_too && param.form == Form::Attribute {
                    self.report_twice(child, param.name, false);
                }
            } else {
                self.report_unknown_child(child);
            }
        }
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
        if param.form != form && param.form != Form::Either {
            let (element, parameter) = (self.label(), param.name.to_owned());
            self.sink.note(place, ReadingProblem::OtherForm { element, parameter, form: param.form });
        }
        if param.name != name && param.status == Status::Used {
            self.note_other_name(place, &format!("\"{name}\""), &format!("\"{}\"", param.name));
        }
    }

    fn note_other_name(&self, place: Place, written: &str, read_as: &str) {
        self.sink
            .note(place, Problem::OtherName { written: written.to_owned(), read_as: read_as.to_owned() });
    }

    fn report_twice(&self, child: &Node, name: &str, last_counts: bool) {
        let problem =
            ReadingProblem::GivenTwice { element: self.label(), name: name.to_owned(), last_counts };
        self.sink.warning(child.place, problem);
    }

    fn report_unknown_child(&self, child: &Node) {
        let names = self.element.all_params().map(|param| param.name);
        let nearest = nearest(&child.name, names.chain(self.element.all_children().map(|family| family.tag)));
        let problem = ReadingProblem::UnknownChild {
            element: self.label(),
            child: child.name.clone(),
            nearest,
            belongs_in: home_of(&child.name),
        };
        self.sink.warning(child.place, problem);
    }
}

/// Six numbers, or three for a pose in the plane.
pub(crate) fn pose3(n: &[f64]) -> Pose3 {
    match *n {
        [x, y, z, yaw, pitch, roll] => {
            Pose3::new(x, y, z, yaw.to_radians(), pitch.to_radians(), roll.to_radians())
        }
        [x, y, yaw] => Pose3::new(x, y, 0.0, yaw.to_radians(), 0.0, 0.0),
        _ => Pose3::default(),
    }
}

fn choose_variant(node: &Node, family: &'static Family, sink: &Sink) -> Option<&'static Element> {
    let Some(selector) = family.selector else { return family.variants.first().copied() };
    let given = node.attributes.iter().find(|attribute| selector.goes_by(&attribute.name));
    let known = || {
        let names: Vec<&str> =
            family.variants.iter().filter_map(|element| element.names.first().copied()).collect();
        names.join(", ")
    };
    let element = format!("<{}>", node.name);
    let Some(given) = given else {
        let default = selector.default.and_then(|name| family.variant(name));
        if default.is_none() {
            let problem =
                ReadingProblem::MissingVariant { element, attribute: selector.attribute, known: known() };
            sink.error(node.place, problem);
        }
        return default;
    };
    let chosen = family.variant(given.value.trim());
    match chosen {
        None => {
            let names = family.variants.iter().flat_map(|element| element.names).copied();
            let problem = ReadingProblem::UnknownVariant {
                element,
                attribute: given.name.clone(),
                value: shortened(&given.value),
                nearest: nearest(&given.value, names),
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

fn label(tag: &str, family: &Family, element: &Element) -> String {
    match (family.selector, element.names.first()) {
        (Some(selector), Some(name)) => format!("<{tag} {}=\"{name}\">", selector.attribute),
        _ => format!("<{tag}>"),
    }
}

fn choose(param: &Param, text: &str) -> (Option<&'static str>, Option<String>) {
    let Kind::Choice(words) = param.kind else { return (None, None) };
    let word = words.iter().copied().find(|word| word.eq_ignore_ascii_case(text.trim()));
    (word, nearest(text.trim(), words.iter().copied()))
}

fn bad_value(param: &Param, text: &str, nearest: Option<String>) -> ReadingProblem {
    let (parameter, value) = (param.name.to_owned(), shortened(text));
    ReadingProblem::BadValue { parameter, value, expected: param.kind.expected(), nearest }
}

/// The beginning of a text, on one line, for a message.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 40;
    let mut words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = words.char_indices().nth(LONGEST) {
        words.truncate(end);
        words.push('…');
    }
    words
}

/// Attributes by which XML files name their schema.
fn is_xml_machinery(name: &str) -> bool {
    name == "xmlns" || name.starts_with("xmlns:") || name.starts_with("xsi:") || name.starts_with("xml:")
}

/// The first element of the format that has such a child.
fn home_of(name: &str) -> Option<String> {
    let mut open: Vec<&'static Family> = vec![&WORLD];
    let mut seen: Vec<&'static str> = Vec::new();
    while let Some(family) = open.pop() {
        for element in family.variants {
            if element.param(name).is_some() || element.family(name).is_some() {
                return Some(label(family.tag, family, element));
            }
            for child in element.all_children() {
                let is_new = !seen.contains(&child.tag);
                if is_new {
                    seen.push(child.tag);
                    open.push(child);
                }
            }
        }
    }
    None
}
