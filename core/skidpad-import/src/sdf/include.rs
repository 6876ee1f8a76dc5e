//! Files that a world includes, and files that its models name.

use super::pose::pose_of;
use super::{Context, SdfImport};
use crate::problem::ImportProblem;
use skidpad_world::files::{folder_of, join, relative_to};
use skidpad_world::{Limits, Node, xml};
use std::rc::Rc;

/// Folders in which the models of a world usually are, seen from the world.
const MODEL_FOLDERS: [&str; 4] = ["models", ".", "../models", ".."];

impl SdfImport<'_> {
    pub(super) fn include(&mut self, node: &Node, context: &Context) {
        let uri = node.child("uri").map_or("", |uri| uri.text()).to_owned();
        if !self.may_go_on(node.place, context.depth) {
            return;
        }
        let path = self.included_file(&uri, context);
        let root = path.as_deref().and_then(|path| self.parsed(path, node, &uri));
        let Some((path, root)) = path.zip(root) else {
            match uri.trim_end_matches('/') {
                // Every Gazebo has these two.
                "model://sun" => self.default_sun(),
                "model://ground_plane" => self.ground_plane(node),
                _ if self.report.has_errors() => {}
                _ => {
                    let reason = if uri.starts_with("http") {
                        "download it and include the local file".to_owned()
                    } else {
                        "there is no such file; --search DIR names the folder of models".to_owned()
                    };
                    self.report.warning(node.place, &ImportProblem::Include { uri, reason });
                }
            }
            return;
        };
        let mut inner =
            Context { folder: folder_of(&path).to_owned(), depth: context.depth + 1, ..context.clone() };
        inner.is_static |= node.child("static").is_some_and(|flag| is_true(flag.text()));
        let name = node.child("name").map(|name| name.text().to_owned());
        let pose = node.child("pose").map(|_| pose_of(&mut self.report, node));
        for model in root.children_named("model") {
            self.named_model(model, &inner, name.as_deref(), pose);
        }
        let at = pose.map_or(context.pose, |pose| context.pose * pose);
        root.children_named("light").for_each(|light| self.light(light, &at));
    }

    /// The logical path of the SDF file behind an address; none where nothing is found.
    fn included_file(&self, uri: &str, context: &Context) -> Option<String> {
        let is_file =
            |path: &str| path.ends_with(".sdf") || path.ends_with(".world") || path.ends_with(".xml");
        for folder in self.places(uri, context) {
            if is_file(&folder) && self.options.files.exists(&folder) {
                return Some(folder);
            }
            if let Some(name) = self.name_in_config(&join(&folder, "model.config")) {
                return Some(join(&folder, &name));
            }
            let plain = join(&folder, "model.sdf");
            if self.options.files.exists(&plain) {
                return Some(plain);
            }
        }
        None
    }

    /// Where a file or folder may be, most likely first.
    fn places(&self, uri: &str, context: &Context) -> Vec<String> {
        if let Some(inside) = uri.strip_prefix("model://") {
            let folders = [context.folder.as_str(), &self.main_folder].into_iter();
            return folders
                .flat_map(|from| MODEL_FOLDERS.map(|folder| join(&join(from, folder), inside)))
                .collect();
        }
        if uri.starts_with("http://") || uri.starts_with("https://") || uri.is_empty() {
            return Vec::new();
        }
        vec![join(&context.folder, uri.strip_prefix("file://").unwrap_or(uri))]
    }

    /// The last SDF file that a `model.config` names: files of older versions come first.
    fn name_in_config(&self, path: &str) -> Option<String> {
        let bytes = self.options.files.read(path, self.options.limits.file_bytes).ok()?;
        let text = String::from_utf8(bytes).ok()?;
        let mut diagnostics = skidpad_world::Diagnostics::default();
        let mut nodes_left = 10_000;
        let roots =
            xml::parse(&text, Default::default(), &Limits::default(), &mut nodes_left, &mut diagnostics);
        roots
            .first()?
            .children_named("sdf")
            .last()
            .map(|name| name.text().to_owned())
            .filter(|name| !name.is_empty())
    }

    /// The root of a file, read once; none where it cannot be read, which is reported.
    fn parsed(&mut self, path: &str, node: &Node, uri: &str) -> Option<Rc<Node>> {
        if let Some(known) = self.included.get(path) {
            return known.clone();
        }
        let read = self
            .options
            .files
            .read(path, self.options.limits.file_bytes)
            .map_err(|problem| problem.to_string());
        let text =
            read.and_then(|bytes| String::from_utf8(bytes).map_err(|_| "it is not UTF-8 text".to_owned()));
        let root = match text {
            Ok(text) => self.report.parse(&text, path).map(Rc::new),
            Err(reason) => {
                self.report.error(node.place, &ImportProblem::Include { uri: uri.to_owned(), reason });
                None
            }
        };
        self.included.insert(path.to_owned(), root.clone());
        root
    }

    /// The address of a mesh of a model, as a file beside the main one would write it.
    pub(super) fn asset_uri(&self, uri: &str, context: &Context) -> String {
        if !uri.starts_with("model://") && uri.contains("://") && !uri.starts_with("file://") {
            return uri.to_owned();
        }
        let places = self.places(uri, context);
        let found = places.iter().find(|path| self.options.files.exists(path)).or(places.first());
        found.map_or_else(|| uri.to_owned(), |path| relative_to(&self.main_folder, path))
    }
}

pub(super) fn is_true(text: &str) -> bool {
    matches!(text.trim(), "1" | "true" | "True")
}
