//! Reads the contract's Rust source into a small model: what serde makes of each type, and its doc comments.
//! Whatever it does not know, it refuses, so that nothing is generated from a guess.

use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, Fields, Lit, LitStr, Meta, Token};

/// Which way the types of a module travel.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    /// Serialized by the server: an `Option` that is not skipped is written as null.
    Sent,
    /// Deserialized by the server: an `Option` may be null or missing.
    Received,
}

/// A type with a name.
pub(super) struct Item {
    pub(super) name: String,
    pub(super) doc: String,
    pub(super) shape: Shape,
}

/// What serde makes of a type.
pub(super) enum Shape {
    /// A struct: an object.
    Record(Vec<Field>),
    /// A transparent struct: what is inside.
    Alias(Type),
    /// An enum without payload: one of several words.
    Words(Vec<Variant>),
    /// An enum with a tag: an object with the tag and the variant's own keys.
    Tagged(String, Vec<Variant>),
    /// An enum without a tag: an object with one key, the variant.
    Keyed(Vec<Variant>),
    /// An untagged enum: one of several types.
    Untagged(Vec<Variant>),
    /// An enum with numbers, for binary messages.
    Numbers(Vec<(Variant, u64)>),
}

/// One form of an enum.
pub(super) struct Variant {
    /// As it is written in JSON.
    pub(super) name: String,
    pub(super) doc: String,
    pub(super) payload: Payload,
}

/// What a variant carries.
pub(super) enum Payload {
    Nothing,
    Fields(Vec<Field>),
    One(Type),
}

/// A key of an object.
pub(super) struct Field {
    pub(super) name: String,
    pub(super) doc: String,
    pub(super) kind: Type,
    /// The key may be missing.
    pub(super) is_optional: bool,
}

/// The type of a value.
pub(super) enum Type {
    Number,
    Boolean,
    Text,
    List(Box<Type>),
    Array(Box<Type>, usize),
    Nullable(Box<Type>),
    Named(String),
}

/// The serializable types of a module, in their order.
pub(super) fn parse(source: &str, direction: Direction) -> Vec<Item> {
    let file = syn::parse_file(source).expect("the contract is Rust");
    let items = file.items.iter().filter_map(|item| match item {
        syn::Item::Struct(it) if is_described(&it.attrs) => Some(record(it, direction)),
        syn::Item::Enum(it) if is_described(&it.attrs) => Some(choice(it, direction)),
        _ => None,
    });
    items.collect()
}

/// Types that serde writes or reads, and enums with numbers.
fn is_described(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let is_derived = attribute.path().is_ident("derive") && {
            let paths = attribute.parse_args_with(Punctuated::<syn::Path, Token![,]>::parse_terminated);
            let paths = paths.expect("a list of traits");
            paths.iter().any(|path| path.is_ident("Serialize") || path.is_ident("Deserialize"))
        };
        is_derived || attribute.path().is_ident("repr")
    })
}

/// The attributes of serde that the contract uses.
#[derive(Default)]
struct Serde {
    tag: Option<String>,
    is_snake_case: bool,
    is_transparent: bool,
    is_untagged: bool,
    has_default: bool,
    is_skipped: bool,
    is_skipped_if_none: bool,
}

impl Serde {
    fn of(attributes: &[Attribute]) -> Serde {
        let mut found = Serde::default();
        for attribute in attributes.iter().filter(|it| it.path().is_ident("serde")) {
            let read = attribute.parse_nested_meta(|meta| {
                let name = meta.path.require_ident()?.to_string();
                let text = || meta.value()?.parse::<LitStr>().map(|it| it.value());
                match name.as_str() {
                    "tag" => found.tag = Some(text()?),
                    "rename_all" => found.is_snake_case = text()? == "snake_case",
                    "skip_serializing_if" => found.is_skipped_if_none = text()? == "Option::is_none",
                    "transparent" => found.is_transparent = true,
                    "untagged" => found.is_untagged = true,
                    "default" => found.has_default = true,
                    "skip" => found.is_skipped = true,
                    _ => return Err(meta.error("the generator does not know this attribute")),
                }
                Ok(())
            });
            read.unwrap_or_else(|error| panic!("{error}"));
        }
        found
    }
}

fn record(item: &syn::ItemStruct, direction: Direction) -> Item {
    let serde = Serde::of(&item.attrs);
    let (name, doc) = (item.ident.to_string(), doc_of(&item.attrs));
    let shape = match &item.fields {
        Fields::Unnamed(fields) if serde.is_transparent && fields.unnamed.len() == 1 => {
            Shape::Alias(type_of(&fields.unnamed[0].ty))
        }
        Fields::Named(_) => {
            let mut fields = fields_of(&item.fields, direction);
            fields.iter_mut().for_each(|field| field.is_optional |= serde.has_default);
            Shape::Record(fields)
        }
        _ => panic!("{name} is neither a record nor transparent"),
    };
    Item { name, doc, shape }
}

