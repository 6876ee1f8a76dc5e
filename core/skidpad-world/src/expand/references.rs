//! Which variables a file mentions, found by reading its text without interpreting it.

use std::collections::BTreeSet;
use std::ops::Bound;

use crate::place::Place;
use crate::tree::Node;

/// Names that a file refers to.
#[derive(Debug, Clone, Default)]
pub(super) struct References {
    /// In `${…}`, as written.
    pub(super) exact: BTreeSet<String>,
    /// How names in `${…}` begin that are put together: `leg_` of `${leg_${i}}`. None of them begins with another one.
    beginnings: BTreeSet<String>,
    /// Words in `$f{…}`, in lower case.
    bare: BTreeSet<String>,
    /// There are more than are kept: any name may be among them.
    is_partial: bool,
}

/// Names of a file that are kept. They only serve to point out what nothing uses.
const MOST_NAMES: usize = 100_000;

impl References {
    pub(super) fn of(roots: &[Node]) -> Self {
        let mut references = References::default();
        for root in roots {
            references.add_node(root);
        }
        references.drop_longer_beginnings();
        references
    }

    pub(super) fn contains(&self, name: &str) -> bool {
        // Between a beginning of the name and the name itself only longer beginnings could stand.
        let mut up_to = self.beginnings.range::<str, _>((Bound::Unbounded, Bound::Included(name)));
        self.is_partial
            || self.exact.contains(name)
            || self.bare.contains(&name.to_lowercase())
            || up_to.next_back().is_some_and(|beginning| name.starts_with(beginning))
    }

    /// Whatever begins with one beginning needs no longer one.
    fn drop_longer_beginnings(&mut self) {
        let mut shortest: Option<String> = None;
        self.beginnings.retain(|beginning| {
            let is_longer = shortest.as_ref().is_some_and(|shortest| beginning.starts_with(shortest));
            if !is_longer {
                shortest = Some(beginning.clone());
            }
            !is_longer
        });
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
        if self.is_partial {
            return;
        }
        for after in text.split("${").skip(1) {
            if self.exact.len() >= MOST_NAMES {
                self.is_partial = true;
                return;
            }
            let end = after.find(['|', '}', '$']).unwrap_or(after.len());
            self.exact.insert(after[..end].to_owned());
        }
        // A piece that is followed directly by another "${" is the beginning of a name.
        for before in text.split("${").skip(1).filter(|piece| !piece.contains(['|', '}', '$'])) {
            self.beginnings.insert(before.to_owned());
        }
        if text.contains("$f{") {
            let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            for word in words.filter(|word| !word.is_empty()) {
                if self.bare.len() >= MOST_NAMES {
                    self.is_partial = true;
                    return;
                }
                self.bare.insert(word.to_lowercase());
            }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> References {
        let mut references = References::default();
        references.add_text(text);
        references.drop_longer_beginnings();
        references
    }

    #[test]
    fn names_are_known_by_how_they_begin() {
        let references = of("${leg_${i}} ${leg_left_${i}} ${arm${i}} $f{2*Speed}");
        for name in ["leg_1", "leg_left_1", "leg_", "arm", "armour", "i", "speed", "SPEED"] {
            assert!(references.contains(name), "{name}");
        }
        for name in ["leg", "le", "ar", "zoo", "", "_leg_1"] {
            assert!(!references.contains(name), "{name}");
        }
    }

    #[test]
    fn of_too_many_names_any_may_be_one() {
        let many: String = (0..=MOST_NAMES).map(|k| format!("${{a{k}}}")).collect();
        assert!(of(&many).contains("stranger"));
        assert!(!of(&many[..1_000]).contains("stranger"));
    }
}
