//! What a robot's URDF does not say: a small file of `key: value` lines, in the plainest YAML.
//!
//! ```yaml
//! name: my_robot
//! class: differential_4_wheels
//! controller: twist_ideal
//! max_steer_ang_deg: 30
//! wheels:
//!   lf_wheel: front_left_wheel_joint
//! sensors:
//!   base_scan: rplidar-a2.sensor.xml
//! ```

use crate::findings::Report;
use crate::problem::ImportProblem;
use crate::values::numbers;
use skidpad_world::{Place, nearest};
use std::collections::BTreeMap;

/// A value and where it stands.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Said {
    pub(crate) value: String,
    pub(crate) place: Place,
}

/// A mapping, as text; it is read together with the robot that it is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mapping {
    /// Name of the file, for messages.
    pub file: String,
    /// Its content.
    pub text: String,
}

/// What a mapping says.
#[derive(Debug, Default)]
pub(crate) struct MappingValues {
    pub(crate) name: Option<Said>,
    pub(crate) class: Option<Said>,
    pub(crate) controller: Option<Said>,
    pub(crate) max_steer_ang_deg: Option<f64>,
    /// Wheel tags and the joints of these wheels.
    pub(crate) wheels: BTreeMap<String, Said>,
    /// Links and the sensor files to include there.
    pub(crate) sensors: BTreeMap<String, Said>,
}

/// Classes that a mapping may choose.
pub(crate) const CLASSES: [&str; 4] =
    ["differential", "differential_3_wheels", "differential_4_wheels", "ackermann"];
/// Controllers that a mapping may choose.
const CONTROLLERS: [&str; 2] = ["twist_pid", "twist_ideal"];
/// Tags of wheels.
const WHEELS: [&str; 10] = [
    "l_wheel",
    "r_wheel",
    "caster_wheel",
    "lf_wheel",
    "rf_wheel",
    "lr_wheel",
    "rr_wheel",
    "fl_wheel",
    "fr_wheel",
    "rl_wheel",
];
const KEYS: [&str; 6] = ["name", "class", "controller", "max_steer_ang_deg", "wheels", "sensors"];

impl MappingValues {
    /// Read a mapping; what is wrong with it is reported.
    pub(crate) fn read(mapping: &Mapping, report: &mut Report) -> MappingValues {
        let file = report.add_source(&mapping.file, &mapping.text);
        let mut values = MappingValues::default();
        let mut section = None;
        for (line, text) in (1..).zip(mapping.text.lines()) {
            let content = text.split(" #").next().unwrap_or(text).trim_end();
            let written = content.trim_start();
            if written.is_empty() || written.starts_with('#') || written == "---" {
                continue;
            }
            let indent = content.chars().count() - written.chars().count();
            let place =
                |column: usize| Place { file, line, column: u32::try_from(column + 1).unwrap_or(u32::MAX) };
            let Some((key, value)) = written.split_once(':').filter(|(key, _)| !key.trim().is_empty()) else {
                let line = written.chars().take(60).collect();
                report.error(place(indent), &ImportProblem::MappingLine { line });
                continue;
            };
            let key = unquoted(key);
            let column = indent + written.chars().count() - value.trim_start().chars().count();
            let said = Said { value: unquoted(value).to_owned(), place: place(column) };
            if indent == 0 {
                section = matches!(key, "wheels" | "sensors").then(|| key.to_owned());
                values.set(key, said, place(0), report);
            } else {
                values.set_in(section.as_deref(), key, said, place(indent), report);
            }
        }
        values
    }

    fn set(&mut self, key: &str, said: Said, place: Place, report: &mut Report) {
        match key {
            "name" => self.name = Some(said),
            "class" => self.class = one_of(said, &CLASSES, report),
            "controller" => self.controller = one_of(said, &CONTROLLERS, report),
            "max_steer_ang_deg" => match numbers::<1>(&said.value) {
                Some([degrees]) if degrees > 0.0 && degrees < 89.0 => self.max_steer_ang_deg = Some(degrees),
                _ => {
                    let (value, expected) = (said.value, "degrees between 0 and 89".to_owned());
                    report.error(said.place, &ImportProblem::MappingValue { value, expected });
                }
            },
            "wheels" | "sensors" if said.value.is_empty() => {}
            "wheels" | "sensors" => {
                let expected = "each entry on a line of its own below it, indented".to_owned();
                report.error(said.place, &ImportProblem::MappingValue { value: said.value, expected });
            }
            key => unknown(key, &KEYS, place, report),
        }
    }

    fn set_in(&mut self, section: Option<&str>, key: &str, said: Said, place: Place, report: &mut Report) {
        match section {
            Some("wheels") if WHEELS.contains(&key) => {
                self.wheels.insert(key.to_owned(), said);
            }
            Some("wheels") => unknown(key, &WHEELS, place, report),
            Some(_) => {
                self.sensors.insert(key.to_owned(), said);
            }
            None => {
                let line = format!("{key}: {}", said.value);
                report.error(place, &ImportProblem::MappingLine { line });
            }
        }
    }
}

fn unquoted(text: &str) -> &str {
    let text = text.trim();
    let inner = |quote: char| text.strip_prefix(quote)?.strip_suffix(quote);
    inner('"').or_else(|| inner('\'')).unwrap_or(text)
}

fn one_of(said: Said, possible: &[&str], report: &mut Report) -> Option<Said> {
    if possible.contains(&said.value.as_str()) {
        return Some(said);
    }
    let expected = possible.join(", ");
    report.error(said.place, &ImportProblem::MappingValue { value: said.value, expected });
    None
}

fn unknown(key: &str, known: &[&str], place: Place, report: &mut Report) {
    let nearest = nearest(key, known.iter().copied());
    report.error(place, &ImportProblem::MappingKey { key: key.to_owned(), nearest, known: known.join(", ") });
}
