//! Files of a world: read once, parsed once, included as often as wanted.

use std::rc::Rc;

use super::cone_table;
use super::references::References;
use super::variables::Variables;
use super::{Expander, Position};
use crate::describe::value;
use crate::files::{FileProblem, folder_of, join, relative_to, shown};
use crate::nearest::nearest;
use crate::place::{FileId, Place, PlaceFinder};
use crate::problem::Problem;
use crate::tree::{Attribute, Node};
use crate::xml;

/// A parsed file.
pub(super) struct LoadedFile {
    pub(super) id: FileId,
    pub(super) roots: Vec<Node>,
    pub(super) references: References,
}

impl Expander<'_> {
    /// The file at a logical path. What is wrong with it is reported at `place`, where it is asked for.
    pub(super) fn load(&mut self, path: &str, place: Option<Place>) -> Option<Rc<LoadedFile>> {
        if let Some(known) = self.loaded.get(path) {
            return known.clone();
        }
        let limits = &self.options.limits;
        // The main file is loaded too, and is no include.
        if self.loaded.len() > limits.includes {
            self.stop(place?, "different included files", limits.includes as u64);
            return None;
        }
        let limit = limits.file_bytes.min(self.budget.file_bytes);
        let file = match self.files.read(path, limit) {
            Ok(bytes) if bytes.len() > limit => {
                self.report_unreadable(path, FileProblem::TooLarge { limit }, place);
                None
            }
            Ok(bytes) => {
                self.budget.file_bytes -= bytes.len();
                Some(Rc::new(self.parse(path, &bytes)))
            }
            Err(reason) => {
                self.report_unreadable(path, reason, place);
                None
            }
        };
        self.loaded.insert(path.to_owned(), file.clone());
        if let Some(place) = place.filter(|_| file.is_some()) {
            self.included_at.insert(path.to_owned(), place);
        }
        file
    }

    fn report_unreadable(&mut self, path: &str, reason: FileProblem, place: Option<Place>) {
        let built_in = match reason {
            FileProblem::Missing => self.built_in_named(path),
            _ => None,
        };
        // As the file that asks for it writes it.
        let folder = place.map_or("", |place| folder_of(self.sources.name(place.file)));
        let path = shown(&relative_to(folder, path));
        let problem = Problem::UnreadableFile { path, reason, built_in };
        self.diagnostics.push(crate::Severity::Error, place, problem);
    }

    /// A built-in definition with the name of a missing file, or else with one close to it, as a world would write it.
    fn built_in_named(&self, path: &str) -> Option<String> {
        let name = path.rsplit('/').next()?;
        let known = self.files.built_in_definitions();
        let found = known.iter().find(|known| *known == name).cloned();
        // Endings such as `.vehicle.xml` are no likeness.
        let (stem, ending) = name.split_once('.')?;
        let alike = known.iter().filter_map(|known| known.split_once('.').filter(|it| it.1 == ending));
        let close = || nearest(stem, alike.map(|(stem, _)| stem)).map(|stem| format!("{stem}.{ending}"));
        // `hokuyo` is the beginning of `hokuyo-utm30`.
        let longer = || {
            let mut stems =
                known.iter().filter_map(|known| known.split_once('.').filter(|it| it.1 == ending));
            let starts = |it: &(&str, &str)| stem.len() >= 3 && it.0.starts_with(stem);
            stems.find(starts).map(|(stem, _)| format!("{stem}.{ending}"))
        };
        let found = found.or_else(close).or_else(longer);
        found.map(|name| format!("../definitions/{name}"))
    }

    fn parse(&mut self, path: &str, bytes: &[u8]) -> LoadedFile {
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
        // UTF-16 has no text in it that could be read as UTF-8.
        let is_utf16 = bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF");
        let text = if is_utf16 { "" } else { &*String::from_utf8_lossy(bytes) };
        let readable = xml::without_control_characters(text);
        let id = self.sources.add(path, &readable);
        if let Err(error) = std::str::from_utf8(bytes) {
            // Up to the first bad byte the lossy text is the text itself.
            let place = PlaceFinder::new(text, id).at(error.valid_up_to());
            self.diagnostics.error(place, Problem::InvalidUtf8);
        }
        if let Some((at, character)) = text.char_indices().find(|(_, c)| xml::is_control_character(*c)) {
            let place = PlaceFinder::new(text, id).at(at);
            self.diagnostics.warning(place, Problem::ControlCharacter { code: u32::from(character) });
        }
        let text = &*readable;
        let nodes = &mut self.budget.parsed_nodes;
        let roots = if cone_table::is_table(path) {
            cone_table::parse(text, id, nodes, &mut self.diagnostics)
        } else {
            xml::parse(text, id, &self.options.limits, nodes, &mut self.diagnostics)
        };
        let references = References::of(&roots);
        LoadedFile { id, roots, references }
    }

    /// `<include file="F" a="…"/>`: interpret the roots of F with its parameters.
    pub(super) fn include(
        &mut self,
        node: &Node,
        position: Position<'_>,
        body: &mut dyn FnMut(&mut Self, &[Node]),
    ) {
        let Some(written) = self.needed(node, "file") else { return };
        let value = self.substitute(&written.value, written.value_place);
        if self.diagnostics.has_error_at(written.value_place) {
            return;
        }
        if value.starts_with("http://") || value.starts_with("https://") {
            self.diagnostics.error(written.value_place, Problem::RemoteInclude { url: value });
            return;
        }
        let value = value.strip_prefix("file://").unwrap_or(&value);
        let path = self.include_path(value, node.place);
        if self.including.contains(&path) {
            self.diagnostics.error(written.value_place, Problem::IncludeCycle { path });
            return;
        }
        if self.including.len() > self.options.limits.include_depth {
            let limit = self.options.limits.include_depth as u64;
            self.stop(written.value_place, "includes inside each other", limit);
            return;
        }
        let Some(file) = self.load(&path, Some(written.value_place)) else { return };
        let parameters = self.include_parameters(node, &file, &path);
        // A file of several parts may wrap them in the element of a world, to be well-formed.
        let roots = match &file.roots[..] {
            [root] if root.name == "mvsim_world" => &root.children,
            roots => roots,
        };
        if let Some(second) = file.roots.get(1) {
            let problem = Problem::SeveralRoots { element: second.name.to_string() };
            self.diagnostics.warning(second.place, problem);
        }
        let outer = std::mem::replace(&mut self.parameters, parameters);
        // Only world-level includes move the folder that paths count from, as in MVSim.
        let folder = if position.depth == 1 { folder_of(&path) } else { &self.base_folder }.to_owned();
        let outer_folder = std::mem::replace(&mut self.base_folder, folder);
        self.including.push(path);
        body(self, roots);
        self.including.pop();
        self.base_folder = outer_folder;
        self.parameters = outer;
    }

    /// An include is relative to the file that it is in. MVSim takes those of a class relative to the
    /// file of the class, and what only works so works here too.
    fn include_path(&mut self, value: &str, place: Place) -> String {
        let beside = join(folder_of(self.sources.name(place.file)), value);
        if self.is_there(&beside) {
            return beside;
        }
        let others = [&self.class_folder, &self.base_folder].map(|folder| join(folder, value));
        others.into_iter().find(|path| self.is_there(path)).unwrap_or(beside)
    }

    /// Parameters are pasted where they are used: `${…}` is replaced now, by what it means here,
    /// the rest is evaluated at each use.
    fn include_parameters(&mut self, node: &Node, file: &LoadedFile, path: &str) -> Variables {
        let mut parameters = Variables::default();
        for attribute in node.attributes.iter().filter(|attribute| attribute.name != "file") {
            let value = self.substitute_names(&attribute.value, attribute.value_place);
            let is_used = file.references.contains(&attribute.name);
            self.check_decimal_comma(attribute, &value);
            parameters.set(&attribute.name, value);
            if !is_used && self.is_first_time(attribute.place, &attribute.name) {
                let known = file.references.parameters();
                let foreign = foreign_parameter(&attribute.name, &known).map(str::to_owned);
                let nearest = foreign.or_else(|| nearest(&attribute.name, known.iter().copied()));
                let folder = folder_of(self.sources.name(attribute.place.file));
                let problem = Problem::UnusedParameter {
                    parameter: attribute.name.to_string(),
                    file: shown(&relative_to(folder, path)),
                    known: if nearest.is_none() { listed(&known) } else { String::new() },
                    nearest,
                };
                self.diagnostics.warning(attribute.place, problem);
            }
        }
        parameters
    }

    /// A number with a decimal comma would be an error in the included file, far from where it is written.
    fn check_decimal_comma(&mut self, attribute: &Attribute, value: &str) {
        let meant = value::with_decimal_point(value).filter(|meant| value::numbers(meant).value.len() == 1);
        if let Some(meant) = meant.filter(|_| self.is_first_time(attribute.value_place, &attribute.name)) {
            let (parameter, value) = (attribute.name.to_string(), value.to_owned());
            let problem = Problem::ParameterWithComma { parameter, value, meant };
            self.diagnostics.warning(attribute.value_place, problem);
        }
    }
}

