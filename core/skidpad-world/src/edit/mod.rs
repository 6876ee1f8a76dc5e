//! Changes of a running world, written back into the text of its file: poses, added and removed objects.
//!
//! Only the bytes of what changed are replaced; comments, blanks and order of everything else stay.
//! What a loop or another file makes has no text of its own to change, and is refused with the reason.

mod difference;
mod spans;

pub use difference::difference;

use crate::description::{Element, Object, WorldDescription};
use crate::place::{FileId, Place};
use skidpad_math::Pose3;
use spans::{Span, attribute, spans};
use std::fmt;
use std::ops::Range;
use thiserror::Error;

/// A vehicle, a block or an element of a description, by its place in the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum EditedBody {
    /// A vehicle.
    Vehicle(usize),
    /// A block.
    Block(usize),
    /// An element: a floor or a wall.
    Element(usize),
}

/// What an object without a name is called.
impl fmt::Display for EditedBody {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditedBody::Vehicle(index) => write!(f, "vehicle_{index}"),
            EditedBody::Block(index) => write!(f, "block_{index}"),
            EditedBody::Element(index) => write!(f, "element_{index}"),
        }
    }
}

/// A change of a world.
#[derive(Debug, Clone, PartialEq)]
pub enum Edit {
    /// An object stands elsewhere.
    Move {
        /// The object.
        body: EditedBody,
        /// Where.
        pose_in_world: Pose3,
    },
    /// An object is gone.
    Remove {
        /// The object.
        body: EditedBody,
    },
    /// There is another vehicle or block like one of the file.
    Copy {
        /// The one that is copied.
        like: EditedBody,
        /// The new name.
        name: String,
        /// Where it stands.
        pose_in_world: Pose3,
    },
    /// There is something else; its text is added at the end of the world.
    Add {
        /// Its name, for messages.
        name: String,
        /// Its element, or several.
        xml: String,
    },
}

/// Why a change is not written.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum EditRefusal {
    /// The text of the object is in a file that the world includes.
    #[error(
        "it is written in another file, which the world includes at its own place; change it there, or save the expanded world"
    )]
    OtherFile,
    /// A loop makes the object.
    #[error(
        "the <for> loop in line {line} makes it, and each of its turns alike; save the expanded world to change one of them"
    )]
    Loop {
        /// Line of the loop.
        line: u32,
    },
    /// Several objects have the same text.
    #[error("several objects are made from the same text; save the expanded world to change one of them")]
    SharedText,
    /// The object is not one of the file.
    #[error("the file has no text for it")]
    NoText,
    /// After the change the file would say something else than what is shown.
    #[error(
        "with this change the file would not say what is shown; its pose comes from elsewhere, such as its class"
    )]
    NotAsShown,
}

/// A change that is not written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RefusedEdit {
    /// Name of the object.
    pub name: String,
    /// Why.
    pub reason: EditRefusal,
}

/// A text with its changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditedText {
    /// The new text.
    pub text: String,
    /// What was replaced, in the old text, and by what; in rising order, without overlaps.
    pub replaced: Vec<(Range<usize>, String)>,
    /// What is not written.
    pub refused: Vec<RefusedEdit>,
}

/// The tags of a file do not match each other, so that there is no telling where its elements end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the tags of the file do not match each other; `skidpad check` says where")]
pub struct UntidyFile;

/// Write changes into the text of a world's main file, from which the description was read.
pub fn edit_world(text: &str, world: &WorldDescription, edits: &[Edit]) -> Result<EditedText, UntidyFile> {
    let elements = spans(text).ok_or(UntidyFile)?;
    let file = MainFile { text, elements, world };
    let mut replaced: Vec<(Range<usize>, String)> = Vec::new();
    let mut refused = Vec::new();
    for edit in edits {
        match file.replacement(edit) {
            Ok(change) => replaced.push(change),
            Err(reason) => refused.push(RefusedEdit { name: file.name_of(edit), reason }),
        }
    }
    // A removal swallows other changes of the same object; of two at one place the first stands first.
    replaced.sort_by_key(|(range, _)| (range.start, std::cmp::Reverse(range.end)));
    let mut kept: Vec<(Range<usize>, String)> = Vec::new();
    for (range, new) in replaced {
        if kept.last().is_none_or(|(last, _)| range.start >= last.end) {
            kept.push((range, new));
        }
    }
    Ok(EditedText { text: with_replaced(text, &kept), replaced: kept, refused })
}

fn with_replaced(text: &str, replaced: &[(Range<usize>, String)]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (range, new) in replaced {
        out.push_str(&text[at..range.start]);
        out.push_str(new);
        at = range.end;
    }
    out.push_str(&text[at..]);
    out
}

