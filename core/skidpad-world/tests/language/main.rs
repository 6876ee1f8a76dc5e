//! The rules of the world language, one by one: substitution, control elements, classes, names, paths.

mod classes;
mod control;
mod includes;
mod limits;
mod structure;
mod substitution;

use skidpad_world::{ExpandOptions, Expanded, Limits, MapFiles, Node, expand};

const MAIN: &str = "worlds/a.world.xml";

/// Expand `body` as the inside of the main world file, beside other files.
fn world_with(body: &str, others: &[(&str, &str)], options: &ExpandOptions) -> Expanded {
    let main = format!("<mvsim_world>{body}</mvsim_world>");
    let files = MapFiles::from_texts(others.iter().copied().chain([(MAIN, main.as_str())]));
    expand(MAIN, &files, options)
}

/// The tree in one line: `name[attributes]{text children}`.
fn brief(node: &Node) -> String {
    let attributes: Vec<String> =
        node.attributes.iter().map(|attribute| format!("{}={}", attribute.name, attribute.value)).collect();
    let attributes =
        if attributes.is_empty() { String::new() } else { format!("[{}]", attributes.join(" ")) };
    let mut inside: Vec<String> = node.text.iter().map(|text| text.value.clone()).collect();
    inside.extend(node.children.iter().map(brief));
    let inside = if inside.is_empty() { String::new() } else { format!("{{{}}}", inside.join(" ")) };
    format!("{}{attributes}{inside}", node.name)
}

/// Tree and findings, each finding on its own line without the main file's name.
fn outcome(world: &Expanded) -> String {
    let children = world.tree.as_ref().map_or(Vec::new(), |tree| tree.children.iter().map(brief).collect());
    let mut lines = vec![children.join(" ")];
    lines.extend(
        world.diagnostics.iter().map(|d| d.render(&world.sources).replace("worlds/a.world.xml:", "")),
    );
    lines.join("\n")
}

#[track_caller]
fn check(body: &str, expected: &str) {
    check_with(body, &[], expected);
}

#[track_caller]
fn check_with(body: &str, others: &[(&str, &str)], expected: &str) {
    let world = world_with(body, others, &ExpandOptions::default());
    assert_eq!(outcome(&world), expected, "{body}");
}
