//! An XML Schema (XSD 1.0) of the format, written from the tables, for editors.
//!
//! It knows which names may stand where. Values stay text, because any of them may hold `${…}` or
//! `$f{…}`; what they should be is said in the documentation of each name. XSD 1.0 cannot make the
//! content depend on an attribute, so an element offers what any of its classes knows.
//!
//! A schema describes one namespace, and to strict XML `vehicle:class` is a name of another one.
//! So the classes have schemas of their own, which borrow their types from the one of the worlds.
//! A file that wants them checked says `xmlns:vehicle="urn:skidpad:vehicle"`; reading ignores it.

use std::collections::{BTreeMap, BTreeSet};

use super::actor::ACTOR;
use super::block::BLOCK;
use super::vehicle::VEHICLE;
use super::{Absent, Classes, Element, Family, Form, Kind, Param, WORLD};

/// The elements that steer the others.
const CONTROLS: [&str; 4] = ["include", "variable", "for", "if"];

/// What a schema describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Schema {
    /// Worlds, and files of sensors.
    World,
    /// `<vehicle:class>`.
    VehicleClass,
    /// `<block:class>`.
    BlockClass,
    /// `<actor:class>`.
    ActorClass,
}

/// A schema. Those of classes expect the one of worlds beside them as `skidpad.xsd`.
pub fn xsd(schema: Schema) -> String {
    xsd_of(schema, &Classes::built_in())
}

/// The same with a program's own classes.
pub fn xsd_of(schema: Schema, classes: &Classes) -> String {
    match schema {
        Schema::World => world_schema(classes),
        Schema::VehicleClass => class_schema(&VEHICLE, classes),
        Schema::BlockClass => class_schema(&BLOCK, classes),
        Schema::ActorClass => class_schema(&ACTOR, classes),
    }
}

