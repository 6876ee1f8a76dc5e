//! The tables keep their own rules: names are unique, defaults can be read and are allowed.

use std::collections::BTreeSet;

use super::{Absent, Allowed, Element, Family, Kind, Param, Schema, WORLD, reference, xsd};
use crate::describe::value;

/// Every element of the format, each once.
fn elements() -> Vec<(&'static Family, &'static Element)> {
    let mut found: Vec<(&'static Family, &'static Element)> = Vec::new();
    let mut open: Vec<&'static Family> = vec![&WORLD];
    while let Some(family) = open.pop() {
        for &element in family.variants {
            if !found.iter().any(|(_, known)| std::ptr::eq(*known, element)) {
                found.push((family, element));
                open.extend(element.all_children());
            }
        }
    }
    found
}

fn is_readable(param: &Param, text: &str) -> bool {
    let is_allowed = |number: f64| param.allowed.contains(number);
    match param.kind {
        Kind::Number(_) | Kind::Degrees(_) => {
            value::number(text).is_some_and(|read| read.rest.is_empty() && is_allowed(read.value))
        }
        Kind::Integer => {
            value::integer(text).is_some_and(|read| read.rest.is_empty() && is_allowed(read.value as f64))
        }
        Kind::Flag | Kind::Presence => value::flag(text).is_some(),
        Kind::Choice(words) => words.contains(&text),
        Kind::Color => value::color(text).is_some(),
        Kind::Matrix => value::matrix(text).is_some(),
        Kind::Rows => value::rows(text).is_some(),
        Kind::Text | Kind::Names | Kind::File | Kind::Uri => true,
        Kind::Numbers => value::numbers(text).rest.is_empty(),
        kind => value::tuple(text, kind).is_some_and(|read| read.rest.is_empty()),
    }
}

#[test]
fn every_default_can_be_read_and_is_allowed() {
    for (family, element) in elements() {
        for param in element.all_params() {
            if let Absent::Means(text) = param.absent {
                assert!(is_readable(param, text), "<{}> {}: {text:?}", family.tag, param.name);
            }
        }
    }
}

#[test]
fn names_are_unique_within_an_element() {
    for (family, element) in elements() {
        let params = element.all_params().flat_map(|param| std::iter::once(&param.name).chain(param.aliases));
        let tags = element.all_children().flat_map(|child| std::iter::once(&child.tag).chain(child.aliases));
        let mut seen = BTreeSet::new();
        for name in params.chain(tags) {
            assert!(seen.insert(name), "<{}> has {name} twice", family.tag);
        }
    }
}

#[test]
fn docs_are_sentences_and_only_numbers_have_ranges() {
    for (family, element) in elements() {
        assert!(element.doc.ends_with('.'), "<{}>: {}", family.tag, element.doc);
        for param in element.all_params() {
            assert!(param.doc.ends_with('.'), "<{}> {}: {}", family.tag, param.name, param.doc);
            let is_number = matches!(param.kind, Kind::Number(_) | Kind::Degrees(_) | Kind::Integer);
            assert!(is_number || param.allowed == Allowed::Any, "<{}> {}", family.tag, param.name);
        }
    }
}

#[test]
fn families_with_several_variants_have_a_selector_that_names_them() {
    for (family, _) in elements() {
        assert!(!family.variants.is_empty());
        assert_eq!(
            family.selector.is_some(),
            family.variants.iter().all(|element| !element.names.is_empty())
        );
        if let Some(name) = family.selector.and_then(|selector| selector.default) {
            assert!(family.variant(name).is_some(), "<{}> {name}", family.tag);
        }
    }
}

#[test]
fn the_reference_page_names_every_parameter() {
    let page = reference();
    for (_, element) in elements() {
        for param in element.all_params() {
            assert!(page.contains(&format!("`{}`", param.name)), "{}", param.name);
        }
    }
}

#[test]
fn the_xsd_is_well_formed_and_its_types_exist() {
    let schema = xsd(Schema::World);
    let mut reader = quick_xml::Reader::from_str(&schema);
    let (mut defined, mut used) = (BTreeSet::new(), BTreeSet::new());
    loop {
        let event = reader.read_event().expect("well-formed XML");
        let (quick_xml::events::Event::Start(tag) | quick_xml::events::Event::Empty(tag)) = &event else {
            if event == quick_xml::events::Event::Eof {
                break;
            }
            continue;
        };
        let attribute = |name: &str| {
            let found = tag.try_get_attribute(name).expect("readable attributes")?;
            Some(found.value.into_owned())
        };
        if tag.name().as_ref() == "xs:complexType" {
            let is_new = attribute("name").is_none_or(|name| defined.insert(name));
            assert!(is_new, "a type is defined twice");
        }
        used.extend(attribute("type").filter(|name| !name.starts_with("xs:")));
    }
    assert!(used.len() > 30);
    assert_eq!(defined, used);
}
