//! Numbers and elements as text of a world.

use skidpad_math::Pose3;
use std::fmt::Write as _;

/// A number without noise in its last digits: to a micrometre or a millionth of a degree.
pub(crate) fn number(value: f64) -> String {
    let rounded = (value * 1e6).round() / 1e6;
    // A zero has no sign worth writing.
    format!("{}", if rounded == 0.0 { 0.0 } else { rounded })
}

/// `x y z yaw pitch roll`, angles in degrees.
pub(crate) fn pose(pose: &Pose3) -> String {
    let degrees = [pose.yaw_rad, pose.pitch_rad, pose.roll_rad].map(f64::to_degrees);
    [pose.x_m, pose.y_m, pose.z_m]
        .iter()
        .chain(&degrees)
        .map(|&value| number(value))
        .collect::<Vec<_>>()
        .join(" ")
}

/// Text for an element or an attribute in double quotes.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::new();
    for character in text.chars() {
        match character {
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '&' => out.push_str("&amp;"),
            '"' => out.push_str("&quot;"),
            // A world would read ${…} as a variable.
            '$' => out.push('_'),
            character => out.push(character),
        }
    }
    out
}

/// A name that a world may use for an object: letters, digits and `_`.
pub(crate) fn plain_name(name: &str) -> String {
    let name: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '_' { c } else { '_' }).collect();
    if name.is_empty() { "unnamed".to_owned() } else { name }
}

/// A colour as `#RRGGBB` or `#RRGGBBAA`.
pub(crate) fn color(rgba: [f64; 4]) -> String {
    let [red, green, blue, alpha] = rgba.map(|part| (part.clamp(0.0, 1.0) * 255.0).round() as u8);
    if alpha == 255 {
        format!("#{red:02X}{green:02X}{blue:02X}")
    } else {
        format!("#{red:02X}{green:02X}{blue:02X}{alpha:02X}")
    }
}

/// Lines of XML, indented by four blanks a level.
#[derive(Default)]
pub(crate) struct XmlWriter {
    out: String,
    depth: usize,
}

impl XmlWriter {
    /// A line as it is.
    pub(crate) fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{:width$}{text}", "", width = 4 * self.depth);
    }

    /// `<tag attributes>` with more inside.
    pub(crate) fn open(&mut self, tag_and_attributes: &str) {
        self.line(&format!("<{tag_and_attributes}>"));
        self.depth += 1;
    }

    /// `</tag>`.
    pub(crate) fn close(&mut self, tag: &str) {
        self.depth = self.depth.saturating_sub(1);
        self.line(&format!("</{tag}>"));
    }

    /// `<tag>value</tag>`.
    pub(crate) fn value(&mut self, tag: &str, value: &str) {
        self.line(&format!("<{tag}>{}</{tag}>", escaped(value)));
    }

    /// `<tag>number</tag>`.
    pub(crate) fn number(&mut self, tag: &str, value: f64) {
        self.line(&format!("<{tag}>{}</{tag}>", number(value)));
    }

    /// An outline.
    pub(crate) fn shape(&mut self, corners_m: &[[f64; 2]]) {
        self.open("shape");
        for [x, y] in corners_m {
            self.line(&format!("<pt>{} {}</pt>", number(*x), number(*y)));
        }
        self.close("shape");
    }

    pub(crate) fn finish(self) -> String {
        self.out
    }
}
