//! Numbers of URDF and SDF text, checked where they are read.

use crate::findings::Report;
use crate::problem::ImportProblem;
use skidpad_math::{Pose3, Vec3};
use skidpad_world::{Node, Place};

/// Larger numbers are mistakes, and their squares would not be finite everywhere.
const LARGEST: f64 = 1e9;
/// Longest piece of a value in a message [characters].
const LONGEST_QUOTE: usize = 60;

/// So many numbers between blanks.
pub(crate) fn numbers<const N: usize>(text: &str) -> Option<[f64; N]> {
    let mut values = [0.0; N];
    let mut words = text.split_whitespace();
    for value in &mut values {
        *value = words.next()?.parse().ok().filter(|value: &f64| value.abs() <= LARGEST)?;
    }
    words.next().is_none().then_some(values)
}

/// The numbers of a text, or an error at its place.
pub(crate) fn read<const N: usize>(report: &mut Report, text: &str, place: Place) -> Option<[f64; N]> {
    let read = numbers(text);
    if read.is_none() {
        let value = text.chars().take(LONGEST_QUOTE).collect();
        report.error(place, &ImportProblem::NotNumbers { value, count: N });
    }
    read
}

/// The numbers of an attribute; none where it is absent or wrong, which is reported.
pub(crate) fn of_attribute<const N: usize>(report: &mut Report, node: &Node, name: &str) -> Option<[f64; N]> {
    let attribute = node.attribute(name)?;
    read(report, &attribute.value, attribute.value_place)
}

/// The numbers of a child's text; none where it is absent or wrong, which is reported.
pub(crate) fn of_child<const N: usize>(report: &mut Report, node: &Node, name: &str) -> Option<[f64; N]> {
    let child = node.child(name)?;
    read(report, child.text(), child.text_place())
}

/// One number of a child.
pub(crate) fn number_of_child(report: &mut Report, node: &Node, name: &str) -> Option<f64> {
    of_child::<1>(report, node, name).map(|[value]| value)
}

/// A number of a child at the end of a path such as `scan/horizontal/samples`.
pub(crate) fn number_at(report: &mut Report, node: &Node, path: &str) -> Option<f64> {
    let (parents, last) = path.rsplit_once('/').unwrap_or(("", path));
    let parent =
        parents.split('/').filter(|part| !part.is_empty()).try_fold(node, |node, name| node.child(name))?;
    number_of_child(report, parent, last)
}

/// A size, which must be greater than zero.
pub(crate) fn positive(report: &mut Report, place: Place, what: &'static str, value: f64) -> Option<f64> {
    if value > 0.0 {
        return Some(value);
    }
    report.error(place, &ImportProblem::NotPositive { what, value });
    None
}

/// An attribute that an element must have.
pub(crate) fn needed<'a>(report: &mut Report, node: &'a Node, name: &str) -> Option<&'a str> {
    let value =
        node.attribute(name).map(|attribute| attribute.value.trim()).filter(|value| !value.is_empty());
    if value.is_none() {
        let (element, what) = (node.name.to_string(), format!("the attribute \"{name}\""));
        report.error(node.place, &ImportProblem::Missing { element, what });
    }
    value
}

/// `<origin xyz rpy>` of an element of URDF; angles are roll, pitch, yaw.
pub(crate) fn origin(report: &mut Report, node: &Node) -> Pose3 {
    let Some(origin) = node.child("origin") else { return Pose3::default() };
    let [x, y, z] = of_attribute(report, origin, "xyz").unwrap_or_default();
    let [roll, pitch, yaw] = of_attribute(report, origin, "rpy").unwrap_or_default();
    Pose3::new(x, y, z, yaw, pitch, roll)
}

/// A vector of numbers.
pub(crate) fn vec3([x, y, z]: [f64; 3]) -> Vec3 {
    Vec3::new(x, y, z)
}
