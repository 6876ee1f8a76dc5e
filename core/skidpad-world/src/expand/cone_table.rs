//! Tables of cones as files to include: `color,X,Y`, one cone a line.
//!
//! A table becomes a track and a block for every cone, as if the world had written them:
//! `<element class="cone_track">` and `<block class="${cone|traffic_cone}">`.

use crate::diagnostics::Diagnostics;
use crate::place::{FileId, Place};
use crate::problem::Problem;
use crate::tree::{Attribute, Node, Text};

/// First line of a table.
const HEADER: &str = "color,X,Y";
/// Colours of cones, which are also the parameters of a track.
const COLORS: [&str; 3] = ["blue", "yellow", "orange"];
/// An element or attribute of what a cone becomes.
const NODES_PER_CONE: usize = 4;

/// Whether a path names a table of cones.
pub(super) fn is_table(path: &str) -> bool {
    path.ends_with(".csv")
}

/// The table as the root of a file to include. `nodes` is how many more elements may be made.
pub(super) fn parse(text: &str, file: FileId, nodes: &mut usize, diagnostics: &mut Diagnostics) -> Vec<Node> {
    let start = Place::start_of(file);
    let mut lines = (1u32..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    if lines.next().map(|(_, line)| line.trim()) != Some(HEADER) {
        diagnostics.error(start, Problem::NoConeHeader { expected: HEADER });
        return Vec::new();
    }
    let mut track = Node::new("element", start);
    track.attributes.push(attribute("class", "cone_track", start));
    let mut cones: [String; COLORS.len()] = Default::default();
    let mut blocks = Vec::new();
    for (line, written) in lines {
        let place = Place { file, line, column: 1 };
        let Some((color, at)) = cone(written) else {
            let (text, expected) = (written.trim().to_owned(), "blue, yellow or orange, X, Y in metres");
            diagnostics.error(place, Problem::NotACone { text, expected });
            continue;
        };
        let Some(left) = nodes.checked_sub(NODES_PER_CONE) else {
            diagnostics.error(place, Problem::LimitReached { what: "cones", limit: blocks.len() as u64 });
            break;
        };
        *nodes = left;
        cones[color].push_str(&at);
        cones[color].push('\n');
        let mut block = Node::new("block", place);
        block.attributes.push(attribute("class", "${cone|traffic_cone}", place));
        block.children.push(with_text("init_pose", &format!("{at} 0"), place));
        block.children.push(with_text("cone_color", COLORS[color], place));
        blocks.push(block);
    }
    for (color, cones) in COLORS.iter().zip(&cones).filter(|(_, cones)| !cones.is_empty()) {
        track.children.push(with_text(color, cones.trim_end(), start));
    }
    // Several parts of one file stand in the element of a world.
    let mut root = Node::new("mvsim_world", start);
    root.children.push(track);
    root.children.extend(blocks);
    vec![root]
}

/// Colour and `X Y` of a line.
fn cone(line: &str) -> Option<(usize, String)> {
    let mut cells = line.split(',').map(str::trim);
    let color = cells.next()?;
    let color = COLORS.iter().position(|known| *known == color)?;
    let mut number = || cells.next().filter(|cell| cell.parse::<f64>().is_ok_and(f64::is_finite));
    let at = format!("{} {}", number()?, number()?);
    cells.next().is_none().then_some((color, at))
}

fn attribute(name: &str, value: &str, place: Place) -> Attribute {
    Attribute { name: name.into(), value: value.to_owned(), place, value_place: place }
}

fn with_text(name: &str, value: &str, place: Place) -> Node {
    Node { text: Some(Box::new(Text { value: value.to_owned(), place })), ..Node::new(name, place) }
}
