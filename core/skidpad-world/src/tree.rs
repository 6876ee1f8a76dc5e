//! World text as a tree in which every element, attribute and text knows its place.

use std::borrow::Borrow;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use crate::place::Place;

/// The name of an element or attribute. A world repeats few names many times, so copies share the text.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Name(Arc<str>);

impl Name {
    /// The name as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl Deref for Name {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for Name {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl From<&str> for Name {
    fn from(name: &str) -> Self {
        Name(name.into())
    }
}

impl From<&Name> for Name {
    fn from(name: &Name) -> Self {
        name.clone()
    }
}

impl PartialEq<str> for Name {
    fn eq(&self, other: &str) -> bool {
        *self.0 == *other
    }
}

impl PartialEq<&str> for Name {
    fn eq(&self, other: &&str) -> bool {
        *self.0 == **other
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&*self.0, f)
    }
}

/// An element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Node {
    /// Tag name, as written (`:` is an ordinary character).
    pub name: Name,
    /// Where its `<` stands.
    pub place: Place,
    /// Attributes in the order in which they are written; each name once.
    pub attributes: Vec<Attribute>,
    /// The value of the element: its first text, trimmed. `None` when there is none but blanks.
    pub text: Option<Box<Text>>,
    /// Child elements in document order.
    pub children: Vec<Node>,
}

/// `name="value"`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Attribute {
    /// Name, as written.
    pub name: Name,
    /// Value with entities resolved.
    pub value: String,
    /// Where the name stands.
    pub place: Place,
    /// Where the value stands (its first character, after the quote).
    pub value_place: Place,
}

/// The text of an element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// Trimmed, with entities resolved.
    pub value: String,
    /// Where its first visible character stands.
    pub place: Place,
}

impl Node {
    /// An element with nothing in it.
    pub fn new(name: impl Into<Name>, place: Place) -> Self {
        Node { name: name.into(), place, attributes: Vec::new(), text: None, children: Vec::new() }
    }

    /// A copy of the element alone.
    pub(crate) fn clone_without_children(&self) -> Self {
        Node {
            name: self.name.clone(),
            place: self.place,
            attributes: self.attributes.clone(),
            text: self.text.clone(),
            children: Vec::new(),
        }
    }

    /// The attribute of this name.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|attribute| attribute.name == name)
    }

    /// The first child element of this name.
    pub fn child(&self, name: &str) -> Option<&Node> {
        self.children.iter().find(|child| child.name == name)
    }

    /// All child elements of this name.
    pub fn children_named<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Node> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// The text, empty when there is none.
    pub fn text(&self) -> &str {
        self.text.as_ref().map_or("", |text| &text.value)
    }

    /// Where the text stands, or the element itself when it has none.
    pub fn text_place(&self) -> Place {
        self.text.as_ref().map_or(self.place, |text| text.place)
    }

    /// How many elements this is, itself included.
    pub fn count(&self) -> usize {
        1 + self.children.iter().map(Node::count).sum::<usize>()
    }

    /// Whether two trees say the same, wherever they stand.
    pub fn equals_apart_from_places(&self, other: &Node) -> bool {
        self.name == other.name
            && self.text() == other.text()
            && self.attributes.len() == other.attributes.len()
            && self
                .attributes
                .iter()
                .zip(&other.attributes)
                .all(|(a, b)| (&a.name, &a.value) == (&b.name, &b.value))
            && self.children.len() == other.children.len()
            && self.children.iter().zip(&other.children).all(|(a, b)| a.equals_apart_from_places(b))
    }
}
