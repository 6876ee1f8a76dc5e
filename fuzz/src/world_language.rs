//! The world language: any text gives a tree or diagnostics, and a tree survives writing and reading.

use skidpad_world::expression::{Random, Variables, evaluate, format_number};
use skidpad_world::{Diagnostics, ExpandOptions, FileId, Limits, MapFiles, Node, expand, load, write, xml};

use super::grammar;

/// Smaller than the defaults, so that one input is quick.
fn limits() -> Limits {
    Limits {
        nodes: 20_000,
        loop_iterations: 5_000,
        total_expression_steps: 200_000,
        expanded_bytes: 2_000_000,
        bodies: 500,
        ..Limits::default()
    }
}

/// Text of a file: parse, write, parse again, and find the same tree.
pub fn xml_text(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for root in parse(&text) {
        let again = parse(&write::write(&root));
        assert_eq!(again.len(), 1, "one element is written as one element");
        assert!(root.equals_apart_from_places(&again[0]), "what is written reads back equal");
    }
}

fn parse(text: &str) -> Vec<Node> {
    let limits = limits();
    let mut nodes_left = limits.nodes;
    xml::parse(text, FileId(0), &limits, &mut nodes_left, &mut Diagnostics::default())
}

struct Numbers;

impl Variables for Numbers {
    fn value(&self, name: &str) -> Option<f64> {
        [("i", 3.0), ("x", -1.5)].iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }
    fn names(&self) -> Vec<String> {
        vec!["i".to_owned(), "x".to_owned()]
    }
}

/// Text of an expression: a number that survives being written, or an error, within the steps allowed.
pub fn expression(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut steps_left = 10_000;
    if let Ok(value) = evaluate(&text, &Numbers, &mut Random::new(1), &mut steps_left) {
        let again: f64 = format_number(value).parse().expect("a number");
        assert!(again == value, "{value} is written as {}", format_number(value));
    }
}

/// A world made by a grammar, so that most inputs reach the expansion. The first byte decides whether
/// the bytes choose from the grammar or are the world themselves.
pub fn whole_world(data: &[u8]) {
    let Some((&first, rest)) = data.split_first() else { return };
    let files = if first < 200 {
        grammar::files(rest)
    } else {
        MapFiles([("worlds/main.world.xml".to_owned(), rest.to_vec())].into())
    };
    let environment = [("HOME".to_owned(), "/home/user".to_owned())].into();
    let options = ExpandOptions { limits: limits(), environment, ..ExpandOptions::default() };
    // The whole way first, to the description and its checks.
    let loaded = load("worlds/main.world.xml", &files, &options);
    assert!(loaded.tree.is_some() || !loaded.diagnostics.is_empty(), "no tree without a reason");
    let world = expand("worlds/main.world.xml", &files, &options);
    let messages = world.diagnostics.render(&world.sources);
    let Some(tree) = world.tree else {
        assert!(!messages.is_empty(), "no tree without a reason");
        return;
    };
    if world.diagnostics.has_errors() {
        return;
    }
    // An expanded world is a world, and expanding it again changes nothing.
    let text = write::write(&tree);
    let files = MapFiles::from_texts([("worlds/main.world.xml", text.as_str())]);
    let again = expand("worlds/main.world.xml", &files, &ExpandOptions::default());
    let messages = again.diagnostics.render(&again.sources);
    assert!(!again.diagnostics.has_errors(), "{text}\n{messages}");
    let again = again.tree.expect("a tree");
    assert!(again.equals_apart_from_places(&tree), "{text}\n{}", write::write(&again));
}
