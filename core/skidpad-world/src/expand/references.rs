//! Which variables a file mentions, found by reading its text without interpreting it.

use std::collections::BTreeSet;

use crate::place::Place;
use crate::tree::Node;

/// Names that a file refers to.
#[derive(Debug, Clone, Default)]
pub(super) struct References {
    /// In `${…}`, as written.
    pub(super) exact: BTreeSet<String>,
    /// How names in `${…}` begin that are put together: `leg_` of `${leg_${i}}`.
    beginnings: BTreeSet<String>,
    /// Words in `$f{…}`, in lower case.
    bare: BTreeSet<String>,
}

impl References {
    pub(super) fn of(roots: &[Node]) -> Self {
        let mut references = References::default();
        for root in roots {
            references.add_node(root);
        }
        references
    }

    pub(super) fn contains(&self, name: &str) -> bool {
        self.exact.contains(name)
            || self.bare.contains(&name.to_lowercase())
            || self.beginnings.iter().any(|beginning| name.starts_with(beginning))
    }

    /// Names that an include may set: `NAME` and the like are set by the loader.
    pub(super) fn parameters(&self) -> Vec<&str> {
        let is_ours = |name: &&str| name.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_');
        self.exact.iter().map(String::as_str).filter(|name| !is_ours(name)).collect()
    }

    /// Files are no deeper than the limit, so this may recurse.
    fn add_node(&mut self, node: &Node) {
        for attribute in &node.attributes {
            self.add_text(&attribute.value);
        }
        self.add_text(node.text());
        for child in &node.children {
            self.add_node(child);
        }
    }

    fn add_text(&mut self, text: &str) {
        for after in text.split("${").skip(1) {
            let end = after.find(['|', '}', '$']).unwrap_or(after.len());
            self.exact.insert(after[..end].to_owned());
        }
        // A piece that is followed directly by another "${" is the beginning of a name.
        for before in text.split("${").skip(1).filter(|piece| !piece.contains(['|', '}', '$'])) {
            self.beginnings.insert(before.to_owned());
        }
        if text.contains("$f{") {
            let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            self.bare.extend(words.filter(|word| !word.is_empty()).map(str::to_lowercase));
        }
    }
}

/// Every `<variable>` of a file with its place, except one that is there to seed the random numbers.
pub(super) fn defined_variables(roots: &[Node]) -> impl Iterator<Item = (String, Place)> {
    let mut found = Vec::new();
    let mut waiting: Vec<&Node> = roots.iter().rev().collect();
    while let Some(node) = waiting.pop() {
        if node.name == "variable"
            && let Some(name) = node.attribute("name")
            && !name.value.contains('$')
            && node.attribute("value").is_some_and(|value| !value.value.contains("randomize"))
        {
            found.push((name.value.clone(), node.place));
        }
        waiting.extend(node.children.iter().rev());
    }
    found.into_iter()
}