/// Names that people give to parameters of includes, and those that our definitions have.
const FOREIGN_PARAMETERS: &[(&str, &[&str])] = &[
    ("name", &["sensor_name"]),
    ("x", &["sensor_x"]),
    ("y", &["sensor_y"]),
    ("z", &["sensor_z"]),
    ("yaw", &["sensor_yaw"]),
    ("pitch", &["sensor_pitch"]),
    ("roll", &["sensor_roll"]),
    ("rate", &["sensor_rate", "sensor_period_sec"]),
    ("rate_hz", &["sensor_rate", "sensor_period_sec"]),
    ("sensor_rate", &["sensor_period_sec"]),
    ("update_rate", &["sensor_rate", "sensor_period_sec"]),
    ("sensor_hz", &["sensor_rate", "sensor_period_sec"]),
    ("hz", &["sensor_rate", "sensor_period_sec"]),
    ("frequency", &["sensor_rate", "sensor_period_sec"]),
    ("period", &["sensor_period_sec", "sensor_rate"]),
    ("sensor_period", &["sensor_period_sec", "sensor_rate"]),
    ("sensor_period_sec", &["sensor_rate"]),
    ("nrays", &["sensor_nrays"]),
    ("ray_count", &["sensor_nrays"]),
    ("range", &["max_range"]),
    ("range_max", &["max_range"]),
    ("fov", &["fov_degrees"]),
    ("fov_deg", &["fov_degrees"]),
    ("noise", &["sensor_std_noise"]),
];

/// The parameter of a file that a name certainly refers to.
fn foreign_parameter<'a>(written: &str, known: &[&'a str]) -> Option<&'a str> {
    let (_, names) = FOREIGN_PARAMETERS.iter().find(|(foreign, _)| *foreign == written)?;
    names.iter().find_map(|name| known.iter().copied().find(|known| known == name))
}

/// The first names of a list.
fn listed(names: &[&str]) -> String {
    const MOST: usize = 12;
    let end = if names.len() > MOST { ", …" } else { "" };
    let names: Vec<&str> = names.iter().take(MOST).copied().collect();
    format!("{}{end}", names.join(", "))
}