fn choice(item: &syn::ItemEnum, direction: Direction) -> Item {
    let serde = Serde::of(&item.attrs);
    let (name, doc) = (item.ident.to_string(), doc_of(&item.attrs));
    let numbers: Option<Vec<u64>> = item.variants.iter().map(number_of).collect();
    assert!(
        serde.is_snake_case || serde.is_untagged || numbers.is_some(),
        "{name}: words on the wire are in snake case"
    );
    let variants: Vec<Variant> = item
        .variants
        .iter()
        .map(|it| Variant {
            name: snake_case(&it.ident.to_string()),
            doc: doc_of(&it.attrs),
            payload: payload(&it.fields, direction),
        })
        .collect();
    let is_bare = variants.iter().all(|variant| matches!(variant.payload, Payload::Nothing));
    let shape = match (numbers, serde.tag) {
        (Some(numbers), None) => Shape::Numbers(variants.into_iter().zip(numbers).collect()),
        (None, Some(tag)) => Shape::Tagged(tag, variants),
        (None, None) if serde.is_untagged => Shape::Untagged(variants),
        (None, None) if is_bare => Shape::Words(variants),
        (None, None) => Shape::Keyed(variants),
        (Some(_), Some(_)) => panic!("{name} has numbers and a tag"),
    };
    Item { name, doc, shape }
}

fn number_of(variant: &syn::Variant) -> Option<u64> {
    match &variant.discriminant {
        Some((_, Expr::Lit(it))) => match &it.lit {
            Lit::Int(number) => number.base10_parse().ok(),
            _ => None,
        },
        _ => None,
    }
}

fn payload(fields: &Fields, direction: Direction) -> Payload {
    match fields {
        Fields::Unit => Payload::Nothing,
        Fields::Named(_) => Payload::Fields(fields_of(fields, direction)),
        Fields::Unnamed(fields) if fields.unnamed.len() == 1 => Payload::One(type_of(&fields.unnamed[0].ty)),
        Fields::Unnamed(_) => panic!("a variant carries one value or named ones"),
    }
}

fn fields_of(fields: &Fields, direction: Direction) -> Vec<Field> {
    let described = fields.iter().filter_map(|field| {
        let serde = Serde::of(&field.attrs);
        if serde.is_skipped {
            return None;
        }
        let name = field.ident.as_ref().expect("a named field").to_string();
        let name = name.strip_prefix("r#").unwrap_or(&name).to_string();
        let kind = type_of(&field.ty);
        let (kind, is_optional) = match kind {
            Type::Nullable(inner) if serde.is_skipped_if_none => (*inner, true),
            Type::Nullable(_) => (kind, direction == Direction::Received),
            _ => (kind, serde.has_default),
        };
        Some(Field { name, doc: doc_of(&field.attrs), kind, is_optional })
    });
    described.collect()
}

fn type_of(kind: &syn::Type) -> Type {
    match kind {
        syn::Type::Array(array) => {
            let Expr::Lit(length) = &array.len else { panic!("the length of an array is a number") };
            let Lit::Int(length) = &length.lit else { panic!("the length of an array is a number") };
            Type::Array(Box::new(type_of(&array.elem)), length.base10_parse().expect("a length"))
        }
        syn::Type::Path(path) => {
            let last = path.path.segments.last().expect("a path has an end");
            let inner = || match &last.arguments {
                syn::PathArguments::AngleBracketed(list) => match list.args.first() {
                    Some(syn::GenericArgument::Type(inner)) => Box::new(type_of(inner)),
                    _ => panic!("{} of what?", last.ident),
                },
                _ => panic!("{} of what?", last.ident),
            };
            match last.ident.to_string().as_str() {
                "f32" | "f64" | "u32" | "u64" | "usize" => Type::Number,
                "bool" => Type::Boolean,
                "String" => Type::Text,
                "Vec" => Type::List(inner()),
                "Option" => Type::Nullable(inner()),
                "Box" => *inner(),
                name => Type::Named(name.to_string()),
            }
        }
        _ => panic!("the generator does not know this type"),
    }
}

/// A doc comment as one line. Everything that is generated needs one.
fn doc_of(attributes: &[Attribute]) -> String {
    let lines = attributes.iter().filter_map(|attribute| match &attribute.meta {
        Meta::NameValue(pair) if pair.path.is_ident("doc") => match &pair.value {
            Expr::Lit(it) => match &it.lit {
                Lit::Str(text) => Some(text.value().trim().to_string()),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    });
    lines.collect::<Vec<_>>().join(" ")
}

/// As serde renames variants.
fn snake_case(name: &str) -> String {
    let mut out = String::new();
    for (index, letter) in name.chars().enumerate() {
        if letter.is_uppercase() && index > 0 {
            out.push('_');
        }
        out.extend(letter.to_lowercase());
    }
    out
}
