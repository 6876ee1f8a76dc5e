//! Writes `include/skidpad.h` from the source of this crate, and holds the committed file to it.
//! Whatever the generator does not know, it refuses, so that nothing is written from a guess.

use std::path::Path;
use syn::{Attribute, Expr, Fields, FnArg, Item, Lit, Meta, Pat, ReturnType, Type, Visibility};

/// How to renew the header.
const COMMAND: &str = "UPDATE_EXPECT=1 cargo test -p skidpad-c header";

const SOURCES: [&str; 11] = [
    include_str!("../src/status.rs"),
    include_str!("../src/handles.rs"),
    include_str!("../src/loading.rs"),
    include_str!("../src/border.rs"),
    include_str!("../src/stepping.rs"),
    include_str!("../src/vehicles.rs"),
    include_str!("../src/commands.rs"),
    include_str!("../src/readings.rs"),
    include_str!("../src/arrays.rs"),
    include_str!("../src/named_arrays.rs"),
    include_str!("../src/snapshots.rs"),
];

const TOP: &str = "\
/* The simulator for programs in C and C++. docs/c-interface.md is the guide.
   Generated from the source of apps/skidpad-c; do not edit. Renew it with:
   COMMAND */
#ifndef SKIDPAD_H
#define SKIDPAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern \"C\" {
#endif

";

const BOTTOM: &str = "\
#ifdef __cplusplus
}
#endif

#endif
";

#[test]
fn header_is_fresh() {
    let expected = header();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("include/skidpad.h");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(&path, &expected).expect("the header can be written");
    }
    let committed = std::fs::read_to_string(&path).expect("the header");
    assert!(committed == expected, "include/skidpad.h is out of date; renew it with: {COMMAND}");
}

fn header() -> String {
    let files = SOURCES.iter().map(|source| syn::parse_file(source).expect("Rust"));
    let items: Vec<Item> = files.flat_map(|file| file.items).collect();
    let types = items.iter().filter_map(|item| match item {
        Item::Enum(it) if matches!(it.vis, Visibility::Public(_)) => Some(enumeration(it)),
        Item::Struct(it) if matches!(it.vis, Visibility::Public(_)) => Some(structure(it)),
        _ => None,
    });
    let functions = items.iter().filter_map(|item| match item {
        Item::Fn(it) if it.sig.abi.is_some() => Some(function(it)),
        _ => None,
    });
    let body: Vec<String> = types.chain(functions).collect();
    format!("{}{}{BOTTOM}", TOP.replace("COMMAND", COMMAND), body.join(""))
}

/// `RangesM` as `RANGES_M`.
fn shouted(name: &str) -> String {
    let mut shouted = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !shouted.is_empty() {
            shouted.push('_');
        }
        shouted.push(letter.to_ascii_uppercase());
    }
    shouted
}

/// The words of a doc comment, without its section on safety, as a comment of C.
fn comment(attributes: &[Attribute], indent: &str) -> String {
    let mut lines = Vec::new();
    for attribute in attributes.iter().filter(|it| it.path().is_ident("doc")) {
        let Meta::NameValue(pair) = &attribute.meta else { panic!("a doc comment") };
        let Expr::Lit(text) = &pair.value else { panic!("a doc comment") };
        let Lit::Str(text) = &text.lit else { panic!("a doc comment") };
        let line = text.value().trim().replace('`', "");
        if line == "# Safety" {
            break;
        }
        lines.push(line);
    }
    while lines.last().is_some_and(String::is_empty) {
        lines.pop();
    }
    assert!(!lines.is_empty(), "everything in the header is described");
    let text = lines.join(&format!("\n{indent}   "));
    format!("{indent}/* {text} */\n").replace(&format!("\n{indent}   \n"), "\n\n")
}

