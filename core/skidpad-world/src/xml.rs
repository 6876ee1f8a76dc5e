//! Text of one file to elements, as tolerant as the parser that MVSim's worlds were written for.
//!
//! quick-xml splits the text into markup; names, attributes and entities are read here, because the
//! worlds in use need more leniency and every value needs its place. What strict XML would reject but
//! has one clear meaning is read with a warning (world-format §1); what has none is an error, and
//! reading goes on as far as it can. There is no recursion.

use std::borrow::Cow;
use std::collections::BTreeSet;

use quick_xml::Reader;
use quick_xml::errors::SyntaxError;
use quick_xml::events::Event;

use crate::diagnostics::{Diagnostics, Severity};
use crate::limits::Limits;
use crate::place::{FileId, Place, PlaceFinder};
use crate::problem::Problem;
use crate::tree::{Attribute, Name, Node, Text};

/// The root elements of a file. `nodes_left` is how many elements the world may still have.
pub fn parse(
    text: &str,
    file: FileId,
    limits: &Limits,
    nodes_left: &mut usize,
    diagnostics: &mut Diagnostics,
) -> Vec<Node> {
    let mut builder = Builder {
        text,
        find: PlaceFinder::new(text, file),
        limits,
        nodes_left,
        diagnostics,
        roots: Vec::new(),
        open: Vec::new(),
        chunk: None,
        names: BTreeSet::new(),
        is_stopped: false,
    };
    builder.read();
    builder.finish()
}

/// After so many `<` that start nothing the file is no XML; finding the end of each takes time.
const MOST_STRAY: usize = 100;

struct Builder<'a> {
    text: &'a str,
    find: PlaceFinder<'a>,
    limits: &'a Limits,
    nodes_left: &'a mut usize,
    diagnostics: &'a mut Diagnostics,
    roots: Vec<Node>,
    /// Elements that are not closed yet, outermost first.
    open: Vec<Node>,
    /// Byte range of the text that is being collected.
    chunk: Option<(usize, usize)>,
    /// Names of elements and attributes met so far.
    names: BTreeSet<Name>,
    /// A limit or a mistake has ended reading.
    is_stopped: bool,
}