/// What the text of an object says.
struct Written<'a> {
    name: &'a str,
    place: Place,
    pose_in_world: Pose3,
    /// Whether it says height and attitude itself; the ground decides those of others.
    has_own_height: bool,
}

impl<'a> Written<'a> {
    fn object(object: &'a Object) -> Written<'a> {
        Written {
            name: &object.name,
            place: object.place,
            pose_in_world: object.pose_in_world,
            has_own_height: object.skip_elevation_adjust,
        }
    }

    fn element(element: &'a Element) -> Option<Written<'a>> {
        let pose_in_world = element.placeable_pose()?;
        Some(Written { name: &element.name, place: element.place, pose_in_world, has_own_height: true })
    }
}

struct MainFile<'a> {
    text: &'a str,
    elements: Vec<Span>,
    world: &'a WorldDescription,
}

impl MainFile<'_> {
    fn written(&self, body: EditedBody) -> Option<Written<'_>> {
        match body {
            EditedBody::Vehicle(index) => {
                self.world.vehicles.get(index).map(|it| Written::object(&it.object))
            }
            EditedBody::Block(index) => self.world.blocks.get(index).map(|it| Written::object(&it.object)),
            EditedBody::Element(index) => self.world.elements.get(index).and_then(Written::element),
        }
    }

    fn name_of(&self, edit: &Edit) -> String {
        match edit {
            Edit::Move { body, .. } | Edit::Remove { body } => {
                let name = self.written(*body).map(|it| it.name.to_owned());
                name.filter(|name| !name.is_empty()).unwrap_or_else(|| body.to_string())
            }
            Edit::Copy { name, .. } | Edit::Add { name, .. } => name.clone(),
        }
    }

    fn replacement(&self, edit: &Edit) -> Result<(Range<usize>, String), EditRefusal> {
        match edit {
            Edit::Move { body, pose_in_world } => {
                let (written, element) = self.element(*body)?;
                Ok(moved(self.text, &self.elements, element, &written, pose_in_world))
            }
            Edit::Remove { body } => {
                let (_, element) = self.element(*body)?;
                Ok((self.whole_lines(&self.elements[element].whole), String::new()))
            }
            Edit::Copy { like, name, pose_in_world } => self.copied(*like, name, pose_in_world),
            Edit::Add { xml, .. } => self.added(xml),
        }
    }

    /// The object and its element in this file, if the element makes this object alone.
    fn element(&self, body: EditedBody) -> Result<(Written<'_>, usize), EditRefusal> {
        let object = self.written(body).ok_or(EditRefusal::NoText)?;
        if object.place.file != FileId(0) {
            return Err(EditRefusal::OtherFile);
        }
        let start = offset_of(self.text, object.place).ok_or(EditRefusal::NoText)?;
        let found = self.elements.iter().position(|element| element.whole.start == start);
        let index = found.ok_or(EditRefusal::NoText)?;
        let mut at = self.elements[index].parent;
        while let Some(parent) = at {
            let element = &self.elements[parent];
            if element.name == "for" {
                let line = 1 + self.text[..element.whole.start].matches('\n').count();
                return Err(EditRefusal::Loop { line: u32::try_from(line).unwrap_or(u32::MAX) });
            }
            at = element.parent;
        }
        let vehicles = self.world.vehicles.iter().map(|it| it.object.place);
        let blocks = self.world.blocks.iter().map(|it| it.object.place);
        let actors = self.world.actors.iter().map(|it| it.object.place);
        let elements = self.world.elements.iter().map(|it| it.place);
        let places = vehicles.chain(blocks).chain(actors).chain(elements);
        let sharing = places.filter(|other| *other == object.place);
        if sharing.count() > 1 {
            return Err(EditRefusal::SharedText);
        }
        Ok((object, index))
    }

    /// A range, and the lines it fills if there is nothing else on them.
    fn whole_lines(&self, range: &Range<usize>) -> Range<usize> {
        let line_start = self.text[..range.start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = self.text[range.end..].find('\n').map_or(self.text.len(), |at| range.end + at + 1);
        let is_blank = |part: &str| part.trim().is_empty();
        if is_blank(&self.text[line_start..range.start]) && is_blank(&self.text[range.end..line_end]) {
            line_start..line_end
        } else {
            range.clone()
        }
    }

    /// The blanks before an element on its line.
    fn indent(&self, element: &Span) -> &str {
        let line_start = self.text[..element.whole.start].rfind('\n').map_or(0, |at| at + 1);
        let before = &self.text[line_start..element.whole.start];
        &before[..before.len() - before.trim_start().len()]
    }

    /// A copy of an element behind it, under another name and at another pose.
    fn copied(
        &self,
        like: EditedBody,
        name: &str,
        pose: &Pose3,
    ) -> Result<(Range<usize>, String), EditRefusal> {
        let (written, index) = self.element(like)?;
        let element = &self.elements[index];
        let text = &self.text[element.whole.clone()];
        let inner = spans(text).ok_or(EditRefusal::NoText)?;
        let mut changes = vec![moved(text, &inner, 0, &written, pose)];
        match attribute(text, &inner[0].opening, "name") {
            Some(value) => changes.push((value, escaped(name))),
            None => {
                let after_tag = inner[0].opening.start + 1 + inner[0].name.len();
                changes.push((after_tag..after_tag, format!(" name=\"{}\"", escaped(name))));
            }
        }
        changes.sort_by_key(|(range, _)| range.start);
        let copy = with_replaced(text, &changes);
        let at = element.whole.end;
        Ok((at..at, format!("{}{}{copy}", self.line_end(), self.indent(element))))
    }

    /// Elements at the end of the world.
    fn added(&self, xml: &str) -> Result<(Range<usize>, String), EditRefusal> {
        let root = self.elements.iter().position(|element| element.parent.is_none());
        let index = root.ok_or(EditRefusal::NoText)?;
        let element = &self.elements[index];
        let end = self.line_end();
        let last = self.elements.iter().rev().find(|child| child.parent == Some(index));
        let indent = last.map_or("    ", |child| self.indent(child));
        let lines: String = xml.trim().lines().map(|line| format!("{indent}{line}{end}")).collect();
        if element.closes_itself() {
            let tag = self.text[element.opening.clone()].trim_end_matches("/>").trim_end();
            return Ok((element.whole.clone(), format!("{tag}>{end}{lines}</{}>", element.name)));
        }
        let close = element.close_start;
        let line_start = self.text[..close].rfind('\n').map_or(0, |at| at + 1);
        let is_alone = self.text[line_start..close].trim().is_empty() && line_start > 0;
        Ok(if is_alone { (line_start..line_start, lines) } else { (close..close, format!("{end}{lines}")) })
    }

    /// How the file ends its lines.
    fn line_end(&self) -> &'static str {
        if self.text.contains("\r\n") { "\r\n" } else { "\n" }
    }
}

