//! The model as TypeScript.

use super::model::{Field, Item, Payload, Shape, Type, Variant};
use crate::contract::binary;
use std::fmt::Write;

/// All types, with their doc comments.
pub(super) fn types(items: &[Item]) -> String {
    items.iter().map(item).collect()
}

fn item(item: &Item) -> String {
    let (doc, name) = (comment(&item.doc, ""), &item.name);
    match &item.shape {
        Shape::Record(fields) => format!("{doc}export interface {name} {{\n{}}}\n\n", keys(fields, "  ")),
        Shape::Alias(kind) => format!("{doc}export type {name} = {};\n\n", text(kind)),
        Shape::Words(variants) => union(&doc, name, variants, |it| format!("\"{}\"", it.name)),
        Shape::Tagged(tag, variants) => union(&doc, name, variants, |it| tagged(tag, it)),
        Shape::Keyed(variants) => union(&doc, name, variants, keyed),
        Shape::Untagged(variants) => union(&doc, name, variants, |it| match &it.payload {
            Payload::One(kind) => text(kind),
            _ => panic!("an untagged variant carries one value"),
        }),
        Shape::Numbers(variants) => {
            let lines: String = variants
                .iter()
                .map(|(it, number)| format!("{}  {}: {number},\n", comment(&it.doc, "  "), it.name))
                .collect();
            format!("{doc}export const {name} = {{\n{lines}}} as const;\n\n")
        }
    }
}

fn union(doc: &str, name: &str, variants: &[Variant], form: impl Fn(&Variant) -> String) -> String {
    let forms: String =
        variants.iter().map(|it| format!("{}  | {}\n", comment(&it.doc, "  "), form(it))).collect();
    format!("{doc}export type {name} =\n{};\n\n", forms.trim_end())
}

fn tagged(tag: &str, variant: &Variant) -> String {
    let name = &variant.name;
    match &variant.payload {
        Payload::Nothing => format!("{{ {tag}: \"{name}\" }}"),
        Payload::One(kind) => format!("({{ {tag}: \"{name}\" }} & {})", text(kind)),
        Payload::Fields(fields) => {
            format!("{{\n      {tag}: \"{name}\";\n{}    }}", keys(fields, "      "))
        }
    }
}

fn keyed(variant: &Variant) -> String {
    match &variant.payload {
        Payload::Nothing => format!("\"{}\"", variant.name),
        Payload::One(kind) => format!("{{ {}: {} }}", variant.name, text(kind)),
        Payload::Fields(fields) => {
            format!("{{\n      {}: {{\n{}      }};\n    }}", variant.name, keys(fields, "        "))
        }
    }
}

fn keys(fields: &[Field], indent: &str) -> String {
    fields.iter().map(|field| key(field, indent)).collect()
}

fn key(field: &Field, indent: &str) -> String {
    let mark = if field.is_optional { "?" } else { "" };
    format!("{}{indent}{}{mark}: {};\n", comment(&field.doc, indent), field.name, text(&field.kind))
}

fn text(kind: &Type) -> String {
    match kind {
        Type::Number => "number".to_string(),
        Type::Boolean => "boolean".to_string(),
        Type::Text => "string".to_string(),
        Type::Named(name) => name.clone(),
        Type::List(inner) if matches!(**inner, Type::Nullable(_)) => format!("({})[]", text(inner)),
        Type::List(inner) => format!("{}[]", text(inner)),
        // Longer ones are easier to use as lists.
        Type::Array(inner, length @ 0..=8) => format!("[{}]", vec![text(inner); *length].join(", ")),
        Type::Array(inner, _) => format!("{}[]", text(inner)),
        Type::Nullable(inner) => format!("{} | null", text(inner)),
    }
}

fn comment(doc: &str, indent: &str) -> String {
    assert!(!doc.is_empty(), "everything in the contract has a doc comment");
    format!("{indent}/** {doc} */\n")
}

/// Where values stand in binary records.
pub(super) fn layouts() -> String {
    let mut out = String::new();
    let size = binary::byte_count(binary::HEADER);
    let _ = write!(
        out,
        "/** Bytes before the records of a binary message. */\nexport const HEADER_BYTES = {size};\n\n"
    );
    let offsets = binary::HEADER.iter().map(|it| (it, binary::offset(binary::HEADER, it.name)));
    out += &places("HEADER", "First byte of each value of the header.", offsets);
    for (name, doc, fields) in [
        ("POSE_RECORD", "Word of each value of a frame in `poses`.", binary::POSE_RECORD),
        ("VEHICLE", "Word of each value of a vehicle in `vehicles`.", binary::VEHICLE),
        ("WHEEL", "Word of each value of a wheel in `vehicles`.", binary::WHEEL),
        ("CONTACT", "Word of each value of a contact in `contacts`.", binary::CONTACT),
    ] {
        out += &places(name, doc, fields.iter().zip(0..));
        let _ =
            write!(out, "/** Words of such a record. */\nexport const {name}_WORDS = {};\n\n", fields.len());
    }
    out
}

fn places<'a>(name: &str, doc: &str, fields: impl Iterator<Item = (&'a binary::Field, usize)>) -> String {
    let lines: String = fields
        .map(|(it, place)| format!("  /** {}, {}. */\n  {}: {place},\n", it.kind, it.text, it.name))
        .collect();
    format!("/** {doc} */\nexport const {name} = {{\n{lines}}} as const;\n\n")
}