impl Builder<'_> {
    fn read(&mut self) {
        let mut from = 0;
        let mut stray_count = 0;
        while let Some(stray) = self.read_from(from) {
            // A '<' that starts nothing is text; go on behind it.
            let place = self.find.at(stray);
            self.diagnostics.error(place, Problem::StrayLessThan);
            self.add_text(stray, stray + 1);
            from = stray + 1;
            stray_count += 1;
            if stray_count == MOST_STRAY {
                return self.stop(place, "stray \"<\"", MOST_STRAY);
            }
        }
    }

    /// Read from an offset to the end, to a mistake that ends reading, or to a stray `<`, whose offset
    /// it returns.
    fn read_from(&mut self, mut from: usize) -> Option<usize> {
        // quick-xml drops a byte order mark and does not count it.
        while self.text[from..].starts_with('\u{feff}') {
            from += '\u{feff}'.len_utf8();
        }
        let mut reader = Reader::from_str(&self.text[from..]);
        let config = reader.config_mut();
        config.check_end_names = false;
        config.allow_unmatched_ends = true;
        config.allow_dangling_amp = true;
        config.check_comments = false;
        let at = |position: u64| from + usize::try_from(position).unwrap_or(usize::MAX);
        while !self.is_stopped {
            let start = at(reader.buffer_position());
            let event = reader.read_event();
            let end = at(reader.buffer_position());
            if matches!(event, Ok(Event::Start(_) | Event::Empty(_)))
                && self.token_end(start + 1, end) == start + 1
            {
                return Some(start);
            }
            if !matches!(event, Ok(Event::Text(_) | Event::GeneralRef(_))) {
                self.end_text();
            }
            match event {
                Ok(Event::Start(_)) => self.open_element(start, end),
                Ok(Event::Empty(_)) => {
                    self.open_element(start, end);
                    if !self.is_stopped {
                        self.close_element();
                    }
                }
                Ok(Event::End(_)) => self.end_tag(start, end),
                Ok(Event::Text(_) | Event::GeneralRef(_)) => self.add_text(start, end),
                Ok(Event::CData(_)) => self.character_data(start, end),
                Ok(Event::DocType(_)) => {
                    let place = self.find.at(start);
                    self.diagnostics.error(place, Problem::DocumentType);
                }
                Ok(Event::Comment(_)) => self.comment(start, end),
                Ok(Event::Decl(_) | Event::PI(_)) => {}
                Ok(Event::Eof) => return None,
                Err(error) => {
                    let place = self.find.at(at(reader.error_position()));
                    self.diagnostics.error(place, Problem::Malformed { what: in_our_words(&error) });
                    self.is_stopped = true;
                }
            }
        }
        None
    }

    /// A comment says nothing, but strict XML wants no two hyphens in it.
    fn comment(&mut self, start: usize, end: usize) {
        let start = start + "<!--".len();
        // One hyphen before the end makes two there.
        let inner_end = (end - "->".len()).max(start);
        if let Some(found) = self.text[start..inner_end].find("--") {
            let place = self.find.at(start + found);
            self.diagnostics.warning(place, Problem::HyphensInComment);
        }
    }

    fn add_text(&mut self, start: usize, end: usize) {
        self.chunk = Some((self.chunk.map_or(start, |(first, _)| first), end));
    }

    /// Close what is still open and give back the roots. When reading ended early, that was said.
    fn finish(mut self) -> Vec<Node> {
        if !self.is_stopped
            && let [around @ .., node] = &self.open[..]
        {
            // The innermost one is where to look; those around it follow from it.
            let element = node.name.to_string();
            let around = around.iter().rev().map(|node| format!("<{}>", node.name)).collect();
            self.diagnostics.error(node.place, Problem::UnclosedElement { element, around });
        }
        while !self.open.is_empty() {
            self.close_element();
        }
        self.roots
    }

    /// Read the tag in `start..end`.
    fn open_element(&mut self, start: usize, end: usize) {
        let place = self.find.at(start);
        if self.open.len() >= self.limits.depth {
            return self.stop(place, "elements inside each other", self.limits.depth);
        }
        if *self.nodes_left == 0 {
            return self.stop(place, "elements, attributes and texts", self.limits.nodes);
        }
        *self.nodes_left -= 1;
        let name_end = self.token_end(start + 1, end);
        let mut node = Node::new(self.name(start + 1, name_end), place);
        self.attributes(&mut node, name_end, end);
        // Most elements have one attribute, and there may be a million elements.
        node.attributes.shrink_to_fit();
        self.open.push(node);
    }

    /// The name in `start..end`, shared with all that are the same.
    fn name(&mut self, start: usize, end: usize) -> Name {
        let text = &self.text[start..end];
        if let Some(known) = self.names.get(text) {
            return known.clone();
        }
        let name = Name::from(text);
        self.names.insert(name.clone());
        name
    }

    fn stop(&mut self, place: Place, what: &'static str, limit: usize) {
        self.is_stopped = true;
        self.diagnostics.error(place, Problem::LimitReached { what, limit: limit as u64 });
    }

    /// Read the attributes in `at..end`.
    fn attributes(&mut self, node: &mut Node, mut at: usize, end: usize) {
        loop {
            at = self.skip_blanks(at, end);
            if self.text[at..end].starts_with(['/', '>']) || at >= end {
                return;
            }
            let name_start = at;
            at = self.token_end(at, end);
            let name = &self.text[name_start..at];
            let place = self.find.at(name_start);
            if node.attributes.len() >= self.limits.attributes {
                return self.stop(place, "attributes of one element", self.limits.attributes);
            }
            if *self.nodes_left == 0 {
                return self.stop(place, "elements, attributes and texts", self.limits.nodes);
            }
            *self.nodes_left -= 1;
            at = self.skip_blanks(at, end);
            if name.is_empty() && self.text[name_start..end].starts_with('<') {
                // What follows would be read as parts of this tag.
                let what = format!("the tag <{}> has no \">\" before the next \"<\"", node.name);
                self.diagnostics.error(node.place, Problem::Malformed { what });
                self.is_stopped = true;
                return;
            }
            if name.is_empty() || !self.text[at..end].starts_with('=') {
                let what = if name.is_empty() {
                    "an attribute needs a name before \"=\"".to_owned()
                } else {
                    format!("attribute \"{name}\" has no value; write {name}=\"…\"")
                };
                self.diagnostics.error(place, Problem::Malformed { what });
                if name.is_empty() {
                    return;
                }
                continue;
            }
            at = self.skip_blanks(at + 1, end);
            let Some(quote) = self.text[at..end].chars().next().filter(|c| matches!(c, '"' | '\'')) else {
                let what = format!("the value of attribute \"{name}\" is not in quotes");
                self.diagnostics.error(place, Problem::Malformed { what });
                at = self.token_end(at, end);
                continue;
            };
            let value_start = at + 1;
            let value_end =
                self.text[value_start..end].find(quote).map_or(end, |length| value_start + length);
            at = (value_end + 1).min(end);
            let name = self.name(name_start, name_start + name.len());
            self.attribute(node, name, place, value_start, value_end);
        }
    }

    fn attribute(&mut self, node: &mut Node, name: Name, place: Place, start: usize, end: usize) {
        let value_place = self.find.at(start);
        if node.attribute(&name).is_some() {
            self.diagnostics.warning(place, Problem::RepeatedAttribute { attribute: name.to_string() });
            return;
        }
        let value = self.resolve_entities(start, end, Some(&name));
        node.attributes.push(Attribute { name, value, place, value_place });
    }

    fn end_tag(&mut self, start: usize, end: usize) {
        let place = self.find.at(start);
        let closed_as = self.text[start + 2..end - 1].trim();
        if self.open.last().is_some_and(|node| &*node.name != closed_as) {
            self.close_down_to(closed_as);
        }
        match self.open.last() {
            None => {
                self.diagnostics.error(place, Problem::StrayClosingTag { element: closed_as.to_owned() });
            }
            Some(node) => {
                if &*node.name != closed_as {
                    let problem = Problem::MisclosedElement {
                        element: node.name.to_string(),
                        closed_as: closed_as.to_owned(),
                    };
                    self.diagnostics.warning(place, problem);
                }
                self.close_element();
            }
        }
    }

    /// If an element of this name is open further out, those inside it were never closed.
    fn close_down_to(&mut self, name: &str) {
        let Some(depth) = self.open.iter().rposition(|node| &*node.name == name) else { return };
        while self.open.len() > depth + 1 {
            if let Some(node) = self.open.last() {
                let element = node.name.to_string();
                self.diagnostics.error(node.place, Problem::UnclosedElement { element, around: Vec::new() });
            }
            self.close_element();
        }
    }

    fn close_element(&mut self) {
        if let Some(node) = self.open.pop() {
            match self.open.last_mut() {
                Some(parent) => parent.children.push(node),
                None => self.roots.push(node),
            }
        }
    }

    /// The text collected so far is complete: the first one is the element's value.
    fn end_text(&mut self) {
        let Some((start, end)) = self.chunk.take() else { return };
        let raw = &self.text[start..end];
        let start = start + (raw.len() - raw.trim_start().len());
        let end = start + raw.trim().len();
        if start < end {
            let place = self.find.at(start);
            let value = self.resolve_entities(start, end, None);
            self.set_text(place, value.trim().to_owned());
        }
    }

    fn character_data(&mut self, start: usize, end: usize) {
        let start = start + "<![CDATA[".len();
        let inner = &self.text[start..end - "]]>".len()];
        let value = inner.trim().to_owned();
        if !value.is_empty() {
            let place = self.find.at(start + (inner.len() - inner.trim_start().len()));
            self.set_text(place, value);
        }
    }

    fn set_text(&mut self, place: Place, value: String) {
        if *self.nodes_left == 0 {
            return self.stop(place, "elements, attributes and texts", self.limits.nodes);
        }
        *self.nodes_left -= 1;
        match self.open.last_mut() {
            Some(node) if node.text.is_none() => node.text = Some(Box::new(Text { value, place })),
            Some(node) => {
                let element = node.name.to_string();
                self.diagnostics.warning(place, Problem::IgnoredText { element });
            }
            // MVSim refuses text here too, and without it a page about worlds would be taken for one.
            None if self.roots.is_empty() => self.diagnostics.error(place, Problem::TextBeforeElements),
            None => self.diagnostics.warning(place, Problem::TextOutsideElements),
        }
    }

    /// The text of `start..end`, which may be the value of an attribute, with entities resolved.
    /// An unknown one stays, with a warning, as does the first `<` of an attribute.
    fn resolve_entities(&mut self, start: usize, end: usize, attribute: Option<&str>) -> String {
        let mut resolved = String::with_capacity(end - start);
        let mut at = start;
        let mut looks_for_less_than = attribute.is_some();
        while let Some(found) = self.text[at..end].find(|c| c == '&' || (looks_for_less_than && c == '<')) {
            resolved.push_str(&self.text[at..at + found]);
            at += found;
            if self.text[at..].starts_with('<') {
                let place = self.find.at(at);
                let attribute = attribute.unwrap_or("").to_owned();
                self.diagnostics.warning(place, Problem::RawLessThan { attribute });
                looks_for_less_than = false;
                continue;
            }
            match entity(&self.text[at..end]) {
                Some((character, length)) => {
                    if is_control_character(character) {
                        let place = self.find.at(at);
                        let code = u32::from(character);
                        self.diagnostics.warning(place, Problem::ControlCharacter { code });
                        resolved.push(char::REPLACEMENT_CHARACTER);
                    } else {
                        resolved.push(character);
                    }
                    at += length;
                }
                None => {
                    // Where it stands matters only while findings are kept.
                    let place = (!self.diagnostics.is_full()).then(|| self.find.at(at));
                    self.diagnostics.push(Severity::Warning, place, Problem::BareAmpersand);
                    resolved.push('&');
                    at += 1;
                }
            }
        }
        resolved.push_str(&self.text[at..end]);
        resolved
    }

    fn skip_blanks(&self, at: usize, end: usize) -> usize {
        let rest = &self.text[at.min(end)..end];
        at.min(end) + (rest.len() - rest.trim_start().len())
    }

    /// Where a name that starts at `at` ends.
    fn token_end(&self, at: usize, end: usize) -> usize {
        let is_end = |c: char| c.is_whitespace() || matches!(c, '=' | '/' | '>' | '"' | '\'' | '<');
        self.text[at..end].find(is_end).map_or(end, |length| at + length)
    }
}