fn enumeration(it: &syn::ItemEnum) -> String {
    let name = it.ident.to_string();
    // A status is SKIDPAD_OK; an array is SKIDPAD_ARRAY_RGB.
    let kind = name.trim_start_matches("Skidpad").replace("Status", "");
    let prefix = if kind.is_empty() { String::new() } else { format!("{}_", shouted(&kind)) };
    let mut text = format!("{}typedef enum {name} {{\n", comment(&it.attrs, ""));
    for variant in &it.variants {
        let Some((_, Expr::Lit(number))) = &variant.discriminant else { panic!("{name} has numbers") };
        let Lit::Int(number) = &number.lit else { panic!("{name} has numbers") };
        let word = shouted(&variant.ident.to_string());
        text += &comment(&variant.attrs, "  ");
        text += &format!("  SKIDPAD_{prefix}{word} = {number},\n");
    }
    format!("{text}}} {name};\n\n")
}

fn structure(it: &syn::ItemStruct) -> String {
    let name = it.ident.to_string();
    let about = comment(&it.attrs, "");
    let Fields::Named(fields) = &it.fields else { panic!("{name} has named fields") };
    if fields.named.iter().all(|field| !matches!(field.vis, Visibility::Public(_))) {
        return format!("{about}typedef struct {name} {name};\n\n");
    }
    let mut text = format!("{about}typedef struct {name} {{\n");
    for field in &fields.named {
        let field_name = field.ident.as_ref().expect("a name").to_string();
        text += &comment(&field.attrs, "  ");
        text += &format!("  {};\n", declared(&field.ty, &field_name));
    }
    format!("{text}}} {name};\n\n")
}

fn function(it: &syn::ItemFn) -> String {
    let name = it.sig.ident.to_string();
    let is_exported = it.attrs.iter().any(|attribute| attribute.path().is_ident("unsafe"));
    assert!(is_exported && name.starts_with("skidpad_"), "{name} has no_mangle and its prefix");
    let arguments: Vec<String> = it
        .sig
        .inputs
        .iter()
        .map(|argument| {
            let FnArg::Typed(argument) = argument else { panic!("{name} has no self") };
            let Pat::Ident(pattern) = &*argument.pat else { panic!("{name} has plain arguments") };
            declared(&argument.ty, &pattern.ident.to_string())
        })
        .collect();
    let ReturnType::Type(_, result) = &it.sig.output else { panic!("{name} returns something") };
    let arguments = if arguments.is_empty() { "void".to_string() } else { arguments.join(", ") };
    format!("{}{};\n\n", comment(&it.attrs, ""), declared(result, &format!("{name}({arguments})")))
}

/// A name with its type before it, as C declares it.
fn declared(kind: &Type, name: &str) -> String {
    match kind {
        Type::Array(array) => {
            let Expr::Lit(length) = &array.len else { panic!("{name} has a plain length") };
            let Lit::Int(length) = &length.lit else { panic!("{name} has a plain length") };
            format!("{} {name}[{length}]", written(&array.elem))
        }
        Type::Ptr(_) => format!("{}{name}", written(kind)),
        _ => format!("{} {name}", written(kind)),
    }
}

fn written(kind: &Type) -> String {
    match kind {
        Type::Ptr(pointer) => {
            let constant = if pointer.mutability.is_none() { "const " } else { "" };
            match &*pointer.elem {
                // A pointer to pointers: what is constant stands behind the type.
                inner @ Type::Ptr(_) => format!("{}{constant}*", written(inner)),
                inner => format!("{constant}{} *", written(inner)),
            }
        }
        Type::Path(path) => {
            let name = path.path.segments.last().expect("a name").ident.to_string();
            match name.as_str() {
                "f64" => "double".to_string(),
                "f32" => "float".to_string(),
                "i32" | "u32" | "u64" => format!("{}int{}_t", name[..1].replace('i', ""), &name[1..]),
                "usize" => "size_t".to_string(),
                "bool" => "bool".to_string(),
                "c_char" => "char".to_string(),
                "c_void" => "void".to_string(),
                known if known.starts_with("Skidpad") => known.to_string(),
                other => panic!("{other} has no type in C"),
            }
        }
        _ => panic!("a type that C does not have"),
    }
}
