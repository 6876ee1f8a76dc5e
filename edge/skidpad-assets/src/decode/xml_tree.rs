//! A plain tree of XML elements, for COLLADA: read under limits, walked without recursion.

use crate::{AssetProblem, Limits};
use quick_xml::XmlVersion;
use quick_xml::events::{BytesStart, Event};
use quick_xml::reader::Reader;

/// Deepest nesting; scene graphs of real files stay far below.
const MAX_DEPTH: usize = 256;

/// Most attributes of an element: they are looked through one by one.
const MAX_ATTRIBUTES: usize = 100;

/// All elements of a document; the first one is the root.
pub(crate) struct XmlTree {
    elements: Vec<Element>,
}

struct Element {
    name: String,
    attributes: Vec<(String, String)>,
    text: String,
    children: Vec<usize>,
}

/// One element of a tree.
#[derive(Clone, Copy)]
pub(crate) struct Node<'a> {
    tree: &'a XmlTree,
    index: usize,
}

impl XmlTree {
    pub(crate) fn parse(bytes: &[u8], limits: &Limits) -> Result<XmlTree, AssetProblem> {
        let text = std::str::from_utf8(bytes).map_err(|_| AssetProblem::malformed("is not UTF-8 text"))?;
        let mut reader = Reader::from_str(text.trim_start_matches('\u{feff}'));
        let mut tree = XmlTree { elements: Vec::new() };
        let mut open: Vec<usize> = Vec::new();
        loop {
            let event = reader.read_event().map_err(|error| not_xml(&error))?;
            match event {
                Event::Start(start) => {
                    let index = tree.push(&start, open.last().copied(), limits)?;
                    open.push(index);
                    if open.len() > MAX_DEPTH {
                        let what = "elements inside each other";
                        return Err(AssetProblem::TooMany { what, limit: MAX_DEPTH as u64 });
                    }
                }
                Event::Empty(start) => {
                    tree.push(&start, open.last().copied(), limits)?;
                }
                Event::End(_) => {
                    open.pop();
                }
                Event::Text(text) => tree.append_text(open.last(), &text),
                Event::CData(text) => tree.append_text(open.last(), &text),
                Event::DocType(_) => return Err(AssetProblem::malformed("has a document type")),
                Event::Eof if open.is_empty() => break,
                Event::Eof => return Err(AssetProblem::malformed("ends before its data does")),
                Event::Comment(_) | Event::Decl(_) | Event::PI(_) | Event::GeneralRef(_) => {}
            }
        }
        if tree.elements.is_empty() {
            return Err(AssetProblem::malformed("is not XML"));
        }
        Ok(tree)
    }

    fn push(
        &mut self,
        start: &BytesStart<'_>,
        parent: Option<usize>,
        limits: &Limits,
    ) -> Result<usize, AssetProblem> {
        // A geometry of a few elements may be instanced often, so elements have ten times the limit.
        let limit = limits.node_count * 10;
        if self.elements.len() >= limit {
            return Err(AssetProblem::TooMany { what: "elements", limit: limit as u64 });
        }
        let mut attributes = Vec::new();
        for attribute in start.attributes() {
            let attribute = attribute.map_err(|error| not_xml(&error))?;
            let value =
                attribute.normalized_value(XmlVersion::Implicit1_0).map_err(|error| not_xml(&error))?;
            if attributes.len() >= MAX_ATTRIBUTES {
                return Err(AssetProblem::TooMany { what: "attributes", limit: MAX_ATTRIBUTES as u64 });
            }
            attributes.push((attribute.key.local_name().as_ref().to_owned(), value.into_owned()));
        }
        let index = self.elements.len();
        self.elements.push(Element {
            name: start.local_name().as_ref().to_owned(),
            attributes,
            text: String::new(),
            children: Vec::new(),
        });
        if let Some(parent) = parent {
            self.elements[parent].children.push(index);
        }
        Ok(index)
    }

    fn append_text(&mut self, element: Option<&usize>, text: &str) {
        if let Some(&index) = element
            && !text.trim().is_empty()
        {
            self.elements[index].text.push_str(text);
        }
    }

    pub(crate) fn root(&self) -> Node<'_> {
        Node { tree: self, index: 0 }
    }

    /// Every element of the document, in document order.
    pub(crate) fn nodes(&self) -> impl Iterator<Item = Node<'_>> {
        (0..self.elements.len()).map(|index| Node { tree: self, index })
    }
}

fn not_xml(error: &dyn std::fmt::Display) -> AssetProblem {
    AssetProblem::malformed(format!("is not XML: {error}"))
}

impl<'a> Node<'a> {
    fn element(self) -> &'a Element {
        &self.tree.elements[self.index]
    }

    /// A number for this element that no other has.
    pub(crate) fn id_in_tree(self) -> usize {
        self.index
    }

    pub(crate) fn name(self) -> &'a str {
        &self.element().name
    }

    pub(crate) fn attribute(self, name: &str) -> Option<&'a str> {
        let attributes = &self.element().attributes;
        attributes.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    pub(crate) fn text(self) -> &'a str {
        self.element().text.trim()
    }

    pub(crate) fn children(self) -> impl Iterator<Item = Node<'a>> {
        self.element().children.iter().map(move |&index| Node { tree: self.tree, index })
    }

    pub(crate) fn children_named(self, name: &str) -> impl Iterator<Item = Node<'a>> {
        self.children().filter(move |child| child.name() == name)
    }

    /// The first child at the end of a path such as `technique_common/accessor`.
    pub(crate) fn at(self, path: &str) -> Option<Node<'a>> {
        path.split('/').try_fold(self, |node, name| node.children_named(name).next())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_attributes_and_text() {
        let text = b"<?xml version='1.0'?><c:a x='1 &lt; 2'><!-- no --><b> 1 2 </b><b/><d><e>z</e></d></c:a>";
        let tree = XmlTree::parse(text, &Limits::default()).unwrap();
        let root = tree.root();
        assert_eq!((root.name(), root.attribute("x")), ("a", Some("1 < 2")));
        assert_eq!(root.children_named("b").next().unwrap().text(), "1 2");
        assert_eq!(root.at("d/e").unwrap().text(), "z");
        assert!(root.at("d/f").is_none());
        assert_eq!(tree.nodes().count(), 5);
    }

    #[test]
    fn depth_count_and_form_are_limited() {
        let limits = Limits { node_count: 10, ..Limits::default() };
        let parse = |text: &str| XmlTree::parse(text.as_bytes(), &limits).err().map(|p| p.to_string());
        assert!(parse(&"<a>".repeat(100_000)).is_some());
        assert!(XmlTree::parse("<a>".repeat(1000).as_bytes(), &Limits::default()).is_err());
        assert!(parse(&format!("<a>{}</a>", "<b/>".repeat(200))).unwrap().contains("elements"));
        assert!(parse("<!DOCTYPE x [<!ENTITY a 'b'>]><x>&a;</x>").unwrap().contains("document type"));
        assert!(parse("").is_some());
        assert!(parse("<a><b></a>").is_some());
        let many = |count: usize| (0..count).map(|k| format!(" a{k}=''")).collect::<String>();
        assert!(parse(&format!("<a{}/>", many(100))).is_none());
        assert!(parse(&format!("<a{}/>", many(101))).unwrap().contains("attributes"));
        assert!(parse("<a>").unwrap().contains("ends before"));
    }
}
