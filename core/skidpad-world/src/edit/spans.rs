//! Where the elements of a file begin and end, in bytes, so that one can be changed and the rest stays.

use quick_xml::Reader;
use quick_xml::events::Event;
use std::ops::Range;

/// An element of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Span {
    /// Its tag.
    pub(super) name: String,
    /// From its `<` to the end of its closing tag.
    pub(super) whole: Range<usize>,
    /// Its opening tag.
    pub(super) opening: Range<usize>,
    /// Where its closing tag begins; the end of the opening tag where it closes itself.
    pub(super) close_start: usize,
    /// The element around it.
    pub(super) parent: Option<usize>,
    /// Its first text, without blanks around it.
    pub(super) text: Option<Range<usize>>,
}

impl Span {
    /// Whether it is written `<tag/>`.
    pub(super) fn closes_itself(&self) -> bool {
        self.opening == self.whole
    }
}

/// The elements of a text in the order of their opening tags; none where its tags do not match each other.
pub(super) fn spans(text: &str) -> Option<Vec<Span>> {
    let from = text.len() - text.trim_start_matches('\u{feff}').len();
    let mut reader = Reader::from_str(&text[from..]);
    let config = reader.config_mut();
    config.check_end_names = false;
    config.allow_unmatched_ends = true;
    config.allow_dangling_amp = true;
    config.check_comments = false;
    let mut all: Vec<Span> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    let is_blank = |range: &Range<usize>| text[range.clone()].trim().is_empty();
    loop {
        let start = from + usize::try_from(reader.buffer_position()).ok()?;
        let event = reader.read_event().ok()?;
        let end = from + usize::try_from(reader.buffer_position()).ok()?;
        match event {
            Event::Start(tag) => {
                all.push(span(tag.name().as_ref(), start..end, open.last().copied()));
                open.push(all.len() - 1);
            }
            Event::Empty(tag) => all.push(span(tag.name().as_ref(), start..end, open.last().copied())),
            Event::End(tag) => {
                let it = &mut all[open.pop()?];
                if it.name != tag.name().as_ref() {
                    return None;
                }
                it.close_start = start;
                it.whole.end = end;
            }
            Event::Text(_) | Event::GeneralRef(_) | Event::CData(_) => {
                if let Some(&index) = open.last() {
                    let known = all[index].text.take().filter(|known| known.end == start || !is_blank(known));
                    all[index].text = Some(match known {
                        // Entities and references split a text that is one.
                        Some(known) if known.end == start => known.start..end,
                        Some(known) => known,
                        None => start..end,
                    });
                }
            }
            Event::Eof => break,
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::DocType(_) => {}
        }
    }
    for it in &mut all {
        it.text = it.text.take().map(|range| trimmed(text, &range)).filter(|range| !range.is_empty());
    }
    open.is_empty().then_some(all)
}

/// A range without the white space around it.
fn trimmed(text: &str, range: &Range<usize>) -> Range<usize> {
    let raw = &text[range.clone()];
    let first = range.start + (raw.len() - raw.trim_start().len());
    first..first + raw.trim().len()
}

fn span(name: &str, opening: Range<usize>, parent: Option<usize>) -> Span {
    Span {
        name: name.to_owned(),
        whole: opening.clone(),
        close_start: opening.end,
        opening,
        parent,
        text: None,
    }
}

/// The value of an attribute of an opening tag, without its quotes.
pub(super) fn attribute(text: &str, opening: &Range<usize>, name: &str) -> Option<Range<usize>> {
    let tag = &text[opening.clone()];
    let mut at = tag.find(|c: char| c.is_whitespace())?;
    loop {
        let rest = &tag[at..];
        at += rest.len() - rest.trim_start().len();
        let end = at + tag[at..].find(|c: char| c.is_whitespace() || c == '=' || c == '>' || c == '/')?;
        let found = &tag[at..end];
        let equals = end + tag[end..].find(|c: char| !c.is_whitespace())?;
        if !tag[equals..].starts_with('=') || found.is_empty() {
            return None;
        }
        let quote_at = equals + 1 + tag[equals + 1..].find(|c: char| !c.is_whitespace())?;
        let quote = tag[quote_at..].chars().next().filter(|c| matches!(c, '"' | '\''))?;
        let value_end = quote_at + 1 + tag[quote_at + 1..].find(quote)?;
        if found == name {
            return Some(opening.start + quote_at + 1..opening.start + value_end);
        }
        at = value_end + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_have_their_bytes() {
        let text = "<?xml version='1.0'?>\n<w><!-- <x> --><a b='1' c = \"2\"> ä &amp; b <d/></a></w>";
        let all = spans(text).unwrap();
        let of = |name: &str| all.iter().find(|it| it.name == name).unwrap();
        assert_eq!(&text[of("a").whole.clone()], "<a b='1' c = \"2\"> ä &amp; b <d/></a>");
        assert_eq!(&text[of("a").text.clone().unwrap()], "ä &amp; b");
        assert_eq!(&text[attribute(text, &of("a").opening, "c").unwrap()], "2");
        assert_eq!(attribute(text, &of("a").opening, "x"), None);
        assert!(of("d").closes_itself() && of("d").parent == all.iter().position(|it| it.name == "a"));
        assert_eq!(spans("<a><b></a></b>"), None);
        assert_eq!(spans("<a>"), None);
    }
}