fn world_schema(classes: &Classes) -> String {
    let mut schema = Writer { classes, types: Vec::new(), meanings: BTreeMap::new(), text: String::new() };
    schema.line(0, r#"<?xml version="1.0" encoding="UTF-8"?>"#);
    schema
        .line(0, r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified">"#);
    for root in names_of(&WORLD) {
        schema.line(1, &format!(r#"<xs:element name="{root}" type="{}"/>"#, type_name(&[&WORLD])));
    }
    schema.types.push(vec![&WORLD]);
    let mut next = 0;
    while let Some(families) = schema.types.get(next).cloned() {
        schema.families(&families);
        next += 1;
    }
    schema.control();
    schema.elements_with_one_meaning();
    schema.line(0, "</xs:schema>");
    schema.text
}

fn class_schema(family: &'static Family, classes: &Classes) -> String {
    let mut schema = Writer { classes, types: Vec::new(), meanings: BTreeMap::new(), text: String::new() };
    schema.line(0, r#"<?xml version="1.0" encoding="UTF-8"?>"#);
    let tag = family.tag;
    schema.line(
        0,
        &format!(
            r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:skidpad:{tag}">"#
        ),
    );
    schema.line(1, r#"<xs:import schemaLocation="skidpad.xsd"/>"#);
    schema.line(1, &format!(r#"<xs:element name="class" type="{}"/>"#, type_name(&[family])));
    schema.line(0, "</xs:schema>");
    schema.text
}

struct Writer<'a> {
    classes: &'a Classes,
    /// Types that are written or wait to be: families that go by one tag in one place.
    types: Vec<Vec<&'static Family>>,
    /// The types that a tag has anywhere; a parameter's is empty.
    meanings: BTreeMap<&'static str, BTreeSet<String>>,
    text: String,
}

/// Families with the same tag can differ (controllers do); what their variants are tells them apart.
fn type_name(families: &[&'static Family]) -> String {
    let variants = families.iter().flat_map(|family| family.variants).flat_map(|element| element.doc.bytes());
    let letters = variants.fold(0_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(u32::from(byte)));
    format!("{}_{letters:08x}", families.first().map_or("", |family| family.tag))
}

fn names_of(family: &Family) -> impl Iterator<Item = &'static str> {
    std::iter::once(family.tag).chain(family.aliases.iter().copied())
}

impl Writer<'_> {
    fn line(&mut self, depth: usize, line: &str) {
        self.text.push_str(&"  ".repeat(depth));
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn documented(&mut self, depth: usize, open: &str, close: &str, doc: &str) {
        self.line(depth, open);
        let doc =
            format!("<xs:annotation><xs:documentation>{}</xs:documentation></xs:annotation>", escaped(doc));
        self.line(depth + 1, &doc);
        self.line(depth, close);
    }

    fn families(&mut self, families: &[&'static Family]) {
        let open = format!(r#"<xs:complexType name="{}" mixed="true">"#, type_name(families));
        self.line(1, &open);
        let doc = escaped(families.first().map_or("", |family| family.doc));
        self.line(2, &format!("<xs:annotation><xs:documentation>{doc}</xs:documentation></xs:annotation>"));
        self.line(2, r#"<xs:choice minOccurs="0" maxOccurs="unbounded">"#);
        let params = merged_params(self.classes, families);
        let children = merged_children(self.classes, families);
        for (tag, child) in &children {
            let name = type_name(child);
            self.line(3, &format!(r#"<xs:element name="{tag}" type="{name}"/>"#));
            if !self.types.iter().any(|known| type_name(known) == name) {
                self.types.push(child.clone());
            }
            self.meanings.entry(tag).or_default().insert(name);
        }
        for (name, param) in params.iter().filter(|(name, _)| !children.contains_key(*name)) {
            if param.form == Form::AttributeOnly {
                continue;
            }
            let open = format!(r#"<xs:element name="{name}" type="xs:string">"#);
            self.documented(3, &open, "</xs:element>", &documentation(param));
            self.meanings.entry(name).or_default().insert(String::new());
        }
        for control in CONTROLS {
            self.line(3, &format!(r#"<xs:element ref="{control}"/>"#));
        }
        self.line(3, r###"<xs:any namespace="##other" processContents="lax"/>"###);
        self.line(2, "</xs:choice>");
        let selectors = selectors(self.classes, families);
        for (name, classes) in &selectors {
            let open = format!(r#"<xs:attribute name="{name}" type="xs:string">"#);
            let doc = format!("One of {}.", classes.join(", "));
            self.documented(2, &open, "</xs:attribute>", &doc);
        }
        for (name, param) in params.iter().filter(|(name, _)| !selectors.contains_key(*name)) {
            let open = format!(r#"<xs:attribute name="{name}" type="xs:string">"#);
            self.documented(2, &open, "</xs:attribute>", &documentation(param));
        }
        self.line(1, "</xs:complexType>");
    }

    /// Tags that mean the same everywhere. They may be the root of a file, and they are checked
    /// inside loops and conditions, whose content depends on where these stand.
    fn elements_with_one_meaning(&mut self) {
        for (tag, types) in std::mem::take(&mut self.meanings) {
            if let (Some(name), 1) = (types.first(), types.len())
                && !name.is_empty()
            {
                self.line(1, &format!(r#"<xs:element name="{tag}" type="{name}"/>"#));
            }
        }
    }

    /// The control elements, whose content may be anything.
    fn control(&mut self) {
        for (name, attributes) in [
            ("variable", &["name", "value"][..]),
            ("for", &["var", "from", "to"][..]),
            ("if", &["condition"][..]),
            ("include", &["file"][..]),
        ] {
            self.line(1, &format!(r#"<xs:element name="{name}">"#));
            self.line(2, r#"<xs:complexType mixed="true">"#);
            self.line(3, r#"<xs:sequence>"#);
            self.line(4, r#"<xs:any minOccurs="0" maxOccurs="unbounded" processContents="lax"/>"#);
            self.line(3, r#"</xs:sequence>"#);
            for attribute in attributes {
                let line = format!(r#"<xs:attribute name="{attribute}" type="xs:string" use="required"/>"#);
                self.line(3, &line);
            }
            if name == "include" {
                self.line(3, r#"<xs:anyAttribute processContents="skip"/>"#);
            }
            self.line(2, "</xs:complexType>");
            self.line(1, "</xs:element>");
        }
    }
}

/// The attributes that choose a variant, with the names they may choose.
fn selectors(known: &Classes, families: &[&'static Family]) -> BTreeMap<&'static str, Vec<&'static str>> {
    let mut selectors: BTreeMap<&'static str, Vec<&'static str>> = BTreeMap::new();
    for family in families {
        let names = family
            .selector
            .iter()
            .flat_map(|selector| std::iter::once(&selector.attribute).chain(selector.aliases));
        for name in names {
            let classes = selectors.entry(name).or_default();
            for class in known.variants(family).flat_map(|element| element.names) {
                if !classes.contains(class) {
                    classes.push(class);
                }
            }
        }
    }
    selectors
}

fn merged_params(classes: &Classes, families: &[&'static Family]) -> BTreeMap<&'static str, &'static Param> {
    let mut params = BTreeMap::new();
    for param in variants(classes, families).flat_map(Element::all_params) {
        for name in std::iter::once(&param.name).chain(param.aliases) {
            params.entry(*name).or_insert(param);
        }
    }
    params
}

/// By tag, the families that a tag means in any of the variants.
fn merged_children(
    classes: &Classes,
    families: &[&'static Family],
) -> BTreeMap<&'static str, Vec<&'static Family>> {
    let mut children: BTreeMap<&'static str, Vec<&'static Family>> = BTreeMap::new();
    for child in variants(classes, families).flat_map(Element::all_children) {
        for tag in names_of(child) {
            let meant = children.entry(tag).or_default();
            if !meant.iter().any(|known| std::ptr::eq(*known, child)) {
                meant.push(child);
            }
        }
    }
    children
}

fn variants(classes: &Classes, families: &[&'static Family]) -> impl Iterator<Item = &'static Element> {
    families.iter().flat_map(|family| classes.variants(family))
}

fn documentation(param: &Param) -> String {
    let mut doc = param.doc.to_owned();
    if param.kind != Kind::Presence && param.kind != Kind::Text {
        doc = format!("{doc} Value: {}.", param.kind.expected());
    }
    let allowed = param.allowed.words();
    if !allowed.is_empty() {
        doc = format!("{doc} Allowed: {allowed}.");
    }
    match param.absent {
        Absent::Means("") => doc,
        Absent::Means(default) => format!("{doc} Default: {default}."),
        Absent::Leaves(words) => format!("{doc} Default: {words}."),
        Absent::IsAnError => format!("{doc} Must be given."),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
