//! What may stand at a place of a world file, from the table that also gives the reader and the XSD.

use serde::Serialize;
use skidpad_world::schema::{Element, Family, Form, Param, WORLD};
use std::collections::BTreeMap;

/// One name that may be written at a place.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Completion {
    /// Name of the element or of the attribute.
    pub name: &'static str,
    /// Whether it is an attribute.
    pub is_attribute: bool,
    /// What its value looks like; empty for an element with elements below it.
    pub value: String,
    /// What it is.
    pub doc: &'static str,
}

/// The names that may stand below the last of these tags, the outermost one first, by name. None are known in a place
/// that the table does not have.
pub(crate) fn completions(path: &[String]) -> Vec<Completion> {
    let Some((world, inner)) = path.split_first() else { return vec![of_family(&WORLD)] };
    if !WORLD.goes_by(world) {
        return Vec::new();
    }
    let mut elements: Vec<&'static Element> = WORLD.variants.to_vec();
    for tag in inner {
        let families = elements.iter().filter_map(|element| element.family(tag));
        elements = families.flat_map(|family| family.variants.iter().copied()).collect();
    }
    let mut found = BTreeMap::new();
    let selectors = elements_above(path).and_then(|family| family.selector);
    if let Some(selector) = selectors {
        let names: Vec<&str> = elements.iter().filter_map(|element| element.names.first().copied()).collect();
        let value = names.join(", ");
        let completion =
            Completion { name: selector.attribute, is_attribute: true, value, doc: "Chooses what it is." };
        found.insert((selector.attribute, true), completion);
    }
    for element in elements {
        for family in element.all_children() {
            found.entry((family.tag, false)).or_insert_with(|| of_family(family));
        }
        for param in element.all_params() {
            let is_attribute = matches!(param.form, Form::Attribute | Form::AttributeOnly);
            found.entry((param.name, is_attribute)).or_insert_with(|| of_param(param, is_attribute));
        }
    }
    found.into_values().collect()
}

/// The family of the last tag.
fn elements_above(path: &[String]) -> Option<&'static Family> {
    let mut family = &WORLD;
    for tag in path.get(1..)? {
        family = family.variants.iter().find_map(|element| element.family(tag))?;
    }
    Some(family)
}

fn of_family(family: &'static Family) -> Completion {
    Completion { name: family.tag, is_attribute: false, value: String::new(), doc: family.doc }
}

fn of_param(param: &'static Param, is_attribute: bool) -> Completion {
    Completion { name: param.name, is_attribute, value: param.kind.expected(), doc: param.doc }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(path: &[&str]) -> Vec<(&'static str, bool)> {
        let path: Vec<String> = path.iter().map(ToString::to_string).collect();
        completions(&path).into_iter().map(|it| (it.name, it.is_attribute)).collect()
    }

    #[test]
    fn a_place_knows_its_names() {
        assert_eq!(names(&[]), [("mvsim_world", false)]);
        assert!(names(&["mvsim_world"]).contains(&("vehicle", false)));
        let block = names(&["mvsim_world", "block"]);
        assert!(block.contains(&("mass", false)) && block.contains(&("name", true)), "{block:?}");
        assert!(names(&["mvsim_world", "element"]).contains(&("class", true)), "the selector");
        assert!(names(&["mvsim_world", "nonsense"]).is_empty() && names(&["html"]).is_empty());
    }
}
