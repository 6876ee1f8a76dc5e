//! Values that name files: made to count from the folder of the main world, wherever they were written.

use super::Expander;
use crate::files::{ROOT_PREFIX, folder_of, join, relative_to};
use crate::place::Place;

/// Parameters that name a file, as child elements or attributes.
const PATH_NAMES: [&str; 8] = [
    "model_uri",
    "texture",
    "texture_image",
    "textures",
    "elevation_image",
    "dem_xyzrgb_file",
    "file_txt_2d",
    "file_txt_3d",
];

pub(super) fn is_path_element(name: &str, parent: &str) -> bool {
    PATH_NAMES.contains(&name) || (name == "file" && parent == "element")
}

pub(super) fn is_path_attribute(element: &str, attribute: &str) -> bool {
    PATH_NAMES.contains(&attribute) || (attribute == "file" && element == "element")
}

impl Expander<'_> {
    /// A path value as the main file would write it.
    ///
    /// MVSim joins it with the folder of the world-level file being read; authors of definitions often
    /// mean the folder of the definition. The first place where the file is there wins, in this order:
    /// the world-level file, the file where the text stands, the main file.
    pub(super) fn path_value(&mut self, value: &str, place: Place) -> String {
        let value = value.trim();
        if value.is_empty() || value.starts_with("http://") || value.starts_with("https://") {
            return value.to_owned();
        }
        let value = value.strip_prefix("file://").unwrap_or(value);
        if value.contains("://") {
            return value.to_owned();
        }
        let folders = [&self.base_folder, folder_of(self.sources.name(place.file)), self.main_folder()];
        let paths = folders.map(|folder| join(folder, value));
        let found = paths.iter().find(|path| self.is_there(&path.replace("%s", "Front")));
        relative_to(self.main_folder(), found.unwrap_or(&paths[0]))
    }

    /// `${MVSIM_CURRENT_FILE_DIRECTORY}` at the start of any value is relative to the main folder too.
    pub(super) fn without_root_prefix(&self, value: String) -> String {
        if value.trim_start().starts_with(ROOT_PREFIX) {
            relative_to(self.main_folder(), &join("", &value))
        } else {
            value
        }
    }

    /// The folder of a file as `${MVSIM_CURRENT_FILE_DIRECTORY}` gives it.
    pub(super) fn folder_value(&self, place: Place) -> String {
        let folder = folder_of(self.sources.name(place.file));
        if folder.is_empty() {
            ROOT_PREFIX.to_owned()
        } else if crate::files::is_absolute(folder) || crate::files::is_prefixed(folder) {
            folder.to_owned()
        } else {
            format!("{ROOT_PREFIX}/{folder}")
        }
    }
}
