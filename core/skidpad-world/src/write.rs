//! A tree as XML text that reads back as the same tree.

use crate::tree::Node;

/// The tree as XML, indented by tabs, with a last line end.
pub fn write(tree: &Node) -> String {
    let mut out = String::from("<?xml version=\"1.0\"?>\n");
    write_node(tree, 0, &mut out);
    out
}

/// Trees are no deeper than [`crate::Limits::depth`], so this may recurse.
fn write_node(node: &Node, depth: usize, out: &mut String) {
    indent(depth, out);
    out.push('<');
    out.push_str(&node.name);
    for attribute in &node.attributes {
        out.push(' ');
        out.push_str(&attribute.name);
        out.push_str("=\"");
        escape(&attribute.value, out);
        out.push('"');
    }
    if node.children.is_empty() && node.text().is_empty() {
        out.push_str("/>\n");
        return;
    }
    out.push('>');
    escape(node.text(), out);
    if !node.children.is_empty() {
        out.push('\n');
        for child in &node.children {
            write_node(child, depth + 1, out);
        }
        indent(depth, out);
    }
    out.push_str("</");
    out.push_str(&node.name);
    out.push_str(">\n");
}

fn indent(depth: usize, out: &mut String) {
    out.extend(std::iter::repeat_n('\t', depth));
}

fn escape(value: &str, out: &mut String) {
    for character in value.chars() {
        match character {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            character => out.push(character),
        }
    }
}