/// The change that gives an element another pose.
fn moved(
    text: &str,
    elements: &[Span],
    index: usize,
    written: &Written<'_>,
    pose: &Pose3,
) -> (Range<usize>, String) {
    let element = &elements[index];
    let child = |name: &str| elements.iter().find(|it| it.parent == Some(index) && it.name == name);
    let flat = [pose.x_m, pose.y_m, pose.yaw_rad.to_degrees()].map(number).join(" ");
    let full = {
        // The ground decides height and attitude, so that the file keeps its own unless it decides them itself.
        let upright = if written.has_own_height { *pose } else { written.pose_in_world };
        let angles = [pose.yaw_rad, upright.pitch_rad, upright.roll_rad].map(f64::to_degrees);
        let values = [pose.x_m, pose.y_m, upright.z_m, angles[0], angles[1], angles[2]];
        values.map(number).join(" ")
    };
    let is_flat = !written.has_own_height || [pose.z_m, pose.pitch_rad, pose.roll_rad] == [0.0; 3];
    for (name, value) in [("init_pose", &flat), ("init_pose3d", &full)] {
        if let Some(range) = attribute(text, &element.opening, name) {
            return (range, value.clone());
        }
        if let Some(found) = child(name) {
            if name == "init_pose" && !is_flat {
                return (found.whole.clone(), format!("<init_pose3d>{full}</init_pose3d>"));
            }
            return match &found.text {
                Some(range) => (range.clone(), value.clone()),
                None => (found.whole.clone(), format!("<{name}>{value}</{name}>")),
            };
        }
    }
    // Its class says where it stands; its own word comes before that.
    let tag = if is_flat {
        format!("<init_pose>{flat}</init_pose>")
    } else {
        format!("<init_pose3d>{full}</init_pose3d>")
    };
    if element.closes_itself() {
        let opening = text[element.opening.clone()].trim_end_matches("/>").trim_end();
        return (element.whole.clone(), format!("{opening}>{tag}</{}>", element.name));
    }
    let at = element.opening.end;
    (at..at, tag)
}

/// A number to a micrometre or a millionth of a degree.
fn number(value: f64) -> String {
    let rounded = (value * 1e6).round() / 1e6;
    format!("{}", if rounded == 0.0 { 0.0 } else { rounded })
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('"', "&quot;")
        .replace('\'', "&apos;")
        .replace('$', "_")
}

/// The byte at a place.
fn offset_of(text: &str, place: Place) -> Option<usize> {
    let mut start = 0;
    for _ in 1..place.line {
        start += text[start..].find('\n')? + 1;
    }
    let line = &text[start..];
    let column = usize::try_from(place.column.checked_sub(1)?).ok()?;
    line.char_indices().nth(column).map(|(offset, _)| start + offset)
}