/// The character that an entity at the start of `text` stands for, and the entity's length.
fn entity(text: &str) -> Option<(char, usize)> {
    // The longest one is &#x10FFFF; and numbers may have leading zeros.
    let length = text.char_indices().take(16).find(|&(_, c)| c == ';')?.0;
    let character = match &text[1..length] {
        "lt" => '<',
        "gt" => '>',
        "amp" => '&',
        "quot" => '"',
        "apos" => '\'',
        name => {
            let number = name.strip_prefix('#')?;
            let code = match number.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16).ok()?,
                None => number.parse().ok()?,
            };
            char::from_u32(code)?
        }
    };
    Some((character, length + 1))
}

/// Whether a character belongs in no world: XML allows tabs and ends of lines only, and terminals obey the others.
pub(crate) fn is_control_character(character: char) -> bool {
    character.is_control() && !matches!(character, '\t' | '\n' | '\r')
}

/// A text whose control characters are replaced, one for one, so that places stay the same.
pub(crate) fn without_control_characters(text: &str) -> Cow<'_, str> {
    if text.contains(is_control_character) {
        Cow::Owned(text.replace(is_control_character, "\u{FFFD}"))
    } else {
        Cow::Borrowed(text)
    }
}

fn in_our_words(error: &quick_xml::Error) -> String {
    let what = match error {
        quick_xml::Error::Syntax(syntax) => match syntax {
            SyntaxError::InvalidBangMarkup => "\"<!\" starts neither a comment nor CDATA",
            SyntaxError::UnclosedPI => "\"<?\" has no closing \"?>\"",
            SyntaxError::UnclosedXmlDecl => "\"<?xml\" has no closing \"?>\"",
            SyntaxError::UnclosedComment => "\"<!--\" has no closing \"-->\"",
            SyntaxError::UnclosedDoctype => "\"<!DOCTYPE\" has no closing \">\"",
            SyntaxError::UnclosedCData => "\"<![CDATA[\" has no closing \"]]>\"",
            SyntaxError::UnclosedTag => "this tag has no closing \">\"",
            SyntaxError::UnclosedSingleQuotedAttributeValue => {
                "an attribute of this tag has no closing quote (')"
            }
            SyntaxError::UnclosedDoubleQuotedAttributeValue => {
                "an attribute of this tag has no closing quote (\")"
            }
        },
        _ => "this is not XML",
    };
    what.to_owned()
}
