//! An XML Schema (XSD 1.0) of the format, written from the tables, for editors.
//!
//! It knows which names may stand where. Values stay text, because any of them may hold `${…}` or
//! `$f{…}`; what they should be is said in the documentation of each name. XSD 1.0 cannot make the
//! content depend on an attribute, so an element offers what any of its classes knows.

use std::collections::BTreeMap;

use super::{Absent, Element, Family, Kind, Param, WORLD};

/// The schema.
pub fn xsd() -> String {
    let mut schema = Schema { types: Vec::new(), text: String::new() };
    schema.line(0, r#"<?xml version="1.0" encoding="UTF-8"?>"#);
    schema
        .line(0, r#"<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" elementFormDefault="qualified">"#);
    for root in std::iter::once(WORLD.tag).chain(WORLD.aliases.iter().copied()) {
        schema.line(1, &format!(r#"<xs:element name="{root}" type="{}"/>"#, type_name(&WORLD)));
    }
    schema.types.push(&WORLD);
    let mut next = 0;
    while let Some(&family) = schema.types.get(next) {
        schema.family(family);
        next += 1;
    }
    schema.control();
    schema.line(0, "</xs:schema>");
    schema.text
}

struct Schema {
    /// Families whose types are written or wait to be.
    types: Vec<&'static Family>,
    text: String,
}

/// Families with the same tag can differ (controllers do); what their first variant is tells them apart.
fn type_name(family: &'static Family) -> String {
    let variant = family.variants.first().map_or("", |element| element.doc);
    let letters: u32 =
        variant.bytes().fold(0, |sum, byte| sum.wrapping_mul(31).wrapping_add(u32::from(byte)));
    format!("{}_{letters:08x}", family.tag)
}

impl Schema {
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

    fn family(&mut self, family: &'static Family) {
        let open = format!(r#"<xs:complexType name="{}" mixed="true">"#, type_name(family));
        self.line(1, &open);
        let doc = escaped(family.doc);
        self.line(2, &format!("<xs:annotation><xs:documentation>{doc}</xs:documentation></xs:annotation>"));
        self.line(2, r#"<xs:choice minOccurs="0" maxOccurs="unbounded">"#);
        let params = merged_params(family);
        let families = merged_children(family);
        for (tag, child) in &families {
            self.line(3, &format!(r#"<xs:element name="{tag}" type="{}"/>"#, type_name(child)));
            if !self.types.iter().any(|known| type_name(known) == type_name(child)) {
                self.types.push(child);
            }
        }
        for (name, param) in params.iter().filter(|(name, _)| !families.contains_key(*name)) {
            let open = format!(r#"<xs:element name="{name}" type="xs:string">"#);
            self.documented(3, &open, "</xs:element>", &documentation(param));
        }
        for control in ["include", "variable", "for", "if"] {
            self.line(3, &format!(r#"<xs:element ref="{control}"/>"#));
        }
        self.line(3, r###"<xs:any namespace="##other" processContents="skip"/>"###);
        self.line(2, "</xs:choice>");
        let selectors = selector_names(family);
        for name in &selectors {
            let open = format!(r#"<xs:attribute name="{name}" type="xs:string">"#);
            let classes = family.variants.iter().flat_map(|element| element.names).copied();
            let doc = format!("One of {}.", classes.collect::<Vec<_>>().join(", "));
            self.documented(2, &open, "</xs:attribute>", &doc);
        }
        for (name, param) in params.iter().filter(|(name, _)| !selectors.contains(*name)) {
            let open = format!(r#"<xs:attribute name="{name}" type="xs:string">"#);
            self.documented(2, &open, "</xs:attribute>", &documentation(param));
        }
        self.line(1, "</xs:complexType>");
    }

    /// The control elements, whose content may be anything of the world level.
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
            self.line(4, r#"<xs:any minOccurs="0" maxOccurs="unbounded" processContents="skip"/>"#);
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

fn selector_names(family: &Family) -> Vec<&'static str> {
    let selector = family.selector.iter();
    selector
        .flat_map(|selector| std::iter::once(&selector.attribute).chain(selector.aliases))
        .copied()
        .collect()
}

fn merged_params(family: &Family) -> BTreeMap<&'static str, &'static Param> {
    let mut params = BTreeMap::new();
    for param in family.variants.iter().flat_map(|element: &&'static Element| element.all_params()) {
        for name in std::iter::once(&param.name).chain(param.aliases) {
            params.entry(*name).or_insert(param);
        }
    }
    params
}

fn merged_children(family: &Family) -> BTreeMap<&'static str, &'static Family> {
    let mut children = BTreeMap::new();
    for child in family.variants.iter().flat_map(|element: &&'static Element| element.all_children()) {
        for tag in std::iter::once(&child.tag).chain(child.aliases) {
            children.entry(*tag).or_insert(child);
        }
    }
    children
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
