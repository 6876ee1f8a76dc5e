//! Headings of a whole world that are hardly in degrees.

use super::Implausible;
use crate::describe::{value, well_known_radians};
use crate::diagnostics::Diagnostics;
use crate::place::Place;
use crate::tree::Node;

/// The heading of an object, as its file writes it.
struct Heading {
    angle: f64,
    /// Digits behind the point; many of them come from an expression.
    decimal_count: usize,
    place: Place,
}

/// A note where no heading is beyond a full turn in radians and their fractions are unlikely in degrees: one with two
/// decimals, or two different ones with one. An angle such as `1.57` alone gets its note where it is read.
pub(super) fn check(root: &Node, diagnostics: &mut Diagnostics) {
    const MOST_TYPED: usize = 6;
    let is_object = |node: &&Node| matches!(node.name.as_str(), "vehicle" | "block" | "actor");
    let headings: Vec<Heading> = root.children.iter().filter(is_object).filter_map(heading).collect();
    if headings
        .iter()
        .any(|it| it.angle.abs() > std::f64::consts::TAU || well_known_radians(it.angle).is_some())
    {
        return;
    }
    let mut typed = headings.iter().filter(|it| (1..=MOST_TYPED).contains(&it.decimal_count));
    let Some(first) = typed.next() else { return };
    let is_unlikely = |it: &Heading| it.decimal_count >= 2 || it.angle != first.angle;
    if is_unlikely(first) || typed.any(is_unlikely) {
        let (angle, degrees) = (first.angle, (first.angle.to_degrees() * 10.0).round() / 10.0);
        diagnostics.note(first.place, Implausible::HeadingsInRadians { angle, degrees }.into());
    }
}

/// The yaw of `init_pose` or `init_pose3d`, if it can be read.
fn heading(object: &Node) -> Option<Heading> {
    let read = |name: &str, at: usize| {
        let attribute = object.attribute(name).map(|it| (it.value.as_str(), it.value_place));
        let (text, place) = object.child(name).map(|it| (it.text(), it.text_place())).or(attribute)?;
        let word = text.split_whitespace().nth(at)?;
        let angle = value::number(word).filter(|it| it.rest.is_empty())?.value;
        let decimal_count = word.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        (angle != 0.0).then_some(Heading { angle, decimal_count, place })
    };
    read("init_pose", 2).or_else(|| read("init_pose3d", 3))
}
