//! Malformed worlds and what is said about them: `testdata/bad/NAME.world.xml` and `NAME.expected`.
//!
//! `UPDATE_EXPECT=1` rewrites the expected files; read what they say before committing them.
#![allow(clippy::disallowed_methods)] // The files are on the disk.

mod support;

use std::collections::BTreeSet;

use skidpad_world::{Loaded, Problem};
use support::{files_ending, load_from, workspace};

fn bad_worlds() -> Vec<(String, Loaded)> {
    let names = files_ending(&workspace().join("testdata/bad"), ".world.xml");
    let load_one = |name: String| {
        let loaded = load_from(workspace().join("testdata"), &format!("bad/{name}.world.xml"));
        (name, loaded)
    };
    names.into_iter().map(load_one).collect()
}

#[test]
fn every_bad_world_gets_its_expected_messages() {
    let worlds = bad_worlds();
    assert!(worlds.len() >= 300, "only {} bad worlds", worlds.len());
    let mut differing = Vec::new();
    for (name, loaded) in worlds {
        let path = workspace().join(format!("testdata/bad/{name}.expected"));
        let messages = loaded.diagnostics.render(&loaded.sources);
        assert!(!messages.is_empty(), "{name}: nothing was found");
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(&path, &messages).expect("the expected file can be written");
        } else {
            let expected = std::fs::read_to_string(&path).unwrap_or_default();
            if messages != expected {
                differing.push(format!("--- {name}\nexpected:\n{expected}found:\n{messages}"));
            }
        }
    }
    assert!(differing.is_empty(), "{}", differing.join("\n"));
}

/// The names of the variants of an enum, read from its source.
fn variants_of(source: &'static str, name: &str) -> BTreeSet<&'static str> {
    let start = source.find(&format!("pub enum {name} {{")).expect("the enum is in its file");
    let body = &source[start..];
    let body = &body[..body.find("\n}").expect("the enum ends")];
    let variant = |line: &'static str| {
        let name = line.strip_prefix("    ")?;
        let length = name.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(name.len());
        name.starts_with(|c: char| c.is_ascii_uppercase()).then_some(&name[..length])
    };
    body.lines().skip(1).filter_map(variant).collect()
}

/// The name of the variant of a problem.
fn variant_of(problem: &Problem) -> String {
    let text = match problem {
        Problem::Reading(problem) => format!("{problem:?}"),
        Problem::Implausible(problem) => format!("{problem:?}"),
        problem => format!("{problem:?}"),
    };
    text.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default().to_owned()
}

#[test]
fn every_message_has_a_bad_world() {
    let mut unreached = variants_of(include_str!("../src/problem.rs"), "Problem");
    // Three hold the problems of a stage; two are about variables from the command line, which a file
    // alone does not have (tests/language.rs); one is about descriptions that a program made; one is about files
    // on disk, which the library knows (lib/skidpad/tests/world_files.rs); two are about clips, which are assets
    // (loading.rs of skidpad-assets). What building finds is tested in skidpad-sim.
    let not_in_files = [
        "Reading",
        "Implausible",
        "Build",
        "OfObject",
        "VariableOverridden",
        "UnknownOverride",
        "BuiltInFile",
        "NoSuchClip",
        "UnreadableClips",
    ];
    for not_in_a_file in not_in_files {
        assert!(unreached.remove(not_in_a_file), "{not_in_a_file} is a problem");
    }
    unreached.append(&mut variants_of(include_str!("../src/describe/problem.rs"), "ReadingProblem"));
    unreached.append(&mut variants_of(include_str!("../src/check/problem.rs"), "Implausible"));
    assert!(unreached.len() > 50, "the enums were found: {unreached:?}");
    for (_, loaded) in bad_worlds() {
        for diagnostic in loaded.diagnostics.iter() {
            unreached.remove(variant_of(&diagnostic.problem).as_str());
        }
    }
    assert!(unreached.is_empty(), "no world in testdata/bad reaches {unreached:?}");
}
