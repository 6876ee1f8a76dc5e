//! The model as tables for people.

use super::model::{Field, Item, Payload, Shape, Type, Variant};
use crate::contract::binary;

/// A heading and a table for each type.
pub(super) fn sections(items: &[Item]) -> String {
    items.iter().map(|item| format!("\n### {}\n\n{}\n", item.name, section(item))).collect()
}

fn section(item: &Item) -> String {
    let table = match &item.shape {
        Shape::Record(fields) => keys(fields),
        Shape::Alias(kind) => return format!("{}\n{}.", item.doc, capitalised(&text(kind))),
        Shape::Words(variants) => {
            let rows = variants.iter().map(|it| format!("| `\"{}\"` | {} |\n", it.name, it.doc));
            format!("| value | meaning |\n| --- | --- |\n{}", rows.collect::<String>())
        }
        Shape::Tagged(tag, variants) => tagged(tag, variants),
        Shape::Keyed(variants) => {
            let rows = variants.iter().map(|it| format!("| `{}` | {} | {} |\n", it.name, value(it), it.doc));
            format!("| key | type | meaning |\n| --- | --- | --- |\n{}", rows.collect::<String>())
        }
        Shape::Untagged(variants) => {
            let rows = variants.iter().map(|it| format!("| {} | {} |\n", value(it), it.doc));
            format!("| type | meaning |\n| --- | --- |\n{}", rows.collect::<String>())
        }
        Shape::Numbers(variants) => {
            let rows =
                variants.iter().map(|(it, number)| format!("| {number} | `{}` | {} |\n", it.name, it.doc));
            format!("| number | name | meaning |\n| --- | --- | --- |\n{}", rows.collect::<String>())
        }
    };
    format!("{}\n\n{}", item.doc, table.trim_end())
}

fn keys(fields: &[Field]) -> String {
    let rows = fields.iter().map(|it| format!("| `{}` | {} | {} |\n", it.name, of_field(it), it.doc));
    format!("| key | type | meaning |\n| --- | --- | --- |\n{}", rows.collect::<String>())
}

/// Messages: the tag, what else is in it, what it does.
fn tagged(tag: &str, variants: &[Variant]) -> String {
    let rows = variants.iter().map(|it| format!("| `{}` | {} | {} |\n", it.name, carried(it), it.doc));
    format!("| `{tag}` | other keys | meaning |\n| --- | --- | --- |\n{}", rows.collect::<String>())
}

/// The one value of a variant.
fn value(variant: &Variant) -> String {
    match &variant.payload {
        Payload::One(kind) => text(kind),
        Payload::Nothing | Payload::Fields(_) => panic!("{} carries one value", variant.name),
    }
}

/// The keys that a message has besides its tag.
fn carried(variant: &Variant) -> String {
    match &variant.payload {
        Payload::Nothing => String::new(),
        Payload::One(Type::Named(name)) => format!("those of {}", link(name)),
        Payload::One(kind) => text(kind),
        Payload::Fields(fields) => {
            let keys = fields.iter().map(|it| format!("`{}` ({}): {}", it.name, of_field(it), it.doc));
            keys.collect::<Vec<_>>().join("<br>")
        }
    }
}

fn of_field(field: &Field) -> String {
    let optional = if field.is_optional { ", optional" } else { "" };
    format!("{}{optional}", text(&field.kind))
}

fn text(kind: &Type) -> String {
    match kind {
        Type::Number => "number".to_string(),
        Type::Boolean => "boolean".to_string(),
        Type::Text => "string".to_string(),
        Type::Named(name) => link(name),
        Type::List(inner) => format!("list of {}", plural(inner)),
        Type::Array(inner, length) => format!("{length} {}", plural(inner)),
        Type::Nullable(inner) => format!("{} or null", text(inner)),
    }
}

/// Of a list of lists, each has as many.
fn plural(kind: &Type) -> String {
    match kind {
        Type::Number => "numbers".to_string(),
        Type::Text => "strings".to_string(),
        Type::Array(inner, length) => format!("[{length} {}]", plural(inner)),
        other => text(other),
    }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

fn link(name: &str) -> String {
    format!("[{name}](#{})", name.to_lowercase())
}

/// A binary record, by bytes.
pub(super) fn layout(fields: &[binary::Field]) -> String {
    let rows = fields.iter().map(|it| {
        format!("| {} | {} | `{}` | {} |\n", binary::offset(fields, it.name), it.kind, it.name, it.text)
    });
    format!("| byte | type | name | meaning |\n| --- | --- | --- | --- |\n{}", rows.collect::<String>())
}
